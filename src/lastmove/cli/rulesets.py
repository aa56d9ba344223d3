"""``lastmove rulesets``: the built-in games."""

from __future__ import annotations

from textwrap import dedent, fill, indent
from typing import TYPE_CHECKING, Any

import click

from lastmove import rulesets
from lastmove.cli.output import print_json
from lastmove.cli.target import complete_rules, find_rules, refuse_board

if TYPE_CHECKING:
    from lastmove.rules.position import Position
    from lastmove.rulesets._info import Info

_WIDTH = 100


@click.command(short_help="List the built-in games, or show one.")
@click.argument("name", required=False, shell_complete=complete_rules)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, as_json: bool) -> None:
    """List the built-in games; or show the rules, the Program and a picture of the game NAME.

    NAME is a built-in name, or file.py:name for rules of your own.
    """
    if name is not None and ".py" in name:
        info = _own(name)
        if as_json:
            print_json(_described(info, full=True))
        else:
            _show(info)
        return
    if name is not None:
        if name not in rulesets.names():
            refuse_board(name)
        info = rulesets.info(name)
        if as_json:
            print_json(_described(info, full=True))
        else:
            _show(info)
        return
    games = [rulesets.info(known) for known in rulesets.names()]
    if as_json:
        print_json([_described(info) for info in games])
    else:
        _list(games)


def _own(text: str) -> Info:
    """Return what there is to say of a user's own rules."""
    from lastmove.rulesets._info import Info, coordinates

    rules = find_rules(text)
    summary = " ".join((rules.__doc__ or "").strip().partition("\n\n")[0].split())
    return Info(
        name=rules.name,
        title=rules.name,
        summary=summary,
        source=text.rpartition(":")[0] or text,
        coordinates=coordinates(rules),
        parameters=dict(rules.parameters),
        rules=rules,
        picture=None,
    )


def _list(games: list[Info]) -> None:
    names = max(len(info.name) for info in games)
    coords = max(len(" ".join(info.coordinates)) for info in games)
    margin = " " * (names + coords + 4)
    for info in games:
        head = f"{info.name.ljust(names)}  {' '.join(info.coordinates).ljust(coords)}  "
        click.echo(fill(info.summary, _WIDTH, initial_indent=head, subsequent_indent=margin))
        click.echo(fill(info.source, _WIDTH, initial_indent=margin, subsequent_indent=margin))


def _show(info: Info) -> None:
    click.secho(f"{info.name}({', '.join(info.coordinates)})", bold=True)
    click.echo(fill(". ".join(filter(None, (info.title, info.summary))), _WIDTH))
    click.echo(fill(f"Source: {info.source}", _WIDTH))
    if info.parameters:
        listed = ", ".join(f"{key}={value!r}" for key, value in info.parameters.items())
        click.echo(f"Parameters: {listed}")
    for heading, text in _sections(info):
        click.secho(f"\n{heading}", bold=True)
        click.echo(indent(text, "    "))


def _sections(info: Info) -> list[tuple[str, str]]:
    sections = [("Rules", _source(info))]
    program, reason = _program(info)
    sections.append(("Program", program or f"None: {reason}"))
    example = _example(info)
    if info.picture is not None and example is not None:
        sections.append((f"{example!r}", info.picture(example)))
    return sections


def _source(info: Info) -> str:
    from inspect import getsource

    bodies = info.rules.bodies.values()
    return "\n\n".join(dedent(getsource(body)).rstrip() for body in bodies)


def _program(info: Info) -> tuple[str | None, str | None]:
    reason = info.rules.why_not_native
    return (None, reason) if reason else (str(info.rules.program).rstrip(), None)


def _example(info: Info) -> Position | None:
    """Return a small position to draw, or None if no simple one is legal."""
    arity = info.rules.arity or 4
    for coords in ((5, 3, 2, 1)[:arity], (1, 2, 3, 4)[:arity], (3,) * arity, (0, 0, 1, 1)[:arity]):
        try:
            if len(coords) == arity:
                return info.rules(*coords)
        # Domains of games on other things than numbers may fail in any way here.
        except Exception:
            continue
    return None


def _described(info: Info, *, full: bool = False) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "name": info.name,
        "title": info.title,
        "coordinates": info.coordinates,
        "parameters": info.parameters,
        "kind": info.rules.kind,
        "summary": info.summary,
        "source": info.source,
    }
    if full:
        program, reason = _program(info)
        example = _example(info)
        drawn = info.picture is not None and example is not None
        answer["rules"] = _source(info)
        answer["program"] = program
        answer["why_not_native"] = reason
        answer["picture"] = info.picture(example) if info.picture and drawn else None
        answer["pictured"] = repr(example) if drawn else None
    return answer
