"""Relations between numbers: operations, digits, limits."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lastmove import limits
from lastmove._core import Automaton
from lastmove.errors import LimitExceeded
from lastmove.laws.automata.formula import (
    Linear,
    Logic,
    all_of,
    any_of,
    bits,
    divisible,
    equal,
    exists,
    less,
    member,
)
from lastmove.laws.automata.relation import Relation, digits, number

BOTH = ("binary", "zeckendorf")
X, Y, Z, K = map(Linear.variable, "xyzk")


@pytest.mark.parametrize("numeration", BOTH)
def test_digits_and_numbers_are_inverse(numeration):
    for n in [*range(300), 10**18, 10**30]:
        assert number(numeration, digits(numeration, n)) == n


def test_zeckendorf_digits_are_never_neighbours():
    for n in range(1000):
        row = digits("zeckendorf", n)
        assert not any(a and b for a, b in pairwise(row))


@pytest.mark.parametrize("numeration", BOTH)
def test_the_adder_is_addition(numeration):
    """By induction: x + 0 = x, and x + (y + 1) = (x + y) + 1, where y + 1 follows y in order."""
    logic = Logic(numeration)
    total = Linear.variable("s")

    def add(a, b, c):
        return equal(a + b, c)

    zero = Linear({}, 0)
    assert logic.holds(~add(X, zero, Y) | equal(X, Y))
    assert logic.holds(exists(["z"], add(X, Y, Z)))
    assert logic.holds(~(add(X, Y, Z) & add(X, Y, K)) | equal(Z, K))
    successor = all_of([less(X, Y), ~exists(["k"], less(X, K) & less(K, Y))])
    assert logic.relation(successor) == logic.relation(equal(Y, X + 1))
    step = Linear.variable("t")
    law = all_of([equal(step, Y + 1), add(X, step, total), add(X, Y, Z)])
    assert logic.holds(~law | equal(total, Z + 1))


@pytest.mark.parametrize("numeration", BOTH)
def test_order_is_total_and_has_no_gap_below_a_successor(numeration):
    logic = Logic(numeration)
    assert logic.holds(any_of([less(X, Y), equal(X, Y), less(Y, X)]))
    assert logic.holds(~(less(X, Y) & less(Y, Z)) | less(X, Z))
    assert not logic.holds(exists(["y"], less(Y, X)))
    assert logic.counterexample(exists(["y"], less(Y, X))) == {"x": 0}


@pytest.mark.parametrize("numeration", BOTH)
def test_division_with_remainder_is_a_theorem(numeration):
    logic = Logic(numeration)
    q, r = Linear.variable("q"), Linear.variable("r")
    divided = exists(["q", "r"], all_of([equal(X, 5 * q + r), less(r, 5)]))
    assert logic.holds(divided)
    assert logic.relation(exists(["q"], equal(X, 5 * q + 3))) == logic.relation(divisible(X - 3, 5))


def test_bitwise_operations_are_those_of_integers():
    logic = Logic("binary")
    for op, rule in (("and", int.__and__), ("or", int.__or__), ("xor", int.__xor__)):
        relation = logic.relation(bits(op, X, Y, Z))
        for a in range(16):
            for b in range(16):
                assert (a, b, rule(a, b)) in relation
                assert (a, b, rule(a, b) + 1) not in relation
    # a + b = (a xor b) + 2 (a and b)
    law = bits("xor", X, Y, Z) & bits("and", X, Y, K)
    assert logic.holds(~law | equal(X + Y, Z + 2 * K))


def test_bits_have_no_meaning_in_zeckendorf():
    with pytest.raises(ValueError, match="binary digits"):
        Logic("zeckendorf").relation(bits("xor", X, Y, Z))


def test_bound_variables_are_renamed_when_a_form_mentions_them():
    twice = exists(["y"], equal(X, 2 * Y))
    moved = twice.replace({"x": Y + 1})
    assert moved.free == {"y"}
    assert Logic("binary").relation(moved) == Logic("binary").relation(divisible(Y + 1, 2))


def test_a_relation_may_be_applied_to_forms_and_to_one_variable_twice():
    less_than = Relation.linear("binary", {"a": 1, "b": -1}, "<=", 1).core
    logic = Logic("binary", {"less": less_than})
    assert logic.relation(member("less", [X, X])).empty
    assert logic.holds(member("less", [X, X + 1]))
    assert logic.relation(member("less", [2 * X, Y + 3])) == logic.relation(less(2 * X, Y + 3))


@pytest.mark.parametrize("numeration", BOTH)
def test_tuples_are_completed(numeration):
    total = Logic(numeration).relation(equal(X + Y, Z))
    found, complete = total.complete({"z": 10}, 100)
    assert complete
    assert sorted((t["x"], t["y"]) for t in found) == [(i, 10 - i) for i in range(11)]
    assert total.complete({"z": 10}, 3)[1] is False


def test_limits_end_in_one_sentence(monkeypatch):
    monkeypatch.setattr("lastmove.laws.automata.relation.MOST_STATES", 20)
    with pytest.raises(LimitExceeded, match="more than 20 states"):
        Relation.linear("binary", {"x": 1}, "==", -(10**9))
    monkeypatch.undo()
    with limits(memory=100), pytest.raises(LimitExceeded, match="bytes"):
        Relation.linear("binary", {"x": 1}, "==", -(10**9))
    names = {f"x{i}": 1 for i in range(20)}
    with pytest.raises(LimitExceeded, match="20 variables"):
        Relation.linear("binary", names, "<=", 0)
    for coefficient in (2**50, 2**70):
        with pytest.raises(ValueError, match="below"):
            Relation.linear("binary", {"x": coefficient}, "==", 0)


@pytest.mark.parametrize(
    ("numeration", "transitions", "accepting"),
    [
        ("binary", [0], [True]),  # too few transitions
        ("binary", [0, 5], [True]),  # to a state that is not there
        ("binary", [1, 0, 0, 1], [True, False]),  # trailing zeros matter
        ("zeckendorf", [0, 0], [True]),  # neighbouring ones
        ("zeckendorf", [1, 1, 1, 1], [False, True]),  # leading zeros matter
    ],
)
def test_tables_that_are_no_sets_of_numbers_are_refused(numeration, transitions, accepting):
    with pytest.raises(ValueError, match=r"\w"):
        Automaton.from_table(numeration, 1, 0, transitions, accepting)
