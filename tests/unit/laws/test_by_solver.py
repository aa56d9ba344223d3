"""Laws that rest on SMT solvers, from the rules to what `lastmove check` says of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.laws.specimens import longer_side

import lastmove as lm
from lastmove.cli.app import start
from lastmove.laws import check as door
from lastmove.laws import find, smt
from lastmove.laws.law import Law
from lastmove.laws.sectors import SectorLaw, Sectors

z3 = pytest.importorskip("z3")


def real(name):
    """Return a solver that is installed, as `smt.solvers` gives it."""
    return next((found for found in smt.solvers() if found[0].startswith(name)), None)


def answering(*verdicts):
    """Return a solver that gives these verdicts, the last one again and again."""
    said = list(verdicts)
    return "other 1.0", lambda script: said.pop(0) if len(said) > 1 else said[0]


@pytest.fixture
def by_solvers(monkeypatch):
    """Look for laws in sectors only, leave them no other proof, and let tests choose solvers."""
    monkeypatch.setattr(find, "families", lambda: [Sectors()])
    monkeypatch.setattr(
        SectorLaw, "ways", lambda law: [lambda sample: smt.certificate(law, sample)]
    )

    def choose(*chosen):
        monkeypatch.setattr(smt, "solvers", lambda: list(chosen))
        return longer_side.law(what="outcome")

    return choose


def test_one_solver_proves_and_all_who_read_are_told_so(by_solvers, tmp_path, capsys):
    law = by_solvers(real("z3"))
    assert law.status == "PROVED_BY_SOLVER"
    assert ", outcome, PROVED_BY_SOLVER:" in str(law)
    assert law.certificate["solvers"] == [f"z3 {z3.get_version_string()}"]
    path = tmp_path / "law.json"
    path.write_text(json.dumps(law.certificate))
    trusted = f"if z3 {z3.get_version_string()} can be trusted on {len(law.smtlib())} queries"
    assert start(["check", str(path)]) == 0
    assert trusted in capsys.readouterr().out
    alone = [sys.executable, "-I", str(Path(door.__file__)), str(path)]
    said = subprocess.run(alone, capture_output=True, text=True, check=True)
    assert trusted in said.stdout
    again = Law.from_certificate(law.certificate)
    assert again.status == "PROVED_BY_SOLVER"
    assert again(10**18, 10**18) == law(10**18, 10**18) == "P"


def test_the_scripts_kept_are_those_the_certificate_is_about(by_solvers, tmp_path):
    law = by_solvers(real("z3"))
    law.smtlib(tmp_path)
    kept = [path.read_text().split("\n", 1)[1] for path in sorted(tmp_path.glob("*.smt2"))]
    assert kept == list(law.certificate["queries"].values())


def test_two_solvers_that_agree_are_both_named(by_solvers):
    law = by_solvers(real("z3"), answering("unsat"))
    assert law.certificate["solvers"][1:] == ["other 1.0"]
    assert " and other 1.0 can be trusted on " in door.check(law.certificate)


@pytest.mark.parametrize("verdict", ["unknown", "error: out of memory", "", "timeout"])
def test_a_second_solver_that_gives_up_is_not_named(by_solvers, verdict):
    law = by_solvers(real("z3"), answering("unsat", verdict))
    assert law.status == "PROVED_BY_SOLVER"
    assert len(law.certificate["solvers"]) == 1


def test_solvers_that_disagree_prove_nothing(by_solvers):
    law = by_solvers(real("z3"), answering("unsat", "unsat", "sat"))
    assert law.status == "CHECKED"
    assert law.certificate is None
    assert "solvers disagree: other 1.0 contradicts z3" in law.why_not_proved


def test_no_solver_that_ends_is_no_proof(by_solvers):
    law = by_solvers(answering("unknown"))
    assert law.status == "CHECKED"
    assert "other 1.0 gave up on a query" in law.why_not_proved


def test_a_real_second_solver_agrees(by_solvers):
    second = real("cvc5")
    if second is None:
        pytest.skip("cvc5 is not installed")
    law = by_solvers(real("z3"), second)
    assert [name.split()[0] for name in law.certificate["solvers"]] == ["z3", "cvc5"]


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")
@pytest.mark.parametrize(
    ("program", "agrees"),
    [
        (b"#!/bin/sh\ncat > /dev/null; echo unsat\n", True),
        (b"#!/bin/sh\necho nonsense; exit 3\n", False),
        (b"#!/bin/sh\ncat > /dev/null; printf '\\377unsat'\n", False),
        (b"#!/bin/sh\nsleep 60 | cat; echo unsat\n", False),
        (b"\0no program", False),
    ],
)
def test_a_second_solver_that_misbehaves_changes_nothing(
    by_solvers, tmp_path, monkeypatch, program, agrees
):
    path = tmp_path / "cvc5"
    path.write_bytes(program)
    path.chmod(0o755)
    monkeypatch.setitem(sys.modules, "cvc5", None)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(smt, "_PATIENCE", 1000)
    second = real("cvc5")
    assert second is not None
    law = by_solvers(real("z3"), second)
    assert law.status == "PROVED_BY_SOLVER"
    assert ("cvc5" in law.certificate["solvers"]) is agrees


def test_a_query_left_out_or_changed_is_noticed(by_solvers):
    cert = by_solvers(real("z3")).certificate
    first = next(iter(cert["queries"]))
    for queries in (
        {name: script for name, script in cert["queries"].items() if name != first},
        {**cert["queries"], first: "(assert false)\n(check-sat)\n"},
    ):
        with pytest.raises(door.Rejected, match="the solver was asked something else"):
            door.check({**cert, "queries": queries})


def test_the_law_of_a_game_that_automata_decide_needs_no_solver():
    assert longer_side.law(what="outcome").status == "PROVED"
    assert lm.rulesets.get("bash").law().status == "PROVED"
