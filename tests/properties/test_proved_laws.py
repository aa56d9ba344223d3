"""Whatever is PROVED of random rules must agree with recursion far beyond the tables."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.laws.games import guarded, plain, step, system, x
from tests.unit.laws.random_programs import program

from lastmove.errors import LastmoveError
from lastmove.laws.find import candidates
from lastmove.laws.game import document, ranking
from lastmove.settings import limits

WHATS = st.sampled_from(["grundy", "outcome", "misere"])


def proved(game, what, bound):
    try:
        with limits(memory="32 MiB"):
            return next((f for f in candidates(game, what, bound=bound) if f.certificate), None)
    except LastmoveError:
        return None  # play can loop, or a move leaves the positions


def compare(game, what, bound, positions):
    found = proved(game, what, bound)
    if found is None:
        return
    slow = plain(document(game), what)
    for position in positions:
        assert found.candidate.label(position) == slow(*position), (position, found.certificate)


@st.composite
def conditions(draw, size):
    i = draw(st.integers(0, size - 1))
    kind = draw(st.sampled_from(["least", "most", "rest", "sum", "compare", "equal"]))
    c = draw(st.integers(0, 9))
    if kind == "least":
        return [">=", x(i), c]
    if kind == "most":
        return ["<=", x(i), c]
    if kind == "rest":
        return ["==", ["%", x(i), draw(st.integers(2, 4))], draw(st.integers(0, 3))]
    if kind == "equal":
        return ["!=", x(i), c]
    if kind == "sum" or size == 1:
        return [">=", ["+", x(0), x(size - 1)], c]
    return [draw(st.sampled_from(["<", ">=", "=="])), x(0), ["+", x(1), c - 4]]


@st.composite
def games(draw, size):
    """Guarded moves that add vectors, some of them under a further condition or in an else."""
    deltas = st.tuples(*[st.integers(-3, 2)] * size)
    moves = []
    for _ in range(draw(st.integers(1, 4))):
        move = guarded(draw(deltas))
        if draw(st.booleans()):
            other = [guarded(draw(deltas))] if draw(st.booleans()) else []
            move = ["if", draw(conditions(size)), [move], other]
        moves.append(move)
    if draw(st.integers(0, 9)) == 0:
        moves.insert(
            draw(st.integers(0, len(moves))), ["if", draw(conditions(size)), [["return"]], []]
        )
    return system(*moves, size=size)


@settings(max_examples=40, deadline=None)
@given(games(1), WHATS)
def test_proved_laws_of_one_counter_hold_beyond_the_tables(game, what):
    compare(game, what, 40, ((n,) for n in range(300)))


@settings(max_examples=20, deadline=None)
@given(games(2), WHATS)
def test_proved_laws_of_two_counters_hold_beyond_the_tables(game, what):
    corners = [(a, b) for a in range(0, 75) for b in range(0, 75) if a + b <= 90]
    compare(game, what, 40, corners)


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([1, 1, 1, 2]), WHATS)
def test_proved_laws_of_rules_with_variables_and_jumps_hold_beyond_the_tables(random, size, what):
    far = (
        ((n,) for n in range(150)) if size == 1 else ((a, b) for a in range(34) for b in range(34))
    )
    compare(program(random, size), what, 20 if size == 1 else 12, far)


@st.composite
def heaps(draw):
    """Take k and leave some ways to split what remains; or take from a few sizes only."""
    moves = []
    for k in draw(st.lists(st.integers(0, 4), min_size=1, max_size=3, unique=True)):
        rest = ["-", x(0), k]
        kind = draw(st.sampled_from(["take", "split", "all", "exact"]))
        least = draw(st.integers(0, 2)) + (k == 0)
        if kind == "take" and k:
            moves.append(["if", [">=", x(0), k], [["move", [[0, rest]]]], []])
        elif kind == "exact" and k:
            moves.append(["if", ["==", x(0), k], [["move", []]], []])
        else:
            body = [["move", [[0, ["v", 0]], [0, ["-", rest, ["v", 0]]]]]]
            odd = draw(st.integers(0, 2))
            stop = ["+", ["//", ["-", x(0), k + odd], 2], 1]
            if kind == "all":
                stop = ["+", rest, 1 - least]
            moves.append(["for", 0, least, stop, 1, body])
    return system(*moves, size=1)


@settings(max_examples=30, deadline=None)
@given(heaps(), st.sampled_from(["grundy", "outcome"]))
def test_proved_periods_of_heaps_hold_beyond_the_tables(game, what):
    found = proved(game, what, 60)
    if found is None:
        return
    slow = plain(document(game), "grundy")
    for n in range(160):
        value = slow(n)
        expected = value if what == "grundy" else int(value != 0)
        assert found.candidate.label((n,)) == expected


@st.composite
def slides(draw):
    """Move any number of tokens along edges of a random graph, or off the board."""
    size = draw(st.integers(1, 4))
    moves = []
    for _ in range(draw(st.integers(1, 5))):
        a = draw(st.integers(0, size - 1))
        b = draw(st.integers(0, size))
        after = []
        for i in range(size):
            if i == a:
                after.append(["-", x(i), ["v", 0]])
            else:
                after.append(["+", x(i), ["v", 0]] if i == b else x(i))
        if a != b:
            short = draw(st.integers(0, 8)) == 0
            stop = x(a) if short else ["+", x(a), 1]
            moves.append(["for", 0, 1, stop, 1, [["move", [[0, *after]]]]])
    return system(*moves, size=size)


@settings(max_examples=15, deadline=None)
@given(slides())
def test_proved_staircases_hold_beyond_the_tables(game):
    size = len(game.programs[0].coords)
    top = {1: 40, 2: 9, 3: 5, 4: 3}[size]
    positions = [()]
    for _ in range(size):
        positions = [(*p, n) for p in positions for n in range(top + 1)]
    compare(game, "grundy", {1: 20, 2: 6, 3: 3, 4: 2}[size] + 2, positions)


def test_weights_found_by_the_programme_lower_every_step():
    steps = [(-2, 1, 0), (-1, -1, 1), (0, 0, -1)]
    weights = ranking(steps, 3)
    assert all(sum(w * d for w, d in zip(weights, s, strict=True)) < 0 for s in steps)
    assert ranking([(-1, 1), (1, -1)], 2) is None
    assert step(1)
