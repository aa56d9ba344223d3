"""The game of cards labelled 0 to 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Game of Cards (0123-game)"
SOURCE = "CCPC 2020 Mianyang, problem G"


@impartial
def game_of_cards(c0: int, c1: int, c2: int, c3: int) -> Iterator[tuple[int, int, int, int]]:
    """Replace two cards whose labels sum to at most 3 by one card with their sum.

    The coordinates count the cards with labels 0, 1, 2 and 3.

    Examples
    --------
    >>> import lastmove as lm
    >>> game_of_cards = lm.rulesets.get("game_of_cards")
    >>> game_of_cards(1, 1, 1, 1).outcome
    Outcome.P
    >>> game_of_cards(2, 2, 2, 2).winning_moves()
    [game_of_cards(2, 0, 3, 2)]
    """
    if c0 >= 1 and c0 + c1 + c2 + c3 >= 2:
        yield c0 - 1, c1, c2, c3
    if c1 >= 2:
        yield c0, c1 - 2, c2 + 1, c3
    if c1 >= 1 and c2 >= 1:
        yield c0, c1 - 1, c2 - 1, c3 + 1


def picture(position: Playable) -> str:
    """Draw the cards.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("game_of_cards")
    >>> print(game.picture(game.rules(2, 0, 1, 1)))
    [0] [0] [2] [3]
    """
    return "\n".join(
        " ".join(f"[{label}]" for label, count in enumerate(part.coords) for _ in range(count))
        for part in position.components
    )
