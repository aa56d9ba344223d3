"""The command line as a process: streams, signals, terminals, start-up."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "lastmove"]

SLOW = """
import lastmove as lm
import sys

@lm.impartial
def slow(word):
    if len(word) == 9:
        print("begun", file=sys.stderr, flush=True)
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]
"""


def test_help_and_version_load_no_command_and_no_library_of_theirs() -> None:
    script = (
        "import sys\n"
        "from lastmove.cli.app import start\n"
        f"start([{'{!r}'}])\n"
        "print(*(name for name in sys.modules if name.split('.')[0] in "
        "('rich', 'numpy', 'ast', 'inspect') or name.startswith('lastmove.cli.')))"
    )
    for option in ("--help", "--version"):
        done = subprocess.run(
            [sys.executable, "-c", script.format(option)],
            capture_output=True,
            text=True,
            check=True,
        )
        loaded = set(done.stdout.splitlines()[-1].split())
        assert "lastmove.cli.app" in loaded
        assert not loaded & {"lastmove.cli.solve", "lastmove.cli.table", "rich", "numpy"}


def test_the_module_runs_as_the_command() -> None:
    done = subprocess.run(
        [*COMMAND, "solve", "nim", "1,2,3"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("nim(1, 2, 3)\noutcome        P: ")
    done = subprocess.run([*COMMAND, "solve"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lastmove solve: Missing argument 'RULES'\n"


def test_output_is_utf8_or_refused_but_never_a_traceback() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*COMMAND, "solve", "nim", "1,1", "--misere"],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)


def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "table", "nim", "--to", "300,300"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(4) == b"heap"
        process.stdout.close()
        assert (process.wait(), process.stderr.read()) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "solve", "nim", "1,2"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    expected = b"lastmove solve: the output cannot be written: No space left on device\n"
    assert done.stderr == expected


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_interrupt_ends_a_search_quietly_with_status_130(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    with subprocess.Popen(
        [*COMMAND, "solve", str(file), "abcdefghijklmnopqrstuvwxyz"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stderr.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        while process.poll() is None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=3)
        assert process.returncode == 130
        assert process.stdout.read() == b""
        assert set(process.stderr.read().split()) <= {b"begun"}


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_a_terminal_gets_the_same_text_but_for_colour() -> None:
    import pty
    import re

    arguments = [*COMMAND, "table", "game_of_cards", "--to", "1,1,2,2"]
    piped = subprocess.run(arguments, capture_output=True, check=True).stdout
    ours, theirs = pty.openpty()
    with subprocess.Popen(arguments, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        # Reading past the end of a terminal is an error.
        with suppress(OSError):
            while part := os.read(ours, 4096):
                seen += part
        assert process.wait() == 0
    os.close(ours)
    plain = re.sub(rb"\x1b\[[0-9;]*m", b"", seen).replace(b"\r\n", b"\n")
    assert plain == piped
    assert seen != piped


def test_a_shell_can_complete_commands() -> None:
    environment = os.environ | {
        "_LASTMOVE_COMPLETE": "bash_complete",
        "COMP_WORDS": "lastmove so",
        "COMP_CWORD": "1",
    }
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "plain,solve\n"
