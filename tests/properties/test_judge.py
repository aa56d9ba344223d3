"""The native judge against a plain reading of the format, line by line, on broken inputs."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from lastmove._core import judge_bytes
from lastmove.contest import Problem, get, names

# Counts are read in 64 bits, the largest of which stands for all larger ones.
MOST = 2**64 - 2


class Malformed(Exception):
    """The input departs from the format; holds the line."""


class Lines:
    """Hands out the lines that are not blank, as words."""

    def __init__(self, data: bytes) -> None:
        lines = data.split(b"\n")
        if lines[-1] == b"":
            lines.pop()
        self._lines = iter(enumerate(lines, 1))
        self._last = len(lines)
        self.number = 1

    def next(self) -> list[bytes]:
        for number, line in self._lines:
            self.number = number
            if words := line.split():
                return words
        self.number = self._last + 1
        return []

    def numbers(self, count: int, low: int, high: int) -> list[int]:
        words = self.next()
        if len(words) != count or not all(word.isdigit() for word in words):
            raise Malformed(self.number)
        numbers = [int(word) for word in words]
        if not all(low <= number <= high for number in numbers):
            raise Malformed(self.number)
        return numbers


def answers(problem: Problem, lines: Lines) -> Iterator[str]:
    (cases,) = lines.numbers(1, 0, MOST)
    width = len(problem.numbers)
    for case in range(1, cases + 1):
        items = 1
        if problem.layout != "single":
            (items,) = lines.numbers(1, 1, MOST)
        if problem.layout == "row":
            row = lines.numbers(items, problem.low, problem.high)
            read = [(number,) for number in row]
        else:
            read = [tuple(lines.numbers(width, problem.low, problem.high)) for _ in range(items)]
        winner = problem.wins if problem.first_player_wins(read) else problem.loses
        yield f"{problem.case}{case}: {winner}\n"
    if lines.next():
        raise Malformed(lines.number)


def read_plainly(problem: Problem, data: bytes) -> tuple[str, int | None]:
    done = ""
    try:
        for answer in answers(problem, Lines(data)):
            done += answer
    except Malformed as fault:
        return done, fault.args[0]
    return done, None


def read_natively(problem: Problem, data: bytes) -> tuple[str, int | None]:
    done, fault = judge_bytes(problem.to_json(), data)
    if fault is None:
        return done.decode(), None
    assert fault.isprintable()
    line, _, rest = fault.removeprefix("line ").partition(": expected ")
    assert ", found " in rest
    return done.decode(), int(line)


@st.composite
def inputs(draw: st.DrawFn, problem: Problem) -> bytes:
    """Draw an input in the format of the problem."""
    number = st.one_of(
        st.integers(problem.low, min(problem.high, 9)),
        st.integers(problem.low, problem.high),
    )
    lines = []
    cases = draw(st.integers(0, 4))
    lines.append(str(cases))
    for _ in range(cases):
        items = draw(st.integers(1, 4))
        rows = [[draw(number) for _ in problem.numbers] for _ in range(items)]
        if problem.layout == "single":
            rows = rows[:1]
        else:
            lines.append(str(items))
        if problem.layout == "row":
            rows = [[number for row in rows for number in row]]
        lines += [" ".join(map(str, row)) for row in rows]
    return "".join(f"{line}\n" for line in lines).encode()


PIECES = st.sampled_from(
    [b" ", b"\n", b"\r", b"\t", b"0", b"7", b"-", b"x", b"\x00", b"\xff", b"1000000001", b"1" * 30]
)


@st.composite
def broken(draw: st.DrawFn) -> tuple[Problem, bytes]:
    """Draw an input, most often with some bytes put in, taken out or replaced."""
    problem = get(draw(st.sampled_from(names())))
    data = draw(inputs(problem))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(data)))
        data = data[:place] + draw(PIECES) + data[place + draw(st.integers(0, 2)) :]
    return problem, data


@settings(max_examples=300, deadline=None)
@given(broken())
def test_any_input_is_read_as_line_by_line(case: tuple[Problem, bytes]) -> None:
    problem, data = case
    assert read_natively(problem, data) == read_plainly(problem, data)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(names()), st.binary(max_size=60))
def test_any_bytes_are_answered_or_refused(name: str, data: bytes) -> None:
    problem = get(name)
    assert read_natively(problem, data) == read_plainly(problem, data)
