"""Linear programmes over the rationals, solved exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Unbounded(Exception):
    """The objective of a linear programme grows without bound."""


def maximise(
    objective: Sequence[int], rows: Sequence[Sequence[int]], bounds: Sequence[int]
) -> tuple[Fraction, list[Fraction]]:
    """Maximise a linear form over ``{x >= 0 : rows @ x <= bounds}``.

    The simplex method on a full tableau of fractions, with Bland's rule against cycling:
    meant for the few dozen variables that moves of a game give.

    Parameters
    ----------
    objective : sequence of int
        Coefficients of the form.
    rows : sequence of sequences of int
        One row a constraint.
    bounds : sequence of int
        Right-hand sides, none negative (so that zero is feasible).

    Returns
    -------
    value : Fraction
        The maximum.
    point : list of Fraction
        Where it is reached.

    Raises
    ------
    Unbounded
        If there is no maximum.
    ValueError
        If a bound is negative.

    References
    ----------
    .. [1] R. G. Bland, New finite pivoting rules for the simplex method, Math. Oper. Res. 2
       (1977).

    Examples
    --------
    >>> maximise([1, 1], [[2, 1], [1, 3]], [4, 6])
    (Fraction(14, 5), [Fraction(6, 5), Fraction(8, 5)])
    """
    if any(bound < 0 for bound in bounds):
        raise ValueError("zero must be feasible: no bound may be negative")
    count, size = len(objective), len(rows)
    # Columns: the variables, one slack a row, the right-hand side.
    tableau = [
        [Fraction(entry) for entry in row]
        + [Fraction(int(place == other)) for other in range(size)]
        + [Fraction(bounds[place])]
        for place, row in enumerate(rows)
    ]
    cost = [Fraction(-entry) for entry in objective] + [Fraction(0)] * (size + 1)
    basis = list(range(count, count + size))
    while True:
        entering = next((j for j in range(count + size) if cost[j] < 0), None)
        if entering is None:
            break
        ratios = [
            (row[-1] / row[entering], basis[place], place)
            for place, row in enumerate(tableau)
            if row[entering] > 0
        ]
        if not ratios:
            raise Unbounded
        place = min(ratios)[2]
        pivot = tableau[place]
        scale = pivot[entering]
        pivot[:] = [entry / scale for entry in pivot]
        for row in [*tableau[:place], *tableau[place + 1 :], cost]:
            factor = row[entering]
            if factor:
                row[:] = [entry - factor * base for entry, base in zip(row, pivot, strict=True)]
        basis[place] = entering
    point = [Fraction(0)] * count
    for place, variable in enumerate(basis):
        if variable < count:
            point[variable] = tableau[place][-1]
    return cost[-1], point
