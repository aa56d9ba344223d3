"""Greatest common divisors with a constant: told by remainders, in finder and checker."""

from itertools import product
from math import gcd

import pytest

import lastmove as lm
from lastmove.laws.automata.formula import Logic, all_of, exists
from lastmove.laws.automata.terms import NotDefinable, Terms
from lastmove.laws.check import Rejected, check
from lastmove.laws.check_forms import Forms
from lastmove.laws.check_sets import Sets
from lastmove.rules.expr import Expr, coord


@lm.impartial
def take_the_common_divisor(n):
    """Take the greatest common divisor with twelve."""
    if n > 0:
        yield n - gcd(n, 12)


@lm.impartial
def take_what_is_coprime(n: int):
    for taken in range(1, min(n, 7) + 1):
        if gcd(30, n - taken) == 1 or gcd(0, taken) == 2:
            yield n - taken


@lm.impartial
def two_heaps(n, m):
    if n >= 1 and gcd(n - m, 4) <= 2:
        yield n - 1, m
    if m >= 1:
        yield n, m - 1


@pytest.mark.parametrize("numeration", [False, True])
@pytest.mark.parametrize("constant", [0, 1, 2, 7, 12, 36, -6])
def test_the_checker_reads_them_for_all_numbers(numeration, constant):
    sets = Sets(numeration)
    form = ["-", ["*", 3, ["x", 0]], 7]
    for e in (["gcd", form, constant], ["gcd", constant, form]):
        forms = Forms(sets, 1)
        cases = forms.cases(e, {})
        assert forms.faults == []
        for n in range(40):
            here = sets.linear(({"x0": 1}, -n), True)
            values = []
            for guard, value in cases:
                at = [*guard, here, forms.equal("g", value)]
                found = sets.join(at, ["g"])
                values += [
                    g for g in range(121) if not sets.both(found, forms.equal("g", ({}, g))).empty
                ]
            assert values == [gcd(3 * n - 7, constant)], n


@pytest.mark.parametrize("constant", [0, 1, 12, -6])
def test_the_finder_reads_them_alike(constant):
    terms, logic = Terms(), Logic("binary")
    cases = terms.cases(Expr("gcd", (coord(0) * 3 - 7, Expr("const", (constant,)))), {})
    for n in range(30):
        values = set()
        for case in cases:
            made = exists(case.fresh, all_of(case.guard)).replace({"x0": case.form.lift(n)})
            if not logic.relation(made).empty:
                values.add(case.form.constant + sum(n * c for c in case.form.terms.values()))
        assert values == {gcd(3 * n - 7, constant)}, n


def test_constants_that_are_too_large_are_left_to_estimates():
    large = Expr("gcd", (coord(0), Expr("const", (10**9 + 7,))))
    with pytest.raises(NotDefinable, match="too many cases"):
        Terms().cases(large, {})
    with pytest.raises(Rejected, match="not decided"):
        Forms(Sets(False), 1).cases(["gcd", ["x", 0], 10**9 + 7], {})


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        *product([take_the_common_divisor, take_what_is_coprime], ["outcome", "grundy", "misere"]),
        (two_heaps, "outcome"),
    ],
)
def test_games_with_them_are_proved(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    check(law.certificate)
    assert law.check(3000 if len(law.names) == 1 else 60).status == "PROVED"


def test_a_claim_about_another_constant_is_refused():
    certificate = take_the_common_divisor.law(what="outcome").certificate
    text = repr(certificate)
    assert "'gcd', ['x', 0], 12" in text
    for constant in (6, 10, 24, 10**9 + 7):
        other = eval(text.replace("'gcd', ['x', 0], 12", f"'gcd', ['x', 0], {constant}"))
        with pytest.raises(Rejected):
            check(other)
