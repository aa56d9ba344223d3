"""How answers are printed: JSON, grids, and progress on standard error."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from errno import EACCES
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from lastmove._core import Game
from lastmove.values.dyadic import Dyadic

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import TracebackType

    from rich.progress import Progress, TaskID

    from lastmove.rules.position import Position, Sum

# A bar that is gone before it can be read is a flicker.
_BAR_AFTER = 1.0


def write_whole(path: Path, text: str) -> None:
    """Write a file that readers see whole, as it was before or as it is now.

    Two processes may write it at once. What is no ordinary file, such as a pipe, is written as it
    is, and so is a file in a folder where no other can be made.

    Raises
    ------
    click.ClickException
        If it cannot be written.
    """
    from pathlib import Path
    from tempfile import NamedTemporaryFile

    try:
        whole = path.resolve()
        if (whole.exists() and not whole.is_file()) or not os.access(whole.parent, os.W_OK):
            path.write_text(text, encoding="utf-8")
            return
        if whole.exists() and not os.access(whole, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        mode = whole.stat().st_mode & 0o777 if whole.exists() else 0o666 & ~_umask()
        with NamedTemporaryFile(
            "w", encoding="utf-8", dir=whole.parent, prefix=f".{whole.name}.", delete=False
        ) as made:
            new = Path(made.name)
            try:
                made.write(text)
                made.close()
                new.chmod(mode)
                new.replace(whole)
            except BaseException:
                made.close()
                new.unlink()
                raise
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None


def _umask() -> int:
    """Return which permissions new files do not have."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def plain(value: Any) -> Any:
    """Return what JSON has for a value: numbers, texts and lists; others as their text."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(entry) for entry in value]
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    return str(value) if isinstance(value, (Dyadic, Game)) else repr(value)


def described(position: Position | Sum) -> dict[str, Any]:
    """Return a position or sum in the form that all JSON answers use."""
    return {
        "text": repr(position),
        "components": [
            {
                "game": part.rules.name,
                "parameters": plain(part.rules.parameters),
                "coords": plain(part.coords),
            }
            for part in position.components
        ],
    }


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    import json

    click.echo(json.dumps(plain(value), indent=2, ensure_ascii=False))


@contextmanager
def numbers_of_any_size() -> Iterator[None]:
    """Let Python print integers of more than 4,300 digits: what is typed bounds them here."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def choose_one(forms: dict[str, object]) -> list[str]:
    """Return the options that are in use, of which there may be one.

    Raises
    ------
    click.ClickException
        If there are several.
    """
    chosen = [name for name, on in forms.items() if on]
    if len(chosen) > 1:
        raise click.ClickException(f"choose one of {chosen[0]} and {chosen[1]}")
    return chosen


def colours(when: str = "auto") -> bool:
    """Return whether to colour the output: "auto" is at a terminal, unless NO_COLOR is set."""
    if when != "auto":
        return when == "always"
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Bar:
    """A progress bar on standard error, for calls of more than a second at a terminal.

    Used in a ``with`` statement and called as ``bar(done, total)``.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = monotonic()
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        return self

    def __call__(self, done: int, total: int) -> None:
        """Note that `done` of `total` positions (0: unknown) are finished."""
        if not self._shown or monotonic() - self._began < _BAR_AFTER:
            return
        if self._bar is None:
            self._bar = _new_bar()
            self._bar.start()
            # Work done by an earlier run says nothing of the rate.
            self._task = self._bar.add_task(self._what, total=None, completed=done)
        if self._task is not None:
            self._bar.update(self._task, completed=done, total=total or None)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _new_bar() -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f}/s" if task.speed else "")

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} positions"),
        Rate(),
        TimeElapsedColumn(),
        TextColumn("gone,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True),
        transient=True,
    )
