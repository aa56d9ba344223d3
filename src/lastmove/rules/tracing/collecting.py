"""Functions that only fill a list and return it."""

from __future__ import annotations

import ast


def collected_name(node: ast.FunctionDef | ast.Lambda) -> str | None:
    """Return the list that a function only fills and returns, if that is how it is written.

    Such a function is traced as a generator: filling the list is yielding.
    """
    if isinstance(node, ast.Lambda) or not _returns(node.body):
        return None
    returns = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return)]
    if any(r.value is None for r in returns):
        return None
    for i, statement in enumerate(node.body):
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
            and isinstance(statement.value, ast.List)
            and not statement.value.elts
        ):
            name = statement.targets[0].id
            uses = 1 + sum(
                _filling_uses(inner, name) for s in node.body[i:] for inner in ast.walk(s)
            )
            mentions = sum(
                isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node)
            )
            later = [r for s in node.body[i:] for r in ast.walk(s) if isinstance(r, ast.Return)]
            nested = any(
                isinstance(inner, (ast.FunctionDef, ast.Lambda)) and inner is not node
                for inner in ast.walk(node)
            )
            if (
                uses == mentions
                and later
                and not nested
                and all(isinstance(r.value, ast.Name) and r.value.id == name for r in later)
            ):
                return name
    return None


def _returns(body: list[ast.stmt]) -> bool:
    """Return whether a body certainly does not end without a ``return`` or ``raise``."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _returns(last.body) and _returns(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))


def _filling_uses(node: ast.AST, name: str) -> int:
    def is_name(part: ast.AST | None) -> bool:
        return isinstance(part, ast.Name) and part.id == name

    if isinstance(node, ast.Return):
        return int(is_name(node.value))
    if isinstance(node, ast.AugAssign):
        return int(is_name(node.target) and isinstance(node.op, ast.Add))
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return 0
    function = node.value.func
    return int(
        isinstance(function, ast.Attribute)
        and is_name(function.value)
        and function.attr in ("append", "extend")
        and len(node.value.args) == 1
        and not node.value.keywords
        and not isinstance(node.value.args[0], ast.Starred)
    )
