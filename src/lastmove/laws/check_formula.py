"""Checks laws that are formulas in the coordinates and in remainders modulo linear forms.

Some coordinates may be parameters, which no move changes; so one certificate speaks of all their
values. A certificate lists cases, which cover all positions; each has ``where``, a condition on
the parameters, ``repeats``, and ``label``, an expression of the Program language. A repeat gives
linear expressions ``of`` and, in the parameters alone, ``start`` and ``period``: the entry
``["x", size + t]`` of the label stands for the remainder of repeat t, which is ``of`` less the
multiple of the period that leaves a number from ``start`` to ``start + period - 1``, or ``of``
itself below ``start``.

Products of a quotient and a parameter are not linear. But the multiple Q itself that is taken off
may be treated as one more coordinate, of which it is enough to know that it is 0, one of the first
few multiples of the period or beyond them, and that a move changes it by some of the periods listed
in ``shifts``.

Lemma. Let `lifted` positions be pairs (x, Q) with Q = 0 and of(x) < start + period, or with
Q > 0 and start <= of(x) - Q < start + period. If Q and Q' are multiples of the period and (x, Q),
(x', Q') lifted, each is the one that belongs to its position. So if the labels are right for all
lifted positions with Q = 0, ..., (m - 1) * period or Q >= m * period (all multiples are among
them, whatever m >= 1 is), where a move from x to x' is one from (x, Q) to each lifted
(x', Q + k * period), k in `shifts`, and there always is one, they are right for all positions. The
largest fall among the shifts is taken for m, so that no Q falls below 0 that is no multiple.

What is left is linear and is decided by finite automata, as in `check_automata`. Standard library
only; see `check` beside this module.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws import check_stalks, check_values
    from lastmove.laws.check import Game, Rejected, ints, need, text_of
    from lastmove.laws.check_automata import Claim, entries
    from lastmove.laws.check_forms import plus, variable
    from lastmove.laws.check_moves import Reader
    from lastmove.laws.check_sets import Form, Set
else:
    import check_stalks
    import check_values
    from check import Game, Rejected, ints, need, text_of
    from check_automata import Claim, entries
    from check_forms import plus, variable
    from check_moves import Reader
    from check_sets import Form, Set


def replaced(e: Any, entries: dict[int, Any]) -> Any:
    """Return an expression with others in place of some coordinates."""
    if not isinstance(e, list):
        return e
    if e[0] == "x":
        return entries.get(e[1], e)
    return [
        e[0],
        *(part if e[0] == "at" and i else replaced(part, entries) for i, part in enumerate(e[1:])),
    ]


def named(e: Any) -> set[int]:
    """Return the coordinates that an expression names."""
    if not isinstance(e, list):
        return set()
    if e[0] == "x":
        return {e[1]}
    return set().union(*(named(part) for part in e[1:] if isinstance(part, list) and part))


class Lifted(Claim):
    """The lifted positions of one case, with the label as sets of them."""

    def __init__(self, whole: Claim, case: dict[str, Any], parameters: set[int]) -> None:
        self.sets, self.case, self.game = whole.sets, case, whole.game
        size, self.repeats = whole.game.size, case["repeats"]
        total = size + len(self.repeats)
        self.names = [f"x{i}" for i in range(total)]
        self.reader = reader = Reader(self.sets, total)
        where = reader.holds(case["where"], {})
        need(named(case["where"]) <= parameters, "cases that moves can change")
        need(named(case["label"]) <= set(range(total)), "a label of what there is not")
        entries = {}
        self.periods: list[Form] = []
        # Where a position may be, and where a move may lead, one condition a repeat.
        self.here, self.there = [where], list[Set]()
        for t, repeat in enumerate(self.repeats, size):
            of, start, period = (repeat[key] for key in ("of", "start", "period"))
            need(named(of) <= set(range(size)), "a remainder of a remainder")
            need(named(["+", start, period]) <= parameters, "a period that moves can change")
            cases = reader.cases(period, {})
            need(len(cases) == 1 and not cases[0][0], "a period that is not linear")
            self.periods.append(cases[0][1])
            whole.never([where, reader.holds(["<=", period, 0], {})], "a period below 1")
            q, rest = ["x", t], ["-", of, ["x", t]]
            entries[t] = rest
            short = ["<", rest, ["+", start, period]]
            deep = max([1, *(-k for k in ints(repeat["shifts"], -9, "shifts"))])
            few: list[Any] = [["==", q, ["*", j, period]] for j in range(1, deep)]
            many = ["or", *few, [">=", q, ["*", deep, period]]] if few else [">=", q, period]
            for places, least in ((self.here, many), (self.there, [">=", q, 1])):
                far = ["and", least, [">=", rest, start]]
                places.append(reader.holds(["and", short, ["or", ["==", q, 0], far]], {}))
        # A position without a remainder would be none of the lifted ones.
        for fault in reader.faults:
            whole.never([where, *fault], "a remainder fails at a legal position")
        self.label = replaced(case["label"], entries)
        self.domain, self.players = whole.domain, whole.players
        self.players = [self.lift(player) for player in whole.players]

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another at every lifted position."""
        super().never([*self.here, *parts], text)

    def lift(self, player: Reader) -> Reader:
        """Return the moves of a player between lifted positions."""
        made = Reader(self.sets, self.game.size)
        for guard, parts in player.moves:
            ways = [
                self.multiples(guard, part, t) for part in parts for t in range(len(self.there))
            ]
            for choice in product(*ways):
                conditions = [c for more, _ in choice for c in more]
                count = len(self.there)
                after = [
                    [*part, *(form for _, form in choice[i * count : (i + 1) * count])]
                    for i, part in enumerate(parts)
                ]
                made.moves.append(([*guard, *conditions], after))
        return made

    def multiples(self, guard: list[Set], part: list[Form], t: int) -> list[tuple[list[Set], Form]]:
        """Return what a component may have for the multiple of repeat t, under conditions."""
        q, names = f"x{self.game.size + t}", self.there[t].names
        if all(n == q or part[int(n[1:])] == variable(n) for n in names):
            return [([], variable(q))]
        ways, some = [], []
        keep = {*self.names, *(n for form in part for n in form[0])}
        for k in ints(self.repeats[t]["shifts"], -9, "shifts"):
            after = plus(variable(q), self.periods[t], k)
            forms = [after if n == q else part[int(n[1:])] for n in names]
            ways.append((self.placed(self.there[t], forms), after))
            some.append(self.sets.join(ways[-1][0], keep))
        other = self.sets.outside(self.sets.union(some))
        self.never([*guard, other], "a move shifts by other multiples")
        return ways

    def given(self, name: str, before: tuple[str, ...] = ()) -> Set:
        """Return where the label is what a name says."""
        if name == "W":
            return self.reader.holds(self.label, {})
        if name in ("W0", "W1"):
            both = [["==", self.label, k] for k in (1, 2 if name == "W0" else 3)]
            return self.reader.holds(["or", *both], {})
        cases = self.reader.cases(self.label, {})
        return self.sets.union(
            self.sets.join([*guard, self.reader.equal("g", form)], [*before, *self.names])
            for guard, form in cases
        )

    def decide(self, what: str) -> None:
        """Check the labels."""
        if what == "grundy":
            self.grundy()
        elif what == "value":
            (check_stalks if "part" in self.case else check_values).decide(self)
        else:
            few = len(self.players) * 2
            some = ["any", 0, 0, few, 1, ["==", self.label, ["v", 0]]]
            self.never([self.reader.holds(["not", some], {})], "a label that is no outcome")
            self.outcome(what == "misere")
        for fault in self.reader.faults:
            self.never(fault, "the label fails at a legal position")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check the certificate of a law that is a formula."""
    need(len(games) == 1, "a system of several games is not decided here")
    what, game = cert["what"], games[0]
    need(what in ("outcome", "misere", "grundy", "value"), "no such claim")
    whole = Claim({**cert, "numeration": "binary"}, game)
    whole.sets.work *= 5
    parameters = set(ints(cert["parameters"], 0, "parameters are coordinates"))
    need(parameters <= set(range(game.size)), "parameters are coordinates")
    try:
        whole.rules(entries(cert["ranking"]))
        for player in whole.players:
            for guard, parts in player.moves:
                for i in parameters:
                    for part in parts:
                        same = whole.sets.linear(plus(part[i], variable(f"x{i}"), -1), True)
                        changes = whole.sets.outside(same)
                        whole.never([*guard, changes], "a move changes a parameter")
        reader = Reader(whole.sets, game.size)
        covered = whole.sets.union(reader.holds(case["where"], {}) for case in cert["cases"])
        whole.never([whole.sets.outside(covered)], "the cases do not cover all positions")
        for fault in reader.faults:
            whole.never(fault, "it fails to tell the case of a position")
        for case in cert["cases"]:
            (scale,) = ints([case.get("scale", 0)], 0, "a scale")
            need(what == "value" or "part" not in case, "a part of what is no value")
            need(scale == 0 or (what == "value" and "part" not in case), "a scale of no value")
            told = [repeat[key] for repeat in case["repeats"] for key in ("of", "start", "period")]
            for e in (case["where"], case["label"], *case.get("part", {}).values(), *told):
                text_of(e)  # nothing but expressions
            Lifted(whole, case, parameters).decide(what)
    except RecursionError:
        raise Rejected("the law nests too deeply") from None
