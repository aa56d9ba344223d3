"""At least one certificate of every kind that the checker knows, small and quick to check."""

from collections.abc import Callable
from functools import cache

from tests.automata_games import nim as automatic_nim
from tests.automata_games import wythoff as automatic_wythoff
from tests.contest.further_games import box_in_box, divide_or_decrement, odd_divisors
from tests.contest.games.boards import DomineeringStrip
from tests.contest.games.heaps import (
    subtract_digit,
    subtract_divisor,
    subtract_proper_divisor,
    take_coprime,
)
from tests.contest.later_heaps import any_divisor, divide_by_any, low_powers, to_a_divisor
from tests.contest.more_games import (
    clear_bits,
    subtract_powers_of_three,
    subtract_prime_or_one,
    take_at_least_half,
)
from tests.contest.other_games import divide_by_up_to_five
from tests.euclid_games import by_quotients, stay_positive
from tests.unit.laws.games import counters, guarded, system
from tests.unit.laws.test_values import stalk

import lastmove as lm
from lastmove.heaps.games import heap_game
from lastmove.laws import smt
from lastmove.laws.automata.family import BinaryAutomata, ZeckendorfAutomata
from lastmove.laws.base import Sample
from lastmove.laws.find import candidates
from lastmove.laws.sectors import Sectors

get = lm.rulesets.get


@lm.impartial
def at_most_a_third(n):
    for k in range(1, n // 3 + 1):
        yield n - k


@lm.impartial
def two_or_three(n):
    for k in range(2, 4):
        if k <= n:
            yield n - k
    if n == 1:
        yield 0


@lm.impartial
def below_a_third(n):
    yield from range((n + 2) // 3)


@lm.impartial
def far_below_half(n):
    yield from range((n - 5) // 2)


@lm.impartial
def exact_third(n):
    if n > 0:
        yield n - 1
        if n % 3 == 0:
            yield n // 3


@lm.impartial
def lower_a_digit(n):
    p = 1
    while p <= n:
        if n // p % 10 > 0:
            yield n - p
        p *= 10


@lm.impartial
def longer_side(a, b):
    for k in range(1, a - b + 1):
        yield a - k, b
    for k in range(1, b - a + 1):
        yield a, b - k


@lm.impartial
def corners(x, y):
    for a in range(x):
        for b in range(y):
            yield corners(a, y) + corners(x, b) + corners(a, b)


@lm.impartial
def two_ways(a, b):
    for k in (1, 2):
        if a >= k:
            yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k


@lm.impartial
def circle(n):
    for taken in range(1, min(3, n) + 1):
        yield row(n - taken)


@lm.impartial
def row(n):
    for taken in range(1, 4):
        for left in range((n - taken) // 2 + 1):
            yield row(left) + row(n - taken - left)


LOWER = [guarded((-1, 0)), guarded((0, -1))]


def _of(rules, what, **more):
    return rules.law(what=what, **more).certificate


def _first(game, what, kind):
    for found in candidates(game, what):
        if found.certificate is not None and found.certificate["kind"] == kind:
            return found.certificate
    raise AssertionError(f"no certificate of kind {kind}")


def _automaton(game, what, edge, family):
    sample = Sample(game, what, (edge,) * len(game.programs[0].coords))
    return family().learn(sample).certificate(sample)


def _solver():
    game = longer_side.law(what="outcome").system
    sample = Sample(game, "outcome", (40, 40))
    return smt.certificate(Sectors().learn(sample), sample)


# What is shown, and what makes the certificate.
_MADE: dict[str, Callable[[], dict]] = {
    "box": lambda: _first(counters((-1, 0), (1, -2), (-2, -1)), "outcome", "box"),
    "box misere": lambda: _first(counters((-1, 0), (-1, -2)), "misere", "box"),
    "box on cones": lambda: _first(counters((-1, 0), (0, -1), (-1, -1)), "grundy", "box"),
    "breaking": lambda: get("bash").law().certificate,
    "breaking into two": lambda: _of(get("guiles"), "grundy"),
    "slides": lambda: _of(get("nim"), "grundy", arity=2),
    "sum": lambda: _of(two_ways, "grundy"),
    "numbers": lambda: _of(DomineeringStrip, "value"),
    "signs": lambda: _first(DomineeringStrip.law(what="value").system, "outcome", "signs"),
    "automaton": lambda: _automaton(automatic_nim(2), "outcome", 24, BinaryAutomata),
    "automaton expression": lambda: _of(box_in_box, "outcome"),
    "automaton values": lambda: _automaton(automatic_nim(2), "grundy", 16, BinaryAutomata),
    "automaton zeckendorf": lambda: _automaton(
        automatic_wythoff(), "outcome", 100, ZeckendorfAutomata
    ),
    "formula": lambda: _of(two_or_three, "misere"),
    "formula parameters": lambda: _of(get("bash"), "outcome", parameters=["k"]),
    "formula values": lambda: _first(system(left=[LOWER[0]], right=[LOWER[1]]), "value", "formula"),
    "formula powers": lambda: _of(get("cutcake"), "value"),
    "formula stalks": lambda: _first(stalk(0), "value", "formula"),
    "growing": lambda: _of(divide_by_up_to_five, "outcome"),
    "solver": _solver,
    "theorem few": lambda: _of(at_most_a_third, "grundy"),
    "theorem wythoff": lambda: _of(get("wythoff").using(t=2), "outcome"),
    "theorem coprime": lambda: _of(take_coprime, "grundy"),
    "theorem length": lambda: _of(take_at_least_half, "grundy"),
    "theorem ones": lambda: _of(clear_bits, "grundy"),
    "theorem product": lambda: _of(corners, "grundy"),
    "theorem euclid": lambda: _of(by_quotients, "outcome"),
    "theorem euclid positive": lambda: _of(stay_positive, "grundy"),
    "theorem quotients": lambda: _of(divide_by_any, "grundy"),
    "theorem prime factors": lambda: _of(to_a_divisor, "grundy"),
    "divisors": lambda: _of(subtract_proper_divisor, "outcome"),
    "divisors exponent": lambda: _of(subtract_divisor, "grundy"),
    "divisors misere": lambda: _of(subtract_divisor, "misere"),
    "divisors values": lambda: _of(odd_divisors, "grundy"),
    "between digits": lambda: _of(subtract_digit, "outcome"),
    "between powers": lambda: _of(subtract_powers_of_three, "misere"),
    "between primes": lambda: _of(subtract_prime_or_one, "grundy"),
    "between sums": lambda: _of(circle, "outcome"),
    "exponent": lambda: _of(low_powers, "grundy"),
    "exponent divisors": lambda: _of(any_divisor, "grundy"),
    "exponent base three": lambda: _of(below_a_third, "grundy"),
    "exponent automaton": lambda: _of(far_below_half, "grundy"),
    "between base three": lambda: _of(divide_or_decrement, "outcome"),
    "between base three values": lambda: _of(exact_third, "grundy"),
    "between base ten": lambda: _of(lower_a_digit, "outcome"),
    "rows": lambda: _of(get("nim"), "grundy", arity="any"),
    "heap-period/1": lambda: heap_game("0.3").period().certificate,
}

SPECIMENS = {name: cache(make) for name, make in _MADE.items()}
