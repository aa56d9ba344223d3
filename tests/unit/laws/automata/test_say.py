"""Sets of positions in words: right everywhere, and silent where words would be many."""

import re
from itertools import product

import pytest
from tests.contest import more_games, other_games
from tests.contest.further_games import alice_bob_two_piles, divisors_proper, last_bit_games
from tests.contest.games.heaps import subtract_proper_divisor
from tests.contest.games.piles import new_stone

import lastmove as lm
from lastmove.laws.automata.atoms import atoms
from lastmove.laws.automata.describe import reason, told
from lastmove.laws.automata.relation import BINARY, ZECKENDORF, Relation, words
from lastmove.laws.automata.restate import compiled
from lastmove.laws.automata.say import said
from lastmove.laws.automata.terms import coordinate
from lastmove.rules.expr import at, coord, where

X, Y = coord(0), coord(1)


def wins(expression, arity):
    law = compiled(expression, "outcome", arity, impartial=True)
    return law, Relation.make([coordinate(i) for i in range(arity)], law.automata["W"])


def holds(relation, place):
    known = [place[int(name[1:])] for name in relation.names]
    return relation.core.accepts(words(relation.numeration, known))


@pytest.mark.parametrize(
    ("numeration", "arity", "edge"),
    [(BINARY, 1, 70), (BINARY, 2, 9), (BINARY, 3, 5), (ZECKENDORF, 1, 60), (ZECKENDORF, 2, 9)],
)
def test_every_condition_means_what_its_automaton_says(numeration, arity, edge):
    for atom in list(atoms(numeration, arity))[::3]:
        made = atom.make()
        for place in product(range(edge), repeat=arity):
            assert atom.holds(place) == holds(made, place), (atom.text, place)


@pytest.mark.parametrize(
    ("expression", "arity", "text"),
    [
        (X % 5 == 2, 1, "a % 5 = 2"),
        ((X > 7) & (X % 2 == 0), 1, "a is even and a >= 7"),
        ((X == 3) | (X == 10), 1, None),
        (X == Y, 2, "a = b"),
        (X > 2 * Y, 2, "a > 2b"),
        ((X == Y) | (X + 1 == Y), 2, None),
        ((X + Y) % 3 == 1, 2, "(a + b) % 3 = 1"),
    ],
)
def test_small_sets_are_said_in_a_line(expression, arity, text):
    law, relation = wins(expression, arity)
    found = said(BINARY, arity, relation)
    assert found is not None
    if text is not None:
        assert found.text("ab") == text
    for place in product(range(40 if arity == 1 else 14), repeat=arity):
        own = any(all(atom.holds(place) for atom in term) for term in found.terms)
        assert own == bool(law.label(place))


def test_what_differs_only_far_away_is_not_said_wrongly():
    _, relation = wins((X % 3 == 0) & (X < 10_000), 1)
    found = said(BINARY, 1, relation)
    assert found is None or found.text("n") != "n % 3 = 0"


def test_sets_without_a_short_description_stay_automata():
    law, _ = wins(at(X % 31, [int(n * n % 31 in (3, 5, 12, 17)) for n in range(31)]), 1)
    assert told(law) is None
    assert "an automaton of" in law.describe(["n"])


def test_illegal_positions_do_not_matter():
    law, relation = wins(where(X >= Y, X - Y != 1, X % 5 == 0), 2)
    law.domain = X >= Y
    assert [line.format("x", "y") for line in told(law)] == [
        "the player to move loses iff x = y + 1"
    ]
    assert reason(law, (4, 3), ("x", "y")) == "x = y + 1"
    assert said(BINARY, 2, ~relation).text("xy") != "x = y + 1"


def test_games_of_contests_read_as_people_write_them():
    def text(rules, **more):
        return str(rules.law(what="outcome", **more)).splitlines()[1].strip()

    assert text(divisors_proper) == "the player to move loses iff n = 0 or n is odd"
    assert text(alice_bob_two_piles) == "the player to move loses iff |x - y| ≤ 1"
    assert text(last_bit_games).endswith("the number of ones in n in binary is even")
    assert text(subtract_proper_divisor) == (
        "the player to move loses iff n = 0 or n is odd or n is 2^k, k odd"
    )
    assert "heaps0 = 0 and heaps1 = heaps2, or heaps1 = 0" in text(new_stone, arity=3)


def test_latex_of_a_description_is_balanced_and_has_no_signs_of_programs():
    for law in (
        alice_bob_two_piles.law(what="outcome"),
        subtract_proper_divisor.law(what="outcome"),
    ):
        text = law.latex()
        assert text.count("$") % 2 == 0
        assert text.count("{") == text.count("}")
        outside = "".join(re.split(r"\$[^$]*\$", text))
        assert not re.search(r"[%^]|<=|>=|!=", outside)


def test_values_are_told_one_by_one():
    @lm.impartial
    def halve_or_less(n):
        if n >= 1:
            yield n - 1
            yield n // 2

    law = halve_or_less.law(what="grundy")
    lines = str(law).splitlines()[1:]
    assert lines[0].strip() == "Grundy value 0 iff n = 0 or the exponent of 2 in n is odd"
    assert lines[-1].strip().endswith("otherwise")


def test_conditions_of_three_are_found_where_they_say_much():
    law = more_games.two_heaps_equal.law(what="outcome")
    assert "a is odd and a ≠ 1 and b = 2" in str(law)
    law = other_games.one_or_even.law(what="grundy")
    assert "not three times a power of two" in str(law)
    case = "the exponent of 2 in n is odd and n is three times a power of two: 2; play n - 1"
    assert law.explain(3 * 2**51).startswith(case)
