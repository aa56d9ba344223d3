"""One workload of values in a process of its own, by lastmove or by cgt-py.

Who works and the row of the workload come as a Python literal on standard input; the seconds
(processor and wall), the peak memory in MiB and whether the answer is right go to standard output.
Imports, building boards, reading operands and a first trivial value are outside the clock. Little
is imported here, so that the memory measured is the library's.
"""

from __future__ import annotations

import os
import resource
import sys
from time import perf_counter, process_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Ours:
    """Lastmove."""

    def __init__(self) -> None:
        from lastmove import boards, parse
        from lastmove.values.game import Game, order_table

        self.boards, self.parse, self.order_table, self.game = boards, parse, order_table, Game

    def board(self, rules: str, data: dict[str, Any]) -> Any:
        if "rows" in data:
            return getattr(self.boards, rules.title())("|".join(data["rows"]))
        edges = [tuple(edge) for edge in data["edges"]]
        if rules == "digraph_placement":
            return self.boards.DigraphPlacement(
                data["n"], edges, left=data["left"], right=data["right"]
            )
        return getattr(self.boards, rules.title())(data["n"], edges)

    def value(self, board: Any) -> Any:
        return board.value

    def at_most(self, games: list[Any]) -> int:
        return sum(row.count("<") + row.count("=") for row in self.order_table(games))

    def temperatures(self, games: list[Any]) -> object:
        return [game.thermograph().temperature for game in games]

    def same(self, one: Any, other: Any) -> bool:
        return bool(one == other)

    def long_text(self, row: dict[str, Any]) -> str:
        """Print a sum in a process of its own, so that this one has not seen its parts."""
        import subprocess

        if os.environ.get("LONG_TEXT"):
            board = self.board(row["ruleset"], row["position"])
            text = str(total([board.value, *map(self.parse, row["terms"])]))
            if len(text) < row["characters"]:
                raise ValueError(f"{row['id']} has {len(text)} characters only")
            return text
        done = subprocess.run(
            [sys.executable, "-c", "import value_job; value_job.main()"],
            input=repr(["ours", row]),
            env={**os.environ, "LONG_TEXT": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout


class Theirs:
    """cgt-py."""

    def __init__(self) -> None:
        import cgt_py

        self.module = cgt_py
        self.parse = cgt_py.CanonicalForm

    def board(self, rules: str, data: dict[str, Any]) -> Any:
        if "rows" in data:
            return getattr(self.module, rules.title())("|".join(data["rows"]))
        edges = [tuple(edge) for edge in data["edges"]]
        name = "DigraphPlacement" if rules == "digraph_placement" else rules.title()
        return getattr(self.module, name)(
            data["n"], edges, blue=data.get("left"), red=data.get("right")
        )

    def value(self, board: Any) -> Any:
        return board.canonical_form

    def at_most(self, games: list[Any]) -> int:
        return sum(1 for one in games for other in games if one <= other)

    def temperatures(self, games: list[Any]) -> object:
        found = []
        for game in games:
            _ = game.thermograph  # building the walls is part of the work
            found.append(game.temperature)
        return found

    def same(self, one: Any, other: Any) -> bool:
        return bool(one <= other <= one)


def total(games: list[Any]) -> Any:
    result = games[0]
    for game in games[1:]:
        result = result + game
    return result


def job(lib: Any, row: dict[str, Any]) -> Callable[[], Any]:
    """Return what is timed."""
    kind = row["kind"]
    if kind == "position_value":
        board = lib.board(row["ruleset"], row["position"])
        return lambda: lib.value(board)
    if kind == "position_thermo":
        values = [lib.value(lib.board(row["ruleset"], row["position"]))]
        return lambda: lib.temperatures(values)
    if kind in ("parse_text", "print_text"):
        text = lib.long_text(row)
        if kind == "parse_text":
            return lambda: lib.parse(text)
        long = lib.parse(text)
        return lambda: str(long) == text
    if kind == "parse_values":
        return lambda: [lib.parse(text) for text in row["terms"]]
    if kind == "day3_order":
        from lastmove.values.game import born_by, forget

        some = born_by(3)[: row["count"]]
        forget()  # listing them has compared many
        return lambda: lib.at_most(some)
    if "positions" in row:
        boards = [lib.board(entry["ruleset"], entry["position"]) for entry in row["positions"]]
        values = [lib.value(board) for board in boards]
    else:
        values = [lib.parse(text) for text in row["terms"]]
    if kind in ("position_sum", "sum_value"):
        return lambda: total(values)
    if kind in ("position_compare", "compare_all"):
        return lambda: lib.at_most(values)
    if kind == "thermo_all":
        return lambda: lib.temperatures(values)
    if kind == "thermograph_of_sum":
        values = [total(values)]
        return lambda: lib.temperatures(values)
    raise ValueError(f"unknown kind of workload: {kind}")


def main() -> None:
    who, row = eval(sys.stdin.read())
    lib: Any = Ours() if who == "ours" else Theirs()
    if os.environ.get("LONG_TEXT"):
        sys.stdout.write(lib.long_text(row))
        return
    lib.parse("0")
    lib.value(lib.board("domineering", {"rows": ["."]}))
    if "thermo" in row["kind"]:
        lib.temperatures([lib.parse("0")])
    work = job(lib, row)
    wall, cpu = perf_counter(), process_time()
    result = work()
    seconds = (process_time() - cpu, perf_counter() - wall)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    right = True
    if "answer" in row:
        if row["kind"] in ("position_value", "position_sum", "sum_value"):
            right = lib.same(result, lib.parse(row["answer"]))
        elif row["kind"] in ("position_compare", "compare_all"):
            right = result == int(row["answer"])
    if row["kind"] == "print_text":
        right = result
    print([*seconds, memory, right])
