"""Laws in sectors: found from tables, proved by automata or with a solver, refused elsewhere."""

import copy
import json
import random
import subprocess
import sys

import numpy as np
import pytest
from tests.contest.games import piles
from tests.unit.laws.games import box, plain

import lastmove as lm
from lastmove.laws import smt
from lastmove.laws.base import NoProof, Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.game import document
from lastmove.laws.sectors import SectorLaw, Sectors
from lastmove.laws.tree import grow
from lastmove.rules.expr import Expr, coord, where

z3 = pytest.importorskip("z3")


@lm.impartial
def longer_side(a, b):
    """Take from the longer side, from either if they are equal."""
    if a >= b:
        for k in range(a):
            yield k, b
    if b >= a:
        for k in range(b):
            yield a, k


@lm.impartial
def king(a, b):
    """Move one step towards the corner, also diagonally."""
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1
    if a > 0 and b > 0:
        yield a - 1, b - 1


def learned(rules, what, *extents):
    from lastmove.laws.find import _system

    made = Sample(_system(rules, len(extents)), what, extents)
    return Sectors().learn(made), made


@pytest.fixture(scope="module")
def stoned():
    return piles.not_the_same_heap.law(what="outcome", arity=4)


def test_comparisons_of_sums_are_found_and_proved_by_automata(stoned):
    assert stoned.status == "PROVED"
    assert stoned.candidate.kind == "sectors"
    assert stoned.certificate["kind"] == "formula"
    slow = plain(document(stoned.system), "outcome")
    rng = random.Random(1)
    for position in rng.sample(list(box(9, 4)), 800):
        assert stoned.label(position) == slow(*position)


def test_a_certificate_is_read_as_the_law_in_sectors_that_it_states(stoned):
    again = lm.laws.law.Law.from_certificate(json.dumps(stoned.certificate))
    assert again.candidate.kind == "sectors"
    assert str(again).splitlines()[1:] == str(stoned).splitlines()[1:]


def test_automata_prove_what_is_rejected_as_a_formula(stoned, monkeypatch):
    from lastmove.laws import check_formula, find

    def refuse(*_):
        raise Rejected("the automata grow too large")

    monkeypatch.setattr(check_formula, "check", refuse)
    sample = Sample(stoned.system, "outcome", (12,) * 4)
    found, reason = find.proof(stoned.candidate, sample)
    assert found["kind"] == "automaton", reason


def test_sectors_are_told_as_inequalities(stoned):
    assert "last = 1, heaps0 > heaps1 + heaps2" in str(stoned)
    assert "(heaps0 + heaps1 + heaps2) mod 2 = 0" in str(stoned)
    assert stoned.explain(0, 10**18, 1, 1).startswith("last = 0, heaps0 > heaps1 + heaps2")
    assert r"\wedge" in stoned.latex()


def test_emitted_python_agrees_with_the_law(stoned):
    scope = {}
    exec(stoned.emit("python"), scope)
    rng = random.Random(2)
    for _ in range(3000):
        place = [rng.choice([rng.randrange(6), rng.randrange(10**18)]) for _ in range(4)]
        assert scope["law"](*place) == stoned.label(place)


@pytest.mark.parametrize(
    ("rules", "what"), [(longer_side, "outcome"), (king, "grundy"), (king, "misere")]
)
def test_solvers_prove_laws_and_the_checker_says_who_is_trusted(rules, what):
    law, made = learned(rules, what, 40, 40)
    cert = smt.certificate(law, made)
    assert cert["kind"] == "solver"
    assert "can be trusted" in check(cert)
    again = lm.laws.law.Law.from_certificate(json.dumps(cert))
    assert again.status == "PROVED_BY_SOLVER"
    slow = plain(cert["system"], what)
    assert all(again.label(x) == slow(*x) for x in box(12, 2))


def mutations(cert):
    """Yield certificates that claim something else."""
    from tests.unit.laws.mutate import every_integer

    for path in ("law", "weights", "witnesses", "system"):
        for changed in every_integer(cert[path]):
            yield {**copy.deepcopy(cert), path: changed}
    names = list(cert["queries"])
    for name in names:
        fewer = {k: v for k, v in cert["queries"].items() if k != name}
        yield {**copy.deepcopy(cert), "queries": fewer}
        weak = cert["queries"][name].replace("(check-sat)", "(assert false)(check-sat)")
        yield {**copy.deepcopy(cert), "queries": {**cert["queries"], name: weak}}
    yield {**copy.deepcopy(cert), "solvers": []}
    yield {**copy.deepcopy(cert), "what": "misere"}


def test_changed_solver_certificates_are_rejected():
    law, made = learned(longer_side, "outcome", 40, 40)
    cert = smt.certificate(law, made)
    tried = 0
    for changed in mutations(cert):
        if changed != cert:
            tried += 1
            with pytest.raises(Rejected):
                check(changed)
    assert tried > 40


def test_a_wrong_law_with_queries_of_its_own_is_rejected_at_a_small_position():
    law, made = learned(longer_side, "outcome", 40, 40)
    wrong = SectorLaw("outcome", 2, where(coord(0) - coord(1) == 3, 0, law.law))
    with pytest.raises(NoProof, match="contradicts"):
        smt.certificate(wrong, made)
    cert = {**smt._claim(wrong, made), "solvers": ["nobody"]}
    with pytest.raises(Rejected, match="the label of"):
        check(cert)


def test_without_a_solver_the_extra_to_install_is_named(monkeypatch):
    law, made = learned(longer_side, "outcome", 40, 40)
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setitem(sys.modules, "cvc5", None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(NoProof, match=r"pip install lastmove\[smt\]"):
        smt.certificate(law, made)


def test_no_other_class_needs_a_solver():
    code = """
import sys
sys.modules["z3"] = sys.modules["cvc5"] = None
import lastmove as lm
for name, arity, what in [("game_of_cards", 4, "outcome"), ("nim", 3, "grundy"),
                          ("kayles", 1, "grundy"), ("wythoff", 2, "outcome")]:
    law = lm.rulesets.get(name).law(what=what, arity=arity)
    assert law.status == "PROVED", name
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_scripts_are_written_where_the_user_says(tmp_path):
    law = longer_side.law(what="outcome")
    found = law.smtlib(tmp_path)
    assert len(list(tmp_path.glob("*.smt2"))) == len(found) > 5
    for script in found.values():
        solver = z3.Solver()
        solver.from_string(script)
        assert str(solver.check()) == "unsat"


def test_rules_beyond_linear_arithmetic_have_no_scripts():
    @lm.impartial
    def xor(a, b):
        if a ^ b:
            yield 0, 0

    with pytest.raises(lm.LastmoveError, match="no SMT-LIB scripts"):
        xor.law(what="outcome").smtlib()


@lm.impartial
def cards_1_to_4(a, b, c, d):
    """Replace two cards by one with the sum of their labels, at most 4."""
    if a >= 2:
        yield a - 2, b + 1, c, d
    if a >= 1 and b >= 1:
        yield a - 1, b - 1, c + 1, d
    if a >= 1 and c >= 1:
        yield a - 1, b, c - 1, d + 1
    if b >= 2:
        yield a, b - 2, c, d + 1


def test_the_game_of_cards_without_zeros_is_proved():
    """Periods 8, 5 and 8 in the sectors a - 2b <= 4, a - 2b <= 5c and beyond."""
    law = cards_1_to_4.law(what="outcome")
    assert law.status == "PROVED"
    assert "a ≥ 2b + 5, a ≤ 2b + 5c, (a + 3 * b) mod 5 ∈ {0, 3}" in str(law)
    table = cards_1_to_4.table(40, 12, 8, 1, what="outcome")
    for a, b, c, d in np.ndindex(table.shape):
        assert law(a, b, c, d + 7).name == table[a, b, c, d]
    to = law.winning_moves(10**18, 10**17, 3, 5)
    assert all(law(*position.coords).name == "P" for position in to)


def test_golden_ratios_are_no_sectors():
    law, _ = learned(lm.rulesets.get("wythoff"), "outcome", 50, 50)
    assert law is None


def test_an_expression_of_a_tree_says_what_the_tree_says():
    rng = np.random.default_rng(5)
    a, b = np.indices((30, 30))
    for _ in range(10):
        p, q, r, m = rng.integers(1, 4, 4)
        table = np.where(p * a <= q * b + r, (a + r * b) % (m + 1) == 0, a % 2 == 1).astype(int)
        tree = grow(table, np.ones(table.shape, dtype=bool))
        if tree is None:
            continue
        said = Expr.from_json(tree.expression().to_json())
        for x in np.ndindex(table.shape):
            assert said.evaluate(list(x)) == tree.label(x)
