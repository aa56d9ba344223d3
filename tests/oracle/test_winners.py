"""Winners, outcomes and nim values of positions and sums; each row names its source."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest
from tests.oracle.positions import DATA, component, rows

from lastmove import Game, octal, rulesets
from lastmove.boards import BoardSum

# Rows that take from half a second to ten minutes each.
SLOW = set(json.loads((DATA / "winners_slow.json").read_text()))
MOST_CELLS = 128


def is_heap(row):
    """Whether the row is asked of heaps: a heap of pins, or a strip too long for a board."""
    return row["game"] == "kayles" or any(len(text) > MOST_CELLS for _, text in row["position"])


ROWS = defaultdict(list)
for _row in rows("winners.jsonl"):
    if not is_heap(_row):
        ROWS[_row["id"] in SLOW, _row["game"]].append(_row)


def wrong(found):
    for row in found:
        total = BoardSum([component(*part) for part in row["position"]])
        if row["kind"] == "nim_value":
            if total.value != Game.nimber(row["expected"]):
                yield row
            continue
        if row["kind"] == "outcome":
            if total.outcome != row["expected"]:
                yield row
            continue
        player = "left" if row["to_move"] in ("L", "Left", "left") else "right"
        if ("win" if total.first_wins(player) else "loss") != row["expected"]:
            yield row


@pytest.mark.parametrize("game", sorted(game for slow, game in ROWS if not slow))
def test_quick_positions_agree(game):
    assert not list(wrong(ROWS[False, game]))[:3]


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(game for slow, game in ROWS if slow))
def test_slow_positions_agree(game):
    assert not list(wrong(ROWS[True, game]))[:3]


def test_rows_of_stones_in_impartial_cannibal_clobber_are_heaps_of_an_octal_game():
    # A move takes a stone and leaves one or two rows of what it parts.
    heaps = octal("0.6")
    found = [row for row in rows("winners.jsonl") if is_heap(row) and row["game"] != "kayles"]
    assert len(found) == 32
    for row in found:
        ((name, stones),) = row["position"]
        assert (name, set(stones)) == ("impartial cannibal_clobber", {"X"})
        assert heaps.grundy(len(stones)) == row["expected"], row
    for count in (0, 1, 2, 7, 23, 60, 128):
        assert component(name, "X" * count).nim_value == heaps.grundy(count)


def test_every_published_row_is_tried_or_left_out_for_a_reason():
    tried = [row["id"] for row in rows("winners.jsonl")]
    left_out = {row["id"]: row["reason"] for row in rows("winners_left_out.jsonl")}
    assert len(set(tried)) == len(tried)
    assert set(tried) >= SLOW
    assert not left_out.keys() & set(tried)
    assert len(tried) + len(left_out) == 1467
    assert all(left_out.values())


def test_heaps_of_kayles_agree():
    found = [row for row in rows("winners.jsonl") if row["game"] == "kayles"]
    assert len(found) == 84
    kayles = rulesets.get("kayles")
    for row in found:
        heaps = [kayles(int(text)) for _, text in row["position"]]
        total = heaps[0] if len(heaps) == 1 else sum(heaps[1:], heaps[0])
        if row["kind"] == "nim_value":
            assert total.grundy == row["expected"], row
        elif row["kind"] == "outcome":
            assert total.outcome.value == row["expected"], row
        else:
            assert (total.grundy != 0) == (row["expected"] == "win"), row
