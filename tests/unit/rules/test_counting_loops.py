"""Loops that count become ranges, and only where that has the same meaning."""

from itertools import product

import pytest

import lastmove as lm


def up(n, m):
    k = 1
    while k <= n:
        yield n - k, m
        k += 1


def from_difference(n, m):
    k = 1
    while n - 2 - k >= 0:
        yield n - k, m
        k = k + 2


def down(n, m):
    k = n - 1
    while k >= m:
        yield k, m
        k -= 1


def down_in_twos(n, m):
    k = n - 1
    while k > 0:
        yield k, m
        k -= 2


def two_ends(n, m):
    k = 1
    while k <= n and k < m:
        yield n - k, m
        k += 1


def left_early(n, m):
    k = 1
    while True:
        if k > n:
            break
        if k == m:
            break
        yield n - k, m
        k += 1


def guarded_quotient(n, m):
    k = 1
    while m != 0 and k <= n // m:
        yield n - k, m
        k += 1


def second_end_may_fail(n, m):
    k = 1
    while k <= m and k <= n // m:
        yield n - k, m
        k += 1


def read_afterwards(n, m):
    k = 0
    while k < m:
        k += 1
    if k <= n and k > 0:
        yield n - k, m


def moving_end(n, m):
    k, end = 1, n
    while k <= end:
        yield n - k, m
        end -= 1
        k += 1


def set_twice(n, m):
    k = 1
    while k <= n:
        yield n - k, m
        if k % 3 == 2:
            k += 1
        k += 1


def skipped(n, m):
    k = 0
    while k < n:
        k += 1
        if k == m:
            continue
        yield n - k, m


def other_variable_between(n, m):
    k = m
    m2 = k + 1
    while k < n:
        if k + m2 > 2:
            yield k, m
        k += 1


def within(n, m):
    i = 0
    while i < n:
        j = 0
        while j < m:
            yield i, j
            j += 1
        i += 1


COUNTED = [up, from_difference, down, down_in_twos, two_ends, left_early, within]
COUNTED += [other_variable_between, skipped, moving_end]
OTHERS = [guarded_quotient, second_end_may_fail, read_afterwards, set_twice]


@pytest.mark.parametrize("rules", [*COUNTED, *OTHERS])
def test_options_are_those_of_the_function(rules):
    program = lm.impartial(rules).program
    for n, m in product(range(9), repeat=2):
        assert [option[0][1:] for option in program.run((n, m))] == list(rules(n, m))


@pytest.mark.parametrize("rules", COUNTED)
def test_loops_that_count_are_ranges(rules):
    assert "while" not in str(lm.impartial(rules).program)


@pytest.mark.parametrize("rules", OTHERS)
def test_other_loops_stay_as_they_are(rules):
    assert "while" in str(lm.impartial(rules).program)
