"""Laws that automata tell from the digits in base 3 to 10, of rules that ask for such a base.

Base 2 has classes of its own. The certificate is of kind ``between``: `check_between` reads the
moves in the same base, in which multiples, quotients and remainders by the base, its powers and
single digits are exact.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lastmove.errors import LimitExceeded
from lastmove.laws import digitstext
from lastmove.laws.automata import radixcode
from lastmove.laws.automata.radix import Radix, bases, learned
from lastmove.laws.base import Family, Sample
from lastmove.laws.bydigits import ByDigits
from lastmove.laws.check import Game, Rejected
from lastmove.laws.check_forms import Forms
from lastmove.laws.check_sets import Sets
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.laws.digitstext import Told

__all__ = ["DigitsInBase", "RadixLaw"]

_MOST = 2  # coordinates
_LONG = 200_000  # numbers in a longer table, where positions have few options
_FEW = 60  # options, and rounds of loops
_MOST_VALUES = 12


class RadixLaw(ByDigits):
    """A label that an automaton tells from digits in a base.

    Attributes
    ----------
    automaton : Radix
        Where the mover wins; or the pairs of a Grundy value (first track) and its coordinates.
    """

    kind: ClassVar[str] = "digits"
    checked_as: ClassVar[str] = "between"

    def __init__(self, what: str, arity: int, automaton: Radix) -> None:
        self.what = what
        self.arity = arity
        self.automaton = automaton

    @cached_property
    def told(self) -> Told | None:
        """The law in words, where they say exactly the same, else None."""
        return digitstext.told(self.what, self.arity, self.automaton)

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position of any size.

        Raises
        ------
        ValueError
            If the law gives the position no value, which no proved law does.
        """
        if self.what != "grundy":
            return int(self.automaton.accepts(coords))
        value = self.automaton.first(coords)
        if value is None:
            raise ValueError(f"the law gives no value at {tuple(coords)}")
        return value

    def mismatch(self, table: Array) -> tuple[int, ...] | None:
        """Return the first position of a table where the law says something else, or None."""
        values = range(int(table.max(initial=0)) + 1) if self.what == "grundy" else None
        wrong = np.argwhere(self.automaton.misses(table, values))
        return tuple(map(int, wrong[0])) if len(wrong) else None

    @classmethod
    def from_certificate(cls, cert: Certificate) -> RadixLaw:
        """Return the law that a certificate states; whether it proves it is not checked.

        Raises
        ------
        ValueError
            If the certificate describes no automaton.
        """
        arity, what = len(cert["system"]["programs"][0]["coords"]), cert["what"]
        tracks = arity + (what == "grundy")
        law = cls(what, arity, Radix.from_table(cert["numeration"], tracks, cert["labels"][0]))
        law.proof = cert
        return law

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law in words, or the automaton."""
        if self.told is not None:
            return self.told.text(names, latex=latex)
        grundy = self.what == "grundy"
        subject = "the Grundy value g is the number with which" if grundy else ""
        subject = subject or "the player to move wins at"
        text = radixcode.shown(self.automaton, ["g", *names] if grundy else list(names), subject)
        if not grundy:
            losses = [n for n in range(200) if self.arity == 1 and not self.label((n,))]
            text += f"\nloses at {', '.join(map(str, losses[:8]))}, ..." if losses else ""
        return digitstext.prose(text.splitlines()) if latex else text

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the condition that decides, where the law is told by conditions."""
        return "" if self.told is None else self.told.reason(coords, names)

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that runs the automaton."""
        kind = "G" if self.what == "grundy" else "W"
        return radixcode.body({kind: self.automaton}, language, names)


class DigitsInBase(Family):
    """Sets that an automaton recognises from digits in a base that the rules ask for."""

    name = "automata in other bases"

    def learn(self, sample: Sample) -> RadixLaw | None:
        """Return the law that fits the sample, or None."""
        if sample.what not in ("outcome", "misere", "grundy") or sample.arity > _MOST:
            return None
        if len(sample.system.programs) > 1 or sample.program.moves is None:
            return None
        for base in bases(sample)[1:]:
            found = self._learn(base, sample)
            if found is not None:
                return found
        return None

    def _learn(self, base: int, sample: Sample) -> RadixLaw | None:
        for other in self._samples(sample):
            table = other.large
            values: list[int] | None = None
            if other.what == "grundy":
                top = int(table.max(initial=0))
                if top > _MOST_VALUES:
                    continue
                values = list(range(top + 2))
            found = learned(base, table, values)
            if found is None:
                continue
            if other.what != sample.what:
                found = _wins(found, sample.arity)
            law = RadixLaw(sample.what, sample.arity, found)
            if law.mismatch(sample.large) is None:
                law.reach = max(other.extents) if other.extents != sample.extents else 0
                return law
        return None

    def _samples(self, sample: Sample) -> list[Sample]:
        """Return the sample, and where options are few a longer one, or one of Grundy values."""
        found = [sample]
        if sample.what == "outcome":
            found.append(Sample(sample.system, "grundy", sample.extents))
        edge = sample.extents[0] - 1
        if sample.arity == 1 and edge < _LONG:
            game = Game(document(sample.system)["programs"][0])
            try:
                if game.legal((edge,)) and len(game.options((edge,))) + game.rounds <= _FEW:
                    more = [Sample(sample.system, s.what, (_LONG,)) for s in found]
                    _ = [s.large for s in more]
                    found += more
            except (LimitExceeded, Rejected):
                pass
        return found


def _wins(graph: Radix, arity: int) -> Radix:
    """Return where values are not 0, from the pairs of a value and its position."""
    sets = Sets(False, graph.base)
    names = [f"x{i}" for i in range(arity)]
    made = sets.read(graph.table, ("g", *names))
    zero = sets.join([made, Forms(sets, arity).equal("g", ({}, 0))], names)
    lost = sets.join([zero, *(sets.linear(({n: -1}, 0), False) for n in names)], names)
    return Radix.of(sets.outside(lost), graph.base)
