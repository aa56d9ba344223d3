"""Surveys compute each game once, go on where they stopped, and print in every form."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

import lastmove as lm
from lastmove.cli.app import group, start
from lastmove.heaps import survey as module
from lastmove.heaps.survey import Survey, codes_of


def test_equivalent_codes_are_computed_once(tmp_path, monkeypatch):
    asked = []
    real = module.survey_one

    def counted(code, limit):
        asked.append(code)
        return real(code, limit)

    monkeypatch.setattr(module, "survey_one", counted)
    path = str(tmp_path / "survey.db")
    survey = Survey(path)
    rows = survey.run("0.?7", 3000)
    assert len(rows) == 8
    assert len(asked) == len(set(asked)) == len({row.standard for row in rows})
    survey.close()
    again = Survey(path)
    assert again.run("0.?7", 3000) == rows
    assert len(asked) == len({row.standard for row in rows})
    # Only what is open is looked at again, further on.
    again.run("0.?7", 4000)
    assert len(asked) - len({row.standard for row in rows}) == sum(r.status == "open" for r in rows)
    again.close()


def test_rows_agree_with_the_games_themselves():
    survey = Survey(":memory:")
    for row in survey.run("0.?", 2000) + survey.run("4.?", 2000):
        game = lm.octal(row.code)
        found = game.period(2000)
        if row.status == "PROVED":
            assert (found.length, found.preperiod) == (row.period, row.preperiod), row
        assert row.maximum == game.maximum(row.values_used)


def test_what_is_known_beyond_the_limit_does_not_change_a_survey():
    lm.octal("0.15").period()
    used = lm.octal("0.15").period().values_used
    (row,) = (row for row in Survey(":memory:").run("0.1?", used - 1) if row.code == "0.15")
    assert (row.status, row.values_used) == ("open", used - 1)


def test_several_processes_find_the_same():
    one, two = Survey(":memory:"), Survey(":memory:")
    rows = one.run("0.1?", 1000), two.run("0.1?", 1000, workers=2)
    # Which heaps are rare depends on the mask that was chosen on the way.
    plain = [[row._replace(last_rare=None, seconds=0) for row in found] for found in rows]
    assert plain[0] == plain[1]


def kill_and_resume(path, pattern, limit, times):
    """Kill surveys at random moments, each with another number of workers; finish the last one."""
    code = (
        "import sys\n"
        "from lastmove.heaps.survey import Survey\n"
        "if __name__ == '__main__':\n"
        "    Survey(sys.argv[1]).run(sys.argv[2], int(sys.argv[3]), workers=int(sys.argv[4]))\n"
    )
    # A file, since the workers import the main module again.
    script = path.with_suffix(".py")
    script.write_text(code)
    moments = random.Random(times)
    kept = []
    for attempt in range(times):
        workers = 1 + attempt % 3
        arguments = [str(path), pattern, str(limit), str(workers)]
        command = [sys.executable, str(script), *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        deadline = time.monotonic() + 120
        while known(path) <= (kept[-1] if kept else 0) and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(moments.random() * 0.1)
        process.send_signal(signal.SIGKILL)
        # Workers hold the pipe too: it ends once the last of them has.
        process.communicate(timeout=60)
        assert process.returncode in (-signal.SIGKILL, 0)
        kept.append(known(path))
    survey = Survey(str(path))
    try:
        return kept, survey.run(pattern, limit, workers=2)
    finally:
        survey.close()


def assert_resumed_surveys_agree(path, pattern, limit, times):
    kept, rows = kill_and_resume(path, pattern, limit, times)
    assert kept == sorted(kept)
    assert kept[0] > 0
    undisturbed = Survey(":memory:").run(pattern, limit)
    plain = [[row._replace(seconds=0) for row in found] for found in (rows, undisturbed)]
    assert plain[0] == plain[1]


def test_killed_at_any_moment_a_survey_goes_on_to_the_same_table(tmp_path):
    assert_resumed_surveys_agree(tmp_path / "survey.db", "0.1??", 4000, 3)


@pytest.mark.long
def test_killed_again_and_again_a_survey_goes_on_to_the_same_table(tmp_path):
    assert_resumed_surveys_agree(tmp_path / "survey.db", "0.???", 20_000, 20)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_no_worker_outlives_a_survey_that_is_ended(tmp_path, name):
    # 0.007 alone takes hours to this limit.
    command = [sys.executable, "-m", "lastmove", "octal", "0.00?", "--to", "1e9", "--workers", "2"]
    path = tmp_path / "survey.db"
    with subprocess.Popen(
        [*command, "--save", str(path)], stdout=subprocess.DEVNULL, start_new_session=True
    ) as process:
        while not path.exists() or known(path) < 3:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(getattr(signal, name))
        status = process.wait(60)
    assert status == (130 if name == "SIGINT" else -getattr(signal, name))
    while True:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)


def known(path):
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as base:
        return base.execute("SELECT count(*) FROM results").fetchone()[0]
    return 0


def test_other_databases_are_left_alone(tmp_path):
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    base.close()
    text = tmp_path / "text"
    text.write_text("no database at all, but long enough to look at it twice " * 20)
    for path in (other, text, tmp_path / "no" / "folder.db"):
        with pytest.raises(lm.SaveError):
            Survey(str(path))


def test_patterns_that_stand_for_too_much_or_nothing_are_refused():
    with pytest.raises(lm.NotationError):
        codes_of("0.???????")
    with pytest.raises(lm.NotationError):
        codes_of("0.?x")
    assert len(codes_of("?.3")) == 2


@pytest.mark.parametrize("form", ["text", "csv", "json", "markdown"])
def test_tables_are_printed_in_every_form(form):
    result = CliRunner().invoke(group, ["octal", "0.?", "--to", "1e3", "--format", form])
    assert result.exit_code == 0
    assert "PROVED" in result.output
    if form == "json":
        assert {row["code"] for row in json.loads(result.output)} >= {"0.7", "0.3"}


def test_one_game_is_printed_with_its_period(tmp_path, capsys):
    certificate = str(tmp_path / "kayles.json")
    assert start(["octal", "0.77", "--certificate", certificate]) == 0
    assert "period 12 from 71 on: PROVED from 167 values" in capsys.readouterr().out
    assert json.loads(Path(certificate).read_text())["game"] == "0.77"
    assert start(["octal", "subtract(1,4)", "--json", "--values", "6"]) == 0
    assert json.loads(capsys.readouterr().out)["values"] == [0, 1, 0, 1, 2, 0]


def test_a_heap_of_any_size_is_decided_by_a_proved_period(capsys):
    assert start(["octal", "0.77", "--heap", "10^23"]) == 0
    # Guy and Smith (1956): from 71 on, values of Kayles repeat with period 12.
    expected = lm.octal("0.77").grundy(10**23 % 12 + 72)
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.startswith(f"heap {10**23}: Grundy value {expected}, the first player wins")
    assert line.endswith("(by the proved period)")
    assert start(["octal", "0.137", "--heap", str(34 * 10**30 + 87), "--json"]) == 0
    heap = json.loads(capsys.readouterr().out)["heap"]
    assert (heap["grundy"], heap["size"]) == (lm.octal("0.137").grundy(87), 34 * 10**30 + 87)
    assert start(["octal", "0.6", "--to", "2000", "--heap", "100"]) == 0
    assert "(computed)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["0.9x"],
        ["0.6", "--to", "2000", "--heap", "10^23"],
        ["0.77", "--heap", "0"],
        ["0.77", "--heap", "ten"],
        ["0.77", "--heap", "10^101"],
        ["0.7?", "--heap", "5"],
        ["0.77", "--to", "many"],
        ["0.77", "--to", "0"],
        ["0.77", "--workers", "2"],
        ["0.??", "--threads", "2"],
        ["0.6", "--to", "1000", "--certificate", "x.json"],
        ["0.3F", "--save", "x"],
        ["0.77", "--save", "/"],
        ["0.????????"],
    ],
)
def test_bad_commands_are_one_line_and_status_two(arguments, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert start(["octal", *arguments]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("lastmove octal: ")
