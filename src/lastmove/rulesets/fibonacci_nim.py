"""Fibonacci nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Fibonacci nim"
SOURCE = (
    "M. J. Whinihan, Fibonacci nim, Fibonacci Quarterly 1 (1963); with other factors: "
    "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970); POJ 3922, UVa 1567"
)


@impartial
def fibonacci_nim(n: int, most: int, *, factor: int = 2) -> Iterator[tuple[int, int]]:
    """Take one to `most` counters; the answer may take up to `factor` times what you took.

    A game starts at ``(n, n - 1)``: the first player may not take all.

    Examples
    --------
    >>> import lastmove as lm
    >>> fibonacci_nim = lm.rulesets.get("fibonacci_nim")
    >>> [n for n in range(2, 60) if fibonacci_nim(n, n - 1).outcome == "P"]
    [2, 3, 5, 8, 13, 21, 34, 55]
    """
    for taken in range(1, min(n, most) + 1):
        yield n - taken, min(factor * taken, n - taken)
