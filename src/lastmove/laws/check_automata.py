"""Checks laws that finite automata state, by deciding first-order formulas on automata.

The certificate gives automata for the positions from which the mover wins (``W``; ``W0`` and
``W1`` for Left and Right), or for the pairs of a Grundy value and its positions (``G``). The moves
are read off the Program (`check_moves`). What is decided:

- every move lowers the ranking, a list of forms (weights and perhaps a constant) or expressions
  that are not negative where there are moves, lexicographically, and leads to legal positions
  without negative coordinates; so play ends, since all positions of a play without end would have
  moves;
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
    from lastmove.laws.check import Game, Rejected, ints, need, text_of
    from lastmove.laws.check_forms import Case, number, plus, variable
    from lastmove.laws.check_moves import Reader
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import Game, Rejected, ints, need, text_of
    from check_forms import Case, number, plus, variable
    from check_moves import Reader
    from check_sets import Form, Set, Sets

MOVED = 10**6  # variables from here on are coordinates of an option


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
        """Return that forms for ``g``, if there is one more, and for all names belong to a set."""
        before = ["g"] if len(forms) > len(self.names) else []
        by_name = dict(zip([*before, *self.names], forms, strict=True))
        return self.placed(made, [by_name[n] for n in made.names])

    def placed(self, made: Set, forms: list[Form]) -> list[Set]:
        """Return that forms, one for each name of a set in its order, belong to it."""
        names: list[str] = []
        conditions: list[Set] = []
        for form in forms:
            if len(form[0]) == 1 and form[1] == 0 and 1 in form[0].values():
                names += form[0]
            else:
                names.append(self.players[0].fresh() + "y")
                conditions.append(self.players[0].equal(names[-1], form))
        return [*conditions, self.sets.apply(made, names)]

    def rules(self, ranking: list[Any]) -> None:
        """Check that play ends and stays among the legal positions."""
        need(ranking, "no ranking")
        here = [variable(name) for name in self.names]
        for player in self.players:
            for entry in ranking:
                for where, form in self.rank(player, entry, here):
                    if min([*form[0].values(), form[1]], default=0) < 0:
                        low = [*where, player.less(form, number(0))]
                        for guard, _ in player.moves:
                            self.never([*guard, *low], "a ranking below 0")
        for player in self.players:
            for fault in player.faults:
                self.never(fault, "the rules fail at a legal position")
            for guard, parts in player.moves:
                for part in parts:
                    for form in part:
                        self.never([*guard, player.less(form, number(0))], "a coordinate below 0")
                    off = self.sets.outside(self.domain)
                    if not off.empty:
                        self.never([*guard, *self.member(off, part)], "an option is not legal")
                    self.falls(player, guard, part, ranking)

    def rank(self, player: Reader, entry: Any, forms: list[Form]) -> list[Case]:
        """Return the forms of an entry of the ranking at a position, under conditions."""
        size = self.game.size
        if all(type(w) is int for w in entry):
            need(len(entry) in (size, size + 1), "no ranking")
            form = number(entry[-1] if len(entry) > size else 0)
            for w, at in zip(entry, forms, strict=False):
                form = plus(form, at, w)
            return [([], form)]
        text_of(entry, size)  # nothing but expressions
        faults = len(player.faults)
        found = player.cases(moved(entry), {MOVED + i: form for i, form in enumerate(forms)})
        need(len(player.faults) == faults, "a ranking that may fail")
        return found

    def falls(self, player: Reader, guard: list[Set], part: list[Form], ranking: list[Any]) -> None:
        """Check that a move lowers the first form of the ranking that it changes."""
        here, stays = [variable(name) for name in self.names], list(guard)
        keep = {*self.names, *(n for form in part for n in form[0])}
        for entry in ranking:
            same = []
            for g, before in self.rank(player, entry, here):
                for h, after in self.rank(player, entry, part):
                    change = plus(after, before, -1)
                    rises = [*g, *h, player.less(number(0), change)]
                    self.never([*stays, *rises], "a move raises the ranking")
                    same.append(self.sets.join([*g, *h, self.sets.linear(change, True)], keep))
            stays.append(same[0] if len(same) == 1 else self.sets.union(same))
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


def moved(e: Any) -> Any:
    """Return an expression with variables in place of the coordinates."""
    if not isinstance(e, list):
        return e
    if e[0] == "x":
        return ["v", MOVED + e[1]]
    return [e[0], *(part if e[0] == "at" and i else moved(part) for i, part in enumerate(e[1:]))]


def entries(ranking: Any) -> list[Any]:
    """Return the entries of a ranking, of which those that are no expressions are whole."""
    told = [isinstance(e, list) and e and isinstance(e[0], str) for e in ranking]
    return [
        e if text else ints(e, -(10**9), "weights are whole numbers")
        for e, text in zip(ranking, told, strict=True)
    ]


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check the certificate of a law that automata state."""
    need(len(games) == 1, "a system of several games is not decided here")
    claim = Claim(cert, games[0])
    wins = {"W"} if len(claim.players) == 1 else {"W0", "W1"}
    names = {"G"} if cert["what"] == "grundy" else wins
    need(set(cert["automata"]) == names, "automata that the claim has not")
    try:
        claim.rules(entries(cert["ranking"]))
        if cert["what"] == "grundy":
            claim.grundy()
        else:
            need(cert["what"] in ("outcome", "misere"), "no such claim")
            claim.outcome(cert["what"] == "misere")
    except RecursionError:
        raise Rejected("the rules nest too deeply") from None
