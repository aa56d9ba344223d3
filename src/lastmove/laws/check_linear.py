"""Reads expressions and conditions of a Program as linear forms.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import need
else:
    from check import need

TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "or": "and"}
Form = tuple[int, ...]  # coefficients of the coordinates and, last, a constant


def affine(e: Any, env: dict[int, Form], size: int) -> Form:
    """Return an expression as a form; a variable not in `env` has the name -1 - v there."""
    if type(e) is int:
        return (*[0] * size, e)
    op, *a = e
    if op == "x":
        need(type(a[0]) is int and 0 <= a[0] < size, "no such coordinate")
        return (*[0] * a[0], 1, *[0] * (size - a[0]))
    if op == "v":
        need(a[0] in env, "a variable that is not linear")
        return env[a[0]]
    if op == "neg":
        return tuple(-c for c in affine(a[0], env, size))
    need(op in ("+", "-", "*") and len(a) == 2, f"{op!r} is not linear")
    p, q = affine(a[0], env, size), affine(a[1], env, size)
    if op == "*":
        k, form = (p, q) if not any(p[:-1]) else (q, p)
        need(not any(k[:-1]), "a product of coordinates")
        return tuple(k[-1] * c for c in form)
    sign = 1 if op == "+" else -1
    return tuple(b + sign * c for b, c in zip(p, q, strict=True))


def conjuncts(e: Any, size: int) -> list[Form]:
    """Return forms that are all >= 0 exactly where a domain holds."""
    if e is None or e == 1:
        return []
    op, *a = e
    if op == "and":
        return conjuncts(a[0], size) + conjuncts(a[1], size)
    if op == "not" and isinstance(a[0], list) and a[0][0] in TURNED:
        turned, *parts = a[0]
        if turned == "or":
            return [f for part in parts for f in conjuncts(["not", part], size)]
        op, a = TURNED[turned], parts
    need(op in ("<", "<=", ">", ">="), "a domain that is not linear")
    p, q = affine(a[0], {}, size), affine(a[1], {}, size)
    if op in ("<", "<="):
        p, q = q, p
    form = [b - c for b, c in zip(p, q, strict=True)]
    form[-1] -= op in ("<", ">")
    return [tuple(form)]
