"""Treblecross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Treblecross"
SOURCE = (
    "Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 4: octal code 0.007 with two "
    "extra cells; POJ 3537, UVa 10561"
)


@impartial
def treblecross(n: int) -> Iterator[Playable]:
    """Mark a free cell of a strip of n; the first to complete three marks in a row wins.

    Nobody may mark a cell within two of another mark without losing at once, so a mark takes
    its cell and two on either side out of play.

    Examples
    --------
    >>> import lastmove as lm
    >>> treblecross = lm.rulesets.get("treblecross")
    >>> [n for n in range(1, 20) if treblecross(n).outcome == "P"]
    [6, 12]
    """
    for cell in range((n + 1) // 2):
        yield treblecross(max(cell - 2, 0)) + treblecross(max(n - cell - 3, 0))
