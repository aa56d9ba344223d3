"""Dawson's Kayles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._octal import by_period

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Dawson's Kayles"
SOURCE = (
    "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 "
    "(1956): octal code 0.07; with other m: HDU 3980, Paint Chain"
)


def _solver(n: int, *, m: int) -> int | None:
    return by_period("0.07", n) if m == 2 else None


@impartial(solver=_solver)
def dawsons_kayles(n: int, *, m: int = 2) -> Iterator[Playable]:
    """Take m (usually two) adjacent pins from a row of n pins, splitting it or not.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.rulesets.get("dawsons_kayles").table(15)
    array([0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4], dtype=uint8)
    """
    for left in range((n - m) // 2 + 1):
        yield dawsons_kayles(left) + dawsons_kayles(n - m - left)
