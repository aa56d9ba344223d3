"""The command line: one file a command, loaded when it is used."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; ends with `SystemExit`.

    Examples
    --------
    Run ``lastmove --help`` for the commands.
    """
    arguments = sys.argv[1:]
    # A judge is timed from the start of its process, so it goes round the command-line library.
    if len(arguments) == 2 and arguments[0] == "judge" and not arguments[1].startswith("-"):
        from lastmove.contest.driver import run

        sys.exit(run(arguments[1]))
    from lastmove.cli.app import start

    sys.exit(start(arguments))
