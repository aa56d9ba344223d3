"""How far play from a box can stray above it, for rules that add constant vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.solve.linear import Unbounded, maximise

if TYPE_CHECKING:
    from lastmove.rules.program import Program

# An extended box more than this many times as large as the one asked for is no help.
_MOST_GROWTH = 16


def reach(program: Program, extents: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return exclusive bounds on the coordinates of all that is reachable from a box.

    Parameters
    ----------
    program : Program
        The rules.
    extents : tuple of int
        The box: coordinate `i` runs from 0 to ``extents[i] - 1``.

    Returns
    -------
    tuple of int or None
        Bounds at least as large as the extents; None where the moves do not all add a constant
        vector, where nothing leaves the box, or where the bounds are too large to help.

    Notes
    -----
    A reachable position is ``x + sum(n[j] * delta[j])`` with `x` in the box and all ``n[j]``
    non-negative; dropping that the `n` are whole and that every position on the way is legal
    leaves a linear programme for each coordinate, whose maximum bounds it.
    """
    if 0 in extents:
        return None
    document = program.to_json()
    if document["domain"] is not None or "moves" not in document:
        return None
    deltas: set[tuple[int, ...]] = set()
    if not _collect(document["moves"], len(extents), {}, deltas):
        return None
    if all(step <= 0 for delta in deltas for step in delta):
        return None
    size, moves = len(extents), sorted(deltas)
    # Variables: the starting point, then how often each move is made.
    rows = [[int(i == j) for j in range(size)] + [0] * len(moves) for i in range(size)]
    bounds = [extent - 1 for extent in extents]
    finals = [[int(i == j) for j in range(size)] + [move[i] for move in moves] for i in range(size)]
    rows += [[-entry for entry in final] for final in finals]
    bounds += [0] * size
    found = []
    grown, cells = 1, 1
    for final, extent in zip(finals, extents, strict=True):
        try:
            top = maximise(final, rows, bounds)[0]
        except Unbounded:
            return None
        found.append(max(extent, top.__floor__() + 1))
        grown, cells = grown * found[-1], cells * extent
    return tuple(found) if grown <= _MOST_GROWTH * cells else None


def _collect(
    block: list[Any], size: int, known: dict[int, tuple[int, int]], deltas: set[tuple[int, ...]]
) -> bool:
    """Add the vectors that the moves of a block add; False where some are not constant.

    `known` maps a variable to (coordinate, constant) where it is a shifted coordinate.
    """
    for kind, *rest in block:
        if kind == "set":
            shifted = _shifted(rest[1], known)
            if rest[0] in known or shifted is None:
                # Only a variable used in a move matters; forget what is not a shift.
                known[rest[0]] = (-1, 0)
            else:
                known[rest[0]] = shifted
        elif kind == "if":
            if not (
                _collect(rest[1], size, known, deltas) and _collect(rest[2], size, known, deltas)
            ):
                return False
        elif kind == "move":
            if len(rest[0]) != 1 or rest[0][0][0] != 0:
                return False
            shifts = [_shifted(entry, known) for entry in rest[0][0][1:]]
            if any(found is None or found[0] != i for i, found in enumerate(shifts)):
                return False
            deltas.add(tuple(found[1] for found in shifts if found is not None))
        elif kind not in ("return", "fail"):
            return False
    return True


def _shifted(entry: Any, known: dict[int, tuple[int, int]]) -> tuple[int, int] | None:
    """Return (coordinate, constant) of an expression that is a coordinate plus a constant."""
    if not isinstance(entry, list):
        return None
    kind, *parts = entry
    if kind == "x":
        return parts[0], 0
    if kind == "v":
        return known.get(parts[0])
    if kind in ("+", "-") and isinstance(parts[1], int):
        base = _shifted(parts[0], known)
        step = parts[1] if kind == "+" else -parts[1]
        return None if base is None else (base[0], base[1] + step)
    if kind == "+" and isinstance(parts[0], int):
        return _shifted([kind, parts[1], parts[0]], known)
    return None
