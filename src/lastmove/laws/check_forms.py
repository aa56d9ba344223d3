"""Reads the expressions of a Program as linear forms with conditions, as sets of tuples.

Standard library only; see `check` beside this module. A form is a whole multiple of variables plus
a constant. Coordinate i is the variable ``x<i>``; other variables are numbers that exist.
"""

from __future__ import annotations

from math import gcd
from operator import and_, or_, xor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Callable, Iterable

    from lastmove.laws.check import COMPARE, OPERANDS, ints, need, power
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import COMPARE, OPERANDS, ints, need, power
    from check_sets import Form, Set, Sets

Env = dict[int, Form]
Case = tuple[list[Set], Form]
MOST_CASES = 5_000  # ways through an expression, or a block
MOST_COMMON = 10_000  # constants whose divisors are looked for
DIGITS = {"&": and_, "|": or_, "^": xor}


def plus(a: Form, b: Form, times: int = 1) -> Form:
    """Return a + times * b."""
    terms = {n: a[0].get(n, 0) + times * b[0].get(n, 0) for n in {**a[0], **b[0]}}
    return {n: c for n, c in terms.items() if c}, a[1] + times * b[1]


def number(n: int) -> Form:
    """Return a constant form."""
    return {}, n


def variable(name: str) -> Form:
    """Return the form that is a variable."""
    return {name: 1}, 0


def power_of(n: int, base: int) -> bool:
    """Return whether a number is a power of a base."""
    while n and n % base == 0:
        n //= base
    return n == 1


class Forms:
    """Reads expressions; `faults` are conditions that must never hold.

    Variables other than the coordinates are numbers that exist.
    """

    def __init__(self, sets: Sets, size: int) -> None:
        self.sets, self.size = sets, size
        self.coords = {f"x{i}" for i in range(size)}
        self.faults: list[list[Set]] = []
        self.units: set[str] = set()  # variables that are powers of the base

    def fresh(self) -> str:
        """Return a new variable."""
        return f"v{next(self.sets.ids)}"

    def scope(self, parts: Iterable[Set], env: Env) -> set[str]:
        """Return the variables that what follows may still speak of."""
        used = {n for part in parts for n in part.names}
        return self.coords | used | {n for form in env.values() for n in form[0]}

    def at_most(self, a: Form, b: Form) -> Set:
        """Return where a <= b."""
        return self.sets.linear(plus(a, b, -1), False)

    def less(self, a: Form, b: Form) -> Set:
        """Return where a < b."""
        return self.at_most(plus(a, number(1)), b)

    def cases(self, e: Any, env: Env) -> list[Case]:
        """Return the forms of an expression with the conditions under which it is each."""
        if type(e) is int:
            return [([], number(e))]
        op, *a = e
        need(len(a) == OPERANDS.get(op), f"no such expression: {op!r}")
        if op == "x":
            need(type(a[0]) is int and 0 <= a[0] < self.size, "no such coordinate")
            return [([], variable(f"x{a[0]}"))]
        if op == "v":
            need(a[0] in env, "a variable is carried round a loop")
            return [([], env[a[0]])]
        if op == "?" or op in COMPARE or op in ("and", "or", "not", "any", "all"):
            condition, *sides = a if op == "?" else (e, 1, 0)
            yes = self.holds(condition, env)
            made: list[Case] = []
            for c, side in zip((yes, self.sets.outside(yes)), sides, strict=True):
                known = len(self.faults)
                made += [([c, *more], form) for more, form in self.cases(side, env) if not c.empty]
                # Only the side that is chosen is evaluated.
                self.faults[known:] = [[c, *f] for f in self.faults[known:]]
            return made
        if op == "at":
            index, entries = self.cases(a[0], env), ints(a[1], -(1 << 64), "a table of integers")
            n = len(entries)
            for guard, form in index:
                self.faults.append([*guard, self.less(form, number(-n))])
                self.faults.append([*guard, self.at_most(number(n), form)])
            return [
                ([*guard, self.sets.linear(plus(form, number(-i)), True)], number(entries[i]))
                for guard, form in index
                for i in range(-n, n)
            ]
        need(op in ("neg", "abs", "~") or len(a) == 2, f"{op!r} is not decided here")
        if op == "<<" and a[0] == 1 and isinstance(a[1], list) and a[1][0] == "-":
            below = a[1][1:]
            if len(below) == 2 and isinstance(below[0], list) and below[0][0] == "bit_length":
                need(below[1] == 1 and len(below[0]) == 2, "a power that is not decided here")
                return self.highest(below[0][1], env)
        digit = self.one_digit(a, env) if op == "%" else None
        if digit is not None:
            return digit
        rest = self.cases(a[1], env) if len(a) == 2 else [([], number(0))]
        found = []
        for g, first in self.cases(a[0], env):
            for h, second in rest:
                known = len(self.faults)
                made = self.compute(op, first, second)
                self.faults[known:] = [[*g, *h, *f] for f in self.faults[known:]]
                found += [([*g, *h, *more], form) for more, form in made]
                need(len(found) <= MOST_CASES, "an expression with too many cases")
        return found

    def compute(self, op: str, a: Form, b: Form) -> list[Case]:
        """Return the cases of one operation."""
        zero = number(0)
        if op in ("+", "-"):
            return [([], plus(a, b, 1 if op == "+" else -1))]
        if op in ("neg", "~"):
            return [([], plus(number(-(op == "~")), a, -1))]
        if op == "abs":
            return [([self.at_most(zero, a)], a), ([self.less(a, zero)], plus(zero, a, -1))]
        if op in ("min", "max"):
            low, high = (a, b) if op == "min" else (b, a)
            return [([self.at_most(a, b)], low), ([self.less(b, a)], high)]
        if op in DIGITS:
            return [
                case for x in self.signed(a) for y in self.signed(b) for case in self.bits(op, x, y)
            ]
        if op == "*" and not a[0]:
            a, b = b, a
        if op == ">>" and b[0] and not a[0] and 0 <= a[1] < 1 << 32:
            # A constant whose bits are a table.
            self.faults.append([self.less(b, zero)])
            last = a[1].bit_length()
            beyond = ([self.at_most(number(last), b)], zero)
            places = [(self.sets.linear(plus(b, number(-i)), True), i) for i in range(last)]
            return [beyond, *(([here], number(a[1] >> i)) for here, i in places)]
        if op == "%" and self.is_power(b):
            return self.last(a, b)
        if op == "gcd" and not (a[0] and b[0]):
            return self.common(*((a, b[1]) if a[0] else (b, a[1])))
        need(not b[0], f"{op!r} of two coordinates is not decided here")
        c = b[1]
        if op in ("<<", ">>"):
            need(0 <= c <= 40, "a shift that is not decided here")
            op, c = {"<<": "*", ">>": "//"}[op], 1 << c
        if op == "*":
            return [([], plus(zero, a, c))]
        if op == "**":
            need(c == 1 or (not a[0] and 0 <= c < 64), "a power that is not decided here")
            return [([], a if c == 1 else number(power(a[1], c)))]
        need(op in ("//", "%") and c > 0, f"{op!r} by {c} is not decided here")
        name = self.fresh()
        found = []
        # The quotient is a number, or minus one and a number.
        for quotient in (variable(name), ({name: -1}, -1)):
            rest = plus(a, quotient, -c)
            guard = [self.at_most(zero, rest), self.less(rest, number(c))]
            found.append((guard, quotient if op == "//" else rest))
        return found

    def common(self, a: Form, c: int) -> list[Case]:
        """Return the greatest common divisor of a form and a constant.

        It is the divisor d of c that divides the form, where no other multiple of d in c does.
        """
        if c == 0 or not a[0]:
            return self.compute("abs", a, a) if c == 0 else [([], number(gcd(a[1], c)))]
        c = abs(c)
        need(c <= MOST_COMMON, f"'gcd' with {c} is not decided here")
        divisors = [d for d in range(1, c + 1) if c % d == 0]
        by = {d: self.whole_multiple(a, d) for d in divisors}
        return [
            (
                [by[d], *(self.sets.outside(by[e]) for e in divisors if e > d and e % d == 0)],
                number(d),
            )
            for d in divisors
        ]

    def whole_multiple(self, a: Form, m: int) -> Set:
        """Return where a form is a multiple of a number, also a negative one."""
        name = self.fresh()
        some = [plus(a, variable(name), times) for times in (m, -m)]
        return self.sets.union(
            self.sets.join([self.sets.linear(form, True)], set(a[0])) for form in some
        )

    def signed(self, a: Form) -> list[tuple[int, Form, list[Set]]]:
        """Return the sign bit, the number whose digits these are if it is 0, and where it is so.

        As in Python, the digits of a negative number are those of -1 - a, each turned over.
        """
        if min([a[1], *a[0].values()]) >= 0:
            return [(0, a, [])]
        turned = plus(number(-1), a, -1)
        return [(0, a, [self.at_most(number(0), a)]), (1, turned, [self.less(a, number(0))])]

    def bits(
        self, op: str, a: tuple[int, Form, list[Set]], b: tuple[int, Form, list[Set]]
    ) -> list[Case]:
        """Return the case of a digitwise operation for given signs."""
        rule, s, t = DIGITS[op], a[0], b[0]
        sign = rule(s, t)
        names = [self.fresh() for _ in range(3)]
        same = [self.equal(n, side[1]) for n, side in zip(names, (a, b), strict=False)]
        digits = self.sets.digits(names, lambda i, j: rule(i ^ s, j ^ t) ^ sign)
        form = plus(number(-1), variable(names[2]), -1) if sign else variable(names[2])
        return [([*a[2], *b[2], *same, digits], form)]

    def is_power(self, form: Form) -> bool:
        """Return whether a form is known to be a power of the base, where it is a number."""
        names, c = list(form[0]), sum(form[0].values())
        power = power_of(c, self.sets.base) and not form[1]
        return power and len(names) == 1 and names[0] in self.units

    def last(self, a: Form, power: Form) -> list[Case]:
        """Return the remainder of a number by a power of the base: its digits before that place."""

        # The digits of the remainder are those of the number up to the 1 of the power, then 0.
        def step(state: int, p: int, q: int, r: int) -> int:
            if state == 0:
                return 1 if q == 1 and not r else 2 if q else 2 * (p != r)
            return 2 if q or r else state

        return self.at_place(a, power, step)

    def one_digit(self, a: Any, env: Env) -> list[Case] | None:
        """Return the digit of a number at a power of the base, ``x // p % base``, or None."""
        if a[1] != self.sets.base or not isinstance(a[0], list) or a[0][:1] != ["//"]:
            return None
        need(len(a[0]) == 3, "no such expression: '//'")
        before = len(self.faults)
        powers = self.cases(a[0][2], env)
        if len(powers) != 1 or powers[0][0] or not self.is_power(powers[0][1]):
            del self.faults[before:]
            return None

        # The first digit of the result is that of the number at the place of the power.
        def step(state: int, p: int, q: int, r: int) -> int:
            if state == 1 or q > 1 or (state and r):
                return 2 if q or r else 1
            seen = state - 3 if state else r
            return (1 if p == seen else 2) if q else 3 + seen

        found = []
        for guard, form in self.cases(a[0][1], env):
            known = len(self.faults)
            made = self.at_place(form, powers[0][1], step)
            self.faults[known:] = [[*guard, *f] for f in self.faults[known:]]
            found += [([*guard, *more], value) for more, value in made]
        return found

    def at_place(
        self, a: Form, power: Form, step: Callable[[int, int, int, int], int]
    ) -> list[Case]:
        """Return what a number has to do with a power, by steps for their digits and its own.

        The steps must lead to state 1 for one such number only, and to state 2 not from there.
        """
        self.faults.append([self.less(a, number(0))])
        names = [self.fresh() for _ in range(3)]
        same = [self.equal(n, form) for n, form in zip(names, (a, power), strict=False)]
        digit = self.sets.digit
        made = self.sets.build(
            ("a", "p", "r"),
            0,
            lambda s, n: 2 if s == 2 else step(s, digit(n, 0), digit(n, 1), digit(n, 2)),
            lambda s: s == 1,
        )
        return [([*same, self.sets.apply(made, names)], variable(names[2]))]

    def highest(self, e: Any, env: Env) -> list[Case]:
        """Return the highest power of two in a number, ``1 << x.bit_length() - 1``.

        It is the power p of two with p <= x < 2 p. There is none of 0, where Python has an error;
        of a negative number it is not asked for.
        """
        need(self.sets.base == 2, "a power of another base")
        found = []
        for guard, form in self.cases(e, env):
            self.faults.append([*guard, self.at_most(form, number(0))])
            name = self.fresh()
            p = variable(name)
            within = [self.at_most(p, form), self.less(form, plus(p, p))]
            found.append(([*guard, self.powers(name, 1), *within], p))
        return found

    def powers(self, name: str, least: int) -> Set:
        """Return where a variable is a power of the base, not below the least."""
        need(not self.sets.fibonacci, "binary digits have no meaning here")
        # A state is the sum of the digits so far, at most 2.
        made = self.sets.build((name,), 0, lambda s, digit: min(2, s + digit), lambda s: s == 1)
        return self.sets.both(made, self.at_most(number(least), variable(name)))

    def equal(self, name: str, form: Form) -> Set:
        """Return where a variable is a form."""
        return self.sets.linear(plus(form, variable(name), -1), True)

    def holds(self, e: Any, env: Env) -> Set:
        """Return where an expression is not zero."""
        op, *a = e if isinstance(e, list) else ("const",)
        need(op == "const" or len(a) == OPERANDS.get(op), f"no such expression: {op!r}")
        if op in ("and", "or"):
            first, known = self.holds(a[0], env), len(self.faults)
            second = self.holds(a[1], env)
            # The second part is evaluated where the first does not decide.
            asked = first if op == "and" else self.sets.outside(first)
            self.faults[known:] = [[asked, *f] for f in self.faults[known:]]
            return (
                self.sets.both(first, second) if op == "and" else self.sets.union([first, second])
            )
        if op == "not":
            return self.sets.outside(self.holds(a[0], env))
        if op in ("any", "all"):
            parts = []
            for guard, value, _ in self.turns(a[1], a[2], a[3], env):
                known = len(self.faults)
                inner = self.holds(a[4], {**env, a[0]: value})
                self.faults[known:] = [[*guard, *f] for f in self.faults[known:]]
                inner = inner if op == "any" else self.sets.outside(inner)
                parts.append(self.sets.join([*guard, inner], self.scope([], env)))
            found = self.sets.union(parts)
            return found if op == "any" else self.sets.outside(found)
        if op in (">", ">="):
            op, a = {">": "<", ">=": "<="}[op], a[::-1]
        if op not in COMPARE:
            op, a = "!=", [e, 0]
        tests = []
        for g, x in self.cases(a[0], env):
            for h, y in self.cases(a[1], env):
                if op in ("==", "!="):
                    test = self.sets.linear(plus(x, y, -1), True)
                else:
                    test = (self.less if op == "<" else self.at_most)(x, y)
                tests.append([*g, *h, test])
        # Reading the parts may have made variables that what follows may speak of.
        keep = self.scope([], env)
        found = self.sets.union([self.sets.join(parts, keep) for parts in tests])
        return self.sets.outside(found) if op == "!=" else found

    def turns(
        self, start: Any, stop: Any, step: Any, env: Env
    ) -> list[tuple[list[Set], Form, str]]:
        """Return the values of a range, under conditions, and the variable counting its turns."""
        need(type(step) is int and step != 0, "a range whose step is no constant")
        found = []
        for g, first in self.cases(start, env):
            for h, last in self.cases(stop, env):
                turn = self.fresh()
                value = plus(first, variable(turn), step)
                inside = self.less(value, last) if step > 0 else self.less(last, value)
                found.append(([*g, *h, inside], value, turn))
        return found
