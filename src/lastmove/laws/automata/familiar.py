"""Sets and functions that people have names for, to recognise a law by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove._core import Automaton
from lastmove.laws.automata.formula import (
    Formula,
    Linear,
    Logic,
    all_of,
    at_most,
    bits,
    equal,
    exists,
    less,
    member,
)
from lastmove.laws.automata.relation import BINARY, ZECKENDORF, Relation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.laws.automata.relation import Numeration

__all__ = ["GOLDEN", "GOLDEN_TEX", "lost", "nim_sum", "shift", "small", "value"]

# The losing positions of Wythoff's game, as text and as LaTeX.
GOLDEN = "min({0}, {1}) = floor(phi * |{0} - {1}|), phi = (1 + sqrt(5))/2"
GOLDEN_TEX = (
    r"$\min({0}, {1}) = \lfloor \varphi\,|{0} - {1}| \rfloor$, $\varphi = (1 + \sqrt{{5}})/2$"
)


def nim_sum(names: Sequence[str]) -> Relation:
    """Return the pairs of a nim sum ``g`` and its terms."""
    terms = [Linear.variable(name) for name in names]
    steps = [terms[0], *(Linear.variable(f"t{i}") for i in range(1, len(terms)))]
    parts = [bits("xor", a, b, c) for a, b, c in zip(steps, terms[1:], steps[1:], strict=False)]
    goal = all_of([*parts, equal(steps[-1], Linear.variable("g"))])
    return Logic(BINARY).relation(exists([f"t{i}" for i in range(1, len(terms))], goal))


def small(numeration: Numeration, names: Sequence[str], bound: int) -> Relation:
    """Return the tuples of numbers up to a bound."""
    parts = [at_most(Linear.variable(name), bound) for name in names]
    return Logic(numeration).relation(all_of(parts))


def _odious() -> Automaton:
    """Return the pairs (x, y) with y among 2x, 2x + 1 and an odd number of ones in y.

    A state is the digit of x that y shows next, plus twice the parity of the ones of y; 4 is the
    start, where any digit of y will do, and 5 is dead.
    """
    table = []
    for state in range(6):
        for letter in range(4):
            x, y = letter & 1, letter >> 1
            fits = state == 4 or (state < 4 and y == state & 1)
            parity = (state >> 1 & 1 if state < 4 else 0) ^ y
            table.append(x | parity << 1 if fits else 5)
    return Automaton.from_table(BINARY, 2, 4, table, [s == 2 for s in range(6)])


def shift() -> Automaton:
    """Return the pairs (x, y) where the Zeckendorf digits of y are those of x, then a zero."""
    table = [0, 2, 1, 2, 2, 0, 2, 2, 2, 2, 2, 2]
    return Automaton.from_table(ZECKENDORF, 2, 0, table, [True, False, False])


def _lowest(numeration: Numeration) -> Automaton:
    """Return the pairs (x, y) where y is the smallest part of x > 0, as numbers are written."""
    if numeration == BINARY:
        table = [0, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2]
        return Automaton.from_table(BINARY, 2, 0, table, [False, True, False])
    # 1: just after a one of x that is not its last; 2: after the last one.
    table = [0, 1, 3, 2, 0, 3, 3, 3, 2, 3, 3, 3, 3, 3, 3, 3]
    return Automaton.from_table(ZECKENDORF, 2, 0, table, [False, False, True, False])


def value(numeration: Numeration, names: Sequence[str], graph: Relation) -> str | None:
    """Return in words what a Grundy value ``g`` is, if it has a name.

    Parameters
    ----------
    numeration : str
        How the relation is written.
    names : sequence of str
        The variables that stand for the coordinates.
    graph : Relation
        The pairs of ``g`` and the coordinates.
    """
    if numeration != BINARY or len(names) != 1:
        return None
    if graph == Relation.make([names[0], "g"], _odious()):
        return "of 2{0} and 2{0} + 1 the one with an odd number of binary ones"
    before = Logic(BINARY, {"odious": _odious()}).relation(
        member("odious", [Linear.variable(names[0]) - 1, Linear.variable("g")])
    )
    lowest = Relation.make([names[0], "g"], _lowest(BINARY))
    zero = Logic(BINARY).relation(
        all_of([equal(Linear.variable("g"), 0), equal(Linear.variable(names[0]), 0)])
    )
    if graph == before | zero:
        return "of 2{0} - 2 and 2{0} - 1 the one with an odd number of binary ones (0 at 0)"
    if graph == lowest | zero:
        return "the largest power of two that divides {0} (0 at 0)"
    one = {names[0]: Linear.variable(names[0]) + 1}
    logic = Logic(BINARY, {"lowest": _lowest(BINARY)})
    pair = member("lowest", [Linear.variable(names[0]), Linear.variable("g")])
    if graph == logic.relation(pair.replace(one)):
        return "the largest power of two that divides {0} + 1"
    return None


def lost(numeration: Numeration, names: Sequence[str], wins: Relation) -> str | None:
    """Return in words where the player to move loses, if the set has a name.

    The names of the coordinates are left open as ``{0}``, ``{1}``, ...
    """
    for text, relation in _candidates(numeration, names):
        if ~relation == wins:
            return text
    return None


def _candidates(numeration: Numeration, names: Sequence[str]) -> Iterator[tuple[str, Relation]]:
    terms = [Linear.variable(name) for name in names]
    known = {"lowest": _lowest(numeration)}
    kind = "power of two" if numeration == BINARY else "Fibonacci number"
    parts = "binary" if numeration == BINARY else "Zeckendorf"
    if numeration == ZECKENDORF:
        known["shift"] = shift()
    logic = Logic(numeration, known)
    if len(names) == 1:
        for extra, shown in ((0, "{0}"), (1, "{0} + 1"), (-1, "{0} - 1")):
            form = terms[0] + extra
            yield f"{shown} is a {kind}", logic.relation(member("lowest", [form, form]))
        return
    if len(names) != 2:
        return
    for i in (0, 1):
        n, q = terms[i], terms[1 - i]
        part = Linear.variable("l")
        below = exists(["l"], member("lowest", [n, part]) & less(q, part))
        goal = below | equal(n, 0)
        text = f"{{{i}}} = 0 or {{{1 - i}}} is less than the smallest part of the {parts} form of"
        yield f"{text} {{{i}}}", logic.relation(goal)
    if numeration == ZECKENDORF:
        pairs = _golden(terms[0], terms[1]) | _golden(terms[1], terms[0])
        golden = logic.relation(pairs)
        yield GOLDEN, golden
        tiny = [(0, 0), (1, 2), (2, 1)], [(0, 1), (1, 0), (2, 2)]
        one_of = [
            Logic(numeration).relation(
                all_of([]) & ~all_of(~(equal(terms[0], a) & equal(terms[1], b)) for a, b in side)
            )
            for side in tiny
        ]
        yield (
            f"{GOLDEN}; but in place of (0, 0), (1, 2) and (2, 1) at (0, 1), (1, 0) and (2, 2)",
            (golden - one_of[0]) | one_of[1],
        )


def _golden(a: Linear, b: Linear) -> Formula:
    """Return that b = a + n and a = floor(n * phi), which is the shift of n - 1, plus 1."""
    n = Linear.variable("n")
    above = member("shift", [n - 1, a - 1])
    return exists(["n"], all_of([equal(n, b - a), above | (equal(n, 0) & equal(a, 0))]))
