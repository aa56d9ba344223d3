"""Laws that repeat along rays: what must be proved, what must be refused."""

import copy

import pytest
from tests.unit.laws.games import box, counters, plain, step, system, x

import lastmove as lm
from lastmove.laws.base import Sample
from lastmove.laws.box import Box
from lastmove.laws.check import Rejected, check
from lastmove.laws.find import candidates
from lastmove.laws.game import document

CARDS = lm.rulesets.get("game_of_cards")


def proved(game, what, **more):
    """Return the first law with a certificate that the checker accepts, or None."""
    return next((f for f in candidates(game, what, **more) if f.certificate is not None), None)


@pytest.fixture(scope="module")
def cards():
    return {what: CARDS.law(what=what) for what in ("outcome", "grundy", "misere")}


@pytest.mark.parametrize("what", ["outcome", "grundy", "misere"])
def test_game_of_cards_is_proved_from_its_rules_alone(cards, what):
    law = cards[what]
    assert law.status == "PROVED"
    slow = plain(document(law.system), what)
    for position in box(7, 4):
        assert law.label(position) == slow(*position)


def test_the_law_of_cards_is_the_hand_proved_one(cards):
    """Thresholds and periods as in the closed form that contestants use."""
    candidate = cards["grundy"].candidate
    assert candidate.starts == [1, 1, 2, 1]
    assert candidate.periods == [2, 3, 1, 1]
    assert len(candidate.table) == 72


def test_every_changed_cell_of_a_certificate_is_rejected(cards):
    certificate = cards["grundy"].certificate
    for place, label in enumerate(certificate["cells"]):
        for other in {0, 1, 2, 3, 4} - {label}:
            changed = copy.deepcopy(certificate)
            changed["cells"][place] = other
            with pytest.raises(Rejected):
                check(changed)


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("starts", lambda v: [max(0, v[0] - 1), *v[1:]]),
        ("periods", lambda v: [v[0], 2, *v[2:]]),
        ("slack", lambda v: [0, *v[1:]]),
        ("weights", lambda v: [0] * len(v)),
        ("weights", lambda v: [-1, *v[1:]]),
        ("what", lambda v: "misere"),
        ("what", lambda v: "value"),
        ("kind", lambda v: "slides"),
        ("kind", lambda v: "no such kind"),
        ("format", lambda v: "lastmove-certificate/0"),
        ("cells", lambda v: v[:-1]),
        ("cells", lambda v: "1" * len(v)),
        ("pair", lambda v: [0, 1]),
    ],
)
def test_a_certificate_with_a_changed_field_is_rejected(cards, field, change):
    changed = copy.deepcopy(cards["grundy"].certificate)
    changed[field] = change(changed.get(field))
    with pytest.raises(Rejected):
        check(changed)


def test_a_certificate_with_other_rules_is_rejected(cards):
    certificate = copy.deepcopy(cards["grundy"].certificate)
    moves = certificate["system"]["programs"][0]["moves"]
    for place in range(len(moves)):
        changed = copy.deepcopy(certificate)
        del changed["system"]["programs"][0]["moves"][place]
        with pytest.raises(Rejected):
            check(changed)
    with pytest.raises(Rejected, match="other rules"):
        check(certificate, document(counters((-1, 0))))


@pytest.mark.parametrize(
    "deltas",
    [
        [(-1, 0), (0, -1), (-1, -1)],  # the king
        [(-2, 1), (1, -2), (-2, -1), (-1, -2)],  # the knight
        [(-2, 0), (-1, 1), (0, -3), (-2, 2)],
    ],
)
@pytest.mark.parametrize("what", ["grundy", "outcome", "misere"])
def test_laws_on_cones_agree_with_recursion(deltas, what):
    game = counters(*deltas)
    found = proved(game, what, bound=200)
    slow = plain(document(game), what)
    for position in box(45, 2):
        assert found.candidate.label(position) == slow(*position)


def test_the_king_needs_the_diagonal():
    found = proved(counters((-1, 0), (0, -1), (-1, -1)), "grundy")
    assert [1, 1] in found.candidate.fan.plane


def test_every_changed_cell_of_a_certificate_on_cones_is_rejected():
    certificate = proved(counters((-1, 0), (0, -1), (-1, -1)), "grundy").certificate
    for place, label in enumerate(certificate["cells"]):
        for other in {0, 1, 2, 3} - {label}:
            changed = copy.deepcopy(certificate)
            changed["cells"][place] = other
            with pytest.raises(Rejected):
                check(changed)
    for plane in (
        [[1, 0], [0, 1]],
        [[0, 1], [1, 1], [1, 0]],
        [[1, 0], [1, 1]],
        [[1, 0], [1, 1], [1, 2], [0, 1]],
    ):
        with pytest.raises(Rejected):
            check({**certificate, "plane": plane})


def test_a_threshold_beyond_every_table_is_no_period():
    """The table has period 3 up to any bound below 4000, and the game has not."""
    game = system(
        ["if", [">=", x(0), 1], [step(-1)], []],
        ["if", ["and", [">=", x(0), 2], ["<", x(0), 4000]], [step(-2)], []],
        size=1,
    )
    sample = Sample(game, "outcome", (900,))
    law = Box().learn(sample)
    assert (law.starts, law.periods) == ([0], [3])
    with pytest.raises(Rejected):
        check(law.certificate(sample))


def test_a_period_of_the_rules_must_divide_that_of_the_law():
    moves = [["if", ["and", [">=", x(0), 1], ["==", ["%", x(0), 5], 0]], [step(-1)], []]]
    found = proved(system(*moves, size=1), "misere")
    assert found.candidate.periods[0] % 5 == 0
    changed = {**found.certificate, "periods": [1], "cells": [0]}
    with pytest.raises(Rejected):
        check(changed)


def test_play_that_need_not_end_is_not_proved():
    game = system(step(0), size=1)
    certificate = {
        "format": "lastmove-certificate/1",
        "kind": "box",
        "what": "outcome",
        "system": document(game),
        "starts": [0],
        "periods": [1],
        "slack": [0],
        "weights": [1],
        "cells": [0],
    }
    for cells in ([0], [1]):
        with pytest.raises(Rejected):
            check({**certificate, "cells": cells})


def test_misere_play_counts_the_end_as_a_win():
    """Whoever cannot move wins: with one card to take per move, even numbers win."""
    found = proved(counters((-1,)), "misere")
    assert [found.candidate.label((n,)) for n in range(4)] == [1, 0, 1, 0]


@pytest.mark.parametrize(
    "moves",
    [
        [["for", 0, 1, ["+", x(0), 1], 1, [["move", [[0, ["-", x(0), ["v", 0]], x(1)]]]]]],
        [["if", [">=", x(0), 2], [["move", [[0, ["//", x(0), 2], x(1)]]]], []]],
        [["if", [">=", x(0), 1], [["move", [[0, ["-", x(0), 1], x(1)], [0, 0, 0]]]], []]],
        [["if", [">=", ["*", x(0), x(1)], 1], [step(-1, 0)], []]],
    ],
)
def test_moves_that_do_not_add_a_constant_are_refused(moves):
    """Any amount, a half, a sum, a product in a guard."""
    assert Box().learn(Sample(system(*moves), "grundy", (30, 30))) is None
    certificate = {
        "format": "lastmove-certificate/1",
        "kind": "box",
        "what": "grundy",
        "system": document(system(*moves)),
        "starts": [0, 0],
        "periods": [1, 1],
        "slack": [1, 1],
        "weights": [1, 1],
        "cells": [0],
    }
    with pytest.raises(Rejected):
        check(certificate)


def test_a_domain_limits_the_positions_and_moves_must_respect_it():
    domain = ["and", [">=", x(0), 1], [">=", x(1), 1]]
    inside = system(
        ["if", [">=", x(0), 2], [step(-1, 0)], []],
        ["if", [">=", x(1), 2], [step(0, -1)], []],
        domain=domain,
    )
    found = proved(inside, "outcome")
    assert found.candidate.label((1, 1)) == 0
    assert found.candidate.label((10**18, 1)) == 1
    certificate = {
        **found.certificate,
        "system": document(counters((-1, 0), (0, -1), domain=domain)),
    }
    with pytest.raises(Rejected):
        check(certificate)


def test_remembered_moves_and_clipped_takes_are_proved():
    """Take 1 to 3 or what is left, but not the same amount twice running."""
    moves = [
        [
            "if",
            ["and", [">=", x(0), 1], ["!=", x(1), k]],
            [["move", [[0, ["max", ["-", x(0), k], 0], k]]]],
            [],
        ]
        for k in (1, 2, 3)
    ]
    game = system(*moves, domain=["<=", x(1), 3])
    found = proved(game, "grundy")
    slow = plain(document(game))
    for n in range(60):
        for last in range(4):
            assert found.candidate.label((n, last)) == slow(n, last)


def test_partizan_outcomes_are_proved():
    game = system(
        size=1,
        left=[["if", [">=", x(0), 2], [step(-2)], []]],
        right=[["if", [">=", x(0), 3], [step(-3)], []]],
    )
    found = proved(game, "outcome")
    slow = plain(document(game), "outcome")
    assert [found.candidate.label((n,)) for n in range(80)] == [slow(n) for n in range(80)]


def test_a_variable_that_a_break_leaves_with_another_value_is_not_trusted():
    """Odd heaps leave the loop with v = n, so none of them can move once n exceeds 1000."""
    v, w = 0, 1
    odd = ["!=", ["%", x(0), 2], 0]
    rounds = [["if", odd, [["set", v, x(0)], ["break"]], []], ["set", v, 0]]
    few = ["and", ["<=", ["v", v], 1000], [">=", x(0), 1]]
    rules = [
        ["set", v, 0],
        ["for", w, 0, ["+", 1, ["%", x(0), 2]], 1, rounds],
        ["if", few, [["move", [[0, ["-", x(0), 1]]]]], []],
    ]
    certificate = {
        "format": "lastmove-certificate/1",
        "kind": "box",
        "what": "outcome",
        "system": document(system(*rules, size=1)),
        "starts": [0],
        "periods": [2],
        "slack": [8],
        "weights": [1],
        "cells": [0, 1],
    }
    with pytest.raises(Rejected, match="not traced"):
        check(certificate)
    certificate["system"] = document(system(*rules[2:], size=1))
    certificate["system"]["programs"][0]["moves"][0][1] = few[2]
    check(certificate)


def counting(*moves, size, weights, starts, cells):
    """Return a certificate on a box with all periods 1."""
    return {
        "format": "lastmove-certificate/1",
        "kind": "box",
        "what": "outcome",
        "system": document(system(*moves, size=size)),
        "starts": starts,
        "periods": [1] * size,
        "slack": [12] * size,
        "weights": weights,
        "cells": cells,
    }


def test_play_may_rise_to_a_bound_but_not_for_ever():
    up = step(1)
    bounded = ["if", ["<", x(0), 10], [up], []]
    cells = [0, 1] * 5 + [0]
    check(counting(bounded, size=1, weights=[-1], starts=[10], cells=cells))
    for weights in ([0], [1]):
        with pytest.raises(Rejected, match="does not lower"):
            check(counting(bounded, size=1, weights=weights, starts=[10], cells=cells))
    even = ["if", ["==", ["%", x(0), 2], 0], [step(1)], []]
    beyond = counting(even, size=1, weights=[-1], starts=[0], cells=[1, 0])
    with pytest.raises(Rejected, match="no least value"):
        check({**beyond, "periods": [2]})
    # c1 rises for ever where c0 is not 0, however far from it one looks.
    rises = ["if", ["and", [">=", x(0), 1], ["==", ["%", x(1), 2], 0]], [step(0, 1)], []]
    made = counting(rises, size=2, weights=[0, -1], starts=[1, 0], cells=[0, 0, 1, 0])
    with pytest.raises(Rejected, match="no least value"):
        check({**made, "periods": [1, 2]})


def test_races_are_proved():
    steps = [["if", ["<=", ["+", x(0), k], 30], [step(k)], []] for k in (1, 2, 3)]
    for what in ("outcome", "grundy", "misere"):
        found = proved(system(*steps, size=1), what)
        slow = plain(document(system(*steps, size=1)), what)
        assert all(found.candidate.label((n,)) == slow(n) for n in range(200))


def test_a_label_that_no_position_has_is_not_spoken_of():
    @lm.partizan
    class Steal:
        def left(a, b):
            if a:
                yield a - 1, b + 1

        def right(a, b):
            if b:
                yield a, b - 1

    law = Steal.law(what="outcome")
    assert law.text().splitlines()[1:] == ["  P if b = 0", "  R if b ≥ 1"]
    assert "otherwise" not in law.latex()
