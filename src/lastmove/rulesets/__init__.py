"""The built-in games: one module each, found by looking into this folder.

A module states one game. It holds the rules under the game's name (or, for a partizan game, a
class that is given this name), and

- ``TITLE``, the name in words, and ``SOURCE``, where the game comes from;
- ``picture``, if a drawing helps: a function from a position (or sum) to a few lines of text.

Modules whose names start with an underscore are no games. Nothing else lists the games, so a
new one is one new file.
"""

from __future__ import annotations

from lastmove.errors import PositionError

TYPE_CHECKING = False  # typing's own constant costs 25 ms of start-up
if TYPE_CHECKING:
    from lastmove.rules.ruleset import Rules
    from lastmove.rulesets._info import Info

__all__ = ["get", "info", "names"]

_infos: dict[str, Info] = {}


def names() -> tuple[str, ...]:
    """Return the names of the built-in games, sorted; imports none of them.

    Examples
    --------
    >>> import lastmove as lm
    >>> "kayles" in lm.rulesets.names()
    True
    """
    # Neither pkgutil, which imports ast and inspect, nor pathlib: commands that list names start
    # quicker.
    from os import listdir

    files = {file for folder in __path__ for file in listdir(folder)}  # noqa: PTH208
    return tuple(sorted(f[:-3] for f in files if f.endswith(".py") and not f.startswith("_")))


def get(name: str) -> Rules:
    """Return the rules of a built-in game.

    Parameters
    ----------
    name : str
        One of `names`.

    Raises
    ------
    PositionError
        If there is no such game; the message names those that look alike.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("nim")(3, 4, 5).grundy
    2
    """
    return info(name).rules


def info(name: str) -> Info:
    """Return what is known of a built-in game: title, source, coordinates, parameters.

    Parameters
    ----------
    name : str
        One of `names`.

    Raises
    ------
    PositionError
        If there is no such game; the message names those that look alike.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.info("bash").parameters
    {'k': 3}
    """
    from lastmove.rulesets._info import load

    found = _infos.get(name)
    if found is not None:
        return found
    known = names()
    if name not in known:
        from difflib import get_close_matches

        from lastmove.boards.named import names as board_names

        if name in board_names():
            raise PositionError(
                f"{name} is played on boards, which have no rules in Python: "
                f"`lastmove solve {name} BOARD` and lastmove.boards.from_text({name!r}, BOARD)"
            )
        close = get_close_matches(str(name), known, n=3)
        hint = (
            f"did you mean {' or '.join(close)}?"
            if close
            else f"there are {', '.join(known)}; and on boards {', '.join(board_names())}"
        )
        raise PositionError(f"there is no built-in game {name!r}: {hint}")
    _infos[name] = load(name)
    return _infos[name]
