"""Run the benchmarks and print, for each claim, our figure, theirs and the ratio.

Each script beside this one has ``run() -> list[dict]`` with the keys ``claim``, ``ours``,
``theirs``, ``unit``, ``ratio`` and ``target`` (the largest ratio, or for claims without a
competitor the largest figure, that is claimed; None for rows that only inform). Competitors are
compiled and timed in the same run. Results go to ``benchmarks/build/results.json``; with
``--docs`` they are also kept as ``benchmarks/results.json``, beside those kept of scripts that
did not run now, and written as tables to ``docs/reference/benchmarks.md``.

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
    if set(names or SCRIPTS) != {"values"} and not shutil.which("g++"):
        sys.exit("benchmarks compare with C++ and need g++: install it and run `make bench` again")
    BUILD.mkdir(exist_ok=True)
    sys.path.insert(0, str(HERE))
    rows: list[dict] = []
    ran: dict[str, dict] = {}
    print(f"{'claim':<58} {'ours':>10} {'theirs':>10} {'ratio':>7} {'at most':>8}")
    for name in names or SCRIPTS:
        for row in importlib.import_module(name).run():
            rows.append({"script": name, **row})
            print(line(row), flush=True)
        ran[name] = {
            "when": datetime.now(UTC).isoformat(timespec="seconds"),
            "load": round(os.getloadavg()[0], 1),
        }
    document = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "processor": processor(),
        "python": platform.python_version(),
        "load": os.getloadavg(),
        "runs": ran,
        "rows": rows,
    }
    (BUILD / "results.json").write_text(json.dumps(document, indent=1) + "\n")
    if "--docs" in arguments:
        document = with_kept(document)
        (HERE / "results.json").write_text(json.dumps(document, indent=1) + "\n")
        (HERE.parent / "docs" / "reference" / "benchmarks.md").write_text(page(document))
    missed = [row["claim"] for row in rows if not met(row)]
    for claim in missed:
        print(f"missed: {claim}")
    print(f"load {document['load'][0]:.1f}; written to benchmarks/build/results.json")
    return 1 if missed else 0


def with_kept(document: dict) -> dict:
    """Return the results with those kept of scripts that did not run."""
    try:
        kept = json.loads((HERE / "results.json").read_text())
    except FileNotFoundError:
        return document
    start = {"when": kept["when"], "load": round(kept["load"][0], 1)}
    runs = kept.get("runs", {row["script"]: start for row in kept["rows"]})
    old = [row for row in kept["rows"] if row["script"] not in document["runs"]]
    rows = sorted([*old, *document["rows"]], key=lambda row: SCRIPTS.index(row["script"]))
    return {**document, "runs": runs | document["runs"], "rows": rows}


def met(row: dict) -> bool:
    """Whether the figure that the target is about is within it."""
    if row["target"] is None:
        return True
    figure = row["ours"] if row["ratio"] is None else row["ratio"]
    return figure is not None and figure <= row["target"]


def number(figure: float | None, form: str = ".4g") -> str:
    """Return a figure of a table, empty if there is none."""
    return "" if figure is None else format(figure, form)


def line(row: dict) -> str:
    """Return a row of the printed table."""
    claim = f"{row['claim']} [{row['unit']}]"
    figures = (number(row["ours"]), number(row["theirs"]), number(row["ratio"], ".2f"))
    return "{:<58} {:>10} {:>10} {:>7} ".format(claim, *figures) + f"{number(row['target']):>8}"


def page(document: dict) -> str:
    """Return the results as a page of the docs."""
    claims = "\n".join(
        f"| {row['claim']} [{row['unit']}] | {number(row['ours'])} | {number(row['theirs'])} "
        f"| {number(row['ratio'], '.2f')} | {number(row['target'])} |"
        for row in document["rows"]
        if "memory" not in row
    )
    runs = "; ".join(
        f"{name} {start['when'][:10]}, load {start['load']}"
        for name, start in sorted(document["runs"].items())
    )
    return f"""# Measurements

Made by `make bench` (`python benchmarks/run.py --docs` writes this page); the raw figures are in
`benchmarks/results.json`. Each script in `benchmarks/` times lastmove and its competitor in the
same run, alternating, and gives medians; their answers are compared as well. The competitor is
hand-written C++, for values cgt-py. "At most" bounds the ratio, or our figure where there is no
competitor.

{document["processor"]}, {document["machine"]}, Python {document["python"]}. Scripts, days and
load: {runs}.

| claim | lastmove | competitor | ratio | at most |
|---|---|---|---|---|
{claims}
{values(document)}"""


def values(document: dict) -> str:
    """Return the table of values, workload by workload."""
    rows = [row for row in document["rows"] if "memory" in row]
    if not rows:
        return ""

    def figures(row: dict) -> str:
        late = f"> {row['limit']}" if row["limit"] else ""
        times = (number(row["ours"]) or late, number(row["theirs"]) or late)
        faster = row["theirs"] / row["ours"] if row["ours"] and row["theirs"] else None
        memory = [number(each, ".1f") for each in row["memory"]]
        aim = f"at most {row['target']:g} s" if row["target"] and not row["ratio"] else ""
        cells = [row["claim"], *times, number(faster, ".1f"), *memory, aim]
        return "| " + " | ".join(cells) + " |"

    lines = "\n".join(figures(row) for row in rows)
    return f"""
## Values, workload by workload

`python benchmarks/run.py --docs values`, with cgt-py installed. Seconds are medians of processor
time of fresh processes, below {0.02} s the least wall time; imports, building boards and reading
operands are not counted. Peak memory includes the imports. `>` means that the program did not
finish within so many seconds.

| workload | lastmove | cgt-py | times faster | MiB | cgt-py MiB | aim |
|---|---|---|---|---|---|---|
{lines}
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
