"""Games of contests and textbooks written down later than the others, the way a contestant would.

None is in the corpus or among the other games. Each has the number of its coordinates and what is
asked of it.
"""

from __future__ import annotations

from math import gcd, isqrt
from typing import Any

import lastmove as lm

LIMITS = (3, 5, 2, 4)
CAMEL = ((-3, 1), (-3, -1), (1, -3), (-1, -3))


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
def one_two_any(n: int, k: int) -> Any:
    """Take 1, 2 or k steps, for every k from three on (CF 1194D)."""
    if k < 3:
        return
    for step in (1, 2, k):
        if step <= n:
            yield n - step, k


@lm.impartial
def between_three_and_seven(n: int) -> Any:
    """Take three to seven stones (AtCoder ABC 297 G)."""
    low, high = 3, 7
    k = low
    while k <= high and k <= n:
        yield n - k
        k += 1


@lm.impartial
def strange_nim(n: int, k: int) -> Any:
    """Take at most n / k stones (AtCoder ARC 091 F); k stays."""
    if k > 0:
        for x in range(1, n // k + 1):
            yield n - x, k


@lm.impartial
def box_with_capacity(s: int, c: int) -> Any:
    """Add at most c * c stones to the c in a box for s (HDU 1729)."""
    for k in range(1, c * c + 1):
        if c + k > s:
            break
        yield s, c + k


@lm.impartial
def turns_with_limits(n: int, turn: int) -> Any:
    """Each turn has its own limit, in a cycle of four (POJ 2068)."""
    if turn < 4:
        for k in range(1, LIMITS[turn] + 1):
            if k <= n:
                yield n - k, (turn + 1) % 4


@lm.impartial
def moves_run_out(n: int, left: int) -> Any:
    """Take 1 to 3, as long as there are turns left."""
    if left == 0:
        return
    for k in range(1, min(3, n) + 1):
        yield n - k, left - 1


@lm.impartial
def more_than_before(n: int, last: int) -> Any:
    """Take more than was taken before."""
    for k in range(last + 1, n + 1):
        yield n - k, k


@lm.impartial
def fewer_than_before(n: int, last: int) -> Any:
    """Take fewer than were taken before."""
    k = last - 1
    while k > 0:
        if k <= n:
            yield n - k, k
        k -= 1


@lm.impartial
def not_the_same_again(n: int, last: int) -> Any:
    """Take any number but that which was just taken."""
    for k in range(1, n + 1):
        if k == last:
            continue
        yield n - k, k


@lm.impartial
def other_parity(n: int, last: int) -> Any:
    """Take 1 to 5, of another parity than before; the second number is 0 or 1."""
    if last > 1:
        return
    for k in range(1, 6):
        if k % 2 != last and k <= n:
            yield n - k, k % 2


@lm.impartial
def double_move(n: int, tokens: int) -> Any:
    """Take 1 or 2; a token lets you take four."""
    for k in (1, 2):
        if n >= k:
            yield n - k, tokens
    if tokens > 0 and n >= 4:
        yield n - 4, tokens - 1


@lm.impartial
def sticks(a: int, b: int) -> Any:
    """Each move uses up a stick of both kinds (CF 451A)."""
    if not (a and b):
        return
    yield a - 1, b - 1


@lm.impartial
def chess_piece(x: int, y: int) -> Any:
    """One to the left, one down, or three diagonally (CF 36D)."""
    moves = [(1, 0), (0, 1), (3, 3)]
    for dx, dy in moves:
        if x >= dx and y >= dy:
            yield x - dx, y - dy


@lm.impartial
def everything_nim(a: int, b: int) -> Any:
    """Take the same from all piles that are left, at most the least (CF 1965A)."""
    if a == 0 and b == 0:
        return
    if a == 0 or b == 0:
        rest = max(a, b)
        for k in range(rest):
            yield 0, k
    else:
        for k in range(1, min(a, b) + 1):
            yield a - k, b - k


@lm.impartial
def everything_nim_three(a: int, b: int, c: int) -> Any:
    """The same with three piles."""
    piles = [a, b, c]
    least = max(piles)
    for p in piles:
        if 0 < p < least:
            least = p
    for k in range(1, least + 1):
        yield tuple(max(p - k, 0) for p in piles)


@lm.impartial
def one_from_some(a: int, b: int, c: int) -> Any:
    """Take one coin each from one or more heaps (CSES, Another Game)."""
    for mask in range(1, 8):
        after = [a, b, c]
        for i in range(3):
            if mask >> i & 1:
                after[i] -= 1
        if min(after) >= 0:
            yield tuple(after)


@lm.impartial
def in_order(a: int, b: int, c: int) -> Any:
    """Take from the first pile that is not empty (CF 1382B; SPOJ MATGAME)."""
    if a > 0:
        for k in range(1, a + 1):
            yield a - k, b, c
    elif b > 0:
        for k in range(1, b + 1):
            yield a, b - k, c
    else:
        for k in range(1, c + 1):
            yield a, b, c - k


@lm.impartial
def give_back(a: int, b: int) -> Any:
    """Take from one pile and put fewer on the other."""
    for k in range(1, a + 1):
        for back in range(k):
            yield a - k, b + back
    for k in range(1, b + 1):
        for back in range(k):
            yield a + back, b - k


@lm.impartial
def ratio_two(a: int, b: int) -> Any:
    """No pile may come to hold more than twice the other."""
    for x in range(a):
        if max(x, b) <= 2 * min(x, b):
            yield x, b
    for y in range(b):
        if max(a, y) <= 2 * min(a, y):
            yield a, y


@lm.impartial
def closer(a: int, b: int) -> Any:
    """Take from a pile so that the piles then differ by less."""
    gap = abs(a - b)
    for x in range(a):
        if abs(x - b) < gap:
            yield x, b
    for y in range(b):
        if abs(a - y) < gap:
            yield a, y


@lm.impartial
def proportionate(a: int, b: int) -> Any:
    """Take n from one pile, or n from one and 2 n from the other (Project Euler 665)."""
    for n in range(1, max(a, b) + 1):
        if n <= a:
            yield a - n, b
        if n <= b:
            yield a, b - n
        if n <= a and 2 * n <= b:
            yield a - n, b - 2 * n
        if 2 * n <= a and n <= b:
            yield a - 2 * n, b - n


@lm.impartial
def even_from_one(a: int, b: int) -> Any:
    """Take an even number from the first pile or an odd one from the second."""
    for k in range(2, a + 1, 2):
        yield a - k, b
    for k in range(1, b + 1, 2):
        yield a, b - k


@lm.impartial
def odd_total(a: int, b: int) -> Any:
    """Nim with two piles, but an odd total must become even."""
    total = a + b
    options = [(x, b) for x in range(a)] + [(a, y) for y in range(b)]
    for x, y in options:
        if total % 2 == 0 or (x + y) % 2 == 0:
            yield x, y


@lm.impartial
def halve_one_pile(a: int, b: int) -> Any:
    """Halve a pile, rounding down, or take one."""
    if a > 0:
        yield a // 2, b
        yield a - 1, b
    if b > 0:
        yield a, b // 2
        yield a, b - 1


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
def blocked_walk(x: int, y: int) -> Any:
    """Left or down by one or two, but not onto a cell whose sum leaves 1 modulo 5."""
    for dx, dy in ((1, 0), (2, 0), (0, 1), (0, 2)):
        u, v = x - dx, y - dy
        if u >= 0 and v >= 0 and (u + v) % 5 != 1:
            yield u, v


@lm.impartial
def rook_and_walls(x: int, y: int) -> Any:
    """A rook that stops before walls: where both numbers leave 2 modulo 3."""
    for u in range(x - 1, -1, -1):
        if u % 3 == 2 and y % 3 == 2:
            break
        yield u, y
    for v in range(y - 1, -1, -1):
        if x % 3 == 2 and v % 3 == 2:
            break
        yield x, v


@lm.impartial
def camel(x: int, y: int) -> Any:
    """A leaper of three and one, towards the corner."""
    for dx, dy in CAMEL:
        if x + dx >= 0 and y + dy >= 0:
            yield x + dx, y + dy


@lm.impartial
def rook_up_to_the_diagonal(x: int, y: int) -> Any:
    """A rook that may not cross the diagonal; a step down from it."""
    if x > y:
        for u in range(y, x):
            yield u, y
    elif y > x:
        for v in range(x, y):
            yield x, v
    elif x > 0:
        yield x - 1, y


@lm.impartial
def bombs(x: int, y: int) -> Any:
    """A bomb becomes two, one nearer in each direction (HDU 2873)."""
    if x == 0:
        for v in range(y):
            yield bombs(0, v)
    elif y == 0:
        for u in range(x):
            yield bombs(u, 0)
    else:
        for u in range(x):
            for v in range(y):
                yield bombs(u, y) + bombs(x, v)


@lm.impartial
def cutting_paper(w: int, h: int) -> Any:
    """Cut a sheet; who gets a single square wins, so no strip is cut off (POJ 2311)."""
    for i in range(2, w - 1):
        yield cutting_paper(i, h) + cutting_paper(w - i, h)
    for j in range(2, h - 1):
        yield cutting_paper(w, j) + cutting_paper(w, h - j)


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
def stones_modulo_three(a: int, b: int, s: int) -> Any:
    """Stones of value 1 and 2; the sum may not become a multiple of three (LeetCode 2029)."""
    if s > 2:
        return
    if a > 0 and (s + 1) % 3 != 0:
        yield a - 1, b, (s + 1) % 3
    if b > 0 and (s + 2) % 3 != 0:
        yield a, b - 1, (s + 2) % 3


@lm.impartial
def tokens_on_a_tree(a: int, b: int, c: int, d: int) -> Any:
    """Tokens at the nodes 2 to 5 of a binary heap go up one at a time (i to i // 2)."""
    if a > 0:
        yield a - 1, b, c, d
    if b > 0:
        yield a, b - 1, c, d
    if c > 0:
        yield a + 1, b, c - 1, d
    if d > 0:
        yield a + 1, b, c, d - 1


@lm.impartial(domain=lambda month, day: 1 <= month <= 12 and 1 <= day <= 30)
def calendar(month: int, day: int) -> Any:
    """Go to the next day or month until the last day of the year (HDU 1079, months of 30 days)."""
    if month < 12:
        yield month + 1, day
    if day < 30:
        yield month, day + 1
    elif month < 12:
        yield month + 1, 1


@lm.impartial
def decrement_and_divide(a: int, b: int) -> Any:
    """Take one from a number, then divide both by their common divisor (AtCoder AGC 010 D)."""
    if a > 1:
        g = gcd(a - 1, b)
        if g > 0:
            yield (a - 1) // g, b // g
    if b > 1:
        g = gcd(a, b - 1)
        if g > 0:
            yield a // g, (b - 1) // g


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
def half_or_double_less(a: int, b: int) -> Any:
    """Take one from the first and add two to the second, or take from the second."""
    if a >= 1:
        yield a - 1, b + 2
    k = 1
    while k <= 3:
        if b >= k:
            yield a, b - k
        k += 1


@lm.impartial
def lucky_sevens(n: int) -> Any:
    """Take 1 to 6, but nothing that leaves a multiple of seven unless it is zero."""
    for k in range(1, 7):
        rest = n - k
        if rest < 0:
            return
        if rest == 0 or rest % 7 != 0:
            yield rest


@lm.impartial
def three_of_a_kind(a: int, b: int, c: int) -> Any:
    """Take one of each, or two of one kind."""
    if a and b and c:
        yield a - 1, b - 1, c - 1
    for i, count in enumerate((a, b, c)):
        if count >= 2:
            yield tuple(x - 2 * (i == j) for j, x in enumerate((a, b, c)))


@lm.impartial
def nim_of_the_middle(a: int, b: int, c: int) -> Any:
    """Sorted piles: take from the middle one so that it stays in the middle, or from the last."""
    if not a <= b <= c:
        return
    for k in range(1, b - a + 1):
        yield a, b - k, c
    for k in range(1, c - b + 1):
        yield a, b, c - k


@lm.impartial
def swap_and_take(a: int, b: int) -> Any:
    """Take at most the other pile's size from a pile, then the piles change places."""
    for k in range(1, min(a, b) + 1):
        yield b, a - k


@lm.impartial
def drop_a_pile(a: int, b: int, c: int) -> Any:
    """Remove the least pile, or take any number from the greatest (textbook)."""
    low, high = min(a, b, c), max(a, b, c)
    if low > 0:
        yield (0 if a == low else a), (0 if b == low else b), (0 if c == low else c)
    if a == high:
        for k in range(1, a + 1):
            yield a - k, b, c


@lm.partizan
class StalkOfTwoColours:
    """A stalk of Hackenbush: blue edges below, red ones on top of them."""

    def left(blue, red):  # type: ignore[no-untyped-def]
        for i in range(blue):
            yield i, 0

    def right(blue, red):  # type: ignore[no-untyped-def]
        for j in range(red):
            yield blue, j


@lm.partizan
class OneThreeAgainstTwo:
    """Left takes 1 or 3, Right takes 2."""

    def left(n):  # type: ignore[no-untyped-def]
        for k in (1, 3):
            if k <= n:
                yield n - k

    def right(n):  # type: ignore[no-untyped-def]
        if n >= 2:
            yield n - 2


@lm.partizan
class LessOrHalf:
    """Left takes one stone, Right halves the heap, rounding down."""

    def left(n):  # type: ignore[no-untyped-def]
        if n > 0:
            yield n - 1

    def right(n):  # type: ignore[no-untyped-def]
        if n > 1:
            yield n // 2


@lm.partizan
class TwoAccounts:
    """Left spends from the first account, Right from the second; moving costs one."""

    def left(a, b):  # type: ignore[no-untyped-def]
        for k in range(1, a + 1):
            yield a - k, b

    def right(a, b):  # type: ignore[no-untyped-def]
        if b >= 1:
            yield a, b - 1


@lm.partizan
class EvenAndOddParts:
    """Left takes an even number of stones, Right an odd one."""

    def left(n):  # type: ignore[no-untyped-def]
        k = 2
        while k <= n:
            yield n - k
            k += 2

    def right(n):  # type: ignore[no-untyped-def]
        for k in range(1, n + 1, 2):
            yield n - k


@lm.partizan
class ColumnsAndRows:
    """Left halves the width of a bar that is even, Right its height; both parts stay."""

    def left(w, h):  # type: ignore[no-untyped-def]
        if w % 2 == 0 and w > 0:
            yield ColumnsAndRows(w // 2, h) + ColumnsAndRows(w // 2, h)

    def right(w, h):  # type: ignore[no-untyped-def]
        if h % 2 == 0 and h > 0:
            yield ColumnsAndRows(w, h // 2) + ColumnsAndRows(w, h // 2)


@lm.partizan
class UpToTheOther:
    """Left takes at most three, Right at most two; Right may not take the last stone."""

    def left(n):  # type: ignore[no-untyped-def]
        for k in range(1, min(3, n) + 1):
            yield n - k

    def right(n):  # type: ignore[no-untyped-def]
        for k in (1, 2):
            if n > k:
                yield n - k


@lm.impartial
def euclid_by_adding(a: int, b: int) -> Any:
    """Euclid's game, in which a loop adds the smaller number (POJ 2348, Project Euler 325)."""
    small, large = min(a, b), max(a, b)
    take = small
    while 0 < take <= large:
        yield small, large - take
        take += small


@lm.impartial
def euclid_stays_positive(a: int, b: int) -> Any:
    """Euclid's game, in which both numbers stay positive (Grossman)."""
    if a and b:
        for k in range(1, a // b + 1):
            if a - k * b > 0:
                yield a - k * b, b
        for k in range(1, b // a + 1):
            if b - k * a > 0:
                yield a, b - k * a


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
    (one_two_any, 2, "outcome"),
    (between_three_and_seven, 1, "grundy"),
    (strange_nim, 2, "outcome"),
    (box_with_capacity, 2, "outcome"),
    (turns_with_limits, 2, "outcome"),
    (turns_with_limits, 2, "misere"),
    (moves_run_out, 2, "outcome"),
    (more_than_before, 2, "outcome"),
    (fewer_than_before, 2, "outcome"),
    (not_the_same_again, 2, "outcome"),
    (other_parity, 2, "outcome"),
    (double_move, 2, "outcome"),
    (sticks, 2, "grundy"),
    (chess_piece, 2, "outcome"),
    (everything_nim, 2, "outcome"),
    (everything_nim_three, 3, "outcome"),
    (one_from_some, 3, "outcome"),
    (one_from_some, 3, "misere"),
    (in_order, 3, "outcome"),
    (give_back, 2, "outcome"),
    (ratio_two, 2, "outcome"),
    (closer, 2, "outcome"),
    (proportionate, 2, "outcome"),
    (even_from_one, 2, "grundy"),
    (odd_total, 2, "outcome"),
    (halve_one_pile, 2, "outcome"),
    (halve_one_pile, 2, "grundy"),
    (ceil_of_a_half, 1, "grundy"),
    (minus_one_or_by_three, 1, "outcome"),
    (blocked_walk, 2, "outcome"),
    (rook_and_walls, 2, "outcome"),
    (camel, 2, "outcome"),
    (rook_up_to_the_diagonal, 2, "outcome"),
    (rook_up_to_the_diagonal, 2, "misere"),
    (bombs, 2, "grundy"),
    (cutting_paper, 2, "grundy"),
    (simple_nim, 1, "grundy"),
    (take_then_split, 1, "grundy"),
    (split_evenly, 1, "grundy"),
    (split_evenly, 1, "misere"),
    (triomino, 1, "grundy"),
    (stones_modulo_three, 3, "outcome"),
    (tokens_on_a_tree, 4, "grundy"),
    (calendar, 2, "outcome"),
    (decrement_and_divide, 2, "outcome"),
    (isqrt_or_one, 1, "outcome"),
    (take_digits_of_base_three, 1, "grundy"),
    (half_or_double_less, 2, "outcome"),
    (lucky_sevens, 1, "outcome"),
    (three_of_a_kind, 3, "outcome"),
    (nim_of_the_middle, 3, "outcome"),
    (swap_and_take, 2, "outcome"),
    (drop_a_pile, 3, "outcome"),
    (euclid_by_adding, 2, "outcome"),
    (euclid_by_adding, 2, "misere"),
    (euclid_stays_positive, 2, "outcome"),
    (euclid_stays_positive, 2, "grundy"),
    (StalkOfTwoColours, 2, "value"),
    (OneThreeAgainstTwo, 1, "outcome"),
    (LessOrHalf, 1, "outcome"),
    (TwoAccounts, 2, "value"),
    (EvenAndOddParts, 1, "outcome"),
    (ColumnsAndRows, 2, "value"),
    (UpToTheOther, 1, "outcome"),
]
