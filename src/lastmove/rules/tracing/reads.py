"""What rules read from outside themselves while they are traced, to see whether it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FunctionType

__all__ = ["MISSING", "Reads", "copied", "outer"]

MISSING = object()


def outer(function: FunctionType, name: str) -> Any:
    """Return what a name means in a function that does not set it itself, or `MISSING`."""
    code = function.__code__
    if name in code.co_freevars:
        try:
            return (function.__closure__ or ())[code.co_freevars.index(name)].cell_contents
        except ValueError:
            return MISSING
    return function.__globals__.get(name, MISSING)


class Reads:
    """The names and attributes that rules read, with what they meant then."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], tuple[FunctionType, Any]] = {}
        self._attributes: dict[tuple[int, str], tuple[Any, Any]] = {}

    def note(self, function: FunctionType, name: str, value: Any) -> None:
        """Keep what a name of a function means now."""
        key = (id(function), name)
        if key not in self._kept:
            self._kept[key] = (function, copied(value))

    def note_attribute(self, owner: Any, name: str, value: Any) -> None:
        """Keep what an attribute is now."""
        self._attributes.setdefault((id(owner), name), (owner, copied(value)))

    def join(self, other: Reads) -> None:
        """Keep what others have read too."""
        self._kept = {**other._kept, **self._kept}
        self._attributes = {**other._attributes, **self._attributes}

    def current(self) -> bool:
        """Return whether all names and attributes mean what they meant."""
        return all(
            _same(value, outer(function, name))
            for (_, name), (function, value) in self._kept.items()
        ) and all(
            _same(value, getattr(owner, name, MISSING))
            for (_, name), (owner, value) in self._attributes.items()
        )


def copied(value: Any) -> Any:
    """Return a copy of lists in lists, to compare with."""
    if type(value) in (list, tuple):
        return type(value)(map(copied, value))
    if type(value) is dict:
        return {key: copied(v) for key, v in value.items()}
    return set(value) if type(value) is set else value


def _same(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if type(a) in (list, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if type(a) is dict:
        return list(a) == list(b) and all(_same(v, b[key]) for key, v in a.items())
    if type(a) in (int, bool, str, float, bytes, set, frozenset):
        return bool(a == b)
    # Methods are made anew whenever they are asked for.
    return a is b or (callable(a) and hasattr(a, "__self__") and bool(a == b))
