"""Bash: take at most k."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Bash"
SOURCE = (
    "C. G. Bachet, Problèmes plaisants et délectables, 1612; HDU 1846, 2149, 2188; LeetCode 292"
)


def _solver(n: int, *, k: int) -> int | None:
    return n % (k + 1) if type(k) is int and k >= 0 else None


@impartial(solver=_solver)
def bash(n: int, *, k: int = 3) -> Iterator[int]:
    """Take one to k counters from a heap.

    The Grundy value is ``n % (k + 1)``.

    Examples
    --------
    >>> import lastmove as lm
    >>> bash = lm.rulesets.get("bash")
    >>> bash(12).outcome, bash.using(k=4)(12).winning_moves()
    (Outcome.P, [bash.using(k=4)(10)])
    """
    for taken in range(1, min(n, k) + 1):
        yield n - taken
