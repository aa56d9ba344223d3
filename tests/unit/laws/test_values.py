"""Formulas for values that are numbers: proved, refused, mutated."""

import copy
import json
from fractions import Fraction

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


@pytest.fixture(scope="module")
def law():
    return cutcake.law()


def test_cutcake_is_proved_from_its_rules_and_equals_search(law):
    """Winning Ways, volume 1, chapter 2."""
    assert law.status == "PROVED"
    assert law.candidate.kind == "formula"
    assert str(law(10**18, 3)) == str(10**18 // 2 - 1)
    assert law(3, 10**18) == -law(10**18, 3)
    assert Law.from_certificate(json.dumps(law.certificate))(7, 3) == law(7, 3)


def test_the_law_of_cutcake_is_that_of_the_search_on_sides_to_200(law):
    assert law.check(200).bound == 200


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


def test_values_with_one_denominator_are_proved():
    """Copies of {0|1} = 1/2 and of 1: Left plays one to 0, Right one half to 1."""
    half = ["if", [">=", x(0), 1], [move([["-", x(0), 1], x(1)])], []]
    whole = ["if", [">=", x(1), 1], [move([x(0), ["-", x(1), 1]])], []]
    up = ["if", [">=", x(0), 1], [move([["-", x(0), 1], ["+", x(1), 1]])], []]
    found = proved(system(left=[half, whole], right=[up]))
    for a, b in box(20, 2):
        assert found.candidate.label((a, b)) * 2 == a + 2 * b
    for scale in (0, 2):
        other = copy.deepcopy(found.certificate)
        other["cases"][0]["scale"] = scale
        with pytest.raises(Rejected):
            check(other)


def stalk(lower):
    """Return a stalk of blue and red edges, c0 and c1, those of `lower` at the ground.

    Left cuts a blue edge, Right a red one; what is above falls.
    """
    upper = 1 - lower

    def pair(kept, rest):
        return [kept, rest] if lower == 0 else [rest, kept]

    players = [None, None]
    players[lower] = [["for", 0, 0, x(lower), 1, [move(pair(["v", 0], 0))]]]
    players[upper] = [["for", 0, 0, x(upper), 1, [move(pair(x(lower), ["v", 0]))]]]
    return system(left=players[0], right=players[1])


def stalk_value(lower, upper):
    """Winning Ways, volume 1, chapter 1: each edge above the first change counts half as much."""
    if lower == 0 or upper == 0:
        return Fraction(lower - upper)
    return lower - 1 + Fraction(1, 2**upper)


@pytest.mark.parametrize("lower", [0, 1])
def test_stalks_are_proved(lower):
    found = proved(stalk(lower))
    sign = 1 if lower == 0 else -1
    for position in box(12, 2):
        label = found.candidate.label(position)
        value = sign * stalk_value(position[lower], position[1 - lower])
        assert (label.numerator, label.denominator) == (value.numerator, value.denominator)
    again = Law.from_certificate(json.dumps(found.certificate))
    assert str(again(3, 2)) == str(found.candidate.label((3, 2)))
    if lower == 1:
        return
    part = found.certificate["cases"][0]["part"]
    for key, value in [
        ("sign", 0),
        ("sign", ["neg", part["sign"]]),
        ("sign", 2),
        ("depth", ["+", part["depth"], 1]),
        ("depth", 1),
        ("depth", 0),
    ]:
        other = copy.deepcopy(found.certificate)
        other["cases"][0]["part"][key] = value
        with pytest.raises(Rejected):
            check(other)
    for label in (0, ["+", found.certificate["cases"][0]["label"], 1]):
        other = copy.deepcopy(found.certificate)
        other["cases"][0]["label"] = label
        with pytest.raises(Rejected):
            check(other)


def test_stalks_on_which_right_may_take_only_the_top_edge_have_other_values():
    game = document(stalk(0))
    program = game["programs"][0]
    top = [["if", [">=", x(1), 1], [move([x(0), ["-", x(1), 1]])], []]]
    cut = [["for", 0, 0, x(0), 1, [move([["v", 0], x(1)])]]]
    certificate = proved(stalk(0)).certificate
    check({**certificate, "system": {**game, "programs": [{**program, "right": top}]}})
    with pytest.raises(Rejected):
        check({**certificate, "system": {**game, "programs": [{**program, "left": cut}]}})


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


def test_no_changed_certificate_is_accepted(law):
    certificate = law.certificate
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
