"""Kayles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._octal import by_period

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Kayles"
SOURCE = (
    "H. E. Dudeney, The Canterbury Puzzles, 1907; R. K. Guy and C. A. B. Smith, "
    "The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956): octal code 0.77"
)


def _solver(n: int) -> int | None:
    return by_period("0.77", n)


@impartial(solver=_solver)
def kayles(n: int) -> Iterator[Playable]:
    """Knock down one pin, or two that stand next to each other, in a row of n pins.

    What stands on the two sides of the gap is played on as two rows.

    Examples
    --------
    >>> import lastmove as lm
    >>> kayles = lm.rulesets.get("kayles")
    >>> kayles(5).winning_moves()
    [kayles(2) + kayles(2)]
    """
    for taken in (1, 2):
        for left in range((n - taken) // 2 + 1):
            yield kayles(left) + kayles(n - taken - left)


def picture(position: Playable) -> str:
    """Draw the rows of pins side by side.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("kayles")
    >>> print(game.picture(game.rules(3) + game.rules(2)))
    !!!  !!
    """
    return "  ".join("!" * part.coords[0] for part in position.components)
