"""Grids as text, plain or in the colours of a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.draw.colours import Palette, painted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lastmove.draw.grid import Grid

    Row = tuple[str, Sequence[str]]

__all__ = ["lines", "text"]


def text(grid: Grid, *, colour: bool = False, width: int = 10) -> str:
    """Return the text that `Grid.text` describes."""
    return "\n".join(lines(grid, colour=colour, width=width))


def lines(grid: Grid, *, colour: bool = False, width: int = 10) -> Iterator[str]:
    """Yield the lines of that text, as they are made."""
    if width < 1:
        raise ValueError(f"a row has at least one entry, not {width}")
    if not grid.values.size:
        yield "(no positions)"
        return
    palette = Palette(grid.distinct()) if colour else None

    def paint(shown: str, entry: Any) -> str:
        if palette is None or entry is None:
            return shown
        return painted(shown, palette(entry))

    for count, (heading, panel) in enumerate(grid.panels()):
        if count:
            yield ""
        if heading:
            yield f"\x1b[1m{heading}\x1b[0m" if colour else heading
        yield from _row(panel, width, paint) if len(panel.names) == 1 else _panel(panel, paint)


def _row(grid: Grid, width: int, paint: Callable[[str, Any], str]) -> Iterable[str]:
    """Yield the lines of a grid of one coordinate, so many entries a row."""
    (name,), start = grid.labels(), grid.starts[0] + grid.moved
    entries = grid.entries()
    # Rows begin at multiples of the width, so that columns stay where they are.
    skip = start % width
    padded = [None] * skip + entries
    blank = [False] * skip + [True] * len(entries)
    first = start - skip
    columns = [grid.show(n) for n in range(min(width, len(padded)))]
    rows = []
    for at in range(0, len(padded), width):
        part = list(zip(padded[at : at + width], blank[at : at + width], strict=True))
        shown = [(grid.show(entry) if real else "", entry) for entry, real in part]
        rows.append((grid.show(first + at), shown))
    return (line.rstrip() for line in _lines(name, columns, rows, paint))


def _panel(grid: Grid, paint: Callable[[str, Any], str]) -> Iterable[str]:
    down, across = grid.labels()
    columns = [grid.heading(1, i) for i in range(grid.shape[1])]
    rows = [
        (grid.heading(0, i), [(grid.show(entry), entry) for entry in entries])
        for i, entries in enumerate(grid.entries())
    ]
    return _lines(f"{down}\\{across}", columns, rows, paint)


def _lines(
    corner: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[tuple[str, Any]]]],
    paint: Callable[[str, Any], str],
) -> Iterable[str]:
    left = max(len(corner), *(len(heading) for heading, _ in rows))
    width = max(map(len, columns))
    width = max(width, *(len(shown) for _, cells in rows for shown, _ in cells))
    heads = " ".join(shown.rjust(width) for shown in columns)
    yield f"{corner.rjust(left)} | {heads}"
    yield f"{'-' * left}-+-{'-' * len(heads)}"
    for heading, cells in rows:
        line = " ".join(paint(shown.rjust(width), entry) for shown, entry in cells)
        yield f"{heading.rjust(left)} | {line}"
