"""Rates of heap games and the time of period proofs, in CPU seconds of one thread.

``python benchmarks/heaps.py`` prints a table; ``--long`` adds the three record periods.
"""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import numpy as np

from lastmove import _core
from lastmove.heaps.nim import nim_product

MEMORY = 1 << 28
# Code, values, and the values a second that are claimed.
RATES = [
    ([0, 6], "0.6", 10_000_000, 600_000),
    ([0, 1, 6, 1], "0.161", 20_000_000, 3_000_000),
    ([0, 1, 6, 7], "0.167", 50_000_000, 7_000_000),
    ([4], "grundy", 1_000_000, 800_000),
]
# By the definition, and by the rare/common method one value at a time.
PEERS = [
    ("naive", [0, 6], "0.6", 100_000),
    ("sparse", [0, 6], "0.6", 500_000),
    ("sparse", [0, 1, 6, 1], "0.161", 1_000_000),
    ("sparse", [0, 1, 6, 7], "0.167", 2_000_000),
    ("sparse", [4], "grundy", 500_000),
]
# Code, values, and the share of one thread's time that is claimed for two.
THREADS = [
    ([0, 6], "0.6", 1 << 20, 0.625),
    ([4], "grundy", 1 << 20, 0.625),
    ([0, 1, 6, 1], "0.161", 1 << 22, None),
    ([0, 1, 6, 7], "0.167", 1 << 23, None),
]
PERIODS = [([0, 7, 7], "0.77"), ([0, 0, 7], "0.07"), ([0, 1, 3, 7], "0.137")]
LONG = [([0, 0, 5, 4], "0.054"), ([0, 1, 0, 4], "0.104"), ([0, 1, 7, 7, 7], "0.1777")]


def rate(digits: list[int], name: str, count: int, target: int) -> dict:
    game = _core.HeapGame(digits, unequal=name == "grundy", memory=MEMORY)
    began = time.process_time()
    game.extend(count)
    each = (time.process_time() - began) / count * 1e9
    return row(f"heaps: {name}, {count:,} values, each", round(each), round(1e9 / target), "ns")


def peers() -> list[dict]:
    """The published methods in plain C++, one value at a time, in the same run."""
    source = Path(__file__).parent / "cpp" / "octal.cpp"
    target = source.parent.parent / "build" / "octal"
    target.parent.mkdir(exist_ok=True)
    command = ["g++", "-std=c++20", "-O3", "-march=native", "-o", str(target), str(source)]
    subprocess.run(command, check=True)
    return [peer(target, *one) for one in PEERS]


def peer(program: Path, method: str, digits: list[int], name: str, count: int) -> dict:
    ours, theirs = [], []
    for _ in range(3):
        game = _core.HeapGame(digits, unequal=name == "grundy", memory=MEMORY)
        began = time.process_time()
        game.extend(count)
        ours.append(time.process_time() - began)
        told = subprocess.run(
            [str(program), method, name, str(count)], check=True, capture_output=True, text=True
        ).stdout.split()
        theirs.append(float(told[1]))
        checksum = 0
        for value in game.values(0, count).tolist():
            checksum = (checksum * 1_000_003 + value) % 2**64
        if checksum != int(told[0]):
            raise SystemExit(f"{name}: the values differ")
    mine, other = median(ours), median(theirs)
    return {
        "claim": f"heaps: {name}, {count:,} values, C++ {method}",
        "ours": mine,
        "theirs": other,
        "ratio": mine / other,
        "target": 0.5,
        "unit": "s CPU",
    }


def proof(digits: list[int], name: str, target: float) -> dict:
    times = []
    for _ in range(3 if target < 1 else 1):
        game = _core.HeapGame(digits, memory=MEMORY)
        began = time.process_time()
        assert game.prove_period(1_000_000_000) is not None
        times.append(time.process_time() - began)
    return row(f"heaps: {name}, period proved", round(median(times), 4), target, "s")


def threads() -> list[dict]:
    """Two threads against one; and two games at once against one, which is what the machine gives.

    Where two processors share a core or clock, no program gains twice from both. Values are decided
    in order, by one thread: of 0.161 that takes two fifths of the time and of 0.167 two thirds, so
    that a second thread has less to do there, and games like 0.167 are left to one.
    """
    rows = []
    for digits, name, count, target in THREADS:
        shares, capacities = [], []
        for _ in range(5):
            alone = wall(digits, name, count, [1])
            shares.append(wall(digits, name, count, [2]) / alone)
            capacities.append(wall(digits, name, count, [1, 1]) / alone)
        for what, times, most in [
            ("two threads", shares, target),
            ("two games at once", capacities, None),
        ]:
            claim = f"heaps: {name}, {what}, wall time of one's"
            rows.append(row(claim, round(median(times), 2), most, "of 1"))
    return rows


def wall(digits: list[int], name: str, count: int, games: list[int]) -> float:
    """Seconds that games of so many threads each take, all at once."""
    started = [
        _core.HeapGame(digits, unequal=name == "grundy", threads=each, memory=MEMORY)
        for each in games
    ]
    for game in started:
        game.extend(1 << 18)
    began = time.perf_counter()
    with ThreadPoolExecutor(len(games)) as pool:
        list(pool.map(lambda game: game.extend(count), started))
    return time.perf_counter() - began


def nim() -> dict:
    a = np.random.default_rng(1).integers(0, 2**64, 2_000_000, dtype=np.uint64)
    b = a[::-1].copy()
    times = []
    for _ in range(5):
        began = time.process_time()
        nim_product(a, b)
        times.append((time.process_time() - began) / len(a) * 1e9)
    return row("nim product of two 64-bit numbers", round(min(times), 1), 40, "ns")


def row(claim: str, ours: float, target: float | None, unit: str) -> dict:
    return {
        "claim": claim,
        "ours": ours,
        "theirs": None,
        "ratio": None,
        "target": target,
        "unit": unit,
    }


def run(long: bool = False) -> list[dict]:
    rows = [rate(*one) for one in RATES]
    rows += peers()
    rows += [proof(digits, name, 0.05) for digits, name in PERIODS]
    rows += [*threads(), nim()]
    if long:
        rows += [proof(digits, name, 90.0) for digits, name in LONG]
    return rows


if __name__ == "__main__":
    print(f"vectors: {_core.heap_vectors()}")
    for one in run("--long" in sys.argv):
        print("  ".join(f"{key}={value}" for key, value in one.items()))
