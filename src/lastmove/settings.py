"""Limits on memory and a place for progress reports, for all long calls."""

from __future__ import annotations

from contextvars import ContextVar, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Settings(tuple[int, "Callable[[int, int], None] | None"]):
    """What holds for long calls made now: memory in bytes, and who hears of progress.

    No named tuple, because that would load typing, a tenth of what boards take in memory.
    """

    __slots__ = ()

    def __new__(cls, memory: int, progress: Callable[[int, int], None] | None) -> Settings:
        """Return the settings."""
        return super().__new__(cls, (memory, progress))

    @property
    def memory(self) -> int:
        """Bytes that tables and search may hold."""
        return self[0]

    @property
    def progress(self) -> Callable[[int, int], None] | None:
        """What is called now and then."""
        return self[1]


_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20}
_UNITS |= {"GIB": 2**30, "TB": 10**12, "TIB": 2**40}
_current: ContextVar[Settings | None] = ContextVar("lastmove_limits", default=None)
_default: Settings | None = None


def _physical_memory() -> int:
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 * 2**30


def current() -> Settings:
    """Return the settings in force; by default half of the machine's memory, no progress."""
    global _default
    settings = _current.get()
    if settings is not None:
        return settings
    if _default is None:
        _default = Settings(_physical_memory() // 2, None)
    return _default


def parse_size(size: int | str) -> int:
    """Return a number of bytes from an int or a text such as ``"500 MB"`` or ``"2GiB"``.

    Raises
    ------
    ValueError
        If the text is not a whole number followed by a unit, or not positive.

    Examples
    --------
    >>> parse_size("2 GiB")
    2147483648
    """
    if isinstance(size, int):
        number, unit = size, ""
    else:
        text = size.strip()
        digits = len(text) - len(text.lstrip("0123456789"))
        number, unit = int(text[:digits] or 0), text[digits:].strip().upper()
    if unit not in _UNITS or number <= 0:
        raise ValueError(
            f'a memory limit is a positive number of bytes or a text like "2 GiB", not {size!r}'
        )
    return number * _UNITS[unit]


class limits:  # noqa: N801 - used as a function in a with statement
    """Set limits for the long calls made inside a ``with`` block.

    Parameters
    ----------
    memory : int or str, optional
        Bytes that tables and search may hold at once, as a number or a text like ``"2 GiB"``.
        By default half of the machine's memory.
    progress : callable, optional
        Called about every 5 ms during a long call as ``progress(done, total)``, counting
        positions; `total` is 0 where it is not known. What it raises ends the call.

    Raises
    ------
    ValueError
        If `memory` is no positive size.

    Examples
    --------
    >>> import lastmove as lm
    >>> with lm.limits(memory="1 MiB"):
    ...     lm.rulesets.get("nim").table(2000, 2000)
    Traceback (most recent call last):
        ...
    lastmove.errors.LimitExceeded: ...
    """

    def __init__(
        self,
        *,
        memory: int | str | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self._memory = None if memory is None else parse_size(memory)
        self._progress = progress
        self._tokens: list[Token[Settings | None]] = []

    def __enter__(self) -> None:
        """Put the limits in force."""
        outer = current()
        memory = outer.memory if self._memory is None else self._memory
        self._tokens.append(_current.set(Settings(memory, self._progress or outer.progress)))

    def __exit__(self, *exception: object) -> None:
        """Put the limits that held before in force again."""
        _current.reset(self._tokens.pop())
