"""Expressions and Programs as Python source that computes exactly what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.operations import COMPARISONS, REDUCTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.rules.expr import Expr
    from lastmove.rules.program import Block, Program

__all__ = ["expression", "options_function"]

_INFIX = {"+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"}
_REDUCE = {"any": "any", "all": "all", "sum": "sum", "least": "min", "greatest": "max"}


def expression(e: Expr, coords: Sequence[str], vars: Sequence[str] = ()) -> str:
    """Return an expression as Python text whose value is the integer that it means.

    Parameters
    ----------
    e : Expr
        The expression; it may call ``gcd`` and ``isqrt`` of the module ``math``.
    coords, vars : sequence of str
        Names of the coordinates and variables.
    """
    op, args = e.op, e.args
    if op == "const":
        return f"({args[0]})" if args[0] < 0 else str(args[0])
    if op in ("x", "v"):
        return str((coords if op == "x" else vars)[args[0]])
    if op == "at":
        return f"{tuple(args[1])!r}[{expression(args[0], coords, vars)}]"
    if op in REDUCTIONS:
        start, stop, step, body = (expression(a, coords, vars) for a in args[1:])
        return f"int({_REDUCE[op]}({body} for {vars[args[0]]} in range({start}, {stop}, {step})))"
    parts = [expression(a, coords, vars) for a in args]
    if op in _INFIX:
        return f"({parts[0]} {op} {parts[1]})"
    if op in COMPARISONS:
        return f"int({parts[0]} {op} {parts[1]})"
    if op in ("and", "or"):
        return f"(1 if {parts[0]} {op} {parts[1]} else 0)"
    if op == "?":
        return f"({parts[1]} if {parts[0]} else {parts[2]})"
    if op == "not":
        return f"(0 if {parts[0]} else 1)"
    if op in ("neg", "~"):
        return f"({'-' if op == 'neg' else '~'}{parts[0]})"
    if op in ("bit_length", "bit_count"):
        return f"({parts[0]}).{op}()"
    return f"{op}({', '.join(parts)})"


def options_function(program: Program, block: Block, name: str) -> list[str]:
    """Return the lines of a generator of a player's options of a position.

    A position is a tuple of the game's number and its coordinates, an option a tuple of positions.
    """
    coords = [f"at[{i + 1}]" for i in range(len(program.coords))]
    vars = [f"v{i}" for i in range(len(program.vars))]
    lines = [f"def {name}(at):"]
    _block(block, coords, vars, 1, lines)
    return [*lines, "    yield from ()"]


def _block(
    block: Block, coords: Sequence[str], vars: Sequence[str], depth: int, lines: list[str]
) -> None:
    pad = "    " * depth

    def text(e: Expr) -> str:
        return expression(e, coords, vars)

    for op, *a in block:
        if op == "set":
            lines.append(f"{pad}{vars[a[0]]} = {text(a[1])}")
        elif op == "if":
            lines.append(f"{pad}if {text(a[0])}:")
            _block(a[1], coords, vars, depth + 1, lines)
            if a[2]:
                lines.append(f"{pad}else:")
                _block(a[2], coords, vars, depth + 1, lines)
        elif op == "for":
            lines.append(f"{pad}for {vars[a[0]]} in range({', '.join(map(text, a[1:4]))}):")
            _block(a[4], coords, vars, depth + 1, lines)
        elif op == "loop":
            lines.append(f"{pad}while True:")
            _block(a[0], coords, vars, depth + 1, lines)
        elif op == "move":
            parts = [f"({', '.join([str(g), *map(text, es)])},)" for g, *es in a[0]]
            lines.append(f"{pad}yield ({''.join(f'{part}, ' for part in parts)})")
        elif op == "fail":
            lines.append(f"{pad}raise ValueError({a[0]!r})")
        else:
            lines.append(pad + op)
    if not block:
        lines.append(f"{pad}pass")
