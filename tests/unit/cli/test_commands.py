"""The commands, run inside this process."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm
from lastmove.cli.app import COMMANDS, Commands, group, start
from lastmove.values.game import forget


class Ran:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        assert (self.status, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on standard error of a command that was refused."""
        assert (self.status, self.out) == (2, "")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err[:-1]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: str) -> Ran:
        status = start(list(arguments))
        return Ran(status, *capsys.readouterr())

    return run


MINE = """
import lastmove as lm

@lm.impartial
def countdown(n):
    if n == 7:
        raise RuntimeError("seven is not allowed")
    if n > 0:
        yield n - 1

@lm.impartial
def letters(word):
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]

@lm.impartial
def loop(n):
    yield n

@lm.partizan
class Switch:
    def left(n):
        if n > 0:
            yield n - 1
    def right(n):
        if n > 0:
            yield n - 1

answer = 42
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    return str(file)


# The group


def test_help_names_every_command_as_the_command_itself_does(run: Any) -> None:
    assert isinstance(group, Commands)
    shown = run("--help")
    assert shown.status == 0
    for name, summary in COMMANDS.items():
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.get_short_help_str(200) == summary
        assert summary in shown.out
        assert run(name, "--help").out.startswith(f"Usage: lastmove {name} ")


def test_nothing_asked_prints_the_help(run: Any) -> None:
    assert run().out == run("-h").out


def test_the_version_is_that_of_the_package(run: Any) -> None:
    assert run("--version").out == f"lastmove {lm.__version__}\n"


def test_unknown_commands_are_refused_with_those_alike(run: Any) -> None:
    assert run("sovle", "x").complaint == (
        "lastmove: there is no command 'sovle': did you mean solve or value?"
    )
    assert "use check, " in run("frobnicate").complaint


# solve


def test_an_impartial_position_is_solved(run: Any) -> None:
    assert run("solve", "nim", "3,4,5").out.splitlines() == [
        "nim(3, 4, 5)",
        "outcome        N: the player to move wins",
        "Grundy value   2",
        "winning moves  1 of 12",
        "               nim(1, 4, 5)",
    ]


@pytest.mark.parametrize("text", ["3,4,5", "3, 4, 5", "(3,4,5)", " ( 3,4, 5 ) "])
def test_positions_may_be_written_in_several_ways(run: Any, text: str) -> None:
    assert run("solve", "nim", text).out == run("solve", "nim", "3,4,5").out


def test_several_positions_are_a_sum_also_of_different_games(run: Any) -> None:
    solved = run("solve", "kayles", "7", "5", "nim:3,4", "--json").json
    position = lm.rulesets.get("kayles")(7) + lm.rulesets.get("kayles")(5)
    position += lm.rulesets.get("nim")(3, 4)
    assert solved["position"]["text"] == repr(position)
    assert solved["grundy"] == position.grundy
    assert [part["game"] for part in solved["position"]["components"]] == ["kayles"] * 2 + ["nim"]
    assert [part["coords"] for part in solved["position"]["components"]] == [[7], [5], [3, 4]]


def test_json_has_all_answers_under_stable_keys(run: Any) -> None:
    solved = run("solve", "bash", "7", "--set", "k=4", "--json").json
    assert solved == {
        "position": {
            "text": "bash.using(k=4)(7)",
            "components": [{"game": "bash", "parameters": {"k": 4}, "coords": [7]}],
        },
        "misere": False,
        "outcome": "N",
        "winner": "the player to move wins",
        "grundy": 2,
        "value": None,
        "moves": [
            {
                "player": None,
                "options": 4,
                "winning": 1,
                "positions": [
                    {
                        "text": "bash.using(k=4)(5)",
                        "components": [{"game": "bash", "parameters": {"k": 4}, "coords": [5]}],
                    }
                ],
            }
        ],
    }


def test_a_partizan_position_has_a_value_and_moves_for_both(run: Any) -> None:
    assert run("solve", "cutcake", "5,2").out.splitlines() == [
        "cutcake(5, 2)",
        "outcome                L: Left wins, whoever moves first",
        "value                  1",
        "Left's winning moves   2 of 2",
        "                       cutcake(1, 2) + cutcake(4, 2)",
        "                       cutcake(2, 2) + cutcake(3, 2)",
        "Right's winning moves  0 of 1",
    ]
    solved = run("solve", "cutcake", "5,2", "--json").json
    assert (solved["value"], solved["grundy"]) == ("1", None)
    assert [side["player"] for side in solved["moves"]] == ["left", "right"]


def test_a_hot_position_has_a_canonical_form(run: Any, mine: str) -> None:
    solved = run("solve", f"{mine}:Switch", "1", "--json").json
    assert (solved["value"], solved["outcome"]) == ("*", "N")


def test_an_expression_has_a_value_and_a_thermograph(run: Any, tmp_path: Any) -> None:
    lines = run("value", "{2|0} + {3|-1}").out.splitlines()
    assert lines[0].split() == ["value", "{5|3||+-1}"]
    assert "    temperature  2" in lines
    answer = run("value", "{4|1}", "--json", "--thermograph").json
    assert answer["mean"] == "5/2"
    assert answer["atomic_weight"] is None
    assert answer["thermograph"]["left"] == [["5", "-1"], ["5/2", "3/2"]]
    target = tmp_path / "graph.svg"
    assert "|" in run("value", "+-1", "--thermograph", "--svg", str(target)).out
    assert target.read_text().startswith("<svg")


def test_a_thermograph_is_drawn_as_svg_only(run: Any, tmp_path: Any) -> None:
    target = tmp_path / "graph.png"
    assert "draws SVG" in run("value", "1", "--svg", str(target)).complaint
    assert not target.exists()
    target = target.with_suffix(".svg")
    assert run("value", "1", "--svg", str(target)).out.endswith(f"\ndrew {target}\n")
    assert run("value", "1", "--json", "--svg", str(target)).json["value"] == "1"


@pytest.mark.parametrize("command", ["law", "rulesets", "table"])
def test_games_on_boards_are_sent_to_solve(run: Any, command: str) -> None:
    rest = ["--to", "3"] if command == "table" else []
    assert "lastmove solve col ROWS" in run(command, "col", *rest).complaint


def test_a_misspelt_expression_is_refused_in_one_line(run: Any) -> None:
    assert run("value", "1 +").complaint == "lastmove value: column 4: a game is missing here"


def test_numbers_of_any_size_are_printed(run: Any) -> None:
    large = "9" * 5000
    assert f'"mean": "{large}",' in run("value", large, "--json").out
    assert large in run("solve", "clobber", "xo", f"value:{large}").out.split()


def test_an_expression_with_a_minus_sign_follows_two_dashes(run: Any) -> None:
    for text in ("-1^", "-^", "-{1|0}", "-(1^)", "--1", "- 1"):
        assert 'follows two dashes: -- "-1^"' in run("value", text).complaint
    assert run("value", "--json", "--", "-^").json["value"] == "v"


def test_misere_play_is_solved(run: Any) -> None:
    lines = run("solve", "nim", "1,1", "--misere").out.splitlines()
    assert lines[1] == "misère outcome  N: the player to move wins"
    assert lines[2] == "winning moves   2 of 2"


def test_long_lists_of_moves_are_cut_but_counted(run: Any) -> None:
    out = run("solve", "nim", "1,1,1,1,1,1,1", "--moves", "2").out
    assert out.splitlines()[3:] == [
        "winning moves  7 of 7",
        "               nim(0, 1, 1, 1, 1, 1, 1)",
        "               nim(1, 0, 1, 1, 1, 1, 1)",
        "               and 5 more",
    ]


def test_rules_in_a_file_are_solved(run: Any, mine: str) -> None:
    assert run("solve", f"{mine}:countdown", "3", "--json").json["grundy"] == 1
    assert run("solve", f"{mine}:letters", "abc", "--json").json["outcome"] == "N"
    both = run("solve", "kayles", "2", f"{mine}:countdown:3", "--json").json
    assert both["position"]["text"] == "kayles(2) + countdown(3)"
    assert both["grundy"] == 3


def test_a_file_with_one_game_needs_no_name(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "single.py"
    file.write_text("import lastmove as lm\n@lm.impartial\ndef one(n):\n    if n: yield 0\n")
    assert run("solve", str(file), "5", "--json").json["grundy"] == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["kayls", "7"], "there is no built-in game 'kayls': did you mean kayles?"),
        (["kayles"], "Missing argument 'POSITION...'"),
        (["kayles", "3,4"], "kayles takes 1 coordinate (n), not 2"),
        (["kayles", "--foo", "3"], "No such option '--foo'"),
        (["kayles", "(-3)"], "kayles(-3) is no position: coordinates start at 0"),
        (["kayles", "2.5"], "coordinates of kayles are exact: 2.5 is a float, use an int"),
        (
            ["kayles", "-3"],
            "No such option '-3'; a position that starts with a minus sign goes in brackets, "
            'such as "(-1)"',
        ),
        (["kayles", "7", "nimm:3"], "there is no built-in game 'nimm': did you mean nim?"),
        (["cutcake", "0,1"], "cutcake(0, 1) lies outside the domain of cutcake"),
        (["bash", "4", "--set", "z=3"], "bash has no parameter 'z'; it has k"),
        (["bash", "4", "--set", "k"], "--set takes name=value, such as k=5, not 'k'"),
        (["domineerin", "3"], "there is no game 'domineerin': did you mean domineering?"),
        (
            ["kayles", "3", "cram:..|.."],
            "cram is played on boards, which are solved with its name first: "
            "lastmove solve cram ROWS",
        ),
        (["nowhere.py:game", "3"], "there is no file nowhere.py"),
        (["nowhere.txt:game", "3"], "there is no file nowhere.txt"),
    ],
)
def test_what_cannot_be_solved_is_refused(run: Any, arguments: list[str], complaint: str) -> None:
    assert run("solve", *arguments).complaint == f"lastmove solve: {complaint}"


def test_games_on_boards_are_named_beside_those_of_rules(run: Any) -> None:
    complaint = run("solve", "sprouts", "3").complaint
    assert "there is no built-in game 'sprouts': there are " in complaint
    assert complaint.endswith(", toads_and_frogs, toppling_dominoes")


def test_what_a_file_prints_does_not_mix_with_the_answer(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "chatty.py"
    file.write_text(
        "import lastmove as lm\nprint('read')\n"
        "@lm.impartial\ndef one(n):\n    print('at', n)\n    if n: yield n - 1\n"
    )
    ran = run("solve", str(file), "3", "--json")
    assert json.loads(ran.out)["grundy"] == 1
    assert set(ran.err.splitlines()) == {"read", "at 0", "at 1", "at 2", "at 3"}
    reason = run("rulesets", str(file), "--json").out
    assert "print() is not supported" in json.loads(reason)["why_not_native"]


def test_faults_in_a_file_name_what_and_where(run: Any, mine: str, tmp_path: Path) -> None:
    def refused(rules: str, *position: str) -> str:
        complaint = str(run("solve", rules, *position).complaint)
        return complaint.removeprefix("lastmove solve: ").replace(f"{tmp_path}/", "")

    games = "countdown, letters, loop, Switch"
    assert refused(mine, "3") == f"name one game of mine.py as mine.py:NAME; it has {games}"
    assert refused(f"{mine}:nim", "3") == f"mine.py has no 'nim'; the games in it: {games}"
    assert refused(f"{mine}:answer", "3") == (
        f"answer of mine.py is not the rules of a game but of type int; the games in it: {games}"
    )
    failing = refused(f"{mine}:countdown", "9")
    assert "RuntimeError: seven is not allowed" in failing
    assert "countdown(7)" in failing
    assert "line 7" in failing
    assert "play can come back to loop(3)" in refused(f"{mine}:loop", "3")
    bad = tmp_path / "bad.py"
    bad.write_text("import lastmove\n\ndef f(:\n")
    assert refused(f"{bad}:f", "3").startswith("bad.py, line 3: ")
    bad.write_text("def f():\n    return nope\n\nf()\n")
    assert refused(f"{bad}:f", "3") == "bad.py, line 2: NameError: name 'nope' is not defined"
    bad.write_text("raise SystemExit(0)\n")
    assert refused(f"{bad}:f", "3") == "bad.py, line 1: SystemExit: 0"
    text = tmp_path / "text.txt"
    text.write_text("")
    assert refused(f"{text}:f", "3") == "text.txt is no Python file: its name must end in .py"


def test_a_memory_limit_is_obeyed(run: Any, mine: str) -> None:
    word = "abcdefghijklmnopqrst"
    complaint = run("solve", f"{mine}:letters", word, "--memory", "100 KB").complaint
    assert "memory limit of 100,000 bytes" in complaint
    assert complaint.endswith("raise it with --memory")
    assert (
        "a memory limit is a positive number"
        in run("solve", "nim", "1", "--memory", "much").complaint
    )


# table


def test_one_coordinate_is_printed_in_rows_of_ten(run: Any) -> None:
    assert run("table", "kayles", "--to", "21").out.splitlines() == [
        " n | 0 1 2 3 4 5 6 7 8 9",
        "---+--------------------",
        " 0 | 0 1 2 3 1 4 3 2 1 4",
        "10 | 2 6 4 1 2 7 1 4 3 2",
        "20 | 1 4",
    ]
    assert run("table", "kayles", "--to", "2").out.splitlines() == [
        "n | 0 1 2",
        "--+------",
        "0 | 0 1 2",
    ]


def test_two_coordinates_are_a_grid_with_both_axes(run: Any) -> None:
    assert run("table", "wythoff", "--to", "2,10").out.splitlines() == [
        r"a\b |  0  1  2  3  4  5  6  7  8  9 10",
        "----+---------------------------------",
        "  0 |  0  1  2  3  4  5  6  7  8  9 10",
        "  1 |  1  2  0  4  5  3  7  8  6 10 11",
        "  2 |  2  0  1  5  3  4  8  6  7 11  9",
    ]


def test_one_bound_holds_for_all_coordinates(run: Any) -> None:
    assert run("table", "wythoff", "--to", "3").out == run("table", "wythoff", "--to", "3,3").out


def test_more_coordinates_are_slices_with_headings(run: Any) -> None:
    assert run("table", "game_of_cards", "--to", "0,1,1,1").out.splitlines() == [
        "c0 = 0, c1 = 0",
        r"c2\c3 | 0 1",
        "------+----",
        "    0 | 0 0",
        "    1 | 0 0",
        "",
        "c0 = 0, c1 = 1",
        r"c2\c3 | 0 1",
        "------+----",
        "    0 | 0 0",
        "    1 | 1 1",
    ]


def test_outcomes_and_values_are_tabulated_with_dots_outside_the_domain(run: Any) -> None:
    assert run("table", "cutcake", "--to", "2,4").out.splitlines() == [
        r"width\height | 0 1 2 3 4",
        "-------------+----------",
        "           0 | . . . . .",
        "           1 | . P R R R",
        "           2 | . L P P R",
    ]
    values = run("table", "cutcake", "--to", "2,4", "--what", "value").out.splitlines()
    assert values[3:] == [
        "           1 |  .  0 -1 -2 -3",
        "           2 |  .  1  0  0 -1",
    ]
    assert run("table", "nim", "--to", "3", "--misere").out.splitlines()[2:] == ["     0 | N P N N"]


def test_csv_has_a_line_for_every_position(run: Any) -> None:
    lines = list(csv.reader(io.StringIO(run("table", "wythoff", "--to", "2,3", "--csv").out)))
    assert lines[0] == ["a", "b", "grundy"]
    table = lm.rulesets.get("wythoff").table(3, 4)
    assert lines[1:] == [[str(a), str(b), str(table[a, b])] for a in range(3) for b in range(4)]
    cakes = run("table", "cutcake", "--to", "1,2", "--csv").out
    assert cakes == "width,height,outcome\n1,1,P\n1,2,R\n"


def test_json_has_nested_lists_with_null_outside_the_domain(run: Any) -> None:
    assert run("table", "cutcake", "--to", "1,2", "--json").json == {
        "game": "cutcake",
        "parameters": {},
        "coordinates": ["width", "height"],
        "to": [1, 2],
        "what": "outcome",
        "misere": False,
        "values": [[None, None, None], [None, "P", "R"]],
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            ["nim", "--to", "3,x"],
            "--to takes whole numbers from 0 up, such as 20 or 9,9, not '3,x'",
        ),
        (["nim", "--to", "-1"], "--to takes whole numbers from 0 up, such as 20 or 9,9, not '-1'"),
        (["kayles", "--to", "3,3"], "kayles takes 1 coordinate (n), not 2"),
        (["kayles"], "Missing option '--to'"),
        (["kayles", "--to", "3", "--csv", "--json"], "choose one of --csv and --json"),
        (
            ["cutcake", "--to", "3,3", "--what", "grundy"],
            'cutcake is partizan and has no Grundy values: ask for what="outcome" or what="value"',
        ),
        (
            ["nim", "--to", "9999,9999", "--csv"],
            "a table of 10000 x 10000 has 100,000,000 cells and at most 10,000,000 are printed: "
            "lower --to; in Python, rules.table has no such limit",
        ),
    ],
)
def test_tables_that_make_no_sense_are_refused(
    run: Any, arguments: list[str], complaint: str
) -> None:
    assert run("table", *arguments).complaint == f"lastmove table: {complaint}"


# rulesets and judge


def test_all_games_are_listed(run: Any) -> None:
    out = run("rulesets").out
    listed = run("rulesets", "--json").json
    assert [game["name"] for game in listed] == list(lm.rulesets.names())
    assert all(f"{name} " in out for name in lm.rulesets.names())
    assert max(map(len, out.splitlines())) <= 100
    assert {"title", "coordinates", "parameters", "kind", "summary", "source"} <= set(listed[0])


@pytest.mark.parametrize("name", lm.rulesets.names())
def test_every_game_can_be_shown(run: Any, name: str) -> None:
    info = lm.rulesets.info(name)
    shown = run("rulesets", name)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith(f"{name}({', '.join(info.coordinates)})\n{info.title}.")
    assert "\nRules\n    " in shown.out
    assert "\nProgram\n    " in shown.out
    full = run("rulesets", name, "--json").json
    assert (full["program"] is None) == (full["why_not_native"] is not None)


def test_unknown_games_are_refused_with_those_alike(run: Any) -> None:
    assert run("rulesets", "wythof").complaint == (
        "lastmove rulesets: there is no built-in game 'wythof': did you mean wythoff?"
    )


def test_judge_problems_are_listed_and_shown(run: Any) -> None:
    listed = run("judge", "--list", "--json").json
    assert [problem["name"] for problem in listed] == ["ccpc2020-mianyang-g", "hdu3544", "hdu3389"]
    assert [line.split()[0] for line in run("judge", "--list").out.splitlines()] == [
        problem["name"] for problem in listed
    ]
    assert run("judge", "hdu3544", "--sample").out == listed[1]["sample_input"]
    assert run("judge", "hdu3544", "--statement", "--json").json == listed[1]
    assert listed[1]["statement"] in run("judge", "hdu3544", "--statement").out


def test_a_judge_needs_a_name(run: Any) -> None:
    assert run("judge").complaint == (
        "lastmove judge: name a problem: ccpc2020-mianyang-g, hdu3544, hdu3389"
    )
    assert "there is no judge problem 'x'" in run("judge", "x", "--sample").complaint


def test_boards_are_solved_from_their_rows(run):
    answer = run("solve", "domineering", "..|..|..", "--json").json
    assert answer["value"] == "{1/2|-2}"
    assert answer["outcome"] == "N"
    assert [side["winning"] for side in answer["moves"]] == [4, 1]
    assert answer["moves"][1]["positions"] == [{"component": 0, "text": "..|##|..", "outcome": "R"}]
    shown = run("solve", "domineering", "..|..|..").out
    assert shown.startswith("..\n..\n..\noutcome")


def test_a_board_with_nothing_on_it_is_not_an_empty_line(run):
    shown = run("solve", "hackenbush", "LRG").out
    assert "\n                       (nothing left)\n" in shown
    assert run("solve", "hackenbush", "").out.startswith("(nothing left)\noutcome")
    assert "(nothing left)" not in run("solve", "hackenbush", "LRG", "--json").out


def test_sums_of_boards_positions_and_values_name_the_component(run):
    answer = run("solve", "clobber", "xo", "nim:2", "value:{3|-1}", "--json").json
    assert [part["value"] for part in answer["position"]["components"]] == ["*", "*2", "{3|-1}"]
    assert {move["component"] for move in answer["moves"][0]["positions"]} == {2}
    assert answer["moves"][0]["positions"][0]["temperature"] == "2"


def test_the_outcome_of_a_board_is_told_although_its_value_takes_too_long(run):
    rows = "|".join(["......"] * 6)
    forget()
    answer = run("solve", "domineering", rows, "--positions", "5", "--moves", "0", "--json").json
    assert answer["outcome"] == "N"
    assert answer["value"] is answer["mean"] is answer["temperature"] is None
    assert answer["value_not_within_positions"] == 5
    assert [side["winning"] for side in answer["moves"]] == [None, None]
    shown = run("solve", "domineering", rows, "--positions", "5", "--moves", "0").out
    assert "value                  not found within 5 positions; --positions allows more" in shown
    assert "Left's winning moves   some of 30, not searched for" in shown


def test_who_loses_moving_first_has_no_winning_moves(run):
    answer = run("solve", "domineering", ".|.|.", "--moves", "0", "--json").json
    assert answer["value"] == "1"
    assert answer["value_not_within_positions"] is None
    assert [side["winning"] for side in answer["moves"]] == [None, 0]


def test_impartial_boards_have_nimbers(run):
    answer = run("solve", "domineering", "...|...", "--impartial", "--json").json
    assert answer["value"] == "*"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["domineering", "..|.?"], "row 2, column 2"),
        (["domineering", "..", "chess:x"], "no game 'chess'"),
        (["domineering", "--misere", ".."], "no --misere"),
        (["kayles", "--impartial", "3"], "--impartial is for games on boards"),
        (["clobber", "xo", "value:{1"], "column"),
        (["snort", "..|."], "row 2 has 1 cell where row 1 has 2"),
    ],
)
def test_wrong_boards_are_refused_in_one_line(run, arguments, words):
    assert words in run("solve", *arguments).complaint


@pytest.mark.parametrize(
    ("command", "typed", "completed"),
    [
        ("solve", "kay", ["kayles"]),
        ("solve", "domi", ["domineering"]),
        ("table", "wyt", ["wythoff"]),
        ("judge", "hdu33", ["hdu3389"]),
        ("law", "./mine", ["./mine"]),
    ],
)
def test_names_of_games_are_completed(command: str, typed: str, completed: list[str]) -> None:
    from click.shell_completion import ShellComplete

    shell = ShellComplete(group, {}, "lastmove", "_LASTMOVE_COMPLETE")
    assert [item.value for item in shell.get_completions([command], typed)] == completed


def test_what_is_repeated_of_very_long_input_is_cut(run: Any) -> None:
    ran = run("solve", "kayles", "(" * 5000 + "1" + ")" * 5000)
    assert ran.status == 2
    assert len(ran.err) < 2000
    assert "separated by commas" in ran.err


def test_a_file_of_binary_data_is_refused(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "binary.py"
    path.write_bytes(b"\xff\x00\xfe")
    ran = run("solve", str(path), "3")
    assert ran.status == 2
    assert "None" not in ran.err
    assert ran.err.count("\n") == 1


def test_a_certificate_that_nests_without_end_is_refused(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    assert "nests too deeply" in run("check", str(path)).complaint


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mine", "there is no built-in game 'mine': did you mean mine.py?"),
        ("mine.txt", "rules are read from files that end in .py, not from mine.txt"),
        ("0.77", "0.77 is a code: lastmove octal 0.77 --heap N answers"),
        ("folder", "rules are read from files that end in .py, not from folder"),
    ],
)
def test_a_file_that_is_not_named_as_one_of_rules_is_recognized(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "mine.txt").write_text("")
    (tmp_path / "folder").mkdir()
    ran = run("solve", name, "5")
    assert (ran.status, ran.err) == (2, f"lastmove solve: {said}\n")
