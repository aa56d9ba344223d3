"""Contest front ends: known judge problems, answered from standard input.

One file a problem; `names` lists them and `get` loads one. Starting a judge is on the clock,
so nothing here imports more than it needs.
"""

from __future__ import annotations

from lastmove.contest.problem import Problem, get, names

__all__ = ["Problem", "get", "names"]
