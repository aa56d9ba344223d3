"""Conditions that people have words for: comparisons, remainders, powers of two, digits.

Each is a relation that automata recognise, with the positions of a small table that it holds at, so
that many can be tried; `lastmove.laws.automata.say` puts them together.
"""

from __future__ import annotations

from itertools import combinations, product
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from lastmove._core import Automaton
from lastmove.laws.automata.familiar import shift
from lastmove.laws.automata.formula import (
    Linear,
    Logic,
    all_of,
    at_most,
    divisible,
    equal,
    exists,
    less,
    member,
)
from lastmove.laws.automata.relation import BINARY, ZECKENDORF, Relation
from lastmove.laws.automata.terms import coordinate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.laws.automata.relation import Numeration

    Place = tuple[int, ...]

__all__ = ["Atom", "atoms"]

_MODULI = {1: 16, 2: 6, 3: 4}
_CLASSES = [(m, rests) for m in (2, 3, 4) for n in (1, 2) for rests in combinations(range(m), n)]
_BOUNDS = {1: 12, 2: 3, 3: 1}


class Atom(NamedTuple):
    """A condition on the coordinates.

    Attributes
    ----------
    text : str
        How it reads, with ``{0}``, ``{1}``, ... for the coordinates.
    formula : bool
        Whether the text is a formula rather than words.
    cost : int
        How much there is to read.
    holds : callable
        Whether it holds at a place.
    make : callable
        The relation between the variables of the coordinates.
    """

    text: str
    formula: bool
    cost: int
    holds: Callable[[Place], bool]
    make: Callable[[], Relation]


def atoms(numeration: Numeration, arity: int) -> Iterator[Atom]:
    """Yield conditions on some coordinates, simpler ones first."""
    logic = Logic(numeration)
    for form in _forms(arity):
        yield from _compared(logic, form, _BOUNDS.get(arity, 0))
        yield from _remainders(logic, form, _MODULI.get(arity, 3))
    for i, j, k in combinations(range(arity), 3):
        x = [Linear.variable(coordinate(n)) for n in (i, j, k)]
        text = f"{{{i}}} = {{{j}}} = {{{k}}}"
        both = equal(x[0], x[1]) & equal(x[1], x[2])
        yield Atom(
            text,
            True,
            5,
            lambda at, i=i, j=j, k=k: at[i] == at[j] == at[k],  # type: ignore[misc]
            lambda both=both: logic.relation(both),  # type: ignore[misc]
        )
    if arity > 2:
        yield _different(logic, arity)
    for i, j in combinations(range(arity), 2):
        yield from _apart(logic, i, j)
    if numeration == BINARY:
        yield from _digits(logic, arity)
    elif arity == 2:
        yield from _golden(0, 1)
        yield from _golden(1, 0)


def _forms(arity: int) -> Iterator[tuple[int, ...]]:
    """Yield primitive coefficients, the first that is not 0 positive; small ones first."""
    most = {1: 1, 2: 3}.get(arity, 1)
    every = product(range(-most, most + 1), repeat=arity)
    for form in sorted(every, key=lambda f: (sum(map(abs, f)), [-c for c in f])):
        lead = next((c for c in form if c), 0)
        if lead > 0 and gcd(*form) == 1 and sum(map(abs, form)) <= max(arity, 4):
            yield form


def _sides(form: Sequence[int]) -> tuple[str, str]:
    """Return the terms with positive coefficients, and the others with their signs turned."""
    parts = [
        [f"{abs(c) if abs(c) > 1 else ''}{{{i}}}" for i, c in enumerate(form) if c * sign > 0]
        for sign in (1, -1)
    ]
    return " + ".join(parts[0]), " + ".join(parts[1])


def _value(form: Sequence[int], at: Place) -> int:
    return sum(c * v for c, v in zip(form, at, strict=True))


def _linear(form: Sequence[int]) -> Linear:
    return Linear({coordinate(i): c for i, c in enumerate(form) if c})


def _compared(logic: Logic, form: tuple[int, ...], most: int) -> Iterator[Atom]:
    left, right = _sides(form)
    lone = not right
    term, size = _linear(form), sum(map(bool, form))
    for bound in sorted(range(0 if lone else -most, most + 1), key=abs):
        tail = f"{bound}" if lone else right + (f" {'-' if bound < 0 else '+'} {abs(bound)}")
        tail = right if right and not bound else tail
        cost = 2 * size + 1 + (abs(bound) > 0) + abs(bound) // 2 + sum(abs(c) > 1 for c in form)
        for sign, holds, made in (
            ("=", lambda v, b: v == b, equal(term, bound)),
            ("<=", lambda v, b: v <= b, at_most(term, bound)),
            (">=", lambda v, b: v >= b, at_most(bound, term)),
            ("!=", lambda v, b: v != b, ~equal(term, bound)),
        ):
            text = f"{left} {sign} {tail}"
            if right and (sign, bound) in (("<=", -1), (">=", 1)):
                text = f"{left} {sign[0]} {right}"
            if size > 1 and lone and sign == "=" and not bound and max(form) == 1:
                text = left.replace("+", "=") + " = 0"
            yield Atom(
                text,
                True,
                cost + (sign == "!="),
                lambda at, h=holds, b=bound: h(_value(form, at), b),  # type: ignore[misc]
                lambda made=made: logic.relation(made),  # type: ignore[misc]
            )


def _remainders(logic: Logic, form: tuple[int, ...], most: int) -> Iterator[Atom]:
    if max(map(abs, form)) > 1:
        return
    left, right = _sides(form)
    whole = f"{left} - {right.replace(' + ', ' - ')}" if right else left
    bare = whole if sum(map(abs, form)) == 1 else f"({whole})"
    term, size = _linear(form), sum(map(bool, form))
    for m in range(2, most + 1):
        for r in range(m):
            made = divisible(term - r, m)
            for sign, wanted in (("=", True), ("!=", False)):
                if m == 2 and not wanted:
                    continue
                text = f"{bare} % {m} {sign} {r}"
                if m == 2:
                    text = f"{whole} is {('even', 'odd')[r]}"
                yield Atom(
                    text,
                    m > 2,
                    2 * size + 1 + m // 2 + (not wanted),
                    lambda at, m=m, r=r, w=wanted: (_value(form, at) % m == r) == w,  # type: ignore[misc]
                    lambda made=made, w=wanted: logic.relation(made if w else ~made),  # type: ignore[misc]
                )


def _different(logic: Logic, arity: int) -> Atom:
    """Return that no two coordinates are equal."""
    names = [f"{{{i}}}" for i in range(arity)]
    x = [Linear.variable(coordinate(i)) for i in range(arity)]
    made = all_of(~equal(a, b) for a, b in combinations(x, 2))
    return Atom(
        f"{', '.join(names[:-1])} and {names[-1]} are all different",
        False,
        2 * arity + 4,
        lambda at: len(set(at)) == len(at),
        lambda: logic.relation(made),
    )


def _apart(logic: Logic, i: int, j: int) -> Iterator[Atom]:
    """Yield how far two coordinates are apart."""
    term = Linear.variable(coordinate(i)) - Linear.variable(coordinate(j))
    for bound in (1, 2, 3):
        near = at_most(term, bound) & at_most(-term, bound)
        on = equal(term, bound) | equal(-term, bound)
        for sign, holds, made in (
            ("=", lambda v, b: v == b, on),
            ("<=", lambda v, b: v <= b, near),
            (">=", lambda v, b: v >= b, on | ~near),
        ):
            yield Atom(
                f"|{{{i}}} - {{{j}}}| {sign} {bound}",
                True,
                7 + bound // 2,
                lambda at, h=holds, b=bound: h(abs(at[i] - at[j]), b),  # type: ignore[misc]
                lambda made=made: logic.relation(made),  # type: ignore[misc]
            )


def _golden(i: int, j: int) -> Iterator[Atom]:
    """Yield on which side of the line a = phi b a pair is; phi is irrational."""
    from math import isqrt

    a, b, y = Linear.variable(coordinate(i)), Linear.variable(coordinate(j)), Linear.variable("y")
    # floor(phi b) is one more than the shift of b - 1.
    below = exists(["y"], all_of([member("shift", [b - 1, y - 1]), less(y, a)]))
    more = below | (equal(b, 0) & less(0, a))
    asked = Logic(ZECKENDORF, {"shift": shift()})
    for sign, wanted in ((">", True), ("<=", False)):
        yield Atom(
            f"{{{i}}} {sign} phi * {{{j}}}",
            True,
            7,
            lambda at, w=wanted: (at[i] > (at[j] + isqrt(5 * at[j] ** 2)) // 2) == w,  # type: ignore[misc]
            lambda w=wanted: asked.relation(more if w else ~more),  # type: ignore[misc]
        )


# --- Binary digits ------------------------------------------------------------------------------


def _digits(logic: Logic, arity: int) -> Iterator[Atom]:
    """Yield what people say of binary digits of a coordinate, or of all together."""
    for i in range(arity):
        for extra in (0, 1, -1):
            shown = f"{{{i}}}" + (f" {'-' if extra < 0 else '+'} {abs(extra)}" if extra else "")
            for text, cost, holds, table, accepting in _of_one_number():
                yield Atom(
                    text.format(shown),
                    False,
                    cost + 2 * abs(extra),
                    lambda at, i=i, e=extra, h=holds: at[i] + e >= 0 and h(at[i] + e),  # type: ignore[misc]
                    lambda i=i, e=extra, t=table, a=accepting: _shifted(logic, i, e, t, a),  # type: ignore[misc]
                )
    if arity > 1:
        names = [coordinate(i) for i in range(arity)]
        zero = Relation.digitwise(names, lambda *digits: sum(digits) % 2 == 0)
        shown = " xor ".join(f"{{{i}}}" for i in range(arity))
        for sign, made in (("=", zero), ("!=", ~zero)):
            yield Atom(
                f"{shown} {sign} 0",
                True,
                2 * arity + 6,
                lambda at, s=sign: (_xor(at) == 0) == (s == "="),  # type: ignore[misc]
                lambda made=made: made,  # type: ignore[misc]
            )


def _xor(at: Place) -> int:
    total = 0
    for n in at:
        total ^= n
    return total


def _zeros(n: int) -> int:
    return (n & -n).bit_length() - 1


def _of_one_number() -> Iterator[tuple[str, int, Callable[[int], bool], list[int], list[bool]]]:
    """Yield text, cost, what holds, and an automaton that reads a number, lowest digit first."""
    yield (
        "{0} is a power of two",
        5,
        lambda n: n > 0 and n & (n - 1) == 0,
        [0, 1, 1, 2, 2, 2],
        [False, True, False],
    )
    yield (
        "{0} is three times a power of two",
        6,
        lambda n: n > 0 and n >> _zeros(n) == 3,
        [0, 1, 3, 2, 2, 3, 3, 3],
        [False, False, True, False],
    )
    yield (
        "{0} is not three times a power of two",
        7,
        lambda n: n == 0 or n >> _zeros(n) != 3,
        [0, 1, 3, 2, 2, 3, 3, 3],
        [True, True, False, True],
    )
    for r, kind in enumerate(("even", "odd")):
        # 0 and 1: zeros so far, by parity; 2: a one after as many as wanted; 3: dead.
        yield (
            f"{{0}} is 2^k, k {kind}",
            6,
            lambda n, r=r: n > 0 and n & (n - 1) == 0 and _zeros(n) % 2 == r,  # type: ignore[misc]
            [1, 2 + r, 0, 3 - r, 2, 3, 3, 3],
            [False, False, True, False],
        )
        yield (
            f"the number of ones in {{0}} in binary is {kind}",
            8,
            lambda n, r=r: n.bit_count() % 2 == r,  # type: ignore[misc]
            [0, 1, 1, 0],
            [r == 0, r == 1],
        )
        yield (
            f"{{0}} has an {kind} number of binary digits",
            7,
            lambda n, r=r: n.bit_length() % 2 == r,  # type: ignore[misc]
            _length_table(),
            [r == 0, r == 1, r == 0, r == 1],
        )
    for m, rests in _CLASSES:
        if len(rests) == m:
            continue
        which = " or ".join(map(str, rests)) + f" mod {m}"
        which = ("even", "odd")[rests[0]] if m == 2 else which
        # The state is the number of zeros so far, mod m; or m: as wanted, m + 1: not.
        table = [n for z in range(m) for n in ((z + 1) % m, m + (z not in rests))]
        yield (
            f"the exponent of 2 in {{0}} is {which}",
            6 + m // 2 + len(rests) - 2 * (m == 2),  # said in a word
            lambda n, m=m, rests=rests: n > 0 and _zeros(n) % m in rests,  # type: ignore[misc]
            [*table, m, m, m + 1, m + 1],
            [False] * m + [True, False],
        )


def _length_table() -> list[int]:
    """Return an automaton whose states tell two parities: 2p + q.

    They are those of the number of digits read, and of the place of the last one among them.
    """
    return [2 * (1 - p) + (1 - p if d else q) for p in (0, 1) for q in (0, 1) for d in (0, 1)]


def _shifted(
    logic: Logic, i: int, extra: int, table: Sequence[int], accepting: Sequence[bool]
) -> Relation:
    known = Automaton.from_table(BINARY, 1, 0, list(table), list(accepting))
    asked = Logic(logic.numeration, {"own": known})
    return asked.relation(member("own", [Linear.variable(coordinate(i)) + extra]))
