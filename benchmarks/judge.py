"""Times the judge, process start included, against C++ that reads with scanf.

Both run alternately on the same input, from a file to a file; the answers must be equal. The
figures are medians of wall time, since a judge waits for the process. Byte code is compiled
beforehand, as pip does when it installs a package.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from compileall import compile_dir
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

HERE = Path(__file__).parent
RUNS = 11


def hands(cases: int) -> str:
    """Random hands of the 0123-game, over the whole range."""
    draw = random.Random(cases).randint
    rows = (" ".join(str(draw(0, 10**9)) for _ in range(4)) for _ in range(cases))
    return f"{cases}\n" + "\n".join(rows) + "\n"


def bars(cases: int) -> str:
    """Random sums of 100 bars."""
    draw = random.Random(cases).randint
    rows = (f"{draw(1, 10**9)} {draw(1, 10**9)}" for _ in range(100 * cases))
    texts = ("100\n" + "\n".join(islice(rows, 100)) for _ in range(cases))
    return f"{cases}\n" + "\n".join(texts) + "\n"


def boxes(cases: int) -> str:
    """Random rows of 10,000 boxes."""
    draw = random.Random(cases).randint
    rows = ("10000\n" + " ".join(str(draw(0, 100)) for _ in range(10_000)) for _ in range(cases))
    return f"{cases}\n" + "\n".join(rows) + "\n"


def _compiled(source: str) -> Path:
    target = HERE / "build" / source
    target.parent.mkdir(exist_ok=True)
    command = ["g++", "-O2", "-o", str(target), str(HERE / "cpp" / f"{source}.cpp")]
    subprocess.run(command, check=True)
    return target


def _wall(command: list[str], source: Path, target: Path) -> float:
    with source.open("rb") as stdin, target.open("wb") as stdout:
        began = perf_counter()
        subprocess.run(command, stdin=stdin, stdout=stdout, check=True)
        return perf_counter() - began


def _compare(name: str, cpp: str, text: str, folder: Path) -> tuple[float, float]:
    script = Path(sys.executable).parent / "lastmove"
    entry = [str(script)] if script.exists() else [sys.executable, "-m", "lastmove"]
    source, ours, theirs = (folder / part for part in ("input", "ours", "theirs"))
    source.write_text(text)
    judge, peer = [*entry, "judge", name], [str(_compiled(cpp))]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(RUNS):
        times[0].append(_wall(judge, source, ours))
        times[1].append(_wall(peer, source, theirs))
    if ours.read_bytes() != theirs.read_bytes():
        raise AssertionError(f"{name} and {cpp}.cpp differ")
    return median(times[0]), median(times[1])


CLAIMS: list[tuple[str, str, str, Callable[[int], str], int, float]] = [
    ("0123-game, 10^5 cases", "ccpc2020-mianyang-g", "judge_cards", hands, 10**5, 1.5),
    ("0123-game, 10^6 cases", "ccpc2020-mianyang-g", "judge_cards", hands, 10**6, 0.5),
    ("Alice's Game, 10^4 cases of 100 bars", "hdu3544", "judge_bars", bars, 10**4, 1.5),
    ("boxes, 100 cases of 10^4", "hdu3389", "judge_boxes", boxes, 100, 1.5),
]


def run() -> list[dict[str, Any]]:
    """Return one entry a claim: seconds of both, their ratio, and what it may be at most."""
    import lastmove

    compile_dir(Path(lastmove.__file__).parent, quiet=2)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for claim, name, cpp, make, cases, target in CLAIMS:
            ours, theirs = _compare(name, cpp, make(cases), Path(folder))
            results.append(
                {
                    "claim": f"judge, {claim}",
                    "ours": ours,
                    "theirs": theirs,
                    "ratio": ours / theirs,
                    "target": target,
                    "unit": "s wall",
                }
            )
    return results


if __name__ == "__main__":
    for entry in run():
        print(
            f"{entry['claim']:45} {entry['ours']:.4f} / {entry['theirs']:.4f} {entry['unit']} = "
            f"{entry['ratio']:.2f}, at most {entry['target']}"
        )
