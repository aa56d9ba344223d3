"""Checks values that are a whole number and a part 1/2^d, as of stalks in Hackenbush.

A case has a ``part``: expressions ``sign``, one of -1, 0 and 1, and ``depth``, at least 1 where the
sign is not 0. The value is ``label + sign / 2^depth``. What makes it the value is said in
`check_values`: no number simpler than it lies between the options. Where the sign is not 0 the
nearest simpler numbers are the value less and plus 1/2^depth.

All inequalities are between whole forms and multiples of powers u = 1/2^d, 0 < u <= 1/2. Powers
with other depths e are replaced by bounds in terms of one, each under a condition on the depths:
1/2^e >= 2^m u where e + m <= d;  1/2^e <= u / 2^m where e >= d + m;  1/2^e >= 0;
1/2^e <= 1/2^k where e >= k;  1/2^e >= 1/2 where e <= 1.
Then A + c u > 0 follows from A >= 0 if c > 0, and from A + c/2 > 0 if c < 0; all else is linear and
decided by automata. Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Iterable, Iterator

    from lastmove.laws.check import need
    from lastmove.laws.check_forms import number, plus, variable
    from lastmove.laws.check_sets import Form, Set
else:
    from check import need
    from check_forms import number, plus, variable
    from check_sets import Form, Set

Terms = list[tuple[int, Form]]  # multiples of 1/2^depth
Worth = tuple[list[Set], Form, Terms]  # conditions, a whole form, and further terms


def added(a: Terms, b: Terms, times: int) -> Terms:
    """Return a + times * b, terms of the same depth together."""
    found: Terms = []
    for c, d in [*a, *((times * c, d) for c, d in b)]:
        known = next((i for i, (_, other) in enumerate(found) if other == d), None)
        if known is None:
            found.append((c, d))
        else:
            found[known] = (found[known][0] + c, d)
    return [(c, d) for c, d in found if c]


class Stalks:
    """The values that a label and its part give to the positions of a claim."""

    def __init__(self, claim: Any) -> None:
        self.claim, self.sets, self.reader = claim, claim.sets, claim.reader
        part = claim.case["part"]
        need(not claim.repeats, "remainders and parts of a whole")
        self.parts = [self.opened(e) for e in (claim.label, part["sign"], part["depth"])]

    def opened(self, e: Any) -> Any:
        """Return an expression with coordinates as variables."""
        if not isinstance(e, list):
            return e
        if e[0] == "x":
            return ["v", -1 - e[1]]
        return ["at", self.opened(e[1]), e[2]] if e[0] == "at" else [e[0], *map(self.opened, e[1:])]

    def value(self, forms: list[Form]) -> list[Worth]:
        """Return the value at a position, by cases."""
        env = {-1 - i: form for i, form in enumerate(forms)}
        found: list[Worth] = []
        for choice in product(*(self.reader.cases(e, env) for e in self.parts)):
            guard = [c for more, _ in choice for c in more]
            whole, sign, depth = (form for _, form in choice)
            need(not sign[0] and sign[1] in (-1, 0, 1), "a sign that is not -1, 0 or 1")
            found.append((guard, whole, [(sign[1], depth)] if sign[1] else []))
        return found

    def total(self, parts: list[list[Form]]) -> list[Worth]:
        """Return the sum of the values of components, by cases."""
        found: list[Worth] = [([], number(0), [])]
        for part in parts:
            found = [
                ([*guard, *more], plus(whole, other), added(terms, others, 1))
                for guard, whole, terms in found
                for more, other, others in self.value(part)
            ]
        return found

    def enough(self, whole: Form, terms: Terms, strict: bool) -> Iterator[list[Set]]:
        """Yield conditions, each enough for a sum to be at least zero, or more."""
        for _, base in terms or [(0, number(1))]:
            ways = [self.bounds(c, d, base) for c, d in terms]
            for choice in product(*ways):
                slope = sum((s for _, s, _ in choice), Fraction(0))
                rest = sum((Fraction(k) for _, _, k in choice), Fraction(0))
                rest += min(slope, Fraction(0)) / 2
                more = strict and slope <= 0
                scale = lcm(rest.denominator, 1)
                form = plus(number(int(rest * scale) - more), whole, scale)
                conditions = [c for some, _, _ in choice for c in some]
                yield [*conditions, self.reader.at_most(number(0), form)]

    def bounds(self, c: int, d: Form, base: Form) -> list[tuple[list[Set], Fraction, Any]]:
        """Return bounds of c / 2^d: conditions, a multiple of 1/2^base, and a constant."""
        found: list[tuple[list[Set], Fraction, Any]] = []
        if d == base:
            found.append(([], Fraction(c), 0))
        if c > 0:
            high = self.reader.at_most(d, number(1))
            found += [([], Fraction(0), 0), ([high], Fraction(0), Fraction(c, 2))]
            for m in (-1, 0, 1) if d != base else ():
                shallow = self.reader.at_most(plus(d, number(m)), base)
                found.append(([shallow], Fraction(2) ** m * c, 0))
            return found
        for m in (-1, 0, 1) if d != base else ():
            deep = self.reader.at_most(plus(base, number(m)), d)
            found.append(([deep], Fraction(2) ** -m * c, 0))
        for k in (1, 2):
            deep = self.reader.at_most(number(k), d)
            found.append(([deep], Fraction(0), Fraction(c, 2**k)))
        return found

    def covered(
        self, where: list[Set], names: set[str], ways: Iterable[list[Set]], text: str
    ) -> None:
        """Reject unless, wherever some conditions hold, so does one of several lists of others."""
        left = self.sets.join([self.claim.domain, *self.claim.here, *where], names)
        for conditions in ways:
            if left.empty:
                return
            left = self.sets.both(left, self.sets.outside(self.sets.join(conditions, names)))
        need(left.empty, text)


def names_of(whole: Form, terms: Terms) -> set[str]:
    """Return the variables of a sum."""
    return set(whole[0]).union(*(d[0] for _, d in terms))


def decide(claim: Any) -> None:
    """Check the values."""
    need(len(claim.players) == 2, "values are of partizan games")
    v = Stalks(claim)
    for here, whole, terms in v.value([variable(name) for name in claim.names]):
        for _, depth in terms:
            claim.never([*here, v.reader.less(depth, number(1))], "a depth below 1")
        for player, sign in ((0, 1), (1, -1)):
            options = [
                ([*guard, *more], plus(total, whole, -1), added(others, terms, -1))
                for guard, parts in claim.players[player].moves
                for more, total, others in v.total(parts)
            ]
            # By how much an option is better for who moved: negative, and not too much so.
            gains = [(c, plus(number(0), w, sign), added([], t, sign)) for c, w, t in options]
            for conditions, gain, parts in gains:
                less, fewer = plus(number(0), gain, -1), added([], parts, -1)
                v.covered(
                    [*here, *conditions],
                    names_of(less, fewer),
                    v.enough(less, fewer, strict=True),
                    f"an option of {'Left' if sign > 0 else 'Right'} is not worse",
                )
            step: Terms = [(1, terms[0][1])] if terms else []
            far = [] if terms else [v.reader.at_most(number(1), plus(number(0), whole, sign))]
            ways = (
                [*conditions, *some]
                for conditions, gain, parts in gains
                for some in v.enough(
                    gain if terms else plus(gain, number(1)), added(parts, step, 1), strict=False
                )
            )
            names = {*claim.names, *names_of(whole, terms)}
            v.covered([*here, *far], names, ways, "a simpler number lies between the options")
