"""Laws for all values of a parameter: proved, refused, mutated, put to use."""

import copy
import json

import pytest
from tests.unit.laws import parametric as games

import lastmove as lm
from lastmove.laws.check import Rejected, check
from lastmove.laws.law import Law
from lastmove.rules.free import FreeRules

bash = lm.rulesets.get("bash")


def labels(rules, what, extent):
    if what == "grundy":
        return [int(v) for v in rules.table(extent)]
    return [str(v) for v in rules.table(extent, what="outcome", misere=what == "misere")]


def agree(law, rules, what, sizes, extent=120):
    for values in sizes:
        fixed = law(**values)
        found = [fixed(n) for n in range(extent)]
        if what != "grundy":
            found = [str(v).removeprefix("Outcome.") for v in found]
        assert found == labels(rules.using(**values), what, extent), values


@pytest.mark.parametrize("what", ["grundy", "outcome", "misere"])
def test_bash_is_proved_for_every_k(what):
    """C. G. Bachet, 1612."""
    law = bash.law(parameters=["k"], what=what)
    assert law.status == "PROVED"
    agree(law, bash, what, [{"k": k} for k in (1, 2, 17)])
    text = {
        "grundy": "n mod (k + 1)",
        "outcome": "loses iff n mod (k + 1) = 0",
        "misere": "loses iff n mod (k + 1) = 1",
    }
    assert str(law).splitlines()[1].strip() == text[what]


@pytest.mark.parametrize(
    ("rules", "names", "what", "text"),
    [
        (games.one_or, ["k"], "grundy", "n mod (k + 1)"),
        (games.one_or, ["k"], "misere", ""),
        (games.one_two_or, ["k"], "outcome", "k mod 3 = 1: loses iff n mod 3 = 0"),
        (games.exactly, ["k"], "grundy", ""),
        (games.once_or_twice, ["k"], "outcome", "loses iff n mod (k * 3) < k"),
        (games.between, ["p", "q"], "outcome", "p <= q: loses iff n mod (p + q) < p"),
    ],
)
def test_subtraction_games_are_proved_for_all_parameters(rules, names, what, text):
    law = rules.law(parameters=names, what=what)
    assert law.status == "PROVED"
    assert text in str(law)
    if len(names) == 1:
        sizes = [{names[0]: k} for k in (1, 2, 3, 4, 5, 24)]
    else:
        sizes = [{"p": p, "q": q} for p, q in [(1, 1), (2, 5), (3, 3), (4, 2), (6, 31)]]
    agree(law, rules, what, sizes)


def test_two_heaps_and_a_race_are_proved_for_every_k():
    law = games.two_heaps.law(parameters=["k"], what="outcome")
    assert law.status == "PROVED"
    assert "loses iff a mod (k + 1) = b mod (k + 1)" in str(law)
    race = games.race.law(parameters=["k"], what="outcome")
    assert race.status == "PROVED"
    for k in (1, 4, 10, 33):
        fixed = race(k=k)
        for total in range(101):
            wins = str(games.race.using(k=k)(total).outcome) == str(lm.Outcome.N)
            assert (fixed(total) == lm.Outcome.N) == wins


def test_a_law_for_every_k_answers_for_large_k():
    law = bash.law(parameters=["k"], what="outcome")
    assert law(10**18, 10**9 - 1) == lm.Outcome.P
    assert law(k=7)(10**18) == law(10**18, k=7) == lm.Outcome.P
    fixed = law(k=7)
    assert fixed.status == "PROVED"
    assert fixed.rules == bash.using(k=7)
    assert fixed.winning_moves(20) == [bash.using(k=7)(16)]
    assert "n mod 8 = 0" in str(fixed)


def test_what_is_not_linear_is_refused():
    for what in ("outcome", "grundy"):
        with pytest.raises(lm.NoLawFound):
            games.either.law(parameters=["a", "b"], what=what)
        with pytest.raises(lm.NoLawFound):
            games.changes.law(parameters=["k"], what=what)


def test_an_exception_beyond_the_tables_is_not_proved_away():
    law = games.with_exception.law(parameters=["k"])
    assert law.status == "CHECKED"
    assert law.why_not_proved


def test_errors_name_what_there_is():
    with pytest.raises(lm.RulesError, match="no parameter 'm'; it has k"):
        bash.law(parameters=["m"])
    law = bash.law(parameters={"k": 2}, what="outcome")
    with pytest.raises(lm.LastmoveError, match="from 2 on, not 1"):
        law(k=1)
    with pytest.raises(lm.LastmoveError, match="for all k"):
        law(m=1)
    with pytest.raises(lm.LastmoveError, match="no free parameters"):
        bash.law(what="outcome")(k=3)
    with pytest.raises(ValueError, match="impartial"):
        lm.rulesets.get("cutcake").law(parameters=["k"])


def test_free_rules_are_the_rules_for_each_value():
    free = FreeRules(bash, {"k": 1}, 1)
    assert free.native
    for k in (1, 2, 5):
        table = bash.using(k=k).table(30)
        assert [free(n, k).grundy for n in range(30)] == list(table)
    assert str(free(5, 2).options()) == "[bash(4, 2), bash(3, 2)]"
    with pytest.raises(lm.PositionError):
        free(5, 0)


@pytest.fixture(scope="module")
def certificate():
    return games.one_or.law(parameters=["k"]).certificate


def test_a_certificate_survives_json_and_is_a_law_again(certificate):
    again = Law.from_certificate(json.dumps(certificate))
    law = games.one_or.law(parameters=["k"])
    positions = [(n, k) for n in range(40) for k in range(1, 9)]
    assert [again(*p) for p in positions] == [law(*p) for p in positions]


def changed(certificate):
    """Yield certificates that claim something else, or prove nothing."""
    for c, case in enumerate(certificate["cases"]):
        for r, _ in enumerate(case["repeats"]):
            for key, value in [
                ("period", ["+", ["x", 1], 2]),
                ("period", ["x", 1]),
                ("period", 0),
                ("period", ["x", 0]),
                ("of", ["+", ["x", 0], 1]),
                ("of", ["x", 1]),
                ("shifts", [0]),
                ("shifts", []),
            ]:
                other = copy.deepcopy(certificate)
                other["cases"][c]["repeats"][r][key] = value
                yield other
        for label in (0, 1, ["x", 1], ["+", case["label"], 1], ["x", 9], ["-", 0, 1]):
            other = copy.deepcopy(certificate)
            other["cases"][c]["label"] = label
            yield other
        other = copy.deepcopy(certificate)
        other["cases"][c]["where"] = 1
        yield other
        other = copy.deepcopy(certificate)
        del other["cases"][c]
        yield other
    for key, value in [
        ("parameters", []),
        ("parameters", [0, 1]),
        ("ranking", [[0, 1]]),
        ("ranking", [[-1, 0]]),
        ("ranking", []),
        ("what", "misere"),
        ("what", "value"),
        ("cases", []),
    ]:
        yield {**certificate, key: value}
    text = json.dumps(certificate["system"])
    for old, new in [('["x", 0], 1]', '["x", 0], 2]'), ('"<=", ["x", 1]', '"<", ["x", 1]')]:
        if old in text:
            yield {**certificate, "system": json.loads(text.replace(old, new, 1))}


def test_no_changed_certificate_is_accepted(certificate):
    check(certificate)
    tried = 0
    for other in changed(certificate):
        with pytest.raises(Rejected):
            check(other)
        tried += 1
    assert tried > 25
