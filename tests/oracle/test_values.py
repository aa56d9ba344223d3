"""Values and invariants from published tables and other programs; each row names its source."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from tests.oracle.positions import board, rows

from lastmove import Game, NotationError, all_but, grundys_game, octal, parse, subtraction
from lastmove.heaps.misere import Misere
from lastmove.heaps.nim import nim_inverse, nim_product
from lastmove.values.compounds import conjunctive_sum, selective_sum

LOOPY = ("loopy_value", "loopy_sum", "loopy_outcome", "onside", "offside")
# Questions that are not asked of values.
NOT_OFFERED = {"misere_nim_value", "quicksort"}

ROWS = defaultdict(list)
LOOPS = []
for _row in rows("values.jsonl"):
    _kind, _rules = _row["kind"], _row["input"].get("ruleset", "")
    if _kind in LOOPY or _row["input"].get("name") == "is_stopper":
        LOOPS.append(_row)
    elif not {_kind, _rules} & NOT_OFFERED:
        ROWS[_kind, _rules].append(_row)

BINARY = {
    "conjunctive_sum": conjunctive_sum,
    "conway_product": Game.conway_product,
    "cool": Game.cool,
    "difference": lambda g, h: g - h,
    "heat": Game.heat,
    "multiple": lambda n, g: n * g,
    "norton_product": Game.norton_product,
    "ordinal_sum": Game.ordinal_sum,
    "overheat": Game.overheat,
    "selective_sum": selective_sum,
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


def heap_game(given):
    if given["ruleset"] == "nim":
        return all_but([])
    if given["ruleset"] == "subtraction":
        return subtraction(given["set"])
    if given["ruleset"] == "grundys_game":
        return grundys_game()
    return octal(given["code"])


def of_heaps(row):
    """Return what we say of heaps and of nim arithmetic, or None for other questions."""
    kind, given = row["kind"], row["input"]
    if kind == "nim_product_row":
        return [nim_product(given["a"], b) for b in range(given["b_from"], given["b_to"] + 1)]
    if kind == "nim_inverse_row":
        return [nim_inverse(a) for a in range(given["from"], given["to"] + 1)]
    if kind == "period":
        found = heap_game(given).period()
        return {"period": found.length, "preperiod": found.preperiod, "saltus": found.saltus}
    if kind == "nim_sequence":
        heaps = range(given["first"], given["last"] + 1)
        return [heap_game(given).grundy(n) for n in heaps]
    if kind == "genus_sequence":
        misere = Misere(heap_game(given))
        genera = [misere.genus(n) for n in range(given["first"], given["last"] + 1)]
        return [[one.grundy, [entry(one.misere, k) for k in range(8)]] for one in genera]
    if kind == "misere_nim_sequence":
        misere = Misere(heap_game(given))
        return [misere.genus(n).misere[0] for n in range(given["first"], given["last"] + 1)]
    return None


def entry(values, k):
    """Return an entry of a genus, which goes on with its last two for ever."""
    return values[k] if k < len(values) else values[len(values) - 2 + (k - len(values)) % 2]


def answer(row):
    """Return what we say, in the form of the row."""
    kind, given = row["kind"], row["input"]
    if (heaps := of_heaps(row)) is not None:
        return heaps
    if "ruleset" in given:
        position = board(given["ruleset"], given["position"])
        if kind == "nim_value":
            return position.grundy if given["ruleset"] == "wythoff" else position.nim_value
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


def test_loopy_games_are_refused_with_the_reason():
    assert LOOPS
    for row in LOOPS:
        given = row["input"]
        forms = given.get("args") or [given["form"]] if "ruleset" not in given else []
        for form in forms:
            if any(word in form for word in ("on", "off", "over", "under", "pass", "dud", "a{")):
                with pytest.raises(NotationError, match=r"loopy|names no game|a bar"):
                    parse(form)
