"""Boards with native move generators: what they are worth, and who wins."""

from __future__ import annotations

from lastmove.boards.board import Board
from lastmove.boards.graphs import Col, DigraphPlacement, Snort
from lastmove.boards.grids import (
    Amazons,
    AntiClobber,
    CannibalClobber,
    Clobber,
    Cram,
    Domineering,
    ElephantsAndRhinos,
    Fission,
    Konane,
    NoGo,
    ToadsAndFrogs,
    TopplingDominoes,
)
from lastmove.boards.hackenbush import Hackenbush
from lastmove.boards.named import from_text, names
from lastmove.boards.sums import BoardSum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lastmove.boards.move import Move

__all__ = [
    "Amazons",
    "AntiClobber",
    "Board",
    "BoardSum",
    "CannibalClobber",
    "Clobber",
    "Col",
    "Cram",
    "DigraphPlacement",
    "Domineering",
    "ElephantsAndRhinos",
    "Fission",
    "Hackenbush",
    "Konane",
    "Move",
    "NoGo",
    "Snort",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "from_text",
    "names",
]


def __getattr__(name: str) -> object:
    if name == "Move":
        from lastmove.boards.move import Move

        return Move
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
