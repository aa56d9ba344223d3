"""Still more games of contests and textbooks, written down as a contestant would.

None is in the corpus or among the other games. Each has the number of its coordinates and what is
asked of it.
"""

from __future__ import annotations

from math import gcd
from typing import Any

import lastmove as lm

DIRECTIONS = [(-2, 1), (-1, -1), (-1, 1), (1, -2), (-1, -2), (-2, -1)]
PRIMES = (2, 3, 5, 7)


@lm.impartial
def nim_game(n: int) -> Any:
    """Take 1 to 3 stones (LeetCode 292)."""
    for take in range(1, 4):
        if take > n:
            break
        yield n - take


@lm.impartial
def stones_down_from_ten(x: int, last: int) -> Any:
    """Take exactly one stone fewer than before (LeetCode 3360); the second number is that."""
    if last > 0 and x >= last:
        yield x - last, last - 1


@lm.impartial
def coins_worth_115(x: int, y: int) -> Any:
    """Take one coin of 75 and four of 10 (LeetCode 3222)."""
    if x >= 1 and y >= 4:
        yield (x - 1, y - 4)


@lm.impartial
def divide_or_decrement(n: int) -> Any:
    """Take one, or divide an odd divisor out: odd numbers go to even ones (like CF 1451C)."""
    if n <= 1:
        return
    yield n - 1
    if n % 3 == 0:
        yield n // 3


@lm.impartial
def token_to_the_rim(x: int, y: int) -> Any:
    """Move a token right or up while it stays close enough to the corner (like CF 1451D)."""
    if x + y >= 1:
        if x:
            yield x - 1, y
        if y:
            yield x, y - 1


@lm.impartial
def move_by_two_or_diagonal(x: int, y: int) -> Any:
    """Knights that may go one way off the board and back (like HackerRank's chess games)."""
    for dx, dy in DIRECTIONS[:1] + DIRECTIONS[3:]:
        a, b = x + dx, y + dy
        if a >= 0 and b >= 0 and dx + dy < 0:
            yield a, b


@lm.impartial
def powers_of_two_and_five(n: int) -> Any:
    """Take 1, 2 or 5 (SPOJ, take-away with coins)."""
    options = [n - c for c in (1, 2, 5) if c <= n]
    yield from options


@lm.impartial
def primes_below_ten(n: int) -> Any:
    """Take a prime below ten (HackerRank, subtract primes)."""
    for p in PRIMES:
        if n - p >= 0:
            yield n - p


@lm.impartial
def tower_of_ones(n: int) -> Any:
    """Take two, three or five (HackerRank, game of stones)."""

    def can(k: int) -> bool:
        return n >= k

    for k in (2, 3, 5):
        if can(k):
            yield n - k


@lm.impartial
def coins_2_4_to_1(n: int) -> Any:
    """Take 1, 3 or 4 of the coins (AtCoder DP contest K)."""
    a = [1, 3, 4]
    i = 0
    while i < len(a):
        if a[i] <= n:
            yield n - a[i]
        i += 1


@lm.impartial
def alice_bob_two_piles(x: int, y: int) -> Any:
    """Move 2 i stones to the other pile as i; both piles (AtCoder ARC 072 D)."""
    for i in range(1, x // 2 + 1):
        yield x - 2 * i, y + i
    for i in range(1, y // 2 + 1):
        yield x + i, y - 2 * i


@lm.impartial
def take_from_larger(a: int, b: int) -> Any:
    """Take from the larger pile, at most the smaller (textbook)."""
    small, large = min(a, b), max(a, b)
    for k in range(1, small + 1):
        if a >= b:
            yield a - k, b
        else:
            yield a, b - k
    if small == large:
        return


@lm.impartial
def even_from_even(n: int) -> Any:
    """Even heaps lose an odd number, odd heaps an even one (textbook)."""
    start = 1 if n % 2 == 0 else 2
    for k in range(start, n + 1, 2):
        yield n - k


@lm.impartial
def at_most_half_or_odd(n: int) -> Any:
    """Take at most half, or the one stone that is left (SPOJ MATGAME-like)."""
    limit = max(1, n // 2)
    for k in range(1, limit + 1):
        if k <= n:
            yield n - k


@lm.impartial
def box_of_two(a: int, b: int) -> Any:
    """Empty a box and share out the other in two boxes (POJ, mushrooms; Luogu P2148 E&D)."""
    for whole in (a, b):
        for part in range(1, whole):
            yield part, whole - part


@lm.impartial
def chocolate_break(m: int, n: int) -> Any:
    """Break a bar and eat a half (LeetCode-like; a rook in other words)."""
    for i in range(1, m):
        yield i, n
    for j in range(1, n):
        yield m, j


@lm.impartial
def staircase_of_three(a: int, b: int, c: int) -> Any:
    """Coins go down a stair with three steps."""
    for k in range(1, a + 1):
        yield a - k, b, c
    for k in range(1, b + 1):
        yield a + k, b - k, c
    for k in range(1, c + 1):
        yield a, b + k, c - k


@lm.impartial
def one_each_or_both(a: int, b: int) -> Any:
    """Take one from one heap, or one from each (Codeforces gym)."""
    for da in (0, 1):
        for db in (0, 1):
            if da + db > 0 and a >= da and b >= db:
                yield a - da, b - db


@lm.impartial
def one_or_two_from_three(a: int, b: int, c: int) -> Any:
    """Take one or two from one of three heaps."""
    heaps = [a, b, c]
    for i in range(3):
        for k in (1, 2):
            if heaps[i] >= k:
                after = heaps[:]
                after[i] -= k
                yield tuple(after)


@lm.impartial
def bishop_and_step(x: int, y: int) -> Any:
    """Go diagonally, or one step left."""
    k = 1
    while k <= min(x, y):
        yield x - k, y - k
        k += 1
    if x > 0:
        yield x - 1, y


@lm.impartial
def row_then_column(x: int, y: int) -> Any:
    """Go left as far as you like; from the left rim down by one or two."""
    if x > 0:
        for a in range(x):
            yield a, y
    else:
        for k in (1, 2):
            if y >= k:
                yield x, y - k


@lm.impartial
def exchange(a: int, b: int) -> Any:
    """Three coins of the one kind give one of the other; or pay one (Project-Euler-like)."""
    if a >= 3:
        yield a - 3, b + 1
    if b >= 1:
        yield a, b - 1
    if a >= 1:
        yield a - 1, b


@lm.impartial
def colours(r: int, g: int, b: int) -> Any:
    """Remove two coins of different colours, or one."""
    bag = (r, g, b)
    for i in range(3):
        for j in range(i + 1, 3):
            if bag[i] and bag[j]:
                yield tuple(c - (k in (i, j)) for k, c in enumerate(bag))


@lm.impartial
def cross_out(zeros: int, ones: int) -> Any:
    """Delete 01 or 10 from a string that still has both (CF 1373B)."""
    if min(zeros, ones) >= 1:
        yield zeros - 1, ones - 1


@lm.impartial
def halve_or_take_all(n: int) -> Any:
    """Halve an even number, or take one from an odd one (CF-like)."""
    if n % 2 == 1:
        yield n - 1
    elif n > 0:
        yield n // 2
        if n >= 4:
            yield n - 2


@lm.impartial
def floor_by_two_three_four(n: int) -> Any:
    """n becomes n // 2, n // 3 or n // 4 (SPOJ, byteland)."""
    if n > 0:
        for d in range(2, 5):
            yield n // d


@lm.impartial
def last_bit_games(n: int) -> Any:
    """Clear the lowest bit, or take one from an odd number (bit tricks)."""
    if n:
        yield n & (n - 1)
        if n & 1:
            yield n >> 1


@lm.impartial
def shift_out(n: int) -> Any:
    """Shift the number right by one or two bits."""
    for s in (1, 2):
        if n >> (s - 1):
            yield n >> s


@lm.impartial
def string_of_bits(n: int) -> Any:
    """Clear any one of the bits that are set."""
    for i in range(n.bit_length()):
        if n >> i & 1:
            yield n - (1 << i)


@lm.impartial
def power_of_three_or_double(n: int) -> Any:
    """Take a power of three (Luogu)."""
    p = 1
    while p <= n:
        yield n - p
        p *= 3


@lm.impartial
def prime_power_take(n: int) -> Any:
    """Take p**k for a prime p (Luogu P4018): whatever is not a multiple of six can be left."""
    for k in range(1, n + 1):
        if k % 6 != 0:
            yield n - k


@lm.impartial
def first_or_last_digit(n: int) -> Any:
    """Take the last decimal digit, or one."""
    if n >= 1:
        yield n - 1
        if n % 10 > 1:
            yield n - n % 10


@lm.impartial
def common_factor(a: int, b: int) -> Any:
    """Take one from a heap unless the heaps are then coprime."""
    if a > 1 and gcd(a - 1, b) > 1:
        yield a - 1, b
    if b > 1 and gcd(a, b - 1) > 1:
        yield a, b - 1


@lm.impartial
def divisors_proper(n: int) -> Any:
    """Take a proper divisor (CF 1537D, LeetCode 1025)."""
    for d in range(1, n):
        if n % d == 0:
            yield n - d


@lm.impartial
def odd_divisors(n: int) -> Any:
    """Take an odd divisor."""
    for d in range(1, n + 1, 2):
        if n % d == 0:
            yield n - d


@lm.impartial
def ban_previous(n: int, last: int) -> Any:
    """Take 1 to 3, not what was taken before (Codeforces gym)."""
    for k in range(1, 4):
        if k != last and k <= n:
            yield n - k, k


@lm.impartial
def growing_limit(n: int, limit: int) -> Any:
    """Take up to the limit, which then is one more."""
    for k in range(1, min(n, limit) + 1):
        yield n - k, limit + 1


@lm.impartial
def dynamic_nim_plus_one(n: int, last: int) -> Any:
    """Take at most one more than before."""
    for k in range(1, last + 2):
        if k <= n:
            yield n - k, k


@lm.impartial
def limited_nim(a: int, b: int) -> Any:
    """Take 1 to 4 from the first heap or 1 to 6 from the second (HDU 2149 twice)."""
    for k in range(1, 5):
        if a - k >= 0:
            yield a - k, b
    for k in range(1, 7):
        if b - k >= 0:
            yield a, b - k


@lm.impartial
def turn_a_coin(n: int) -> Any:
    """Turn over a coin and any one to its left (turning turtles as heaps)."""
    for k in range(n):
        yield turn_a_coin(k)
    if n > 0:
        yield turn_a_coin(0)


@lm.impartial
def split_into_three_equal(n: int) -> Any:
    """Split a heap into two equal parts with at most one left over, both kept."""
    if n >= 2:
        half = n // 2
        yield split_into_three_equal(half) + split_into_three_equal(half)
        yield split_into_three_equal(n - 1)


@lm.impartial
def take_two_neighbours(n: int) -> Any:
    """Take two or three neighbours from a row, which may fall apart (Luogu, bowling)."""
    for taken in (2, 3):
        for left in range(n - taken + 1):
            yield take_two_neighbours(left) + take_two_neighbours(n - taken - left)


@lm.impartial
def cut_strip(n: int) -> Any:
    """Cut a strip in two of length at least two (HDU 1-dimensional cutting)."""
    for a in range(2, n - 1):
        yield cut_strip(a) + cut_strip(n - a)


@lm.impartial
def points_on_a_circle(n: int) -> Any:
    """Join two neighbouring-free points: a row splits after two are gone (Dawson)."""
    for i in range(n):
        yield points_on_a_circle(max(0, i - 1)) + points_on_a_circle(max(0, n - i - 2))


@lm.impartial
def race_to(goal: int, at: int) -> Any:
    """Say a number at most ten more than the last; who says the goal wins."""
    for step in range(1, 11):
        if at + step <= goal:
            yield goal, at + step


@lm.impartial
def race_to_hundred(at: int) -> Any:
    """Add 1 to 10; who says 100 wins (textbook)."""
    for step in range(1, 11):
        if at + step <= 100:
            yield at + step


@lm.impartial
def up_to_the_total(total: int, said: int) -> Any:
    """Add 1, 2 or 4 up to a total (LeetCode, can I win, with repetition)."""
    for step in (1, 2, 4):
        if said + step <= total:
            yield total, said + step


@lm.impartial
def half_by_counting(n: int) -> Any:
    """Take at most half, with a counter."""
    k = 1
    while k <= n // 2:
        yield n - k
        k += 1


@lm.impartial
def two_counting_loops(a: int, b: int) -> Any:
    """Any number from the first heap, one or two from the second."""
    k = 1
    while a - k >= 0:
        yield a - k, b
        k = k + 1
    k = 1
    while k <= b and k < 3:
        yield a, b - k
        k += 1


@lm.impartial
def tic_tac_line(x: int, o: int) -> Any:
    """Swap a black stone for a white one, or take a white one."""
    if x > 0:
        yield x - 1, o + 1
    if o > 0:
        yield x, o - 1


@lm.impartial
def absolute_difference(a: int, b: int) -> Any:
    """Replace the larger number by the difference (AtCoder, subtract)."""
    if a > b > 0:
        yield a - b, b
    elif b > a > 0:
        yield a, b - a


@lm.impartial
def box_in_box(a: int, b: int) -> Any:
    """Move a stone to the other heap if it is smaller by two, or take one from the smaller."""
    if abs(a - b) >= 2:
        yield (a - 1, b + 1) if a > b else (a + 1, b - 1)
    if min(a, b) > 0:
        yield (a - 1, b) if a <= b else (a, b - 1)


@lm.impartial
def divmod_piles(n: int) -> Any:
    """Deal the heap to four players: keep a share or the rest."""
    share, rest = divmod(n, 4)
    if share > 0:
        yield share
        yield n - share
    if rest > 0:
        yield n - rest


@lm.partizan
class TakeOneOrTwo:
    """Left takes one, Right one or two."""

    def left(n):  # type: ignore[no-untyped-def]
        if n >= 1:
            yield n - 1

    def right(n):  # type: ignore[no-untyped-def]
        for k in (1, 2):
            if n >= k:
                yield n - k


@lm.partizan
class OddAndEven:
    """Left takes an odd number up to five, Right two or four."""

    def left(n):  # type: ignore[no-untyped-def]
        for k in range(1, 6, 2):
            if k <= n:
                yield n - k

    def right(n):  # type: ignore[no-untyped-def]
        for k in (2, 4):
            if k <= n:
                yield n - k


@lm.partizan
class RedBlue:
    """Left takes from the first heap or trades, Right from the second."""

    def left(a, b):  # type: ignore[no-untyped-def]
        for k in range(1, a + 1):
            yield a - k, b

    def right(a, b):  # type: ignore[no-untyped-def]
        if b > 0:
            yield a, b - 1
        if a > 0 and b > 0:
            yield a - 1, b - 1


GAMES: list[tuple[Any, int, str]] = [
    (nim_game, 1, "outcome"),
    (stones_down_from_ten, 2, "outcome"),
    (coins_worth_115, 2, "outcome"),
    (divide_or_decrement, 1, "outcome"),
    (token_to_the_rim, 2, "outcome"),
    (move_by_two_or_diagonal, 2, "grundy"),
    (powers_of_two_and_five, 1, "grundy"),
    (primes_below_ten, 1, "outcome"),
    (tower_of_ones, 1, "misere"),
    (coins_2_4_to_1, 1, "outcome"),
    (alice_bob_two_piles, 2, "outcome"),
    (take_from_larger, 2, "outcome"),
    (even_from_even, 1, "grundy"),
    (at_most_half_or_odd, 1, "grundy"),
    (at_most_half_or_odd, 1, "misere"),
    (box_of_two, 2, "outcome"),
    (chocolate_break, 2, "outcome"),
    (chocolate_break, 2, "misere"),
    (staircase_of_three, 3, "grundy"),
    (one_each_or_both, 2, "outcome"),
    (one_each_or_both, 2, "misere"),
    (one_or_two_from_three, 3, "grundy"),
    (one_or_two_from_three, 3, "misere"),
    (bishop_and_step, 2, "outcome"),
    (row_then_column, 2, "outcome"),
    (exchange, 2, "outcome"),
    (colours, 3, "outcome"),
    (cross_out, 2, "outcome"),
    (halve_or_take_all, 1, "outcome"),
    (floor_by_two_three_four, 1, "outcome"),
    (floor_by_two_three_four, 1, "grundy"),
    (last_bit_games, 1, "outcome"),
    (shift_out, 1, "outcome"),
    (string_of_bits, 1, "grundy"),
    (string_of_bits, 1, "outcome"),
    (power_of_three_or_double, 1, "outcome"),
    (prime_power_take, 1, "outcome"),
    (prime_power_take, 1, "grundy"),
    (first_or_last_digit, 1, "outcome"),
    (common_factor, 2, "outcome"),
    (divisors_proper, 1, "outcome"),
    (odd_divisors, 1, "outcome"),
    (ban_previous, 2, "outcome"),
    (growing_limit, 2, "outcome"),
    (dynamic_nim_plus_one, 2, "outcome"),
    (limited_nim, 2, "grundy"),
    (limited_nim, 2, "outcome"),
    (turn_a_coin, 1, "grundy"),
    (split_into_three_equal, 1, "grundy"),
    (take_two_neighbours, 1, "grundy"),
    (cut_strip, 1, "grundy"),
    (points_on_a_circle, 1, "grundy"),
    (race_to, 2, "outcome"),
    (race_to_hundred, 1, "outcome"),
    (race_to_hundred, 1, "misere"),
    (up_to_the_total, 2, "grundy"),
    (half_by_counting, 1, "grundy"),
    (two_counting_loops, 2, "outcome"),
    (tic_tac_line, 2, "outcome"),
    (absolute_difference, 2, "outcome"),
    (box_in_box, 2, "outcome"),
    (divmod_piles, 1, "outcome"),
    (TakeOneOrTwo, 1, "outcome"),
    (OddAndEven, 1, "outcome"),
    (RedBlue, 2, "outcome"),
]
