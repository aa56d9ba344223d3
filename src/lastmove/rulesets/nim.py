"""Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Nim"
SOURCE = "C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901)"


def _solver(*heaps: int) -> int:
    total = 0
    for heap in heaps:
        total ^= heap
    return total


@impartial(solver=_solver)
def nim(*heaps: int) -> Iterator[tuple[int, ...]]:
    """Take any positive number of counters from one heap.

    The Grundy value is the xor of the heaps (Bouton's theorem).

    Examples
    --------
    >>> import lastmove as lm
    >>> nim = lm.rulesets.get("nim")
    >>> nim(3, 4, 5).winning_moves()
    [nim(1, 4, 5)]
    >>> nim(1, 1, 1).outcome_misere
    Outcome.P
    """
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield (*heaps[:i], left, *heaps[i + 1 :])


def picture(position: Playable) -> str:
    """Draw each heap as a row of counters."""
    heaps = [heap for part in position.components for heap in part.coords]
    return "\n".join(f"{heap:>4} {'o' * heap}".rstrip() for heap in heaps)
