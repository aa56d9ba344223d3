"""Sectors are told as a person would tell them."""

import pytest

from lastmove.laws.sectortext import _conditions

NO_GAPS: frozenset[int] = frozenset()


@pytest.mark.parametrize(
    ("form", "low", "high", "text"),
    [
        ((1, 0), None, 0, "a = 0"),
        ((1, 0), 0, 0, "a = 0"),
        ((1, 0), None, 1, "a <= 1"),
        ((1, -1), None, 0, "a <= b"),
        ((1, 1), None, 0, "a + b <= 0"),
        ((1, -1), 0, 0, "a = b"),
        ((2, -1), 3, None, "2a >= b + 3"),
    ],
)
def test_ranges_are_told_by_the_shortest_comparison(form, low, high, text):
    assert _conditions({form: (low, high, NO_GAPS)}, ["a", "b"]) == [text]
