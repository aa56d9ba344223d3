"""The two decorators that turn Python functions into rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from lastmove.errors import RulesError
from lastmove.rules.ruleset import Rules

if TYPE_CHECKING:
    from collections.abc import Callable


@overload
def impartial(function: Callable[..., Any], /) -> Rules: ...
@overload
def impartial(
    *,
    domain: Callable[..., Any] | None = None,
    measure: Callable[..., Any] | None = None,
    name: str | None = None,
    solver: Callable[..., Any] | None = None,
) -> Callable[[Callable[..., Any]], Rules]: ...


def impartial(
    function: Callable[..., Any] | None = None,
    /,
    *,
    domain: Callable[..., Any] | None = None,
    measure: Callable[..., Any] | None = None,
    name: str | None = None,
    solver: Callable[..., Any] | None = None,
) -> Rules | Callable[[Callable[..., Any]], Rules]:
    """Make the rules of an impartial game from a generator of options.

    The function takes the coordinates of a position and yields what can be moved to: a tuple
    (an int, if there is one coordinate), a position, a sum of positions, or a list of tuples
    for a sum. Keyword-only parameters with defaults are parameters of the game, changed by
    `Rules.using`. A function with ``*heaps`` states a game with any number of coordinates.

    Parameters
    ----------
    function : callable
        The moves.
    domain : callable, optional
        Takes the coordinates and tells whether they are a legal position. By default all
        non-negative integers are. An option outside is an error of the rules.
    measure : callable, optional
        Takes the coordinates and gives a non-negative integer that every move lowers. Laws are
        proved with it where no weights of the coordinates show that play ends.
    name : str, optional
        The game's name; by default that of the function.
    solver : callable, optional
        Takes the coordinates and the game's parameters and gives the Grundy value where a
        theorem tells it, else None: then it is searched for. It is believed, so it must check
        whatever the theorem assumes of the parameters.

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        If the function's signature cannot state a game.

    Examples
    --------
    >>> import lastmove as lm
    >>> @lm.impartial
    ... def subtract(n, *, takes=(1, 3, 4)):
    ...     for take in takes:
    ...         if take <= n:
    ...             yield n - take
    >>> [subtract(n).outcome.value for n in range(8)]
    ['P', 'N', 'P', 'N', 'N', 'N', 'N', 'P']
    """

    def decorate(function: Callable[..., Any]) -> Rules:
        return Rules({"moves": function}, domain=domain, measure=measure, name=name, solver=solver)

    return decorate if function is None else decorate(function)


def partizan(
    cls: type | None = None,
    /,
    *,
    left: Callable[..., Any] | None = None,
    right: Callable[..., Any] | None = None,
    domain: Callable[..., Any] | None = None,
    measure: Callable[..., Any] | None = None,
    name: str | None = None,
    solver: Callable[..., Any] | None = None,
) -> Any:
    """Make the rules of a partizan game from Left's and Right's generators of options.

    Decorates a class with two functions ``left`` and ``right`` that take the coordinates (no
    ``self``), or builds the rules at once from the keyword arguments `left` and `right`.

    Parameters
    ----------
    cls : type
        A class with functions ``left`` and ``right``.
    left, right : callable, optional
        The moves of the two players, instead of a class.
    domain, measure, name
        As for `impartial`.
    solver
        As for `impartial`, but it gives the value, as a `Dyadic`.

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        If a player's moves are missing, or the two take different coordinates.

    Examples
    --------
    >>> import lastmove as lm
    >>> @lm.partizan
    ... class Cutcake:
    ...     def left(width, height):
    ...         for w in range(1, width):
    ...             yield Cutcake(w, height) + Cutcake(width - w, height)
    ...     def right(width, height):
    ...         for h in range(1, height):
    ...             yield Cutcake(width, h) + Cutcake(width, height - h)
    >>> Cutcake(5, 2).value
    Dyadic(1)
    """

    def decorate(cls: type) -> Rules:
        if not isinstance(cls, type):
            raise RulesError(
                f"partizan takes a class with functions left and right, not {cls!r}; "
                "moves that both players share are for @impartial"
            )
        bodies = {}
        for player in ("left", "right"):
            found = cls.__dict__.get(player)
            if isinstance(found, staticmethod):
                found = found.__func__
            if found is None:
                raise RulesError(
                    f"the class {cls.__name__} has no function {player!r}; "
                    "a partizan game needs left and right"
                )
            bodies[player] = found
        made = Rules(
            bodies, domain=domain, measure=measure, name=name or cls.__name__, solver=solver
        )
        made.__doc__ = cls.__doc__
        made.__module__ = cls.__module__
        made.__qualname__ = cls.__qualname__
        return made

    if left is not None or right is not None:
        if left is None or right is None or cls is not None:
            raise RulesError(
                "partizan(left=..., right=...) takes both players' moves and nothing before them"
            )
        return Rules(
            {"left": left, "right": right}, domain=domain, measure=measure, name=name, solver=solver
        )
    return decorate if cls is None else decorate(cls)
