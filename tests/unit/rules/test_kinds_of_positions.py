"""Positions need not be integers: strings, tuples and frozensets work in Python."""

import pytest
from tests import twin

import lastmove as lm
from lastmove.errors import RulesError


@lm.impartial
def cross_out(text):
    """Cross out a letter and all equal ones next to it."""
    for i in range(len(text)):
        if i == 0 or text[i] != text[i - 1]:
            j = i
            while j < len(text) and text[j] == text[i]:
                j += 1
            yield text[:i] + text[j:]


@lm.impartial
def rows(shape):
    """Shorten one row of a tuple of rows; empty rows go."""
    for i, row in enumerate(shape):
        for left in range(row):
            yield tuple(sorted(r for r in (*shape[:i], left, *shape[i + 1 :]) if r))


@lm.impartial
def subsets(left):
    """Remove a divisor-closed choice: an element and its multiples."""
    for chosen in sorted(left):
        yield frozenset(n for n in left if n % chosen)


def test_strings():
    grundy = twin.grundy_of(lambda text: [(o.coords[0],) for o in cross_out(text).options()])
    for text in ("", "a", "ab", "aab", "abab", "abcab"):
        assert cross_out(text).grundy == grundy(text)
    assert not cross_out.native
    assert cross_out.why_not_native


def test_tuples_as_one_coordinate():
    assert rows((3, 4, 5)).grundy == 2
    assert rows((3, 4, 5)).winning_moves() == [rows((1, 4, 5))]
    assert rows((2,)).options() == [rows(()), rows((1,))]


def test_frozensets_and_sums_of_different_kinds():
    position = subsets(frozenset({1, 2, 3, 4}))
    assert position.outcome == "N"
    total = position + rows((3,)) + cross_out("ab")
    expected = position.grundy ^ 3 ^ cross_out("ab").grundy
    assert total.grundy == expected
    assert total.outcome == ("N" if expected else "P")
    assert total.outcome_misere in ("N", "P")


class Counter:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n

    def __repr__(self):
        return f"Counter({self.n})"


# Asked for the outcome, rules are not run past the first winning option.
@pytest.mark.parametrize(
    ("question", "early"),
    [("outcome", True), ("grundy", True), ("grundy", False), ("options", True), ("options", False)],
)
def test_rules_that_change_their_position_are_refused(question, early):
    @lm.impartial
    def countdown(counter):
        if early and counter.n > 0:
            counter.n -= 1
        for n in range(counter.n):
            yield Counter(n)
        if not early and counter.n > 0:
            counter.n -= 1

    position = countdown(Counter(4))
    ask = position.options if question == "options" else lambda: getattr(position, question)
    with pytest.raises(RulesError, match="change the position that they are given"):
        ask()
