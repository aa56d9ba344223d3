"""The views of the command table."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from lastmove.cli.app import start


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = start(["table", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["wythoff", "--to", "3", "--losing"], ["(0, 0)", "(1, 2)", "(2, 1)"]),
        (
            ["wythoff", "--to", "12", "--losing", "--sorted", "--oeis"],
            ["a: 0, 1, 3, 4, 6", "b: 0, 2, 5, 7, 10"],
        ),
        (["wythoff", "--to", "2", "--losing", "--csv"], ["a,b", "0,0", "1,2", "2,1"]),
        (["bash", "--to", "12", "--losing"], ["0, 4, 8, 12"]),
        (["bash", "--to", "12", "--losing", "--shift", "1", "--binary"], ["1, 101, 1001, 1101"]),
        (["bash", "--to", "12", "--losing", "--bfile"], ["1 0", "2 4", "3 8", "4 12"]),
        (["kayles", "--to", "5", "--oeis"], ["0, 1, 2, 3, 1, 4"]),
        (["kayles", "--to", "2", "--bfile"], ["0 0", "1 1", "2 2"]),
        (
            ["wythoff", "--to", "2", "--axes", "b,a", "--mod", "2"],
            ["b\\a | 0 1 2", "----+------", "  0 | 0 1 0", "  1 | 1 0 0", "  2 | 0 0 1"],
        ),
        (
            ["nim", "--to", "1,2", "--at", "heaps1=3"],
            [
                "heaps0\\heaps2 | 0 1 2",
                "--------------+------",
                "            0 | 3 2 1",
                "            1 | 2 3 0",
            ],
        ),
        (
            ["lasker", "--to", "8", "--differences", "n", "--width", "4"],
            [
                "n |  0  1  2  3",
                "--+------------",
                "0 |     1  1  2",
                "4 | -1  2  1  2",
                "8 | -1",
            ],
        ),
    ],
)
def test_views_are_printed(run, arguments, lines):
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert out.splitlines() == lines


def test_fixed_coordinates_may_have_bounds_as_well(run):
    short = run("game_of_cards", "--to", "3,2", "--at", "c2=1,c3=0")
    assert run("game_of_cards", "--to", "3,2,9,9", "--at", "c2=1", "--at", "c3=0") == short
    assert short[0] == 0


def test_json_tells_the_view(run):
    found = json.loads(run("game_of_cards", "--to", "1", "--at", "c2=1,c3=0", "--json")[1])
    assert (found["at"], found["values"]) == ({"c2": 1, "c3": 0}, [[0, 1], [1, 0]])
    found = json.loads(run("bash", "--to", "9", "--losing", "--json")[1])
    assert found["losing"] == [[0], [4], [8]]
    found = json.loads(run("bash", "--to", "4", "--differences", "n", "--json")[1])
    assert (found["what"], found["starts"], found["values"]) == ("difference", [1], [1, 1, 1, -3])


def test_colours_are_for_terminals_unless_asked_for(run, monkeypatch):
    import sys

    assert "\x1b" not in run("nim", "--to", "2,2")[1]
    assert "\x1b[48;5;" in run("nim", "--to", "2,2", "--color", "always")[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    from lastmove.cli.output import colours

    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert colours("auto")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours("auto")
    assert colours("always")
    assert not colours("never")


def test_a_heat_map_is_drawn(run, tmp_path):
    path = tmp_path / "a.svg"
    assert run("wythoff", "--to", "20", "--save", str(path))[:2] == (0, f"drew {path}\n")
    ElementTree.fromstring(path.read_text())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim", "--to", "3", "--sorted"], "--sorted goes with --losing"),
        (["nim", "--to", "3", "--csv", "--oeis"], "choose one of --csv and --oeis"),
        (["nim", "--to", "3", "--json", "--save", "x.svg"], "choose one of --json and --save"),
        (["wythoff", "--to", "3", "--at", "a"], "--at takes NAME=N"),
        (["wythoff", "--to", "3", "--at", "a=-1"], "--at takes NAME=N"),
        (["wythoff", "--to", "3", "--at", "a=1,a=2"], "two values"),
        (["wythoff", "--to", "3", "--at", "z=1"], "there are a, b"),
        (["wythoff", "--to", "3", "--differences", "z"], "there are a, b"),
        (["wythoff", "--to", "3", "--axes", "a,a"], "name each of a, b once"),
        (["wythoff", "--to", "3", "--what", "outcome", "--oeis"], "losing positions"),
        (["wythoff", "--to", "3", "--losing", "--bfile"], "one sequence"),
        (["cutcake", "--to", "3", "--mod", "2"], "outcomes have no remainders"),
        (["wythoff", "--to", "3", "--save", "a.txt"], "pictures are written as"),
        (["wythoff", "--to", "3", "--save", "/no/such/folder/a.svg"], "cannot write"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_line(run, arguments, message):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
