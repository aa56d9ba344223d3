"""Heaps from which the players may take different numbers."""

import pytest

import lastmove as lm
from lastmove.solve.outcome import Outcome


def outcomes(lefts, rights, count):
    """Return outcomes by definition."""
    left, right = [], []  # whether the player wins moving first
    for n in range(count):
        left.append(any(not right[n - k] for k in lefts if k <= n))
        right.append(any(not left[n - k] for k in rights if k <= n))
    names = {(0, 0): "P", (1, 1): "N", (1, 0): "L", (0, 1): "R"}
    return [Outcome(names[int(a), int(b)]) for a, b in zip(left, right, strict=True)]


@pytest.mark.parametrize(
    ("lefts", "rights"), [((1, 2), (1, 3)), ((2, 5), (3, 4)), ((1,), (2, 7)), ((), (1, 2))]
)
def test_the_period_of_the_outcomes_is_proved(lefts, rights):
    rules = lm.subtraction(lefts, rights)
    law = rules.law(what="outcome")
    assert law.status == "PROVED"
    assert [law(n) for n in range(200)] == outcomes(lefts, rights, 200)


def test_sums_and_moves_are_as_of_other_rules():
    rules = lm.subtraction({1, 2}, {1, 3})
    total = rules(5) + rules(6)
    assert total.value == rules(5).value + rules(6).value
    assert rules(2).winning_moves("left")


def test_one_set_for_both_is_impartial_unless_given_twice():
    assert "period 3" in str(lm.subtraction({1, 2}).period())
    assert lm.subtraction({1, 2}, {1, 2})(4).value == lm.parse("*")


@pytest.mark.parametrize("rights", [{0}, {-1}, {1.5}, {True}])
def test_numbers_out_of_range_are_refused(rights):
    with pytest.raises(lm.RulesError, match="number of counters"):
        lm.subtraction({1}, rights)
