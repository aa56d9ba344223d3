"""Grundy's game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Grundy's game"
SOURCE = "P. M. Grundy, Mathematics and games, Eureka 2 (1939)"


@impartial
def grundys_game(n: int) -> Iterator[Playable]:
    """Split a heap into two heaps of different sizes.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("grundys_game").table(14)
    array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3], dtype=uint8)
    """
    for part in range(1, (n + 1) // 2):
        yield grundys_game(part) + grundys_game(n - part)
