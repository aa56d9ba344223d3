"""Games whose moves come as lists, the way the corpus writes them; see `later_games`."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import lastmove as lm


@lm.impartial
def addicts(a: int, b: int, s: int, t: int) -> Any:
    """Share out odd and even numbers; Alice needs an even sum (CF 1738C); t is whose turn it is."""
    if s > 1 or t > 1:
        return []
    if a == 0 and b == 0:
        return [[]] if s == t else []
    r = []
    if a:
        r.append((a - 1, b, (s + 1) % 2 if t == 0 else s, 1 - t))
    if b:
        r.append((a, b - 1, s, 1 - t))
    return r


@lm.impartial
def wallets(a: int, b: int) -> Any:
    """Exchange your wallet with the other's or not, then pay a coin (CF 1919A)."""
    r = []
    if a:
        r.append((b, a - 1))
    if b:
        r.append((a, b - 1))
    return r


@lm.impartial
def shortcuts(x: int, y: int) -> Any:
    """Nim with two heaps, in which a few positions are lost as they are (CF 1458E)."""
    if (x, y) in ((3, 1), (2, 4), (5, 5)):
        return []
    return [(k, y) for k in range(x)] + [(x, k) for k in range(y)]


@lm.impartial
def undivided(n: int) -> Any:
    """Go to a divisor that is neither 1 nor the number; who cannot move wins (CF 150A)."""
    return [d for d in range(2, n) if n % d == 0]


@lm.impartial
def white_and_blue(w: int, b: int) -> Any:
    """Take a white stone and add as many blue ones as there were white, or at most half the blue
    ones (AtCoder, Typical 90, 31)."""
    r = []
    if w >= 1:
        r.append((w - 1, b + w))
    for k in range(1, b // 2 + 1):
        r.append((w, b - k))
    return r


@lm.impartial
def finish_the_pile(a: int, b: int, f: int) -> Any:
    """Nim in which a pile that was begun must be finished first (UVa 11892); f is that pile."""
    if f > 2:
        return []
    r: list[Any] = []
    if f == 1 and a:
        return [(k, b, 1) for k in range(a)]
    if f == 2 and b:
        return [(a, k, 2) for k in range(b)]
    r += [(k, b, 1) for k in range(a)]
    r += [(a, k, 2) for k in range(b)]
    return r


@lm.impartial
def one_part_stays(n: int) -> Any:
    """Split a number in two and drop one part (Luogu P3150)."""
    return list(range(1, n))


@lm.impartial
def bottles(*p: int) -> Any:
    """Take a bean from a bottle, put one each in two later ones (Luogu P3185), as they are."""
    n = len(p)
    r = []
    for i in range(n):
        if p[i]:
            for j in range(i + 1, n):
                for k in range(j, n):
                    q = list(p)
                    q[i] -= 1
                    q[j] += 1
                    q[k] += 1
                    r.append(tuple(q))
    return r


@lm.impartial
def nimhoff(a: int, b: int) -> Any:
    """Nim with two heaps, or fewer than three from both together (Blackburn)."""
    r = [(x, b) for x in range(a)] + [(a, y) for y in range(b)]
    return r + [(a - i, b - j) for i, j in ((1, 1),) if i <= a and j <= b]


@lm.impartial(domain=lambda a, b: a >= 1 and b >= 1)
def drop_and_split(a: int, b: int) -> Any:
    """Drop a heap and split the other in two (Luogu P2148)."""
    return [(i, a - i) for i in range(1, a)] + [(i, b - i) for i in range(1, b)]


@lm.impartial
def less_or_third(n: int) -> Any:
    """Take one or two, or go to a third, rounded down (Fraenkel's Mark-3)."""
    return [m for m in {n - 1, n - 2, n // 3} if 0 <= m < n]


@lm.impartial
def exactly_two(*p: int) -> Any:
    """Take one each from exactly two heaps (exact slow Nim)."""
    return [
        tuple(v - (k in (i, j)) for k, v in enumerate(p))
        for i, j in combinations(range(len(p)), 2)
        if p[i] and p[j]
    ]


GAMES: list[tuple[Any, int, str]] = [
    (addicts, 4, "outcome"),
    (wallets, 2, "outcome"),
    (wallets, 2, "grundy"),
    (shortcuts, 2, "outcome"),
    (undivided, 1, "misere"),
    (white_and_blue, 2, "outcome"),
    (finish_the_pile, 3, "outcome"),
    (one_part_stays, 1, "outcome"),
    (bottles, 4, "outcome"),
    (nimhoff, 2, "grundy"),
    (drop_and_split, 2, "grundy"),
    (less_or_third, 1, "grundy"),
    (less_or_third, 1, "outcome"),
    (exactly_two, 3, "outcome"),
    (exactly_two, 4, "outcome"),
]
