"""Whatever is PROVED for all parameters, all lengths, or as a value agrees with recursion."""

from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.laws.games import plain, system, x

from lastmove.errors import LastmoveError
from lastmove.laws.base import Sample
from lastmove.laws.check import Game
from lastmove.laws.check_numbers import simplest
from lastmove.laws.find import candidates, proof
from lastmove.laws.formula import FormulaLaw
from lastmove.laws.game import document
from lastmove.laws.parameters import Learner
from lastmove.laws.rows import RowsLaw, instance
from lastmove.laws.rows import proof as proof_of_rows
from lastmove.settings import limits

POSITIVE = ["and", [">=", x(0), 0], [">=", x(1), 1]]


@st.composite
def amounts(draw):
    """A number of counters that is linear in the parameter k, coordinate 1."""
    k = draw(st.sampled_from([0, 1, 1, 2]))
    return ["+", ["*", x(1), k], draw(st.integers(0 if k else 1, 3))]


@st.composite
def takings(draw):
    """Take one of some amounts, or from an amount up to another, or less if the heap is small."""
    moves = []
    for _ in range(draw(st.integers(1, 2))):
        low = draw(amounts())
        if draw(st.booleans()):
            move = ["move", [[0, ["-", x(0), low], x(1)]]]
            moves.append(["if", [">=", x(0), low], [move], []])
            continue
        first = draw(st.sampled_from([1, 1, 2, x(1)]))
        stop = ["+", ["min", x(0), low], 1]
        move = ["move", [[0, ["-", x(0), ["v", 0]], x(1)]]]
        moves.append(["for", 0, first, stop, 1, [move]])
    if draw(st.integers(0, 3)) == 0:
        kind = draw(
            st.sampled_from([[">=", x(0), 5], ["==", ["%", x(1), 2], 0], ["<", x(0), x(1)]])
        )
        moves[-1] = ["if", kind, [moves[-1]], []]
    return system(*moves, size=2, domain=POSITIVE)


@settings(max_examples=8, deadline=None)
@given(takings(), st.sampled_from(["grundy", "outcome", "misere"]))
def test_laws_proved_for_all_parameters_hold_beyond_the_tables(game, what):
    try:
        found = Learner(game, what, 1, [1])
        sample = Sample(game, what, found.box(larger=True))
        laws = list(found.candidates(None))[:2]
    except LastmoveError:
        return  # play can loop, or a move leaves the positions
    slow = plain(document(game), what)
    for law in laws:
        if law.mismatch(found.table(larger=False)) is None and proof(law, sample)[0] is not None:
            assert isinstance(law, FormulaLaw)
            for n, k in product(range(0, 150, 2), (1, 2, 3, 5, 8, 19, 26)):
                assert law.label((n, k)) == slow(n, k), (n, k)


@st.composite
def partizan(draw):
    """Two counters; each player lowers one or both, by one of some amounts or any amount."""

    def side(own):
        moves = []
        for _ in range(draw(st.integers(1, 2))):
            kind = draw(st.sampled_from(["step", "any", "both", "cut"]))
            after = [x(0), x(1)]
            if kind in ("step", "both"):
                k = draw(st.integers(1, 2))
                after[own] = ["-", x(own), k]
                test = [">=", x(own), k]
                if kind == "both":
                    after[1 - own] = ["-", x(1 - own), 1]
                    test = ["and", test, [">=", x(1 - own), 1]]
                moves.append(["if", test, [["move", [[0, *after]]]], []])
            elif kind == "any":
                after[own] = ["v", 0]
                moves.append(["for", 0, 0, x(own), 1, [["move", [[0, *after]]]]])
            else:
                rest = list(after)
                after[own] = ["v", 0]
                rest[own] = ["-", ["-", x(own), 1], ["v", 0]]
                moves.append(["for", 0, 0, x(own), 1, [["move", [[0, *after], [0, *rest]]]]])
        return moves

    return system(left=side(0), right=side(draw(st.sampled_from([1, 1, 1, 0]))))


@settings(max_examples=15, deadline=None)
@given(partizan())
def test_values_proved_hold_beyond_the_tables(game):
    try:
        with limits(memory="32 MiB"):
            found = next((f for f in candidates(game, "value", bound=14) if f.certificate), None)
    except LastmoveError:
        return  # some value is no number
    if found is None:
        return
    rules = Game(document(game)["programs"][0])

    @cache
    def value(position):
        ends = []
        for player, best in ((0, max), (1, min)):
            sums = [sum(value(p[1:]) for p in o) for o in rules.options(position, player)]
            ends.append(best(sums) if sums else None)
        return simplest(*ends)

    for position in product(range(24), repeat=2):
        label = found.candidate.label(position)
        assert label.numerator == value(position) * label.denominator, position


@st.composite
def rows(draw):
    """Move tokens from a place to a lower one where a condition on the two holds, or off."""
    source, target, here, moved = (["v", i] for i in range(4))
    modulus = draw(st.integers(1, 4))
    mixed = ["+", ["*", source, draw(st.integers(-1, 1))], ["*", target, draw(st.integers(-1, 2))]]
    kinds = [
        ["==", ["%", mixed, modulus], draw(st.integers(0, 3)) % modulus],
        ["==", ["-", source, target], draw(st.integers(1, 3))],
        ["==", target, draw(st.integers(0, 2))],
    ]
    most = draw(st.sampled_from([here, here, here, ["min", here, 2], ["-", here, 1]]))
    change = ["change", source, ["-", here, moved], target, ["+", ["v", 4], moved]]
    inner = ["for", 3, 1, ["+", most, 1], 1, [["entry", 4, target], change]]
    body = [["if", draw(st.sampled_from(kinds)), [["entry", 2, source], inner], []]]
    moves = [["for", 0, 0, x(0), 1, [["for", 1, 0, source, 1, body]]]]
    if draw(st.booleans()):
        off = ["for", 3, 1, ["+", here, 1], 1, [["change", source, ["-", here, moved]]]]
        test = draw(
            st.sampled_from([["==", source, 0], ["==", ["%", source, 2], 0], [">", source, 1]])
        )
        moves.append(["for", 0, 0, x(0), 1, [["if", test, [["entry", 2, source], off], []]]])
    names = ["source", "target", "here", "moved", "there"]
    program = {"name": "g", "coords": ["heaps"], "vars": names, "moves": moves}
    return {"format": "lastmove-rows/1", "programs": [program]}


@settings(max_examples=15, deadline=None)
@given(rows())
def test_laws_proved_for_all_lengths_hold_for_small_ones(game):
    certificate = proof_of_rows(game, "grundy")
    if isinstance(certificate, str):
        return
    law = RowsLaw(certificate)
    for length in range(1, 5):
        slow = plain(document(instance(game, length)))
        for position in product(range(3 if length > 3 else 4), repeat=length):
            assert law(*position) == slow(*position), position
