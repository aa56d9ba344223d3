"""Loops that count are ranges: ``k = 1; while k <= n: ...; k += 1``.

The tracer leaves them as loops that carry a variable. Provers and the core know more of a range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, both, lift, maximum, minimum, negation, var
from lastmove.rules.tracing.values import settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def count_rounds(
    block: list[Any], fresh: Callable[[str], int], top: list[Any] | None = None
) -> None:
    """Replace, in a block and those within it, loops that count by ranges."""
    top = block if top is None else top
    place = 0
    while place < len(block):
        statement = block[place]
        for inner in inner_blocks(statement):
            count_rounds(inner, fresh, top)
        begin = _begin(block, place) if statement[0] == "loop" else None
        made = None if begin is None else _range(statement[1], block[begin][2], top)
        if begin is not None and made is not None:
            block[place] = made
            del block[begin]
            continue
        if statement[0] == "loop":
            block[place] = _together(statement, fresh, top)
        place += 1


def _begin(block: list[Any], place: int) -> int | None:
    """Return which statement sets the variable that a loop changes last, if nothing intervenes."""
    body = block[place][1]
    if not body or body[-1][0] != "set":
        return None
    between: set[int] = set()
    for i in range(place - 1, -1, -1):
        if block[i][0] != "set":
            return None
        if block[i][1] == body[-1][1]:
            return None if between & variables(block[i][2]) else i
        between.add(block[i][1])
    return None


def _range(body: list[Any], start: Expr, top: list[Any]) -> tuple[Any, ...] | None:
    """Return a loop with this body as a ``for`` statement, if it counts."""
    if len(body) < 2 or body[0][0] != "if" or body[-1][0] != "set":
        return None
    _, condition, yes, no = body[0]
    (_, k, after), rounds = body[-1], body[1:-1]
    step = after - var(k)
    if not isinstance(step, Expr) or step.op != "const" or step.args[0] == 0:
        return None
    leaves = [("break",)]
    if [yes, no] not in ([leaves, []], [[], leaves]) or _skips(rounds):
        return None
    changed = set(assigned(rounds))
    if k in changed or _reads(top, k) != _reads(body, k):
        return None
    ends = []
    for part, holds in conjuncts(condition, yes == []):
        end = _end(part, holds, k, step.args[0])
        if end is None or (changed | {k}) & variables(end):
            return None
        ends.append(end)
    if not all(end.total for end in ends[1:]):
        return None  # an end that is looked at only where the others are not reached
    stop = ends[0]
    for other in ends[1:]:
        stop = (minimum if step.args[0] > 0 else maximum)(stop, other)
    return ("for", k, start, stop, step, rounds)


def variables(e: Expr) -> set[int]:
    """Return the variables that an expression reads."""
    return {inner.args[0] for inner in e.walk() if inner.op == "v"}


def _together(loop: Any, fresh: Callable[[str], int], top: list[Any]) -> Any:
    """Return a loop in which several variables grow by constants as one over its rounds.

    In round t a variable k is ``k + step * t``, where k is now what it was before the loop:
    ``while u and v: u -= 1; v -= 1; ...`` goes along a diagonal.
    """
    body = loop[1]
    if len(body) < 2 or body[0][0] != "if" or _skips(body[1:]):
        return loop
    _, condition, yes, no = body[0]
    leaves = [("break",)]
    own = {s[1] for s in body[1:] if s[0] == "set" and _reads(top, s[1]) == _reads(loop[1], s[1])}
    body = [body[0], *_leaving(body[1:], own)]
    sets = list(assigned(body))
    steps = {}
    for op, *a in body[1:]:
        step = settled(a[1] - var(a[0])) if op == "set" else None
        if type(step) is int and sets.count(a[0]) == 1:
            steps[a[0]] = step
    if [yes, no] not in ([leaves, []], [[], leaves]) or not steps:
        return loop
    if any(_reads(top, k) != _reads(loop[1], k) for k in steps):
        return loop
    turn = fresh("t")
    rounds = _unrolled(body, steps, turn)
    _, condition, yes, no = rounds[0]
    stop: Any = None
    always: Any = True  # what no round changes
    for part, holds in conjuncts(condition, yes == []):
        if part.total and not variables(part) & {*sets, turn}:
            always = both(always, part if holds else negation(part))
            continue
        end = _end(part, holds, turn, 1)
        if end is None:
            return loop
        if variables(end) & (set(sets) - set(steps) | {turn}) or not end.total:
            return loop
        stop = end if stop is None else minimum(stop, end)
    if stop is None:
        return loop
    made = ("for", turn, lift(0), lift(stop), lift(1), rounds[1:])
    return made if always is True else ("if", lift(always), [made], [])


def _leaving(block: list[Any], own: set[int]) -> list[Any]:
    """Return a block without what is set just before the loop is left, which nobody reads then."""
    made: list[Any] = [
        ("if", s[1], _leaving(s[2], own), _leaving(s[3], own)) if s[0] == "if" else s for s in block
    ]
    if made[-1:] == [("break",)]:
        while len(made) > 1 and made[-2][0] == "set" and made[-2][1] in own:
            if not made[-2][2].total:
                break
            del made[-2]
    return made


def _unrolled(body: list[Any], steps: dict[int, int], turn: int) -> list[Any]:
    """Return a body with what variables are in a round, in the place of the variables."""
    now: dict[int, Any] = {}
    for k, step in steps.items():
        far = var(turn) * abs(step) if abs(step) != 1 else var(turn)
        now[k] = var(k) + far if step > 0 else var(k) - far
    made = []
    for statement in body:
        if statement[0] == "set" and statement[1] in steps:
            now[statement[1]] = now[statement[1]] + steps[statement[1]]
        else:
            made.append(_replaced(statement, dict(now)))
    return made


def _replaced(part: Any, now: dict[int, Any]) -> Any:
    """Return a statement or a part of one with expressions for variables."""
    if isinstance(part, Expr):
        return part.replace(lambda e: lift(now[e.args[0]]) if _is_one_of(e, now) else None)
    if isinstance(part, (list, tuple)):
        return type(part)(_replaced(inner, now) for inner in part)
    return part


def _is_one_of(e: Expr, now: dict[int, Any]) -> bool:
    return e.op == "v" and e.args[0] in now


def conjuncts(e: Expr, holds: bool) -> Iterator[tuple[Expr, bool]]:
    """Yield conditions that hold, or do not, exactly where one does, or does not."""
    if e.op == "not":
        yield from conjuncts(e.args[0], not holds)
    elif e.op == ("and" if holds else "or"):
        for part in e.args:
            yield from conjuncts(part, holds)
    else:
        yield e, holds


def _end(e: Expr, holds: bool, k: int, step: int) -> Expr | None:
    """Return the end of the range that goes on while a comparison with `k` holds."""
    op = e.op if holds else _TURNED.get(e.op, "")
    if op not in _TURNED:
        return None
    p, q = e.args
    # What is to be at least 0.
    found = linear(settled(q - p if op in ("<", "<=") else p - q), k)
    if found is None or found[0] * step >= 0:
        return None
    slope, rest = found
    rest = rest - 1 if op in ("<", ">") else rest
    rest = rest if abs(slope) == 1 else rest // abs(slope)
    return lift(rest + 1 if step > 0 else -rest - 1)


def inner_blocks(statement: Any) -> list[list[Any]]:
    """Return the blocks within a statement."""
    op = statement[0]
    if op == "if":
        return [statement[2], statement[3]]
    return [statement[5]] if op == "for" else [statement[1]] if op == "loop" else []


def _skips(block: list[Any]) -> bool:
    """Return whether a ``continue`` is for the loop around the block."""
    return any(
        s[0] == "continue" or (s[0] == "if" and any(map(_skips, inner_blocks(s)))) for s in block
    )


def assigned(block: list[Any]) -> Iterator[int]:
    """Yield the variables that a block sets, once for each place."""
    for statement in block:
        if statement[0] in ("set", "for"):
            yield statement[1]
        for inner in inner_blocks(statement):
            yield from assigned(inner)


def _reads(block: list[Any], k: int) -> int:
    """Return how often a variable is read."""
    found = 0
    for statement in block:
        parts = statement[1:]
        if statement[0] == "move":
            parts = tuple(e for component in statement[1] for e in component)
        for e in parts:
            if isinstance(e, Expr):
                found += sum(inner.op == "v" and inner.args[0] == k for inner in e.walk())
        found += sum(_reads(inner, k) for inner in inner_blocks(statement))
    return found


def linear(e: Any, k: int) -> tuple[int, Any] | None:
    """Return the coefficient of a variable and what is left without it, or None."""
    if not isinstance(e, Expr) or k not in variables(e):
        return 0, e
    if e.op == "v":
        return 1, 0
    if e.op not in ("+", "-", "*", "neg"):
        return None
    parts = [linear(settled(a), k) for a in e.args]
    if any(part is None for part in parts):
        return None
    (a, b), *others = [part for part in parts if part is not None]
    if e.op == "neg":
        return -a, -b
    for c, d in others:
        if e.op == "*":
            if (a and not isinstance(d, int)) or (c and not isinstance(b, int)) or (a and c):
                return None
            a, b = (a * d if a else c * b), b * d
        else:
            a, b = (a + c, b + d) if e.op == "+" else (a - c, b - d)
    return a, settled(b)
