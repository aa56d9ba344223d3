"""``lastmove solve``: who wins a position, what it is worth, which moves win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.output import Bar, described, numbers_of_any_size, plain, print_json
from lastmove.cli.target import complete_rules, find_position, find_rules
from lastmove.rules.position import Sum, add
from lastmove.settings import limits, parse_size

if TYPE_CHECKING:
    from lastmove.rules.position import Position


def _memory(ctx: click.Context, option: click.Parameter, text: str | None) -> int | None:
    try:
        return None if text is None else parse_size(text)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


memory_option = click.option(
    "--memory",
    metavar="SIZE",
    callback=_memory,
    help='Memory that the search may take, such as "2 GiB"; by default half of the machine\'s.',
)
set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a keyword parameter of RULES, such as k=5; may be repeated.",
)


@click.command(short_help="Say who wins a position or sum, and by which moves.")
@click.argument("rules", shell_complete=complete_rules)
@click.argument("positions", nargs=-1, required=True, metavar="POSITION...")
@click.option("--misere", is_flag=True, help="Whoever makes the last move loses.")
@set_option
@click.option(
    "--moves",
    "shown",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="How many winning moves to print; JSON has all. With 0, they are not looked for.",
)
@click.option(
    "--positions",
    "positions_allowed",
    type=click.IntRange(min=1),
    default=200_000,
    show_default=True,
    help="Positions that finding the value of a board may take; the outcome is searched first.",
)
@click.option("--impartial", is_flag=True, help="Let both players make all moves on a board.")
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    rules: str,
    positions: tuple[str, ...],
    misere: bool,
    settings: tuple[str, ...],
    shown: int,
    positions_allowed: int,
    impartial: bool,
    memory: int | None,
    as_json: bool,
) -> None:
    """Say who wins POSITION of the game RULES, what it is worth, and which moves win.

    RULES is a built-in name (see 'lastmove rulesets') or file.py:name. A POSITION is its
    coordinates: 7 or 3,4,5 or "(3, 4, 5)" (in brackets if the first is negative). Several
    positions are a sum; one of another game has its name in front, as in

        lastmove solve kayles 7 5 nim:3,4

    RULES may also be a game on boards, with its rows as POSITION:

        lastmove solve domineering "..|..|.."
    """
    from lastmove.cli import board

    if board.is_board_game(rules):
        if misere or settings:
            raise click.ClickException(f"{rules} is played on boards: no --misere and no --set")
        with numbers_of_any_size():
            with Bar("searching") as bar, limits(memory=memory, progress=bar):
                position = board.find_sum(rules, positions, impartial=impartial)

                def told(outcome: str) -> None:
                    if not as_json:
                        board.show_outcome(position, outcome)

                answer = board.solve(position, positions=positions_allowed, shown=shown, told=told)
            print_json(answer) if as_json else board.show(answer, shown)
        return
    if impartial:
        raise click.ClickException("--impartial is for games on boards, such as domineering")
    game = find_rules(rules, settings)
    parts = [find_position(text, game) for text in positions]
    total = add(tuple(parts))
    width = _width(total.is_impartial, misere)
    with Bar("searching") as bar, limits(memory=memory, progress=bar):
        answer = _answer(total, misere=misere)
        if not as_json:
            # Finding all winning moves looks through all options, which may be very many.
            _print_answer(answer, width)
        answer["moves"] = _moves(total, misere=misere) if shown else []
    print_json(answer) if as_json else _print_moves(answer["moves"], shown, width)


def _answer(position: Position | Sum, *, misere: bool) -> dict[str, Any]:
    """Return who wins and what the position is worth, in the form that is printed as JSON."""
    outcome = position.outcome_misere if misere else position.outcome
    grundy = value = None
    if not misere and position.is_impartial:
        grundy = position.grundy
    elif not misere:
        value = position.value
    return {
        "position": described(position),
        "misere": misere,
        "outcome": outcome.value,
        "winner": outcome.winner,
        "grundy": grundy,
        "value": plain(value),
    }


def _moves(position: Position | Sum, *, misere: bool) -> list[dict[str, Any]]:
    """Return the winning moves of each player, in the form that is printed as JSON."""
    moves = []
    for player in (None,) if position.is_impartial else ("left", "right"):
        winning = position.winning_moves(player, misere=misere)
        options = position.right_options() if player == "right" else position.left_options()
        moves.append(
            {
                "player": player,
                "options": len(options),
                "winning": len(winning),
                "positions": [described(option) for option in winning],
            }
        )
    return moves


def _width(impartial: bool, misere: bool) -> int:
    labels = ["winning moves", _play(misere)] if impartial else ["Right's winning moves"]
    return max(map(len, labels))


def _play(misere: bool) -> str:
    return "misère outcome" if misere else "outcome"


def _row(label: str, text: str, width: int) -> None:
    click.echo(f"{label.ljust(width)}  {text}")


def _print_answer(answer: dict[str, Any], width: int) -> None:
    click.secho(answer["position"]["text"], bold=True)
    _row(_play(answer["misere"]), f"{answer['outcome']}: {answer['winner']}", width)
    if answer["grundy"] is not None:
        _row("Grundy value", str(answer["grundy"]), width)
    elif not answer["misere"]:
        _row("value", answer["value"], width)


def _print_moves(moves: list[dict[str, Any]], shown: int, width: int) -> None:
    for side in moves:
        whose = (
            f"{side['player'].capitalize()}'s winning moves" if side["player"] else "winning moves"
        )
        _row(whose, f"{side['winning']} of {side['options']}", width)
        for move in side["positions"][:shown]:
            _row("", move["text"], width)
        if side["winning"] > shown:
            _row("", f"and {side['winning'] - shown} more", width)
