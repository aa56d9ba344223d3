"""Games of contests that are neither in the corpus nor among the other games, in ten lines each.

They are stated as contestants write them: loops that break, powers, digits, divisors, lists of
constants, helper functions, heaps in a list.
"""

from __future__ import annotations

from math import gcd
from typing import Any

import lastmove as lm

CARDS = (1, 3, 4)
STEPS = [(-1, 0), (-2, 0), (0, -1), (0, -2), (-1, -1)]


@lm.impartial
def powers_below_limit(n: int) -> Any:
    """Take 1, 2, 4, ... stones, in a loop that breaks (HDU 1847)."""
    k = 1
    while True:
        if k > n:
            break
        yield n - k
        k *= 2


@lm.impartial
def powers_of_two_from_two(n: int) -> Any:
    """Take 2, 4, 8, ... stones."""
    p = 2
    while p <= n:
        yield n - p
        p = p + p


@lm.impartial
def lowest_digit(n: int) -> Any:
    """Take the lowest binary digit, or all that is below the highest one."""
    low = n & -n
    if n > 0:
        yield n - low
    if n > 1:
        yield n - 2 if n % 2 == 0 else n - 1


@lm.impartial
def lowest_or_one(n: int) -> Any:
    """Take 1, or the lowest binary digit twice where that is possible."""
    if n > 0:
        yield n - 1
        low = n & (-n)
        if 2 * low <= n:
            yield n - 2 * low


@lm.impartial
def some_digit(n: int) -> Any:
    """Take any non-zero decimal digit of what is left."""
    m = n
    while m > 0:
        d = m % 10
        if d != 0:
            yield n - d
        m //= 10


@lm.impartial
def smallest_or_largest_digit(n: int) -> Any:
    """Take the smallest or the largest decimal digit (a smallest digit 0 is no move)."""
    low, high, m = 9, 0, n
    while m:
        low = min(low, m % 10)
        high = max(high, m % 10)
        m //= 10
    if n > 0:
        yield n - high
        if low > 0:
            yield n - low


@lm.impartial
def last_digit_or_one(n: int) -> Any:
    """Take one or the last decimal digit."""
    d = n % 10
    if n >= 1:
        yield n - 1
    if d > 1:
        yield n - d


@lm.impartial
def multiply_to_reach(n: int) -> Any:
    """What is left of n after it is divided by 2 or 3, rounded up, until 1."""
    if n > 1:
        for p in (2, 3):
            yield -(-n // p)


@lm.impartial
def divide_by_up_to_five(n: int) -> Any:
    """Divide by 2 to 5, rounding down."""
    if n > 0:
        for k in range(2, 6):
            yield n // k


@lm.impartial
def keep_a_third_to_a_half(n: int) -> Any:
    """Keep at least a third and at most half, rounded down."""
    if n > 0:
        yield from range(n // 3, n // 2 + 1)


@lm.impartial
def keep_less_than_half(n: int) -> Any:
    """Take at least half."""
    for left in range(n):
        if 2 * left <= n:
            yield left


@lm.impartial
def cut_off_a_quarter(n: int) -> Any:
    """Take at least 1 and at most n / 4 rounded up."""
    most = (n + 3) // 4
    for k in range(1, most + 1):
        yield n - k


@lm.impartial
def one_three_four(n: int) -> Any:
    """Take 1, 3 or 4 (AtCoder EDPC K)."""
    for a in CARDS:
        if a <= n:
            yield n - a


@lm.impartial
def one_or_even(n: int) -> Any:
    """Take 1, or half when even."""
    if n >= 1:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield n // 2


@lm.impartial
def odd_even_moves(n: int) -> Any:
    """Take 1 or 2 from an odd heap, 1 or 4 from an even one."""
    for k in (1, 2) if n % 2 else (1, 4):
        if n >= k:
            yield n - k


@lm.impartial
def take_odd(n: int) -> Any:
    """Take an odd number."""
    for k in range(1, n + 1, 2):
        yield n - k


@lm.impartial
def take_multiple_of_three_or_one(n: int) -> Any:
    """Take 1 or a multiple of 3."""
    for k in range(1, n + 1):
        if k == 1 or k % 3 == 0:
            yield n - k


@lm.impartial
def jump_board(x: int, y: int) -> Any:
    """A piece steps by one of a list of vectors."""
    for dx, dy in STEPS:
        a, b = x + dx, y + dy
        if a >= 0 and b >= 0:
            yield a, b


@lm.impartial
def queen(x: int, y: int) -> Any:
    """Corner the queen, distances in one loop."""
    for k in range(1, max(x, y) + 1):
        if x >= k:
            yield x - k, y
        if y >= k:
            yield x, y - k
        if min(x, y) >= k:
            yield x - k, y - k


@lm.impartial
def short_rook(x: int, y: int) -> Any:
    """A rook that moves at most 3."""
    for k in range(1, 4):
        if k <= x:
            yield x - k, y
        if k <= y:
            yield x, y - k


@lm.impartial
def short_queen(x: int, y: int) -> Any:
    """A queen that moves at most 2."""
    for k in (1, 2):
        if k <= x:
            yield x - k, y
        if k <= y:
            yield x, y - k
        if k <= x and k <= y:
            yield x - k, y - k


@lm.impartial
def equal_from_both(a: int, b: int) -> Any:
    """Take any from one heap, or one from each."""
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    if a and b:
        yield a - 1, b - 1


@lm.impartial
def sorted_pair(a: int, b: int) -> Any:
    """Heaps as a sorted pair: take from the larger at most the smaller."""
    small, large = sorted((a, b))
    for k in range(1, small + 1):
        yield tuple(sorted((small, large - k)))


@lm.impartial
def steps_between(a: int, b: int) -> Any:
    """Two tokens a <= b on a strip; move b left, not past a, or a left."""
    for k in range(a):
        yield k, b
    for k in range(a, b):
        yield a, k


@lm.impartial(domain=lambda a, b: 0 <= a < b)
def tokens_apart(a: int, b: int) -> Any:
    """Two tokens that never share a square, moved left; no jumps."""
    for k in range(a):
        yield k, b
    for k in range(a + 1, b):
        yield a, k


@lm.impartial(domain=lambda n, passed: n >= 0 and passed in (0, 1))
def pass_once(n: int, passed: int) -> Any:
    """Take 1 to 3; the pass may be used once, not on an empty heap."""
    for k in range(1, 4):
        if k <= n:
            yield n - k, passed
    if not passed and n > 0:
        yield n, 1


@lm.impartial(domain=lambda a, b, p: a >= 0 and b >= 0 and 0 <= p <= 1)
def nim_with_a_pass(a: int, b: int, p: int) -> Any:
    """Nim with two heaps and one pass, while stones are left."""
    for k in range(a):
        yield k, b, p
    for k in range(b):
        yield a, k, p
    if p and a + b > 0:
        yield a, b, 0


@lm.impartial(domain=lambda n, last: n >= 0 and 0 <= last <= 2)
def not_twice(n: int, last: int) -> Any:
    """Take 1 or 2, never as the other just did."""
    for k in (1, 2):
        if k != last and n >= k:
            yield n - k, k


@lm.impartial
def at_most_double_plus(n: int, q: int) -> Any:
    """Take at most q; then at most twice that."""
    for k in range(1, min(n, q) + 1):
        yield n - k, 2 * k


@lm.impartial
def merge_or_take(a: int, b: int) -> Any:
    """Take one from a heap, or turn two of the first kind into one of the second."""
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1
    if a >= 2:
        yield a - 2, b + 1


@lm.impartial
def plus_and_minus(plus: int, minus: int) -> Any:
    """Signs on a board: two equal ones become +, two different ones -."""
    if plus >= 2:
        yield plus - 1, minus
    if minus >= 2:
        yield plus + 1, minus - 2
    if plus and minus:
        yield plus - 1, minus


@lm.impartial
def bulls(a: int, b: int, c: int) -> Any:
    """Take one or two from one of three heaps."""
    heaps = [a, b, c]
    for i in range(3):
        for k in (1, 2):
            if heaps[i] >= k:
                left = heaps[:]
                left[i] -= k
                yield tuple(left)


@lm.impartial
def all_or_one(a: int, b: int, c: int) -> Any:
    """Take one stone, or a whole heap."""
    piles = (a, b, c)
    for i, pile in enumerate(piles):
        if pile > 0:
            yield (*piles[:i], pile - 1, *piles[i + 1 :])
        if pile > 1:
            yield piles[:i] + (0,) + piles[i + 1 :]  # noqa: RUF005


@lm.impartial
def to_the_next(a: int, b: int, c: int) -> Any:
    """Move any number of stones from a stair to the next; from the last they leave."""
    for k in range(1, a + 1):
        yield a - k, b + k, c
    for k in range(1, b + 1):
        yield a, b - k, c + k
    for k in range(1, c + 1):
        yield a, b, c - k


def _smaller(a: int, b: int) -> int:
    """Return the smaller of two numbers, as contestants define it."""
    if a < b:
        return a
    return b


@lm.impartial
def helper(a: int, b: int) -> Any:
    """Take 1 to 3 from a heap, or the smaller heap's size from both."""
    for k in range(1, 4):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k
    m = _smaller(a, b)
    if m:
        yield a - m, b - m


@lm.impartial
def largest_power(n: int) -> Any:
    """Take 1 or the largest power of two in the heap."""
    if n > 0:
        yield n - 1
        p = 1
        while p * 2 <= n:
            p *= 2
        if p > 1:
            yield n - p


@lm.impartial
def two_row_chocolate(n: int) -> Any:
    """A 2 x n bar broken crosswise into two parts, both stay."""
    for i in range(1, n):
        yield two_row_chocolate(i) + two_row_chocolate(n - i)


@lm.impartial
def split_unequal_or_take(n: int) -> Any:
    """Take one stone, or split into two equal heaps."""
    if n > 0:
        yield n - 1
    if n > 0 and n % 2 == 0:
        yield split_unequal_or_take(n // 2) + split_unequal_or_take(n // 2)


@lm.impartial
def three_parts(n: int) -> Any:
    """Take two stones and leave up to three heaps."""
    m = n - 2
    if m >= 0:
        for i in range(m + 1):
            for j in range(i, m - i + 1):
                k = m - i - j
                if k >= j:
                    yield three_parts(i) + three_parts(j) + three_parts(k)


@lm.impartial
def knocks(n: int) -> Any:
    """Knock down 1 or 3 adjacent pins."""
    for w in (1, 3):
        for left in range(n - w + 1):
            yield knocks(left) + knocks(n - w - left)


@lm.impartial
def coprime_step(a: int, b: int) -> Any:
    """Take one from a heap while the heaps stay coprime."""
    if a > 1 and gcd(a - 1, b) == 1:
        yield a - 1, b
    if b > 1 and gcd(a, b - 1) == 1:
        yield a, b - 1


@lm.impartial
def square_corner(x: int, y: int) -> Any:
    """Step left or down by one, or diagonally by two."""
    if x:
        yield x - 1, y
    if y:
        yield x, y - 1
    if x > 1 and y > 1:
        yield x - 2, y - 2


@lm.impartial
def three_digits(a: int, b: int, c: int) -> Any:
    """Lower one heap by one, or two different heaps by one each."""
    if a > 0:
        yield a - 1, b, c
    if b > 0:
        yield a, b - 1, c
    if c > 0:
        yield a, b, c - 1
    if a > 0 and b > 0:
        yield a - 1, b - 1, c
    if a > 0 and c > 0:
        yield a - 1, b, c - 1
    if b > 0 and c > 0:
        yield a, b - 1, c - 1


@lm.impartial
def equalise(a: int, b: int) -> Any:
    """Take the difference from the larger heap, or one from either."""
    d = abs(a - b)
    if d > 1:
        yield min(a, b), min(a, b)
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1


@lm.impartial
def divisors_below_ten(n: int) -> Any:
    """Take a divisor of n that is below 10."""
    for d in range(1, 10):
        if n > 0 and n % d == 0:
            yield n - d


@lm.impartial
def last_two_bits(n: int) -> Any:
    """Take a number from 1 up to n mod 4, or 4."""
    for k in range(1, (n & 3) + 1):
        yield n - k
    if n >= 4:
        yield n - 4


# Rules, number of coordinates, what is asked.
GAMES: list[tuple[Any, int, str]] = [
    (powers_below_limit, 1, "outcome"),
    (powers_below_limit, 1, "grundy"),
    (powers_below_limit, 1, "misere"),
    (powers_of_two_from_two, 1, "grundy"),
    (lowest_digit, 1, "outcome"),
    (lowest_or_one, 1, "outcome"),
    (some_digit, 1, "outcome"),
    (smallest_or_largest_digit, 1, "outcome"),
    (last_digit_or_one, 1, "grundy"),
    (multiply_to_reach, 1, "outcome"),
    (multiply_to_reach, 1, "misere"),
    (divide_by_up_to_five, 1, "outcome"),
    (divide_by_up_to_five, 1, "grundy"),
    (keep_a_third_to_a_half, 1, "outcome"),
    (keep_less_than_half, 1, "outcome"),
    (keep_less_than_half, 1, "misere"),
    (cut_off_a_quarter, 1, "grundy"),
    (one_three_four, 1, "outcome"),
    (one_or_even, 1, "grundy"),
    (odd_even_moves, 1, "grundy"),
    (take_odd, 1, "grundy"),
    (take_multiple_of_three_or_one, 1, "outcome"),
    (jump_board, 2, "outcome"),
    (queen, 2, "outcome"),
    (short_rook, 2, "grundy"),
    (short_queen, 2, "grundy"),
    (equal_from_both, 2, "outcome"),
    (sorted_pair, 2, "outcome"),
    (steps_between, 2, "outcome"),
    (tokens_apart, 2, "outcome"),
    (pass_once, 2, "outcome"),
    (pass_once, 2, "grundy"),
    (nim_with_a_pass, 3, "outcome"),
    (not_twice, 2, "outcome"),
    (at_most_double_plus, 2, "outcome"),
    (merge_or_take, 2, "outcome"),
    (plus_and_minus, 2, "outcome"),
    (bulls, 3, "grundy"),
    (all_or_one, 3, "outcome"),
    (to_the_next, 3, "outcome"),
    (helper, 2, "outcome"),
    (largest_power, 1, "outcome"),
    (two_row_chocolate, 1, "grundy"),
    (split_unequal_or_take, 1, "grundy"),
    (three_parts, 1, "grundy"),
    (knocks, 1, "grundy"),
    (coprime_step, 2, "outcome"),
    (square_corner, 2, "outcome"),
    (three_digits, 3, "outcome"),
    (equalise, 2, "outcome"),
    (divisors_below_ten, 1, "outcome"),
    (last_two_bits, 1, "grundy"),
]
