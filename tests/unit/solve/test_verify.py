"""Verification notices Programs that do not mean what the functions mean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import lastmove as lm
from lastmove import _core
from lastmove.rules.program import System
from lastmove.rules.tracing import trace
from lastmove.solve.verify import verify


@lm.impartial(domain=lambda n, m: n + m < 2000)
def game(n: int, m: int) -> Iterator[Any]:
    for k in range(1, min(n, 5) + 1):
        if k != 3:
            yield n - k, m
    if m >= 100:
        yield n, m - 100
    if n == 47:
        yield n, 12 // m


def altered(change: Any) -> str | None:
    """What `verify` says of the Program with its JSON changed."""
    right = trace(game, 2)
    data = json.loads(right.to_json())
    change(data["programs"][0])
    wrong = System.from_json(json.dumps(data))
    wrong.games = right.games
    return verify(wrong, _core.Engine(wrong.to_json()), game)


def test_a_faithful_program_passes() -> None:
    assert altered(lambda program: None) is None


def replaced(program: dict[str, Any], old: Any, new: Any) -> None:
    """Replace a part of a Program wherever it stands."""

    def change(data: Any) -> Any:
        if data == old:
            return new
        return [change(d) for d in data] if isinstance(data, list) else data

    before = json.dumps(program)
    program["moves"] = change(program["moves"])
    program["domain"] = change(program["domain"])
    assert json.dumps(program) != before, "the test must change something"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([">=", ["x", 1], 100], [">=", ["x", 1], 101]),
        ([">=", ["x", 1], 100], [">", ["x", 1], 98]),
        (["==", ["x", 0], 47], ["==", ["x", 0], 46]),
        (["!=", ["v", 0], 3], ["!=", ["v", 0], 4]),
        (["min", ["x", 0], 5], ["x", 0]),
        (["-", ["x", 1], 100], ["-", ["x", 1], 99]),
        (["//", 12, ["x", 1]], ["//", 12, ["max", ["x", 1], 1]]),
        (["<", ["+", ["x", 0], ["x", 1]], 2000], ["<", ["+", ["x", 0], ["x", 1]], 1500]),
    ],
    ids=repr,
)
def test_a_wrong_program_is_thrown_away(old: Any, new: Any) -> None:
    reason = altered(lambda program: replaced(program, old, new))
    assert reason is not None
    assert "differ at game(" in reason
    assert reason.endswith("the rules run in Python")


def test_wrong_order_of_options_is_noticed() -> None:
    def swap(program: dict[str, Any]) -> None:
        program["moves"][0], program["moves"][1] = program["moves"][1], program["moves"][0]

    assert "the options" in str(altered(swap))


def test_rules_that_draw_random_numbers_do_not_become_native() -> None:
    from itertools import count

    counter = count()

    @lm.impartial
    def moody(n: int) -> Iterator[int]:
        if n > next(counter) % 3:
            yield n - 1

    assert moody.why_not_native is not None
