"""Atomic weights, companions, sums of powers of up."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from lastmove import Game, GameError, LimitExceeded, NotationError, parse
from lastmove.solve.outcome import Outcome
from lastmove.values.game import born_by
from lastmove.values.uptimal import Uptimal

UP = parse("^")


def random_infinitesimals(seed, count):
    rng = random.Random(seed)
    pool = born_by(2)
    while count:
        sides = [rng.sample(pool, rng.randint(1, 3)) for _ in range(2)]
        deeper = Game([Game(sides[0], sides[1]), *sides[0][:1]], [*sides[1], rng.choice(pool)])
        if deeper.is_infinitesimal:
            yield deeper
            count -= 1


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("{1|^2||^}", "2"),
        ("Miny({5||3|1})", "0"),
        ("Tiny(2)", "0"),
        ("^ + Tiny(1/2)", "1"),
        ("{1|0||0|-1}", "0"),
        ("{^2*|v2*}", "*"),
        ("v5*3", "-5"),
        ("^1000000000000", "1000000000000"),
    ],
)
def test_atomic_weight_of_single_games(text, weight):
    assert parse(text).is_atomic
    assert parse(text).atomic_weight() == parse(weight)


def test_games_with_an_atomic_weight_play_like_that_many_ups_beside_a_far_star():
    rng = random.Random(7)
    contexts = born_by(3)
    far = Game.nimber(8)
    for g in random_infinitesimals(1, 150):
        if g.is_atomic:
            ups = g.atomic_weight().norton_product(UP)
            for other in rng.sample(contexts, 20):
                assert (g + other + far).outcome == (ups + other + far).outcome, (g, other)


def heavy(g, ups, memo):
    """Return the game with each number but 0 replaced by so many ups or downs."""
    if g not in memo:
        if g.is_number:
            memo[g] = UP * ups * ((g > 0) - (g < 0))
        else:
            left, right = g.left_options(), g.right_options()
            memo[g] = Game(
                [heavy(one, ups, memo) for one in left], [heavy(one, ups, memo) for one in right]
            )
    return memo[g]


def test_games_without_an_atomic_weight_have_none_among_the_candidates():
    far = Game.nimber(64)
    seen = set()
    for g in random_infinitesimals(2, 200):
        # If there is a weight it is that of the game whose numbers are very many ups.
        weight = heavy(g, 50, {}).atomic_weight()
        rest = g - weight.norton_product(UP)
        fits = far - UP < rest < UP + far
        assert g.is_atomic == fits
        assert not fits or g.atomic_weight() == weight
        seen.add(fits)
    assert not parse("{2|^||v}").is_atomic
    assert seen


@pytest.mark.parametrize("text", ["{2|^||v}", "1", "1/2", "+-1", "1^", "{2|1}"])
def test_other_games_have_no_atomic_weight(text):
    assert not parse(text).is_atomic
    with pytest.raises(GameError, match="no atomic weight"):
        parse(text).atomic_weight()


def test_far_star_decides_who_is_ahead_in_ups():
    assert parse("^2").far_star_outcome == Outcome.L
    assert parse("^").far_star_outcome == Outcome.L
    assert parse("^*3").far_star_outcome == Outcome.L
    assert parse("^<2>").far_star_outcome == Outcome.N
    assert parse("*5").far_star_outcome == Outcome.N
    assert parse("v").far_star_outcome == Outcome.R
    for g in random_infinitesimals(3, 60):
        assert g.far_star_outcome == (g + Game.nimber(8)).outcome


def test_far_star_needs_a_nimber_that_is_left():
    with pytest.raises(LimitExceeded, match="too large"):
        _ = Game.nimber(2**63).far_star_outcome
    assert Game.nimber(2**62).far_star_outcome == Outcome.N


@pytest.mark.parametrize("day", [1, 2])
def test_companion_is_the_other_automorphism_of_the_games_of_a_day(day):
    games = born_by(day)
    image = {g: g.companion() for g in games}
    assert set(image.values()) == set(games)
    assert image[Game()] == parse("*")
    assert image[parse("*")] == 0
    for g, h in itertools.product(games, repeat=2):
        assert (g <= h) == (image[g] <= image[h])
    assert all(image[image[g]] == g for g in games)


def test_companions_of_day_three_keep_the_order_and_return():
    games = born_by(3)
    image = {g: g.companion() for g in games}
    assert set(image.values()) == set(games)
    assert all(image[image[g]] == g for g in games)
    rng = random.Random(3)
    for g, h in zip(rng.choices(games, k=5000), rng.choices(games, k=5000), strict=True):
        assert (g <= h) == (image[g] <= image[h])
        assert (-g).companion() == -image[g]


def test_companions_of_large_number_up_stars_are_known_at_once():
    assert parse("^1000000000000").companion() == parse("^1000000000000*")
    assert parse("*1000").companion() == parse("*1000")
    assert parse("1/4").companion() == Fraction(1, 4)
    assert parse("^3*2").companion() == Game([0, "*"], [parse("^2*3").companion()])


def test_uptimal_expansion_finds_the_sum_it_was_given():
    powers = [parse(f"^<{n}>") for n in range(1, 5)]
    for number, nimber in [
        (Fraction(0), 0),
        (Fraction(-5, 4), 1),
        (Fraction(1), 2),
        (Fraction(0), 5),
    ]:
        for counts in itertools.product((-2, 0, 1), (-3, 1), (0, 2), (-1, 0)):
            g = Game(number) + Game.nimber(nimber)
            for count, power in zip(counts, powers, strict=True):
                g += count * power
            found = g.uptimal_expansion()
            assert found.number == number
            assert found.nimber == nimber
            assert [*found.ups, 0, 0, 0, 0][:4] == list(counts)
            assert parse(str(found)) == found.game() == g


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("0", "0"),
        ("{0|*||*|||*||||*}", "^[4]"),
        ("{0||0|v*}", "^* + 2.^<2>"),
        ("^<2> - ^<3>", "^<2> - ^<3>"),
        ("1 - 2.^<3>", "1 - 2.^<3>"),
        ("-^<2>", "-^<2>"),
        ("73/16v9*8", "73/16v9*8"),
    ],
)
def test_uptimal_expansions_print_as_sums(text, printed):
    expansion = parse(text).uptimal_expansion()
    assert parse(printed) == expansion.game() == parse(text)
    if "[" not in printed:
        assert str(expansion) == printed


@pytest.mark.parametrize("text", ["+-1", "Tiny(1)", "{^2*|v2*}", "{1|^2||^}"])
def test_games_that_are_no_such_sum_have_no_uptimal_expansion(text):
    assert not parse(text).is_uptimal
    with pytest.raises(GameError, match="no uptimal expansion"):
        parse(text).uptimal_expansion()


def test_uptimals_among_the_games_of_day_three_are_those_that_their_sums_reach():
    games = set(born_by(3))
    sums = set()
    for x, n in itertools.product([Fraction(k, 4) for k in range(-12, 13)], range(4)):
        for a, b, c in itertools.product(range(-3, 4), (-1, 0, 1), (0, 1)):
            ups = tuple(itertools.dropwhile(lambda k: k == 0, (c, b, a)))[::-1]
            sums.add(Uptimal(x, n, ups).game())
    assert {g for g in games if g.is_uptimal} == sums & games


def test_powers_of_up_are_those_of_their_definition():
    total = parse("0")
    for n in range(1, 60):
        power = parse(f"^<{n}>")
        if n > 1:
            assert power == Game([0], [-total + parse("*")])
        total += power
        assert total == parse(f"^[{n}]") == -parse(f"v[{n}]")
        assert parse(str(power)) == power
    assert parse("^<5000>") > 0
    assert parse("^[5000]") < parse("^2")
    assert parse("^[5000]") - parse("^[4999]") == parse("^<5000>")
    for text in ("^<65537>", "v[65537]", "^<0>"):
        with pytest.raises(NotationError, match="a power of up must be between 1 and 65536"):
            parse(text)
