"""Formulas for values that are numbers: proved, refused, mutated."""

import copy
import json

import pytest
from tests.unit.laws.games import box, system, x

import lastmove as lm
from lastmove.laws.check import Rejected, check
from lastmove.laws.find import candidates
from lastmove.laws.game import document
from lastmove.laws.law import Law

cutcake = lm.rulesets.get("cutcake")
POSITIVE = ["and", [">=", x(0), 1], [">=", x(1), 1]]


def move(*parts):
    return ["move", [[0, *part] for part in parts]]


def cuts(i, shift=0, stop=None):
    """Return the moves that cut coordinate i into v and the rest of it less shift."""
    rest = ["-", ["-", x(i), shift], ["v", 0]]
    pieces = [[part if j == i else x(j) for j in range(2)] for part in (["v", 0], rest)]
    first = 0 if shift else 1
    return [
        ["for", 0, first, stop or (["-", x(i), shift - 1] if shift else x(i)), 1, [move(*pieces)]]
    ]


def proved(game, **more):
    for found in candidates(game, "value", **more):
        if found.certificate is not None:
            return found
    return None


def test_cutcake_is_proved_from_its_rules_and_equals_search():
    """Winning Ways, volume 1, chapter 2."""
    law = cutcake.law()
    assert law.status == "PROVED"
    assert law.candidate.kind == "formula"
    assert law.check(60).status == "PROVED"
    assert str(law(10**18, 3)) == str(10**18 // 2 - 1)
    assert law(3, 10**18) == -law(10**18, 3)
    assert Law.from_certificate(json.dumps(law.certificate))(7, 3) == law(7, 3)


@pytest.mark.long
def test_the_law_of_cutcake_is_that_of_the_search_on_sides_to_200():
    assert cutcake.law().check(200).bound == 200


def test_cutcake_in_other_coordinates_is_proved_too():
    """Turned, with all cuts instead of half of them, and with lines instead of squares."""
    turned = system(left=cuts(1), right=cuts(0), domain=POSITIVE)
    lines = system(left=cuts(0, shift=1), right=cuts(1, shift=1))
    for game in (turned, lines):
        found = proved(game)
        assert found.candidate.kind == "formula"
        table = found.sample.large
        assert all(table[p] is None or found.candidate.label(p) == table[p] for p in box(12, 2))


def counter(kind):
    """Return small partizan games on two counters by name."""
    low = lambda i: ["-", x(i), 1]  # noqa: E731
    take = lambda i: [low(0) if i == 0 else x(0), low(1) if i == 1 else x(1)]  # noqa: E731
    own = lambda i: ["if", [">=", x(i), 1], [move(take(i))], []]  # noqa: E731
    if kind == "difference":
        return system(left=[own(0)], right=[own(1)])
    if kind == "pairs":
        two = ["if", [">=", x(0), 2], [move([["-", x(0), 2], x(1)])], []]
        return system(left=[two], right=[own(1)])
    if kind == "any":
        many = ["for", 0, 1, ["+", x(0), 1], 1, [move([["-", x(0), ["v", 0]], x(1)])]]
        return system(left=[many], right=[own(1)])
    both = ["if", ["and", [">=", x(0), 1], [">=", x(1), 1]], [move([low(0), low(1)])], []]
    return system(left=[own(0), both], right=[own(1)])


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("difference", lambda a, b: a - b),
        ("pairs", lambda a, b: a // 2 - b),
        ("any", lambda a, b: a - b),
    ],
)
def test_linear_values_and_quotients_are_proved(kind, value):
    found = proved(counter(kind))
    assert all(found.candidate.label((a, b)) == value(a, b) for a, b in box(30, 2))
    assert found.candidate.label((10**18, 7)) == value(10**18, 7)


def test_games_whose_values_follow_no_such_formula_are_refused():
    """Maundy Cake, cut into equal pieces: the value depends on divisors."""

    def equal(i):
        other = ["==", ["%", x(i), ["v", 0]], 0]
        part = [["//", x(i), ["v", 0]] if j == i else x(j) for j in range(2)]
        return [["for", 0, 2, ["+", x(i), 1], 1, [["if", other, [move(part)], []]]]]

    maundy = system(left=equal(0), right=equal(1), domain=POSITIVE)
    found = proved(maundy, bound=16)
    assert found is None


def test_an_exception_beyond_the_tables_is_not_proved_away():
    game = counter("difference")
    data = document(game)
    late = ["if", ["==", x(0), 5000], [move([0, 0])], []]
    data["programs"][0]["right"].append(late)
    certificate = {**proved(game).certificate, "system": data}
    with pytest.raises(Rejected):
        check(certificate)


def changed(certificate):
    case = certificate["cases"][0]
    for label in (
        0,
        ["+", case["label"], 1],
        ["neg", case["label"]],
        ["-", x(0), x(1)],
        json.loads(json.dumps(case["label"]).replace(">=", ">", 1).replace("1]]", "2]]", 1)),
        json.loads(json.dumps(case["label"]).replace('["x", 0]', '["x", 1]')),
    ):
        other = copy.deepcopy(certificate)
        other["cases"][0]["label"] = label
        yield other
    for key, value in [("scale", 1), ("where", 0), ("repeats", [{}])]:
        other = copy.deepcopy(certificate)
        other["cases"][0][key] = value
        yield other
    for key, value in [
        ("what", "outcome"),
        ("what", "grundy"),
        ("ranking", [[1, 0]]),
        ("ranking", [[0, 0]]),
    ]:
        yield {**certificate, key: value}
    for player, entry, value in [("left", 2, 2), ("right", 2, 2), ("left", 3, 3)]:
        other = copy.deepcopy(certificate)
        other["system"]["programs"][0][player][0][entry] = value
        yield other


def test_no_changed_certificate_is_accepted():
    certificate = cutcake.law().certificate
    check(certificate)
    for other in changed(certificate):
        with pytest.raises(Rejected):
            check(other)


def test_a_formula_without_meaning_at_a_legal_position_is_rejected():
    """Nobody can move, so all is worth 0, but 0 has no leading digit."""
    leading = [">>", x(0), ["-", ["bit_length", x(0)], 1]]
    certificate = {
        "format": "lastmove-certificate/1",
        "kind": "formula",
        "what": "value",
        "system": document(system(left=[], right=[], size=1, domain=[">=", x(0), 1])),
        "parameters": [],
        "ranking": [[1]],
        "cases": [{"where": 1, "repeats": [], "label": ["-", leading, 1]}],
    }
    check(certificate)
    certificate["system"] = document(system(left=[], right=[], size=1))
    with pytest.raises(Rejected, match="power of two"):
        check(certificate)
