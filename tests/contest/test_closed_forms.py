"""The closed forms of the judge problems against searches that know nothing of them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from lastmove import impartial, rulesets
from lastmove.contest import get
from lastmove.contest.box_transfer import grundy as box_grundy
from lastmove.contest.cutcake import value as cake_value
from lastmove.contest.game_of_cards import grundy as card_grundy

# 0123-game


def merges(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Take any two cards whose labels sum to at most 3 and put one with the sum."""
    for first, second in combinations_with_replacement(range(4), 2):
        if first + second <= 3:
            after = list(cards)
            after[first] -= 1
            after[second] -= 1
            if min(after) >= 0:
                after[first + second] += 1
                yield tuple(after)


def mex(values: set[int]) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def searched_cards(cards: tuple[int, ...]) -> int:
    return mex({searched_cards(after) for after in merges(cards)})


def test_card_values_are_those_of_search_for_all_counts_to_nine() -> None:
    for cards in product(range(10), repeat=4):
        assert card_grundy(*cards) == searched_cards(cards), cards


@cache
def tabulated_cards(most: int) -> np.ndarray:
    """Tabulate Grundy values for all counts to `most`, in order of c1 and then c0.

    A merge with a 0 removes the 0; two 1s make a 2; a 1 and a 2 make a 3. Each takes a 1 or leaves
    c1 alone and takes a 0. Merges add 2s and 3s, so those axes are longer at first.
    """
    twos, threes = most + most // 2 + 1, 2 * most + 1
    table = np.zeros((most + 1, most + 1, twos, threes), dtype=np.uint8)
    least_missing = np.array(
        [mex({bit for bit in range(4) if mask >> bit & 1}) for mask in range(16)]
    )
    for c1, c0, c2 in product(range(most + 1), range(most + 1), range(twos)):
        mask = np.zeros(threes, dtype=np.uint8)
        if c0 >= 1:
            alone = c0 + c1 + c2 < 2  # with no 3 either, there is nothing to merge with
            mask[int(alone) :] |= 1 << table[c0 - 1, c1, c2, int(alone) :]
        if c1 >= 2 and c2 + 1 < twos:
            mask |= 1 << table[c0, c1 - 2, c2 + 1]
        if c1 >= 1 and c2 >= 1:
            mask[:-1] |= 1 << table[c0, c1 - 1, c2 - 1, 1:]
        table[c0, c1, c2] = least_missing[mask]
    return table[:, :, : most + 1, : most + 1]


def test_the_tabulated_cards_are_those_of_search() -> None:
    table = tabulated_cards(6)
    for cards in product(range(7), repeat=4):
        assert table[cards] == searched_cards(cards), cards


def test_card_values_are_those_of_a_table_for_all_counts_to_25() -> None:
    table = tabulated_cards(25)
    c0, c1, c2, c3 = np.indices(table.shape, sparse=True)
    rest = c1 % 3
    merged = np.where(rest == 0, 0, np.where(rest == 1, c2 >= 1, np.where(c2 >= 2, 2, 1)))
    zeros_only = (c0 >= 1) & (c0 % 2 == 0)
    whole = np.where(c1 + c2 + c3 >= 1, merged ^ (c0 % 2), zeros_only)
    assert np.array_equal(table, whole)
    # The array form above is the judge's own form.
    for cards in product((0, 1, 2, 3, 11, 24, 25), repeat=4):
        assert card_grundy(*cards) == whole[cards], cards


def test_the_engine_tabulates_the_same_card_values() -> None:
    table = rulesets.get("game_of_cards").table(26, 26, 26, 26)
    assert np.array_equal(table, tabulated_cards(25))


# Alice's Game


def simplest(low: Fraction | None, high: Fraction | None) -> Fraction:
    """Return the simplest number between two, found by walking down Conway's tree of numbers."""
    number, step = Fraction(0), Fraction(1)
    whole = True
    while True:
        if low is not None and number <= low:
            direction = 1
        elif high is not None and number >= high:
            direction = -1
        else:
            return number
        ahead = number + direction * step
        if whole and number and (number > 0) != (direction > 0):
            whole = False
        if not whole:
            step /= 2
            ahead = number + direction * step
        number = ahead


def test_the_simplest_number_is_found() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert simplest(None, None) == 0
    assert simplest(Fraction(3), None) == 4
    assert simplest(Fraction(-1), Fraction(1)) == 0
    assert simplest(Fraction(0), Fraction(1)) == half
    assert simplest(Fraction(0), half) == quarter
    assert simplest(Fraction(-1), -half) == Fraction(-3, 4)
    assert simplest(quarter, Fraction(1)) == half


def test_bar_values_are_the_simplest_numbers_for_sides_to_64() -> None:
    values: dict[tuple[int, int], Fraction] = {}
    for x, y in sorted(product(range(1, 65), repeat=2), key=sum):
        left = [values[a, y] + values[x - a, y] for a in range(1, x // 2 + 1)]
        right = [values[x, b] + values[x, y - b] for b in range(1, y // 2 + 1)]
        low, high = max(left, default=None), min(right, default=None)
        assert low is None or high is None or low < high, "the value is a number"
        values[x, y] = simplest(low, high)
        assert cake_value(x, y) == values[x, y], (x, y)


@cache
def mover_wins(bars: tuple[tuple[int, int], ...], alice: bool) -> bool:
    for place, (x, y) in enumerate(bars):
        rest = bars[:place] + bars[place + 1 :]
        for cut in range(1, (x if alice else y) // 2 + 1):
            pieces = [(cut, y), (x - cut, y)] if alice else [(x, cut), (x, y - cut)]
            # A piece that neither player can cut does not matter.
            after = rest + tuple(piece for piece in pieces if piece != (1, 1))
            if not mover_wins(tuple(sorted(after)), not alice):
                return True
    return False


@pytest.mark.parametrize(("side", "bars"), [(6, 1), (4, 2), (3, 3)])
def test_sums_of_bars_go_to_the_winner_of_minimax(side: int, bars: int) -> None:
    problem = get("hdu3544")
    pieces = list(product(range(1, side + 1), repeat=2))
    for case in combinations_with_replacement(pieces, bars):
        assert problem.first_player_wins(list(case)) == mover_wins(tuple(sorted(case)), True), case


def test_bars_are_exact_at_the_ends_of_their_range() -> None:
    assert cake_value(10**9, 1) == 10**9 - 1
    assert cake_value(1, 10**9) == 1 - 10**9
    assert cake_value(10**9, 10**9) == 0
    assert cake_value(2**29, 2**29 - 1) == 1


def test_the_engine_finds_the_same_bar_values() -> None:
    table = rulesets.get("cutcake").table(41, 41, what="value")
    for x, y in product(range(1, 41), repeat=2):
        assert table[x, y] == cake_value(x, y), (x, y)


# Boxes


def transfers(boxes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for a, b in product(range(1, len(boxes) + 1), repeat=2):
        if b < a and (a + b) % 2 == 1 and (a + b) % 3 == 0:
            for cards in range(1, boxes[a - 1] + 1):
                after = list(boxes)
                after[a - 1] -= cards
                after[b - 1] += cards
                yield tuple(after)


@cache
def searched_boxes(boxes: tuple[int, ...]) -> int:
    return mex({searched_boxes(after) for after in transfers(boxes)})


@pytest.mark.parametrize(
    ("boxes", "most"), [(1, 9), (2, 9), (3, 6), (4, 4), (5, 3), (6, 2), (7, 2)]
)
def test_boxes_are_worth_what_search_finds(boxes: int, most: int) -> None:
    for counts in product(range(most + 1), repeat=boxes):
        total = 0
        for box, cards in enumerate(counts, 1):
            total ^= box_grundy(cards, box)
        assert total == searched_boxes(counts), counts


def test_many_boxes_with_few_cards_go_to_the_winner_of_search() -> None:
    problem = get("hdu3389")
    for places in combinations_with_replacement(range(13), 3):
        counts = [0] * 13
        for place in places:
            counts[place] += 1
        wins = problem.first_player_wins([(cards,) for cards in counts])
        assert wins == (searched_boxes(tuple(counts)) != 0), counts


@impartial
def boxes_by_rules(*boxes):
    """State the moves alone, so that the engine has to search."""
    for a in range(1, len(boxes) + 1):
        for b in range(1, a):
            if (a + b) % 2 == 1 and (a + b) % 3 == 0:
                for cards in range(1, boxes[a - 1] + 1):
                    after = list(boxes)
                    after[a - 1] -= cards
                    after[b - 1] += cards
                    yield tuple(after)


def test_the_engine_finds_the_same_box_values() -> None:
    for counts in product(range(4), repeat=5):
        total = 0
        for box, cards in enumerate(counts, 1):
            total ^= box_grundy(cards, box)
        assert boxes_by_rules(*counts).grundy == total, counts
