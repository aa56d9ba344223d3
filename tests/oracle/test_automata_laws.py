"""Laws that automata state and prove, against published theorems.

Nim: Bouton (1901). Moore's Nim: Moore (1910). Wythoff's game: Wythoff (1907). Fibonacci Nim:
Whinihan (1963). Mock Turtles: Berlekamp, Conway and Guy, Winning Ways, chapter 14.
"""

from __future__ import annotations

import json
from functools import reduce
from math import isqrt
from operator import xor
from random import Random

import pytest
from tests.automata_games import (
    chomp,
    duel,
    fibonacci_nim,
    halving,
    mock_turtles,
    moore,
    nim,
    system,
    take,
    v,
    wythoff,
    x,
)

from lastmove.laws.automata.family import AutomatonLaw, BinaryAutomata, ZeckendorfAutomata
from lastmove.laws.base import NoProof, Sample
from lastmove.laws.check import check

# Game, what, edge of the table, family, states of the automaton.
PROVED = {
    "nim 2": (nim(2), "outcome", 48, BinaryAutomata, 2),
    "nim 3": (nim(3), "outcome", 24, BinaryAutomata, 2),
    "nim 4": (nim(4), "outcome", 12, BinaryAutomata, 2),
    "nim 3 misere": (nim(3), "misere", 20, BinaryAutomata, 5),
    "nim 2 grundy": (nim(2), "grundy", 24, BinaryAutomata, 2),
    "nim 3 grundy": (nim(3), "grundy", 12, BinaryAutomata, 2),
    "moore 4": (moore(4), "outcome", 12, BinaryAutomata, 2),
    "moore 3 misere": (moore(3), "misere", 18, BinaryAutomata, 5),
    "halving": (halving(), "outcome", 200, BinaryAutomata, 3),
    "mock turtles": (mock_turtles(), "grundy", 60, BinaryAutomata, 6),
    "chomp": (chomp(), "outcome", 24, BinaryAutomata, None),
    "duel": (duel(), "outcome", 32, BinaryAutomata, None),
    "duel misere": (duel(), "misere", 32, BinaryAutomata, None),
    "wythoff": (wythoff(), "outcome", 120, ZeckendorfAutomata, 14),
    "wythoff misere": (wythoff(), "misere", 100, ZeckendorfAutomata, None),
    "fibonacci nim": (fibonacci_nim(), "outcome", 90, ZeckendorfAutomata, None),
}
_made: dict[str, tuple[AutomatonLaw, dict]] = {}


def law_of(name):
    if name not in _made:
        game, what, edge, family, _ = PROVED[name]
        sample = Sample(game, what, (edge,) * len(game.programs[0].coords))
        law = family().learn(sample)
        certificate = json.loads(json.dumps(law.certificate(sample)))
        _made[name] = law, certificate
    return _made[name]


@pytest.mark.parametrize("name", PROVED)
def test_laws_are_learned_proved_and_checked(name):
    law, certificate = law_of(name)
    check(certificate)
    expected = PROVED[name][4]
    if expected is not None:
        assert [a.states for a in law.automata.values()] == [expected]
    again = AutomatonLaw.from_certificate(certificate)
    assert again.automata == law.automata


def test_nim_is_lost_where_the_digitwise_sum_is_zero():
    law, _ = law_of("nim 4")
    values = law_of("nim 3 grundy")[0]
    random = Random(1)
    for _ in range(200):
        heaps = [random.randrange(10**18) for _ in range(3)]
        total = reduce(xor, heaps)
        assert law.label([*heaps, total]) == 0
        assert law.label([*heaps, total ^ 1]) == 1
        assert values.label(heaps) == total


def test_moore_nim_is_lost_where_digits_sum_to_multiples_of_three():
    law, _ = law_of("moore 4")
    assert law.label((7, 7, 7, 0)) == 0
    assert law.label((6, 5, 3, 7)) == 0
    assert law.label((7, 7, 0, 0)) == 1


def test_wythoff_pairs_are_those_of_the_golden_ratio():
    law, _ = law_of("wythoff")

    def golden(n):  # floor(n * (1 + sqrt 5) / 2)
        return (n + isqrt(5 * n * n)) // 2

    for n in [*range(200), *(10**17 + 12345 * i for i in range(100))]:
        a = golden(n)
        assert law.label((a, a + n)) == law.label((a + n, a)) == 0
        assert law.label((a, a + n + 1)) == 1
    misere, _ = law_of("wythoff misere")
    assert [misere.label(p) for p in ((0, 1), (1, 0), (2, 2), (0, 0), (1, 2))] == [0, 0, 0, 1, 1]


def test_fibonacci_nim_is_lost_below_the_smallest_part():
    law, _ = law_of("fibonacci nim")
    fibonacci = [1, 2]
    while fibonacci[-1] < 10**18:
        fibonacci.append(sum(fibonacci[-2:]))
    for number in fibonacci:
        assert law.label((number, number - 1)) == 0
        assert law.label((number, number)) == 1
    # 100 = 89 + 8 + 3
    assert [law.label((100, q)) for q in (2, 3)] == [0, 1]


def test_mock_turtles_have_odious_values():
    law, _ = law_of("mock turtles")
    odious = [n for n in range(200) if n.bit_count() % 2]
    assert [law.label((n,)) for n in range(100)] == odious[:100]


def test_chomp_in_two_rows_is_lost_one_short_of_a_rectangle():
    law, _ = law_of("chomp")
    for n in [*range(1, 30), 10**18]:
        assert law.label((n, n - 1)) == 0
        assert law.label((n, n)) == 1 or n == 0


@pytest.mark.parametrize("name", PROVED)
def test_winning_moves_at_any_size_are_moves_and_win(name):
    law, _ = law_of(name)
    game = PROVED[name][0]
    find = law.winning
    if find is None:
        assert "duel" in name
        return
    program = game.programs[0]
    random = Random(name)
    for _ in range(40):
        place = tuple(random.randrange(9) for _ in program.coords)
        if not program.legal(place):
            continue
        options = set(program.run(place))

        def wins(option):
            return reduce(xor, (law.label(p[1:]) for p in option), 0) == 0

        assert set(find(place, game)) == set(filter(wins, options)), place
    large = tuple(10**18 - random.randrange(10**17) for _ in program.coords)
    if program.legal(large) and law.label(large):
        moves = find(large, game)
        assert moves
        assert all(wins(option) for option in moves)


def test_laws_are_told_in_familiar_words():
    def text(name):
        return law_of(name)[0].describe([f"h{i}" for i in range(law_of(name)[0].arity)])

    assert text("nim 3") == "the player to move wins iff h0 ⊕ h1 ⊕ h2 ≠ 0"
    assert text("nim 3 grundy") == "Grundy value h0 ⊕ h1 ⊕ h2"
    assert "h0 ⊕ h1 ⊕ h2 = 0" in text("nim 3 misere")
    assert "divisible by 3" in text("moore 4")
    assert "floor(phi * |h0 - h1|)" in text("wythoff")
    assert "(2, 2)" in text("wythoff misere")
    assert "smallest part of the Zeckendorf form of h0" in text("fibonacci nim")
    assert "odd number of binary ones" in text("mock turtles")
    assert text("halving") == "the player to move loses iff h0 + 1 is a power of two"
    assert text("chomp") == "the player to move loses iff h0 = h1 + 1"


def test_rules_outside_the_logic_are_refused():
    square = system("squares", 1, [take(1, {0: ["-", x(0), ["*", v(0), v(0)]]}, x(0))])
    sample = Sample(halving(), "outcome", (100,))
    law = BinaryAutomata().learn(sample)
    with pytest.raises(NoProof, match="product of two coordinates"):
        law.certificate(Sample(square, "outcome", (10,)))
    stay = system("stay", 1, [["move", [[0, x(0)]]]])
    with pytest.raises(NoProof, match="play always ends"):
        law.certificate(Sample(stay, "outcome", (10,)))
    below = system("below", 1, [["move", [[0, ["-", x(0), 1]]]]])
    with pytest.raises(NoProof, match="rules are at fault"):
        law.certificate(Sample(below, "outcome", (10,)))


def test_a_pattern_that_ends_beyond_the_table_is_not_proved():
    """Take one or two, but from 1000 on only one: period 3 in any table that ends before."""
    one = ["if", [">=", x(0), 1], [["move", [[0, ["-", x(0), 1]]]]], []]
    two = [
        "if",
        ["and", [">=", x(0), 2], ["<", x(0), 1000]],
        [["move", [[0, ["-", x(0), 2]]]]],
        [],
    ]
    sample = Sample(system("late", 1, [one, two]), "outcome", (600,))
    law = BinaryAutomata().learn(sample)
    assert law is not None
    assert law.mismatch(sample.large) is None
    with pytest.raises(NoProof) as refusal:
        law.certificate(sample)
    assert refusal.value.position is not None
    assert refusal.value.position[0] >= 1000
    # The same game is proved from a table that reaches further.
    longer = Sample(sample.system, "outcome", (2400,))
    found = BinaryAutomata().learn(longer)
    if found is not None:
        check(found.certificate(longer))


def test_wythoff_in_base_2_is_not_found_and_not_proved():
    sample = Sample(wythoff(), "outcome", (64, 64))
    law = BinaryAutomata().learn(sample)
    if law is not None:
        with pytest.raises(NoProof):
            law.certificate(sample)
