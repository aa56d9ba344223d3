"""Turning Turtles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._coins import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["picture", "turning_turtles"]

TITLE = "Turning Turtles"
SOURCE = "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2003, chapter 14"


def _solver(place: int) -> int:
    return place + 1


@impartial(solver=_solver)
def turning_turtles(place: int) -> Iterator[int | list[int]]:
    """Turn one or two coins, the right one of them from heads to tails.

    A position is a lone head at a place, counted from 0 at the left; a row of coins is the sum
    of its heads. This is Nim in disguise: place n is a heap of n + 1.

    Examples
    --------
    >>> import lastmove as lm
    >>> turning_turtles = lm.rulesets.get("turning_turtles")
    >>> (turning_turtles(2) + turning_turtles(4)).grundy
    6
    """
    yield []
    yield from range(place)
