"""``lastmove table``: Grundy values, outcomes or values of all positions in a box."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.output import Bar, grid, plain, print_json
from lastmove.cli.solve import memory_option, set_option
from lastmove.cli.target import find_rules
from lastmove.settings import limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.rules.ruleset import Rules

# More than this nobody reads, and more than that no file should be asked for by mistake.
_MOST_PRINTED = 200_000
_MOST_WRITTEN = 10_000_000
# One coordinate is printed in rows of this many.
_ROW = 10


def _bounds(ctx: click.Context, option: click.Parameter, text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts):
        raise click.ClickException(
            f"--to takes whole numbers from 0 up, such as 20 or 9,9, not {text!r}"
        )
    return tuple(map(int, parts))


@click.command(short_help="Print a table of Grundy values, outcomes or values.")
@click.argument("rules")
@click.option(
    "--to",
    required=True,
    metavar="N[,N...]",
    callback=_bounds,
    help="The largest value of each coordinate, itself included; one number holds for all.",
)
@click.option(
    "--what",
    type=click.Choice(["grundy", "outcome", "value"]),
    help="What to tabulate; by default Grundy values of impartial games, else outcomes.",
)
@click.option("--misere", is_flag=True, help="Outcomes if whoever makes the last move loses.")
@set_option
@memory_option
@click.option("--csv", "as_csv", is_flag=True, help="Print a line for each position, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    rules: str,
    to: tuple[int, ...],
    what: str | None,
    misere: bool,
    settings: tuple[str, ...],
    memory: int | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Print a table of the game RULES, over all positions with coordinates from 0 to N.

    RULES is a built-in name (see 'lastmove rulesets') or file.py:name. Two coordinates are printed
    as a grid, the first down and the second across; of more, the last two, with a heading for
    each grid that gives the others. A dot stands where there is no position.
    """
    if as_csv and as_json:
        raise click.ClickException("choose one of --csv and --json")
    game = find_rules(rules, settings)
    if game.arity is not None and len(to) == 1:
        to *= game.arity
    game.shape(to)
    _refuse_absurd(to, _MOST_WRITTEN if as_csv or as_json else _MOST_PRINTED)
    if what is None:
        what = "grundy" if game.kind == "impartial" and not misere else "outcome"
    with Bar("tabulating") as bar, limits(memory=memory):
        try:
            values = game.table(
                *(bound + 1 for bound in to), what=what, misere=misere, progress=bar
            )
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    # Masked cells, outside the domain of the game, become None.
    nested = values.tolist()
    names = game.coord_names(len(to))
    if as_json:
        print_json(_described(game, names, to, what, misere, nested))
    elif as_csv:
        click.echo(f"{','.join(names)},{what}")
        for coords in product(*(range(bound + 1) for bound in to)):
            value = _entry(nested, coords)
            if value is not None:
                click.echo(f"{','.join(map(str, coords))},{value}")
    else:
        _print(names, to, nested)


def _refuse_absurd(to: tuple[int, ...], most: int) -> None:
    cells = prod(bound + 1 for bound in to)
    if cells > most:
        instead = ", or write --csv" if most == _MOST_PRINTED and cells <= _MOST_WRITTEN else ""
        raise click.ClickException(
            f"a table of {' x '.join(str(bound + 1) for bound in to)} has {cells:,} cells and at "
            f"most {most:,} are printed: lower --to{instead}; in Python, rules.table has no such "
            "limit"
        )


def _described(
    game: Rules, names: tuple[str, ...], to: tuple[int, ...], what: str, misere: bool, nested: Any
) -> dict[str, Any]:
    return {
        "game": game.name,
        "parameters": game.parameters,
        "coordinates": names,
        "to": to,
        "what": what,
        "misere": misere,
        "values": nested,
    }


def _entry(nested: Any, coords: Iterable[int]) -> Any:
    for coord in coords:
        nested = nested[coord]
    return nested


def _text(value: Any) -> str:
    return "." if value is None else str(plain(value))


def _print(names: tuple[str, ...], to: tuple[int, ...], nested: Any) -> None:
    if len(to) == 1:
        rows = [
            (str(first), [_text(value) for value in nested[first : first + _ROW]])
            for first in range(0, to[0] + 1, _ROW)
        ]
        for line in grid(names[0], [str(n) for n in range(min(_ROW, to[0] + 1))], rows):
            click.echo(line.rstrip())
        return
    *outer, down, across = names
    for fixed in product(*(range(bound + 1) for bound in to[:-2])):
        if fixed:
            heading = ", ".join(f"{name} = {n}" for name, n in zip(outer, fixed, strict=True))
            click.secho(heading, bold=True)
        cells = _entry(nested, fixed)
        rows = [(str(n), [_text(value) for value in cells[n]]) for n in range(to[-2] + 1)]
        for line in grid(f"{down}\\{across}", [str(n) for n in range(to[-1] + 1)], rows):
            click.echo(line)
        if fixed != tuple(to[:-2]):
            click.echo()
