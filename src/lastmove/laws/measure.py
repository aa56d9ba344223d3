"""The measure that rules give: a whole number that, as their author says, every move lowers.

It is believed no more than anything else: it goes into the certificate as a ranking, and the
checker decides whether moves lower it.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Any

from lastmove.errors import RulesError
from lastmove.rules.program import Failure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.program import System
    from lastmove.rules.ruleset import Rules

__all__ = ["measure_of"]

_POSITIONS = 400
_STEPS = 20_000


def measure_of(rules: Rules, system: System) -> Any:
    """Return the measure of rules as data of an expression, why it is none, or None without one.

    Parameters
    ----------
    rules : Rules
        The game.
    system : System
        Its Programs.

    Raises
    ------
    RulesError
        If it is negative at a small position, or some move there does not lower it.

    Examples
    --------
    >>> import lastmove as lm
    >>> @lm.impartial(measure=lambda a, b: 2 * a + b)
    ... def split(a, b):
    ...     if a:
    ...         yield a - 1, b + 1
    ...     if b:
    ...         yield a, b - 1
    >>> measure_of(split, split.program and split.engine.native(2).system)
    ['+', ['*', 2, ['x', 0]], ['x', 1]]
    """
    from lastmove.rules.tracing import Untraceable, trace_measure

    if rules.measure is None:
        return None
    _believable(rules, system)
    try:
        return trace_measure(rules, len(system.programs[0].coords)).to_json()
    except Untraceable as reason:
        return str(reason)


def _believable(rules: Rules, system: System) -> None:
    """Refuse a measure that is wrong at a small position."""
    assert rules.measure is not None
    program = system.programs[0]

    def of(coords: tuple[int, ...]) -> int:
        assert rules.measure is not None
        try:
            found = rules.measure(*coords)
        except Exception as error:
            raise RulesError(
                f"the measure of {rules} fails at {coords}: {type(error).__name__}: {error}"
            ) from error
        if not isinstance(found, int):
            raise RulesError(f"the measure of {rules} at {coords} is no whole number: {found!r}")
        return int(found)

    for coords in islice(filter(program.legal, _near(len(program.coords))), _POSITIONS):
        before = of(coords)
        if before < 0:
            raise RulesError(
                f"the measure of {rules} is {before} at {coords}: it must not be negative"
            )
        for player in range(1 if program.moves is not None else 2):
            try:
                options = list(program.run(coords, player, steps=_STEPS))
            except Failure:
                continue
            for place, *after in (part for option in options for part in option):
                if place == program.place and of(tuple(after)) >= before:
                    raise RulesError(
                        f"the measure of {rules} does not fall from {coords} ({before}) to "
                        f"{tuple(after)} ({of(tuple(after))}): every move must lower it"
                    )


def _near(size: int) -> Iterator[tuple[int, ...]]:
    """Yield positions of small coordinates, the smallest sums of a box first."""
    side = max(3, round(_POSITIONS ** (1 / size)))
    if size > 6:
        yield from product(range(2), repeat=size)
        return
    yield from sorted(product(range(side), repeat=size), key=sum)
