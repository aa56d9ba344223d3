"""A share in a scaffold, by itself: named tuples load typing, which thermographs do without."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

    from lastmove._core import Game

    Corner = tuple[Fraction, Fraction]


class Scaffold(NamedTuple):
    """One option's share in a scaffold, for showing how a thermograph is built.

    Attributes
    ----------
    option : Game
        The option moved to.
    wall : tuple of (Fraction, Fraction)
        Corners (value, temperature) of the option's opposite wall, moved by the cost of the move;
        after the last corner the line goes on with the same slope as the cost.
    """

    option: Game
    wall: tuple[Corner, ...]
