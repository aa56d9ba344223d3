"""Grids as HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from lastmove.draw.colours import Palette, ink, web
from lastmove.draw.svg import MOST_CELLS, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.draw.grid import Grid

__all__ = ["html"]

# Larger tables become a picture.
_MOST_CELLS = 2_500
_ROW = 20
_CELL = "padding:1px 5px;text-align:right;border:none;"


def html(grid: Grid) -> str:
    """Return the HTML that `Grid.html` describes."""
    title = f"<div><b>{escape(grid.title)}</b>{_fixed(grid)}</div>" if grid.title else ""
    size = grid.values.size
    if not size:
        return f"<div>{title}(no positions)</div>"
    if size > MOST_CELLS:
        return f"<div>{title}{escape(repr(grid))}: too large to draw, take a slice</div>"
    if size > _MOST_CELLS:
        try:
            return f"<div>{title}{svg(grid)}</div>"
        except ValueError as error:
            return f"<div>{title}{escape(str(error))}</div>"
    palette = Palette(grid.distinct())
    tables = "".join(_table(panel, heading, palette) for heading, panel in grid.panels())
    return f'<div>{title}<div style="display:flex;flex-wrap:wrap;gap:12px">{tables}</div></div>'


def _fixed(grid: Grid) -> str:
    parts = ", ".join(f"{name} = {value}" for name, value in grid.fixed.items())
    return f" at {escape(parts)}" if parts else ""


def _table(grid: Grid, heading: str, palette: Palette) -> str:
    entries = grid.entries()
    if len(grid.names) == 1:
        entries = [entries[k : k + _ROW] for k in range(0, len(entries), _ROW)]
        corner = grid.labels()[0]
        beside = [grid.heading(0, _ROW * i) for i in range(len(entries))]
        if len(entries) > 1:
            above = [f"+{grid.show(i)}" for i in range(len(entries[0]))]
        else:
            above, beside = [grid.heading(0, i) for i in range(len(entries[0]))], [""]
    else:
        corner = "\\".join(grid.labels())
        beside = [grid.heading(0, i) for i in range(grid.shape[0])]
        above = [grid.heading(1, i) for i in range(grid.shape[1])]
    caption = f"<caption>{escape(heading)}</caption>" if heading else ""
    head = "".join(f'<th style="{_CELL}">{escape(text)}</th>' for text in (corner, *above))
    rows = "".join(
        f'<tr><th style="{_CELL}">{escape(name)}</th>{_cells(grid, row, palette)}</tr>'
        for name, row in zip(beside, entries, strict=True)
    )
    return f'<table style="border-collapse:collapse">{caption}<tr>{head}</tr>{rows}</table>'


def _cells(grid: Grid, row: Sequence[object], palette: Palette) -> str:
    made = []
    for entry in row:
        if entry is None:
            made.append(f'<td style="{_CELL}"></td>')
            continue
        ground = palette(entry)
        colours = f"background:{web(ground)};color:{web(ink(ground))}"
        made.append(f'<td style="{_CELL}{colours}">{escape(grid.show(entry))}</td>')
    return "".join(made)
