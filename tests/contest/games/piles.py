"""Games on several heaps that are not a sum of games on one."""

from tests.contest.corpus import Restatement

import lastmove as lm
from lastmove.rulesets import get


def is_non_decreasing(*heaps):
    return all(heaps[i] >= (heaps[i - 1] if i else 0) for i in range(len(heaps)))


@lm.impartial(domain=is_non_decreasing)
def pebbles(*heaps):
    """Take from one heap so that the heaps stay in non-decreasing order."""
    for i, heap in enumerate(heaps):
        for left in range(heaps[i - 1] if i else 0, heap):
            yield (*heaps[:i], left, *heaps[i + 1 :])


def dealt(heaps, giver, first):
    """Yield what happens when a heap gives stones to non-empty heaps from `first` on."""
    if first == len(heaps):
        yield heaps
        return
    yield from dealt(heaps, giver, first + 1)
    if first != giver and heaps[first] > 0:
        for given in range(1, heaps[giver] + 1):
            after = list(heaps)
            after[giver] -= given
            after[first] += given
            yield from dealt(tuple(after), giver, first + 1)


@lm.impartial
def new_stone(*heaps):
    """Take from a heap, then move any of its stones to other heaps that are not empty."""
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield from dealt((*heaps[:i], left, *heaps[i + 1 :]), i, 0)


@lm.impartial
def take_or_merge(*heaps):
    """Take one stone, or merge two heaps."""
    for i, heap in enumerate(heaps):
        if heap > 0:
            yield (*heaps[:i], heap - 1, *heaps[i + 1 :])
            for j in range(i):
                if heaps[j] > 0:
                    after = list(heaps)
                    after[j] += heap
                    after[i] = 0
                    yield tuple(after)


@lm.impartial
def merge_up_to(*counts):
    """Merge two heaps into one of at most m; the coordinates count the heaps of 1, .., m."""
    m = len(counts)
    for a in range(1, m):
        for b in range(a, m - a + 1):
            if counts[a - 1] >= 1 and counts[b - 1] >= (2 if a == b else 1):
                after = list(counts)
                after[a - 1] -= 1
                after[b - 1] -= 1
                after[a + b - 1] += 1
                yield tuple(after)


def lowered(heaps, start, count):
    """Yield the heaps with exactly `count` of them, from `start` on, lowered."""
    if count == 0:
        yield heaps
        return
    for i in range(start, len(heaps)):
        for left in range(heaps[i]):
            yield from lowered((*heaps[:i], left, *heaps[i + 1 :]), i + 1, count - 1)


@lm.impartial
def half_of_the_heaps(*heaps):
    """Take from exactly half of the heaps."""
    yield from lowered(heaps, 0, len(heaps) // 2)


@lm.impartial
def not_the_same_heap(last, *heaps):
    """Take one stone, not from the heap (counted from 1) that was used last."""
    for i, heap in enumerate(heaps, start=1):
        if heap > 0 and i != last:
            yield (i, *heaps[: i - 1], heap - 1, *heaps[i:])


@lm.impartial
def all_different(*heaps):
    """Take one stone so that no two heaps are equal."""
    n = len(heaps)
    for i, heap in enumerate(heaps):
        if heap > 0:
            after = (*heaps[:i], heap - 1, *heaps[i + 1 :])
            if all(after[j] != after[k] for j in range(n) for k in range(j)):
                yield after


@lm.impartial
def distinct_numbers(members):
    """Replace the largest member of a set (the bits of a number) by a smaller new one."""
    top = members.bit_length() - 1
    for small in range(top):
        if not members >> small & 1:
            yield members - (1 << top) + (1 << small)


@lm.impartial
def letters(*counts):
    """Win at once if the letters form a palindrome, else delete one."""
    if sum(count % 2 for count in counts) <= 1:
        yield []
    else:
        for i, count in enumerate(counts):
            if count > 0:
                yield (*counts[:i], count - 1, *counts[i + 1 :])


def counted(heaps, most):
    return tuple(heaps.count(size) for size in range(1, most + 1))


def in_order(coords):
    return tuple(sorted(coords))


def in_order_without_zeros(coords):
    return tuple(sorted(value for value in coords if value))


def chips(cells):
    return get("silver_dollar")(*(cell - 1 for cell in cells))


RESTATED = {
    "ccpc2020-mianyang-g-0123": Restatement(lambda p: get("game_of_cards")(*p)),
    "hdu3389-boxes": Restatement(lambda p: get("box_transfer")(*p)),
    "nim": Restatement(lambda p: get("nim")(*p)),
    "poj1704-georgia": Restatement(chips),
    "cses-stair": Restatement(lambda p: get("staircase_nim")(*p)),
    "poi2009-pebbles": Restatement(lambda p: pebbles(*p)),
    "poj1740-newstone": Restatement(lambda p: new_stone(*p), key=in_order_without_zeros),
    "hdu4111-merge": Restatement(lambda p: take_or_merge(*p), key=in_order_without_zeros),
    "heoi2014-merge": Restatement(lambda p: merge_up_to(*counted(p[0], p[1]))),
    "cf1147c-thanos": Restatement(lambda p: half_of_the_heaps(*p), key=in_order),
    "cf1396b-stoned": Restatement(lambda p: not_the_same_heap(p[1] + 1, *p[0])),
    "zjoi2009-endnim": Restatement(lambda p: get("end_nim")(*p), key=in_order_without_zeros),
    "circular-nim-5-2": Restatement(lambda p: get("circular_nim")(*p)),
    "circular-nim-5-3": Restatement(lambda p: get("circular_nim").using(k=3)(*p)),
    "cf1190b-tokitsukaze": Restatement(lambda p: all_different(*p), key=in_order),
    "arc137c-distinct": Restatement(lambda p: distinct_numbers(sum(1 << x for x in p))),
    "cf276b-palindrome": Restatement(lambda p: letters(*(p.count(x) for x in "abcd"))),
}
