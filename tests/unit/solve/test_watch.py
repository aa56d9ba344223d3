"""The memory limit of rules that run in Python counts what positions are made of."""

import tracemalloc

import pytest

import lastmove as lm
from lastmove.rules.position import Position
from lastmove.solve.watch import Memo, Watch, shortened

LIMIT = 8_000_000


class Node:
    """A position of one's own, whose fields count."""

    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def shorter(self):
        return Node(self.text[1:])

    def __len__(self):
        return len(self.text)


def of_text(text):
    return text


def of_cells(text):
    return tuple((i, 10**12 + i) for i, _ in enumerate(text))


def of_sets(text):
    return frozenset(f"cell {i}" for i, _ in enumerate(text))


KINDS = {
    "texts": (of_text("x" * 25_000), lambda p: p[1:]),
    "cells": (of_cells("x" * 500), lambda p: tuple((i, n + 1) for i, n in p)[1:]),
    "sets": (of_sets("x" * 500), lambda p: frozenset(f"{c}." for c in p)),
    "objects": (Node("x" * 25_000), Node.shorter),
    "objects in tuples": ((Node("x" * 25_000),), lambda p: (p[0].shorter(),)),
}


@pytest.mark.parametrize("question", ["grundy", "outcome", "outcome_misere", "value"])
@pytest.mark.parametrize("kind", KINDS)
def test_large_positions_fill_the_memory_limit_by_their_size(kind, question):
    start, shorter = KINDS[kind]

    def moves(position):
        yield shorter(position)

    if question == "grundy":
        game = lm.impartial(moves)
    else:
        game = lm.partizan(left=moves, right=moves, name="game")
    tracemalloc.start()
    try:
        with lm.limits(memory=LIMIT), pytest.raises(lm.LimitExceeded, match="memory limit of 8,0"):
            getattr(Position(game, (start,)), question)
        assert tracemalloc.get_traced_memory()[1] < 2 * LIMIT
    finally:
        tracemalloc.stop()


def test_what_positions_share_counts_once():
    board = tuple(f"cell {i} of a board that never changes" for i in range(5000))

    @lm.impartial
    def game(board, n):
        if n:
            yield board, n - 1

    with lm.limits(memory="4 MiB"):
        assert game(board, 1000).grundy == 0


def test_what_earlier_questions_left_does_not_fill_the_limit_of_later_ones():
    @lm.impartial
    def game(text):
        if text:
            yield text[1:]

    with lm.limits(memory="4 MiB"):
        for letter in "abcdefgh":
            assert game(letter * 1500).grundy == 0
        with pytest.raises(lm.LimitExceeded):
            _ = game("x" * 9000).grundy
        assert game("abc").grundy == 1
    assert game("x" * 9000).grundy == 0


def test_play_without_end_is_suspected_where_one_line_fills_the_limit():
    @lm.impartial
    def growing(text):
        yield text + "x"

    message = r"\d+ moves into one line of play, at growing\('x+\.\.\.x+'\); if play there comes to"
    with lm.limits(memory="1 MiB"), pytest.raises(lm.LimitExceeded, match=message) as caught:
        _ = growing("x").grundy
    assert len(str(caught.value)) < 500


def test_options_held_count_too():
    @lm.impartial
    def game(text):
        for i in range(10_000):
            yield text[i:]

    with lm.limits(memory="4 MiB"), pytest.raises(lm.LimitExceeded, match="memory limit of"):
        game("x" * 20_000).options()


@pytest.mark.parametrize("question", ["grundy", "outcome", "outcome_misere", "value", "options"])
@pytest.mark.parametrize("option", ["a", "1"])
def test_one_option_yielded_for_ever_is_refused(question, option, monkeypatch):
    monkeypatch.setattr("lastmove.solve.moves.MOST_OPTIONS", 4096)

    def moves(text):
        while text == "start":
            yield option

    game = lm.impartial(moves, name="endless") if question != "value" else None
    game = game or lm.partizan(left=moves, right=moves, name="endless")
    message = r"endless\('start'\) has more than 4,096 options, .* does not yield for ever"
    position = game("start")
    ask = position.options if question == "options" else lambda: getattr(position, question)
    with pytest.raises(lm.LimitExceeded, match=message):
        ask()


def test_loops_that_never_end_are_refused_natively():
    @lm.impartial
    def endless(n):
        while n > 0:
            yield n - 1

    assert endless.native
    message = r"the rules of endless do not come to an end at endless\(1\): a loop comes back"
    with pytest.raises(lm.RulesError, match=message):
        _ = endless(5).grundy
    assert endless(0).grundy == 0


def test_many_options_of_one_position_take_no_list_of_them():
    @lm.partizan
    class Wide:
        def left(text):
            if text == "start":
                for i in range(3000):
                    yield str(i)

        def right(text):
            if text == "start":
                yield "0"

    assert Wide("start").value == lm.parse("*")
    assert Wide("start").outcome == "N"


def test_a_memo_counts_the_bytes_of_what_it_holds():
    game = lm.impartial(lambda text: [], name="game")
    memo: Memo = Memo()
    watch = Watch(memo)
    position = game("x" * 10_000)
    watch.enter(position)
    memo[position] = 0
    watch.leave()
    assert 10_000 < memo.bytes < 12_000
    assert memo.size() > memo.bytes


def test_long_texts_are_shortened_in_messages():
    assert shortened((1, 2)) == "(1, 2)"
    assert len(shortened("x" * 10**6)) < 300


class Fussy:
    """Compares and hashes unless told not to."""

    def __init__(self, n, *, bad):
        self.n, self.bad = n, bad

    def __eq__(self, other):
        if self.bad == "eq":
            raise ValueError("no comparison")
        return self.n == other.n

    def __hash__(self):
        if self.bad == "hash" and self.n < 3:
            raise ValueError("no hash")
        return 7

    def __repr__(self):
        if self.bad == "repr":
            raise ValueError("no text")
        return f"Fussy({self.n})"


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (
            "eq",
            r"game\(Fussy\(\d\)\) cannot be compared with game\(Fussy\(\d\)\): the __eq__ of a "
            r"coordinate raises ValueError: no comparison",
        ),
        (
            "hash",
            r"game\(Fussy\(3\)\) yields Fussy\(2\): a coordinate of game, Fussy\(2\), cannot "
            r"be hashed: its __hash__ raises ValueError: no hash",
        ),
    ],
)
@pytest.mark.parametrize("question", ["grundy", "outcome_misere", "value"])
def test_errors_of_a_positions_own_methods_name_it(bad, message, question):
    def moves(p):
        if p.n:
            yield Fussy(p.n - 1, bad=p.bad)

    game = lm.impartial(moves, name="game")
    if question == "value":
        game = lm.partizan(left=moves, right=moves, name="game")
    with pytest.raises(lm.RulesError, match=message) as caught:
        getattr(game(Fussy(5, bad=bad)), question)
    assert caught.value.position is not None
    assert isinstance(caught.value.__cause__, Exception)


def test_a_position_without_a_text_can_still_be_named():
    game = lm.impartial(lambda p: [p], name="game")
    with pytest.raises(lm.LoopError, match=r"play can come back to game\(<Fussy>\)"):
        _ = game(Fussy(1, bad="repr")).grundy


@pytest.mark.parametrize("name", ["nim", "bash"])
def test_moves_too_many_to_list_are_refused_with_what_answers(name):
    game = lm.rulesets.get(name).using(k=10**9) if name == "bash" else lm.rulesets.get(name)
    message = r"has [\d,]+ or more options, too many .* law\(\)\.winning_moves\(\.\.\.\) gives some"
    with lm.limits(memory="4 MiB"), pytest.raises(lm.LimitExceeded, match=message):
        game(10**8).winning_moves()
    assert game(300).winning_moves()
