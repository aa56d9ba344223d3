"""Sums of boards, positions and values, searched together."""

from __future__ import annotations

from lastmove.boards.board import Board
from lastmove.boards.playable import Playable, other_player
from lastmove.errors import PositionError
from lastmove.values.game import Game
from lastmove.values.playable import playable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from lastmove.boards.move import Move

CHEAP = 1 << 14
"""Positions that the value of a board may take before winning moves are searched for instead."""


def _value(part: Any) -> Game:
    return part if isinstance(part, Game) else Game(part.value)


def value_within(part: Any, positions: int) -> Game | None:
    """Return the value of a component; None if it takes a board more than so many positions."""
    if isinstance(part, Board) and not part.is_impartial:
        return part._cheap_value(positions)
    return _value(part)


def negative(part: Any) -> Any:
    """Return what adds up to zero with a component: the same with the players exchanged.

    Rules are not turned round: a position whose players move differently becomes its value.
    """
    if isinstance(part, (Game, Playable)):
        return -part
    if getattr(part, "is_impartial", False):
        return part
    pieces = getattr(part, "components", (part,))
    return BoardSum(map(negative, pieces)) if len(pieces) != 1 else -_value(part)


# Each copy is a component of its own.
_MOST_COPIES = 1 << 16


def copies(part: Any, times: object) -> BoardSum:
    """Return so many copies of a board, position or sum, of its negative for a negative number."""
    if type(times) is not int:
        return NotImplemented  # type: ignore[no-any-return]
    if abs(times) > _MOST_COPIES:
        raise PositionError(
            f"a sum has at most {_MOST_COPIES:,} copies of a component, not {times}: "
            "multiply its value instead"
        )
    one = part if times > 0 else -part
    return BoardSum(getattr(one, "components", (one,)) * abs(times))


def _is_impartial(part: Any) -> bool:
    return bool(part.is_nimber if isinstance(part, Game) else part.is_impartial)


def _impartial(part: Any) -> Any:
    if isinstance(part, Board):
        return part.impartial()
    if _is_impartial(part):
        return part
    raise PositionError(
        f"{part!r} has no impartial variant: boards have one, and nimbers and positions of "
        "impartial games are impartial already"
    )


def _moved(part: Any, player: str) -> list[Any]:
    return list(part.left_options() if player == "left" else part.right_options())


def first_wins(components: Sequence[Any], *, left: bool) -> bool:
    """Return whether the player who moves first, Left or Right, wins a sum."""
    groups: dict[object, list[Board]] = {}
    values = []
    impartial: list[Board] = []
    for part in components:
        if not isinstance(part, Board):
            values.append(_value(part))
        elif part.is_impartial:
            impartial.append(part)
        else:
            groups.setdefault(part._searched_with(), []).append(part)
    if not groups:
        return _last_impartial(impartial, values, left=left)
    values.extend(map(_value, impartial))
    together = max(groups.values(), key=len)
    for boards in groups.values():
        if boards is not together:
            values.extend(board.value for board in boards)
    return together[0]._search(together, values, left)


def _last_impartial(boards: list[Board], values: list[Game], *, left: bool) -> bool:
    """Return whether the first player wins a sum of impartial boards and values.

    Of one of the boards it need only be known whether its nim value is that of all the others.
    """
    total = Game.sum([*values, *map(_value, boards[:-1])])
    if boards:
        nimber = total.number_up_star if total.is_nimber else None
        if nimber is not None:
            # The nim value of a board is at most the number of its options.
            return nimber[2] >= 1 << 31 or not boards[-1]._has_nim_value(nimber[2])
        total += _value(boards[-1])
    return not (total <= 0 if left else total >= 0)


class BoardSum(Playable):
    """Boards, positions and values played side by side.

    Sums are equal when they have the same components, in any order; compare the values for
    equality of value.

    Parameters
    ----------
    components : iterable
        What is played side by side: boards, positions of rules, and values.

    Raises
    ------
    PositionError
        If a component is nothing that can be played.

    Examples
    --------
    >>> import lastmove as lm
    >>> total = lm.Domineering("..|..") + lm.rulesets.get("nim")(3) + lm.parse("^")
    >>> total.value, total.outcome
    (Game('{1^*3|-1^*3}'), Outcome.N)
    >>> print(total.winning_moves("left")[0])
    component 0 to #.|#. (temperature 1): Left wins, whoever moves first
    """

    __slots__ = ("_components",)

    _components: tuple[Any, ...]

    def __init__(self, components: Iterable[Any]) -> None:
        parts: list[Any] = []
        try:
            given = list(components)
        except TypeError:
            raise PositionError(f"components are a collection, not {components!r}") from None
        for part in given:
            # Sums of positions, and sums like this one, are taken apart.
            parts.extend(getattr(part, "components", (part,)))
        self._components = tuple(map(playable, parts))

    @property
    def components(self) -> tuple[Any, ...]:
        """What is played side by side."""
        return self._components

    def __repr__(self) -> str:
        return " + ".join(repr(part) for part in self.components) or "BoardSum(())"

    def __str__(self) -> str:
        return "\n+\n".join(map(str, self.components)) or "0"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoardSum):
            return NotImplemented
        return self._counts() == other._counts()

    def __hash__(self) -> int:
        return hash(self._counts())

    def _counts(self) -> frozenset[tuple[Any, int]]:
        counts: dict[Any, int] = {}
        for part in self.components:
            counts[part] = counts.get(part, 0) + 1
        return frozenset(counts.items())

    def __neg__(self) -> BoardSum:
        """Return the sum of the negatives of the components.

        Examples
        --------
        >>> from lastmove.boards import Clobber, Domineering
        >>> board = Domineering("..|..")
        >>> -(board + 1), (Clobber("xxo") - board).value, (board - board).value
        (Domineering('..|..') + Game('-1'), Game('{1^|-1^}'), Game('0'))
        """
        return BoardSum(map(negative, self.components))

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves in every component."""
        return all(map(_is_impartial, self.components))

    def impartial(self) -> BoardSum:
        """Return the sum in which both players may make every move of either on each board.

        Raises
        ------
        PositionError
            If a component is no board and not impartial already.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> import lastmove as lm
        >>> (Domineering("..|..") + Domineering("...") + lm.parse("*2")).impartial().value
        Game('*3')
        """
        return BoardSum(map(_impartial, self.components))

    @property
    def value(self) -> Game:
        """The value of the sum.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached; what was found so far stays known.
        """
        return Game.sum([_value(part) for part in self.components])

    def _options(self, player: str) -> list[BoardSum]:
        found = {self._with(place, option): None for place, option in self._single_moves(player)}
        return list(found)

    def _single_moves(self, player: str) -> list[tuple[int, Any]]:
        return [
            (place, option)
            for place, part in enumerate(self.components)
            for option in _moved(part, player)
        ]

    def _with(self, place: int, option: Any) -> BoardSum:
        """Return the sum after a component has become something else."""
        return BoardSum((*self.components[:place], option, *self.components[place + 1 :]))

    def winning_moves(self, player: str | None = None) -> list[Move]:
        """Return the moves that win, with the component they are in and why they win.

        Where the value of a component takes long to find, the moves are searched for, and its
        temperature is not told.

        Parameters
        ----------
        player : str, optional
            ``"left"`` or ``"right"``: who moves; needed where the two move differently.

        Returns
        -------
        list of Move
            Component, what it becomes, the outcome of the sum after the move, and the temperature
            of the component before it.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached.
        PositionError
            If there is no such player, or none is named and the two move differently.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> import lastmove as lm
        >>> for move in (Domineering("..|..") + lm.parse("{5|-5}")).winning_moves("left"):
        ...     print(move.component, move.option, move.outcome, move.temperature)
        1 5 L 5
        """
        from lastmove.boards.move import Move

        player = self._mover(player)
        opponent = other_player(player)
        values = [value_within(part, CHEAP) for part in self.components]
        known = [value for value in values if value is not None]
        found = []
        for place, option in self._single_moves(player):
            value = values[place]
            if len(known) == len(values):
                after = Game.sum([*known[:place], *known[place + 1 :], _value(option)])
                if (after >= 0) if player == "left" else (after <= 0):
                    found.append(Move(place, option, after.outcome, known[place].temperature))
                continue
            total = self._with(place, option)
            if not total.first_wins(opponent):
                temperature = None if value is None else value.temperature
                found.append(Move(place, option, total.outcome, temperature))
        return found

    def temperatures(self) -> list[Any]:
        """Return how hot each component is: in a hot sum a move in the hottest is often best.

        Returns
        -------
        list of Fraction
            The temperature of the value of each component, in their order.

        Raises
        ------
        LimitExceeded
            If the memory limit is reached.

        Examples
        --------
        >>> import lastmove as lm
        >>> (lm.Domineering("..|..") + lm.parse("{5|-5}") + 1).temperatures()
        [Fraction(1, 1), Fraction(5, 1), Fraction(-1, 1)]
        """
        return [_value(part).temperature for part in self.components]
