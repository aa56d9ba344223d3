"""Random formulas mean on small numbers what they say; random rules have the moves they yield."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from tests.automata_games import system, v, x

from lastmove.errors import LimitExceeded
from lastmove.laws.automata.formula import (
    Linear,
    Logic,
    all_of,
    any_of,
    at_most,
    bits,
    divisible,
    equal,
    exists,
)
from lastmove.laws.automata.moves import relations
from lastmove.laws.automata.terms import NotDefinable
from lastmove.laws.check import Rejected
from lastmove.laws.check_moves import Reader
from lastmove.laws.check_sets import Sets

NAMES = ("x", "y", "z")


@pytest.fixture(autouse=True, scope="module")
def _small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lastmove.laws.automata.relation.MOST_STATES", 20_000)
        yield


forms = st.builds(
    lambda cs, c: Linear(dict(zip(NAMES, cs, strict=True)), c),
    st.lists(st.integers(-3, 3), min_size=3, max_size=3),
    st.integers(-6, 6),
)
atoms = st.one_of(
    st.builds(lambda f: equal(f, 0), forms),
    st.builds(lambda f: at_most(f, 0), forms),
    st.builds(divisible, forms, st.integers(2, 6)),
)
digit_atoms = st.builds(
    lambda op, names: bits(op, *map(Linear.variable, names)),
    st.sampled_from(["and", "or", "xor"]),
    st.lists(st.sampled_from(NAMES), min_size=3, max_size=3),
)


def formulas(leaves):
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda f: ~f, inner),
            st.builds(lambda f, g: f & g, inner, inner),
            st.builds(lambda f, g: f | g, inner, inner),
        ),
        max_leaves=5,
    )


def truth(formula, values):
    """The twin: evaluate by brute force, quantifiers over numbers up to 40."""
    op, args = formula.op, formula.args

    def value(form):
        return form.constant + sum(c * values[n] for n, c in form.terms.items())

    if op == "linear":
        return value(args[0]) == 0 if args[1] == "==" else value(args[0]) <= 0
    if op == "divisible":
        return value(args[0]) % args[1] == 0
    if op == "bits":
        a, b, c = map(value, args[1:])
        return c == {"and": a & b, "or": a | b, "xor": a ^ b}[args[0]]
    if op == "not":
        return not truth(args[0], values)
    if op == "and":
        return all(truth(a, values) for a in args)
    if op == "or":
        return any(truth(a, values) for a in args)
    (name,) = args[0]
    return any(truth(args[1], {**values, name: n}) for n in range(41))


def defined(numeration, formula):
    """What a formula defines; large ones are refused, and left out here."""
    try:
        return Logic(numeration).relation(formula)
    except LimitExceeded:
        reject()


def compare(formula, numeration, bound):
    relation = defined(numeration, formula)
    for place in product(range(bound), repeat=3):
        values = dict(zip(NAMES, place, strict=True))
        inside = [values[n] for n in relation.names] in relation
        assert inside == truth(formula, values), (str(formula), values)


@settings(max_examples=40, deadline=None)
@given(formulas(st.one_of(atoms, digit_atoms)))
def test_formulas_mean_what_they_say_in_base_2(formula):
    compare(formula, "binary", 7)


@settings(max_examples=40, deadline=None)
@given(formulas(atoms))
def test_formulas_mean_what_they_say_in_zeckendorf(formula):
    compare(formula, "zeckendorf", 7)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["binary", "zeckendorf"]), atoms, formulas(atoms))
def test_quantifiers_bounded_by_an_atom_mean_what_they_say(numeration, atom, formula):
    # Bounding z keeps the brute force honest.
    body = all_of([at_most(Linear.variable("z"), 40), atom, formula])
    quantified = exists(["z"], body)
    relation = defined(numeration, quantified)
    for a, b in product(range(5), repeat=2):
        values = {"x": a, "y": b}
        expected = any(truth(body, {**values, "z": n}) for n in range(41))
        assert ([values[n] for n in relation.names] in relation) == expected


# Random rules. A move may lead anywhere; only which options there are is compared.

leaf = st.one_of(st.integers(0, 4), st.sampled_from([x(0), x(1), v(0)]))
sums = st.builds(lambda op, a, b: [op, a, b], st.sampled_from(["+", "-", "min", "max"]), leaf, leaf)
scaled = st.one_of(
    st.builds(lambda op, a, c: [op, a, c], st.sampled_from(["//", "%"]), sums, st.integers(1, 4)),
    st.builds(lambda a, c: ["*", a, c], leaf, st.integers(-2, 3)),
    st.builds(lambda a: ["abs", a], sums),
    st.builds(lambda a: [">>", a, 1], leaf),
)
terms = st.one_of(leaf, sums, scaled)
tests = st.one_of(
    st.builds(
        lambda op, a, b: [op, a, b],
        st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
        terms,
        terms,
    ),
    st.builds(lambda a, m, r: ["==", ["%", a, m], r], sums, st.integers(2, 4), st.integers(0, 3)),
)
conditions = st.one_of(
    tests,
    st.builds(lambda op, a, b: [op, a, b], st.sampled_from(["and", "or"]), tests, tests),
    st.builds(lambda a: ["not", a], tests),
)
chosen = st.builds(lambda c, a, b: ["?", c, a, b], tests, leaf, leaf)
moves = st.builds(lambda a, b: ["move", [[0, a, b]]], st.one_of(terms, chosen), terms)


def blocks(depth, in_loop):
    simple = st.one_of(moves, moves, st.builds(lambda e: ["set", 0, e], terms))
    if not depth:
        return st.lists(simple, min_size=1, max_size=2)
    leave = [["break"], ["continue"], ["return"]] if in_loop else [["return"]]
    inner = blocks(depth - 1, in_loop)
    statements = st.one_of(
        simple,
        st.builds(
            lambda c, a, b: ["if", c, a, b], conditions, inner, st.one_of(st.just([]), inner)
        ),
        st.builds(lambda c, s: ["if", c, [s], []], conditions, st.sampled_from(leave)),
        st.builds(
            lambda k, a, b, s, body: ["for", k, a, b, s, body],
            st.integers(1, 2),
            st.integers(0, 2),
            terms,
            st.sampled_from([1, 2]),
            blocks(depth - 1, True),
        ),
    )
    return st.lists(statements, min_size=1, max_size=3)


def prefixed(body):
    """Set the variable used first, so that it always has a value."""
    return [["set", 0, ["+", x(0), 1]], *body]


def options(game, place):
    """Options of a Program without negative coordinates."""
    return {o[0][1:] for o in game.run(place) if min(o[0][1:]) >= 0}


BOX = list(product(range(4), repeat=2))
FAR = range(24)


@settings(max_examples=60, deadline=None)
@given(blocks(2, False))
def test_moves_of_random_rules_are_read_rightly_by_finder_and_checker(body):
    made = system("random", 2, prefixed(body))
    program = made.programs[0]
    try:
        game = relations(program)
    except NotDefinable:
        return
    logic = Logic("binary")
    parts = []
    for m in game.players[0].moves:
        solved = m.solved()
        ends = [Linear.variable("e0"), Linear.variable("e1")]
        same = [equal(a, b) for a, b in zip(solved.parts[0], ends, strict=True)]
        parts.append(exists(solved.bound, all_of([solved.guard, *same])))
    found = logic.relation(any_of(parts))
    sets = Sets(False)
    reader = Reader(sets, len(made.programs[0].coords))
    try:
        reader.walk(json.loads(made.to_json())["programs"][0]["moves"], ([], {}), [], [])
        read = sets.union(
            sets.join(
                [*guard, *(reader.equal(f"e{i}", f) for i, f in enumerate(components[0]))],
                ["e0", "e1", "x0", "x1"],
            )
            for guard, components in reader.moves
        )
    except Rejected:
        return
    for place in BOX:
        expected = {o for o in options(program, place) if max(o) < 24}
        values = {"x0": place[0], "x1": place[1]}
        for end in product(FAR, repeat=2) if expected else [(0, 0), (1, 2)]:
            values |= {"e0": end[0], "e1": end[1]}
            assert ([values[n] for n in found.names] in found) == (end in expected), (place, end)
            assert accepts(read, values) == (end in expected), (place, end)


def accepts(made, values):
    state = 0
    for i in range(8):
        letter = sum((values[n] >> i & 1) << t for t, n in enumerate(made.names))
        state = made.rows[state][letter]
    return made.accept[state]
