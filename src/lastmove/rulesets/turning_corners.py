"""Turning Corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Turning Corners"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2003, chapter 14; HDU 3404, Switch lights"


@impartial
def turning_corners(x: int, y: int) -> Iterator[Playable]:
    """Turn the four corners of a rectangle of coins, the farthest from heads to tails.

    A position is a lone head at (x, y); a board is the sum of its heads. The Grundy value is
    Conway's nim product of x and y.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("turning_corners").table(4, 4)
    array([[0, 0, 0, 0],
           [0, 1, 2, 3],
           [0, 2, 3, 1],
           [0, 3, 1, 2]], dtype=uint8)
    """
    for a in range(x):
        for b in range(y):
            yield turning_corners(a, b) + turning_corners(a, y) + turning_corners(x, b)
