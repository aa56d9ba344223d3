"""Winners, outcomes and nim values of positions and sums; each row names its source."""

from __future__ import annotations

from collections import defaultdict

import pytest
from tests.oracle.positions import component, rows

from lastmove import rulesets
from lastmove.boards import BoardSum

# The nim value of impartial NoGo takes all positions, 3 states a cell; no part ever falls off.
MOST_CELLS = {"impartial nogo": 12, "impartial nogo_1xn": 12}


def is_large(row) -> bool:
    return any(
        len(text.replace("|", "")) > MOST_CELLS.get(name, 128) for name, text in row["position"]
    )


ROWS = defaultdict(list)
for _row in rows("winners.jsonl"):
    if _row["game"] != "kayles":
        ROWS[is_large(_row), _row["game"]].append(_row)


def wrong(found):
    for row in found:
        parts = [component(*part) for part in row["position"]]
        if row["kind"] == "nim_value":
            value = 0
            for part in parts:
                value ^= part.nim_value
            if value != row["expected"]:
                yield row
            continue
        if row["kind"] == "outcome":
            if BoardSum(parts).outcome != row["expected"]:
                yield row
            continue
        player = "left" if row["to_move"] in ("L", "Left", "left") else "right"
        wins = BoardSum(parts).first_wins(player)
        if ("win" if wins else "loss") != row["expected"]:
            yield row


@pytest.mark.parametrize("game", sorted(game for large, game in ROWS if not large))
def test_small_positions_agree(game):
    assert not list(wrong(ROWS[False, game]))[:3]


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(game for large, game in ROWS if large))
def test_large_positions_agree(game):
    assert not list(wrong(ROWS[True, game]))[:3]


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
