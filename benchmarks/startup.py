"""Times how much CPU it takes to start: ``import lastmove`` and ``lastmove --help``.

Medians of user and system time of whole processes, Python's own start included. Byte code is
compiled beforehand, as pip does when it installs a package.
"""

from __future__ import annotations

import os
import subprocess
import sys
from compileall import compile_dir
from pathlib import Path
from statistics import median
from typing import Any

RUNS = 15
CLAIMS = [
    ("import lastmove", ["-c", "import lastmove"], 0.060),
    ("lastmove --help", ["-m", "lastmove", "--help"], 0.200),
    ("lastmove --version", ["-m", "lastmove", "--version"], 0.200),
    ("lastmove solve kayles 7", ["-m", "lastmove", "solve", "kayles", "7"], 0.500),
]


def _cpu(command: list[str]) -> float:
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user - before.children_user
    return used + after.children_system - before.children_system


def run() -> list[dict[str, Any]]:
    """Return one entry a claim: CPU seconds, and how many there may be."""
    import lastmove

    compile_dir(Path(lastmove.__file__).parent, quiet=2)
    return [
        {
            "claim": f"start, {claim}",
            "ours": median(_cpu([sys.executable, *arguments]) for _ in range(RUNS)),
            "theirs": None,
            "ratio": None,
            "target": limit,
            "unit": "s CPU",
        }
        for claim, arguments, limit in CLAIMS
    ]


if __name__ == "__main__":
    for entry in run():
        print(f"{entry['claim']:35} {entry['ours']:.3f} s CPU, at most {entry['target']:.3f}")
