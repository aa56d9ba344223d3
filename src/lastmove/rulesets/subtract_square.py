"""Subtract a square."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Subtract a square"
SOURCE = (
    "S. W. Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966); "
    "LeetCode 1510"
)


@impartial
def subtract_square(n: int) -> Iterator[int]:
    """Take from a heap a number of counters that is a positive square.

    Examples
    --------
    >>> import lastmove as lm
    >>> subtract_square = lm.rulesets.get("subtract_square")
    >>> [n for n in range(45) if subtract_square(n).outcome == "P"]
    [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44]
    """
    for root in range(1, isqrt(n) + 1):
        yield n - root * root
