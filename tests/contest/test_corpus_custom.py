"""Entries of the corpus that bring a check of their own instead of a formula.

The checks' answers are worked out here by the same closed forms, and lastmove's answers come
from the restated rules. `TESTED` names the test of each entry.
"""

import random
from itertools import product

import pytest
from tests.contest.corpus import entries, searched
from tests.contest.games import boards, heaps
from tests.twin import mex

import lastmove as lm
from lastmove.rulesets import get

kayles = get("kayles")
dawsons_kayles = get("dawsons_kayles")


def samples(name):
    return entries()[name]["samples"]


def sizes(quick, everything):
    """Return parameters of a test: the larger ones are for the long run."""
    return [pytest.param(n, marks=() if n <= quick else pytest.mark.long) for n in everything]


@pytest.mark.parametrize("n", range(3, 15))
def test_marks_are_won_as_the_split_strips_say(n):
    assert (boards.crosses(0, n).outcome == "N") == (get("treblecross")(n).grundy != 0)


def test_treblecross_samples():
    for n, wins in samples("treblecross"):
        assert (get("treblecross")(n).outcome == "N") == wins


@pytest.mark.parametrize("n", range(1, 14))
def test_painted_rings_are_won_as_rows_say(n):
    for m in range(1, 5):
        closed = n >= m and dawsons_kayles.using(m=m)(n - m).grundy == 0
        assert (boards.paint_ring(0, n, m).outcome == "N") == closed


def test_paint_chain_samples():
    for (n, m), wins in samples("hdu3980-paintchain"):
        assert (boards.paint_ring(0, n, m).outcome == "N") == wins


def test_northcott_is_refused_as_a_loop():
    row = boards.NorthcottRow(1, 4, 5)
    with pytest.raises(lm.LoopError) as caught:
        assert row.outcome
    assert caught.value.position is not None


def test_multiplication_game():
    def closed(n):
        q, first = 1, False
        while q < n:
            first = not first
            q *= 9 if first else 2
        return first

    for n in range(2, 1500):
        assert (heaps.multiplication(1, n).outcome == "N") == closed(n)


def test_multiplication_game_samples():
    for n, wins in samples("poj2505-multiplication"):
        assert (heaps.multiplication(1, n).outcome == "N") == wins


def test_green_trees():
    generator = random.Random(1)
    green = get("green_hackenbush")
    slow = searched(green)
    for _ in range(150):
        n = generator.randint(2, 8)
        parents = [generator.randrange(i) for i in range(1, n)]
        assert green(*parents).grundy == slow(*parents).grundy
    for parents, value in samples("green-tree"):
        assert slow(*parents[1:]).grundy == value


def fused(edges):
    """Return the value of a green graph by the fusion principle.

    The vertices of a cycle may be fused, which leaves its edges as loops at one vertex, and a
    loop is worth as much as an edge that leads nowhere. All cycles gone, it is a tree.
    """
    edges = list(edges)

    def reachable(without):
        reached, growing = {0}, True
        while growing:
            growing = False
            for i, (a, b) in enumerate(edges):
                if i != without and (a in reached) != (b in reached):
                    reached |= {a, b}
                    growing = True
        return reached

    everything = reachable(None)
    bridges = {i for i in range(len(edges)) if reachable(i) != everything}
    home = {v: v for v in everything}
    for i, (a, b) in enumerate(edges):
        if i not in bridges:
            home = {v: home[a] if h == home[b] else h for v, h in home.items()}

    def value(v, came_from):
        total = sum(i not in bridges and home[a] == v for i, (a, _) in enumerate(edges)) % 2
        for i in bridges - {came_from}:
            ends = [home[end] for end in edges[i]]
            if v in ends:
                total ^= value(ends[1 - ends.index(v)], i) + 1
        return total

    return value(home[0], None)


def test_green_graphs():
    generator = random.Random(2)
    for _ in range(120):
        n = generator.randint(2, 6)
        edges = [(generator.randrange(i), i) for i in range(1, n)]
        edges += [tuple(generator.sample(range(n), 2)) for _ in range(generator.randint(0, 3))]
        position = boards.green_graph(boards.grounded(edges[:9]))
        assert position.grundy == fused(position.coords[0])


def test_green_graph_samples():
    for edges, value in samples("green-graph-fusion"):
        position = boards.green_graph(boards.grounded([tuple(edge) for edge in edges]))
        assert position.grundy == value


@pytest.mark.parametrize("n", sizes(8, range(2, 11)))
def test_colouring(n):
    for letters in product("RB", repeat=n):
        cells = "".join(letters)
        red, blue = cells.count("R"), cells.count("B")
        if red == blue:
            ends = [i for i in range(1, n) if cells[i] == cells[i - 1]]
            runs = [b - a for a, b in zip([0, *ends], [*ends, n], strict=True)]
            closed = sum((dawsons_kayles(run) for run in runs), lm.Sum()).grundy != 0
        else:
            closed = red > blue
        assert boards.Colouring(cells).outcome.first_wins("left") == closed, cells


def test_colouring_samples():
    for cells, wins in samples("cf1704f-colouring"):
        assert boards.Colouring(cells).outcome.first_wins("left") == wins


def period(values):
    """Return (period, start) of the vectors, as the entry finds it, or None."""
    n = len(values)
    for p in range(1, 200):
        if values[n - 5 - p :] == values[n - 5 - 2 * p : n - p]:
            start = n - 1
            while start >= p and values[start] == values[start - p]:
                start -= 1
            if n - start > 3 * p + 10:
                return p, start - p + 1 if start >= p else 0
    return None


@pytest.mark.parametrize("largest", [2, pytest.param(5, marks=pytest.mark.long)])
def test_red_kingdom_is_periodic(largest):
    for takes in product(range(1, largest + 1), repeat=3):
        values = [
            [heaps.red_kingdom(n, last, *takes).grundy for last in range(3)] for n in range(700)
        ]
        assert period(values) is not None, takes


def test_red_kingdom_samples():
    for takes, found in samples("cf1312f-redkingdom"):
        values = [
            [heaps.red_kingdom(n, last, *takes).grundy for last in range(3)] for n in range(700)
        ]
        assert list(period(values)) == found


def test_red_kingdom_against_its_recurrence():
    x, y, z = 2, 3, 5
    known = [(0, 0, 0)]
    for n in range(1, 200):
        a, b, c = (known[max(0, n - take)][last] for last, take in enumerate((x, y, z)))
        known.append((mex((a, b, c)), mex((a, c)), mex((a, b))))
        got = tuple(heaps.red_kingdom(n, last, x, y, z).grundy for last in range(3))
        assert got == known[n]


def test_knight():
    def closed(a, b):
        if a == b and a % 3 == 0:
            return "L"
        return "W" if abs(a - b) == 1 and min(a, b) % 3 == 1 else "D"

    def played(a, b):
        # Draws count for Right: Left wins only if there is a win, Right unless there is none.
        outcome = boards.Knight(a, b).outcome
        if outcome.first_wins("left"):
            return "W"
        return "D" if outcome.first_wins("right") else "L"

    for a, b in product(range(60), repeat=2):
        assert played(a, b) == closed(a, b), (a, b)
    for (a, b), result in samples("hdu5754-knight"):
        assert played(a, b) == result


def test_subtract_square():
    table = get("subtract_square").table(400)
    assert [n for n in range(400) if table[n] == 0][:13] == [
        0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44,
    ]  # fmt: skip
    for n, wins in samples("subtract-square"):
        assert (table[n] != 0) == wins


@pytest.mark.parametrize("n", range(1, 25))
def test_misere_kayles(n):
    assert (kayles(n).outcome_misere == "P") == (n in samples("misere-kayles"))


def test_industrial_nim():
    total = 0
    for n, heap in enumerate(get("nim").table(2000).tolist()):
        total ^= heap
        assert total == [n, 1, n + 1, 0][n % 4]
    runs = [(3, 4), (10, 2)]
    piled = sum((get("nim")(x + i) for x, m in runs for i in range(m)), lm.Sum())
    assert piled.outcome == "N"


def test_furlo_and_rublo():
    steps = [(4, 0), (16, 1), (82, 2), (6724, 0), (50626, 3), (60_000, 1)]
    values = heaps.square_roots.table(60_000).tolist()
    expected, start = [], 0
    for end, value in steps:
        expected += [value] * (end - start)
        start = end
    assert values == expected
    for x, value in samples("cf256c-furlo"):
        assert values[x] == value


TESTED = {
    "treblecross": test_marks_are_won_as_the_split_strips_say,
    "hdu3980-paintchain": test_painted_rings_are_won_as_rows_say,
    "hdu1730-northcott": test_northcott_is_refused_as_a_loop,
    "poj2505-multiplication": test_multiplication_game,
    "green-tree": test_green_trees,
    "green-graph-fusion": test_green_graphs,
    "cf1704f-colouring": test_colouring,
    "cf1312f-redkingdom": test_red_kingdom_is_periodic,
    "hdu5754-knight": test_knight,
    "subtract-square": test_subtract_square,
    "misere-kayles": test_misere_kayles,
    "cf15c-industrial": test_industrial_nim,
    "cf256c-furlo": test_furlo_and_rublo,
}
