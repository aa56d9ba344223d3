"""Positions and sums of positions: what all questions are asked of."""

from __future__ import annotations

from lastmove.errors import PositionError, RulesError

TYPE_CHECKING = False  # typing's own constant costs 25 ms of start-up
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Any

    from lastmove._core import Game
    from lastmove.rules.ruleset import Rules
    from lastmove.solve.outcome import Outcome
    from lastmove.values.dyadic import Dyadic
    from lastmove.values.thermograph import Thermograph


class Playable:
    """What positions and sums have in common: components, and the questions."""

    __slots__ = ()

    @property
    def components(self) -> tuple[Position, ...]:
        """The positions that are played side by side."""
        raise NotImplementedError  # pragma: no cover - both children define it

    @property
    def is_impartial(self) -> bool:
        """Whether both players have the same moves in every component."""
        return all(part.rules.kind == "impartial" for part in self.components)

    @property
    def outcome(self) -> Outcome:
        """The outcome in normal play: the player who makes the last move wins.

        Raises
        ------
        RulesError, LoopError
            If the rules fail somewhere below the position, or play can loop.
        LimitExceeded
            If the memory limit is reached.
        """
        from lastmove.solve import questions

        return questions.outcome(self.components)

    @property
    def outcome_misere(self) -> Outcome:
        """The outcome in misère play: the player who makes the last move loses.

        Raises
        ------
        RulesError, LoopError, LimitExceeded
            As for `outcome`.
        """
        from lastmove.solve import questions

        return questions.outcome(self.components, misere=True)

    @property
    def grundy(self) -> int:
        """The Grundy value: the size of the Nim heap the position is worth.

        Raises
        ------
        PositionError
            If the game is partizan.
        RulesError, LoopError, LimitExceeded
            As for `outcome`.

        References
        ----------
        .. [1] R. P. Sprague, Über mathematische Kampfspiele, Tohoku Math. J. 41 (1935).
        .. [2] P. M. Grundy, Mathematics and games, Eureka 2 (1939).
        """
        from lastmove.solve import questions

        return questions.grundy(self.components)

    @property
    def value(self) -> Dyadic | Game:
        """The value in canonical form.

        A `Dyadic` where the position and all below it are numbers, a `Game` otherwise; the two
        compare and add alike.

        Raises
        ------
        RulesError, LoopError, LimitExceeded
            As for `outcome`.

        References
        ----------
        .. [1] J. H. Conway, *On Numbers and Games*, 1976.
        """
        from lastmove.solve import questions

        return questions.value(self.components)

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the value.

        Raises
        ------
        RulesError, LoopError, LimitExceeded
            As for `outcome`.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("partizan_subtraction")(5).thermograph()
        Thermograph(mean=0, temperature=0)
        """
        from lastmove.values.game import Game

        return Game(self.value).thermograph()

    def options(self) -> list[Position | Sum]:
        """Return the distinct positions that can be moved to, in the order of the rules.

        Raises
        ------
        PositionError
            If the game is partizan: ask for `left_options` or `right_options`.
        RulesError
            If the rules yield something that is no position.
        """
        if not self.is_impartial:
            raise PositionError(
                f"the players of {self} move differently: ask for left_options() or right_options()"
            )
        return self._options("left")

    def left_options(self) -> list[Position | Sum]:
        """Return the distinct positions that Left can move to."""
        return self._options("left")

    def right_options(self) -> list[Position | Sum]:
        """Return the distinct positions that Right can move to."""
        return self._options("right")

    def _options(self, player: str) -> list[Position | Sum]:
        from lastmove.solve import questions

        return questions.options(self.components, player)

    def winning_moves(
        self, player: str | None = None, *, misere: bool = False
    ) -> list[Position | Sum]:
        """Return the options after which the player who moved wins; ``len`` counts them.

        Parameters
        ----------
        player : str, optional
            ``"left"`` or ``"right"``; needed where the two move differently.
        misere : bool, default False
            Whether the player who makes the last move loses.

        Returns
        -------
        list of Position or Sum
            Distinct, in the order of the rules; empty if there is no winning move.

        Raises
        ------
        PositionError
            If the game is partizan and no player is named.
        RulesError, LoopError, LimitExceeded
            As for `outcome`.

        Examples
        --------
        >>> import lastmove as lm
        >>> nim = lm.rulesets.get("nim")
        >>> nim(3, 4, 5).winning_moves()
        [nim(1, 4, 5)]
        """
        from lastmove.solve import questions

        if player is None:
            if not self.is_impartial:
                raise PositionError(
                    f"the players of {self} move differently: "
                    'ask for winning_moves("left") or winning_moves("right")'
                )
        elif player not in ("left", "right"):
            raise PositionError(f'a player is "left" or "right", not {player!r}')
        return questions.winning_moves(self.components, player, misere=misere)

    def sensible_options(self, player: str) -> list[Position | Sum]:
        """Return the options that matter: those that begin a line to a canonical option.

        Parameters
        ----------
        player : str
            ``"left"`` or ``"right"``: who moves.

        Raises
        ------
        PositionError
            If there is no such player.
        RulesError, LoopError, LimitExceeded
            As for `value`.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("cutcake")(4, 3).sensible_options("left")
        [cutcake(2, 3) + cutcake(2, 3)]
        """
        from lastmove.values.lines import sensible_options

        return sensible_options(self, player)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Playable):
            return add(self.components + other.components)
        if type(other) is int and other == 0:
            return add(self.components)
        return _mixed(self, other)

    def __radd__(self, other: Any) -> Any:
        # So that sum(positions) works, and a value may stand in front.
        if type(other) is int and other == 0:
            return add(self.components)
        return _mixed(other, self)

    def __neg__(self) -> Any:
        """Return what adds up to zero with the positions; of partizan rules, the value's negative.

        Examples
        --------
        >>> import lastmove as lm
        >>> nim, cutcake = lm.rulesets.get("nim"), lm.rulesets.get("cutcake")
        >>> -nim(3), -cutcake(5, 2), (nim(3) - nim(1, 2)).outcome
        (nim(3), Game('-1'), Outcome.P)
        """
        from lastmove.boards.sums import negative

        return negative(self)

    def __sub__(self, other: Any) -> Any:
        from lastmove.boards.sums import negative
        from lastmove.values.playable import playable

        try:
            return self + negative(playable(other))
        except PositionError:
            return NotImplemented

    def __rsub__(self, other: Any) -> Any:
        return _mixed(other, -self)

    def __mul__(self, times: Any) -> Any:
        """Return so many copies side by side, of the negative for a negative number.

        Raises
        ------
        PositionError
            If they are more than 65,536.

        Examples
        --------
        >>> import lastmove as lm
        >>> kayles = lm.rulesets.get("kayles")
        >>> 3 * kayles(5)
        kayles(5) + kayles(5) + kayles(5)
        """
        from lastmove.boards.sums import copies

        found = copies(self, times)
        if found is NotImplemented or not all(isinstance(p, Position) for p in found.components):
            return found
        return add(found.components)

    __rmul__ = __mul__


def _mixed(first: Any, second: Any) -> Any:
    """Return the sum of positions and what is none: boards, values, numbers."""
    from lastmove.boards.board import Board
    from lastmove.boards.sums import BoardSum

    if isinstance(first, Board) or isinstance(second, Board):
        return NotImplemented  # Boards know how to add.
    try:
        return BoardSum((first, second))
    except PositionError:
        return NotImplemented


class Position(Playable):
    """A position of one game.

    Made by calling rules: ``kayles(7)``. Positions are equal when their rules and
    coordinates are, can be used in sets, and add up to sums.

    Attributes
    ----------
    rules : Rules
        The game.
    coords : tuple
        The coordinates.
    """

    __slots__ = ("chosen", "coords", "rules")

    rules: Rules
    coords: tuple[Any, ...]
    # Whether parameters were named that are those of the rules as first stated: then a move
    # means these, and not the parameters being played with.
    chosen: bool

    def __init__(self, rules: Rules, coords: tuple[Hashable, ...], *, chosen: bool = False) -> None:
        self.rules = rules
        self.coords = coords
        self.chosen = chosen

    @property
    def components(self) -> tuple[Position, ...]:
        """The position itself, as a tuple of one."""
        return (self,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        try:
            return self.rules is other.rules and self.coords == other.coords
        except Exception as error:
            raise RulesError(
                f"{self} cannot be compared with {other}: the __eq__ of a coordinate raises "
                f"{type(error).__name__}: {error}",
                self,
            ) from error

    def __hash__(self) -> int:
        try:
            return hash((id(self.rules), self.coords))
        except Exception as error:
            raise RulesError(
                f"{self} cannot be hashed: the __hash__ of a coordinate raises "
                f"{type(error).__name__}: {error}",
                self,
            ) from error

    def __repr__(self) -> str:
        return self.rules.show(self.coords)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Position, (self.rules, self.coords))


class Sum(Playable):
    """Positions played side by side: a move is a move in one of them.

    Sums are equal when they have the same components, in any order.
    """

    __slots__ = ("_components",)

    _components: tuple[Position, ...]

    def __init__(self, components: Iterable[Position] = ()) -> None:
        self._components = tuple(components)

    @property
    def components(self) -> tuple[Position, ...]:
        """The positions that are played side by side."""
        return self._components

    def _counts(self) -> frozenset[tuple[Position, int]]:
        counts: dict[Position, int] = {}
        for part in self._components:
            counts[part] = counts.get(part, 0) + 1
        return frozenset(counts.items())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sum):
            return NotImplemented
        return self._counts() == other._counts()

    def __hash__(self) -> int:
        return hash(self._counts())

    def __repr__(self) -> str:
        return " + ".join(map(repr, self._components)) or "Sum()"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Sum, (self._components,))


def add(components: tuple[Position, ...]) -> Position | Sum:
    """Return the one position, or the sum of several or none."""
    return components[0] if len(components) == 1 else Sum(components)
