"""Wythoff's game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Wythoff's game"
SOURCE = (
    "W. A. Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7 (1907); with other t: "
    "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, "
    "Amer. Math. Monthly 89 (1982); POJ 1067, HDU 1527, 2177, 5973"
)


@impartial
def wythoff(a: int, b: int, *, t: int = 1) -> Iterator[tuple[int, int]]:
    """Take from one heap any number, or from both numbers that differ by less than t.

    With ``t=1``, Wythoff's own game, one takes the same number from both.

    Examples
    --------
    >>> import lastmove as lm
    >>> wythoff = lm.rulesets.get("wythoff")
    >>> [(a, b) for a in range(8) for b in range(a, 14) if wythoff(a, b).outcome == "P"]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]
    """
    for left in range(a):
        yield left, b
    for left in range(b):
        yield a, left
    for more in range(1 - t, t):
        for taken in range(max(1, 1 - more), min(a, b - more) + 1):
            yield a - taken, b - more - taken
