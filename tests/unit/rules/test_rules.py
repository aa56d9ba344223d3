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
    made = lm.partizan(
        left=lambda n: [n - 1] if n else [], right=lambda n: [], name="integers"
    )
    assert made(5).value == 5
    assert made(0).outcome == "P"
    assert made(3).outcome == "L"


def test_keyword_parameters_make_variants():
    other = take.using(takes=(1, 4))
    assert other.parameters == {"takes": (1, 4)}
    assert other is take.using(takes=(1, 4))
    assert take.using(takes=(1, 2, 3)) is take
    assert str(other) == "take.using(takes=(1, 4))"
    assert other.name == "take"
    # Inside the rules, the game's own name means the game being played.
    assert [other(n).outcome.value for n in range(6)] == ["P", "N", "P", "N", "N", "P"]
    assert take(8, takes=(1, 4)) == other(8)
    assert [take(n).grundy for n in range(6)] == [0, 1, 2, 3, 0, 1]


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
    with pytest.raises(TypeError):
        nim_heap(1) + 3


def test_questions_that_do_not_fit_the_game():
    with pytest.raises(lm.PositionError, match="ask for its outcome or value"):
        _ = Ladder(3).grundy
    with pytest.raises(lm.PositionError, match="ask for left_options"):
        Ladder(3).options()
    with pytest.raises(lm.PositionError, match=r'ask for winning_moves\("left"\)'):
        Ladder(3).winning_moves()
    with pytest.raises(lm.PositionError, match='"left" or "right", not \'up\''):
        Ladder(3).winning_moves("up")
    with pytest.raises(lm.NotANumber, match=r"nim_heap\(2\) is not a number but the nimber \*2"):
        _ = (nim_heap(2) + Ladder(0)).value


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
