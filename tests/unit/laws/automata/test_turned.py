"""Automata that read digits from the highest one, against those that read the lowest first."""

import random
import re

import pytest

import lastmove as lm
from lastmove.laws.automata.relation import Relation, words
from lastmove.laws.automata.turned import turned


def reads(rows, accepting, values):
    """Return whether an automaton accepts numbers whose highest digits come first."""
    size = max(map(int.bit_length, values))
    state = 0
    for place in reversed(range(size)):
        state = rows[state][sum((n >> place & 1) << i for i, n in enumerate(values))]
    return accepting[state]


def relations():
    """Yield relations between one or two numbers."""
    dice = random.Random(3)
    for _ in range(25):
        made = Relation.congruence("binary", {"x": dice.randint(1, 3)}, dice.randint(-4, 4), 5)
        names = ["x"]
        for _ in range(dice.randint(0, 2)):
            if dice.random() < 0.5:
                names = ["x", "y"]
            sides = {name: dice.randint(-2, 3) for name in names}
            sign = dice.choice(["<=", "=="])
            more = Relation.linear("binary", sides, sign, dice.randint(-3, 6))
            made = dice.choice([made & more, made | more, made ^ more, ~made])
        yield made


def test_the_same_numbers_are_accepted_from_the_other_end():
    dice = random.Random(5)
    for relation in relations():
        found = turned(relation.core, len(relation.names))
        if found is None:
            continue
        for _ in range(400):
            values = [dice.randrange(1 << dice.randrange(1, 12)) for _ in relation.names]
            wanted = relation.core.accepts(words("binary", values))
            assert reads(*found, values) == wanted, values


def test_too_many_states_are_given_up():
    # A remainder takes as many states from either end.
    assert turned(Relation.congruence("binary", {"x": 1}, 0, 97).core, 1) is None


@lm.impartial
def halve_or_take_two(n):
    if n % 2 == 1:
        yield n - 1
    elif n > 0:
        yield n // 2
        if n >= 4:
            yield n - 2


def test_the_printed_table_tells_who_wins():
    law = halve_or_take_two.law(what="outcome")
    text = str(law)
    assert "an automaton of 6 states accepts the binary digits, highest first," in text
    ends = set(map(int, re.search(r"accepting: ([\d, ]+)\)", text)[1].split(",")))
    rows = [list(map(int, row)) for row in re.findall(r"\d+: 0→(\d+), 1→(\d+)", text)]
    assert len(rows) == 6
    for n in [*range(500), 10**18, 10**18 + 1]:
        state = 0
        for digit in f"{n:b}":
            state = rows[state][int(digit)]
        assert (state in ends) == (law(n).name == "N")


@pytest.mark.parametrize("latex", [False, True])
def test_laws_are_printed_in_all_forms(latex):
    law = halve_or_take_two.law(what="outcome")
    assert "highest first" in (law.latex() if latex else str(law))
