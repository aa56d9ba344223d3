"""Comparisons and membership, of values that may depend on the position."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from lastmove.rules import expr
from lastmove.rules.expr import Expr, both, either, lift, negation
from lastmove.rules.tracing.lookups import Lookups
from lastmove.rules.tracing.values import (
    Closure,
    Method,
    Place,
    Places,
    Range,
    Stream,
    is_int,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

COMPARE: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
}

_BY_SYMBOL = {symbol: kind for kind, (symbol, _) in COMPARE.items()}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NEVER_EQUAL = (str, bytes, tuple, list, dict, set, frozenset, type(None), range)
# Tracing may make two of what is one in Python, or one of what are two.
_COPIED = (int, str, bytes, tuple, list, dict, set, frozenset, float, Range, Stream, Place, Places)


def _apart(symbol: str, a: Expr, b: Expr) -> Any:
    """Compare, with a least or greatest number against a constant as one test for each number.

    ``min(a, b) >= 0`` becomes ``a >= 0 and b >= 0``: whoever proves laws then sees that the
    coordinates are not compared with each other.
    """
    if a.op == "const" and symbol in _MIRRORED:
        symbol, a, b = _MIRRORED[symbol], b, a
    # Where a number may have no value all are tested, as Python does.
    if a.op not in ("min", "max") or b.op != "const" or symbol not in _MIRRORED or not a.total:
        return expr.compare(symbol, a, b)
    each = [_apart(symbol, x, b) for x in a.args]
    joined = both if (a.op == "min") == (symbol in (">", ">=")) else either
    return joined(*each)


class Comparisons(Lookups):
    """Evaluation of comparisons."""

    def _eval_Compare(self, node: ast.Compare) -> Any:  # noqa: N802
        return self._comparisons(self.eval(node.left), list(node.ops), list(node.comparators))

    def _comparisons(self, left: Any, ops: list[ast.cmpop], nodes: list[ast.expr]) -> Any:
        right = self.eval(nodes[0])
        result = self.compare(ops[0], left, right)
        if len(ops) == 1:
            return result
        condition = self.truth(result)

        def rest() -> Any:
            return self._comparisons(right, ops[1:], nodes[1:])

        if not isinstance(condition, Expr):
            return rest() if condition else result
        return self.choose(condition, rest, lambda: result, lambda b, _: both(condition, b))

    def compare(self, op: ast.cmpop, a: Any, b: Any) -> Any:
        """Apply a comparison."""
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self.contains(b, a)
            return found if isinstance(op, ast.In) else negation(found)
        if isinstance(op, (ast.Is, ast.IsNot)):
            if isinstance(a, Expr) or isinstance(b, Expr):
                if a is None or b is None:
                    return isinstance(op, ast.IsNot)
                raise self.refuse("'is' between integers; use ==")
            if isinstance(a, _COPIED) and isinstance(b, _COPIED):
                raise self.refuse("'is' between values that may be copies; use ==")
            return (a is b) == isinstance(op, ast.Is)
        symbol, function = COMPARE[type(op)]
        if isinstance(a, Expr) or isinstance(b, Expr):
            if is_int(a) and is_int(b):
                return _apart(symbol, lift(a), lift(b))
            other = b if isinstance(a, Expr) else a
            if symbol in ("==", "!=") and type(other) in _NEVER_EQUAL:
                return symbol == "!="
            raise self.refuse(f"{symbol} between an integer and another kind of value")
        if self.is_plain(a) and self.is_plain(b):
            return self.native(function, a, b)
        if symbol in ("==", "!=") and type(a) is type(b) and isinstance(a, (list, tuple)):
            equal = self.equal_sequences(a, b)
            return equal if symbol == "==" else negation(equal)
        if isinstance(a, (list, tuple)) and type(a) is type(b):
            return self._lexicographic(symbol, list(a), list(b))
        raise self.refuse(f"{symbol} between {type(a).__name__} and {type(b).__name__}")

    def equal_sequences(self, a: Any, b: Any) -> Any:
        """Return whether two tuples or lists have equal entries."""
        if len(a) != len(b):
            return False
        result: Any = True
        for x, y in zip(a, b, strict=True):
            result = both(result, self.compare(ast.Eq(), self.checked(x), self.checked(y)))
        return result

    def _lexicographic(self, symbol: str, a: list[Any], b: list[Any]) -> Any:
        if not all(is_int(settled(v)) for v in (*a, *b)):
            raise self.refuse(f"{symbol} between tuples of other things than integers")
        strict = symbol[0]
        shorter = min(len(a), len(b))
        result: Any = COMPARE[_BY_SYMBOL[symbol]][1](len(a), len(b))
        for i in reversed(range(shorter)):
            differs = self._compare_plainly(strict, a[i], b[i])
            equal = self._compare_plainly("==", a[i], b[i])
            result = either(differs, both(equal, result))
        return result

    def _compare_plainly(self, symbol: str, a: Any, b: Any) -> Any:
        return settled(expr.compare(symbol, a, b))

    def contains(self, box: Any, item: Any) -> Any:
        """Return whether an item is in something."""
        if isinstance(box, range):
            box = Range(box.start, box.stop, box.step) if isinstance(item, Expr) else box
        if isinstance(box, Range):
            if not is_int(item) or not isinstance(box.step, int) or box.step == 0:
                raise self.refuse("'in' a range whose step depends on the position")
            low, high = expr.lift(box.start), expr.lift(box.stop)
            x = lift(item)
            upward = box.step > 0
            inside = both(low <= x, x < high) if upward else both(high < x, x <= low)
            if abs(box.step) != 1:
                inside = both(inside, (x - low) % abs(box.step) == 0)
            return settled(inside)
        if isinstance(box, Stream):
            return self.any_of(box, lambda v: self.compare(ast.Eq(), v, item))
        if isinstance(box, (Closure, Method, Place, Places, Expr)):
            raise self.refuse("'in' something that is not a list")
        if self.is_plain(box) and self.is_plain(item):
            return self.native(operator.contains, box, item)
        if isinstance(box, (str, bytes)):
            raise self.refuse("'in' a text of a value that depends on the position")
        if type(box) not in (list, tuple, dict, set, frozenset):
            raise self.refuse(
                f"'in' a {type(box).__name__} of a value that depends on the position"
            )
        result: Any = False
        entries = list(box)
        if (
            isinstance(item, Expr)
            and all(map(is_int, entries))
            and not any(isinstance(e, Expr) for e in entries)
        ):
            return settled(self._among(item, sorted({int(e) for e in entries})))
        for entry in entries:
            equal = True if entry is item else self.compare(ast.Eq(), self.checked(entry), item)
            result = either(result, equal)
        return settled(result)

    def _among(self, item: Expr, entries: list[int]) -> Any:
        """Return whether an integer is one of some constants, in increasing order."""
        runs: list[list[int]] = []
        for e in entries:
            if runs and runs[-1][1] == e - 1:
                runs[-1][1] = e
            else:
                runs.append([e, e])
        if len(runs) > 500:
            raise self.refuse("'in' a list of more than 500 numbers")
        tests: list[Any] = [
            item == low if low == high else both(item >= low, item <= high) for low, high in runs
        ]
        while len(tests) > 1:
            pairs = [tests[i : i + 2] for i in range(0, len(tests), 2)]
            tests = [either(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
        return tests[0] if tests else False
