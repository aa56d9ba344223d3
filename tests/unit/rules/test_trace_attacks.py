"""Rules that were once traced to Programs of another meaning: now exact, or refused."""

from __future__ import annotations

import pytest
from tests.unit.rules.test_trace import assert_traced, rules_of

import lastmove as lm
from lastmove.rules.tracing import Untraceable, trace

EXACT = {
    "an end of a range that moves": """
        b = 9
        for a in range(n):
            if a >= b: break
            b -= 1
            yield b
        """,
    "what is set before a break and read after the loop": """
        k, m = n, n - 1
        while k > 0:
            k -= 1
            if m > 7:
                m = 100
                break
            m = m * 2
            yield k + m
        yield m
        """,
    "what fails before a break": """
        m, k, j = 1, n, n - 5
        while k > 0:
            k -= 1
            yield m
            if k < 3:
                m = 6 // j
                break
            m = k * k
        """,
    "a sum of what a function adds up": """
        def f(k):
            acc = 0
            for j in range(k): acc += j
            return acc
        yield sum(f(k) for k in range(n))
        yield int(any(f(k) == 6 for k in range(n)))
        """,
    "a sum of what is set under a condition": """
        def f(k):
            if k > 2: x = (((k * k + n) * k + n) * k + 7) * k
            else: x = 7
            return x
        yield sum(f(k) for k in range(n))
        """,
    "chain goes through lists as they are then": """
        from itertools import chain
        h, g = [n, 2], [1, 2]
        c, d = chain(h, range(n)), chain(g, (3,))
        h[0] = g[0] = 7
        yield from c
        yield from d
        """,
    "a set of a chain": "from itertools import chain\nyield int(n in set(chain((n,), (2,))))",
    "an error in a list of a list": "x = list([6 // (n - k - 3) for k in range(n)])\nyield 1",
    "an error in a set of a list": "x = set([6 // (n - k - 3) for k in range(n)])\nyield 1",
    "a list that a generator returns early": """
        if n > 5: return [3]
        r = []
        r.append(n)
        yield from r
        """,
    "a generator whose sum is tried twice": """
        def made(x, y):
            z = 2
            for i in range(x):
                yield 0
                y += -z
            yield z
            yield y
        yield sum(made(n, n + 1))
        """,
    "a range without three kinds of numbers": """
        for i in range(n):
            if i == 3 or i == 5 or i * i > 90: continue
            yield i
        """,
    "an error in a test of known length": """
        def f(x): return 1 // x
        yield n
        yield int(any(f(x) > n for x in (0, 1)))
        yield 3
        """,
    "items that fail after a way out of the loop": """
        def f(x):
            if x > 3: return 1
            return 1 // 0
        for y in (f(k) for k in (n, 2)):
            if y == n % 2: break
        else:
            yield 9
        yield int(any(f(k) == n % 2 for k in (n, 2)))
        """,
    "takewhile whose items fail after its end": """
        from itertools import takewhile
        def f(x):
            if x > 3: return 1
            return 1 // 0
        for y in takewhile(lambda k: k == n % 2, (f(k) for k in (n, 2))): yield 4
        yield 7
        """,
    "a list of its own returned early": """
        def f(m):
            if m > 5: return [m, 5]
            r = []
            for k in range(m): r.append(k)
            return r
        x = f(n)
        yield from x
        yield sum(x)
        """,
    "the greatest of one": "yield max((5 for i in (1,)), default=n) + n",
    "functions that remember their results": """
        @cache
        def fibonacci(k): return 1 if k < 2 else fibonacci(k - 1) + fibonacci(k - 2)
        @cache
        def square(k): return k * k % 7 + n
        for i in range(5): yield fibonacci(i) + square(i)
        """,
    "an error in a list that a generator returns": """
        yield n
        return [6 // (n - 4 - k) for k in range(n)]
        """,
}


@pytest.mark.parametrize("name", EXACT)
def test_programs_mean_what_python_means(name):
    assert_traced(rules_of(EXACT[name], before="from functools import cache"), 1, below=14)


BEFORE = """
from functools import cache
from typing import NamedTuple
SETT, TABLE = {1, 2}, [[1, 2], [3, 4]]
calls = []
def counted(k):
    calls.append(k)
    return len(calls)
def defaulting(k, got=[]):
    got.append(k)
    return len(got)
@cache
def pair(k): return [k, 1]
@cache
def once(k): yield k
class Strange(NamedTuple):
    x: int
    y: int
    def __eq__(self, other): return False
class Odd(int):
    def __add__(self, other): return 99
ODD = Odd(3)
"""
REFUSED = {
    "a guard that changes its name": """
        match n:
            case k if (k := k + 1) > 3: yield k
            case _: yield 0
        """,
    "a list that goes by a name outside": """
        r = [1]
        def f(m):
            nonlocal r
            r = []
            for k in range(m): r.append(k)
            return r
        x = f(n)
        yield len(r)
        """,
    "a list whose name is matched": """
        def f(m):
            r = []
            for k in range(m): r.append(k)
            match m:
                case r: pass
            return r
        yield from f(n)
        """,
    "a list whose name is imported": """
        def f(m):
            r = []
            for k in range(m): r.append(k)
            import math as r
            return r
        yield from f(n)
        """,
    "a list that a generator returns": "r = []\nif n > 5: r.append(n - 1)\nyield n - 2\nreturn r",
    "a chain twice": """
        from itertools import chain
        c = chain((n,), (1,))
        yield from c
        yield from c
        """,
    "a product twice": """
        from itertools import product
        c = product((n,), (1, 2))
        for x, y in c: yield x + y
        for x, y in c: yield x + y
        """,
    "the length of a chain": "from itertools import chain\nyield len(chain((n,), (1,)))",
    "a list that changes below an iterator": """
        from itertools import accumulate
        h = [1, 2]
        c = accumulate(h)
        h[1] = 7
        for x in c: yield n - x
        """,
    "a number that is called": "yield n(3)",
    "a number of its own kind, looked up": "yield (ODD, 1)[n] + 1",
    "a set changed by another method": "SETT.difference_update({1})\nyield n - len(SETT)",
    "a list changed by a method with underscores": "TABLE[0].__setitem__(0, 5)\nyield n",
    "a list taken by a method with underscores": "h = TABLE.__getitem__(0)\nh[0] = 7\nyield n",
    "a key that counts its calls": "for x in sorted([3, 1], key=counted): yield n - x",
    "a function that counts, applied": """
        from itertools import starmap
        for x in starmap(counted, [(1,), (2,)]): yield n - x
        """,
    "a list that grows under a condition in a loop": """
        h = [n, 2]
        y = n
        while True:
            if y < 3: break
            y -= 2
            if n > 7: h.append(5)
        yield sum(h)
        """,
    "a list that grows in a function on one way": """
        h = [n, 2]
        def f(m):
            if m > 5: h.append(1)
            return 0
        x = [f(k) for k in range(n)]
        yield sum(h)
        """,
    "a list that grows, or another": """
        h = [n, 2]
        if n % 3 == 0: h = [1, n]
        elif n % 3 == 1: h.append(5)
        yield sum(h)
        """,
    "a function with a cache that reads what changes": """
        x = n
        @cache
        def f(k): return k + x
        yield f(1)
        x = 5
        yield f(1)
        """,
    "a function with a cache that changes a list": """
        h = [n, 2]
        @cache
        def f(k):
            h[0] += 1
            return k
        yield f(1) + f(1) + h[0]
        """,
    "a list that a cache keeps": """
        @cache
        def f(k): return [k, 1]
        r = f(n)
        r[0] = 8
        yield from f(n)
        """,
    "a list that a cache of the module keeps": "r = pair(3)\nr[0] = 8\nyield from pair(3)\nyield n",
    "a generator that a cache keeps": """
        @cache
        def f(k): yield k
        yield from f(n)
        yield from f(n)
        """,
    "a generator that a cache of the module keeps": "yield from once(n)\nyield from once(n)",
    "a default that changes": "yield n - defaulting(1)",
    "a named tuple with comparisons of its own": "if Strange(n, 1) == Strange(n, 1): yield n",
    "a number returned early": """
        def f(m):
            if m > 5: return 7
            r = []
            for k in range(m): r.append(k)
            return r
        x = f(n)
        yield 3
        """,
    "a generator returned early": """
        def f(m):
            if m > 5: return (k + n for k in range(2))
            r = []
            for k in range(m): r.append(k)
            return r
        x = f(n)
        yield from x
        yield from x
        """,
    "a list of others returned early": """
        h = [n, 3]
        def f(m):
            if m > 5: return h
            r = []
            for k in range(m): r.append(k)
            return r
        x = f(n)
        h[0] = 9
        yield from x
        """,
    "a table beyond measure": "yield range(10**12)[n]",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_python_does_otherwise_is_refused(name):
    rules = rules_of(REFUSED[name], before=BEFORE)
    with pytest.raises(Untraceable):
        trace(rules, 1)
    seen = rules.bodies["moves"].__globals__
    assert (seen["SETT"], seen["TABLE"], seen["calls"]) == ({1, 2}, [[1, 2], [3, 4]], [])


class Held:
    step = 3


def from_a_class(k):
    return k - Held.step


@lm.impartial
def by_attributes(n):
    for t in (1, Held.step):
        if n >= t:
            yield n - t


@lm.impartial
def by_a_function(n):
    for t in (1, 1 - from_a_class(1)):
        if n >= t:
            yield n - t


@pytest.mark.parametrize("rules", [by_attributes, by_a_function], ids=str)
def test_attributes_that_change_are_read_again(rules, monkeypatch):
    assert [n for n in range(9) if not rules(n).grundy] == [0, 2, 4, 6, 8]
    assert "n - 3" in str(rules.program)
    assert rules.program is rules.program
    monkeypatch.setattr(Held, "step", 2)
    assert "n - 2" in str(rules.program)
    assert [n for n in range(9) if not rules(n).grundy] == [0, 3, 6]
