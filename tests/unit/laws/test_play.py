"""Winning moves by a law: into other games, at positions of any size, or a clear word why not."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.laws.random_programs import program

import lastmove as lm
from lastmove.laws.check import Game, Rejected
from lastmove.laws.game import document
from lastmove.laws.law import Law
from lastmove.laws.scout import Scout, apart

get = lm.rulesets.get
HUGE = 10**18


@lm.impartial
def ring(n):
    """Take one to four neighbours of a ring; what is left is a row."""
    for taken in range(1, min(4, n) + 1):
        yield row(n - taken)


@lm.impartial
def row(n):
    """Take one or two of a row."""
    for taken in (1, 2):
        if n >= taken:
            yield row(n - taken)


@lm.impartial
def cut(n):
    """Cut a ring into two rows, of which the longer one may be thrown away."""
    for left in range(n + 1):
        yield row(left) + row(n - left)
    for left in range(n // 2):
        yield row(left)


def plain(moves):
    """Return moves as texts, sums in any order."""
    parts = [
        move if isinstance(move, list) else getattr(move, "components", [move]) for move in moves
    ]
    return {tuple(sorted(map(str, part))) for part in parts}


@pytest.mark.parametrize(
    ("rules", "what"),
    [(ring, "outcome"), (ring, "grundy"), (ring, "misere"), (cut, "outcome"), (cut, "grundy")],
)
def test_moves_into_another_game_are_those_that_search_finds(rules, what):
    law = rules.law(what=what)
    for n in range(40):
        found = rules(n).winning_moves(misere=what == "misere")
        assert plain(law.winning_moves(n)) == plain(found), n


@pytest.mark.parametrize("what", ["outcome", "grundy", "misere"])
def test_a_move_into_another_game_is_named_at_any_size(what):
    law = ring.law(what=what)
    other = row.law(what=what)
    for n in range(HUGE, HUGE + 12):
        moves = law.winning_moves(n)
        wanted = {k for k in range(1, 5) if other.candidate.label((n - k,)) == 0}
        assert {move.coords[0] for move in moves} == {n - k for k in wanted}
        assert all(move.rules is row for move in moves)
        assert f"play to row({max(n - k for k in wanted)})" in law.explain(n)


@lm.partizan
class Apart:
    """Each takes from a heap of his own, one or as many as the rules let him."""

    def left(a, b):
        for k in (1, 2):
            if a >= k:
                yield a - k, b

    def right(a, b):
        for k in (1, 3):
            if b >= k:
                yield a, b - k


def test_in_misere_play_a_move_to_what_the_player_wins_anyhow_wins():
    law = Apart.law(what="misere")
    for place in ((a, b) for a in range(9) for b in range(9)):
        for player in ("left", "right"):
            found = Apart(*place).winning_moves(misere=True, player=player)
            assert plain(law.winning_moves(*place, player=player)) == plain(found), place
    assert law.winning_moves(HUGE, 5, player="right") == [Apart(HUGE, 4), Apart(HUGE, 2)]


def test_a_law_from_a_certificate_names_the_other_game():
    law = Law.from_certificate(ring.law().certificate)
    assert law.winning_moves(HUGE) == [("row", HUGE - k) for k in (1, 4) if (HUGE - k) % 3 == 0]
    assert law.explain(HUGE + 1).endswith(f"play to row({HUGE - 1})")
    law = Law.from_certificate(cut.law().certificate)
    assert [("row", 8), ("row", 8)] in law.winning_moves(16)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kayles", {}),
        ("kayles", {"what": "outcome"}),
        ("lasker", {}),
        ("guiles", {}),
        ("cutcake", {}),
        ("cutcake", {"what": "outcome", "bound": 40}),
        ("partizan_subtraction", {}),
        ("game_of_cards", {}),
        ("wythoff", {"what": "misere"}),
    ],
)
def test_who_wins_at_a_large_position_has_a_move_that_wins(name, options):
    law = get(name).law(**options)
    random = Random(name)
    impartial = get(name).kind == "impartial"
    for _ in range(20):
        coords = [random.randint(1, 10 ** random.randint(5, 18)) for _ in law.names]
        label = law.candidate.label(coords)
        for who, player in enumerate(["left", "right"][: 2 - impartial]):
            wins = label > 0 if who == 0 else label < 0
            if law.what != "value":
                wins = label in (1, 2 + who) if law.what != "grundy" else label > 0
            moves = law.winning_moves(*coords, player=None if impartial else player)
            assert bool(moves) == wins, coords
            for move in moves[:5]:
                parts = [part.coords for part in (move if isinstance(move, list) else [move])]
                labels = [law.candidate.label(part) for part in parts]
                if law.what == "value" or law.candidate.worth is not None:
                    if law.candidate.worth is not None:
                        labels = [law.candidate.worth.label(part) for part in parts]
                    assert sum(labels) >= 0 if who == 0 else sum(labels) <= 0
                elif law.what == "grundy":
                    assert not labels or labels[0] ^ (labels[1] if labels[1:] else 0) == 0
                elif name != "kayles":
                    assert set(labels) <= {0, 2 + who}


@lm.impartial
def crawl(n):
    """Take one or two, told in as many steps as there are counters."""
    total = 0
    for rest in range(n):
        total = (2 * total + rest) % 5
        if n - rest <= 2 and total < 5:
            yield rest


def test_where_no_move_is_found_a_sentence_says_so():
    law = crawl.law()
    assert [move.coords for move in law.winning_moves(301)] == [(300,)]
    assert law.winning_moves(3 * HUGE) == []
    with pytest.raises(lm.LimitExceeded, match=r"no move that wins at .* was found"):
        law.winning_moves(HUGE)
    assert "no move that wins at (1000000000000000000,) was found" in law.explain(HUGE)


@given(st.integers(0, 10**9), st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_options_of_some_turns_are_options(seed, size):
    random = Random(seed)
    data = document(program(random, size))["programs"][0]
    scout, game = Scout(data), Game(data)
    for _ in range(4):
        coords = tuple(random.randrange(90) for _ in range(size))
        try:
            every = game.options(coords)
        except (Rejected, ArithmeticError, ValueError, LookupError):
            continue
        for width in (1, 4):
            assert set(scout.options(coords, width=width)) <= set(every)
        assert list(scout.options(coords)) == every


def v(k):
    return ["v", k]


MOVE = ["move", [[0, v(1)]]]
LOOPS = {
    "a value that is counted on": ([["set", 1, ["+", v(1), 1]], MOVE], [], False),
    "a value of one turn": ([["set", 1, v(0)], MOVE], [], True),
    "a value set in one branch": ([["if", v(0), [["set", 1, 5]], []], MOVE], [], False),
    "a value set in both": ([["if", v(0), [["set", 1, 5]], [["set", 1, 6]]], MOVE], [], True),
    "a value that is read behind": ([["set", 1, v(0)]], [MOVE], False),
    "a value set again behind": ([["set", 1, v(0)]], [["set", 1, 3], MOVE], True),
    "a turn that ends the loop": ([["if", v(0), [["break"]], []], MOVE], [], False),
    "a turn that ends all": ([["for", 2, 0, 3, 1, [["return"]]]], [], False),
    "a turn that is skipped": ([["if", v(0), [["continue"]], []], MOVE], [], True),
}


@pytest.mark.parametrize("name", LOOPS)
def test_turns_stand_apart_unless_something_is_carried(name):
    body, behind, free = LOOPS[name]
    assert apart([["set", 1, 0], ["for", 0, 0, 9, 1, body], *behind])[0] == free


def test_a_value_carried_through_an_inner_loop_links_both():
    inner = ["for", 2, 0, 9, 1, [["set", 1, v(2)]]]
    assert apart([["set", 1, 0], ["for", 0, 0, 9, 1, [MOVE, inner]]]) == [False, False]
    assert apart([["for", 0, 0, 9, 1, [["set", 1, 0], inner, MOVE]]]) == [True, False]
    assert apart([["for", 0, 0, 9, 1, [["set", 1, 0], MOVE, inner]]]) == [True, True]
