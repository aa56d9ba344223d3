"""Games on graphs in which a move takes a vertex: Snort, Col, digraph placement."""

from __future__ import annotations

from operator import index

from lastmove import _core
from lastmove.boards.board import Board, progress_call
from lastmove.boards.pictures import edges_of, lines_of
from lastmove.errors import PositionError
from lastmove.values.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, ClassVar, Self

MOST_VERTICES = 128


def _plane(vertices: Iterable[int], count: int) -> int:
    plane = 0
    try:
        numbers = [index(vertex) for vertex in vertices]
    except TypeError:
        raise PositionError(f"vertices are a collection of ints, not {vertices!r}") from None
    for vertex in numbers:
        if not 0 <= vertex < count:
            raise PositionError(f"vertex {vertex} is not among the vertices 0..{count - 1}")
        plane |= 1 << vertex
    return plane


class GraphBoard(Board):
    """A graph whose vertices are taken one after the other.

    Parameters
    ----------
    vertices : int
        Number of vertices, at most 128; they are called 0, 1, 2 and so on.
    edges : iterable of (int, int)
        The edges.
    left, right : iterable of int, optional
        Vertices that only Left, only Right may take; both may take all others.

    Raises
    ------
    PositionError
        If a vertex is not in the graph, or there are too many.
    """

    __slots__ = ("_edges", "_left", "_picture", "_right", "_vertices")

    #: Width of the picture and the vertex in each of its cells, -1 for none; None without one.
    _picture: tuple[int, tuple[int, ...]] | None

    all_free: ClassVar = True

    def __init__(
        self,
        vertices: int,
        edges: Iterable[tuple[int, int]] = (),
        *,
        left: Iterable[int] | None = None,
        right: Iterable[int] | None = None,
    ) -> None:
        if isinstance(vertices, str):
            name = type(self).__name__
            raise PositionError(f"a picture is read by {name}.from_rows({vertices!r})")
        if isinstance(vertices, bool) or not isinstance(vertices, int):
            raise PositionError(f"the number of vertices is an int, not {vertices!r}")
        if not 0 <= vertices <= MOST_VERTICES:
            raise PositionError(f"a graph has 0 to {MOST_VERTICES} vertices here, not {vertices}")
        self._impartial = False
        self._picture = None
        self._vertices = vertices
        self._edges = tuple((a, b, 0) for a, b, _ in edges_of(edges, marked=False))
        for a, b, _ in self._edges:
            _plane((a, b), vertices)
        lefts, rights = _plane(left or (), vertices), _plane(right or (), vertices)
        everything = (1 << vertices) - 1
        self._left, self._right = lefts, rights
        if self.all_free:
            # A vertex reserved for both is dead.
            self._left, self._right = everything & ~rights, everything & ~lefts

    @classmethod
    def grid(cls, height: int, width: int) -> Self:
        """Return the game on a rectangular grid, all vertices free.

        Examples
        --------
        >>> Snort.grid(2, 3).value.temperature
        Fraction(9, 4)
        """
        for name, size in (("height", height), ("width", width)):
            if isinstance(size, bool) or not isinstance(size, int) or size < 0:
                raise PositionError(f"the {name} of a grid is an int from 0 on, not {size!r}")
        if height * width > MOST_VERTICES:
            raise PositionError(
                f"a grid of {height} x {width} vertices is too large: "
                f"the limit is {MOST_VERTICES} vertices"
            )
        edges = []
        for cell in range(height * width):
            if cell % width + 1 < width:
                edges.append((cell, cell + 1))
            if cell + width < height * width:
                edges.append((cell, cell + width))
        board = cls(height * width, edges)
        board._picture = width, tuple(range(height * width))
        return board

    @classmethod
    def from_rows(cls, rows: str | Sequence[str]) -> Self:
        """Return the game on the cells of a picture, neighbours in a row or column joined.

        Parameters
        ----------
        rows : str or sequence of str
            The rows from the top, joined by ``|`` or line breaks, or one text each: ``.`` is a
            free cell, ``x`` one that only Left, ``o`` one that only Right may take, ``#`` none.

        Raises
        ------
        NotationError
            If a row has another length than the first, or a character means nothing here.
        PositionError
            If there are too many cells.

        Examples
        --------
        >>> Snort.from_rows("x.|.#").value
        Game('{2|*}')
        """
        from lastmove.errors import NotationError

        lines = lines_of(rows, cls.__name__)
        cells: dict[tuple[int, int], str] = {}
        for y, line in enumerate(lines):
            for x, mark in enumerate(line):
                if mark not in ".xo#":
                    raise NotationError(
                        f"row {y + 1}, column {x + 1}: {mark!r} is no cell of {cls.__name__}; "
                        "use one of . x o #",
                        line=y + 1,
                        column=x + 1,
                    )
                if mark != "#":
                    cells[y, x] = mark
        place = {cell: at for at, cell in enumerate(cells)}
        edges = [
            (place[y, x], place[near])
            for y, x in cells
            for near in ((y, x + 1), (y + 1, x))
            if near in place
        ]
        owned = {
            mark: [place[cell] for cell, found in cells.items() if found == mark] for mark in "xo"
        }
        board = cls(len(cells), edges, left=owned["x"], right=owned["o"])
        width = len(lines[0]) if lines else 0
        board._picture = (
            width,
            tuple(place.get((y, x), -1) for y in range(len(lines)) for x in range(width)),
        )
        return board

    @classmethod
    def path(cls, vertices: int) -> Self:
        """Return the game on a path, all vertices free.

        Examples
        --------
        >>> Snort.path(2).value
        Game('+-1')
        """
        cls(vertices)  # Refuses what is no number of vertices before it is counted to.
        board = cls(vertices, [(v, v + 1) for v in range(vertices - 1)])
        board._picture = vertices, tuple(range(vertices))
        return board

    @property
    def left(self) -> frozenset[int]:
        """The vertices that Left may take."""
        return frozenset(v for v in range(self._vertices) if self._left >> v & 1)

    @property
    def right(self) -> frozenset[int]:
        """The vertices that Right may take."""
        return frozenset(v for v in range(self._vertices) if self._right >> v & 1)

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """The edges of the whole graph."""
        return tuple((a, b) for a, b, _ in self._edges)

    def _mark(self, vertex: int) -> str:
        """Return who may take a vertex: ``.`` both, ``x`` Left, ``o`` Right, ``#`` nobody."""
        left, right = self._left >> vertex & 1, self._right >> vertex & 1
        return ".xo#"[(not right) + 2 * (not left)]

    def _rows(self) -> list[str] | None:
        if self._picture is None:
            return None
        width, cells = self._picture
        marks = "".join("#" if vertex < 0 else self._mark(vertex) for vertex in cells)
        return [marks[at : at + width] for at in range(0, len(marks), width)] if width else [""]

    def __str__(self) -> str:
        rows = self._rows()
        if rows is not None:
            return "\n".join(rows)
        ends: list[list[int]] = [[] for _ in range(self._vertices)]
        for a, b, _ in self._edges:
            ends[a].append(b)
            if self.all_free:
                ends[b].append(a)
        return "\n".join(
            f"{vertex} {self._mark(vertex)} {' '.join(map(str, near))}".rstrip()
            for vertex, near in enumerate(ends)
        )

    def __repr__(self) -> str:
        name = type(self).__name__
        suffix = ".impartial()" if self._impartial else ""
        rows = self._rows()
        dead = ~(self._left | self._right) & ((1 << self._vertices) - 1)
        if rows is not None and not dead:
            return f"{name}.from_rows({'|'.join(rows)!r}){suffix}"
        left, right = self._left, self._right
        if self.all_free:
            # Those reserved for both, which are dead, are in both lists.
            everything = (1 << self._vertices) - 1
            left, right = everything & ~self._right, everything & ~self._left
        owned = "".join(
            f", {side}={[v for v in range(self._vertices) if plane >> v & 1]}"
            for side, plane in (("left", left), ("right", right))
            if plane
        )
        return f"{name}({self._vertices}, {list(self.edges)}{owned}){suffix}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._of, (self._parts(self._left, self._right), self._impartial)

    def _parts(self, left: int, right: int) -> tuple[Any, ...]:
        return self._vertices, self._edges, self._picture, left, right

    @classmethod
    def _of(cls, parts: tuple[Any, ...], impartial: bool) -> Self:
        board = cls.__new__(cls)
        board._vertices, board._edges, board._picture, board._left, board._right = parts
        board._impartial = impartial
        return board

    def _key(self) -> tuple[Any, ...]:
        return (self._vertices, self._edges, self._left, self._right, self._impartial)

    def _copy(self) -> Self:
        return self._of(self._parts(self._left, self._right), self._impartial)

    def _exchanged(self) -> Self:
        return self._of(self._parts(self._right, self._left), self._impartial)

    def _graph(self) -> tuple[str, int, list[tuple[int, int, int]]]:
        return self.rules, self._vertices, list(self._edges)

    def _value(self) -> Game:
        return _core.graph_value(self._graph(), (self._left, self._right), progress_call())

    def _cheap_value(self, most: int) -> Game | None:
        return _core.graph_cheap_value(
            self._graph(), (self._left, self._right), most, progress_call()
        )

    def _nim_value(self) -> int:
        return _core.graph_nim_value(self._graph(), (self._left, self._right), progress_call())

    def _has_nim_value(self, wanted: int) -> bool:
        planes = (self._left, self._right)
        return _core.graph_has_nim_value(self._graph(), planes, wanted, progress_call())

    def _moves(self, left: bool) -> list[Self]:
        return [
            self._of(self._parts(a, b), self._impartial)
            for a, b in _core.graph_moves(self._graph(), (self._left, self._right), left)
        ]

    def _searched_with(self) -> object:
        return self.rules, self._vertices, self._edges

    def _search(self, others: Sequence[Self], values: list[Game], left: bool) -> bool:
        planes = [(board._left, board._right) for board in others]
        return _core.graph_first_wins(self._graph(), planes, values, left, progress_call())


class Snort(GraphBoard):
    """A move takes a vertex and reserves its neighbours for the player who moved.

    Examples
    --------
    >>> Snort.path(3).value
    Game('+-2')

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 2.
    """

    __slots__ = ()
    rules = "snort"


class Col(GraphBoard):
    """A move takes a vertex and reserves its neighbours for the other player.

    Examples
    --------
    >>> Col.path(3).value
    Game('0')

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 2.
    """

    __slots__ = ()
    rules = "col"


class DigraphPlacement(GraphBoard):
    """A move removes a vertex of one's own and all vertices that its arrows lead to.

    Edges are arrows; `left` and `right` are the owners of the vertices.

    Examples
    --------
    >>> DigraphPlacement(2, [(0, 1), (1, 0)], left=[0], right=[1]).value
    Game('*')
    """

    __slots__ = ()
    rules = "digraph_placement"
    all_free: ClassVar = False
