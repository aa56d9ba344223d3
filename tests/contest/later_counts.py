"""Games of one number in the styles of several contestants; see `later_games` beside this file."""

from __future__ import annotations

from math import gcd, isqrt
from typing import Any

import lastmove as lm

SIZES = (2, 5)
PRICES = frozenset({1, 3, 8})


def _digits(n: int) -> list[int]:
    out = []
    while n > 0:
        n, d = divmod(n, 10)
        out.append(d)
    return out


def _parts(n: int, m: int) -> tuple[int, int, int]:
    """Return the size of the small parts, how many are small, and how many are one larger."""
    q, r = divmod(n, m)
    return q, m - r, r


@lm.impartial
def any_digit(n: int) -> Any:
    """Subtract a digit that is not 0 (like CF 331C)."""
    for d in sorted(set(_digits(n))):
        if d:
            yield n - d


@lm.impartial
def lunch(n: int) -> Any:
    """Break a bar into k equal parts; pairs of them cancel (HDU 6892)."""
    for k in range(2, n + 1):
        if n % k == 0:
            if k % 2 == 1:
                yield n // k
            else:
                yield 0


@lm.impartial
def jiangnan(n: int) -> Any:
    """Split a heap of at least 4 into m parts as even as can be (HNOI 2014)."""
    if n < 4:
        return
    for m in range(2, n + 1):
        size, small, large = _parts(n, m)
        if small % 2 and large % 2:
            yield jiangnan(size) + jiangnan(size + 1)
        elif small % 2:
            yield size
        elif large % 2:
            yield size + 1
        else:
            yield 0


@lm.impartial
def larger_box(n: int) -> Any:
    """Empty the box with fewer balls, share out the other; n is the fuller box (UVa 12293)."""
    yield from range((n + 1) // 2, n) if n > 1 else ()


@lm.impartial
def s_nim(n: int) -> Any:
    """Subtract one of a few sizes (POJ 2960, HDU 1536)."""
    return [n - s for s in SIZES if n >= s]


@lm.impartial
def odd_divisor_or_one(n: int) -> Any:
    """Divide by an odd divisor greater than one, or take one while more is left (CF 1370C)."""
    if n <= 1:
        return
    yield n - 1
    for d in range(3, n + 1, 2):
        if n % d == 0:
            yield n // d


@lm.impartial
def division_game(n: int) -> Any:
    """Replace a number by a proper divisor of it (UVa 11859)."""
    for d in range(1, n // 2 + 1):
        q, r = divmod(n, d)
        if not r and q > 1:
            yield d


@lm.impartial
def prices(n: int) -> Any:
    """Pay 1, 3 or 8 (textbook)."""
    left = {n - p for p in PRICES}
    for rest in left:
        if rest < 0:
            continue
        yield rest


@lm.impartial
def one_third_or_half(n: int) -> Any:
    """Go down by one, to a half or to a third (TopCoder-like)."""
    if n == 0:
        return
    options = {n - 1, n // 2, n // 3}
    yield from options


@lm.impartial
def either_end_of_the_bits(n: int) -> Any:
    """Clear the lowest or the highest binary one."""
    if n:
        yield n & (n - 1)
        yield n - (1 << (n.bit_length() - 1))


@lm.impartial
def steps_that_divide(n: int) -> Any:
    """Take 1, 2, 3 or 4, if it divides the heap."""
    yield from (n - k for k in range(1, 5) if n >= k and n % k == 0)


@lm.impartial
def sum_of_its_digits(n: int) -> Any:
    """Take one, or the sum of the digits."""
    if n > 0:
        yield n - 1
        yield n - sum(_digits(n))


@lm.impartial
def unlike_the_half(n: int) -> Any:
    """Take less than half of the heap, or the only stone."""
    k = 1
    while 2 * k < n:
        yield n - k
        k += 1
    if n == 1:
        yield 0


@lm.impartial
def squares_up(n: int) -> Any:
    """Take 1 up to the square root, rounded down (CodeChef-like)."""
    top = isqrt(n)
    for k in range(top, 0, -1):
        yield n - k


@lm.impartial
def growing_steps(n: int) -> Any:
    """Take 1, 4, 16, ... stones, or two of such a heap."""
    for i in range(n):
        p = 4**i
        if p > n:
            break
        yield n - p
        if 2 * p <= n:
            yield n - 2 * p


@lm.impartial
def shared_factor(n: int) -> Any:
    """Replace a number by a smaller one that has a factor in common with it."""
    for m in range(1, n):
        if gcd(m, n) != 1:
            yield m


@lm.impartial
def officers_and_men(n: int) -> Any:
    """Split off one, so that what is left falls in two parts that are not empty."""
    for a in range(1, n - 1):
        b = n - 1 - a
        if a <= b:
            yield officers_and_men(a) + officers_and_men(b)


@lm.impartial
def one_or_split(n: int) -> Any:
    """Take one, or split a heap in two that are not empty (textbook)."""
    if n >= 1:
        yield n - 1
    a = 1
    while a <= n - a:
        yield one_or_split(a) + one_or_split(n - a)
        a += 1


@lm.impartial
def odd_from_odd(n: int) -> Any:
    """An odd pile loses any odd number, an even one loses one (CodeChef-like)."""
    match n % 2:
        case 1:
            for k in range(1, n + 1, 2):
                yield n - k
        case 0 if n > 0:
            yield n - 1


@lm.impartial
def three_equal(n: int) -> Any:
    """Take one or two, or split a multiple of three into three equal heaps."""
    for k in (1, 2):
        if k <= n:
            yield n - k
    if n and not n % 3:
        t = three_equal(n // 3)
        yield t + t + t


@lm.impartial
def at_least_a_third(n: int) -> Any:
    """Take at least a third of the heap, rounded up."""
    lowest = -(-n // 3)
    for k in range(max(lowest, 1), n + 1):
        yield n - k


@lm.impartial
def half_is_the_end(n: int) -> Any:
    """Take one or two; an even heap may be halved instead (misere in Nowcoder)."""
    if n > 0:
        yield n - 1
    if n > 1:
        yield n - 2
    if n > 1 and n & 1 == 0:
        yield n >> 1


GAMES: list[tuple[Any, int, str]] = [
    (any_digit, 1, "outcome"),
    (lunch, 1, "grundy"),
    (jiangnan, 1, "grundy"),
    (larger_box, 1, "outcome"),
    (larger_box, 1, "grundy"),
    (s_nim, 1, "grundy"),
    (odd_divisor_or_one, 1, "outcome"),
    (division_game, 1, "grundy"),
    (prices, 1, "outcome"),
    (one_third_or_half, 1, "outcome"),
    (either_end_of_the_bits, 1, "outcome"),
    (either_end_of_the_bits, 1, "grundy"),
    (steps_that_divide, 1, "outcome"),
    (sum_of_its_digits, 1, "outcome"),
    (unlike_the_half, 1, "grundy"),
    (squares_up, 1, "outcome"),
    (growing_steps, 1, "outcome"),
    (shared_factor, 1, "outcome"),
    (officers_and_men, 1, "grundy"),
    (one_or_split, 1, "grundy"),
    (odd_from_odd, 1, "grundy"),
    (three_equal, 1, "grundy"),
    (at_least_a_third, 1, "grundy"),
    (half_is_the_end, 1, "outcome"),
    (half_is_the_end, 1, "misere"),
]
