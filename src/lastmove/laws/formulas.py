"""Values of partizan games that are whole numbers, or have one denominator, as formulas.

A value may be linear, a quotient by a small constant, or the quotient of a side by the greatest
power of two up to another, each with cases that compare two coordinates. Tables suggest which;
``check_values`` proves it.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from lastmove.laws.base import Family, Sample
from lastmove.laws.formula import Case, FormulaLaw
from lastmove.rules.expr import Expr, bit_length, compare, const, coord, lift

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.laws.base import Array

__all__ = ["FormulaLaw", "Formulas"]

_LARGEST_SCALE = 3
_FEWEST = 12  # positions that a formula must fit


class Formulas(Family):
    """Values that are formulas in the coordinates."""

    name = "formulas for values"

    def learn(self, sample: Sample) -> FormulaLaw | None:
        """Return a formula that fits the values, or None."""
        if sample.what != "value" or len(sample.system.programs) > 1 or sample.arity > 3:
            return None
        import numpy as np

        table = sample.large
        places = [c for c in np.ndindex(table.shape) if table[c] is not None]
        if len(places) < _FEWEST:
            return None
        found: list[Any] = [table[c] for c in places]
        denominators = {value.denominator for value in found}
        scale = max(denominators).bit_length() - 1
        points = np.array(places, dtype=np.int64).T
        if scale > _LARGEST_SCALE:
            return _stalk(points, found, sample.arity)
        scaled = [v.numerator * (2**scale // v.denominator) for v in found]
        values = np.array(scaled, dtype=np.int64)
        for regions in _splits(sample.arity):
            label = _fit(points, values, regions, sample.arity)
            if label is not None:
                case = Case(compare("==", 0, 0), [], label, scale=scale)
                return FormulaLaw("value", sample.arity, [case])
        return None


def _stalk(points: Array, values: list[Any], size: int) -> FormulaLaw | None:
    """Return a law whose values are a whole number and a part 1/2^depth, or None."""
    import numpy as np

    depth = np.array([v.denominator.bit_length() - 1 for v in values], dtype=np.int64)
    for sign in (1, -1):
        # What is left of the value without sign / 2^depth; its whole part where that is 0.
        rest = [v.numerator - sign * (d > 0) for v, d in zip(values, depth.tolist(), strict=True)]
        if any(r % v.denominator for r, v in zip(rest, values, strict=True)):
            continue
        whole = np.array(
            [r // v.denominator for r, v in zip(rest, values, strict=True)], dtype=np.int64
        )
        for regions in product(*[[compare("<", coord(i), c) for c in (1, 2)] for i in range(size)]):
            for order in (list(regions), list(reversed(regions))):
                parts = [
                    _fit(points, numbers, order, size)
                    for numbers in (whole, sign * (depth > 0), depth)
                ]
                if all(e is not None for e in parts):
                    label, signs, depths = (e for e in parts if e is not None)
                    case = Case(compare("==", 0, 0), [], label, part=(signs, depths))
                    return FormulaLaw("value", size, [case])
    return None


def _splits(size: int) -> Iterator[list[Expr]]:
    """Yield conditions to try in their order; what none of them holds for is the last region."""
    yield []
    for i, j in product(range(size), repeat=2):
        if i != j:
            yield [lift(coord(i) >= coord(j))]
    for i in range(size):
        for c in range(1, 3):
            yield [compare("<", coord(i), c)]


def _fit(points: Array, values: Array, regions: list[Expr], size: int) -> Expr | None:
    """Return an expression made of one template a region, or None."""
    parts: list[Expr] = []
    rest = values == values
    for region in [*regions, compare("==", 0, 0)]:
        inside = rest & _evaluate(region, points).astype(bool)
        rest &= ~inside
        if inside.sum() < _FEWEST and region.op != "<":
            return None
        found = _template(points[:, inside], values[inside], size) if inside.any() else const(0)
        if found is None:
            return None
        parts.append(found)
    label = parts.pop()
    for region, part in zip(reversed(regions), reversed(parts), strict=True):
        label = Expr("?", (region, part, label))
    return label


def _template(points: Array, values: Array, size: int) -> Expr | None:
    """Return the first template that takes the values up to a constant, with that constant."""
    for template in _templates(size):
        gap = values - _evaluate(template, points)
        if (gap == gap[0]).all():
            return lift(template + int(gap[0]))
    return None


def _templates(size: int) -> Iterator[Expr]:
    """Yield expressions, simplest first."""
    weights = sorted(product(range(-3, 4), repeat=size), key=lambda w: (sum(map(abs, w)), w))
    forms = [_linear(w) for w in weights]
    yield from forms
    for m in (2, 3, 4):
        for w, form in zip(weights, forms, strict=True):
            if any(w) and sum(map(abs, w)) <= 3:
                for c in range(m):
                    yield lift((form + c) // m)
    for i, j in product(range(size), repeat=2):
        for a, b in product((0, 1), repeat=2):
            if i != j:
                quotient = (coord(i) + a) >> (bit_length(coord(j) + b) - 1)
                yield lift(quotient)
                yield lift(-quotient)


def _linear(weights: tuple[int, ...]) -> Expr:
    total: Expr = const(0)
    for i, w in enumerate(weights):
        if w:
            term = coord(i) if w == 1 else -coord(i) if w == -1 else coord(i) * w
            total = lift(total + term)
    return total


def _evaluate(e: Expr, points: Array) -> Any:
    """Return the value of an expression at all points at once."""
    import numpy as np

    if e.op == "const":
        return np.full(points.shape[1], e.args[0], dtype=np.int64)
    if e.op == "x":
        return points[e.args[0]]
    if e.op == "bit_length":
        # Exact below 2**53, far beyond any table.
        return np.frexp(_evaluate(e.args[0], points).astype(float))[1].astype(np.int64)
    parts = [_evaluate(a, points) for a in e.args]
    if e.op == "neg":
        return -parts[0]
    a, b = parts
    if e.op == ">>":
        return a >> np.maximum(b, 0)
    simple = {"+": np.add, "-": np.subtract, "*": np.multiply, "//": np.floor_divide}
    compared = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
    return {**simple, **compared, "==": np.equal}[e.op](a, b)
