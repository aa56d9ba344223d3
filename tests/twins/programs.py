"""The obvious way to run and solve a system of Programs, for comparison with the native one."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction
from functools import cache


class Return(Exception):
    pass


class Break(Exception):
    pass


class Continue(Exception):
    pass


def value(e, x, v):
    if isinstance(e, int):
        return e
    head, *rest = e
    match head:
        case "x":
            return x[rest[0]]
        case "v":
            return v[rest[0]]
        case "and":
            return int(bool(value(rest[0], x, v)) and bool(value(rest[1], x, v)))
        case "or":
            return int(bool(value(rest[0], x, v)) or bool(value(rest[1], x, v)))
        case "?":
            return value(rest[1] if value(rest[0], x, v) else rest[2], x, v)
        case "at":
            return rest[1][value(rest[0], x, v)]
        case "any" | "all" | "sum" | "least" | "greatest":
            fold = {"any": any, "all": all, "sum": sum, "least": min, "greatest": max}[head]
            k, *ends, body = rest
            members = range(*(value(end, x, v) for end in ends))
            return int(fold(value(body, x, {**v, k: member}) for member in members))
    a = [value(part, x, v) for part in rest]
    return int(OPERATIONS[head](*a))


OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "**": lambda a, b: a**b,
    "min": min,
    "max": max,
    "gcd": math.gcd,
    "neg": lambda a: -a,
    "abs": abs,
    "~": lambda a: ~a,
    "not": lambda a: not a,
    "bit_length": lambda a: a.bit_length(),
    "bit_count": lambda a: a.bit_count(),
    "isqrt": math.isqrt,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def block(statements, x, v, out):
    for head, *rest in statements:
        match head:
            case "set":
                v[rest[0]] = value(rest[1], x, v)
            case "if":
                block(rest[1] if value(rest[0], x, v) else rest[2], x, v, out)
            case "for" | "loop":
                if head == "for":
                    members = iter(range(*(value(end, x, v) for end in rest[1:4])))
                else:
                    members = iter(int, 1)
                for member in members:
                    if head == "for":
                        v[rest[0]] = member
                    try:
                        block(rest[-1], x, v, out)
                    except Continue:
                        continue
                    except Break:
                        break
            case "break":
                raise Break
            case "continue":
                raise Continue
            case "return":
                raise Return
            case "move":
                out.append(
                    tuple((game, *(value(e, x, v) for e in coords)) for game, *coords in rest[0])
                )


class Twin:
    """A system, solved by plain recursion: small positions only."""

    def __init__(self, system):
        self.programs = system["programs"]
        self.options = cache(self.options)
        self.grundy = cache(self.grundy)
        self.wins = cache(self.wins)
        self.number = cache(self.number)

    def options(self, part, player=0):
        game, *x = part
        program = self.programs[game]
        out = []
        moves = program.get("moves") or program[("left", "right")[player]]
        with suppress(Return):
            block(moves, x, {}, out)
        return out

    def grundy(self, part):
        values = set()
        for option in self.options(part):
            nimber = 0
            for follower in option:
                nimber ^= self.grundy(follower)
            values.add(nimber)
        return next(n for n in range(len(values) + 1) if n not in values)

    def wins(self, parts, player, misere):
        followers = [
            tuple(sorted(parts[:i] + option + parts[i + 1 :]))
            for i, part in enumerate(parts)
            for option in self.options(part, player)
        ]
        if not followers:
            return misere
        return any(not self.wins(follower, 1 - player, misere) for follower in followers)

    def outcome(self, parts, misere):
        left, right = (self.wins(tuple(sorted(parts)), player, misere) for player in (0, 1))
        return {(0, 0): "P", (1, 1): "N", (1, 0): "L", (0, 1): "R"}[left, right]

    def number(self, part):
        """The value, or None where a follower or the position itself is not a number."""
        bounds = []
        for player in (0, 1):
            values = []
            for option in self.options(part, player):
                numbers = [self.number(follower) for follower in option]
                if None in numbers:
                    return None
                values.append(sum(numbers, Fraction(0)))
            bounds.append(values)
        left = max(bounds[0], default=None)
        right = min(bounds[1], default=None)
        if left is not None and right is not None and left >= right:
            return None
        return simplest(left, right)


def simplest(left, right):
    """The simplest number between: integers by size, then the smallest denominator."""

    def between(n):
        return (left is None or left < n) and (right is None or n < right)

    for size in range(200):
        for n in (Fraction(size), Fraction(-size)):
            if between(n):
                return n
    denominator = 2
    while True:
        n = Fraction(math.floor(left * denominator) + 1, denominator)
        if between(n):
            return n
        denominator *= 2
