"""Green Hackenbush on trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._trees import drawing, is_tree, without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Green Hackenbush on trees"
SOURCE = (
    "J. H. Conway, On Numbers and Games, 1976, chapter 13; HDU 3094, 3197, AGC 017 D, Game on Tree"
)


def _is_forest(*parents: int) -> bool:
    return is_tree(parents)


def _solver(*parents: int) -> int:
    """Return the value by the colon principle: a branch of value x on an edge is worth x + 1."""
    values = [0] * (len(parents) + 1)
    for v in range(len(parents), 0, -1):
        values[parents[v - 1]] ^= values[v] + 1
    return values[0]


@impartial(domain=_is_forest, solver=_solver)
def green_hackenbush(*parents: int) -> Iterator[tuple[int, ...]]:
    """Cut an edge of a tree; what hangs from the ground no longer is gone.

    Vertex 0 is the ground, and the coordinates say for the vertices 1, 2, ... from which
    earlier vertex each grows. The value is found by the colon principle. As a cut changes the
    number of coordinates, the rules run in Python.

    Examples
    --------
    >>> import lastmove as lm
    >>> green_hackenbush = lm.rulesets.get("green_hackenbush")
    >>> green_hackenbush(0, 1, 1, 0).grundy
    0
    >>> green_hackenbush(0, 1, 2, 0).winning_moves()
    [green_hackenbush(0, 0)]

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, 2nd ed. 2001, chapter 7.
    """
    for v in range(1, len(parents) + 1):
        yield without(parents, ("",) * len(parents), v)[0]


def picture(position: Playable) -> str:
    """Draw each tree lying on its side.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("green_hackenbush")
    >>> print(game.picture(game.rules(0, 1, 1, 0)))
    ground
    |-- 1
    |   |-- 2
    |   `-- 3
    `-- 4
    """
    return "\n\n".join(
        drawing(part.coords, ("",) * len(part.coords)) for part in position.components
    )
