"""Eatcake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import partizan

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Eatcake"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 8"


@partizan(name="eatcake")
class Eatcake:
    """Left eats a strip of width 1 from top to bottom, Right one of height 1 from side to side.

    What is left on both sides of the strip stays in play.

    Examples
    --------
    >>> import lastmove as lm
    >>> eatcake = lm.rulesets.get("eatcake")
    >>> eatcake(1, 2).value, eatcake(3, 4).value
    (Game('^'), Game('{^2|*}'))
    """

    @staticmethod
    def left(width: int, height: int) -> Iterator[list[tuple[int, int]]]:
        """Eat a column."""
        if height > 0:
            for before in range((width + 1) // 2):
                yield [(before, height), (width - 1 - before, height)]

    @staticmethod
    def right(width: int, height: int) -> Iterator[list[tuple[int, int]]]:
        """Eat a row."""
        if width > 0:
            for before in range((height + 1) // 2):
                yield [(width, before), (width, height - 1 - before)]
