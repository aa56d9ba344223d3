"""Certificates of automata: every change that changes the claim is rejected."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.automata_games import chomp, duel, fibonacci_nim, halving, mock_turtles, nim, wythoff

import lastmove.laws.check as door
from lastmove.laws.automata.family import AutomatonLaw, BinaryAutomata, ZeckendorfAutomata
from lastmove.laws.base import Sample
from lastmove.laws.check import Rejected, check
from lastmove.rules.program import System

GAMES = {
    "nim": (nim(2), "outcome", 24, BinaryAutomata),
    "misere nim": (nim(2), "misere", 24, BinaryAutomata),
    "nim values": (nim(2), "grundy", 16, BinaryAutomata),
    "halving": (halving(), "outcome", 100, BinaryAutomata),
    "mock turtles": (mock_turtles(), "grundy", 60, BinaryAutomata),
    "chomp": (chomp(), "outcome", 24, BinaryAutomata),
    "duel": (duel(), "outcome", 32, BinaryAutomata),
    "wythoff": (wythoff(), "outcome", 100, ZeckendorfAutomata),
    "fibonacci nim": (fibonacci_nim(), "outcome", 60, ZeckendorfAutomata),
}
_made: dict[str, dict] = {}


def certificate(name):
    if name not in _made:
        game, what, edge, family = GAMES[name]
        sample = Sample(game, what, (edge,) * len(game.programs[0].coords))
        _made[name] = json.loads(json.dumps(family().learn(sample).certificate(sample)))
    return copy.deepcopy(_made[name])


def labels(cert, bound):
    """What a certificate claims at small legal positions, or None where it claims nothing."""
    game = door.Game(cert["system"]["programs"][0])
    try:
        law = AutomatonLaw.from_certificate(cert)
    except ValueError:
        return None
    found = []
    for n in range(bound**game.size):
        place = [n // bound**i % bound for i in range(game.size)]
        if game.legal(place):
            try:
                found.append(law.label(place))
            except ValueError:
                return None
    return found


def mutations(cert):
    """Every change of one transition or of one accepting state."""
    for name, table in cert["automata"].items():
        states = len(table["accepting"])
        for i in range(states):
            changed = copy.deepcopy(cert)
            changed["automata"][name]["accepting"][i] ^= True
            yield changed
        for i, target in enumerate(table["transitions"]):
            changed = copy.deepcopy(cert)
            changed["automata"][name]["transitions"][i] = (target + 1) % states
            yield changed


@pytest.mark.parametrize("name", GAMES)
def test_certificates_are_accepted(name):
    check(certificate(name), certificate(name)["system"])


@pytest.mark.parametrize("name", GAMES)
def test_changed_automata_are_rejected_or_claim_the_same(name, monkeypatch):
    # Wrong claims may take long to refute; giving up early rejects them as well.
    monkeypatch.setattr("lastmove.laws.check_sets.MOST_WORK", 250_000)
    cert = certificate(name)
    expected = labels(cert, 40 if len(cert["system"]["programs"][0]["coords"]) == 1 else 14)
    edge = 40 if len(cert["system"]["programs"][0]["coords"]) == 1 else 14
    rejected = 0
    for changed in mutations(cert):
        try:
            check(changed)
        except Rejected:
            rejected += 1
        else:
            assert labels(changed, edge) == expected
    # Only outside the domain, or in states never reached, may a change go unnoticed.
    assert rejected > 0
    if name not in ("chomp",):
        assert rejected == sum(1 for _ in mutations(cert))


@pytest.mark.parametrize("name", GAMES)
def test_other_claims_are_rejected(name):
    cert = certificate(name)
    for key, value in (
        ("what", {"outcome": "misere", "misere": "outcome", "grundy": "outcome"}[cert["what"]]),
        ("what", "value"),
        ("numeration", "zeckendorf" if cert["numeration"] == "binary" else "binary"),
        ("numeration", "ternary"),
        ("ranking", []),
        ("ranking", [[0] * len(cert["ranking"][0])]),
        ("ranking", [[-1] * len(cert["ranking"][0])]),
        ("ranking", [[1, 1, 1, 1, 1]]),
        ("automata", {}),
        ("automata", {"W": {"transitions": [], "accepting": []}}),
        ("format", "lastmove-certificate/0"),
    ):
        changed = certificate(name)
        changed[key] = value
        if labels(changed, 6) == labels(cert, 6) and changed["what"] == cert["what"]:
            same = key == "ranking" or changed["automata"] == cert["automata"]
            assert same
        with pytest.raises(Rejected):
            check(changed)


def test_other_rules_are_rejected():
    cert = certificate("nim")
    for other in (wythoff(), chomp(), duel()):
        changed = certificate("nim")
        changed["system"] = json.loads(other.to_json())
        with pytest.raises(Rejected):
            check(changed)
        with pytest.raises(Rejected):
            check(cert, changed["system"])


@pytest.mark.parametrize(
    "change",
    [
        {"domain": ["<=", ["x", 0], 3]},  # an option of a legal position is legal: still nim
        {"moves": [["move", [[0, ["-", ["x", 0], 1], ["x", 1]]]]]},  # below zero
        {"moves": [["move", [[0, ["x", 0], ["x", 1]]]]]},  # endless
        {"moves": [["fail", "no"]]},
        {"moves": [["loop", [["break"]]]]},
        {"moves": [["move", [[1, ["x", 0], ["x", 1]]]]]},
        {"moves": []},
    ],
)
def test_rules_that_the_law_is_not_about_are_rejected(change):
    cert = certificate("nim")
    cert["system"]["programs"][0] |= change
    if "domain" in change:
        check(cert)
        return
    with pytest.raises(Rejected):
        check(cert)


def test_the_checker_runs_by_itself(tmp_path):
    """Copied to a folder of its own, without the package and its dependencies."""
    for module in Path(door.__file__).parent.glob("check*.py"):
        (tmp_path / module.name).write_text(module.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "cert.json").write_text(json.dumps(certificate("wythoff")), encoding="utf-8")
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "import check; raise SystemExit(check.main(sys.argv[2:]))",
    ]
    done = subprocess.run(
        [*command, str(tmp_path), str(tmp_path / "cert.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "wythoff" in done.stdout


def test_a_ranking_may_be_negative_only_where_there_are_no_moves():
    """Rise from c0 up to c1; a total that falls for ever is none."""
    up = ["move", [[0, ["+", ["x", 0], 1], ["x", 1]]]]
    program = {"name": "race", "coords": ["at", "goal"], "vars": [], "domain": None}
    program["moves"] = [["if", ["<", ["x", 0], ["x", 1]], [up], []]]
    sample = Sample(game_of(program), "outcome", (24, 24))
    cert = BinaryAutomata().learn(sample).certificate(sample)
    check(cert)
    for ranking in ([[-1, 1]], [[-1, 1, 0]], [[-2, 2]]):
        check({**cert, "ranking": ranking})
    for ranking in ([[-1, 0]], [[-1, 0, 100]], [[-1, 1, -2]], [[1, 0]], [[0, 1]]):
        with pytest.raises(Rejected):
            check({**cert, "ranking": ranking})
    endless = {**program, "moves": [up]}
    with pytest.raises(Rejected):
        check({**cert, "system": json.loads(game_of(endless).to_json())})


def game_of(program):
    text = json.dumps({"format": "lastmove-program/1", "programs": [program]})
    return System.from_json(text)
