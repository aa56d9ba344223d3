"""Cutcake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import partizan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Cutcake"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 2; HDU 3544, Alice's Game"


def _is_cake(width: int, height: int) -> bool:
    return width >= 1 and height >= 1


@partizan(name="cutcake", domain=_is_cake)
class Cutcake:
    """Left cuts a rectangular cake by a vertical line, Right by a horizontal one.

    Cuts are at integer places; both pieces stay in play.

    Examples
    --------
    >>> import lastmove as lm
    >>> cutcake = lm.rulesets.get("cutcake")
    >>> cutcake(5, 2).value
    Dyadic(1)
    >>> (cutcake(2, 2) + cutcake(1, 2)).outcome
    Outcome.R
    """

    @staticmethod
    def left(width: int, height: int) -> Iterator[list[tuple[int, int]]]:
        """Cut the width in two."""
        for part in range(1, width // 2 + 1):
            yield [(part, height), (width - part, height)]

    @staticmethod
    def right(width: int, height: int) -> Iterator[list[tuple[int, int]]]:
        """Cut the height in two."""
        for part in range(1, height // 2 + 1):
            yield [(width, part), (width, height - part)]


def picture(position: Playable) -> str:
    """Draw the pieces below one another.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("cutcake")
    >>> print(game.picture(game.rules(3, 2)))
    +-+-+-+
    | | | |
    +-+-+-+
    | | | |
    +-+-+-+
    """
    pieces = []
    for part in position.components:
        width, height = part.coords
        line, cells = "+" + "-+" * width, "|" + " |" * width
        pieces.append("\n".join([line] + [cells, line] * height))
    return "\n\n".join(pieces)
