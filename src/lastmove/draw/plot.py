"""Grids drawn by matplotlib, and pictures written to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove.draw.colours import Palette
from lastmove.draw.png import pixels
from lastmove.errors import MissingExtra

if TYPE_CHECKING:
    from lastmove.draw.grid import Grid

__all__ = ["matplotlib", "plot", "save"]

_MOST_CELLS = 50_000_000


def plot(grid: Grid, axes: Any = None) -> Any:
    """Return the axes that `Grid.plot` describes."""
    image = _image(grid)
    if axes is None:
        axes = matplotlib("pyplot").gca()
    down, across = ["", *grid.labels()][-2:]
    height, width = image.shape[:2]
    top, left = (0, *(start + grid.moved for start in grid.starts))[-2:]
    box = (left - 0.5, left + width - 0.5, top + height - 0.5, top - 0.5)
    axes.imshow(image, extent=box, interpolation="nearest", aspect="equal")
    axes.set_xlabel(across)
    axes.set_ylabel(down)
    if len(grid.names) == 1:
        axes.set_yticks([])
    axes.set_title(", ".join([grid.title, *(f"{k} = {v}" for k, v in grid.fixed.items())]))
    _key(grid, axes)
    return axes


def save(grid: Grid, path: Any) -> None:
    """Write the file that `Grid.save` describes."""
    target = Path(path)
    if target.suffix.lower() == ".svg":
        target.write_text(grid.svg(), encoding="utf-8")
        return
    kinds = (".png", ".pdf", ".jpg", ".webp")
    if target.suffix.lower() not in kinds:
        raise ValueError(f"pictures are written as .svg, {', '.join(kinds)}, not to {path}")
    _image(grid)
    columns = grid.shape[-1]
    rows = grid.shape[0] if len(grid.names) > 1 else 1
    # A pixel or more for each cell, up to what matplotlib can draw.
    inches = max(4.0, min(200.0, max(rows, columns) / 100))
    figure = matplotlib("figure").Figure(figsize=(inches + 2, inches + 1), layout="constrained")
    plot(grid, figure.subplots())
    figure.savefig(target, dpi=120)


def _image(grid: Grid) -> Any:
    """Return the colours of the cells, white where there is no position."""
    if len(grid.names) > 2:
        raise ValueError(
            f"a heat map has at most two coordinates, not {len(grid.names)}: fix the others"
        )
    if not grid.values.size:
        raise ValueError("there are no positions to draw")
    if grid.values.size > _MOST_CELLS:
        raise ValueError(f"a heat map has at most {_MOST_CELLS:,} cells, not {grid.values.size:,}")
    rows = grid.entries()
    return pixels(rows if len(grid.names) > 1 else [rows], Palette(grid.distinct()))


def _key(grid: Grid, axes: Any) -> None:
    palette = Palette(grid.distinct())
    patch = matplotlib("patches").Patch
    patches = [
        patch(color=[part / 255 for part in palette(entry)], label=grid.show(entry))
        for entry in palette.key()
    ]
    axes.legend(handles=patches, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


def matplotlib(part: str) -> Any:
    """Return a module of matplotlib.

    Raises
    ------
    MissingExtra
        If it is not installed.
    """
    from importlib import import_module

    try:
        return import_module(f"matplotlib.{part}")
    except ImportError:
        raise MissingExtra("plotting needs matplotlib: pip install 'lastmove[plot]'") from None
