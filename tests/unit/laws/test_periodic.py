"""Laws of one coordinate that repeat: found, told, proved where the moves allow it, and refused."""

import copy
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.laws.games import plain
from tests.unit.laws.mutate import every_integer

import lastmove as lm
from lastmove.laws.base import Sample
from lastmove.laws.check import check
from lastmove.laws.find import _system, proof
from lastmove.laws.game import document
from lastmove.laws.law import Law
from lastmove.laws.periodic import Periodic, PeriodicLaw, Repetition, fit


@lm.impartial
def take_between(n):
    """Take two to five, all when fewer than two are left; who takes the last loses."""
    if n == 1:
        yield 0
    for k in range(2, min(5, n) + 1):
        yield n - k


@lm.impartial
def guarded(n):
    """Take what a short table says, which is asked only where it has an entry."""
    amounts = (1, 2, 2, 1)
    if n >= 2 and (n > 3 or amounts[n] == 2):
        yield n - 2
    if n >= 1:
        yield n - 1


def learned(rules, what, size=240):
    sample = Sample(_system(rules, 1), what, (size,))
    return Periodic().learn(sample), sample


def test_misere_play_is_proved_as_a_period():
    law = take_between.law(what="misere")
    assert law.status == "PROVED"
    assert law.candidate.kind == "periodic"
    assert law.certificate["kind"] == "formula"
    assert "P if n mod 7 ∈ {1, 2}, else N" in str(law)
    slow = plain(document(law.system), "misere")
    assert all(law.label((n,)) == slow(n) for n in range(300))


def test_laskers_nim_is_proved_to_grow_by_four_for_each_four():
    law = lm.rulesets.get("lasker").law()
    assert law.status == "PROVED"
    assert law.candidate.repetition == Repetition((0,), (1, 2, 4, 3), 4)
    assert law(4 * 10**18 + 3) == 4 * 10**18 + 4
    assert "by 4 more for each 4 of n" in str(law)


def test_a_certificate_is_read_as_the_period_that_it_states():
    law = lm.rulesets.get("lasker").law()
    again = Law.from_certificate(json.dumps(law.certificate))
    assert again.candidate.repetition == law.candidate.repetition
    assert str(again).splitlines()[1:] == str(law).splitlines()[1:]


def test_parts_that_are_not_evaluated_cannot_fail():
    law, sample = learned(guarded, "grundy")
    certificate, reason = proof(law, sample)
    assert certificate is not None, reason
    slow = plain(document(sample.system), "grundy")
    assert all(law.label((n,)) == slow(n) for n in range(60))


def test_emitted_code_gives_the_terms():
    law = lm.rulesets.get("lasker").law()
    scope = {}
    exec(law.emit("python"), scope)
    assert all(scope["law"](n) == law(n) for n in [*range(50), 10**18, 10**18 + 1])


def test_every_changed_label_is_rejected():
    law, sample = learned(take_between, "misere")
    certificate = law.certificate(sample)
    check(certificate)
    slow = plain(certificate["system"], "misere")
    wrong = 0
    for label in every_integer(certificate["cases"][0]["label"]):
        changed = copy.deepcopy(certificate)
        changed["cases"][0]["label"] = label
        try:
            read = Law.from_certificate(json.dumps(changed))
        except (lm.LastmoveError, ValueError, KeyError, IndexError):
            wrong += 1
            continue
        # The same labels written in another way.
        assert all(read.label((n,)) == slow(n) for n in range(120))
    assert wrong >= 7


def test_what_does_not_repeat_is_refused():
    squares = np.zeros(240, dtype=np.int64)
    squares[[n * n for n in range(16)]] = 1
    assert fit(squares) is None
    assert fit(np.array([0, 1, 2, 3, 4, 5, 6, 8])) is None
    assert fit(np.array([], dtype=np.int64)) is None
    assert fit(np.array([3])) is None


def test_a_term_that_breaks_the_period_at_the_end_of_the_table_is_seen():
    terms = np.arange(240) % 7
    terms[-1] = 9
    assert fit(terms) is None


@lm.impartial
def broken(n):
    """Take one or two; nothing may be taken from 5,000."""
    if n != 5000:
        for k in range(1, min(2, n) + 1):
            yield n - k


def test_an_exception_beyond_the_table_is_no_law():
    law, sample = learned(broken, "outcome")
    certificate, _ = proof(law, sample)
    assert certificate is None
    with pytest.raises(lm.NoLawFound, match="5000"):
        broken.law(what="outcome")


@given(
    st.lists(st.integers(0, 9), max_size=6),
    st.lists(st.integers(0, 9), min_size=1, max_size=8),
    st.integers(0, 5),
)
def test_what_is_fitted_continues_as_the_sequence_does(first, again, saltus):
    sequence = Repetition(tuple(first), tuple(again), saltus)
    terms = np.array([sequence.term(n) for n in range(80)])
    found = fit(terms)
    assert found.start + found.period <= sequence.start + sequence.period
    law = PeriodicLaw("grundy", found)
    expression = law.expression()
    for n in [*range(100), 10**18]:
        assert law.label((n,)) == sequence.term(n) == expression.evaluate([n])
