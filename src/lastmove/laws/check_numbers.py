"""Check values of partizan heaps that are numbers and repeat up to a shift.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, ints, need
    from lastmove.laws.check_breaking import MOST_HEAPS, reach, walks
else:
    from check import Game, ints, need
    from check_breaking import MOST_HEAPS, reach, walks

End = Fraction | int | None


def simplest(left: End, right: End) -> Fraction:
    """Return the simplest number above `left` and below `right` (None: no bound).

    That is the integer nearest to 0, else the one with the least power of two below the line
    (Conway, On Numbers and Games, 1976).
    """
    need(left is None or right is None or left < right, "a position that is no number")
    if (left is None or left < 0) and (right is None or right > 0):
        return Fraction(0)
    if left is not None and left >= 0:
        low = Fraction(left)
        scale = 1
        while right is not None and (floor(low * scale) + 1) >= right * scale:
            scale *= 2
        return Fraction(floor(low * scale) + 1, scale)
    assert right is not None
    return -simplest(-right, None if left is None else -left)


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that the value of a heap of n + period is that of n plus `step`, from `start` on.

    Theorem. As in `check_breaking`, from some n on the options of n + period are those of n with
    one heap larger by period, so all their values shift by `step`, a whole number. The simplest
    number between them shifts alike if the bounds leave room for one whole number at most, or if
    it moves away from zero. Both stay true under further shifts.
    """
    need(len(games) == 1 and len(games[0].blocks) == 2, "one partizan game")
    game = games[0]
    need(cert["what"] == "value" and game.size == 1 and game.domain is None, "a heap's value")
    (start,), (period,) = ints([cert["start"]], 0, "start"), ints([cert["period"]], 1, "period")
    step = cert["step"]
    need(type(step) is int, "the step is a whole number")
    far = start
    for player in (0, 1):
        shape, made = walks(game, player)
        need(period % shape.every[0] == 0, "the period does not fit that of the rules")
        far = max([far, *(reach(w, 0, start, period, grundy=False) for w in made)])
    need(far + period <= MOST_HEAPS, "too many heaps to be checked")
    values: list[Fraction] = []
    for n in range(far + period):
        ends: list[End] = []
        for player, best in ((0, max), (1, min)):
            sums = []
            for option in game.options((n,), player):
                need(all(g == 0 and 0 <= m < n for g, m in option), f"a larger heap out of {n}")
                sums.append(sum((values[m] for _, m in option), Fraction(0)))
            ends.append(best(sums) if sums else None)
        left, right = ends
        value = simplest(left, right)
        if n >= start + period:
            need(value == values[n - period] + step, f"{n} does not repeat")
        if n >= far and step:
            small = left is not None and right is not None and ceil(right) - floor(left) <= 2
            away = left if step > 0 else right
            need(small or (away is not None and away * step >= 0), f"{n} does not shift")
        values.append(value)
    need(all(len(pair) == 2 for pair in cert["values"]), "values are fractions")
    said = [Fraction(*ints(pair, -(1 << 64), "values")) for pair in cert["values"]]
    need(said == values[: start + period], "the values are wrong")
