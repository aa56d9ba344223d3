"""Functions that only fill a list or a set and return it."""

from __future__ import annotations

import ast

FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def collected_name(node: ast.FunctionDef | ast.Lambda) -> str | None:
    """Return the list or set that a function only fills and returns, if it is written so.

    Such a function is traced as a generator: filling the list is yielding. Before anything is in
    the list, something else may be returned instead.
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
        if not _is_empty(statement) and not any(_fills(inner, name, kind) for inner in rest):
            continue
        nested = any(isinstance(inner, FUNCTIONS) and inner is not node for inner in ast.walk(node))
        filled = node.body[_first_filling(node.body, i, name) :]
        later = [r for s in filled for r in ast.walk(s) if isinstance(r, ast.Return)]
        if uses == mentions and later and not nested and all(given_back(r) == name for r in later):
            return name
    return None


def _first_filling(body: list[ast.stmt], begun: int, name: str) -> int:
    """Return from which statement on something may be in the list that one of them begins."""
    if not _is_empty(body[begun]):
        return begun
    for i, statement in enumerate(body[begun + 1 :], begun + 1):
        if any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(statement)):
            return i
    return begun


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
    """Return the name that is returned, maybe as a list, a tuple or in order, or with more."""
    more = appended(node)
    return name_of(node.value) if more is None else more[0]


def appended(node: ast.Return) -> tuple[str, list[ast.expr]] | None:
    """Return the name and the lists of ``return name + list + ...``, if it is written so."""
    value = node.value
    more: list[ast.expr] = []
    while isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        if not _is_new_list(value.right):
            return None
        more.insert(0, value.right)
        value = value.left
    return (value.id, more) if isinstance(value, ast.Name) and more else None


def as_fillings(node: ast.Return) -> list[ast.stmt]:
    """Return ``name += list`` for each list of ``return name + list + ...``."""
    name, more = appended(node) or ("", [])
    parts = [ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), part) for part in more]
    return [ast.copy_location(part, node) for part in parts]


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
    """Return the name that a statement sets to a new list or set, and which of the two."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target, value = statement.target, statement.value
    else:
        return None, ""
    if not isinstance(target, ast.Name):
        return None, ""
    if _is_new_list(value):
        return target.id, "list"
    return (target.id, "set") if _is_new_set(value) else (None, "")


def _is_empty(statement: ast.stmt) -> bool:
    """Return whether what a statement begins has nothing in it."""
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    return isinstance(value, ast.Call) or (isinstance(value, ast.List) and not value.elts)


def _is_new_list(value: ast.expr) -> bool:
    """Return whether an expression is certainly a list that goes by no other name."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        return _is_new_list(value.left) and _is_new_list(value.right)
    return isinstance(value, (ast.List, ast.ListComp))


def _is_new_set(value: ast.expr) -> bool:
    """Return whether an expression is a set as it is written down, or ``set()``."""
    return isinstance(value, (ast.Set, ast.SetComp)) or (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id == "set"
        and not value.args
        and not value.keywords
    )


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
    if isinstance(node, ast.Return):
        return int(given_back(node) == name and (kind == "list" or appended(node) is None))
    return int(_fills(node, name, kind))


def _fills(node: ast.AST, name: str, kind: str) -> bool:
    def is_name(part: ast.AST | None) -> bool:
        return isinstance(part, ast.Name) and part.id == name

    if isinstance(node, ast.AugAssign):
        operator = ast.Add if kind == "list" else ast.BitOr
        return is_name(node.target) and isinstance(node.op, operator)
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    function = node.value.func
    return (
        isinstance(function, ast.Attribute)
        and is_name(function.value)
        and function.attr in (("append", "extend") if kind == "list" else ("add", "update"))
        and len(node.value.args) == 1
        and not node.value.keywords
        and not isinstance(node.value.args[0], ast.Starred)
    )
