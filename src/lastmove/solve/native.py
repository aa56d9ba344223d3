"""Asking the native core: each function returns None where the plain engine must answer."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.errors import LimitExceeded, NotANumber, RulesError
from lastmove.rules.position import Position
from lastmove.settings import current
from lastmove.solve.engine import Native, is_integral
from lastmove.solve.moves import moves
from lastmove.solve.outcome import Outcome
from lastmove.solve.plain import loop
from lastmove.values.dyadic import Dyadic

if TYPE_CHECKING:
    from lastmove import _core
    from lastmove._core import Game
    from lastmove.rules.ruleset import Rules
    from lastmove.solve.moves import Components


def native_for(position: Position) -> Native | None:
    """Return what runs a position natively, or None."""
    if not is_integral(position.coords):
        return None
    return position.rules.engine.native(len(position.coords))


def grundy(position: Position) -> int | None:
    """Return the Grundy value of a position, or None."""
    native = native_for(position)
    if native is None:
        return None
    from lastmove import _core

    memory, progress = current()
    try:
        return native.core.grundy(0, position.coords, memory=memory, progress=progress)
    except _core.Fault as fault:
        refused(fault, native)
        return None


def number(position: Position) -> Dyadic | None:
    """Return the value of a position all of whose followers are numbers, or None."""
    native = native_for(position)
    if native is None:
        return None
    from lastmove import _core

    memory, progress = current()
    try:
        found = native.core.number(0, position.coords, memory=memory, progress=progress)
    except _core.Fault as fault:
        refused(fault, native)
        return None
    return Dyadic.from_exponent(*found)


def game(position: Position) -> Game | None:
    """Return the value of a position in canonical form, or None."""
    native = native_for(position)
    if native is None:
        return None
    from lastmove import _core

    memory, progress = current()
    try:
        return native.core.value(0, position.coords, memory=memory, progress=progress)
    except _core.Fault as fault:
        refused(fault, native)
        return None


def options(
    native: Native, position: Position, most: int, player: int = 0
) -> list[tuple[tuple[int, ...], ...]] | None:
    """Return at most so many options of a player in the core's form, or None."""
    from lastmove import _core

    try:
        return native.core.options(0, position.coords, player, most)
    except _core.Fault as fault:
        refused(fault, native)
        return None


def outcome(components: Components, *, misere: bool) -> Outcome | None:
    """Return the outcome of a sum by searching it as a whole, or None."""
    if not components or not all(is_integral(part.coords) for part in components):
        return None
    found = joint(components)
    if found is None:
        return None
    native, indices = found
    from lastmove import _core

    memory, progress = current()
    placed = [(index, *part.coords) for index, part in zip(indices, components, strict=True)]
    try:
        return Outcome(native.core.outcome(placed, misere=misere, memory=memory, progress=progress))
    except _core.Fault as fault:
        refused(fault, native)
        return None


def joint(components: Components) -> tuple[Native, list[int]] | None:
    """Return one native system for all components, and each one's place in it."""
    roots = tuple(dict.fromkeys((part.rules, len(part.coords)) for part in components))
    (rules, arity), *others = roots
    native = _together(roots) if others else rules.engine.native(arity)
    if native is None:
        return None
    return native, [native.games[part.rules, len(part.coords)] for part in components]


@lru_cache(maxsize=64)
def _together(roots: tuple[tuple[Rules, int], ...]) -> Native | None:
    """Return one native system for several games, or None."""
    if any(rules.engine.native(arity) is None for rules, arity in roots):
        return None
    from lastmove.rules.tracing import Untraceable, trace_together

    try:
        return Native(trace_together(roots))
    except (Untraceable, ValueError):
        # Each game runs natively, but all of them together are too many or too large.
        return None


def refused(fault: _core.Fault, native: Native) -> None:
    """Raise what a fault of the core means for the user; return if Python should answer.

    A value that does not fit the core's 64 bits is no error: the plain engine is exact at any
    size. It also says best which question a position is of the wrong kind for.
    """
    rules, _ = native.system.games[fault.game]
    position = Position(rules, fault.position)
    if fault.kind in ("overflow", "shape"):
        return
    if fault.kind == "loop":
        raise loop(position)
    if fault.kind == "endless":
        raise RulesError(
            f"the rules of {rules} do not come to an end at {position}: {fault.message}", position
        )
    if fault.kind == "memory":
        where = f" at {position}" if fault.position else ""
        raise LimitExceeded(
            f"{fault.message}{where}; if play there comes to an end, raise it with "
            "lastmove.limits(memory=...)",
            done=fault.done,
        )
    if fault.kind == "hot":
        raise NotANumber(
            f"{position} is not a number: no number lies between what Left can move to and what "
            "Right can",
            position,
        )
    # The rules themselves say best what is wrong, with the line.
    for player in ("left", "right"):
        for _ in moves(position, player):
            pass
    raise RulesError(f"the rules of {rules} fail at {position}: {fault.message}", position)
