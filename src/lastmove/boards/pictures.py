"""Reading boards: rows of pictures, and the edges of graphs."""

from __future__ import annotations

from operator import index

from lastmove.errors import NotationError, PositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any


def lines_of(rows: str | Sequence[str], name: str) -> list[Sequence[str]]:
    """Return the rows of a picture, all of the same length.

    Parameters
    ----------
    rows : str or sequence of str
        The rows from the top, joined by ``|`` or line breaks, or one text each.
    name : str
        The game, for messages.

    Raises
    ------
    NotationError
        If a row is no text, or has another length than the first.
    """
    if isinstance(rows, str):
        lines: list[Any] = [line.strip() for line in rows.replace("\n", "|").split("|")]
        if len(lines) > 1 and not lines[-1]:
            lines.pop()
    else:
        try:
            lines = list(rows)
        except TypeError:
            raise NotationError(f"a board of {name} is a text, or rows, not {rows!r}") from None
    for y, line in enumerate(lines):
        if not isinstance(line, (str, list, tuple)):
            raise NotationError(f"row {y + 1} is no text: {line!r}", line=y + 1)
        if len(line) != len(lines[0]):
            cells = f"{len(line)} cell{'s' if len(line) != 1 else ''}"
            raise NotationError(
                f"row {y + 1} has {cells} where row 1 has {len(lines[0])}", line=y + 1
            )
    return lines


def edges_of(edges: Iterable[Any], *, marked: bool) -> list[tuple[int, int, Any]]:
    """Return edges as two vertices and a mark, None if they are not marked.

    Raises
    ------
    PositionError
        If an edge is something else.
    """
    shape = "two vertices and a colour" if marked else "two vertices"
    try:
        given = list(edges)
    except TypeError:
        raise PositionError(f"edges are given as a collection, not {edges!r}") from None
    found = []
    for place, edge in enumerate(given):
        try:
            a, b, mark = edge if marked else (*edge, None)
            found.append((index(a), index(b), mark))
        except (TypeError, ValueError):
            raise PositionError(f"edge {place + 1} is no {shape}: {edge!r}") from None
    return found
