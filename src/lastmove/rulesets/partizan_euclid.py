"""Partizan Euclid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import partizan

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Partizan Euclid"
SOURCE = "N. A. McKay and R. J. Nowakowski, Outcomes of partizan Euclid, Integers 12B (2013), A9"


def _is_pair(p: int, q: int) -> bool:
    return p >= q >= 1


@partizan(name="partizan_euclid", domain=_is_pair)
class PartizanEuclid:
    """Left goes from p and q to q and the remainder of p by q, Right to q and what it lacks.

    Play ends when q divides p.

    Examples
    --------
    >>> import lastmove as lm
    >>> partizan_euclid = lm.rulesets.get("partizan_euclid")
    >>> partizan_euclid(7, 3).value, partizan_euclid(7, 5).outcome
    (Game('^'), Outcome.R)
    """

    @staticmethod
    def left(p: int, q: int) -> Iterator[tuple[int, int]]:
        """Keep the remainder."""
        if p % q:
            yield q, p % q

    @staticmethod
    def right(p: int, q: int) -> Iterator[tuple[int, int]]:
        """Keep what the remainder lacks of q."""
        if p % q:
            yield q, q - p % q
