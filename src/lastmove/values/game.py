"""Short games: the class `Game`, reading them, and the memory they may take."""

from __future__ import annotations

from lastmove import _core
from lastmove._core import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Game", "born_by", "forget", "order_table", "parse", "store_size"]


def parse(text: str) -> Game:
    """Read a value, for instance ``{2|0} + ^*`` or ``+-{1,{2|0}}``.

    The notation is described in the reference; both the ASCII and the Unicode forms are read,
    and ``parse(str(g)) == g`` for every game.

    Parameters
    ----------
    text : str
        A value in the notation.

    Returns
    -------
    Game
        The value, in canonical form.

    Raises
    ------
    NotationError
        If the text is no value; its `column` says where.
    LimitExceeded
        If the store of games is full.
    TypeError
        If it is no text.

    Examples
    --------
    >>> parse("{2|0} + {3|-1}")
    Game('{5|3||+-1}')
    >>> parse("{1|-1} + ^*").temperature
    Fraction(1, 1)
    """
    if not isinstance(text, str):
        raise TypeError(f'a value is read from a text, such as "{{1|*}}", not from {text!r}')
    return _core.parse(text)


def born_by(day: int) -> list[Game]:
    """Return all games born by a day, in no particular order.

    Parameters
    ----------
    day : int
        0 to 3: there are 1, 4, 22 and 1474 games.

    Returns
    -------
    list of Game
        The games.

    Raises
    ------
    LimitExceeded
        Beyond day 3.
    ValueError
        If the day is negative.

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section III.1.

    Examples
    --------
    >>> [len(born_by(day)) for day in range(3)]
    [1, 4, 22]
    """
    if day < 0:
        raise ValueError(f"games are born by day 0 or later, not {day}")
    return _core.born_by(min(day, 4))


def order_table(games: Iterable[Game]) -> list[str]:
    """Compare each of some games with each: much faster than one by one.

    Parameters
    ----------
    games : iterable of Game
        The games.

    Returns
    -------
    list of str
        One text a game; character j of text i is ``<``, ``=``, ``>`` or ``|`` as game i is less
        than, equal to, greater than or confused with game j.

    Examples
    --------
    >>> order_table([parse("0"), parse("*"), parse("^")])
    ['=|<', '|=|', '>|=']
    """
    return [row.decode() for row in _core.order_table(list(games))]


def forget() -> None:
    """Forget remembered comparisons, sums, thermographs and values of boards.

    Games themselves stay.
    """
    _core.store_forget()
    _core.boards_forget()


def store_size() -> tuple[int, int]:
    """Return the number of games held and, nearly, the bytes they take."""
    return _core.store_info()
