"""Hypothesis strategies for games: a native game together with its plain twin."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.twins import games as twin

from lastmove import Game

_LEAF = (Game(), twin.ZERO)


def _made(sides):
    left, right = sides
    native = Game([g for g, _ in left], [g for g, _ in right])
    return native, twin.canonical(twin.make([t for _, t in left], [t for _, t in right]))


def pairs(day: int = 3):
    """Pairs (native, plain) of equal games born by a day, biased to small option lists."""
    games = st.just(_LEAF)
    for _ in range(day):
        options = st.lists(games, max_size=2)
        games = st.one_of(st.just(_LEAF), st.tuples(options, options).map(_made))
    return games


def games(day: int = 4):
    """Native games born by a day."""
    return pairs(day).map(lambda pair: pair[0])
