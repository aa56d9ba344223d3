"""The exact simplex method, against all vertices of small polytopes."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastmove.solve.linear import Unbounded, maximise


def solve2(a, b):
    """Return the point where two lines of the plane meet, or None."""
    det = a[0] * b[1] - a[1] * b[0]
    if det == 0:
        return None
    return (
        Fraction(a[2] * b[1] - a[1] * b[2], det),
        Fraction(a[0] * b[2] - a[2] * b[0], det),
    )


entry = st.integers(-4, 4)


@given(
    st.tuples(entry, entry),
    st.lists(st.tuples(entry, entry, st.integers(0, 9)), max_size=5),
)
def test_maximum_is_that_over_the_vertices(objective, rows):
    boxed = [*rows, (1, 0, 20), (0, 1, 20)]
    lines = [*boxed, (-1, 0, 0), (0, -1, 0)]
    vertices = [
        point
        for a, b in combinations(lines, 2)
        if (point := solve2(a, b)) is not None
        and all(line[0] * point[0] + line[1] * point[1] <= line[2] for line in lines)
    ]
    best = max(objective[0] * x + objective[1] * y for x, y in vertices)
    value, point = maximise(objective, [row[:2] for row in boxed], [row[2] for row in boxed])
    assert value == best
    assert objective[0] * point[0] + objective[1] * point[1] == best
    assert tuple(point) in vertices or value == best


def test_unbounded():
    with pytest.raises(Unbounded):
        maximise([1, 0], [[-1, 1]], [3])


def test_infeasible_start_is_refused():
    with pytest.raises(ValueError, match="zero must be feasible"):
        maximise([1], [[1]], [-1])
