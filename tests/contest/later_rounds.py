"""More games of contests and textbooks, in several styles; see `later_games` beside this file."""

from __future__ import annotations

from math import gcd
from typing import Any

import lastmove as lm


@lm.impartial
def epic_game(n: int, turn: int) -> Any:
    """The players take the common divisor of the heap with 3, or with 5 (CF 119A)."""
    if turn > 1:
        return
    d = gcd(3, n) if turn == 0 else gcd(5, n)
    if 0 < d <= n:
        yield n - d, 1 - turn


@lm.impartial
def snap_a_bar(n: int, m: int) -> Any:
    """Break a bar of chocolate, and the pieces, until all are single (Kattis)."""
    for k in range(1, n // 2 + 1):
        yield snap_a_bar(k, m) + snap_a_bar(n - k, m)
    for k in range(1, m // 2 + 1):
        yield snap_a_bar(n, k) + snap_a_bar(n, m - k)


@lm.impartial
def even_or_odd_whole(n: int) -> Any:
    """Take an even number but not all, or all of an odd heap (Ferguson)."""
    for k in range(2, n, 2):
        yield n - k
    if n % 2:
        yield 0


@lm.impartial
def upper_half(n: int) -> Any:
    """Take one, or go to half, rounded up (Fraenkel's UpMark)."""
    if n > 1:
        yield from (n - 1, (n + 1) // 2)
    elif n:
        yield 0


@lm.impartial
def fibonacci_numbers(a: int, b: int, c: int) -> Any:
    """Merge the numbers 1, 2 and 3 as in Zeckendorf's game (Baird-Smith and others)."""
    if a >= 2:
        yield a - 2, b + 1, c
    if a and b:
        yield a - 1, b - 1, c + 1
    if b >= 2:
        yield a + 1, b - 2, c + 1


@lm.impartial
def no_five(n: int, last: int) -> Any:
    """Take up to four, but two takes in a row do not make five (Nowcoder-like)."""
    if last > 4:
        return
    for k in range(1, 5):
        if k <= n and k + last != 5:
            yield n - k, k


GAMES: list[tuple[Any, int, str]] = [
    (epic_game, 2, "outcome"),
    (snap_a_bar, 2, "grundy"),
    (even_or_odd_whole, 1, "grundy"),
    (upper_half, 1, "grundy"),
    (fibonacci_numbers, 3, "outcome"),
    (no_five, 2, "outcome"),
]
