"""Values of boards, sums, order and thermographs against cgt-py, and what it does not finish.

The workloads are `workloads/values.jsonl`; both programs do each of them in processes of their
own, several times where it is short, in one run. A figure is the median processor time, or below
20 ms, where that clock is too coarse, the least wall time. The peak memory includes the imports:
beside it stands what a process that only imports the library takes. cgt-py is timed if this Python
has it, or the one that the environment variable CGT_PYTHON names (pip install cgt-py anywidget).
CGT_LIMIT is how many seconds of processor time either program may take (default 60), and
CGT_SKIP names workloads, comma-separated, that cgt-py is known from an earlier run not to finish in
that time; WORKLOADS and NO_WORKLOADS choose workloads by the beginnings of their names.
"""

from __future__ import annotations

import ast
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LIMIT = int(os.environ.get("CGT_LIMIT", "60"))
COARSE = 0.02
"""Seconds below which the processor clock is too coarse."""
SLOW = 2.0
"""Seconds beyond which one repetition is enough."""
REPETITIONS = 3
# Claims about boards that cgt-py does not finish in a minute: workload -> seconds at most.
ALONE = {
    "domineering/6x5": 20.0,
    "snort/path20": 3.0,
    "amazons/4x4-corners": 60.0,
    "konane/5x6-centre2": 20.0,
    "clobber/4x4": 5.0,
    "thermo/switches-24": 0.1,
    "compare/day3-1000": 0.2,
    "parse/137839-characters": 0.1,
    "print/137839-characters": 0.1,
}
LONG: dict[str, Any] = {
    "ruleset": "snort",
    "position": {"n": 17, "edges": [[cell, cell + 1] for cell in range(16)]},
    "terms": ["{1|-1}"],
    "characters": 128_000,
}
"""A value with more than so many characters."""
MORE: list[dict[str, Any]] = [
    {
        "id": "clobber/4x4",
        "kind": "position_value",
        "ruleset": "clobber",
        "position": {"rows": ["xoxo", "oxox", "xoxo", "oxox"]},
    },
    {
        "id": "thermo/switches-24",
        "kind": "thermograph_of_sum",
        "terms": [f"{{{n}|-{n}}}" for n in range(1, 25)],
    },
    {"id": "compare/day3-1000", "kind": "day3_order", "count": 1000},
    {"id": "parse/137839-characters", "kind": "parse_text", **LONG},
    {"id": "print/137839-characters", "kind": "print_text", **LONG},
]


def workloads() -> list[dict[str, Any]]:
    """Return the rows of the workloads."""
    lines = (HERE / "workloads" / "values.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    chosen = os.environ.get("WORKLOADS", "")
    names = tuple(chosen.split(",")) if chosen else ("",)
    omitted = tuple(name for name in os.environ.get("NO_WORKLOADS", "").split(",") if name)
    return [
        row
        for row in [*rows, *MORE]
        if row["id"].startswith(names) and not row["id"].startswith(omitted)
    ]


def python(who: str) -> str:
    return sys.executable if who == "ours" else os.environ.get("CGT_PYTHON", sys.executable)


def measure(who: str, row: dict[str, Any], limit: int) -> tuple[float, float] | None:
    """Return the seconds and the peak MiB; None if the limit was too short."""
    import resource

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    runs = []
    for _ in range(REPETITIONS):
        done = subprocess.run(
            [python(who), "-c", "import value_job; value_job.main()"],
            cwd=HERE,
            input=repr([who, row]),
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=limits,
        )
        if done.returncode < 0:
            return None
        if done.returncode:
            raise RuntimeError(f"{row['id']} failed:\n{done.stderr}")
        runs.append(ast.literal_eval(done.stdout))
        if not runs[-1][3]:
            raise RuntimeError(f"{row['id']}: {who} gave a wrong answer")
        if runs[-1][0] > SLOW:
            break
    cpu = statistics.median(run[0] for run in runs)
    seconds = cpu if cpu >= COARSE else min(run[1] for run in runs)
    return seconds, max(run[2] for run in runs)


def idle(who: str) -> float:
    """Return the peak MiB of a process that only imports the library."""
    start = {"id": "import", "kind": "sum_value", "terms": ["0"]}
    found = measure(who, start, LIMIT)
    return found[1] if found else 0.0


def has_peer() -> bool:
    """Whether cgt-py can be timed; says why not."""
    call = [python("theirs"), "-c", "import cgt_py"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode:
        why = (done.stderr.strip().splitlines() or ["no message"])[-1]
        print(f"cgt-py is not timed: {why}", file=sys.stderr, flush=True)
    return done.returncode == 0


def run() -> list[dict[str, Any]]:
    """Return a row for each workload, and the claims about all of them."""
    peer = has_peer()
    rows = []
    for workload in workloads():
        name = workload["id"]
        only_ours = workload in MORE
        mine = measure("ours", workload, 5 * LIMIT if name in ALONE else LIMIT)
        hopeless = only_ours or name in os.environ.get("CGT_SKIP", "").split(",")
        other = measure("theirs", workload, LIMIT) if peer and not hopeless else None
        target = None
        if name in ALONE:
            target = ALONE[name]
        elif other and other[0] > 0.05:
            target = 1 / 3
        rows.append(
            {
                "claim": name,
                "ours": mine[0] if mine else None,
                "theirs": other[0] if other else None,
                "unit": "s",
                "ratio": mine[0] / other[0] if mine and other and name not in ALONE else None,
                "target": target,
                "memory": [mine and mine[1], other and other[1]],
                "limit": LIMIT if peer and not only_ours else None,
            }
        )
        print(f"  {name:<34} {mine} {other}", file=sys.stderr, flush=True)
    return claims(rows, [idle("ours"), idle("theirs") if peer else None]) + rows


def claims(rows: list[dict[str, Any]], imports: list[float | None]) -> list[dict[str, Any]]:
    """Return the claims about all workloads that both programs finished."""
    both = [row for row in rows if row["ours"] and row["theirs"]]
    if not both:
        return []
    mean = math.exp(statistics.fmean(math.log(row["ours"] / row["theirs"]) for row in both))
    memory = max(row["memory"][0] / row["memory"][1] for row in both)
    summary = {"ours": imports[0], "theirs": imports[1], "unit": "MiB", "ratio": None}
    return [
        {
            "claim": f"values, geometric mean of {len(both)} workloads, cgt-py = 1",
            **{"ours": mean, "theirs": 1.0, "unit": "s", "ratio": mean, "target": 0.1},
        },
        {
            "claim": "values, largest share of cgt-py's memory in a workload",
            **{"ours": memory, "theirs": 1.0, "unit": "peak", "ratio": memory, "target": 0.5},
        },
        {"claim": "values, memory of a process that only imports", **summary, "target": None},
    ]
