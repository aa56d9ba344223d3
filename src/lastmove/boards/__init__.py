"""Boards with native move generators: what they are worth, and who wins.

Each name is imported when it is first used, so that one game does not load all.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    from lastmove.boards.move import Move
    from lastmove.boards.named import from_text, names
    from lastmove.boards.sums import BoardSum

# Public name -> module that holds it.
_HOMES = {
    "Amazons": "grids",
    "AntiClobber": "grids",
    "Board": "board",
    "BoardSum": "sums",
    "CannibalClobber": "grids",
    "Clobber": "grids",
    "Col": "graphs",
    "Cram": "grids",
    "DigraphPlacement": "graphs",
    "Domineering": "grids",
    "ElephantsAndRhinos": "grids",
    "Fission": "grids",
    "Hackenbush": "hackenbush",
    "Konane": "grids",
    "Move": "move",
    "NoGo": "grids",
    "Snort": "graphs",
    "ToadsAndFrogs": "grids",
    "TopplingDominoes": "grids",
    "from_text": "named",
    "names": "named",
}

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
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
