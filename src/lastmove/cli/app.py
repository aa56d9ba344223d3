"""The group of commands, and how every error becomes one line and an exit status."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

import lastmove
from lastmove.errors import LastmoveError, LimitExceeded

if TYPE_CHECKING:
    from collections.abc import Sequence

# Each command lives in the module of its name, as `command`; its help is repeated here so that
# ``lastmove --help`` loads none of them.
COMMANDS = {
    "check": "Check the certificate of a law.",
    "judge": "Answer a contest problem from standard input.",
    "octal": "Values and proved periods of octal games; surveys of many.",
    "law": "Find, prove and emit a closed form for a game.",
    "rulesets": "List the built-in games, or show one.",
    "solve": "Say who wins a position or sum, and by which moves.",
    "stress": "Run a program against search on random small inputs.",
    "table": "Print a table of Grundy values, outcomes or values.",
    "value": "Say what an expression of games is worth.",
}

USAGE_ERROR = 2
INTERRUPTED = 130
# Longer messages, which repeat what was given, lose their middle.
_LONGEST = 1600


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"lastmove.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named first, or fail with those that look alike."""
        name = args[0]
        if not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            close = get_close_matches(name, COMMANDS, n=2)
            hint = f"did you mean {' or '.join(close)}?" if close else f"use {_listed(COMMANDS)}"
            ctx.fail(f"there is no command {name!r}: {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


def _listed(names: Sequence[str] | dict[str, str]) -> str:
    *most, last = sorted(names)
    return f"{', '.join(most)} or {last}"


@click.command(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(lastmove.__version__, prog_name="lastmove", message="%(prog)s %(version)s")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Work on combinatorial games: rules in, winners, values and tables out.

    A game is a built-in name (see 'lastmove rulesets') or file.py:name for rules of your own.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def start(arguments: list[str]) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : list of str
        What stands after ``lastmove``.

    Returns
    -------
    int
        Exit status: 0; 2 after one line on standard error for anything that was asked wrongly or
        cannot be answered; 130 after Ctrl-C; 1 if nobody reads the output any more.
    """
    if "_LASTMOVE_COMPLETE" in os.environ:
        group.main(prog_name="lastmove")
    try:
        with group.make_context("lastmove", list(arguments)) as ctx:
            group.invoke(ctx)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.NoSuchOption as error:
        hint = ""
        dashes, first = error.option_name[:2], error.option_name.lstrip("-")[:1]
        if first.isdigit() or first in ("^*{+( " if dashes == "--" else "^*{+( v"):
            hint = '; a position that starts with a minus sign goes in brackets, such as "(-1)"'
            if arguments[0] == "value":
                hint = '; an expression that starts with a minus sign follows two dashes: -- "-1^"'
        return _complain(error.format_message().removesuffix(".") + hint, _path(arguments))
    except click.ClickException as error:
        where = getattr(error, "ctx", None)
        return _complain(error.format_message(), where.command_path if where else _path(arguments))
    except LimitExceeded as error:
        message = str(error).replace("lastmove.limits(memory=...)", "--memory")
        return _complain(message, _path(arguments))
    except LastmoveError as error:
        return _complain(str(error), _path(arguments))
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return 1
    except UnicodeEncodeError as error:
        wanted = "set PYTHONIOENCODING=utf-8 for the rest"
        return _complain(f"the output has no form in {error.encoding}: {wanted}", _path(arguments))
    except MemoryError:
        return _complain("there is not enough memory; --memory sets a limit", _path(arguments))
    except OSError as error:
        return _complain(f"the output cannot be written: {error.strerror}", _path(arguments))
    return 0


def _path(arguments: Sequence[str]) -> str:
    named = arguments and arguments[0] in COMMANDS
    return f"lastmove {arguments[0]}" if named else "lastmove"


def _complain(message: str, path: str) -> int:
    # An error of notation shows the text and a caret on lines of their own.
    line = " ".join(message.split("\n  ")[0].split()).removesuffix(".")
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 4 :]}"
    if sys.stderr is not None:
        click.echo(f"{path}: {line}", err=True)
    return USAGE_ERROR


def _drop_output() -> None:
    """Keep Python from failing once more when it flushes standard output at its end."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
