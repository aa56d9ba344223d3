"""Obeying the limits in force while rules are run in Python: how much memory positions take."""

from __future__ import annotations

from gc import get_referents
from sys import getsizeof
from time import monotonic
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.errors import LimitExceeded
from lastmove.settings import current

if TYPE_CHECKING:
    from lastmove.rules.position import Position

__all__ = ["Memo", "Watch", "shortened"]

_Key = TypeVar("_Key")
_Known = TypeVar("_Known")

# What one remembered position costs in Python beside its coordinates: a guess on the safe side.
_BYTES_PER_ENTRY = 1000
_BYTES_PER_PART = 100
# Steps between two looks at the limits, and the bytes that count as a step of their own.
_STEPS_PER_LOOK = 256
_BYTES_PER_STEP = 4096
# Of one position so many objects are looked at, of one collection so many; the others are taken
# to be like them.
_OBJECTS = 512
_ITEMS = 128
# What many positions have in common, and takes no room in any.
_COMMON = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_SHORT = 64
_SHOWN = 200


class Memo(dict[_Key, _Known]):
    """What a search has found, with the bytes that the coordinates in it take.

    Attributes
    ----------
    bytes : int
        An estimate.
    """

    __slots__ = ("bytes",)

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0

    def size(self) -> int:
        """Return about how many bytes it takes."""
        return len(self) * _BYTES_PER_ENTRY + self.bytes


class Watch:
    """Obeys the limits in force and reports progress during a search.

    Parameters
    ----------
    memo : Memo
        Where the search keeps what it has found.
    """

    def __init__(self, memo: Memo[Any, Any]) -> None:
        self._settings = current()
        self._memo = memo
        self._weights: list[int] = []
        self._waiting = 0
        self._until_look = 0
        self._last = monotonic()
        # What the position weighed last is made of, which the next one may share.
        self._before: set[int] = set()
        self._kept: Any = None

    def enter(self, *positions: Position) -> None:
        """Note that the search has entered a position, or a sum of several."""
        weight = sum(self._weigh(position) for position in positions)
        weight += _BYTES_PER_PART * (len(positions) - 1)
        self._weights.append(weight)
        self._waiting += weight
        self._until_look -= weight // _BYTES_PER_STEP

    def leave(self) -> None:
        """Note that what was entered last is done and in the memo."""
        weight = self._weights.pop()
        self._waiting -= weight
        self._memo.bytes += weight

    def step(self, position: Position) -> None:
        """Note one step of the search, which is at a position.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached.
        """
        self._until_look -= 1
        if self._until_look >= 0:
            return
        self._until_look = _STEPS_PER_LOOK
        depth, done = len(self._weights), len(self._memo)
        held = self._memo.size() + depth * _BYTES_PER_ENTRY + self._waiting
        if held > self._settings.memory:
            raise LimitExceeded(self._full(position, depth, done), done=done)
        if self._settings.progress is not None and monotonic() - self._last > 0.015:
            self._settings.progress(done, 0)
            self._last = monotonic()

    def _full(self, position: Position, depth: int, done: int) -> str:
        memory = self._settings.memory
        if depth > done:
            return (
                f"the memory limit of {memory:,} bytes is reached {depth:,} moves into one line "
                f"of play, at {shortened(position)}; if play there comes to an end, raise it with "
                "lastmove.limits(memory=...)"
            )
        return (
            f"the search holds {depth + done:,} positions, more than the memory limit of "
            f"{memory:,} bytes allows; raise it with lastmove.limits(memory=...)"
        )

    def _weigh(self, position: Position) -> int:
        """Return about how many bytes the coordinates of a position take."""
        total = 0
        for value in position.coords:
            kind = type(value)
            if kind is int:
                total += value.bit_length() >> 3
            elif kind is str and len(value) < _SHORT:
                total += 2 * _SHORT
            else:
                return self._weigh_deeply(position.coords)
        return total

    def _weigh_deeply(self, coords: tuple[Any, ...]) -> int:
        """Return about how many bytes coordinates take beyond what those before them share."""
        before, seen = self._before, set[int]()
        total = looked = 0
        todo: list[tuple[Any, int]] = [(coords, 1)]
        while todo and looked < _OBJECTS:
            item, times = todo.pop()
            place = id(item)
            if place in seen:
                continue
            seen.add(place)
            if place in before:
                continue
            looked += 1
            total += times * getsizeof(item, _SHORT)
            inside = get_referents(item)
            step = len(inside) // _ITEMS + 1
            todo.extend((x, times * step) for x in inside[::step] if not isinstance(x, _COMMON))
        if todo:
            total += total // looked * sum(times for _, times in todo)
        # An object keeps its id only while it is there.
        self._before, self._kept = seen, coords
        return total


def shortened(what: object) -> str:
    """Return the text of something for a message, with its middle left out if it is long.

    Examples
    --------
    >>> len(shortened("x" * 10**6))
    203
    """
    text = repr(what)
    if len(text) <= _SHOWN:
        return text
    return f"{text[: _SHOWN // 2]}...{text[-_SHOWN // 2 :]}"
