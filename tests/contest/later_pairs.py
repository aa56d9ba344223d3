"""Games of two numbers in the styles of several contestants; see `later_games` beside this file."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import lastmove as lm

STEPS = [(1, 2), (2, 1)]
KEYS = {1: (2, 3, 4, 7), 2: (1, 3, 5, 8), 3: (1, 2, 6, 9), 4: (5, 6, 1, 7), 5: (4, 6, 2, 8)}
KEYS |= {6: (4, 5, 3, 9), 7: (8, 9, 1, 4), 8: (7, 9, 2, 5), 9: (7, 8, 3, 6)}


class Heaps(NamedTuple):
    """Two heaps."""

    first: int
    second: int


@lm.impartial
def chip_game(x: int, y: int) -> Any:
    """Move a chip by an odd number of cells along a row or a column (CF 1719A)."""
    for k in range(1, max(x, y) + 1, 2):
        if k <= x:
            yield x - k, y
        if k <= y:
            yield x, y - k


@lm.impartial
def swap_game(first: int, second: int) -> Any:
    """Take one from the first pile, then exchange it with the other (CF 1747C, two piles)."""
    if first == 0:
        return
    first -= 1
    first, second = second, first
    yield first, second


@lm.impartial
def row_of_bits(gap: int, kind: int) -> Any:
    """Fill cells with 0 or 1, equal ones never adjacent; between: no end, one, like, unlike ones
    (ARC 151 C)."""
    if kind > 3:
        return
    if gap > 0:
        if kind == 0:
            for i in range(gap):
                yield row_of_bits(i, 1) + row_of_bits(gap - 1 - i, 1)
        elif kind == 1:
            for i in range(gap):
                # The left part has an end on its left.
                yield row_of_bits(i, 3) + row_of_bits(gap - 1 - i, 1)
                if i > 0:
                    yield row_of_bits(i, 2) + row_of_bits(gap - 1 - i, 1)
        elif kind == 2:
            for i in range(1, gap - 1):
                yield row_of_bits(i, 2) + row_of_bits(gap - 1 - i, 2)
            for i in range(gap):
                yield row_of_bits(i, 3) + row_of_bits(gap - 1 - i, 3)
        else:
            for i in range(1, gap):
                yield row_of_bits(i, 2) + row_of_bits(gap - 1 - i, 3)
                yield row_of_bits(gap - 1 - i, 3) + row_of_bits(i, 2)


@lm.impartial
def one_two_two_one(a: int, b: int) -> Any:
    """Take one stone from a pile and two from the other (Nowcoder)."""
    for da, db in STEPS:
        rest = (a - da, b - db)
        if min(rest) >= 0:
            yield rest


@lm.impartial
def rook_by_powers(x: int, y: int) -> Any:
    """A rook that moves by powers of two (HDU 1847 in a plane)."""
    p = 1
    while p <= max(x, y):
        if p <= x:
            yield x - p, y
        if p <= y:
            yield x, y - p
        p <<= 1


@lm.impartial
def balance(a: int, b: int) -> Any:
    """Carry stones from the larger pile to the smaller; the smaller must not become larger."""
    lo, hi = sorted((a, b))
    for k in range(1, (hi - lo) // 2 + 1):
        yield lo + k, hi - k


@lm.impartial
def die_game(n: int, top: int) -> Any:
    """Turn a die to a face beside the top one and take as many (textbook)."""
    if not 1 <= top <= 6:
        return
    for face in range(1, 7):
        if face != top and face + top != 7 and n >= face:
            yield n - face, face


@lm.impartial(domain=lambda rest, key: rest >= 0 and 1 <= key <= 9)
def calculator_game(rest: int, key: int) -> Any:
    """Press another key of the same row or column, which is taken off (Games of No Chance)."""
    for other in KEYS[key]:
        if other <= rest:
            yield rest - other, other


@lm.impartial
def heaps_as_a_tuple(a: int, b: int) -> Any:
    """Take one or two from a heap, or one from each."""
    heaps = Heaps(a, b)
    for i, j in product(range(3), repeat=2):
        if i + j in (1, 2) and i <= heaps.first and j <= heaps.second:
            yield heaps.first - i, heaps.second - j


@lm.impartial
def queen_of_three(x: int, y: int) -> Any:
    """A rook, or up to two steps diagonally."""
    yield from ((u, y) for u in range(x))
    yield from ((x, v) for v in range(y))
    yield from ((x - k, y - k) for k in (1, 2) if k <= min(x, y))


@lm.impartial
def even_from_both(a: int, b: int) -> Any:
    """Take from one pile, or the same even number from both (Wythoff-like)."""
    for i in range(a + 1):
        for j in range(b + 1):
            if i + j == 0:
                continue
            if i == 0 or j == 0 or (i == j and i % 2 == 0):
                yield a - i, b - j


@lm.impartial
def one_more_than_the_other(a: int, b: int) -> Any:
    """Take from a pile at most one more than the other holds."""
    for k in range(1, a + 1):
        if k > b + 1:
            break
        yield a - k, b
    for k in range(1, b + 1):
        if k > a + 1:
            break
        yield a, b - k


@lm.impartial
def wizards(a: int, b: int) -> Any:
    """Lower the larger number by a power of the smaller, or take its remainder (CF 167C)."""
    small, large = min(a, b), max(a, b)
    if small == 0:
        return
    power = 1
    while power <= large:
        yield small, large - power
        if small == 1:
            break
        power *= small
    yield small, large % small


@lm.impartial
def same_or_one_more(n: int, last: int) -> Any:
    """Take as many as before, or one more."""
    for k in (last, last + 1):
        if 0 < k <= n:
            yield n - k, k


@lm.impartial
def head_or_tail(heads: int, tails: int) -> Any:
    """Take a head, or turn a tail over and take none (coins)."""
    moves = []
    if heads:
        moves.append((heads - 1, tails))
    if tails:
        moves.append((heads + 1, tails - 1))
    return moves


@lm.impartial
def twice_a_king(x: int, y: int) -> Any:
    """One or two steps of a king, both towards the corner."""
    seen = set()
    for dx, dy, ex, ey in product((0, 1), repeat=4):
        u, v = x - dx - ex, y - dy - ey
        if u < 0 or v < 0 or (u, v) == (x, y):
            continue
        seen.add((u, v))
    yield from seen


@lm.impartial
def knights_misere(x: int, y: int) -> Any:
    """A knight towards the corner; who cannot move wins."""
    dx = [-2, -2, 1, -1]
    dy = [1, -1, -2, -2]
    for i in range(len(dx)):
        if x + dx[i] >= 0 and y + dy[i] >= 0:
            yield x + dx[i], y + dy[i]


@lm.impartial
def take_or_copy(a: int, b: int) -> Any:
    """Take one from the first pile, or any from the second, but not below the first."""
    if a > 0:
        yield a - 1, b
    for v in range(a, b):
        yield a, v


@lm.impartial
def square_or_side(w: int, h: int) -> Any:
    """Cut a square off a sheet and throw it away, or a strip of width one."""
    if w and h:
        yield w - 1, h
        yield w, h - 1
        if w >= h:
            yield w - h, h
        if h >= w:
            yield w, h - w


GAMES: list[tuple[Any, int, str]] = [
    (chip_game, 2, "grundy"),
    (swap_game, 2, "outcome"),
    (row_of_bits, 2, "grundy"),
    (one_two_two_one, 2, "outcome"),
    (one_two_two_one, 2, "grundy"),
    (rook_by_powers, 2, "grundy"),
    (rook_by_powers, 2, "outcome"),
    (balance, 2, "outcome"),
    (balance, 2, "grundy"),
    (die_game, 2, "outcome"),
    (calculator_game, 2, "outcome"),
    (heaps_as_a_tuple, 2, "outcome"),
    (queen_of_three, 2, "outcome"),
    (even_from_both, 2, "outcome"),
    (one_more_than_the_other, 2, "outcome"),
    (wizards, 2, "outcome"),
    (same_or_one_more, 2, "outcome"),
    (head_or_tail, 2, "outcome"),
    (twice_a_king, 2, "outcome"),
    (knights_misere, 2, "misere"),
    (take_or_copy, 2, "grundy"),
    (square_or_side, 2, "outcome"),
]
