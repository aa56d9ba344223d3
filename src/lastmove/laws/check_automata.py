"""Checks laws that finite automata state, by deciding first-order formulas on automata.

The certificate gives automata for the positions from which the mover wins (``W``; ``W0`` and
``W1`` for Left and Right), or for the pairs of a Grundy value and its positions (``G``). The moves
are read off the Program (`check_moves`). What is decided:

- every move lowers the ranking, a list of forms (weights and perhaps a constant) that are not
  negative where there are moves, lexicographically, and leads to legal positions without negative
  coordinates; so play ends, since all positions of a play without end would have moves;
- W holds at a legal position iff a move leads outside the opponent's W (in misere play also if
  there is no move); or
- no option of x has a value g with G(g, x), every h < g is the value of one, and there is a g;
  the value of a sum of positions is the digitwise sum of theirs (Sprague and Grundy).

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from operator import xor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, Rejected, ints, need
    from lastmove.laws.check_forms import number, plus, variable
    from lastmove.laws.check_moves import Reader
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import Game, Rejected, ints, need
    from check_forms import number, plus, variable
    from check_moves import Reader
    from check_sets import Form, Set, Sets


class Claim:
    """A game and the sets that a certificate gives for it."""

    def __init__(self, cert: Any, game: Game) -> None:
        need(cert["numeration"] in ("binary", "zeckendorf"), "no such numeration")
        self.sets = Sets(cert["numeration"] == "zeckendorf")
        self.cert, self.game = cert, game
        self.names = [f"x{i}" for i in range(game.size)]
        reader = Reader(self.sets, game.size)
        self.domain = reader.holds(1 if game.domain is None else game.domain, {})
        self.players = []
        for block in game.blocks:
            player = Reader(self.sets, game.size)
            player.walk(block, ([], {}), [], [])
            player.faults += reader.faults
            self.players.append(player)

    def given(self, name: str, before: tuple[str, ...] = ()) -> Set:
        """Read one of the certificate's sets."""
        return self.sets.read(self.cert["automata"][name], (*before, *self.names))

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another at every legal position."""
        need(self.sets.join([self.domain, *parts], []).empty, text)

    def member(self, made: Set, forms: list[Form]) -> list[Set]:
        """Return that a tuple of forms belongs to a set, as conditions."""
        names: list[str] = []
        conditions: list[Set] = []
        for form in forms:
            if len(form[0]) == 1 and form[1] == 0 and 1 in form[0].values():
                names += form[0]
            else:
                names.append(self.players[0].fresh() + "y")
                conditions.append(self.players[0].equal(names[-1], form))
        return [*conditions, self.sets.apply(made, names)]

    def rules(self, ranking: list[list[int]]) -> None:
        """Check that play ends and stays among the legal positions."""
        size = self.game.size
        need(ranking and all(len(w) in (size, size + 1) for w in ranking), "no ranking")
        for weights in ranking:
            form = number(weights[-1] if len(weights) > size else 0)
            for w, name in zip(weights, self.names, strict=False):
                form = plus(form, variable(name), w)
            if min([*form[0].values(), form[1]], default=0) < 0:
                for player in self.players:
                    for guard, _ in player.moves:
                        self.never([*guard, player.less(form, number(0))], "a ranking below 0")
        for player in self.players:
            for fault in player.faults:
                self.never(fault, "the rules fail at a legal position")
            for guard, parts in player.moves:
                for part in parts:
                    for form in part:
                        self.never([*guard, player.less(form, number(0))], "a coordinate below 0")
                    off = self.sets.outside(self.domain)
                    here = [part[int(n[1:])] for n in off.names]
                    if not off.empty:
                        self.never([*guard, *self.member(off, here)], "an option is not legal")
                    self.falls(player, guard, part, ranking)

    def falls(
        self, player: Reader, guard: list[Set], part: list[Form], ranking: list[list[int]]
    ) -> None:
        """Check that a move lowers the first form of the ranking that it changes."""
        stays = list(guard)
        for weights in ranking:
            change = number(0)
            for w, name, form in zip(weights, self.names, part, strict=False):
                change = plus(change, plus(form, variable(name), -1), w)
            self.never([*stays, player.less(number(0), change)], "a move raises the ranking")
            stays.append(self.sets.linear(change, True))
        self.never(stays, "a move does not lower the ranking")

    def outcome(self, misere: bool) -> None:
        """Check who wins."""
        one = len(self.players) == 1
        wins = [self.given("W" if one else f"W{p}") for p in range(len(self.players))]
        for p, player in enumerate(self.players):
            loses = self.sets.outside(wins[p if one else 1 - p])
            found = []
            for guard, parts in player.moves:
                need(len(parts) < 2, "outcomes of sums are not decided here")
                if parts or not misere:  # to leave nothing wins, in misère play loses
                    target = self.member(loses, parts[0]) if parts else []
                    found.append(self.sets.join([*guard, *target], self.names))
            if misere:
                some = [self.sets.join(guard, self.names) for guard, _ in player.moves]
                found.append(self.sets.outside(self.sets.union(some)))
            wrong = self.sets.combine(wins[p], self.sets.union(found), lambda x, y: x != y)
            self.never([wrong], "the winner is wrong somewhere")

    def grundy(self) -> None:
        """Check Grundy values."""
        need(len(self.players) == 1, "Grundy values are for impartial games")
        graph, sets, player = self.given("G", ("g",)), self.sets, self.players[0]
        found = []
        for guard, parts in player.moves:
            total, conditions = number(0), list(guard)
            for part in parts:
                value = player.fresh()
                conditions += self.member(graph, [variable(value), *part])
                if total[0]:
                    after = player.fresh()
                    conditions.append(sets.digits([*total[0], value, after], xor))
                    value = after
                total = variable(value)
            conditions.append(player.equal("h", total))
            found.append(sets.join(conditions, ["h", *self.names]))
        reached = sets.union(found)
        same = player.equal("g", variable("h"))
        self.never([graph, same, reached], "an option has the same value")
        lower = player.less(variable("h"), variable("g"))
        self.never([graph, lower, sets.outside(reached)], "no option has a smaller value")
        self.never([sets.outside(sets.some(graph, ["g"]))], "a position has no value")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check the certificate of a law that automata state."""
    need(len(games) == 1, "a system of several games is not decided here")
    claim = Claim(cert, games[0])
    ranking = [ints(weights, -(10**9), "weights are whole numbers") for weights in cert["ranking"]]
    try:
        claim.rules(ranking)
        if cert["what"] == "grundy":
            claim.grundy()
        else:
            need(cert["what"] in ("outcome", "misere"), "no such claim")
            claim.outcome(cert["what"] == "misere")
    except RecursionError:
        raise Rejected("the rules nest too deeply") from None
