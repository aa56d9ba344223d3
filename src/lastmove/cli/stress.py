"""``lastmove stress``: a contestant's program against search, on random small inputs."""

from __future__ import annotations

import random
import subprocess
from typing import TYPE_CHECKING

import click

from lastmove.cli.output import print_json
from lastmove.cli.solve import set_option
from lastmove.cli.target import find_rules
from lastmove.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.source.template import Template
    from lastmove.rules.ruleset import Rules

DIFFERENT = 1
Case = tuple[int, ...]


@click.command(short_help="Run a program against search on random small inputs.")
@click.argument("rules")
@click.argument("program", nargs=-1, required=True)
@click.option(
    "--io",
    "template",
    required=True,
    metavar="TEMPLATE",
    help="Input and output, e.g. 'T; a b -> Case #{i}: {Alice|Bob}'.",
)
@click.option("--misere", is_flag=True, help="Whoever makes the last move loses.")
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
    misere: bool,
    bound: int,
    cases: int,
    seed: int,
    arity: int | None,
    timeout: float,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Run PROGRAM on random positions of the game RULES until it differs from search.

    Write the program after two dashes: lastmove stress nim --arity 2 --io "T; heaps0 heaps1 ->
    {win|lose}" -- ./a.out. The first difference is made as small as possible. The exit status is
    0 if there is none, and 1 if there is one.
    """
    from lastmove.laws.source.template import Template

    game = find_rules(rules, settings)
    size = arity or game.arity or 2
    names = game.coord_names(size)
    try:
        form = Template(template, names)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    asks_grundy = not misere and any(kind == "law" for kind, _ in form.pieces)
    rng = random.Random(seed)
    tried = 0
    wanted = Wanted(game, misere=misere, grundy=asks_grundy)
    while tried < cases:
        batch = _random(game, size, bound, rng, min(100 if form.counted else 1, cases - tried))
        tried += len(batch)
        if _differs(program, form, batch, wanted, timeout) is None:
            continue
        smallest = _shrink(program, form, batch, wanted, timeout)
        said = _differs(program, form, [smallest], wanted, timeout)
        difference = {
            "position": list(smallest),
            "input": form.write([smallest]),
            "expected": form.answer(1, wanted(smallest)),
            "program": said,
        }
        if as_json:
            print_json({"difference": difference, "tried": tried})
        else:
            click.echo(f"differs at {game.show(smallest)} after {tried} positions")
            click.echo(f"input:\n{difference['input']}", nl=False)
            click.echo(f"expected: {difference['expected']}")
            click.echo(f"program:  {said}")
        click.get_current_context().exit(DIFFERENT)
    if as_json:
        print_json({"difference": None, "tried": tried})
    else:
        click.echo(f"no difference in {tried} positions")


class Wanted:
    """What search says of a position: its Grundy value, or whether the first player wins."""

    def __init__(self, game: Rules, *, misere: bool, grundy: bool) -> None:
        self.game, self.misere, self.grundy = game, misere, grundy

    def __call__(self, case: Case) -> int:
        """Return the answer as a number."""
        position = self.game(*case)
        if self.grundy:
            return position.grundy
        outcome = position.outcome_misere if self.misere else position.outcome
        # In a partizan game Left moves first.
        return int(outcome.value in "NL")


def _random(game: Rules, size: int, bound: int, rng: random.Random, count: int) -> list[Case]:
    found: list[Case] = []
    for _ in range(1000 * count):
        top = rng.randint(1, bound)
        case = tuple(rng.randint(0, top) for _ in range(size))
        if _legal(game, case):
            found.append(case)
            if len(found) == count:
                break
    if not found:
        raise click.ClickException(f"no legal position of {game} was found: raise --to")
    return found


def _legal(game: Rules, case: Case) -> bool:
    try:
        game.check(case)
    except PositionError:
        return False
    return True


def _differs(
    program: Sequence[str], form: Template, cases: Sequence[Case], wanted: Wanted, timeout: float
) -> str | None:
    """Return what the program prints if it is not what is wanted, else None."""
    try:
        run = subprocess.run(
            list(program),
            input=form.write(cases),
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"(no answer within {timeout} s)"
    except (OSError, ValueError) as error:
        raise click.ClickException(f"cannot run {program[0]}: {error}") from None
    if run.returncode:
        return f"(exit status {run.returncode})"
    said = run.stdout.split()
    right = " ".join(form.answer(i, wanted(case)) for i, case in enumerate(cases, 1)).split()
    return None if said == right else run.stdout.strip()


def _shrink(
    program: Sequence[str], form: Template, batch: Sequence[Case], wanted: Wanted, timeout: float
) -> Case:
    """Return the smallest position found at which the program differs on its own."""
    cases = sorted(set(batch), key=lambda case: (sum(case), case))
    wrong = next((c for c in cases if _differs(program, form, [c], wanted, timeout)), None)
    if wrong is None:
        raise click.ClickException(
            "the program differs on many cases at once but on none of them alone: "
            "does it keep something from one case to the next?"
        )
    smaller = True
    while smaller:
        smaller = False
        for i, value in enumerate(wrong):
            for less in sorted({0, value // 2, value - 1} - {value}):
                case = (*wrong[:i], less, *wrong[i + 1 :])
                if less < 0 or not _legal(wanted.game, case):
                    continue
                if _differs(program, form, [case], wanted, timeout) is not None:
                    wrong, smaller = case, True
                    break
            if smaller:
                break
    return wrong
