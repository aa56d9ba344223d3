"""Boxes of cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._staircase import Edges, graded

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Boxes of cards"
SOURCE = "HDU 3389, Game"

_PERIOD = 6


def _edges(boxes: int) -> Edges:
    """Return the moves between boxes 1 to `boxes` as edges between vertices from 0 on."""
    return tuple(
        (a - 1, b - 1) for a in range(2, boxes + 1) for b in range(1, a) if (a + b) % _PERIOD == 3
    )


@lru_cache(maxsize=1)
def _odd_residues() -> frozenset[int] | None:
    """Return the residues modulo 6 of the boxes that count, found on 24 boxes.

    Edges depend on residues alone, and where box A has an edge, A + 6 has one to the same box.
    So what holds on 24 boxes, where each pair of residues occurs, holds on any number.
    """
    boxes = 4 * _PERIOD
    odd = graded(_edges(boxes), boxes, "box_transfer")
    return None if odd is None else frozenset((vertex + 1) % _PERIOD for vertex in odd)


def _solver(*boxes: int) -> int | None:
    residues = _odd_residues()
    if residues is None:
        return None
    total = 0
    for box, cards in enumerate(boxes, start=1):
        if box % _PERIOD in residues:
            total ^= cards
    return total


@impartial(solver=_solver)
def box_transfer(*boxes: int) -> Iterator[tuple[int, ...]]:
    """Move cards from a box A to a lower box B if A + B is odd and divisible by 3.

    Boxes are numbered from 1; any positive number of cards may be moved. This is staircase Nim
    on a graph: a position is worth the xor of the cards in boxes with A % 6 in (0, 2, 5).

    Examples
    --------
    >>> import lastmove as lm
    >>> box_transfer = lm.rulesets.get("box_transfer")
    >>> box_transfer(1, 2).winning_moves()
    [box_transfer(3, 0)]
    >>> box_transfer(1, 3, 3, 2, 2, 1, 2).outcome
    Outcome.P
    """
    for source in range(2, len(boxes) + 1):
        for target in range(1, source):
            if (source + target) % _PERIOD == 3:
                for moved in range(1, boxes[source - 1] + 1):
                    after = list(boxes)
                    after[source - 1] -= moved
                    after[target - 1] += moved
                    yield tuple(after)
