"""The highest power of two in a number, as rules write it: ``1 << n.bit_length() - 1``."""

from __future__ import annotations

import copy

import pytest

import lastmove as lm
from lastmove.laws.check import Rejected, check


@lm.impartial
def either_end(n):
    if n:
        yield n & (n - 1)
        yield n - (1 << (n.bit_length() - 1))


@lm.impartial
def without_the_first_digit(n):
    if n > 0:
        yield from range(1 << (n.bit_length() - 1))


@lm.impartial
def of_the_other(a, b):
    if a and b:
        p, q = 1 << (b.bit_length() - 1), 1 << (a.bit_length() - 1)
        if p <= a:
            yield a - p, b
        if q <= b:
            yield a, b - q


@lm.impartial
def beyond_five(n):
    if n > 5:
        yield n - (1 << ((n - 5).bit_length() - 1))


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        (either_end, "outcome"),
        (either_end, "grundy"),
        (without_the_first_digit, "grundy"),
        (of_the_other, "outcome"),
    ],
    ids=str,
)
def test_it_is_exact_and_laws_about_it_are_proved(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    size = 700 if rules.arity == 1 else 60
    assert law.check(size).status == "PROVED"


def _changed(data, old, new):
    if data == old:
        return copy.deepcopy(new)
    return [_changed(part, old, new) for part in data] if isinstance(data, list) else data


HIGHEST = ["<<", 1, ["-", ["bit_length", ["x", 0]], 1]]
OTHERS = {
    "without the condition that there is one": (["!=", ["x", 0], 0], 1),
    "twice it": (HIGHEST, ["<<", 2, HIGHEST[2]]),
    "half of it": (HIGHEST, ["<<", 1, ["-", ["bit_length", ["x", 0]], 2]]),
    "of the number before": (
        HIGHEST,
        ["<<", 1, ["-", ["bit_length", ["-", ["x", 0], 1]], 1]],
    ),
    "of the next number": (HIGHEST, ["<<", 1, ["-", ["bit_length", ["+", ["x", 0], 1]], 1]]),
}


@pytest.mark.parametrize("name", OTHERS)
def test_claims_about_other_rules_are_rejected(name):
    cert = either_end.law(what="outcome").certificate
    check(cert)
    program = cert["system"]["programs"][0]
    old, new = OTHERS[name]
    moves = program["moves"]
    if name.startswith("without"):
        assert moves[0][0] == "if"
        program["moves"] = moves[0][2]
    else:
        program["moves"] = _changed(moves, old, new)
    assert program["moves"] != moves
    with pytest.raises(Rejected):
        check(cert)
