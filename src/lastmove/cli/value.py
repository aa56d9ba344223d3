"""``lastmove value``: what an expression of games is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.output import Bar, numbers_of_any_size, print_json
from lastmove.cli.solve import memory_option
from lastmove.errors import GameError
from lastmove.settings import limits
from lastmove.values.game import parse

if TYPE_CHECKING:
    from lastmove.values.game import Game

# A form longer than this is cut when printed for people; JSON always has all of it.
_SHOWN = 2000


@click.command(short_help="Say what an expression of games is worth.")
@click.argument("expression", metavar="EXPR")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph with characters.")
@click.option(
    "--svg", type=click.Path(dir_okay=False), metavar="FILE", help="Draw the thermograph to FILE."
)
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    expression: str, thermograph: bool, svg: str | None, memory: int | None, as_json: bool
) -> None:
    """Say what EXPR is worth: its canonical form and what follows from it.

    EXPR is written as in the literature, in quotes for the shell:

        lastmove value "{2|0} + ^*"

    An expression that begins with a minus sign follows two dashes: lastmove value -- "-1^".
    """
    with numbers_of_any_size():
        _value(expression, thermograph, svg, memory, as_json)


def _value(
    expression: str, thermograph: bool, svg: str | None, memory: int | None, as_json: bool
) -> None:
    with Bar("simplifying") as bar, limits(memory=memory, progress=bar):
        game = parse(expression)
        answer = _answer(game)
        graph = game.thermograph()
    if svg is not None:
        from pathlib import Path

        if Path(svg).suffix.lower() in (".png", ".jpg", ".jpeg", ".gif", ".pdf"):
            raise click.ClickException(f"--svg draws SVG, which {svg} by its name is not")
        try:
            Path(svg).write_text(graph.svg(), encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"cannot write {svg}: {error.strerror}") from None
    if as_json:
        if thermograph:
            answer["thermograph"] = {
                "left": [[str(value), str(t)] for value, t in graph.left],
                "right": [[str(value), str(t)] for value, t in graph.right],
            }
        print_json(answer)
        return
    for name, value in answer.items():
        if value is not None:
            text = str(value)
            if len(text) > _SHOWN:
                text = f"{text[:_SHOWN]}... ({len(text)} characters; --json prints all)"
            click.echo(f"{name.replace('_', ' '):>15}  {text}")
    if thermograph:
        click.echo()
        click.echo(graph.text())
    if svg is not None:
        click.echo(f"drew {svg}")


def _answer(game: Game) -> dict[str, Any]:
    """Return all answers, in the form that is printed as JSON."""
    try:
        weight = str(game.atomic_weight())
    except GameError:
        weight = None
    outcome = game.outcome
    return {
        "value": str(game),
        "outcome": outcome.value,
        "winner": outcome.winner,
        "left_stop": str(game.left_stop),
        "right_stop": str(game.right_stop),
        "mean": str(game.mean),
        "temperature": str(game.temperature),
        "atomic_weight": weight,
        "birthday": game.birthday,
    }
