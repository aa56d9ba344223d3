"""Asking rules that run in Python again: the same position must have the same options.

Rules that draw lots, or read what they change, would have answers that mean nothing. The first
positions that a search meets are asked for their options when they are met and once more when the
search has ended.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

from lastmove.errors import RulesError
from lastmove.solve.moves import moves

if TYPE_CHECKING:
    from lastmove.rules.position import Position

__all__ = ["Replay"]

_POSITIONS = 32  # of one search
_OPTIONS = 60  # of one position
_SECONDS = 0.05
_ENOUGH = 200  # positions of a game after which only every 2nd, 4th, 8th ... search is looked at


class Replay:
    """The options of some positions, to be compared with what the rules say later.

    Parameters
    ----------
    start : Position
        Where the search starts.
    """

    def __init__(self, start: Position) -> None:
        engine = start.rules.engine
        engine.searches += 1
        rare = engine.replayed > _ENOUGH and engine.searches & (engine.searches - 1)
        self._engine = engine
        self._left = 0 if rare else _POSITIONS
        self._seconds = _SECONDS
        self._kept: list[tuple[Position, str, Counter[tuple[Position, ...]]]] = []

    def note(self, position: Position, player: str) -> None:
        """Keep the options of a position that the search has met."""
        if self._left <= 0 or self._seconds <= 0:
            return
        began = perf_counter()
        self._left -= 1
        with suppress(RulesError):  # the search says so, if it gets there
            self._kept.append((position, player, _options(position, player)))
        self._seconds -= perf_counter() - began

    def check(self) -> None:
        """Ask for the options kept once more.

        Raises
        ------
        RulesError
            If some position has other options now; all that is known of the game is forgotten.
        """
        for position, player, before in self._kept:
            try:
                same = _options(position, player) == before
            except RulesError:
                same = False
            if not same:
                position.rules.engine.clear()
                self._engine.clear()
                raise RulesError(
                    f"the rules of {position.rules} yield other options at {position} when they "
                    "are asked again: options must depend on the position alone, not on chance or "
                    "on what has been asked before",
                    position,
                )
        self._engine.replayed += len(self._kept)
        self._kept.clear()


def _options(position: Position, player: str) -> Counter[tuple[Position, ...]]:
    """Return the first options, in any order: that of a set may change."""
    return Counter(islice(moves(position, player), _OPTIONS))
