"""End-Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "End-Nim"
SOURCE = (
    "M. H. Albert and R. J. Nowakowski, The game of End-Nim, Electron. J. Combin. 8 (2001), R1; "
    "ZJOI 2009 Day 1, Luogu P2599"
)


@impartial
def end_nim(*heaps: int) -> Iterator[tuple[int, ...]]:
    """Take any positive number of counters from the leftmost or rightmost heap of a row.

    A heap that is taken away altogether exposes the next one.

    Examples
    --------
    >>> import lastmove as lm
    >>> end_nim = lm.rulesets.get("end_nim")
    >>> end_nim(2, 1, 2).outcome, end_nim(3, 1, 2).winning_moves()
    (Outcome.P, [end_nim(2, 1, 2)])
    """
    for i, heap in enumerate(heaps):
        first = all(other == 0 for other in heaps[:i])
        last = all(other == 0 for other in heaps[i + 1 :])
        if first or last:
            for left in range(heap):
                yield (*heaps[:i], left, *heaps[i + 1 :])
