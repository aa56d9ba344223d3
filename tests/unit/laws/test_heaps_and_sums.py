"""Periodic heaps, staircases and sums, and values of heaps: proved, refused, mutated."""

import copy
from fractions import Fraction
from itertools import count, product

import pytest
from tests.contest.further_games import points_on_a_circle
from tests.unit.laws.games import box, plain, system, x

import lastmove as lm
from lastmove.laws.base import Sample
from lastmove.laws.breaking import Breaking, BreakingLaw
from lastmove.laws.check import Rejected, check
from lastmove.laws.check_numbers import simplest
from lastmove.laws.check_slides import slides
from lastmove.laws.find import candidates
from lastmove.laws.game import document
from lastmove.laws.law import Law

get = lm.rulesets.get
HALF = ["+", ["//", ["-", x(0), 1], 2], 1]


def proved(game, what="grundy", **more):
    return next((f for f in candidates(game, what, **more) if f.certificate is not None), None)


def splits(stop, first=0, total=1):
    """Return the moves from n to a heap v >= first and the rest of n - total."""
    rest = ["-", ["-", x(0), total], ["v", 0]]
    return system(["for", 0, first, stop, 1, [["move", [[0, ["v", 0]], [0, rest]]]]], size=1)


@pytest.mark.parametrize(
    ("name", "start", "period"),
    [("kayles", 71, 12), ("dawsons_kayles", 53, 34), ("dawsons_chess", 52, 34), ("guiles", 1, 10)],
)
def test_periods_are_the_published_ones(name, start, period):
    """Guy and Smith 1956; Winning Ways, chapter 4."""
    law = get(name).law()
    assert law.status == "PROVED"
    assert (law.candidate.start, law.candidate.period) == (start, period)
    slow = plain(document(law.system))
    assert [law(n) for n in range(160)] == [slow(n) for n in range(160)]


def test_certificates_of_heaps_survive_no_change():
    certificate = get("kayles").law().certificate
    for place in range(0, len(certificate["values"][0]), 9):
        changed = copy.deepcopy(certificate)
        changed["values"][0][place] += 1
        with pytest.raises(Rejected):
            check(changed)
    for field, value in [("start", 70), ("period", 11), ("period", 6), ("start", -1)]:
        with pytest.raises(Rejected):
            check({**certificate, field: value})
    other = get("dawsons_kayles").law().certificate
    with pytest.raises(Rejected):
        check({**certificate, "system": other["system"]})


def test_splits_into_unequal_heaps_have_no_such_proof():
    """Grundy's game: the theorem needs all ways to cut in two."""
    assert proved(splits(["//", ["+", x(0), 1], 2], first=1, total=0)) is None


def test_splits_that_leave_out_some_ways_are_refused():
    full = proved(splits(HALF))
    assert full is not None
    for stop in (["//", x(0), 2], ["-", HALF, 1], ["//", x(0), 3]):
        changed = {**full.certificate, "system": document(splits(stop))}
        with pytest.raises(Rejected):
            check(changed)


def test_a_late_exception_is_no_period():
    """The rules change at 5000: what repeats below is no law."""
    moves = [["if", [">=", x(0), k], [["move", [[0, ["-", x(0), k]], [0, 0]]]], []] for k in (1, 2)]
    moves.append(["if", ["==", x(0), 5000], [["move", [[0, 0], [0, 2]]]], []])
    game = system(*moves, size=1)
    slow = plain(document(game))
    assert [slow(n) for n in range(5001)][5000] == 3
    found = proved(game)
    assert found is None or found.candidate.label((5000,)) == 3


def test_any_amount_is_not_taken_for_bounded_takes():
    certificate = {
        "format": "lastmove-certificate/1",
        "kind": "breaking",
        "what": "grundy",
        "system": document(system(["for", 0, 0, x(0), 1, [["move", [[0, ["v", 0]]]]]], size=1)),
        "start": 0,
        "period": 1,
        "values": [[0]],
    }
    with pytest.raises(Rejected):
        check(certificate)


@pytest.mark.parametrize("arity", [2, 3, 4, 7])
@pytest.mark.parametrize("name", ["nim", "staircase_nim", "box_transfer", "silver_dollar"])
def test_staircase_games_are_proved_for_any_number_of_heaps(name, arity):
    law = get(name).law(arity=arity)
    assert law.status == "PROVED"
    slow = plain(document(law.system))
    legal = law.system.programs[0].legal
    for position in box(4 if arity > 3 else 7, arity) if arity < 7 else box(2, arity):
        if legal(position):
            assert law(*position) == slow(*position)


def test_boxes_that_count_are_those_of_the_contest():
    """Boxes with numbers 0, 2 or 5 modulo 6, counted from 1."""
    law = get("box_transfer").law(arity=14)
    counted = sorted(form.index(1) + 1 for form in law.candidate.forms)
    assert counted == [2, 5, 6, 8, 11, 12, 14]


def test_certificates_of_staircases_survive_no_change():
    certificate = get("box_transfer").law(arity=7).certificate
    for place in range(len(certificate["forms"])):
        fewer = copy.deepcopy(certificate)
        del fewer["forms"][place]
        more = copy.deepcopy(certificate)
        more["forms"].append(more["forms"][place])
        for i in range(8):
            other = copy.deepcopy(certificate)
            other["forms"][place][i] += 1
            with pytest.raises(Rejected):
                check(other)
        for changed in (fewer, more):
            with pytest.raises(Rejected):
                check(changed)
    with pytest.raises(Rejected):
        check({**certificate, "weights": [0] * 7})


def test_a_variable_set_in_a_loop_is_not_trusted_after_it():
    inner = ["for", 0, 0, 1, 1, [["set", 1, 2], ["for", 0, 0, 0, 1, []]]]
    game = system(
        ["set", 1, 1],
        inner,
        ["for", 0, 1, ["+", x(0), 1], 1, [["move", [[0, ["-", x(0), ["v", 0]]]]]]],
        ["for", 0, ["v", 1], ["+", x(0), 1], 1, [["move", [[0, ["-", x(0), ["v", 0]]]]]]],
        size=1,
    )
    found = proved(game)
    assert found is None or found.candidate.kind != "slides"


def test_a_variable_carried_round_a_loop_is_not_trusted():
    """The second round takes multiples of 2, and more than there are."""
    take = ["move", [[0, ["-", x(0), ["*", ["v", 1], ["v", 0]]]]]]
    slide = ["for", 0, 1, ["+", x(0), 1], 1, [take]]
    grows = ["for", 2, 0, 2, 1, [slide, ["set", 1, ["+", ["v", 1], 1]]]]
    assert slides([["set", 1, 1], slide], 1, {}, count()) == [((-1,), (1, 0))]
    with pytest.raises(Rejected):
        slides([["set", 1, 1], grows], 1, {}, count())


def test_a_sum_is_taken_apart():
    """A heap of Kayles, a Nim heap and two counters side by side: nothing links them."""
    game = system(
        ["for", 0, 0, x(0), 1, [["move", [[0, ["v", 0], x(1)]]]]],
        *[["if", [">=", x(1), k], [["move", [[0, x(0), ["-", x(1), k]]]]], []] for k in (1, 3, 4)],
    )
    found = proved(game)
    assert found.candidate.kind == "sum"
    slow = plain(document(game))
    for position in box(16, 2):
        assert found.candidate.label(position) == slow(*position)
    linked = copy.deepcopy(found.certificate)
    linked["system"]["programs"][0]["moves"].append(
        ["if", [">=", x(0), 1], [["move", [[0, x(0), ["-", x(1), 1]]]]], []]
    )
    with pytest.raises(Rejected):
        check(linked)


def test_a_move_that_moves_nothing_is_not_dropped():
    game = system(
        ["if", [">=", x(0), 1], [["move", [[0, ["-", x(0), 1], x(1)]]]], []],
        ["if", [">=", x(1), 1], [["move", [[0, x(0), ["-", x(1), 1]]]]], []],
    )
    certificate = proved(game, bound=20).certificate
    looping = copy.deepcopy(certificate)
    looping["system"]["programs"][0]["moves"].append(
        ["if", [">=", x(0), 5], [["move", [[0, x(0), x(1)]]]], []]
    )
    with pytest.raises(Rejected):
        check(looping)


@pytest.mark.parametrize(
    ("left", "right", "simple"),
    [
        (None, None, 0),
        (0, None, 1),
        (None, 0, -1),
        (0, 1, Fraction(1, 2)),
        (Fraction(1, 4), Fraction(3, 8), Fraction(5, 16)),
        (-3, -1, -2),
        (-1, 1, 0),
        (Fraction(5, 2), None, 3),
        (Fraction(-7, 8), Fraction(-1, 4), Fraction(-1, 2)),
    ],
)
def test_the_simplest_number_is_conways(left, right, simple):
    assert simplest(left, right) == simple


def test_a_strip_of_dominoes_is_worth_minus_half_its_length():
    nothing = []
    game = system(
        size=1,
        left=nothing,
        right=[
            [
                "for",
                0,
                0,
                ["+", ["//", ["-", x(0), 2], 2], 1],
                1,
                [["move", [[0, ["v", 0]], [0, ["-", ["-", x(0), 2], ["v", 0]]]]]],
            ]
        ],
    )
    found = proved(game, "value")
    assert [found.candidate.label((n,)) for n in range(9)] == [-(n // 2) for n in range(9)]
    for change in ({"step": 0}, {"step": -2}, {"period": 1}, {"values": [[0, 1], [1, 1]]}):
        with pytest.raises(Rejected):
            check({**found.certificate, **change})


def test_a_law_read_back_from_its_certificate_answers_alike():
    for name, arity in [("kayles", 1), ("nim", 3), ("game_of_cards", 4)]:
        law = get(name).law(arity=arity)
        again = Law.from_certificate(law.certificate)
        for position in box(5, arity):
            assert again(*position) == law(*position)
        assert again.certificate == law.certificate


def test_no_law_is_claimed_for_games_without_one():
    for name in ("grundys_game", "treblecross", "subtract_square"):
        with pytest.raises(lm.NoLawFound) as refusal:
            get(name).law(bound=300)
        assert refusal.value.tried


def clipped(first, last, low, high):
    """Return moves that cut a heap at i = first to n + last - 1, with sizes no less than 0."""
    n, i = ["x", 0], ["v", 0]
    one = ["max", 0, ["+", i, low]]
    other = ["max", 0, ["-", ["-", n, i], high]]
    return system(["for", 0, first, ["+", n, last], 1, [["move", [[0, one], [0, other]]]]], size=1)


def test_loops_whose_first_and_last_rounds_differ_are_proved_only_if_true():
    proved = 0
    for first, last, low, high in product((0, 1), (0, -1, -2), (0, -1, -2), (1, 2, 3)):
        game = clipped(first, last, low, high)
        slow = plain(document(game))
        sample = Sample(game, "grundy", (600,))
        try:
            law = Breaking().learn(sample)
        except lm.LastmoveError:
            continue
        if law is None:
            continue
        for start, period in {(law.start, law.period), (law.start, 1), (0, law.period)}:
            values = [int(v) for v in sample.large[: start + period]]
            claim = BreakingLaw("grundy", start, period, [values])
            try:
                check(claim.certificate(sample))
            except Rejected:
                continue
            proved += 1
            assert all(claim.label((n,)) == slow(n) for n in range(260)), (first, last, low, high)
    assert proved >= 10


def test_points_on_a_circle_are_proved_although_its_ends_are_cut_off():
    law = points_on_a_circle.law()
    assert (law.status, law.certificate["kind"]) == ("PROVED", "breaking")
    assert law.candidate.period == 34
    for place in (0, 5, 60):
        wrong = copy.deepcopy(law.certificate)
        wrong["values"][0][place] += 1
        with pytest.raises(Rejected):
            check(wrong)
