"""What can be a component of a sum or of another compound."""

from __future__ import annotations

from lastmove.errors import PositionError
from lastmove.values.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def playable(part: Any) -> Any:
    """Return a component as it is kept: numbers as games.

    Raises
    ------
    PositionError
        If it is nothing that can be played.
    """
    if isinstance(part, Game) or hasattr(part, "left_options"):
        return part
    if hasattr(part, "numerator") and not isinstance(part, float):
        return Game(part)
    raise PositionError(
        f"{part!r} cannot be played: a component is a board, a position, a game or a number"
    )
