"""What all boards have in common: their value, moves, and the impartial variant."""

from __future__ import annotations

from lastmove.boards.playable import Playable, other_player
from lastmove.errors import PositionError
from lastmove.values.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self


class Board(Playable):
    """A position on a board, played by Left and Right.

    Boards of one class are equal when they show the same position; they can be used in sets,
    and add up, also with values and with positions of other games.
    """

    __slots__ = ("_impartial",)

    #: Name of the rules in the native core.
    rules: str = ""
    _impartial: bool

    def _key(self) -> tuple[Any, ...]:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _value(self) -> Game:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _cheap_value(self, most: int) -> Game | None:
        """Return the value if each part takes at most so many positions."""
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _nim_value(self) -> int:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _has_nim_value(self, wanted: int) -> bool:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _moves(self, left: bool) -> list[Self]:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _searched_with(self) -> object:
        """Return what boards that one search can treat together have in common."""
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _search(self, others: Sequence[Any], values: list[Game], left: bool) -> bool:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    @property
    def components(self) -> tuple[Self]:
        """The board itself, as a tuple of one."""
        return (self,)

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves."""
        return self._impartial

    def impartial(self) -> Self:
        """Return the same board where both players may make every move of either.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> Domineering("...|...").impartial().nim_value
        1
        """
        changed = self._copy()
        changed._impartial = True
        return changed

    def _copy(self) -> Self:
        raise NotImplementedError  # pragma: no cover - every board defines it

    def _exchanged(self) -> Self:
        """Return the board on which Left has the moves of Right and the other way round."""
        raise NotImplementedError  # pragma: no cover - every board defines it

    def __neg__(self) -> Self:
        """Return the board with the players exchanged; an impartial one is its own negative.

        Examples
        --------
        >>> from lastmove.boards import Clobber, Domineering
        >>> -Domineering("...|..#"), -Clobber("xxo")
        (Domineering('..|..|.#'), Clobber('oox'))
        """
        return self if self._impartial else self._exchanged()

    @property
    def value(self) -> Game:
        """The value in canonical form; a nimber for an impartial board.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached; what was found so far stays known.
        """
        if self._impartial:
            return Game.nimber(self.nim_value)
        return self._value()

    @property
    def nim_value(self) -> int:
        """The Grundy value of an impartial board.

        Raises
        ------
        PositionError
            If the board is partizan.
        """
        if not self._impartial:
            raise PositionError(
                "a partizan board has no nim value: ask for its value, or for impartial()"
            )
        return self._nim_value()

    def _options(self, player: str) -> list[Self]:
        sides = [True, False] if self._impartial else [player == "left"]
        found = {option: None for left in sides for option in self._moves(left)}
        return list(found)

    def winning_moves(self, player: str | None = None) -> list[Self]:
        """Return the options after which the player who moved wins.

        Parameters
        ----------
        player : str, optional
            ``"left"`` or ``"right"``: who moves; needed where the two move differently.

        Raises
        ------
        PositionError
            If there is no such player, or none is named on a partizan board.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> Domineering("...|...|...").winning_moves("left")
        [Domineering('.#.|.#.|...'), Domineering('...|.#.|.#.')]
        """
        player = self._mover(player)
        opponent = other_player(player)
        return [option for option in self._options(player) if not option.first_wins(opponent)]


def progress_call() -> Any:
    """Return the progress callback in force, if any."""
    from lastmove.settings import current

    return current().progress
