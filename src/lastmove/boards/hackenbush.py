"""Red-Blue-Green Hackenbush on graphs."""

from __future__ import annotations

from lastmove import _core
from lastmove.boards.board import Board, progress_call
from lastmove.boards.pictures import edges_of
from lastmove.errors import NotationError, PositionError
from lastmove.values.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Self

MOST_EDGES = 128
_COLOURS = {"L": "L", "R": "R", "G": "G", "B": "L", "E": "G"}


def _standing(edges: tuple[tuple[int, int, int], ...]) -> int:
    """Return the edges connected to the ground, one bit each."""
    reached, standing, before = {0}, 0, -1
    while standing != before:
        before = standing
        for at, (a, b, _) in enumerate(edges):
            if a in reached or b in reached:
                reached |= {a, b}
                standing |= 1 << at
    return standing


def _drawn(edges: tuple[tuple[int, int, str], ...]) -> list[str]:
    """Return a tree of the edges from the ground up, one a line.

    An edge to a vertex that has its branches elsewhere shows the vertex in brackets.
    """
    ends: dict[int, list[tuple[int, int, str]]] = {}
    for at, (a, b, colour) in enumerate(edges):
        ends.setdefault(a, []).append((at, b, colour))
        if a != b:
            ends.setdefault(b, []).append((at, a, colour))
    branches: dict[int, list[tuple[str, int, bool]]] = {}
    reached, found = {0}, set()
    path = [0]
    while path:
        vertex = path[-1]
        edge = next((edge for edge in ends.get(vertex, []) if edge[0] not in found), None)
        if edge is None:
            path.pop()
            continue
        at, far, colour = edge
        found.add(at)
        branches.setdefault(vertex, []).append((colour, far, far not in reached))
        if far not in reached:
            reached.add(far)
            path.append(far)
    lines = ["0 ground"]
    waiting = [("", 0, iter(branches.get(0, [])), len(branches.get(0, [])))]
    while waiting:
        indent, done, rest, count = waiting.pop()
        if done == count:
            continue
        colour, far, new = next(rest)
        waiting.append((indent, done + 1, rest, count))
        lines.append(f"{indent}+-{colour}- {far if new else f'({far})'}")
        if new:
            deeper = indent + ("|    " if done + 1 < count else "     ")
            waiting.append((deeper, 0, iter(branches.get(far, [])), len(branches.get(far, []))))
    return lines


class Hackenbush(Board):
    """A move cuts an edge; whatever is no longer connected to the ground falls.

    Left cuts ``L`` (blue) edges, Right ``R`` (red) edges, both cut ``G`` (green) edges.

    Parameters
    ----------
    edges : str or iterable of (int, int, str)
        The edges as two vertices and a colour, vertex 0 being the ground; or a text: a stalk
        from the ground up.

    Raises
    ------
    NotationError
        If a colour is none of L, R, G.
    PositionError
        If there are more than 128 edges or a vertex is negative.

    Examples
    --------
    >>> Hackenbush("LRRL").value
    Game('3/8')
    >>> Hackenbush([(0, 1, "L"), (0, 1, "R")]).value
    Game('0')

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapters 1, 2 and 7.
    """

    __slots__ = ("_cut", "_edges")

    rules = "hackenbush"

    def __init__(self, edges: str | Iterable[tuple[int, int, str]]) -> None:
        if isinstance(edges, str):
            edges = [(at, at + 1, colour) for at, colour in enumerate(edges)]
        found = []
        for place, (a, b, colour) in enumerate(edges_of(edges, marked=True)):
            known = _COLOURS.get(str(colour).upper())
            if known is None:
                raise NotationError(
                    f"edge {place + 1}: {colour!r} is no colour; use L, R or G", column=place + 1
                )
            if a < 0 or b < 0:
                raise PositionError(f"edge {place + 1}: vertices are numbered from 0, the ground")
            found.append((a, b, ord(known)))
        if len(found) > MOST_EDGES:
            raise PositionError(
                f"a picture of {len(found)} edges is too large: the limit is {MOST_EDGES} edges"
            )
        self._edges = tuple(found)
        self._cut = _standing(self._edges)
        self._impartial = False

    @property
    def edges(self) -> tuple[tuple[int, int, str], ...]:
        """The edges that stand."""
        return tuple(
            (a, b, chr(colour))
            for at, (a, b, colour) in enumerate(self._edges)
            if self._cut >> at & 1
        )

    def __repr__(self) -> str:
        suffix = ".impartial()" if self._impartial else ""
        return f"Hackenbush({list(self.edges)!r}){suffix}"

    def __str__(self) -> str:
        edges = self.edges
        if all((a, b) == (at, at + 1) for at, (a, b, _) in enumerate(edges)):
            return "".join(colour for _, _, colour in edges)
        return "\n".join(_drawn(edges))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._of, (self._edges, self._cut, self._impartial)

    @classmethod
    def _of(cls, edges: tuple[tuple[int, int, int], ...], cut: int, impartial: bool) -> Self:
        board = cls.__new__(cls)
        board._edges, board._cut, board._impartial = edges, cut, impartial
        return board

    def _key(self) -> tuple[Any, ...]:
        return (self.edges, self._impartial)

    def _copy(self) -> Self:
        return self._of(self._edges, self._cut, self._impartial)

    def _exchanged(self) -> Self:
        other = {"L": "R", "R": "L", "G": "G"}
        return type(self)([(a, b, other[colour]) for a, b, colour in self.edges])

    def _graph(self) -> tuple[str, int, list[tuple[int, int, int]]]:
        # Vertices are renumbered so that only those in use count.
        names = {0: 0}
        edges = [
            (names.setdefault(a, len(names)), names.setdefault(b, len(names)), colour)
            for a, b, colour in self._edges
        ]
        return self.rules, len(names), edges

    def _value(self) -> Game:
        return _core.graph_value(self._graph(), (self._cut, 0), progress_call())

    def _cheap_value(self, most: int) -> Game | None:
        return _core.graph_cheap_value(self._graph(), (self._cut, 0), most, progress_call())

    def _nim_value(self) -> int:
        return _core.graph_nim_value(self._graph(), (self._cut, 0), progress_call())

    def _has_nim_value(self, wanted: int) -> bool:
        return _core.graph_has_nim_value(self._graph(), (self._cut, 0), wanted, progress_call())

    def _moves(self, left: bool) -> list[Self]:
        moves = _core.graph_moves(self._graph(), (self._cut, 0), left)
        return [self._of(self._edges, cut, self._impartial) for cut, _ in moves]

    def _searched_with(self) -> object:
        return self.rules, self._edges

    def _search(self, others: Sequence[Self], values: list[Game], left: bool) -> bool:
        cuts = [(board._cut, 0) for board in others]
        return _core.graph_first_wins(self._graph(), cuts, values, left, progress_call())
