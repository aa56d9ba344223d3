"""Checks that the values of a taking-and-breaking game rise by as much every period, for ever.

Standard library only; a part of the checker of certificates of kind ``heap-period/1``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from array import array

# Ways to break heaps that are looked through.
_MOST_WAYS = 50_000_000
# Sums of two heaps that may stand beside one that moves.
_MOST_BESIDE = 2048


def fault_of_rise(
    digits: list[int], values: array[int], start: int, length: int, saltus: int
) -> str:
    """Say why the values known do not prove that they rise for ever; nothing if they do.

    Let p be even (else take two periods) and s = 2^c o, o odd, so that the last c bits of G(n)
    repeat and what is above them, H(n), rises by o.

    1. All values below G(n), for a period of n at the end of those known, arise from options that
       last or move. Those last that leave a, x, x, worth G(a), or x, x, as n + p leaves x + p/2
       twice as well. Those move that leave a heap a >= e beside heaps whose exclusive or is below
       2^c, as n + p leaves a + p, worth s more. With some T >= s, all values below T last, those
       from T - s on last and move, those from T on move; then n + p is as n was, with this T.
    2. No option of m is worth G(m). Numbers have a sum not less than their exclusive or, and of
       the same parity, so it is enough that where the last c bits agree the sum of all H less
       H(m) is negative or odd, or, with a single H, not zero. Heaps before e count as one, the
       exclusive or of their H, or as none if it is 0. The difference stays the same when p is
       moved between heaps beyond e or added to one and m, so a period of heaps m decides, all
       heaps but one of their options being below e + p.
    """
    # Heaps that are left have counters, so that those of one period begin at 1.
    start = max(start, 1)
    if length % 2:
        length, saltus = 2 * length, 2 * saltus
    used, take = len(values), len(digits) - 1
    most = max(digits).bit_length() - 1
    if used < max(start + 2 * length, most * start + take + 1):
        return "there are too few values to prove that they rise"
    if length * len(digits) * max(used, (start + length) ** (most - 1)) > _MOST_WAYS:
        return "there are too many ways to break heaps to look through here"
    for n in range(used - length, used):
        if not _all_taken(digits, values, n, start, length, saltus):
            return f"some value below that of heap {n} is not taken for sure"
    bits = (saltus & -saltus).bit_length() - 1

    def at(n: int) -> int:
        back = max(0, (n - used) // length + 1)
        return values[n - back * length] + back * saltus

    first = most * (start + length) + take + 1
    for m in range(first, first + length):
        target = at(m)
        for k, digit in enumerate(digits):
            for parts in range(1, most + 1):
                if digit >> parts & 1:
                    for heaps in _ascending(parts - 1, 1, start + length):
                        worth = [at(h) for h in (*heaps, m - k - sum(heaps))]
                        low = target
                        for v in worth:
                            low ^= v
                        if low & ((1 << bits) - 1):
                            continue
                        early = 0
                        for h in heaps:
                            early ^= at(h) >> bits if h < start else 0
                        over = early - (target >> bits)
                        over += sum(at(h) >> bits for h in heaps if h >= start)
                        over += at(m - k - sum(heaps)) >> bits
                        alone = early == 0 and all(h < start for h in heaps)
                        if over >= 0 and over % 2 == 0 and not (alone and over != 0):
                            return f"heap {m} might have an option of its value"
    return ""


def _all_taken(
    digits: list[int], values: array[int], n: int, start: int, length: int, saltus: int
) -> bool:
    """Whether all values below that of heap n arise as the first fact of `fault_of_rise` asks."""
    value = values[n]
    lasting: set[int] = set()
    both: set[int] = set()
    for k, digit in enumerate(digits):
        if digit & 8:
            for a in range(2 - (n - k) % 2, n - k - 1, 2):
                lasting.add(values[a])
                if a >= start:
                    both.add(values[a])
        if digit & 4 and n - k >= 2 and (n - k) % 2 == 0:
            lasting.add(0)
    run, turn = 0, None
    for v in range(value):
        if v not in lasting:
            break
        run = run + 1 if v in both else 0
        if run >= saltus:
            turn = v + 1
    if turn is None:
        return False
    low = saltus & -saltus
    small = min(2 * (start + length) + 64, _MOST_BESIDE, len(values))
    wanted = set(range(turn, value)) - both
    for k, digit in enumerate(digits):
        for beside in range(min(small, n - k)) if wanted else ():
            a = n - k - beside
            if a < start:
                continue
            worth: set[int] = set()
            if digit & 2 and beside == 0:
                worth.add(0)
            if digit & 4 and beside > 0:
                worth.add(values[beside])
            if digit & 8:
                worth |= {values[x] ^ values[beside - x] for x in range(1, beside // 2 + 1)}
            wanted -= {values[a] ^ w for w in worth if w < low}
    return not wanted


def _ascending(count: int, least: int, stop: int) -> Any:
    if count == 0:
        yield ()
        return
    for first in range(least, stop):
        for rest in _ascending(count - 1, first, stop):
            yield (first, *rest)
