"""Mock Turtles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._coins import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

__all__ = ["mock_turtles", "picture"]

TITLE = "Mock Turtles"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2003, chapter 14; HDU 3537"


def _solver(place: int) -> int:
    return 2 * place + 1 - place.bit_count() % 2


@impartial(solver=_solver)
def mock_turtles(place: int) -> Iterator[Playable | list[int]]:
    """Turn one, two or three coins, the rightmost of them from heads to tails.

    A position is a lone head at a place, counted from 0 at the left; a row of coins is the sum
    of its heads. The Grundy value of place n is 2n or 2n + 1, whichever has an odd number of
    ones in binary.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("mock_turtles").table(10).tolist()
    [1, 2, 4, 7, 8, 11, 13, 14, 16, 19]
    """
    yield []
    for second in range(place):
        yield mock_turtles(second)
        for third in range(second):
            yield mock_turtles(second) + mock_turtles(third)
