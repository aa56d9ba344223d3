"""Integer expressions over the coordinates of a position.

An `Expr` is what a computation on a position looks like before the position is known. Python's
operators build one, so a closed form written once works both on numbers and as an expression.
The operations, and their meaning at the edges, are those of ``docs/reference/program.md``; the
arithmetic is Python's: exact, with division rounding down.

This module imports next to nothing, since a judge starts with it.
"""

from __future__ import annotations

from lastmove.rules.operations import (
    ARITY,
    BINARY,
    BOOLEAN,
    COMMUTATIVE,
    COMPARE,
    COMPARISONS,
    PLAIN,
    REDUCTIONS,
    UNARY,
    UNIT,
    evaluate,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

__all__ = [
    "Expr",
    "SymbolicTruth",
    "absolute",
    "at",
    "bit_count",
    "bit_length",
    "both",
    "compare",
    "const",
    "coord",
    "either",
    "gcd",
    "isqrt",
    "lift",
    "maximum",
    "minimum",
    "negation",
    "reduction",
    "same",
    "var",
    "where",
]

_DEEPEST = 400
_LARGEST = 20_000
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class SymbolicTruth(TypeError):
    """An expression was used where Python needs to know whether it is true."""


class Expr:
    """An integer expression; immutable.

    Make one with `coord`, `var` or `const` and Python's operators. Comparisons are expressions
    too (0 or 1), so two of them are compared as structures with `same`.

    Attributes
    ----------
    op : str
        The operation, as in ``docs/reference/program.md``, or "const".
    args : tuple
        The operands: expressions, or integers where the operation has integers.
    total : bool
        Whether it is known to have a value at every position (it cannot divide by zero, say).
    boolean : bool
        Whether it is known to be 0 or 1.

    Examples
    --------
    >>> from lastmove.rules.expr import coord
    >>> n = coord(0)
    >>> (n + 1 - 1).to_json()
    ['x', 0]
    >>> ((n - 1) // 2 >= 3).evaluate([7])
    1
    """

    __slots__ = ("args", "boolean", "depth", "key", "op", "size", "total")

    op: str
    args: tuple[Any, ...]
    total: bool
    boolean: bool
    depth: int
    size: int
    key: tuple[Any, ...]

    def __init__(self, op: str, args: tuple[Any, ...], *, safe: bool = True) -> None:
        self.op = op
        self.args = args
        total = safe
        depth, size = 0, 1
        key: list[Any] = [op]
        for a in args:
            if isinstance(a, Expr):
                total = total and a.total
                depth = max(depth, a.depth)
                size += a.size
                key.append(a.key)
            else:
                key.append(a)
        self.total = total
        self.depth = depth + 1
        self.size = size
        self.key = tuple(key)
        self.boolean = op in BOOLEAN or (
            (op == "?" and all(_is_boolean(a) for a in args[1:]))
            or (op == "const" and args[0] in (0, 1))
        )
        if depth > _DEEPEST or size > _LARGEST:
            raise RecursionError("an expression is too large or nested too deeply")

    def __bool__(self) -> bool:
        if self.op == "const":
            return bool(self.args[0])
        raise SymbolicTruth(f"whether {self} is true depends on the position")

    __hash__ = None  # type: ignore[assignment]
    __iter__ = None

    def __add__(self, other: Expr | int) -> Expr:
        return _sum(self, other, 1)

    def __radd__(self, other: int) -> Expr:
        return _sum(other, self, 1)

    def __sub__(self, other: Expr | int) -> Expr:
        return _sum(self, other, -1)

    def __rsub__(self, other: int) -> Expr:
        return _sum(other, self, -1)

    def __mul__(self, other: Expr | int) -> Expr:
        return _binary("*", self, other)

    def __rmul__(self, other: int) -> Expr:
        return _binary("*", other, self)

    def __floordiv__(self, other: Expr | int) -> Expr:
        return _binary("//", self, other)

    def __rfloordiv__(self, other: int) -> Expr:
        return _binary("//", other, self)

    def __mod__(self, other: Expr | int) -> Expr:
        return _binary("%", self, other)

    def __rmod__(self, other: int) -> Expr:
        return _binary("%", other, self)

    def __divmod__(self, other: Expr | int) -> tuple[Expr, Expr]:
        return self // other, self % other

    def __rdivmod__(self, other: int) -> tuple[Expr, Expr]:
        return other // self, other % self

    def __pow__(self, other: Expr | int) -> Expr:
        return _binary("**", self, other)

    def __rpow__(self, other: int) -> Expr:
        return _binary("**", other, self)

    def __and__(self, other: Expr | int) -> Expr:
        return _binary("&", self, other)

    def __rand__(self, other: int) -> Expr:
        return _binary("&", other, self)

    def __or__(self, other: Expr | int) -> Expr:
        return _binary("|", self, other)

    def __ror__(self, other: int) -> Expr:
        return _binary("|", other, self)

    def __xor__(self, other: Expr | int) -> Expr:
        return _binary("^", self, other)

    def __rxor__(self, other: int) -> Expr:
        return _binary("^", other, self)

    def __lshift__(self, other: Expr | int) -> Expr:
        return _binary("<<", self, other)

    def __rlshift__(self, other: int) -> Expr:
        return _binary("<<", other, self)

    def __rshift__(self, other: Expr | int) -> Expr:
        return _binary(">>", self, other)

    def __rrshift__(self, other: int) -> Expr:
        return _binary(">>", other, self)

    def __neg__(self) -> Expr:
        return _unary("neg", self)

    def __pos__(self) -> Expr:
        return self

    def __abs__(self) -> Expr:
        return _unary("abs", self)

    def __invert__(self) -> Expr:
        return _unary("~", self)

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]
        return compare("==", self, other)

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]
        return compare("!=", self, other)

    def __lt__(self, other: Expr | int) -> Expr:
        return compare("<", self, other)

    def __le__(self, other: Expr | int) -> Expr:
        return compare("<=", self, other)

    def __gt__(self, other: Expr | int) -> Expr:
        return compare(">", self, other)

    def __ge__(self, other: Expr | int) -> Expr:
        return compare(">=", self, other)

    def bit_length(self) -> Expr:
        """Return the number of bits of the absolute value, as `int.bit_length` does."""
        return _unary("bit_length", self)

    def bit_count(self) -> Expr:
        """Return the number of ones of the absolute value, as `int.bit_count` does."""
        return _unary("bit_count", self)

    def __repr__(self) -> str:
        return f"Expr.from_json({self.to_json()!r})"

    def __str__(self) -> str:
        from lastmove.rules.listing import expression_text

        return expression_text(self)

    def walk(self) -> Iterator[Expr]:
        """Yield this expression and every expression inside it, outermost first."""
        stack = [self]
        while stack:
            e = stack.pop()
            yield e
            stack.extend(a for a in reversed(e.args) if isinstance(a, Expr))

    def replace(self, change: Callable[[Expr], Expr | int | None]) -> Expr:
        """Return a copy in which `change` replaced what it gave a value for, leaves first."""
        args = tuple(a.replace(change) if isinstance(a, Expr) else a for a in self.args)
        e = self
        if any(a is not b for a, b in zip(args, self.args, strict=True)):
            e = _make(self.op, args)
        new = change(e)
        return e if new is None else lift(new)

    def to_json(self) -> Any:
        """Return the form of ``docs/reference/program.md``: an int, or a list.

        Returns
        -------
        int or list
        """
        if self.op == "const":
            return self.args[0]
        if self.op == "at":
            return ["at", self.args[0].to_json(), list(self.args[1])]
        return [self.op, *(a.to_json() if isinstance(a, Expr) else a for a in self.args)]

    @staticmethod
    def from_json(data: Any) -> Expr:
        """Read the form that `to_json` writes, exactly as it stands.

        Raises
        ------
        ValueError
            If `data` is not an expression; the message says what was found.
        """
        return _read(data)

    def evaluate(self, coords: Sequence[int], vars: Sequence[int] = ()) -> int:
        """Return the value at a position, by plain Python arithmetic.

        Parameters
        ----------
        coords, vars : sequence of int
            The coordinates and the local variables. Reductions set variables of their own.

        Returns
        -------
        int
            The value; truth is 0 or 1.

        Raises
        ------
        ZeroDivisionError, ValueError, IndexError
            Where the expression has no value, as Python does.
        """
        scratch = vars if isinstance(vars, list) else list(vars)
        return evaluate(self, coords, scratch)


def _is_boolean(a: Any) -> bool:
    return isinstance(a, Expr) and a.boolean


def const(n: int) -> Expr:
    """Return the constant `n` as an expression."""
    return Expr("const", (int(n),))


def coord(i: int) -> Expr:
    """Return coordinate `i` of the position, counted from 0."""
    return Expr("x", (i,))


def var(k: int, *, boolean: bool = False) -> Expr:
    """Return local variable `k` of a Program; `boolean` if it is known to be 0 or 1."""
    e = Expr("v", (k,))
    e.boolean = boolean
    return e


def lift(a: Expr | int) -> Expr:
    """Return `a` as an expression."""
    if isinstance(a, Expr):
        return a
    if not isinstance(a, int):
        raise TypeError(f"an expression holds integers only, not {type(a).__name__}")
    return Expr("const", (int(a),))


def same(a: Expr | int, b: Expr | int) -> bool:
    """Return whether two expressions are the same structure."""
    return a is b or lift(a).key == lift(b).key


def where(condition: Any, a: Any, b: Any) -> Any:
    """Return `a` where the condition holds and `b` elsewhere, for numbers as for expressions.

    Examples
    --------
    >>> from lastmove.rules.expr import coord, where
    >>> where(3 > 2, 10, 20)
    10
    >>> where(coord(0) > 2, 10, 20).evaluate([1])
    20
    """
    if not isinstance(condition, Expr):
        return a if condition else b
    if condition.op == "const":
        return a if condition.args[0] else b
    x, y = lift(a), lift(b)
    if condition.total and same(x, y):
        return x
    if condition.op == "not":
        return where(condition.args[0], y, x)
    if condition.boolean and x.boolean and y.boolean:
        for e, other, is_true in ((x, y, True), (y, x, False)):
            if e.op == "const":
                # One of the two is known: the choice is an `and` or an `or`.
                test = condition if bool(e.args[0]) == is_true else negation(condition)
                return either(test, other) if e.args[0] else both(test, other)
    return Expr("?", (condition, x, y))


def minimum(*items: Any) -> Any:
    """Return the least of the arguments, numbers or expressions."""
    return _fold("min", items)


def maximum(*items: Any) -> Any:
    """Return the greatest of the arguments, numbers or expressions."""
    return _fold("max", items)


def gcd(*items: Any) -> Any:
    """Return the greatest common divisor, as `math.gcd` does."""
    if len(items) < 2:
        items = (0, *items)
    return _fold("gcd", items)


def isqrt(n: Any) -> Any:
    """Return the square root rounded down, as `math.isqrt` does."""
    return _unary("isqrt", n) if isinstance(n, Expr) else PLAIN["isqrt"](n)


def absolute(n: Any) -> Any:
    """Return the absolute value."""
    return abs(n)


def bit_length(n: Any) -> Any:
    """Return `n.bit_length()`, for numbers as for expressions."""
    return n.bit_length()


def bit_count(n: Any) -> Any:
    """Return `n.bit_count()`, for numbers as for expressions."""
    return n.bit_count()


def both(a: Any, b: Any) -> Any:
    """Return whether `a` and `b` are true (0 or 1); `b` matters only where `a` is true."""
    if not isinstance(a, Expr):
        return _truth(b) if a else False
    if a.op == "const":
        return _truth(b) if a.args[0] else const(0)
    b = lift(b)
    if b.op == "const":
        if b.args[0]:
            return _truth(a)
        if a.total:
            return const(0)
    return Expr("and", (a, b))


def either(a: Any, b: Any) -> Any:
    """Return whether `a` or `b` is true (0 or 1); `b` matters only where `a` is false."""
    if not isinstance(a, Expr):
        return True if a else _truth(b)
    if a.op == "const":
        return const(1) if a.args[0] else _truth(b)
    b = lift(b)
    if b.op == "const":
        if not b.args[0]:
            return _truth(a)
        if a.total:
            return const(1)
    return Expr("or", (a, b))


def negation(a: Any) -> Any:
    """Return whether `a` is zero or false (0 or 1)."""
    return _unary("not", a) if isinstance(a, Expr) else not a


def at(index: Any, entries: Sequence[int]) -> Any:
    """Return entry `index` of a tuple of constants; a negative index counts from the end."""
    if not isinstance(index, Expr):
        return entries[index]
    return Expr("at", (index, tuple(int(e) for e in entries)), safe=False)


def reduction(kind: str, v: int, start: Any, stop: Any, step: Any, body: Any) -> Expr:
    """Return `any`, `all`, `sum`, `least` or `greatest` of `body` over a range of variable `v`."""
    by = lift(step)
    safe = kind in ("any", "all", "sum") and by.op == "const" and by.args[0] != 0
    return Expr(kind, (v, lift(start), lift(stop), by, lift(body)), safe=safe)


def compare(op: str, a: Any, b: Any) -> Expr:
    """Return the comparison ``a op b`` as an expression."""
    x, y = lift(a), lift(b)
    if x.op == "const" and y.op != "const":
        x, y, op = y, x, _MIRRORED.get(op, op)
    if op in ("==", "!=") and x.boolean and y.op == "const":
        if y.args[0] in (0, 1):
            return x if (op == "==") == (y.args[0] == 1) else lift(negation(x))
        if x.total:
            return const(int(op == "!="))
    if x.total and y.total:
        terms: dict[Any, tuple[Expr, int]] = {}
        constant = _collect(x, 1, terms) + _collect(y, -1, terms)
        if not any(c for _, c in terms.values()):
            return const(int(COMPARE[op](constant, 0)))
    return Expr(op, (x, y))


def _truth(a: Any) -> Any:
    if not isinstance(a, Expr):
        return bool(a)
    return a if a.boolean else compare("!=", a, 0)


def _fold(op: str, items: tuple[Any, ...]) -> Any:
    if len(items) != 1 and not any(isinstance(a, Expr) for a in items):
        return PLAIN[op](*items)
    result = items[0]
    for item in items[1:]:
        if isinstance(result, Expr) or isinstance(item, Expr):
            result = _binary(op, result, item)
        else:
            result = PLAIN[op](result, item)
    return result


def _collect(e: Expr, factor: int, terms: dict[Any, tuple[Expr, int]]) -> int:
    """Add `factor` times `e` to `terms`, a sum of multiples; return its constant part."""
    op, args = e.op, e.args
    if op == "const":
        return factor * int(args[0])
    if op == "+" or op == "-":
        constant = _collect(args[0], factor, terms)
        return constant + _collect(args[1], factor if op == "+" else -factor, terms)
    if op == "neg":
        return _collect(args[0], -factor, terms)
    if op == "*":
        if args[0].op == "const" and args[0].args[0]:
            return _collect(args[1], factor * args[0].args[0], terms)
        if args[1].op == "const" and args[1].args[0]:
            return _collect(args[0], factor * args[1].args[0], terms)
    terms[e.key] = (e, terms.get(e.key, (e, 0))[1] + factor)
    return 0


def _sum(a: Any, b: Any, sign: int) -> Expr:
    if not isinstance(a, (Expr, int)) or not isinstance(b, (Expr, int)):
        return NotImplemented  # type: ignore[no-any-return]
    x, y = lift(a), lift(b)
    if y.op == "const":
        n = sign * y.args[0]
        if x.op == "const":
            return const(x.args[0] + n)
        if n == 0:
            return x
        sign, y = (1, const(n)) if n > 0 else (-1, const(-n))
    elif x.op == "const" and x.args[0] == 0:
        return y if sign > 0 else -y
    left: dict[Any, tuple[Expr, int]] = {}
    right: dict[Any, tuple[Expr, int]] = {}
    c, d = _collect(x, 1, left), _collect(y, sign, right)
    if (c and d) or any(k in left for k in right):
        merged = dict(left)
        for key, (e, n) in right.items():
            merged[key] = (e, merged.get(key, (e, 0))[1] + n)
        if all(n or e.total for e, n in merged.values()):
            return _linear(merged, c + d)
    return Expr("+" if sign > 0 else "-", (x, y))


def _linear(terms: dict[Any, tuple[Expr, int]], constant: int) -> Expr:
    """Build a sum of multiples: positive ones first, the constant last where that reads well."""
    result: Expr | None = None
    parts = [(e, n) for e, n in terms.values() if n]
    for e, n in sorted(parts, key=lambda part: part[1] < 0):
        multiple = e if abs(n) == 1 else Expr("*", (const(abs(n)), e))
        if result is not None:
            result = Expr("+" if n > 0 else "-", (result, multiple))
        elif n > 0:
            result = multiple
        elif constant:
            result = Expr("-", (const(constant), multiple))
            constant = 0
        else:
            result = Expr("neg", (multiple,))
    if result is None:
        return const(constant)
    if constant:
        return Expr("+" if constant > 0 else "-", (result, const(abs(constant))))
    return result


def _binary(op: str, a: Any, b: Any) -> Expr:
    if not isinstance(a, (Expr, int)) or not isinstance(b, (Expr, int)):
        return NotImplemented  # type: ignore[no-any-return]
    x, y = lift(a), lift(b)
    safe = True
    if y.op == "const":
        n = y.args[0]
        if op in ("//", "%"):
            safe = n != 0
        elif op in ("<<", ">>", "**"):
            safe = n >= 0
        if x.op == "const" and safe and not (op in ("<<", "**") and n > 4096):
            return const(PLAIN[op](x.args[0], n))
        if (op, n) in UNIT:
            return x
        if n == 0 and op in ("*", "&") and x.total:
            return const(0)
        if n == 1 and op == "%" and x.total:
            return const(0)
    else:
        safe = op not in ("//", "%", "<<", ">>", "**")
    if x.op == "const":
        n = x.args[0]
        if op in COMMUTATIVE and (op, n) in UNIT:
            return y
        if n == 0 and op in ("*", "&") and y.total:
            return const(0)
    if op in ("&", "|", "^") and x.total and same(x, y):
        return const(0) if op == "^" else x
    if op in ("min", "max") and x.total and y.total:
        if same(x, y):
            return x
        terms: dict[Any, tuple[Expr, int]] = {}
        difference = _collect(x, 1, terms) + _collect(y, -1, terms)
        if not any(c for _, c in terms.values()):
            return x if (difference <= 0) == (op == "min") else y
    return Expr(op, (x, y), safe=safe)


def _unary(op: str, x: Expr) -> Expr:
    if op == "isqrt":
        if x.op == "const" and x.args[0] >= 0:
            return const(PLAIN["isqrt"](x.args[0]))
        return Expr(op, (x,), safe=False)
    if x.op == "const":
        return const(PLAIN[op](x.args[0]))
    if op == "not":
        if x.op in COMPARISONS:
            return Expr(COMPARISONS[x.op], x.args)
        if x.op == "not":
            return lift(_truth(x.args[0]))
    if op in ("neg", "~") and x.op == op:
        return lift(x.args[0])
    if op == "neg" and x.op == "-":
        return Expr("-", (x.args[1], x.args[0]))
    return Expr(op, (x,))


def _make(op: str, args: tuple[Any, ...]) -> Expr:
    """Build an expression of any operation from its operands, simplifying."""
    if op in ("+", "-"):
        return _sum(args[0], args[1], 1 if op == "+" else -1)
    if op in BINARY:
        return _binary(op, *args)
    if op in UNARY:
        return _unary(op, args[0])
    if op in COMPARISONS:
        return compare(op, *args)
    if op == "and":
        return lift(both(*args))
    if op == "or":
        return lift(either(*args))
    if op == "?":
        return lift(where(*args))
    if op == "at":
        return lift(at(*args)) if args[0].op != "const" else Expr("at", args, safe=False)
    if op in REDUCTIONS:
        return reduction(op, args[0], args[1], args[2], args[3], args[4])
    return Expr(op, args)


def _read(data: Any) -> Expr:
    if isinstance(data, int) and not isinstance(data, bool):
        return const(data)
    if not isinstance(data, (list, tuple)) or not data or not isinstance(data[0], str):
        raise ValueError(
            f"an expression is an integer or a list that starts with its name: {data!r}"
        )
    op, args = data[0], list(data[1:])
    expected = ARITY.get(op)
    if expected is None:
        raise ValueError(f"there is no operation {op!r} in expressions")
    if len(args) != expected:
        raise ValueError(f"{op!r} takes {expected} operands, not {len(args)}")
    plain = {"x": (0,), "v": (0,), "at": ()}.get(op, (0,) if op in REDUCTIONS else ())
    for i in plain:
        if not isinstance(args[i], int) or isinstance(args[i], bool) or args[i] < 0:
            raise ValueError(f"{op!r} is followed by an index, not {args[i]!r}")
    if op in ("x", "v"):
        return Expr(op, (args[0],))
    if op == "at":
        if not isinstance(args[1], (list, tuple)) or not all(type(k) is int for k in args[1]):
            raise ValueError("'at' takes a list of integers")
        return Expr("at", (_read(args[0]), tuple(args[1])), safe=False)
    if op in REDUCTIONS:
        parts = [_read(a) for a in args[1:]]
        return reduction(op, args[0], parts[0], parts[1], parts[2], parts[3])
    operands = tuple(_read(a) for a in args)
    safe = op != "isqrt"
    if op in ("//", "%", "<<", ">>", "**"):
        y = operands[1]
        safe = y.op == "const" and (y.args[0] != 0 if op in ("//", "%") else y.args[0] >= 0)
    return Expr(op, operands, safe=safe)
