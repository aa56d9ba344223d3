"""From a function object to its syntax tree."""

from __future__ import annotations
import __future__

import ast
import linecache
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

from lastmove.rules.tracing.values import Untraceable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FunctionType

Function = ast.FunctionDef | ast.Lambda
# Set in code whose file, or notebook, asks for annotations not to be evaluated.
_ANNOTATIONS = __future__.annotations.compiler_flag
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def syntax_tree(function: FunctionType) -> tuple[Function, int]:
    """Return the tree of a function, and what to add to its line numbers.

    Raises
    ------
    Untraceable
        If the source is not available or no longer what runs, or several functions fit.
    """
    code = function.__code__
    for again in (False, True):
        if again:  # the file may have been changed and imported anew
            linecache.checkcache(code.co_filename)
        lines = linecache.getlines(code.co_filename, function.__globals__)
        if not lines or code.co_firstlineno > len(lines):
            continue
        node, offset = _found(function, lines)
        if node is not None and _compiles_to("".join(lines), code):
            return node, offset
    if not lines or code.co_firstlineno > len(lines):
        raise Untraceable(
            f"the source of {function.__name__} is not available, since it was exec'd, or "
            "typed at the prompt of a Python before 3.13: write the rules in a file or a notebook"
        )
    if node is None:
        raise Untraceable(f"the source of {function.__name__} was not found", code.co_firstlineno)
    raise Untraceable(
        f"the source of {function.__name__} is no longer what runs: the file was changed after it "
        "was imported, so start anew",
        code.co_firstlineno,
    )


def _found(function: FunctionType, lines: list[str]) -> tuple[Function | None, int]:
    """Return the only tree in a source that may be a function's, and its first line's number."""
    code = function.__code__
    for text, offset in _texts(lines, code.co_firstlineno):
        found = [n for n in _functions(text) if _fits(n, code, offset)]
        if len(found) > 1:
            found = [n for n in found if _same_place(n, code, offset)]
        if len(found) == 1:
            if isinstance(found[0], ast.AsyncFunctionDef):
                raise Untraceable("an async function cannot state moves", code.co_firstlineno)
            node = found[0]
            assert isinstance(node, (ast.FunctionDef, ast.Lambda))
            return node, offset
    return None, 0


def _compiles_to(text: str, code: CodeType) -> bool:
    """Return whether a source text gives a function's code, as far as that can be told."""
    if any(name.startswith("@py") for name in code.co_names):
        return True  # pytest rewrites functions with assertions
    made = _codes(text, code.co_flags & _ANNOTATIONS)
    return not made or any(_alike(code, other) for other in made)


@lru_cache(maxsize=64)
def _codes(text: str, flags: int) -> tuple[CodeType, ...]:
    """Return the code of all functions in a source text, none if it cannot be compiled."""
    try:
        stack = [compile(text, "<rules>", "exec", flags, dont_inherit=True)]
    except (SyntaxError, ValueError):
        return ()
    found = []
    while stack:
        code = stack.pop()
        found.append(code)
        stack.extend(part for part in code.co_consts if isinstance(part, CodeType))
    return tuple(found)


def _alike(a: CodeType, b: CodeType) -> bool:
    """Return whether two pieces of code at the same line do the same."""
    if (a.co_name, a.co_firstlineno, a.co_code, a.co_names, a.co_varnames, a.co_freevars) != (
        *(b.co_name, b.co_firstlineno, b.co_code, b.co_names, b.co_varnames, b.co_freevars),
    ):
        return False
    pairs = list(zip(a.co_consts, b.co_consts, strict=False))
    return len(a.co_consts) == len(b.co_consts) and all(
        _alike(x, y)
        if isinstance(x, CodeType) and isinstance(y, CodeType)
        else _constant(x) == _constant(y)
        for x, y in pairs
    )


def _constant(value: Any) -> Any:
    """Return what tells a constant from others, also 1 from True, whatever a set's order."""
    if isinstance(value, (tuple, frozenset)):
        parts = list(map(_constant, value))
        return type(value).__name__, parts if isinstance(value, tuple) else sorted(parts, key=repr)
    return repr(value)


# The functions of a game come from one file, and games from functions that are called again.
@lru_cache(maxsize=64)
def _functions(text: str) -> tuple[ast.AST, ...]:
    """Return the trees of all functions in a source text, none if it cannot be parsed."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, _FUNCTIONS))


def _texts(lines: list[str], first: int) -> Iterator[tuple[str, int]]:
    """Yield texts that may hold the function: its own lines, then the whole file."""
    start = lines[first - 1]
    indent = len(start) - len(start.lstrip())
    if start.lstrip().startswith(("def ", "@", "async ")):
        block = [start[indent:]]
        seen_def = start.lstrip().startswith(("def ", "async "))
        for line in lines[first:]:
            text = line.strip()
            deeper = not text or line[: indent + 1].strip() == ""
            if not deeper:
                if seen_def and not text.startswith((")", "#")):
                    break
                seen_def = seen_def or text.startswith(("def ", "async "))
            block.append(line[indent:] if line[:indent].strip() == "" else line)
        yield "".join(block), first - 1
    yield "".join(lines), 0


def _fits(node: ast.AST, code: CodeType, offset: int) -> bool:
    if not isinstance(node, _FUNCTIONS):
        return False
    line = node.lineno
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    if not isinstance(node, ast.Lambda) and node.decorator_list:
        line = min(line, *(d.lineno for d in node.decorator_list))
    if name != code.co_name or line + offset != code.co_firstlineno:
        return False
    a = node.args
    names = [x.arg for x in (*a.posonlyargs, *a.args, *a.kwonlyargs)]
    count = code.co_argcount + code.co_kwonlyargcount
    return tuple(names) == code.co_varnames[:count]


def _same_place(node: ast.AST, code: CodeType, offset: int) -> bool:
    """Return whether the code's own positions lie inside a node: tells lambdas of a line apart."""
    if not isinstance(node, ast.Lambda):
        return True
    body = node.body
    inside = (body.lineno + offset, body.col_offset), (body.end_lineno, body.end_col_offset)
    first, last = inside[0], ((inside[1][0] or 0) + offset, inside[1][1] or 0)
    spots = [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in code.co_positions()
        if line is not None and column is not None and end_line is not None and end_column
    ]
    return any(spot == (first, last) for spot in spots)


def bound_names(body: list[ast.stmt]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a function body assigns, and those it declares nonlocal or global."""
    assigned: set[str] = set()
    outside: set[str] = set()
    stack: list[Any] = list(body)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Nonlocal, ast.Global)):
            outside.update(node.names)
        elif isinstance(node, _FUNCTIONS):
            if not isinstance(node, ast.Lambda):
                assigned.add(node.name)
                stack.extend(node.decorator_list)
            stack.extend(node.args.defaults)
            stack.extend(d for d in node.args.kw_defaults if d is not None)
            continue
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            # Only a := inside a comprehension binds outside it.
            assigned.update(
                n.target.id
                for n in ast.walk(node)
                if isinstance(n, ast.NamedExpr) and isinstance(n.target, ast.Name)
            )
            continue
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            assigned.add(node.id)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)):
            if node.name is not None:
                assigned.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            assigned.update((a.asname or a.name).split(".")[0] for a in node.names)
        stack.extend(ast.iter_child_nodes(node))
    return frozenset(assigned - outside), frozenset(outside)


def has_yield(node: Function) -> bool:
    """Return whether a function is a generator."""
    stack: list[ast.AST] = list(node.body) if isinstance(node.body, list) else [node.body]
    while stack:
        inner = stack.pop()
        if isinstance(inner, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(inner, _FUNCTIONS):
            stack.extend(ast.iter_child_nodes(inner))
    return False
