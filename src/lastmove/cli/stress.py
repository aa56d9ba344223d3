"""``lastmove stress``: a contestant's program against search, on random small inputs."""

from __future__ import annotations

import random
from time import monotonic
from typing import TYPE_CHECKING

import click

from lastmove.cli.cases import Case, Cases
from lastmove.cli.contestant import Answer, ended_with_children, run
from lastmove.cli.output import Bar, print_json
from lastmove.cli.solve import set_option
from lastmove.cli.target import complete_rules, count_of, find_rules, refuse_question, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.source.template import Template
    from lastmove.rules.ruleset import Rules

DIFFERENT = 1
# Seconds after which a difference is small enough.
_SHRINKING = 60.0
_BATCH = 100


@click.command(short_help="Run a program against search on random small inputs.")
@click.argument("rules", shell_complete=complete_rules)
@click.argument("program", nargs=-1, required=True)
@click.option(
    "--io",
    "template",
    required=True,
    metavar="TEMPLATE",
    help="Input and output, e.g. 'T; a b -> Case #{i}: {Alice|Bob}'.",
)
@click.option(
    "--what",
    type=click.Choice(["outcome", "grundy", "misere", "value"]),
    help="What the program is to tell; by default Grundy values where the template prints {law}.",
)
@click.option("--misere", is_flag=True, help="Whoever makes the last move loses: --what misere.")
@click.option(
    "--to",
    "bound",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    help="Largest coordinate to try.",
)
@click.option(
    "--cases",
    type=click.IntRange(min=1),
    default=2000,
    show_default=True,
    help="How many positions to try.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random positions.")
@click.option("--arity", type=click.IntRange(min=1), help="Number of coordinates, if left open.")
@click.option(
    "--for-all",
    "parameters",
    multiple=True,
    metavar="NAME",
    help="A parameter of the rules that the input gives, from 1 on. May be given again.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=10.0,
    show_default=True,
    help="Seconds that one run of the program may take.",
)
@set_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    rules: str,
    program: tuple[str, ...],
    template: str,
    what: str | None,
    misere: bool,
    bound: int,
    cases: int,
    seed: int,
    arity: int | None,
    parameters: tuple[str, ...],
    timeout: float,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Run PROGRAM on random positions of the game RULES until it differs from search.

    Write the program after two dashes: lastmove stress nim --arity 2 --io "T; heaps0 heaps1 ->
    {win|lose}" -- ./a.out. The first difference is made as small as possible. The exit status is
    0 if there is none, and 1 if there is one.
    """
    from lastmove.laws.source.template import Template, wins

    if timeout != timeout:
        raise click.ClickException("--timeout takes a number of seconds, not nan")
    game = find_rules(rules, settings)
    row = row_of(game, template) if arity is None else None
    size = count_of(game, arity, 2)
    if parameters:
        from lastmove.rules.free import FreeRules

        if row is not None:
            raise click.ClickException("--for-all goes with one number of coordinates: --arity 3")
        game = FreeRules(game, dict.fromkeys(parameters, 1), size)
        size += len(game.free)
    names = game.coord_names(size if row is None else 0)
    asked = _asked(game, what, misere, "{law}" in template)
    first = wins(asked, partizan=game.kind == "partizan")
    try:
        form = Template(template, names, first, row=row, whole=True)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    rng = random.Random(seed)
    cases_of = Cases(game, form, size, asked)
    tried = 0
    trial = Trial(program, form, cases_of, timeout)
    with Bar("trying") as bar, ended_with_children():
        while tried < cases:
            count = min(_BATCH if form.several else 1, cases - tried)
            batch = cases_of.random(bound, rng, count)
            tried += len(batch)
            bar(tried, cases)
            if trial(batch) is not None:
                break
        else:
            batch = []
        wrong, answer = trial.smallest(batch) if batch else ([], None)
    if answer is None:
        if as_json:
            print_json({"difference": None, "tried": tried})
        else:
            click.echo(f"no difference in {tried} positions")
        return
    expected = "\n".join(form.answer(i, cases_of.wanted(c)) for i, c in enumerate(wrong, 1))
    _show(cases_of, form.write(wrong), wrong, expected, answer, tried, as_json)
    click.get_current_context().exit(DIFFERENT)


def _show(
    cases: Cases,
    text: str,
    wrong: Sequence[Case],
    expected: str,
    answer: Answer,
    tried: int,
    as_json: bool,
) -> None:
    alone = len(wrong) == 1
    if as_json:
        found = {
            "position": list(wrong[0]) if alone else None,
            "positions": wrong,
            "input": text,
            "expected": expected,
            "program": str(answer),
        }
        print_json({"difference": found, "tried": tried})
        return
    if alone:
        click.echo(f"differs at {cases.show(wrong[0])} after {tried} positions")
    else:
        click.echo(
            f"differs on {len(wrong)} cases together after {tried} positions, but on none of them "
            "alone: does the program keep something from one case to the next?"
        )
    click.echo(f"input:\n{text}", nl=False)
    click.echo(f"expected: {expected}" if alone else f"expected:\n{expected}")
    said = str(answer) or "(no output)"
    click.echo(f"program:  {said}" if alone else f"program:\n{said}")


def _asked(game: Rules, what: str | None, misere: bool, prints_law: bool) -> str:
    impartial = game.kind == "impartial"
    if misere and what not in (None, "misere"):
        raise click.ClickException(f"--misere goes with outcomes, not with --what {what}")
    refuse_question(game, what)
    if misere or what is not None:
        return "misere" if misere else str(what)
    return "grundy" if impartial and prints_law else "outcome"


class Trial:
    """Runs a program on positions and compares it with search."""

    def __init__(
        self, program: Sequence[str], form: Template, cases: Cases, timeout: float
    ) -> None:
        self.program, self.form, self.cases, self.timeout = program, form, cases, timeout

    def __call__(self, cases: Sequence[Case]) -> Answer | None:
        """Return what the program says if it is not what is wanted, else None."""
        right = [self.form.answer(i, self.cases.wanted(case)) for i, case in enumerate(cases, 1)]
        # Blanks and line ends are free; anything much longer than the answer is wrong.
        most = 65_536 + 10 * sum(map(len, right))
        said = run(self.program, self.form.write(cases), self.timeout, most)
        if said.fault or said.text.split() != " ".join(right).split():
            return said
        return None

    def smallest(self, batch: Sequence[Case]) -> tuple[list[Case], Answer | None]:
        """Return the smallest cases found at which the program differs, and what it says there."""
        until = monotonic() + _SHRINKING
        cases, answer = self._fewest(list(batch), until)
        if len(cases) > 1 or answer is None:
            return cases, answer
        (wrong,) = cases
        better: tuple[Case, Answer] | None = (wrong, answer)
        while better is not None:
            wrong, answer = better
            better = self._smaller(wrong, until)
        return [wrong], answer

    def _fewest(self, cases: list[Case], until: float) -> tuple[list[Case], Answer | None]:
        """Return few of some cases at which the program differs: one, if it does on one alone."""
        answer: Answer | None = None
        size = len(cases) // 2
        while size:
            for at in range(0, len(cases), size):
                part = cases[at : at + size]
                said = self(part)
                if said is not None:
                    cases, answer = part, said
                    break
                rest = cases[:at] + cases[at + size :]
                if monotonic() > until:
                    break
                # Where no part fails alone, the program goes wrong on several together.
                if len(cases) > 2 and rest and (said := self(rest)) is not None:
                    cases, answer = rest, said
                    break
            else:
                size //= 2
                continue
            if monotonic() > until:
                break
            size = min(size, len(cases) // 2) if len(cases) > 1 else 0
        return cases, answer if answer is not None else self(cases)

    def _smaller(self, wrong: Case, until: float) -> tuple[Case, Answer] | None:
        """Return a smaller position at which the program differs, and what it says there."""
        for case in filter(self.cases.fits, self.cases.less(wrong)):
            if monotonic() > until:
                return None
            said = self([case])
            if said is not None:
                return case, said
        return None
