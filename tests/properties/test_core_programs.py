"""The native engine against the obvious solution of random systems of Programs."""

import json
from itertools import product

import numpy as np
import pytest
from tests.twins.programs import Twin
from tests.twins.random_programs import system

from lastmove import _core

MEMORY = 1 << 28
EXTENTS = {1: (12,), 2: (6, 5), 3: (4, 3, 4)}
CODES = {0: "P", 1: "N", 2: "L", 3: "R"}


def both(seed, **kinds):
    made = system(seed, **kinds)
    extents = EXTENTS[len(made["programs"][0]["coords"])]
    return _core.Engine(json.dumps(made)), Twin(made), extents


@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize("offsets", [False, True])
def test_options_and_grundy_values_of_random_rules(block, offsets):
    for seed in range(block * 40, block * 40 + 40):
        engine, twin, extents = both(seed, offsets=offsets)
        table = engine.table(0, extents, what="grundy", misere=False, memory=MEMORY)
        for at in product(*map(range, extents)):
            assert engine.options(0, at) == twin.options((0, *at)), (seed, at)
            assert table[at] == twin.grundy((0, *at)), (seed, at)
        engine.clear()
        for at in (tuple(n - 1 for n in extents), tuple(n // 2 for n in extents)):
            assert engine.grundy(0, at, memory=MEMORY) == twin.grundy((0, *at)), (seed, at)


@pytest.mark.parametrize("more", [0, 1, 3, 40])
def test_a_box_that_moves_leave_upwards_is_filled_by_way_of_a_wider_one(more):
    for seed in range(150):
        engine, twin, extents = both(seed, offsets=True, splitting=False)
        reach = tuple(extent + more for extent in extents)
        table = engine.table(0, extents, what="grundy", misere=False, memory=MEMORY, reach=reach)
        for at in product(*map(range, extents)):
            assert table[at] == twin.grundy((0, *at)), (seed, at)


@pytest.mark.parametrize("block", range(2))
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("partizan", [False, True, "mixed"])
@pytest.mark.parametrize("splitting", [False, True])
def test_outcomes_of_random_rules(block, misere, partizan, splitting):
    for seed in range(block * 25, block * 25 + 25):
        engine, twin, extents = both(seed, partizan=partizan, splitting=splitting)
        most = 4 if not splitting else 2 if partizan == "mixed" else 3
        extents = tuple(min(extent, most) for extent in extents)
        table = engine.table(0, extents, what="outcome", misere=misere, memory=MEMORY)
        for at in product(*map(range, extents)):
            expected = twin.outcome(((0, *at),), misere)
            assert CODES[table[at]] == expected, (seed, at)
            single = engine.outcome([(0, *at)], misere=misere, memory=MEMORY)
            assert single == expected, (seed, at)
        first = (n // 2 if splitting else n - 1 for n in extents)
        parts = ((0, *first), (0, *(n // 2 for n in extents)))
        expected = twin.outcome(parts, misere)
        assert engine.outcome(parts, misere=misere, memory=MEMORY) == expected, seed


@pytest.mark.parametrize("block", range(4))
def test_numbers_of_random_rules(block):
    numbers = 0
    for seed in range(block * 50, block * 50 + 50):
        engine, twin, extents = both(seed, partizan=True)
        for at in product(*(range(min(extent, 3)) for extent in extents)):
            expected = twin.number((0, *at))
            if expected is None:
                with pytest.raises(_core.Fault) as caught:
                    engine.number(0, at, memory=MEMORY)
                assert caught.value.kind == "hot"
                game, position = caught.value.game, caught.value.position
                assert twin.number((game, *position)) is None
            else:
                numbers += 1
                numerator, exponent = engine.number(0, at, memory=MEMORY)
                assert numerator == expected * 2**exponent, (seed, at)
                assert expected.denominator == 2**exponent, (seed, at)
    assert numbers > 100


def test_a_table_of_numbers_holds_what_single_questions_answer():
    found = 0
    for seed in range(60):
        engine, twin, extents = both(seed, partizan=True)
        if any(twin.number((0, *at)) is None for at in product(*map(range, extents))):
            with pytest.raises(_core.Fault, match="not a number"):
                engine.table(0, extents, what="number", misere=False, memory=MEMORY)
            continue
        table = engine.table(0, extents, what="number", misere=False, memory=MEMORY)
        found += 1
        numerators, exponents = table
        assert numerators.dtype == exponents.dtype == np.int64
        for at in product(*map(range, extents)):
            assert numerators[at] == twin.number((0, *at)) * 2 ** int(exponents[at])
    assert found > 5
