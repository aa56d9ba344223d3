"""Loops over powers of two, and the lowest binary digit, are read as the rules run them."""

import pytest

import lastmove as lm
from lastmove.laws.automata.moves import relations
from lastmove.laws.check import Game, Rejected
from lastmove.laws.check_theorems import Moves
from lastmove.laws.game import document, system_of


@lm.impartial
def breaks_first(n):
    p = 1
    while True:
        if p > n:
            break
        yield n - p
        p *= 2


@lm.impartial
def from_four(n):
    p = 4
    while p < n:
        yield n - p
        p += p


@lm.impartial
def break_in_between(n):
    """Stop at the lowest binary digit, after a move that may come twice."""
    p = 1
    while p <= n:
        yield n - p
        if n & p:
            break
        yield n // 2
        p <<= 1


@lm.impartial
def returns(n):
    p = 2
    while p <= n:
        if n % 3 == 0:
            return
        if p != 8:
            yield n - p
        p = 2 * p
    yield from range(n - (n > 5), n)


@lm.impartial
def within_a_range(n):
    for k in range(3):
        p = 2
        while p + k <= n:
            yield n - p - k
            p *= 2


@lm.impartial
def range_within(n):
    p = 1
    while p <= n:
        for k in range(2):
            if k == n % 2:
                continue
            yield max(0, n - p - k)
        p *= 2


@lm.impartial
def lowest(n):
    low = n & -n
    if low:
        yield n - low
        yield n - ((-n) & n)
    if n > 4 * low:
        yield n - low - 1


GAMES = [breaks_first, from_four, break_in_between, returns, within_a_range, range_within, lowest]


def pairs(found, upto):
    """Return the pairs below a bound that a set of pairs has."""
    assert found.names == ("x0", "y0")
    made = set()
    for x in range(upto):
        for y in range(upto):
            state = 0
            for i in range(upto.bit_length()):
                state = found.rows[state][(x >> i & 1) | (y >> i & 1) << 1]
            if found.accept[state]:
                made.add((x, y))
    return made


@pytest.mark.parametrize("rules", GAMES)
def test_the_checker_reads_loops_as_they_run(rules):
    game = Game(document(rules.engine.native(1).system)["programs"][0])
    right = {(n, o[0][1]) for n in range(100) for o in game.options((n,))}
    assert pairs(Moves(game).options(), 100) == right


@pytest.mark.parametrize("what", ["outcome", "misere", "grundy"])
@pytest.mark.parametrize("rules", GAMES[:4])
def test_laws_of_games_with_such_loops_are_right(rules, what):
    try:
        law = rules.law(what=what)
    except lm.NoLawFound:
        return
    kind = "grundy" if what == "grundy" else "outcome"
    table = rules.table(2000, what=kind, misere=what == "misere")
    assert [law(n) if what == "grundy" else law(n).name for n in range(2000)] == table.tolist()


def test_taking_powers_of_two_is_proved():
    for what in ("outcome", "misere", "grundy"):
        assert breaks_first.law(what=what).status == "PROVED"


X, V = ["x", 0], ["v", 0]
TWICE = ["set", 0, ["*", V, 2]]
LEAVE = ["if", [">", V, X], [["break"]], []]
MOVE = ["move", [[0, ["-", X, V]]]]


@pytest.mark.parametrize(
    "moves",
    [
        [["set", 0, 3], ["loop", [LEAVE, MOVE, TWICE]]],
        [["set", 0, 0], ["loop", [LEAVE, TWICE]]],
        [["set", 0, X], ["loop", [LEAVE, MOVE, TWICE]]],
        [["set", 0, 1], ["loop", [LEAVE, MOVE, ["set", 0, ["*", V, 3]]]]],
        [["set", 0, 1], ["loop", [LEAVE, MOVE, ["set", 0, ["+", V, 1]], TWICE]]],
        [["set", 0, 1], ["loop", [LEAVE, ["if", X, [["continue"]], []], MOVE, TWICE]]],
        [["set", 0, 1], ["loop", [TWICE]]],
        [["set", 0, 1], ["loop", [["if", ["==", V, 4], [["break"]], []], MOVE, TWICE]]],
        [["set", 0, 1], ["loop", [["if", ["==", V, X], [["break"]], []], TWICE]]],
        [["set", 0, 1], ["loop", [LEAVE, TWICE]], MOVE],
    ],
)
def test_loops_that_do_not_end_or_do_not_double_are_rejected(moves):
    program = {"name": "g", "coords": ["n"], "vars": ["p"], "domain": None, "moves": moves}
    with pytest.raises(Rejected):
        Moves(Game(program))


def test_a_loop_that_never_ends_proves_nothing():
    leave = ["if", ["==", V, ["+", X, 1]], [["break"]], []]
    moves = [["set", 0, 1], ["loop", [leave, TWICE]]]
    program = {"name": "g", "coords": ["n"], "vars": ["p"], "domain": None, "moves": moves}
    system = system_of({"format": "lastmove-program/1", "programs": [program]})
    (player,) = relations(system.programs[0]).players
    assert player.faults
