"""Games written in unusual ways that Python allows; see `later_games` beside this file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import accumulate, chain, product, takewhile
from math import gcd
from operator import mul
from typing import Any

import lastmove as lm

POWERS = tuple(accumulate([2] * 6, mul))
TABLE = {0: [1], 1: [1, 2], 2: [2, 3], 3: [3]}


class Board:
    """Constants of a game, as a class."""

    STEPS = ((-1, 0), (0, -1), (-2, -2))
    EDGE = 0


@lm.impartial
def powers_in_a_tuple(n: int) -> Any:
    """Take 2, 4, 8, 16, 32 or 64 (HackerEarth-like)."""
    yield from (n - p for p in takewhile(lambda p: p <= n, POWERS))


@lm.impartial
def coprime_to_six(n: int) -> Any:
    """Take a number below twelve that has no factor in common with six."""
    for k in range(1, 12):
        if gcd(k, 6) == 1 and (rest := n - k) >= 0:
            yield rest


@lm.impartial
def by_remainder(n: int) -> Any:
    """What may be taken is told by the remainder by four (CodeChef-like)."""
    for k in TABLE[n % 4]:
        if k <= n:
            yield n - k


@lm.impartial
def board_of_a_class(x: int, y: int) -> Any:
    """A piece with three steps, kept in a class."""

    def inside(u: int, v: int) -> bool:
        return min(u, v) >= Board.EDGE

    for dx, dy in Board.STEPS:
        if inside(x + dx, y + dy):
            yield x + dx, y + dy


@lm.impartial
def ray_by_ray(x: int, y: int) -> Any:
    """A bishop's and a rook's move to the corner, along rays (HDU 5754 in another way)."""
    for dx, dy in ((1, 0), (0, 1), (1, 1)):
        u, v = x, y
        while u >= dx and v >= dy:
            u, v = u - dx, v - dy
            if dx and dy and (u + v) % 2 != (x + y) % 2:
                break
            yield u, v


@lm.impartial
def odd_one_out(a: int, b: int, c: int) -> Any:
    """Take one from each heap of an odd size, or two from one of an even size."""
    heaps = [a, b, c]
    odd = [h % 2 for h in heaps]
    if any(odd):
        yield tuple(h - o for h, o in zip(heaps, odd, strict=True))
    for i, h in enumerate(heaps):
        if not odd[i] and h:
            yield tuple(v - 2 if i == j else v for j, v in enumerate(heaps))


def _steps(n: int, most: int) -> Iterator[int]:
    k = 1
    while True:
        if k > most or k > n:
            return
        yield k
        k += 1


@lm.impartial
def helper_that_yields(a: int, b: int) -> Any:
    """Take one to three from the first heap or one to two from the second."""
    yield from chain(((a - k, b) for k in _steps(a, 3)), ((a, b - k) for k in _steps(b, 2)))


@lm.impartial
def digits_of_the_step(n: int) -> Any:
    """Take 1, 11 or 111 (textbook)."""
    steps = [reduce(lambda s, _: 10 * s + 1, range(i), 1) for i in range(3)]
    yield from [n - s for s in steps if s <= n]


@lm.impartial
def while_it_is_even(n: int) -> Any:
    """Take one, or halve an even heap as often as you like (CF-like)."""
    if n:
        yield n - 1
    m = n
    while m and m % 2 == 0:
        m //= 2
        yield m


@lm.impartial
def next_lower_by_digit(n: int) -> Any:
    """Lower one of two hexadecimal digits by any number (nimbers by hand)."""
    high, low = divmod(n, 16)
    if high > 15:
        return
    for h in range(high):
        yield 16 * h + low
    for m in range(low):
        yield 16 * high + m


@lm.impartial
def all_the_ways(a: int, b: int) -> Any:
    """Take up to two stones in all, not both from the second heap."""
    ways = {(i, j) for i, j in product(range(3), range(2)) if 1 <= i + j <= 2}
    return [(a - i, b - j) for i, j in sorted(ways) if a >= i and b >= j]


@lm.impartial
def longest_of_two(a: int, b: int) -> Any:
    """Shorten the longer of two sticks to any length, but not to that of the other."""
    longest = max(a, b)
    for k in range(longest):
        if k not in (a, b):
            yield (k, b) if a == longest else (a, k)


@lm.impartial
def boxes_with_lids(n: int, lids: int) -> Any:
    """Take one or two; a lid may be closed instead, after which three may be taken once."""
    options = []
    if n >= 1:
        options += [(n - 1, lids)]
    if n >= 2:
        options += [(n - 2, lids)]
    if n >= 3 and lids:
        options += [(n - 3, lids - 1)]
    return options


@lm.impartial
def split_by_ratio(n: int) -> Any:
    """Split a heap in two of which one is at least twice the other (AtCoder-like)."""
    for small in range(1, n):
        large = n - small
        if large < 2 * small:
            break
        yield split_by_ratio(small) + split_by_ratio(large)


@lm.impartial
def ternary_choice(n: int) -> Any:
    """An even heap loses 1 or 2, an odd one 1, 3 or 5."""
    for k in (1, 2) if n % 2 == 0 else (1, 3, 5):
        if k <= n:
            yield n - k


@lm.impartial
def queue_of_two(front: int, back: int) -> Any:
    """Take from the front pile, then it goes to the back, unless it is empty (CF 1747C-like)."""
    for k in range(1, front + 1):
        rest = front - k
        yield (back, rest) if rest else (back, 0)


GAMES: list[tuple[Any, int, str]] = [
    (powers_in_a_tuple, 1, "outcome"),
    (coprime_to_six, 1, "grundy"),
    (by_remainder, 1, "outcome"),
    (board_of_a_class, 2, "outcome"),
    (ray_by_ray, 2, "outcome"),
    (odd_one_out, 3, "outcome"),
    (helper_that_yields, 2, "grundy"),
    (digits_of_the_step, 1, "outcome"),
    (while_it_is_even, 1, "outcome"),
    (next_lower_by_digit, 1, "grundy"),
    (all_the_ways, 2, "outcome"),
    (longest_of_two, 2, "outcome"),
    (longest_of_two, 2, "misere"),
    (boxes_with_lids, 2, "outcome"),
    (split_by_ratio, 1, "grundy"),
    (ternary_choice, 1, "outcome"),
    (queue_of_two, 2, "outcome"),
]
