"""What the finder needs of a game: its labels on a box, its steps, and a proof that play ends."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement, islice, product
from math import lcm
from operator import mul
from time import process_time
from typing import TYPE_CHECKING, Any

from lastmove.errors import LastmoveError, LimitExceeded, LoopError, NotANumber, RulesError
from lastmove.settings import current
from lastmove.solve.linear import Unbounded, maximise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lastmove import _core
    from lastmove.laws.base import Array
    from lastmove.rules.program import System


_MEMORY = 2**31
_LOOK = 500_000  # rounds of loops while looking whether play ends
_SECONDS = 6
_LITTLE = 2**25
_FEW = 8  # coordinates for which a linear programme is quick


def document(system: System) -> dict[str, Any]:
    """Return a system as the JSON data that certificates carry."""
    data: dict[str, Any] = json.loads(system.to_json())
    return data


def system_of(data: dict[str, Any]) -> System:
    """Return the system that JSON data describes."""
    from lastmove.rules.program import System

    return System.from_json(json.dumps(data))


def tabulate(system: System, what: str, extents: Sequence[int], place: int = 0) -> Array:
    """Return the labels of all positions in a box, computed by the native core.

    Parameters
    ----------
    system : System
    what : str
        One of `lastmove.laws.base.WHATS`.
    extents : sequence of int
        Coordinate `i` runs from 0 to ``extents[i] - 1``.
    place : int, default 0
        Which game of the system.

    Returns
    -------
    numpy.ndarray
        Of int64, -1 outside the domain; for ``what="value"`` of `Dyadic`, None outside.

    Raises
    ------
    LoopError, RulesError, LimitExceeded, NotANumber
        As the engine finds.
    """
    import numpy as np

    from lastmove import _core
    from lastmove.solve.tables import MOST_COORDINATES, _dyadics

    if len(extents) > MOST_COORDINATES:
        raise LimitExceeded(f"a table has at most {MOST_COORDINATES} coordinates")
    engine = _core.Engine(system.to_json())
    memory, outer = current()
    progress = _Watch(outer)
    if what != "value":
        # Play without end in sight fills any memory: do not let it take all there is.
        memory = min(memory, _MEMORY if _ends(system) else _LITTLE)
    box = tuple(extents)
    impartial = system.programs[place].moves is not None
    asked: Any = "grundy" if what == "grundy" or (what == "outcome" and impartial) else "outcome"
    try:
        if what == "value":
            pair = engine.table(
                place, box, what="number", misere=False, memory=memory, progress=progress
            )
            # Cells outside the domain hold None below the mask.
            values: Any = np.ma.getdata(_dyadics(*pair))
            made: Array = values
            return made
        found = engine.table(
            place,
            box,
            what=asked,
            misere=what == "misere",
            memory=memory,
            progress=progress,
        )
    except _core.Fault as fault:
        raise _error(fault, system) from None
    outside = found == np.iinfo(found.dtype).max
    labels = found.astype(np.int64)
    if what == "outcome" and impartial:
        labels = (labels != 0).astype(np.int64)
    labels[outside] = -1
    numbered: Array = labels
    return numbered


def _error(fault: _core.Fault, system: System) -> LastmoveError:
    """Return what a fault of the core means for the user."""
    name = system.programs[fault.game].name
    here = f"{name}({', '.join(map(str, fault.position))})" if fault.position else ""
    if fault.kind == "loop":
        return LoopError(f"play can come back to {here}: lastmove needs games that must end")
    if fault.kind in ("memory", "overflow"):
        return LimitExceeded(f"{fault.message} at {here}" if here else fault.message)
    if fault.kind == "hot":
        return NotANumber(f"{fault.message} at {here}")
    return RulesError(f"the rules of {name} fail at {here}: {fault.message}")


class _Watch:
    """Ends a table that takes too long; the class of laws is then tried on smaller ones only."""

    def __init__(self, outer: Callable[[int, int], None] | None) -> None:
        self.outer = outer
        self.until = process_time() + _SECONDS

    def __call__(self, done: int, total: int) -> None:
        """Note progress."""
        if process_time() > self.until:
            raise LimitExceeded(f"a table took more than {_SECONDS} s", done=done)
        if self.outer is not None:
            self.outer(done, total)


def _ends(system: System) -> bool:
    """Return whether some weighted sum of coordinates falls with every move near the origin."""
    from lastmove.laws.check import MOST_ROUNDS, Game, Rejected

    programs = document(system)["programs"]
    size = len(programs[0]["coords"])
    steps: set[tuple[int, ...]] = set()
    for place, program in enumerate(programs):
        game = Game(program)
        game.rounds = MOST_ROUNDS - _LOOK  # a look is not worth more
        try:
            for x in _near(game.size):
                if not game.legal(x):
                    continue
                for player in range(len(game.blocks)):
                    for option in game.options(x, player):
                        for g, *y in option:
                            if g == place and game.size == size:
                                steps.add(tuple(b - a for a, b in zip(x, y, strict=True)))
                if len(steps) > 400:
                    return True
        except (Rejected, ArithmeticError, ValueError, IndexError):
            return False  # the engine says better what is wrong with the rules
    return ranking(steps, size) is not None


def _near(size: int) -> Iterator[tuple[int, ...]]:
    """Yield some two thousand positions near the origin."""
    if size <= 11:
        edge = max(2, int(2000 ** (1 / size)))
        yield from product(range(min(edge, 40)), repeat=size)
        return
    yield (0,) * size
    yield (2,) * size
    for i, j in islice(combinations_with_replacement(range(size), 2), 2000):
        yield tuple((k == i) + (k == j) for k in range(size))


def ranking(steps: Iterable[Sequence[int]], size: int) -> tuple[int, ...] | None:
    """Return whole weights >= 0 whose weighted sum every step lowers, or None.

    For moves guarded by lower bounds alone there are such weights whenever play always ends
    (Ville's alternative and Dickson's lemma); otherwise their lack proves nothing.

    Examples
    --------
    >>> ranking([(-2, 1), (-1, -1)], 2)
    (1, 0)
    """
    every = sorted(set(map(tuple, steps)), reverse=True)
    if not every:
        return (0,) * size
    # What lowers the sum for a step does so for every step that is nowhere larger.
    distinct: list[tuple[int, ...]] = []
    for step in every:
        if not any(all(a <= b for a, b in zip(step, s, strict=True)) for s in distinct):
            distinct.append(step)
    if size > _FEW:
        quick = _relaxed(distinct, size)
        if quick is not None:
            return quick
    # The most that all steps can lower the sum by at once, with weights at most 1.
    rows = [[*step, 1] for step in distinct]
    rows += [[int(i == j) for j in range(size + 1)] for i in range(size + 1)]
    bounds = [0] * len(distinct) + [1] * (size + 1)
    try:
        best, point = maximise([0] * size + [1], rows, bounds)
    except Unbounded:
        return None
    if best <= 0:
        return None
    scale = lcm(*(w.denominator for w in point[:size]))
    weights = [int(w * scale) for w in point[:size]]
    return tuple(weights)


def _relaxed(steps: Sequence[Sequence[int]], size: int) -> tuple[int, ...] | None:
    """Return weights as `ranking` does, or None if these are not found by raising them.

    Where every step lowers one coordinate, as a move of tokens along an edge does, raising its
    weight just enough, again and again, gives the least weights; a linear programme in a hundred
    coordinates takes minutes.
    """
    weights = [0] * size
    for _ in range(size + 1):
        changed = False
        for step in steps:
            rise = sum(map(mul, weights, step))
            if rise < 0:
                continue
            down = next((i for i, d in enumerate(step) if d < 0), None)
            if down is None:
                return None
            weights[down] += rise // -step[down] + 1
            changed = True
        if not changed:
            return tuple(weights)
    return None


def extents(size: int, cells: int = 250_000) -> tuple[int, ...]:
    """Return a box of about `cells` positions, the same in every coordinate."""
    edge = 1
    if size == 1:
        return (240 if cells < 10_000 else 2400,)
    while edge < 2400 and (edge + 1) ** size <= cells:
        edge += 1
    return (edge,) * size
