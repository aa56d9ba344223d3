"""Rankings that are not linear: the rules' own measure, and a few that tell positions apart."""

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
_WORK_ON_MEASURE = 30_000_000  # that of a measure given is not wasted


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
    given = sample.system.measure
    why = ""
    try:
        claim = Claim({"numeration": numeration}, game)
        for ranking in _tried(game.size, given):
            own = ranking == [given]
            claim.sets.work = _WORK_ON_MEASURE if own else _WORK
            try:
                claim.rules(ranking)
            except Rejected as reason:
                why = f", nor does the measure given: {reason}" if own else why
                continue
            return ranking
    except Rejected:
        pass
    if isinstance(given, str):
        why = f", and the measure given is not used: {given}"
    raise NoProof(f"no weights of the coordinates show that play always ends{why}")


def _tried(size: int, given: Any) -> Iterator[list[Any]]:
    if isinstance(given, list):
        yield [given]
    if size == 1:
        return
    coords: list[Any] = [["x", i] for i in range(size)]
    empty, largest, least = ["==", coords[0], 0], coords[0], coords[0]
    for x in coords[1:]:
        empty, largest, least = ["+", empty, ["==", x, 0]], ["max", largest, x], ["min", least, x]
    total = [1] * size
    for piece in (empty, ["-", largest, least], largest):
        yield [total, piece]
        yield [piece, total]
