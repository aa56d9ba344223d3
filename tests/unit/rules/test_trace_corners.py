"""Corners where a tracer could quietly differ from Python: aliasing, lateness, jumps, changes."""

from __future__ import annotations

import itertools

import pytest
from tests.unit.rules.test_trace import assert_traced, rules_of

import lastmove as lm
from lastmove.rules.tracing import Untraceable, trace

EXACT = {
    "continue and return in one unrolled loop of a helper": """
        def ok(h):
            for i in range(3):
                if h[i] == 0: continue
                if h[i] > 5: return False
                if h[i] == 4: break
            else:
                return 7
            return True
        yield int(ok((n, n - 1, n + 2)))
        """,
    "break and continue inside branches of branches": """
        for t in (1, 2, 3):
            if n > 2:
                if n % t == 0:
                    yield t
                    continue
                if n == 7: break
            else:
                if t == 2: break
            yield 10 * t
        yield -1
        """,
    "a jump out of two loops at once": """
        def find():
            for i in range(n):
                for t in (1, 3):
                    if i * t == 6: return i
                    if i > 4: break
                if i == 5: return -5
            return -1
        yield find()
        """,
    "state carried through two nested loops": """
        total = 0
        for i in range(n):
            last = total
            for j in range(i):
                if j == 3: break
                total += j
            if total > last + 1: continue
            yield total
        yield total
        """,
    "a tuple carried through a loop": """
        p = (0, 1)
        for i in range(n):
            p = (p[1], p[0] + p[1])
        yield p[0]
        """,
    "a pair kept from the turn before": """
        prev = 0
        for i in range(n):
            yield prev
            prev = i * i
        """,
    "list entries carried through a loop": """
        h = [0, n]
        while h[1] > 0:
            h[0] += 1
            h[1] -= 2
            yield h[0] * h[1]
        yield h[0]
        """,
    "names in comprehensions do not leak": "i = n\nr = [i for i in range(3)]\nyield i + sum(r)",
    "the first iterable is early": "m = n\ng = (k for k in range(m))\nm = 0\nyield from g",
    "late binding of a nested function": "x = 1\ndef f(): return x + n\nx = 5\nyield f()",
    "a guarded division": "if n and 12 // n > 2: yield 1\nif not n or 12 % n: yield 2",
    "a failing helper in one branch": """
        def f(k):
            assert k != 4
            return k
        if n > 2: yield f(n)
        yield 0
        """,
    "chained comparison evaluates once and stops early": "if 0 < n < 12 // n: yield n",
    "an index out of range": "t = (5, 6, 7)\nyield t[n]\nyield t[n - 3]",
    "an entry picked by a position": "h = (n, 2 * n, 3)\nyield h[n % 3]",
    "unpacking in loops": "for i, (a, b) in enumerate(((1, n), (n, 2))): yield i + a * b",
    "while with an index into heaps": """
        h = (n, 0, 3)
        i = 0
        while i < 3 and h[i] == 0: i += 1
        yield i
        """,
    "sums of booleans": "yield sum(x > 2 for x in (n, n - 1, n - 2)) + (n, 3, n).count(3)",
    "reduce": "from functools import reduce\nyield reduce(lambda a, b: a ^ b, (n, 3, 5))",
    "equal and ordered tuples": "yield (n, 1) == (3, 1)\nyield (n, 2) < (3, 3)\nyield (n,) >= (4,)",
}


@pytest.mark.parametrize("body", EXACT.values(), ids=EXACT.keys())
def test_corner(body: str) -> None:
    assert_traced(rules_of(body), 1, below=12)


CHANGED = {
    "a generator made outside a loop": "g = (k for k in range(n))\nfor i in range(n): yield from g",
    "a list chosen by a condition": "a, b = [1], [2]\nc = a if n else b\nc[0] = 9\nyield a[0]",
    "a number that becomes a tuple": "x = 0\nfor i in range(n): x = (x, i)\nyield 1\nyield x[0]",
    "a constant of the module that is filled": "SEEN[0] = n\nyield n",
}


@pytest.mark.parametrize("body", CHANGED.values(), ids=CHANGED.keys())
def test_what_would_need_more_is_refused(body: str) -> None:
    with pytest.raises(Untraceable):
        trace(rules_of(body, before="SEEN = [1]"), 1)


def test_itertools_may_be_used_by_its_module():
    def pairs(n, m):
        for a, b in itertools.product((0, 1), repeat=2):
            if a + b and n >= a and m >= b:
                yield n - a, m - b

    assert lm.impartial(pairs).why_not_native is None
