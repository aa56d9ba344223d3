"""Laws in intervals that grow by a factor are proved turn by turn."""

import copy
import json

import pytest
from tests.contest.more_games import quotients
from tests.contest.other_games import (
    divide_by_up_to_five,
    keep_a_third_to_a_half,
    multiply_to_reach,
)
from tests.unit.laws.games import plain
from tests.unit.laws.mutate import every_integer
from tests.unit.laws.test_emit import cases, run

import lastmove as lm
from lastmove.laws.base import NoProof, Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.game import document
from lastmove.laws.growing import GrowingLaw
from lastmove.laws.law import Law

PROVED = [
    pytest.param(quotients, "outcome", marks=pytest.mark.long),
    (multiply_to_reach, "misere"),
    (divide_by_up_to_five, "grundy"),
    (keep_a_third_to_a_half, "outcome"),
]


@pytest.mark.parametrize(("rules", "what"), PROVED)
def test_games_of_division_are_proved(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    assert law.certificate["kind"] == "growing"
    slow = plain(law.certificate["system"], what)
    assert all(law.label((n,)) == slow(n) for n in range(5000))
    again = Law.from_certificate(json.loads(json.dumps(law.certificate)))
    assert again.prove().status == "PROVED"


@pytest.mark.parametrize(("rules", "what"), PROVED)
def test_changed_certificates_are_rejected_or_claim_the_same(rules, what):
    cert = rules.law(what=what).certificate
    slow = plain(cert["system"], what)
    accepted = 0
    for field in set(cert) - {"format", "kind", "what"}:
        for changed in every_integer({field: cert[field]}):
            wrong = {**copy.deepcopy(cert), **changed}
            try:
                check(wrong)
            except Rejected:
                continue
            accepted += 1
            claimed = Law.from_certificate(wrong)
            right = plain(wrong["system"], what) if field == "system" else slow
            assert all(claimed.label((n,)) == right(n) for n in range(400))
    assert accepted < 40  # spans and beginnings have some room
    for field in ("factor", "plus", "every", "ends", "labels"):
        for changed in every_integer({field: cert[field]}):
            with pytest.raises(Rejected):
                check({**cert, **changed})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("moves", []),
        ("moves", [[[1, 0, 2], [1, -60000, 2]]]),
        ("moves", [[[0, 0, 2], [1, 0, 2]]]),
        ("turn", []),
        ("begin", 0),
        ("begin", 10**6),
        ("every", 0),
        ("factor", 1),
        ("factor", 6.0),
        ("ends", [1, 1]),
        ("labels", [0, 1]),
        ("what", "value"),
    ],
)
def test_nonsense_is_rejected(field, value):
    cert = keep_a_third_to_a_half.law(what="outcome").certificate
    with pytest.raises(Rejected):
        check({**cert, field: value})


@lm.impartial
def with_a_sum(n):
    """As `multiply_to_reach`, but one heap splits."""
    if n == 5:
        yield with_a_sum(1) + with_a_sum(2)
    if n > 1:
        yield -(-n // 2)
        yield -(-n // 3)


@lm.impartial
def one_more_option(n):
    """As `multiply_to_reach`, with one more option at one number far out."""
    if n > 1:
        yield -(-n // 2)
        yield -(-n // 3)
    if n == 3_000_000:
        yield 0


@lm.impartial
def no_end(n):
    if n > 0:
        yield (n + 1) // 2
        yield (n + 2) // 3


@pytest.mark.parametrize("rules", [with_a_sum, one_more_option, no_end])
def test_a_certificate_of_another_game_is_rejected(rules):
    cert = multiply_to_reach.law(what="outcome").certificate
    with pytest.raises(Rejected):
        check({**cert, "system": document(rules.engine.native(1).system)})


def test_one_option_more_beyond_all_tables_stops_the_proof():
    law = one_more_option.law(what="outcome")
    assert law.status == "CHECKED"
    assert "the options are others" in law.why_not_proved


def test_options_without_a_pattern_are_not_proved():
    law = GrowingLaw("outcome", [2, 10], [0, 1, 0], 2, 18, -17)
    system = lm.rulesets.get("kayles").engine.native(1).system
    with pytest.raises(NoProof):
        law.certificate(Sample(system, "outcome", [100]))


@lm.impartial
def quotients_up_to(n):
    """As quotients, but from 4000 on whoever moves may end the game."""
    if n > 1:
        for k in range(2, 10):
            yield (n + k - 1) // k
    if n > 4000:
        yield 0


def test_growth_that_ends_beyond_the_tables_is_no_law():
    with pytest.raises(lm.NoLawFound, match="but not at"):
        quotients_up_to.law(what="outcome")


def test_growing_intervals_at_any_size():
    law = GrowingLaw("outcome", [2, 10], [0, 1, 0], 2, 18, -17)
    said = ["P", "N"]
    assert [said[law.label((n,))] for n in range(400)] == quotients.table(
        400, what="outcome"
    ).tolist()
    for j in range(1, 14):
        ends = (18**j, 18**j + 1, 9 * 18**j, 9 * 18**j + 1)
        assert [law.label((n,)) for n in ends] == [0, 1, 1, 0]


@pytest.mark.parametrize("language", ["python", "cpp"])
@pytest.mark.parametrize(("rules", "what"), PROVED[1:3])
def test_emitted_programs_agree_with_growing_intervals(tmp_path, rules, what, language):
    law = rules.law(what=what)
    positions = [*cases(law, 2000), (10**18,), (0,)]
    text = "\n".join([str(len(positions)), *(str(n) for (n,) in positions)])
    said = run(tmp_path, language, law.emit(language, io="T; n -> {law}"), text)
    assert list(map(int, said)) == [law.label(x) for x in positions]
