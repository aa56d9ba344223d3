"""Certificates that are meant to mislead the checker, or to keep it busy for ever."""

import copy
import json

import pytest
from tests.unit.laws.specimens import SPECIMENS

import lastmove as lm
from lastmove.laws import check as door
from lastmove.laws.check import Rejected, check, main
from lastmove.laws.check_sets import Sets
from lastmove.laws.law import Law

HUGE = 10**30


@pytest.mark.parametrize("name", SPECIMENS)
def test_fields_that_nobody_reads_are_refused_by_name(name):
    cert = SPECIMENS[name]()
    with pytest.raises(Rejected, match=r"'claim': no field of such a certificate"):
        check({**cert, "claim": "for all n"})
    with pytest.raises(Rejected, match=r"no field of such a|field of another theorem"):
        check({**cert, ("t" if cert["kind"] == "theorem" and "t" not in cert else "amounts"): 3})


def objects(data):
    """Yield the objects in data, but those of a certificate's queries."""
    if isinstance(data, dict):
        yield data
    for key, part in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(part, (dict, list)) and key != "queries":
            yield from objects(part)


@pytest.mark.parametrize("name", SPECIMENS)
def test_fields_that_nobody_reads_are_refused_at_any_depth(name):
    cert = copy.deepcopy(SPECIMENS[name]())
    for inner in list(objects(cert)):
        inner["claims"] = 1
        with pytest.raises(Rejected, match=r"'claims': no field|other rules|nobody reads"):
            check(cert)
        del inner["claims"]


MORE = [
    ("automaton", lambda c: c["automata"].update(W0=c["automata"]["W"], W1=c["automata"]["W"])),
    ("automaton values", lambda c: c["automata"].update(W=c["automata"]["G"])),
    ("divisors", lambda c: c["automata"].update(G=c["automata"]["W"])),
    ("formula", lambda c: c["cases"][0].update(scale=1)),
    ("formula", lambda c: c["cases"][0].update(part={"sign": 1, "depth": 1})),
    ("formula stalks", lambda c: c["cases"][0].update(scale=1)),
    ("between sums", lambda c: c["estimates"].append(c["estimates"][0])),
    ("between powers", lambda c: c["estimates"][0]["loops"].append({"holds": 1, "falls": 0})),
    ("growing", lambda c: c["turn"][0]["reach"].append(c["turn"][0]["reach"][0])),
    ("box", lambda c: c.update(bounded=[7])),
    ("rows", lambda c: c["system"]["programs"][0]["moves"][0].append([])),
]


@pytest.mark.parametrize(("name", "change"), MORE)
def test_more_than_the_claim_has_is_refused(name, change):
    cert = copy.deepcopy(SPECIMENS[name]())
    change(cert)
    with pytest.raises(Rejected):
        check(cert)


@pytest.mark.parametrize("name", ["automaton", "automaton zeckendorf", "formula", "growing"])
def test_huge_steps_of_loops_are_refused_before_they_are_worked_out(name):
    cert = copy.deepcopy(SPECIMENS[name]())
    for program in cert["system"]["programs"]:
        for statement in program["moves"]:
            if statement[0] == "for":
                statement[4] = 2**63
                with pytest.raises(Rejected):
                    check(cert)
    with pytest.raises(Rejected, match=r"too large a number for a condition"):
        Sets(False).linear(({"x": 2**63, "y": -1}, 0), True)
    assert len(Sets(False).linear(({"x": 1}, -(2**63)), True).rows) == 66


def test_every_kind_says_which_fields_it_has():
    assert set(door.FIELDS) == {*door.KINDS, *door.ROWS}


def test_a_program_has_no_more_fields_than_are_read(bash):
    made = copy.deepcopy(bash)
    made["system"]["programs"][0]["move"] = []
    with pytest.raises(Rejected, match=r"'move': no field"):
        check(made)


def test_a_name_given_twice_is_refused(bash, tmp_path, capsys):
    text = json.dumps(bash).replace('"kind"', '"kind": "box", "kind"', 1)
    path = tmp_path / "twice.json"
    path.write_text(text)
    assert main([str(path)]) == 2
    assert "an object gives a name twice" in capsys.readouterr().err
    with pytest.raises(lm.LastmoveError, match="a name twice"):
        Law.from_certificate(text)


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
    coords = statement[1][0][1:]
    statement[1] = [[part[0], *(coords + coords)[: len(part) - 1]]]
    with pytest.raises(Rejected):
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


def claim(kind, *moves, size=1, **more):
    program = {"name": "g", "coords": [f"c{i}" for i in range(size)], "vars": ["v", "w"]}
    system = {"format": "lastmove-program/1", "programs": [{**program, "moves": list(moves)}]}
    head = {"format": "lastmove-certificate/1", "kind": kind, "what": "grundy"}
    if "weights" in door.FIELDS[kind].split():
        head["weights"] = [1] * size
    return {**head, "system": system, **more}


def counted(op, first, rest):
    for e in rest:
        first = [op, first, e]
    return first


def nested(rounds, depth):
    inner = ["for", depth, 0, 1, 1, []]
    for v in range(depth):
        inner = ["for", v, 0, rounds, 1, [inner]]
    return inner


X0 = ["x", 0]
ABOUT = {
    "automaton": {
        "what": "outcome",
        "numeration": "binary",
        "ranking": [[1]],
        "automata": {"W": {"transitions": [0, 0], "accepting": [False]}},
    },
    "box": {"starts": [0], "periods": [1], "slack": [1], "cells": [0]},
    "breaking": {"start": 0, "period": 1, "values": [[0]]},
    "slides": {"forms": []},
    "solver": {"what": "outcome", "law": 0, "witnesses": [[]], "queries": {}, "solvers": ["s"]},
}
DOUBLED = ["set", 0, ["+", ["v", 0], ["v", 0]]]


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        (
            "automaton",
            [["if", counted("+", X0, [["abs", ["-", X0, i]] for i in range(30)]), [], []]],
        ),
        ("automaton", [["if", counted("min", X0, [["+", X0, i] for i in range(40)]), [], []]]),
        ("automaton", [["if", ["==", X0, i], [["set", 0, i]], []] for i in range(40)]),
        ("automaton", [["if", ["==", X0, counted("**", 9, [60] * 9)], [MOVE], []]]),
        (
            "solver",
            [["if", counted("min", X0, [["abs", ["-", X0, i]] for i in range(40)]), [], []]],
        ),
        ("box", [nested(9000, 5)]),
        ("box", [["set", 0, 1], ["for", 1, 0, 9000, 1, [["for", 2, 0, 9000, 1, [DOUBLED]]]]]),
        ("breaking", [nested(9000, 5)]),
        ("slides", [nested(9000, 5)]),
    ],
)
def test_rules_that_would_keep_the_checker_busy_for_ever_are_rejected(kind, moves):
    with pytest.raises(Rejected):
        check(claim(kind, *moves, **ABOUT[kind]))


def test_conditions_on_very_many_coordinates_are_rejected():
    far = counted("+", X0, [["x", i] for i in range(1, 40)])
    more = {**ABOUT["automaton"], "ranking": [[1] * 40]}
    with pytest.raises(Rejected, match="too many variables"):
        check(claim("automaton", ["if", ["<", 3, far], [], []], size=40, **more))


SLIDE = ["for", 0, 0, X0, 1, [["move", [[0, ["v", 0]]]]]]


def test_a_coordinate_that_is_none_is_not_read_as_a_number():
    """If c1 were 1, these would be the moves of Nim."""
    check(claim("slides", SLIDE, forms=[[1, 0]]))
    others = ["for", 0, ["x", 1], ["+", X0, 1], 1, [["move", [[0, ["-", X0, ["v", 0]]]]]]]
    with pytest.raises(Rejected, match="no coordinate 1"):
        check(claim("slides", others, forms=[[1, 0]]))


def test_components_of_another_size_than_their_game_are_rejected():
    short = claim("breaking", ["move", [[0]]], **ABOUT["breaking"])
    long = claim("breaking", ["move", [[0, 0, 0]]], **ABOUT["breaking"])
    other = claim("breaking", ["move", [[1, 0]]], **ABOUT["breaking"])
    for made in (short, long, other):
        with pytest.raises(Rejected, match="component"):
            check(made)


def test_rows_with_a_domain_are_not_taken_for_rows_without():
    """With an even number of heaps only, moves would be the same, but not on rows in a domain."""
    cert = copy.deepcopy(lm.rulesets.get("nim").law(arity="any").certificate)
    cert["system"]["programs"][0]["domain"] = ["==", ["%", X0, 2], 0]
    with pytest.raises(Rejected, match="rows of all lengths"):
        check(cert)


@pytest.mark.parametrize("blocks", [["left"], ["moves", "left"], ["moves", "left", "right"], []])
def test_players_are_one_or_two(blocks):
    made = claim("slides", SLIDE, forms=[[1, 0]])
    (program,) = made["system"]["programs"]
    moves = program.pop("moves")
    program |= dict.fromkeys(blocks, moves)
    with pytest.raises(Rejected):
        check(made)


@pytest.mark.parametrize("field", ["name", "coords", "vars"])
def test_programs_without_names_are_rejected(field):
    made = claim("slides", SLIDE, forms=[[1, 0]])
    del made["system"]["programs"][0][field]
    with pytest.raises(Rejected):
        check(made)


@pytest.mark.parametrize("scale", [65, 10**8, -1, True, 0.5])
def test_scales_of_values_are_small_numbers(scale):
    left = ["if", [">=", X0, 1], [MOVE], []]
    made = claim("formula", what="value", parameters=[], ranking=[[1]])
    (program,) = made["system"]["programs"]
    del program["moves"]
    program |= {"left": [left], "right": []}
    case = {"where": 1, "repeats": [], "label": X0}
    check({**made, "cases": [case]})
    with pytest.raises(Rejected):
        check({**made, "cases": [{**case, "scale": scale}]})
    with pytest.raises(Rejected):
        check({**made, "cases": [{**case, "label": ["v", 1000]}]})
