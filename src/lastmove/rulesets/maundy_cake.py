"""Maundy Cake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import partizan

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Maundy Cake"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 2"


def _is_cake(width: int, height: int) -> bool:
    return width >= 1 and height >= 1


@partizan(name="maundy_cake", domain=_is_cake)
class MaundyCake:
    """Left cuts a rectangular cake by vertical lines into equal parts, Right by horizontal ones.

    Cuts are at integer places; all parts stay in play.

    Examples
    --------
    >>> import lastmove as lm
    >>> maundy_cake = lm.rulesets.get("maundy_cake")
    >>> maundy_cake(12, 2).value
    Dyadic(4)
    """

    @staticmethod
    def left(width: int, height: int) -> Iterator[list[tuple[int, int]]]:
        """Cut the width into two or more equal parts."""
        for parts in range(2, width + 1):
            if width % parts == 0:
                yield [(width // parts, height)] * parts

    @staticmethod
    def right(width: int, height: int) -> Iterator[list[tuple[int, int]]]:
        """Cut the height into two or more equal parts."""
        for parts in range(2, height + 1):
            if height % parts == 0:
                yield [(width, height // parts)] * parts
