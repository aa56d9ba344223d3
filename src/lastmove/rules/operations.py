"""The operations of expressions: their names, and what they do to plain integers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.rules.expr import Expr

COMPARISONS = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
UNARY = frozenset({"neg", "abs", "~", "bit_length", "bit_count", "isqrt", "not"})
BINARY = frozenset({"+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**", "min", "max", "gcd"})
LOGICAL = frozenset({"and", "or"})
REDUCTIONS = frozenset({"any", "all", "sum", "least", "greatest"})
BOOLEAN = frozenset({*COMPARISONS, *LOGICAL, "not", "any", "all"})


def evaluate(e: Expr, coords: Sequence[int], scratch: list[int]) -> int:
    """Return the value of `e`, with `scratch` for the variables; see `Expr.evaluate`."""
    op, args = e.op, e.args
    if op == "const":
        return int(args[0])
    if op == "x":
        return int(coords[args[0]])
    if op == "v":
        return int(scratch[args[0]])
    if op == "?":
        chosen = args[1] if evaluate(args[0], coords, scratch) else args[2]
        return evaluate(chosen, coords, scratch)
    if op in LOGICAL:
        first = evaluate(args[0], coords, scratch) != 0
        if first == (op == "or"):
            return int(first)
        return int(evaluate(args[1], coords, scratch) != 0)
    if op == "at":
        return int(args[1][evaluate(args[0], coords, scratch)])
    if op in REDUCTIONS:
        v = args[0]
        bounds = [evaluate(a, coords, scratch) for a in args[1:4]]
        if v >= len(scratch):
            scratch.extend([0] * (v + 1 - len(scratch)))

        def values() -> Iterator[int]:
            for i in range(*bounds):
                scratch[v] = i
                yield evaluate(args[4], coords, scratch)

        return int(REDUCE[op](values()))
    if len(args) == 1:
        return int(PLAIN[op](evaluate(args[0], coords, scratch)))
    a, b = evaluate(args[0], coords, scratch), evaluate(args[1], coords, scratch)
    if op in COMPARE:
        return int(COMPARE[op](a, b))
    if op == "**" and b < 0:
        raise ValueError("negative exponent")
    return int(PLAIN[op](a, b))


def _isqrt(n: int) -> int:
    from math import isqrt as root

    return root(n)


def _gcd(*items: int) -> int:
    from math import gcd as divisor

    return divisor(*items)


COMMUTATIVE = frozenset({"+", "*", "&", "|", "^"})
UNIT = {("*", 1), ("//", 1), ("|", 0), ("^", 0), ("&", -1), ("<<", 0), (">>", 0), ("**", 1)}
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
PLAIN: dict[str, Callable[..., int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "**": lambda a, b: a**b,
    "min": min,
    "max": max,
    "gcd": _gcd,
    "neg": lambda a: -a,
    "abs": abs,
    "~": lambda a: ~a,
    "bit_length": lambda a: a.bit_length(),
    "bit_count": lambda a: a.bit_count(),
    "isqrt": _isqrt,
    "not": lambda a: not a,
}
REDUCE: dict[str, Callable[[Iterator[int]], int]] = {
    "any": any,
    "all": all,
    "sum": sum,
    "least": min,
    "greatest": max,
}
ARITY = {
    **dict.fromkeys(UNARY, 1),
    **dict.fromkeys(BINARY | LOGICAL, 2),
    **dict.fromkeys(COMPARISONS, 2),
    **dict.fromkeys(REDUCTIONS, 5),
    "x": 1,
    "v": 1,
    "?": 3,
    "at": 2,
}
