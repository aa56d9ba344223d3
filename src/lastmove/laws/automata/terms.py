"""Expressions of a Program as linear forms under conditions, and conditions as formulas."""

from __future__ import annotations

from itertools import count
from math import gcd
from typing import TYPE_CHECKING

from lastmove.errors import LastmoveError
from lastmove.laws.automata.formula import (
    FALSE,
    TRUE,
    Formula,
    Linear,
    all_of,
    any_of,
    at_most,
    bits,
    divisible,
    equal,
    exists,
    less,
)
from lastmove.rules.expr import lift, same

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lastmove.rules.expr import Expr

__all__ = ["Case", "NotDefinable", "Terms", "coordinate"]

# More cases than this in one expression, or paths in one Program, are given up.
MOST_CASES = 256
# Constants whose divisors are looked for.
MOST_COMMON = 10_000


class NotDefinable(LastmoveError):
    """A Program does what the logic of addition (and binary digits) cannot say."""


def coordinate(i: int) -> str:
    """Return the variable that stands for coordinate `i`."""
    return f"x{i}"


class Case:
    """A linear form, where it applies, and the variables that the condition introduces.

    The cases of an expression exclude one another and cover everything; the variables
    introduced are determined by the others.
    """

    __slots__ = ("form", "fresh", "guard")

    def __init__(
        self, form: Linear, guard: Sequence[Formula] = (), fresh: Sequence[str] = ()
    ) -> None:
        self.form = form
        self.guard = tuple(guard)
        self.fresh = tuple(fresh)


class Terms:
    """Translates expressions; collects where they have no value.

    Attributes
    ----------
    faults : list of Formula
        Where an expression has no value at all, as conditions on coordinates and variables.
    """

    def __init__(self) -> None:
        self._count = count()
        self.faults: list[Formula] = []

    def fresh(self, letter: str) -> str:
        """Return a variable that is used nowhere else."""
        return f"{letter}{next(self._count)}"

    def cases(self, e: Expr, env: Mapping[int, Linear]) -> list[Case]:
        """Return the cases of an integer expression.

        Raises
        ------
        NotDefinable
            If the expression is not linear by cases.
        """
        found = self._cases(e, env)
        if len(found) > MOST_CASES:
            raise NotDefinable(f"{e} splits into too many cases")
        return found

    def _cases(self, e: Expr, env: Mapping[int, Linear]) -> list[Case]:
        op, args = e.op, e.args
        if op == "const":
            return [Case(Linear({}, args[0]))]
        if op == "x":
            return [Case(Linear.variable(coordinate(args[0])))]
        if op == "v":
            form = env.get(args[0])
            if form is None:
                raise NotDefinable("a variable carries a value from one turn of a loop to the next")
            return [Case(form)]
        if op == "?":
            condition = self.holds(args[0], env)
            return [
                Case(c.form, (side, *c.guard), c.fresh)
                for side, part in ((condition, args[1]), (~condition, args[2]))
                if side is not FALSE
                for c in self.cases(part, env)
            ]
        if e.boolean:
            condition = self.holds(e, env)
            return [
                Case(Linear({}, value), (side,))
                for value, side in ((1, condition), (0, ~condition))
                if side is not FALSE
            ]
        if op == "at":
            return self._entry(e, env)
        if op == "<<" and same(args[0], lift(1)) and args[1].op == "-":
            length, one = args[1].args
            if length.op == "bit_length" and same(one, lift(1)):
                return self._highest(length.args[0], env)
        parts = [self.cases(a, env) for a in args if not isinstance(a, int)]
        if op in ("neg", "abs", "~"):
            return [c for case in parts[0] for c in self._unary(op, case)]
        if len(parts) != 2 or op in ("any", "all", "sum", "least", "greatest"):
            raise NotDefinable(f"{op!r} is not definable by addition and order")
        return [
            Case(c.form, a.guard + b.guard + c.guard, a.fresh + b.fresh + c.fresh)
            for a in parts[0]
            for b in parts[1]
            for c in self._binary(op, a.form, b.form)
        ]

    def _unary(self, op: str, case: Case) -> list[Case]:
        form = case.form
        if op == "neg":
            return [Case(-form, case.guard, case.fresh)]
        if op == "~":
            return [Case(-form - 1, case.guard, case.fresh)]
        split = [(form, at_most(0, form)), (-form, less(form, 0))]
        return [Case(f, (*case.guard, g), case.fresh) for f, g in split if g is not FALSE]

    def _binary(self, op: str, a: Linear, b: Linear) -> list[Case]:
        if op == "+":
            return [Case(a + b)]
        if op == "-":
            return [Case(a - b)]
        if op in ("min", "max"):
            low = at_most(a, b)
            first, second = (a, b) if op == "min" else (b, a)
            split = [(first, low), (second, ~low)]
            return [Case(f, (g,)) for f, g in split if g is not FALSE]
        if op == "*":
            if a.terms and b.terms:
                raise NotDefinable("a product of two coordinates is not definable by addition")
            return [Case(b * a.constant if not a.terms else a * b.constant)]
        if op in ("&", "|", "^"):
            return [
                Case(c.form, (*x.guard, *y.guard, *c.guard), c.fresh)
                for x, above in self._signed(a)
                for y, up in self._signed(b)
                for c in [self._digits(op, x.form, y.form, above, up)]
            ]
        if op == "gcd" and not (a.terms and b.terms):
            return self._common(*((a, b.constant) if a.terms else (b, a.constant)))
        if op not in ("//", "%", "<<", ">>", "**") or b.terms:
            raise NotDefinable(f"{op!r} of two coordinates is not definable by addition")
        return self._by_constant(op, a, b.constant)

    def _by_constant(self, op: str, a: Linear, c: int) -> list[Case]:
        if (op in ("//", "%") and c <= 0) or c < 0 or (op in ("<<", ">>") and c > 40):
            raise NotDefinable(f"{op!r} by {c} is not definable")
        if op == "**":
            if c > 1 and a.terms:
                raise NotDefinable("a power of a coordinate is not definable by addition")
            return [Case(Linear({}, a.constant**c) if c != 1 else a)]
        if op == "<<":
            return [Case(a * (1 << c))]
        if op == ">>":
            op, c = "//", 1 << c
        if not a.terms:
            return [Case(Linear({}, a.constant // c if op == "//" else a.constant % c))]
        if c == 1:
            return [Case(a if op == "//" else Linear({}, 0))]
        q = self.fresh("q")
        found = []
        for quotient in (Linear.variable(q), -Linear.variable(q)):
            rest = a - c * quotient
            guard = [at_most(0, rest), less(rest, c)]
            if quotient.natural:
                found.append(Case(quotient if op == "//" else rest, guard, (q,)))
            elif not a.natural:
                guard.append(less(quotient, 0))
                found.append(Case(quotient if op == "//" else rest, guard, (q,)))
        return found

    def _common(self, a: Linear, c: int) -> list[Case]:
        """Return the greatest common divisor of a form and a constant."""
        if not a.terms:
            return [Case(Linear({}, gcd(a.constant, c)))]
        if c == 0:
            return self._unary("abs", Case(a))
        if abs(c) > MOST_COMMON:
            raise NotDefinable(f"'gcd' with {c} has too many cases")
        divisors = [d for d in range(1, abs(c) + 1) if c % d == 0]
        found = []
        for d in divisors:
            larger = [~divisible(a, e) for e in divisors if e > d and e % d == 0]
            found.append(Case(Linear({}, d), (divisible(a, d), *larger)))
        return found

    def _signed(self, a: Linear) -> list[tuple[Case, bool]]:
        """Return the numbers that stand for a form in digits, and whether it is negative there."""
        if a.natural:
            return [(Case(a), False)]
        split = [(Case(a, (at_most(0, a),)), False), (Case(-a - 1, (less(a, 0),)), True)]
        return [(case, sign) for case, sign in split if case.guard[0] is not FALSE]

    def _digits(self, op: str, a: Linear, b: Linear, above: bool, up: bool) -> Case:
        """Return a digitwise operation; a side that is negative is given as -1 less it, ``~a``.

        By De Morgan's laws it is a digitwise operation on the sides given, with digits turned
        over where both sides (``&``), a side (``|``) or one side (``^``) are negative.
        """
        name = self.fresh("d")
        made = Linear.variable(name)
        if op == "^":
            guard = bits("xor", a, b, made)
            return Case(-made - 1 if above != up else made, (guard,), (name,))
        if above == up:
            known = {("&", False): "and", ("|", False): "or", ("&", True): "or", ("|", True): "and"}
            guard = bits(known[op, above], a, b, made)
            return Case(-made - 1 if above else made, (guard,), (name,))
        # What one side has beyond the other: ~a & b = b - (a & b), and ~a | b = ~(a - (a & b)).
        negative, other = (a, b) if above else (b, a)
        guard = bits("and", a, b, made)
        return Case(other - made if op == "&" else made - negative - 1, (guard,), (name,))

    def power(self, form: Linear) -> Formula:
        """Return where a form is a power of two: it has no digit in common with what is before."""
        below = Linear.variable(self.fresh("d"))
        none = bits("and", form, below, Linear({}, 0))
        return exists(below.terms, equal(form, below + 1) & none)

    def _highest(self, e: Expr, env: Mapping[int, Linear]) -> list[Case]:
        """Return the highest power of two in a number; of 0 and below it is a fault."""
        found = []
        for case in self.cases(e, env):
            none = at_most(case.form, 0)
            self.faults.append(exists(case.fresh, all_of([*case.guard, none])))
            name = self.fresh("p")
            p = Linear.variable(name)
            guard = (self.power(p), at_most(p, case.form), less(case.form, 2 * p))
            found.append(Case(p, (*case.guard, *guard), (*case.fresh, name)))
        return found

    def _entry(self, e: Expr, env: Mapping[int, Linear]) -> list[Case]:
        index, entries = e.args
        n = len(entries)
        found = []
        for case in self.cases(index, env):
            within = all_of([at_most(-n, case.form), less(case.form, n)])
            self.faults.append(exists(case.fresh, all_of([*case.guard, ~within])))
            first = 0 if case.form.natural else -n
            for value in sorted(set(entries)):
                places = (i for i in range(first, n) if entries[i] == value)
                here = any_of(equal(case.form, i) for i in places)
                if here is not FALSE:
                    found.append(Case(Linear({}, value), (*case.guard, here), case.fresh))
        return found

    def holds(self, e: Expr, env: Mapping[int, Linear]) -> Formula:
        """Return the condition that an expression is true (not zero).

        Raises
        ------
        NotDefinable
            If the logic cannot say it.
        """
        op, args = e.op, e.args
        if op == "const":
            return TRUE if args[0] else FALSE
        if op == "and":
            return all_of([self.holds(args[0], env), self.holds(args[1], env)])
        if op == "or":
            return any_of([self.holds(args[0], env), self.holds(args[1], env)])
        if op == "not":
            return ~self.holds(args[0], env)
        if op in ("any", "all"):
            return self._reduced(e, env)
        if op == "?":
            c = self.holds(args[0], env)
            return (c & self.holds(args[1], env)) | (~c & self.holds(args[2], env))
        if op in ("==", "!=") and args[0].op == "%" and args[0].args[1].op == "const":
            remainder = self._remainder(args[0], args[1], env)
            if remainder is not None:
                return remainder if op == "==" else ~remainder
        if op not in ("==", "!=", "<", "<=", ">", ">="):
            return ~self._compared("==", self.cases(e, env), [Case(Linear({}, 0))])
        a, b = self.cases(args[0], env), self.cases(args[1], env)
        if op == "!=":
            return ~self._compared("==", a, b)
        if op in (">", ">="):
            op, a, b = {">": "<", ">=": "<="}[op], b, a
        return self._compared(op, a, b)

    def _compared(self, op: str, a: Iterable[Case], b: Sequence[Case]) -> Formula:
        make = {"==": equal, "<": less, "<=": at_most}[op]
        return any_of(
            exists(p.fresh + q.fresh, all_of([*p.guard, *q.guard, make(p.form, q.form)]))
            for p in a
            for q in b
        )

    def _remainder(self, e: Expr, value: Expr, env: Mapping[int, Linear]) -> Formula | None:
        """Return ``a % m == r`` as one congruence, where `r` is a constant."""
        m = e.args[1].args[0]
        if value.op != "const" or m <= 0:
            return None
        r = value.args[0]
        if not 0 <= r < m:
            return FALSE
        return any_of(
            exists(c.fresh, all_of([*c.guard, divisible(c.form - r, m)]))
            for c in self.cases(e.args[0], env)
        )

    def _reduced(self, e: Expr, env: Mapping[int, Linear]) -> Formula:
        v, start, stop, step, body = e.args
        found = []
        for case, turn in self.range(start, stop, step, env):
            inner = self.holds(body, {**env, v: case.form})
            inner = inner if e.op == "any" else ~inner
            found.append(exists((*case.fresh, turn), all_of([*case.guard, inner])))
        some = any_of(found)
        return some if e.op == "any" else ~some

    def range(
        self, start: Expr, stop: Expr, step: Expr, env: Mapping[int, Linear]
    ) -> list[tuple[Case, str]]:
        """Return the values of a range, and for each case the variable that counts its turns.

        Raises
        ------
        NotDefinable
            If the step is not a constant.
        """
        steps = self.cases(step, env)
        if len(steps) != 1 or steps[0].form.terms or not steps[0].form.constant:
            raise NotDefinable("a range whose step depends on the position is not definable")
        by = steps[0].form.constant
        found = []
        for a in self.cases(start, env):
            for b in self.cases(stop, env):
                turn = self.fresh("k")
                value = a.form + by * Linear.variable(turn)
                within = less(value, b.form) if by > 0 else less(b.form, value)
                if within is not FALSE:
                    guard = (*a.guard, *b.guard, within)
                    found.append((Case(value, guard, a.fresh + b.fresh), turn))
        return found
