"""Runs a judge problem on the standard streams; what a judge waits for, so it is short."""

import sys


def run(name: str) -> int:
    """Answer the cases on standard input on standard output.

    Parameters
    ----------
    name : str
        The problem, one of `lastmove.contest.names()`.

    Returns
    -------
    int
        Exit status: 0; 2 after one line on standard error, if there is no such problem, the input
        is not in its format, or a stream fails; 1 if nobody reads the answers any more; 130 after
        Ctrl-C. The answers of the complete cases before a fault are written all the same.
    """
    try:
        form = prepared(name)
        from lastmove._core import judge_stream

        judge_stream(form)
    except BrokenPipeError:
        return 1
    except (LookupError, ValueError, OSError, ArithmeticError) as error:
        if sys.stderr is not None:  # it is None where the process was started without one
            sys.stderr.write(f"lastmove judge: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def prepared(name: str) -> str:
    """Return what the native driver needs to know of a problem, as JSON.

    Raises
    ------
    LookupError
        If there is no such problem.
    """
    if name.replace("-", "").isalnum():
        try:
            with open(f"{__file__[:-9]}prepared/{name}.json", encoding="utf-8") as file:  # noqa: PTH123
                return file.read()
        except OSError:
            pass
    from lastmove.contest.problem import get

    return get(name).to_json()
