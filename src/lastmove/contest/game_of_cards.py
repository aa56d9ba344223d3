"""CCPC 2020 Mianyang, problem G: the 0123-game."""

from __future__ import annotations

from lastmove.contest.problem import Problem
from lastmove.rules.expr import maximum, minimum, where

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def grundy(c0: Any, c1: Any, c2: Any, c3: Any, place: Any = 1) -> Any:
    """Return the Grundy value of a hand of cards.

    While there is a card that is not 0, each 0 is a free move, merged into any other card: the
    zeros are an independent summand worth their parity. Cards 3 never move otherwise, so the
    rest depends on the ones and twos alone. Induction on the ones shows that it is worth their
    number modulo 3, less one where that is positive and there are too few twos for it. With zeros
    only, `c0` cards allow `c0 - 1` moves in a row.

    Examples
    --------
    >>> grundy(1, 1, 1, 1), grundy(2, 2, 2, 2), grundy(2, 0, 0, 0)
    (0, 2, 1)
    """
    rest = c1 % 3
    merged = maximum(rest - 1, minimum(c2, rest))
    zeros_only = where((c0 >= 1) & (c0 % 2 == 0), 1, 0)
    return where(c1 + c2 + c3 >= 1, merged ^ (c0 % 2), zeros_only)


PROBLEM = Problem(
    name="ccpc2020-mianyang-g",
    title="Game of Cards",
    source="2020 China Collegiate Programming Contest, Mianyang, problem G",
    game="game_of_cards",
    statement="""\
There are c0, c1, c2, c3 cards with the labels 0, 1, 2, 3. A move replaces two cards whose labels
sum to at most 3 by one card with their sum; who cannot move loses. Rabbit moves first.

Input: the number of cases; then a line c0 c1 c2 c3 for each, from 0 to 1000000000.
Output: for each case "Case #x: Rabbit" or "Case #x: Horse", the winner.
""",
    sample_input="2\n1 1 1 1\n2 2 2 2\n",
    sample_output="Case #1: Horse\nCase #2: Rabbit\n",
    layout="single",
    items="hands",
    numbers=("c0", "c1", "c2", "c3"),
    low=0,
    high=10**9,
    formula=grundy,
    combine="xor",
    case="Case #",
    wins="Rabbit",
    loses="Horse",
)
