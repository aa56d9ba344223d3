"""Dyadic numbers: arithmetic like Fraction's, and the simplest-number rule."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastmove import Dyadic
from lastmove.values.dyadic import simplest_between

numerators = st.one_of(st.integers(-20, 20), st.integers(-(10**30), 10**30))
dyadics = st.builds(Dyadic.from_exponent, numerators, st.integers(0, 90))


def fraction(number):
    return Fraction(number.numerator, number.denominator)


@given(dyadics, dyadics)
def test_arithmetic_is_that_of_fractions(a, b):
    assert fraction(a + b) == fraction(a) + fraction(b)
    assert fraction(a - b) == fraction(a) - fraction(b)
    assert fraction(a * b) == fraction(a) * fraction(b)
    assert fraction(-a) == -fraction(a)
    assert fraction(abs(a)) == abs(fraction(a))


@given(dyadics, dyadics)
def test_order_is_that_of_fractions(a, b):
    assert (a < b) == (fraction(a) < fraction(b))
    assert (a <= b) == (fraction(a) <= fraction(b))
    assert (a == b) == (fraction(a) == fraction(b))
    assert (a > b) == (b < a)
    assert (a >= b) == (b <= a)


@given(dyadics)
def test_equal_numbers_of_other_types_hash_alike(a):
    assert a == fraction(a)
    assert fraction(a) == a
    assert hash(a) == hash(fraction(a))
    assert pickle.loads(pickle.dumps(a)) == a
    assert eval(repr(a), {"Dyadic": Dyadic}) == a


@given(dyadics, st.fractions())
def test_comparison_with_any_fraction(a, b):
    assert (a < b) == (fraction(a) < b)
    assert (a == b) == (fraction(a) == b)


@given(dyadics, st.integers(-(10**20), 10**20))
def test_integers_mix_in(a, n):
    assert fraction(a + n) == fraction(n + a) == fraction(a) + n
    assert fraction(n - a) == n - fraction(a)
    assert fraction(n * a) == n * fraction(a)


def simplest_by_search(low, high):
    """The twin: try denominators 1, 2, 4, ..., then numerators from zero outwards."""
    denominator = 1
    while True:
        reach = max(abs(low or 0), abs(high or 0)) + 1
        for size in range(int(reach * denominator) + 2):
            for numerator in (size, -size):
                found = Fraction(numerator, denominator)
                if (low is None or low < found) and (high is None or found < high):
                    return found
        denominator *= 2


small = st.builds(Dyadic.from_exponent, st.integers(-40, 40), st.integers(0, 4))


@given(st.none() | small, st.none() | small)
def test_simplest_number(low, high):
    if low is not None and high is not None and low >= high:
        with pytest.raises(ValueError, match="no number lies strictly between"):
            simplest_between(low, high)
        return
    expected = simplest_by_search(
        None if low is None else fraction(low), None if high is None else fraction(high)
    )
    assert fraction(simplest_between(low, high)) == expected


def test_floats_and_odd_denominators_are_refused():
    with pytest.raises(ValueError, match="power of two"):
        Dyadic(1, 3)
    with pytest.raises(TypeError):
        Dyadic(1) + 0.5
    with pytest.raises(TypeError):
        Dyadic(1) + Fraction(1, 3)
    assert (Dyadic(1) == 1.0) is False


@pytest.mark.parametrize(
    ("number", "text"), [(Dyadic(3, 4), "3/4"), (Dyadic(-8, 4), "-2"), (Dyadic(0, 8), "0")]
)
def test_text(number, text):
    assert str(number) == text
