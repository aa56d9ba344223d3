"""Laws by functions of arithmetic, and in intervals that grow by a factor: checked, not proved."""

import pytest
from tests.contest.games import heaps
from tests.contest.more_games import quotients, take_at_least_half

import lastmove as lm
from lastmove.laws.arithmetic import FunctionLaw, GrowingLaw, least_prime, prime_factors, twos
from lastmove.rulesets import get


@pytest.mark.parametrize(
    ("rules", "what", "said"),
    [
        (heaps.subtract_divisor, "grundy", "the exponent of 2 in n"),
        pytest.param(
            heaps.take_coprime,
            "grundy",
            "smallest prime factor of n among the primes, but 0",
            marks=pytest.mark.long,
        ),
        (take_at_least_half, "grundy", "the number of binary digits of n"),
        (quotients, "outcome", "each end e is followed by 18e - 17"),
    ],
)
def test_functions_of_arithmetic_are_found_and_said_to_be_unproved(rules, what, said):
    law = rules.law(what=what)
    assert law.status == "CHECKED"
    assert law.bound >= 900
    assert "nothing here proves" in law.why_not_proved
    assert said in str(law)
    table = rules.table(1500, what=what).tolist()
    assert [law(n) if what == "grundy" else law(n).name for n in range(1500)] == table
    with pytest.raises(lm.LastmoveError):
        lm.laws.law.Law.from_certificate({"kind": "arithmetic"})


@pytest.mark.parametrize("name", ["subtract_square", "treblecross"])
def test_games_without_a_known_law_are_refused(name):
    with pytest.raises(lm.NoLawFound):
        get(name).law(what="grundy")


@lm.impartial
def quotients_up_to(n):
    """As quotients, but from 4000 on whoever moves may end the game."""
    if n > 1:
        for k in range(2, 10):
            yield (n + k - 1) // k
    if n > 4000:
        yield 0


def test_growth_that_ends_beyond_the_tables_is_no_law():
    with pytest.raises(lm.NoLawFound, match="but not at"):
        quotients_up_to.law(what="outcome")


def test_growing_intervals_at_any_size():
    law = GrowingLaw("outcome", [2, 10], [0, 1, 0], 2, 18, -17)
    said = ["P", "N"]
    assert [said[law.label((n,))] for n in range(400)] == quotients.table(
        400, what="outcome"
    ).tolist()
    for j in range(1, 14):
        ends = (18**j, 18**j + 1, 9 * 18**j, 9 * 18**j + 1)
        assert [law.label((n,)) for n in ends] == [0, 1, 1, 0]


def test_functions_of_arithmetic():
    assert [twos(n) for n in (0, 1, 8, 12, 2**60)] == [0, 0, 3, 2, 60]
    assert [least_prime(n) for n in (0, 1, 2, 9, 25, 49, 97)] == [0, 0, 1, 2, 3, 4, 25]
    assert [prime_factors(n) for n in (1, 2, 12, 97, 1024)] == [0, 1, 3, 1, 10]
    law = FunctionLaw("grundy", "the number of prime factors of {0}", 0, 0, 0, [], {})
    with pytest.raises(lm.LimitExceeded, match="prime factors up to 1,000,000"):
        law.label((1000003 * 1000033,))
