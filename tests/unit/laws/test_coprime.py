"""Numbers that go to smaller ones coprime to them."""

from math import gcd

import pytest
from tests.contest.games.heaps import take_coprime
from tests.unit.laws.games import plain, system

import lastmove as lm
from lastmove.laws.base import Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.game import document
from lastmove.laws.law import Law
from lastmove.laws.theorems import CoprimeLaw

N, V = ["x", 0], ["v", 0]
COPRIME = ["==", ["gcd", N, V], 1]
TAKE = ["move", [[0, ["-", N, V]]]]


@lm.impartial
def leave_coprime(n):
    """Leave a positive number that is coprime to what was there."""
    for left in range(n - 1, 0, -1):
        if gcd(left, n) < 2:
            yield left


@lm.impartial
def take_but_not_all(n):
    for d in range(1, n):
        if gcd(d, n) != 1:
            continue
        yield n - d


@pytest.mark.parametrize("rules", [take_coprime, leave_coprime, take_but_not_all])
def test_games_of_coprime_numbers_are_proved(rules):
    law = rules.law(what="grundy")
    assert (law.status, law.certificate["kind"]) == ("PROVED", "theorem")
    slow = plain(law.certificate["system"])
    again = Law.from_certificate(law.certificate)
    scope = {}
    exec(law.emit("python"), scope)
    for n in range(400):
        assert law.label((n,)) == again.label((n,)) == scope["law"](n) == slow(n)
    assert law(15) == 2


def claim(zero, start, stop, *body):
    game = system(["for", 0, start, stop, 1, list(body)], size=1)
    check(CoprimeLaw(zero).certificate(Sample(game, "grundy", (1,))))
    return game


ALL = ["+", N, 1]


def test_what_is_accepted_is_true():
    accepted = 0
    conditions = [COPRIME, ["<=", ["gcd", V, N], 1], ["<", ["gcd", V, N], 3]]
    conditions += [
        ["!=", ["gcd", N, V], 1],
        ["==", ["gcd", N, V], 2],
        1,
        ["and", COPRIME, ["%", V, 2]],
    ]
    conditions += [["or", COPRIME, ["==", V, 2]], ["and", COPRIME, ["<", V, ["-", N, V]]]]
    for condition in conditions:
        for start in (1, 2):
            for stop in (ALL, N, ["-", N, 1]):
                for zero in (True, False):
                    body = ["if", condition, [TAKE], []]
                    try:
                        game = claim(zero, start, stop, body)
                    except Rejected:
                        continue
                    accepted += 1
                    slow = plain(document(game))
                    assert all(CoprimeLaw(zero).label((n,)) == slow(n) for n in range(200))
    assert accepted == 4


def test_games_just_outside_are_refused():
    for body in (
        [["if", COPRIME, [TAKE, ["break"]], []]],
        [["if", ["==", ["%", N, V], 1], [TAKE], []]],
        [["if", ["==", ["gcd", N, ["+", V, 1]], 1], [TAKE], []]],
        [["if", ["==", ["gcd", V, 6], 1], [TAKE], []]],
        [["if", COPRIME, [["move", [[0, ["-", N, V]], [0, 0]]]], []]],
        [["if", COPRIME, [["move", [[0, ["gcd", N, V]]]]], []]],
    ):
        for zero in (True, False):
            with pytest.raises(Rejected):
                claim(zero, 1, ALL, *body)
    good = take_coprime.law(what="grundy").certificate
    for wrong in ({"zero": False}, {"zero": 1}, {"what": "outcome"}, {"what": "misere"}):
        with pytest.raises(Rejected):
            check({**good, **wrong})
