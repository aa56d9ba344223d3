"""Moore's Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Moore's Nim"
SOURCE = "E. H. Moore, A generalization of the game called Nim, Ann. of Math. 11 (1910)"


def _lowered(heaps: tuple[int, ...], start: int, k: int) -> Iterator[tuple[int, ...]]:
    """Yield what one to k of the heaps from `start` on can be lowered to."""
    if k < 1:
        return
    for i in range(start, len(heaps)):
        for left in range(heaps[i]):
            after = (*heaps[:i], left, *heaps[i + 1 :])
            yield after
            yield from _lowered(after, i + 1, k - 1)


@impartial
def moore(*heaps: int, k: int = 2) -> Iterator[tuple[int, ...]]:
    """Take counters, any positive number from each, from one to k of the heaps.

    Examples
    --------
    >>> import lastmove as lm
    >>> moore = lm.rulesets.get("moore")
    >>> moore(1, 2, 3).outcome, moore(2, 2, 2).outcome
    (Outcome.N, Outcome.P)
    """
    yield from _lowered(heaps, 0, k)
