"""Subtraction games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Subtraction game"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 4"


@impartial
def subtraction(n: int, *, takes: tuple[int, ...] = (1, 2, 3)) -> Iterator[int]:
    """Take from a heap a number of counters that is listed in `takes`.

    Examples
    --------
    >>> import lastmove as lm
    >>> subtraction = lm.rulesets.get("subtraction")
    >>> subtraction.using(takes=(2, 5, 7)).table(12)
    array([0, 0, 1, 1, 0, 2, 1, 3, 2, 2, 0, 3], dtype=uint8)
    """
    for taken in takes:
        if taken <= n:
            yield n - taken
