"""``lastmove table``: Grundy values, outcomes or values of a box of positions, in many views."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.output import Bar, choose_one, colours, print_json
from lastmove.cli.solve import memory_option, set_option
from lastmove.cli.target import complete_rules, find_rules
from lastmove.settings import limits

if TYPE_CHECKING:
    from lastmove.draw.grid import Grid
    from lastmove.rules.ruleset import Rules

# More than this nobody reads, and more than that no file should be asked for by mistake.
_MOST_PRINTED = 200_000
_MOST_WRITTEN = 10_000_000


def _bounds(ctx: click.Context, option: click.Parameter, text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts):
        raise click.ClickException(
            f"--to takes whole numbers from 0 up, such as 20 or 9,9, not {text!r}"
        )
    return tuple(map(int, parts))


def _fixed(ctx: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in ",".join(texts).split(",") if texts else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not (value.isascii() and value.isdigit() and len(value) < 20):
            raise click.ClickException(
                f"--at takes NAME=N with a whole number from 0 up, such as c0=2, not {part!r}"
            )
        if found.setdefault(name, int(value)) != int(value):
            raise click.ClickException(f"--at gives {name} two values")
    return found


@click.command(short_help="Print a table of Grundy values, outcomes or values.")
@click.argument("rules", shell_complete=complete_rules)
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
@click.option(
    "--at",
    multiple=True,
    metavar="NAME=N",
    callback=_fixed,
    help="Only a slice: this coordinate is N. May be repeated.",
)
@click.option(
    "--axes",
    metavar="NAME,...",
    help="The coordinates in this order: the last goes across, the one before it down.",
)
@click.option("--gaps", is_flag=True, help="By the smallest coordinate and the gaps between them.")
@click.option(
    "--differences",
    metavar="NAME",
    help="How much each entry exceeds the one before it in this coordinate.",
)
@click.option("--mod", type=click.IntRange(min=1), help="Entries modulo this.")
@click.option("--shift", type=int, default=0, help="Show coordinates as this much larger.")
@click.option("--binary", is_flag=True, help="Entries and headings in base 2.")
@click.option(
    "--width",
    type=click.IntRange(min=1, max=1000),
    default=10,
    show_default=True,
    help="Entries in a row, where there is one coordinate.",
)
@click.option("--losing", is_flag=True, help="List the positions where the player to move loses.")
@click.option("--sorted", "sorted_only", is_flag=True, help="With --losing: up to order only.")
@click.option("--oeis", is_flag=True, help="As OEIS lists sequences: numbers and commas.")
@click.option("--bfile", is_flag=True, help="As a b-file of OEIS: a line for each index.")
@set_option
@memory_option
@click.option("--csv", "as_csv", is_flag=True, help="Print a line for each position, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw a heat map: FILE.svg, or FILE.png (with the extra lastmove[plot]).",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colours; auto: at a terminal, unless NO_COLOR is set.",
)
def command(
    rules: str,
    to: tuple[int, ...],
    what: str | None,
    misere: bool,
    at: dict[str, int],
    settings: tuple[str, ...],
    memory: int | None,
    width: int,
    losing: bool,
    sorted_only: bool,
    oeis: bool,
    bfile: bool,
    as_csv: bool,
    as_json: bool,
    save: Path | None,
    color: str,
    **views: Any,
) -> None:
    """Print a table of the game RULES, over all positions with coordinates from 0 to N.

    RULES is a built-in name (see 'lastmove rulesets') or file.py:name. Two coordinates are printed
    as a grid, the first down and the second across; of more, the last two, with a heading for
    each grid that gives the others. A dot stands where there is no position.
    """
    from lastmove.draw.text import lines

    chosen = choose_one(
        {"--csv": as_csv, "--json": as_json, "--oeis": oeis, "--bfile": bfile, "--save": save}
    )
    if sorted_only and not losing:
        raise click.ClickException("--sorted goes with --losing")
    game = find_rules(rules, settings)
    if len(to) == 1:
        to *= max((game.arity or 1 + len(at)) - len(at), 1)
    if game.arity is not None and len(to) == game.arity:
        # Bounds of fixed coordinates are of no use, but do no harm.
        names = game.coord_names(game.arity)
        to = tuple(n for name, n in zip(names, to, strict=True) if name not in at)
    written = bool(chosen) or losing
    _refuse_absurd(to, at, _MOST_WRITTEN if written else _MOST_PRINTED)
    extents = tuple(bound + 1 for bound in to)
    try:
        with Bar("tabulating") as bar, limits(memory=memory):
            grid = game.grid(*extents, what=what, misere=misere, at=at, progress=bar)
        shown = _viewed(grid, **views)
        if save is not None:
            _draw(shown, save)
            return
        if as_json:
            print_json(_described(game, grid, to, misere, shown, losing, sorted_only))
        elif losing:
            _print_losing(shown.losing(sorted_only=sorted_only), shown, chosen)
        elif as_csv:
            _print_csv(shown)
        elif oeis or bfile:
            click.echo(f"{shown.oeis()}\n" if oeis else shown.bfile(), nl=False)
        else:
            coloured = colours(color)
            for line in lines(shown, colour=coloured, width=width):
                click.echo(line, color=coloured or None)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _viewed(
    grid: Grid,
    axes: str | None,
    gaps: bool,
    differences: str | None,
    mod: int | None,
    shift: int,
    binary: bool,
) -> Grid:
    """Return the view that the options ask for, each on top of the one before."""
    if gaps:
        grid = grid.gaps()
    if axes is not None:
        grid = grid.axes(*(name.strip() for name in axes.split(",")))
    if differences is not None:
        grid = grid.differences(differences)
    if mod is not None:
        grid = grid.modulo(mod)
    if shift:
        grid = grid.shifted(shift)
    return grid.binary() if binary else grid


def _refuse_absurd(to: tuple[int, ...], at: dict[str, int], most: int) -> None:
    cells = prod(bound + 1 for bound in to)
    if cells > most:
        instead = ", or write --csv" if most == _MOST_PRINTED and cells <= _MOST_WRITTEN else ""
        raise click.ClickException(
            f"a table of {' x '.join(str(bound + 1) for bound in to)} has {cells:,} cells and at "
            f"most {most:,} are printed: lower --to{instead}; in Python, rules.table has no such "
            "limit"
        )


def _draw(grid: Grid, path: Path) -> None:
    try:
        grid.save(path)
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None
    click.echo(f"drew {path}")


def _described(
    game: Rules,
    grid: Grid,
    to: tuple[int, ...],
    misere: bool,
    shown: Grid,
    losing: bool,
    sorted_only: bool,
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "game": game.name,
        "parameters": game.parameters,
        "coordinates": shown.names,
        "to": to,
        "what": "outcome" if grid.what == "misere" else shown.what,
        "misere": misere,
    }
    if grid.fixed:
        found["at"] = grid.fixed
    if any(shown.starts) or shown.moved:
        found["starts"] = [start + shown.moved for start in shown.starts]
    if losing:
        found["losing"] = shown.losing(sorted_only=sorted_only)
    else:
        found["values"] = shown.entries()
    return found


def _print_csv(grid: Grid) -> None:
    what = "outcome" if grid.what == "misere" else grid.what
    click.echo(f"{','.join(grid.labels())},{what}")
    for coords, entry in grid.cells():
        click.echo(f"{','.join(map(str, coords))},{grid.show(entry)}")


def _print_losing(positions: list[tuple[int, ...]], grid: Grid, chosen: list[str]) -> None:
    from lastmove.draw.lists import bfile, columns

    names = grid.labels()
    if chosen == ["--csv"]:
        click.echo("\n".join([",".join(names), *(",".join(map(str, p)) for p in positions)]))
    elif chosen == ["--bfile"]:
        if len(names) > 1:
            raise click.ClickException(
                "a b-file is of one sequence: fix all coordinates but one, or use --losing --oeis"
            )
        click.echo(bfile([place for (place,) in positions], 1), nl=False)
    elif chosen == ["--oeis"]:
        for name, column in zip(names, columns(positions, len(names)), strict=True):
            head = f"{name}: " if len(names) > 1 else ""
            click.echo(head + ", ".join(map(str, column)))
    elif len(names) == 1:
        click.echo(", ".join(grid.show(place) for (place,) in positions))
    else:
        for position in positions:
            click.echo(f"({', '.join(map(grid.show, position))})")
