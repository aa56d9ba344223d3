"""Claims that are false, each of which rests on one inference that would not be sound."""

import pytest
from tests.unit.laws.games import plain, system, x

from lastmove.laws.check import Game, Rejected, check
from lastmove.laws.check_solver import queries
from lastmove.laws.check_sum import part
from lastmove.laws.game import document
from lastmove.rulesets import get

N = x(0)
FORMAT = "lastmove-certificate/1"
TO_ZERO = ["move", [[0, 0]]]


def v(k):
    return ["v", k]


def claim(kind, what, game, **more):
    return {"format": FORMAT, "kind": kind, "what": what, "system": document(game), **more}


def estimated(label, *moves, rounds=1):
    """Return a claim about outcomes of moves that can only be estimated; numbers get smaller."""
    more = {"numeration": "binary", "labels": [label], "ranking": [[[1, 0]]]}
    estimates = [{"rounds": rounds, "moduli": [2, 3], "loops": []}]
    return claim("between", "outcome", system(*moves, size=1), estimates=estimates, **more)


def wins(cert, n):
    return plain(cert["system"])(n) > 0


def test_a_quotient_under_a_quantifier_is_the_quotient_of_the_position():
    """n // 3 is even for n = 1, and no other number counts in its place."""
    odd = ["any", 0, 2, 3, 1, ["==", ["%", ["//", N, 3], v(0)], 1]]
    made = estimated([">=", N, 1], ["if", ["and", [">=", N, 1], odd], [TO_ZERO], []])
    assert not wins(made, 1)
    with pytest.raises(Rejected, match="without a sure winning move"):
        check(made)


@pytest.mark.parametrize("n", [11, 13, 25, 35])
@pytest.mark.parametrize("label", [0, 1])
def test_what_follows_a_loop_of_estimated_length_is_not_taken_to_be_known(n, label):
    """All ends if n is composite, which the facts about remainders do not always tell."""
    composite = ["any", 0, 2, N, 1, ["==", ["%", N, v(0)], 0]]
    stop = ["for", 1, 0, ["?", composite, 1, 0], 1, [["return"]]]
    made = estimated(
        ["==", N, n] if label else 0, ["if", ["!=", N, n], [["return"]], []], stop, TO_ZERO
    )
    with pytest.raises(Rejected, match="a turn that is estimated"):
        check(made)


@pytest.mark.parametrize("unknown", ["isqrt", "bit_length"])
def test_a_return_is_not_taken_for_sure_where_an_earlier_range_read_the_same(unknown):
    """All ends where the unknown is 2; both ranges have one turn, in which it is asked for."""
    leave = ["if", ["==", [unknown, N], 2], [["return"]], []]
    ranges = ["for", 0, 0, ["?", ["<", N, 1], 1, 1], 1, [leave]]
    made = estimated(0, ranges, ["if", [">=", N, 1], [TO_ZERO], []])
    assert wins(made, 1)
    with pytest.raises(Rejected, match="a loss with a move that may win"):
        check(made)


def test_a_range_does_not_run_over_what_stands_for_a_power_of_two():
    cert = get("cutcake").law(what="value").certificate
    check(cert)
    (case,) = cert["cases"]
    label, term = case["label"], case["label"][2][1]
    assert term[0] == ">>"
    for variable, reason in ((1000, "a variable that is none"), (0, "depends on a power of two")):
        # Where the term is 3, and 0 elsewhere.
        some = ["any", variable, 0, 5, 1, ["==", term, 3]]
        other = {**cert, "cases": [{**case, "label": ["?", some, label, 0]}]}
        with pytest.raises(Rejected, match=reason):
            check(other)


def test_coordinates_from_the_tenth_on_keep_their_places():
    """c10 is before c2 where names are sorted as texts."""
    size, states, rows, accepting = 11, [(0, 0, False, False)], [], []
    for place, low, two, three in states:
        row = []
        for letter in range(1 << size):
            more = min(3, low + ((letter & 1) << place))
            after = (min(2, place + 1), more, two or letter >> 2 & 1, three or letter >> 3 & 1)
            after = (*after[:2], *map(bool, after[2:]))
            if after not in states:
                states.append(after)
            row.append(states.index(after))
        rows += row
        # From c0 = 2 one moves to c0 = 1, where all depends on c2; here it is said to be c3.
        accepting.append((low == 1 and two) or (low == 2 and not three))
    move = ["move", [[0, ["-", N, 1], *map(x, range(1, size))]]]
    can = ["or", ["==", N, 2], ["and", ["==", N, 1], [">=", x(2), 1]]]
    game = system(["if", can, [move], []], size=size)
    more = {"numeration": "binary", "ranking": [[1] + [0] * (size - 1)]}
    automata = {"W": {"transitions": rows, "accepting": accepting}}
    with pytest.raises(Rejected, match="winner is wrong"):
        check(claim("automaton", "outcome", game, automata=automata, **more))


@pytest.mark.parametrize("zero", [True, False])
def test_the_game_of_coprime_numbers_has_no_move_from_0_to_0(zero):
    coprime = ["==", ["gcd", N, v(0)], 1]
    taken = ["-", N, v(0)] if zero else v(0)
    moves = ["for", 0, 1, ["+", N, int(zero)], 1, [["if", coprime, [["move", [[0, taken]]]], []]]]
    more = {"theorem": "coprime", "zero": zero}
    check(claim("theorem", "grundy", system(moves, size=1), **more))
    for_ever = ["if", ["==", N, 0], [TO_ZERO], []]
    with pytest.raises(Rejected, match="takes nothing"):
        check(claim("theorem", "grundy", system(for_ever, moves, size=1), **more))


def slides(i):
    """Return the moves that lower one of two coordinates by any amount."""
    return ["for", i, 0, x(i), 1, [["move", [[0, *(v(i) if j == i else x(j) for j in (0, 1))]]]]]


def nim(own, *more):
    """Return a claim that two heaps are a sum; `own` is said in the certificate of each."""
    game, parts = system(*more, slides(0), slides(1), size=2), []
    for i in (0, 1):
        alone = {**document(game), "programs": [part(document(game)["programs"][0], [i])]}
        head = {"format": FORMAT, "what": "grundy", "system": alone, "weights": [1]}
        parts.append({"coords": [i], "certificate": {**head, **own}})
    return claim("sum", "grundy", game, parts=parts)


SLIDES = {"kind": "slides", "forms": [[1, 0]]}


@pytest.mark.parametrize(
    "at_fault",
    [
        ["if", ["==", ["%", 5, N], 0], [], []],
        ["if", ["==", ["%", 5, ["+", N, x(1)]], 0], [], []],
        ["for", 2, 0, ["//", 5, x(1)], 1, []],
        ["for", 2, 0, 1, N, []],
        ["for", 2, 0, 1, 0, []],
    ],
)
def test_a_sum_keeps_what_makes_the_rules_fail(at_fault):
    """Where nothing is done, what was asked may still have no answer."""

    check(nim(SLIDES))
    with pytest.raises(Rejected):
        check(nim(SLIDES, at_fault))


def test_a_sum_does_not_hide_that_a_solver_is_trusted():
    law = ["?", ["<", N, 5000], N, 0]
    own = {"kind": "solver", "law": law, "witnesses": [[]], "solvers": ["z3"]}
    made = nim({**own, "queries": {}})
    for entry in made["parts"]:
        alone = entry["certificate"]
        alone["queries"] = queries(alone, Game(alone["system"]["programs"][0]))
        assert "can be trusted" in check(alone)
    with pytest.raises(Rejected, match="a part that a solver"):
        check(made)


def test_a_loop_over_the_variable_of_another_does_not_run_for_all_its_values():
    """Beside 60 only n - 60 is left, so 70 = 60 + 10 has another value than 69 and 71."""
    cut = ["move", [[0, v(0)], [0, ["-", N, v(0)]]]]
    once = ["for", 0, 1, N, 1, [["for", 0, 60, 61, 1, [cut]]]]
    game = system(
        ["if", ["==", N, 10], [["return"]], []],
        ["if", [">=", N, 1], [TO_ZERO], []],
        ["if", [">", N, 60], [once], []],
        size=1,
    )
    value = plain(document(game))
    assert [value(n) for n in (69, 70, 71)] == [1, 2, 1]
    values = [[0, *[1] * 9, 0, 1]]
    with pytest.raises(Rejected, match="the variable of another"):
        check(claim("breaking", "grundy", game, start=11, period=1, values=values))


APART = ["move", [[0, 60], [0, ["-", N, 60]]]]
OTHER = ["move", [[1, v(0)], [1, ["max", ["-", ["-", N, v(0)], 2], 0]]]]


@pytest.mark.parametrize(
    "body",
    [
        # Play ends in the last rounds as in no other; then the first ones are gone through again.
        [OTHER, ["if", ["==", v(1), 0], [APART, ["set", 1, 1]], []]],
        # The first round finds in the inner loop's variable what no later one does.
        [["if", ["==", v(1), 0], [APART], []], ["for", 1, 5, 6, 1, [OTHER]]],
    ],
)
def test_what_the_first_round_finds_in_a_variable_is_not_forgotten(body):
    """To leave 60 and n - 60 is a move of the first round only; the other game has no moves."""
    start = [
        ["if", ["==", N, 10], [["return"]], []],
        ["if", [">=", N, 1], [TO_ZERO], []],
        ["if", [">", N, 60], [["set", 1, 0], ["for", 0, 1, N, 1, body]], []],
    ]
    one = {"name": "g", "coords": ["n"], "vars": ["v", "w"], "domain": None, "moves": start}
    programs = [one, {**one, "name": "other", "moves": []}]
    data = {"format": "lastmove-program/1", "programs": programs}
    value = plain(data)
    assert [value(n) for n in (69, 70, 71)] == [1, 2, 1]
    more = {"start": 11, "period": 1, "values": [[0, *[1] * 9, 0, 1], [0] * 12]}
    cert = {"format": FORMAT, "kind": "breaking", "what": "grundy", "system": data, **more}
    with pytest.raises(Rejected):
        check(cert)


def test_a_case_is_told_at_every_position():
    """An index of 3 is beyond the table, which the last case, true of all, does not mend."""
    beyond = {"where": ["at", N, [0, 0, 0]], "repeats": [], "label": 0}
    every = {**beyond, "where": 1}
    more = {"parameters": [0], "ranking": [[1]]}
    check(claim("formula", "outcome", system(size=1), cases=[every], **more))
    with pytest.raises(Rejected, match="fails to tell the case"):
        check(claim("formula", "outcome", system(size=1), cases=[beyond, every], **more))


@pytest.mark.parametrize("what", ["outcome", "misere", "grundy"])
@pytest.mark.parametrize("key", ["of", "start"])
def test_a_remainder_is_told_at_every_position(key, what):
    """An index of 2 is beyond the table; there the label would be any, as here 1 at even n."""
    repeat = {"of": 0, "start": 0, "period": 5, "shifts": [0], key: ["at", N, [0, 0]]}
    own = int(what == "misere")
    label = ["?", ["<=", N, 0], own, 1 - own]
    still = {"parameters": [0], "cases": [{"where": 1, "repeats": [repeat], "label": 1}]}
    with pytest.raises(Rejected, match="a remainder fails"):
        check(claim("formula", what, system(size=1), ranking=[[1]], **still))
    if key == "of":
        game = system(["if", [">=", N, 1], [["move", [[0, ["-", N, 1]]]]], []], size=1)
        cases = [{"where": 1, "repeats": [repeat], "label": label}]
        with pytest.raises(Rejected, match="a remainder fails"):
            check(claim("formula", what, game, parameters=[], ranking=[[1]], cases=cases))


QUOTIENT = ["//", N, v(0)]
TO_QUOTIENT = ["move", [[0, QUOTIENT]]]
TO_ALL = ["for", 0, 3, ["+", N, 1], 1, [TO_QUOTIENT]]
# From 3 on 2 divides n as well; the loop is left after that, if ever, as 0 is no quotient by 3.
DOWN = ["for", 0, 3, 1, -1, [TO_QUOTIENT, ["set", 1, QUOTIENT], ["if", ["<=", v(1), 0], [], []]]]


def by(divisor):
    return ["for", 0, 1, ["+", N, 1], 1, [["move", [[0, ["//", N, divisor]]]]]]


def only_if(condition):
    return ["for", 0, 2, ["+", N, 1], 1, [["if", condition, [TO_QUOTIENT], []]]]


def left_early(leave):
    *start, (op, condition, _, other) = DOWN[5]
    body = [*start, [op, condition, [[leave]], other]]
    return ["if", [">=", N, 3], [[*DOWN[:5], body]], []]


@pytest.mark.parametrize(
    ("base", "zero", "moves"),
    [
        (2, True, [by(["+", QUOTIENT, 2])]),
        (2, True, [by(["+", ["%", N, v(0)], 2])]),
        (2, False, [only_if([">=", QUOTIENT, 2])]),
        (3, False, [TO_ALL, left_early("break")]),
        (3, False, [TO_ALL, left_early("return")]),
    ],
)
def test_a_quotient_is_no_number_of_ones_choice(base, zero, moves):
    """What is divided by, or which turn is the last, hangs on the one true quotient."""
    game = system(*moves, size=1)
    value = plain(document(game))
    assert any(base ** value(n) > n for n in range(1, 9)) or any(
        base ** (value(n) + 1 - zero) <= n for n in range(1, 9)
    )
    with pytest.raises(Rejected, match="a quotient"):
        check(claim("theorem", "grundy", game, theorem="quotients", base=base, zero=zero))


def test_a_condition_on_a_quotient_leaves_out_prime_factors():
    """Only n / d >= 2 is moved to, so that 2 has no option."""
    divides = ["==", ["%", N, v(0)], 0]
    game = system(only_if(["and", divides, [">=", QUOTIENT, 2]]), size=1)
    assert plain(document(game))(2) == 0
    with pytest.raises(Rejected, match="a condition on a quotient"):
        check(claim("theorem", "grundy", game, theorem="prime factors"))


def by_adding(a, b, option, again=()):
    """Return moves that take from b each multiple of a up to it; rounds end with `again`."""
    leave = ["if", [">", v(0), b], [["break"]], []]
    turn = [leave, ["move", [[0, *option]]], ["set", 0, ["+", v(0), a]], *again]
    return [["set", 0, a], ["loop", turn]]


def euclid(more=(), again=lambda large: ()):
    """Return the claim that a game is Euclid's, with further moves or statements in its loops."""
    a, b = N, x(1)
    none = ["if", ["or", ["<=", a, 0], ["<=", b, 0]], [["return"]], []]
    first = by_adding(a, b, [a, ["-", b, v(0)]], again(b))
    second = by_adding(b, a, [["-", a, v(0)], b], again(a))
    game = system(none, ["if", ["<=", a, b], first, second], *more)
    return claim("theorem", "outcome", game, theorem="euclid", positive=False, order="place")


@pytest.mark.parametrize("more", [1, N, ["*", N, 2]])
def test_a_move_of_euclids_game_puts_nothing_back(more):
    """From (1, 1) one may go up for ever; what is taken is less than 0 there."""
    check(euclid())
    with pytest.raises(Rejected, match="puts something back"):
        check(euclid([["move", [[0, N, ["+", x(1), more]]]]]))


def test_a_step_is_not_even_where_a_loop_runs_over_its_variable():
    """The variable is beyond the larger number after the first round, so one multiple is taken."""
    made = euclid(again=lambda large: [["for", 0, ["+", large, 1], ["+", large, 2], 1, []]])
    (moved,) = Game(made["system"]["programs"][0]).options((2, 7))
    assert moved == ((0, 2, 5),)
    with pytest.raises(Rejected, match="does not step evenly"):
        check(made)


DIVISORS = only_if(["==", ["%", N, v(0)], 0])
PROPER = ["for", 0, 1, N, 1, [["if", ["==", ["%", N, v(0)], 0], [["move", [[0, v(0)]]]], []]]]


@pytest.mark.parametrize("moves", [DIVISORS, PROPER])
@pytest.mark.parametrize("to", [-1, ["neg", N], ["-", 1, N]])
def test_no_number_goes_below_0_beside_its_divisors(moves, to):
    """There is no such position, so that the number it leads to was not met at all."""
    more = {"theorem": "prime factors"}
    check(claim("theorem", "grundy", system(moves, size=1), **more))
    below = ["if", [">=", N, 2], [["move", [[0, to]]]], []]
    with pytest.raises(Rejected, match="below 0"):
        check(claim("theorem", "grundy", system(moves, below, size=1), **more))


HALF = ["at", 0, [0.5]]


def test_a_table_of_fractions_is_none():
    """Half a number more or less is no other number to an automaton, but it is in Python."""
    to_half = ["for", 0, ["-", N, ["//", N, 2]], N, 1, [["move", [[0, v(0)]]]]]
    few = {"theorem": "restricted nim", "amount": ["//", N, 2]}
    down = ["if", [">=", N, 1], [["move", [[0, ["-", N, 1]]]]], []]
    repeat = {"of": N, "start": 0, "period": 2, "shifts": [0, -1]}
    own = {"parameters": [], "ranking": [[1]]}

    def formula(**more):
        cases = [{"where": 1, "repeats": [{**repeat, **more}], "label": x(1)}]
        return claim("formula", "outcome", system(down, size=1), cases=cases, **own)

    check(claim("theorem", "grundy", system(to_half, size=1), **few))
    check(formula())
    for made in (
        claim("theorem", "grundy", system(to_half, size=1), **few | {"amount": HALF}),
        formula(of=["+", N, HALF]),
        formula(start=HALF),
    ):
        with pytest.raises(Rejected, match="a table of integers"):
            check(made)


@pytest.mark.parametrize("word", ["", "g\naccepted: the grundy law of chess", "\x1b[2K"])
def test_what_a_certificate_names_is_printed_in_one_line(word):
    """Names are printed with what was accepted, and could say that of something else."""
    own = {"kind": "solver", "law": N, "witnesses": [[]], "weights": [1], "queries": {}}
    down = ["for", 0, 0, N, 1, [["move", [[0, v(0)]]]]]
    made = {**claim("solver", "grundy", system(down, size=1)), **own}
    made["queries"] = queries(made, Game(made["system"]["programs"][0]))
    with pytest.raises(Rejected, match="solver without a name"):
        check({**made, "solvers": [word]})
    plain_one = claim("slides", "grundy", system(size=1), forms=[], weights=[1])
    check(plain_one)
    (program,) = plain_one["system"]["programs"]
    for change in ({"name": word}, {"coords": [word]}):
        plain_one["system"]["programs"] = [{**program, **change}]
        with pytest.raises(Rejected, match="a Program without names"):
            check(plain_one)
