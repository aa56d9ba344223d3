"""Programs give the options that the functions give they were traced from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties.rule_sources import Writer, compile_source
from tests.properties.rule_sources_lists import ListWriter

from lastmove import _core
from lastmove.rules.program import Failure, System
from lastmove.rules.ruleset import Rules
from lastmove.rules.tracing import Untraceable, trace

POSITIONS = [(a, b) for a in range(-1, 7) for b in (0, 1, 2, 3, 5)]
MOST = 400


def listed(options: Iterable[Any]) -> list[Any]:
    """Options up to the error that ends them, if one does."""
    found: list[Any] = []
    try:
        found.extend(islice(options, MOST))
    except (ArithmeticError, ValueError, IndexError, TypeError, UnboundLocalError, Failure):
        # `extend` keeps what came before an error.
        found.append("error")
    return found


def expected(moves: Any, position: tuple[int, int]) -> list[Any]:
    options = listed(moves(*position))
    return [o if o == "error" else ((0, int(o[0]), int(o[1])),) for o in options]


def compare(source: str) -> bool:
    """Compare function, interpreter and native core; return whether the rules were traced."""
    moves = compile_source(source)
    try:
        system = trace(Rules({"moves": moves}), 2)
    except Untraceable:
        return False
    engine = _core.Engine(system.to_json())
    program = system.programs[0]
    again = System.from_json(system.to_json()).programs[0]
    for position in POSITIONS:
        wanted = expected(moves, position)
        ran, read = listed(program.run(position)), listed(again.run(position))
        assert ran == read
        # An error while a list is made comes before all of its items in Python.
        assert ran == wanted or ran[-1:] == wanted[-1:] == ["error"]
        try:
            found = engine.options(0, position, 0, MOST)
        except _core.Fault as fault:
            failed = fault.kind
        else:
            failed = None
            assert found == wanted == ran
        assert failed in (None, "overflow") or wanted[-1] == "error"
    return True


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_rules_give_the_same_options_traced_and_run(rng: Random) -> None:
    compare(Writer(rng, depth=2).source())


def test_most_random_rules_can_be_traced() -> None:
    traced = sum(compare(Writer(Random(seed), depth=2).source()) for seed in range(30))
    assert traced >= 24


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 800, 50))
def test_many_random_rules_give_the_same_options(first: int) -> None:
    for seed in range(first, first + 50):
        compare(Writer(Random(seed), depth=2).source())


def test_random_rules_with_lists_of_several_names_give_the_same_options() -> None:
    traced = sum(compare(ListWriter(Random(seed), depth=2).source()) for seed in range(60))
    assert traced >= 30


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1500, 100))
def test_many_random_rules_with_lists_give_the_same_options(first: int) -> None:
    for seed in range(first, first + 100):
        compare(ListWriter(Random(seed), depth=2).source())
