"""Tables: one answer for every position in a box."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lastmove.errors import LimitExceeded
from lastmove.rules.position import Position
from lastmove.settings import current, limits
from lastmove.solve import questions
from lastmove.solve.native import refused

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy

    from lastmove.rules.ruleset import Rules

    Array = numpy.ndarray[Any, Any]

# Arrays of more dimensions are too much for the core or for numpy.
MOST_COORDINATES = 32
# Even an empty array has strides, which have to fit 64 bits.
_LARGEST = 2**56
# What the core's outcome codes mean; the last marks cells outside the domain.
_LETTERS = "PNLR"
_OUTSIDE = 255
# The least that a cell of the result takes: a byte; a letter and its code; an object.
_BYTES = {"grundy": 1, "outcome": 5, "value": 80}


def table(
    rules: Rules,
    extents: tuple[int, ...],
    *,
    what: str | None,
    misere: bool,
    progress: Callable[[int, int], None] | None,
) -> Array:
    """Return the table that `Rules.table` describes."""
    what = _question(rules, what, misere)
    extents = _box(rules, extents)
    cells = math.prod(extents)
    memory = current().memory
    if cells * _BYTES[what] > memory:
        raise LimitExceeded(
            f"a table of {' x '.join(map(str, extents))} has {cells:,} cells, more than the "
            f"memory limit of {memory:,} bytes holds; ask for smaller extents or raise it with "
            "lastmove.limits(memory=...)"
        )
    if math.prod(extent or 1 for extent in extents) >= _LARGEST:
        raise ValueError(f"an array with no cells cannot have extents as large as {extents!r}")
    with limits(progress=progress):
        found = _native_table(rules, extents, what, misere)
        return _plain_table(rules, extents, what, misere) if found is None else found


def _question(rules: Rules, what: str | None, misere: bool) -> str:
    impartial = rules.kind == "impartial"
    if what is None:
        what = "grundy" if impartial and not misere else "outcome"
    if what not in ("grundy", "outcome", "value"):
        raise ValueError(f'what is "grundy", "outcome" or "value", not {what!r}')
    if what == "grundy" and not impartial:
        raise ValueError(
            f'{rules.name} is partizan and has no Grundy values: ask for what="outcome" '
            'or what="value"'
        )
    if misere and what != "outcome":
        raise ValueError(f'in misère play a table shows what="outcome", not {what!r}')
    return what


def _box(rules: Rules, extents: tuple[int, ...]) -> tuple[int, ...]:
    from operator import index

    rules.shape(tuple(0 for _ in extents))
    if len(extents) > MOST_COORDINATES:
        raise ValueError(
            f"a table has at most {MOST_COORDINATES} coordinates, not {len(extents)}: "
            "ask for single positions"
        )
    try:
        box = tuple(map(index, extents))
    except TypeError:
        raise ValueError(f"extents are whole numbers, not {extents!r}") from None
    if any(extent < 0 for extent in box):
        raise ValueError(f"extents count from 0 up, so they are not negative: {extents!r}")
    return box


def _native_table(rules: Rules, extents: tuple[int, ...], what: str, misere: bool) -> Array | None:
    native = rules.engine.native(len(extents))
    if native is None or (what == "value" and rules.kind == "impartial"):
        return None
    # Were numpy first imported by the core, an interrupt while that lasts would end in a panic.
    import numpy  # noqa: F401

    from lastmove import _core
    from lastmove.solve.reach import reach

    memory, progress = current()
    try:
        found = native.core.table(
            0,
            extents,
            what="number" if what == "value" else what,
            misere=misere,
            memory=memory,
            progress=progress,
            reach=reach(native.system.programs[0], extents),
        )
    except _core.Fault as fault:
        refused(fault, native)
        return None
    if what == "value":
        return _dyadics(*found)
    if what == "outcome":
        return _letters(found)
    return _masked_above(rules, found)


def _letters(codes: Array) -> Array:
    import numpy as np

    outside = codes == _OUTSIDE
    letters = np.array([*_LETTERS, ""], dtype="<U1")[np.where(outside, len(_LETTERS), codes)]
    return np.ma.masked_array(letters, outside) if outside.any() else letters


def _dyadics(numerators: Array, exponents: Array) -> Array:
    import numpy as np

    from lastmove.values.dyadic import Dyadic

    made = np.empty(numerators.shape, dtype=object)
    outside = exponents < 0
    cells = made.reshape(-1)
    pairs = zip(numerators.reshape(-1).tolist(), exponents.reshape(-1).tolist(), strict=True)
    for place, (numerator, exponent) in enumerate(pairs):
        cells[place] = Dyadic.from_exponent(numerator, exponent) if exponent >= 0 else None
    return np.ma.masked_array(made, outside) if outside.any() else made


def _masked_above(rules: Rules, found: Array) -> Array:
    import numpy as np

    if rules.domain is None:
        return _narrowed(found, found.max(initial=0))
    outside = found == np.iinfo(found.dtype).max
    values = _narrowed(found, found.max(initial=0, where=~outside))
    return np.ma.masked_array(values, outside) if outside.any() else values


def _narrowed(found: Array, top: int) -> Array:
    """Return the values in the smallest type: the core's may be wider, as it was for others."""
    import numpy as np

    return found.astype(np.min_scalar_type(int(top)), copy=False)


def _plain_table(rules: Rules, extents: tuple[int, ...], what: str, misere: bool) -> Array:
    import numpy as np

    kinds = {"grundy": np.int64, "outcome": "<U1", "value": object}
    made: Array = np.zeros(extents, dtype=kinds[what])
    outside = np.zeros(extents, dtype=bool)
    progress = current().progress
    total = made.size
    try:
        for done, coords in enumerate(np.ndindex(*extents)):
            if not rules.is_legal(coords):
                outside[coords] = True
            else:
                made[coords] = _cell(Position(rules, coords), what, misere)
            if progress is not None and done % 64 == 0:
                progress(done, total)
    except LimitExceeded as error:
        error.partial = np.ma.masked_array(made, np.arange(total).reshape(extents) >= done)
        raise
    if what == "grundy":
        top = int(made.max(initial=0))
        made = made.astype(np.min_scalar_type(top))
    return np.ma.masked_array(made, outside) if outside.any() else made


def _cell(position: Position, what: str, misere: bool) -> Any:
    if what == "grundy":
        return questions.position_grundy(position)
    if what == "outcome":
        return questions.outcome((position,), misere=misere).value
    return questions.position_value(position)
