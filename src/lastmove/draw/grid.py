"""Answers at the positions of a box, to look at in different ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy

    from lastmove.rules.ruleset import Rules

    Array = numpy.ndarray[Any, Any]

__all__ = ["Grid", "of_rules"]


class Grid:
    r"""Answers at the positions of a box, to look at in different ways.

    Made by `Rules.grid` and `Law.grid`. A view (`at`, `shifted`, `differences`, `gaps`,
    `binary`, `modulo`) is a new grid, so views can follow one another. A notebook shows a grid
    in colours; `text`, `html` and `svg` give its pictures, `sequence`, `oeis` and `bfile` its
    entries as lists.

    Parameters
    ----------
    values : array_like
        The entries, indexed by the coordinates; masked where there is no position.
    names : sequence of str
        Names of the coordinates.
    what : str
        What the entries are: ``"grundy"``, ``"outcome"``, ``"misere"`` or ``"value"``; after a
        view that changes them ``"difference"`` or ``"remainder"``.
    title : str
        What a picture is called.
    starts : sequence of int, optional
        The first value of each coordinate; by default 0.
    fixed : dict, optional
        Coordinates that were given one value, with it.

    Attributes
    ----------
    values, names, what, title, starts, fixed
        As above.

    Examples
    --------
    >>> import lastmove as lm
    >>> grid = lm.rulesets.get("wythoff").grid(4, 6)
    >>> print(grid)
    a\b | 0 1 2 3 4 5
    ----+------------
      0 | 0 1 2 3 4 5
      1 | 1 2 0 4 5 3
      2 | 2 0 1 5 3 4
      3 | 3 4 5 6 2 0
    >>> grid.losing()
    [(0, 0), (1, 2), (2, 1), (3, 5)]
    """

    def __init__(
        self,
        values: Any,
        names: Sequence[str],
        *,
        what: str,
        title: str = "",
        starts: Sequence[int] | None = None,
        fixed: dict[str, int] | None = None,
    ) -> None:
        import numpy as np

        self.values: Array = np.ma.asarray(values)
        self.names = tuple(names)
        if self.values.ndim != len(self.names):
            raise ValueError(
                f"a table of {self.values.ndim} coordinates needs as many names, not {self.names!r}"
            )
        self.what = what
        self.title = title
        self.starts = tuple(starts) if starts is not None else (0,) * len(self.names)
        self.fixed = dict(fixed or {})
        # How entries and headings are shown: their base, and by how much headings are moved.
        self.base = 10
        self.moved = 0

    def _with(self, values: Any = None, **changed: Any) -> Grid:
        made = Grid(
            self.values if values is None else values,
            changed.get("names", self.names),
            what=changed.get("what", self.what),
            title=self.title,
            starts=changed.get("starts", self.starts),
            fixed=changed.get("fixed", self.fixed),
        )
        made.base, made.moved = self.base, self.moved
        return made

    # Entries

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each coordinate takes."""
        return tuple(self.values.shape)

    def entries(self) -> Any:
        """Return the entries as nested lists, with None where there is no position."""
        return self.values.tolist()

    def cells(self) -> Iterator[tuple[tuple[int, ...], Any]]:
        """Yield the positions, as headings show them, with their entries."""
        from itertools import product

        first = [start + self.moved for start in self.starts]
        sides = [range(n, n + extent) for n, extent in zip(first, self.shape, strict=True)]
        for place, entry in zip(product(*sides), self.values.reshape(-1).tolist(), strict=True):
            if entry is not None:
                yield place, entry

    def distinct(self) -> list[Any]:
        """Return the different entries, in no order."""
        import numpy as np

        full = self.values[~np.ma.getmaskarray(self.values)]
        if full.dtype != object:
            found: list[Any] = np.unique(np.ma.getdata(full)).tolist()
            return found
        return list(set(full.tolist()) - {None})

    def show(self, entry: Any) -> str:
        """Return the text of an entry, a dot for None."""
        if entry is None:
            return "."
        if self.base == 2 and isinstance(entry, int):
            return format(entry, "b")
        return str(entry)

    def heading(self, axis: int, place: int) -> str:
        """Return what stands beside the place-th row, or over the column, of an axis."""
        return self.show(self.starts[axis] + self.moved + place)

    def labels(self) -> list[str]:
        """Return what stands for each coordinate in a picture: its name, ``n+1`` if moved."""
        return [f"{name}{self.moved:+}" if self.moved else name for name in self.names]

    # Views

    def at(self, **coords: int) -> Grid:
        r"""Return the slice where some coordinates have given values.

        Parameters
        ----------
        **coords : int
            Values of coordinates, by name.

        Raises
        ------
        ValueError
            If there is no such coordinate, or the value lies outside the grid.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("nim").grid(2, 3, 4).at(heaps0=1))
        heaps1\heaps2 | 0 1 2 3
        --------------+--------
                    0 | 1 0 3 2
                    1 | 0 1 2 3
                    2 | 3 2 1 0
        """
        index: list[Any] = [slice(None)] * len(self.names)
        for name, value in coords.items():
            axis = self.axis(name)
            place = value - self.starts[axis]
            if not 0 <= place < self.shape[axis]:
                last = self.starts[axis] + self.shape[axis] - 1
                raise ValueError(
                    f"{name} = {value} lies outside the table, where it runs from "
                    f"{self.starts[axis]} to {last}"
                )
            index[axis] = place
        left = [i for i, part in enumerate(index) if isinstance(part, slice)]
        if not left:
            raise ValueError("a slice leaves at least one coordinate open")
        return self._with(
            self.values[tuple(index)],
            names=[self.names[i] for i in left],
            starts=[self.starts[i] for i in left],
            fixed={**self.fixed, **coords},
        )

    def axes(self, *names: str) -> Grid:
        """Return the grid with the coordinates in another order; the last goes across.

        Raises
        ------
        ValueError
            If not every coordinate is named once.
        """
        order = [self.axis(name) for name in names]
        if sorted(order) != list(range(len(self.names))):
            raise ValueError(f"name each of {', '.join(self.names)} once, not {', '.join(names)}")
        return self._with(
            self.values.transpose(order),
            names=[self.names[i] for i in order],
            starts=[self.starts[i] for i in order],
        )

    def shifted(self, by: int = 1) -> Grid:
        r"""Return the grid with coordinates shown `by` higher and the entries as they are.

        Where a pattern goes by n + 1 or n - 1 rather than by n, this shows it.

        Examples
        --------
        >>> import lastmove as lm
        >>> grid = lm.rulesets.get("turning_corners").grid(3, 4)
        >>> print(grid.shifted())
        x+1\y+1 | 1 2 3 4
        --------+--------
              1 | 0 0 0 0
              2 | 0 1 2 3
              3 | 0 2 3 1
        """
        made = self._with()
        made.moved += by
        return made

    def differences(self, name: str | None = None) -> Grid:
        """Return how much each entry is more than the one before it.

        Parameters
        ----------
        name : str, optional
            The coordinate that steps by one; by default the last.

        Raises
        ------
        ValueError
            If the entries are outcomes, or there is no such coordinate.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("lasker").grid(9).differences().sequence()
        [1, 1, 2, -1, 2, 1, 2, -1]
        """
        self._numbers("differences")
        axis = self.axis(name) if name is not None else len(self.names) - 1
        if not self.shape[axis]:
            return self
        later: list[Any] = [slice(None)] * len(self.names)
        before = list(later)
        later[axis], before[axis] = slice(1, None), slice(None, -1)
        values = self._signed()
        starts = list(self.starts)
        starts[axis] += 1
        pair = values[tuple(later)], values[tuple(before)]
        values = _each(lambda a, b: a - b, *pair)
        return self._with(values, starts=starts, what="difference")

    def gaps(self) -> Grid:
        r"""Return the grid by the smallest coordinate and the gaps between sorted ones.

        The entry at (a, b, c) of the result is that of the position (a, a + b, a + b + c).

        Raises
        ------
        ValueError
            If there is one coordinate only, or coordinates do not all start at 0.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("wythoff").grid(6, 6).gaps())
        a\b-a | 0 1 2 3 4 5
        ------+------------
            0 | 0 1 2 3 4 5
            1 | 2 0 4 5 3 .
            2 | 1 5 3 4 . .
            3 | 6 2 0 . . .
            4 | 7 6 . . . .
            5 | 8 . . . . .
        """
        import numpy as np

        if len(self.names) < 2:
            raise ValueError("gaps are between coordinates, and there is one only")
        if any(self.starts):
            raise ValueError("gaps are taken of a table that starts at 0 in every coordinate")
        if not self.values.size:
            return self
        places = np.cumsum(np.indices(self.shape), axis=0)
        outside = np.zeros(self.shape, dtype=bool)
        for axis, extent in enumerate(self.shape):
            outside |= places[axis] >= extent
        inside = [np.where(outside, 0, place) for place in places]
        values = np.ma.masked_array(self.values[tuple(inside)], copy=True)
        values[outside] = np.ma.masked
        pairs = zip(self.names, self.names[1:], strict=False)
        return self._with(values, names=[self.names[0], *(f"{b}-{a}" for a, b in pairs)])

    def binary(self) -> Grid:
        """Return the grid with entries and headings written in base 2.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("mock_turtles").grid(6).binary().text(width=3))
        place |    0    1   10
        ------+---------------
            0 |    1   10  100
           11 |  111 1000 1011
        """
        made = self._with()
        made.base = 2
        return made

    def modulo(self, m: int) -> Grid:
        """Return the remainders of the entries modulo `m`.

        Raises
        ------
        ValueError
            If the entries are no whole numbers, or `m` is not positive.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("lasker").grid(9).modulo(4).sequence()
        [0, 1, 2, 0, 3, 1, 2, 0, 3]
        """
        self._numbers("remainders")
        if m < 1:
            raise ValueError(f"remainders are taken modulo 1 or more, not {m}")
        if any(getattr(entry, "denominator", 1) != 1 for entry in self.distinct()):
            raise ValueError("remainders are of whole numbers, and some entries are not")
        return self._with(_each(lambda a: int(a) % m, self._signed()), what="remainder")

    def _signed(self) -> Array:
        """Return the entries in a type that holds differences exactly."""
        import numpy as np

        if self.values.dtype == object:
            return self.values
        wide = self.values.dtype.kind == "u" and self.values.dtype.itemsize == 8
        return self.values.astype(object if wide else np.int64)

    def _numbers(self, asked: str) -> None:
        if self.what in ("outcome", "misere"):
            raise ValueError(f"outcomes have no {asked}: ask for Grundy values or values")

    def axis(self, name: str) -> int:
        """Return the place of the coordinate of a name.

        Raises
        ------
        ValueError
            If there is none.
        """
        if name not in self.names:
            raise ValueError(f"there is no coordinate {name!r}; there are {', '.join(self.names)}")
        return self.names.index(name)

    # Lists

    def losing(self, *, sorted_only: bool = False) -> list[tuple[int, ...]]:
        """Return the positions where the player to move loses, in order.

        Parameters
        ----------
        sorted_only : bool, default False
            Only those whose coordinates do not decrease: for games that are symmetric in them.

        Raises
        ------
        ValueError
            If the entries do not tell: differences, remainders.
        """
        if self.what not in _ASKED:
            raise ValueError(f"a {self.what} of 0 does not say who loses: ask the plain table")
        lost = "P" if self.what in ("outcome", "misere") else 0
        found = [place for place, entry in self.cells() if entry == lost]
        if sorted_only:
            found = [place for place in found if list(place) == sorted(place)]
        return found

    def sequence(self) -> list[Any]:
        """Return the entries as one list: two coordinates are read by rising antidiagonals.

        Raises
        ------
        ValueError
            If there are more than two coordinates, or cells without a position among them.
        """
        from lastmove.draw.lists import sequence

        return sequence(self)

    def oeis(self) -> str:
        """Return the entries as the On-Line Encyclopedia of Integer Sequences lists them.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.rulesets.get("kayles").grid(12).oeis()
        '0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6'
        """
        return ", ".join(map(str, self.sequence()))

    def bfile(self) -> str:
        """Return the entries as a b-file: a line ``index entry`` for each, from the first on.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.rulesets.get("kayles").grid(3).bfile(), end="")
        0 0
        1 1
        2 2
        """
        from lastmove.draw.lists import bfile

        first = self.starts[0] if len(self.names) == 1 else 0
        return bfile(self.sequence(), first)

    # Pictures

    def text(self, *, colour: bool = False, width: int = 10) -> str:
        """Return the grid as text, with a dot where there is no position.

        Parameters
        ----------
        colour : bool, default False
            Whether to colour the entries, for a terminal.
        width : int, default 10
            How many entries of one coordinate stand in a row.
        """
        from lastmove.draw.text import text

        return text(self, colour=colour, width=width)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        shape = " x ".join(map(str, self.shape))
        return f"<grid of {self.title or self.what}: {', '.join(self.names)}, {shape}>"

    def svg(self) -> str:
        """Return the grid as an SVG picture: a heat map, with the entries where they fit.

        Raises
        ------
        ValueError
            If it has too many cells to draw.
        """
        from lastmove.draw.svg import svg

        return svg(self)

    def html(self) -> str:
        """Return the grid as an HTML fragment: a coloured table, or the SVG picture if large."""
        from lastmove.draw.html import html

        return html(self)

    def _repr_html_(self) -> str:
        return self.html()

    def plot(self, axes: Any = None) -> Any:
        """Draw a grid of at most two coordinates as a heat map with matplotlib; return its axes.

        Raises
        ------
        MissingExtra
            If matplotlib is not installed.
        ValueError
            If there are more coordinates: take a slice with `at`.
        """
        from lastmove.draw.plot import plot

        return plot(self, axes)

    def save(self, path: Any) -> None:
        """Write the picture to a file: SVG if its name ends in ``.svg``, else by matplotlib.

        Raises
        ------
        MissingExtra
            If matplotlib is needed and not installed.
        ValueError
            If the picture cannot be drawn, or the kind of file is not known.
        """
        from lastmove.draw.plot import save

        save(self, path)

    def panels(self) -> Iterator[tuple[str, Grid]]:
        """Yield the slices of two coordinates with their headings; itself if there are no more."""
        import numpy as np

        outer = len(self.names) - 2
        if outer <= 0:
            yield "", self
            return
        for place in np.ndindex(*self.shape[:outer]):
            values = {
                name: self.starts[axis] + int(i)
                for axis, (name, i) in enumerate(zip(self.names, place, strict=False))
            }
            pairs = zip(self.labels(), values.values(), strict=False)
            heading = ", ".join(f"{label} = {self.show(n + self.moved)}" for label, n in pairs)
            yield heading, self.at(**values)


def of_rules(
    rules: Rules,
    extents: Sequence[int],
    *,
    what: str | None,
    misere: bool,
    fixed: dict[str, int] | None,
    progress: Any = None,
) -> Grid:
    """Return the grid that `Rules.grid` describes."""
    fixed = dict(fixed or {})
    size = len(extents) + len(fixed)
    names = rules.coord_names(size)
    for name, value in fixed.items():
        if name not in names:
            raise ValueError(f"there is no coordinate {name!r}; there are {', '.join(names)}")
        if value < 0:
            raise ValueError(f"coordinates start at 0: {name} = {value}")
    rules.shape((0,) * size)
    left = iter(extents)
    box = tuple(fixed[name] + 1 if name in fixed else next(left) for name in names)
    if what is None:
        what = "grundy" if rules.kind == "impartial" and not misere else "outcome"
    values = rules.table(*box, what=what, misere=misere, progress=progress)
    title = f"{rules}, {_ASKED[what]}{' in misère play' if misere else ''}"
    grid = Grid(values, names, what="misere" if misere else what, title=title)
    return grid.at(**fixed) if fixed else grid


_ASKED = {
    "grundy": "Grundy values",
    "outcome": "outcomes",
    "misere": "outcomes",
    "value": "values",
}


def _each(function: Callable[..., Any], *arrays: Array) -> Array:
    """Return a function of the entries of arrays, cell by cell; holes stay holes."""
    import numpy as np

    masks = [np.ma.getmaskarray(array) for array in arrays]
    outside = masks[0] if len(masks) == 1 else masks[0] | masks[1]
    plain = [np.ma.getdata(array) for array in arrays]
    made = np.full(plain[0].shape, None, dtype=object)
    made[~outside] = [
        function(*cells) for cells in zip(*(p[~outside].tolist() for p in plain), strict=True)
    ]
    narrow = all(p.dtype != object for p in plain) and not outside.any()
    result: Array = np.ma.masked_array(made.astype(np.int64) if narrow else made, outside)
    return result
