"""Expressions: what they evaluate to, what they simplify to, and their JSON form."""

from __future__ import annotations

import operator
from math import gcd, isqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lastmove.rules import expr
from lastmove.rules.expr import Expr, SymbolicTruth, const, coord, reduction, var, where

N, M = coord(0), coord(1)
SMALL = st.integers(-6, 6)
TWO_ARGUMENTS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "min": expr.minimum,
    "max": expr.maximum,
    "gcd": expr.gcd,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "both": expr.both,
    "either": expr.either,
}


def trees() -> st.SearchStrategy[tuple]:
    """Nested tuples that are computed both on numbers and as expressions."""
    leaf = st.sampled_from([("x", 0), ("x", 1)]) | SMALL.map(lambda n: ("k", n))

    def deeper(inner: st.SearchStrategy[tuple]) -> st.SearchStrategy[tuple]:
        return (
            st.tuples(st.sampled_from(sorted(TWO_ARGUMENTS)), inner, inner)
            | st.tuples(st.sampled_from(["neg", "abs", "~", "not"]), inner)
            | st.tuples(st.just("?"), inner, inner, inner)
        )

    return st.recursive(leaf, deeper, max_leaves=12)


def compute(tree: tuple, coords: tuple) -> object:
    op, *args = tree
    if op == "k":
        return args[0]
    if op == "x":
        return coords[args[0]]
    if op == "?":
        c = compute(args[0], coords)
        if isinstance(c, Expr):
            return where(c, compute(args[1], coords), compute(args[2], coords))
        return compute(args[1] if c else args[2], coords)
    if op in ("both", "either") and not isinstance(coords[0], Expr):
        first = bool(compute(args[0], coords))
        return first if first == (op == "either") else bool(compute(args[1], coords))
    values = [compute(a, coords) for a in args]
    if op in TWO_ARGUMENTS:
        return TWO_ARGUMENTS[op](*values)
    one = {"neg": operator.neg, "abs": abs, "~": operator.invert, "not": expr.negation}
    # Python 3.12 warns of ~True, which means ~1.
    return one[op](*(int(v) if isinstance(v, bool) else v for v in values))


@given(trees(), SMALL, SMALL)
def test_an_expression_has_the_value_of_the_computation_that_built_it(
    tree: tuple, n: int, m: int
) -> None:
    try:
        symbolic = expr.lift(compute(tree, (N, M)))
    except ZeroDivisionError:
        return  # a division by the constant 0, which Python refuses as well
    for e in (symbolic, Expr.from_json(symbolic.to_json())):
        try:
            expected = compute(tree, (n, m))
        except ZeroDivisionError:
            assert not e.total
            with pytest.raises(ZeroDivisionError):
                e.evaluate((n, m))
        else:
            assert e.evaluate((n, m)) == expected
            assert not e.boolean or e.evaluate((n, m)) in (0, 1)


@example(("!=", ("x", 0), ("both", ("x", 0), ("x", 0))), -1, 0)
@given(trees(), SMALL, SMALL)
def test_printed_text_is_python_that_means_the_same(tree: tuple, n: int, m: int) -> None:
    try:
        e = expr.lift(compute(tree, (N, M)))
        expected = e.evaluate((n, m))
    except ZeroDivisionError:
        return
    names = {"x0": n, "x1": m, "gcd": gcd, "isqrt": isqrt}
    value = eval(str(e), {"__builtins__": {"min": min, "max": max, "abs": abs}}, names)
    assert value == expected


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (N + 1 - 1, "x0"),
        (N - 1 - M, "x0 - 1 - x1"),
        (3 - N + N, "3"),
        (N - 5 + N, "2 * x0 - 5"),
        (-(N - 3), "3 - x0"),
        ((N - 1) // 2 + 1, "(x0 - 1) // 2 + 1"),
        (N // N - N // N, "x0 // x0 - x0 // x0"),
        (N + 1 > N, "1"),
        (expr.negation(N > 3), "x0 <= 3"),
        (where(N > 3, 1, 0), "x0 > 3"),
        (expr.minimum(N, N + 1), "x0"),
        ((N % 2 == 0) & 1, "(x0 % 2 == 0) & 1"),
        (expr.at(N, (4, 5)), "(4, 5)[x0]"),
        (reduction("any", 0, 0, N, 1, var(0) > M), "any(v0 > x1 for v0 in range(x0))"),
        (abs(N).bit_length() - const(5).bit_length(), "abs(x0).bit_length() - 3"),
    ],
)
def test_simplification_and_text(e: Expr, text: str) -> None:
    assert str(e) == text


def test_truth_of_an_expression_is_refused() -> None:
    with pytest.raises(SymbolicTruth, match="depends on the position"):
        bool(N > 3)


def test_reductions_evaluate_as_python_loops() -> None:
    for kind, expected in [("sum", 30), ("least", 0), ("greatest", 16)]:
        assert reduction(kind, 0, 0, N, 1, var(0) * var(0)).evaluate([5]) == expected
    assert reduction("all", 0, 2, N, 1, N % var(0) != 0).evaluate([7]) == 1
    with pytest.raises(ValueError, match=r"empty|iterable"):
        reduction("least", 0, 0, N, 1, var(0)).evaluate([0])


@pytest.mark.parametrize(
    "data", [None, True, "x", [], ["x"], ["x", -1], ["+", 1], ["frob", 1, 2], ["at", 1, 2], [1]]
)
def test_json_that_is_no_expression_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"expression|operation|operand|index|list"):
        Expr.from_json(data)


def test_where_and_friends_work_on_plain_integers() -> None:
    assert where(1 > 2, "a", "b") == "b"
    assert expr.both(3, 4) is True
    assert expr.either(0, 0) is False
    assert (expr.gcd(12, 18), expr.isqrt(17), expr.minimum(3, 1), expr.maximum(3, 1)) == (
        6,
        4,
        1,
        3,
    )
    assert (expr.bit_length(9), expr.bit_count(9), expr.absolute(-2)) == (4, 2, 2)
    assert expr.at(-1, (7, 8)) == 8


def test_what_is_added_with_a_minus_sign_is_shown_as_subtracted():
    from lastmove.rules.listing import expression_text

    a, b, c = coord(0), coord(1), coord(2)
    names = ["a", "b", "c"]
    assert expression_text(a + -b, names) == "a - b"
    assert expression_text(a + -(b + c), names) == "a - (b + c)"
    assert expression_text(a + -(b * c), names) == "a - b * c"
    shown = expression_text(a + -(b - c), names)
    assert eval(shown, {"a": 9, "b": 5, "c": 2}) == 6
