"""What ``lastmove solve`` says of boards, and of sums with boards in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lastmove.boards import BoardSum, from_text, names
from lastmove.boards.sums import value_within
from lastmove.cli.output import plain
from lastmove.cli.target import find_position
from lastmove.errors import PositionError
from lastmove.values.game import Game, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.boards import Board

# A form longer than this is cut when printed for people; JSON always has all of it.
_SHOWN = 500
_WIDTH = len("Right's winning moves")


def is_board_game(name: str) -> bool:
    """Return whether a name is that of a game on boards."""
    return name in names()


def find_sum(game: str, texts: tuple[str, ...], *, impartial: bool) -> Board | BoardSum:
    """Return the board, or the sum, that texts name.

    Parameters
    ----------
    game : str
        The board game of texts without a name.
    texts : tuple of str
        Boards; ``name:`` in front names another game, ``value:`` an expression of games.
    impartial : bool
        Whether both players may make all moves on the boards.
    """
    parts = [_part(game, text, impartial=impartial) for text in texts]
    return parts[0] if len(parts) == 1 else BoardSum(parts)


def _part(game: str, text: str, *, impartial: bool) -> Any:
    name, colon, rest = text.partition(":")
    if not colon:
        name, rest = game, text
    if name == "value":
        return parse(rest)
    if name in names():
        board = from_text(name, rest)
        return board.impartial() if impartial else board
    from lastmove.cli.target import find_rules

    try:
        rules = find_rules(name)
    except PositionError:
        raise click.ClickException(
            f"there is no game {name!r}: boards are {', '.join(names())}; "
            "'lastmove rulesets' lists the others"
        ) from None
    return find_position(rest, rules)


def solve(
    position: Board | BoardSum, *, positions: int, shown: int, told: Callable[[str], None]
) -> dict[str, Any]:
    """Return all answers, in the form that is printed as JSON.

    Parameters
    ----------
    position : Board or BoardSum
        What is solved.
    positions : int
        Positions that finding the value of each part may take.
    shown : int
        With 0, winning moves are not searched for.
    told : callable
        Is told the outcome as soon as it is known: the rest may take much longer.
    """
    outcome = position.outcome
    told(f"{outcome.value}: {outcome.winner}")
    parts = position.components if isinstance(position, BoardSum) else (position,)
    values = [value_within(part, positions) for part in parts]
    known = [value for value in values if value is not None]
    total = Game.sum(known) if len(known) == len(values) else None
    first_wins = {"left": outcome.value in "LN", "right": outcome.value in "RN"}
    return {
        "position": {
            "text": repr(position),
            "components": [_described(*pair) for pair in zip(parts, values, strict=True)],
        },
        "outcome": outcome.value,
        "winner": outcome.winner,
        "value": plain(total),
        "value_not_within_positions": positions if total is None else None,
        "mean": None if total is None else str(total.mean),
        "temperature": None if total is None else str(total.temperature),
        "moves": [
            _moves(position, player, wins=wins, wanted=shown > 0)
            for player, wins in first_wins.items()
        ],
    }


def _described(part: Any, value: Game | None) -> dict[str, Any]:
    rules = part.rules if hasattr(part, "rules") else "value"
    return {
        "game": rules if isinstance(rules, str) else rules.name,
        "picture": str(part),
        "value": plain(value),
    }


def _moves(position: Board | BoardSum, player: str, *, wins: bool, wanted: bool) -> dict[str, Any]:
    options = position.left_options() if player == "left" else position.right_options()
    # Whoever loses moving first has no winning move: that needs no search.
    won: Any = position.winning_moves(player) if wins and wanted else []
    if isinstance(position, BoardSum):
        winning = [
            {
                "component": move.component,
                "text": _line(move.option),
                "outcome": move.outcome.value,
                "temperature": None if move.temperature is None else str(move.temperature),
            }
            for move in won
        ]
    else:
        winning = [
            {"component": 0, "text": _line(board), "outcome": board.outcome.value} for board in won
        ]
    return {
        "player": player,
        "options": len(options),
        "winning": None if wins and not wanted else len(winning),
        "positions": winning,
    }


def _line(option: Any) -> str:
    return str(option).replace("\n", "|")


# What people see of a board with nothing on it.
_EMPTY = "(nothing left)"


def _row(label: str, text: str) -> None:
    click.echo(f"{label.ljust(_WIDTH)}  {text}")


def show_outcome(position: Board | BoardSum, outcome: str) -> None:
    """Print what is known first, for people: the components and who wins."""
    for at, part in enumerate(position.components):
        if at:
            click.echo("+")
        click.secho(str(part) or _EMPTY, bold=True)
    _row("outcome", outcome)


def show(answer: dict[str, Any], shown: int) -> None:
    """Print the other answers for people, with so many winning moves of each player."""
    parts = answer["position"]["components"]
    value = answer["value"]
    if value is None:
        most = answer["value_not_within_positions"]
        _row("value", f"not found within {most} positions; --positions allows more")
    else:
        if len(value) > _SHOWN:
            value = f"{value[:_SHOWN]}... ({len(value)} characters; --json prints all)"
        _row("value", value)
        _row("mean", answer["mean"])
        _row("temperature", answer["temperature"])
    for side in answer["moves"]:
        whose = f"{side['player'].capitalize()}'s winning moves"
        if side["winning"] is None:
            _row(whose, f"some of {side['options']}, not searched for")
            continue
        _row(whose, f"{side['winning']} of {side['options']}")
        for move in side["positions"][:shown]:
            where = f"component {move['component'] + 1} to " if len(parts) > 1 else ""
            _row("", f"{where}{move['text'] or _EMPTY}")
        if side["winning"] > shown:
            _row("", f"and {side['winning'] - shown} more")
