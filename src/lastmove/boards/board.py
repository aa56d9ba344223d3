"""What all boards have in common: the questions, sums, and the impartial variant."""

from __future__ import annotations

from lastmove.errors import PositionError
from lastmove.values.game import Game, limited

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Self

    from lastmove.boards.move import Move
    from lastmove.solve.outcome import Outcome
    from lastmove.values.thermograph import Thermograph

_PLAYERS = ("left", "right")


class Board:
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

    def _nim_value(self) -> int:
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
        with limited():
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
        with limited():
            return self._nim_value()

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
        return BoardSum((self,)).outcome

    def first_wins(self, player: str) -> bool:
        """Return whether a player wins when moving first.

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
        """
        return BoardSum((self,)).first_wins(player)

    def left_options(self) -> list[Self]:
        """Return the distinct boards that Left can move to."""
        return self._options("left")

    def right_options(self) -> list[Self]:
        """Return the distinct boards that Right can move to."""
        return self._options("right")

    def _options(self, player: str) -> list[Self]:
        sides = [True, False] if self._impartial else [player == "left"]
        found = {option: None for left in sides for option in self._moves(left)}
        return list(found)

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the value."""
        return self.value.thermograph()

    def winning_moves(self, player: str) -> list[Self]:
        """Return the options after which the player who moved wins.

        Parameters
        ----------
        player : str
            ``"left"`` or ``"right"``: who moves.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> Domineering("...|...|...").winning_moves("left")
        [Domineering('.#.|.#.|...'), Domineering('...|.#.|.#.')]
        """
        opponent = "right" if _is_left(player) else "left"
        return [option for option in self._options(player) if not option.first_wins(opponent)]

    def sensible_options(self, player: str) -> list[Self]:
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

    def __add__(self, other: object) -> BoardSum:
        return BoardSum((self,)) + other

    def __radd__(self, other: object) -> BoardSum:
        # So that components stand in the order in which they were typed.
        return BoardSum(()) + other + self


def _is_left(player: str) -> bool:
    if player not in _PLAYERS:
        raise PositionError(f'a player is "left" or "right", not {player!r}')
    return player == "left"


def _component(part: Any) -> Any:
    """Return a component as it is kept: numbers as games."""
    if isinstance(part, (Board, Game)) or hasattr(part, "left_options"):
        return part
    if hasattr(part, "numerator") and not isinstance(part, float):
        return Game(part)
    raise PositionError(
        f"{part!r} cannot be played: a component is a board, a position, a game or a number"
    )


def _component_value(part: Any) -> Game:
    return part if isinstance(part, Game) else Game(part.value)


def _moved(part: Any, player: str) -> list[Any]:
    options = part.left_options() if player == "left" else part.right_options()
    return list(options)


class BoardSum:
    """Boards, positions and values played side by side.

    Parameters
    ----------
    components : sequence
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

    __slots__ = ("components",)

    components: tuple[Any, ...]

    def __init__(self, components: Sequence[Any]) -> None:
        parts: list[Any] = []
        for part in components:
            # Sums of positions, and sums like this one, are taken apart.
            parts.extend(getattr(part, "components", (part,)))
        self.components = tuple(map(_component, parts))

    def __repr__(self) -> str:
        return " + ".join(repr(part) for part in self.components) or "BoardSum(())"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BoardSum):
            return NotImplemented
        return self.components == other.components

    def __hash__(self) -> int:
        return hash(self.components)

    @property
    def value(self) -> Game:
        """The value of the sum."""
        return Game.sum([_component_value(part) for part in self.components])

    @property
    def outcome(self) -> Outcome:
        """Who wins in normal play, found by search as for single boards."""
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
        >>> (Domineering("..|..") + Domineering("...")).first_wins("left")
        True
        """
        left = _is_left(player)
        groups: dict[object, list[Board]] = {}
        values = []
        for part in self.components:
            if isinstance(part, Board) and not part.is_impartial:
                groups.setdefault(part._searched_with(), []).append(part)
            else:
                values.append(_component_value(part))
        if not groups:
            total = Game.sum(values)
            return not (total <= 0 if left else total >= 0)
        together = max(groups.values(), key=len)
        for boards in groups.values():
            if boards is not together:
                values.extend(board.value for board in boards)
        with limited():
            return together[0]._search(together, values, left)

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the value."""
        return self.value.thermograph()

    def left_options(self) -> list[BoardSum]:
        """Return the sums that Left can move to."""
        return self._options("left")

    def right_options(self) -> list[BoardSum]:
        """Return the sums that Right can move to."""
        return self._options("right")

    def _options(self, player: str) -> list[BoardSum]:
        found: dict[BoardSum, None] = {}
        for place, part in enumerate(self.components):
            before, after = self.components[:place], self.components[place + 1 :]
            for option in _moved(part, player):
                found[BoardSum((*before, option, *after))] = None
        return list(found)

    def winning_moves(self, player: str) -> list[Move]:
        """Return the moves that win, with the component they are in and the resulting outcome.

        Parameters
        ----------
        player : str
            ``"left"`` or ``"right"``: who moves.

        Examples
        --------
        >>> from lastmove.boards import Domineering
        >>> import lastmove as lm
        >>> for move in (Domineering("..|..") + lm.parse("{5|-5}")).winning_moves("left"):
        ...     print(move.component, move.option, move.outcome, move.temperature)
        1 5 L 5
        """
        from lastmove.boards.move import Move

        left = _is_left(player)
        values = [_component_value(part) for part in self.components]
        found = []
        for place, part in enumerate(self.components):
            rest = Game.sum(values[:place] + values[place + 1 :])
            for option in _moved(part, player):
                after = rest + _component_value(option)
                if (after >= 0) if left else (after <= 0):
                    temperature = values[place].temperature
                    found.append(Move(place, option, after.outcome, temperature))
        return found

    def __add__(self, other: object) -> BoardSum:
        if isinstance(other, int) and other == 0:
            return self
        try:
            return BoardSum((*self.components, other))
        except PositionError:
            return NotImplemented

    def __radd__(self, other: object) -> BoardSum:
        return BoardSum(()) + other + self


def progress_call() -> Any:
    """Return the progress callback in force, if any."""
    from lastmove.settings import current

    return current().progress
