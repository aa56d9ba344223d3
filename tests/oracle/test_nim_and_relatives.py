"""Nim and its relatives against published tables and theorems."""

from itertools import product
from math import isqrt

import pytest

from lastmove.rulesets import get

# WW (Berlekamp, Conway, Guy, Winning Ways, 2nd ed. 2001), chapter 3; OEIS A004481.
WYTHOFF = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11],
    [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9],
    [3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8],
    [4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13],
    [5, 3, 4, 0, 6, 8, 10, 1, 2, 7, 12],
    [6, 7, 8, 1, 9, 10, 3, 4, 5, 13, 0],
    [7, 8, 6, 9, 0, 1, 4, 5, 3, 14, 15],
    [8, 6, 7, 10, 1, 2, 5, 3, 4, 15, 16],
    [9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 17],
    [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14],
]


def test_nim_is_worth_the_xor_of_its_heaps():
    # C. L. Bouton, Ann. of Math. 3 (1901).
    for heaps in product(range(9), repeat=3):
        assert get("nim")(*heaps).grundy == heaps[0] ^ heaps[1] ^ heaps[2]


def test_misere_nim_differs_only_where_no_heap_exceeds_one():
    # C. L. Bouton, as above.
    for heaps in product(range(6), repeat=3):
        xor = heaps[0] ^ heaps[1] ^ heaps[2]
        lost = xor == 0 if max(heaps) > 1 else xor == 1
        assert (get("nim")(*heaps).outcome_misere == "P") == lost


def test_wythoff_has_the_table_of_winning_ways():
    assert get("wythoff").table(11, 11).tolist() == WYTHOFF


def test_wythoff_is_lost_at_wythoffs_pairs():
    # W. A. Wythoff, Nieuw Arch. Wisk. 7 (1907): (floor(n phi), floor(n phi) + n).
    table = get("wythoff").table(60, 60)
    lost = {(a, b) for a in range(60) for b in range(a, 60) if table[a, b] == 0}
    pairs = {((n + isqrt(5 * n * n)) // 2, (3 * n + isqrt(5 * n * n)) // 2) for n in range(40)}
    assert lost == {pair for pair in pairs if pair[1] < 60}


def digit_sums(heaps, k):
    """Return whether each binary place has a number of ones divisible by k + 1."""
    return all(sum(heap >> bit & 1 for heap in heaps) % (k + 1) == 0 for bit in range(5))


@pytest.mark.parametrize(("k", "count", "most"), [(1, 3, 6), (2, 3, 7), (2, 4, 4), (3, 4, 4)])
def test_moores_nim_is_lost_where_moore_says(k, count, most):
    # E. H. Moore, Ann. of Math. 11 (1910), normal play and the last mover losing.
    rules = get("moore").using(k=k)
    for heaps in product(range(most), repeat=count):
        assert (rules(*heaps).outcome == "P") == digit_sums(heaps, k)
        lost = digit_sums(heaps, k) if max(heaps) > 1 else sum(heaps) % (k + 1) == 1
        assert (rules(*heaps).outcome_misere == "P") == lost


def test_euclid_is_won_beyond_the_golden_ratio():
    # A. J. Cole and A. J. T. Davie, Math. Gaz. 53 (1969): with 0 < a <= b the first player wins
    # if and only if a == b or b / a exceeds the golden ratio.
    for a in range(1, 60):
        for b in range(a, 60):
            beyond = (2 * b - a) ** 2 > 5 * a * a
            assert (get("euclid")(a, b).outcome == "N") == (a == b or beyond)


@pytest.mark.parametrize(
    ("factor", "lost"),
    [
        # M. J. Whinihan, Fibonacci Quarterly 1 (1963): the Fibonacci numbers.
        (2, [2, 3, 5, 8, 13, 21, 34, 55, 89]),
        # A. J. Schwenk, Fibonacci Quarterly 8 (1970): powers of two, and h(n+1) = h(n) + h(n-3).
        (1, [2, 4, 8, 16, 32, 64]),
        (3, [2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55, 76]),
    ],
)
def test_take_away_games_are_lost_at_published_heaps(factor, lost):
    rules = get("fibonacci_nim").using(factor=factor)
    assert [n for n in range(2, 100) if rules(n, n - 1).outcome == "P"] == lost


def test_circular_nim_with_four_heaps_is_lost_at_equal_opposites():
    # M. Dufour and S. Heubach, Electron. J. Combin. 20 (2013): CN(4, 2).
    for heaps in product(range(4), repeat=4):
        lost = heaps[0] == heaps[2] and heaps[1] == heaps[3]
        assert (get("circular_nim")(*heaps).outcome == "P") == lost
