"""Boards by the name of their game, for the command line and for tables of positions."""

from __future__ import annotations

from lastmove.boards import graphs, grids
from lastmove.boards.hackenbush import Hackenbush
from lastmove.errors import PositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.boards.board import Board

_READERS: dict[str, Callable[[str], Board]] = {
    "amazons": grids.Amazons,
    "anti_clobber": grids.AntiClobber,
    "cannibal_clobber": grids.CannibalClobber,
    "clobber": grids.Clobber,
    "col": graphs.Col.from_rows,
    "cram": grids.Cram,
    "domineering": grids.Domineering,
    "elephants_and_rhinos": grids.ElephantsAndRhinos,
    "fission": grids.Fission,
    "hackenbush": Hackenbush,
    "konane": grids.Konane,
    "nogo": grids.NoGo,
    "snort": graphs.Snort.from_rows,
    "toads_and_frogs": grids.ToadsAndFrogs,
    "toppling_dominoes": grids.TopplingDominoes,
}


def names() -> tuple[str, ...]:
    """Return the names of the board games whose positions can be written as a text.

    Examples
    --------
    >>> "domineering" in names()
    True
    """
    return tuple(_READERS)


def from_text(name: str, text: str) -> Board:
    """Return the board that a text shows.

    Parameters
    ----------
    name : str
        One of `names`.
    text : str
        The rows from the top, joined by ``|``; for Hackenbush a stalk from the ground up.

    Raises
    ------
    PositionError
        If there is no such game.
    NotationError
        If the text shows no board of it.

    Examples
    --------
    >>> from_text("clobber", "xo|ox").outcome
    Outcome.N
    """
    reader = _READERS.get(name)
    if reader is None:
        raise PositionError(f"there is no board game {name!r}; there are {', '.join(names())}")
    return reader(text)
