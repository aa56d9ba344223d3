"""What the loops of a Program change, how they are left, and loops said in simpler words.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check_moves import assigned
else:
    from check_moves import assigned

INNER = {"if": (1, 2), "for": (4,), "loop": (0,)}


def inner(statement: Any) -> list[Any]:
    """Return the blocks in a statement."""
    op, *a = statement
    return [a[i] for i in INNER.get(op, ())]


def loops(block: Any) -> list[Any]:
    """Return the bodies of all loops without bound, outer ones before those in them."""
    found: list[Any] = []
    for statement in block:
        found += [statement[1]] if statement[0] == "loop" else []
        for part in inner(statement):
            found += loops(part)
    return found


def returns(block: Any) -> bool:
    """Return whether a ``return`` is anywhere in a block."""
    return any(s[0] == "return" or any(map(returns, inner(s))) for s in block)


def leaves(block: Any) -> bool:
    """Return whether the body of a loop may leave it."""
    return any(
        s[0] in ("break", "return")
        or any((returns if s[0] in ("for", "loop") else leaves)(part) for part in inner(s))
        for s in block
    )


def highest(data: Any) -> int:
    """Return the largest variable named anywhere, or -1."""
    if not isinstance(data, list):
        return -1
    own = [data[1]] if len(data) > 1 and isinstance(data[0], str) and type(data[1]) is int else []
    return max([*own, *map(highest, data)], default=-1)


def first_met(data: Any, v: int) -> str | None:
    """Return whether a variable is first set or first read, in the order of the text."""
    if not isinstance(data, list) or not data:
        return None
    if data == ["v", v]:
        return "read"
    if data[0] in ("set", "for") and data[1] == v:
        return first_met(data[2 : 3 if data[0] == "set" else 5], v) or "set"
    for part in data:
        met = first_met(part, v)
        if met is not None:
            return met
    return None


def unfolded(block: Any, free: int) -> list[Any]:
    """Return a block in which each ``for`` steps by a constant and carries no value.

    Others are loops of their own: ``for v in range(a, b, s)`` is ``i = a; e = b; t = s``, and then
    again and again, while ``i < e``, ``v = i; i += t`` and the body; t must be positive. Variables
    from `free` on are not used otherwise.
    """
    found: list[Any] = []
    for op, *a in block:
        if op != "for":
            places = INNER.get(op, ())
            found.append([op, *(unfolded(x, free) if i in places else x for i, x in enumerate(a))])
            continue
        v, start, stop, step, body = a
        carried = any(first_met(body, k) == "read" for k in assigned(body) - {v})
        body = unfolded(body, free + 3)
        if type(step) is int and not (carried and step > 0):
            found.append(["for", v, start, stop, step, body])
            continue
        i, e, t = free, free + 1, free + 2
        found += [["set", i, start], ["set", e, stop], ["set", t, step]]
        found.append(["if", ["<=", ["v", t], 0], [["fail", "a step that is not positive"]], []])
        go_on = ["if", ["<", ["v", i], ["v", e]], [], [["break"]]]
        turn = [["set", v, ["v", i]], ["set", i, ["+", ["v", i], ["v", t]]]]
        found.append(["loop", [go_on, *turn, *body]])
    return found
