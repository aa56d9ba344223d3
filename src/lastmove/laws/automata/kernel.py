"""Proofs that a relation is what the players' moves make it, by deciding formulas.

Play ends, and a set `W` holds exactly the positions from which the player to move wins, if

- every move lowers a form with non-negative coefficients (or several, lexicographically); and
- at every legal position, `W` holds if and only if some move leads outside the opponent's `W`
  (or, in misère play, there is no move).

A relation `G(g, x)` is the Grundy function if no option of `x` has a value `g` with `G(g, x)`,
every smaller value is that of an option, and every legal position has a value. The value of a
sum of positions is the digitwise sum of theirs (Sprague, 1935; Grundy, 1939). All proofs are by
induction on the length of play; that options are legal is decided as well.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from lastmove.laws.automata.formula import (
    FALSE,
    Formula,
    Linear,
    Logic,
    all_of,
    any_of,
    bits,
    equal,
    exists,
    less,
    member,
)
from lastmove.laws.base import NoProof
from lastmove.laws.game import ranking as constant_ranking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lastmove._core import Automaton
    from lastmove.laws.automata.moves import Move, Relations

__all__ = ["Kernel", "ranking"]

Ranking = tuple[tuple[int, ...], ...]


def ranking(
    game: Relations, logic: Logic, known: Iterable[tuple[int, ...]] = (), edge: int = 0
) -> Ranking | None:
    """Return forms that every move lowers lexicographically, or None if none were found.

    Parameters
    ----------
    game : Relations
        The game.
    logic : Logic
        Decides whether a form is lowered.
    known : iterable of tuple of int
        Weights and, last, a constant of forms that are never negative at legal positions.
    edge : int
        The constant with which forms that fall in a coordinate are tried.

    Returns
    -------
    tuple of tuple of int or None
        The weights of each form (and its constant, if it is one of those known). The forms
        are found greedily: one that no move raises and some
        move lowers, then one that the remaining moves do not raise, and so on.
    """
    steps = [(m, part) for player in game.players for m in player.moves for part in m.parts]
    # Weights that lower the constant part of every step, if there are any, are tried early.
    hint = constant_ranking([[f.constant for f in part] for _, part in steps], game.arity)
    tried = dict.fromkeys([(1,) * game.arity, hint or (1,) * game.arity])
    most = 2 if game.arity < 4 else 1
    tried |= dict.fromkeys(
        sorted(product(range(most + 1), repeat=game.arity), key=lambda w: (sum(w), w))[1:]
    )
    constants = {form[:-1]: form[-1:] for form in known if min(form[:-1]) < 0}
    tried |= dict.fromkeys(constants)
    falling = [w for w in product((0, 1, -1), repeat=game.arity) if min(w) < 0 and game.arity < 4]
    falling.sort(key=lambda w: sum(map(abs, w)))
    tried |= dict.fromkeys(falling)
    left = [(all_of([game.domain, m.guard]), part) for m, part in steps]
    found: list[tuple[int, ...]] = []
    while left:
        for weights in tried:
            if min(weights) < 0 and weights not in constants:
                if not _not_negative(game, logic, (*weights, edge)):
                    continue
                constants[weights] = (edge,)
            rest = _not_lowered(game, logic, weights, left)
            if rest is not None and len(rest) < len(left):
                found.append(weights + constants.get(weights, ()))
                left = rest
                break
        else:
            return None
    return tuple(found) or ((1,) * game.arity,)


def _not_negative(game: Relations, logic: Logic, form: Sequence[int]) -> bool:
    """Return whether a form is not negative wherever there is a move."""
    total = Linear({}, form[-1])
    for w, name in zip(form, game.names, strict=False):
        total = total + w * Linear.variable(name)
    below = less(total, Linear({}))
    moves = [move for player in game.players for move in player.moves]
    return all(logic.relation(all_of([game.domain, m.guard, below])).empty for m in moves)


def _not_lowered(
    game: Relations,
    logic: Logic,
    weights: Sequence[int],
    steps: Iterable[tuple[Formula, tuple[Linear, ...]]],
) -> list[tuple[Formula, tuple[Linear, ...]]] | None:
    """Return the steps that may leave a form as it is; None if one may raise it."""
    rest = []
    for guard, part in steps:
        before, after = _weigh(game, weights, part)
        if not logic.relation(all_of([guard, less(before, after)])).empty:
            return None
        same = all_of([guard, equal(before, after)])
        if not logic.relation(same).empty:
            rest.append((same, part))
    return rest


def _weigh(
    game: Relations, weights: Sequence[int], part: Sequence[Linear]
) -> tuple[Linear, Linear]:
    before = after = Linear({})
    for w, name, form in zip(weights, game.names, part, strict=True):
        before = before + w * Linear.variable(name)
        after = after + w * form
    return before, after


class Kernel:
    """Decides what holds of a game's positions.

    Parameters
    ----------
    game : Relations
        The game.
    numeration : str
        ``"binary"`` or ``"zeckendorf"``.
    known : mapping
        The automata claimed: ``"W"`` (impartial) or ``"W0"``, ``"W1"`` over the coordinates, or
        ``"G"`` over the value, then the coordinates.
    """

    def __init__(
        self, game: Relations, numeration: str, known: Mapping[str, Automaton] | None = None
    ) -> None:
        self.game = game
        self.logic = Logic(numeration, known)
        self.here = [Linear.variable(name) for name in game.names]

    def check_rules(self) -> None:
        """Decide that no legal position has a move that is not legal.

        Raises
        ------
        NoProof
            If the rules are at fault somewhere, with the position.
        """
        for player in self.game.players:
            for fault in player.faults:
                self._exclude(
                    [self.game.domain, fault], "the rules are at fault, or leave what is decidable,"
                )

    def check_ranking(self, forms: Sequence[Sequence[int]]) -> None:
        """Decide that every move lowers the forms, the first that changes deciding.

        Raises
        ------
        NoProof
            If some move does not.
        """
        if any(w < 0 for weights in forms for w in weights) or not forms:
            raise NoProof("a ranking has weights that are not negative")
        for player in self.game.players:
            for move in player.moves:
                for part in move.parts:
                    stay: list[Formula] = []
                    for weights in forms:
                        before, after = _weigh(self.game, weights, part)
                        step = [self.game.domain, move.guard, *stay]
                        self._exclude([*step, less(before, after)], "a move raises the ranking")
                        stay.append(equal(before, after))
                    last = [self.game.domain, move.guard, *stay]
                    self._exclude(last, "a move does not lower the ranking")

    def check_outcome(self, *, misere: bool) -> None:
        """Decide that ``W`` (or ``W0`` and ``W1``) tells who wins when moving next.

        Raises
        ------
        NoProof
            If it does not, with a position where it fails.
        """
        players = self.game.players
        for p, player in enumerate(players):
            own, other = ("W", "W") if len(players) == 1 else (f"W{p}", f"W{1 - p}")
            wins = [self._leaves(m, other, misere) for m in player.moves]
            if misere:
                wins.append(~any_of(exists(m.bound, m.guard) for m in player.moves))
            claimed = member(own, self.here)
            rest = any_of(wins)
            self._exclude([self.game.domain, ~claimed, rest], "a winning move is overlooked")
            self._exclude([self.game.domain, claimed, ~rest], "no move wins")

    def _leaves(self, move: Move, name: str, misere: bool) -> Formula:
        """Return that some option by a move lies outside a relation."""
        m = move.solved()
        if not m.parts:  # nothing is left: whoever is to move has lost, in misère play won
            return FALSE if misere else exists(m.bound, m.guard)
        if len(m.parts) != 1:
            raise NoProof("outcomes of sums do not follow from outcomes of their parts")
        return exists(m.bound, all_of([m.guard, ~member(name, m.parts[0])]))

    def check_grundy(self) -> None:
        """Decide that ``G`` is the graph of the Grundy function.

        Raises
        ------
        NoProof
            If it is not, with a position where it fails.
        """
        g, h = Linear.variable("g"), Linear.variable("h")
        reached = any_of(self._values(m) for m in self.game.players[0].moves)
        claimed = member("G", [g, *self.here])
        domain = self.game.domain
        self._exclude(
            [domain, claimed, reached.replace({"h": g})], "an option has the value claimed"
        )
        self._exclude(
            [domain, claimed, less(h, g), ~reached], "a smaller value is that of no option"
        )
        self._exclude([domain, ~exists(["g"], claimed)], "there is no value")

    def _values(self, move: Move) -> Formula:
        """Return that some option by a move has the value `h`."""
        m = move.solved()
        total = Linear({})
        bound = list(m.bound)
        conditions = [m.guard]
        for i, part in enumerate(m.parts):
            last = i + 1 == len(m.parts)
            value = Linear.variable("h" if last and i == 0 else f"g{i}")
            conditions.append(member("G", [value, *part]))
            if i == 0:
                total = value
            else:
                after = Linear.variable("h" if last else f"s{i}")
                conditions.append(bits("xor", total, value, after))
                total = after
            bound += [f"g{i}", f"s{i}"]
        if not m.parts:
            conditions.append(equal(Linear.variable("h"), 0))
        return exists(bound, all_of(conditions))

    def _exclude(self, conditions: Sequence[Formula], text: str) -> None:
        if any(c is FALSE for c in conditions):
            return
        found = self.logic.relation(all_of(conditions)).witness()
        if found is not None:
            position = tuple(found.get(name, 0) for name in self.game.names)
            raise NoProof(f"{text} at {position}", position)
