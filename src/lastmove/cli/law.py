"""``lastmove law``: a closed form for a game, with its proof and its code."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

import click

from lastmove.cli.output import Bar, choose_one, colours, print_json, write_whole
from lastmove.cli.solve import memory_option, set_option
from lastmove.cli.target import complete_rules, count_of, find_rules, refuse_question, row_of
from lastmove.errors import NoLawFound
from lastmove.settings import limits

if TYPE_CHECKING:
    from lastmove.laws.law import Law
    from lastmove.rules.ruleset import Rules

_LANGUAGES = ("cpp", "python", "brute-cpp", "brute-python", "generator")


class Count(click.ParamType["int | str"]):
    """A number from 1 on, or "any"."""

    name = "count"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | Literal["any"]:
        """Return the number."""
        if value == "any":
            return "any"
        try:
            count = int(value)
        except ValueError:
            count = 0
        if count < 1:
            self.fail(f"{value!r} is neither a number from 1 on nor 'any'", param, ctx)
        return count


@click.command(short_help="Find, prove and emit a closed form for a game.")
@click.argument("rules", shell_complete=complete_rules)
@click.option(
    "--what",
    type=click.Choice(["outcome", "grundy", "misere", "value"]),
    help="What the law is to tell; by default Grundy values, or values of partizan games.",
)
@click.option(
    "--arity",
    type=Count(),
    help="Number of coordinates, where the rules leave it open; 'any' for a law for all numbers.",
)
@click.option(
    "--bound", type=click.IntRange(min=3), help="Largest coordinate in the tables to learn from."
)
@click.option(
    "--for-all",
    "parameters",
    multiple=True,
    metavar="NAME",
    help="A parameter of the rules: find a law for all its values. May be given again.",
)
@set_option
@memory_option
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the certificate to this file.",
)
@click.option(
    "--emit",
    "language",
    type=click.Choice([*_LANGUAGES, "brute"]),
    help="Print source code instead: of the law; of the plain search, to test against (brute is "
    "brute-python); or of a generator of random inputs.",
)
@click.option(
    "--io",
    "template",
    metavar="TEMPLATE",
    help="With --emit: a whole program, e.g. 'T; n -> Case #{i}: {Alice|Bob}'.",
)
@click.option("--grid", is_flag=True, help="Also draw the law as a grid.")
@click.option(
    "--explain",
    metavar="COORDS",
    help="Only say which case a position of any size is, such as 3,4,5, and what to play.",
)
@click.option("--tried", is_flag=True, help="Also list what was tried, and how long it took.")
@click.option("--latex", is_flag=True, help="Print the law as LaTeX.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    rules: str,
    what: str | None,
    arity: int | Literal["any"] | None,
    bound: int | None,
    parameters: tuple[str, ...],
    settings: tuple[str, ...],
    memory: int | None,
    certificate: Path | None,
    language: str | None,
    template: str | None,
    grid: bool,
    explain: str | None,
    tried: bool,
    latex: bool,
    as_json: bool,
) -> None:
    """Find a closed form for the game RULES and prove it.

    RULES is a built-in name (see 'lastmove rulesets') or file.py:name. The law is PROVED if a
    checker that shares nothing with the search accepts its certificate; CHECKED(bound) if it
    only agrees with search up to there.
    """
    choose_one({"--emit": language, "--json": as_json, "--latex": latex})
    choose_one({"--emit": language, "--latex": latex, "--explain": explain is not None})
    if template is not None and language is None:
        raise click.ClickException("--io goes with --emit")
    game = find_rules(rules, settings)
    row = None if arity is not None or template is None else row_of(game, template)
    if row is not None:
        arity = "any"
    if language == "generator" and row is not None:
        click.echo(_rows_from_rules(game, row, template), nl=False)
        return
    if language is not None and language.startswith(("brute", "generator")):
        language = "brute-python" if language == "brute" else language
        if arity == "any" or parameters:
            raise click.ClickException(
                "the search is about one number of coordinates and one value of each parameter"
            )
        click.echo(_from_rules(game, language, what, arity, template), nl=False)
        return
    none: NoLawFound | None = None
    with Stages() as stages, Bar("tabulating") as bar, limits(memory=memory, progress=bar):
        try:
            law = game.law(
                what=what,
                arity=arity,
                bound=bound,
                parameters=list(dict.fromkeys(parameters)),
                report=stages,
            )
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        except NoLawFound as error:
            none = error
    if none is not None:
        if tried:
            _print_tried(none.tried, stages)
        raise click.ClickException(_lawless(none, game, what, tried))
    if certificate is not None:
        if law.certificate is None:
            raise click.ClickException(f"the law is not proved: {law.why_not_proved}")
        write_whole(certificate, json.dumps(law.certificate, separators=(",", ":")) + "\n")
    if language is not None:
        click.echo(_source(law, language, template), nl=False)
    elif explain is not None:
        coords = _coords(explain)
        if as_json:
            print_json({"position": coords, "explanation": law.explain(*coords)})
        else:
            click.echo(law.explain(*coords))
    elif as_json:
        print_json(_described(law))
    elif latex:
        click.echo(law.latex())
    else:
        _print_law(law)
        if law.why_not_proved:
            click.echo(f"not proved: {law.why_not_proved}")
        if grid:
            click.echo()
            coloured = colours()
            click.echo(law.grid().text(colour=coloured), color=coloured or None)
        if tried:
            _print_tried(law.tried, stages)


class Stages:
    """Notes each stage of a search and how long it took; a terminal shows them as they end."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, float]] = []
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._now = ""
        self._began = monotonic()

    def __enter__(self) -> Stages:
        return self

    def __call__(self, line: str) -> None:
        """Note that a stage begins."""
        self._end()
        self._now, self._began = line, monotonic()
        if self._shown:
            click.echo(f"\r\x1b[Ktrying {line} ...", err=True, nl=False)

    def __exit__(self, *error: object) -> None:
        self._end()
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)

    def _end(self) -> None:
        if self._now:
            self.ended.append((self._now, monotonic() - self._began))
            if self._shown:
                line = f"\r\x1b[Ktried {self._now} ({self.ended[-1][1]:.1f} s)"
                click.echo(line, err=True)
        self._now = ""


def _lawless(error: NoLawFound, game: Rules, what: str | None, tried: bool) -> str:
    """Return what to say, and try, where there is no law."""
    said = str(error).replace(", see the list `tried` of this error", "")
    hints = [] if tried else ["--tried lists what was tried"]
    if what in (None, "grundy") and game.kind == "impartial":
        hints.append("--what outcome asks for less")
    return "; ".join([said, *hints])


def _print_tried(notes: list[str], stages: Stages) -> None:
    click.echo("tried:")
    width = max((len(line) for line, _ in stages.ended), default=0)
    for line, seconds in stages.ended:
        click.echo(f"  {line.ljust(width)}  {seconds:.2f} s")
    for note in dict.fromkeys(notes):
        click.echo(f"  {note}")


def _print_law(law: Law) -> None:
    """Print a law, in ASCII where the output has no signs of mathematics."""
    text = law.text()
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = law.text(symbols=False)
    click.echo(text)


def _coords(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 1000 for part in parts):
        raise click.ClickException(
            f"--explain takes the coordinates of a position, such as 3,4,5, not {text!r}"
        )
    return list(map(int, parts))


def _source(law: Law, language: str, template: str | None) -> str:
    try:
        return law.emit(language, io=template)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _from_rules(
    game: Rules, language: str, what: str | None, arity: int | None, template: str | None
) -> str:
    """Return code that comes from the rules alone; no law is looked for."""
    from lastmove.laws.source.brute import brute_force
    from lastmove.laws.source.generator import generator

    size = count_of(game, arity, len(game.coord_names(0)) + 3)
    refuse_question(game, what)
    program = game.program_for(size)
    native = game.engine.native(size)
    if native is None:
        raise click.ClickException(game.engine.untraced(size))
    names = program.coords
    try:
        if language == "generator":
            if template is None:
                raise click.ClickException("--emit generator goes with --io")
            return generator(game.name, native.system.programs[0], names, template)
        asked = what or ("grundy" if game.kind == "impartial" else "outcome")
        return brute_force(native.system, asked, language[6:], names, io=template)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _rows_from_rules(game: Rules, row: str, template: str | None) -> str:
    """Return a generator of rows of any length."""
    from lastmove.laws.source.generator import generator

    if game.domain is not None:
        raise click.ClickException(
            f"rows of {game} are drawn for one number of coordinates, since it has a domain: "
            "name them one by one and give --arity"
        )
    try:
        return generator(game.name, None, game.coord_names(0), template or "", row=row)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _described(law: Law) -> dict[str, object]:
    return {
        "game": law.system.programs[0].name,
        "coordinates": law.names,
        "what": law.what,
        "status": law.status,
        "bound": law.bound,
        "class": law.candidate.kind,
        "text": law.candidate.describe(law.names),
        "why_not_proved": law.why_not_proved,
        "certificate": law.certificate,
    }
