"""Loops over the numbers that meet a condition are shorter ranges.

``for a in range(1, n): if a <= n - a: ...`` is ``for a in range(1, min(n, n // 2 + 1)): ...``.
Provers of games on heaps know more of a range than of conditions within it.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from lastmove.rules.expr import Expr, both, lift, maximum, minimum, negation, same
from lastmove.rules.tracing.counting import assigned, conjuncts, inner_blocks, linear, variables
from lastmove.rules.tracing.values import settled

_LEAVES = ([("break",)], [("continue",)])
_TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def narrow_ranges(block: list[Any]) -> None:
    """Shorten, in a block and those within it, ranges by the conditions on their numbers."""
    for place, statement in enumerate(block):
        for inner in inner_blocks(statement):
            narrow_ranges(inner)
        if statement[0] == "for" and same(statement[4], lift(1)) and statement[5]:
            block[place] = _narrowed(*statement[1:])


def _narrowed(k: int, start: Any, stop: Any, step: Expr, body: list[Any]) -> tuple[Any, ...]:
    """Return a loop with the first statement of its body as bounds, as far as that can be said."""
    as_it_is = ("for", k, start, stop, step, body)
    if body[0][0] != "if" or not body[0][1].total:
        return as_it_is
    _, condition, yes, no = body[0]
    leaving = next((way for way in _LEAVES if [yes, no] in ([way, []], [[], way])), None)
    if leaving is None and not (len(body) == 1 and [] in (yes, no)):
        return as_it_is
    # What holds where a round goes on.
    holds = (no == []) if leaving is None else (yes == [])
    changed = {k, *assigned(body)}
    kept = []
    for part, true in conjuncts(condition, holds):
        bound = _bound(part, true, k)
        if bound is not None and variables(lift(bound[1])) & changed:
            bound = None  # an end that moves
        if bound is None or (leaving == [("break",)] and bound[0] == "from"):
            kept.append(part if true else settled(negation(part)))
        elif bound[0] == "from":
            start = lift(maximum(start, bound[1]))
        else:
            stop = lift(minimum(stop, bound[1]))
    if leaving is not None:
        return as_it_is if kept else ("for", k, start, stop, step, body[1:])
    body = yes or no
    if kept:
        body = [("if", reduce(both, kept), body, [])]
    return ("for", k, start, stop, step, body)


def _bound(e: Expr, holds: bool, k: int) -> tuple[str, Any] | None:
    """Return from where on, or below which end, a comparison holds for the variable of a loop."""
    op = e.op if holds else _TURNED.get(e.op, "")
    if op not in _TURNED:
        return None
    p, q = e.args
    found = linear(settled(q - p if op in ("<", "<=") else p - q), k)
    if found is None or found[0] == 0:
        return None
    slope, rest = found
    rest = rest - 1 if op in ("<", ">") else rest
    # slope * k + rest is to be at least 0.
    if slope < 0:
        return "below", (rest if slope == -1 else rest // -slope) + 1
    return "from", -(rest if slope == 1 else rest // slope)
