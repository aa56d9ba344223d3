"""Programs of classical games, written down without tracing, for tests of automata."""

from __future__ import annotations

import json
from typing import Any

from lastmove.rules.program import System


def x(i: int) -> list[Any]:
    return ["x", i]


def v(k: int) -> list[Any]:
    return ["v", k]


def system(
    name: str, arity: int, moves: list[Any], *, domain: Any = None, right: list[Any] | None = None
) -> System:
    program: dict[str, Any] = {
        "name": name,
        "coords": [f"a{i}" for i in range(arity)],
        "vars": ["k", "l", "m"],
        "domain": domain,
    }
    program |= {"moves": moves} if right is None else {"left": moves, "right": right}
    return System.from_json(json.dumps({"format": "lastmove-program/1", "programs": [program]}))


def take(arity: int, changes: dict[int, Any], most: Any, first: int = 1) -> list[Any]:
    """For k from `first` to `most`: a move that sets some coordinates."""
    place = [changes.get(i, x(i)) for i in range(arity)]
    return ["for", 0, first, ["+", most, 1], 1, [["move", [[0, *place]]]]]


def nim(arity: int) -> System:
    moves = [take(arity, {i: ["-", x(i), v(0)]}, x(i)) for i in range(arity)]
    return system(f"nim{arity}", arity, moves)


def moore(arity: int) -> System:
    """Take from one heap or from two."""
    moves = [take(arity, {i: ["-", x(i), v(0)]}, x(i)) for i in range(arity)]
    for i in range(arity):
        for j in range(i + 1, arity):
            both = {i: ["-", x(i), v(0)], j: ["-", x(j), v(1)]}
            place = [both.get(k, x(k)) for k in range(arity)]
            inner = ["for", 1, 1, ["+", x(j), 1], 1, [["move", [[0, *place]]]]]
            moves.append(["for", 0, 1, ["+", x(i), 1], 1, [inner]])
    return system(f"moore{arity}", arity, moves)


def wythoff() -> System:
    both = {0: ["-", x(0), v(0)], 1: ["-", x(1), v(0)]}
    least = ["min", x(0), x(1)]
    return system(
        "wythoff", 2, [*json.loads(nim(2).to_json())["programs"][0]["moves"], take(2, both, least)]
    )


def fibonacci_nim() -> System:
    """From n stones take at most q; the other may then take twice as many."""
    after = {0: ["-", x(0), v(0)], 1: ["*", 2, v(0)]}
    return system("fibonacci nim", 2, [take(2, after, ["min", x(0), x(1)])])


def halving() -> System:
    return system("halving", 1, [take(1, {0: ["-", x(0), v(0)]}, ["//", x(0), 2])])


def mock_turtles() -> System:
    """Turn coin n to tails, and up to two coins below it."""
    pair = ["for", 1, 0, v(0), 1, [["move", [[0, v(0)], [0, v(1)]]]]]
    turn = ["for", 0, 0, x(0), 1, [["move", [[0, v(0)]]], pair]]
    return system("mock turtles", 1, [["move", []], turn])


def chomp() -> System:
    """Two rows of a bar, the upper not longer; the poisoned square is never eaten."""
    upper = ["for", 0, 0, x(1), 1, [["move", [[0, x(0), v(0)]]]]]
    lower = ["for", 0, 1, x(0), 1, [["move", [[0, v(0), ["min", x(1), v(0)]]]]]]
    domain = ["and", [">=", x(0), 1], ["and", [">=", x(1), 0], ["<=", x(1), x(0)]]]
    return system("chomp", 2, [upper, lower], domain=domain)


def duel() -> System:
    """Partizan: Left takes one or two from a, Right one from either heap; moving is a must."""
    left = [
        ["if", [">=", x(0), 1], [["move", [[0, ["-", x(0), 1], x(1)]]]], []],
        ["if", [">=", x(0), 2], [["move", [[0, ["-", x(0), 2], x(1)]]]], []],
    ]
    right = [
        ["if", [">=", x(0), 1], [["move", [[0, ["-", x(0), 1], x(1)]]]], []],
        ["if", [">=", x(1), 1], [["move", [[0, x(0), ["-", x(1), 1]]]]], []],
    ]
    return system("duel", 2, left, right=right)
