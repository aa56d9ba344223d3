"""From a function object to its syntax tree."""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.rules.tracing.values import Untraceable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FunctionType

Function = ast.FunctionDef | ast.Lambda
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def syntax_tree(function: FunctionType) -> tuple[Function, int]:
    """Return the tree of a function, and what to add to its line numbers.

    Raises
    ------
    Untraceable
        If the source is not available, or several functions fit.
    """
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    if not lines or code.co_firstlineno > len(lines):
        raise Untraceable(
            f"the source of {function.__name__} is not available, since it was exec'd, or "
            "typed at the prompt of a Python before 3.13: write the rules in a file or a notebook"
        )
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
    raise Untraceable(f"the source of {function.__name__} was not found", code.co_firstlineno)


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
