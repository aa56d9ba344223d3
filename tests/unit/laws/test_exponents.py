"""Grundy values that are exponents: proved where they are, refused where they are nearly so."""

import copy
import json
from itertools import product
from random import Random

import numpy as np
import pytest
from tests.contest.later_heaps import any_divisor, low_powers, remainders
from tests.unit.laws.games import plain, system

import lastmove as lm
from lastmove.laws import between
from lastmove.laws.automata.radix import Radix, learned
from lastmove.laws.check import Rejected, check
from lastmove.laws.check_facts import Facts
from lastmove.laws.check_forms import Forms, variable
from lastmove.laws.check_sets import Sets
from lastmove.laws.exponents import PlaceLaw
from lastmove.laws.exponenttext import Named
from lastmove.laws.game import document, tabulate
from lastmove.laws.law import Law


@lm.impartial
def below_half(n):
    yield from range((n + 1) // 2)


@lm.impartial
def below_a_third(n):
    yield from range((n + 2) // 3)


@lm.impartial
def other_remainders(n):
    for k in range(2, n):
        yield n % k


@lm.impartial
def many_remainders(n):
    for k in range(1, 2 * n + 1):
        if k != n and n % k < n:
            yield n % k


@lm.impartial
def half_of_both(a, b):
    for rest in range((a + b + 1) // 2):
        yield rest, 0


@lm.impartial
def not_three_of_five(n):
    for rest in range((n + 1) // 2):
        if rest % 5 != 3:
            yield rest


@lm.impartial
def not_all_below_half(n):
    if n % 3:
        for rest in range((n + 1) // 2):
            if rest % 3:
                yield rest


def twos(n):
    return (n & -n).bit_length() - 1


def log(base, n):
    return 0 if n < base else 1 + log(base, n // base)


# Games, what is printed, and the value by a formula of our own.
PROVED = [
    (any_divisor, "1 + the exponent of 2 in n\nbut 0 at 0", lambda n: 1 + twos(n) if n else 0),
    (
        low_powers,
        "the exponent of 2 in n\nbut 0 at 0; 1 at 1, 4; 2 at 2, 6",
        lambda n: {0: 0, 1: 1, 4: 1, 2: 2, 6: 2}.get(n, twos(n)),
    ),
    (remainders, "floor(log2(n + 1))", lambda n: log(2, n + 1)),
    (below_half, "floor(log2(n + 1))", lambda n: log(2, n + 1)),
    (below_a_third, "floor(log3(2 * n + 1))", lambda n: log(3, 2 * n + 1)),
    (other_remainders, "floor(log2(n + 1)) - 1\nbut 0 at 0", lambda n: max(0, log(2, n + 1) - 1)),
    (
        many_remainders,
        "floor(log2((n + 1) / 3)) + 1\nbut 0 at 0, 1",
        lambda n: 1 + log(2, (n + 1) // 3) if n > 1 else 0,
    ),
    (half_of_both, "floor(log2(a + b + 1))", lambda a, b: log(2, a + b + 1)),
    (
        not_three_of_five,
        "floor(log2((n + 1) / 5)) + 2\nbut 0 at 0; 1 at 1, 2; 2 at 3",
        lambda n: 2 + log(2, (n + 1) // 5) if n > 3 else (0, 1, 1, 2)[n],
    ),
]


@pytest.fixture(scope="module")
def laws():
    return {str(rules): rules.law(what="grundy") for rules, _, _ in PROVED}


@pytest.mark.parametrize(("rules", "text", "formula"), PROVED)
def test_exponents_are_proved_and_told(laws, rules, text, formula):
    law = laws[str(rules)]
    assert (law.status, law.certificate["kind"]) == ("PROVED", "exponent")
    assert law.text(symbols=False).split(":\n")[1] == "\n".join(f"  {s}" for s in text.split("\n"))
    size = len(law.names)
    table = rules.table(*{1: (2000,), 2: (40, 40)}[size], what="grundy")
    slow = plain(law.certificate["system"], "grundy")
    for place in np.ndindex(table.shape):
        assert law(*place) == table[place] == formula(*place)
        assert max(place) > 80 // size or slow(*place) == table[place]
    random = Random(str(rules))
    for _ in range(300):
        place = [random.randrange(10 ** random.randint(1, 18)) for _ in range(size)]
        assert law(*place) == formula(*place)
        assert law.candidate.label(place) == formula(*place)


def test_laws_look_like_formulas(laws):
    assert laws["below_half"].latex() == r"\lfloor \log_{2} (n + 1) \rfloor"
    first, last = laws["any_divisor"].latex().splitlines()[1:3]
    assert first == r"\text{1 + the exponent of 2 in $n$} \\"
    assert last == r"\text{but 0 at 0}"
    assert str(laws["below_half"].grid(9)).split()[-9:] == [
        "0",
        "1",
        "1",
        "2",
        "2",
        "2",
        "2",
        "3",
        "3",
    ]
    assert laws["remainders"].explain(10**18).startswith("floor(log2(n + 1)) = 59: 59; play n - ")
    assert laws["any_divisor"].explain(12).startswith("1 + the exponent of 2 in n is 3: 3; play ")


def test_winning_moves_are_found_at_any_size(laws):
    for rules, _, formula in PROVED:
        law = Law.from_certificate(laws[str(rules)].certificate)
        size = len(law.names)
        for n in (0, 1, 7, 40, 10**18, 10**18 + 1, 2**59, 2**59 - 1, 3**37):
            place = (n,) * size
            wins = law.winning_moves(*place)
            assert bool(wins) == (formula(*place) != 0)
            assert all(formula(*y) == 0 and sum(y) < sum(place) for y in wins)
            if n < 100:
                options = {part[1:] for (part,) in law.system.programs[0].run(place)}
                assert set(wins) == {y for y in options if formula(*y) == 0}
    law = Law.from_certificate(laws["low_powers"].certificate)
    assert law.winning_moves(10**18) == [(10**18 - 1,)]


def test_laws_that_no_formula_tells_show_the_automaton():
    @lm.impartial
    def far_below_half(n):
        yield from range((n - 5) // 2)

    law = far_below_half.law(what="grundy")
    assert law.status == "PROVED"
    assert "the Grundy value is the exponent of the power p of 2" in str(law)
    assert "0: 00→1" in str(law)
    assert law.latex().startswith("\\begin{array}{l}\n\\text{the Grundy value")
    slow = plain(law.certificate["system"], "grundy")
    assert all(law(n) == slow(n) for n in range(2000))
    assert law.explain(10**18).split(";")[0] == str(law(10**18))


# Rules nearly like those that have exponents, and false claims about them.

N, K = ["x", 0], ["v", 0]
REST, LESS = ["%", N, K], ["-", N, K]
DIVIDES = ["==", REST, 0]


def to(e):
    return ["move", [[0, e]]]


def ranged(start, stop, condition, target, step=1):
    inner = [["if", condition, [to(target)], []]]
    return system(["for", 0, start, stop, step, inner], size=1)


def doubling(condition, target, factor=2, start=1):
    leave = ["if", ["not", ["and", ["<", 0, N], condition]], [["break"]], []]
    return system(
        ["set", 0, start],
        ["loop", [leave, to(target), ["set", 0, ["*", K, factor]]]],
        size=1,
    )


UP = ["+", N, 1]
NEARLY = {
    "all divisors": ranged(1, UP, DIVIDES, LESS),
    "all remainders": ranged(1, UP, 1, REST),
    "below half": ranged(0, ["//", UP, 2], 1, K),
    "any divisor but one": ranged(2, UP, DIVIDES, LESS),
    "any divisor but two": ranged(1, UP, ["and", DIVIDES, ["!=", K, 2]], LESS),
    "odd divisors": ranged(1, UP, DIVIDES, LESS, 2),
    "divisors up to half": ranged(1, ["+", ["//", N, 2], 1], DIVIDES, LESS),
    "divisors up to a third": ranged(1, ["+", ["//", N, 3], 1], DIVIDES, LESS),
    "proper divisors": ranged(1, N, DIVIDES, LESS),
    "divisors of n - 1": ranged(1, N, ["==", ["%", ["-", N, 1], K], 0], LESS),
    "divisors of n + 1": ranged(1, UP, ["==", ["%", UP, K], 0], LESS),
    "twice a divisor": ranged(1, ["+", ["//", N, 2], 1], DIVIDES, ["-", N, ["*", 2, K]]),
    "no divisors": ranged(1, N, REST, LESS),
    "remainder at most one": ranged(1, UP, ["<=", REST, 1], LESS),
    "divisors not 3 mod 4": ranged(1, UP, ["and", DIVIDES, ["!=", ["%", K, 4], 3]], LESS),
    "to a divisor": ranged(1, N, DIVIDES, K),
    "remainders from two": ranged(2, UP, 1, REST),
    "remainders below n": ranged(2, N, 1, REST),
    "remainders by odd numbers": ranged(1, UP, 1, REST, 2),
    "remainders by up to half": ranged(1, ["+", ["//", N, 2], 1], 1, REST),
    "remainders that are odd": ranged(1, UP, ["%", REST, 2], REST),
    "less a remainder": ranged(1, UP, REST, ["-", N, REST]),
    "quotients": ranged(2, UP, 1, ["//", N, K]),
    "below half and two": ranged(0, ["//", ["+", N, 2], 2], ["<", K, N], K),
    "below half but one": ranged(0, ["//", UP, 2], ["!=", K, 1], K),
    "below half but seven": ranged(0, ["//", UP, 2], ["!=", K, 7], K),
    "below two thirds": ranged(0, ["//", ["*", 2, N], 3], 1, K),
    "below a third": ranged(0, ["//", ["+", N, 2], 3], 1, K),
    "powers of two that divide": doubling(["==", REST, 0], LESS),
    "powers of two from two": doubling(["==", REST, 0], LESS, start=2),
    "powers of two that leave at most one": doubling(["and", ["<=", REST, 1], ["<=", K, N]], LESS),
    "powers of four that divide": doubling(["==", REST, 0], LESS, factor=4),
    "twice powers of two that divide": doubling(
        ["and", ["==", REST, 0], ["<=", ["*", 2, K], N]], ["-", N, ["*", 2, K]]
    ),
    "powers of three that divide": doubling(["==", REST, 0], LESS, factor=3),
}


def graph_of(label, base=2, edge=300):
    """Return the automaton that is learned from labels that a function gives."""
    table = np.array([label(n) for n in range(edge)])
    return learned(base, table, [base**v for v in range(int(table.max()) + 2)])


CLAIMS = {
    "v": graph_of(lambda n: twos(n) if n else 0),
    "v + 1": graph_of(lambda n: twos(n) + 1 if n else 0),
    "low powers": graph_of(lambda n: {0: 0, 1: 1, 4: 1, 2: 2, 6: 2}.get(n, twos(n))),
    "log n": graph_of(lambda n: log(2, n)),
    "log n + 1": graph_of(lambda n: log(2, n + 1)),
    "length": graph_of(lambda n: n.bit_length()),
    "log less": graph_of(lambda n: max(0, log(2, n + 1) - 1)),
}


def estimates_of(game):
    """Return a ranking and estimates with which the rules are right, or None."""
    fine, _ = between._sound(json.dumps(document(game)), "binary", (2,), 1, True)
    return fine[0] if fine else None


def accepted(game, automaton, ranking, estimates):
    cert = {
        "format": "lastmove-certificate/1",
        "kind": "exponent",
        "what": "grundy",
        "system": document(game),
        "numeration": "binary",
        "labels": [automaton.table],
        "ranking": ranking,
        "estimates": estimates,
    }
    try:
        check(cert)
    except Rejected:
        return False
    return True


def test_near_misses_are_refused_and_what_is_accepted_is_true_up_to_2000():
    false = true = 0
    for name, game in NEARLY.items():
        known = estimates_of(game)
        if known is None:
            continue
        table = tabulate(game, "grundy", (2000,))
        slow = plain(document(game), "grundy")
        assert [slow(n) for n in range(60)] == list(table[:60])
        for claim, automaton in CLAIMS.items():
            right = PlaceLaw(1, automaton).mismatch(table) is None
            told = accepted(game, automaton, *known)
            assert right or not told, (name, claim)
            false += not right
            true += told
    assert false > 120
    assert true >= 7


def test_what_digits_say_of_remainders_is_true():
    for base in (2, 3, 10):
        sets = Sets(False, base)
        facts = Facts(Forms(sets, 3))
        a, b, r = (variable(f"x{i}") for i in range(3))
        facts.last(a, b, r)
        (made,) = facts.all
        told = Radix.of(made, base)
        edge = {2: 34, 3: 30, 10: 102}[base]
        random = Random(base)
        for _ in range(4000):
            n, d = random.randrange(edge), random.randrange(1, edge)
            assert told.accepts([n, d, n % d])
            rest = random.randrange(d)
            power = d in (base**i for i in range(6))
            if rest != n % d and (power or (d % base == 0 and (rest - n) % base)):
                assert not told.accepts([n, d, rest])


@pytest.mark.parametrize("base", [2, 3, 10])
def test_remainders_and_digits_by_powers_are_exact(base):
    sets = Sets(False, base)
    reader = Forms(sets, 2)
    reader.units.add("x1")
    env = {0: variable("x1")}
    power = reader.powers("x1", 1)
    for e, rule in (
        (["%", N, K], lambda n, p: n % p),
        (["%", ["//", N, K], base], lambda n, p: n // p % base),
        (["%", N, ["*", K, base]], lambda n, p: n % (base * p)),
    ):
        ((guard, form),) = reader.cases(e, env)
        pairs = sets.join([*guard, power, reader.equal("y", form)], ["x0", "x1", "y"])
        told = Radix.of(pairs, base)
        assert pairs.names == ("x0", "x1", "y")
        for n, p in product(range(120), range(1, 102)):
            is_power = p in (base**i for i in range(8))
            for y in {rule(n, p), 0, 1, n}:
                assert told.accepts([n, p, y]) == (is_power and y == rule(n, p))
    assert not reader.is_power(({"x1": 3 * base}, 0)) or base == 3
    assert not reader.is_power(({"x1": 1}, 1))
    assert not reader.is_power(({"x0": 1}, 0))


@pytest.mark.parametrize("base", [2, 3, 7, 10])
def test_sets_in_other_bases_are_those_of_numbers(base):
    sets = Sets.written("binary" if base == 2 else f"base {base}")
    forms = Forms(sets, 2)
    random = Random(base)
    for _ in range(8):
        a, b, c = (random.randint(-4, 4) for _ in range(3))
        for equal in (True, False):
            made = sets.linear(({"x0": a, "x1": b}, c), equal)
            told = Radix.of(made, base)
            for x in product(range(25), repeat=2):
                own = [n for n, name in zip(x, ("x0", "x1"), strict=True) if name in made.names]
                value = a * x[0] + b * x[1] + c
                assert told.accepts(own) == (value == 0 if equal else value <= 0)
    powers = Radix.of(forms.powers("x0", 1), base)
    assert [n for n in range(400) if powers.accepts([n])] == [
        n for n in range(1, 400) if n in (base**i for i in range(10))
    ]
    some = sets.some(sets.linear(({"x0": 1, "x1": -3}, -1), True), ["x1"])
    assert [n for n in range(60) if Radix.of(some, base).accepts([n])] == list(range(1, 60, 3))


def test_named_formulas_are_the_sets_that_they_stand_for():
    for base in (2, 3):
        sets = Sets(False, base)
        for formula in (
            Named("exponent", base, (1,), 0, 0),
            Named("exponent", base, (2,), 1, 1),
            Named("exponent", base, (3,), -2, -1),
            Named("logarithm", base, (1,), 1, 2),
            Named("logarithm", base, (2,), -3, -1),
            Named("logarithm", base, (1,), 2, 1, 5),
        ):
            told = Radix.of(formula.graph(sets), base)
            for n in range(300):
                value = formula.value((n,))
                for v in range(9):
                    assert told.accepts([base**v, n]) == (v == value)
                assert not told.accepts([base**2 + 1, n])


def test_certificates_with_something_else_are_rejected():
    right = low_powers.law(what="grundy").certificate
    estimates = right["estimates"][0]
    for wrong in (
        {**right, "what": "outcome"},
        {**right, "numeration": "base 3"},
        {**right, "numeration": "zeckendorf"},
        {**right, "numeration": "base 11"},
        {**right, "numeration": ["binary"]},
        {**right, "labels": [0]},
        {**right, "labels": [["x", 0]]},
        {**right, "labels": right["labels"] * 2},
        {**right, "kind": "between"},
        {**right, "estimates": [{**estimates, "digits": 1}]},
        {**right, "estimates": [{**estimates, "rounds": 0}]},
        {**right, "ranking": [[[0, 0]]]},
    ):
        with pytest.raises(Rejected):
            check(copy.deepcopy(wrong))
    check(right)


def test_sums_of_heaps_have_a_law_of_each_heap():
    @lm.impartial
    def two_heaps(a, b):
        p = 1
        while a > 0 and a % p == 0:
            yield a - p, b
            p *= 2
        for rest in range((b + 2) // 3):
            yield a, rest

    law = two_heaps.law(what="grundy")
    assert (law.status, law.certificate["kind"]) == ("PROVED", "sum")
    slow = plain(law.certificate["system"], "grundy")
    assert all(law(*x) == slow(*x) for x in product(range(40), repeat=2))
    law = Law.from_certificate(law.certificate)
    n, m = 10**18, 10**17 + 5
    assert law(n, m) == twos(n) ^ log(3, 2 * m + 1)
    assert all(law(*y) == 0 for y in law.winning_moves(n, m))
    assert law.winning_moves(n, m)


def test_a_fixed_parameter_changes_the_base():
    @lm.impartial
    def below(n, *, k=3):
        yield from range((n + k - 1) // k)

    for k in (2, 3, 5):
        law = below.using(k=k).law(what="grundy")
        assert (law.status, law.certificate["kind"]) == ("PROVED", "exponent")
        levels = [n for n in range(1, 700) if law(n) > law(n - 1)]
        wanted = [(k**j - 1) // (k - 1) for j in range(1, 11)]
        assert levels == [n for n in wanted if n < 700]


def test_values_too_large_for_a_power_of_the_base_are_left_to_other_classes():
    @lm.impartial
    def digits_of_ten(n):
        k = 1
        while k <= n:
            for j in range(1, n // k % 10 + 1):
                yield n - j * k
            k *= 10
        k = 10
        while k <= n:
            yield n // k + 1
            k *= 10

    with pytest.raises(lm.NoLawFound):
        digits_of_ten.law(what="grundy")
