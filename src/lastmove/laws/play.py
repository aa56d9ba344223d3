"""Winning moves by a law, at positions of any size.

Whoever loses by the law has none. Small positions have few options, and all are looked at. At
large ones the class of the law is asked first; where remainders and thresholds decide, some turns
of each loop of the rules will do, since the others are like them; else the digits of the new
coordinates are searched. What is found at large positions are moves that win, not all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import LimitExceeded
from lastmove.laws.base import NoProof, Sample
from lastmove.laws.game import document
from lastmove.laws.scout import Scout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lastmove.laws.automata.strategy import Strategy
    from lastmove.laws.base import Candidate, Certificate
    from lastmove.laws.scout import Option
    from lastmove.rules.program import System

__all__ = ["Play"]

# From this coordinate on, options are not looked at one by one.
_LARGE = 20_000
# Options of a large position that are looked at, and the turns of loops run about each anchor.
_SOME = 4_000
_WIDTHS = (1, 4, 16, 64, 256)
# Laws that look at thresholds and remainders: a few turns of each loop show all there is.
_REPEATING = ("box", "breaking", "periodic", "numbers", "formula", "signs")
_TABLE = 2400


class Play:
    """Finds the moves that win by a law.

    Parameters
    ----------
    candidate : Candidate
        The law of the first game of the system.
    system : System
        The games.
    certificate : dict or None
        The law's certificate, which may have laws of the other games.
    bound : int
        Up to where the law was compared with search; laws of the other games are learned so far
        if the certificate has none.
    """

    def __init__(
        self, candidate: Candidate, system: System, certificate: Certificate | None, bound: int
    ) -> None:
        self.candidate = candidate
        self.system = system
        self.what = candidate.what
        self._certificate = certificate
        self._bound = bound
        self._laws: list[Candidate] | None = None
        self._scout: Scout | None = None
        self._strategies: dict[int, Strategy] = {}

    def moves(self, coords: tuple[int, ...], who: int) -> list[Option]:
        """Return options that win for a player: all of a small position, some of a large one.

        Raises
        ------
        LimitExceeded
            If the player wins, but no move that does was found.
        """
        if not self._can_win(self.candidate.label(coords), who):
            return []
        reasons: list[str] = []
        for way in self._ways(coords):
            found, undecided = [], False
            try:
                for option in way(coords, who):
                    wins = self._wins(option, who)
                    undecided = undecided or wins is None
                    if wins:
                        found.append(option)
            except LimitExceeded as error:
                reasons.append(str(error))
            else:
                if way == self._listed and not undecided:
                    return found  # in misere play whoever cannot move wins without one
            if found:
                return found
            if undecided:
                reasons.append("who wins each part of a sum does not decide who wins it")
        first = next(iter(reasons), "none of those looked at does")
        raise LimitExceeded(f"no move that wins at {coords} was found: {first}")

    def _ways(
        self, coords: tuple[int, ...]
    ) -> list[Callable[[tuple[int, ...], int], Iterable[Option]]]:
        """Return ways to find options, the best first."""
        if max(coords, default=0) < _LARGE:
            return [self._own, self._listed, self._some, self._digits]
        fan = getattr(self.candidate, "fan", None)
        if self.candidate.kind in _REPEATING and not (fan and fan.pair):
            return [self._own, self._some, self._digits]
        return [self._own, self._digits, self._some]

    # Ways to find options

    def _own(self, coords: tuple[int, ...], who: int) -> Iterable[Option]:
        """Return what the class of the law finds; nothing where it has no way of its own."""
        from lastmove.laws.automata.terms import NotDefinable

        own = self.candidate.winning
        try:
            return [] if own is None else list(own(coords, self.system))
        except NotDefinable:
            return []

    def _listed(self, coords: tuple[int, ...], who: int) -> Iterable[Option]:
        """Return all options."""
        return self._scouted().options(coords, who)

    def _some(self, coords: tuple[int, ...], who: int) -> Iterator[Option]:
        """Yield options, of more and more turns of each loop until some of them wins."""
        seen: set[Option] = set()
        for width in _WIDTHS:
            won = False
            try:
                for option in self._scouted().options(coords, who, width=width, most=_SOME):
                    if option not in seen:
                        seen.add(option)
                        won = won or bool(self._wins(option, who))
                        yield option
            except LimitExceeded:
                if not seen:
                    raise
                return
            if won:
                return

    def _digits(self, coords: tuple[int, ...], who: int) -> Iterable[Option]:
        """Return options that are found by the digits of the new coordinates."""
        from lastmove.laws.automata.moves import relations
        from lastmove.laws.automata.restate import exactly
        from lastmove.laws.automata.strategy import Strategy
        from lastmove.laws.automata.terms import NotDefinable

        if len(self.system.programs) > 1:
            return []
        try:
            if who not in self._strategies:
                law = exactly(self.candidate, self.system)
                game = relations(self.system.programs[0])
                self._strategies[who] = Strategy(law, game, who)
            found = self._strategies[who].moves(coords)
        except NotDefinable:
            return []
        return [tuple((0, *part) for part in option) for option in found]

    def _scouted(self) -> Scout:
        if self._scout is None:
            self._scout = Scout(document(self.system)["programs"][0])
        return self._scout

    # Who wins

    def _can_win(self, label: Any, who: int) -> bool:
        """Return whether the law lets a player win who moves at a position with this label."""
        if self.what == "value":
            return bool(label > 0 if who == 0 else label < 0)
        if self.what == "grundy":
            return bool(label)
        return label in (1, 2 + who)

    def _wins(self, option: Option, who: int) -> bool | None:
        """Return whether moving to an option wins for the player who moved; None if unknown."""
        if not option:
            return self.what != "misere"
        laws = [self._law(part[0]) for part in option]
        if self.what in ("value", "grundy"):
            labels = [law.label(part[1:]) for law, part in zip(laws, option, strict=True)]
            if self.what == "value":
                total = sum(labels)
                return bool(total >= 0) if who == 0 else bool(total <= 0)
            return _digitwise(labels) == 0
        from lastmove.laws.breaking import BreakingLaw

        if self.what == "outcome" and all(isinstance(law, BreakingLaw) for law in laws):
            values: list[int] = []
            for law, (_, n) in zip(laws, option, strict=True):
                assert isinstance(law, BreakingLaw)
                values.append(law.value(n))
            return _digitwise(values) == 0
        return self._outcome(option, laws, who)

    def _outcome(self, option: Option, laws: Sequence[Candidate], who: int) -> bool | None:
        """Return who wins a sum by the outcomes of its parts, where these decide.

        In normal play a part of outcome P is 0, and so are two parts that are alike in an
        impartial game. Where what is left favours one player only, or is one part, its outcome is
        that of the sum.
        """
        kept = [(part, law.label(part[1:])) for part, law in zip(option, laws, strict=True)]
        if self.what == "misere":
            return kept[0][1] in (0, 2 + who) if len(kept) == 1 else None
        impartial = all(self.system.programs[part[0]].moves is not None for part in option)
        rest: list[tuple[tuple[int, ...], int]] = []
        for part, label in kept:
            if impartial and (part, label) in rest:
                rest.remove((part, label))
            elif label:
                rest.append((part, label))
        labels = {label for _, label in rest}
        if not labels or labels == {2 + who}:
            return True
        if len(rest) == 1 or labels == {3 - who}:
            return False
        values = self.candidate.worth
        if values is None:
            return None
        total = sum(values.label(part[1:]) for part, _ in rest)
        return bool(total >= 0) if who == 0 else bool(total <= 0)

    def _law(self, place: int) -> Candidate:
        """Return the law of a game of the system."""
        if place == 0:
            return self.candidate
        if self._laws is None:
            self._laws = list(self._learned())
        return self._laws[place]

    def _learned(self) -> Iterator[Candidate]:
        from lastmove.laws.between import Estimates, labels_of
        from lastmove.laws.breaking import BreakingLaw

        if isinstance(self.candidate, BreakingLaw):
            law = self.candidate
            for values in law.values:
                yield BreakingLaw(law.what, law.start, law.period, [values])
            return
        certificate = self._certificate or {}
        labels = certificate.get("labels")
        if certificate.get("kind") != "between" or labels is None:
            sample = Sample(self.system, self.what, (self._bound + 1,) * self.candidate.arity)
            try:
                labels = labels_of(self.candidate, sample)
            except NoProof as reason:
                raise LimitExceeded(f"moves lead into another game, and {reason}") from None
        programs = document(self.system)["programs"]
        for label, program in zip(labels, programs, strict=True):
            own = {"format": "lastmove-program/1", "programs": [program]}
            numeration = certificate.get("numeration", "binary")
            data = {"what": self.what, "system": own, "labels": [label], "numeration": numeration}
            yield Estimates.from_certificate(data)


def _digitwise(values: Iterable[int]) -> int:
    total = 0
    for value in values:
        total ^= value
    return total
