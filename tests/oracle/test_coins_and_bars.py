"""Coin turning, Chomp, cakes and trees against published values.

WW: Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001-2004. ONAG: Conway, On Numbers and
Games, 1976.
"""

from itertools import product

import pytest

import lastmove as lm
from lastmove.rulesets import get

# WW, chapter 2: values of Cutcake, a row for each height and a column for each width from 1 on.
CUTCAKE = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [-1, 0, 0, 1, 1, 2, 2, 3],
    [-2, 0, 0, 1, 1, 2, 2, 3],
    [-3, -1, -1, 0, 0, 0, 0, 1],
    [-4, -1, -1, 0, 0, 0, 0, 1],
    [-5, -2, -2, 0, 0, 0, 0, 1],
    [-6, -2, -2, 0, 0, 0, 0, 1],
    [-7, -3, -3, -1, -1, -1, -1, 0],
]


def test_turning_turtles_is_nim():
    # WW, chapter 14.
    assert get("turning_turtles").table(60).tolist() == list(range(1, 61))


def test_mock_turtles_have_odious_values():
    # WW, chapter 14; OEIS A000069.
    odious = [n for n in range(120) if n.bit_count() % 2]
    assert get("mock_turtles").table(40).tolist() == odious[:40]


def test_ruler_has_the_marks_of_a_ruler():
    # WW, chapter 14; OEIS A006519.
    assert [get("ruler")(place).grundy for place in range(32)] == [n & -n for n in range(1, 33)]


def test_turning_corners_multiplies_as_nimbers_do():
    # ONAG, chapter 6: 16 nimbers are a field; 2x2=3, 4x2=8, 4x4=6, 4x8=11, 8x8=13.
    table = get("turning_corners").table(16, 16).tolist()
    assert [table[2][2], table[4][2], table[4][4], table[4][8], table[8][8]] == [3, 8, 6, 11, 13]
    assert table[1] == list(range(16))
    for a, b, c in product(range(16), repeat=3):
        assert table[a][b] == table[b][a]
        assert table[a][table[b][c]] == table[table[a][b]][c]
        assert table[a][b ^ c] == table[a][b] ^ table[a][c]
    assert all(1 in table[a] for a in range(1, 16))


def test_chomp_with_two_rows_is_lost_when_the_lower_is_one_shorter():
    # D. Gale, Amer. Math. Monthly 81 (1974).
    lost = [(a, b) for a in range(1, 20) for b in range(a + 1) if get("chomp")(a, b).outcome == "P"]
    assert lost == [(b + 1, b) for b in range(19)]


def test_chomp_with_a_short_third_row_has_its_published_losses():
    # D. Zeilberger, Three-rowed Chomp, Adv. Appl. Math. 26 (2001).
    lost = {
        third: [
            (a, b)
            for b in range(third, 12)
            for a in range(b, 16)
            if get("chomp")(a, b, third).outcome == "P"
        ]
        for third in (1, 2)
    }
    assert sorted(lost[1]) == [(2, 2), (3, 1)]
    assert lost[2] == [(b + 2, b) for b in range(2, 12)]


def test_square_chomp_is_won_by_leaving_two_sides():
    # D. Gale, as above: only one bite wins, the one next to the poisoned square.
    for n in range(2, 6):
        sides = get("chomp")(n, *[1] * (n - 1))
        assert get("chomp")(*[n] * n).winning_moves() == [sides]


def test_three_rows_of_chomp_are_won_by_one_bite():
    # D. Gale, as above, for up to a hundred columns.
    for n in range(1, 13):
        assert len(get("chomp")(n, n, n).winning_moves()) == 1


@pytest.mark.long
def test_eight_by_ten_chomp_is_won_by_two_bites():
    # K. Thompson, reported in WW, chapter 18.
    assert len(get("chomp")(*[10] * 8).winning_moves()) == 2


def test_cutcake_has_the_table_of_winning_ways():
    for height, width in product(range(1, 9), repeat=2):
        assert get("cutcake")(width, height).value == CUTCAKE[height - 1][width - 1]


@pytest.mark.parametrize(
    ("stalk", "value"),
    [
        # ONAG, chapter 0: from the ground up; Left's edges count until the colour changes.
        ("", (0, 1)),
        ("L", (1, 1)),
        ("R", (-1, 1)),
        ("L(R)", (1, 2)),
        ("L(R(R))", (1, 4)),
        ("L(R(L))", (3, 4)),
        ("L(L(R))", (3, 2)),
        ("R(L(L))", (-1, 4)),
        ("L(R(L(R)))", (5, 8)),
        ("L(L(R(L(R))))", (13, 8)),
    ],
)
def test_red_blue_stalks_have_the_values_of_their_signs(stalk, value):
    assert get("red_blue_hackenbush")(stalk).value == lm.Dyadic(*value)


def test_cards_have_the_closed_form_that_is_proved_for_them():
    # CCPC 2020 Mianyang, problem G. Ones are worth 0, [c2 >= 1], 1 + [c2 >= 2] as c1 mod 3 is
    # 0, 1, 2, and zeros are free moves; when only zeros are left, one of them has to stay.
    def closed(c0, c1, c2, c3):
        if c1 == c2 == c3 == 0:
            return int(c0 > 0 and c0 % 2 == 0)
        ones = (0, int(c2 >= 1), 1 + int(c2 >= 2))[c1 % 3]
        return c0 % 2 ^ ones

    table = get("game_of_cards").table(7, 7, 7, 5)
    for cards in product(range(7), range(7), range(7), range(5)):
        assert table[cards] == closed(*cards)
