"""Checks that formulas give the values of a partizan game, all of them numbers.

Theorem (Conway, On Numbers and Games, 1976; Siegel, Combinatorial Game Theory, chapter II). A
position whose Left options are worth less than v and whose Right options more is worth v if no
number simpler than v lies between them, that is, with v = a / 2^t in lowest terms:
t > 0: some Left option is worth at least v - 1/2^t and some Right option at most v + 1/2^t;
v whole: v = 0, or v > 0 and some Left option is worth at least v - 1, or v < 0 and some Right
option at most v + 1.

So there are only inequalities between the value of a position and the sums of values of an
option's components. Where values are linear by cases, finite automata decide them. A value may
also have terms floor(n / p), p the greatest power of two up to d, for linear n and d; the label
writes them ``n >> (d.bit_length() - 1)``. Terms with other powers are replaced by bounds that
have one power p in common, and p times the inequality is decided: p * floor(n / p) is n without
its lower digits. The bounds, each under a condition that is decided with it, are, for a term with
the power r:
floor(n / r) >= m * floor(n / p) where m * r <= p;  floor(n / r) <= floor(n / p) where p <= r;
floor(n / r) >= C where n >= C * r;  floor(n / r) <= C where n < (C + 1) * r.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Iterable, Iterator

    from lastmove.laws.check import REDUCE, ints, need
    from lastmove.laws.check_forms import Case, number, plus, variable
    from lastmove.laws.check_sets import Form, Set
else:
    from check import REDUCE, ints, need
    from check_forms import Case, number, plus, variable
    from check_sets import Form, Set

Bound = tuple[list[Set], Form]  # conditions, and a multiple of the common power
CONSTANTS = (1, 2, 0)


class Values:
    """The values that a formula gives to the positions of a claim."""

    def __init__(self, claim: Any) -> None:
        self.claim, self.sets, self.reader = claim, claim.sets, claim.reader
        (scale,) = ints([claim.case.get("scale", 0)], 0, "a scale")
        need(scale <= 64, "a scale of more than 64")
        self.unit = 1 << scale
        self.terms: list[tuple[Any, Any]] = []
        self.label = self.without_powers(claim.label)
        # What the names of terms stand for: n and d.
        self.powers: dict[str, tuple[Form, Form]] = {}

    def without_powers(self, e: Any) -> Any:
        """Return an expression with coordinates as variables, and its terms as further ones."""
        if not isinstance(e, list):
            return e
        if e[0] == "x":
            return ["v", -1 - e[1]]
        if e[0] == ">>" and isinstance(e[2], list):
            _, n, (op, length, one) = e
            need(op == "-" and one == 1 and length[0] == "bit_length", "no power of two")
            self.terms.append((self.without_powers(n), self.without_powers(length[1])))
            return ["v", 1000 + len(self.terms) - 1]
        # A range over the variable of a term would hide the term.
        need(e[0] not in ("v", *REDUCE) or e[1] < 1000, "a variable that is none")
        if e[0] == "at":
            return ["at", self.without_powers(e[1]), e[2]]
        return [e[0], *map(self.without_powers, e[1:])]

    def value(self, forms: list[Form]) -> list[Case]:
        """Return the value at a position, by cases."""
        env = {-1 - i: form for i, form in enumerate(forms)}
        for k, (n, d) in enumerate(self.terms):
            name = self.reader.fresh() + "t"
            both = [self.reader.cases(e, env) for e in (n, d)]
            need(all(len(c) == 1 and not c[0][0] for c in both), "a term that is not linear")
            self.powers[name] = (both[0][0][1], both[1][0][1])
            env[1000 + k] = variable(name)
        found: list[Case] = self.reader.cases(self.label, env)
        for guard, _ in found:
            names = {n for part in guard for n in part.names}
            need(not names & set(self.powers), "a case that depends on a power of two")
        return found

    def total(self, parts: list[list[Form]]) -> list[Case]:
        """Return the sum of the values of components, by cases."""
        found: list[Case] = [([], number(0))]
        for part in parts:
            found = [
                ([*guard, *more], plus(form, other))
                for guard, form in found
                for more, other in self.value(part)
            ]
        return found

    def variables(self, form: Form) -> set[str]:
        """Return the variables that a form depends on, also through its terms."""
        inner = [f for name in form[0] for f in self.powers.get(name, ())]
        plain = {n for n in form[0] if n not in self.powers}
        return plain.union(*(f[0] for f in inner))

    # Inequalities

    def bounds(self, form: Form) -> Iterator[list[Set]]:
        """Yield conditions, each enough for a form to be at least zero."""
        terms = [(c, *self.powers[n]) for n, c in form[0].items() if n in self.powers]
        rest: Form = {n: c for n, c in form[0].items() if n not in self.powers}, form[1]
        if not terms:
            yield [self.reader.at_most(number(0), rest)]
            return
        if rest[0]:
            return
        bases: list[Form] = []
        for _, _, d in terms:
            bases += [d] if d not in bases else []
        for base in bases:
            p = self.reader.fresh() + "p"
            ways = [list(self.bound(c, n, d, base, p)) for c, n, d in terms]
            for choice in product(*ways):
                conditions = self.power(base, p)
                total: Form = {p: rest[1]}, 0
                for more, multiple in choice:
                    conditions += more
                    total = plus(total, multiple)
                yield [*conditions, self.reader.at_most(number(0), total)]

    def bound(self, c: int, n: Form, d: Form, base: Form, p: str) -> Iterator[Bound]:
        """Yield bounds of p times a term, lower ones if its factor is positive."""
        if d == base:
            yield self.masked(n, p, c)
            return
        r = self.reader.fresh() + "p"
        power = self.power(d, r)
        for m in (1, 2) if c > 0 else (1,):
            one, other = ({r: m}, 0), variable(p)
            more, multiple = self.masked(n, p, c * m)
            order = (one, other) if c > 0 else (other, one)
            yield [*power, *more, self.reader.at_most(*order)], multiple
        for k in CONSTANTS:
            edge: Form = {r: k if c > 0 else k + 1}, 0
            side = self.reader.at_most(edge, n) if c > 0 else self.reader.less(n, edge)
            yield [*power, side], ({p: c * k}, 0)

    def power(self, d: Form, p: str) -> list[Set]:
        """Return that p is the greatest power of two up to d."""
        name = self.reader.fresh()

        def step(state: Any, letter: int) -> Any:
            digit, mark = letter & 1, letter >> 1
            if state == "above":
                return "above" if letter == 0 else None
            if state == "below":
                return "below" if not mark else "above" if digit else None
            return None

        made = self.sets.build(("a", "b"), "below", step, lambda s: s == "above")
        return [self.reader.equal(name, d), self.sets.apply(made, [name, p])]

    def masked(self, n: Form, p: str, times: int) -> Bound:
        """Return `times` the form n without the digits below that of the power p."""
        name, rest = self.reader.fresh(), self.reader.fresh()

        def step(state: Any, letter: int) -> Any:
            digit, mark, kept = letter & 1, letter >> 1 & 1, letter >> 2
            if state == "below" and not mark:
                return None if kept else "below"
            return "above" if state and digit == kept else None

        made = self.sets.build(("a", "b", "c"), "below", step, lambda s: s == "above")
        conditions = [self.reader.equal(name, n), self.sets.apply(made, [name, p, rest])]
        return conditions, ({rest: times}, 0)

    def holds(self, guard: list[Set], form: Form, text: str) -> None:
        """Reject unless a form is at least zero at every lifted position with a condition."""
        names = self.variables(form)
        self.covered([*self.claim.here, *guard], names, self.bounds(form), text)

    def covered(
        self, where: list[Set], names: set[str], enough: Iterable[list[Set]], text: str
    ) -> None:
        """Reject unless, wherever some conditions hold, so does one of several lists of others."""
        left = self.sets.join([self.claim.domain, *where], names)
        for conditions in enough:
            if left.empty:
                return
            found = self.sets.join(conditions, names)
            if not found.empty:
                left = self.sets.both(left, self.sets.outside(found))
        need(left.empty, text)

    def reaching(self, player: int, value: Form, by: int) -> Iterator[list[Set]]:
        """Yield conditions under which an option's value misses that of the position by `by`."""
        for guard, parts in self.claim.players[player].moves:
            for more, total in self.total(parts):
                gain = plus(total, value, -1) if player == 0 else plus(value, total, -1)
                for conditions in self.bounds(plus(gain, number(by))):
                    yield [*guard, *more, *conditions]

    def positive(self, form: Form) -> list[Set]:
        """Return where a form with one term at most is at least 1."""
        terms = [(c, *self.powers[n]) for n, c in form[0].items() if n in self.powers]
        if not terms:
            return [self.reader.at_most(number(1), form)]
        need(len(terms) == len(form[0]) == 1, "a value with several terms")
        (c, n, d), p = terms[0], self.reader.fresh() + "p"
        # c * floor(n / p) >= 1 - constant
        edge = -((form[1] - 1) // c) if c > 0 else (form[1] - 1) // -c + 1
        where: Form = {p: edge}, 0
        side = self.reader.at_most(where, n) if c > 0 else self.reader.less(n, where)
        return [*self.power(d, p), side]


def decide(claim: Any) -> None:
    """Check the values."""
    need(len(claim.players) == 2, "values are of partizan games")
    v = Values(claim)
    own = v.value([variable(name) for name in claim.names])
    for _, d in v.powers.values():
        claim.never([v.reader.less(d, number(1))], "no power of two is at most 0")
    for here, value in own:
        for name in set(value[0]) & set(v.powers):
            below = v.reader.less(v.powers[name][0], number(0))
            claim.never([*here, below], "a power of two into what is negative")
        for player, sign in ((0, 1), (1, -1)):
            for guard, parts in claim.players[player].moves:
                for more, total in v.total(parts):
                    gap = plus(value, total, -1) if sign > 0 else plus(total, value, -1)
                    text = f"an option of {'Left' if sign > 0 else 'Right'} is not worse"
                    v.holds([*here, *guard, *more], plus(gap, number(-1)), text)
            simpler = "a simpler number lies between the options"
            away = value if sign > 0 else plus(number(0), value, -1)
            unit = v.unit
            while unit:
                last = unit == v.unit
                place = ["%", ["v", 0], unit if last else 2 * unit]
                if v.unit > 1:
                    need(not v.terms, "a scale and powers of two")
                    lowest = ["==", place, 0 if last else unit]
                    level = [v.reader.holds(lowest, {0: value})]
                else:
                    level = []
                far = v.positive(away) if last else []
                names = {*claim.names, *v.variables(value)}
                where = [*claim.here, *here, *level, *far]
                v.covered(where, names, v.reaching(player, value, unit), simpler)
                unit //= 2
