"""Programs of random rules from a grammar mean what Python means, at huge positions too."""

from __future__ import annotations

import gc
import itertools
import signal
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from tests.properties.rule_grammar import Grammar
from tests.properties.rule_sources import compile_source

from lastmove.rules.program import Failure
from lastmove.rules.ruleset import Rules
from lastmove.rules.tracing import Untraceable, trace

MOST = 300
HUGE = [10**6, 2**40 - 1, 2**40 + 1, 10**18, 10**6 + 7, -5]
ERRORS = (ArithmeticError, ValueError, IndexError, TypeError, AssertionError, NameError, Failure)


class Late(BaseException):
    """It takes too long to go on; what came before is compared."""


def listed(options: Iterable[Any]) -> tuple[list[Any], str]:
    """Return options, and whether all came, an error ended them, or they are too many."""

    def stop(*_: Any) -> None:
        raise Late

    found: list[Any] = []
    # What is raised while the collector calls back would be lost, and reported as a fault.
    gc.disable()
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        for option in itertools.islice(options, MOST):
            found.append(option)
        end = "all" if len(found) < MOST else "late"
        signal.setitimer(signal.ITIMER_REAL, 0)
    except (Late, TimeoutError, MemoryError, OverflowError):
        end = "late"
    except ERRORS:
        end = "error"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
    return found, end


def positions(rng: Random, arity: int) -> Iterable[tuple[int, ...]]:
    if arity == 1:
        yield from ((n,) for n in (*range(-2, 25), *HUGE))
        return
    yield from itertools.product(range(-1, 4 if arity == 2 else 2), repeat=arity)
    for _ in range(12):
        yield tuple(rng.randrange(rng.choice([8, 25])) for _ in range(arity))
    for _ in range(6):
        yield tuple(rng.choice([*HUGE, 0, 1, 2, 5]) for _ in range(arity))


def compare(seed: int) -> bool:
    """Compare a random function with its Program; return whether it was traced."""
    rng, arity = Random(seed), 1 + seed % 3
    moves = compile_source(Grammar(rng, arity, deep=1 + seed // 3 % 2).source())
    try:
        system = trace(Rules({"moves": moves}), arity)
    except Untraceable:
        return False
    late = 0
    for position in positions(rng, arity):
        if late > 5:
            break
        wanted, end = listed(moves(*position))
        wanted = [((0, *map(int, o if isinstance(o, tuple) else (o,))),) for o in wanted]
        found, stopped = listed(system.programs[0].run(position, steps=10_000))
        message = f"seed {seed} at {position}"
        if "late" in (end, stopped):
            late += 1
            both = min(len(wanted), len(found))
            assert system.unordered or wanted[:both] == found[:both], message
            continue
        assert end == stopped, message
        # An error while a list is made comes before all of its items in Python.
        if end == "all":
            same = set(wanted) == set(found) if system.unordered else wanted == found
            assert same, message
    return True


def test_random_rules_of_a_grammar_give_the_same_options() -> None:
    assert sum(map(compare, range(45))) >= 15


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 4000, 100))
def test_many_random_rules_of_a_grammar_give_the_same_options(first: int) -> None:
    for seed in range(first, first + 100):
        compare(seed)
