"""Loops over the digits of a coordinate are read as loops over powers of two, or not at all."""

import pytest
from tests.contest.further_games import string_of_bits
from tests.contest.more_games import subtract_two_power_shift

import lastmove as lm
from lastmove.laws.automata.moves import relations
from lastmove.laws.automata.terms import NotDefinable
from lastmove.laws.check import Game
from lastmove.laws.check_shifts import doubling, spread


@lm.impartial
def lowest_zero(n):
    """Take the power of the first digit that is 0, if there is one."""
    for i in range(n.bit_length()):
        if n >> i & 1 == 0:
            yield n - (1 << i)
            break


@lm.impartial
def digits_of_either(a, b):
    """Clear a digit of the first number that the second has or has not, by parity."""
    for i in range(a.bit_length()):
        if a >> i & 1:
            for j in range(b.bit_length()):
                if b - (1 << j) >= (1 << i):
                    yield a - (1 << i), b - (1 << j)
            if 1 & b >> i:
                yield a - (1 << i), b


@lm.impartial
def exponents(n):
    """Take the exponent itself."""
    for i in range(n.bit_length()):
        if i and n >> i & 1:
            yield n - i


@lm.impartial
def zeros(n):
    """Take the power of any digit that is 0."""
    for i in range(n.bit_length()):
        if n >> i & 1:
            continue
        yield n - (1 << i)


def program_of(rules):
    return rules.engine.native(rules.arity).system.programs[0].to_json()


@pytest.mark.parametrize(
    "rules", [string_of_bits, subtract_two_power_shift, lowest_zero, digits_of_either, zeros]
)
def test_the_options_stay_the_same(rules):
    program = program_of(rules)
    block = spread(program["moves"])
    assert block != program["moves"]
    assert "bit_length" not in str(block)
    before, after = Game(program), Game({**program, "moves": block})
    edge = 300 if rules.arity == 1 else 18
    for n in range(edge):
        for place in [(n,)] if rules.arity == 1 else [(n, m) for m in range(edge)]:
            assert before.options(place) == after.options(place)


@pytest.mark.parametrize("what", ["grundy", "outcome", "misere"])
@pytest.mark.parametrize("rules", [string_of_bits, subtract_two_power_shift, lowest_zero])
def test_laws_are_proved(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    kind = "grundy" if what == "grundy" else "outcome"
    table = rules.table(2500, what=kind, misere=what == "misere").tolist()
    assert [law(n) if what == "grundy" else law(n).name for n in range(2500)] == table


def test_other_uses_of_the_place_are_left_as_they_are():
    program = program_of(exponents)
    assert spread(program["moves"]) == program["moves"]
    with pytest.raises(NotDefinable):
        relations(exponents.engine.native(1).system.programs[0])


def test_a_variable_that_is_set_again_is_no_place():
    length, own = ["bit_length", ["x", 0]], ["v", 0]
    take = ["move", [[0, ["-", ["x", 0], ["<<", 1, own]]]]]
    assert doubling(["for", 0, 0, length, 1, [take]])
    for other in (
        ["for", 0, 1, length, 1, [take]],
        ["for", 0, 0, length, 2, [take]],
        ["for", 0, 0, ["bit_length", ["-", ["x", 0], 1]], 1, [take]],
        ["for", 0, 0, ["bit_length", 5], 1, [take]],
        ["for", 0, 0, length, 1, [["set", 0, 1], take]],
        ["for", 0, 0, length, 1, [["if", ["x", 0], [["continue"]], []], take]],
        ["for", 0, 0, length, 1, [["for", 0, 0, 3, 1, [take]]]],
        ["for", 0, 0, length, 1, [["if", ["any", 0, 0, 3, 1, ["<<", 1, own]], [take], []]]],
    ):
        assert doubling(other) is None, other
