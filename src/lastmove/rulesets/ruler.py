"""Ruler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._coins import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["picture", "ruler"]

TITLE = "Ruler"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2003, chapter 14; Luogu P2594"


def _solver(place: int) -> int:
    return (place + 1) & -(place + 1)


@impartial(solver=_solver)
def ruler(place: int) -> Iterator[list[int]]:
    """Turn any number of coins next to one another, the rightmost from heads to tails.

    A position is a lone head at a place, counted from 0 at the left; a row of coins is the sum
    of its heads. Place n is worth the largest power of two that divides n + 1. As the number of
    coins turned has no bound, so has the number of components of an option: the rules run in
    Python.

    Examples
    --------
    >>> import lastmove as lm
    >>> ruler = lm.rulesets.get("ruler")
    >>> [ruler(place).grundy for place in range(12)]
    [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4]
    """
    for leftmost in range(place, -1, -1):
        yield list(range(leftmost, place))
