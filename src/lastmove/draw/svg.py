"""Grids as SVG pictures: heat maps, with the entries where they fit."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from lastmove.draw.colours import Palette, ink, web
from lastmove.draw.png import pixels, png

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.draw.grid import Grid

__all__ = ["MOST_CELLS", "svg"]

MOST_CELLS = 2_000_000
_MOST_PANELS = 400
# Sides of a drawing in which cells stop being legible and become dots.
_SIDE = 900
_LETTER = 7
_ROW = 40


def svg(grid: Grid) -> str:
    """Return the SVG text that `Grid.svg` describes."""
    if grid.values.size > MOST_CELLS:
        raise ValueError(
            f"a picture has at most {MOST_CELLS:,} cells, not {grid.values.size:,}: "
            "draw a smaller table or a slice"
        )
    panels = list(grid.panels()) if grid.values.size else []
    if len(panels) > _MOST_PANELS:
        raise ValueError(
            f"a picture has at most {_MOST_PANELS} slices, not {len(panels)}: fix a coordinate"
        )
    palette = Palette(grid.distinct())
    drawn = [_panel(panel, heading, palette) for heading, panel in panels]
    body: list[str] = []
    x = y = deepest = widest = 0
    across = _across(drawn)
    for count, (width, height, parts) in enumerate(drawn):
        if count and count % across == 0:
            x, y = 0, y + deepest + 16
            deepest = 0
        body.append(f'<g transform="translate({x},{y})">{"".join(parts)}</g>')
        x += width + 16
        deepest, widest = max(deepest, height), max(widest, x)
    y += deepest + 8
    key, key_width = _key(grid, palette, y)
    widest = max(widest, key_width, 40)
    title = _escaped(grid.title or grid.what)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{widest}" height="{y + 24}" '
        f'viewBox="0 0 {widest} {y + 24}" font-family="sans-serif" font-size="11">'
        f"<title>{title}</title>"
        f'<rect width="{widest}" height="{y + 24}" fill="white"/>{"".join(body)}{key}</svg>'
    )


def _across(drawn: Sequence[tuple[int, int, list[str]]]) -> int:
    """Return how many panels stand side by side."""
    if not drawn:
        return 1
    widest = max(width for width, _, _ in drawn) + 16
    return max(1, min(len(drawn), 1200 // widest))


def _panel(grid: Grid, heading: str, palette: Palette) -> tuple[int, int, list[str]]:
    """Return width, height and elements of one slice, with headings beside the cells."""
    entries = grid.entries()
    if len(grid.names) == 1:
        entries = [entries[k : k + _ROW] for k in range(0, len(entries), _ROW)]
        rows, columns = len(entries), min(_ROW, grid.shape[0])
        beside = [grid.heading(0, _ROW * i) for i in range(rows)]
        above = [f"+{grid.show(i)}" if rows > 1 else grid.heading(0, i) for i in range(columns)]
        corner = grid.labels()[0]
    else:
        rows, columns = grid.shape
        beside = [grid.heading(0, i) for i in range(rows)]
        above = [grid.heading(1, i) for i in range(columns)]
        corner = "{} ↓  {} →".format(*grid.labels())
    letters = max((len(grid.show(e)) for row in entries for e in row), default=1)
    side = max(2, min(24, _SIDE // max(rows, columns)))
    wide = max(side, _LETTER * letters + 6) if side >= 18 and letters <= 12 else side
    left = 8 + _LETTER * max(len(beside[0]), len(beside[-1]))
    top = 32 + (14 if heading else 0)
    parts = [f'<text x="2" y="12">{_escaped(corner)}</text>']
    if heading:
        parts.append(f'<text x="2" y="27" font-weight="bold">{_escaped(heading)}</text>')
    # Headings that would run into one another are left out.
    letters_above = max(len(above[0]), len(above[-1])) + 1
    for i in range(0, columns, _step(-(-letters_above * _LETTER // wide))):
        x = left + i * wide + wide // 2
        parts.append(f'<text x="{x}" y="{top - 5}" text-anchor="middle">{above[i]}</text>')
    for i in range(0, rows, _step(-(-14 // side))):
        y = top + i * side + side // 2 + 4
        parts.append(f'<text x="{left - 4}" y="{y}" text-anchor="end">{beside[i]}</text>')
    width, height = columns * wide, rows * side
    if side >= 18 and letters <= 12:
        for i, row in enumerate(entries):
            parts += _cells(grid, row, left, top + i * side, wide, side, palette)
    else:
        parts.append(_image(entries, left, top, width, height, palette))
    return max(left + width, _LETTER * len(corner)), top + height, parts


def _step(least: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50, ... that is not below."""
    step = 1
    while step < least:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _cells(
    grid: Grid, row: Sequence[Any], x: int, y: int, wide: int, side: int, palette: Palette
) -> list[str]:
    """Return the cells of a row, each with its entry."""
    made = []
    for i, entry in enumerate(row):
        if entry is not None:
            at, colour = x + i * wide, palette(entry)
            made.append(
                f'<rect x="{at}" y="{y}" width="{wide}" height="{side}" fill="{web(colour)}"/>'
                f'<text x="{at + wide // 2}" y="{y + side // 2 + 4}" text-anchor="middle" '
                f'fill="{web(ink(colour))}">{_escaped(grid.show(entry))}</text>'
            )
    return made


def _image(
    entries: Sequence[Sequence[Any]], x: int, y: int, width: int, height: int, palette: Palette
) -> str:
    """Return all cells as one picture, a pixel each, blown up."""
    data = b64encode(png(pixels(entries, palette))).decode()
    return (
        f'<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none" '
        f'style="image-rendering:pixelated" href="data:image/png;base64,{data}"/>'
    )


def _key(grid: Grid, palette: Palette, y: int) -> tuple[str, int]:
    """Return the key to the colours in one line, and its width."""
    x, parts = 4, []
    for entry in palette.key():
        shown = grid.show(entry)
        parts.append(
            f'<rect x="{x}" y="{y + 4}" width="12" height="12" fill="{web(palette(entry))}" '
            f'stroke="#888" stroke-width="0.5"/>'
            f'<text x="{x + 16}" y="{y + 14}">{_escaped(shown)}</text>'
        )
        x += 26 + _LETTER * len(shown)
    if not parts:
        parts.append(f'<text x="4" y="{y + 14}">(no positions)</text>')
        x = 100
    return "".join(parts), x


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
