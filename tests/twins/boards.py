"""Moves of the board games, written from their rules in plain Python on lists of characters.

A position is a tuple of rows, of rights on a graph, or of edges; a function returns the options
of Left or of Right. The native generators are never asked.
"""

from __future__ import annotations

from tests.twins import games as twin

FOUR = ((0, 1), (0, -1), (1, 0), (-1, 0))
EIGHT = (*FOUR, (1, 1), (1, -1), (-1, 1), (-1, -1))


def cells(rows):
    return {(y, x): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}


def changed(rows, changes):
    grid = [list(row) for row in rows]
    for (y, x), mark in changes.items():
        grid[y][x] = mark
    return tuple("".join(row) for row in grid)


def step(cell, way, times=1):
    return cell[0] + times * way[0], cell[1] + times * way[1]


def domineering(rows, left):
    at = cells(rows)
    way = (1, 0) if left else (0, 1)
    for cell, mark in at.items():
        if mark == "." == at.get(step(cell, way)):
            yield changed(rows, {cell: "#", step(cell, way): "#"})


def clobber(rows, left, prey=("o", "x")):
    at = cells(rows)
    own = "x" if left else "o"
    for cell, mark in at.items():
        for way in FOUR:
            if mark == own and at.get(step(cell, way), ".") in prey[not left]:
                yield changed(rows, {cell: ".", step(cell, way): own})


def cannibal_clobber(rows, left):
    yield from clobber(rows, left, ("ox", "ox"))


def anti_clobber(rows, left):
    at = cells(rows)
    own, enemy = "xo" if left else "ox"
    for cell, mark in at.items():
        for way in FOUR:
            if mark == own and at.get(step(cell, way)) == ".":
                yield changed(rows, {cell: enemy, step(cell, way): own})


def rays(at, cell):
    for way in EIGHT:
        far = step(cell, way)
        while at.get(far) == ".":
            yield far
            far = step(far, way)


def amazons(rows, left):
    at = cells(rows)
    own = "x" if left else "o"
    for cell, mark in at.items():
        if mark == own:
            for to in rays(at, cell):
                moved = {**at, cell: ".", to: own}
                for shot in rays(moved, to):
                    yield changed(rows, {cell: ".", to: own, shot: "#"})


def konane(rows, left):
    at = cells(rows)
    own, enemy = "xo" if left else "ox"
    for cell, mark in at.items():
        for way in FOUR if mark == own else ():
            here, taken = cell, {cell: "."}
            while at.get(step(here, way)) == enemy and at.get(step(here, way, 2)) == ".":
                taken[step(here, way)] = "."
                here = step(here, way, 2)
                yield changed(rows, {**taken, here: own})


def fission(rows, left):
    at = cells(rows)
    way = (1, 0) if left else (0, 1)
    for cell, mark in at.items():
        ends = step(cell, way), step(cell, way, -1)
        if mark == "x" and all(at.get(end) == "." for end in ends):
            yield changed(rows, {cell: ".", ends[0]: "x", ends[1]: "x"})


def breathes(at, cell):
    group, waiting = {cell}, [cell]
    while waiting:
        here = waiting.pop()
        for way in FOUR:
            near = step(here, way)
            if at.get(near) == ".":
                return True
            if at.get(near) == at[cell] and near not in group:
                group.add(near)
                waiting.append(near)
    return False


def nogo(rows, left):
    at = cells(rows)
    for cell, mark in at.items():
        if mark == ".":
            after = {**at, cell: "x" if left else "o"}
            if all(breathes(after, one) for one, mark in after.items() if mark in "xo"):
                yield changed(rows, {cell: after[cell]})


def toads_and_frogs(rows, left, jumps=True):
    at = cells(rows)
    own, enemy, way = ("T", "F", (0, 1)) if left else ("F", "T", (0, -1))
    for cell, mark in at.items():
        near, far = step(cell, way), step(cell, way, 2)
        if mark == own and at.get(near) == ".":
            yield changed(rows, {cell: ".", near: own})
        if mark == own and jumps and at.get(near) == enemy and at.get(far) == ".":
            yield changed(rows, {cell: ".", far: own})


def elephants_and_rhinos(rows, left):
    yield from toads_and_frogs(rows, left, jumps=False)


def toppling_dominoes(rows, left):
    for row in rows:
        for x, mark in enumerate(row):
            if mark in ("x#" if left else "o#"):
                yield (row[:x],)
                yield (row[x + 1 :],)


def placement(edges, game):
    """Snort, Col or digraph placement; a position holds who may take each vertex: "xo.#"."""
    near: dict[int, set[int]] = {}
    for a, b in edges:
        near.setdefault(a, set()).add(b)
        if game != "digraph_placement":
            near.setdefault(b, set()).add(a)

    def options(rights, left):
        own, other = "xo" if left else "ox"
        lost = {"snort": other, "col": own, "digraph_placement": "xo"}[game]
        for vertex, who in enumerate(rights):
            if who in (own, "."):
                after = list(rights)
                for one in near.get(vertex, ()):
                    may = {"x", "o"} if after[one] == "." else {after[one]} - {"#"}
                    may -= set(lost)
                    after[one] = "." if len(may) == 2 else may.pop() if may else "#"
                after[vertex] = "#"
                yield tuple(after)

    return options


def hackenbush(edges, left):
    for at, (_, _, colour) in enumerate(edges):
        if colour in ("LG" if left else "RG"):
            rest, standing, reached = [*edges[:at], *edges[at + 1 :]], set(), {0}
            while True:
                new = {
                    one
                    for one, (a, b, _) in enumerate(rest)
                    if one not in standing and (a in reached or b in reached)
                }
                if not new:
                    break
                standing |= new
                reached |= {end for one in new for end in rest[one][:2]}
            yield tuple(edge for one, edge in enumerate(rest) if one in standing)


def impartial(options):
    """Both players have the moves of either."""

    def both(position, left):
        yield from options(position, True)
        yield from options(position, False)

    return both


def value_of(options, position, memo):
    """Return the plain canonical form of a position."""
    if position not in memo:
        sides = [
            [value_of(options, one, memo) for one in set(options(position, left))]
            for left in (True, False)
        ]
        memo[position] = twin.canonical(twin.make(*sides))
    return memo[position]


def wins(options, position, left, memo):
    """Return whether the player who moves, Left or Right, wins."""
    if (position, left) not in memo:
        memo[position, left] = any(
            not wins(options, one, not left, memo) for one in options(position, left)
        )
    return memo[position, left]


def nim_value(options, position, memo):
    """Return the nim value of a position of an impartial game."""
    if position not in memo:
        seen = {nim_value(options, one, memo) for one in options(position, True)}
        memo[position] = next(n for n in range(len(seen) + 1) if n not in seen)
    return memo[position]
