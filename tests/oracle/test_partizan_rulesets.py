"""Partizan rules in Python against closed forms and published outcomes."""

from __future__ import annotations

import pytest

from lastmove import Game, PositionError, parse, rulesets
from lastmove.heaps.games import subtraction


def prime_factors(n):
    found, p = [], 2
    while n > 1:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    return found


def maundy(width, height):
    """Whoever has more cuts to make keeps those by the largest primes (*Winning Ways*, ch. 2)."""
    mine, yours = prime_factors(width), prime_factors(height)
    if len(mine) < len(yours):
        return -maundy(height, width)
    value = 0
    for p in mine[len(yours) :]:
        value = 1 + p * value
    return value


def test_maundy_cakes_are_integers_told_by_their_prime_factors():
    rules = rulesets.get("maundy_cake")
    for width in range(1, 33):
        for height in range(1, 33):
            assert rules(width, height).value == maundy(width, height), (width, height)
    assert rules(2, 48).value == maundy(2, 48) == -maundy(48, 2)


def test_eatcakes_of_one_row_or_column_alternate_after_the_first():
    rules = rulesets.get("eatcake")
    assert [str(rules(1, n).value) for n in range(7)] == ["0", "*", "^", "*", "^", "*", "^"]
    for width in range(5):
        for height in range(5):
            value = Game(rules(width, height).value)
            assert value == -Game(rules(height, width).value)
            assert value.is_all_small


def test_equal_sets_make_a_subtraction_game_impartial():
    rules = rulesets.get("partizan_subtraction").using(lefts=(2, 5), rights=(2, 5))
    known = subtraction([2, 5])
    for n in range(20):
        assert rules(n).value == Game.nimber(known.grundy(n))


def test_exchanging_the_sets_negates_a_subtraction_game():
    rules = rulesets.get("partizan_subtraction")
    there = rules.using(lefts=(1, 4), rights=(2, 3))
    back = rules.using(lefts=(2, 3), rights=(1, 4))
    for n in range(16):
        assert Game(there(n).value) == -Game(back(n).value)
        hand = Game(
            [there(n - k).value for k in (1, 4) if k <= n],
            [there(n - k).value for k in (2, 3) if k <= n],
        )
        assert there(n).value == hand


def test_partizan_euclid_moves_to_the_remainder_or_to_what_it_lacks():
    rules = rulesets.get("partizan_euclid")
    for p in range(1, 30):
        for q in range(1, p + 1):
            value = rules(p, q).value
            if p % q == 0:
                assert value == 0
                continue
            # McKay and Nowakowski: only the remainder counts, not how often q goes into p.
            assert value == rules(p + q, q).value
            options = [rules(q, p % q).value], [rules(q, q - p % q).value]
            assert value == Game(*options)
    with pytest.raises(PositionError):
        rules(3, 5)


def test_partizan_euclid_is_exchanged_between_the_players_at_the_mirrored_remainder():
    rules = rulesets.get("partizan_euclid")
    # From (q + t, q) Left can go where Right can from (2q - t, q), and the other way round.
    for q in range(2, 25):
        for t in range(1, q):
            here, there = rules(q + t, q), rules(2 * q - t, q)
            assert here.left_options() == there.right_options()
            assert here.right_options() == there.left_options()
    assert rules(7, 3).value == parse("^")
