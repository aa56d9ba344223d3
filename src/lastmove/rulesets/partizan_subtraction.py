"""Partizan subtraction games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import partizan

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Partizan subtraction"
SOURCE = (
    "A. S. Fraenkel and A. Kotzig, Partizan octal games: partizan subtraction games, "
    "Internat. J. Game Theory 16 (1987)"
)


@partizan(name="partizan_subtraction")
class PartizanSubtraction:
    """Take from a heap a number of counters that is in the mover's own set.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.get("partizan_subtraction")
    >>> game(2).value
    Game('^')
    >>> game.using(lefts=(1,), rights=(1,))(3).value
    Game('*')
    """

    @staticmethod
    def left(
        n: int, *, lefts: tuple[int, ...] = (1, 2), rights: tuple[int, ...] = (1, 3)
    ) -> Iterator[int]:
        """Take a number in `lefts`."""
        for taken in lefts:
            if taken <= n:
                yield n - taken

    @staticmethod
    def right(
        n: int, *, lefts: tuple[int, ...] = (1, 2), rights: tuple[int, ...] = (1, 3)
    ) -> Iterator[int]:
        """Take a number in `rights`."""
        for taken in rights:
            if taken <= n:
                yield n - taken
