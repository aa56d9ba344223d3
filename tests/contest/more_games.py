"""Games of the kinds that contests ask for, beside those of the corpus.

Each is stated anew here. Some have no law that is known: those must be refused.
"""

from __future__ import annotations

from math import gcd, isqrt
from typing import Any

import lastmove as lm

get = lm.rulesets.get


@lm.impartial
def subtract_prime_or_one(n: int) -> Any:
    """Take 1 or a prime number of stones."""
    for k in range(1, n + 1):
        if all(k % d != 0 for d in range(2, k)):
            yield n - k


@lm.impartial
def subtract_prime_power(n: int) -> Any:
    """Take 1, 2, 4, 8, ..."""
    k = 1
    while k <= n:
        yield n - k
        k *= 2


@lm.impartial
def subtract_two_power_shift(n: int) -> Any:
    """Take 2**i for any binary digit of n."""
    for i in range(n.bit_length()):
        yield n - (1 << i)


@lm.impartial
def subtract_powers_of_three(n: int) -> Any:
    k = 1
    while k <= n:
        yield n - k
        k *= 3


@lm.impartial
def euclid(a: int, b: int) -> Any:
    """Subtract a multiple of the smaller from the larger, staying >= 0."""
    if a >= b > 0:
        for k in range(1, a // b + 1):
            yield a - k * b, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


@lm.impartial
def euclid_subtract(a: int, b: int) -> Any:
    """Subtract the smaller from the larger once."""
    if a >= b > 0:
        yield a - b, b
    elif b > a > 0:
        yield a, b - a


@lm.impartial
def quotients(n: int) -> Any:
    """Multiplication game by what is left: divide by 2 to 9, rounding up, until 1."""
    if n > 1:
        for k in range(2, 10):
            yield (n + k - 1) // k


@lm.impartial
def halves(n: int) -> Any:
    """n -> floor(n/2), floor(n/3), floor(n/4)."""
    if n > 0:
        for k in (2, 3, 4):
            yield n // k


@lm.impartial
def minus_or_half(n: int) -> Any:
    if n > 0:
        yield n - 1
        yield n // 2


@lm.impartial
def take_third(n: int) -> Any:
    """Take at most a third."""
    for k in range(1, n // 3 + 1):
        yield n - k


@lm.impartial
def take_more_than_half_not(n: int) -> Any:
    """Take at most half, rounded up."""
    for k in range(1, (n + 1) // 2 + 1):
        yield n - k


@lm.impartial
def take_at_least_half(n: int) -> Any:
    for k in range((n + 1) // 2, n + 1):
        if k > 0:
            yield n - k


@lm.impartial
def add_limit(total: int, *, goal: int = 100, most: int = 10) -> Any:
    """Add 1..10, reach at most 100."""
    for k in range(1, most + 1):
        if total + k <= goal:
            yield total + k


@lm.impartial(domain=lambda n, last: n >= 0 and 0 <= last <= 3)
def no_repeat(n: int, last: int) -> Any:
    """Take 1..3, not what was taken just before."""
    for k in range(1, 4):
        if k != last and k <= n:
            yield n - k, k


@lm.impartial
def rook(x: int, y: int) -> Any:
    for a in range(x):
        yield a, y
    for b in range(y):
        yield x, b


@lm.impartial
def king(x: int, y: int) -> Any:
    if x > 0:
        yield x - 1, y
    if y > 0:
        yield x, y - 1
    if x > 0 and y > 0:
        yield x - 1, y - 1


@lm.impartial
def bishop(x: int, y: int) -> Any:
    """Down-left any number, or one left."""
    for k in range(1, min(x, y) + 1):
        yield x - k, y - k
    if x > 0:
        yield x - 1, y


@lm.impartial
def knight(x: int, y: int) -> Any:
    for a, b in ((-2, 1), (-2, -1), (1, -2), (-1, -2)):
        if x + a >= 0 and y + b >= 0:
            yield x + a, y + b


@lm.impartial
def rook_king(x: int, y: int) -> Any:
    for a in range(x):
        yield a, y
    for b in range(y):
        yield x, b
    if x > 0 and y > 0:
        yield x - 1, y - 1


@lm.impartial
def chocolate(a: int, b: int) -> Any:
    """Break a bar, keep either part, until 1 x 1."""
    for k in range(1, a):
        yield k, b
    for k in range(1, b):
        yield a, k


@lm.impartial
def chocolate_sum(a: int, b: int) -> Any:
    """Break a bar in two, both stay."""
    for k in range(1, a):
        yield chocolate_sum(k, b) + chocolate_sum(a - k, b)
    for k in range(1, b):
        yield chocolate_sum(a, k) + chocolate_sum(a, b - k)


@lm.impartial
def poison_corner(left: int, r: int, u: int, d: int) -> Any:
    """Chocolate with a poisoned square inside."""
    for k in range(left):
        yield k, r, u, d
    for k in range(r):
        yield left, k, u, d
    for k in range(u):
        yield left, r, k, d
    for k in range(d):
        yield left, r, u, k


@lm.impartial
def move_one(a: int, b: int) -> Any:
    """Take any from one heap, or move one stone from the first to the second."""
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k
    if a > 0:
        yield a - 1, b + 1


@lm.impartial
def two_heaps_equal(a: int, b: int) -> Any:
    """Take the same from both, or one from one."""
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k


@lm.impartial
def empty_and_split(a: int, b: int) -> Any:
    """Empty one heap and split the other in two non-empty ones (E&D)."""
    for k in range(1, a):
        yield k, a - k
    for k in range(1, b):
        yield k, b - k


@lm.impartial
def at_most_other(a: int, b: int) -> Any:
    """Take from a heap at most what the other holds."""
    for k in range(1, min(a, b) + 1):
        yield a - k, b
        yield a, b - k


@lm.impartial
def double_take(n: int, q: int) -> Any:
    """Take up to q; then the other may take up to q = taken + 1."""
    for k in range(1, min(n, q) + 1):
        yield n - k, k + 1


@lm.impartial
def greedy_dynamic(n: int, q: int) -> Any:
    """Take at most as many as the other just took."""
    for k in range(1, min(n, q) + 1):
        yield n - k, k


@lm.impartial
def triple_dynamic(n: int, q: int) -> Any:
    for k in range(1, min(n, q) + 1):
        yield n - k, 3 * k


@lm.impartial
def grundy_game(n: int) -> Any:
    for k in range(1, (n + 1) // 2):
        yield grundy_game(k) + grundy_game(n - k)


@lm.impartial
def split_any(n: int) -> Any:
    """Split into two non-empty heaps."""
    for k in range(1, n // 2 + 1):
        yield split_any(k) + split_any(n - k)


@lm.impartial
def remove_one_and_split(n: int) -> Any:
    """0.7: take one and maybe split."""
    if n > 0:
        for k in range((n - 1) // 2 + 1):
            yield remove_one_and_split(k) + remove_one_and_split(n - 1 - k)


@lm.impartial
def take_two_row(n: int) -> Any:
    """Take two adjacent coins from a row."""
    for k in range(n - 1):
        yield take_two_row(k) + take_two_row(n - 2 - k)


@lm.impartial
def even_odd(n: int) -> Any:
    """Take an even number, but not all; or all if odd."""
    for k in range(2, n, 2):
        yield n - k
    if n % 2 == 1:
        yield 0


@lm.impartial
def digit_sum_like(n: int) -> Any:
    """Subtract the lowest binary digit or one."""
    if n > 0:
        yield n - (n & -n)
        yield n - 1


@lm.impartial
def clear_bits(n: int) -> Any:
    """Subtract a number whose bits are among those of n."""
    for k in range(1, n + 1):
        if n & k == k:
            yield n - k


@lm.impartial
def three_heaps_all(a: int, b: int, c: int) -> Any:
    """Take one from one heap or one from each of all."""
    if a > 0:
        yield a - 1, b, c
    if b > 0:
        yield a, b - 1, c
    if c > 0:
        yield a, b, c - 1
    if a > 0 and b > 0 and c > 0:
        yield a - 1, b - 1, c - 1


@lm.impartial
def moore2(a: int, b: int, c: int) -> Any:
    """Take from one or two of three heaps."""
    for x in range(a + 1):
        for y in range(b + 1):
            if x + y < a + b:
                yield x, y, c
    for x in range(a + 1):
        for z in range(c + 1):
            if x + z < a + c:
                yield x, b, z
    for y in range(b + 1):
        for z in range(c + 1):
            if y + z < b + c:
                yield a, y, z


@lm.impartial
def two_colours(r: int, g: int, b: int) -> Any:
    """Merge: remove one of two different colours and add one of the third."""
    if r > 0 and g > 0:
        yield r - 1, g - 1, b + 1
    if r > 0 and b > 0:
        yield r - 1, g + 1, b - 1
    if g > 0 and b > 0:
        yield r + 1, g - 1, b - 1


@lm.impartial
def max_heap_only(a: int, b: int) -> Any:
    """Take any number from the larger heap (either if equal)."""
    if a >= b:
        for k in range(a):
            yield k, b
    if b >= a:
        for k in range(b):
            yield a, k


@lm.impartial
def limited_difference(a: int, b: int) -> Any:
    """Take any from one heap while the heaps differ by at most 2 after."""
    for k in range(a):
        if abs(k - b) <= 2:
            yield k, b
    for k in range(b):
        if abs(k - a) <= 2:
            yield a, k


@lm.impartial
def isqrt_game(n: int) -> Any:
    """Take up to the square root."""
    for k in range(1, isqrt(n) + 1):
        yield n - k


@lm.impartial
def take_gcd(a: int, b: int) -> Any:
    """Take one from a heap, or the gcd from both."""
    if a > 0 and b > 0:
        g = gcd(a, b)
        yield a - g, b - g
    if a > 0:
        yield a - 1, b
    if b > 0:
        yield a, b - 1


@lm.impartial
def four_stones(a: int, b: int, c: int, d: int) -> Any:
    """Take one from a heap or move one to the next heap."""
    if a > 0:
        yield a - 1, b + 1, c, d
    if b > 0:
        yield a, b - 1, c + 1, d
    if c > 0:
        yield a, b, c - 1, d + 1
    if d > 0:
        yield a, b, c, d - 1


@lm.impartial
def permutation_ab(a: int, b: int) -> Any:
    """a letters A, b letters B: remove 2 A, or 1 A and 1 B."""
    if a >= 2:
        yield a - 2, b
    if a >= 1 and b >= 1:
        yield a - 1, b - 1
    if b >= 3:
        yield a, b - 3


@lm.impartial
def odd_take(n: int, parity: int) -> Any:
    """Take 1..4; who holds an even number at the end wins: an odd total."""
    for k in range(1, min(4, n) + 1):
        yield n - k, (parity + k) % 2


@lm.impartial
def cards_1_to_4(a: int, b: int, c: int, d: int) -> Any:
    """Replace two cards with labels 1 to 4 by one with their sum, at most 4."""
    if a >= 2:
        yield a - 2, b + 1, c, d
    if a >= 1 and b >= 1:
        yield a - 1, b - 1, c + 1, d
    if a >= 1 and c >= 1:
        yield a - 1, b, c - 1, d + 1
    if b >= 2:
        yield a, b - 2, c, d + 1


@lm.impartial
def chain_of_five(a: int, b: int, c: int, d: int, e: int) -> Any:
    """Replace two equal cards by one with the next label, labels 1 to 5."""
    if a >= 2:
        yield a - 2, b + 1, c, d, e
    if b >= 2:
        yield a, b - 2, c + 1, d, e
    if c >= 2:
        yield a, b, c - 2, d + 1, e
    if d >= 2:
        yield a, b, c, d - 2, e + 1


@lm.impartial
def cards_0_to_4(z: int, a: int, b: int, c: int, d: int) -> Any:
    """Cards 0 to 4: a 0 goes with any other card."""
    if z >= 1 and z + a + b + c + d >= 2:
        yield z - 1, a, b, c, d
    if a >= 2:
        yield z, a - 2, b + 1, c, d
    if a >= 1 and b >= 1:
        yield z, a - 1, b - 1, c + 1, d
    if a >= 1 and c >= 1:
        yield z, a - 1, b, c - 1, d + 1
    if b >= 2:
        yield z, a, b - 2, c, d + 1


# Rules, number of coordinates, what is asked.
GAMES: list[tuple[Any, int, str]] = [
    (subtract_prime_or_one, 1, "outcome"),
    (subtract_prime_power, 1, "grundy"),
    (subtract_two_power_shift, 1, "grundy"),
    (subtract_powers_of_three, 1, "outcome"),
    (euclid, 2, "outcome"),
    (euclid_subtract, 2, "outcome"),
    (quotients, 1, "outcome"),
    (halves, 1, "outcome"),
    (halves, 1, "grundy"),
    (minus_or_half, 1, "outcome"),
    (minus_or_half, 1, "grundy"),
    (take_third, 1, "grundy"),
    (take_third, 1, "outcome"),
    (take_more_than_half_not, 1, "grundy"),
    (take_at_least_half, 1, "grundy"),
    (add_limit, 1, "outcome"),
    (no_repeat, 2, "outcome"),
    (rook, 2, "grundy"),
    (king, 2, "outcome"),
    (king, 2, "grundy"),
    (bishop, 2, "outcome"),
    (knight, 2, "outcome"),
    (knight, 2, "grundy"),
    (rook_king, 2, "outcome"),
    (chocolate, 2, "outcome"),
    (chocolate_sum, 2, "grundy"),
    (poison_corner, 4, "outcome"),
    (move_one, 2, "outcome"),
    (two_heaps_equal, 2, "outcome"),
    (empty_and_split, 2, "outcome"),
    (at_most_other, 2, "outcome"),
    (double_take, 2, "outcome"),
    (greedy_dynamic, 2, "outcome"),
    (triple_dynamic, 2, "outcome"),
    (grundy_game, 1, "grundy"),
    (split_any, 1, "grundy"),
    (remove_one_and_split, 1, "grundy"),
    (take_two_row, 1, "grundy"),
    (even_odd, 1, "grundy"),
    (digit_sum_like, 1, "outcome"),
    (clear_bits, 1, "grundy"),
    (clear_bits, 1, "outcome"),
    (three_heaps_all, 3, "outcome"),
    (moore2, 3, "outcome"),
    (two_colours, 3, "outcome"),
    (max_heap_only, 2, "outcome"),
    (limited_difference, 2, "outcome"),
    (isqrt_game, 1, "outcome"),
    (take_gcd, 2, "outcome"),
    (four_stones, 4, "outcome"),
    (permutation_ab, 2, "outcome"),
    (permutation_ab, 2, "misere"),
    (odd_take, 2, "outcome"),
    (cards_1_to_4, 4, "outcome"),
    (chain_of_five, 5, "outcome"),
    (cards_0_to_4, 5, "outcome"),
    (get("circular_nim").using(k=3), 5, "outcome"),
    (get("nim"), 3, "misere"),
    (get("wythoff"), 2, "misere"),
    (get("bash"), 1, "misere"),
    (get("lasker"), 1, "misere"),
]
