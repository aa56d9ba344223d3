"""Conditions on the number of a loop become ends of its range, with the same options."""

from __future__ import annotations

import pytest
from tests.unit.rules.test_trace import assert_traced, rules_of

from lastmove.rules.tracing import trace

SHORTER = {
    "a condition": ("for a in range(1, n):\n    if a <= n - a: yield a", "if"),
    "the least number": ("for a in range(n):\n    if 3 * a > n - 2: yield a", "if"),
    "both ends": ("for a in range(n):\n    if 2 < a < n - a: yield a", "if"),
    "continue": ("for a in range(n):\n    if 2 * a < 5: continue\n    yield a", "if"),
    "break": ("for a in range(1, n):\n    if a > n - a: break\n    yield a\n    yield 0", "if"),
    "otherwise": ("for a in range(n):\n    if a < 3: pass\n    else: yield a", "if"),
    "a minus": ("for a in range(n):\n    if -a >= 4 - n: yield a", "if"),
    "while": ("a = 1\nwhile a <= n - a:\n    yield a\n    a += 1", "while"),
    "while, three times": ("a = 1\nwhile 3 * a < n:\n    yield a\n    a += 2", "while"),
    "while, downwards": ("a = n\nwhile 2 * a > 5:\n    yield a\n    a -= 1", "while"),
}


@pytest.mark.parametrize("name", SHORTER)
def test_conditions_become_ends(name):
    body, gone = SHORTER[name]
    rules = rules_of(body)
    assert gone not in str(trace(rules, 1))
    assert_traced(rules, 1, below=25)


KEPT = {
    "a break from below": "for a in range(n):\n    if a < 3: break\n    yield a",
    "other conditions too": "for a in range(n):\n    if 2 * a < n and a % 3: yield a",
    "a product": "for a in range(n):\n    if a * a < n: yield a",
    "two ways": "for a in range(n):\n    if a < 4: yield a\n    else: yield n + a",
    "something else after": "for a in range(n):\n    if a < 4: yield a\n    yield n + a",
    "a condition that may fail": "for a in range(n):\n    if a <= n // (n - 3): yield a",
    "one that the loop changes": "b = 9\nfor a in range(n):\n    if a < b: b -= 1\n    yield b",
    "equality": "for a in range(n):\n    if a != 3: yield a",
    "steps": "for a in range(0, n, 2):\n    if 2 * a < n: yield a",
}


@pytest.mark.parametrize("name", KEPT)
def test_other_conditions_stay(name):
    rules = rules_of(KEPT[name])
    assert "if" in str(trace(rules, 1))
    assert_traced(rules, 1, below=25)


TOGETHER = {
    "a diagonal": """
        u, v = a, b
        while u > 0 and v > 0:
            u -= 1
            v -= 1
            yield u, v
        """,
    "lowered at the end": """
        u, v = a - 1, b - 2
        while u >= 0 and v >= 0:
            yield u, v
            u, v = u - 1, v - 2
        """,
    "left from within": """
        u, v = a, b
        while u >= 1 and v >= 1:
            u, v = u - 1, v - 1
            if (u + 2 * v) % 5 == 1: break
            yield u, v
        """,
    "up and down": """
        low, high = a, a + b
        while low < high:
            yield low, high
            low, high = low + 1, high - 2
        """,
    "a condition that no round changes": """
        u = a
        while u >= 1 and b >= 3:
            u -= 1
            yield u, b
        v = b
        while not (a > 4 or v < 2):
            v -= 2
            yield a, v
        """,
    "one that is lowered first": "k = a\nwhile k > 0:\n    k -= 1\n    yield k, b",
}


@pytest.mark.parametrize("name", TOGETHER)
def test_variables_that_go_together_are_one_range(name):
    rules = rules_of(TOGETHER[name], "a, b")
    assert "while" not in str(trace(rules, 2))
    assert_traced(rules, 2, below=12)


APART = {
    "read afterwards": "k = a\nwhile k > 0:\n    k -= 2\n    yield k, b\nyield k, 0",
    "changed twice": "k, j = a, b\nwhile k > 0:\n    k -= 1\n    if j: k -= 1\n    yield k, j",
    "skipped": """
        k, j = a, 0
        while k > j:
            k -= 1
            if k % 3 == 0: continue
            j += 1
            yield k, j
        """,
    "another way to go on": "k = a\nwhile k > 0 and k * k > b:\n    k -= 1\n    yield k, b",
}


@pytest.mark.parametrize("name", APART)
def test_other_loops_stay(name):
    rules = rules_of(APART[name], "a, b")
    assert "while" in str(trace(rules, 2))
    assert_traced(rules, 2, below=12)
