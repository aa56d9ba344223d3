"""Laws without a proof are compared with fresh, larger tables; options may leave nothing."""

import copy

import pytest
from tests.contest.games import heaps, piles
from tests.unit.laws.games import keep_at_most_half

import lastmove as lm
from lastmove.laws.check import Rejected, check


@lm.impartial
def leaves_nothing(a, b):
    """Take one, or end the game at once where both heaps are even."""
    if a % 2 == 0 and b % 2 == 0 and a + b > 0:
        yield []
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1


@lm.impartial
def xor_ends(a, b):
    """Lower one heap, or end the game where the heaps are 1 apart."""
    if a == b + 1:
        yield []
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k


@pytest.mark.parametrize("what", ["outcome", "misere"])
@pytest.mark.parametrize("rules", [leaves_nothing, xor_ends])
def test_options_that_leave_nothing_are_decided(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    assert law.check(40).status == "PROVED"
    table = rules.table(40, 40, what="outcome", misere=what == "misere")
    assert [law(a, b).name for a in range(40) for b in range(40)] == table.ravel().tolist()


def test_a_certificate_with_the_winner_turned_round_is_rejected_where_nothing_is_left():
    law = leaves_nothing.law(what="misere")
    wrong = copy.deepcopy(law.certificate)
    wrong["what"] = "outcome"
    with pytest.raises(Rejected):
        check(wrong)


@pytest.mark.parametrize("rules", [heaps.split_by_xor, heaps.beans])
def test_values_that_only_a_longer_look_tells_apart_are_proved(rules):
    law = rules.law(what="grundy")
    assert law.status == "PROVED"
    assert [law(n) for n in range(200)] == rules.table(200).tolist()


def test_letters_that_form_a_palindrome():
    law = piles.letters.law(what="outcome", arity=4)
    assert law.status == "PROVED"
    assert law(2, 4, 0, 10**18) == lm.Outcome.N
    assert law(1, 1, 0, 0) == lm.Outcome.P


@lm.impartial
def other_rules_far_out(n):
    """Take one or two, from 3000 on a digit also, which spoils the pattern."""
    for k in range(1, min(n, 2) + 1):
        yield n - k
    rest = n
    while rest > 3000:
        yield n - 3
        rest //= 2


def test_a_pattern_that_ends_beyond_the_tables_is_no_law():
    with pytest.raises(lm.NoLawFound, match="but not at"):
        other_rules_far_out.law(what="outcome")


def test_laws_that_are_only_checked_hold_on_a_longer_table():
    law = keep_at_most_half.law(what="grundy")
    assert law.status.startswith("CHECKED")
    assert law.bound > 4000
    assert law(2**40) == 41
    assert law(2**40 - 1) == 40


@pytest.mark.parametrize("special", [300, 1000, 5000])
def test_what_is_not_proved_is_checked_beyond_the_exceptions_that_rules_name(special):
    @lm.impartial
    def game(n):
        if n >= 1 and n != special:
            yield n // 3

    try:
        law = game.law(what="outcome")
    except lm.NoLawFound:
        return
    assert law.status == "PROVED" or law.bound > special
    for n in (special - 1, special, special + 1, 3 * special, 3 * special + 3):
        assert (law.status != "PROVED" and n > law.bound) or law(n) == game(n).outcome
