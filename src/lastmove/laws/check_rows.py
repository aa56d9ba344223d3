"""Checks that a game on a row of any length is staircase Nim on a graph.

The rules are one Program for all lengths: ``["x", 0]`` is the length N, the statement
``["entry", v, i]`` lets a variable be entry i of the row, a number of tokens, and
``["change", i, e, j, f]`` is a move after which entry i is e and entry j is f, all others being
as before; ``["distinct", i, j]`` says that two places differ.

Theorem. Let some places be called odd. If play ends, every move takes tokens from one place i
and puts as many on at most one other place j, and changes the number of tokens on one odd place,
not two; and if from every odd place with e tokens any number from 1 to e can be moved: then the
Grundy value is the exclusive or X of the numbers on odd places. For a move changes X; and for
y < X there is, as in Nim, an odd place with n tokens of which n ^ X ^ y < n can be left there,
whatever the even place is where the others go. (Sprague 1947 for a staircase.)

All conditions are linear in N, the places, one or two numbers of tokens and the number moved, and
are decided by finite automata for all N at once. Play ends if moved tokens sink: the expression
``rank`` in N = ``["x", 0]`` and a place ``["x", 1]``, never negative, is less at j than at i.
Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import STATEMENTS, index, need, text_of
    from lastmove.laws.check_forms import number, plus, variable
    from lastmove.laws.check_moves import Path, Reader
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import STATEMENTS, index, need, text_of
    from check_forms import number, plus, variable
    from check_moves import Path, Reader
    from check_sets import Form, Set, Sets


LENGTHS = {**STATEMENTS, "entry": 2, "distinct": 2}


class RowReader(Reader):
    """Reads moves that take tokens from one place of a row and may put them on another.

    Attributes
    ----------
    taken : list
        Conditions, place i, tokens there, number moved, and place j or None.
    distinct : list
        Conditions, and two places that must differ.
    read : list
        Conditions, and a place that must be one of the row.
    """

    def __init__(self, sets: Sets) -> None:
        super().__init__(sets, 1)
        self.places: dict[str, Form] = {}
        self.taken: list[tuple[list[Set], Form, str, Form, Form | None]] = []
        self.distinct: list[tuple[list[Set], Form, Form]] = []
        self.read: list[tuple[list[Set], Form]] = []

    def one(self, e: Any, path: Path) -> Form:
        """Return an expression that is linear without cases."""
        found = self.cases(e, path[1])
        need(len(found) == 1 and not found[0][0], "a place or number of tokens that is not linear")
        return found[0][1]

    def tokens(self, place: Form) -> str:
        """Return the variable that is the number of tokens at a place."""
        for name, known in self.places.items():
            if known == place:
                return name
        name = self.fresh() + "e"
        self.places[name] = place
        return name

    def used(self, conditions: list[Set], name: str, lost: Form) -> set[str]:
        """Return all numbers of tokens that a move depends on."""
        return {name, *lost[0], *(n for part in conditions for n in part.names)} & set(self.places)

    def ties(self, names: set[str]) -> list[Set]:
        """Return that numbers of tokens are the same where their places are."""
        found = []
        for one, other in combinations(sorted(names), 2):
            place = self.sets.linear(plus(self.places[one], self.places[other], -1), True)
            tokens = self.sets.linear(plus(variable(one), variable(other), -1), True)
            found.append(self.sets.union([self.sets.outside(place), tokens]))
        return found

    def walk(self, block: Any, path: Path, out: list[Path], over: list[Path]) -> list[Path]:
        """Run a block; see `Reader`."""
        paths = [path]
        for statement in block:
            op, *a = statement
            after: list[Path] = []
            need(op == "change" or len(a) == LENGTHS.get(op), f"no such statement: {op!r}")
            if op in ("set", "for", "entry"):
                index(a[0])
            for p in paths:
                if op == "entry":
                    place = self.one(a[1], p)
                    self.read.append((p[0], place))
                    after.append((p[0], {**p[1], a[0]: variable(self.tokens(place))}))
                elif op == "distinct":
                    self.distinct.append((p[0], self.one(a[0], p), self.one(a[1], p)))
                    after.append(p)
                elif op == "change":
                    self.change(a, p)
                    after.append(p)
                else:
                    need(op not in ("move", "break", "return"), f"{op!r} in rules of a row")
                    after += super().walk([statement], p, out, over)
            paths = after
        return paths

    def change(self, a: list[Any], path: Path) -> None:
        """Note a move."""
        need(len(a) in (2, 4), "a move that changes more than two places")
        less, more = [], []
        for k in range(0, len(a), 2):
            place, left = self.one(a[k], path), self.one(a[k + 1], path)
            self.read.append((path[0], place))
            name = self.tokens(place)
            gain = plus(left, variable(name), -1)
            lost = plus(variable(name), left, -1)
            less.append((place, name, lost))
            more.append((place, gain))
        for k in range(len(less)):
            other = more[1 - k] if len(less) > 1 else None
            always = self.sets.join([*path[0], self.less(less[k][2], number(1))], []).empty
            if always and (other is None or other[1] == less[k][2]):
                to = None if other is None else other[0]
                self.taken.append((path[0], *less[k], to))
                return
        need(False, "a move that does not take tokens from one place to another")


def check(cert: dict[str, Any]) -> None:
    """Check that the Grundy value is the exclusive or of the entries at odd places."""
    need(cert["what"] in ("grundy", "outcome"), "a claim of another kind")
    (program,) = cert["system"]["programs"]
    need(set(program) <= {"name", "coords", "vars", "domain", "moves"}, "rules that nobody reads")
    need(program.get("domain") is None and len(program["coords"]) == 1, "rows of all lengths")
    sets = Sets(False)
    rules, on = RowReader(sets), Reader(sets, 2)
    rules.walk(program["moves"], ([], {}), [], [])
    for e in (cert["odd"], cert["rank"]):
        text_of(e, 2)  # nothing but expressions
    odd = on.holds(cert["odd"], {})
    ranks = on.cases(cert["rank"], {})
    need(len(ranks) == 1 and not ranks[0][0], "a rank that is not linear")
    length, rank = variable("x0"), ranks[0][1]

    def never(conditions: list[Set], text: str) -> None:
        need(sets.join(conditions, []).empty, text)

    def is_odd(place: Form, yes: bool) -> list[Set]:
        name = rules.fresh()
        made = odd if yes else sets.outside(odd)
        names = [name if n == "x1" else n for n in made.names]
        return [rules.equal(name, place), sets.apply(made, names)]

    def rank_of(place: Form) -> Form:
        slope = rank[0].get("x1", 0)
        rest: Form = {n: c for n, c in rank[0].items() if n != "x1"}, rank[1]
        return plus(rest, place, slope)

    for fault in [*rules.faults, *on.faults]:
        never(fault, "the rules, or what is odd, fail somewhere")
    for conditions, place in rules.read:
        for outside in (rules.less(place, number(0)), rules.at_most(length, place)):
            never([*conditions, outside], "a place that is not in the row")
    for conditions, one, other in rules.distinct:
        same = sets.linear(plus(one, other, -1), True)
        never([*conditions, same], "two places that may be the same")
    here = variable("place")
    never([rules.less(here, length), rules.less(rank_of(here), number(0))], "a rank below 0")
    ways = []
    for conditions, place, name, lost, to in rules.taken:
        used = rules.used(conditions, name, lost)
        conditions = [*conditions, *rules.ties(used)]
        never([*conditions, rules.less(variable(name), lost)], "more tokens moved than there are")
        if to is None:
            never([*conditions, *is_odd(place, False)], "tokens that leave an even place")
        else:
            for yes in (True, False):
                both = [*is_odd(place, yes), *is_odd(to, yes)]
                never([*conditions, *both], "a move between two odd or two even places")
            never([*conditions, rules.at_most(rank_of(place), rank_of(to))], "tokens that rise")
        # No other place may decide whether there is such a move.
        apart = [sets.outside(sets.linear(plus(rules.places[n], place, -1), True)) for n in used]
        if all(sets.join([*conditions, other], []).empty for other in apart):
            values = zip(("place", "there", "moved"), (place, variable(name), lost), strict=True)
            told = [rules.equal(n, form) for n, form in values]
            ways.append(sets.join([*conditions, *told], ["x0", "place", "there", "moved"]))
    there, moved = variable("there"), variable("moved")
    some = [rules.less(here, length), rules.at_most(number(1), moved), rules.at_most(moved, there)]
    missing = sets.outside(sets.union(ways))
    never([*some, *is_odd(here, True), missing], "an odd place from which some number cannot go")
