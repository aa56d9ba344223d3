"""Laws about divisors: what is known of remainders is true, what is not is not claimed."""

import copy
import shutil
import subprocess
from random import Random

import pytest
from tests.contest.further_games import divisors_proper, odd_divisors
from tests.contest.games.heaps import subtract_divisor, subtract_proper_divisor
from tests.unit.laws.games import plain, system

import lastmove as lm
from lastmove.laws.automata.family import BinaryAutomata
from lastmove.laws.base import Sample
from lastmove.laws.check import Game, Rejected, check
from lastmove.laws.check_divisors import Divisors
from lastmove.laws.divisors import DigitLaw, ExponentLaw, _holds
from lastmove.laws.game import document
from lastmove.laws.law import Law


@lm.impartial
def up_to_half(n):
    """The same divisors, said otherwise."""
    for d in range(n // 2, 0, -1):
        if n % d > 0:
            continue
        if d < n:
            yield n - d


PROVED = [
    (subtract_divisor, "grundy"),
    (subtract_divisor, "outcome"),
    (subtract_divisor, "misere"),
    (subtract_proper_divisor, "outcome"),
    (divisors_proper, "outcome"),
    (odd_divisors, "outcome"),
    (odd_divisors, "grundy"),
    (odd_divisors, "misere"),
    (up_to_half, "grundy"),
]


@pytest.mark.parametrize(("rules", "what"), PROVED)
def test_games_of_divisors_are_proved(rules, what):
    law = rules.law(what=what)
    assert (law.status, law.certificate["kind"]) == ("PROVED", "divisors")
    slow = plain(law.certificate["system"], what)
    assert all(law.label((n,)) == slow(n) for n in range(700))


def test_the_outcome_without_the_divisor_one_is_that_of_the_contest():
    law = subtract_proper_divisor.law(what="outcome")
    for n in [*range(1, 3000), *(1 << k for k in range(60)), 3 << 58, 10**18, 10**18 + 1]:
        power = n & (n - 1) == 0
        assert (law(n).name == "P") == (n % 2 == 1 or (power and n.bit_length() % 2 == 0))


def test_what_is_known_of_remainders_is_true():
    moves = Divisors(Game(subtract_divisor.law().certificate["system"]["programs"][0]))
    for n in range(66):
        for y in range(n):
            for r in range(n):
                here = {"r": r, "x0": n, "y0": y}
                if r == n % (n - y):
                    assert _holds(moves.above, here), here
                else:
                    assert not _holds(moves.below, here), here
                told = r == 0 and n - y < n
                assert _holds(moves.options, here) == told, here


N, D = ["x", 0], ["v", 0]
REST = ["%", N, D]
DIVIDES = ["==", REST, 0]
TAKEN = ["move", [[0, ["-", N, D]]]]
CONDITIONS = [
    DIVIDES,
    ["not", REST],
    ["<=", REST, 1],
    ["==", REST, 1],
    REST,
    ["or", DIVIDES, ["==", D, 1]],
    ["or", DIVIDES, ["==", D, 3]],
    ["or", DIVIDES, ["==", REST, ["-", N, D]]],
    *(
        ["and", DIVIDES, more]
        for more in (
            ["%", D, 2],
            ["==", ["%", D, 2], 0],
            ["!=", D, 2],
            ["==", ["&", D, ["-", D, 1]], 0],
            ["or", ["%", D, 2], ["%", N, 2]],
            ["==", ["%", D, 3], 1],
            ["!=", ["%", N, 3], 0],
            ["!=", ["%", ["-", N, D], 4], 3],
            ["<", REST, ["%", N, 2]],
        )
    ),
]
SPANS = [(a, b, c) for a in (1, 2, 3) for b in (N, ["+", N, 1], ["-", N, 1]) for c in (1, 2)]
SPANS += [(1, ["+", ["//", N, k], 1], 1) for k in (2, 3)]
GAMES = [(*span, condition) for span in SPANS for condition in CONDITIONS]


def game_of(start, stop, step, condition):
    return system(["for", 0, start, stop, step, [["if", condition, [TAKEN], []]]], size=1)


def claims(made, what):
    """Yield what is claimed of a game's true labels in smaller and smaller tables."""
    for edge in (300, 40, 14, 6):
        found = BinaryAutomata().learn(Sample(made, what, (edge,)))
        if found is not None:
            yield found


@pytest.mark.parametrize("what", ["outcome", "misere", "grundy"])
def test_only_true_claims_are_accepted(what):
    random, known, proved = Random(what), [ExponentLaw()] if what == "grundy" else [], 0
    for rules in random.sample(GAMES, 40):
        made = game_of(*rules)
        data = document(made)
        slow = plain(data, what)
        labels = [slow(n) for n in range(260)]
        known = [*known[-6:], *claims(made, what)]
        known += [ExponentLaw()] if what == "grundy" else []
        for claim in known:
            law = claim if claim.kind == "divisors" else DigitLaw(what, 1, "binary", claim.automata)
            try:
                check(law.certificate(Sample(made, what, (1,))))
            except Rejected:
                continue
            assert [law.label((n,)) for n in range(260)] == labels, (rules, law)
            proved += 1
    assert proved >= 5


@pytest.mark.parametrize(
    ("condition", "start", "stop"),
    [
        (DIVIDES, 1, ["+", N, 1]),  # all may be taken
        (DIVIDES, 2, N),
        (["and", DIVIDES, ["%", D, 2]], 1, N),
        (["and", DIVIDES, ["==", D, 2]], 1, N),
        (["and", DIVIDES, ["!=", D, 4]], 1, N),
        (["<=", REST, 1], 1, N),
    ],
)
def test_the_exponent_is_not_claimed_of_other_divisors(condition, start, stop):
    made = game_of(start, stop, 1, condition)
    with pytest.raises(Rejected):
        check(ExponentLaw().certificate(Sample(made, "grundy", (1,))))


def rejected(*moves):
    made = document(system(*moves, size=1))
    with pytest.raises(Rejected) as reason:
        Divisors(Game(made["programs"][0]))
    return str(reason.value)


def loop(*body, start=1, stop=N):
    return ["for", 0, start, stop, 1, list(body)]


def test_rules_whose_remainders_cannot_be_told_apart_are_refused():
    leave = loop(["if", DIVIDES, [TAKEN, ["break"]], []])
    assert "left early" in rejected(leave)
    some = ["any", 1, 2, N, 1, ["==", ["%", N, ["v", 1]], 0]]
    assert "quantifier" in rejected(["if", some, [["move", [[0, ["-", N, 1]]]]], []])
    other = loop(["if", DIVIDES, [["move", [[0, ["-", N, 1]]]]], []])
    assert "another number" in rejected(other)
    assert "that of n" in rejected(loop(["if", ["==", ["%", ["+", N, 1], D], 0], [TAKEN], []]))
    assert "fail" in rejected(loop(["if", DIVIDES, [TAKEN], []], start=0))
    assert "below 0" in rejected(loop(["if", DIVIDES, [TAKEN], []], stop=["+", N, 5]))
    assert "takes nothing" in rejected(["move", [[0, N]]])
    sum_of_two = ["move", [[0, ["-", N, D]], [0, 0]]]
    assert "a sum" in rejected(loop(["if", DIVIDES, [sum_of_two], []]))
    half = ["%", N, ["//", ["+", D, 1], 2]]
    assert "not that of n" in rejected(loop(["if", ["==", half, 0], [TAKEN], []]))


def test_certificates_of_other_claims_are_rejected():
    one, two = (g.law(what="outcome").certificate for g in (subtract_divisor, odd_divisors))
    for wrong in (
        {**one, "automata": two["automata"]},
        {**one, "automata": {}},
        {**one, "what": "misere"},
        {**one, "what": "grundy"},
        {**one, "what": "value"},
        {**one, "numeration": "zeckendorf"},
        {**two, "what": "grundy", "automata": {}},
    ):
        with pytest.raises(Rejected):
            check(copy.deepcopy(wrong))


def test_winning_moves_are_found_at_any_size():
    for rules, what in PROVED:
        law = Law.from_certificate(rules.law(what=what).certificate)
        for n in (*range(60), 10**18, 10**18 + 1, 2**60, 3 << 50):
            wins = law.winning_moves(n)
            assert all(law.label(y) == 0 and 0 <= y[0] < n for y in wins)
            # In misere play nobody need move to win at the end.
            assert bool(wins) == (law.label((n,)) != 0) or (what == "misere" and n < 2)
            if rules is not odd_divisors:
                assert all(n % (n - y) == 0 and y > 0 for (y,) in wins)
    assert law.explain(12) == "the exponent of 2 in n is 2: 2; play n - 3, to (9,)"


def test_emitted_code_is_right_up_to_64_bits(tmp_path):
    random = Random(7)
    laws = [rules.law(what=what) for rules, what in (PROVED[0], PROVED[3])]
    places = [random.randrange(random.choice([99, 2**63])) for _ in range(500)]
    places += [0, 1, 2**62, 2**63 - 1, 2**61]
    for law in laws:
        scope = {}
        exec(law.emit("python"), scope)
        assert [scope["law"](n) for n in places] == [law.label((n,)) for n in places]
        if shutil.which("g++") is None:
            continue
        main = "int main() { long long n; while (std::cin >> n) std::cout << law(n) << ' '; }"
        (tmp_path / "a.cpp").write_text(law.emit("cpp") + main)
        subprocess.run(["g++", "-std=c++17", "-O1", "-o", "a", "a.cpp"], cwd=tmp_path, check=True)
        text = " ".join(map(str, places))
        out = subprocess.run([tmp_path / "a"], input=text, text=True, capture_output=True).stdout
        assert list(map(int, out.split())) == [law.label((n,)) for n in places]
