"""Laws by functions of arithmetic: checked with a fresh table, not proved."""

import random

import pytest
from tests.contest.games import heaps
from tests.unit.laws.games import keep_at_most_half
from tests.unit.laws.test_emit import run

import lastmove as lm
from lastmove.laws.arithmetic import FUNCTIONS, FunctionLaw, least_prime, prime_factors, twos
from lastmove.laws.law import Law
from lastmove.rulesets import get


def test_functions_of_arithmetic_are_found_and_said_to_be_unproved():
    law = keep_at_most_half.law(what="grundy")
    assert law.status == "CHECKED"
    assert law.bound >= 900
    assert "carried round a loop" in law.why_not_proved
    assert "the number of binary digits of n" in str(law)
    assert [law(n) for n in range(1500)] == keep_at_most_half.table(1500, what="grundy").tolist()
    with pytest.raises(lm.LastmoveError):
        lm.laws.law.Law.from_certificate({"kind": "arithmetic"})


@pytest.mark.parametrize("name", ["subtract_square", "treblecross"])
def test_games_without_a_known_law_are_refused(name):
    with pytest.raises(lm.NoLawFound):
        get(name).law(what="grundy")


def test_functions_of_arithmetic():
    assert [twos(n) for n in (0, 1, 8, 12, 2**60)] == [0, 0, 3, 2, 60]
    assert [least_prime(n) for n in (0, 1, 2, 9, 25, 49, 97)] == [0, 0, 1, 2, 3, 4, 25]
    assert [prime_factors(n) for n in (1, 2, 12, 97, 1024)] == [0, 1, 3, 1, 10]
    law = FunctionLaw("grundy", "the number of prime factors of {0}", 0, 0, 0, [], {})
    with pytest.raises(lm.LimitExceeded, match="prime factors up to 1,000,000"):
        law.label((1000003 * 1000033,))


def numbers(function):
    """Return numbers of all sizes at which the function is known."""
    rng = random.Random(7)
    prime = "prime" in function
    return [
        *range(300),
        *(rng.randrange(10 ** rng.randint(1, 5 if prime else 18)) for _ in "x" * 300),
    ]


@pytest.mark.parametrize("shift", [0, -1])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_emitted_python_computes_functions_of_arithmetic(function, shift):
    for what, plus, modulus, other in [("grundy", 1, 0, {}), ("outcome", 1, 3, {2: 0})]:
        made = FunctionLaw(what, function, shift, plus, modulus, [5, 6], other)
        law = Law(made, heaps.subtract_divisor.engine.native(1).system, ["first"], bound=0)
        scope = {}
        exec(law.emit("python"), scope)
        for n in numbers(function)[: 80 if "smallest" in function else None]:
            assert scope["law"](n) == made.label((n,))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_emitted_cpp_computes_functions_of_arithmetic(tmp_path, function):
    made = FunctionLaw("grundy", function, 1, 2, 0, [0], {})
    law = Law(made, heaps.subtract_divisor.engine.native(1).system, ["n"], bound=0)
    cases = numbers(function)
    cases += [] if "prime" in function else [10**18 - 1, 10**18, 2**62]
    text = "\n".join([str(len(cases)), *map(str, cases)])
    source = law.emit("cpp", io="T; n -> {law}")
    assert list(map(int, run(tmp_path, "cpp", source, text))) == [made.label((n,)) for n in cases]


SAID = {
    ("outcome", -1, 0): "P if the number of prime factors of n is 1, else N; for n < 2: P, P",
    (
        "outcome",
        1,
        3,
    ): "P if the number of prime factors of n, mod 3, is 2, else N; for n < 2: P, P",
    ("grundy", -1, 0): "the number of prime factors of n, less 1; for n < 2: 0, 0",
    ("grundy", 1, 0): "1 + the number of prime factors of n; for n < 2: 0, 0",
    ("grundy", 1, 2): "(1 + the number of prime factors of n) mod 2; for n < 2: 0, 0",
}


@pytest.mark.parametrize(("what", "plus", "modulus"), SAID)
def test_what_is_added_to_a_function_is_not_read_as_added_to_the_number(what, plus, modulus):
    function = "the number of prime factors of {0}"
    law = FunctionLaw(what, function, 0, plus, modulus, [0, 0], {})
    assert law.describe(("n",)) == SAID[what, plus, modulus]
