"""What ``lastmove solve`` says of boards, and of sums with boards in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lastmove.boards import BoardSum, from_text, names
from lastmove.cli.target import find_position
from lastmove.errors import PositionError
from lastmove.values.game import parse

if TYPE_CHECKING:
    from lastmove.boards import Board
    from lastmove.values.game import Game

# A form longer than this is cut when printed for people; JSON always has all of it.
_SHOWN = 500


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


def solve(position: Board | BoardSum) -> dict[str, Any]:
    """Return all answers, in the form that is printed as JSON."""
    value = position.value
    outcome = value.outcome
    parts = position.components if isinstance(position, BoardSum) else (position,)
    return {
        "position": {
            "text": repr(position),
            "components": [_described(part) for part in parts],
        },
        "outcome": outcome.value,
        "winner": outcome.winner,
        "value": str(value),
        "mean": str(value.mean),
        "temperature": str(value.temperature),
        "moves": [_moves(position, value, player) for player in ("left", "right")],
    }


def _described(part: Any) -> dict[str, Any]:
    rules = part.rules if hasattr(part, "rules") else "value"
    return {
        "game": rules if isinstance(rules, str) else rules.name,
        "picture": str(part),
        "value": str(part.value),
    }


def _moves(position: Board | BoardSum, value: Game, player: str) -> dict[str, Any]:
    options = position.left_options() if player == "left" else position.right_options()
    if isinstance(position, BoardSum):
        winning = [
            {
                "component": move.component,
                "text": _line(move.option),
                "outcome": move.outcome.value,
                "temperature": str(move.temperature),
            }
            for move in position.winning_moves(player)
        ]
    else:
        winning = [
            {"component": 0, "text": _line(board), "outcome": board.outcome.value}
            for board in position.winning_moves(player)
        ]
    return {
        "player": player,
        "options": len(options),
        "winning": len(winning),
        "positions": winning,
    }


def _line(option: Any) -> str:
    return str(option).replace("\n", "|")


def show(answer: dict[str, Any], shown: int) -> None:
    """Print the answers for people, with so many winning moves of each player."""
    parts = answer["position"]["components"]
    for at, part in enumerate(parts):
        if at:
            click.echo("+")
        click.secho(part["picture"], bold=True)
    value = answer["value"]
    if len(value) > _SHOWN:
        value = f"{value[:_SHOWN]}... ({len(value)} characters; --json prints all)"
    lines = [
        ("outcome", f"{answer['outcome']}: {answer['winner']}"),
        ("value", value),
        ("mean", answer["mean"]),
        ("temperature", answer["temperature"]),
    ]
    for side in answer["moves"]:
        whose = f"{side['player'].capitalize()}'s winning moves"
        lines.append((whose, f"{side['winning']} of {side['options']}"))
        for move in side["positions"][:shown]:
            where = f"component {move['component'] + 1} to " if len(parts) > 1 else ""
            lines.append(("", f"{where}{move['text']}"))
        if side["winning"] > shown > 0:
            lines.append(("", f"and {side['winning'] - shown} more"))
    width = max(len(label) for label, _ in lines)
    for label, text in lines:
        click.echo(f"{label.ljust(width)}  {text}")
