"""Hypothesis strategies for games: a native game together with its plain twin."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.twins import games as twin

from lastmove import Game


def _leaf(left, right):
    options = [Game()], [twin.ZERO]
    return (
        Game(*(options[0] * n for n in (left, right))),
        twin.make(*(options[1] * n for n in (left, right))),
    )


# 0, 1, -1 and *.
_LEAVES = [_leaf(left, right) for left in (0, 1) for right in (0, 1)]


def _made(sides):
    left, right = sides
    native = Game([g for g, _ in left], [g for g, _ in right])
    return native, twin.canonical(twin.make([t for _, t in left], [t for _, t in right]))


def pairs(day: int = 3):
    """Pairs (native, plain) of equal games born by a day, biased to small option lists."""
    games = st.sampled_from(_LEAVES)
    for _ in range(day - 1):
        options = st.lists(games, max_size=2)
        some = st.lists(games, min_size=1, max_size=2)
        hot = st.tuples(some, some).map(_made)
        games = st.one_of(hot, games, st.tuples(options, options).map(_made))
    return games


def games(day: int = 4):
    """Native games born by a day."""
    return pairs(day).map(lambda pair: pair[0])
