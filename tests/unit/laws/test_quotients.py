"""Laws of numbers that go to quotients or divisors: proved as they stand, else refused."""

import copy
import json

import pytest
from tests.contest.later_heaps import divide_by_any, to_a_divisor
from tests.unit.laws.games import plain, system

from lastmove.laws.base import Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.game import document, tabulate
from lastmove.laws.law import Law
from lastmove.laws.quotients import FactorsLaw, QuotientsLaw

N, K = ["x", 0], ["v", 0]
UP, TWICE = ["+", N, 1], ["+", ["*", 2, N], 1]
QUOTIENT, DIVIDES = ["//", N, K], ["==", ["%", N, K], 0]


def to(e):
    return ["move", [[0, e]]]


def ranged(start, stop, condition, target, step=1):
    inner = [["if", condition, [to(target)], []]]
    return system(["for", 0, start, stop, step, inner], size=1)


def powers(start, factor, most, target=QUOTIENT):
    leave = ["if", ["<", most, K], [["break"]], []]
    return system(
        ["set", 0, start], ["loop", [leave, to(target), ["set", 0, ["*", K, factor]]]], size=1
    )


PROVED = {
    "quotients": (ranged(2, UP, 1, QUOTIENT), QuotientsLaw(2, False)),
    "quotients down": (ranged(N, 1, 1, QUOTIENT, -1), QuotientsLaw(2, False)),
    "quotients from three": (ranged(3, UP, 1, QUOTIENT), QuotientsLaw(3, False)),
    "quotients from ten": (ranged(10, UP, 1, QUOTIENT), QuotientsLaw(10, False)),
    "quotients to zero": (ranged(2, TWICE, 1, QUOTIENT), QuotientsLaw(2, True)),
    "even quotients": (ranged(2, UP, 1, QUOTIENT, 2), QuotientsLaw(2, False)),
    "powers of two": (powers(2, 2, N), QuotientsLaw(2, False)),
    "powers of three": (powers(3, 3, N), QuotientsLaw(3, False)),
    "powers of two to zero": (powers(2, 2, ["*", 2, N]), QuotientsLaw(2, True)),
    "divisors": (ranged(1, N, DIVIDES, K), FactorsLaw()),
    "quotients by divisors": (ranged(2, UP, DIVIDES, QUOTIENT), FactorsLaw()),
    "divisors down": (ranged(["-", N, 1], 0, DIVIDES, K, -1), FactorsLaw()),
}


@pytest.mark.parametrize("name", PROVED)
def test_quotients_and_divisors_are_proved(name):
    game, law = PROVED[name]
    cert = law.certificate(Sample(game, "grundy", (1,)))
    check(cert)
    table = tabulate(game, "grundy", (2000,))
    assert [law.label((n,)) for n in range(2000)] == list(table)
    slow = plain(document(game), "grundy")
    assert [slow(n) for n in range(100)] == list(table[:100])
    made = Law.from_certificate(json.loads(json.dumps(cert)))
    for n in (0, 1, 2, 30, 97, 10**18, 2**59, 3**37, 6**20):
        wins = made.winning_moves(n)
        assert bool(wins) == (law.label((n,)) != 0)
        assert all(law.label(y) == 0 for y in wins)


def test_the_games_of_contests_are_proved_and_told():
    law = divide_by_any.law(what="grundy")
    assert law.status == "PROVED"
    assert law.text(symbols=False).endswith("  floor(log2(n))\n  but 0 at 0")
    assert law(10**18) == 59
    law = to_a_divisor.law(what="grundy")
    assert (law.status, law.certificate["theorem"]) == ("PROVED", "prime factors")
    assert law(2**20 * 3**10) == 30


UNTRUE = {
    "up to n - 1": ranged(2, N, 1, QUOTIENT),
    "one as well": ranged(1, UP, 1, QUOTIENT),
    "odd divisors": ranged(3, UP, 1, QUOTIENT, 2),
    "not four": ranged(2, UP, ["!=", K, 4], QUOTIENT),
    "not 64": ranged(2, UP, ["!=", K, 64], QUOTIENT),
    "up to half": ranged(2, ["//", N, 2], 1, QUOTIENT),
    "up to n + 1": ranged(2, ["+", N, 2], 1, QUOTIENT),
    "quotient of n + 1": ranged(2, UP, 1, ["//", UP, K]),
    "quotient by k + 1": ranged(2, UP, 1, ["//", N, ["+", K, 1]]),
    "quotient less one": ranged(2, UP, ["<", 0, QUOTIENT], ["-", QUOTIENT, 1]),
    "quotients that are odd": ranged(2, UP, ["%", QUOTIENT, 2], QUOTIENT),
    "quotients but five": ranged(2, UP, ["!=", QUOTIENT, 5], QUOTIENT),
    "exact quotients": ranged(2, UP, DIVIDES, QUOTIENT),
    "inexact quotients": ranged(2, UP, ["not", DIVIDES], QUOTIENT),
    "less a quotient": ranged(2, UP, 1, ["-", N, QUOTIENT]),
    "powers of four": powers(4, 4, N),
    "powers of two from four": powers(4, 2, N),
    "powers below n": powers(2, 2, ["-", N, 1]),
    "divisors from two": ranged(2, N, DIVIDES, K),
    "divisors up to a third": ranged(1, ["+", ["//", N, 3], 1], DIVIDES, K),
    "odd divisors of n": ranged(1, N, DIVIDES, K, 2),
    "divisors but three": ranged(1, N, ["and", DIVIDES, ["!=", K, 3]], K),
    "divisors or one less": ranged(1, N, ["<=", ["%", N, K], 1], K),
    "divisors of n + 1": ranged(1, N, ["==", ["%", UP, K], 0], K),
    "no divisors": ranged(1, N, ["not", DIVIDES], K),
    "twice a divisor": ranged(1, ["+", ["//", N, 3], 1], DIVIDES, ["*", 2, K]),
    "half of a divisor": ranged(1, N, DIVIDES, ["//", K, 2]),
    "zero as well": ranged(0, N, ["or", ["==", K, 0], ["==", ["%", N, ["max", K, 1]], 0]], K),
    "less a divisor": ranged(1, N, DIVIDES, ["-", N, K]),
    "proper quotients": ranged(2, N, DIVIDES, QUOTIENT),
}


def test_rules_that_are_nearly_so_are_refused():
    laws = [QuotientsLaw(base, zero) for base in (2, 3, 4) for zero in (False, True)]
    laws.append(FactorsLaw())
    true = 0
    for name, game in UNTRUE.items():
        table = tabulate(game, "grundy", (2000,)) if name != "one as well" else None
        for law in laws:
            right = table is not None and law.mismatch(table) is None
            try:
                check(law.certificate(Sample(game, "grundy", (1,))))
            except Rejected:
                continue
            assert right, (name, law.describe(["n"]))
            true += 1
    # Only these are right: powers of four, those of two from four on, and exact quotients.
    assert true == 3


def test_what_cannot_be_read_is_refused():
    leave = ["for", 0, 2, UP, 1, [["if", ["<", QUOTIENT, 2], [["break"]], []], to(QUOTIENT)]]
    some = ["any", 1, 2, UP, 1, ["==", ["//", N, ["v", 1]], 3]]
    for game in (
        system(leave, size=1),
        system(["if", some, [to(0)], []], size=1),
        ranged(2, UP, 1, ["//", QUOTIENT, 2]),
        system(["for", 0, 2, UP, 1, [["move", [[0, QUOTIENT], [0, 0]]]]], size=1),
        ranged(0, UP, 1, QUOTIENT),
    ):
        for law in (QuotientsLaw(2, False), QuotientsLaw(2, True), FactorsLaw()):
            with pytest.raises(Rejected):
                check(law.certificate(Sample(game, "grundy", (1,))))


def test_certificates_of_other_claims_are_rejected():
    right = divide_by_any.law(what="grundy").certificate
    other = to_a_divisor.law(what="grundy").certificate
    for wrong in (
        {**right, "base": 3},
        {**right, "base": 11},
        {**right, "base": True},
        {**right, "zero": True},
        {**right, "zero": 0},
        {**right, "what": "outcome"},
        {**right, "theorem": "prime factors"},
        {k: v for k, v in right.items() if k != "base"},
        {**other, "base": 2},
        {**other, "what": "misere"},
        {**other, "system": right["system"]},
        {**right, "system": other["system"]},
    ):
        with pytest.raises(Rejected):
            check(copy.deepcopy(wrong))
