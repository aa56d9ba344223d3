"""Corners where a tracer could quietly differ from Python: aliasing, lateness, jumps, changes."""

from __future__ import annotations

import contextlib
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
    "a list made by a function before a list that it read changes": """
        def copied(h):
            r = []
            for x in h: r.append(x)
            return r
        h = [n, 3]
        made = copied(h)
        if n > 7: h[0] = 1
        yield from made
        """,
    "a list made by a function that a loop of it fills": """
        def above(h, m):
            r = []
            for k in range(m): r.append(h[0] + k)
            return r
        h = [n, 3]
        made = above(h, n)
        h[0] = 7
        for x in made: yield x
        """,
    "a list that begins with some entries and is filled": """
        r = [k for k in range(n)] + [7]
        if n > 3: r.append(n - 3)
        r += [k + 1 for k in range(n) if k % 2]
        return r
        """,
    "something else returned before a list is filled": """
        r = []
        if n == 4: return [k for k in range(n)]
        for k in (1, 2):
            if n == k: return []
        if n > 5: r.append(1)
        r += [k for k in range(n - 1)]
        return r + [n + 1, n + 2] + [k for k in range(3, n)]
        """,
    "a function whose list begins with some entries": """
        def made(m):
            if m == 3: return [9]
            r = [m, 5]
            for k in range(m): r.append(k)
            return r + [2]
        yield from made(n)
        for x in made(n - 1): yield x
        """,
    "an error where a list begins": """
        def made(m):
            r = [6 // (4 - k) for k in range(m)]
            if m > 3: r.append(1)
            return r
        yield from made(n)
        """,
    "an error in a list that nobody reads": "a = [6 // (n - k) for k in range(n)]\nyield 1",
    "an error in a list that nobody reads to its end": """
        yield int(any([12 // (n - 2 - k) > 3 for k in range(n)]))
        """,
    "no error in a generator that nobody reads to its end": """
        yield int(any(12 // (n - 2 - k) > 3 for k in range(n)))
        """,
    "an error in the list of a function that nobody reads to its end": """
        def quotients(m):
            r = []
            for k in range(m): r.append(6 // (3 - k))
            return r
        for x in quotients(n):
            if x > 2: break
        yield n
        """,
    "a list with quotients that is added up": "yield sum([n // k for k in range(1, n)])",
    "enumerate of a list that changes before": """
        h = [n, 2]
        pairs = enumerate(h)
        h[0] = 9
        for i, x in pairs: yield i + x
        """,
    "zip and reversed of lists that change before": """
        h = [n, 2]
        both, back = zip(h, h), reversed(h)
        if n > 5: h[1] = 9
        for x, y in both: yield x * y
        yield from back
        """,
    "a list changed behind and at the place where a loop is": """
        h = [n, 2, 3]
        for i, x in enumerate(h):
            h[i] = x + 1
            yield h[0] * h[1] * h[2]
        """,
    "a list changed ahead of a loop over it": """
        h = [n, 2, 3]
        for x in h:
            if n > 4: h[2] = n + x
            yield x
        """,
    "a dict changed after its items were taken": """
        d = {0: n, 1: 3}
        items, values = d.items(), d.values()
        if n > 4: d[0] = 9
        for k, v in items: yield k + v
        yield from values
        """,
    "a list of unknown length made of one that changes": """
        h = [n, 2]
        made = [x + k for x in h for k in range(n)]
        h[0] = 9
        yield from made
        """,
    "a list kept on one way, changed and replaced on the other": """
        h, g = [n, 3], [3, 1]
        if n > 4: x = 0
        else:
            g[0] = 2
            g = sorted(h)
        yield 10 * g[0] + g[1]
        """,
    "a list that another name means on one way, changed on the other": """
        h, g = [n, 3], [3, 1]
        if n > 4: h = g
        else:
            for i in range(min(4, n)): g[1] += 1
        yield h[0] * 100 + h[1] * 10 + g[1]
        """,
    "a list from one of two ways through a function": """
        g = [1, 2]
        def chosen(m):
            if m > 4: return g
            g[0] = m
            h = [m, g[0]]
            g[1] = 7
            return h
        h = chosen(n)
        yield h[0] * 100 + h[1] * 10 + g[0] + g[1]
        """,
    "a helper that changes the list it is given": """
        def fix(h): h[0] = 9
        h = [1, 3]
        if n < 7: fix(h)
        yield n - h[0]
        """,
    "a helper that returns the list it is given": """
        def same(h): return h
        h = [1, 3]
        same(h)[0] = 9
        yield n - h[0]
        """,
    "a helper that works on lists of its own": """
        def primes(m):
            composite, found = [False] * m, []
            for p in range(2, m):
                if not composite[p]:
                    found.append(p)
                    for q in range(p * p, m, p): composite[q] = True
            return found
        for p in primes(12): yield n - p
        """,
    "a table handed to a helper": "def pick(t, i): return t[i]\nyield n - pick(TABLE[0], 1)",
    "kinds of integers": """
        from numbers import Integral
        if isinstance(n, Integral): yield 1
        if isinstance(n, int | None): yield 2
        if isinstance(n, ((int, str), float)): yield 3
        if isinstance(n, (str, float)): yield 4
        """,
    "a repeated tuple": "import itertools\nyield from map(len, itertools.repeat((n, 1), 2))",
    "a default where it cannot stand": "yield 1\nyield min(n, 3, default=0)",
    "equal and ordered tuples": "yield (n, 1) == (3, 1)\nyield (n, 2) < (3, 3)\nyield (n,) >= (4,)",
}


@pytest.mark.parametrize("body", EXACT.values(), ids=EXACT.keys())
def test_corner(body: str) -> None:
    assert_traced(rules_of(body, before="TABLE = [[1, 2], [3, 4]]"), 1, below=12)


CHANGED = {
    "a generator made outside a loop": "g = (k for k in range(n))\nfor i in range(n): yield from g",
    "a list chosen by a condition": "a, b = [1], [2]\nc = a if n else b\nc[0] = 9\nyield a[0]",
    "a number that becomes a tuple": "x = 0\nfor i in range(n): x = (x, i)\nyield 1\nyield x[0]",
    "a constant of the module that is filled": "SEEN[0] = n\nyield n",
    "a name set while a list is made": """
        y = 0
        if any([(y := k) > 3 for k in range(n)]): yield y
        yield y
        """,
    "a name changed by a function while a list is made": """
        c = 0
        def add(k):
            nonlocal c
            c += k
            return c
        made = [add(k) for k in range(n)]
        yield c
        """,
    "a list changed by a function that makes one": """
        c = [0]
        def fill(m):
            r = []
            for k in range(m):
                c[0] = k
                r.append(k)
            return r
        made = fill(n)
        yield c[0]
        """,
    "a generator given to a function that makes a list": """
        def copied(g):
            r = []
            for x in g: r.append(x)
            return r
        m = 1
        made = copied(k + m for k in range(n))
        m = 5
        yield from made
        """,
    "a list changed after it was returned": """
        r = []
        c = [n, 3]
        r.append(c)
        if n > 5: c[0] = 0
        return r
        """,
    "a list returned with a tuple": """
        r = []
        for k in range(n): r.append(k)
        if n > 20: return r + (1,)
        return r
        """,
    "something else returned after a list is filled": """
        r = [k for k in range(n)]
        if n > 3: return [5]
        r.append(2)
        return r
        """,
    "a list of the module that is filled": """
        r = SEEN
        r += [k for k in range(n)]
        return r
        """,
    "a list that is not returned everywhere": """
        def some(m):
            r = []
            for k in range(m): r.append(k)
            if m < 7: return r
        yield from some(n)
        """,
    "a list changed ahead of its numbering": """
        h = [n, 2, 3]
        for i, x in enumerate(h):
            if n > 4: h[2] = 7
            yield x
        """,
    "a list of unknown length that grows under two names": """
        a = b = [n - k for k in range(n)]
        a += [5]
        yield from b
        """,
    "functions in a list of unknown length": """
        made = [(lambda: k) for k in range(n)]
        yield from (f() for f in made)
        """,
    "lists in a list of unknown length that change": """
        made = [[k, 1] for k in range(n)]
        for h in made: h[0] += 1
        yield from (h[0] for h in made)
        """,
    "a deque changed under a condition": """
        d = deque([2])
        if n < 7: d.append(3)
        yield n - len(d)
        """,
    "bytes changed under a condition": """
        b = bytearray(2)
        if n < 7: b.append(4)
        yield n - len(b)
        """,
    "an object changed by a function under a condition": """
        k = Thing()
        if n < 7: change(k)
        yield n - k.a
        """,
    "the names of an object changed under a condition": """
        k = Thing()
        if n < 7: k.__dict__.update(a=5)
        yield n - k.a
        """,
    "a list of an object changed under a condition": """
        k = Thing()
        if n < 7: k.parts.append(4)
        yield n - len(k.parts)
        """,
    "a list in a list of the module": "row = TABLE[0]\nif n < 7: row[0] = 5\nyield n - row[0]",
    "a copied list of lists of the module": "t = TABLE[:]\nt[0][0] = 5\nyield n - t[0][0]",
    "an object added to in its own place": "k = Thing()\nk += 1\nyield n - k.a",
    "bytes added to in their own place": "b = c = bytearray(2)\nb += b'x'\nyield n - len(c)",
    "a list changed by a function of another library": """
        h = [3, 1]
        if n < 7: heapify(h)
        yield n - h[0]
        """,
    "a function that counts its calls": "yield n - counted(1)",
    "an object called that counts its calls": "yield n - COUNTER(1)",
    "an iterator of the module": "for k in ONCE: yield n - k",
    "a number with arithmetic of its own": "yield n + ODD",
    "a tuple with entries of its own": "yield SEVENS[n]",
    "one tuple or another": "t = u = (1, 2)\nif n > 3: t = (n, 1)\nyield int(t is u)",
    "an attribute of an integer": "if (n - 7).real: yield 1",
    "an answer about a position": "if GAME(n).grundy: yield 1",
    "a class that says what it contains": "if n in EVEN: yield 1",
    "a product repeated as often as the position says": """
        import itertools
        for p in itertools.product((0, 1), repeat=n): yield sum(p)
        """,
}
BEFORE = """
from collections import deque
from heapq import heapify
import lastmove as lm
SEEN, TABLE, ONCE = [1], [[1, 2], [3, 4]], iter((1, 2, 3))
GAME = lm.rulesets.get("kayles")
class Even:
    def __contains__(self, x): return x % 2 == 0
    def __iter__(self): return iter(())
EVEN = Even()
class Thing:
    a = 1
    def __init__(self): self.parts = []
    def __iadd__(self, other):
        self.a += other
        return self
    def __add__(self, other): return self
def change(k): k.a = 5
def counting():
    calls = []
    def counted(k):
        calls.append(k)
        return min(len(calls), 20)
    return counted
counted = counting()
class Counter:
    calls = 0
    def __call__(self, k):
        Counter.calls += 1
        return Counter.calls
COUNTER = Counter()
class Odd(int):
    def __radd__(self, other): return 7
ODD = Odd(3)
class Sevens(tuple):
    def __getitem__(self, i): return 7
SEVENS = Sevens((1, 2))
"""


@pytest.mark.parametrize("body", CHANGED.values(), ids=CHANGED.keys())
def test_what_would_need_more_is_refused(body: str) -> None:
    with pytest.raises(Untraceable):
        trace(rules_of(body, before=BEFORE), 1)


def test_tracing_changes_nothing_outside_the_rules():
    before = f"{BEFORE}KEPT = (TABLE, SEEN, ONCE)"
    for body in CHANGED.values():
        rules = rules_of(body, before=before)
        with contextlib.suppress(Untraceable):
            trace(rules, 1)
        table, seen, once = rules.bodies["moves"].__globals__["KEPT"]
        assert (table, seen, list(once)) == ([[1, 2], [3, 4]], [1], [1, 2, 3]), body


@pytest.mark.parametrize("turns", ["10**9", "10**30"])
def test_loops_of_many_turns_are_not_written_out(turns: str) -> None:
    with pytest.raises(Untraceable, match="line"):
        trace(rules_of(f"for i in range({turns}):\n    print(i)\nyield n - 1"), 1)
    with pytest.raises(Untraceable, match="10,000 entries"):
        trace(rules_of(f"a, *b = range({turns})\nyield n - 1"), 1)
    assert_traced(rules_of(f"for i in range({turns}):\n    if i > n: break\n    yield i"), 1)


def test_itertools_may_be_used_by_its_module():
    def pairs(n, m):
        for a, b in itertools.product((0, 1), repeat=2):
            if a + b and n >= a and m >= b:
                yield n - a, m - b

    assert lm.impartial(pairs).why_not_native is None
