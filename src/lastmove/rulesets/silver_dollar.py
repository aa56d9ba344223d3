"""The silver dollar game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Silver dollar game without the dollar"
SOURCE = (
    "N. G. de Bruijn; J. H. Conway, On Numbers and Games, 1976, chapter 11; "
    "POJ 1704, Georgia and Bob"
)


def _is_strip(*chips: int) -> bool:
    return all(chip >= 0 for chip in chips[:1]) and all(
        chips[i] < chips[i + 1] for i in range(len(chips) - 1)
    )


@impartial(domain=_is_strip)
def silver_dollar(*chips: int) -> Iterator[tuple[int, ...]]:
    """Slide one chip of a strip any number of free cells to the left, jumping over none.

    The coordinates are the cells of the chips, increasing, counted from 0.

    Examples
    --------
    >>> import lastmove as lm
    >>> silver_dollar = lm.rulesets.get("silver_dollar")
    >>> silver_dollar(2, 4, 5, 7).outcome
    Outcome.P
    """
    for i, chip in enumerate(chips):
        lowest = chips[i - 1] + 1 if i else 0
        for cell in range(lowest, chip):
            yield (*chips[:i], cell, *chips[i + 1 :])


def picture(position: Playable) -> str:
    """Draw each strip, its chips as ``o``.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("silver_dollar")
    >>> print(game.picture(game.rules(1, 4, 5)))
    .o..oo
    """
    strips = []
    for part in position.components:
        chips = set(part.coords)
        strips.append("".join("o" if cell in chips else "." for cell in range(max(chips) + 1)))
    return "\n".join(strips)
