"""Operations on games against their definitions, and the laws that they keep."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.twins import games as twin
from tests.twins import operations
from tests.twins.random_games import games, pairs

from lastmove import Game, parse
from lastmove.values.game import born_by

few = settings(max_examples=60, deadline=None)
temperatures = st.builds(Fraction, st.integers(-7, 24), st.just(8))
NAMED = [
    *map(parse, ("1/2", "3/4", "-3/8", "1/2*", "1v*", "-2", "3", "2*", "^", "v2*", "^3*2", "*3")),
    *map(parse, ("+-1", "{2|0}", "{3||1|0}", "{1|*}", "{0|v*}", "{2|0||-1}", "{1/2|0}")),
    *map(parse, ("Tiny(1)", "Miny(1/2)")),
]


def plain(game: Game) -> twin.Plain:
    return twin.make(map(plain, game.left_options()), map(plain, game.right_options()))


small = st.sampled_from(born_by(2) + NAMED).map(lambda game: (game, plain(game)))


@few
@given(pairs(4), small, small)
def test_heating_and_overheating_are_those_of_the_definitions(pair, first, second):
    (g, a), (h, b), (k, c) = pair, first, second
    assert plain(g.heat(h)) == operations.heat(a, b)
    assert plain(g.overheat(h, k)) == operations.overheat(a, b, c)


@few
@given(pairs(4), temperatures)
def test_cooling_is_that_of_the_definition_also_by_less_than_nothing(pair, t):
    g, a = pair
    assert plain(g.cool(t)) == operations.cool(a, t)
    expected = g if g.temperature < 0 else g.cool(g.temperature)
    assert g.freeze() == expected


@few
@given(small, small)
def test_norton_products_are_those_of_the_definition(first, second):
    (g, a), (unit, b) = first, second
    assert plain(g.norton_product(unit)) == operations.norton(a, b)


@few
@given(small, small)
def test_conway_products_are_those_of_the_definition(first, second):
    (g, a), (h, b) = first, second
    assume(g.follower_count * h.follower_count < 13)
    assert plain(g.conway_product(h)) == operations.conway(a, b)


@cache
def nim_product(m: int, n: int) -> int:
    """The least number that no term of the product is: a nimber has the same options twice."""
    products = {
        nim_product(i, n) ^ nim_product(m, j) ^ nim_product(i, j)
        for i in range(m)
        for j in range(n)
    }
    return next(k for k in itertools.count() if k not in products)


def test_conway_products_of_nimbers_are_nim_products():
    for m, n in itertools.product(range(20), repeat=2):
        product = Game.nimber(m).conway_product(Game.nimber(n))
        assert product == Game.nimber(nim_product(m, n))
    # Conway, On Numbers and Games, chapter 6: the square of a Fermat power is 3/2 of it.
    assert Game.nimber(65536).conway_product("*65536") == parse("*98304")


@few
@given(pairs(4), small)
def test_ordinal_sums_are_those_of_the_definition(pair, other):
    (g, a), (h, b) = pair, other
    assert plain(g.ordinal_sum(h)) == operations.ordinal(a, b)
    assert plain(h.ordinal_sum(g)) == operations.ordinal(b, a)


@few
@given(games(4))
def test_incentives_are_what_moves_gain_without_the_dominated(g):
    left = [option - g for option in g.left_options()]
    right = [g - option for option in g.right_options()]
    for found, gains in (
        (g.left_incentives(), left),
        (g.right_incentives(), right),
        (g.incentives(), left + right),
    ):
        assert set(found) == {x for x in gains if not any(x < y for y in gains)}


@few
@given(games(4))
def test_no_option_of_a_reduced_form_is_dominated_or_reversible_up_to_infinitesimals(g):
    near = g.reduced()
    assert (g - near).is_infinitesimal
    for h in near.followers():
        if h.is_number:
            continue
        assert not h.is_numberish
        for sign, options, replies in (
            (1, Game.left_options, Game.right_options),
            (-1, Game.right_options, Game.left_options),
        ):
            for one, other in itertools.permutations(options(h), 2):
                assert (sign * (other - one)).right_stop < 0
            for one in options(h):
                assert all((sign * (h - reply)).right_stop < 0 for reply in replies(one))


@few
@given(games(4))
def test_the_thermograph_of_the_negative_is_the_mirror_image(g):
    here, there = g.thermograph(), (-g).thermograph()
    assert here.left == tuple((-value, t) for value, t in there.right)
    assert here.right == tuple((-value, t) for value, t in there.left)


def tempered(g: Game) -> int | None:
    if g.is_integer:
        return 0
    parities = {tempered(option) for option in g.left_options() + g.right_options()}
    return None if None in parities or len(parities) > 1 else 1 - parities.pop()


@few
@given(games(4))
def test_tempered_games_end_after_moves_of_one_parity(g):
    assert g.is_even_tempered == (tempered(g) == 0)
    assert g.is_odd_tempered == (tempered(g) == 1)
