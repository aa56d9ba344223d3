"""Runs a contestant's program on an input: with a time limit, and no trust in what it does."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from threading import Thread
from time import monotonic
from typing import IO, TYPE_CHECKING, NamedTuple

import click

from lastmove.cli.offspring import ended_offspring, tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Answer", "ended_with_children", "run"]

_CHUNK = 1 << 16
_ERRORS_KEPT = 1 << 16


class Answer(NamedTuple):
    """What a program printed, and what went wrong, or an empty text."""

    text: str
    fault: str

    def __str__(self) -> str:
        return "\n".join(part for part in (self.text.strip(), self.fault) if part)


class _Reader(Thread):
    """Reads a pipe to its end, keeping so many bytes; `full` if there are more."""

    def __init__(self, pipe: IO[bytes], most: int) -> None:
        super().__init__(daemon=True)
        self.pipe, self.most = pipe, most
        self.kept = b""
        self.full = False
        self.start()

    def run(self) -> None:
        """Read."""
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self.pipe.fileno(), _CHUNK):
                room = self.most - len(self.kept)
                self.kept += chunk[: max(room, 0)]
                self.full = self.full or len(chunk) > room

    def text(self) -> str:
        """Return what was read; bytes that are no text are shown as such."""
        return self.kept.decode("utf-8", "backslashreplace")


@contextlib.contextmanager
def ended_with_children() -> Iterator[None]:
    """Let the signals that end this process unwind it, so that no program is left running.

    Also what a signal lets slip just as a program starts is ended then.
    """

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {name: signal.signal(getattr(signal, name), end) for name in names}
    except ValueError:  # Only the main thread may have handlers.
        before = {}
    try:
        with ended_offspring():
            yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def run(command: Sequence[str], text: str, timeout: float, most: int) -> Answer:
    """Return what a program prints for an input.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    text : str
        Its standard input.
    timeout : float
        Seconds after which it and all that it started are ended.
    most : int
        Bytes of output after which they are ended.

    Raises
    ------
    click.ClickException
        If the program cannot be started.
    """
    with ended_offspring():
        return _run(command, text, timeout, most)


def _run(command: Sequence[str], text: str, timeout: float, most: int) -> Answer:
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.ClickException(f"cannot run {command[0]}: {reason}") from None
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        out, errors = _Reader(process.stdout, most), _Reader(process.stderr, _ERRORS_KEPT)
        Thread(target=_write, args=(process.stdin, text.encode()), daemon=True).start()
        until = monotonic() + timeout
        while out.is_alive() and not out.full and monotonic() < until:
            out.join(0.02)
        if out.full:
            return Answer(out.text()[:200] + "...", f"(more than {most:,} bytes of output)")
        try:
            status = process.wait(max(0.0, until - monotonic()))
        except subprocess.TimeoutExpired:
            return Answer(out.text(), f"(no end within {timeout:g} s)")
        if out.is_alive():
            return Answer(out.text(), f"(output held open for {timeout:g} s)")
        errors.join(0.2)
        return Answer(out.text(), _fault(status, errors.text()))
    finally:
        _end(process)


def _fault(status: int, errors: str) -> str:
    if status == 0:
        return ""
    last = errors.strip().splitlines()[-1:]
    said = f": {last[0][:200]}" if last else ""
    if status > 0:
        return f"(exit status {status}{said})"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"(killed by {name}{said})"


def _write(pipe: IO[bytes], data: bytes) -> None:
    # A program may end, or close its input, before it has read everything.
    with contextlib.suppress(OSError, ValueError):
        pipe.write(data)
        pipe.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it started, and close its pipes."""
    # Linux needs no list: see `ended_offspring`.
    others = [] if sys.platform.startswith("linux") else tree(process.pid)
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    for other in others:
        with contextlib.suppress(OSError):
            os.kill(other, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):
            if pipe is not None:
                pipe.close()
