"""Circular Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Circular Nim"
SOURCE = "M. Dufour and S. Heubach, Circular Nim games, Electron. J. Combin. 20 (2013), P22"


def _at_most(heaps: tuple[int, ...], places: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the heaps with those at the places lowered, or left as they are."""
    if not places:
        yield heaps
        return
    i = places[0]
    for left in range(heaps[i] + 1):
        yield from _at_most((*heaps[:i], left, *heaps[i + 1 :]), places[1:])


@impartial
def circular_nim(*heaps: int, k: int = 2) -> Iterator[tuple[int, ...]]:
    """Take counters from one or more of k heaps that follow each other in a circle.

    Examples
    --------
    >>> import lastmove as lm
    >>> circular_nim = lm.rulesets.get("circular_nim")
    >>> circular_nim(1, 2, 1, 2).outcome, circular_nim(1, 2, 3, 4).outcome
    (Outcome.P, Outcome.N)
    """
    n = len(heaps)
    for i in range(n if k >= 1 else 0):
        # The first heap is lowered truly, so that nobody passes; then up to k - 1 more.
        others = [(i + j) % n for j in range(1, min(k, n))]
        for left in range(heaps[i]):
            yield from _at_most((*heaps[:i], left, *heaps[i + 1 :]), others)
