"""Values in canonical form: the native way and the one through Python agree."""

from __future__ import annotations

import random

import pytest

import lastmove as lm
from lastmove import Game, LimitExceeded, LoopError, PositionError, RulesError
from lastmove.solve.games import plain_game
from lastmove.solve.questions import position_grundy


def through_python(position):
    return plain_game(position, position_grundy, lambda part: None)


@lm.partizan
class Splits:
    def left(n):
        if n > 0:
            yield n - 1
        if n > 3:
            yield [n - 4, n // 2 - 1]

    def right(n):
        if n > 0:
            yield 0
        if n > 5:
            yield n - 5


@lm.impartial
def heap(n):
    for taken in (1, 2):
        if n >= taken:
            yield n - taken


@lm.partizan
class Pairs:
    def left(a, b):
        if a > 0:
            yield Pairs(a - 1, b) + heap(b)
        if a > b:
            yield []

    def right(a, b):
        for k in range(1, b + 1):
            yield (a, b - k)


@lm.partizan
class Circle:
    def left(n):
        if n > 0:
            yield (n + 1) % 5

    def right(n):
        if n > 0:
            yield n - 1


@lm.partizan(domain=lambda n: n != 3)
class Hole:
    def left(n):
        if n > 0:
            yield n - 1

    def right(n):
        if n > 1:
            yield n - 2


@lm.impartial
def mixed(n):
    if n > 0:
        yield Splits(n - 1)


@lm.partizan
class Wrapped:
    def left(n):
        yield mixed(n)

    def right(n):
        if n > 0:
            yield n - 1


@pytest.mark.parametrize(
    ("rules", "positions"),
    [
        (Splits, [(n,) for n in range(18)]),
        (Pairs, [(a, b) for a in range(7) for b in range(7)]),
        (lm.rulesets.get("cutcake"), [(a, b) for a in range(1, 7) for b in range(1, 7)]),
    ],
    ids=str,
)
def test_native_values_are_those_found_through_python(rules, positions):
    assert rules.native, rules.why_not_native
    random.Random(1).shuffle(positions)
    for coords in positions:
        assert Game(rules(*coords).value) == through_python(rules(*coords)), coords


def taking(amounts, halves):
    @lm.partizan
    class Taking:
        def left(n):
            for k in amounts[:2]:
                if n >= k:
                    yield n - k

        def right(n):
            for k in amounts[2:]:
                if n >= k:
                    if halves and n > 2 * k + 1:
                        yield [n - k, (n - k) // 2]
                    else:
                        yield n - k

    return Taking


def test_values_of_random_rules_agree_both_ways():
    rng = random.Random(5)
    for _ in range(12):
        rules = taking([rng.randint(1, 5) for _ in range(4)], rng.random() < 0.5)
        assert rules.native, rules.why_not_native
        for n in range(12):
            assert Game(rules(n).value) == through_python(rules(n))


def test_a_sum_of_hot_positions_has_the_sum_of_their_values():
    total = Splits(7) + Splits(9) + heap(5)
    assert total.value == Game(Splits(7).value) + Splits(9).value + Game.nimber(heap(5).grundy)


def test_play_that_comes_back_is_reported_with_its_position():
    with pytest.raises(LoopError, match="Circle"):
        _ = Circle(4).value


def test_moves_outside_the_domain_are_errors_of_the_rules():
    with pytest.raises(RulesError, match="Hole"):
        _ = Hole(5).value


def test_partizan_positions_below_an_impartial_game_are_refused():
    with pytest.raises(PositionError, match="partizan"):
        _ = Wrapped(4).value


def test_a_value_beyond_the_memory_limit_is_refused_and_found_later():
    with lm.limits(memory=1_000_000), pytest.raises(LimitExceeded):
        _ = Pairs(300, 300).value
    assert Game(Pairs(9, 9).value) == through_python(Pairs(9, 9))


def test_positions_of_other_kinds_have_values_too():
    @lm.partizan
    class Words:
        def left(word):
            for at, letter in enumerate(word):
                if letter == "x":
                    yield word[:at]

        def right(word):
            for at, letter in enumerate(word):
                if letter in "xo":
                    yield word[:at] + word[at + 1 :].replace("x", "")

    assert Words("xox").value == through_python(Words("xox"))
    assert not Game(Words("xx").value).is_number
