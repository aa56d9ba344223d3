"""``lastmove law``: a closed form for a game, with its proof and its code."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from lastmove.cli.output import Bar, print_json
from lastmove.cli.solve import memory_option, set_option
from lastmove.cli.target import find_rules
from lastmove.settings import limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.laws.law import Law


class Count(click.ParamType["int | str"]):
    """A number from 1 on, or "any"."""

    name = "count"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | Literal["any"]:
        """Return the number."""
        if value == "any":
            return "any"
        return int(click.IntRange(min=1).convert(value, param, ctx))


@click.command(short_help="Find, prove and emit a closed form for a game.")
@click.argument("rules")
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
    type=click.Choice(["cpp", "python", "brute"]),
    help="Print source code of the law instead (brute: the search in Python, to test against).",
)
@click.option(
    "--io",
    "template",
    metavar="TEMPLATE",
    help="With --emit: a whole program, e.g. 'T; n -> Case #{i}: {Alice|Bob}'.",
)
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
    latex: bool,
    as_json: bool,
) -> None:
    """Find a closed form for the game RULES and prove it.

    RULES is a built-in name (see 'lastmove rulesets') or file.py:name. The law is PROVED if a
    checker that shares nothing with the search accepts its certificate; CHECKED(bound) if it
    only agrees with search up to there.
    """
    if template is not None and language is None:
        raise click.ClickException("--io goes with --emit cpp or --emit python")
    game = find_rules(rules, settings)
    with Bar("tabulating") as bar, limits(memory=memory, progress=bar):
        try:
            law = game.law(
                what=what, arity=arity, bound=bound, parameters=parameters, report=_reporter()
            )
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    if certificate is not None:
        if law.certificate is None:
            raise click.ClickException(f"the law is not proved: {law.why_not_proved}")
        _write(certificate, json.dumps(law.certificate, separators=(",", ":")) + "\n")
    if language is not None:
        click.echo(_source(law, language, template), nl=False)
    elif as_json:
        print_json(_described(law))
    elif latex:
        click.echo(law.latex())
    else:
        click.echo(str(law))
        if law.why_not_proved:
            click.echo(f"not proved: {law.why_not_proved}")


def _reporter() -> Callable[[str], None] | None:
    """Return what shows each stage, at a terminal only."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    return lambda line: click.echo(f"trying: {line}", err=True)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from None


def _source(law: Law, language: str, template: str | None) -> str:
    from lastmove.laws.emit import Template, brute_force

    try:
        if language != "brute":
            return law.emit(language, io=template)
        source = brute_force(law)
        if template is None:
            return source
        return source + "\n\n" + Template(template, law.names).python()
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
