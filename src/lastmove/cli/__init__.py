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
    try:
        # A judge is timed from the start of its process: it goes round the command-line library.
        if len(arguments) == 2 and arguments[0] == "judge" and not arguments[1].startswith("-"):
            from lastmove.contest.driver import run

            status = run(arguments[1])
        else:
            from lastmove.cli.app import start

            status = start(arguments)
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
