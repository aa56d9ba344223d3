"""What the coin turning games share: the picture of a row of coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove.rules.position import Playable


def picture(position: Playable) -> str:
    """Draw the row of coins, ``H`` for heads and ``t`` for tails.

    Two heads at one place cancel, as turning a coin twice does.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("mock_turtles")
    >>> print(game.picture(game.rules(1) + game.rules(4)))
    t H t t H
    """
    heads: set[int] = set()
    last = -1
    for part in position.components:
        place = part.coords[0]
        heads ^= {place}
        last = max(last, place)
    return " ".join("H" if place in heads else "t" for place in range(last + 1))
