"""What must hold for every game: sums, winning moves, outcomes and misère play, against a twin.

The games are random: heaps with random subtraction and splitting moves, and pairs of counters
with random vectors.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import twin

import lastmove as lm
from lastmove.solve import verify


@pytest.fixture(autouse=True, scope="module")
def _little_verification():
    """Spend little on comparing Programs with their rules: the twins judge the answers here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "_SECONDS", 0.01)
        yield


# How a heap game may take: (taken, parts left), and how two counters may change.
takes = st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=4)
vectors = st.frozensets(
    st.tuples(st.integers(-3, 1), st.integers(-3, 2)).filter(lambda v: 2 * v[0] + v[1] < 0),
    min_size=1,
    max_size=4,
)


def heap_options(rules):
    """Return the options of a heap as tuples of heaps; a split needs two non-empty parts."""

    def options(n):
        for taken, parts in sorted(rules):
            left = n - taken
            if parts == 0 and left == 0 and taken:
                yield ()
            if parts == 1 and left > 0 and taken:
                yield (left,)
            if parts == 2:
                for a in range(1, left // 2 + 1):
                    yield (a, left - a)

    return options


def heap_game(rules, name="heaps"):
    return lm.impartial(lambda n: map(list, heap_options(rules)(n)), name=name)


def counter_options(rules):
    def options(position):
        x, y = position
        for dx, dy in sorted(rules):
            if x + dx >= 0 and y + dy >= 0:
                yield ((x + dx, y + dy),)

    return options


def counter_game(rules, name="counters"):
    return lm.impartial(lambda x, y: [o[0] for o in counter_options(rules)((x, y))], name=name)


def partizan_game(left, right):
    return lm.partizan(
        left=lambda n: map(list, heap_options(left)(n)),
        right=lambda n: map(list, heap_options(right)(n)),
        name="partizan",
    )


@given(takes, st.lists(st.integers(0, 7), max_size=3))
@settings(max_examples=60, deadline=None)
def test_grundy_of_a_sum_is_the_xor(rules, heaps):
    game = heap_game(rules)
    grundy = twin.grundy_of(heap_options(rules))
    expected = 0
    for heap in heaps:
        expected ^= grundy(heap)
        assert game(heap).grundy == grundy(heap)
    total = lm.Sum(game(heap) for heap in heaps)
    assert total.grundy == expected
    assert total.outcome == ("N" if expected else "P")


@given(vectors, takes, st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=60, deadline=None)
def test_winning_moves_are_the_options_that_the_previous_player_wins(vecs, rules, x, y, n):
    total = counter_game(vecs)(x, y) + heap_game(rules)(n)
    for position in (*total.components, total):
        winning = position.winning_moves()
        assert winning == [o for o in position.options() if o.outcome == "P"]
        assert (position.outcome == "N") == bool(winning)
        misere = position.winning_moves(misere=True)
        assert misere == [o for o in position.options() if o.outcome_misere == "P"]


@given(takes, st.lists(st.integers(0, 6), max_size=2))
@settings(max_examples=60, deadline=None)
def test_misere_outcomes_by_definition(rules, heaps):
    options = heap_options(rules)
    expected = twin.outcome_of(options, options, misere=True)(*heaps)
    assert lm.Sum(map(heap_game(rules), heaps)).outcome_misere == expected


@given(takes, takes, st.lists(st.integers(0, 6), max_size=2), st.booleans())
@settings(max_examples=80, deadline=None)
def test_partizan_outcomes_by_definition(left, right, heaps, misere):
    game = partizan_game(left, right)
    expected = twin.outcome_of(heap_options(left), heap_options(right), misere)(*heaps)
    total = lm.Sum(map(game, heaps))
    assert (total.outcome_misere if misere else total.outcome) == expected
    for player, other in (("left", "right"), ("right", "left")):
        wins = total.winning_moves(player, misere=misere)
        if not misere:  # in misère play having no move wins
            assert bool(wins) == (expected in ("N", player[0].upper()))
        for option in wins:
            after = option.outcome_misere if misere else option.outcome
            assert not after.first_wins(other)


@given(takes, takes, st.integers(0, 8))
@settings(max_examples=80, deadline=None)
def test_values_by_the_simplest_number_rule(left, right, n):
    expected = twin.number_of(heap_options(left), heap_options(right))(n)
    position = partizan_game(left, right)(n)
    if expected is None:
        # Some follower is no number; the value, which may be one again, is that of the options.
        assert position.value == lm.Game(
            [option.value for option in position.left_options()],
            [option.value for option in position.right_options()],
        )
        return
    assert position.value == expected
    sign = "P" if expected == 0 else "L" if expected > 0 else "R"
    assert position.outcome == sign


@given(takes, takes, takes, st.integers(0, 5), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_sums_of_a_partizan_and_an_impartial_game(left, right, rules, n, m):
    total = partizan_game(left, right)(n) + heap_game(rules)(m)

    def side(player):
        heap = heap_options(left if player == "left" else right)
        other = heap_options(rules)
        return lambda tagged: (
            [tuple(("a", k) for k in option) for option in heap(tagged[1])]
            if tagged[0] == "a"
            else [tuple(("b", k) for k in option) for option in other(tagged[1])]
        )

    expected = twin.outcome_of(side("left"), side("right"))(("a", n), ("b", m))
    assert total.outcome == expected


@given(vectors, st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_tables_hold_what_the_positions_say(rules, width, height):
    game = counter_game(rules)
    grundy = twin.grundy_of(counter_options(rules))
    outcome = twin.outcome_of(counter_options(rules), counter_options(rules), misere=True)
    values, misere = game.table(width, height), game.table(width, height, misere=True)
    assert values.shape == misere.shape == (width, height)
    for place in twin.box(width, height):
        assert values[place] == grundy(place)
        assert misere[place] == outcome(place)
