"""Laws of games with dozens of coordinates: found where a theorem gives them, else refused."""

import functools
import operator
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.laws.games import box, system, x

import lastmove as lm
from lastmove.laws.check import check
from lastmove.laws.find import candidates
from lastmove.laws.game import _relaxed, ranking

nim = lm.rulesets.get("nim")


def test_a_hundred_heaps_of_nim_are_proved_by_the_sum():
    law = nim.law(arity=100)
    assert law.status == "PROVED"
    assert check(law.certificate) == "the grundy law of nim/100"
    dice = random.Random(1)
    for _ in range(3):
        heaps = [dice.randrange(10**18) for _ in range(100)]
        assert law(*heaps) == functools.reduce(operator.xor, heaps)
        (option, *_) = law.winning_moves(*heaps)
        assert law(*option.coords) == 0


def test_a_hundred_steps_of_a_stair_are_proved():
    down = [
        ["for", 0, 1, ["+", x(i), 1], 1, [["move", [[0, *tokens]]]]]
        for i in range(100)
        for tokens in [[_moved(i, k) for k in range(100)]]
    ]
    game = system(*down, size=100)
    found = next(candidates(game, "grundy"))
    assert found.certificate is not None
    assert [i for i in range(100) if any(f[i] for f in found.candidate.forms)] == [
        *range(0, 100, 2)
    ]


def _moved(i, k):
    """Return coordinate k once tokens have gone from stair i to the one below it."""
    if k == i:
        return ["-", x(k), ["v", 0]]
    return ["+", x(k), ["v", 0]] if k == i - 1 else x(k)


def test_tables_of_more_coordinates_than_an_array_has_are_refused():
    with pytest.raises(ValueError, match=r"at most 32 coordinates, not 40: ask for single"):
        nim.table(*[1] * 40)
    with pytest.raises(lm.NoLawFound, match=r"a table has at most 32 coordinates"):
        nim.law(arity=40, what="misere")


steps = st.lists(st.tuples(*[st.integers(-3, 2)] * 3), min_size=1, max_size=5)


@given(steps)
@settings(max_examples=60, deadline=None)
def test_weights_found_by_raising_them_are_those_of_a_ranking(steps):
    quick = _relaxed(steps, 3)
    if quick is not None:
        assert min(quick) >= 0
        assert all(sum(map(operator.mul, quick, step)) < 0 for step in steps)
        assert ranking(steps, 3) is not None


def test_positions_near_the_origin_are_few_in_any_number_of_coordinates():
    from lastmove.laws.game import _near

    assert set(_near(2)) >= set(box(20, 2))
    for size in (1, 5, 11, 12, 40, 100):
        assert all(len(at) == size for at in _near(size))
        assert 1 < sum(1 for _ in _near(size)) < 5000
