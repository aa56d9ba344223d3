"""Binary digits of numbers that may be negative are read as Python has them."""

from itertools import combinations_with_replacement

import pytest
from tests.unit.laws.automata.test_powers import pairs
from tests.unit.laws.games import system, x

import lastmove as lm
from lastmove.laws.automata.formula import Linear, Logic, any_of, equal, exists
from lastmove.laws.automata.moves import relations
from lastmove.laws.check import Game
from lastmove.laws.check_theorems import Moves
from lastmove.laws.game import document

FORMS = [x(0), 5, -3, ["-", x(0), 3], ["-", 2, x(0)], ["~", x(0)], ["*", 3, ["-", x(0), 4]]]


def read(op, a, b):
    """Return the game whose options show an expression: n plus it, and n minus it."""
    ends = [[sign, x(0), [op, a, b]] for sign in "+-"]
    return system(*(["move", [[0, ["max", 0, end]]]] for end in ends), size=1)


@pytest.mark.parametrize("op", ["&", "|", "^"])
def test_digits_of_negative_numbers_are_those_of_python(op):
    for a, b in combinations_with_replacement(FORMS, 2):
        game = read(op, a, b)
        program = Game(document(game)["programs"][0])
        right = {(n, o[0][1]) for n in range(24) for o in program.options((n,))}
        checked = pairs(Moves(program).options(), 64)
        assert {(n, y) for n, y in checked if n < 24} == {(n, y) for n, y in right if y < 64}
        (player,) = relations(game.programs[0]).players
        y = Linear.variable("y")
        found = Logic("binary").relation(
            any_of(exists(m.bound, m.guard & equal(m.parts[0][0], y)) for m in player.moves)
        )
        for n in range(24):
            for value in range(64):
                assert ((n, value) in found) == ((n, value) in right), (a, b, n, value)


@lm.impartial
def clear_lowest(n):
    """Clear the lowest binary digit, or take one."""
    if n:
        yield n & (n - 1)
        yield n - 1


@lm.impartial
def unguarded(n):
    """Lower n to one of its digits; where n is 0 there is nothing to do."""
    lower = n & (n - 1)
    if lower != n:
        yield lower


@pytest.mark.parametrize("what", ["outcome", "grundy", "misere"])
@pytest.mark.parametrize("rules", [clear_lowest, unguarded])
def test_clearing_the_lowest_digit_is_proved(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    table = rules.table(
        3000, what="grundy" if what == "grundy" else "outcome", misere=what == "misere"
    )
    assert [str(getattr(law(n), "name", law(n))) for n in range(3000)] == [str(t) for t in table]
