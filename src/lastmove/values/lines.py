"""Sensible options and lines of play: those that a canonical form is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import PositionError
from lastmove.values.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator

_OTHER = {"left": "right", "right": "left"}


def sensible_lines(position: Any, player: str) -> list[tuple[Any, ...]]:
    """Return the lines of play that lead from a position to its canonical options.

    A line is one move of `player` if that is a canonical option itself. It is longer where a
    move is reversible: the opponent answers in a way that leaves the mover no better off than
    before, and the mover goes on from there. Moves that are dominated begin no line.

    Parameters
    ----------
    position : Board, Position, Sum or Game
        What is played: anything with `value`, `left_options()` and `right_options()`.
    player : str
        ``"left"`` or ``"right"``: who moves first.

    Returns
    -------
    list of tuple
        For each line the positions after each of its moves.

    Raises
    ------
    PositionError
        If there is no such player.

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.2.

    Examples
    --------
    >>> import lastmove as lm
    >>> for line in sensible_lines(lm.Clobber("xox"), "right"):
    ...     print([str(board) for board in line])
    ['o.x']
    ['x.o']
    """
    if player not in _OTHER:
        raise PositionError(f'a player is "left" or "right", not {player!r}')
    value = Game(position.value)
    goals = set(_options(value, player))
    lines = []
    seen = {position}
    waiting: list[tuple[tuple[Any, ...], Any]] = [((), position)]
    while waiting:
        line, at = waiting.pop()
        for option in _options(at, player):
            after = Game(option.value)
            if after in goals:
                lines.append((*line, option))
                continue
            for reply in _options(option, _OTHER[player]):
                back = Game(reply.value)
                if (back <= value) if player == "left" else (back >= value):
                    if reply not in seen:
                        seen.add(reply)
                        waiting.append(((*line, option, reply), reply))
                    break
    return sorted(lines, key=len)


def sensible_options(position: Any, player: str) -> list[Any]:
    """Return the options that begin a sensible line: see `sensible_lines`.

    Examples
    --------
    >>> import lastmove as lm
    >>> sensible_options(lm.Domineering("...|..#"), "right")
    [Domineering('##.|..#'), Domineering('...|###')]
    """
    return list(dict.fromkeys(line[0] for line in sensible_lines(position, player)))


def _options(position: Any, player: str) -> Iterator[Any]:
    yield from position.left_options() if player == "left" else position.right_options()
