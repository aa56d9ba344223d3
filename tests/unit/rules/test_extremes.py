"""Least, greatest and number of what a condition leaves, against Python at all small positions."""

import itertools
import random
import re

import pytest
from tests.unit.rules.test_trace import assert_traced, rules_of

from lastmove.rules.tracing import Untraceable, trace

TRACED = {
    "least of what is left": "yield min(p for p in (a, b, c) if p > 0)",
    "least, with a default": "yield min((p for p in (a, b, c) if p > 1), default=a)",
    "greatest, with a default that is not used": "yield max((p for p in (a, b, c)), default=-1)",
    "greatest of none": "yield max([p for p in () if p], default=b)",
    "greatest of a range, with a default": "yield max(range(a, b), default=c)",
    "greatest of a range with conditions": "yield max(p for p in range(a, b) if p != c)",
    "least of all divisors": "yield min((d for d in range(2, a + 1) if a % d == 0), default=0)",
    "least of two loops": """
        yield min((p * q for p in (a, b) for q in range(c) if p != q), default=9)
        """,
    "items that fail": "yield min(c // p for p in (a, b) if p < 5)",
    "a default that fails": "yield min((p for p in (a, b) if p > 3), default=c // a)",
    "whether any is left": """
        alive = [p for p in (a, b, c) if p > 2]
        if not alive: yield a
        else: yield b
        """,
    "whether any is left, of a range": "if [p for p in range(a) if p % 3 == b]: yield c",
    "and what is least then": """
        alive = [p for p in (a, b, c) if p > 0]
        if not alive: return
        low = min(alive)
        if a >= low: yield a - low
        if b >= low: yield b - low
        """,
    "as a condition": "yield 1 if [p for p in (a, b) if p > c] and a else 2",
    "in a condition of parts": """
        alive = [p for p in (a, b, c) if p > 1]
        if alive and a > 0 and min(alive) <= a: yield a
        if not alive or not (b and alive): yield b
        """,
    "in a condition of a loop": """
        while [p for p in (a, b) if p > c] and c < 4:
            c += 1
        yield c
        """,
    "how many": "k = sum(1 for p in (a, b, c) if p > 1)\nif a >= k: yield a - k",
    "the sum of what is left": "yield sum(p for p in (a, b, c) if p % 2)",
    "in a loop": """
        for t in range(a):
            yield max((p for p in (b, c) if p > t), default=t)
        """,
    "in a loop that carries it": """
        low = 0
        for t in range(a):
            low = min((p for p in (b, c, 7) if p > low), default=0)
        yield low
        """,
    "one in another": "yield max((min(p, q) for p in (a, b) if p for q in (b, c) if q), default=0)",
}


@pytest.mark.parametrize("name", TRACED)
def test_extremes_and_counts_mean_what_python_means(name):
    assert_traced(game(TRACED[name]), 3, below=6)


def game(body):
    """Return rules whose options are numbers, as the first of three coordinates."""
    return rules_of(re.sub(r"yield (.*)", r"yield (\1), 0, 0", body), "a, b, c")


REFUSED = {
    "whether a generator is true": (
        "alive = (p for p in (a, b) if p > 0)\nif alive: yield a",
        "whether a generator is true",
    ),
    "a key": ("yield min([a, b], key=lambda p: -p)", "with a key"),
    "a default that is no number": (
        "yield min((p for p in (a, b) if p > 0), default=None) or 0",
        "other things than integers",
    ),
    "items that are no numbers": (
        "yield max((p, a) for p in (a, b) if p > 0)[0]",
        "other things than integers",
    ),
    "a place in what is left": (
        "alive = [p for p in (a, b) if p > 0]\nif alive: yield alive[0]",
        "whose length depends on the position",
    ),
    "a set of what is left": ("yield len({p for p in (a, b) if p > 0})", "how many entries"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_traced_is_refused_in_words(name):
    body, reason = REFUSED[name]
    with pytest.raises(Untraceable, match=reason):
        trace(rules_of(body, "a, b"), 2)


def test_random_extremes_mean_what_python_means():
    dice = random.Random(7)
    forms = itertools.product(
        ("min", "max"),
        ("p", "p - b", "p * p % 7", "abs(p - a)"),
        ("(a, b, c)", "range(a)", "range(b, a + 2)", "[a, 3, b]"),
        ("", "if p > 1", "if p % 2 == 0 if p != c", "if not p > a", "if p > 8"),
        (None, "0", "c - 1", "a + b"),
    )
    for name, item, items, condition, default in dice.sample(list(forms), 60):
        tail = "" if default is None else f", default={default}"
        inner = f"{item} for p in {items} {condition}"
        inner = f"[{inner}]" if dice.random() < 0.5 else f"({inner})"
        assert_traced(game(f"yield {name}({inner}{tail})"), 3, below=4)
