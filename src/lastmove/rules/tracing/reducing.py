"""Sums, tests and extremes of what loops come to, as single expressions."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import (
    Expr,
    both,
    either,
    lift,
    maximum,
    minimum,
    negation,
    reduction,
    where,
)
from lastmove.rules.tracing.counting import inner_blocks, variables
from lastmove.rules.tracing.state import Block, inline
from lastmove.rules.tracing.values import settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def combined(kind: str, block: Block) -> Any:
    """Turn a block of ``hit`` statements inside loops and ifs into one expression, or None."""
    if not _reads_in_place(block, set(_set_in(block)), frozenset()):
        return None
    if kind == "all":
        opposite = _combined("any", block, negation)
        return None if opposite is None else settled(negation(opposite))
    if kind in ("least", "greatest"):
        if len(block) == 1 and block[0][0] == "for":
            _, v, start, stop, step, body = block[0]
            if len(body) == 1 and body[0][0] == "hit":
                return reduction(kind, v, start, stop, step, body[0][1])
        if not block or any(s[0] != "hit" for s in block):
            return None
        return (minimum if kind == "least" else maximum)(*(s[1] for s in block))
    return _combined(kind, block, lambda e: e)


def _set_in(block: Block) -> Iterator[int]:
    """Yield the variables that a block sets, but for those of loops."""
    for statement in block:
        if statement[0] == "set":
            yield statement[1]
        for inner in inner_blocks(statement):
            yield from _set_in(inner)


def _reads_in_place(block: Block, changed: set[int], outside: frozenset[int]) -> bool:
    """Return whether each variable is read only after it is set in the same block, or within.

    `changed` are all variables that are set, `outside` those set around the block.
    """
    own: set[int] = set()
    for statement in block:
        for e in statement:
            if isinstance(e, Expr) and variables(e) & changed - outside - own:
                return False
        if statement[0] == "set":
            if statement[1] in outside:
                return False
            own.add(statement[1])
        for inner in inner_blocks(statement):
            if not _reads_in_place(inner, changed, outside | own):
                return False
    return True


def _combined(kind: str, block: Block, change: Callable[[Expr], Any]) -> Any:
    result: Any = False if kind == "any" else 0
    join = either if kind == "any" else operator.add
    for i, statement in enumerate(block):
        op = statement[0]
        if op == "hit":
            part = change(statement[1])
        elif op == "if":
            then = _combined(kind, statement[2], change)
            other = _combined(kind, statement[3], change)
            if then is None or other is None:
                return None
            if kind == "any" and settled(other) in (0, False) and not isinstance(other, Expr):
                part = both(statement[1], then)
            else:
                part = where(statement[1], then, other)
        elif op == "for":
            _, v, start, stop, step, body = statement
            inner = _combined(kind, body, change)
            if inner is None:
                return None
            part = reduction(kind, v, start, stop, step, inner)
        elif op == "set":
            _, k, e = statement
            rest = _combined(kind, block[i + 1 :], change)
            if rest is None:
                return None
            rest = lift(rest)
            part = inline([("set", k, e)], rest)
            return None if part is None else settled(join(result, part))
        else:
            return None
        result = join(result, part)
    return settled(result)
