"""Sensible options and lines of play."""

from __future__ import annotations

import random

import pytest

import lastmove as lm
from lastmove import Clobber, Domineering, Game, PositionError, Snort
from lastmove.values.lines import sensible_lines, sensible_options


def boards():
    rng = random.Random(11)
    for kind, letters in ((Domineering, "..#"), (Clobber, "xxoo.")):
        for _ in range(60):
            yield kind(["".join(rng.choice(letters) for _ in range(4)) for _ in range(2)])
    for n in range(1, 6):
        yield Snort.path(n)


@pytest.mark.parametrize("player", ["left", "right"])
def test_sensible_lines_end_at_the_canonical_options_and_at_all_of_them(player):
    for board in boards():
        value = board.value
        canonical = value.left_options() if player == "left" else value.right_options()
        lines = sensible_lines(board, player)
        assert {line[-1].value for line in lines} == set(canonical), board
        for line in lines:
            at = board
            for turn, step in enumerate(line):
                left = (player == "left") == (turn % 2 == 0)
                assert step in (at.left_options() if left else at.right_options())
                if turn % 2:
                    # The answer leaves the mover no better off than before.
                    assert step.value <= value if player == "left" else step.value >= value
                at = step


def test_sensible_options_are_those_of_a_game_and_begin_the_lines():
    g = lm.parse("{3,{4|1}|0}")
    assert set(sensible_options(g, "left")) == set(g.left_options())
    board = Domineering("...|...|...")
    first = {line[0] for line in sensible_lines(board, "left")}
    assert set(board.sensible_options("left")) == first
    assert board.sensible_options("right")


def test_dominated_moves_are_not_sensible():
    board = Domineering("....|....")
    best = board.sensible_options("left")
    assert len(best) < len(board.left_options())
    assert all(any(option.value <= one.value for one in best) for option in board.left_options())


def test_sensible_options_of_positions_of_rules_are_positions():
    cake = lm.rulesets.get("cutcake")(4, 3)
    (option,) = cake.sensible_options("left")
    assert option in cake.left_options()
    assert Game(option.value) == 0
    assert cake.sensible_options("right") == []


def test_a_third_player_is_refused():
    with pytest.raises(PositionError, match="left"):
        sensible_options(Domineering(".."), "up")
