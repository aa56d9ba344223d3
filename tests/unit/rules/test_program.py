"""Programs: their JSON, their text, and the plain interpreter."""

from __future__ import annotations

import json

import pytest

from lastmove.rules.expr import Expr, coord, var
from lastmove.rules.program import FORMAT, Failure, Program, System

X, Y = ["x", 0], ["x", 1]
LOOPS = {
    "name": "game",
    "coords": ["n", "m"],
    "vars": ["k", "i"],
    "domain": [">=", X, 0],
    "moves": [
        ["set", 0, 1],
        [
            "loop",
            [
                ["if", [">", ["v", 0], X], [["break"]], []],
                ["move", [[0, ["-", X, ["v", 0]], Y]]],
                ["set", 0, ["*", ["v", 0], 2]],
            ],
        ],
        [
            "for",
            1,
            0,
            Y,
            1,
            [
                ["if", ["==", ["v", 1], 2], [["continue"]], []],
                ["if", ["==", ["v", 1], 4], [["return"]], []],
                ["move", [[0, X, ["v", 1]], [0, 0, 0]]],
            ],
        ],
        ["move", []],
        ["if", ["==", X, 7], [["fail", "seven"]], []],
    ],
}
TEXT = """\
game(n, m), where n >= 0:
    k = 1
    while True:
        if k > n:
            break
        yield n - k, m
        k = k * 2
    for i in range(m):
        if i == 2:
            continue
        if i == 4:
            return
        yield game(n, i) + game(0, 0)
    yield []
    if n == 7:
        raise RulesError('seven')"""


def python_twin(n: int, m: int) -> list[object]:
    found: list[object] = []
    k = 1
    while k <= n:
        found.append(((0, n - k, m),))
        k *= 2
    for i in range(m):
        if i == 2:
            continue
        if i == 4:
            return found
        found.append(((0, n, i), (0, 0, 0)))
    return [*found, ()]


def system_text(*programs: object) -> str:
    return json.dumps({"format": FORMAT, "programs": list(programs)})


def test_a_program_runs_as_the_python_it_prints() -> None:
    program = Program.from_json(LOOPS)
    for n in range(7):
        for m in range(7):
            assert list(program.run((n, m))) == python_twin(n, m)
    assert str(program) == TEXT
    assert (program.legal((0, -1)), program.legal((-1, 0))) == (True, False)


def test_json_is_read_and_written_unchanged() -> None:
    assert Program.from_json(LOOPS).to_json() == LOOPS
    text = system_text(LOOPS)
    assert json.loads(System.from_json(text).to_json()) == json.loads(text)


def test_options_before_a_failure_are_given() -> None:
    found = []
    with pytest.raises(Failure, match="seven"):
        found.extend(Program.from_json(LOOPS).run((7, 0)))
    options = Program.from_json(LOOPS).run((7, 0))
    assert [next(options) for _ in range(4)][-1] == ()


def test_a_run_can_be_limited() -> None:
    program = Program("endless", ["n"], moves=(("loop", ()),))
    with pytest.raises(TimeoutError):
        list(program.run((0,), steps=100))
    long = Program("long", ["n"], ["k"], moves=(("loop", (("set", 0, coord(0)),)),))
    with pytest.raises(TimeoutError):
        list(long.run((0,), steps=100))


def test_the_interpreter_computes_without_bounds() -> None:
    program = Program("big", ["n"], moves=(("move", ((0, coord(0) ** 40),)),))
    assert list(program.run((10,))) == [((0, 10**40),)]


def test_the_second_player_of_an_impartial_game_has_the_same_moves() -> None:
    program = Program.from_json(LOOPS)
    assert list(program.run((3, 1), 1)) == list(program.run((3, 1), 0))


def with_moves(*moves: object) -> dict[str, object]:
    return {"name": "g", "coords": ["n"], "vars": ["k"], "domain": None, "moves": list(moves)}


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (3, "object with fields"),
        ({"name": "g", "coords": ["n"]}, "needs the field 'vars'"),
        ({**LOOPS, "left": []}, "either 'moves'"),
        ({**LOOPS, "domain": ["?"]}, "takes 3 operands"),
        (with_moves(["jump"]), "starts with its name"),
        (with_moves(["set", 0]), "takes 2 parts"),
        (with_moves(["set", -1, 0]), "index"),
        (with_moves(["set", 1, 0]), "variable 1"),
        (with_moves(["move", [[0, ["x", 1]]]]), "coordinate 1"),
        (with_moves(["move", [[]]]), "list of components"),
        (with_moves(["move", [[1, 0]]]), "game 1 with 1"),
        (with_moves(["move", [[0, 0, 0]]]), "game 0 with 2"),
        (with_moves(["fail", 3]), "takes a text"),
        (with_moves(["loop", 3]), "block is a list"),
    ],
)
def test_json_that_is_no_program_is_refused(program: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        System.from_json(system_text(program))


def test_a_system_of_another_format_is_refused() -> None:
    for text in ("3", "{}", '{"format": "other/1", "programs": []}', system_text()):
        with pytest.raises(ValueError, match=r"format|at least one"):
            System.from_json(text)


def test_text_of_conditions_is_python() -> None:
    inner = ("if", coord(0) > 1, (), (("move", ((0, var(0)),)),))
    moves = (("set", 0, Expr.from_json(7)), ("if", coord(0), (("move", ()),), (inner,)))
    assert str(Program("g", ["n"], ["k"], moves=moves)) == (
        "g(n):\n    k = 7\n    if n:\n        yield []\n    elif n <= 1:\n        yield k"
    )
