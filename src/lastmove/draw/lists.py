"""Entries of grids as lists of numbers, in the forms of the encyclopedia of sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.draw.grid import Grid

__all__ = ["bfile", "columns", "sequence"]


def sequence(grid: Grid) -> list[Any]:
    """Return the list that `Grid.sequence` describes."""
    if len(grid.names) > 2:
        raise ValueError(
            f"a sequence comes from one or two coordinates, not {len(grid.names)}: fix the others"
        )
    if grid.what in ("outcome", "misere"):
        raise ValueError("outcomes are no sequence of numbers: list the losing positions instead")
    rows: list[Any] = grid.entries()
    if len(grid.names) == 1:
        found = rows
    else:
        # Only whole antidiagonals: the first that leaves the table ends the list.
        whole = min(grid.shape)
        found = [rows[k - i][i] for k in range(whole) for i in range(k + 1)]
    if None in found:
        raise ValueError("a sequence has no holes, and some cells hold no position")
    if any(getattr(entry, "denominator", 1) != 1 for entry in found):
        raise ValueError("a sequence is of whole numbers, and some entries are not")
    return found


def bfile(entries: Sequence[Any], first: int = 0) -> str:
    r"""Return the lines ``index entry`` of a b-file.

    Parameters
    ----------
    entries : sequence of int
        The sequence.
    first : int
        Index of its first entry.

    Examples
    --------
    >>> bfile([5, 7], 1)
    '1 5\n2 7\n'
    """
    return "".join(f"{i} {entry}\n" for i, entry in enumerate(entries, first))


def columns(positions: Sequence[tuple[int, ...]], size: int) -> list[list[int]]:
    """Return for each coordinate the list of its values in some positions.

    Examples
    --------
    >>> columns([(0, 0), (1, 2), (3, 5)], 2)
    [[0, 1, 3], [0, 2, 5]]
    """
    return [[place[axis] for place in positions] for axis in range(size)]
