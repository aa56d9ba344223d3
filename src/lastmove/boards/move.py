"""A move in a sum, by itself: named tuples load typing, which boards do without."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

    from lastmove.solve.outcome import Outcome


class Move(NamedTuple):
    """A move in a sum, and why it wins.

    Attributes
    ----------
    component : int
        Index of the component that is moved in.
    option : object
        What that component becomes.
    outcome : Outcome
        The outcome of the whole sum after the move.
    temperature : Fraction or None
        Temperature of the component before the move: the hotter, the more urgent. None if its
        value takes too long to find.
    """

    component: int
    option: Any
    outcome: Outcome
    temperature: Fraction | None

    def __str__(self) -> str:
        shown = str(self.option).replace("\n", "|")
        hot = self.temperature is not None and self.temperature > 0
        heat = f" (temperature {self.temperature})" if hot else ""
        return f"component {self.component} to {shown}{heat}: {self.outcome.winner}"
