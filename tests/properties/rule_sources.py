"""Random rules as source text: what a person might write, and much that nobody would."""

from __future__ import annotations

import itertools
import linecache
from random import Random
from typing import Any

_numbers = itertools.count()
NAMES = ("x", "y", "z")


class Writer:
    """Writes one random function of two coordinates from a source of randomness."""

    def __init__(self, rng: Random, depth: int = 2) -> None:
        self.rng = rng
        self.depth = depth
        self.lines: list[str] = []
        self.counter = 0

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def pick(self, *choices: str) -> str:
        return choices[self.rng.randrange(len(choices))]

    # Expressions

    def number(self, names: list[str], depth: int = 2) -> str:
        kind = self.rng.randrange(16 if depth else 3)
        if kind == 0:
            return str(self.rng.randrange(-2, 6))
        if kind <= 4 or depth == 0:
            return self.pick(*names)
        a, b = self.number(names, depth - 1), self.number(names, depth - 1)
        if kind <= 8:
            return f"({a} {self.pick('+', '-', '+', '-', '*', '&', '|', '^')} {b})"
        if kind == 9:
            return f"({a} {self.pick('//', '%')} {self.pick('2', '3', '-2', b)})"
        if kind == 10:
            return f"{self.pick('min', 'max')}({a}, {b})"
        if kind == 11:
            return f"({a} if {self.test(names, depth - 1)} else {b})"
        if kind == 12:
            return self.pick(f"abs({a})", f"(-{a})", f"int({self.test(names, depth - 1)})")
        if kind == 13:
            return f"({a} {self.pick('and', 'or')} {b})"
        if kind == 14:
            i = self.fresh("i")
            inner = [*names, i]
            return f"sum({self.number(inner, 1)} for {i} in {self.span(names)})"
        return f"(3, 1, 4, 1, 5)[{a} % 5]"

    def test(self, names: list[str], depth: int = 2) -> str:
        kind = self.rng.randrange(12 if depth else 4)
        a, b = self.number(names, max(0, depth - 1)), self.number(names, max(0, depth - 1))
        if kind <= 5:
            return f"({a} {self.pick('==', '!=', '<', '<=', '>', '>=')} {b})"
        if kind == 6:
            return f"({a} < {b} <= {self.number(names, 0)})"
        if kind == 7:
            return f"(not {self.test(names, depth - 1)})"
        if kind == 8:
            return f"({self.test(names, depth - 1)} {self.pick('and', 'or')} {self.test(names, 0)})"
        if kind == 9:
            return f"({a} in {self.pick('(1, 2, 4)', 'range(1, 7, 2)', f'range({b})', '{0, 3}')})"
        if kind == 10:
            i = self.fresh("i")
            return f"{self.pick('any', 'all')}({self.test([*names, i], 1)} for {i} in range({a}))"
        return f"({a} % 3)"

    def span(self, names: list[str]) -> str:
        a, b = self.number(names, 1), self.number(names, 1)
        return self.pick(
            f"range(min(4, {a}))",
            f"range({b}, min({a}, {b} + 4))",
            f"reversed(range(min(5, {a})))",
            f"range(min(6, {a}), 0, -2)",
            "(1, 2, 5)",
            "range(3)",
            f"({a}, {b})",
        )

    # Statements

    def block(self, names: list[str], indent: int, depth: int, place: str) -> None:
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(names, indent, depth, place)

    def emit(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def statement(self, names: list[str], indent: int, depth: int, place: str) -> None:
        kind = self.rng.randrange(20 if depth else 9)
        if kind <= 2:
            self.emit(indent, f"{self.pick(*NAMES)} = {self.number(names)}")
        elif kind == 3:
            self.emit(
                indent, f"{self.pick(*NAMES)} {self.pick('+=', '-=', '*=')} {self.number(names, 1)}"
            )
        elif kind <= 6:
            self.leave(names, indent, place)
        elif kind == 7:
            self.emit(
                indent,
                f"h[{self.rng.randrange(2)}] {self.pick('=', '+=', '-=')} {self.number(names, 1)}",
            )
        elif kind == 8:
            self.emit(
                indent,
                self.pick(
                    "x, y = y, x",
                    "x = y = z",
                    "z = h[0] - h[1]",
                    f"(x := {self.number(names, 1)})",
                    f"x = helper({self.number(names, 1)}, {self.number(names, 0)})",
                ),
            )
        elif kind <= 13:
            self.emit(indent, f"if {self.test(names)}:")
            self.block(names, indent + 1, depth - 1, place)
            if self.rng.randrange(3) == 0:
                self.emit(indent, f"elif {self.test(names, 1)}:")
                self.block(names, indent + 1, depth - 1, place)
            if self.rng.randrange(2):
                self.emit(indent, "else:")
                self.block(names, indent + 1, depth - 1, place)
        elif kind <= 17:
            i = self.fresh("i")
            self.emit(indent, f"for {i} in {self.span(names)}:")
            self.block([*names, i], indent + 1, depth - 1, place + "l")
            self.otherwise(names, indent, depth, place)
        else:
            fuel = self.fresh("fuel")
            self.emit(indent, f"{fuel} = 0")
            self.emit(indent, f"while {fuel} < 4 and {self.test(names, 1)}:")
            self.emit(indent + 1, f"{fuel} += 1")
            self.block([*names, fuel], indent + 1, depth - 1, place + "l")
            self.otherwise(names, indent, depth, place)

    def otherwise(self, names: list[str], indent: int, depth: int, place: str) -> None:
        if self.rng.randrange(4) == 0:
            self.emit(indent, "else:")
            self.block(names, indent + 1, max(0, depth - 1), place)

    def leave(self, names: list[str], indent: int, place: str) -> None:
        kind = self.rng.randrange(10)
        if kind == 0:
            value = "" if place[0] == "g" else f" {self.number(names, 1)}"
            self.emit(indent, f"if {self.test(names, 1)}:")
            self.emit(indent + 1, f"return{value}")
        elif kind <= 2 and "l" in place:
            self.emit(indent, f"if {self.test(names, 1)}:")
            self.emit(indent + 1, self.pick("break", "continue"))
        elif place[0] != "g":
            self.emit(indent, f"z = {self.number(names)}")
        elif kind == 3:
            i = self.fresh("i")
            self.emit(
                indent,
                f"yield from (({self.number([*names, i], 1)}, {i}) "
                f"for {i} in {self.span(names)} if {self.test([*names, i], 1)})",
            )
        elif kind == 4:
            self.emit(indent, "yield tuple(h)")
        else:
            self.emit(indent, f"yield {self.number(names)}, {self.number(names, 1)}")

    def source(self) -> str:
        names = ["a", "b", *NAMES]
        self.emit(0, "def moves(a, b):")
        self.emit(1, "def helper(x, y):")
        self.emit(2, "z = x - y")
        self.emit(2, "h = [x, y]")
        self.block(["x", "y", "z"], 2, 1, "f")
        self.emit(2, f"return {self.number(['x', 'y', 'z'])}")
        self.emit(1, "x, y, z = a - b, 2, b")
        self.emit(1, "h = [a, b]")
        for _ in range(self.depth):
            self.block(names, 1, self.depth, "g")
        self.emit(1, f"yield {self.number(names)}, x")
        return "\n".join(self.lines) + "\n"


def compile_source(source: str) -> Any:
    """Run a source text and return its function `moves`, whose source Python can find."""
    filename = f"<rules {next(_numbers)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace: dict[str, Any] = {"__name__": "rules"}
    exec(compile(source, filename, "exec"), namespace)
    return namespace["moves"]
