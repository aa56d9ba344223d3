"""Functions that only fill a list or a set and return it."""

from __future__ import annotations

import ast

FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def collected_name(node: ast.FunctionDef | ast.Lambda) -> str | None:
    """Return the list or set that a function only fills and returns, if it is written so.

    Such a function is traced as a generator: filling the list is yielding.
    """
    if isinstance(node, ast.Lambda) or not _returns(node.body):
        return None
    returns = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return)]
    if any(r.value is None for r in returns):
        return None
    for i, statement in enumerate(node.body):
        name, kind = _begun(statement)
        if name is None or _bound_otherwise(node, name):
            continue
        rest = [inner for s in node.body[i:] for inner in ast.walk(s)]
        uses = 1 + sum(_filling_uses(inner, name, kind) for inner in rest)
        mentions = sum(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node))
        later = [r for r in rest if isinstance(r, ast.Return)]
        nested = any(isinstance(inner, FUNCTIONS) and inner is not node for inner in ast.walk(node))
        if uses == mentions and later and not nested and all(given_back(r) == name for r in later):
            return name
    return None


def yielded_name(node: ast.FunctionDef | ast.Lambda) -> str | None:
    """Return the list or set that moves only fill and yield at their end, if written so.

    Options have no order, so they may be yielded as soon as they are found.
    """
    if isinstance(node, ast.Lambda):
        return None
    last = node.body[-1]
    if not isinstance(last, ast.Expr) or not isinstance(last.value, ast.YieldFrom):
        return None
    wanted = name_of(last.value.value)
    for i, statement in enumerate(node.body[:-1]):
        name, kind = _begun(statement)
        if name is None or name != wanted or _bound_otherwise(node, name):
            continue
        rest = [inner for s in node.body[i:] for inner in ast.walk(s)]
        uses = 2 + sum(_filling_uses(inner, name, kind) for inner in rest)
        mentions = sum(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node))
        jumps = (ast.Return, *FUNCTIONS)
        if uses == mentions and not any(isinstance(inner, jumps) for inner in rest):
            return name
    return None


def is_set(node: ast.FunctionDef | ast.Lambda, name: str) -> bool:
    """Return whether what a function fills is a set."""
    return isinstance(node, ast.FunctionDef) and (name, "set") in map(_begun, node.body)


def given_back(node: ast.Return) -> str | None:
    """Return the name that is returned, maybe as a list, a tuple or in order."""
    return name_of(node.value)


def name_of(value: ast.expr | None) -> str | None:
    """Return the name that an expression is, maybe as a list, a tuple or in order."""
    if (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in ("list", "tuple", "sorted")
        and len(value.args) == 1
        and not value.keywords
    ):
        value = value.args[0]
    return value.id if isinstance(value, ast.Name) else None


def _begun(statement: ast.stmt) -> tuple[str | None, str]:
    """Return the name that a statement sets to an empty list or set, and which of the two."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target, value = statement.target, statement.value
    else:
        return None, ""
    if not isinstance(target, ast.Name):
        return None, ""
    if isinstance(value, ast.List) and not value.elts:
        return target.id, "list"
    if (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id == "set"
        and not value.args
        and not value.keywords
    ):
        return target.id, "set"
    return None, ""


def _bound_otherwise(node: ast.AST, name: str) -> bool:
    """Return whether a function sets a name in ways that mention no `ast.Name`, or shares it."""
    for inner in ast.walk(node):
        if isinstance(inner, (ast.Global, ast.Nonlocal)) and name in inner.names:
            return True
        if isinstance(inner, (ast.MatchAs, ast.MatchStar)) and inner.name == name:
            return True
        if isinstance(inner, ast.alias) and name == (inner.asname or inner.name).split(".")[0]:
            return True
    return False


def _returns(body: list[ast.stmt]) -> bool:
    """Return whether a body certainly does not end without a ``return`` or ``raise``."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _returns(last.body) and _returns(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))


def _filling_uses(node: ast.AST, name: str, kind: str) -> int:
    def is_name(part: ast.AST | None) -> bool:
        return isinstance(part, ast.Name) and part.id == name

    if isinstance(node, ast.Return):
        return int(given_back(node) == name)
    if isinstance(node, ast.AugAssign):
        operator = ast.Add if kind == "list" else ast.BitOr
        return int(is_name(node.target) and isinstance(node.op, operator))
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return 0
    function = node.value.func
    return int(
        isinstance(function, ast.Attribute)
        and is_name(function.value)
        and function.attr in (("append", "extend") if kind == "list" else ("add", "update"))
        and len(node.value.args) == 1
        and not node.value.keywords
        and not isinstance(node.value.args[0], ast.Starred)
    )
