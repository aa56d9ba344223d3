"""What boards and sums of them have in common: the questions, and adding up."""

from __future__ import annotations

from lastmove.errors import PositionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lastmove.boards.sums import BoardSum
    from lastmove.solve.outcome import Outcome
    from lastmove.values.game import Game
    from lastmove.values.thermograph import Thermograph

_OTHER = {"left": "right", "right": "left"}


def other_player(player: str) -> str:
    """Return the opponent of a player, ``"left"`` or ``"right"``."""
    other = _OTHER.get(player) if isinstance(player, str) else None
    if other is None:
        raise PositionError(f'a player is "left" or "right", not {player!r}')
    return other


class Playable:
    """What is played: components side by side, one of them for a board."""

    __slots__ = ()

    @property
    def components(self) -> tuple[Any, ...]:
        """What is played side by side."""
        raise NotImplementedError  # pragma: no cover - both children define it

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves."""
        raise NotImplementedError  # pragma: no cover - both children define it

    def _mover(self, player: str | None) -> str:
        """Return who moves: a player need not be named where both have the same moves."""
        if player is None and self.is_impartial:
            return "left"
        if player is None:
            raise PositionError(
                "the players move differently here: "
                'ask for winning_moves("left") or winning_moves("right")'
            )
        other_player(player)
        return player

    @property
    def value(self) -> Game:
        """The value in canonical form."""
        raise NotImplementedError  # pragma: no cover - both children define it

    def _options(self, player: str) -> list[Any]:
        raise NotImplementedError  # pragma: no cover - both children define it

    @property
    def outcome(self) -> Outcome:
        """Who wins in normal play: found by search, which large boards finish before a value.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached.

        Examples
        --------
        >>> from lastmove.boards import Clobber
        >>> Clobber("xoxo|oxox|xoxo|oxox").outcome
        Outcome.N
        """
        from lastmove.solve.outcome import Outcome

        return Outcome.of(self.first_wins("left"), self.first_wins("right"))

    def first_wins(self, player: str) -> bool:
        """Return whether a player wins when moving first.

        Boards of one game are searched together; what is of another game counts by its value.

        Parameters
        ----------
        player : str
            ``"left"`` or ``"right"``.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> Domineering("....|....|....|....").first_wins("left")
        True
        >>> (Domineering("..|..") + Domineering("...")).first_wins("left")
        True
        """
        from lastmove.boards.sums import first_wins

        return first_wins(self.components, left=other_player(player) == "right")

    def left_options(self) -> list[Any]:
        """Return the distinct positions that Left can move to."""
        return self._options("left")

    def right_options(self) -> list[Any]:
        """Return the distinct positions that Right can move to."""
        return self._options("right")

    def sensible_options(self, player: str) -> list[Any]:
        """Return the options that matter: those that begin a line to a canonical option.

        Parameters
        ----------
        player : str
            ``"left"`` or ``"right"``: who moves.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> Domineering("...|..#").sensible_options("left")
        [Domineering('.#.|.##')]
        """
        from lastmove.values.lines import sensible_options

        return sensible_options(self, player)

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the value."""
        return self.value.thermograph()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __add__(self, other: object) -> BoardSum:
        from lastmove.boards.sums import BoardSum

        if isinstance(other, int) and other == 0:
            return BoardSum(self.components)
        try:
            return BoardSum((*self.components, other))
        except PositionError:
            return NotImplemented

    def __neg__(self) -> Any:
        raise NotImplementedError  # pragma: no cover - both children define it

    def __sub__(self, other: object) -> BoardSum:
        from lastmove.boards.sums import negative
        from lastmove.values.playable import playable

        try:
            part = playable(other)
        except PositionError:
            return NotImplemented
        total: BoardSum = self + negative(part)
        return total

    def __rsub__(self, other: object) -> BoardSum:
        negated: BoardSum = -self
        return negated.__radd__(other)

    def __mul__(self, times: object) -> BoardSum:
        """Return so many copies side by side, of the negative for a negative number.

        Raises
        ------
        PositionError
            If they are more than 65,536.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> (2 * Domineering("..|..")).value, (-1 * Domineering("..")).value, 0 * Domineering("..")
        (Game('0'), Game('1'), BoardSum(()))
        """
        from lastmove.boards.sums import copies

        return copies(self, times)

    __rmul__ = __mul__

    def __radd__(self, other: object) -> BoardSum:
        # So that components stand in the order in which they were typed, and sum() works.
        from lastmove.boards.sums import BoardSum

        return BoardSum(()) + other + self
