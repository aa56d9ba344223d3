"""Lasker's Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Lasker's Nim"
SOURCE = "E. Lasker, Brettspiele der Völker, 1931; Winning Ways, chapter 4; HDU 3032"


def _solver(n: int) -> int:
    if n % 4 == 3:
        return n + 1
    return n - 1 if n % 4 == 0 and n > 0 else n


@impartial(solver=_solver)
def lasker(n: int) -> Iterator[Playable | int]:
    """Take any positive number from a heap, or split it into two smaller heaps.

    The Grundy value is the heap's size, but 4k + 3 and 4k + 4 change places.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("lasker").table(9)
    array([0, 1, 2, 4, 3, 5, 6, 8, 7], dtype=uint8)
    """
    yield from range(n)
    for part in range(1, n // 2 + 1):
        yield lasker(part) + lasker(n - part)
