"""Laws for any number of heaps: proved, refused, mutated."""

import copy
import json
from itertools import product

import pytest

import lastmove as lm
from lastmove.laws.about import system_for
from lastmove.laws.check import Rejected, check
from lastmove.laws.law import Law
from lastmove.laws.rows import instance, rows_of

box_transfer = lm.rulesets.get("box_transfer")
nim = lm.rulesets.get("nim")


@lm.impartial
def stairs(*steps):
    """Move coins one step down; those on the first step leave."""
    for i in range(len(steps)):
        for moved in range(1, steps[i] + 1):
            if i == 0:
                yield (steps[0] - moved, *steps[1:])
            else:
                after = list(steps)
                after[i] -= moved
                after[i - 1] += moved
                yield tuple(after)


@lm.impartial
def to_the_right(*steps):
    """Move coins one place to the right, where there is one."""
    for i, coins in enumerate(steps):
        for moved in range(1, coins + 1):
            if i + 1 < len(steps):
                yield (*steps[:i], coins - moved, steps[i + 1] + moved, *steps[i + 2 :])


@lm.impartial
def few(*heaps):
    """Take one or two from a heap."""
    for i in range(len(heaps)):
        for taken in range(1, min(heaps[i], 2) + 1):
            yield (*heaps[:i], heaps[i] - taken, *heaps[i + 1 :])


@lm.impartial
def if_next_is_empty(*heaps):
    """Nim, but a heap is touched only while the one after it is empty."""
    for i in range(len(heaps)):
        for left in range(heaps[i]):
            if i + 1 == len(heaps) or heaps[i + 1] == 0:
                yield (*heaps[:i], left, *heaps[i + 1 :])


@lm.impartial
def two_down(*heaps):
    """Move coins two places down: the places of each parity are stairs of their own."""
    for i in range(2, len(heaps)):
        for moved in range(1, heaps[i] + 1):
            after = list(heaps)
            after[i] = after[i] - moved
            after[i - 2] = after[i - 2] + moved
            yield tuple(after)


def value(rules, row, memo):
    if row not in memo:
        seen = {value(rules, p.coords, memo) for p in rules(*row).options()}
        memo[row] = next(n for n in range(len(seen) + 1) if n not in seen)
    return memo[row]


@pytest.mark.parametrize("rules", [box_transfer, nim, stairs, to_the_right, two_down])
def test_staircases_are_proved_for_any_number_of_heaps(rules):
    law = rules.law(arity="any")
    assert law.status == "PROVED"
    memo = {}
    for length in range(1, 6):
        for row in product(range(4 if length < 4 else 3), repeat=length):
            assert law(*row) == value(rules, row, memo), row


def test_boxes_that_count_are_those_of_the_contest():
    law = box_transfer.law(arity="any")
    assert "i mod 6 in {0, 2, 5}" in str(law)
    row = [0] * 10_000
    row[2 - 1], row[9_996 - 1], row[9_997 - 1] = 10**18, 5, 7
    assert law(*row) == 10**18 ^ 5
    assert box_transfer.law(arity="any", what="outcome")(1, 2) == lm.Outcome.N


def test_winning_moves_are_found_on_rows_of_any_length():
    law = box_transfer.law(arity="any")
    for row in [(1, 2), (0, 3, 1, 0, 5), (10**18, 1, 2, 3, 4, 5, 6)]:
        for move in law.winning_moves(*row):
            assert law(*move.coords) == 0
            assert move in box_transfer(*row).options() if max(row) < 100 else True
    assert law.at(5)(0, 3, 1, 0, 5) == law(0, 3, 1, 0, 5)
    assert law.check(3).status == "PROVED"


@pytest.mark.parametrize("rules", [few, if_next_is_empty])
def test_other_games_on_rows_are_refused(rules):
    with pytest.raises(lm.NoLawFound):
        rules.law(arity="any")


@pytest.mark.parametrize("name", ["silver_dollar", "kayles", "circular_nim"])
def test_rules_of_another_kind_are_refused_in_a_sentence(name):
    with pytest.raises(lm.RulesError, match="cannot be traced for any number of heaps"):
        lm.rulesets.get(name).law(arity="any")


def test_the_rules_for_all_lengths_are_the_rules_for_each():
    rows = rows_of(box_transfer)
    for length in (1, 5, 9):
        ours, native = instance(rows, length), box_transfer.program_for(length)
        for row in [tuple(range(length)), (2,) * length]:
            assert set(ours.programs[0].run(row)) == set(native.run(row))


def changed(certificate):
    for key, value in [
        ("odd", ["not", certificate["odd"]]),
        ("odd", 1),
        ("odd", 0),
        ("odd", ["at", ["%", ["x", 1], 6], [0, 1, 0, 0, 1, 0]]),
        ("odd", ["at", ["%", ["x", 1], 6], [0, 1, 0, 1, 1, 1]]),
        ("odd", ["at", ["%", ["x", 1], 7], [0, 1, 0, 0, 1, 1, 0]]),
        ("odd", ["at", ["%", ["x", 1], 6], [0, 1, 0, 0, 1]]),
        ("rank", 0),
        ("rank", ["-", 0, ["x", 1]]),
        ("rank", ["-", ["x", 0], ["x", 1]]),
        ("what", "misere"),
    ]:
        yield {**certificate, key: value}
    for old, new in [
        ("6]", "5]"),
        ('"==", ["%"', '"!=", ["%"'),
        ('["-", ["v", 4], ["v", 3]]', '["-", ["v", 4], ["*", 2, ["v", 3]]]'),
        ('["+", ["v", 5], ["v", 3]]', '["+", ["v", 5], 1]'),
        ('["-", ["v", 4], ["v", 3]]', '["-", ["v", 4], ["v", 5]]'),
        ('["for", 3, 1', '["for", 3, 2'),
        ('["for", 3, 1', '["for", 3, 0'),
        ('["+", ["v", 2], 1], 1', '["v", 2], 1'),
        ('["+", ["v", 2], 1], 1', '["+", ["v", 2], 2], 1'),
        ('["for", 0, 2, ["+", ["x", 0], 1]', '["for", 0, 2, ["+", ["x", 0], 2]'),
        ('["for", 1, 1, ["v", 0]', '["for", 1, 0, ["v", 0]'),
        ('["for", 1, 1, ["v", 0]', '["for", 1, 1, ["+", ["x", 0], 1]'),
    ]:
        text = json.dumps(certificate["system"])
        assert old in text, old
        yield {**certificate, "system": json.loads(text.replace(old, new, 1))}


def test_no_changed_certificate_is_accepted():
    certificate = box_transfer.law(arity="any").certificate
    check(certificate)
    for other in changed(certificate):
        with pytest.raises(Rejected):
            check(other)
    stopped = copy.deepcopy(certificate)
    stopped["system"]["programs"][0]["moves"][0][5].append(["break"])
    with pytest.raises(Rejected):
        check(stopped)


def test_an_amount_that_another_heap_fixes_is_not_any_amount():
    """Move as many tokens as the next place holds, if there are that many."""
    here, there = ["v", 2], ["v", 3]
    move = ["change", ["v", 0], ["-", here, there]]
    test = ["if", ["and", [">=", there, 1], [">=", here, there]], [move], []]
    off = [["entry", 2, ["v", 0]], ["entry", 3, ["+", ["v", 0], 1]], test]
    rows = {
        "format": "lastmove-rows/1",
        "programs": [
            {
                "name": "g",
                "coords": ["heaps"],
                "vars": ["i", "unused", "here", "there"],
                "moves": [["for", 0, 0, ["-", ["x", 0], 1], 1, off]],
            }
        ],
    }
    bare = ["for", 0, 0, ["-", ["x", 0], 1], 1, [*off[:2], move]]
    for moves in (rows["programs"][0]["moves"], [bare]):
        certificate = {
            "format": "lastmove-certificate/1",
            "kind": "rows",
            "what": "grundy",
            "system": {**rows, "programs": [{**rows["programs"][0], "moves": moves}]},
            "odd": ["<", ["x", 1], ["-", ["x", 0], 1]],
            "rank": ["x", 1],
        }
        with pytest.raises(Rejected):
            check(certificate)


def test_a_certificate_is_about_its_rules_and_a_law_again():
    certificate = box_transfer.law(arity="any").certificate
    assert system_for(certificate, box_transfer) == certificate["system"]
    check(certificate, system_for(certificate, box_transfer))
    with pytest.raises(Rejected):
        check(certificate, system_for(certificate, nim))
    again = Law.from_certificate(json.dumps(certificate))
    assert again(1, 3, 3, 2, 2, 1, 2) == 0
    assert again.winning_moves(1, 2) == [(3, 0)]
    with pytest.raises(lm.PositionError):
        again(1, -1)


def test_an_entry_carried_round_a_loop_is_not_trusted():
    """Tokens may be taken only where the place before has none."""
    place, taken, tokens, before = (["v", k] for k in range(4))
    take = ["change", place, ["-", tokens, taken]]
    slide = ["for", 1, 1, ["+", tokens, 1], 1, [take]]
    nim = [["entry", 2, place], slide]
    guarded = [["entry", 2, place], ["if", ["==", before, 0], [slide], []], ["entry", 3, place]]

    def certificate(body):
        program = {"name": "g", "coords": ["N"], "vars": ["i", "t", "n", "b"], "domain": None}
        program["moves"] = [["set", 3, 0], ["for", 0, 0, ["x", 0], 1, body]]
        system = {"format": "lastmove-rows/1", "programs": [program]}
        more = {"kind": "rows", "what": "grundy", "odd": 1, "rank": ["x", 1]}
        return {"format": "lastmove-certificate/1", "system": system, **more}

    check(certificate(nim))
    with pytest.raises(Rejected, match="carried round"):
        check(certificate(guarded))


def test_a_domain_is_refused_with_the_reason_and_one_length_is_proved():
    game = lm.rulesets.get("silver_dollar")
    with pytest.raises(lm.RulesError, match=r"have a domain, .* as in law\(arity=3\)"):
        game.law(arity="any")
    assert game.law(arity=3).status == "PROVED"


@pytest.mark.parametrize("key", ["odd", "rank"])
@pytest.mark.parametrize("wrong", [0.5, ["at", 0, [0.5]], ["x", 2], ["x", True]])
def test_what_is_odd_is_an_expression(key, wrong):
    made = nim.law(arity="any").certificate
    check(made)
    with pytest.raises(Rejected):
        check({**made, key: ["+", made[key], wrong]})


@pytest.mark.parametrize("jump", ["break", "continue"])
def test_loops_over_places_that_are_cut_short_are_not_written_out(jump):
    """The rest of a round would stand there as before; tracing makes no such loops."""
    rows = copy.deepcopy(nim.law(arity="any").certificate["system"])
    (loop,) = rows["programs"][0]["moves"]
    inner = loop[5][1][5]
    inner.insert(0, ["if", ["==", ["v", 2], 1], [[jump]], []])
    assert len(set(instance(rows, 3).programs[0].run((0, 3, 0)))) == (1 if jump == "break" else 2)
    loop[5].insert(0, ["if", ["==", ["v", 0], 0], [[jump]], []])
    with pytest.raises(lm.LimitExceeded, match="cut short"):
        instance(rows, 3)
