"""The judge as it is used: a process with standard streams."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from lastmove.contest import answer, get, names
from lastmove.errors import NotationError

CARDS, BARS, BOXES = "ccpc2020-mianyang-g", "hdu3544", "hdu3389"
COMMAND = [sys.executable, "-m", "lastmove", "judge"]


def judge(name: str, text: str | bytes) -> tuple[int, str, str]:
    data = text.encode() if isinstance(text, str) else text
    done = subprocess.run([*COMMAND, name], input=data, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("name", names())
def test_samples_are_answered_exactly(name: str) -> None:
    problem = get(name)
    assert judge(name, problem.sample_input) == (0, problem.sample_output, "")
    crlf = problem.sample_input.replace("\n", "\r\n").removesuffix("\r\n")
    assert judge(name, crlf) == (0, problem.sample_output, "")


@pytest.mark.parametrize(
    ("name", "text", "answers", "fault"),
    [
        (CARDS, "", "", "line 1: expected the number of cases, found the end of the input"),
        (
            CARDS,
            "\n \r\n\n",
            "",
            "line 4: expected the number of cases, found the end of the input",
        ),
        (CARDS, "two\n", "", 'line 1: expected the number of cases, found "two" in column 1'),
        (CARDS, "-1\n", "", 'line 1: expected the number of cases, found "-1" in column 1'),
        (
            CARDS,
            "3\n1 1 1 1\n2 2 x 2\n1 1 1 1\n",
            "Case #1: Horse\n",
            'line 3: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, found "x" in column 5',
        ),
        (
            CARDS,
            "2\n2 2 2 2\n1 1 1 -1\n",
            "Case #1: Rabbit\n",
            'line 3: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, found "-1" in column 7',
        ),
        (
            CARDS,
            "1\n1 1 1 1000000001\n",
            "",
            "line 2: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, "
            'found "1000000001" in column 7',
        ),
        (
            CARDS,
            "1\n1 1 1 1.5\n",
            "",
            'line 2: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, found "1.5" in column 7',
        ),
        (
            CARDS,
            "2\n1 1 1\n1 1 1 1 1\n",
            "",
            "line 2: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, found only 3",
        ),
        (
            CARDS,
            "1\n1 1 1 1 1\n",
            "",
            "line 2: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, "
            'found "1" in column 9 after them',
        ),
        (
            CARDS,
            "2\n1 1 1 1",
            "Case #1: Horse\n",
            "line 3: expected 4 integers c0 c1 c2 c3 from 0 to 1000000000, "
            "found the end of the input",
        ),
        (
            CARDS,
            "1\n1 1 1 1\n\n1 1 1 1\n",
            "Case #1: Horse\n",
            'line 4: expected the end of the input after 1 case, found "1" in column 1',
        ),
        (
            BARS,
            "2\n1\n2 1\n2\n2 2\n0 1\n",
            "Case 1: Alice\n",
            'line 6: expected 2 integers X Y from 1 to 1000000000, found "0" in column 1',
        ),
        (
            BARS,
            "1\n0\n",
            "",
            'line 2: expected the number of bars of case 1 of 1, at least 1, found "0" in column 1',
        ),
        (
            BARS,
            "1\n2\n1 1\n",
            "",
            "line 4: expected 2 integers X Y from 1 to 1000000000, found the end of the input",
        ),
        (
            BOXES,
            "2\n2\n1 2\n3\n1 2 101\n",
            "Case 1: Alice\n",
            'line 5: expected 3 integers from 0 to 100, found "101" in column 5',
        ),
        (
            BOXES,
            "1\n3\n1 2\n",
            "",
            "line 3: expected 3 integers from 0 to 100, found only 2",
        ),
        (
            BOXES,
            "1\n2 7\n1 2\n",
            "",
            "line 2: expected the number of boxes of case 1 of 1, at least 1 alone on its line, "
            'found "7" in column 3',
        ),
    ],
)
def test_malformed_input_is_one_line_and_status_2(
    name: str, text: str, answers: str, fault: str
) -> None:
    assert judge(name, text) == (2, answers, f"lastmove judge: {fault}\n")


def test_binary_input_is_refused_on_one_line() -> None:
    status, answers, fault = judge(CARDS, b"1\n\x7fELF\x00\xff\xfe\x1b[31m 1 1 1\n")
    assert (status, answers) == (2, "")
    assert fault.count("\n") == 1
    assert fault.rstrip("\n").isprintable()


def test_unknown_problems_are_refused_with_those_there_are() -> None:
    status, answers, fault = judge("hdu9999", "1\n")
    assert (status, answers) == (2, "")
    assert fault == (
        "lastmove judge: there is no judge problem 'hdu9999'; "
        "there are ccpc2020-mianyang-g, hdu3544, hdu3389\n"
    )


def test_counts_at_the_end_of_their_range_are_answered() -> None:
    top = 10**9
    assert judge(CARDS, f"1\n{top} {top} {top} {top}\n")[:2] == (0, "Case #1: Rabbit\n")
    wide, high = f"{top} 1\n", f"1 {top}\n"
    bars = "2\n100\n" + wide * 100 + "101\n" + wide * 50 + high * 51
    assert judge(BARS, bars)[:2] == (0, "Case 1: Alice\nCase 2: Bob\n")


def test_many_cases_are_answered_like_few() -> None:
    rows = [((7 * n) % 12, n % 5, n % 4, n % 3) for n in range(20_000)]
    text = "".join("{} {} {} {}\n".format(*row) for row in rows)
    status, answers, fault = judge(CARDS, f"{len(rows)}\n{text}")
    problem = get(CARDS)
    expected = [
        f"Case #{case}: {'Rabbit' if problem.first_player_wins([row]) else 'Horse'}"
        for case, row in enumerate(rows, 1)
    ]
    assert (status, answers.splitlines(), fault) == (0, expected, "")


def test_answers_come_while_the_input_is_still_open() -> None:
    with subprocess.Popen(
        [*COMMAND, CARDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"2\n1 1 1 1\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"Case #1: Horse\n"
        process.stdin.write(b"2 2 2 2\n")
        process.stdin.close()
        assert process.stdout.read() == b"Case #2: Rabbit\n"
        assert process.wait() == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_interrupt_ends_quietly_with_status_130() -> None:
    with subprocess.Popen(
        [*COMMAND, CARDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"2\n1 1 1 1\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"Case #1: Horse\n"
        while process.poll() is None:
            # Should the signal come just before it waits for more, it has to be sent again.
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=3)
        assert (process.returncode, process.stderr.read()) == (130, b"")


def test_a_reader_that_leaves_ends_the_run_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, CARDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, errors = process.communicate(b"1\n1 1 1 1\n")
        assert (process.returncode, errors) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, CARDS],
            input=b"1\n1 1 1 1\n",
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"lastmove judge: the answers cannot be written: No space left")


def test_texts_are_answered_in_memory() -> None:
    problem = get(BOXES)
    assert answer(BOXES, problem.sample_input) == problem.sample_output
    assert answer(BOXES, problem.sample_input.encode()) == problem.sample_output
    with pytest.raises(NotationError, match="line 2: expected the number of boxes"):
        answer(BOXES, "1\nmany\n")
