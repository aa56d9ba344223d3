"""Rankings that are not linear: the checker tries a few that tell unlike positions apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.laws.base import NoProof
from lastmove.laws.check import Game, Rejected
from lastmove.laws.check_automata import Claim
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.laws.base import Sample

__all__ = ["pieces"]

_WORK = 1_000_000


def pieces(sample: Sample, numeration: str) -> list[Any]:
    """Return a ranking with expressions that the checker accepts.

    Parameters
    ----------
    sample : Sample
        The game.
    numeration : str
        How automata read numbers.

    Raises
    ------
    NoProof
        If none of those tried does.
    """
    game = Game(document(sample.system)["programs"][0])
    if game.size > 1:
        try:
            claim = Claim({"numeration": numeration}, game)
            for ranking in _tried(game.size):
                claim.sets.work = _WORK
                try:
                    claim.rules(ranking)
                except Rejected:
                    continue
                return ranking
        except Rejected:
            pass
    raise NoProof("no weights of the coordinates show that play always ends")


def _tried(size: int) -> Iterator[list[Any]]:
    coords: list[Any] = [["x", i] for i in range(size)]

    empty, largest, least = ["==", coords[0], 0], coords[0], coords[0]
    for x in coords[1:]:
        empty, largest, least = ["+", empty, ["==", x, 0]], ["max", largest, x], ["min", least, x]
    total = [1] * size
    for piece in (empty, ["-", largest, least], largest):
        yield [total, piece]
        yield [piece, total]
