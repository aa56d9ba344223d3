"""The registry finds the games in their folder, and each game keeps the form it asks for."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import lastmove as lm
from lastmove import rulesets
from lastmove.rules.ruleset import Rules

NAMES = rulesets.names()


def test_names_are_the_modules_of_the_folder():
    folder = Path(rulesets.__file__).parent
    files = (path.stem for path in folder.glob("*.py"))
    assert tuple(sorted(name for name in files if not name.startswith("_"))) == NAMES


def test_names_import_no_game_and_no_numpy():
    program = (
        "import sys, lastmove; n = lastmove.rulesets.names(); "
        "print([m for m in sys.modules if m in ('numpy', 'ast', 'inspect', 'dataclasses') "
        "or m.startswith('lastmove.rulesets.')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", NAMES)
def test_record_of_a_game(name):
    info = rulesets.info(name)
    assert isinstance(info.rules, Rules)
    assert info.rules is rulesets.get(name)
    assert info.name == info.rules.name == name
    assert info.title
    assert info.source
    assert info.summary.endswith(".")
    assert len(info.summary) <= 120
    assert info.parameters == info.rules.parameters
    assert all(coordinate.lstrip("*").isidentifier() for coordinate in info.coordinates)


@pytest.mark.parametrize("name", NAMES)
def test_example_in_the_docstring_of_a_game(name):
    text = rulesets.get(name).__doc__
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_rules_survive_pickling(name):
    import pickle

    rules = rulesets.get(name)
    assert pickle.loads(pickle.dumps(rules)) is rules


def test_unknown_names_are_answered_with_close_ones():
    with pytest.raises(lm.PositionError, match="did you mean kayles"):
        rulesets.get("kayls")
    with pytest.raises(lm.PositionError, match="there are bash, box_transfer"):
        rulesets.get("zzz")


def test_a_new_file_is_a_new_game(tmp_path, monkeypatch):
    (tmp_path / "take_one.py").write_text(
        "from lastmove import impartial\n"
        "TITLE = 'Take one'\n"
        "SOURCE = 'made up'\n"
        "@impartial\n"
        "def take_one(n):\n"
        "    '''Take one counter.'''\n"
        "    if n > 0:\n"
        "        yield n - 1\n"
    )
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    assert "take_one" in rulesets.names()
    assert rulesets.info("take_one").summary == "Take one counter."
    assert rulesets.get("take_one")(3).outcome == "N"


def test_a_module_without_its_game_is_refused(tmp_path, monkeypatch):
    (tmp_path / "no_game.py").write_text("TITLE = SOURCE = 'nothing'\n")
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    with pytest.raises(TypeError, match="must hold one game named 'no_game'"):
        rulesets.get("no_game")


@pytest.mark.parametrize(
    ("name", "coords"),
    [
        ("chomp", (2, 3)),
        ("chomp", ()),
        ("chomp", (0,)),
        ("cutcake", (0, 3)),
        ("silver_dollar", (3, 3)),
        ("silver_dollar", (-1, 3)),
        ("green_hackenbush", (0, 2)),
        ("green_hackenbush", (-1,)),
        ("red_blue_hackenbush", ("L(",)),
        ("red_blue_hackenbush", ("L()",)),
        ("red_blue_hackenbush", ("(L)",)),
        ("red_blue_hackenbush", ("LB",)),
        ("red_blue_hackenbush", (5,)),
        ("nim", (3, -1)),
        ("kayles", (1, 2)),
        ("wythoff", (1.5, 2)),
    ],
)
def test_positions_that_a_game_does_not_have(name, coords):
    with pytest.raises(lm.PositionError):
        rulesets.get(name)(*coords)


@pytest.mark.parametrize("name", [name for name in NAMES if rulesets.info(name).picture])
def test_pictures_are_lines_of_text(name):
    position = {
        "chomp": (3, 2),
        "cutcake": (2, 1),
        "game_of_cards": (1, 2, 0, 1),
        "green_hackenbush": (0, 1, 1),
        "nim": (3, 0, 2),
        "red_blue_hackenbush": ("L(R)R",),
        "silver_dollar": (1, 4),
    }.get(name, (4,))
    info = rulesets.info(name)
    one = info.rules(*position)
    drawn = info.picture(one + one)
    assert isinstance(drawn, str)
    assert all(line == line.rstrip() for line in drawn.splitlines())


def test_a_game_on_boards_says_where_it_is():
    with pytest.raises(lm.PositionError, match=r"boards\.from_text\('snort', BOARD\)"):
        lm.rulesets.get("snort")
