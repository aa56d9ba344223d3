"""Short, obvious twins of the engines: the definitions, with a dictionary, and nothing else.

A game here is a function from a position to its options; an option is a tuple of components.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from lastmove.values.dyadic import Dyadic, simplest_between


def mex(values):
    """Return the least non-negative integer that is not among the values."""
    values = set(values)
    return next(n for n in range(len(values) + 1) if n not in values)


def grundy_of(options):
    """Return the function that gives Grundy values, by Sprague and Grundy's theorem."""

    @cache
    def grundy(position):
        values = []
        for option in options(position):
            total = 0
            for component in option:
                total ^= grundy(component)
            values.append(total)
        return mex(values)

    return grundy


def wins_of(left, right, misere=False):
    """Return the function (sorted tuple of components, player) -> whether the mover wins."""

    @cache
    def wins(components, player):
        options = left if player == "left" else right
        other = "right" if player == "left" else "left"
        moved = False
        for i, component in enumerate(components):
            for option in options(component):
                moved = True
                rest = components[:i] + components[i + 1 :]
                if not wins(tuple(sorted(rest + tuple(option))), other):
                    return True
        return misere and not moved

    return wins


def outcome_of(left, right, misere=False):
    """Return the function from components to the outcome's letter."""
    wins = wins_of(left, right, misere)

    def outcome(*components):
        key = tuple(sorted(components))
        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
            wins(key, "left"), wins(key, "right")
        ]

    return outcome


def number_of(left, right):
    """Return the function from a position to its value, by the simplest-number rule.

    None where the position is not a number or has a follower that is none.
    """

    @cache
    def number(position):
        bounds = []
        for options, best in ((left, max), (right, min)):
            values = [[number(part) for part in option] for option in options(position)]
            if any(part is None for parts in values for part in parts):
                return None
            bounds.append(best((sum(parts, Dyadic(0)) for parts in values), default=None))
        low, high = bounds
        if low is not None and high is not None and low >= high:
            return None
        return simplest_between(low, high)

    return number


def box(*extents):
    """Return all tuples of coordinates below the extents."""
    return product(*map(range, extents))
