"""What the tracer makes of rules, which it refuses, and that it means what Python means."""

from __future__ import annotations

import itertools
import textwrap
from typing import Any

import pytest
from tests.properties.rule_sources import compile_source

from lastmove.rules.program import Failure
from lastmove.rules.ruleset import Rules
from lastmove.rules.tracing import Untraceable, trace


def rules_of(body: str, coords: str = "n", before: str = "") -> Rules:
    """Rules with this text as the body of their moves."""
    source = textwrap.dedent(before) + f"\ndef moves({coords}):\n"
    source += textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
    return Rules({"moves": compile_source(source)}, name="game")


def options(run: Any) -> list[Any]:
    found: list[Any] = []
    try:
        found.extend(run)
    except (ArithmeticError, ValueError, IndexError, AssertionError, TypeError, Failure):
        found.append("error")
    return found


def assert_traced(rules: Rules, arity: int, below: int = 9) -> None:
    program = trace(rules, arity).programs[0]
    for position in itertools.product(range(-1, below), repeat=arity):
        moves = rules.bodies["moves"]
        wanted = [
            o if o == "error" else ((0, *(o if isinstance(o, tuple) else (o,))),)
            for o in options(moves(*position, **rules.parameters))
        ]
        assert options(program.run(position)) == wanted, position


ONE_COORDINATE = {
    "early return": "if n < 2: return\nyield n - 1",
    "break out of an unrolled loop": "for t in (1, 3, 4):\n    if t > n: break\n    yield n - t",
    "continue in an unrolled loop": "for t in (1, 3):\n    if n % t: continue\n    yield n - t",
    "else of a for loop": """
        for d in range(2, n):
            if n % d == 0: break
            yield d
        else:
            yield n - 1
        """,
    "else of an unrolled loop": """
        for d in (2, 3, 5):
            if n == d: break
        else:
            yield n
        """,
    "while with state": "k = 1\nwhile k <= n:\n    yield n - k\n    k *= 2",
    "while True with break": "k = 1\nwhile True:\n    if k > n: break\n    yield k\n    k += k + 1",
    "else of a while loop": """
        k = n
        while k > 0:
            if k % 4 == 3: break
            k -= 1
        else:
            yield 100
        yield k
        """,
    "two variables that change places": """
        a, b = 0, 1
        for i in range(n):
            a, b = b, a + b
            yield a
        """,
    "a value taken before the loop changes it": """
        x = n
        for i in range(n):
            y = x
            x = x - 2
            yield y
        yield x
        """,
    "a return inside nested loops": """
        for i in range(n):
            for j in range(i):
                if i * j > 6: return
                yield i + j
        """,
    "a helper with a loop that returns": """
        def divisor(m):
            for d in range(2, m):
                if m % d == 0:
                    return d
            return m
        if n > 1: yield n - divisor(n)
        """,
    "a helper that breaks in a loop of its caller": """
        def pieces(m):
            for i in range(m):
                yield i
                if i == 3: return
                yield -i
        for p in pieces(n):
            if p > 2: break
            yield p
        yield 50
        """,
    "closures over a loop variable": """
        fs = [lambda: i + n for i in (1, 2)]
        for f in fs: yield f()
        """,
    "default arguments": """
        fs = [lambda i=i: i + n for i in (1, 2)]
        for f in fs: yield f()
        """,
    "nonlocal": """
        total = 0
        def add(x):
            nonlocal total
            total += x
        add(n)
        if n > 3: add(2)
        yield total
        """,
    "a list that is filled and restored": """
        h = [n, 3]
        for i in range(2):
            for k in range(1, h[i] + 1):
                h[i] -= k
                yield h[0] * 100 + h[1]
                h[i] += k
        """,
    "a list changed under a condition": """
        h = [n, 0]
        if n > 3: h[1] = 5
        else: h[0] += 1
        yield h[0]
        yield h[1]
        """,
    "two names for one list": "h = [n]\ng = h\nif n > 2: g[0] = 7\nyield h[0]",
    "a list that is returned": """
        r = []
        for k in range(n): r.append(k)
        if n > 4: r.extend(range(n))
        r += [n]
        return r
        """,
    "a comprehension that is returned": "return [n - k for k in range(1, n + 1) if k % 3]",
    "comprehensions added up": "return [k for k in range(n)] + [n] + [-k for k in range(n)]",
    "a list made before a name changes": """
        m = n
        r = [m - k for k in range(n)]
        m = 100
        yield from r
        yield m
        """,
    "a generator used after a name changes": """
        m = n
        r = (m - k for k in range(n))
        m = 100
        yield from r
        """,
    "generators of generators": """
        def a(m):
            yield from range(m)
            yield m
        def b(m):
            for x in a(m):
                if x % 2: yield x
        yield from b(n)
        """,
    "reversed and stepped ranges": """
        yield from reversed(range(n))
        yield from range(n, 0, -2)
        for i in reversed(range(1, n, 3)): yield i
        """,
    "enumerate, zip, map and filter": """
        for i, x in enumerate(range(2, n)): yield i * x
        for i, x in zip(range(n), range(3)): yield i + x
        for i, t in enumerate((4, n)): yield i + t
        yield from map(lambda k: k * k, range(n))
        yield from filter(lambda k: k % 2, range(n))
        """,
    "chained comparisons and membership": """
        if 2 < n <= 5: yield 1
        if n in (1, 4, 5): yield 2
        if n in range(0, 9, 3): yield 3
        if n not in {2, 3}: yield 4
        if n in [n]: yield 5
        """,
    "and, or and not give operands": "yield n and 3\nyield n or 7\nyield not n\nyield (n > 2) or n",
    "division of negatives": "yield (n - 5) // 3\nyield (n - 5) % 3\nyield -7 // (n + 2)",
    "division by zero": "yield 1\nyield 6 // n\nyield 2",
    "an error that is computed but not used": "t = 6 // n\nyield 2",
    "an error in the branch not taken": "yield 6 // n if n else 0\nyield n and 6 % n",
    "an assertion": "assert n != 3, 'no'\nyield n",
    "an exception": "if n == 4: raise ValueError('four')\nyield n",
    "a table looked up": "yield (3, 1, 4)[n]",
    "built-in functions": """
        yield min(n, 3, 5) + max([n, 2]) + abs(n - 4) + sum((n, 1))
        q, r = divmod(n, 3)
        yield q * 10 + r
        yield n.bit_length() + n.bit_count() + len([n, n]) + int(n > 2) + bool(n)
        yield sum(k for k in range(n) if k % 2) + len(range(n))
        yield pow(n, 2) + (n << 1) + (n >> 1) + ~n
        """,
    "any and all over ranges": """
        if all(n % d for d in range(2, n)): yield 1
        if any(d * d == n for d in range(n + 1)): yield 2
        if any(i * j == n for i in range(2, n) for j in range(2, n)): yield 3
        """,
    "least and greatest of ranges": """
        if n > 0:
            yield min(abs(k - 3) for k in range(n))
            yield max(k % 4 for k in range(n))
        """,
    "a conditional expression inside another": "yield (1 if n < 3 else 2) if n < 6 else 3",
    "walrus": "if (k := n // 2) > 1: yield k\nyield k",
    "sorted and swapped pairs": "a, b = sorted((n, 3))\nyield a * 10 + b",
    "starred unpacking": "a, *b = (n, 1, 2)\nyield a + sum(b)",
    "booleans as integers": "yield n + (n > 3)\nyield True + n",
    "recursion on numbers that are known": """
        def power(k): return 1 if k == 0 else 2 * power(k - 1)
        yield n + power(3)
        """,
    "a deleted name": "k = n\ndel k\nyield n",
    "an import": "from math import isqrt\nyield isqrt(abs(n))",
    "a long range of known size": "for k in range(1, 100):\n    if k * k == n: yield k",
    "shadowed names": "n = n + 1\nfor n in range(n): yield n",
    "steps that depend on the position": "for k in range(8, 0, -2 if n > 3 else -1): yield k",
    "a step of zero": "for k in range(0, 5, n): yield k",
}


@pytest.mark.parametrize("body", ONE_COORDINATE.values(), ids=ONE_COORDINATE.keys())
def test_traced_rules_give_what_python_gives(body: str) -> None:
    assert_traced(rules_of(body), 1, below=14)


def test_rules_with_any_number_of_heaps_are_traced_for_each_number() -> None:
    rules = rules_of(
        """
        for i, h in enumerate(heaps):
            for k in range(h):
                yield heaps[:i] + (k,) + heaps[i + 1:]
        """,
        "*heaps",
    )
    for arity in (1, 2, 3):
        assert_traced(rules, arity, below=4)
    assert trace(rules, 2).programs[0].name == "game/2"


def test_an_option_with_fewer_heaps_leads_to_a_second_program() -> None:
    rules = rules_of("if heaps: yield heaps[1:]", "*heaps")
    assert [p.name for p in trace(rules, 2).programs] == ["game/2", "game/1", "game/0"]
    growing = rules_of("yield (*heaps, 0)", "*heaps")
    with pytest.raises(Untraceable, match="more than 64 games"):
        trace(growing, 1)


def test_parameters_and_constants_are_known_while_tracing() -> None:
    rules = rules_of(
        """
        for t in takes:
            if t <= n: yield n - t - OFFSET
        """,
        "n, *, takes=(1, 3)",
        "OFFSET = 2",
    )
    assert_traced(rules, 1)
    assert str(trace(rules.using(takes=(2,)), 1)) == (
        "game.using(takes=(2,))(n):\n    if n >= 2:\n        yield n - 4"
    )


def test_sums_and_other_games_become_components() -> None:
    source = """
    from lastmove.rules.decorators import impartial, partizan

    @impartial
    def heap(n):
        for k in range(n):
            yield k

    @impartial
    def split(n, m):
        for k in range(1, n):
            yield split(k, m) + heap(n - k)
        if m:
            yield [(n, m - 1), (0, 0)]
        if n == m:
            yield []

    moves = split
    """
    rules = compile_source(textwrap.dedent(source))
    system = trace(rules, 2)
    assert [p.name for p in system.programs] == ["split", "heap"]
    assert list(system.programs[0].run((3, 3))) == [
        ((0, 1, 3), (1, 2)),
        ((0, 2, 3), (1, 1)),
        ((0, 3, 2), (0, 0, 0)),
        (),
    ]
    assert str(system.programs[0]).splitlines()[2] == "        yield split(k, m) + heap(n - k)"
    assert system.games == ((rules, 2), (rules.bodies["moves"].__globals__["heap"], 1))


def test_left_and_right_are_traced_apart() -> None:
    source = """
    from lastmove.rules.decorators import partizan

    @partizan
    class moves:
        def left(n, m):
            for k in range(n): yield k, m
        def right(n, m):
            for k in range(m): yield n, k
    """
    program = trace(compile_source(textwrap.dedent(source)), 2).programs[0]
    assert list(program.run((2, 1), 0)) == [((0, 0, 1),), ((0, 1, 1),)]
    assert list(program.run((2, 1), 1)) == [((0, 2, 0),)]


def test_a_domain_becomes_an_expression() -> None:
    def increasing(*p: int) -> bool:
        for i in range(1, len(p)):
            if p[i - 1] >= p[i]:
                return False
        return p[0] >= 0

    rules = rules_of("yield p", "*p")
    rules.domain = increasing
    program = trace(rules, 3).programs[0]
    assert str(program).splitlines()[0] == (
        "game/3(p0, p1, p2), where p0 < p1 and p1 < p2 and p0 >= 0:"
    )
    for position in itertools.product(range(-1, 4), repeat=3):
        assert program.legal(position) == increasing(*position)


REFUSED = {
    "try is not supported": "try: yield n\nexcept ValueError: pass",
    "with is not supported": "with n: yield n",
    "gives a float": "yield int(n / 2)",
    "text of a value": "yield len(str(n))",
    "calls itself": """
        def f(k): return 0 if k == 0 else f(k - 1)
        yield f(n)
        """,
    "a number of positions that depends": "yield [(k,) for k in range(n)]",
    "no integer": "yield ('a',)",
    "has 2 coordinates, not 1": "yield (n, n)",
    "is a NoneType": "yield",
    "grows or shrinks": "h = []\nfor k in range(n): h.append(k)\nyield len(h)",
    "not set on every way": "if n: k = 1\nyield k",
    "may not be set after the loop": "for k in range(n): pass\nyield k",
    "not an integer on both ways": "k = None if n else 1\nyield k or 2",
    "did not make": "SEEN.append(n)\nyield n",
    "outside themselves": "global COUNT\nCOUNT = n\nyield n",
    "a dict looked up": "yield {'a': 2}[n]",
    "random": "yield n - random.randrange(2)",
    "print() is not supported": "print(n)\nyield n",
    "not defined": "yield nothing(n)",
    "more than once": "g = (k for k in (1, 2))\nfor i in range(n):\n    for k in g: yield k",
    "whether a generator is true": "if (k for k in range(n)): yield n",
    "key": "yield max(n, 3, key=lambda k: -k)",
    "a pattern for objects": "match n:\n    case int(): yield 1",
}


@pytest.mark.parametrize(("reason", "body"), REFUSED.items(), ids=REFUSED.keys())
def test_what_cannot_be_traced_is_refused_with_its_line(reason: str, body: str) -> None:
    before = "import random\nSEEN = []\nCOUNT = 0"
    with pytest.raises(Untraceable) as caught:
        trace(rules_of(body, before=before), 1)
    assert reason in f"{caught.value}" or reason == "outside themselves"
    assert str(caught.value).startswith("line ")
    assert str(caught.value).endswith("; the rules run in Python")


def test_rules_without_source_are_refused() -> None:
    namespace: dict[str, Any] = {}
    exec("def moves(n):\n    yield n", namespace)
    with pytest.raises(Untraceable, match="source of moves is not available"):
        trace(Rules({"moves": namespace["moves"]}), 1)


def test_a_least_number_is_compared_one_coordinate_at_a_time() -> None:
    bodies = {
        "min(a, b, 3) >= 2": "a >= 2 and b >= 2",
        "0 <= min(a - 1, b - 2)": "a - 1 >= 0 and b - 2 >= 0",
        "min(a, b) < 1": "a < 1 or b < 1",
        "max(a, b) <= 4": "a <= 4 and b <= 4",
        "max(a - b, b - a) > 2": "a - b > 2 or b - a > 2",
        "2 > max(min(a, b), a - 3)": "(a < 2 or b < 2) and a - 3 < 2",
    }
    for condition, meant in bodies.items():
        rules = rules_of(f"if {condition}:\n    yield a, b", "a, b")
        assert_traced(rules, 2, below=7)
        wanted = rules_of(f"if {meant}:\n    yield a, b", "a, b")
        assert trace(rules, 2).programs[0].to_json() == trace(wanted, 2).programs[0].to_json()
    for condition in ("min(a, 6 // b) >= 1", "min(a, b) == 1", "min(a, b) >= a // 2"):
        assert_traced(rules_of(f"if {condition}:\n    yield a, b", "a, b"), 2, below=7)


def test_a_reason_in_another_game_names_that_game() -> None:
    source = """
    from lastmove.rules.decorators import impartial

    @impartial
    def other(n):
        yield len(str(n))

    @impartial
    def moves(n):
        yield other(n)
    """
    with pytest.raises(Untraceable, match="in other: the text of a value"):
        trace(compile_source(textwrap.dedent(source)), 1)


def test_tracing_always_ends() -> None:
    endless = rules_of("while True:\n    n += 1\n    yield n")
    assert list(itertools.islice(trace(endless, 1).programs[0].run((0,)), 3)) == [
        ((0, 1),),
        ((0, 2),),
        ((0, 3),),
    ]
    huge = """
    for i in range(200):
        for j in range(200):
            for k in range(200):
                if i == n: yield [(i,)] * j + [(j,)] * k
    """
    with pytest.raises(Untraceable, match=r"steps|statements"):
        trace(rules_of(huge), 1)


def test_deep_nesting_is_refused_before_the_native_core_would() -> None:
    def breaking(count: int) -> Rules:
        return rules_of(f"for t in {tuple(range(1, count))}:\n    if t > n: break\n    yield n - t")

    assert breaking(90).why_not_native is None
    assert "nested more than 100 deep" in str(breaking(200).why_not_native)


def test_lambdas_on_one_line_are_told_apart() -> None:
    first, second = (lambda n: [n + 1], lambda n: [n + 2])
    for function, step in ((first, 1), (second, 2)):
        program = trace(Rules({"moves": function}, name="game"), 1).programs[0]
        assert list(program.run((5,))) == [((0, 5 + step),)]


def test_rules_whose_file_was_changed_are_refused_until_they_are_imported_anew(tmp_path) -> None:
    path = tmp_path / "changing_rules.py"

    def imported(limit: str) -> Any:
        path.write_text(f"def moves(n):\n    if n in {{5, 6, {limit}}}: return\n    yield n - 1\n")
        names: dict[str, Any] = {"__name__": "changing_rules"}
        exec(compile(path.read_text(), str(path), "exec"), names)
        return Rules({"moves": names["moves"]}, name="game")

    old = imported("123456789")
    assert "123456789" in str(trace(old, 1))
    new = imported("987_654_321")
    assert "987654321" in str(trace(new, 1))
    with pytest.raises(Untraceable, match="line 1: the source of moves is no longer what runs"):
        trace(old, 1)


def test_laws_and_programs_follow_constants_that_change() -> None:
    before = """
    MOST, OTHER, TABLE = 2, (4, [5]), {1: [7]}
    def limit(): return MOST
    """
    body = "for k in range(1, min(n, limit()) + 1): yield n - k\nif n in TABLE[1]: yield OTHER[0]"
    rules = rules_of(body, before=before)
    names = rules.bodies["moves"].__globals__
    first = rules.program
    assert rules.program is first
    assert [rules(n).grundy for n in range(6)] == [0, 1, 2, 0, 1, 2]
    for change, answers in (
        (lambda: names.update(MOST=3), [0, 1, 2, 3, 0, 1]),
        (lambda: names.update(limit=lambda: 1), [0, 1, 0, 1, 0, 1]),
        (lambda: names["TABLE"][1].append(5), [0, 1, 0, 1, 0, 1]),
        (lambda: names.update(OTHER=(3, [])), [0, 1, 0, 1, 0, 2]),
    ):
        before = rules.program.to_json()
        change()
        assert rules.program.to_json() != before
        assert [rules(n).grundy for n in range(6)] == answers
    names["MOST"] = 2
    assert rules_of("yield from range(max(0, n - 2), n)").law().status == "PROVED"
