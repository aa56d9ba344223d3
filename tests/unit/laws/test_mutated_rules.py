"""Certificates whose rules get a move, a condition or a jump more, or lose a statement."""

import copy
from random import Random

import pytest
from tests.unit.laws.games import x
from tests.unit.laws.specimens import SPECIMENS
from tests.unit.laws.test_every_mutation import SLOW, claimed

from lastmove.laws.check import Rejected, check

# Solvers cannot be asked again here; the others are not about rules with moves of that form.
OTHERS = {"solver", "rows", "heap-period/1"}
NAMES = [name for name in SPECIMENS if name not in OTHERS]
INNER = {"if": (2, 3), "for": (5,), "loop": (1,)}


def blocks(block):
    """Yield a block and all blocks in it."""
    yield block
    for statement in block:
        for i in INNER.get(statement[0], ()):
            yield from blocks(statement[i])


def condition(random, size):
    i, c = random.randrange(size), random.randrange(1, 7)
    own = random.choice([x(i), ["%", x(i), c + 1], ["//", x(i), c], ["-", x(i), x(size - 1 - i)]])
    return [random.choice(["==", "!=", "<", ">="]), own, random.randrange(6)]


def statement(random, size):
    """Return a move that lowers a coordinate, or a jump, at some positions."""
    i = random.randrange(size)
    lower = random.choice([["-", x(i), random.randrange(1, 9)], ["//", x(i), 2], 0])
    move = ["move", [[0, *(lower if j == i else x(j) for j in range(size))]]]
    legal = ["and", ["<=", 0, lower], ["<", lower, x(i)]]
    if random.random() < 0.25:
        return ["if", condition(random, size), [[random.choice(["return", "break"])]], []]
    return ["if", ["and", condition(random, size), legal], [move], []]


def change(random, program):
    """Change the rules in one place."""
    size = len(program["coords"])
    side = random.choice([k for k in ("moves", "left", "right") if k in program])
    block = random.choice(list(blocks(program[side])))
    place = random.randrange(len(block) + 1)
    kind = random.random()
    if kind < 0.5 or place == len(block):
        block.insert(place, statement(random, size))
    elif kind < 0.65:
        block[place] = ["if", condition(random, size), [block[place]], []]
    elif kind < 0.8 and place + 1 < len(block):
        block[place : place + 2] = block[place + 1], block[place]
    elif kind < 0.9 and block[place][0] == "if":
        block[place : place + 1] = random.choice(block[place][2:])
    else:
        del block[place]


def look(name, seeds, monkeypatch):
    """Try changes of the rules, some of which leave the claim true."""
    original = SPECIMENS[name]()
    if name not in ("formula powers", "formula stalks"):
        # Wrong claims may take long to refute; giving up early rejects them as well.
        monkeypatch.setattr("lastmove.laws.check_sets.MOST_WORK", 150_000)
    for seed in seeds:
        random = Random(f"{name} {seed}")
        made = copy.deepcopy(original)
        for _ in range(random.choice([1, 1, 2])):
            change(random, random.choice(made["system"]["programs"]))
        try:
            check(made)
        except Rejected:
            continue
        for position, said, true in claimed(made):
            assert said == true, (position, said, true, made["system"])


@pytest.mark.parametrize("name", [n for n in NAMES if n != "formula powers"])
def test_no_change_of_the_rules_makes_a_claim_false(name, monkeypatch):
    look(name, range(3 if name in SLOW else 12), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_no_change_of_the_rules_makes_a_claim_false_in_many_tries(name, monkeypatch):
    look(name, range(100, 110 if name == "formula powers" else 300), monkeypatch)
