"""Laws of other classes restated by automata: proved again another way, and played at any size.

A label given by comparisons of linear forms, by remainders and by binary digits is definable, so
it is compiled: such sets are recognised in base 2. Where a law has no such expression, automata
are learned from its labels; what is learned states the same law only if it is proved.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np

from lastmove.laws.automata.family import AutomatonLaw, marks
from lastmove.laws.automata.formula import (
    Formula,
    Linear,
    Logic,
    all_of,
    any_of,
    at_most,
    divisible,
    equal,
    exists,
)
from lastmove.laws.automata.learn import learn
from lastmove.laws.automata.relation import BINARY, Relation
from lastmove.laws.automata.terms import NotDefinable, Terms, coordinate
from lastmove.laws.box import BoxLaw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lastmove._core import Automaton
    from lastmove.laws.base import Array, Candidate
    from lastmove.rules.expr import Expr
    from lastmove.rules.program import System

__all__ = ["compiled", "exactly", "from_box", "restated"]

# Positions whose labels a law is asked for when automata are learned from it.
_CELLS = 70_000
# A law that repeats along rays is compiled if it has at most this many cells.
_MOST_CELLS = 20_000


def compiled(expression: Expr, what: str, arity: int, *, impartial: bool) -> AutomatonLaw:
    """Return the law that an expression for the label states, by automata in base 2.

    Parameters
    ----------
    expression : Expr
        The label in the coordinates, as `lastmove.laws.base` has labels.
    what : str
        ``"outcome"``, ``"misere"`` or ``"grundy"``.
    arity : int
        Number of coordinates.
    impartial : bool
        Whether the game is.

    Raises
    ------
    NotDefinable
        If the expression says more than addition, order, remainders and digits.
    LimitExceeded
        If the automata become too large.

    Examples
    --------
    >>> from lastmove.rules.expr import coord
    >>> law = compiled((coord(0) - coord(1)) % 3 != 0, "outcome", 2, impartial=True)
    >>> law.label((10**18, 1)), law.label((10**18, 2))
    (0, 1)
    """
    terms = Terms()
    logic = Logic(BINARY)
    cases = terms.cases(expression, {})
    if terms.faults and not logic.relation(any_of(terms.faults)).empty:
        raise NotDefinable("the label has no value somewhere")

    def value(g: Linear) -> Relation:
        parts = (exists(c.fresh, all_of([*c.guard, equal(c.form, g)])) for c in cases)
        return logic.relation(any_of(parts))

    if what == "grundy":
        return _law(what, arity, {"G": value(Linear.variable("g"))})
    at = {label: value(Linear({}, label)) for label in range(4)}
    return _law(what, arity, _wins(at, impartial))


def _wins(at: Mapping[int, Relation], impartial: bool) -> dict[str, Relation]:
    """Return where the players win moving next, from the sets of each outcome."""
    if impartial:
        return {"W": at[1]}
    return {"W0": at[1] | at[2], "W1": at[1] | at[3]}


def _law(what: str, arity: int, sets: Mapping[str, Relation]) -> AutomatonLaw:
    names = [coordinate(i) for i in range(arity)]
    automata = {
        name: _over(relation, ["g", *names] if name == "G" else names)
        for name, relation in sets.items()
    }
    return AutomatonLaw(what, arity, BINARY, automata)


def _over(relation: Relation, order: list[str]) -> Automaton:
    """Return the automaton of a relation with its tracks in the order given."""
    full = relation & Relation.everything(relation.numeration, order)
    places = {name: f"{i:03}" for i, name in enumerate(order)}
    return full.rename(places).core


def exactly(candidate: Candidate, system: System) -> AutomatonLaw:
    """Return the same law, compiled to automata in base 2.

    Raises
    ------
    NotDefinable
        If its labels are not given by an expression in the logic.
    LimitExceeded
        If the automata become too large.
    """
    impartial = system.programs[0].moves is not None
    if isinstance(candidate, AutomatonLaw):
        return candidate
    if isinstance(candidate, BoxLaw):
        found = from_box(candidate, impartial=impartial)
        if found is not None:
            return found
    expression = candidate.expression()
    if expression is None or candidate.what not in ("outcome", "misere", "grundy"):
        raise NotDefinable(f"a law of the kind {candidate.kind} has no expression to compile")
    return compiled(expression, candidate.what, candidate.arity, impartial=impartial)


def restated(candidate: Candidate, system: System) -> AutomatonLaw | None:
    """Return a law by automata that says the same as another law, as far as that was looked at.

    Parameters
    ----------
    candidate : Candidate
        The law.
    system : System
        The game that it is about.

    Returns
    -------
    AutomatonLaw or None
        None where the label is not definable and no automaton is found.
    """
    try:
        return exactly(candidate, system)
    except NotDefinable:
        pass
    what, arity = candidate.what, candidate.arity
    program = system.programs[0]
    impartial = program.moves is not None
    if what not in ("outcome", "misere", "grundy"):
        return None
    size = 2
    while (2 * size) ** arity <= _CELLS:
        size *= 2
    table = np.full((size,) * arity, -1, dtype=np.int64)
    for coords in np.ndindex(table.shape):
        if program.legal(coords):
            table[coords] = candidate.label(coords)
    wanted = ["G"] if what == "grundy" else ["W"] if impartial else ["W0", "W1"]
    automata = {}
    for name in wanted:
        found = learn(BINARY, marks(table, name), graph=name == "G")
        if found is None:
            return None
        automata[name] = found
    return AutomatonLaw(what, arity, BINARY, automata)


def from_box(law: BoxLaw, *, impartial: bool) -> AutomatonLaw | None:
    """Return a law that repeats along rays, compiled; None where it has too many cells.

    Where a point is ``u`` times one ray and ``v`` times the next, ``u`` and ``v`` are linear forms
    (up to a determinant), and the label depends on which cone it is, and on each form through a
    threshold and a remainder.
    """
    logic = Logic(BINARY)
    n = len(law.fan.plain)
    axes: list[list[tuple[Relation, tuple[int, ...]]]] = []
    for t, i in enumerate(law.fan.plain):
        x = Linear.variable(coordinate(i))
        kinds = _classes(x, law.starts[t], law.periods[t])
        axes.append([(logic.relation(f), (value,)) for f, value in kinds])
    if law.fan.plane:
        plane = list(_cells(law, law.starts[n:], law.periods[n:]))
        if len(plane) > _MOST_CELLS:
            return None
        axes.append([(logic.relation(f), point) for f, point in plane])
    shape = tuple(map(len, axes))
    if np.prod(shape) > _MOST_CELLS:
        return None
    labels = np.empty(shape, dtype=np.int64)
    for index in np.ndindex(shape):
        parts = [axes[k][c][1] for k, c in enumerate(index)]
        point = parts.pop() if law.fan.plane else ()
        labels[index] = law.table[law.fan.place([p[0] for p in parts], point)]
    rows = [[relation for relation, _ in axis] for axis in axes]
    values = sorted(
        set(labels.ravel().tolist()) | ({0, 1, 2, 3} if law.what != "grundy" else set())
    )
    at = {value: _union(rows, labels == value) for value in values}
    if law.what != "grundy":
        return _law(law.what, law.arity, _wins(at, impartial))
    graph = Relation.linear(BINARY, {}, "<=", 1)
    for value, relation in at.items():
        graph = graph | (relation & Relation.linear(BINARY, {"g": 1}, "==", -value))
    return _law(law.what, law.arity, {"G": graph})


def _classes(x: Linear, start: int, period: int) -> list[tuple[Formula, int]]:
    """Return the classes of a number: itself below a threshold, above by remainders."""
    found = [(equal(x, value), value) for value in range(start)]
    for value in range(start, start + period):
        above = all_of([at_most(start, x), divisible(x - value, period)])
        found.append((above, value))
    return found


def _cells(
    law: BoxLaw, starts: Sequence[int], periods: Sequence[int]
) -> Iterator[tuple[Formula, tuple[int, ...]]]:
    """Yield the classes of points in the plane, each with its representative."""
    a, b = (Linear.variable(coordinate(i)) for i in law.fan.pair)
    earlier: list[Formula] = []
    for t, ((p, q), (r, s)) in enumerate(pairwise(law.fan.plane)):
        det = law.fan.dets[t]
        u, v = s * a - r * b, p * b - q * a
        inside = all_of([at_most(0, u), at_most(0, v)])
        here = all_of([inside, *(~f for f in earlier)])
        earlier.append(inside)
        first = _classes(u, starts[t] * det, periods[t] * det)
        second = _classes(v, starts[t + 1] * det, periods[t + 1] * det)
        for (f, m), (g, k) in product(first, second):
            # The point with u = m and v = k, if there is one.
            x, y = m * p + k * r, m * q + k * s
            if x % det == 0 and y % det == 0:
                yield all_of([here, f, g]), (x // det, y // det)


def _union(axes: Sequence[Sequence[Relation]], wanted: Array) -> Relation:
    """Return the union of the cells wanted; cells that continue alike are joined first."""
    if not axes or not wanted.any() or wanted.all():
        return Relation.linear(BINARY, {}, "<=", 0 if wanted.any() else 1)
    groups: dict[bytes, list[int]] = {}
    for c in range(len(axes[0])):
        groups.setdefault(wanted[c].tobytes(), []).append(c)
    result = Relation.linear(BINARY, {}, "<=", 1)
    for members in groups.values():
        rest = _union(axes[1:], wanted[members[0]])
        if not rest.empty:
            some = axes[0][members[0]]
            for c in members[1:]:
                some = some | axes[0][c]
            result = result | (some & rest)
    return result
