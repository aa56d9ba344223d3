"""Every error that lastmove raises: one base class and a handful of children.

Each message is one sentence that says what, where, and what would work instead.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing's own constant costs 25 ms of start-up
if TYPE_CHECKING:
    from typing import Any


class LastmoveError(Exception):
    """Base class of all errors raised by lastmove."""


class RulesError(LastmoveError):
    """The rules of a game are at fault: a move leaves the domain, or is of the wrong shape.

    Attributes
    ----------
    position : object
        The position at which the rules failed, or None.
    """

    def __init__(self, message: str, position: Any = None) -> None:
        super().__init__(message)
        self.position = position


class LoopError(RulesError):
    """Play can come back to a position it has left; `position` lies on such a loop."""


class PositionError(LastmoveError, ValueError):
    """A position was asked for that the game does not have."""


class NotANumber(LastmoveError, ValueError):
    """A number was asked of a position whose value is not a number.

    Attributes
    ----------
    position : object
        The first position found that is not a number.
    """

    def __init__(self, message: str, position: Any = None) -> None:
        super().__init__(message)
        self.position = position


class NoLawFound(LastmoveError):
    """No closed form was found.

    Attributes
    ----------
    tried : list of str
        What was tried and how far each came.
    """

    def __init__(self, message: str, *, tried: Any = ()) -> None:
        super().__init__(message)
        self.tried: list[str] = list(tried)


class NotationError(LastmoveError, ValueError):
    """A text could not be read.

    Attributes
    ----------
    line, column : int or None
        Where reading stopped, counted from 1.
    """

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class GameError(LastmoveError, ValueError):
    """A question was asked of a value that has no answer for it."""


class LimitExceeded(LastmoveError):
    """A limit on memory or size was reached; what was finished is kept.

    Attributes
    ----------
    done : int
        Number of positions finished.
    partial : object
        What was finished, or None where there is nothing useful.
    """

    def __init__(self, message: str, *, done: int = 0, partial: Any = None) -> None:
        super().__init__(message)
        self.done = done
        self.partial = partial


class SaveError(LastmoveError):
    """A file that keeps results cannot be read or written, or is of something else."""


class MissingExtra(LastmoveError, ImportError):
    """An optional part of lastmove is not installed; the message names the extra."""
