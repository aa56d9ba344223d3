"""HDU 3544: Alice's Game, known as Cutcake."""

from __future__ import annotations

from lastmove.contest.problem import Problem
from lastmove.rules.expr import where

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def value(width: Any, height: Any, place: Any = 1) -> Any:
    """Return the value of a bar, an integer; Left (Alice) splits the width, Right the height.

    The longer side is counted in units of the largest power of two that is at most the shorter
    one; each unit beyond the first is a move in hand for its owner. [1]_

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for your Mathematical Plays*,
       volume 1, chapter 2, "Cutcake".

    Examples
    --------
    >>> value(1, 1), value(2, 1), value(1, 2), value(3, 2), value(8, 3)
    (0, 1, -1, 0, 3)
    """
    return where(
        width >= height,
        (width >> (height.bit_length() - 1)) - 1,
        1 - (height >> (width.bit_length() - 1)),
    )


PROBLEM = Problem(
    name="hdu3544",
    title="Alice's Game",
    source="HDU Online Judge, problem 3544",
    game="cutcake",
    statement="""\
There are N bars of X by Y unit squares. Alice, when it is her turn, splits the X side of a bar
into two positive integers, Bob splits the Y side; who cannot move loses. Alice moves first.

Input: the number of cases; each is a line N and then N lines X Y, from 1 to 1000000000.
Output: for each case "Case k: Alice" or "Case k: Bob", the winner.
""",
    sample_input="4\n1\n1 1\n1\n2 1\n2\n2 2\n2 1\n1\n3 2\n",
    sample_output="Case 1: Bob\nCase 2: Alice\nCase 3: Alice\nCase 4: Bob\n",
    layout="lines",
    items="bars",
    numbers=("X", "Y"),
    low=1,
    high=10**9,
    formula=value,
    combine="sum",
    case="Case ",
    wins="Alice",
    loses="Bob",
)
