"""Questions at the edges: numbers of any size, games that lead to games of another kind."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import lastmove as lm


@lm.partizan
class Integer:
    def left(n: int) -> Iterator[Any]:  # type: ignore[misc]
        if n:
            yield n - 1

    def right(n: int) -> list[Any]:  # type: ignore[misc]
        return []


@lm.impartial
def choice(n: int) -> Iterator[Any]:
    if n:
        yield Integer(n)
        yield n - 1


@lm.impartial
def choice_in_python(n: int) -> Iterator[Any]:
    try:
        if n:
            yield Integer(n)
            yield n - 1
    finally:
        pass


def wins(state: tuple[tuple[str, int], ...], left: bool, misere: bool) -> bool:
    """Whether the player to move wins the sum, by play alone."""
    after: list[tuple[tuple[str, int], ...]] = []
    for i, (kind, n) in enumerate(state):
        rest = state[:i] + state[i + 1 :]
        if kind == "choice" and n:
            after += [(*rest, ("integer", n)), (*rest, ("choice", n - 1))]
        elif kind == "integer" and n and left:
            after.append((*rest, ("integer", n - 1)))
    return any(not wins(s, not left, misere) for s in after) if after else misere


@pytest.mark.parametrize("game", [choice, choice_in_python])
@pytest.mark.parametrize("misere", [False, True])
def test_a_game_with_one_set_of_moves_may_lead_to_a_partizan_one(game, misere):
    for a, b in itertools.product(range(4), repeat=2):
        position = game(a) + Integer(b)
        state = (("choice", a), ("integer", b))
        expected = lm.Outcome.of(wins(state, True, misere), wins(state, False, misere))
        found = position.outcome_misere if misere else position.outcome
        assert found == expected, position
    assert game(2).winning_moves("left") == [Integer(2)]
    with pytest.raises(lm.PositionError, match="who moves there makes a difference"):
        game(2).winning_moves()
    with pytest.raises(lm.PositionError, match="of a partizan game, has no Grundy value"):
        game(2).grundy  # noqa: B018 - asking is the point


def test_constants_of_more_than_64_bits_are_left_to_python():
    @lm.impartial
    def game(n):
        if 0 < n < 2**70:
            yield n - 1

    assert "cannot hold" in str(game.why_not_native)
    assert [game(n).grundy for n in range(4)] == [0, 1, 0, 1]
    assert game(2**70).grundy == 0


def test_options_and_domains_may_overflow_where_positions_do_not():
    @lm.impartial(domain=lambda n: n**20 >= 0)
    def game(n):
        if 0 < n <= 10:
            yield 2**61 * n
            yield n - 1

    assert game.native
    assert game(10).winning_moves() == [game(2**61 * 10)]
    assert game(2000).outcome == "P"


def test_numbers_that_grow_without_end_are_refused_in_time():
    @lm.impartial
    def game(n):
        if n > 1:
            yield n**6

    with pytest.raises(lm.LastmoveError, match="binary digits"):
        game(10).grundy  # noqa: B018 - asking is the point


def test_a_sum_of_very_many_games_is_played_in_python():
    def made(i: int) -> lm.Rules:
        last = lm.impartial(lambda n: [n - 1] if n else [], name=f"last{i}")
        return lm.impartial(lambda n: [last(n - 1)] if n else [], name=f"first{i}")

    games = [made(i) for i in range(40)]
    assert sum(game(i < 3) for i, game in enumerate(games)).outcome_misere == "P"


@pytest.mark.parametrize("extents", [(0, 2**70), (2**62, 2**62, 0)])
def test_an_empty_table_of_absurd_extents_is_refused(extents):
    with pytest.raises(ValueError, match="no cells"):
        lm.rulesets.get("nim").table(*extents)


@pytest.mark.parametrize("ask", ["options", "left_options", "winning_moves"])
@pytest.mark.parametrize("name", ["nim", "kayles"])
def test_options_too_many_to_list_are_refused_with_what_works(name: str, ask: str) -> None:
    position = lm.rulesets.get(name)(10**18)
    with pytest.raises(lm.LimitExceeded, match=r"law\(\)\.winning_moves"):
        getattr(position, ask)()


def test_some_thousand_options_are_listed() -> None:
    assert len(lm.rulesets.get("nim")(3000, 1).options()) == 3001
