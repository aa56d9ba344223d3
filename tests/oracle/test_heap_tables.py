"""Published periods and counts of values of octal games.

Sources: ``octal_tables.jsonl``: T. Czajka, octal-games (SolvedGames.md, TrivialGames.md,
UnsolvedGames.md), OEIS A071509 and the authors named in each row; periods first found by Guy and
Smith 1956, Kenyon 1967, Austin 1976, Gangolli and Plambeck 1989, Flammenkamp 2002.
``octal_histograms.jsonl``: counts of values up to 2^16 and 2^20, computed by a group at the
University of Lodz (rogalski-wmii-uni-lodz-pl/octal).
"""

import json
from pathlib import Path

import numpy as np
import pytest

import lastmove as lm
from lastmove import _core
from lastmove.heaps.games import heap_game
from lastmove.laws.check_heaps import check_period

DATA = Path(__file__).parents[1] / "data"
TABLES = [json.loads(line) for line in (DATA / "octal_tables.jsonl").read_text().splitlines()]
COUNTS = [json.loads(line) for line in (DATA / "octal_histograms.jsonl").read_text().splitlines()]
SOLVED = [row for row in TABLES if row["period"] and row["status"].startswith("proved")]
QUICK = [row for row in SOLVED if row["preperiod"] + row["period"] < 400_000]
SLOW = [row for row in SOLVED if 400_000 <= row["preperiod"] + row["period"] < 20_000_000]
OPEN = [row for row in TABLES if "max over n<32768" in row["status"]]


def game_of(row):
    return heap_game("grundy" if row["game"] == "grundy" else row["game"])


def assert_published(row):
    found = game_of(row).period(2 * (row["preperiod"] + row["period"]) + 100)
    assert found is not None
    assert (found.length, found.preperiod) == (row["period"], row["preperiod"])
    assert found.certificate["maximum"] == row["max_value"]


@pytest.mark.parametrize("row", QUICK, ids=lambda row: row["game"])
def test_published_periods_are_proved(row):
    assert_published(row)


@pytest.mark.long
@pytest.mark.parametrize("row", SLOW, ids=lambda row: row["game"])
def test_long_published_periods_are_proved(row):
    assert_published(row)


@pytest.mark.parametrize(
    "row", [row for row in QUICK if row["preperiod"] + row["period"] < 2000][::3],
    ids=lambda row: row["game"],
)  # fmt: skip
def test_certificates_of_published_periods_are_accepted(row):
    assert check_period(game_of(row).period().certificate).accepted


@pytest.mark.parametrize("row", OPEN[::9], ids=lambda row: row["game"])
def test_open_games_have_the_published_maximum_and_no_short_period(row):
    # 4.344 is listed as open, but its period of 51 from heap 998 on is proved by few values.
    game = game_of(row)
    assert int(game.sequence(32_768).max()) == row["max_value"]
    assert row["game"] == "4.344" or game.period(4_000) is None


@pytest.mark.long
@pytest.mark.parametrize("row", OPEN, ids=lambda row: row["game"])
def test_all_open_games_have_the_published_maximum(row):
    assert int(game_of(row).sequence(32_768).max()) == row["max_value"]


@pytest.mark.parametrize(
    "row",
    [r if r["log2_n"] < 20 else pytest.param(r, marks=pytest.mark.long) for r in COUNTS],
    ids=lambda row: f"{row['game']}-{row['log2_n']}",
)
def test_counts_of_values_are_the_published_ones(row):
    values = lm.octal(row["game"]).sequence((1 << row["log2_n"]) + 1)[1:]
    assert np.bincount(values).tolist() == row["counts"]


# Games of all kinds: with few rare heaps, with few by the heap's parity, with many.
KINDS = (  # noqa: SIM905
    "0.6 0.161 0.167 0.054 0.106 0.104 0.143 0.015 0.034 0.14 0.16 0.56 0.007 0.06 0.76 0.016 "
    "0.244 0.346 0.36 0.37 0.44 0.45 0.64 0.644 0.74 0.75 0.77 0.137 0.1777 0.31 0.26 0.004 "
    "0.005 0.02 0.101 0.11 0.115 0.126 0.135 0.14 0.146 0.156 0.165 0.172 0.204 0.206 0.224 0.264 "
    "0.316 0.324 0.334 0.354 0.376 0.414 0.454 0.51 0.606 0.776 4.004 4.12 4.367 4.766 grundy"
).split()


@pytest.mark.parametrize("code", KINDS[::12])
def test_blocks_follow_the_definition(code):
    # Blocks are of 512 heaps and begin at multiples of 64; from heap 36,864 on they have been
    # reviewed once, and unions are taken of the values that turned out to be needed only.
    count = 45_000
    heaps = [*range(0, count, 64), *range(63, count, 64), *range(count - 300, count)]
    assert_by_definition(code, count, heaps)


@pytest.mark.long
@pytest.mark.parametrize("code", KINDS)
def test_blocks_follow_the_definition_in_many_games(code):
    assert_by_definition(code, 20_000, range(20_000))
    later = np.random.default_rng(1).integers(20_000, 70_000, 2000)
    assert_by_definition(code, 70_000, later)


def assert_by_definition(code, count, heaps):
    """Work out each of the heaps from the values of all of its options."""
    game = heap_game(code)
    values = game.sequence(count).astype(np.int64)
    digits = game.digits
    for n in map(int, heaps):
        taken = np.zeros(2 * int(values.max()) + 2, dtype=bool)
        for k, digit in enumerate(digits):
            if digit & 1 and n == k:
                taken[0] = True
            if digit & 2 and n > k:
                taken[values[n - k]] = True
            if digit & 4 and n - k >= 2:
                half = (n - k - 1) // 2 if code == "grundy" else (n - k) // 2
                if not half:
                    continue
                pairs = values[1 : half + 1] ^ values[n - k - half : n - k][::-1]
                taken[: int(pairs.max(initial=0)) + 1] |= np.bincount(pairs) > 0
        assert values[n] == np.flatnonzero(~taken)[0], f"{code} at {n}"


def test_published_patterns_of_hexadecimal_games_are_found():
    # R. K. Guy and R. J. Nowakowski, Unsolved problems in combinatorial games, More Games of No
    # Chance (2002): Kenyon's game rises by 3 every 6 heaps; 0.205200C by 16 every 40, but for two
    # heaps of every 40 that keep their values.
    kenyon = lm.octal("0.3F").sequence(600).astype(int)
    assert (kenyon[6:] == kenyon[:-6] + 3).all()
    found = lm.octal("0.3F").period()
    assert (found.status, found.length, found.saltus, found.preperiod) == ("PROVED", 6, 3, 0)
    values = lm.octal("0.205200C").sequence(680).astype(int)
    still = np.arange(4, 640) % 20 == 19
    rises = values[44:] - values[4:640]
    assert (rises[~still] == 16).all()
    assert (values[59::40] == 6).all()
    assert (values[79::40] == 14).all()


def test_a_short_period_of_a_game_listed_as_open_is_proved_from_the_definition():
    # Every value that the bound of Guy and Smith asks for, by plain Python.
    digits, length, start = [4, 3, 4, 4], 51, 998
    values = [0]
    for n in range(1, 2 * (start + length) + len(digits) - 2):
        taken = {0} if n < 4 and digits[n] & 1 else set()
        for k, digit in enumerate(digits):
            if digit & 2 and n > k:
                taken.add(values[n - k])
            if digit & 4:
                taken.update(values[a] ^ values[n - k - a] for a in range(1, (n - k) // 2 + 1))
        values.append(next(v for v in range(len(taken) + 1) if v not in taken))
    assert values[start + length :] == values[start:-length]
    assert values[start - 1 + length] != values[start - 1]
    found = lm.octal("4.344").period()
    assert (found.length, found.preperiod, found.values_used) == (length, start, len(values))


def test_processor_instructions_are_named():
    assert _core.heap_vectors() in ("avx512", "avx2", "portable")


def test_4_344_has_period_51_by_the_definition_alone():
    # Nothing of the library in here: values from the rules, and the condition of Guy and Smith.
    count, period, largest_take = 2200, 51, 3
    values = [0]
    for n in range(1, count):
        # One counter may be taken from a heap that stays whole; any other move leaves two heaps.
        options = {values[n - 1]}
        for rest in (n - take for take in (0, 2, 3)):
            options |= {values[a] ^ values[rest - a] for a in range(1, rest // 2 + 1)}
        values.append(next(v for v in range(count) if v not in options))
    start = 1 + max(n for n in range(count - period) if values[n] != values[n + period])
    assert count >= 2 * start + 2 * period + largest_take - 1
    proved = lm.octal("4.344").period()
    assert (proved.length, proved.preperiod) == (period, start) == (51, 998)
    assert lm.octal("4.344").sequence(count).tolist() == values
