"""Checks laws of games whose moves are only known to lie between two sets.

Each game of the system has a label: an expression of its coordinates, or automata as in
`check_automata`. The moves are read off the Programs from above, as those that are possible, and
from below, as those that are sure (`check_bounds`). What is decided, for every game:

- no rule fails, every loop ends, every possible move leads to legal positions and lowers the
  ranking: whole forms of the coordinates, a list for each game, compared in order, which are not
  negative where there are moves; so play ends;
- where the label says that the mover loses, no possible move leads to a sum that may be lost by who
  moves on; where it says that he wins, some sure move leads to one that is surely lost. In misere
  play, who has surely no move wins, and who loses surely has one, and has no possible move to a sum
  of several parts; or
- no possible option of x has the Grundy value of x, for every smaller h some sure option has value
  h, and x has a value; that of a sum is the digitwise sum (Sprague and Grundy).

Lemma. Whoever moves on loses a sum in normal play if its parts are lost ones, and wins if one of
them is won and all others are lost, in both cases beside any pairs of equal parts. For the Grundy
value of a lost part is 0 and that of equal parts cancels. All labels follow by induction on the
ranking: the true moves contain the sure ones, and are among the possible ones. In misere play no
more is needed of sums: from a loss no move leads to one, and from a win a move to one part wins.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from operator import xor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, Rejected, ints, need, text_of
    from lastmove.laws.check_bounds import Bounds
    from lastmove.laws.check_forms import Forms, number, plus, variable
    from lastmove.laws.check_sets import MOST_WORK, Form, Set, Sets
else:
    from check import Game, Rejected, ints, need, text_of
    from check_bounds import Bounds
    from check_forms import Forms, number, plus, variable
    from check_sets import MOST_WORK, Form, Set, Sets

MOST_PARTS = 4
Part = tuple[int, list[str]]  # a game, and names of the coordinates


class Table:
    """One game: its positions, its labels, and its moves from above and from below."""

    def __init__(self, cert: Any, place: int, game: Game, sets: Sets) -> None:
        need(len(game.blocks) == 1, "an impartial game, please")
        self.sets, self.size, self.what = sets, game.size, cert["what"]
        self.names = [f"x{i}" for i in range(game.size)]
        forms = Forms(sets, game.size)
        self.domain = forms.holds(1 if game.domain is None else game.domain, {})
        for fault in forms.faults:
            need(sets.join(fault, []).empty, "the domain fails somewhere")
        own = cert["estimates"][place]
        need(1 <= own["rounds"] <= 8 and type(own["rounds"]) is int, "rounds are 1 to 8")
        need(all(m <= 16 for m in ints(own["moduli"], 2, "moduli are whole")), "a large modulus")
        for loop in own["loops"]:
            text_of(loop["holds"]), text_of(loop["falls"])  # nothing but expressions
        self.above, self.below = (Bounds(sets, game.size, up, own) for up in (True, False))
        for reader in (self.above, self.below):
            reader.read(game.blocks[0])
            need(len(own["loops"]) <= len(reader.places), "an invariant of no loop")
        self.label = self.given(cert["labels"][place])
        self.ranking = [ints(w, -(10**9), "weights are whole") for w in cert["ranking"][place]]
        need(all(len(w) == game.size + 1 for w in self.ranking), "a ranking has a constant")
        for fault in self.above.faults:
            self.never([*fault, *self.above.told(fault)], "the rules fail, or an invariant")

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another at every legal position."""
        need(self.sets.join([self.domain, *parts], []).empty, text)

    def given(self, label: Any) -> Set:
        """Return where the mover wins, or the pairs of a Grundy value and its positions."""
        grundy = self.what == "grundy"
        if isinstance(label, dict):
            return self.sets.read(label, (*["g"] * grundy, *self.names))
        text_of(label, self.size)  # nothing but expressions
        forms = Forms(self.sets, self.size)
        if grundy:
            cases = forms.cases(label, {})
            keep = ["g", *self.names]
            found = self.sets.union(
                self.sets.join([*c, forms.equal("g", f)], keep) for c, f in cases
            )
        else:
            found = forms.holds(label, {})
            other = forms.holds(["not", ["or", ["==", label, 0], ["==", label, 1]]], {})
            self.never([other], "a label that is no outcome")
        for fault in forms.faults:
            self.never(fault, "the label fails at a legal position")
        return found

    def rank(self, forms: list[Form], weights: list[int]) -> Form:
        """Return a form of the ranking at a position."""
        total = number(weights[-1])
        for w, form in zip(weights, forms, strict=False):
            total = plus(total, form, w)
        return total


class Between:
    """The games of a system, whose labels are to be checked together."""

    def __init__(self, cert: Any, games: list[Game], work: int = 4 * MOST_WORK) -> None:
        self.sets = Sets.written(cert["numeration"])
        self.sets.work = work
        self.what = cert["what"]
        given = [len(cert[k]) for k in ("labels", "ranking", "estimates")]
        need(given == [len(games)] * 3, "labels of every game")
        self.tables = [Table(cert, i, game, self.sets) for i, game in enumerate(games)]
        need(len({len(t.ranking) for t in self.tables}) == 1, "rankings of one length")

    def rules(self, table: Table) -> None:
        """Check that play ends and stays among the legal positions."""
        above, here = table.above, [variable(name) for name in table.names]
        for guard, parts in above.moves:
            known = [*guard, *above.told(guard)]
            for weights in table.ranking:
                below = above.less(table.rank(here, weights), number(0))
                table.never([*known, below], "a ranking below 0")
            for game, *forms in parts:
                other = self.tables[game]
                known = [*guard, *above.told([*guard, *self.equations(above, forms)[1]])]
                for form in forms:
                    table.never([*known, above.less(form, number(0))], "a coordinate below 0")
                names, same = self.equations(above, forms)
                off = self.placed(self.sets.outside(other.domain), other, names)
                table.never([*known, *same, off], "an option is not legal")
                stays = list(known)
                for before, after in zip(table.ranking, other.ranking, strict=True):
                    rise = plus(other.rank(forms, after), table.rank(here, before), -1)
                    table.never([*stays, above.less(number(0), rise)], "a move raises the ranking")
                    stays.append(self.sets.linear(rise, True))
                table.never(stays, "a move does not lower the ranking")

    def equations(self, reader: Bounds, forms: list[Form]) -> tuple[list[str], list[Set]]:
        """Return names for forms, with the conditions that say so."""
        names = [reader.fresh() + "y" for _ in forms]
        return names, [reader.equal(n, f) for n, f in zip(names, forms, strict=True)]

    def placed(self, made: Set, table: Table, names: list[str], value: str = "") -> Set:
        """Return a set about positions of a table as one about other names."""
        order = dict(zip(["g", *table.names], [value, *names], strict=True))
        return self.sets.apply(made, [order[n] for n in made.names])

    def parts(self, reader: Bounds, parts: Any) -> tuple[list[Part], list[Set]]:
        """Return the components of an option with names for their coordinates."""
        found: list[Part] = []
        conditions: list[Set] = []
        for game, *forms in parts:
            names, same = self.equations(reader, forms)
            found.append((game, names))
            conditions += same
        return found, conditions

    def total(self, parts: list[Part], won: bool) -> Set:
        """Return where the lemma says that a sum is lost, or won, by who moves on."""
        sets = self.sets
        ways = []
        for winner in range(len(parts)) if won else [-1]:
            each = []
            for i, (game, names) in enumerate(parts):
                table = self.tables[game]
                label = table.label if i == winner else sets.outside(table.label)
                each.append(self.placed(label, table, names))
            ways.append(sets.join(each, [n for _, names in parts for n in names]))
        for i, (game, names) in enumerate(parts):
            for j, (other, also) in enumerate(parts[:i]):
                if game == other:
                    same = [
                        sets.linear(({a: 1, b: -1}, 0), True)
                        for a, b in zip(names, also, strict=True)
                    ]
                    rest = [p for k, p in enumerate(parts) if k not in (i, j)]
                    inner = self.total(rest, won)
                    ways.append(sets.join([*same, inner], [*names, *also, *inner.names]))
        return sets.union(ways)

    def options(self, table: Table, sure: bool, target: bool = True) -> Set:
        """Return where an option surely, or possibly, leaves a sum lost by who moves on.

        Without a target: where there surely, or possibly, is any option.
        """
        reader = table.below if sure else table.above
        found = []
        for guard, components in reader.moves:
            need(len(components) <= MOST_PARTS, "a sum of too many parts")
            conditions = list(guard)
            if target:
                parts, same = self.parts(reader, components)
                if self.what == "misere" and not parts:
                    continue  # who moves on has won
                if self.what != "misere" or len(parts) == 1:
                    good = self.total(parts, False)
                    if not sure:
                        good = self.sets.outside(self.total(parts, True))
                    conditions += [*same, good]
                elif sure:
                    continue  # who wins a sum is not known
            found.append(reader.estimate(conditions, set(table.names)))
        return self.sets.union(found)

    def outcome(self, table: Table) -> None:
        """Check who wins."""
        sets, wins = self.sets, table.label
        loses = sets.outside(wins)
        won = self.options(table, True)
        if self.what == "misere":
            none = sets.outside(self.options(table, False, target=False))
            won = sets.union([won, none])
            stuck = sets.outside(self.options(table, True, target=False))
            table.never([loses, stuck], "a loss without a sure move")
        table.never([loses, self.options(table, False)], "a loss with a move that may win")
        table.never([wins, sets.outside(won)], "a win without a sure winning move")

    def grundy(self, table: Table) -> None:
        """Check Grundy values."""
        sets, keep = self.sets, {"h", *table.names}
        reached = []
        for reader in (table.above, table.below):
            found = []
            for guard, components in reader.moves:
                parts, conditions = self.parts(reader, components)
                sum_of, conditions = number(0), [*guard, *conditions]
                for game, names in parts:
                    other, value = self.tables[game], reader.fresh()
                    conditions.append(self.placed(other.label, other, names, value))
                    if sum_of[0]:
                        after = reader.fresh()
                        conditions.append(sets.digits([*sum_of[0], value, after], xor))
                        value = after
                    sum_of = variable(value)
                conditions.append(reader.equal("h", sum_of))
                found.append(reader.estimate(conditions, keep))
            reached.append(sets.union(found))
        same = table.above.equal("g", variable("h"))
        lower = table.above.less(variable("h"), variable("g"))
        table.never([table.label, same, reached[0]], "an option may have the same value")
        table.never([table.label, lower, sets.outside(reached[1])], "no sure option of a value")
        table.never([sets.outside(sets.some(table.label, ["g"]))], "a position has no value")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check labels of games whose moves are estimated."""
    need(cert["what"] in ("outcome", "misere", "grundy"), "no such claim")
    try:
        whole = Between(cert, games)
        for table in whole.tables:
            whole.rules(table)
        for table in whole.tables:
            (whole.grundy if cert["what"] == "grundy" else whole.outcome)(table)
    except RecursionError:
        raise Rejected("the rules nest too deeply") from None
