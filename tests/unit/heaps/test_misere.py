"""Misère play of heap games, against published genus symbols and plain search."""

from functools import cache

import pytest

import lastmove as lm
from lastmove.heaps.games import heap_game
from lastmove.heaps.misere import Genus, Misere

# Winning Ways, chapter 13, and Allemang, Machine computation with finite games (1984).
PUBLISHED = {
    "0.77": "1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046 2^20 6^46 4^046",
    "0.137": "1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431",
    "0.3": "1^031 0^120 1^031 0^120",
}


@pytest.mark.parametrize("code", PUBLISHED)
def test_genus_symbols_are_the_published_ones(code):
    game = Misere(heap_game(code))
    expected = PUBLISHED[code].split()
    assert [str(game.genus(n)) for n in range(1, len(expected) + 1)] == expected


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.15", "grundy", "0.3F", "subtract(2,3)"])
def test_outcomes_and_genus_agree_with_plain_search(code):
    game = heap_game(code)
    misere = Misere(game)

    def options(heaps, twos):
        for place, heap in enumerate(heaps):
            for option in game.bodies["moves"](heap):
                rest = (*heaps[:place], *heaps[place + 1 :], *option)
                yield tuple(sorted(h for h in rest if h)), twos
        for place, two in enumerate(twos):
            for left in range(two):
                yield heaps, tuple(sorted((*twos[:place], *twos[place + 1 :], left)))

    @cache
    def wins(heaps, twos):
        moves = list(options(heaps, tuple(t for t in twos if t)))
        return not moves or any(not wins(h, tuple(t for t in ts if t)) for h, ts in moves)

    def entry(heaps, k):
        # The least g such that the sum with k twos and a heap of g is lost for who moves.
        return next(g for g in range(20) if not wins(heaps, (2,) * k + ((g,) if g else ())))

    for heaps in [(n,) for n in range(1, 9)] + [(2, 3), (4, 4), (1, 1, 5)]:
        genus = misere.genus(*heaps)
        assert (misere.outcome(*heaps) == "N") == wins(heaps, ())
        shown = [*genus.misere, *genus.misere[-2:], *genus.misere[-2:]][:4]
        assert [entry(heaps, k) for k in range(4)] == shown, (heaps, genus)


def test_first_wild_heaps():
    assert Misere(lm.octal("0.77")).first_wild(10) == 5
    assert Misere(lm.octal("0.137")).first_wild(10) == 9
    assert Misere(lm.octal("0.15")).first_wild(12) is None
    assert Genus(5, (5, 7)).is_tame
    assert not Genus(4, (1, 4, 6)).is_tame


def test_memory_is_limited():
    with pytest.raises(lm.LimitExceeded), lm.limits(memory=10_000):
        Misere(lm.octal("0.77")).genus(20)
    with pytest.raises(lm.PositionError):
        Misere(lm.octal("0.77")).outcome(-1)


def test_misere_outcomes_are_outcomes_of_heap_games_only():
    misere = Misere(lm.octal("0.77"))
    assert repr(misere) == "<misère play of 0.77>"
    assert misere.outcome(1) is lm.Outcome.P
    assert misere.outcome(2, 3) is lm.Outcome.N
    with pytest.raises(lm.PositionError, match="heap games"):
        Misere("0.77")
    with pytest.raises(lm.PositionError, match="heap games"):
        Misere(lm.rulesets.get("nim"))
