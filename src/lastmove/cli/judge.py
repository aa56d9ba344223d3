"""``lastmove judge``: answer a contest problem."""

from __future__ import annotations

import click

from lastmove import contest
from lastmove.cli.output import print_json


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in contest.names() if name.startswith(incomplete)]


@click.command(short_help="Answer a contest problem from standard input.")
@click.argument("name", required=False, shell_complete=_complete)
@click.option("--list", "listing", is_flag=True, help="List the problems.")
@click.option("--statement", is_flag=True, help="Print the game and the format of a problem.")
@click.option("--sample", is_flag=True, help="Print the sample input of a problem.")
@click.option(
    "--certificate", is_flag=True, help="Print the proof of the closed form, for lastmove check."
)
@click.option("--json", "as_json", is_flag=True, help="With --list or --statement: print JSON.")
def command(
    name: str | None,
    listing: bool,
    statement: bool,
    sample: bool,
    certificate: bool,
    as_json: bool,
) -> None:
    """Answer the cases of contest problem NAME on standard input.

    Reads the judge's input format and writes the judge's output format. Where the input is
    malformed, one line on standard error names the line and what was expected there, the answers
    of the complete cases before it are written, and the exit status is 2.
    """
    if as_json and (sample or certificate):
        raise click.ClickException("--json goes with --list or --statement")
    if listing:
        _list(as_json)
        return
    if name is None:
        known = ", ".join(contest.names())
        raise click.ClickException(f"name a problem: {known}")
    if not (statement or sample or certificate):
        if as_json:
            raise click.ClickException("answers have the judge's format, so --json has no use here")
        from lastmove.contest.driver import run

        raise click.exceptions.Exit(run(name))
    try:
        problem = contest.get(name)
    except LookupError as error:
        raise click.ClickException(str(error)) from None
    if certificate:
        print_json(problem.certificate)
    elif sample:
        click.echo(problem.sample_input, nl=False)
    elif as_json:
        print_json(_described(problem))
    else:
        click.echo(f"{problem.title} ({problem.source})\n\n{problem.statement}")
        click.echo(
            f"Sample input:\n{problem.sample_input}\nSample output:\n{problem.sample_output}"
        )
        click.echo(f"The rules: lastmove rulesets {problem.game}")


def _list(as_json: bool) -> None:
    problems = [contest.get(name) for name in contest.names()]
    if as_json:
        print_json([_described(problem) for problem in problems])
        return
    width = max(len(problem.name) for problem in problems)
    for problem in problems:
        click.echo(f"{problem.name.ljust(width)}  {problem.title} ({problem.source})")


def _described(problem: contest.Problem) -> dict[str, str]:
    return {
        "name": problem.name,
        "title": problem.title,
        "source": problem.source,
        "game": problem.game,
        "statement": problem.statement,
        "sample_input": problem.sample_input,
        "sample_output": problem.sample_output,
    }
