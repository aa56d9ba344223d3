"""Certificates of periods are accepted as they are, and rejected after any change of the claim."""

import copy
import json
from pathlib import Path

import pytest

import lastmove as lm
from lastmove.heaps.games import heap_game
from lastmove.laws import check as module
from lastmove.laws.check_heaps import Verdict

CODES = ["0.77", "4.3", "0.8", "0.3F", "subtract(2,5,7)", "all-but(1,3)", "all-but()"]
LARGE = ["0.156"]
OTHERS = ["0.45", "0.08", "0.C", "0.0F", "0.8F", "0.F8", "0.1A"]


def check(certificate):
    """Ask at the door that all kinds of certificates come through."""
    try:
        return Verdict(True, module.check(certificate))
    except module.Rejected as reason:
        return Verdict(False, "", str(reason))


def certificate(code):
    return heap_game(code).period().certificate


@pytest.mark.parametrize("code", [*CODES, *LARGE, *OTHERS])
def test_certificates_are_accepted_and_say_how(code):
    verdict = check(json.loads(json.dumps(certificate(code))))
    assert verdict.accepted, verdict
    assert ("rare/common" in verdict.how) == (code in LARGE)


def mutations(original):
    for key in ("start", "length", "saltus", "values_used", "maximum"):
        for change in (-1, 1, original["length"], 10**7):
            mutated = copy.deepcopy(original)
            mutated[key] += change
            yield key, mutated
    for key in ("cycle", "exceptions"):
        mutated = copy.deepcopy(original)
        mutated[key] = [*original[key], 0]
        yield key, mutated
    mutated = copy.deepcopy(original)
    mutated["cycle"][0] += 1
    yield "cycle", mutated
    for value in ("0" * 64, "", None):
        yield "sha256", {**original, "sha256": value}
    for game in ("0.75", "4.77", "0.777", "subtract(1,2)", "all-but(5)", "", "x", None, "1.7"):
        yield "game", {**original, "game": game}
    for key in ("kind", "game", "start", "length", "saltus", "values_used", "sha256"):
        yield key, {name: value for name, value in original.items() if name != key}
    yield "kind", {**original, "kind": "heap-period/2"}
    yield "start", {**original, "start": 1.0}


@pytest.mark.parametrize("code", CODES)
def test_every_change_of_the_claim_is_rejected(code):
    for key, mutated in mutations(certificate(code)):
        assert not check(mutated).accepted, (key, mutated)


def test_what_is_no_certificate_is_rejected():
    for thing in (None, [], {}, "text", {"kind": []}):
        assert not check(thing).accepted


def test_a_bound_that_is_missed_by_one_is_rejected():
    found = certificate("0.77")
    kayles = lm.octal("0.77")
    from lastmove.heaps.periods import fingerprint

    used = found["values_used"] - 1
    short = {**found, "values_used": used, "sha256": fingerprint(kayles, used)}
    assert "bound" in check(short).reason


KEPT = sorted((Path(__file__).parents[2] / "data" / "certificates").glob("*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_certificates_are_too_long_for_the_checker_and_say_so(path):
    verdict = check(json.loads(path.read_text()))
    assert not verdict.accepted
    assert "more than this checker computes" in verdict.reason


@pytest.mark.long
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_certificates_are_borne_out_by_values_one_by_one(path):
    from lastmove.heaps.periods import recheck

    assert recheck(json.loads(path.read_text()))


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("0.77", ["00.77", "0.77.", "0.7(7", "0.7(7)(", "77", "0.77\n", " 0.77", "0.7(\u0667)"]),
        (
            "subtract(1,2)",
            ["subtract(1,\n2)", "subtract(1, 2)", "subtract(1,0_2)", "subtract(1,2,)"],
        ),
        ("all-but(5)", ["all-but(5", "all-but(+5)", "all-but( 5)"]),
    ],
)
def test_a_game_has_one_name(code, names):
    """What the checker reads in a name is printed, and read elsewhere."""
    original = certificate(code)
    assert check(original).accepted
    for name in names:
        assert not check({**original, "game": name}).accepted, name
