"""Tokens that move along the edges of a graph: the theorem behind staircase Nim.

Vertices are coloured even and odd so that every edge changes colour and every vertex without
an edge is even. If there is such a colouring, a position is worth the xor of the numbers of
tokens on odd vertices: a move changes exactly one of those numbers, so it changes their xor X;
and for each y < X, Nim tells an odd vertex v whose number n can be lowered to n ^ X ^ y by
sending the difference along any of its edges, to a vertex that is even and does not count.
On a path this is the staircase Nim of the textbooks.
"""

from __future__ import annotations

from functools import lru_cache

from lastmove.errors import RulesError

Edges = tuple[tuple[int, int], ...]


def targets(edges: Edges, vertices: int, name: str) -> list[list[int]]:
    """Return for each vertex where its edges lead.

    Raises
    ------
    RulesError
        If an edge is not a pair of vertices from 0 on.
    """
    lead: list[list[int]] = [[] for _ in range(vertices)]
    if not isinstance(edges, tuple):
        raise RulesError(f"the edges of {name} are a tuple of pairs (from, to), not {edges!r}")
    for edge in edges:
        if not (isinstance(edge, tuple) and len(edge) == 2 and all(type(v) is int for v in edge)):
            raise RulesError(f"an edge of {name} is a pair of vertices (from, to), not {edge!r}")
        if not all(0 <= v < vertices for v in edge):
            raise RulesError(
                f"the edge {edge} of {name} leads outside the {vertices} vertices of the position, "
                f"numbered from 0 to {vertices - 1}"
            )
        if edge[1] not in lead[edge[0]]:
            lead[edge[0]].append(edge[1])
    return lead


def cycle(lead: list[list[int]]) -> list[int] | None:
    """Return the vertices of a cycle in their order, or None if there is none."""
    waits = [len(out) for out in lead]
    sources: list[list[int]] = [[] for _ in lead]
    for v, out in enumerate(lead):
        for w in out:
            sources[w].append(v)
    ready = [v for v, count in enumerate(waits) if count == 0]
    for w in ready:
        for v in sources[w]:
            waits[v] -= 1
            if waits[v] == 0:
                ready.append(v)
    if len(ready) == len(lead):
        return None
    # A vertex that still waits has an edge to another that does: walk until one comes back.
    walk: list[int] = []
    v = next(v for v, count in enumerate(waits) if count)
    while v not in walk:
        walk.append(v)
        v = next(w for w in lead[v] if waits[w])
    return walk[walk.index(v) :]


def odd_vertices(lead: list[list[int]]) -> frozenset[int] | None:
    """Return the odd vertices of a graph without cycles, or None if it cannot be coloured."""
    near: list[list[int]] = [list(out) for out in lead]
    for v, out in enumerate(lead):
        for w in out:
            near[w].append(v)
    colour: dict[int, int] = {}
    for sink, out in enumerate(lead):
        if out or sink in colour:
            continue
        colour[sink] = 0
        waiting = [sink]
        while waiting:
            v = waiting.pop()
            for w in near[v]:
                if w not in colour:
                    colour[w] = 1 - colour[v]
                    waiting.append(w)
    flips = all(colour[v] != colour[w] for v, out in enumerate(lead) for w in out)
    even_sinks = all(out or colour[v] == 0 for v, out in enumerate(lead))
    if not (flips and even_sinks):
        return None
    return frozenset(v for v, bit in colour.items() if bit)


@lru_cache(maxsize=64)
def graded(edges: Edges, vertices: int, name: str) -> frozenset[int] | None:
    """Return the odd vertices of the graph, or None if the theorem does not apply to it.

    Raises
    ------
    RulesError
        If the edges are malformed or go round in a cycle.
    """
    lead = targets(edges, vertices, name)
    round_trip = cycle(lead)
    if round_trip is not None:
        shown = " -> ".join(map(str, [*round_trip, round_trip[0]]))
        raise RulesError(
            f"the edges of {name} go round in a cycle, {shown}: play could go on for ever"
        )
    return odd_vertices(lead)
