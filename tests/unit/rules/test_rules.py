"""Rules objects: signatures, parameters, positions and the errors of asking wrongly."""

import pickle

import numpy as np
import pytest

import lastmove as lm


@lm.impartial
def nim_heap(n):
    """Take any number."""
    for k in range(1, n + 1):
        yield n - k


@lm.impartial
def take(n, *, takes=(1, 2, 3)):
    for k in takes:
        if k <= n:
            yield take(n - k)


@lm.impartial
def heaps(first, *rest):
    every = (first, *rest)
    for i, heap in enumerate(every):
        for left in range(heap):
            yield (*every[:i], left, *every[i + 1 :])


@lm.partizan
class Ladder:
    """Left climbs by one rung, Right by two."""

    def left(n):
        if n >= 1:
            yield n - 1

    @staticmethod
    def right(n):
        if n >= 2:
            yield n - 2


def test_names_and_documentation_are_those_of_the_function():
    assert nim_heap.name == "nim_heap"
    assert nim_heap.__doc__ == "Take any number."
    assert (nim_heap.kind, Ladder.kind) == ("impartial", "partizan")
    assert Ladder.__doc__.startswith("Left climbs")
    assert repr(nim_heap) == "<impartial rules nim_heap>"


def test_decorator_with_options():
    @lm.impartial(name="pairs", domain=lambda a, b: a <= b, measure=lambda a, b: a + b)
    def anything(a, b):
        if a < b:
            yield a, b - 1

    assert anything.name == "pairs"
    assert anything(2, 3).grundy == 1
    with pytest.raises(lm.PositionError, match=r"pairs\(3, 2\) lies outside the domain"):
        anything(3, 2)


def test_rules_from_two_functions():
    made = lm.partizan(left=lambda n: [n - 1] if n else [], right=lambda n: [], name="integers")
    assert made(5).value == 5
    assert made(0).outcome == "P"
    assert made(3).outcome == "L"


def test_keyword_parameters_make_variants():
    other = take.using(takes=(1, 4))
    assert other.parameters == {"takes": (1, 4)}
    assert other is take.using(takes=(1, 4))
    assert take.using(takes=(1, 2, 3))(5) == take(5)
    assert str(take.using(takes=(1, 2, 3))) == "take"
    assert str(other) == "take.using(takes=(1, 4))"
    assert other.name == "take"
    # Inside the rules, the game's own name means the game being played.
    assert [other(n).outcome.value for n in range(6)] == ["P", "N", "P", "N", "N", "P"]
    assert take(8, takes=(1, 4)) == other(8)
    assert [take(n).grundy for n in range(6)] == [0, 1, 2, 3, 0, 1]


def _called(rules, n, k):
    return rules(n, k=k)


def _varied(rules, n, k):
    return rules.using(k=k)(n)


@pytest.mark.parametrize("stated", [_called, _varied])
@pytest.mark.parametrize("native", [True, False])
def test_a_move_may_name_the_parameters_that_the_rules_were_stated_with(stated, native):
    @lm.impartial
    def turn(n, *, k=1):
        # Without parameters, the name would mean the game that is being played.
        if n >= k:
            yield stated(turn, n - k, 3 - k) if native else [stated(turn, n - k, 3 - k)][:n]

    def grundy(n, k):
        return int(n >= k and not grundy(n - k, 3 - k))

    for k in (1, 2):
        rules = turn.using(k=k)
        assert [rules(n).grundy for n in range(9)] == [grundy(n, k) for n in range(9)]
        assert rules.table(9).tolist() == [grundy(n, k) for n in range(9)]
    assert turn.using(k=2)(5).options() == [turn(3)]
    assert turn.using(k=2)(5).options() != [turn.using(k=2)(3)]
    assert len({turn(3), turn(3, k=1), turn.using(k=1)(3)}) == 1


def test_wrong_parameters_are_refused():
    with pytest.raises(lm.RulesError, match="has no parameter 'k'; it has takes"):
        take.using(k=3)
    with pytest.raises(lm.RulesError, match="must be hashable"):
        take.using(takes=[1, 2])


def test_any_number_of_coordinates():
    assert heaps.arity is None
    assert heaps(3, 4, 5).winning_moves() == [heaps(1, 4, 5)]
    assert heaps(7).grundy == 7
    with pytest.raises(lm.PositionError, match="at least 1 coordinates"):
        heaps()


@pytest.mark.parametrize(
    ("coords", "message"),
    [
        ((), r"takes 1 coordinate \(n\), not 0"),
        ((1, 2), r"takes 1 coordinate \(n\), not 2"),
        ((-1,), r"nim_heap\(-1\) is no position: coordinates start at 0"),
        ((1.0,), "is a float, use an int"),
        (([1],), r"must be hashable: use a tuple instead of \[1\]"),
    ],
)
def test_positions_that_are_none(coords, message):
    with pytest.raises(lm.PositionError, match=message):
        nim_heap(*coords)


def test_positions_written_in_another_way_get_a_hint():
    pair = lm.impartial(lambda a, b: [(a - 1, b)] if a else [], name="pair")
    with pytest.raises(lm.PositionError, match=r"takes 2 coordinates .* write pair\(3, 1\)"):
        pair((3, 1))
    with pytest.raises(lm.RulesError, match="a is a coordinate of pair, not a parameter"):
        pair(a=3)
    with_self = lm.partizan(
        type("Ladders", (), {"left": lambda self, n: [], "right": lambda self, n: []})
    )
    with pytest.raises(lm.PositionError, match="left and right take no self"):
        with_self(3)


def test_numpy_and_bool_coordinates_become_ints():
    position = nim_heap(np.int64(3))
    assert position == nim_heap(3)
    assert type(position.coords[0]) is int
    assert nim_heap(True) == nim_heap(1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lm.impartial(lambda: []), "take no coordinates"),
        (lambda: lm.impartial(lambda n=3: []), "has a default value"),
        (lambda: lm.impartial(lambda n, *, k: []), "parameter k of <lambda> needs a default"),
        (lambda: lm.impartial(lambda n, **more: []), r"cannot take \*\*more"),
        (lambda: lm.impartial(3), "must be a Python function"),
        (lambda: lm.impartial(max), "must be a Python function"),
        (lambda: lm.impartial(type("Both", (), {})), "a class with left and right is for @partiz"),
        (lambda: lm.partizan(lambda n: []), "takes a class .* are for @impartial"),
        (lambda: lm.impartial(domain=3)(lambda n: []), "the domain of <lambda> must be a function"),
        (lambda: lm.partizan(left=lambda n: [], right=lambda a, b: []), "the same coordinates"),
        (lambda: lm.partizan(left=lambda n: []), "both players' moves"),
        (lambda: lm.partizan(type("Half", (), {"left": lambda n: []})), "no function 'right'"),
    ],
)
def test_signatures_that_state_no_game(make, message):
    with pytest.raises(lm.RulesError, match=message):
        make()


def test_positions_and_sums_are_values():
    assert nim_heap(3) == nim_heap(3)
    assert nim_heap(3) != take(3)
    assert nim_heap(2) + nim_heap(3) == nim_heap(3) + nim_heap(2)
    assert nim_heap(2) + nim_heap(2) != nim_heap(2)
    assert len({nim_heap(1) + take(2), take(2) + nim_heap(1), nim_heap(1)}) == 2
    assert sum([nim_heap(1), nim_heap(2), nim_heap(3)]).grundy == 0
    assert repr(nim_heap(1) + take(2)) == "nim_heap(1) + take(2)"
    assert repr(lm.Sum()) == "Sum()"
    assert lm.Sum().outcome == "P"
    assert lm.Sum().outcome_misere == "N"
    assert (nim_heap(1) + 3).outcome == "L"
    with pytest.raises(TypeError):
        nim_heap(1) + "3"


def test_questions_that_do_not_fit_the_game():
    with pytest.raises(lm.PositionError, match="ask for its outcome or value"):
        _ = Ladder(3).grundy
    with pytest.raises(lm.PositionError, match="ask for left_options"):
        Ladder(3).options()
    with pytest.raises(lm.PositionError, match=r'ask for winning_moves\("left"\)'):
        Ladder(3).winning_moves()
    with pytest.raises(lm.PositionError, match='"left" or "right", not \'up\''):
        Ladder(3).winning_moves("up")


def test_values_beyond_numbers_are_games():
    assert (nim_heap(2) + Ladder(0)).value == lm.parse("*2")


def test_pickling_finds_built_in_rules_again():
    kayles = lm.rulesets.get("kayles")
    bash = lm.rulesets.get("bash").using(k=7)
    for thing in (kayles, kayles(7), kayles(7) + kayles(2), bash, bash(5)):
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_lastmove_lists_its_names_and_no_others():
    assert set(lm.__all__) <= set(dir(lm))
    for name in lm.__all__:
        assert getattr(lm, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = lm.nonsense
    assert len(lm.__all__) <= 40


race = lm.partizan(
    left=lambda a, b, *, step=1: [(a - step, b)] if a >= step else [],
    right=lambda a, b, *, leap=2: [(a, b - leap)] if b >= leap else [],
    name="race",
)


def test_players_may_have_parameters_of_their_own():
    assert race.parameters == {"step": 1, "leap": 2}
    assert race.native
    assert race(3, 5).value == 3 - 2
    assert race.using(leap=1)(3, 5).value == 3 - 5
    with pytest.raises(lm.RulesError, match="parameter k of game has two default values, 1 and 2"):
        lm.partizan(left=lambda n, *, k=1: [], right=lambda n, *, k=2: [], name="game")


def test_pickling_rules_under_another_name(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, race.__module__, sys.modules.get(__name__) or _this_module())
    assert pickle.loads(pickle.dumps(race(2, 2))) == race(2, 2)
    hidden = lm.impartial(lambda n: [], name="hidden")
    with pytest.raises(pickle.PicklingError, match="assign them to a name at the top level"):
        pickle.dumps(hidden)


def _this_module():
    import types

    module = types.ModuleType(__name__)
    vars(module).update(globals())
    return module


def test_positions_are_subtracted_negated_and_multiplied():
    kayles, cutcake = lm.rulesets.get("kayles")(5), lm.rulesets.get("cutcake")(5, 2)
    assert -kayles == kayles
    assert -cutcake == -cutcake.value
    assert (kayles - kayles).outcome == "P"
    assert kayles - kayles == kayles + kayles
    for left, right in [
        (cutcake, cutcake),
        (cutcake + kayles, kayles + cutcake),
        (1, cutcake),
        (kayles, lm.parse("*4")),
        (lm.parse("*4"), kayles),
        (lm.Domineering(".|.") - kayles, cutcake - kayles),
    ]:
        assert (left - right).outcome == "P", (left, right)
    assert (kayles - lm.Domineering("..")).value == lm.parse("*4 + 1")


def test_copies_of_positions():
    kayles, cutcake = lm.rulesets.get("kayles")(5), lm.rulesets.get("cutcake")(5, 2)
    assert 3 * kayles == kayles * 3 == kayles + kayles + kayles
    assert isinstance(2 * kayles, lm.Sum)
    assert 1 * kayles == kayles
    assert -3 * kayles == 3 * kayles
    assert 0 * kayles == lm.Sum()
    assert (2 * (kayles + cutcake)).value == 2
    assert (-2 * cutcake).value == -2
    with pytest.raises(lm.PositionError, match="copies"):
        10**6 * kayles
    for wrong in (1.5, "a", None):
        with pytest.raises(TypeError):
            wrong * kayles
        with pytest.raises(TypeError):
            kayles - wrong


def test_rules_may_yield_copies():
    @lm.impartial
    def pairs(n):
        if n >= 2:
            yield 2 * pairs(n // 2)
        if n >= 1:
            yield pairs(n - 1)

    @lm.impartial
    def spelt(n):
        if n >= 2:
            yield spelt(n // 2) + spelt(n // 2)
        if n >= 1:
            yield spelt(n - 1)

    assert [pairs(n).grundy for n in range(30)] == [spelt(n).grundy for n in range(30)]


@pytest.mark.parametrize("option", [lm.Game(1), lm.parse("*"), lm.Domineering(".|.")], ids=str)
def test_a_move_to_a_value_or_a_board_is_refused(option):
    @lm.impartial
    def stray(n):
        if n:
            yield option

    with pytest.raises(lm.RulesError, match="not to a value or a board"):
        _ = stray(3).outcome


def test_a_negative_of_a_partizan_position_is_no_move():
    @lm.partizan
    class Turned:
        def left(n):
            if n:
                yield -Turned(n - 1)

        def right(n):
            if n:
                yield n - 1

    with pytest.raises(lm.RulesError, match="not to a value or a board"):
        _ = Turned(3).value


def test_values_may_be_coordinates():
    @lm.impartial
    def down(g):
        if g > 0:
            yield g - 1

    assert down(lm.parse("5/2")).grundy == 1
