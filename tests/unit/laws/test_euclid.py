"""Euclid's game is proved however it is written, and nothing that is only nearly Euclid's."""

from fractions import Fraction
from functools import cache
from math import isqrt
from random import Random

import pytest
from tests.euclid_games import (
    BESIDE_ZERO,
    NEARLY,
    POSITIVE,
    TO_ZERO,
    by_quotients,
    sorted_numbers,
    stay_positive,
    without_end,
)

from lastmove.laws.base import Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.check_euclid import ORDERS
from lastmove.laws.euclid import EuclidLaw
from lastmove.laws.law import Law
from lastmove.rules.tracing import trace


@cache
def plain(a, b, positive, what):
    """Return the label of Euclid's game by its definition."""
    small, large = sorted((a, b))
    takes = range(small, large + 1 - positive, small) if small else ()
    labels = {plain(small, large - take, positive, what) for take in takes}
    if what == "grundy":
        return next(n for n in range(len(labels) + 1) if n not in labels)
    return int(0 in labels or (what == "misere" and not labels))


@pytest.mark.parametrize("rules", TO_ZERO, ids=str)
@pytest.mark.parametrize("what", ["outcome", "misere"])
def test_numbers_that_may_become_zero(rules, what):
    law = rules.law(what=what)
    assert (law.status, law.certificate["theorem"]) == ("PROVED", "euclid")
    legal = law.system.programs[0].legal
    for a in range(70):
        for b in range(70):
            if legal((a, b)):
                assert law.label((a, b)) == plain(a, b, False, what)


@pytest.mark.parametrize("rules", POSITIVE, ids=str)
@pytest.mark.parametrize("what", ["outcome", "grundy"])
def test_numbers_that_stay_positive(rules, what):
    law = rules.law(what=what)
    assert (law.status, law.certificate["theorem"]) == ("PROVED", "euclid")
    legal = law.system.programs[0].legal
    for a in range(70):
        for b in range(70):
            if legal((a, b)):
                assert law.label((a, b)) == plain(a, b, True, what)


@pytest.mark.parametrize("rules", NEARLY, ids=str)
def test_games_that_are_nearly_euclids_are_rejected(rules):
    system = rules.engine.native(2).system
    for positive in (False, True):
        for order in ORDERS:
            law = EuclidLaw("outcome", positive, order)
            with pytest.raises(Rejected):
                check(law.certificate(Sample(system, "outcome", (1, 1))))


@pytest.mark.parametrize("rules", BESIDE_ZERO, ids=str)
def test_loops_whose_step_may_be_zero_are_rejected_unless_left_at_once(rules):
    system = trace(rules, 2)
    for order in ORDERS:
        law = EuclidLaw("outcome", False, order)
        with pytest.raises(Rejected):
            check(law.certificate(Sample(system, "outcome", (1, 1))))


@pytest.mark.parametrize("rules", [by_quotients, stay_positive, sorted_numbers, without_end])
def test_a_claim_about_other_numbers_orders_or_labels_is_rejected(rules):
    cert = rules.law(what="outcome").certificate
    fine = {order for order in ORDERS if accepted({**cert, "order": order})}
    assert fine == {cert["order"]}
    assert not accepted({**cert, "positive": not cert["positive"]})
    for what in ("misere", "grundy"):
        told = what == ("grundy" if cert["positive"] else "misere")
        assert accepted({**cert, "what": what}) == told
    assert not accepted({k: v for k, v in cert.items() if k != "order"})
    assert not accepted({**cert, "positive": 1})


def accepted(cert):
    try:
        check(cert)
    except Rejected:
        return False
    return True


@pytest.mark.parametrize("rules", [*TO_ZERO, *POSITIVE], ids=str)
def test_all_winning_moves_of_a_small_position_are_options_that_win(rules):
    law = Law.from_certificate(rules.law(what="outcome").certificate)
    program = law.system.programs[0]
    for a in range(26):
        for b in range(26):
            if program.legal((a, b)):
                options = [option[0][1:] for option in program.run((a, b))]
                wins = sorted({y for y in options if law.label(y) == 0})
                assert sorted(law.winning_moves(a, b)) == wins


def test_beside_the_golden_ratio_large_positions_are_told_exactly():
    law, positive = by_quotients.law(what="outcome"), stay_positive.law(what="grundy")
    random = Random(7)
    for _ in range(200):
        x = random.randrange(1, 10**18)
        below = (x + isqrt(5 * x * x)) // 2
        assert law.label((x, below)) == 0
        assert law.label((below + 1, x)) == 1
        (move,) = law.winning_moves(below + 1, x)
        assert move.coords == (below + 1 - x, x)
        y = random.randrange(1, 10**18)
        low, high = sorted((x, y))
        assert positive.label((x, y)) == (Fraction(high, low) - Fraction(low, high)) // 1


def test_the_law_is_said_in_a_line():
    assert str(by_quotients.law(what="outcome")).splitlines()[1:] == [
        "  P if min(a, b) = 0, or max(a, b) < (1 + √5) / 2 * min(a, b) and a ≠ b",
        "  N otherwise",
    ]
    assert str(stay_positive.law(what="grundy")).splitlines()[1:] == [
        "  floor(|a/b - b/a|), or 0 if min(a, b) = 0"
    ]
    assert by_quotients.law(what="outcome").explain(8, 5) == (
        "max(a, b) < (1 + √5) / 2 * min(a, b): P; every move lets the other player win"
    )
