"""Nim arithmetic follows its definition, on numbers and on arrays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastmove.heaps.coins import CoinGame, mock_turtles, ruler, turning_turtles, twins
from lastmove.heaps.nim import nim_inverse, nim_power, nim_product, nim_sqrt

number = st.integers(0, 2**64 - 1)


def by_definition(size):
    table = {}
    for a in range(size):
        for b in range(size):
            taken = {table[x, b] ^ table[a, y] ^ table[x, y] for x in range(a) for y in range(b)}
            table[a, b] = next(v for v in range(len(taken) + 1) if v not in taken)
    return table


def test_small_products_follow_the_definition():
    for (a, b), product in by_definition(20).items():
        assert nim_product(a, b) == product


@settings(deadline=None)
@given(number, number, number)
def test_nimbers_are_a_field(a, b, c):
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(nim_sqrt(a), nim_sqrt(a)) == a
    if a:
        assert nim_product(a, nim_inverse(a)) == 1
        assert nim_power(a, 2**64 - 1) == 1


def test_products_of_two_powers_of_two_in_one_and_different_fields():
    assert nim_product(2**32, 2**32) == 2**32 + 2**31
    assert nim_product(2**32, 2**31) == 2**63


def test_arrays_are_combined_as_numpy_does():
    a = np.arange(12, dtype=np.uint64).reshape(3, 4)
    table = nim_product(a, np.array([1, 2, 3, 4], dtype=np.uint8))
    assert table.shape == (3, 4)
    assert table[2, 3] == nim_product(11, 4)
    assert (nim_inverse(a + np.uint64(1)) == nim_power(a + np.uint64(1), 2**64 - 2)).all()


@pytest.mark.parametrize("bad", [-1, 2**64, [0.5], [-1]])
def test_numbers_outside_are_refused(bad):
    with pytest.raises(ValueError, match="nim arithmetic is for"):
        nim_product(bad, 1)
    with pytest.raises(ZeroDivisionError):
        nim_inverse([1, 0])


@pytest.mark.parametrize("make", [twins, turning_turtles, mock_turtles, ruler])
@pytest.mark.parametrize("other", [twins, ruler])
def test_products_of_coin_games_follow_their_moves(make, other):
    product = make() * other()
    values = {}
    for x in range(5):
        for y in range(5):
            taken = set()
            for turned in product.options(x, y):
                value = 0
                for place in turned:
                    value ^= values[place]
                taken.add(value)
            values[x, y] = next(v for v in range(len(taken) + 1) if v not in taken)
            assert product.grundy(x, y) == values[x, y]
    assert product.table(5, 5).tolist() == [[values[x, y] for y in range(5)] for x in range(5)]


def test_mock_turtles_are_worth_odious_numbers():
    odious = [n for n in range(64) if n.bit_count() % 2]
    game = mock_turtles()
    assert [game.grundy(n) for n in range(24)] == odious[:24]


def test_a_coin_to_the_right_cannot_be_turned():
    with pytest.raises(ValueError, match="further left"):
        CoinGame("wrong", lambda n: [(n + 1,)]).grundy(0)
