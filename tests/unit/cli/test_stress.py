"""The command stress against programs that misbehave."""

import json
import os
import signal
import subprocess
import sys
from time import monotonic, sleep

import pytest

from lastmove.cli import contestant
from lastmove.cli.app import start

IO = "T; n -> {first|second}"
RIGHT = """
import sys
data = list(map(int, sys.stdin.read().split()))[1:]
def law(n):
    return n % 4 != 0
"""


@pytest.fixture
def stress(capsys, tmp_path):
    def stress(source, *options, game="bash", io=IO):
        path = tmp_path / "program.py"
        path.write_text(source)
        arguments = ["stress", game, "--io", io, "--json", *options]
        status = start([*arguments, "--", sys.executable, str(path)])
        captured = capsys.readouterr()
        assert captured.err == ""
        return status, json.loads(captured.out)["difference"]

    return stress


SAY = "for n in data: print('first' if law(n) else 'second')\n"
# What a program does, the smallest position at which it differs, and part of what is said then.
WRONG = {
    "wrong answer": (f"{RIGHT}law = lambda n: n % 4 != 0 and n != 6\n{SAY}", 6, "second"),
    "crash": (f"{RIGHT}law = lambda n: 6 // n\n{SAY}", 0, "ZeroDivisionError"),
    "exit status": (f"{RIGHT}{SAY}sys.exit(3 if 5 in data else 0)\n", 5, "exit status 3"),
    "signal": (f"import os\n{RIGHT}{SAY}if 5 in data: os.abort()\n", 5, "SIGABRT"),
    "partial output": (f"{RIGHT}if 7 in data: data.pop()\n{SAY}", 7, "(no output)"),
    "other form": (RIGHT + SAY.replace("print(", "print('Case:', "), 0, "Case: second"),
    "no output": ("", 0, "(no output)"),
    "closed input": ("import os; os.close(0)\n", 0, "(no output)"),
    "no text": ("import sys; sys.stdout.buffer.write(bytes([255, 0]))\n", 0, "\\xff"),
    "too much": ("while True: print('first ' * 1000)\n", 0, "bytes of output"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_program_that_misbehaves_is_reported_at_a_smallest_position(stress, name):
    source, position, said = WRONG[name]
    status, found = stress(source, "--cases", "60")
    assert (status, found["position"]) == (1, [position])
    assert said in (found["program"] or "(no output)")
    assert found["expected"] == ("first" if position % 4 else "second")


def test_a_right_program_is_not_reported(stress):
    assert stress(RIGHT + SAY, "--cases", "150") == (0, None)


def test_a_program_that_hangs_is_ended_with_all_it_started(stress):
    source = f"import subprocess, time\n{RIGHT}{SAY}sys.stdout.flush()\nif 3 in data:\n" + (
        "    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "    time.sleep(600)\n"
    )
    began = monotonic()
    status, found = stress(source, "--cases", "8", "--to", "3", "--timeout", "1")
    assert (status, found["position"]) == (1, [3])
    assert "no end within 1 s" in found["program"]
    assert monotonic() - began < 300


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_the_command_ends_the_program_too(tmp_path, name):
    source = tmp_path / "program.py"
    note = tmp_path / "note"
    source.write_text(
        f"import os, pathlib, time\nnew = pathlib.Path({str(note) + '.new'!r})\n"
        f"new.write_text(str(os.getpid()))\nnew.rename({str(note)!r})\ntime.sleep(600)\n"
    )
    command = [sys.executable, "-m", "lastmove", "stress", "bash", "--io", IO, "--timeout", "600"]
    with subprocess.Popen([*command, "--", sys.executable, str(source)]) as process:
        while not note.exists():
            assert process.poll() is None
            sleep(0.02)
        number = getattr(signal, name)
        process.send_signal(number)
        assert process.wait(60) == (130 if name == "SIGINT" else 128 + number)
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_a_program_that_leaves_its_output_open_is_ended():
    source = (
        "import subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\nprint('x')\n"
    )
    answer = contestant.run([sys.executable, "-c", source], "", 1.0, 100)
    assert answer.text == "x\n"
    assert "open" in answer.fault


def test_a_program_that_remembers_cases_is_reported_with_the_few_that_matter(stress):
    source = RIGHT + (
        "old = None\nfor n in data:\n"
        "    print('second' if old == 5 and n == 6 else 'first' if law(n) else 'second')\n"
        "    old = n\n"
    )
    status, found = stress(source, "--cases", "300")
    assert (status, found["position"]) == (1, None)
    assert found["positions"] == [[5], [6]]
    assert found["expected"] == "first\nfirst"


def test_the_first_player_is_left_in_partizan_games(stress):
    source = (
        "import sys\ndata = list(map(int, sys.stdin.read().split()))[1:]\n"
        "for w, h in zip(data[::2], data[1::2]):\n"
        "    p = 1 << min(w, h).bit_length() - 1\n"
        "    v = w // p - 1 if w >= h else 1 - h // p\n"
        "    print('Left' if v > 0 else 'other')\n"
    )
    io = "T; width height -> {Left|other}"
    for what in ("outcome", "value"):
        assert stress(source, "--what", what, "--cases", "60", game="cutcake", io=io) == (0, None)
    wrong = source.replace("v > 0", "v != 0")
    status, found = stress(wrong, "--cases", "60", game="cutcake", io=io)
    assert (status, found["position"]) == (1, [1, 2])


def test_values_are_compared_as_they_are_printed(stress):
    source = (
        "import sys\ndata = list(map(int, sys.stdin.read().split()))[1:]\n"
        "for w, h in zip(data[::2], data[1::2]):\n"
        "    p = 1 << min(w, h).bit_length() - 1\n"
        "    print(w // p - 1 if w >= h else 1 - h // p)\n"
    )
    options = ["--what", "value", "--cases", "60"]
    assert stress(source, *options, game="cutcake", io="T; width height -> {law}") == (0, None)


def test_inputs_without_a_count_are_one_case_each(stress):
    source = "import sys\nprint(int(sys.stdin.read()) % 4)\n"
    assert stress(source, "--cases", "9", io="n -> {law}") == (0, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bash", "--what", "value"], "use --what grundy"),
        (["cutcake", "--what", "grundy"], "has no Grundy values"),
        (["bash", "--what", "grundy", "--misere"], "not with --what grundy"),
    ],
)
def test_questions_that_make_no_sense_are_refused(capsys, arguments, message):
    game, *options = arguments
    names = {"bash": "n", "cutcake": "width height"}[game]
    status = start(["stress", game, "--io", f"{names} -> {{law}}", *options, "--", "true"])
    assert status == 2
    assert message in capsys.readouterr().err
