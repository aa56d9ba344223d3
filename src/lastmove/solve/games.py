"""Values of positions in general: canonical forms built from the options, bottom up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove._core import Game
from lastmove.solve import native, plain
from lastmove.solve.moves import moves
from lastmove.solve.replay import Replay
from lastmove.solve.watch import Memo, Watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.rules.position import Position
    from lastmove.solve.moves import Components


def position_game(start: Position, grundy: Callable[[Position], int]) -> Game:
    """Return the value of a position in canonical form.

    Positions of impartial games are worth their Grundy value; those of partizan games are built
    from the values of their options, natively where the rules run natively. Nothing is recursive.

    Raises
    ------
    RulesError, LoopError
        If the rules fail somewhere below the position, or play can loop.
    LimitExceeded
        If the memory limit is reached.
    """
    if start.rules.kind == "impartial":
        return Game.nimber(grundy(start))
    found = native.game(start)
    return plain_game(start, grundy, native.game) if found is None else found


def plain_game(
    start: Position,
    grundy: Callable[[Position], int],
    shortcut: Callable[[Position], Game | None],
) -> Game:
    """Return the value of a position of a partizan game, its moves found in Python.

    Parameters
    ----------
    start : Position
        The position.
    grundy : callable
        Gives the Grundy value of a position of an impartial game.
    shortcut : callable
        Gives the value of a position that something faster knows, else None.
    """
    memo: Memo[Position, Game] = start.rules.engine.memo("game")
    if start in memo:
        return memo[start]
    watch, replay = Watch(memo), Replay(start)
    stack: list[_Frame] = []
    on_stack: set[Position] = set()

    def enter(position: Position) -> None:
        watch.enter(position)
        replay.note(position, "left")
        replay.note(position, "right")
        stack.append(_Frame(position))
        on_stack.add(position)

    def learn(part: Position) -> bool:
        """Put the value of a part into the memo, or enter the part."""
        if part.rules.kind == "impartial":
            memo[part] = Game.nimber(grundy(part))
        elif (known := shortcut(part)) is not None:
            memo[part] = known
        elif part in on_stack:
            replay.check()
            raise plain.loop(part)
        else:
            enter(part)
            return False
        return True

    enter(start)
    while True:
        frame = stack[-1]
        step = frame.waiting or next(frame.options, None)
        if step is None:
            value = memo[frame.position] = Game(
                list(frame.sides["left"]), list(frame.sides["right"])
            )
            watch.leave()
            on_stack.remove(frame.position)
            stack.pop()
            if not stack:
                break
            continue
        watch.step(frame.position)
        player, option = step
        missing = next((part for part in option if part not in memo and not learn(part)), None)
        frame.waiting = None if missing is None else step
        if missing is None:
            frame.sides[player][Game.sum(memo[part] for part in option)] = None
    replay.check()
    return value


class _Frame:
    """A position whose options are being valued, one after the other.

    Attributes
    ----------
    sides : dict
        For each player the distinct values of the options seen so far.
    waiting : tuple or None
        The option of which a part is being valued.
    """

    __slots__ = ("options", "position", "sides", "waiting")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.options = (
            (player, option) for player in ("left", "right") for option in moves(position, player)
        )
        self.sides: dict[str, dict[Game, None]] = {"left": {}, "right": {}}
        self.waiting: tuple[str, Components] | None = None

    def value(self) -> Game:
        """Return the value, once there are no more options."""
        return Game(*(list(side) for side in self.sides.values()))
