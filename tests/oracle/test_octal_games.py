"""Rows of pins and split heaps against published Grundy values.

Guy and Smith: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil.
Soc. 52 (1956). WW: Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001, chapter 4.
"""

import pytest

from lastmove.rulesets import get

# Guy and Smith: Kayles has period 12 from n = 71 on; these are one period (n = 0, 1, ... modulo
# 12) and all exceptions to it.
KAYLES_PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
KAYLES_EXCEPTIONS = {
    0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, 34: 6, 39: 3, 57: 4, 70: 6,
}  # fmt: skip

# OEIS A002187: Dawson's Kayles, 0.07, from n = 0 on.
DAWSONS_KAYLES = [
    0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
    5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2,
]  # fmt: skip

# OEIS A002188: Grundy's game from n = 0 on.
GRUNDYS_GAME = [
    0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2, 3,
    1, 2, 4, 1, 2, 4, 1, 2, 4, 1, 5, 4, 1, 5, 4, 1, 5, 4, 1, 0,
]  # fmt: skip


def test_kayles_has_the_values_of_guy_and_smith():
    values = get("kayles").table(400).tolist()
    assert values == [KAYLES_EXCEPTIONS.get(n, KAYLES_PERIOD[n % 12]) for n in range(400)]


def test_dawsons_kayles_has_its_published_values():
    assert get("dawsons_kayles").table(len(DAWSONS_KAYLES)).tolist() == DAWSONS_KAYLES


def test_dawsons_chess_has_period_34_with_the_exceptions_of_guy_and_smith():
    values = get("dawsons_chess").table(320).tolist()
    assert values[52:286] == values[86:320]
    # WW, table 8: these differ from what the period would make of them.
    exceptions = [n for n in range(52) if values[n] != values[n + 6 * 34]]
    assert exceptions == [0, 14, 16, 17, 31, 34, 51]


def test_dawsons_chess_is_dawsons_kayles_one_file_further():
    kayles = get("dawsons_kayles").table(150).tolist()
    assert get("dawsons_chess").table(149).tolist() == kayles[1:]


def test_guiles_has_period_ten():
    # WW, table 7: 0.15.
    assert get("guiles").table(91).tolist() == [0] + [1, 1, 0, 1, 1, 2, 2, 1, 2, 2] * 9


def test_grundys_game_has_its_published_values():
    assert get("grundys_game").table(len(GRUNDYS_GAME)).tolist() == GRUNDYS_GAME


def test_lasker_has_the_values_of_winning_ways():
    # WW, chapter 4: as Nim, but 4k + 3 and 4k + 4 change places.
    swap = {3: 1, 0: -1}
    expected = [n + swap.get(n % 4, 0) if n else 0 for n in range(200)]
    assert get("lasker").table(200).tolist() == expected


def test_treblecross_is_the_octal_game_0_007_with_two_extra_cells():
    # WW, chapter 4. A heap of the octal game 0.007 loses three at a time.
    heap = get("dawsons_kayles").using(m=3).table(82).tolist()
    assert [get("treblecross")(n).grundy for n in range(1, 80)] == heap[3:]


@pytest.mark.parametrize(
    ("takes", "table"),
    [
        ((1, 2, 3), [0, 1, 2, 3] * 8),
        ((1, 3), [0, 1] * 16),
        ((2, 3), [0, 0, 1, 1, 2] * 6),
        ((1, 3, 4), [0, 1, 0, 1, 2, 3, 2] * 4),
    ],
)
def test_subtraction_games_have_the_values_of_winning_ways(takes, table):
    # WW, chapter 4, table 2.
    assert get("subtraction").using(takes=takes).table(len(table)).tolist() == table


@pytest.mark.parametrize("takes", [(1, 2, 3), (2, 5, 7), (1, 4, 9, 16), (3, 4), (2, 6, 11)])
def test_value_one_follows_value_zero_by_the_least_take(takes):
    # T. S. Ferguson, On sums of graph games with last player losing, IJGT 3 (1974).
    values = get("subtraction").using(takes=takes).table(300).tolist()
    for n in range(300):
        assert (values[n] == 1) == (n >= takes[0] and values[n - takes[0]] == 0)


def test_subtracting_a_power_of_two_loses_at_multiples_of_three():
    takes = tuple(1 << i for i in range(9))
    values = get("subtraction").using(takes=takes).table(500).tolist()
    assert values == [n % 3 for n in range(500)]


def test_subtract_a_square_has_its_published_lost_heaps():
    # OEIS A030193.
    lost = [
        0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119,
        124, 127, 130, 132, 137, 142, 147, 150, 170, 177, 180, 182, 187, 192, 197, 204,
    ]  # fmt: skip
    values = get("subtract_square").table(205).tolist()
    assert [n for n, value in enumerate(values) if value == 0] == lost
