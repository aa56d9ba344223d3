"""The contest corpus, restated: lastmove's answers against what contestants found.

Every entry is compared with its formula to its bound; the options of the restated rules are
compared with those of the entry's own code as well. `HOW` says for each entry how it is stated,
or why it cannot be. Entries that come with a check of their own instead of a formula are in
``test_corpus_custom.py``.
"""

from fractions import Fraction

import pytest
from tests.contest import test_corpus_custom
from tests.contest.corpus import by_search, code, entries
from tests.contest.games import boards, heaps, piles

RESTATED = heaps.RESTATED | piles.RESTATED | boards.RESTATED

HOW = {
    "ccpc2020-mianyang-g-0123": "ruleset game_of_cards",
    "hdu3544-cutcake": "ruleset cutcake",
    "hdu3389-boxes": "ruleset box_transfer",
    "hdu1846-bash": "ruleset bash",
    "hdu2897-bash-pq-misere": "heaps.take_between, misère play",
    "spoj-ngm": "heaps.subtract_digit",
    "nim": "ruleset nim",
    "hdu3032-lasker": "ruleset lasker",
    "kayles": "ruleset kayles",
    "dawson-chess": "ruleset dawsons_chess",
    "guiles": "ruleset guiles",
    "treblecross": "ruleset treblecross, and boards.crosses for the marks themselves",
    "poj2484-circle": "boards.kayles_circle, which leads to ruleset kayles",
    "hdu3951-coincircle": "boards.circle, which leads to boards.row",
    "hdu3980-paintchain": "ruleset dawsons_kayles, and boards.paint_ring for the beads",
    "poj1704-georgia": "ruleset silver_dollar",
    "hdu1730-northcott": "does not fit: pieces move back and forth, so play can go on for ever "
    "(boards.NorthcottRow is refused as a loop)",
    "cses-stair": "ruleset staircase_nim",
    "poi2009-pebbles": "piles.pebbles",
    "poj1740-newstone": "piles.new_stone",
    "hdu2147-kiki": "boards.kiki",
    "poj2505-multiplication": "heaps.multiplication",
    "hdu4111-merge": "piles.take_or_merge",
    "heoi2014-merge": "piles.merge_up_to, by the numbers of heaps of each size",
    "cf1147c-thanos": "piles.half_of_the_heaps",
    "cf1396b-stoned": "piles.not_the_same_heap",
    "cf1537d-divisors": "heaps.subtract_proper_divisor",
    "lc1025-divisor": "heaps.subtract_divisor",
    "cf2004e-coprime": "heaps.take_coprime",
    "cf603c-legendre-even": "heaps.legendre",
    "uva1482-half": "heaps.take_at_most_half",
    "hdu4388-stone2": "heaps.split_by_xor",
    "hnoi2007-split": "heaps.beans",
    "mock-turtles": "ruleset mock_turtles",
    "ruler": "ruleset ruler",
    "turning-corners": "ruleset turning_corners",
    "chomp-2xn": "ruleset chomp",
    "zjoi2009-endnim": "ruleset end_nim",
    "circular-nim-5-2": "ruleset circular_nim",
    "circular-nim-5-3": "ruleset circular_nim with k=3",
    "wythoff": "ruleset wythoff",
    "t-wythoff": "ruleset wythoff with t=1 to 4",
    "k-fibonacci-nim": "ruleset fibonacci_nim with factor=1 to 5",
    "green-tree": "ruleset green_hackenbush",
    "green-graph-fusion": "boards.green_graph, on tuples of edges",
    "redblue-tree": "ruleset red_blue_hackenbush",
    "domineering-1xn": "boards.DomineeringStrip",
    "cf1704f-colouring": "boards.Colouring, on strings",
    "arc137c-distinct": "piles.distinct_numbers, a set as the bits of a number",
    "cf1312f-redkingdom": "heaps.red_kingdom, with the last attack as a coordinate",
    "hdu5754-knight": "boards.Knight: draws count for Right, and either player may start",
    "spoj-mcoins": "ruleset subtraction",
    "subtract-square": "ruleset subtract_square",
    "misere-kayles": "ruleset kayles, misère play",
    "cf276b-palindrome": "piles.letters: a win is a move to a sum of nothing",
    "cf1190b-tokitsukaze": "piles.all_different: a move that loses is no move",
    "cf15c-industrial": "sums of ruleset nim; a shortcut for many heaps, not a game of its own",
    "cf256c-furlo": "heaps.square_roots",
}

PERIODIC = [name for name in RESTATED if entries()[name]["mode"] == "period"]
BY_FORMULA = sorted(set(RESTATED) - set(PERIODIC))


def answer(mode, position):
    """Return what lastmove finds by search where the entry's formula speaks."""
    position = by_search(position)
    if mode in ("grundy", "gsum"):
        return position.grundy
    if mode == "partizan":
        return Fraction(position.value.numerator, position.value.denominator)
    if mode == "misere":
        return position.outcome_misere == "N"
    return position.outcome == "N"


def mismatches(name, taken):
    entry, restated = entries()[name], RESTATED[name]
    names = code(entry)
    positions = list(names["positions"]())
    assert len(positions) == entry["cases_checked"]
    found = []
    for encoded in positions[taken]:
        got = answer(entry["mode"], restated.position(encoded))
        if got != names["formula"](encoded):
            found.append((encoded, got))
    return found


@pytest.mark.parametrize("name", BY_FORMULA)
def test_answers_agree_with_the_formula(name):
    assert mismatches(name, RESTATED[name].quick) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [name for name in BY_FORMULA if RESTATED[name].quick != slice(None)]
)
def test_answers_agree_with_the_formula_everywhere(name):
    assert mismatches(name, slice(None)) == []


@pytest.mark.parametrize("name", PERIODIC)
def test_values_have_the_period_of_the_entry(name):
    entry, restated = entries()[name], RESTATED[name]
    names = code(entry)
    limit, period = names["LIM"], names["PERIOD"]
    values = restated.position(0).rules.table(limit).tolist()
    samples = dict(entry["samples"])
    assert values[:40] == samples["first 40"]
    different = [n for n in range(limit - period) if values[n] != values[n + period]]
    assert max(different, default=None) == samples["last exception n"]


@pytest.mark.parametrize("name", sorted(RESTATED))
def test_options_agree_with_the_code_of_the_entry(name):
    entry, restated = entries()[name], RESTATED[name]
    names = code(entry)
    positions = list(names["positions"]()) if "positions" in names else list(range(60))
    positions = positions[restated.quick]
    is_sum = entry["mode"] in ("gsum", "wingsum", "partizan", "period")

    def expected(encoded, moves):
        return {
            restated.fingerprint(restated.sum(option) if is_sum else restated.position(option))
            for option in moves(encoded)
        }

    for encoded in positions[:: max(1, len(positions) // 25)]:
        if names.get("terminal", lambda encoded: None)(encoded) is not None:
            continue
        position = restated.position(encoded)
        if entry["mode"] == "partizan":
            got = {restated.fingerprint(option) for option in position.left_options()}
            assert got == expected(encoded, names["left"]), encoded
            got = {restated.fingerprint(option) for option in position.right_options()}
            assert got == expected(encoded, names["right"]), encoded
        else:
            got = {restated.fingerprint(option) for option in position.options()}
            assert got == expected(encoded, names["moves"]), encoded


def test_every_entry_is_restated_or_tested_on_its_own():
    assert set(HOW) == set(entries())
    assert set(entries()) - set(RESTATED) == set(test_corpus_custom.TESTED)


def test_a_wrong_formula_is_noticed(monkeypatch):
    wrong = dict(entries()["hdu1846-bash"])
    wrong["code"] += "\ndef formula(p): return p[0] % (p[1] + 2)\n"
    monkeypatch.setitem(entries(), "hdu1846-bash", wrong)
    assert mismatches("hdu1846-bash", slice(None))
