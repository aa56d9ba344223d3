"""``lastmove check``: whether a certificate proves its law."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lastmove.cli.output import Bar, print_json
from lastmove.cli.solve import set_option
from lastmove.cli.target import complete_rules, find_rules

REJECTED = 1


@click.command(short_help="Check the certificate of a law.")
@click.argument("certificate", type=click.Path(path_type=Path))
@click.argument("rules", required=False, shell_complete=complete_rules)
@set_option
@click.option(
    "--native",
    is_flag=True,
    help="Compute the values of a heap game again in the native core, for periods too long for "
    "the checker.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    certificate: Path, rules: str | None, settings: tuple[str, ...], native: bool, as_json: bool
) -> None:
    """Check the file CERTIFICATE, which `lastmove law` or `lastmove octal` writes.

    If RULES are given (a built-in name or file.py:name), the certificate must be about them. The
    exit status is 0 if the certificate proves its claim, and 1 if it does not. The checker needs
    no part of lastmove: `python -m lastmove.laws.check CERTIFICATE` does the same.
    """
    from lastmove.laws.about import system_for
    from lastmove.laws.check import Rejected, check

    data = _read(certificate)
    if native and rules is not None:
        raise click.ClickException("--native is for periods of heap games, which take no RULES")
    game = None if rules is None else find_rules(rules, settings)
    try:
        if native:
            accepted = _native(data)
        else:
            accepted = check(data, None if game is None else system_for(data, game))
    except Rejected as reason:
        if as_json:
            print_json({"accepted": False, "claim": None, "reason": str(reason)})
        else:
            click.echo(f"rejected: {reason}")
        click.get_current_context().exit(REJECTED)
    if as_json:
        print_json({"accepted": True, "claim": accepted, "reason": None})
    else:
        click.echo(f"accepted: {accepted} is proved")


def _native(data: Any) -> str:
    """Return what a certificate of a period proves, by values computed natively one by one."""
    from lastmove.heaps.periods import KIND, recheck
    from lastmove.laws.check import Rejected

    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise click.ClickException(
            "--native is for periods of heap games, as lastmove octal writes"
        )
    with Bar(str(data.get("game"))) as bar:
        if not recheck(data, progress=bar):
            raise Rejected(
                "values computed natively one by one do not bear it out; that can be done for "
                "octal games and finite sets of numbers to take, without a saltus"
            )
    return f"the period of {data['game']} (all values, computed natively one by one)"


def _read(path: Path) -> Any:
    from lastmove.laws.check import read

    try:
        return read(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise click.ClickException(f"{path} is not JSON: {error}") from None
    except RecursionError:
        raise click.ClickException(f"{path} nests too deeply to be a certificate") from None
