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
    help="How many winning moves to print; JSON has all. With 0, those on boards are not searched.",
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
    with Bar("searching") as bar, limits(memory=memory, progress=bar):
        answer = _solve(add(tuple(parts)), misere=misere)
    if as_json:
        print_json(answer)
    else:
        _print(answer, shown)


def _solve(position: Position | Sum, *, misere: bool) -> dict[str, Any]:
    """Return all answers, in the form that is printed as JSON."""
    outcome = position.outcome_misere if misere else position.outcome
    grundy = value = None
    if not misere and position.is_impartial:
        grundy = position.grundy
    elif not misere:
        value = position.value
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
    return {
        "position": described(position),
        "misere": misere,
        "outcome": outcome.value,
        "winner": outcome.winner,
        "grundy": grundy,
        "value": plain(value),
        "moves": moves,
    }


def _print(answer: dict[str, Any], shown: int) -> None:
    click.secho(answer["position"]["text"], bold=True)
    play = "misère outcome" if answer["misere"] else "outcome"
    lines = [(play, f"{answer['outcome']}: {answer['winner']}")]
    if answer["grundy"] is not None:
        lines.append(("Grundy value", str(answer["grundy"])))
    elif not answer["misere"]:
        lines.append(("value", answer["value"]))
    for side in answer["moves"]:
        whose = (
            f"{side['player'].capitalize()}'s winning moves" if side["player"] else "winning moves"
        )
        lines.append((whose, f"{side['winning']} of {side['options']}"))
        lines += [("", move["text"]) for move in side["positions"][:shown]]
        if side["winning"] > shown > 0:
            lines.append(("", f"and {side['winning'] - shown} more"))
    width = max(len(label) for label, _ in lines)
    for label, text in lines:
        click.echo(f"{label.ljust(width)}  {text}")
