"""Values, moves and winners of boards against moves written again from the rules in Python."""

from __future__ import annotations

import random

import pytest
from tests.twins import boards as rules
from tests.twins import games as twin

from lastmove import Game, boards
from lastmove.values.game import forget

# The moves in plain Python, and how many cells these manage in a moment.
GRIDS = {
    boards.Amazons: (rules.amazons, 5),
    boards.AntiClobber: (rules.anti_clobber, 6),
    boards.CannibalClobber: (rules.cannibal_clobber, 5),
    boards.Clobber: (rules.clobber, 8),
    boards.Domineering: (rules.domineering, 10),
    boards.ElephantsAndRhinos: (rules.elephants_and_rhinos, 9),
    boards.Fission: (rules.fission, 12),
    boards.Konane: (rules.konane, 10),
    boards.NoGo: (rules.nogo, 7),
    boards.ToadsAndFrogs: (rules.toads_and_frogs, 8),
    boards.TopplingDominoes: (rules.toppling_dominoes, 5),
}
PLACEMENTS = (boards.Snort, boards.Col, boards.DigraphPlacement)


def native(plain, known={}):  # noqa: B006 - it is meant to be kept
    """Return the native game of a plain one."""
    if plain not in known:
        known[plain] = Game(*([native(option) for option in side] for side in plain))
    return known[plain]


def shown(board):
    """Return the rows, as the plain rules have them: a board without cells has one empty row."""
    return tuple(board.rows) or ("",)


def agrees(board, position, moves, *, searched_first):
    def winners():
        memo = {}
        for player, left in (("left", True), ("right", False)):
            assert board.first_wins(player) == rules.wins(moves, position, left, memo), board

    if searched_first:
        forget()
        winners()
    assert board.value == native(rules.value_of(moves, position, {})), board
    winners()
    nimber = rules.nim_value(rules.impartial(moves), position, {})
    assert board.impartial().nim_value == nimber, board


@pytest.mark.parametrize("kind", GRIDS)
def test_boards_follow_their_rules(kind):
    moves, most = GRIDS[kind]
    rng = random.Random(kind.__name__)
    for round_ in range(60):
        width = rng.randint(1, most)
        height = 1 if issubclass(kind, boards.grids.RowBoard) else rng.randint(1, most // width)
        cells = list(kind.cells)
        rows = tuple("".join(rng.choices(cells, k=width)) for _ in range(height))
        board = kind(rows)
        agrees(board, rows, moves, searched_first=round_ % 2 == 0)
        for player, left in (("left", True), ("right", False)):
            options = set(moves(rows, left))
            assert {shown(one) for one in board._options(player)} == options, board
            won = {one for one in options if not rules.wins(moves, one, not left, {})}
            assert {shown(one) for one in board.winning_moves(player)} == won, board


@pytest.mark.parametrize("kind", PLACEMENTS)
def test_games_on_graphs_follow_their_rules_also_with_loops_and_parallel_edges(kind):
    rng = random.Random(kind.__name__)
    for round_ in range(60):
        vertices = rng.randint(0, 5)
        ends = range(vertices)
        edges = [tuple(rng.choices(ends, k=2)) for _ in range(rng.randint(0, 8) if ends else 0)]
        marks = tuple(rng.choices(".xo#", weights=(4, 2, 2, 1), k=vertices))
        # Who may take a vertex, or for whom alone it is kept.
        left, right = (".x", ".o") if kind is boards.DigraphPlacement else ("x#", "o#")
        board = kind(
            vertices,
            edges,
            left=[v for v in ends if marks[v] in left],
            right=[v for v in ends if marks[v] in right],
        )
        apart = [(a, b) for a, b in edges if a != b]
        moves = rules.placement(apart, kind.rules)
        agrees(board, marks, moves, searched_first=round_ % 2 == 0)


def test_hackenbush_follows_its_rules():
    rng = random.Random("hackenbush")
    for round_ in range(60):
        vertices = range(rng.randint(1, 5))
        picture = boards.Hackenbush(
            [
                (rng.choice(vertices), rng.choice(vertices), rng.choice("LRG"))
                for _ in range(rng.randint(0, 6))
            ]
        )
        agrees(picture, picture.edges, rules.hackenbush, searched_first=round_ % 2 == 0)


@pytest.mark.parametrize("kind", [boards.ElephantsAndRhinos, boards.Konane])
def test_sums_of_parts_have_the_values_of_the_parts(kind):
    # What falls apart on one board is the sum of what is left on each side.
    wall = {boards.ElephantsAndRhinos: "TTFF"}.get(kind, "#")
    rng = random.Random(kind.__name__)
    for _ in range(20):
        first, second = ("".join(rng.choices(list(kind.cells), k=5)) for _ in range(2))
        if kind is boards.ElephantsAndRhinos:
            # The pieces of the wall block their side for good.
            assert kind(first + wall + second).value == (
                kind(first + "TF").value + kind("TF" + second).value
            )
        else:
            assert kind(first + wall + second).value == kind(first).value + kind(second).value


def test_plain_canonical_forms_are_those_of_the_engine():
    assert native(twin.canonical(rules.value_of(rules.domineering, ("..", ".."), {}))) == Game(
        [1], [-1]
    )
