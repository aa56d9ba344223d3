"""Winning moves by automata: the digits of the new coordinates are searched, not the moves.

The moves that lead outside the opponent's winning set form a relation between the position and
the variables that pick a move. With the position's digits fixed, its automaton is searched along
the digits, so a position of 10^18 takes about as long as its sixty digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.automata.formula import FALSE, TRUE, Linear, Logic, all_of, bits, exists, member
from lastmove.laws.automata.relation import Relation
from lastmove.laws.automata.terms import NotDefinable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.automata.family import AutomatonLaw
    from lastmove.laws.automata.moves import Move, Relations

__all__ = ["Strategy"]

Option = tuple[tuple[int, ...], ...]


class Strategy:
    """Finds winning moves by a law.

    Parameters
    ----------
    law : AutomatonLaw
        The law; its answers are trusted.
    game : Relations
        The game that the law is about.
    player : int, default 0
        Who moves in a partizan game: 0 for Left, 1 for Right.
    """

    def __init__(self, law: AutomatonLaw, game: Relations, player: int = 0) -> None:
        self.law = law
        self.game = game
        self.logic = Logic(law.numeration, law.automata)
        self.player = player
        self._made: list[tuple[Move, Relation]] | None = None

    def moves(self, coords: Sequence[int], limit: int = 100, value: int = 0) -> list[Option]:
        """Return options that win, in no particular order.

        Parameters
        ----------
        coords : sequence of int
            A legal position.
        limit : int
            Most options to return.
        value : int, default 0
            For a law of Grundy values, the value that the option is to have.

        Returns
        -------
        list of tuple
            Each option as the coordinates of its components.
        """
        known = dict(zip(self.game.names, coords, strict=True))
        found: dict[Option, None] = {}
        for move, relation in self._relations():
            fixed = {**known, "h": value} if "h" in relation.names else known
            fixed = {n: v for n, v in fixed.items() if n in relation.names}
            for extra in (0, 4, 16, 64):
                rows, complete = relation.complete(fixed, limit, extra)
                longest = len(rows)
                for row in rows:
                    values = {**known, **row}
                    found[tuple(tuple(_value(f, values) for f in p) for p in move.parts)] = None
                if longest >= limit or (complete and rows) or not self._any(relation, fixed):
                    break
            if len(found) >= limit:
                break
        return list(found)[:limit]

    def _any(self, relation: Relation, fixed: dict[str, int]) -> bool:
        some = relation.exists([n for n in relation.names if n not in fixed])
        return [fixed[n] for n in some.names] in some

    def _relations(self) -> list[tuple[Move, Relation]]:
        if self._made is None:
            players = self.game.players
            p = min(self.player, len(players) - 1)
            other = "W" if len(players) == 1 else f"W{1 - p}"
            self._made = [self._relation(m.solved(), other) for m in players[p].moves]
        return self._made

    def _relation(self, move: Move, other: str) -> tuple[Move, Relation]:
        shown = {n for part in move.parts for form in part for n in form.terms}
        if self.law.what != "grundy":
            if len(move.parts) > 1:
                raise NotDefinable("outcomes of sums do not follow from outcomes of their parts")
            # Where nothing is left, whoever is to move has lost, in misère play won.
            target = FALSE if self.law.what == "misere" else TRUE
            if move.parts:
                target = ~member(other, move.parts[0])
            hidden = [n for n in move.bound if n not in shown]
            return move, self.logic.relation(exists(hidden, all_of([move.guard, target])))
        conditions, total, own = [move.guard], Linear({}), []
        for i, part in enumerate(move.parts):
            value, after = Linear.variable(f"g{i}"), Linear.variable(f"s{i}")
            conditions += [member("G", [value, *part]), bits("xor", total, value, after)]
            total = after
            own += [f"g{i}", f"s{i}"]
        last = f"s{len(move.parts) - 1}"
        goal = all_of(conditions)
        if move.parts:
            goal = goal.replace({last: Linear.variable("h")})
        hidden = [n for n in (*move.bound, *own) if n not in shown]
        return move, self.logic.relation(exists(hidden, goal))


def _value(form: Linear, values: dict[str, int]) -> int:
    return form.constant + sum(c * values[n] for n, c in form.terms.items())
