"""Dawson's Chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._octal import by_period

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Dawson's Chess"
SOURCE = "T. R. Dawson, Caissa's Wild Roses, 1935; Winning Ways, chapter 4: octal code 0.137"


def _solver(n: int) -> int | None:
    return by_period("0.137", n)


@impartial(solver=_solver)
def dawsons_chess(n: int) -> Iterator[Playable]:
    """Advance one of n pawns that face n others, where capturing is forced.

    After the exchanges the pawn's file and its neighbours are dead: from a row of n files one
    file with all its neighbours goes.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("dawsons_chess").table(14)
    array([0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4], dtype=uint8)
    """
    for file in range((n + 1) // 2):
        yield dawsons_chess(max(file - 1, 0)) + dawsons_chess(max(n - file - 2, 0))
