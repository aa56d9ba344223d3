"""Small cases to try a program on, in the form of a template: a position, a row or a sum."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import click

from lastmove.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from lastmove.laws.source.template import Template
    from lastmove.rules.ruleset import Rules

__all__ = ["Case", "Cases"]

Case = tuple[Any, ...]
_LONGEST = 5  # entries of an array whose length the input tells


class Cases:
    """The cases of a game in the form of a template, and what search says of them.

    A case is a position, or a list of positions where the template has a sum.

    Parameters
    ----------
    game : Rules
        The game.
    form : Template
        The template.
    size : int
        The number of coordinates, where they are no row.
    what : str
        What is asked.
    """

    def __init__(self, game: Rules, form: Template, size: int, what: str) -> None:
        self.game, self.form, self.size, self.what = game, form, size, what
        self.summed = form.layout.summed
        self.shared = form.layout.shared() if self.summed else []

    def random(self, bound: int, rng: Random, count: int) -> list[Case]:
        """Return so many legal cases with coordinates up to a bound, or some of them.

        Raises
        ------
        click.ClickException
            If none is found.
        """
        found: list[Case] = []
        for _ in range(1000 * count):
            case = self._drawn(rng, rng.randint(1, bound))
            if self.fits(case):
                found.append(case)
                if len(found) == count:
                    break
        if not found:
            raise click.ClickException(f"no legal position of {self.game} was found: raise --to")
        return found

    def _drawn(self, rng: Random, top: int) -> Case:
        layout = self.form.layout
        if layout.row is None and not self.summed:
            return tuple(rng.randint(0, top) for _ in range(self.size))
        count = layout.length if isinstance(layout.length, int) else rng.randint(1, _LONGEST)
        if not self.summed:
            return tuple(rng.randint(0, top) for _ in range(len(self.form.names) + count))
        same = [rng.randint(0, top) for _ in range(self.size)]
        return tuple(
            tuple(same[i] if i in self.shared else rng.randint(0, top) for i in range(self.size))
            for _ in range(count)
        )

    def fits(self, case: Case) -> bool:
        """Return whether a case is legal and is not taken for the end of the input."""
        try:
            for position in case if self.summed else [case]:
                self.game.check(position)
        except PositionError:
            return False
        return not self.form.layout.ends(self.form.line(case))

    def less(self, case: Case) -> Iterator[Case]:
        """Yield cases that are a little smaller."""
        if not self.summed:
            row = self.form.layout.row is not None
            fixed = len(self.form.names)
            if row and not isinstance(self.form.layout.length, int) and len(case) > fixed + 1:
                for i in range(fixed, len(case)):
                    yield (*case[:i], *case[i + 1 :])
            yield from _lowered(case)
            return
        if not isinstance(self.form.layout.length, int) and len(case) > 1:
            for i in range(len(case)):
                yield (*case[:i], *case[i + 1 :])
        for i, position in enumerate(case):
            for made in _lowered(position):
                if i and any(made[j] != position[j] for j in self.shared):
                    continue
                yield tuple(
                    made
                    if j == i
                    else tuple(made[k] if k in self.shared else other[k] for k in range(len(other)))
                    for j, other in enumerate(case)
                )

    def wanted(self, case: Case) -> Any:
        """Return the answer: a Grundy value, a value, or 0, 1, 2, 3 for P, N, L, R."""
        places = case if self.summed else [case]
        position: Any = reduce(add, (self.game(*place) for place in places))
        if self.what == "grundy":
            return position.grundy
        if self.what == "value":
            return position.value
        outcome = position.outcome_misere if self.what == "misere" else position.outcome
        return "PNLR".index(outcome.value)

    def show(self, case: Case) -> str:
        """Return a case as text."""
        return " + ".join(map(self.game.show, case)) if self.summed else self.game.show(case)


def _lowered(position: Case) -> Iterator[Case]:
    for i, value in enumerate(position):
        for less in sorted({0, value // 2, value - 1} - {value}):
            if less >= 0:
                yield (*position[:i], less, *position[i + 1 :])
