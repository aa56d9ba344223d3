"""Staircase Nim on any directed graph without cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import impartial
from lastmove.rulesets._staircase import Edges, graded

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE = "Staircase Nim"
SOURCE = (
    "on a staircase: R. P. Sprague, Bemerkungen über eine spezielle Abelsche Gruppe, Math. Z. 51 "
    "(1947); CSES Stair Game. On graphs: see HDU 3389, the game box_transfer"
)


def _edges(edges: Edges | None, vertices: int) -> Edges:
    return tuple((i, i - 1) for i in range(1, vertices)) if edges is None else edges


def _solver(*tokens: int, edges: Edges | None) -> int | None:
    """Return the xor of the tokens on odd vertices, if every edge joins odd and even."""
    odd = graded(_edges(edges, len(tokens)), len(tokens), "staircase_nim")
    if odd is None:
        return None
    total = 0
    for vertex in odd:
        total ^= tokens[vertex]
    return total


@impartial(solver=_solver)
def staircase_nim(*tokens: int, edges: Edges | None = None) -> Iterator[tuple[int, ...]]:
    """Move any positive number of tokens along one edge of a directed graph.

    The coordinates count the tokens on the vertices 0, 1, 2, ... Without `edges` they are stairs,
    each leading to the one below; vertex 0 is the floor. If the vertices can be coloured even
    and odd so that each edge changes colour and all vertices without edges are even, which is
    checked, a position is worth the xor of the tokens on odd vertices; otherwise it is searched.

    Examples
    --------
    >>> import lastmove as lm
    >>> staircase_nim = lm.rulesets.get("staircase_nim")
    >>> staircase_nim(9, 3, 9, 5).grundy
    6
    >>> diamond = staircase_nim.using(edges=((1, 0), (2, 0), (3, 1), (3, 2)))
    >>> diamond(0, 4, 4, 7).outcome
    Outcome.P
    """
    used = _edges(edges, len(tokens))
    graded(used, len(tokens), "staircase_nim")
    for source, target in dict.fromkeys(used):
        for moved in range(1, tokens[source] + 1):
            after = list(tokens)
            after[source] -= moved
            after[target] += moved
            yield tuple(after)
