"""Running a game's own functions: from what they yield to checked positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import LastmoveError, LimitExceeded, RulesError
from lastmove.rules.position import Playable, Position
from lastmove.rules.ruleset import advice
from lastmove.settings import current
from lastmove.solve.watch import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator


Components = tuple[Position, ...]

# Of one position: they take seconds. So few are fine under any memory limit.
MOST_OPTIONS = 1 << 20
_FEW = 1 << 12
_BYTES_PER_OPTION = 100


def moves(position: Position, player: str) -> Iterator[Components]:
    """Yield the options of `player` at a position, each as a tuple of components.

    They come as the rules yield them: in their order, repetitions included.

    Raises
    ------
    RulesError
        If the rules raise an error, yield something that is no position, or lead outside
        the domain.
    """
    rules, before = position.rules, hash(position)
    body = rules.bodies["moves" if rules.kind == "impartial" else player]
    try:
        coords, keywords = rules.given(position.coords, body)
        found = body(*coords, **keywords)
        if (
            found is None
            or isinstance(found, (Playable, str, bytes))
            or not hasattr(found, "__iter__")
        ):
            raise RulesError(
                f"the rules of {rules} return {found!r} at {position}: "
                "yield the options, or return a list of them",
                position,
            )
        if isinstance(found, tuple) and rules.arity not in (None, 1) and _all_int(found):
            raise RulesError(
                f"the rules of {rules} return {found!r} at {position}: "
                f"to return one option, put it in a list: [{found!r}]",
                position,
            )
        most = _FEW
        for count, option in enumerate(found):
            if hash(position) != before:
                break
            if count == most:
                most = _most_options(position, count)
            yield tuple(_components(option, position))
        if hash(position) != before:
            raise RulesError(
                f"the rules of {rules} change the position that they are given, now {position}: "
                "yield new ones instead",
                position,
            )
    except (RulesError, LimitExceeded):
        raise
    except RecursionError as error:
        raise RulesError(
            f"the rules of {rules} recurse too deeply at {position}: "
            "yield positions instead of calling the function's own moves",
            position,
        ) from error
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        where = _line(error, body.__code__.co_filename)
        raise RulesError(
            f"the rules of {rules} fail at {position}{where}: {said(error)}"
            f"{advice(position.coords)}",
            position,
        ) from error


def refuse_many(position: Position, count: str) -> None:
    """Refuse a position whose options are too many to look at one by one.

    Raises
    ------
    LimitExceeded
        Always; the message names what answers for positions of any size.
    """
    raise LimitExceeded(
        f"{position} has {count} options, too many to look at one by one; where a law of "
        f"{position.rules} is found, its law().winning_moves(...) gives some that win at any size"
    )


def _most_options(position: Position, count: int) -> int:
    """Return how many options a position may have, if it may have more than it has shown."""
    memory = current().memory
    most = min(MOST_OPTIONS, memory // _BYTES_PER_OPTION)
    if count < most:
        return most
    what = (
        "the most that lastmove asks rules in Python for"
        if count >= MOST_OPTIONS
        else f"as many as the memory limit of {memory:,} bytes allows"
    )
    raise LimitExceeded(
        f"{shortened(position)} has more than {count:,} options, {what}: see that "
        f"{position.rules} does not yield for ever",
        done=count,
    )


def said(error: BaseException) -> str:
    """Return what an error says: its kind and its message, if it has one."""
    if isinstance(error, LastmoveError):
        return str(error)
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _components(option: Any, position: Position) -> Iterator[Position]:
    rules = position.rules
    if isinstance(option, Playable):
        for part in option.components:
            home = part.rules if part.chosen else rules.resolve(part.rules)
            if home is part.rules:
                yield part
                continue
            coords = part.coords
            if home is rules:
                coords = rules.reached(position.coords, coords)
            yield Position(home, home.check(coords))
        return
    if any(isinstance(part, Position) for part in getattr(option, "components", ())):
        raise RulesError(
            f"{position} yields {option!r}: a move leads to a position of rules or a sum of such, "
            "not to a sum with boards or values",
            position,
        )
    if hasattr(option, "left_options") and type(option) not in map(type, position.coords):
        raise RulesError(
            f"{position} yields {option!r}: a move leads to a position of rules, not to a value "
            "or a board",
            position,
        )
    if option is None:
        raise RulesError(f"{position} yields None: yield the position that is moved to", position)
    if isinstance(option, list):
        for part in option:
            try:
                yield from _components(part, position)
            except RulesError as error:
                if not isinstance(part, int) or rules.arity in (None, 1):
                    raise
                raise RulesError(
                    f"{position} yields the list {option!r}, which means a sum of positions: "
                    "yield a tuple for the coordinates of one",
                    position,
                ) from error
        return
    coords = option if _is_coordinates(option, position) else (option,)
    coords = rules.reached(position.coords, coords)
    try:
        coords = rules.shape(coords)
    except LastmoveError as error:
        raise RulesError(f"{position} yields {_text(option)}: {error}", position) from error
    if not rules.is_legal(coords):
        limits = (
            "coordinates start at 0"
            if rules.domain is None
            else f"outside the domain of {rules.name}"
        )
        raise RulesError(
            f"a move leads from {position} to {rules.show(coords)}: {limits}", position
        )
    yield Position(rules, coords)


def _text(option: Any) -> str:
    try:
        return repr(option)
    except ValueError:  # Python prints no integers of more than 4,300 digits.
        return "a very large number"


def _is_coordinates(option: Any, position: Position) -> bool:
    """Return whether a yielded tuple lists coordinates, or is itself the only coordinate."""
    if not isinstance(option, tuple):
        return False
    return not (position.rules.arity == 1 and not isinstance(position.coords[0], int))


def _all_int(found: tuple[Any, ...]) -> bool:
    return bool(found) and all(isinstance(value, int) for value in found)


def _line(error: BaseException, filename: str) -> str:
    """Return `` (line n)`` for the innermost line of the rules' own file."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line is not None else ""
