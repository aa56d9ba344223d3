"""Games on boards, and partizan games; see `later_games` beside this file."""

from __future__ import annotations

from typing import Any

import lastmove as lm

CAMEL = ((-3, 1), (-3, -1), (1, -3), (-1, -3))


@lm.impartial
def box_with_capacity(s: int, c: int) -> Any:
    """Add at most c * c stones to the c in a box for s (HDU 1729)."""
    for k in range(1, c * c + 1):
        if c + k > s:
            break
        yield s, c + k


@lm.impartial
def chess_piece(x: int, y: int) -> Any:
    """One to the left, one down, or three diagonally (CF 36D)."""
    moves = [(1, 0), (0, 1), (3, 3)]
    for dx, dy in moves:
        if x >= dx and y >= dy:
            yield x - dx, y - dy


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


GAMES: list[tuple[Any, int, str]] = [
    (box_with_capacity, 2, "outcome"),
    (chess_piece, 2, "outcome"),
    (blocked_walk, 2, "outcome"),
    (rook_and_walls, 2, "outcome"),
    (camel, 2, "outcome"),
    (rook_up_to_the_diagonal, 2, "outcome"),
    (rook_up_to_the_diagonal, 2, "misere"),
    (bombs, 2, "grundy"),
    (cutting_paper, 2, "grundy"),
    (tokens_on_a_tree, 4, "grundy"),
    (calendar, 2, "outcome"),
    (StalkOfTwoColours, 2, "value"),
    (OneThreeAgainstTwo, 1, "outcome"),
    (LessOrHalf, 1, "outcome"),
    (TwoAccounts, 2, "value"),
    (EvenAndOddParts, 1, "outcome"),
    (ColumnsAndRows, 2, "value"),
    (UpToTheOther, 1, "outcome"),
]
