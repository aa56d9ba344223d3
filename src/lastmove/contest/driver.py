"""Runs a judge problem on the standard streams, or on a text."""

from __future__ import annotations

import sys

from lastmove.contest.problem import get


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
        problem = get(name)
    except LookupError as error:
        return _refuse(error.args[0])
    try:
        from lastmove._core import judge_stream

        judge_stream(problem.to_json())
    except BrokenPipeError:
        return 1
    except (ValueError, OSError, ArithmeticError) as error:
        return _refuse(error)
    except KeyboardInterrupt:
        return 130
    return 0


def answer(name: str, text: str | bytes) -> str:
    """Return the answers to a judge's input.

    Parameters
    ----------
    name : str
        The problem, one of `lastmove.contest.names()`.
    text : str or bytes
        The input.

    Returns
    -------
    str
        What is written to standard output.

    Raises
    ------
    LookupError
        If there is no such problem.
    NotationError
        If the input is not in the format of the problem; the message has the line, and what was
        expected there.

    Examples
    --------
    >>> print(answer("hdu3389", "1\\n7\\n1 3 3 2 2 1 2\\n"), end="")
    Case 1: Bob
    """
    from lastmove._core import judge_bytes

    data = text.encode() if isinstance(text, str) else text
    answers, fault = judge_bytes(get(name).to_json(), data)
    if fault is not None:
        from lastmove.errors import NotationError

        raise NotationError(fault)
    return answers.decode()


def _refuse(reason: object) -> int:
    if sys.stderr is not None:  # it is None where the process was started without one
        sys.stderr.write(f"lastmove judge: {reason}\n")
    return 2
