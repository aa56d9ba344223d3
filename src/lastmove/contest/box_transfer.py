"""HDU 3389: cards moved between numbered boxes."""

from __future__ import annotations

from lastmove.contest.problem import Problem
from lastmove.rules.expr import where

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The residues modulo 6 of the boxes that count, as bits.
_COUNTED = 1 << 0 | 1 << 2 | 1 << 5


def grundy(cards: Any, box: Any) -> Any:
    """Return the Grundy value of `cards` cards in the box of number `box`.

    A + B is odd and divisible by 3 when it is 3 modulo 6, so moves join the residues 0 and 3,
    1 and 2, 4 and 5 of the box numbers. Each move leads from {0, 2, 5} to {1, 3, 4} or back; from
    every box of the first class there is one (to 3, 1 or 4), and boxes without moves are all of
    the second. So this is staircase Nim on a graph: cards in the second class are worth nothing,
    since a move with them can be answered by passing them on.

    Examples
    --------
    >>> grundy(5, 1), grundy(5, 2), grundy(5, 6), grundy(5, 7)
    (0, 5, 5, 0)
    """
    return where(_COUNTED >> (box % 6) & 1, cards, 0)


PROBLEM = Problem(
    name="hdu3389",
    title="Game",
    source="HDU Online Judge, problem 3389",
    game="box_transfer",
    statement="""\
Boxes 1 to n hold cards. A move takes any positive number of cards from a box A to a box B < A
where A + B is odd and divisible by 3; who cannot move loses. Alice moves first.

Input: the number of cases; each is a line n and then a line with the n numbers of cards,
from 0 to 100.
Output: for each case "Case k: Alice" or "Case k: Bob", the winner.
""",
    sample_input="2\n2\n1 2\n7\n1 3 3 2 2 1 2\n",
    sample_output="Case 1: Alice\nCase 2: Bob\n",
    layout="row",
    items="boxes",
    numbers=("cards",),
    low=0,
    high=100,
    formula=grundy,
    combine="xor",
    case="Case ",
    wins="Alice",
    loses="Bob",
)
