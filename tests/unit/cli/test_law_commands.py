"""The commands law, check and stress."""

import json
import os
import subprocess
import sys

import pytest

from lastmove.cli.app import start

IO = "T; c0 c1 c2 c3 -> Case #{i}: {Rabbit|Horse}"


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = start(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def certificate(run, tmp_path):
    path = tmp_path / "cards.json"
    status, _, _ = run("law", "game_of_cards", "--certificate", str(path))
    assert status == 0
    return path


def test_a_law_is_printed_with_its_status(run):
    status, out, err = run("law", "bash")
    assert (status, err) == (0, "")
    assert out == "bash(n), grundy, PROVED:\n  0, 1, 2, 3, … with period 4 from n = 0 on\n"


def test_a_law_is_printed_as_json_and_latex(run):
    status, out, _ = run("law", "nim", "--arity", "2", "--json")
    described = json.loads(out)
    assert (status, described["status"], described["class"]) == (0, "PROVED", "slides")
    assert described["certificate"]["kind"] == "slides"
    assert run("law", "nim", "--arity", "2", "--latex")[1] == (
        "\\mathit{heaps}_{0} \\oplus \\mathit{heaps}_{1}\n"
    )


def test_a_certificate_is_accepted_for_its_game_only(run, certificate):
    assert run("check", str(certificate))[0] == 0
    status, out, _ = run("check", str(certificate), "game_of_cards")
    assert (status, out) == (0, "accepted: the grundy law of game_of_cards is proved\n")
    changed = json.loads(certificate.read_text())
    changed["cells"][0] = 1
    certificate.write_text(json.dumps(changed))
    status, out, _ = run("check", str(certificate))
    assert status == 1
    assert out.startswith("rejected: ")


def test_a_certificate_of_other_rules_is_rejected(run, tmp_path, certificate):
    status, out, _ = run("law", "king", "--certificate", str(tmp_path / "x"))
    assert status == 2
    rules = tmp_path / "rules.py"
    rules.write_text(
        "import lastmove as lm\n\n@lm.impartial\ndef cards(c0, c1, c2, c3):\n"
        "    if c0 >= 1:\n        yield c0 - 1, c1, c2, c3\n"
    )
    status, out, _ = run("check", str(certificate), f"{rules}:cards")
    assert (status, out) == (1, "rejected: the certificate is about other rules\n")


def test_check_rejects_a_certificate_about_rules_of_another_shape(tmp_path, run):
    cards, taking, period = (str(tmp_path / f"{n}.json") for n in ("cards", "taking", "period"))
    run("law", "game_of_cards", "--what", "outcome", "--certificate", cards)
    run("law", "bash", "--for-all", "k", "--what", "outcome", "--certificate", taking)
    run("octal", "0.77", "--certificate", period)
    for path, said in (
        (cards, "about other rules: its game has 4 coordinates, kayles has 1"),
        (taking, "about other rules: kayles has no parameter 'k'"),
        (period, "about a heap game's code, not about rules"),
    ):
        status, out, _ = run("check", path, "kayles")
        assert status == 1
        assert out.startswith("rejected: the certificate is ")
        assert said in out


def test_the_checker_runs_without_the_package(certificate):
    """Only the standard library and the files beside it are needed."""
    from pathlib import Path

    import lastmove.laws.check as checker

    ran = subprocess.run(
        [
            sys.executable,
            "-S",
            "-I",
            "-c",
            f"import sys; sys.path.insert(0, {str(Path(checker.__file__).parent)!r}); "
            f"import check; code = check.main([{str(certificate)!r}]); "
            "assert not any(m.startswith('lastmove') for m in sys.modules); sys.exit(code)",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "accepted: the grundy law of game_of_cards\n"


@pytest.mark.parametrize("how", ["module", "file"])
def test_the_checker_runs_by_itself(certificate, tmp_path, how):
    from pathlib import Path

    import lastmove.laws.check as checker

    start = ["-m", "lastmove.laws.check"] if how == "module" else ["-I", "-S", checker.__file__]

    def run(*paths):
        command = [sys.executable, *start, *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        return done.returncode, done.stdout, done.stderr.count("\n")

    assert run(certificate) == (0, "accepted: the grundy law of game_of_cards\n", 0)
    wrong = Path(tmp_path / "wrong.json")
    wrong.write_text(json.dumps({**json.loads(certificate.read_text()), "what": "misere"}))
    assert run(wrong)[0] == 1
    wrong.write_text("{")
    assert run(wrong) == (2, "", 1)
    assert run(tmp_path / "none.json") == (2, "", 1)
    assert run() == (2, "", 1)


def test_a_program_that_is_wrong_is_caught_at_a_smallest_position(run, tmp_path):
    right = run("law", "game_of_cards", "--what", "outcome", "--emit", "python", "--io", IO)[1]
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(right)
    # A claim in circulation: only the parity of c0 matters.
    bad.write_text(
        right.replace("def law(c0, c1, c2, c3):\n", "def law(c0, c1, c2, c3):\n    c0 %= 2\n")
    )
    common = ["--cases", "300", "--io", IO, "--", sys.executable]
    assert run("stress", "game_of_cards", *common, str(good)) == (
        0,
        "no difference in 300 positions\n",
        "",
    )
    status, out, _ = run("stress", "game_of_cards", *common, str(bad))
    assert status == 1
    assert "differs at game_of_cards(2, 0, 0, 0)" in out
    assert "expected: Case #1: Rabbit" in out
    status, out, _ = run("stress", "game_of_cards", "--json", *common, str(bad))
    found = json.loads(out)["difference"]
    assert (status, found["position"]) == (1, [2, 0, 0, 0])
    assert found["expected"] == "Case #1: Rabbit"


def test_verdicts_as_json(run, certificate):
    status, out, _ = run("check", str(certificate), "--json")
    claim = "the grundy law of game_of_cards"
    assert (status, json.loads(out)) == (0, {"accepted": True, "claim": claim, "reason": None})
    data = json.loads(certificate.read_text())
    certificate.write_text(json.dumps({**data, "what": "misere"}))
    status, out, _ = run("check", str(certificate), "--json")
    verdict = json.loads(out)
    assert (status, verdict["accepted"], verdict["claim"]) == (1, False, None)
    assert verdict["reason"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("law", "bash", "--io", "n -> {law}"), "--emit"),
        (("law", "bash", "--emit", "cpp", "--io", "n"), "INPUT -> OUTPUT"),
        (("law", "bash", "--arity", "2"), "1 coordinate, not 2"),
        (("law", "bash", "--what", "value"), "impartial"),
        (("law", "bash", "--arity", "x"), "neither a number from 1 on nor 'any'"),
        (("law", "bash", "--emit", "brute-cpp", "--arity", "2"), "1 coordinate, not 2"),
        (("law", "bash", "--emit", "brute", "--what", "value"), "use --what grundy"),
        (("law", "cutcake", "--emit", "brute-cpp", "--what", "grundy"), "no Grundy values"),
        (("law", "bash", "--emit", "cpp", "--json"), "choose one of --emit and --json"),
        (("law", "bash", "--latex", "--explain", "3"), "choose one of --latex and --explain"),
        (("stress", "bash", "--arity", "2", "--io", "n -> {law}", "--", "true"), "1 coordinate"),
        (("stress", "bash", "--timeout", "nan", "--io", "n -> {law}", "--", "true"), "not nan"),
        (("judge", "hdu3544", "--sample", "--json"), "--json goes with --list or --statement"),
        (("law", "treblecross", "--bound", "60"), "no law"),
        (("law", "bash", "--certificate", "/no/such/folder/c.json"), "cannot write"),
        (("check", "/no/such/file"), "cannot read"),
        (("stress", "bash", "--io", "n -> {law}", "--", "/no/such/program"), "cannot run"),
        (("stress", "bash", "--io", "m -> {law}", "--", "true"), "name each coordinate once"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run, arguments, message):
    status, _, err = run(*arguments)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


def test_an_explanation_is_json_too(run):
    status, out, _ = run("law", "bash", "--explain", "5", "--json")
    said = run("law", "bash", "--explain", "5")[1].strip()
    assert (status, json.loads(out)) == (0, {"position": [5], "explanation": said})


def test_a_parameter_named_twice_is_named_once(run):
    twice = ("--for-all", "k", "--for-all", "k")
    assert run("law", "bash", "--what", "outcome", *twice)[0] == 0


def test_a_file_that_is_no_certificate_is_refused(run, tmp_path):
    path = tmp_path / "c.json"
    path.write_text("[1, 2")
    assert "is not JSON" in run("check", str(path))[2]
    for text in ("[]", "{}", "null", '{"format": "lastmove-certificate/1"}'):
        path.write_text(text)
        assert run("check", str(path))[0] == 1


def test_a_law_for_all_values_is_found_and_checked(run, tmp_path):
    file = tmp_path / "bash.json"
    every = ("law", "bash", "--what", "outcome", "--for-all")
    _, out, _ = run(*every, "k", "--certificate", str(file))
    assert out.splitlines()[1] == "  loses iff n mod (k + 1) = 0"
    assert run("check", str(file), "bash")[0] == 0
    assert run("check", str(file), "kayles")[0] != 0
    status, _, err = run(*every, "m")
    assert (status, err.count("\n")) == (2, 1)
    assert "it has k" in err


def test_a_law_explains_a_position_and_draws_itself(run):
    status, out, _ = run("law", "bash", "--what", "outcome", "--explain", "10")
    assert (status, out) == (0, "n mod 4 = 2: N; play n - 2, to bash(8)\n")
    status, out, _ = run("law", "wythoff", "--what", "outcome", "--grid")
    assert status == 0
    assert "  1 |  N  N  P  N  N" in out
    status, _, err = run("law", "bash", "--explain", "1;2")
    assert (status, err.count("\n")) == (2, 1)


def test_what_was_tried_is_listed_with_its_time(run):
    import re

    status, out, err = run("law", "wythoff", "--what", "outcome", "--tried")
    assert (status, err) == (0, "")
    assert re.search(r"^  staircase, tables to \d+ +\d+\.\d\d s$", out, re.MULTILINE)
    assert "staircase: nothing fits" in out


def test_where_there_is_no_law_it_is_told_what_else_to_ask(run, tmp_path):
    file = tmp_path / "odd.py"
    file.write_text(
        "import lastmove as lm\n@lm.impartial\ndef odd(n):\n"
        "    for t in range(1, n + 1):\n        if (n * t) % 7 in (1, 2, 5) or n == t * t:\n"
        "            yield n - t\n"
    )
    status, out, err = run("law", str(file), "--bound", "30")
    assert (status, out) == (2, "")
    assert err.startswith("lastmove law: no law of odd was found")
    assert err.endswith("; --tried lists what was tried; --what outcome asks for less\n")
    status, out, err = run("law", str(file), "--bound", "30", "--tried")
    assert (status, err.count("\n")) == (2, 1)
    assert "staircase: nothing fits" in out
    assert "--tried" not in err


def test_a_law_for_any_number_of_heaps_heads_all_of_them(run):
    status, out, _ = run("law", "nim", "--arity", "any")
    assert (status, out.splitlines()[0]) == (0, "nim(*heaps), grundy, PROVED:")


def test_code_of_a_law_for_any_number_of_heaps_takes_a_row(run):
    status, out, _ = run("law", "nim", "--arity", "any", "--emit", "cpp")
    assert (status, "law(const std::vector<long long> &row)" in out) == (0, True)


def test_stages_are_shown_at_a_terminal_only(run, monkeypatch):
    import sys

    assert run("law", "bash")[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert "tried staircase, tables to" in run("law", "bash")[2]


def test_code_of_the_search_needs_no_law(run):
    status, out, _ = run("law", "treblecross", "--emit", "brute-cpp", "--io", "n -> {A|B}")
    assert status == 0
    assert "int main()" in out
    status, out, _ = run("law", "bash", "--emit", "generator", "--io", "T; n -> {A|B}")
    assert (status, out.splitlines()[0].startswith('"""Random positions')) == (0, True)
    assert run("law", "bash", "--emit", "generator")[0] == 2


def test_a_law_is_printed_in_ascii_where_there_is_nothing_else(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "lastmove", "law", "game_of_cards", "--what", "outcome"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"c2 >= 1" in done.stdout


def test_long_periods_are_checked_natively(run, tmp_path, certificate):
    path = tmp_path / "period.json"
    run("octal", "0.156", "--certificate", str(path))
    status, out, _ = run("check", str(path), "--native")
    assert (status, "0.156 (all values, computed natively one by one) is proved" in out) == (
        0,
        True,
    )
    claim = json.loads(path.read_text())
    path.write_text(json.dumps({**claim, "start": claim["start"] - 1}))
    status, out, _ = run("check", str(path), "--native", "--json")
    assert (status, json.loads(out)["accepted"]) == (1, False)
    assert run("check", str(path), "bash", "--native")[0] == 2
    assert run("check", str(certificate), "--native")[0] == 2
