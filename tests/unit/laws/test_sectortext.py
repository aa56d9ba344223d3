"""Sectors are told as a person would tell them."""

import random
import re

import pytest

from lastmove.laws.sectors import SectorLaw
from lastmove.laws.sectortext import _conditions, describe
from lastmove.rules.expr import Expr, at, compare, const, coord, lift, where

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


@pytest.mark.parametrize(
    ("low", "high", "gaps", "text"),
    [
        (None, 4, {1, 2, 3}, ["a in {0, 4}"]),
        (2, 5, {3}, ["a in {2, 4, 5}"]),
        (1, 9, {2}, ["a >= 1", "a <= 9", "a != 2"]),
        (1, None, {2}, ["a >= 1", "a != 2"]),
    ],
)
def test_few_values_are_listed(low, high, gaps, text):
    assert _conditions({(1, 0): (low, high, frozenset(gaps))}, ["a", "b"]) == text


def form(dice):
    """Return a random linear form of two coordinates."""
    a, b = dice.choice([(1, 0), (0, 1), (1, -1), (1, -2), (2, -1), (1, 1), (-1, 3)])
    return coord(0) * a + coord(1) * b


def label(dice, deep, last):
    """Return a random label by sectors, its remainders and its values up to `last`."""
    if deep == 0 or dice.random() < 0.2:
        if dice.random() < 0.3:
            m, n = dice.choice([(2, 3), (3, 2)])
            table = [dice.randint(0, last) for _ in range(m * n)]
            return at((form(dice) % m) * n + form(dice) % n, table)
        return const(dice.randint(0, last))
    test = compare(dice.choice(("==", "!=", "<", "<=")), form(dice), dice.randint(-2, 4))
    return Expr("?", (test, label(dice, deep - 1, last), label(dice, deep - 1, last)))


def holds(case, a, b):
    """Return whether what is said of a case is so, read as Python."""
    case = re.sub(r"\|(.*?)\|", r"abs(\1)", case)
    case = re.sub(r"(?<![<>!=])=", "==", re.sub(r"(\d)([ab])", r"\1*\2", case))
    parts, deep = [""], 0
    for c in case:
        deep += (c in "({") - (c in ")}")
        if c == "," and deep == 0:
            parts.append("")
        else:
            parts[-1] += c
    return all(eval(part.strip(), {"a": a, "b": b}) for part in parts)


@pytest.mark.parametrize("seed", range(60))
def test_the_text_says_what_the_law_says(seed):
    dice = random.Random(seed)
    what, last = dice.choice([("outcome", 1), ("grundy", 3)])
    law = SectorLaw(what, 2, lift(label(dice, 4, last)))
    lines = describe(law, ["a", "b"]).replace("\n   or ", " or ").split("\n")
    for a in range(8):
        for b in range(8):
            said = None
            for line in lines:
                name, _, cases = line.partition(" if ")
                if not cases:
                    said = name.removesuffix(" otherwise")
                elif "always" in cases or any(holds(c, a, b) for c in cases.split(" or ")):
                    said = name
                    break
            assert said == ("PN"[law.label((a, b))] if last == 1 else str(law.label((a, b))))


def test_cases_are_told_in_order():
    a, b = coord(0), coord(1)
    last = where(b >= 2, where(a >= 7, 0, 1), 1)
    law = SectorLaw(
        "outcome", 2, lift(where((a == 3), 0, where(b == 1, where(a == 0, 0, 1), last)))
    )
    text = describe(law, ["a", "b"])
    assert text == "P if a = 0, b = 1\n   or a = 3\n   or a >= 7, b >= 2\nN otherwise"
