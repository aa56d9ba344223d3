"""Values of boards and sums against cgt-py, and the large ones that it does not finish.

Every figure is the median CPU time of fresh processes; import, building the board and reading
the operands are outside the clock. cgt-py is timed if this Python has it, or the one that the
environment variable CGT_PYTHON names (pip install cgt-py anywidget).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

REPETITIONS = 3
SLOW = 5.0  # seconds: beyond this one repetition is enough
LIMIT = 60


def rectangle(height: int, width: int) -> str:
    return "|".join(["." * width] * height)


def checkerboard(height: int, width: int) -> str:
    """A Konane board with the two central stones of a row removed."""
    rows = [["xo"[(x + y) % 2] for x in range(width)] for y in range(height)]
    middle = height // 2
    left = (width - 1) // 2
    rows[middle][left] = rows[middle][left + 1] = "."
    return "|".join("".join(row) for row in rows)


def grid_edges(height: int, width: int) -> list[tuple[int, int]]:
    cells = range(height * width)
    return [(c, c + 1) for c in cells if (c + 1) % width] + [
        (c, c + width) for c in cells if c + width < height * width
    ]


def path_edges(n: int) -> list[tuple[int, int]]:
    return [(v, v + 1) for v in range(n - 1)]


# Name -> (kind, data): what both programs are given.
SHARED: dict[str, tuple[str, Any]] = {
    "Domineering 4x4": ("Domineering", rectangle(4, 4)),
    "Domineering 5x4": ("Domineering", rectangle(5, 4)),
    "Domineering 5x5": ("Domineering", rectangle(5, 5)),
    "Domineering 6x4": ("Domineering", rectangle(6, 4)),
    "Domineering 7x4": ("Domineering", rectangle(7, 4)),
    "Domineering 2x16": ("Domineering", rectangle(2, 16)),
    "Snort 3x4": ("Snort", (12, grid_edges(3, 4))),
    "Snort 4x4": ("Snort", (16, grid_edges(4, 4))),
    "Snort path of 14": ("Snort", (14, path_edges(14))),
    "Col 4x4": ("Col", (16, grid_edges(4, 4))),
    "Amazons 3x4 corners": ("Amazons", "x...|....|...o"),
    "Konane 4x5": ("Konane", checkerboard(4, 5)),
    "Konane 5x5": ("Konane", checkerboard(5, 5)),
    "Fission 5x5": ("Fission", ".....|.....|..x..|.....|....."),
    "sum of 12 switches": ("sum", [f"{{{n}|-{n}}}" for n in range(1, 13)]),
    "sum of 16 switches": ("sum", [f"{{{n}|-{n}}}" for n in range(1, 17)]),
    "sum of 32 tinies": ("sum", ["{0|{0|-2}}"] * 32),
}
# Name -> (kind, data, seconds aimed at): what cgt-py does not finish in a minute.
ALONE: dict[str, tuple[str, Any, float]] = {
    "Domineering 6x5": ("Domineering", rectangle(6, 5), 20),
    "Snort path of 20": ("Snort", (20, path_edges(20)), 3),
    "Amazons 4x4 corners": ("Amazons", "x...|....|....|...o", 60),
    "Clobber 4x4": ("Clobber", "xoxo|oxox|xoxo|oxox", 5),
    "Konane 5x6": ("Konane", checkerboard(5, 6), 20),
    "thermograph of 24 switches": ("thermograph", [f"{{{n}|-{n}}}" for n in range(1, 25)], 0.1),
    "a million comparisons of day 3": ("compare", 1000, 0.2),
}


def ours(kind: str, data: Any) -> Callable[[], object]:
    """Return what is timed of lastmove."""
    from lastmove import boards, parse
    from lastmove.values.game import born_by, forget, order_table

    if kind in ("sum", "thermograph"):
        games = [parse(text) for text in data]
        if kind == "sum":
            return lambda: sum(games[1:], games[0])
        total = sum(games[1:], games[0])
        return lambda: total.thermograph().temperature
    if kind == "compare":
        some = born_by(3)[:data]
        forget()  # listing them has compared many
        return lambda: order_table(some)
    board = getattr(boards, kind)(*(data if isinstance(data, (tuple, list)) else (data,)))
    return lambda: board.value


def theirs(kind: str, data: Any) -> Callable[[], object]:
    """Return what is timed of cgt-py."""
    import cgt_py

    if kind == "sum":
        games = [cgt_py.CanonicalForm(text) for text in data]
        return lambda: sum(games[1:], games[0])
    if isinstance(data, (tuple, list)):
        vertices, edges = data
        board = getattr(cgt_py, kind)(vertices, [tuple(edge) for edge in edges])
    else:
        board = getattr(cgt_py, kind)(data)
    return lambda: board.canonical_form


def child() -> None:
    """Time one job in this process: who, kind and data come as JSON on standard input."""
    import resource

    who, kind, data = json.loads(sys.stdin.read())
    job = (ours if who == "ours" else theirs)(kind, data)
    start = process_time()
    job()
    seconds = process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([seconds, memory]))


def measure(who: str, kind: str, data: Any, limit: int) -> tuple[float, float] | None:
    """Return the median CPU seconds and the peak MiB, or None beyond the limit."""
    import resource

    python = sys.executable if who == "ours" else os.environ.get("CGT_PYTHON", sys.executable)
    runs = []
    for _ in range(REPETITIONS):
        done = subprocess.run(
            [python, __file__],
            input=json.dumps([who, kind, data]),
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
        )
        if done.returncode:
            return None
        runs.append(json.loads(done.stdout))
        if runs[-1][0] > SLOW:
            break
    return statistics.median(run[0] for run in runs), max(run[1] for run in runs)


def has_peer() -> bool:
    """Whether cgt-py can be timed."""
    python = os.environ.get("CGT_PYTHON", sys.executable)
    done = subprocess.run([python, "-c", "import cgt_py"], capture_output=True, check=False)
    return done.returncode == 0


def run() -> list[dict[str, Any]]:
    """Return a row for each claim."""
    rows = []
    peer = has_peer()
    for name, (kind, data) in SHARED.items():
        mine = measure("ours", kind, data, LIMIT)
        other = measure("theirs", kind, data, LIMIT) if peer else None
        seconds = mine[0] if mine else float("inf")
        rows.append(
            {
                "claim": name,
                "ours": seconds,
                "theirs": other[0] if other else None,
                "unit": "s",
                "ratio": seconds / other[0] if other and other[0] else None,
                # Below 50 ms the clock is too coarse for a ratio to be claimed.
                "target": 1 / 3 if other and other[0] > 0.05 else LIMIT,
                "memory_mib": [mine and mine[1], other and other[1]],
            }
        )
    for name, (kind, data, target) in ALONE.items():
        mine = measure("ours", kind, data, 5 * LIMIT)
        rows.append(
            {
                "claim": name,
                "ours": mine[0] if mine else float("inf"),
                "theirs": None,
                "unit": "s",
                "ratio": None,
                "target": target,
                "memory_mib": [mine and mine[1], None],
            }
        )
    return rows


if __name__ == "__main__":
    child()
