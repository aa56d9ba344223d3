"""Values and invariants from published tables and other programs; each row names its source."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from tests.oracle.positions import board, rows

from lastmove import Game, parse

ROWS = defaultdict(list)
for _row in rows("values.jsonl"):
    ROWS[_row["kind"], _row["input"].get("ruleset", "")].append(_row)

BINARY = {
    "conway_product": Game.conway_product,
    "cool": Game.cool,
    "difference": lambda g, h: g - h,
    "heat": Game.heat,
    "multiple": lambda n, g: n * g,
    "norton_product": Game.norton_product,
    "ordinal_sum": Game.ordinal_sum,
    "overheat": Game.overheat,
    "sum": lambda *games: sum(games, Game()),
    "atomic_weight": Game.atomic_weight,
    "reduced_canonical_form": Game.reduced,
    "freeze": Game.freeze,
    "negative": lambda g: -g,
}
FRACTIONS = ("left_stop", "right_stop", "mean", "temperature")
SETS = ("left_options", "right_options", "left_incentives", "right_incentives", "incentives")


def corners(wall):
    return [[str(value), str(t)] for value, t in wall]


def answer(row):
    """Return what we say, in the form of the row."""
    kind, given = row["kind"], row["input"]
    if "ruleset" in given:
        position = board(given["ruleset"], given["position"])
        if kind == "nim_value":
            return position.nim_value
        game = position.value
    else:
        arguments = given.get("args", [given.get("form")])
        arguments = [parse(part) if isinstance(part, str) else part for part in arguments]
        if kind in BINARY:
            return BINARY[kind](*arguments)
        if kind == "compare":
            return arguments[0].compare(arguments[1])
        game = arguments[0]
    if kind == "canonical_form":
        return game
    if kind == "stops":
        return [str(game.left_stop), str(game.right_stop)]
    if kind in FRACTIONS:
        return str(getattr(game, kind))
    if kind in SETS:
        return set(getattr(game, kind)())
    if kind == "predicate":
        return getattr(game, given["name"])
    if kind == "thermograph":
        graph = game.thermograph()
        return {"left": corners(graph.left), "right": corners(graph.right)}
    if kind == "invariants":
        found = {name: str(getattr(game, name)) for name in (*FRACTIONS, "outcome")}
        return found | {"birthday": game.birthday}
    return getattr(game, kind)


def expected(row):
    kind, value = row["kind"], row["expected"]
    if kind in SETS:
        return {parse(text) for text in value}
    if kind in BINARY or kind == "canonical_form":
        return parse(value)
    return value


@pytest.mark.parametrize("kind", sorted(ROWS), ids=" ".join)
def test_rows_of_the_table_agree(kind):
    assert ROWS[kind]
    wrong = [row for row in ROWS[kind] if answer(row) != expected(row)]
    assert not wrong, wrong[:3]


def test_printed_values_of_boards_read_back():
    for (kind, ruleset), found in ROWS.items():
        if ruleset and kind == "canonical_form":
            for row in found:
                value = board(ruleset, row["input"]["position"]).value
                assert parse(str(value)) == value


def test_temperatures_are_fractions():
    assert type(parse("{1|0}").temperature) is Fraction
