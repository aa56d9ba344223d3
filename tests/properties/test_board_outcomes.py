"""The winner that the search over boards finds is the one that the value has."""

from __future__ import annotations

import signal
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from lastmove import boards, parse
from lastmove.boards import BoardSum
from lastmove.values.game import forget

KINDS = {
    boards.Amazons: 8,
    boards.CannibalClobber: 10,
    boards.Clobber: 12,
    boards.Domineering: 14,
    boards.Fission: 10,
    boards.Konane: 14,
    boards.NoGo: 8,
    boards.ElephantsAndRhinos: 12,
    boards.ToadsAndFrogs: 12,
    boards.TopplingDominoes: 7,
}
VALUES = [parse(text) for text in ("0", "-1/2", "2*", "^", "v*", "{3|-1}", "{0||0|-2}")]


@st.composite
def some_boards(draw, kind):
    cells = KINDS[kind]
    rows = issubclass(kind, boards.grids.RowBoard)
    width = draw(st.integers(1, cells if rows else 4))
    height = 1 if rows else draw(st.integers(1, max(1, cells // width)))
    cell = st.sampled_from(sorted(kind.cells))
    return kind(["".join(draw(cell) for _ in range(width)) for _ in range(height)])


def wins(value, player):
    return not (value <= 0 if player == "left" else value >= 0)


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
@settings(max_examples=15, deadline=None)
def test_winner_of_boards_and_sums_is_that_of_the_value(kind, data):
    parts = data.draw(st.lists(some_boards(kind), min_size=1, max_size=3))
    extra = data.draw(st.lists(st.sampled_from(VALUES), max_size=2))
    forget()
    total = BoardSum([*parts, *extra])
    found = {player: total.first_wins(player) for player in ("left", "right")}
    outcome = total.outcome
    value = total.value
    assert found == {player: wins(value, player) for player in found}
    assert outcome == value.outcome
    option = parts[0]
    assert option.winning_moves("left") == [b for b in option.left_options() if b.value >= 0]


@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
@settings(max_examples=10, deadline=None)
def test_winner_of_impartial_boards_is_that_of_the_nim_sum(kind, data):
    parts = data.draw(st.lists(some_boards(kind), min_size=1, max_size=3))
    extra = data.draw(st.sampled_from([[], [parse("*")], [parse("*2")], [parse("^")]]))
    forget()
    total = BoardSum([*(part.impartial() for part in parts), *extra])
    found = {player: total.first_wins(player) for player in ("left", "right")}
    assert found == {player: wins(total.value, player) for player in found}


def test_boards_of_different_games_add_up():
    mixed = boards.Domineering("..|..") + boards.Clobber("xoxo") + boards.Snort.path(3) + 1
    assert mixed.outcome == mixed.value.outcome
    assert (boards.Cram("...") + boards.Clobber("xo")).outcome == "P"
    assert BoardSum(()).outcome == "P"
    assert boards.Domineering("").outcome == "P"


def test_squares_of_domineering_have_their_published_winners():
    # D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, *Solving 8x8 Domineering*, 2000.
    for size, outcome in {2: "N", 3: "N", 4: "N", 5: "P", 6: "N"}.items():
        assert boards.Domineering(["." * size] * size).outcome == outcome


def hard():
    return boards.Amazons("x....x|......|......|......|o....o").outcome


def test_search_obeys_the_memory_limit_and_goes_on_afterwards():
    forget()
    with lm.limits(memory="20 MB"), pytest.raises(lm.LimitExceeded, match="memory limit"):
        hard()
    forget()
    assert boards.Clobber("xo|ox").outcome == boards.Clobber("xo|ox").value.outcome


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals")
def test_search_ends_at_an_interrupt():
    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            hard()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert boards.Domineering("..|..").outcome == "N"
