"""Rules that do not always yield the same options are refused, not answered."""

import random

import pytest

import lastmove as lm


def drawing(n):
    for k in range(1, random.randint(1, 4) + 1):
        if n >= k:
            yield n - k


def learning():
    asked = []

    def moves(n):
        asked.append(n)
        for k in range(1, 3 + len(asked) // 20):
            if n >= k:
                yield n - k

    return moves


class Counting:
    most = 1


def counting(n):
    Counting.most += 1
    yield from range(max(0, n - Counting.most % 5), n)


def words(word):
    for i in range(len(word)):
        if random.random() < 0.5:
            yield word[:i] + word[i + 1 :]


@pytest.fixture(params=[drawing, learning, counting], ids=["by lot", "by asking", "by count"])
def unsteady(request):
    random.seed(1)
    Counting.most = 1
    return request.param() if request.param is learning else request.param


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game(60).grundy,
        lambda game: game(60).outcome,
        lambda game: game(60).outcome_misere,
        lambda game: game(60).winning_moves(),
        lambda game: (game(25) + game(30)).outcome_misere,
        lambda game: game.table(80),
    ],
    ids=["grundy", "outcome", "misere", "moves", "sum", "table"],
)
def test_options_that_change_are_refused_with_the_position(unsteady, ask):
    game = lm.impartial(unsteady, name="game")
    with pytest.raises(lm.RulesError, match=r"of game yield other options at game\(\d+\) when"):
        ask(game)


def test_values_of_partizan_rules_by_lot_are_refused():
    random.seed(2)
    for ask in (lambda p: p.value, lambda p: p.outcome):
        game = lm.partizan(left=drawing, right=lambda n: [n - 1] if n else [], name="game")
        with pytest.raises(lm.RulesError, match="when they are asked again"):
            ask(game(40))


def test_positions_that_are_words_are_replayed_too():
    random.seed(3)
    with pytest.raises(lm.RulesError, match="depend on the position alone"):
        _ = lm.impartial(words, name="game")("abcdefgh").grundy


def test_a_refused_answer_is_not_remembered():
    random.seed(4)
    game = lm.impartial(drawing, name="game")
    for _ in range(3):
        with pytest.raises(lm.RulesError):
            _ = game(60).grundy


def test_there_is_no_law_of_rules_by_lot():
    with pytest.raises(lm.RulesError, match="does not always give the same answer"):
        lm.impartial(drawing, name="game").law()


def test_options_from_a_set_may_come_in_any_order():
    def shuffled(n):
        found = [n - k for k in (1, 2, 3) if n >= k]
        random.shuffle(found)
        return found

    game = lm.impartial(shuffled, name="game")
    assert [game(n).grundy for n in range(8)] == [0, 1, 2, 3, 0, 1, 2, 3]
