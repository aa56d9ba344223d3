"""``lastmove octal``: values and periods of heap games, long runs, and surveys of many codes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.output import Bar, print_json, write_whole
from lastmove.cli.solve import memory_option
from lastmove.settings import limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lastmove.heaps.game import HeapGame
    from lastmove.heaps.periods import Period
    from lastmove.heaps.survey import Row

_SHOWN = 40
_MOST = 10_000_000
_PIECE = 100_000
_FORMATS = ("text", "csv", "json", "markdown")


def whole(text: str, option: str = "--to", most: tuple[int, str] = (10**12, "10^12")) -> int:
    """Return a whole number written as 1000000, 1_000_000, 1e6 or 2^20.

    Raises
    ------
    click.ClickException
        If it is none, or beyond what the option takes.
    """
    plain = text.replace("_", "").replace(",", "")
    found = re.fullmatch(r"(\d{1,101})(?:(?:(e)|(\^|\*\*))(\d{1,3}))?", plain, re.ASCII)
    if found is None:
        raise click.ClickException(
            f"{option} takes a whole number such as 1e6 or 2^20, not {text!r}"
        )
    base = int(found[1])
    if found[2]:
        base *= 10 ** int(found[4])
    elif found[3]:
        base **= int(found[4])
    if not 1 <= base <= most[0]:
        raise click.ClickException(f"{option} takes a number from 1 to {most[1]}, not {text}")
    return base


@click.command(short_help="Values and proved periods of octal games; surveys of many.")
@click.argument("code")
@click.option("--to", default="2^20", show_default=True, help="How many values, at most.")
@click.option("--heap", metavar="N", help="Say who wins a heap of N, however large, and its value.")
@click.option("--save", metavar="FILE", help="Keep what is found in FILE, and go on from there.")
@click.option("--threads", type=click.IntRange(1, 1024), default=1, help="Threads for one game.")
@click.option("--workers", type=click.IntRange(1, 1024), default=1, help="Processes for a survey.")
@click.option("--certificate", metavar="FILE", help="Write the certificate of a period as JSON.")
@click.option(
    "--values", "show", type=click.IntRange(0, _MOST), help="Print so many values; default 40."
)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print a survey."
)
@memory_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    code: str,
    to: str,
    heap: str | None,
    save: str | None,
    threads: int,
    workers: int,
    certificate: str | None,
    show: int | None,
    form: str,
    memory: int | None,
    as_json: bool,
) -> None:
    """Compute the values of the heap game CODE until its period is proved.

    CODE is an octal or hexadecimal code such as 0.77, 4.3 or 0.3F, or subtract(1,4), all-but(2)
    or grundy. With a ? for a digit, as in "0.???", all codes of the pattern are surveyed.
    """
    count = whole(to)
    size = None if heap is None else whole(heap, "--heap", (10**100, "10^100"))
    with limits(memory=memory):
        if "?" in code:
            if certificate is not None or threads > 1 or show is not None or size is not None:
                raise click.ClickException("a survey takes --to, --save, --workers and --format")
            _survey(code, count, save, workers, "json" if as_json else form)
        else:
            if workers > 1 or form != "text":
                raise click.ClickException("--workers and --format are for patterns with a ?")
            shown = _SHOWN if show is None else show
            _one(code, count, size, save, threads, certificate, shown, as_json)


def _one(
    code: str,
    count: int,
    size: int | None,
    save: str | None,
    threads: int,
    certificate: str | None,
    show: int,
    as_json: bool,
) -> None:
    from lastmove.heaps.games import heap_game

    game = heap_game(code)
    game.set_threads(threads)
    with Bar(game.code) as bar:
        if save is not None:
            with game.save(save) as file:
                found = file.run(count, progress=bar)
        else:
            found = game.period(count, progress=bar)
            if found is None:
                game.extend(count, bar)
    known = found.values_used if found else min(game.known, count)
    if certificate is not None:
        _write_certificate(certificate, game, found)
    heap = None if size is None else _heap(game, found, size)
    if as_json:
        print_json(_described(game, found, known, show) | ({"heap": heap} if heap else {}))
        return
    click.echo(f"{click.style(game.code, bold=True)}  ", nl=False)
    values = game.sequence(show)
    for at in range(0, len(values), _PIECE):
        click.echo("".join(f"{value} " for value in values[at : at + _PIECE]), nl=False)
    click.echo("...")
    for line in _lines(game, found, known):
        click.echo(line)
    if heap:
        click.echo(f"heap {size}: Grundy value {heap['grundy']}, {heap['winner']} ({heap['by']})")


def _heap(game: HeapGame, found: Period | None, size: int) -> dict[str, Any]:
    """Return the value and winner of one heap, and how they are known."""
    if size < game.known:
        by = "computed"
    elif found:
        by = "by the proved period"
    else:
        raise click.ClickException(
            f"heap {size} lies beyond the {game.known} values computed, and no period is proved; "
            "a larger --to may reach or prove it"
        )
    value = game.grundy(size)
    winner = "the first player wins" if value else "the second player wins"
    return {"size": size, "grundy": value, "winner": winner, "by": by}


def _write_certificate(path: str, game: HeapGame, found: Period | None) -> None:
    import json
    from pathlib import Path

    from lastmove.errors import SaveError

    if found is None:
        raise SaveError(f"no period of {game.code} is proved, so there is no certificate")
    write_whole(Path(path), json.dumps(found.certificate) + "\n")


def _lines(game: HeapGame, found: Period | None, known: int) -> Iterable[str]:
    if found:
        yield f"{found}: {found.status} from {known} values"
        if found.preperiod:
            yield f"last exception {found.preperiod - 1}"
    else:
        yield f"no period proved from {known} values"
    statistics = game.statistics(known)
    yield f"largest value {statistics.maximum}, first at {statistics.maximum_at}"
    if statistics.rare is not None:
        last = f", the last at {statistics.last_rare}" if statistics.rare else ""
        yield f"{statistics.rare} rare heaps{last}"


def _described(game: HeapGame, found: Period | None, known: int, show: int) -> dict[str, Any]:
    statistics = game.statistics(known)
    return {
        "code": game.code,
        "status": found.status if found else "open",
        "period": found.length if found else None,
        "preperiod": found.preperiod if found else None,
        "saltus": found.saltus if found else None,
        "values_used": known,
        "maximum": statistics.maximum,
        "maximum_at": statistics.maximum_at,
        "rare": statistics.rare,
        "last_rare": statistics.last_rare,
        "values": [int(value) for value in game.sequence(show)],
    }


def _survey(pattern: str, count: int, save: str | None, workers: int, form: str) -> None:
    from lastmove.heaps.survey import Survey

    survey = Survey(save or ":memory:")
    try:
        with Bar(f"surveying {pattern}") as bar:
            rows = survey.run(pattern, count, workers=workers, progress=bar)
    finally:
        survey.close()
    _PRINTERS[form](rows)


def _fields(row: Row) -> list[str]:
    return ["" if value is None else str(value) for value in row]


def _print_text(rows: list[Row]) -> None:
    table = [list(rows[0]._fields), *map(_fields, rows)] if rows else []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        click.echo("  ".join(cells).rstrip())


def _print_markdown(rows: list[Row]) -> None:
    for place, row in enumerate(rows):
        if place == 0:
            click.echo(f"| {' | '.join(row._fields)} |")
            click.echo(f"|{'---|' * len(row._fields)}")
        click.echo(f"| {' | '.join(_fields(row))} |")


def _print_csv(rows: list[Row]) -> None:
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if rows:
        writer.writerow(rows[0]._fields)
    writer.writerows(_fields(row) for row in rows)
    click.echo(text.getvalue(), nl=False)


def _print_json(rows: list[Row]) -> None:
    import json

    click.echo(json.dumps([row._asdict() for row in rows], indent=2))


_PRINTERS: dict[str, Callable[[list[Row]], None]] = {
    "text": _print_text,
    "csv": _print_csv,
    "json": _print_json,
    "markdown": _print_markdown,
}
