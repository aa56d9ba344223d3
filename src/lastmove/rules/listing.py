"""Expressions, Programs and systems as Python-like text, for people to read."""

from __future__ import annotations

from lastmove.rules.expr import Expr, const, negation
from lastmove.rules.operations import BINARY, COMPARISONS, LOGICAL, REDUCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lastmove.rules.program import Block, Program

__all__ = ["expression_text", "program_text"]

# How tightly an operator binds, as in Python's grammar; a call or a name binds tightest.
_TERNARY, _OR, _AND, _NOT, _COMPARE, _BIT_OR, _XOR, _BIT_AND, _SHIFT, _PLUS, _TIMES = range(11)
_SIGN, _POWER, _ATOM = 11, 12, 13
_LEVEL = {
    "or": _OR,
    "and": _AND,
    **dict.fromkeys(COMPARISONS, _COMPARE),
    "|": _BIT_OR,
    "^": _XOR,
    "&": _BIT_AND,
    "<<": _SHIFT,
    ">>": _SHIFT,
    "+": _PLUS,
    "-": _PLUS,
    "*": _TIMES,
    "//": _TIMES,
    "%": _TIMES,
    "**": _POWER,
}
_PREFIX = {"neg": "-", "~": "~", "not": "not "}
_REDUCTION = {"least": "min", "greatest": "max"}


def expression_text(e: Expr, coords: Sequence[str] = (), vars: Sequence[str] = ()) -> str:
    """Return an expression as Python text.

    Parameters
    ----------
    e : Expr
    coords, vars : sequence of str
        Names of the coordinates and variables; those beyond are called x0, v0 and so on.

    Examples
    --------
    >>> from lastmove.rules.expr import coord
    >>> expression_text((coord(0) - 1) // 2, ["n"])
    '(n - 1) // 2'
    """
    return _text(e, coords, vars)[0]


def _text(e: Expr, coords: Sequence[str], vars: Sequence[str]) -> tuple[str, int]:
    op, args = e.op, e.args

    def part(i: int, level: int) -> str:
        text, own = _text(args[i], coords, vars)
        return text if own >= level else f"({text})"

    def plain(i: int) -> str:
        return _text(args[i], coords, vars)[0]

    if op == "const":
        return str(args[0]), _ATOM if args[0] >= 0 else _SIGN
    if op == "x":
        return (coords[args[0]] if args[0] < len(coords) else f"x{args[0]}"), _ATOM
    if op == "v":
        return (vars[args[0]] if args[0] < len(vars) else f"v{args[0]}"), _ATOM
    if op == "+" and args[1].op == "neg":
        inner, own = _text(args[1].args[0], coords, vars)
        level = _LEVEL["-"]
        return f"{part(0, level)} - {inner if own > level else f'({inner})'}", level
    if op in LOGICAL:
        # Of numbers, Python's own would give one of them, not whether they are true.
        args = tuple(a if a.boolean else Expr("!=", (a, const(0))) for a in args)
    if op in _LEVEL:
        level = _LEVEL[op]
        # Only a power groups to the right; a comparison inside another needs brackets.
        left = level + (op == "**" or op in COMPARISONS)
        right = level + (op != "**" and op not in LOGICAL)
        return f"{part(0, left)} {op} {part(1, right)}", level
    if op == "not":
        return f"not {part(0, _NOT)}", _NOT
    if op in _PREFIX:
        return _PREFIX[op] + part(0, _SIGN), _SIGN
    if op == "?":
        return f"{part(1, _OR)} if {part(0, _OR)} else {part(2, _TERNARY)}", _TERNARY
    if op == "at":
        return f"{args[1]}[{plain(0)}]", _ATOM
    if op in ("bit_length", "bit_count"):
        return f"{part(0, _ATOM + (args[0].op == 'const'))}.{op}()", _ATOM
    if op in REDUCTIONS:
        name = expression_text(Expr("v", (args[0],)), coords, vars)
        head = _range(args[1], args[2], args[3], coords, vars)
        body = expression_text(args[4], coords, vars)
        return f"{_REDUCTION.get(op, op)}({body} for {name} in {head})", _ATOM
    assert op in BINARY or len(args) == 1, op
    return f"{op}({', '.join(plain(i) for i in range(len(args)))})", _ATOM


def _range(start: Expr, stop: Expr, step: Expr, coords: Sequence[str], vars: Sequence[str]) -> str:
    texts = [expression_text(e, coords, vars) for e in (start, stop, step)]
    if texts[2] == "1":
        del texts[2]
        if texts[0] == "0":
            del texts[0]
    return f"range({', '.join(texts)})"


def program_text(program: Program) -> str:
    """Return a Program as Python-like text, one statement a line."""
    where = ""
    if program.domain is not None:
        where = f", where {expression_text(program.domain, program.coords, program.vars)}"
    lines = [f"{program.name}({', '.join(program.coords)}){where}:"]
    if program.moves is not None:
        _block(program, program.moves, 1, lines)
    for player in ("left", "right"):
        block = getattr(program, player)
        if block is not None:
            lines.append(f"    {player}:")
            _block(program, block, 2, lines)
    return "\n".join(lines)


def _block(program: Program, block: Block, depth: int, lines: list[str]) -> None:
    indent = "    " * depth

    def text(e: Expr) -> str:
        return expression_text(e, program.coords, program.vars)

    for statement in block:
        op = statement[0]
        if op == "set":
            lines.append(f"{indent}{program.vars[statement[1]]} = {text(statement[2])}")
        elif op == "move":
            lines.append(f"{indent}yield {_option(program, statement[1])}")
        elif op == "if":
            _condition(program, statement, depth, lines, "if")
        elif op == "for":
            _, v, start, stop, step, body = statement
            head = _range(start, stop, step, program.coords, program.vars)
            lines.append(f"{indent}for {program.vars[v]} in {head}:")
            _block(program, body, depth + 1, lines)
        elif op == "loop":
            lines.append(f"{indent}while True:")
            _block(program, statement[1], depth + 1, lines)
        elif op == "fail":
            lines.append(f"{indent}raise RulesError({statement[1]!r})")
        else:
            lines.append(indent + op)
    if not block:
        lines.append(f"{indent}pass")


def _condition(
    program: Program, statement: tuple[Any, ...], depth: int, lines: list[str], word: str
) -> None:
    _, condition, then, other = statement
    if not then and other:
        condition, then, other = negation(condition), other, then
    indent = "    " * depth
    shown = expression_text(condition, program.coords, program.vars)
    lines.append(f"{indent}{word} {shown}:")
    _block(program, then, depth + 1, lines)
    if len(other) == 1 and other[0][0] == "if":
        _condition(program, other[0], depth, lines, "elif")
    elif other:
        lines.append(f"{indent}else:")
        _block(program, other, depth + 1, lines)


def _option(program: Program, components: tuple[tuple[Any, ...], ...]) -> str:
    def coordinates(part: tuple[Any, ...]) -> str:
        return ", ".join(expression_text(e, program.coords, program.vars) for e in part[1:])

    if not components:
        return "[]"
    if len(components) == 1 and components[0][0] == program.place:
        return coordinates(components[0])
    return " + ".join(f"{program.games[p[0]]}({coordinates(p)})" for p in components)
