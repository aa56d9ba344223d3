"""Games of several heaps, or of one with something remembered; see `later_games`."""

from __future__ import annotations

from math import gcd
from typing import Any

import lastmove as lm

LIMITS = (3, 5, 2, 4)


@lm.impartial
def one_two_any(n: int, k: int) -> Any:
    """Take 1, 2 or k steps, for every k from three on (CF 1194D)."""
    if k < 3:
        return
    for step in (1, 2, k):
        if step <= n:
            yield n - step, k


@lm.impartial
def strange_nim(n: int, k: int) -> Any:
    """Take at most n / k stones (AtCoder ARC 091 F); k stays."""
    if k > 0:
        for x in range(1, n // k + 1):
            yield n - x, k


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
def stones_modulo_three(a: int, b: int, s: int) -> Any:
    """Stones of value 1 and 2; the sum may not become a multiple of three (LeetCode 2029)."""
    if s > 2:
        return
    if a > 0 and (s + 1) % 3 != 0:
        yield a - 1, b, (s + 1) % 3
    if b > 0 and (s + 2) % 3 != 0:
        yield a, b - 1, (s + 2) % 3


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
    (one_two_any, 2, "outcome"),
    (strange_nim, 2, "outcome"),
    (turns_with_limits, 2, "outcome"),
    (turns_with_limits, 2, "misere"),
    (moves_run_out, 2, "outcome"),
    (more_than_before, 2, "outcome"),
    (fewer_than_before, 2, "outcome"),
    (not_the_same_again, 2, "outcome"),
    (other_parity, 2, "outcome"),
    (double_move, 2, "outcome"),
    (sticks, 2, "grundy"),
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
    (stones_modulo_three, 3, "outcome"),
    (decrement_and_divide, 2, "outcome"),
    (half_or_double_less, 2, "outcome"),
    (three_of_a_kind, 3, "outcome"),
    (nim_of_the_middle, 3, "outcome"),
    (swap_and_take, 2, "outcome"),
    (drop_a_pile, 3, "outcome"),
    (euclid_by_adding, 2, "outcome"),
    (euclid_by_adding, 2, "misere"),
    (euclid_stays_positive, 2, "outcome"),
    (euclid_stays_positive, 2, "grundy"),
]
