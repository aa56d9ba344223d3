"""Short games straight from the definitions: the oracle for the native store.

A game is a pair of frozensets of games. Nothing here is clever.
"""

from __future__ import annotations

from functools import cache

Plain = tuple[frozenset, frozenset]

ZERO: Plain = (frozenset(), frozenset())


def make(left, right) -> Plain:
    return frozenset(left), frozenset(right)


@cache
def le(g: Plain, h: Plain) -> bool:
    """Whether g <= h: Left has no good move from g, Right none from h."""
    return not any(le(h, option) for option in g[0]) and not any(le(option, g) for option in h[1])


@cache
def add(g: Plain, h: Plain) -> Plain:
    return make(
        [add(option, h) for option in g[0]] + [add(g, option) for option in h[0]],
        [add(option, h) for option in g[1]] + [add(g, option) for option in h[1]],
    )


@cache
def canonical(g: Plain) -> Plain:
    """Remove dominated and bypass reversible options until nothing changes."""
    left = {canonical(option) for option in g[0]}
    right = {canonical(option) for option in g[1]}
    while True:
        left = {a for a in left if not any(a != b and le(a, b) for b in left)}
        right = {a for a in right if not any(a != b and le(b, a) for b in right)}
        g = make(left, right)
        changed = False
        for option in list(left):
            reply = next((reply for reply in option[1] if le(reply, g)), None)
            if reply is not None:
                left = (left - {option}) | set(reply[0])
                changed = True
                break
        if not changed:
            for option in list(right):
                reply = next((reply for reply in option[0] if le(g, reply)), None)
                if reply is not None:
                    right = (right - {option}) | set(reply[1])
                    changed = True
                    break
        if not changed:
            return g


@cache
def birthday(g: Plain) -> int:
    return 1 + max(map(birthday, g[0] | g[1]), default=-1)
