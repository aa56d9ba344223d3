"""Chomp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Chomp"
SOURCE = (
    "F. Schuh, Spel van delers, Nieuw Tijdschr. Wisk. 39 (1952); "
    "D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974)"
)


def _is_bar(*rows: int) -> bool:
    return (
        len(rows) > 0
        and rows[0] >= 1
        and rows[-1] >= 0
        and all(rows[i] >= rows[i + 1] for i in range(len(rows) - 1))
    )


@impartial(domain=_is_bar)
def chomp(*rows: int) -> Iterator[tuple[int, ...]]:
    """Bite a square off a chocolate bar with all that lies right of it and below it.

    The rows are given from the top, none longer than the one above. The top left square is
    poisoned: nobody bites it, and who has only that left loses.

    Examples
    --------
    >>> import lastmove as lm
    >>> chomp = lm.rulesets.get("chomp")
    >>> chomp(4, 4, 4).winning_moves()
    [chomp(4, 2, 2)]
    """
    for i in range(len(rows)):
        for left in range(1 if i == 0 else 0, rows[i]):
            yield (*rows[:i], *(min(row, left) for row in rows[i:]))


def picture(position: Playable) -> str:
    """Draw the bar, its poisoned square as ``x``.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("chomp")
    >>> print(game.picture(game.rules(4, 2, 1)))
    x o o o
    o o
    o
    """
    bars = []
    for part in position.components:
        rows = [["o"] * row for row in part.coords if row]
        rows[0][0] = "x"
        bars.append("\n".join(" ".join(row) for row in rows))
    return "\n\n".join(bars)
