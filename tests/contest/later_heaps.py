"""Games of one heap; see `later_games` beside this file."""

from __future__ import annotations

from math import gcd, isqrt
from typing import Any

import lastmove as lm


def _is_prime(n: int) -> bool:
    if n < 2:
        return False
    return all(n % d != 0 for d in range(2, n))


def _odd_ones(n: int) -> bool:
    return n.bit_count() % 2 == 1


@lm.impartial
def doubloons(n: int) -> Any:
    """Take a power of four (HDU 4203)."""
    p = 1
    while p <= n:
        yield n - p
        p = p * 4


@lm.impartial
def powers_of_ten(n: int) -> Any:
    """Take 1, 10, 100, ... (textbook)."""
    power = 1
    while n >= power:
        yield n - power
        power *= 10


@lm.impartial
def factorials(n: int) -> Any:
    """Take 1, 2, 6, 24, ... stones."""
    f, i = 1, 1
    while f <= n:
        yield n - f
        i += 1
        f *= i


@lm.impartial
def all_ones(n: int) -> Any:
    """Take 1, 3, 7, 15, ... stones."""
    k = 1
    while k <= n:
        yield n - k
        k = 2 * k + 1


@lm.impartial
def fibonacci_again(n: int) -> Any:
    """Take a Fibonacci number of stones (HDU 1848)."""
    a, b = 1, 2
    while a <= n:
        yield n - a
        a, b = b, a + b


@lm.impartial
def odious(n: int) -> Any:
    """Take a number whose binary digits have an odd sum."""
    for k in range(1, n + 1):
        if _odd_ones(k):
            yield n - k


@lm.impartial
def triangular(n: int) -> Any:
    """Take 1, 3, 6, 10, ... stones."""
    i = t = 1
    while t <= n:
        yield n - t
        i += 1
        t += i


@lm.impartial
def any_divisor(n: int) -> Any:
    """Take a divisor of the heap, maybe all of it (the game Dim of Winning Ways)."""
    d = 1
    while d <= n:
        if n % d == 0:
            yield n - d
        d += 1


@lm.impartial
def no_divisor(n: int) -> Any:
    """Take a number that does not divide the heap (Saliquant, Iannucci and Larsson)."""
    for k in range(1, n):
        if n % k:
            yield n - k


@lm.impartial
def to_a_divisor(n: int) -> Any:
    """Replace a number by a smaller divisor of it."""
    yield from (d for d in range(1, n) if n % d == 0)


@lm.impartial
def prime_factor(n: int) -> Any:
    """Take a prime that divides the heap."""
    for p in range(2, n + 1):
        if n % p == 0 and _is_prime(p):
            yield n - p


@lm.impartial
def common_with_heap(n: int) -> Any:
    """Take a number that is not coprime to the heap (Nontotative)."""
    for k in range(2, n + 1):
        if gcd(k, n) > 1:
            yield n - k


@lm.impartial
def remainders(n: int) -> Any:
    """Replace a number by its remainder modulo any number up to it."""
    for k in range(1, n + 1):
        yield n % k


@lm.impartial
def divide_by_any(n: int) -> Any:
    """Divide by any number from two on, rounding down."""
    for k in range(2, n + 1):
        yield n // k


@lm.impartial
def low_powers(n: int) -> Any:
    """Take a power of two that divides the heap."""
    p = 1
    while n > 0 and n % p == 0:
        yield n - p
        p *= 2


@lm.impartial
def not_a_half(n: int) -> Any:
    """Take any number but half of the heap."""
    for k in range(1, n + 1):
        if 2 * k != n:
            yield n - k


@lm.impartial
def a_third_or_two(n: int) -> Any:
    """Keep a third, or all but a third, rounded (CF 273E)."""
    if n > 2:
        third = n // 3
        yield third
        yield n - third


@lm.impartial
def legendre_odd(n: int) -> Any:
    """Take one, or split an even heap into three equal ones of its half (CF 603C, k odd)."""
    if n >= 1:
        yield n - 1
    if n > 0 and n % 2 == 0:
        h = n // 2
        yield legendre_odd(h) + legendre_odd(h) + legendre_odd(h)


@lm.impartial
def one_two_k(n: int) -> Any:
    """Take 1, 2 or 9 steps (CF 1194D)."""
    for step in sorted([9, 1, 2]):
        if step <= n:
            yield n - step


@lm.impartial
def between_three_and_seven(n: int) -> Any:
    """Take three to seven stones (AtCoder ABC 297 G)."""
    low, high = 3, 7
    k = low
    while k <= high and k <= n:
        yield n - k
        k += 1


@lm.impartial
def ceil_of_a_half(n: int) -> Any:
    """Take half, rounded up or down."""
    if n >= 2:
        yield n // 2
        yield -(-n // 2)
    elif n == 1:
        yield 0


@lm.impartial
def minus_one_or_by_three(n: int) -> Any:
    """Take one, or go down to a third, rounded up."""
    if n > 1:
        yield n - 1
        yield (n + 2) // 3


@lm.impartial
def simple_nim(n: int) -> Any:
    """Take any number, or split a heap into three that are not empty (HDU 5795)."""
    yield from range(n)
    for a in range(1, n - 1):
        for b in range(1, n - a):
            yield simple_nim(a) + simple_nim(b) + simple_nim(n - a - b)


@lm.impartial
def take_then_split(n: int) -> Any:
    """Take some stones; what is left may be split in two (HDU 5011)."""
    for left in range(n):
        for a in range(left // 2 + 1):
            yield take_then_split(a) + take_then_split(left - a)


@lm.impartial
def split_evenly(n: int) -> Any:
    """Split a heap into two that differ by at most one."""
    if n >= 2:
        yield split_evenly(n // 2) + split_evenly(n - n // 2)


@lm.impartial
def triomino(n: int) -> Any:
    """Lay a piece of three cells in a row (SPOJ TRIOMINO)."""
    for i in range(n - 2):
        yield triomino(i) + triomino(n - 3 - i)


@lm.impartial
def isqrt_or_one(n: int) -> Any:
    """Go down by one, or to the square root."""
    if n > 1:
        yield n - 1
        yield isqrt(n)


@lm.impartial
def take_digits_of_base_three(n: int) -> Any:
    """Take a power of three that has a digit 1 or 2 in the heap written in base three."""
    p = 1
    while p <= n:
        if n // p % 3 > 0:
            yield n - p
        p *= 3


@lm.impartial
def lucky_sevens(n: int) -> Any:
    """Take 1 to 6, but nothing that leaves a multiple of seven unless it is zero."""
    for k in range(1, 7):
        rest = n - k
        if rest < 0:
            return
        if rest == 0 or rest % 7 != 0:
            yield rest


GAMES: list[tuple[Any, int, str]] = [
    (doubloons, 1, "outcome"),
    (doubloons, 1, "grundy"),
    (powers_of_ten, 1, "outcome"),
    (factorials, 1, "outcome"),
    (all_ones, 1, "grundy"),
    (fibonacci_again, 1, "grundy"),
    (odious, 1, "outcome"),
    (triangular, 1, "outcome"),
    (any_divisor, 1, "grundy"),
    (no_divisor, 1, "outcome"),
    (no_divisor, 1, "grundy"),
    (to_a_divisor, 1, "outcome"),
    (prime_factor, 1, "outcome"),
    (common_with_heap, 1, "outcome"),
    (remainders, 1, "outcome"),
    (remainders, 1, "grundy"),
    (divide_by_any, 1, "outcome"),
    (low_powers, 1, "grundy"),
    (not_a_half, 1, "grundy"),
    (a_third_or_two, 1, "grundy"),
    (legendre_odd, 1, "grundy"),
    (one_two_k, 1, "outcome"),
    (between_three_and_seven, 1, "grundy"),
    (ceil_of_a_half, 1, "grundy"),
    (minus_one_or_by_three, 1, "outcome"),
    (simple_nim, 1, "grundy"),
    (take_then_split, 1, "grundy"),
    (split_evenly, 1, "grundy"),
    (split_evenly, 1, "misere"),
    (triomino, 1, "grundy"),
    (isqrt_or_one, 1, "outcome"),
    (take_digits_of_base_three, 1, "grundy"),
    (lucky_sevens, 1, "outcome"),
]
