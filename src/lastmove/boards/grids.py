"""Boards on rectangles and rows."""

from __future__ import annotations

from lastmove import _core
from lastmove.boards.board import Board, progress_call
from lastmove.boards.pictures import lines_of
from lastmove.errors import NotationError
from lastmove.values.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar, Self

MOST_CELLS = 128


class GridBoard(Board):
    """A rectangle of cells, written row by row.

    Parameters
    ----------
    rows : str or sequence of str
        The rows from the top, joined by ``|`` or line breaks, or one text each.

    Raises
    ------
    NotationError
        If a row has another length than the first, or a character means nothing here.
    """

    __slots__ = ("_a", "_b", "_height", "_width")

    #: What each character puts into the two planes of the native core.
    cells: ClassVar[dict[str, tuple[int, int]]] = {}
    #: Other ways to write a cell.
    also: ClassVar[dict[str, str]] = {}

    def __init__(self, rows: str | Sequence[str]) -> None:
        lines = lines_of(rows, type(self).__name__)
        self._impartial = False
        self._width = len(lines[0]) if lines else 0
        self._height = len(lines) if self._width else 0
        self._a = self._b = 0
        if self._width * self._height > MOST_CELLS:
            raise NotationError(
                f"a board of {self._width} x {self._height} cells is too large: "
                f"the limit is {MOST_CELLS} cells"
            )
        for y, line in enumerate(lines):
            for x, character in enumerate(line):
                self._put(x, y, character)

    def _put(self, x: int, y: int, character: str) -> None:
        planes = self.cells.get(self.also.get(character, character))
        if planes is None:
            known = " ".join((*self.cells, *self.also))
            raise NotationError(
                f"row {y + 1}, column {x + 1}: {character!r} is no cell of "
                f"{type(self).__name__}; use one of {known}",
                line=y + 1,
                column=x + 1,
            )
        bit = 1 << (y * self._width + x)
        self._a |= bit * planes[0]
        self._b |= bit * planes[1]

    @classmethod
    def _of(cls, shape: tuple[int, int, int, int], impartial: bool) -> Self:
        board = cls.__new__(cls)
        board._width, board._height, board._a, board._b = shape
        board._impartial = impartial
        return board

    @property
    def width(self) -> int:
        """Number of columns."""
        return self._width

    @property
    def height(self) -> int:
        """Number of rows."""
        return self._height

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows from the top."""
        letters = {planes: letter for letter, planes in self.cells.items()}
        return tuple(
            "".join(
                letters[self._a >> cell & 1, self._b >> cell & 1]
                for cell in range(y * self._width, (y + 1) * self._width)
            )
            for y in range(self._height)
        )

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'|'.join(self.rows)!r}){self._suffix()}"

    def _suffix(self) -> str:
        return ".impartial()" if self._impartial and type(self).rules != "cram" else ""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._of, (self._shape(), self._impartial)

    def _shape(self) -> tuple[int, int, int, int]:
        return self._width, self._height, self._a, self._b

    def _key(self) -> tuple[Any, ...]:
        return (*self._shape(), self._impartial)

    def _copy(self) -> Self:
        return self._of(self._shape(), self._impartial)

    def _exchanged(self) -> Self:
        return self._of((self._width, self._height, self._b, self._a), self._impartial)

    def _turned(self) -> Self:
        """Return the board with rows and columns exchanged."""
        return type(self)(["".join(column) for column in zip(*self.rows, strict=True)])

    def _value(self) -> Game:
        return _core.grid_value(self.rules, self._shape(), progress_call())

    def _cheap_value(self, most: int) -> Game | None:
        return _core.grid_cheap_value(self.rules, self._shape(), most, progress_call())

    def _nim_value(self) -> int:
        return _core.grid_nim_value(self.rules, self._shape(), progress_call())

    def _has_nim_value(self, wanted: int) -> bool:
        return _core.grid_has_nim_value(self.rules, self._shape(), wanted, progress_call())

    def _moves(self, left: bool) -> list[Self]:
        moves = _core.grid_moves(self.rules, self._shape(), left)
        return [self._of(shape, self._impartial) for shape in moves]

    def _searched_with(self) -> object:
        return self.rules

    def _search(self, others: Sequence[Self], values: list[Game], left: bool) -> bool:
        shapes = [board._shape() for board in others]
        return _core.grid_first_wins(self.rules, shapes, values, left, progress_call())


class Domineering(GridBoard):
    """Left covers two free cells in a column with a domino, Right two in a row.

    ``.`` is a free cell, ``#`` a blocked one.

    Examples
    --------
    >>> Domineering("...|...|...").value
    Game('+-1')
    >>> Domineering(".|.|.|.").outcome
    Outcome.L

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 5.
    """

    __slots__ = ()
    rules = "domineering"
    cells: ClassVar = {".": (1, 0), "#": (0, 0)}

    def _exchanged(self) -> Self:
        # Left plays along columns, Right along rows.
        return self._turned()


class Cram(Domineering):
    """Both players cover two free neighbouring cells with a domino.

    ``.`` is a free cell, ``#`` a blocked one.

    Examples
    --------
    >>> Cram("...|...").nim_value
    1
    """

    __slots__ = ()

    def __init__(self, rows: str | Sequence[str]) -> None:
        super().__init__(rows)
        self._impartial = True

    def _suffix(self) -> str:
        return ""


class Clobber(GridBoard):
    """A stone moves onto a neighbouring enemy stone, which is removed.

    ``x`` is a stone of Left, ``o`` one of Right, ``.`` an empty cell.

    Examples
    --------
    >>> Clobber("oxx.o").value
    Game('^')

    References
    ----------
    .. [1] M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to
       Clobber, Integers 5(2) (2005).
    """

    __slots__ = ()
    rules = "clobber"
    cells: ClassVar = {"x": (1, 0), "o": (0, 1), ".": (0, 0)}
    also: ClassVar = {"X": "x", "O": "o", "#": "."}


class CannibalClobber(Clobber):
    """Clobber in which stones of one's own colour can be captured as well: Hot Clobber.

    Examples
    --------
    >>> CannibalClobber("xx").value
    Game('1')
    """

    __slots__ = ()
    rules = "cannibal_clobber"


class AntiClobber(GridBoard):
    """A stone moves onto a neighbouring empty cell and leaves an enemy stone behind.

    Clobber backwards: ``x`` is a stone of Left, ``o`` one of Right, ``.`` an empty cell, ``#`` a
    blocked one.

    Examples
    --------
    >>> AntiClobber("x.").left_options()
    [AntiClobber('ox')]
    >>> AntiClobber("x..").value
    Game('2')
    """

    __slots__ = ()
    rules = "anti_clobber"
    cells: ClassVar = {"x": (1, 0), "o": (0, 1), ".": (1, 1), "#": (0, 0)}
    also: ClassVar = {"X": "x", "O": "o"}


class Amazons(GridBoard):
    """A queen moves as in chess, then shoots along a queen's line and blocks the cell hit.

    ``x`` is a queen of Left, ``o`` one of Right, ``.`` a free cell, ``#`` a blocked one.

    Examples
    --------
    >>> Amazons("x..|..o").outcome
    Outcome.N
    """

    __slots__ = ()
    rules = "amazons"
    cells: ClassVar = {"x": (1, 0), "o": (0, 1), ".": (1, 1), "#": (0, 0)}
    also: ClassVar = {"X": "x", "O": "o"}


class Konane(GridBoard):
    """A stone jumps over neighbouring enemy stones into empty cells and removes them.

    ``x`` is a stone of Left, ``o`` one of Right, ``.`` an empty cell, ``#`` a blocked one.

    Examples
    --------
    >>> Konane("xo.").value
    Game('1')

    References
    ----------
    .. [1] M. D. Ernst, Playing Konane mathematically, UMAP Journal 16 (1995).
    """

    __slots__ = ()
    rules = "konane"
    cells: ClassVar = {"x": (1, 0), "o": (0, 1), ".": (0, 0), "#": (1, 1)}
    also: ClassVar = {"X": "x", "O": "o"}


class Fission(GridBoard):
    """A stone splits in two: above and below it for Left, left and right of it for Right.

    ``x`` is a stone, ``.`` a free cell, ``#`` a blocked one.

    Examples
    --------
    >>> Fission(".|x|.").value
    Game('1')
    """

    __slots__ = ()
    rules = "fission"
    cells: ClassVar = {"x": (1, 0), ".": (0, 1), "#": (0, 0)}
    also: ClassVar = {"X": "x"}

    def _exchanged(self) -> Self:
        # Left plays along columns, Right along rows.
        return self._turned()


class NoGo(GridBoard):
    """A stone is placed so that every group on the board keeps a neighbouring empty cell.

    ``x`` is a stone of Left, ``o`` one of Right, ``.`` an empty cell, ``#`` a blocked one.
    Groups are of one colour.

    Examples
    --------
    >>> NoGo("...").outcome
    Outcome.N
    """

    __slots__ = ()
    rules = "nogo"
    cells: ClassVar = {"x": (1, 0), "o": (0, 1), ".": (0, 0), "#": (1, 1)}
    also: ClassVar = {"X": "x", "O": "o"}


class RowBoard(GridBoard):
    """A board of one row."""

    __slots__ = ()

    def __init__(self, rows: str | Sequence[str]) -> None:
        super().__init__(rows)
        if self._height > 1:
            raise NotationError(f"{type(self).__name__} is played on a single row", line=2)


class ToadsAndFrogs(RowBoard):
    """Toads move right, frogs left: a step into an empty cell or a jump over one enemy.

    ``T`` is a toad of Left, ``F`` a frog of Right, ``.`` an empty cell.

    Examples
    --------
    >>> ToadsAndFrogs("T.F").value
    Game('*')

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 1.
    """

    __slots__ = ()
    rules = "toads_and_frogs"
    cells: ClassVar = {"T": (1, 0), "F": (0, 1), ".": (0, 0)}
    also: ClassVar = {"X": "T", "O": "F", "x": "T", "o": "F"}

    def _exchanged(self) -> Self:
        # Frogs move the other way.
        return type(self)(str(self)[::-1].translate(str.maketrans("TF", "FT")))


class ElephantsAndRhinos(ToadsAndFrogs):
    """Toads and Frogs without jumps.

    Examples
    --------
    >>> ElephantsAndRhinos("T.F").value
    Game('*')
    """

    __slots__ = ()
    rules = "elephants_and_rhinos"


class TopplingDominoes(RowBoard):
    """A domino is toppled to one side and takes all dominoes on that side along.

    ``x`` is a domino that Left may topple, ``o`` one that Right may, ``#`` one that both may.

    Examples
    --------
    >>> TopplingDominoes("xxoo").value
    Game('+-1')

    References
    ----------
    .. [1] A. Fink, R. J. Nowakowski, A. N. Siegel, D. Wolfe, Toppling conjectures, in *Games
       of No Chance 4* (2015).
    """

    __slots__ = ()
    rules = "toppling_dominoes"
    cells: ClassVar = {"x": (1, 0), "o": (0, 1), "#": (1, 1)}
    also: ClassVar = {"X": "x", "O": "o", "L": "x", "R": "o", "E": "#"}
