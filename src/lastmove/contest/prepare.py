"""Writes the prepared form of every judge problem: ``python -m lastmove.contest.prepare``.

Building a closed form from Python operators takes longer than answering a hundred thousand cases,
so a judge reads it ready-made. A test compares the files with the problems.
"""

from __future__ import annotations

from pathlib import Path

from lastmove.contest.problem import get, names

FOLDER = Path(__file__).parent / "prepared"


def main() -> None:
    """Write one file a problem, and remove files without a problem."""
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.json").write_text(get(name).to_json() + "\n", encoding="utf-8")
    for file in FOLDER.glob("*.json"):
        if file.stem not in names():
            file.unlink()


if __name__ == "__main__":
    main()
