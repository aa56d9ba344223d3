"""Ends whatever a program started, also what has left its process group and lost its parents."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ended_offspring", "tree"]

# Numbers of <sys/prctl.h>.
_SET_SUBREAPER = 36
_GET_SUBREAPER = 37
# Seconds after which what cannot be ended is left alone.
_PATIENCE = 5.0


@contextlib.contextmanager
def ended_offspring() -> Iterator[None]:
    """End at the end all processes that were started meanwhile, and all that these started.

    On Linux this process becomes a subreaper (prctl(2)): a process whose parents have ended
    becomes a child of it, however often it forked and whatever session it opened, so that nothing
    is lost from sight. What still runs is killed until no child is left that was not there
    before. Elsewhere nothing is done here; see `tree`.
    """
    before = _set_subreaper(True)
    if before is None:
        yield
        return
    there = _children()
    try:
        yield
    finally:
        with _no_signals():
            _end_all_but(there)
            _set_subreaper(before)


def tree(root: int) -> list[int]:
    """Return the processes that descend from one, where there is no subreaper but a command ps.

    It has to be asked while `root` runs; a process whose parents have ended is not found.
    """
    if os.name != "posix":
        return []
    try:
        said = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, timeout=5, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    children: dict[int, list[int]] = {}
    for line in said.splitlines():
        numbers = line.split()
        if len(numbers) == 2 and all(number.isdigit() for number in numbers):
            children.setdefault(int(numbers[1]), []).append(int(numbers[0]))
    found: list[int] = []
    open_ = [root]
    while open_:
        made = children.pop(open_.pop(), [])
        found += made
        open_ += made
    return found


def _set_subreaper(wanted: bool) -> bool | None:
    """Say whether orphans become children of this process, and return what was said before.

    None if this system has no such thing.
    """
    if not sys.platform.startswith("linux"):
        return None
    try:
        import ctypes

        prctl: Any = ctypes.CDLL(None, use_errno=True).prctl
        before = ctypes.c_int(0)
        zero = ctypes.c_ulong(0)
        if prctl(_GET_SUBREAPER, ctypes.byref(before), zero, zero, zero) != 0:
            return None
        if prctl(_SET_SUBREAPER, ctypes.c_ulong(wanted), zero, zero, zero) != 0:
            return None
        _children()
    except (ImportError, OSError, AttributeError):
        return None
    return bool(before.value)


def _children() -> set[int]:
    """Return the children of this process, with those that have ended and were not waited for.

    A process hands its children over before it counts as ended, so at the kernel's own word that
    there is no child, nothing is left.
    """
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return set()
    found = set()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            stat = (folder / "stat").read_text(errors="replace")
            # The name of the program stands in parentheses and may hold any.
            if int(stat.rpartition(")")[2].split()[1]) == os.getpid():
                found.add(int(folder.name))
    return found


def _end_all_but(there: set[int]) -> None:
    until = monotonic() + _PATIENCE
    calm = 0
    # A list made while processes start may lack some, so it has to be empty twice.
    while calm < 2 and monotonic() < until:
        left = _children() - there
        calm = 0 if left else calm + 1
        # None of these numbers can be another process's: a child that ended keeps its own until
        # it is waited for, here.
        for child in left:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
        ended = False
        for child in left:
            with contextlib.suppress(OSError):
                ended = os.waitpid(child, os.WNOHANG)[0] != 0 or ended
        if left and not ended:
            sleep(0.001)


@contextlib.contextmanager
def _no_signals() -> Iterator[None]:
    """Put off Ctrl-C and the like until the end."""
    late: list[int] = []
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {name: signal.signal(getattr(signal, name), _noting(late)) for name in names}
    except ValueError:  # Only the main thread may have handlers; signals end up there anyway.
        before = {}
    try:
        yield
    finally:
        for name, handler in before.items():
            # None is a handler that was not set from Python.
            signal.signal(getattr(signal, name), signal.SIG_DFL if handler is None else handler)
        for number in late[:1]:
            signal.raise_signal(number)


def _noting(late: list[int]) -> Any:
    return lambda number, frame: late.append(number)
