"""Values that are printed in books and papers, each with its source."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastmove import (
    Clobber,
    Col,
    Domineering,
    Game,
    Hackenbush,
    Snort,
    ToadsAndFrogs,
    TopplingDominoes,
    parse,
)
from lastmove.values.game import born_by


@pytest.mark.parametrize(
    ("rows", "columns", "value"),
    [
        (1, 2, "-1"),
        (2, 1, "1"),
        (2, 2, "+-1"),
        (2, 3, "{2|-1/2}"),
        (3, 2, "{1/2|-2}"),
        (3, 3, "+-1"),
        (4, 4, "+-{0,{{2|0},2+Tiny(2)|{2|0},Miny(2)}}"),
    ],
)
def test_domineering_rectangles(rows, columns, value):
    """Up to six cells as in Berlekamp, Conway, Guy, *Winning Ways*, chapter 5; the values of the
    two larger squares are recomputed by other programs (rows of ``tests/data/values.jsonl``)."""
    assert Domineering("|".join(["." * columns] * rows)).value == parse(value)


@pytest.mark.parametrize("toads", range(2, 10))
def test_toads_behind_one_gap_and_a_frog(toads):
    """J. Erickson, New Toads and Frogs results, *Games of No Chance* (1996), has a closed form for
    one frog; its value here is recomputed."""
    assert ToadsAndFrogs("T" * toads + ".F").value == Game([Game([toads - 2], [1])], [0])


@pytest.mark.parametrize(("toads", "frogs"), [(3, 2), (5, 2), (4, 3), (6, 3), (5, 4)])
def test_more_toads_than_frogs_two_cells_apart(toads, frogs):
    """J. Erickson's first conjecture (*Games of No Chance*, 1996), as T. Thanatipanonda states it
    for a > b >= 2 in Further hopping with Toads and Frogs, Electronic J. Combin. 18 (2011)."""
    value = ToadsAndFrogs("T" * toads + ".." + "F" * frogs).value
    left = Game([toads - 3], [toads - frogs])
    assert value == Game([left], [Game([parse("*")], [3 - frogs])])


@pytest.mark.parametrize("toads", range(5, 10))
def test_toads_three_cells_before_three_frogs_are_numbers(toads):
    """J. Erickson's third conjecture, stated there for five toads and more."""
    value = ToadsAndFrogs("T" * toads + "...FFF").value
    assert value == toads - Fraction(7, 2)


def test_toads_and_frogs_of_winning_ways():
    """*Winning Ways*, chapter 1."""
    assert ToadsAndFrogs("T.F").value == parse("*")
    assert ToadsAndFrogs("F.T").value == 0
    assert ToadsAndFrogs("T..").value == 2


@pytest.mark.parametrize("pairs", range(1, 9))
def test_alternating_clobber_strips_are_won_by_the_first_player_but_for_three_pairs(pairs):
    """Conjectured by Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers
    5(2) (2005); proved by X. Chen et al., arXiv 2509.08985 (2025)."""
    assert Clobber("xo" * pairs).outcome == ("P" if pairs == 3 else "N")


@pytest.mark.parametrize("stones", range(1, 8))
def test_clobber_stones_in_a_row_before_one_enemy_are_ups(stones):
    """Albert, Grossman, Nowakowski, Wolfe, An introduction to Clobber, Integers 5(2) (2005), treat
    such rows; the values are recomputed here."""
    star = Game.nimber(stones % 2)
    assert Clobber("x" * stones + "o").value == (stones - 1) * parse("^") + star


@pytest.mark.parametrize(("lefts", "rights"), [(1, 1), (1, 4), (2, 2), (3, 2), (5, 6)])
def test_two_blocks_of_dominoes_are_a_switch(lefts, rights):
    """Whoever topples first leaves the better half of the own block; recomputed here. The game is
    that of Fink, Nowakowski, Siegel, Wolfe, Toppling conjectures, *Games of No Chance 4* (2015)."""
    value = TopplingDominoes("x" * lefts + "o" * rights).value
    assert value == Game([lefts - 1], [1 - rights])


def stalk(colours):
    """Berlekamp's rule (*Winning Ways*, chapter 3) for a stalk of blue and red edges."""
    first = colours[0]
    run = len(colours) - len(colours.lstrip(first))
    sign = 1 if first == "L" else -1
    total, weight = Game(sign * run), Game(1)
    for colour in colours[run:]:
        weight = weight.conway_product(parse("1/2"))
        total += weight if colour == "L" else -weight
    return total


@pytest.mark.parametrize("colours", ["L", "RR", "LLR", "LRLR", "RRLLLR", "LRRRRRLLRL"])
def test_stalks_of_hackenbush_are_read_as_signs(colours):
    assert Hackenbush(colours).value == stalk(colours)


def test_short_paths_of_snort_and_col():
    """*Winning Ways*, chapter 2."""
    assert [str(Snort.path(n).value) for n in (1, 2, 3)] == ["*", "+-1", "+-2"]
    assert [str(Col.path(n).value) for n in (1, 2, 3)] == ["*", "0", "0"]


def test_games_are_born_in_the_published_numbers():
    """Siegel, *Combinatorial Game Theory* (2013), section III.1."""
    days = [born_by(day) for day in range(4)]
    assert [len(day) for day in days] == [1, 4, 22, 1474]
    for day, games in enumerate(days):
        assert max(game.birthday for game in games) == day
