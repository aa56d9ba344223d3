"""What is known of operations that addition and order do not define.

The facts are consequences of the definitions for natural numbers a and b:

- r = a % b: r < b; r = a if a < b; r <= a - b if not, and then r = a - b if a < 2 b; and r and a
  leave the same remainder modulo m if m divides b. r ends in the digits of a as far as those of b
  are 0, and has no others if b is a power of the base in which they are written.
- q = a // b: 0 if a < b, else 1 if a < 2 b; k q <= a if k <= b (k = 1, 2, 3), q >= k if k b <= a.
- g = gcd(a, b): the other number if one is 0; at most a > 0 and, if a != b, their difference, and
  likewise b; at least 1 then; a if a = b; m divides g iff it divides both.
- p = a * b: k b if a = k, and at least k b if a >= k (k = 0, 1, 2, 3), and so for b; the remainder
  modulo m is that of the product of the remainders.
- p = c ** b for a number c >= 2: 1 for b = 0; c for b = 1, at least that beyond; p >= b + 1; the
  remainders modulo m follow one another in a known order that repeats.
- s = isqrt(a): k <= s if k k <= a, and then k s <= a; s < k if not.
- the binary digits of a: none if a = 0; else 1 to a; fewer than k + 1 if a < 2 ** k.

The numbers m are those of the certificate. Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Callable

    from lastmove.laws.check import need
    from lastmove.laws.check_forms import MOST_COMMON, Forms, number, plus, variable
    from lastmove.laws.check_sets import Form, Set
else:
    from check import need
    from check_forms import MOST_COMMON, Forms, number, plus, variable
    from check_sets import Form, Set

UNARY = ("isqrt", "bit_length", "bit_count")
MOST_BASE = 64


def undefinable(op: str, a: Form, b: Form) -> bool:
    """Return whether the value of an operation is only estimated."""
    if op == "gcd":  # with a constant that is not too large it is told by remainders
        return bool(a[0] and b[0]) or max(abs(f[1]) for f in (a, b) if not f[0]) > MOST_COMMON
    if op == "*":
        return bool(a[0]) and bool(b[0])
    if op in ("<<", "**"):
        return bool(b[0])
    return op in ("%", "//") and bool(b[0])


class Facts:
    """Collects conditions on the value of one operation: implications between comparisons."""

    def __init__(self, forms: Forms) -> None:
        self.forms, self.sets = forms, forms.sets
        self.all: list[Set] = []

    def le(self, a: Form, b: Form) -> Set:
        """Return where a <= b."""
        return self.forms.at_most(a, b)

    def eq(self, a: Form, b: Form) -> Set:
        """Return where a = b."""
        return self.sets.linear(plus(a, b, -1), True)

    def lt(self, a: Form, b: Form) -> Set:
        """Return where a < b."""
        return self.forms.less(a, b)

    def fixed(self, a: Form, m: int, r: int) -> Set:
        """Return where a form is a number whose remainder by m is r."""
        quotient = self.forms.fresh()
        return self.sets.some(self.eq(a, ({quotient: m}, r)), [quotient])

    def rests(self, m: int, forms: list[Form], rule: Callable[..., bool]) -> None:
        """Note that the remainders of forms that are not negative by m obey a rule."""
        need(not self.sets.fibonacci, "remainders are not known in this numeration")
        count = range(len(forms))

        # A state is the remainders so far, and that of the next power of the base.
        def step(state: tuple[int, ...], letter: int) -> tuple[int, ...]:
            weight = state[-1]
            rests = [(state[i] + weight * self.sets.digit(letter, i)) % m for i in count]
            return (*rests, self.sets.base * weight % m)

        digits = tuple(f"d{i}" for i in count)
        made = self.sets.build(digits, (*[0] * len(forms), 1 % m), step, lambda s: rule(*s[:-1]))
        self.belong(forms, made)

    def belong(self, forms: list[Form], made: Set) -> None:
        """Note that forms, those that are not negative, are in a set."""
        names = [self.forms.fresh() for _ in forms]
        same = [self.forms.equal(n, form) for n, form in zip(names, forms, strict=True)]
        keep = {n for form in forms for n in form[0]}
        # Forms that are negative have no name, and what is noted says nothing of them.
        low = [self.lt(form, number(0)) for form in forms]
        self.all.append(
            self.sets.union([self.sets.join([*same, self.sets.apply(made, names)], keep), *low])
        )

    def last(self, a: Form, b: Form, r: Form) -> None:
        """Note what the digits of b say of r = a % b."""
        need(not self.sets.fibonacci, "remainders are not known in this numeration")

        # 0: b is 0 so far; 1, 3: it is a power, and r has no digits from there on, or some; 4: it
        # is none; 2: r ends in other digits.
        def step(state: int, letter: int) -> int:
            p, q, rest = (self.sets.digit(letter, i) for i in range(3))
            if state == 0:
                return (3 if rest else 1) if q == 1 else 4 if q else 2 * (p != rest)
            return state if state in (2, 4) else 4 if q else 3 if rest else state

        made = self.sets.build(("a", "b", "r"), 0, step, lambda s: s in (1, 4))
        self.belong([a, b, r], made)

    def when(self, conditions: list[Set], then: Set) -> None:
        """Note that conditions imply another."""
        parts = [self.sets.outside(c) for c in conditions]
        self.all.append(self.sets.union([*parts, then]))

    def told(self, defined: list[Set]) -> Set:
        """Return all that is known, where the operation is defined."""
        names = {n for part in [*self.all, *defined] for n in part.names}
        parts = [self.sets.outside(part) for part in defined]
        return self.sets.union([*parts, self.sets.join(self.all, names)])


def times(a: Form, k: int) -> Form:
    """Return k a."""
    return plus(number(0), a, k)


def about(reader: Any, op: str, name: str, forms: tuple[Form, ...]) -> tuple[Set, list[list[Set]]]:
    """Return what is known of the value of an operation, and where it fails or is not a number."""
    facts, value = Facts(reader), variable(name)
    a, b = forms[0], forms[-1]
    if op == "<<":  # a * 2 ** b
        need(not a[0] and a[1] == 1, "a shift that is not estimated")
        op, a = "**", number(2)
    zero, one = number(0), number(1)
    negative = [[facts.lt(form, zero)] for form in forms]
    defined = [facts.le(zero, form) for form in forms]
    if op in ("%", "//"):
        defined[-1:] = [facts.le(one, b)]
        faults = [*negative, [facts.eq(b, zero)]]
        (remainder if op == "%" else quotient)(facts, value, a, b, reader.moduli)
        if op == "%" and reader.digits:
            facts.last(a, b, value)
    elif op == "gcd":
        faults = negative
        divisor(facts, value, a, b, reader.moduli)
    elif op == "*":
        faults = negative
        product(facts, value, a, b, reader.moduli)
    elif op == "**":
        need(not a[0] and 2 <= a[1] <= MOST_BASE, "a power that is not estimated")
        faults = negative
        power(facts, value, a[1], b, reader.moduli)
    else:
        faults = negative
        (root if op == "isqrt" else digits)(facts, value, a)
    return facts.told(defined), faults


def remainder(facts: Facts, r: Form, a: Form, b: Form, moduli: list[int]) -> None:
    """Note what is known of r = a % b, where b > 0."""
    facts.when([], facts.lt(r, b))
    facts.when([facts.lt(a, b)], facts.eq(r, a))
    facts.when([facts.le(b, a)], facts.le(plus(r, b), a))
    facts.when([facts.le(b, a), facts.lt(a, times(b, 2))], facts.eq(plus(r, b), a))
    for m in moduli:
        facts.rests(m, [r, a, b], lambda p, q, s: s > 0 or p == q)


def quotient(facts: Facts, q: Form, a: Form, b: Form, moduli: list[int]) -> None:
    """Note what is known of q = a // b, where b > 0."""
    facts.when([facts.lt(a, b)], facts.eq(q, number(0)))
    facts.when([facts.le(b, a), facts.lt(a, times(b, 2))], facts.eq(q, number(1)))
    facts.when([facts.eq(b, number(1))], facts.eq(q, a))
    for k in (1, 2, 3):
        facts.when([facts.le(number(k), b)], facts.le(times(q, k), a))
        facts.when([facts.le(times(b, k), a)], facts.le(number(k), q))


def divisor(facts: Facts, g: Form, a: Form, b: Form, moduli: list[int]) -> None:
    """Note what is known of g = gcd(a, b)."""
    facts.when([facts.eq(a, b)], facts.eq(g, a))
    for p, q in ((a, b), (b, a)):
        some = facts.lt(number(0), p)
        facts.when([facts.eq(p, number(0))], facts.eq(g, q))
        facts.when([some], facts.le(number(1), g))
        facts.when([some], facts.le(g, p))
        facts.when([facts.lt(q, p)], facts.le(g, plus(p, q, -1)))
    for m in moduli:
        facts.rests(m, [g, a, b], lambda p, q, s: (p == 0) == (q == s == 0))


def product(facts: Facts, p: Form, a: Form, b: Form, moduli: list[int]) -> None:
    """Note what is known of p = a * b."""
    for x, y in ((a, b), (b, a)):
        for k in range(4):
            facts.when([facts.eq(x, number(k))], facts.eq(p, times(y, k)))
            facts.when([facts.le(number(k), x)], facts.le(times(y, k), p))
    for m in moduli:
        facts.rests(m, [p, a, b], lambda r, s, t, m=m: r == s * t % m)


def power(facts: Facts, p: Form, c: int, b: Form, moduli: list[int]) -> None:
    """Note what is known of p = c ** b."""
    facts.when([facts.eq(b, number(0))], facts.eq(p, number(1)))
    facts.when([facts.eq(b, number(1))], facts.eq(p, number(c)))
    facts.when([facts.le(number(1), b)], facts.le(number(c), p))
    facts.when([], facts.lt(b, p))
    for m in moduli:
        seen: list[int] = []
        rest = 1 % m
        while rest not in seen:
            seen.append(rest)
            rest = rest * c % m
        start = seen.index(rest)
        cycle = len(seen) - start
        for k in range(start):
            facts.when([facts.eq(b, number(k))], facts.fixed(p, m, seen[k]))
        for k in range(start, len(seen)):
            far = [facts.le(number(start), b), facts.fixed(b, cycle, k % cycle)]
            facts.when(far, facts.fixed(p, m, seen[k]))


def root(facts: Facts, s: Form, a: Form) -> None:
    """Note what is known of s = isqrt(a)."""
    for k in (1, 2, 3):
        enough = facts.le(number(k * k), a)
        facts.when([enough], facts.le(number(k), s))
        facts.when([enough], facts.le(times(s, k), a))
        facts.when([facts.lt(a, number(k * k))], facts.lt(s, number(k)))


def digits(facts: Facts, c: Form, a: Form) -> None:
    """Note what is known of the number of binary digits of a, or of those that are 1."""
    facts.when([facts.eq(a, number(0))], facts.eq(c, number(0)))
    facts.when([facts.le(number(1), a)], facts.le(number(1), c))
    facts.when([], facts.le(c, a))
    for k in (1, 2, 3):
        facts.when([facts.lt(a, number(1 << k))], facts.le(c, number(k)))
