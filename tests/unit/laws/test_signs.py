"""Outcomes that are the signs of values, where outcomes of the parts of sums do not tell."""

import copy
from itertools import product

import pytest
from tests.unit.laws.specimens import DomineeringStrip, _of
from tests.unit.laws.test_values import stalk

from lastmove.laws import check as door
from lastmove.laws.find import candidates
from lastmove.laws.law import Law
from lastmove.laws.signs import SignLaw
from lastmove.rulesets import get


@pytest.fixture(scope="module")
def cutcake():
    return get("cutcake").law(what="outcome")


def test_outcomes_follow_from_values_that_are_proved(cutcake):
    assert (cutcake.status, cutcake.certificate["kind"]) == ("PROVED", "signs")
    assert cutcake.check(24).status == "PROVED"
    assert str(cutcake(2**70 + 1, 2**69)) == "L"
    assert str(cutcake(2**70 - 1, 2**69)) == "P"
    assert "L if v > 0, R if v < 0, P if v = 0" in cutcake.text()
    assert Law.from_certificate(cutcake.certificate).text() == cutcake.text()
    scope = {}
    exec(cutcake.emit("python"), scope)
    for at in product(range(1, 40), repeat=2):
        assert scope["law"](*at) == cutcake.label(at)


def test_winning_moves_into_sums_are_found_by_the_values_of_their_parts(cutcake):
    rules = get("cutcake")
    for at in product(range(1, 10), repeat=2):
        for player in ("left", "right"):
            found = cutcake.winning_moves(*at, player=player)
            said = sorted(str(sum(m[1:], m[0])) for m in found)
            true = rules(*at).winning_moves(player)
            assert said == sorted({str(m) for m in true}), (at, player)
    (first, *_) = cutcake.winning_moves(10**18, 10**6, player="left")
    assert sum(get("cutcake").law(what="value")(*part.coords) for part in first) >= 0
    assert cutcake.winning_moves(10**18, 10**6, player="right") == []


def test_signs_of_numbers_of_one_heap_and_of_parts_of_a_whole_are_told():
    strip = DomineeringStrip.law(what="value")
    law = next(f for f in candidates(strip.system, "outcome") if isinstance(f.candidate, SignLaw))
    assert all(
        law.candidate.label((n,)) == (2 if strip(n) > 0 else 3 if strip(n) < 0 else 0)
        for n in range(200)
    )
    found = next(f for f in candidates(stalk(0), "outcome") if isinstance(f.candidate, SignLaw))
    deep = found.candidate.label((10**18, 10**18))  # a value that nobody can write down
    assert deep in (2, 3)
    assert found.candidate.mismatch(found.sample.large) is None
    assert found.certificate is not None


def test_what_proves_no_value_of_the_same_game_proves_no_sign(cutcake):
    def refused(change, reason):
        cert = copy.deepcopy(cutcake.certificate)
        change(cert)
        with pytest.raises(door.Rejected, match=reason):
            door.check(cert)

    door.check(cutcake.certificate)
    for what in ("misere", "grundy", "value"):
        refused(lambda c, w=what: c.update(what=w), "normal play")
    refused(lambda c: c["certificate"].update(what="outcome"), "no certificate of values")
    refused(lambda c: c.update(certificate=copy.deepcopy(c)), "no certificate of values")
    refused(lambda c: c.update(certificate=[]), "no certificate of values")
    refused(lambda c: c["certificate"].update(kind="box"), "no certificate of values")
    value = next(f for f in candidates(stalk(0), "value") if f.certificate is not None).certificate
    refused(lambda c: c.update(certificate=value), "other rules")
    refused(lambda c: c["system"]["programs"][0].update(name="other"), "other rules")
    refused(lambda c: c["certificate"]["cases"][0].update(scale=1), "scale")
    refused(lambda c: c.update(labels=[]), "nobody checks it")
    assert _of(get("cutcake"), "value") == cutcake.certificate["certificate"]
