"""Certificates that are meant to mislead the checker, or to keep it busy for ever."""

import copy
import json

import pytest

import lastmove as lm
from lastmove.laws.check import Rejected, check, main

HUGE = 10**30


@pytest.fixture(scope="module")
def bash():
    return lm.rulesets.get("bash").law().certificate


@pytest.fixture(scope="module")
def cards():
    return lm.rulesets.get("game_of_cards").law(what="outcome").certificate


def with_moves(cert, *statements):
    made = copy.deepcopy(cert)
    made["system"]["programs"][0]["moves"] = list(statements)
    return made


MOVE = ["move", [[0, ["-", ["x", 0], 1]]]]


@pytest.mark.parametrize(
    "statements",
    [
        [["loop", []]],
        [["loop", [MOVE]]],
        [["for", 0, 0, HUGE, 1, [MOVE]]],
        [["for", 0, 0, 10**9, 1, [MOVE]]],
        [["set", 0, ["**", 9, ["**", 9, 99]]]],
        [["set", 0, ["<<", 1, 10**12]]],
        [["if", ["any", 0, 0, HUGE, 1, 0], [MOVE], []]],
        # Two names of one variable, entries too many, and what is no whole number.
        [["set", 0, 3], ["set", "0", 5], ["move", [[0, ["v", 0]]]]],
        [["set", 0.5, 3], MOVE],
        [["move", [[0, ["x", 0, "x", 0]]]]],
        [["move", [[["x", 0], ["x", 0]]]]],
        [["move", [[0, ["at", 0, [0.5]]]]]],
        [["move", [[0, True]]]],
        [["move"], ["return", 1]],
    ],
)
@pytest.mark.parametrize("kind", ["box", "breaking", "numbers", "slides", "automaton", "sum"])
def test_programs_without_end_or_with_two_readings_are_rejected(bash, statements, kind):
    with pytest.raises(Rejected):
        check({**with_moves(bash, *statements), "kind": kind})


# A coordinate left out, all, one too many, and another game, in a game of three heaps.
@pytest.mark.parametrize("part", [[0, 1, 1], [0], [0, 1, 1, 1, 1], [1, 1, 1, 1]])
def test_moves_to_what_is_no_position_are_rejected(part):
    cert = copy.deepcopy(lm.rulesets.get("nim").law(arity=3).certificate)
    statement = cert["system"]["programs"][0]["moves"][0][5][0]
    ((game, *coords),) = statement[1]
    statement[1] = [[part[0], *(coords + coords)[: len(part) - 1]]]
    with pytest.raises(Rejected, match="a move to no position"):
        check(cert)


@pytest.mark.parametrize("number", [10**9, HUGE])
@pytest.mark.parametrize("field", ["start", "period"])
def test_huge_periods_are_rejected_at_once(bash, field, number):
    with pytest.raises(Rejected):
        check({**bash, field: number})


@pytest.mark.parametrize("field", ["starts", "periods", "slack"])
def test_huge_boxes_are_rejected_at_once(cards, field):
    for i in range(len(cards[field])):
        made = copy.deepcopy(cards)
        made[field][i] = HUGE
        with pytest.raises(Rejected):
            check(made)


def test_numbers_that_only_equal_integers_are_rejected(bash):
    made = copy.deepcopy(bash)
    made["values"][0][1] = 1.0
    with pytest.raises(Rejected):
        check(made)


@pytest.mark.parametrize(
    "name",
    ["subtract(1000000000000)", "all-but(1000000000000)", "-4.7", "0x0.7", "0._7", "0.(9999999)"],
)
def test_games_that_are_none_or_too_large_are_rejected_at_once(name):
    cert = lm.octal("0.77").period().certificate
    with pytest.raises(Rejected):
        check({**cert, "game": name, "values_used": 7000})


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "NaN", "{}", "", "[1"])
def test_files_that_are_no_certificates_have_an_exit_status(tmp_path, capsys, text):
    path = tmp_path / "certificate.json"
    path.write_text(text)
    assert main([str(path)]) in (1, 2)
    out, err = capsys.readouterr()
    assert (out + err).count("\n") == 1


def test_the_last_of_repeated_keys_is_the_claim(bash):
    text = json.dumps(bash)
    doubled = json.loads(text[:-1] + ', "period": 5}')
    with pytest.raises(Rejected):
        check(doubled)
