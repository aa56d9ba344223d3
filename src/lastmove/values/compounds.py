"""Compounds in which a turn is a move in several components: selective and conjunctive sums."""

from __future__ import annotations

from itertools import product
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from lastmove.values.game import Game
from lastmove.values.playable import playable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Parts = tuple[Any, ...]
    Options = list[list[Any]]


def selective_sum(*components: Any) -> Game:
    """Return the value of a compound in which a turn moves in one or more of the components.

    Unlike the value of a (disjunctive) sum it depends on the forms of the components, not only
    on their values; games are taken in canonical form.

    Parameters
    ----------
    *components : Board, Position, Sum, Game or number
        What is played together.

    Returns
    -------
    Game
        The value in canonical form.

    Raises
    ------
    PositionError
        If a component is nothing that can be played.
    LimitExceeded
        If the memory limit is reached.

    References
    ----------
    .. [1] J. H. Conway, *On Numbers and Games*, 1976, chapter 14.

    Examples
    --------
    >>> import lastmove as lm
    >>> selective_sum(lm.parse("*3"), lm.parse("*3"))
    Game('*6')
    >>> nim = lm.rulesets.get("nim")
    >>> selective_sum(nim(2), lm.Domineering("..|.."))
    Game('+-{1,1*,1*2}')
    """
    return _value(components, _selected)


def conjunctive_sum(*components: Any) -> Game:
    """Return the value of a compound in which a turn moves in every component.

    Play ends as soon as the player to move cannot move in one of them. Like that of a selective
    sum, the value depends on the forms of the components.

    Parameters
    ----------
    *components : Board, Position, Sum, Game or number
        What is played together.

    Returns
    -------
    Game
        The value in canonical form.

    Raises
    ------
    PositionError
        If a component is nothing that can be played.
    LimitExceeded
        If the memory limit is reached.

    References
    ----------
    .. [1] J. H. Conway, *On Numbers and Games*, 1976, chapter 14.

    Examples
    --------
    >>> import lastmove as lm
    >>> conjunctive_sum(lm.parse("*3"), lm.parse("*2"))
    Game('*2')
    """
    return _value(components, _all)


def _selected(parts: Parts, options: Options) -> Iterator[Parts]:
    choices = [[part, *moved] for part, moved in zip(parts, options, strict=True)]
    turns = product(*choices)
    next(turns)  # the one that moves nowhere
    return turns


def _all(_parts: Parts, options: Options) -> Iterator[Parts]:
    # Without components there is no move.
    return product(*options) if options else iter(())


def _value(components: Parts, turns: Callable[[Parts, Options], Iterator[Parts]]) -> Game:
    """Return the value of a compound; an explicit stack, since play may be long."""
    known: dict[Parts, Game] = {}
    start = tuple(playable(part) for part in components)
    stack = [start]
    while stack:
        parts = stack[-1]
        if parts in known:
            stack.pop()
            continue
        sides = [
            list(turns(parts, [list(options(part)) for part in parts]))
            for options in (methodcaller("left_options"), methodcaller("right_options"))
        ]
        missing = [option for side in sides for option in side if option not in known]
        if missing:
            stack.extend(missing)
            continue
        known[parts] = Game(*([known[option] for option in side] for side in sides))
        stack.pop()
    return known[start]
