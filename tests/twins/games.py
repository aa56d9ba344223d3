"""Short games straight from the definitions: the oracle for the native store.

A game is a pair of frozensets of games. Nothing here is clever.
"""

from __future__ import annotations

from fractions import Fraction
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


@cache
def number(g: Plain) -> Fraction | None:
    """The number that a canonical form is, by the simplest-number rule, if it is one."""
    if len(g[0]) > 1 or len(g[1]) > 1:
        return None
    low, high = [[number(option) for option in side] for side in g]
    if None in low + high or (low and high and low[0] >= high[0]):
        return None
    if not low and not high:
        return Fraction(0)
    if not high:
        return low[0] + 1
    if not low:
        return high[0] - 1
    return (low[0] + high[0]) / 2


def walls(g: Plain, t: Fraction) -> tuple[Fraction, Fraction]:
    """Left and right wall of the thermograph of a canonical form at a temperature above -1.

    Straight from the definition: the scaffolds of the walls of the options, up to the least
    temperature at which they meet, found by halving on dyadic numbers of the size that can occur.
    """
    x = number(g)
    if x is not None and x.denominator == 1:
        return x, x
    if t < (meeting := temperature(g)):
        return scaffolds(g, t)
    return (scaffolds(g, meeting)[0],) * 2


@cache
def scaffolds(g: Plain, t: Fraction) -> tuple[Fraction, Fraction]:
    return (
        max(walls(option, t)[1] for option in g[0]) - t,
        min(walls(option, t)[0] for option in g[1]) + t,
    )


@cache
def temperature(g: Plain) -> Fraction:
    """The least temperature from which on the scaffolds have crossed; they never part again."""
    x = number(g)
    if x is not None and x.denominator == 1:
        return Fraction(-1)
    # A width that is a power of two keeps to dyadic numbers, at which all corners lie.
    low, high = Fraction(-1), Fraction(2 ** birthday(g).bit_length() * 2 - 1)
    grain = Fraction(1, 2 ** (2 * birthday(g)))
    while high - low > grain:
        middle = (low + high) / 2
        left, right = scaffolds(g, middle)
        low, high = (middle, high) if left > right else (low, middle)
    # Between two grains both scaffolds are straight.
    (a, b), (c, d) = scaffolds(g, low), scaffolds(g, high)
    gap, change = a - b, (a - b) - (c - d)
    return low + (high - low) * gap / change if change else high
