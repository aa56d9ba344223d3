"""Loops over the binary digits of a coordinate, as loops over powers of two.

``for i in range(x.bit_length())`` in which i is only met in ``1 << i`` and ``a >> i & 1`` is
``p = 1; while p <= x: ..; p *= 2`` with ``p`` and ``1 if a & p else 0`` in their places: x is not
negative, so i < bit_length(x) iff 2^i <= x; and a digit is 1 iff a has that power in common.
Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import REDUCE
else:
    from check import REDUCE


BINDERS = ["set", "for", "entry", *REDUCE]


class Other(Exception):
    """The variable is met in another way."""


def replaced(e: Any, v: int) -> Any:
    """Return a block or an expression about the power of two instead of its exponent."""
    if not isinstance(e, list):
        return e
    own = ["v", v]
    if e == ["<<", 1, own]:
        return own
    if e[:1] == ["&"] and len(e) == 3:
        for digit, one in (e[1:], e[:0:-1]):
            if one == 1 and isinstance(digit, list) and digit[:1] == [">>"] and digit[2:] == [own]:
                return ["?", ["&", replaced(digit[1], v), own], 1, 0]
    # A continue would pass by the doubling at the end.
    if e == own or e == ["continue"] or (e[:1] in ([b] for b in BINDERS) and e[1:2] == [v]):
        raise Other
    return [replaced(part, v) for part in e]


def doubling(statement: Any) -> list[Any] | None:
    """Return statements that do what a ``for`` does, with doubling, or None."""
    op, v, start, stop, step, body = statement
    if op != "for" or [start, step] != [0, 1] or not isinstance(stop, list):
        return None
    ends = stop[0] == "bit_length" and isinstance(stop[1], list) and stop[1][0] == "x"
    if not ends:
        return None
    try:
        inner = replaced(body, v)
    except Other:
        return None
    end = ["if", ["<", stop[1], ["v", v]], [["break"]], []]
    return [["set", v, 1], ["loop", [end, *inner, ["set", v, ["*", ["v", v], 2]]]]]


def spread(block: Any) -> list[Any]:
    """Return a block with doubling in place of all such loops in it."""
    found: list[Any] = []
    for statement in block:
        made = doubling(statement) if statement[0] == "for" else None
        if made is not None:
            found += spread(made)
            continue
        op, *a = statement
        inner = {"if": (1, 2), "for": (4,), "loop": (0,)}.get(op, ())
        found.append([op, *(spread(part) if i in inner else part for i, part in enumerate(a))])
    return found
