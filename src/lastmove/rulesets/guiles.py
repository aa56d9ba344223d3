"""Guiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._octal import by_period

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Guiles"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 4: octal code 0.15"


def _solver(n: int) -> int | None:
    return by_period("0.15", n)


@impartial(solver=_solver)
def guiles(n: int) -> Iterator[Playable | list[int]]:
    """Take away a heap of one or two, or take two from a heap and split the rest in two.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("guiles").table(12)
    array([0, 1, 1, 0, 1, 1, 2, 2, 1, 2, 2, 1], dtype=uint8)
    """
    if n == 1 or n == 2:
        yield []
    for left in range(1, (n - 2) // 2 + 1):
        yield guiles(left) + guiles(n - 2 - left)
