"""Twins of `itertools.chain` and `itertools.takewhile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.rules.tracing.flow import Jump

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.rules.tracing.calls import Calls
    from lastmove.rules.tracing.flow import Completion


def chain(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    """Return what goes through some things, one after the other."""
    if keywords:
        raise m.refuse("chain() with these arguments")

    def run(handler: Callable[[Any], Completion]) -> Completion:
        for part in args:  # lists as they are when their turn comes
            completion = m.settle(m.iterate(part, handler))
            if completion is not None:
                return completion
        return None

    return m.stream(run)


def takewhile(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    """Return what goes through something up to where a condition fails."""
    if len(args) != 2 or keywords:
        raise m.refuse("takewhile() with these arguments")
    condition, items = args

    def run(handler: Callable[[Any], Completion]) -> Completion:
        frame = m.frame()

        def turn(value: Any) -> Completion:
            goes_on = m.truth(m.call(condition, [value], {}))
            return m.branch(
                goes_on, lambda: handler(value), lambda: m.perform(Jump("break", frame))
            )

        m.break_frame = frame
        return m.leave(frame, m.guarded(lambda: m.iterate(items, turn)))[0]

    return m.stream(run)
