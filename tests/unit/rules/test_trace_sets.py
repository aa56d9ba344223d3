"""Sets, choices between lists, ``match`` and named tuples mean in Programs what Python means."""

from __future__ import annotations

import itertools
import textwrap
from typing import NamedTuple

import pytest
from tests.unit.rules.test_trace import options, rules_of

import lastmove as lm
from lastmove.rules.tracing import Untraceable, trace

TRACED = {
    "options in a set": "yield from {a, b, b // 2}",
    "a set comprehension": "for p in {q // 2 for q in range(a)}: yield p",
    "a set of a generator": "yield from set(q % (b + 1) for q in range(a))",
    "set() of a list": "for p in sorted(set([a, b, a])): yield p - 1",
    "in a set": "if b in {a, a + 1}: yield b",
    "in a set of unknown length": "yield int(b in {q // 2 for q in range(a)})",
    "the least of a set": "yield min({a, b, 3})",
    "any of a set": "yield int(any(p > 2 for p in {a, b}))",
    "all of a set": "yield int(all([p > 2 for p in {a, b} | {1}]))",
    "sets joined": "yield from {a, b} | {0, 1}",
    "a set without another": "yield from {a, b} - {0, 1}",
    "what sets have in common": "for p in {a, b, 1} & {0, 1, 2}: yield p + 7",
    "continue in a loop over a set": """
        for p in {a - 1, b - 1}:
            if p < 0: continue
            yield p
        """,
    "names used within a turn": """
        for p in {a, b}:
            q = p * p
            if q > 3: yield q
        """,
    "a loop inside": "for p in {a, b}:\n    for k in range(p): yield k",
    "left from the loop inside": """
        for p in {a, b}:
            for k in range(p):
                if k == 2: break
                yield k
        """,
    "a choice between lists": "yield from (range(a) if b > 1 else [a])",
    "a choice in a for statement": "for k in (1, 2) if a > b else (1,): yield k + a",
    "a choice between nothing and a list": "yield from [b, a] if a else ()",
    "a choice between generators": "yield from (k for k in range(a)) if b else (7 for _ in (1, 2))",
    "one after the other": """
        from itertools import chain
        yield from chain((k for k in range(a) if k != b), [a, b], range(b))
        """,
    "up to where it fails": """
        from itertools import takewhile
        for k in takewhile(lambda k: k * k <= b, range(a)):
            if k == 1: continue
            yield k
        yield from takewhile(lambda k: k < b, (1, 2, a))
        """,
    "the sum of a choice": "yield sum([a, b] if a > 2 else [a])",
    "a choice of positions": "p = (a, 1) if b else (b, 2)\nyield p[0] + p[1]",
    "a dict of tuples": "for k in {0: (1, 2), 1: (), 2: (a,)}[a % 3]: yield k",
    "a dict of numbers": "if 2 <= a < 5: yield {2: 7, 4: 8, 3: 9}[a]",
    "a dict of pairs": "p, q = {1: (a, 2), 2: (b, 4)}[1 + a % 2]\nyield p * q",
    "a list of lists": "yield from [[1], [2, b], []][a % 3]",
    "a list from the end": "yield from [(1,), (2, b), ()][-1 - a % 3]",
    "match a number": """
        match a:
            case 0: yield 1
            case 1 | 2: yield 2
            case k if k == b: yield k + 3
            case _ if b > 3: yield 9
            case k: yield k
        """,
    "match a pair": """
        match (a, b):
            case (0, k) | (k, 0) if False: yield 1
            case _: yield 3
        """.replace("(0, k) | (k, 0)", "(0, _) | (_, 0)"),
    "match a pair with names": """
        match (a, b):
            case (0, 0): return
            case (0, y): yield y
            case (x, 0) if x > 2: yield x - 1
            case (x, 1 as y): yield x + y
            case [x, y]: yield x * y
        """,
    "match in a loop": """
        for k in range(a):
            match k % 3:
                case 0: continue
                case 1: yield k
                case _:
                    if k > b: break
        """,
    "match and return": """
        def f(n):
            match n:
                case 0: return 4
                case None: return 5
                case (1, 2) | "x": return 6
            return n
        yield f(a)
        """,
    "a name that a guard sets stays set": """
        match a:
            case k if k > b: yield 1
            case _: yield k
        """,
    "a list with a type": """
        def f():
            out: list[int] = []
            for k in range(a): out.append(k)
            return out
        yield from f()
        """,
    "a set of a list that a function fills": """
        def digits(n):
            out = []
            while n > 0:
                n, d = divmod(n, 3)
                out.append(d)
            return out
        yield from sorted(set(digits(a)))
        yield sum(digits(a))
        """,
    "a list that a function fills, gone through twice": """
        def below(n):
            out = []
            while n > 0:
                n -= 1
                out.append(n)
            return out
        found = below(a)
        for p in found:
            for q in found:
                if p + q == b: yield p
        """,
    "a set that is filled": """
        def f():
            out = set()
            for k in range(a):
                if k != b: out.add(k // 2)
            out |= {b}
            return sorted(out)
        yield from f()
        """,
}


@pytest.mark.parametrize("name", TRACED)
def test_sets_and_choices_mean_what_python_means(name):
    assert_options(game(TRACED[name]), below=7)


def game(body):
    """Return rules whose options are numbers, as the first of two coordinates."""
    body = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    made = f"def options(a, b):\n{body}\n    if False: yield 0\n"
    return rules_of(made + "for option in options(a, b):\n    yield option, 0", "a, b")


def assert_options(rules, below):
    """Compare options as sets, which they are."""
    program = trace(rules, 2).programs[0]
    for position in itertools.product(range(below), repeat=2):
        wanted = options(rules.bodies["moves"](*position))
        wanted = {o if o == "error" else ((0, *o),) for o in wanted}
        assert set(options(program.run(position))) == wanted, position


REFUSED = {
    "how many are in a set": ("yield len({a, b})", "how many entries a set has"),
    "the sum of a set": ("yield sum({a, b})", "how many entries a set has"),
    "the sum of what is made of a set": ("yield sum(p + 1 for p in {a, b})", "how many entries"),
    "a count in a loop": ("k = 0\nfor p in {a, b}: k += 1\nyield k", "'k' depends on the order"),
    "the last of a set": ("for p in {a, b}: pass\nyield p", "'p' depends on the order"),
    "the first of a set": ("for p in {a, b}:\n    yield p, 0\n    break", "is left early"),
    "returning from the middle": (
        "for p in {a, b}:\n    yield p, 0\n    if p > 2: return",
        "is left early",
    ),
    "a list filled from a set": ("r = [0]\nfor p in {a, b}: r.append(p)\nyield r[-1]", "a list is"),
    "an unpacked set": ("p, q = sorted({a, b})\nyield p + q", "length depends"),
    "a place in a sorted set": ("yield sorted({a, b})[0]", "depends on the position"),
    "the number of turns of a loop over a range": (
        "k = 0\nfor p in {q // 2 for q in range(a)}: k += 1\nyield k",
        "'k' changes its kind in a loop",
    ),
    "leaving what goes through a set": (
        "for q in (p + 1 for p in {a, b}):\n    yield q, 0\n    break",
        "is left early",
    ),
    "a set of lists": ("yield from {[a]}", "a set of other things"),
    "a list changed after it was chosen": (
        "r = [a]\ns = r if b else [1, 2]\nr.append(3)\nyield from s",
        "changed after it was returned or chosen",
    ),
    "names in one of two patterns": (
        "match (a, b):\n    case (0, k) | (k, 0): yield k",
        "names in patterns",
    ),
    "a pattern for a dict": ("match a:\n    case {}: yield 1", "a pattern for objects or dicts"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_differs_with_the_order_of_a_set_is_refused(name):
    body, reason = REFUSED[name]
    with pytest.raises(Untraceable, match=reason):
        trace(rules_of(body, "a, b"), 2)


def test_a_key_that_a_dict_has_not_is_an_error_of_the_rules():
    rules = rules_of("for k in {1: (0,), 3: ()}[n]: yield k", "n")
    program = trace(rules, 1).programs[0]
    assert "KeyError" in str(program)


class Heaps(NamedTuple):
    """Two heaps."""

    first: int
    second: int


@lm.impartial
def named(a, b):
    heaps = Heaps(a, second=b)
    if heaps.first:
        yield heaps._replace(first=heaps.first - 1)
    if heaps.second > heaps.first:
        yield Heaps(heaps.first, 0)


@lm.impartial
def returned_set(a, b):
    found = set()
    for k in range(a):
        found.add((k, b))
        if k == b:
            found.update({(b, k), (0, k)})
    return found


@lm.impartial
def yielded_set(a, b):
    if a == b:
        return
    found = set()
    for k in range(a):
        found.add((k, b))
        yield k, 0
    yield from found


@lm.impartial
def returned_in_order(a: int, b: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    found += [(a - 1, b)] if a else []
    found.extend((a, k) for k in range(b))
    return sorted(found)


@pytest.mark.parametrize("rules", [named, returned_set, yielded_set, returned_in_order], ids=str)
def test_options_of_a_game_in_sets_and_named_tuples(rules):
    assert_options(rules, below=7)
    assert rules.native


def test_a_list_whose_making_surely_ends_is_not_made_twice():
    body = """
        def digits(n):
            out = []
            while n > 0:
                n, d = divmod(n, 10)
                out.append(d)
            return out
        for d in digits(n):
            if d: yield n - d
        """
    assert str(trace(rules_of(body, "n"), 1)).count("while") == 1
    forever = body.replace("n > 0", "n != 5")
    assert str(trace(rules_of(forever, "n"), 1)).count("while") == 2
