"""Run the benchmarks and print, for each claim, our figure, theirs and the ratio.

Each script beside this one has ``run() -> list[dict]`` with the keys ``claim``, ``ours``,
``theirs``, ``unit``, ``ratio`` and ``target`` (the largest ratio, or for claims without a
competitor the largest figure, that is claimed). Competitors are compiled and timed in the same
run. Results go to ``benchmarks/build/results.json``; with ``--docs`` they are also kept as
``benchmarks/results.json`` and written as a table to ``docs/reference/benchmarks.md``.

    python benchmarks/run.py [--docs] [SCRIPT ...]
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
SCRIPTS = sorted(
    path.stem for path in HERE.glob("*.py") if path.stem != "run" and "def run(" in path.read_text()
)


def main(arguments: list[str]) -> int:
    """Run the scripts named (all by default); return 1 if a target is missed."""
    names = [name for name in arguments if name != "--docs"]
    unknown = set(names) - set(SCRIPTS)
    if unknown:
        sys.exit(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    if not shutil.which("g++"):
        sys.exit("benchmarks compare with C++ and need g++: install it and run `make bench` again")
    BUILD.mkdir(exist_ok=True)
    sys.path.insert(0, str(HERE))
    rows = []
    print(f"{'claim':<58} {'ours':>10} {'theirs':>10} {'ratio':>7} {'at most':>8}")
    for name in names or SCRIPTS:
        for row in importlib.import_module(name).run():
            rows.append({"script": name, **row})
            print(line(row), flush=True)
    document = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "processor": processor(),
        "python": platform.python_version(),
        "load": os.getloadavg(),
        "rows": rows,
    }
    text = json.dumps(document, indent=1) + "\n"
    (BUILD / "results.json").write_text(text)
    if "--docs" in arguments:
        (HERE / "results.json").write_text(text)
        (HERE.parent / "docs" / "reference" / "benchmarks.md").write_text(page(document))
    missed = [row["claim"] for row in rows if judged(row) > row["target"]]
    for claim in missed:
        print(f"missed: {claim}")
    print(f"load {document['load'][0]:.1f}; written to benchmarks/build/results.json")
    return 1 if missed else 0


def judged(row: dict) -> float:
    """Return the figure that the target is about."""
    return row["ours"] if row["ratio"] is None else row["ratio"]


def line(row: dict) -> str:
    """Return a row of the printed table."""
    ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
    theirs = "" if row["theirs"] is None else f"{row['theirs']:.4g}"
    claim = f"{row['claim']} [{row['unit']}]"
    return f"{claim:<58} {row['ours']:>10.4g} {theirs:>10} {ratio:>7} {row['target']:>8.4g}"


def page(document: dict) -> str:
    """Return the results as a page of the docs."""
    rows = "\n".join(
        "| {claim} [{unit}] | {ours:.4g} | {theirs} | {ratio} | {target:.4g} |".format(
            **row
            | {
                "theirs": "" if row["theirs"] is None else f"{row['theirs']:.4g}",
                "ratio": "" if row["ratio"] is None else f"{row['ratio']:.2f}",
            }
        )
        for row in document["rows"]
    )
    return f"""# Measurements

Made by `make bench` (`python benchmarks/run.py --docs` writes this page); the raw figures are in
`benchmarks/results.json`. Each script in `benchmarks/` times lastmove and its competitor in the
same run, alternating, and gives medians; their answers are compared as well. "At most" bounds the
ratio, or our figure where there is no competitor.

{document["when"][:10]}, {document["processor"]}, {document["machine"]}, Python
{document["python"]}, load {document["load"][0]:.1f}.

| claim | lastmove | C++ | ratio | at most |
|---|---|---|---|---|
{rows}
"""


def processor() -> str:
    """Return the processor's name, where the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    names = [entry.split(":", 1)[1].strip() for entry in text.splitlines() if "model name" in entry]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
