"""Values of positions in general: canonical forms built from the options, bottom up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove._core import Game
from lastmove.solve import native, plain
from lastmove.solve.moves import moves
from lastmove.solve.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    memo = start.rules.engine.game_memo
    watch, replay = plain.Watch(), Replay(start)
    stack: list[tuple[Position, list[tuple[str, Components]]]] = []
    on_stack: set[Position] = set()

    def enter(position: Position) -> None:
        replay.note(position, "left")
        replay.note(position, "right")
        options: list[tuple[str, Components]] = []
        for player in ("left", "right"):
            for option in moves(position, player):
                watch.step(len(memo), len(stack) + len(options), len(memo))
                options.append((player, option))
        stack.append((position, options))
        on_stack.add(position)

    def missing(options: list[tuple[str, Components]]) -> Iterator[Position]:
        for _, option in options:
            for part in option:
                if part not in memo:
                    yield part

    if start not in memo:
        enter(start)
    while stack:
        position, options = stack[-1]
        watch.step(len(memo), len(stack), len(memo))
        part = next(missing(options), None)
        if part is None:
            sides: dict[str, list[Game]] = {"left": [], "right": []}
            for player, option in options:
                sides[player].append(Game.sum(memo[part] for part in option))
            memo[position] = Game(sides["left"], sides["right"])
            on_stack.remove(position)
            stack.pop()
        elif part.rules.kind == "impartial":
            memo[part] = Game.nimber(grundy(part))
        elif (known := shortcut(part)) is not None:
            memo[part] = known
        elif part in on_stack:
            replay.check()
            raise plain.loop(part)
        else:
            enter(part)
    replay.check()
    return memo[start]
