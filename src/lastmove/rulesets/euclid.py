"""Euclid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Euclid"
SOURCE = (
    "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Math. Gaz. 53 (1969); "
    "HDU 1525, POJ 2348"
)


@impartial
def euclid(a: int, b: int) -> Iterator[tuple[int, int]]:
    """Subtract a positive multiple of the smaller number from the larger.

    Play ends when one of the two numbers is 0.

    Examples
    --------
    >>> import lastmove as lm
    >>> euclid = lm.rulesets.get("euclid")
    >>> euclid(25, 7).winning_moves()
    [euclid(11, 7)]
    """
    if a >= b > 0:
        for times in range(1, a // b + 1):
            yield a - times * b, b
    elif a > 0:
        for times in range(1, b // a + 1):
            yield a, b - times * a
