"""Boards: reading, printing, moves, symmetry, impartial variants and sums."""

from __future__ import annotations

import pickle
import random

import pytest

import lastmove as lm
from lastmove import Game, NotationError, PositionError, boards, parse
from lastmove.boards import (
    Amazons,
    AntiClobber,
    BoardSum,
    CannibalClobber,
    Clobber,
    Col,
    Cram,
    DigraphPlacement,
    Domineering,
    ElephantsAndRhinos,
    Fission,
    Hackenbush,
    Konane,
    NoGo,
    Snort,
    ToadsAndFrogs,
    TopplingDominoes,
    sums,
)
from lastmove.values.game import forget

GRIDS = [Amazons, AntiClobber, CannibalClobber, Clobber, Domineering, Fission, Konane, NoGo]
ROWS = [ElephantsAndRhinos, ToadsAndFrogs, TopplingDominoes]


def from_options(board, memo):
    """The value by the definition alone: no splitting, no symmetry."""
    if board not in memo:
        memo[board] = Game(
            [from_options(option, memo) for option in board.left_options()],
            [from_options(option, memo) for option in board.right_options()],
        )
    return memo[board]


def random_boards(kind, count, cells):
    rng = random.Random(kind.__name__)
    for _ in range(count):
        if kind in ROWS:
            width, height = rng.randint(1, cells), 1
        else:
            width = rng.randint(1, 4)
            height = rng.randint(1, cells // width)
        letters = list(kind.cells)
        weights = [3 if letter == "." and kind is Amazons else 2 for letter in letters]
        yield kind(["".join(rng.choices(letters, weights, k=width)) for _ in range(height)])


@pytest.mark.parametrize("kind", GRIDS + ROWS)
def test_value_is_that_of_the_options_alone(kind):
    cells = {Amazons: 6, NoGo: 6, Konane: 10}.get(kind, 8)
    memo = {}
    for board in random_boards(kind, 30, cells):
        assert board.value == from_options(board, memo), board


@pytest.mark.parametrize("kind", GRIDS + ROWS)
def test_boards_print_read_back_and_pickle(kind):
    for board in random_boards(kind, 20, 12):
        assert kind(str(board)) == board
        assert eval(repr(board)) == board
        assert pickle.loads(pickle.dumps(board)) == board
        assert eval(repr(board.impartial())) == board.impartial() != board


def random_graphs(kind, count, most):
    rng = random.Random(kind.__name__)
    for _ in range(count):
        n = rng.randint(1, most)
        edges = [(a, b) for a in range(n) for b in range(n) if a != b and rng.random() < 0.3]
        left = [v for v in range(n) if rng.random() < 0.3]
        right = [v for v in range(n) if v not in left and rng.random() < 0.3]
        if kind is DigraphPlacement:
            right = [v for v in range(n) if v not in left]
        yield kind(n, edges, left=left, right=right)


@pytest.mark.parametrize("kind", [Snort, Col, DigraphPlacement])
def test_value_on_a_graph_is_that_of_the_options_alone(kind):
    for board in random_graphs(kind, 40, 6):
        assert board.value == from_options(board, {}), board
        assert pickle.loads(pickle.dumps(board)) == board


def test_snort_and_col_on_paths_cycles_and_grids_agree_with_the_options_alone():
    for kind in (Snort, Col):
        memo = {}
        for board in [kind.path(n) for n in range(8)] + [kind.grid(2, 3)]:
            assert board.value == from_options(board, memo)
        cycle = kind(6, [(v, (v + 1) % 6) for v in range(6)])
        assert cycle.value == from_options(cycle, {})


def test_hackenbush_agrees_with_the_options_alone():
    rng = random.Random(5)
    for _ in range(40):
        vertices = rng.randint(1, 4)
        edges = [
            (rng.randint(0, vertices), rng.randint(0, vertices), rng.choice("LRG"))
            for _ in range(rng.randint(0, 7))
        ]
        picture = Hackenbush(edges)
        assert picture.value == from_options(picture, {}), picture


def test_edges_that_can_take_each_others_place_are_counted_not_told_apart():
    assert Hackenbush([(0, 1, "L")] * 128).value == 128
    many = Hackenbush([(0, 1, "LRG"[at % 3]) for at in range(100)])
    assert (many.value, many.outcome) == (parse("1*"), "L")
    # Loose ends, loops and parallel edges above one blue edge.
    tree = [(0, 1, "L"), *((1, 3 + at, "L") for at in range(40)), *[(1, 1, "L")] * 40]
    assert Hackenbush([*tree, *[(1, 2, "L")] * 40]).value == 121
    rng = random.Random(9)
    for _ in range(25):
        picture = Hackenbush(
            [
                (0, 1, rng.choice("LRG")),
                *((1, 1 if rng.random() < 0.4 else 5 + at, rng.choice("LG")) for at in range(3)),
                *((rng.randrange(3), rng.randrange(1, 3), rng.choice("LR")) for _ in range(4)),
            ]
        )
        forget()
        assert picture.value == from_options(picture, {}), picture


def test_hackenbush_stalks_have_the_values_of_berlekamps_rule():
    assert Hackenbush("LRRL").value == parse("3/8")
    assert Hackenbush("LRLLRRRLLR").value.is_number
    assert Hackenbush("G" * 5).value == parse("*5")
    assert Hackenbush("L" * 128).value == 128
    assert Hackenbush("GL").value == parse("^*")


def nim_value(board, memo):
    if board not in memo:
        seen = {nim_value(option, memo) for option in board.left_options()}
        memo[board] = next(n for n in range(len(seen) + 1) if n not in seen)
    return memo[board]


@pytest.mark.parametrize("kind", GRIDS + ROWS)
def test_impartial_variants_have_the_nim_values_of_their_options(kind):
    memo = {}
    for board in random_boards(kind, 25, {Amazons: 6, NoGo: 6}.get(kind, 8)):
        board = board.impartial()
        assert board.nim_value == nim_value(board, memo), board
        assert board.value == Game.nimber(board.nim_value)


def test_cram_is_impartial_domineering():
    assert Cram("...|...").nim_value == Domineering("...|...").impartial().nim_value
    assert Cram("..|..").outcome == "P"
    assert repr(Cram(".")) == "Cram('.')"


def test_winning_moves_lead_to_positions_that_are_won():
    board = Domineering("....|....|....")
    for player, sign in (("left", 1), ("right", -1)):
        winning = board.winning_moves(player)
        options = board.left_options() if sign > 0 else board.right_options()
        assert winning == [one for one in options if sign * one.value >= 0]


def test_sums_of_different_games_name_the_component_to_move_in():
    total = Domineering("..|..") + Clobber("xo") + parse("{9|-9}") + lm.rulesets.get("nim")(3)
    assert isinstance(total, BoardSum)
    assert total.value == parse("+-1 + * + +-9 + *3")
    moves = total.winning_moves("left")
    assert {move.component for move in moves} == {2}
    assert moves[0].temperature == 9
    assert moves[0].outcome == "L"


def test_sums_add_from_both_sides():
    board = Domineering("..")
    assert (board + 1).value == 0
    assert (1 + board).value == 0
    assert sum([board, board]).value == -2
    assert (parse("*") + board).value == parse("-1*")


def test_the_negative_of_a_board_is_the_board_with_the_players_exchanged():
    every = [*random_graphs(Snort, 8, 6), *random_graphs(Col, 8, 6)]
    every += random_graphs(DigraphPlacement, 8, 6)
    every += [Hackenbush("LRG"), Hackenbush([(0, 1, "L"), (0, 1, "G"), (1, 2, "R"), (2, 0, "R")])]
    every += [Domineering(""), ToadsAndFrogs("")]
    for kind in GRIDS + ROWS:
        every += random_boards(kind, 8, 6)
    for board in every:
        other = -board
        assert type(other) is type(board)
        assert -other == board
        assert other.value == -board.value, board
        assert {-option for option in board.left_options()} == set(other.right_options()), board
        assert -board.impartial() == board.impartial()


def test_boards_sums_values_and_positions_are_subtracted():
    board, heap, value = Domineering("..|.."), lm.rulesets.get("nim")(3), parse("^")
    cake = lm.rulesets.get("cutcake")(4, 3)
    for part in (board, heap, value, cake, Clobber("xxo").impartial(), 2, board + cake + value):
        assert (board - part).value == board.value - Game(getattr(part, "value", part))
        assert (part - board).value == Game(getattr(part, "value", part)) - board.value
        assert (board - part).components[0] == board
    assert (board - board).outcome == "P"
    # Rules are not turned round, but an impartial position is its own negative.
    assert (board - heap - cake).components == (board, heap, -Game(cake.value))
    assert -(board + heap + heap) == -board + heap + heap
    assert (board - (heap + cake)).components == (board, heap, -Game(cake.value))
    for other in (1.5, "x", None):
        with pytest.raises(TypeError):
            board - other
        with pytest.raises(TypeError):
            other - board


def test_sums_with_the_same_components_in_any_order_are_equal():
    board = Domineering("..|..")
    assert board + 1 == 1 + board
    assert hash(board + 1) == hash(1 + board)
    assert board + board != board + Domineering("..|.#")
    assert board + board + 1 != board + 1 + 1
    assert BoardSum([board]) == BoardSum([board, *()]) != BoardSum([board, board])
    # Equal options of two like components are one option, but both moves are told.
    double = board + board + parse("*")
    assert len(double.left_options()) == 2 + 1
    assert {move.component for move in double.winning_moves("left")} == {0, 1, 2}


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Domineering("..|."), NotationError, "row 2 has 1 cell where"),
        (lambda: Domineering(".?"), NotationError, "row 1, column 2"),
        (lambda: Domineering("." * 129), NotationError, "128 cells"),
        (lambda: ToadsAndFrogs("T|F"), NotationError, "single row"),
        (lambda: Snort(129), PositionError, "128"),
        (lambda: Snort(2, [(0, 2)]), PositionError, "vertex 2"),
        (lambda: Hackenbush("LQ"), NotationError, "edge 2"),
        (lambda: Hackenbush("L" * 129), PositionError, "128 edges"),
        (lambda: Domineering("..").nim_value, PositionError, "impartial"),
        (lambda: Domineering("..").winning_moves("up"), PositionError, "left"),
        (lambda: Domineering("..").winning_moves([]), PositionError, "left"),
        (lambda: Domineering(None), NotationError, "a board of Domineering is a text"),
        (lambda: Domineering([".", 5]), NotationError, "row 2 is no text: 5"),
        (lambda: Domineering(b".."), NotationError, "row 1 is no text"),
        (lambda: Snort.from_rows(7), NotationError, "a board of Snort is a text"),
        (lambda: Snort(True), PositionError, "an int, not True"),
        (lambda: Snort(2, left=["a"]), PositionError, "a collection of ints"),
        (lambda: Snort(2, right=5), PositionError, "a collection of ints, not 5"),
        (lambda: Snort.path(1.5), PositionError, "an int, not 1.5"),
        (lambda: Snort.grid(2, "a"), PositionError, "the width of a grid is an int"),
        (lambda: Col.grid(-1, -1), PositionError, "the height of a grid is an int from 0 on"),
        (lambda: Col.grid(10**9, 10**9), PositionError, "the limit is 128 vertices"),
        (lambda: BoardSum(5), PositionError, "components are a collection, not 5"),
        (lambda: Snort(3, [(0, 1), (1, 1.5)]), PositionError, r"edge 2 is no two vertices"),
        (lambda: Snort(3, 5), PositionError, "edges are given as a collection"),
        (lambda: Hackenbush([(0, 1)]), PositionError, "edge 1 is no two vertices and a colour"),
        (lambda: Hackenbush([(0, "a", "L")]), PositionError, "edge 1"),
        (lambda: Hackenbush([(0, 1, 5)]), NotationError, "5 is no colour"),
    ],
)
def test_wrong_boards_are_refused_with_the_reason(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_line_ends_of_any_system_and_an_empty_picture_are_read():
    assert Domineering("..\r\n..\r\n") == Domineering("..|..")
    assert Snort.from_rows("..\r\n..\r\n") == Snort.from_rows("..|..")
    assert Snort.from_rows([]).value == Snort.from_rows("").value == Domineering([]).value == 0


def test_boards_of_the_largest_size_are_solved():
    assert Domineering("." * 128).value == -64
    assert Hackenbush("R" * 128).value == -128
    assert TopplingDominoes("x" * 128).value == 128
    assert Domineering(["."] * 128).value == 64
    assert Domineering("").value == 0


def test_anti_clobber_leaves_enemy_stones_and_never_empties_a_cell():
    board = AntiClobber("x.o|..#")
    for option in board.left_options():
        assert str(option).count(".") == str(board).count(".") - 1
        assert str(option).count("o") == 2
    assert AntiClobber("x.").right_options() == []
    assert AntiClobber("x#.").value == 0
    # Stones side by side do not meet: the row falls into two parts.
    assert AntiClobber("..xo..").value == AntiClobber("..x").value + AntiClobber("o..").value


def test_components_stand_in_the_order_typed_whatever_their_kind():
    board, heap, value = Domineering("..|.."), lm.rulesets.get("nim")(3), parse("^")
    for total in (heap + board, heap + value, value + heap, value + board, heap + 1, 1 + heap):
        assert isinstance(total, BoardSum)
    assert (heap + board).components == (heap, board)
    assert (board + heap).components == (board, heap)
    assert (value + heap).components == (value, heap)
    assert (1 + board + heap).components == (Game(1), board, heap)
    assert (heap + lm.rulesets.get("cutcake")(2, 2) + board).components[2] == board
    assert sum([heap, board, value]).value == value + board.value + parse("*3")
    for other in (1.5, "x", None):
        with pytest.raises(TypeError):
            heap + other
        with pytest.raises(TypeError):
            board + other
    with pytest.raises(PositionError, match="cannot be played"):
        BoardSum([board, "x"])


def test_options_of_a_sum_move_in_one_component():
    total = Domineering("..|..") + lm.rulesets.get("nim")(2) + parse("1")
    assert len(total.left_options()) == 2 + 2 + 1
    assert len(total.right_options()) == 2 + 2 + 0
    for option in total.left_options():
        changed = [a != b for a, b in zip(option.components, total.components, strict=True)]
        assert changed.count(True) == 1
    assert total.value == Game(
        [one.value for one in total.left_options()], [one.value for one in total.right_options()]
    )
    won = [option for option in total.left_options() if option.value >= 0]
    assert len(total.winning_moves("left")) == len(won) > 0


def test_a_winning_move_says_why_it_wins():
    total = Clobber("xo") + parse("{9|-9}")
    (move,) = total.winning_moves("right")
    assert str(move) == "component 1 to -9 (temperature 9): Right wins, whoever moves first"


def test_boards_are_found_by_name_and_text():
    for name in boards.names():
        text = "LR" if name == "hackenbush" else "x" if name == "toppling_dominoes" else ""
        assert isinstance(boards.from_text(name, text), boards.Board)
    assert boards.from_text("domineering", "..|..") == Domineering("..|..")
    with pytest.raises(PositionError, match="there are amazons"):
        boards.from_text("chess", "")


def test_snort_and_col_are_read_from_pictures():
    for kind in (Snort, Col):
        assert kind.from_rows("...|...").value == kind.grid(2, 3).value
        assert kind.from_rows("....").value == kind.path(4).value
        assert kind.from_rows(".#.").value == 2 * kind.path(1).value
        reserved = kind.from_rows("x.o")
        assert (reserved.left, reserved.right) == ({0, 1}, {1, 2})
        with pytest.raises(NotationError, match="row 2 has 1"):
            kind.from_rows("..|.")
        with pytest.raises(NotationError, match="row 1, column 2"):
            kind.from_rows(".?")


@pytest.mark.parametrize(
    "board",
    [
        Snort.grid(2, 3),
        Snort.from_rows("x.|.#"),
        Col.path(4),
        Col.path(0),
        Snort(4, [(0, 1), (1, 2), (3, 1)], left=[0]),
        DigraphPlacement(3, [(0, 1), (1, 0), (1, 2)], left=[0, 2], right=[1]),
    ],
)
def test_boards_on_graphs_show_what_they_are(board):
    for one in (board, *board.left_options(), *board.right_options(), board.impartial()):
        assert eval(repr(one)) == one
        copied = pickle.loads(pickle.dumps(one))
        assert copied == one
        assert str(copied) == str(one)


def test_boards_read_from_pictures_print_them_and_others_print_their_neighbours():
    assert str(Snort.from_rows("x..|.#o")) == "x..\n.#o"
    first = Snort.grid(2, 2).left_options()[0]
    assert str(first) == "#x\nx."
    assert Snort.from_rows(str(first)).value == first.value
    assert str(Snort(3, [(0, 1), (1, 2)], right=[2])) == "0 . 1\n1 . 0 2\n2 o 1"
    assert str(DigraphPlacement(2, [(0, 1)], left=[0], right=[1])) == "0 x 1\n1 o"


def test_hackenbush_prints_stalks_as_texts_and_other_pictures_as_trees():
    assert str(Hackenbush("LRG")) == "LRG"
    house = Hackenbush([(0, 1, "L"), (1, 2, "R"), (2, 0, "G"), (1, 1, "L")])
    assert str(house).splitlines() == [
        "0 ground",
        "+-L- 1",
        "     +-R- 2",
        "     |    +-G- (0)",
        "     +-L- (1)",
    ]


def test_winning_moves_in_sums_with_large_boards_are_searched_for():
    # The value of this board takes more than the positions that count as cheap.
    total = Domineering(["....."] * 6) + Clobber("xo") + parse("{3|-3}") + 0
    moves = total.winning_moves("left")
    assert any(move.component == 2 and move.temperature == 3 for move in moves)
    assert all((move.temperature is None) == (move.component == 0) for move in moves)
    for move in moves[:3]:
        after = list(total.components)
        after[move.component] = move.option
        assert BoardSum(after).outcome == move.outcome
        assert str(move).startswith(f"component {move.component} to ")


def test_searched_and_computed_winning_moves_agree(monkeypatch):
    total = Domineering("...|...") + Clobber("xox") + Snort.path(3) + parse("^")
    computed = [move[:3] for player in ("left", "right") for move in total.winning_moves(player)]
    forget()
    monkeypatch.setattr(sums, "CHEAP", 1)
    searched = [move for player in ("left", "right") for move in total.winning_moves(player)]
    assert [move[:3] for move in searched] == computed
    assert None in [move.temperature for move in searched]


def test_sums_tell_how_hot_each_component_is():
    total = Domineering("..|..") + parse("{5|-5}") + lm.rulesets.get("nim")(3) + 1
    assert total.temperatures() == [1, 5, 0, -1]
    assert total.sensible_options("left") == [
        BoardSum((*total.components[:1], Game(5), *total.components[2:]))
    ]


def test_boards_are_sums_of_one_component():
    board = Domineering("...|...")
    alone = BoardSum([board])
    assert board.components == alone.components == (board,)
    assert board.outcome == alone.outcome
    assert board.thermograph() == alone.thermograph()
    assert str(alone + Clobber("xo")) == "...\n...\n+\nxo"


def test_so_many_copies_of_a_board_are_a_sum():
    board = Domineering("..|..")
    assert 3 * board == board * 3 == board + board + board
    assert -2 * board == -board + -board
    assert 0 * board == BoardSum(())
    assert (3 * (board + 1)).value == 3 * board.value + 3
    for times in (1.5, "x", None):
        with pytest.raises(TypeError):
            times * board
    with pytest.raises(PositionError, match="at most 65,536 copies of a component, not 65537"):
        65537 * board


def test_sums_have_an_impartial_variant_where_their_components_have():
    total = Domineering("..|..") + Clobber("xo") + parse("*2") + lm.rulesets.get("nim")(4)
    values = [part.nim_value for part in (Domineering("..|..").impartial(), Clobber("xo"))[:1]]
    assert total.impartial().is_impartial
    assert not total.is_impartial
    assert total.impartial().value == Game.nimber(values[0] ^ 1 ^ 2 ^ 4)
    for part in (parse("^"), parse("1"), lm.rulesets.get("cutcake")(2, 2)):
        with pytest.raises(PositionError, match="has no impartial variant"):
            (Domineering("..") + part).impartial()


def test_winning_moves_need_no_player_where_both_move_alike():
    board = Domineering("...|...")
    assert board.impartial().winning_moves() == board.impartial().winning_moves("right")
    total = board.impartial() + parse("*3")
    assert total.winning_moves() == total.winning_moves("left")
    for partizan in (board, board + 1):
        with pytest.raises(PositionError, match=r'ask for winning_moves\("left"\) or'):
            partizan.winning_moves()
        with pytest.raises(PositionError, match='a player is "left" or "right"'):
            partizan.winning_moves("up")


def test_a_picture_given_for_a_graph_names_its_reader():
    with pytest.raises(PositionError, match=r"Col\.from_rows\('\.\.'\)"):
        Col("..")
