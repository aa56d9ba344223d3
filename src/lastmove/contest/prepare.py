"""Writes the prepared form of every judge problem: ``python -m lastmove.contest.prepare``.

Building a closed form from Python operators takes longer than answering a hundred thousand cases,
so a judge reads it ready-made. Beside it is a certificate that it is the law of the game's rules,
which the checker must accept before anything is written. Tests compare the files with the problems.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastmove.contest.problem import get, names

if TYPE_CHECKING:
    from lastmove.contest.problem import Problem

FOLDER = Path(__file__).parent


def proof(problem: Problem) -> dict[str, Any]:
    """Return a certificate that a problem's closed form is the law of its game.

    Raises
    ------
    Rejected, NoProof
        If it is not, or cannot be proved.
    """
    from lastmove import rulesets
    from lastmove.laws.base import FORMAT, Sample
    from lastmove.laws.check import check
    from lastmove.laws.formula import Case, FormulaLaw
    from lastmove.laws.rows import rows_of
    from lastmove.rules.expr import compare, coord

    rules = rulesets.get(problem.game)
    what = "grundy" if problem.combine == "xor" else "value"
    made: dict[str, Any]
    if problem.layout == "row":
        # The case is one position, its items are the places of a row, counted from 1.
        counts = problem.formula(coord(0), coord(1) + 1)
        made = {
            "format": FORMAT,
            "kind": "rows",
            "what": what,
            "system": rows_of(rules),
            "odd": counts.args[0].to_json(),
            "rank": ["x", 1],
        }
    else:
        size = len(problem.numbers)
        label = problem.formula(*(coord(place) for place in range(size + 1)))
        law = FormulaLaw(what, size, [Case(compare("==", 0, 0), [], label)])
        native = rules.engine.native(size)
        if native is None:
            raise LookupError(f"{rules} has no Program")
        made = law.certificate(Sample(native.system, what, (1,) * size))
    check(made)
    return made


def says(certificate: dict[str, Any], problem: Problem) -> bool:
    """Return whether what a certificate claims is the closed form of a problem."""
    from lastmove.rules.expr import coord

    if (certificate["kind"] == "rows") != (problem.layout == "row"):
        return False
    if problem.layout == "row":
        counts = problem.formula(coord(0), coord(1) + 1)
        return bool(
            counts.args[0].to_json() == certificate["odd"] and counts.args[1].to_json() == ["x", 0]
        )
    size = len(problem.numbers)
    label = problem.formula(*(coord(place) for place in range(size + 1)))
    return bool([case["label"] for case in certificate["cases"]] == [label.to_json()])


def main() -> None:
    """Write two files a problem, and remove files without a problem."""
    for folder in ("prepared", "certificates"):
        (FOLDER / folder).mkdir(exist_ok=True)
        for file in (FOLDER / folder).glob("*.json"):
            if file.stem not in names():
                file.unlink()
    for name in names():
        certificate = json.dumps(proof(get(name)), separators=(",", ":"))
        (FOLDER / "certificates" / f"{name}.json").write_text(certificate + "\n")
        (FOLDER / "prepared" / f"{name}.json").write_text(get(name).to_json() + "\n")


if __name__ == "__main__":
    main()
