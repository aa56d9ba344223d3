"""Games of three or four numbers, and partizan games; see `later_games` beside this file."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import lastmove as lm

Triple = tuple[int, int, int]


def _lowered(heaps: Triple, place: int, by: int) -> Triple:
    """Return heaps after some are taken from one of them."""
    a, b, c = (h - by if i == place else h for i, h in enumerate(heaps))
    return a, b, c


@lm.impartial
def one_or_all_three(a: int, b: int, c: int) -> Any:
    """Nim with three heaps, or the same from all of them (Blass, Fraenkel and Guelman)."""
    for i, h in enumerate((a, b, c)):
        for k in range(1, h + 1):
            yield _lowered((a, b, c), i, k)
    for k in range(1, min(a, b, c) + 1):
        yield a - k, b - k, c - k


@lm.impartial
def least_or_greatest(a: int, b: int, c: int) -> Any:
    """Take one from the least or from the greatest heap, as sorted."""
    low, mid, high = sorted([a, b, c])
    if low > 0:
        yield low - 1, mid, high
    if high > 0:
        yield tuple(sorted((low, mid, high - 1)))


@lm.impartial
def circular_four(a: int, b: int, c: int, d: int) -> Any:
    """Take from one or two neighbours among four heaps in a circle (CN(4, 2))."""
    for x in range(a + 1):
        for y in range(b + 1):
            if x + y < a + b:
                yield x, y, c, d
        for z in range(d + 1):
            if x < a and z < d:
                yield x, b, c, z
    for x in range(c + 1):
        for y in range(b + 1):
            if x < c and y < b:
                yield a, y, x, d
        for z in range(d + 1):
            if x + z < c + d:
                yield a, b, x, z


@lm.impartial
def pairs_of_letters(a: int, b: int, c: int) -> Any:
    """Rub out two different letters (Codeforces-like)."""
    counts = [a, b, c]
    for i, j in combinations(range(3), 2):
        if counts[i] and counts[j]:
            rest = counts.copy()
            rest[i] -= 1
            rest[j] -= 1
            yield tuple(rest)


@lm.impartial
def one_or_two_alike(a: int, b: int, c: int) -> Any:
    """Rub out one or two letters that are alike (textbook)."""
    match (a, b, c):
        case (0, 0, 0):
            return
    for k in (1, 2):
        if a >= k:
            yield a - k, b, c
        if b >= k:
            yield a, b - k, c
        if c >= k:
            yield a, b, c - k


@lm.impartial
def pass_it_on(a: int, b: int, c: int) -> Any:
    """Move one stone from a heap to a smaller one, so that it does not become larger."""
    heaps = [a, b, c]
    for i, j in permutations(range(3), 2):
        if heaps[i] - heaps[j] >= 2:
            after = list(heaps)
            after[i] -= 1
            after[j] += 1
            yield tuple(after)


@lm.impartial
def stairs_with_floor(one: int, two: int, three: int) -> Any:
    """Coins on three stairs go down one stair, one or two at a time."""
    yield from ((one - k, two, three) for k in (1, 2) if one >= k)
    yield from ((one + k, two - k, three) for k in (1, 2) if two >= k)
    yield from ((one, two + k, three - k) for k in (1, 2) if three >= k)


@lm.impartial
def from_the_fullest(a: int, b: int, c: int) -> Any:
    """Take any number from a heap that no other exceeds."""
    most = max(a, b, c)
    if most == 0:
        return []
    options = []
    for k in range(1, most + 1):
        if a == most:
            options.append((a - k, b, c))
        if b == most:
            options.append((a, b - k, c))
        if c == most:
            options.append((a, b, c - k))
    return options


@lm.impartial
def two_of_four(a: int, b: int, c: int, d: int) -> Any:
    """Take one from one heap, or one each from two (Moore with single stones)."""
    heaps = (a, b, c, d)
    for i in range(4):
        for j in range(i, 4):
            left = [h - (place in (i, j)) for place, h in enumerate(heaps)]
            if min(left) >= 0:
                yield tuple(left)


@lm.impartial
def three_tokens(x: int, y: int, z: int) -> Any:
    """Three tokens on a strip, x < y < z; one goes to the left and jumps over none (POJ 1704)."""
    if not x < y < z:
        return
    yield from ((u, y, z) for u in range(x))
    yield from ((x, v, z) for v in range(x + 1, y))
    yield from ((x, y, w) for w in range(y + 1, z))


@lm.impartial
def turn_sign(n: int, limit: int, mine: int) -> Any:
    """Take up to the limit; the third number, 0 or 1, tells who may take one more."""
    if mine > 1 or limit > 3:
        return
    for k in range(1, limit + mine + 1):
        if k > n:
            break
        yield n - k, limit, 1 - mine


@lm.partizan
class ColoredPieces:
    """Alice removes an A between As, Bob a B between Bs (LeetCode 2038)."""

    def left(a, b):  # type: ignore[no-untyped-def]
        if a > 0:
            yield a - 1, b

    def right(a, b):  # type: ignore[no-untyped-def]
        if b > 0:
            yield a, b - 1


@lm.partizan
class VowelGame:
    """Alice takes an odd number of vowels, Bob an even number, maybe none of a rest (LC 3227)."""

    def left(n):  # type: ignore[no-untyped-def]
        return [n - k for k in range(1, n + 1) if k % 2 == 1]

    def right(n):  # type: ignore[no-untyped-def]
        return [n - k for k in range(2, n + 1) if not k & 1]


@lm.partizan
class RookAgainstKing:
    """Left goes any way down the first coordinate, Right one step down the second."""

    def left(x, y):  # type: ignore[no-untyped-def]
        yield from ((u, y) for u in range(x))

    def right(x, y):  # type: ignore[no-untyped-def]
        if y > 0:
            yield x, y - 1
            if x > 0:
                yield x - 1, y - 1


@lm.partizan
class PowersOfTwoAndThree:
    """Left takes a power of two, Right a power of three."""

    def left(n):  # type: ignore[no-untyped-def]
        p = 1
        while p <= n:
            yield n - p
            p *= 2

    def right(n):  # type: ignore[no-untyped-def]
        p = 1
        while p <= n:
            yield n - p
            p *= 3


@lm.partizan
class HalfOrOne:
    """Left takes at most half, Right exactly one."""

    def left(n):  # type: ignore[no-untyped-def]
        for k in range(1, n // 2 + 1):
            yield n - k

    def right(n):  # type: ignore[no-untyped-def]
        if n:
            yield n - 1


@lm.partizan
class MaundyCake:
    """Left cuts a cake into equal columns, Right into equal rows; two parts or three."""

    def left(w, h):  # type: ignore[no-untyped-def]
        if w > 0 and w % 2 == 0:
            yield MaundyCake(w // 2, h) + MaundyCake(w // 2, h)
        if w > 0 and w % 3 == 0:
            yield MaundyCake(w // 3, h) + MaundyCake(w // 3, h) + MaundyCake(w // 3, h)

    def right(w, h):  # type: ignore[no-untyped-def]
        if h > 0 and h % 2 == 0:
            yield MaundyCake(w, h // 2) + MaundyCake(w, h // 2)
        if h > 0 and h % 3 == 0:
            yield MaundyCake(w, h // 3) + MaundyCake(w, h // 3) + MaundyCake(w, h // 3)


GAMES: list[tuple[Any, int, str]] = [
    (one_or_all_three, 3, "outcome"),
    (least_or_greatest, 3, "outcome"),
    (circular_four, 4, "outcome"),
    (pairs_of_letters, 3, "outcome"),
    (one_or_two_alike, 3, "grundy"),
    (one_or_two_alike, 3, "misere"),
    (pass_it_on, 3, "outcome"),
    (stairs_with_floor, 3, "outcome"),
    (from_the_fullest, 3, "outcome"),
    (two_of_four, 4, "outcome"),
    (three_tokens, 3, "outcome"),
    (turn_sign, 3, "outcome"),
    (ColoredPieces, 2, "value"),
    (ColoredPieces, 2, "outcome"),
    (VowelGame, 1, "outcome"),
    (RookAgainstKing, 2, "outcome"),
    (PowersOfTwoAndThree, 1, "outcome"),
    (HalfOrOne, 1, "outcome"),
    (MaundyCake, 2, "value"),
]
