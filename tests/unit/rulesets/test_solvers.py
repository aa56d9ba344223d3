"""Games with a theorem of their own: the theorem against exhaustive search."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contest.corpus import searched

import lastmove as lm
from lastmove.rulesets import get, names
from lastmove.rulesets._staircase import cycle, graded, odd_vertices, targets
from lastmove.rulesets._trees import canonical, children, depths

staircase_nim = get("staircase_nim")
box_transfer = get("box_transfer")
green_hackenbush = get("green_hackenbush")
red_blue_hackenbush = get("red_blue_hackenbush")


# Positions of each game with a theorem, for a search to compare with.
SMALL = {
    "bash": [(n,) for n in range(40)],
    "box_transfer": list(product(range(3), repeat=5)),
    **{
        name: [(n,) for n in (*range(30), *range(990, 1030))]
        for name in ("kayles", "dawsons_chess", "dawsons_kayles", "guiles")
    },
    "green_hackenbush": [(), (0,), (0, 0), (0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 1, 1, 2)],
    "lasker": [(n,) for n in range(80)],
    "mock_turtles": [(n,) for n in range(40)],
    "nim": list(product(range(5), repeat=3)),
    "red_blue_hackenbush": [("",), ("LR",), ("L(R)",), ("R(LL)",), ("L(R(L)R)L",)],
    "ruler": [(n,) for n in range(24)],
    "staircase_nim": list(product(range(3), repeat=4)),
    "turning_turtles": [(n,) for n in range(60)],
}


@pytest.mark.parametrize("name", [name for name in names() if get(name).solver])
def test_theorem_agrees_with_search(name):
    rules = get(name)
    question = "grundy" if rules.kind == "impartial" else "value"
    for coords in SMALL[name]:
        found = getattr(searched(rules)(*coords), question)
        assert getattr(rules(*coords), question) == found, coords


@pytest.mark.parametrize("k", [0, 1, 2, 5, 9])
def test_bash_agrees_with_search_for_any_k(k):
    bash = get("bash").using(k=k)
    for n in range(40):
        assert bash(n).grundy == searched(bash)(n).grundy


def test_bash_refuses_a_number_of_counters_that_is_none():
    with pytest.raises(lm.RulesError):
        assert get("bash").using(k="three")(7).grundy


def test_theorems_reach_where_no_search_does():
    assert get("nim")(10**30, 10**30 + 1).grundy == 1
    assert get("bash")(10**18).outcome == "P"
    assert get("kayles")(10**23).grundy == lm.octal("0.77").grundy(10**23) == 1
    assert get("lasker")(10**12 + 3).grundy == 10**12 + 4


@st.composite
def graphs(draw):
    """Return (edges, vertices) of a graph without cycles, edges towards smaller vertices."""
    vertices = draw(st.integers(1, 5))
    pairs = [(v, w) for v in range(vertices) for w in range(v)]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else []
    renamed = draw(st.permutations(range(vertices)))
    return tuple((renamed[v], renamed[w]) for v, w in edges), vertices


@given(graphs(), st.lists(st.integers(0, 2), min_size=5, max_size=5))
@settings(max_examples=25, deadline=None)
def test_staircase_on_a_graph_is_worth_what_a_search_finds(graph, tokens):
    edges, vertices = graph
    rules = staircase_nim.using(edges=edges)
    tokens = tokens[:vertices]
    assert rules(*tokens).grundy == searched(rules)(*tokens).grundy


@given(graphs())
@settings(deadline=None)
def test_colouring_is_found_exactly_when_there_is_one(graph):
    edges, vertices = graph
    lead = targets(edges, vertices, "graph")
    colourings = [
        bits
        for bits in product((0, 1), repeat=vertices)
        if all(bits[v] != bits[w] for v, w in edges)
        and all(lead[v] or bits[v] == 0 for v in range(vertices))
    ]
    odd = odd_vertices(lead)
    assert (odd is not None) == bool(colourings)
    if odd is not None:
        assert colourings == [tuple(int(v in odd) for v in range(vertices))]


@pytest.mark.parametrize(
    "edges",
    [((2, 1), (1, 0), (2, 0)), ((1, 0), (2, 1), (2, 3))],
    ids=["an edge joins two of a colour", "a sink is odd"],
)
def test_graph_without_a_colouring_is_searched(edges):
    vertices = 1 + max(max(edge) for edge in edges)
    assert graded(edges, vertices, "graph") is None
    rules = staircase_nim.using(edges=edges)
    slow = searched(rules)
    for tokens in product(range(3), repeat=vertices):
        assert rules(*tokens).grundy == slow(*tokens).grundy


@pytest.mark.parametrize(
    ("edges", "says"),
    [
        (((0, 1), (1, 2), (2, 0)), "cycle"),
        (((1, 1),), "cycle, 1 -> 1"),
        (((0, 7),), "leads outside the 3 vertices"),
        (((0, -1),), "leads outside"),
        (((0, 1, 2),), "is a pair of vertices"),
        ((("a", "b"),), "is a pair of vertices"),
        (5, "are a tuple of pairs"),
    ],
)
def test_malformed_graphs_are_refused(edges, says):
    position = staircase_nim.using(edges=edges)(1, 1, 1)
    for question in ("outcome", "grundy", "outcome_misere"):
        with pytest.raises(lm.RulesError, match=says):
            getattr(position, question)
    with pytest.raises(lm.RulesError, match=says):
        position.options()


def test_cycle_is_named_in_order():
    assert cycle([[1], [2], [3], [1]]) in ([1, 2, 3], [2, 3, 1], [3, 1, 2])
    assert cycle([[], [0], [0, 1]]) is None


def test_long_staircase_needs_no_search():
    tokens = [7 * i % 101 for i in range(20_000)]
    xor = 0
    for count in tokens[1::2]:
        xor ^= count
    assert staircase_nim(*tokens).grundy == xor


@pytest.mark.parametrize(
    ("boxes", "cards"),
    [(4, 3), (5, 2), (7, 1), (9, 1), pytest.param(8, 2, marks=pytest.mark.long)],
)
def test_boxes_are_worth_what_a_search_finds(boxes, cards):
    slow = searched(box_transfer)
    for position in product(range(cards + 1), repeat=boxes):
        assert box_transfer(*position).grundy == slow(*position).grundy


@pytest.mark.parametrize("boxes", [1, 2, 3, 5, 24, 60, 121])
def test_boxes_that_count_are_the_odd_ones_of_the_graph(boxes):
    edges = tuple(
        (a, b) for a in range(boxes) for b in range(a) if (a + b + 2) % 2 and (a + b + 2) % 3 == 0
    )
    odd = graded(edges, boxes, "graph")
    for box in range(boxes):
        alone = [0] * boxes
        alone[box] = 1
        assert box_transfer(*alone).grundy == int(box in odd)


def test_ten_thousand_boxes():
    cards = [i * i % 101 for i in range(10_000)]
    xor = 0
    for box, count in enumerate(cards, start=1):
        if box % 6 in (0, 2, 5):
            xor ^= count
    assert box_transfer(*cards).grundy == xor


def test_green_tree_of_any_depth():
    assert green_hackenbush(*range(100_000)).grundy == 100_000
    bush = [0] * 1001
    assert green_hackenbush(*bush).grundy == 1
    assert len(green_hackenbush(*range(500)).winning_moves()) == 1


def test_green_trees_are_worth_what_a_search_finds():
    slow = searched(green_hackenbush)
    generator = random.Random(7)
    for _ in range(60):
        parents = [generator.randrange(i + 1) for i in range(generator.randint(0, 7))]
        assert green_hackenbush(*parents).grundy == slow(*parents).grundy


def random_text(generator, edges):
    text = ""
    while edges:
        below = generator.randint(1, edges)
        subtree = random_text(generator, below - 1)
        text += generator.choice("LR") + (f"({subtree})" if subtree else "")
        edges -= below
    return text


def test_red_blue_trees_are_worth_what_a_search_finds():
    slow = searched(red_blue_hackenbush)
    generator = random.Random(11)
    for _ in range(60):
        text = random_text(generator, generator.randint(0, 7))
        assert red_blue_hackenbush(text).value == slow(text).value


def test_red_blue_stalks_of_any_depth():
    stalk = "L" + "(R" * 3000 + ")" * 3000
    assert red_blue_hackenbush(stalk).value == lm.Dyadic(1, 2**3000)
    assert red_blue_hackenbush("L(LL)").value == 3


@given(st.lists(st.integers(0, 7), max_size=8), st.randoms())
@settings(deadline=None)
def test_canonical_form_forgets_the_order_of_branches(choices, generator):
    parents = tuple(choice % (i + 1) for i, choice in enumerate(choices))
    marks = tuple("LR"[choice % 2] for choice in choices)
    # The same tree, its vertices numbered in another order that keeps parents first.
    hang = children(parents)
    order, waiting = [], [0]
    while waiting:
        v = waiting.pop(generator.randrange(len(waiting)))
        order.append(v)
        waiting += hang[v]
    number = {v: i for i, v in enumerate(order)}
    other = tuple(number[parents[v - 1]] for v in order[1:])
    other_marks = tuple(marks[v - 1] for v in order[1:])
    form = canonical(parents, marks)
    assert canonical(other, other_marks) == form
    assert canonical(*form) == form
    assert sorted(depths(form[0])) == sorted(depths(parents))


def test_a_solver_that_fails_or_declines():
    def half(n, *, broken=False):
        return 1 // (not broken) if n < 3 else None

    @lm.impartial(solver=half)
    def one_or_two(n, *, broken=False):
        if n >= 1:
            yield n - 1

    assert one_or_two(1).grundy == 1
    assert one_or_two(4).grundy == 1 - one_or_two(3).grundy
    with pytest.raises(lm.RulesError, match=r"the solver of one_or_two.* fails at .*Division"):
        assert one_or_two(2, broken=True).grundy
