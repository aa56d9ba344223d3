"""Contest front ends: known judge problems, answered from standard input.

One file a problem; `names` lists them, `get` loads one, `answer` applies one to a text. Starting a
judge is on the clock, so nothing is imported here before it is needed: `driver.run` reads the
prepared form of a problem from ``prepared/``, which ``python -m lastmove.contest.prepare`` writes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lastmove.contest.problem import Problem, answer, get, names

__all__ = ["Problem", "answer", "get", "names"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'lastmove.contest' has no attribute {name!r}")
    from lastmove.contest import problem

    return getattr(problem, name)
