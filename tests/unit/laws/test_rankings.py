"""Play that ends though no weighted sum of the coordinates falls with every move."""

import copy

import pytest
from tests.contest.further_games import box_in_box, box_of_two
from tests.contest.more_games import empty_and_split
from tests.unit.laws.games import box, plain, step, system

import lastmove as lm
from lastmove.laws.automata.pieces import pieces
from lastmove.laws.base import NoProof, Sample
from lastmove.laws.check import Game, Rejected, check
from lastmove.laws.check_automata import Claim
from lastmove.laws.game import document

A, B = ["x", 0], ["x", 1]
ONES = [1, 1]
EMPTY = ["+", ["==", A, 0], ["==", B, 0]]
APART = ["abs", ["-", A, B]]
BOTH = ["and", [">", A, 0], [">", B, 0]]


@lm.impartial
def empty_one_of_three(a, b, c):
    """Empty a heap that is not, or move a stone on from the first to the last."""
    if a > 0 and c == 0:
        yield a - 1, b, 1
    if b > 0:
        yield a, 0, c


@pytest.mark.parametrize("rules", [empty_and_split, box_of_two, box_in_box])
def test_games_with_steps_that_keep_every_sum_are_proved(rules):
    law = rules.law(what="outcome")
    assert law.status == "PROVED"
    assert any(isinstance(entry[0], str) for entry in law.certificate["ranking"])
    slow = plain(law.certificate["system"], "outcome")
    assert all(law.label(x) == slow(*x) for x in box(26, 2))


def rules_of(ranking, *moves):
    made = document(system(*moves))
    claim = Claim({"numeration": "binary"}, Game(made["programs"][0]))
    claim.rules(ranking)


SWAP = ["if", [">", A, B], [["move", [[0, B, A]]]], []]
BACK = ["if", ["<", A, B], [["move", [[0, B, A]]]], []]
TO_B = ["if", [">", A, 0], [step(-1, 1)], []]
TO_A = ["if", [">", B, 0], [step(1, -1)], []]
NEARER = ["if", [">=", A, ["+", B, 2]], [step(-1, 1)], []]


def test_an_expression_must_fall_where_the_sum_does_not():
    rules_of([ONES, APART], NEARER)
    rules_of([ONES, [">", A, B]], SWAP)
    rules_of([ONES, ["?", [">", A, B], 5, 2]], SWAP)
    for ranking in ([ONES], [APART], [ONES, ["neg", APART]], [ONES, EMPTY], [["max", A, B]]):
        with pytest.raises(Rejected):
            rules_of(ranking, NEARER, SWAP)


@pytest.mark.parametrize("moves", [(SWAP, BACK), (TO_A, TO_B), (SWAP, NEARER, BACK), (step(0, 0),)])
def test_play_without_end_has_no_ranking(moves):
    for piece in (EMPTY, APART, ["max", A, B], ["min", A, B], [">", A, B], ["-", 9, A], B, 7):
        for ranking in ([ONES, piece], [piece, ONES], [piece], [ONES, piece, APART, EMPTY]):
            with pytest.raises((Rejected, TypeError)):
                rules_of(ranking, *moves)
    with pytest.raises(NoProof):
        pieces(Sample(system(*moves), "outcome", (5, 5)), "binary")


def test_what_may_fall_for_ever_or_fail_is_no_ranking():
    for piece in (["-", A, B], ["neg", A], ["//", A, B], ["%", 7, B], ["v", 0], ["at", A, [3, 2]]):
        with pytest.raises(Rejected):
            rules_of([ONES, piece], ["if", [">", A, 0], [step(-1, 1)], []])


def test_three_heaps_are_ranked_too():
    law = empty_one_of_three.law(what="outcome")
    assert law.status == "PROVED"


def test_certificates_with_other_rankings_are_rejected():
    cert = box_in_box.law(what="outcome").certificate
    for ranking in ([ONES], [ONES, EMPTY], [[1, 0]], [], [[]], [["x", 0]], [ONES, ["x", 5]], [7]):
        with pytest.raises(Rejected):
            check({**copy.deepcopy(cert), "ranking": ranking})


def merge_or_take(a, b):
    """Heaps of one stone, and what can still be done to the others; a move may raise either."""
    if b == 1:
        yield a + 1, 0
    if b >= 2:
        yield a, b - 1
    if a >= 1:
        yield a - 1, b
        if b >= 2:
            yield a - 1, b + 1
    if a >= 2:
        yield a - 2, b + 3 if b >= 2 else b + 2


def test_a_measure_given_with_the_rules_proves_that_play_ends():
    rules = lm.impartial(merge_or_take)
    assert rules.law(what="outcome").status == "CHECKED"
    rules = lm.impartial(measure=lambda a, b: 4 * a + b + (4 if b > 0 else 0))(merge_or_take)
    for what in ("outcome", "grundy"):
        law = rules.law(what=what)
        assert law.status == "PROVED"
        slow = plain(law.certificate["system"], what)
        assert all(law.label(x) == slow(*x) for x in box(26, 2))
        del law.certificate["ranking"][0][1]
        with pytest.raises(Rejected):
            check(law.certificate)


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (lambda a, b: a + b, r"does not fall from \(0, 1\) \(1\) to \(1, 0\) \(1\)"),
        (lambda a, b: 4 * a + b - 1, "is -1 at"),
        (lambda a, b: a / 2 + b, "no whole number"),
        (lambda a, b: 1 // a, "fails at"),
    ],
)
def test_a_measure_that_is_wrong_at_a_small_position_is_refused(measure, said):
    with pytest.raises(lm.RulesError, match=said):
        lm.impartial(measure=measure)(merge_or_take).law(what="outcome")


def test_a_measure_wrong_far_out_proves_nothing():
    def wrong(a, b):
        return 4 * a + b + (4 if b > 0 else 0) if a + b < 1000 else 0

    law = lm.impartial(measure=wrong)(merge_or_take).law(what="outcome")
    assert law.status == "CHECKED"
    assert "nor does the measure given: a move does not lower" in law.why_not_proved


def test_a_measure_that_is_no_expression_is_named():
    def looked_up(a, b):
        return {True: 4 * a + b + 4, False: 4 * a + b}[b > 0]

    law = lm.impartial(measure=looked_up)(merge_or_take).law(what="outcome")
    assert law.status == "CHECKED"
    assert "the measure given is not used" in law.why_not_proved


def test_a_measure_is_kept_where_parameters_are_left_free():
    from lastmove.rules.free import FreeRules

    @lm.impartial(measure=lambda n: 2 * n)
    def bash(n, *, k=3):
        for take in range(1, min(n, k) + 1):
            yield n - take

    assert FreeRules(bash, {"k": 1}, 1).measure(5, 7) == 10
    assert bash.law(parameters=["k"], what="outcome").status == "PROVED"
