"""Laws of games, and the native store against the definitions."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.twins import games as twin
from tests.twins.random_games import games, pairs

from lastmove import Game, parse
from lastmove.values.thermograph import scaffolds

few = settings(max_examples=60, deadline=None)
dyadics = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-200, 200), st.integers(0, 5))


def plain(game: Game, memo: dict[Game, twin.Plain]) -> twin.Plain:
    if game not in memo:
        memo[game] = twin.make(
            [plain(option, memo) for option in game.left_options()],
            [plain(option, memo) for option in game.right_options()],
        )
    return memo[game]


@few
@given(pairs(4))
def test_canonical_form_is_that_of_the_definitions(pair):
    native, expected = pair
    assert plain(native, {}) == expected
    assert native.birthday == twin.birthday(expected)


@few
@given(pairs(3), pairs(3))
def test_order_is_that_of_the_definitions(first, second):
    (g, a), (h, b) = first, second
    assert (g <= h) == twin.le(a, b)
    assert (g >= h) == twin.le(b, a)
    assert (g == h) == (a == b)
    assert (g != h) == (a != b)
    expected = {(True, True): "=", (True, False): "<", (False, True): ">", (False, False): "||"}
    assert g.compare(h) == expected[twin.le(a, b), twin.le(b, a)]


@few
@given(pairs(3), pairs(2))
def test_sum_is_that_of_the_definitions(first, second):
    (g, a), (h, b) = first, second
    assert plain(g + h, {}) == twin.canonical(twin.add(a, b))


@few
@given(games(), games(), games(3))
def test_games_form_an_ordered_group(g, h, k):
    assert g + h == h + g
    assert (g + h) + k == g + (h + k)
    assert g - g == 0
    assert 0 - (-g) == g
    assert g + 0 == g
    assert -(g + h) == -g - h
    assert (g <= h) == (g + k <= h + k)
    assert (g <= h) == (-h <= -g)
    assert (g <= h) == (h - g >= 0)
    assert Game.sum([g, h, -g, k, k]) == h + 2 * k


@few
@given(games(), games())
def test_means_add_and_temperatures_do_not_rise(g, h):
    assert (g + h).mean == g.mean + h.mean
    assert (g + h).temperature <= max(g.temperature, h.temperature)
    assert (-g).mean == -g.mean
    assert (-g).temperature == g.temperature


@few
@given(games(), dyadics)
def test_number_translation_shifts_stops_and_thermograph(g, x):
    if g.is_number:
        return
    moved = g + x
    assert (moved.left_stop, moved.right_stop) == (g.left_stop + x, g.right_stop + x)
    assert moved.temperature == g.temperature
    # Below 0 the walls of a number have corners of their own.
    for t in (Fraction(k, 4) for k in range(16)):
        assert moved.thermograph().left_wall(t) == g.thermograph().left_wall(t) + x
        assert moved.thermograph().right_wall(t) == g.thermograph().right_wall(t) + x


@few
@given(games())
def test_walls_are_the_scaffolds_until_these_meet(g):
    graph = g.thermograph()
    if g.is_integer:
        assert graph.left == graph.right == ((g.mean, -1),)
        return
    lefts = [option.thermograph() for option in g.left_options()]
    rights = [option.thermograph() for option in g.right_options()]
    for t in (Fraction(k, 8) - 1 for k in range(60)):
        if t <= graph.temperature:
            assert graph.left_wall(t) == max(one.right_wall(t) for one in lefts) - t
            assert graph.right_wall(t) == min(one.left_wall(t) for one in rights) + t
        if t < graph.temperature:
            assert graph.left_wall(t) > graph.right_wall(t)
        else:
            assert graph.left_wall(t) == graph.right_wall(t) == graph.mean
    steps = scaffolds(g)
    assert [len(side) for side in steps] == [len(lefts), len(rights)]


@few
@given(pairs(4))
def test_thermograph_is_that_of_the_definitions(pair):
    native, expected = pair
    graph = native.thermograph()
    assert native.temperature == graph.temperature == twin.temperature(expected)
    for t in (Fraction(k, 8) - 1 for k in range(1, 40)):
        assert (graph.left_wall(t), graph.right_wall(t)) == twin.walls(expected, t)
    assert native.mean == twin.walls(expected, native.temperature + 1)[0]


@few
@given(pairs(4))
def test_followers_and_stops_are_counted_as_in_the_definitions(pair):
    native, expected = pair

    def followers(g):
        return {g}.union(*map(followers, g[0] | g[1]))

    def stops(g):
        return 1 if twin.number(g) is not None else sum(map(stops, g[0])) + sum(map(stops, g[1]))

    assert {plain(one, {}) for one in native.followers()} == followers(expected)
    assert native.follower_count == len(followers(expected))
    assert native.stop_count == stops(expected)


@few
@given(games())
def test_stops_are_the_walls_at_temperature_zero(g):
    if g.is_number:
        assert g.left_stop == g.right_stop == g.number
        return
    assert g.left_stop == g.thermograph().left_wall(0)
    assert g.right_stop == g.thermograph().right_wall(0)
    assert g.left_stop >= g.right_stop


@few
@given(games(3), st.fractions(0, 2, max_denominator=1), st.sampled_from([Fraction(1, 2), 1, 0]))
def test_cooling_twice_is_cooling_by_the_sum(g, s, t):
    if g.temperature in (s, s + t):
        return
    assert g.cool(s).cool(t) == g.cool(s + t)


@few
@given(games(), games())
def test_cooling_is_additive_and_keeps_the_mean(g, h):
    t = Fraction(1, 2)
    assert g.cool(t) + h.cool(t) == (g + h).cool(t)
    assert g.cool(t).mean == g.mean


@few
@given(games(5))
def test_notation_reads_back_what_it_prints(g):
    assert parse(str(g)) == g
    assert parse(g.unicode()) == g
    assert eval(repr(g), {"Game": Game}) == g
    assert g.text_length == len(str(g))


@few
@given(games())
def test_games_survive_pickle_and_copy(g):
    assert pickle.loads(pickle.dumps(g)) == g
    assert copy.deepcopy(g) == copy.copy(g) == g
    assert hash(pickle.loads(pickle.dumps(g))) == hash(g)


@few
@given(dyadics, dyadics)
def test_numbers_behave_like_fractions(x, y):
    g, h = Game(x), Game(y)
    assert g + h == x + y == x + h
    assert (g < h) == (x < y) == (x < h)
    assert g.conway_product(h) == x * y
    assert hash(g) == hash(x)
    assert parse(str(g)) == x
    assert g.number == x


@few
@given(games(3), games(3))
def test_reduced_form_is_infinitely_close_and_depends_on_nothing_else(g, h):
    near = g.reduced()
    difference = g - near
    assert difference.left_stop == difference.right_stop == 0
    assert near.reduced() == near
    if (g - h).is_infinitesimal:
        assert near == h.reduced()


@few
@given(games(3))
def test_atomic_weights_add(g):
    if not g.is_all_small:
        return
    h = Game([g, 0], [0, "*"])
    assert (g + h).atomic_weight() == g.atomic_weight() + h.atomic_weight()
    assert (g + Game("^")).atomic_weight() == g.atomic_weight() + 1
    assert (-g).atomic_weight() == -(g.atomic_weight())


@pytest.mark.parametrize("text", ["^", "v2*", "*5", "+-1", "{2|0}", "Tiny(2)"])
def test_multiples_are_repeated_sums(text):
    g = parse(text)
    total = Game()
    for n in range(6):
        assert g * n == n * g == total
        assert g * -n == -total
        total = total + g
