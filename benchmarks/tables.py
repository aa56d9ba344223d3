"""Times tables of Grundy values, from rules in Python, against hand-written C++.

Figures are medians of the CPU time of one table, start-up and tracing of the rules excluded on
both sides; runs alternate, and the tables must be equal.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

HERE = Path(__file__).parent
RUNS = 9
CARDS = (40, 40, 40, 40)
KAYLES = 20_000


def _compiled(source: str) -> Path:
    target = HERE / "build" / source
    target.parent.mkdir(exist_ok=True)
    command = ["g++", "-O2", "-o", str(target), str(HERE / "cpp" / f"{source}.cpp")]
    subprocess.run(command, check=True)
    return target


def _checksum(table: Any) -> int:
    """The polynomial in 31 whose coefficients are the cells, modulo 2^64."""
    cells = np.ascontiguousarray(table).reshape(-1)
    powers = np.full(cells.size, 31, dtype=np.uint64)
    powers[0] = 1
    return int((cells[::-1] * np.cumprod(powers)).sum())


def _row(claim: str, source: str, size: int, make: Callable[[], Any]) -> dict[str, Any]:
    command = [str(_compiled(source)), str(size)]
    make()
    ours, theirs = [], []
    for _ in range(RUNS):
        began = process_time()
        table = make()
        ours.append(process_time() - began)
        checksum, seconds = subprocess.run(
            command, check=True, capture_output=True, text=True
        ).stdout.split()
        theirs.append(float(seconds))
        if int(checksum) != _checksum(table):
            raise SystemExit(f"{claim}: the tables differ")
    mine, other = median(ours), median(theirs)
    return {
        "claim": claim,
        "ours": mine,
        "theirs": other,
        "unit": "s CPU",
        "ratio": mine / other,
        "target": 4.0,
    }


# The peak as Linux tells it for this process alone, unlike getrusage.
MEMORY = """
from pathlib import Path
from lastmove.rulesets import get

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

rules = get("game_of_cards")
rules.table(20, 20, 20, 20)
before = peak()
table = rules.table(*{extents})
print((peak() - before - table.nbytes) / table.size)
"""


def _memory() -> dict[str, Any]:
    code = MEMORY.format(extents=CARDS)
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    bytes_each = float(told.stdout)
    return {
        "claim": "game_of_cards 40x40x40x40: memory beyond the result",
        "ours": bytes_each,
        "theirs": None,
        "unit": "bytes a position",
        "ratio": None,
        "target": 3.0,
    }


def run() -> list[dict[str, Any]]:
    """Time both tables and measure the memory of the larger."""
    from lastmove.rulesets import get

    cards, kayles = get("game_of_cards"), get("kayles")
    return [
        _row("game_of_cards 40x40x40x40, all Grundy values", "game_of_cards", CARDS[0],
             lambda: cards.table(*CARDS)),
        _row("kayles up to 20,000 from its rules", "kayles", KAYLES,
             lambda: kayles.table(KAYLES + 1)),
        _memory(),
    ]  # fmt: skip
