"""Thermographs: how the stops of a game move as it is cooled."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from lastmove._core import Game
    from lastmove.values.scaffold import Scaffold

    Corner = tuple[Fraction, Fraction]


class Thermograph:
    """The left and right wall of a game and the mast above them.

    Temperatures start at -1. Walls are given by their corners as (value, temperature), the last
    one being the foot of the mast.

    Parameters
    ----------
    game : Game
        The game; `game.thermograph()` is the usual way here.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.parse("{4|1}").thermograph()
    Thermograph(mean=5/2, temperature=3/2)
    >>> lm.parse("{4|1}").thermograph().left_wall(1)
    Fraction(3, 1)

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.5.
    """

    __slots__ = ("_parts", "game")

    game: Game
    _parts: tuple[tuple[Corner, ...], tuple[Corner, ...]] | None

    def __init__(self, game: Game) -> None:
        self.game = game
        self._parts = None

    def _walls(self) -> tuple[tuple[Corner, ...], tuple[Corner, ...]]:
        if self._parts is None:
            left, right, _, _ = self.game._walls()
            self._parts = tuple(left), tuple(right)
        return self._parts

    @property
    def left(self) -> tuple[Corner, ...]:
        """The corners of the left wall as (value, temperature)."""
        return self._walls()[0]

    @property
    def right(self) -> tuple[Corner, ...]:
        """The corners of the right wall as (value, temperature)."""
        return self._walls()[1]

    @property
    def mean(self) -> Fraction:
        """Where the mast stands."""
        return self.game.mean

    @property
    def temperature(self) -> Fraction:
        """Where the mast begins."""
        return self.game.temperature

    def __repr__(self) -> str:
        return f"Thermograph(mean={self.mean}, temperature={self.temperature})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Thermograph):
            return NotImplemented
        return (self.left, self.right) == (other.left, other.right)

    def __hash__(self) -> int:
        return hash((self.left, self.right))

    def left_wall(self, t: Fraction | int) -> Fraction:
        """Return the left stop of the game cooled by `t`.

        Raises
        ------
        ValueError
            If `t` is less than -1.
        """
        return _at(self.left, t)

    def right_wall(self, t: Fraction | int) -> Fraction:
        """Return the right stop of the game cooled by `t`.

        Raises
        ------
        ValueError
            If `t` is less than -1.
        """
        return _at(self.right, t)

    def text(self, *, rows: int = 12, columns: int = 60) -> str:
        r"""Draw the thermograph with characters, larger values on the left as is usual.

        Raises
        ------
        ValueError
            If there is no room: less than one row or column.

        Examples
        --------
        >>> import lastmove as lm
        >>> print(lm.parse("+-1").thermograph().text(rows=4, columns=9))
           2 |     |
           1 |     |
           0 |   /  \
          -1 | /      \
             +----------
               2      -2
        """
        from fractions import Fraction

        if rows < 1 or columns < 1:
            raise ValueError(f"a drawing needs rows and columns, not {rows} by {columns}")
        low = Fraction(-1)
        high = self.temperature + max(Fraction(1), (self.temperature - low) / 4)
        widest, least = self.left[0][0], self.right[0][0]
        margin = max(Fraction(1, 2), (widest - least) / columns)
        widest, least = widest + margin / 2, least - margin / 2
        step = _step((high - low) / max(1, rows - 1))
        rows = min(rows, -int((low - high) // step) + 1)
        high = low + step * (rows - 1)

        def column(value: Fraction) -> int:
            return int((widest - value) * (columns - 1) / (widest - least))

        lines = []
        labels = [_short(high - step * row) for row in range(rows)]
        margin_width = max(map(len, labels), default=0)
        for row in range(rows):
            t = high - step * row
            cells = [" "] * columns
            if t >= self.temperature:
                cells[column(self.mean)] = "|"
            else:
                left, right = _at(self.left, t), _at(self.right, t)
                lean_left = _at(self.left, t + step / 4) != left
                lean_right = _at(self.right, t + step / 4) != right
                cells[column(right)] = "\\" if lean_right else "|"
                cells[column(left)] = "/" if lean_left else "|"
            lines.append(f"{labels[row].rjust(margin_width)} | {''.join(cells).rstrip()}")
        left_label, right_label = str(self.left[0][0]), str(self.right[0][0])
        gap = max(1, columns - len(left_label) - len(right_label))
        lines.append(" " * margin_width + " +" + "-" * (columns + 1))
        lines.append(" " * margin_width + "   " + left_label + " " * gap + right_label)
        return "\n".join(lines)

    def svg(self, *, width: int = 360, height: int = 300) -> str:
        """Return a drawing as SVG text; values grow to the left.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.parse("+-1").thermograph().svg().startswith("<svg")
        True
        """
        from fractions import Fraction

        top = self.temperature + 1
        widest, least = self.left[0][0] + 1, self.right[0][0] - 1
        inner_width, inner_height = width - 60, height - 50

        def place(corner: Corner) -> str:
            value, t = corner
            x = 40 + (widest - value) * inner_width / (widest - least)
            y = 10 + (top - t) * inner_height / (top + 1)
            return f"{_decimal(x)},{_decimal(y)}"

        mast = (self.mean, top)
        axis = 10 + top * Fraction(inner_height) / (top + 1)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
            f"<title>Thermograph: mean {self.mean}, temperature {self.temperature}</title>",
            f'<line x1="30" x2="{width - 10}" y1="{_decimal(axis)}" y2="{_decimal(axis)}" '
            'stroke="#bbb"/>',
        ]
        for corners in (self.left, self.right):
            points = " ".join(place(corner) for corner in (*corners, mast))
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="black" stroke-width="1.5"/>'
            )
        for value, t in {*self.left, *self.right}:
            x, y = place((value, t)).split(",")
            parts.append(f'<circle cx="{x}" cy="{y}" r="2.5"/>')
        for value in sorted({self.left[0][0], self.mean, self.right[0][0]}):
            x = place((value, Fraction(0))).split(",")[0]
            parts.append(f'<text x="{x}" y="{height - 8}" text-anchor="middle">{value}</text>')
        for t in sorted({Fraction(-1), Fraction(0), self.temperature}):
            y = place((self.mean, t)).split(",")[1]
            parts.append(f'<text x="26" y="{y}" text-anchor="end">{t}</text>')
        return "".join(parts) + "</svg>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def plot(self) -> object:
        """Draw with matplotlib and return its axes.

        Raises
        ------
        MissingExtra
            If matplotlib is not installed.
        """
        from lastmove.draw.plot import matplotlib

        axes = matplotlib("pyplot").gca()
        top = self.temperature + 1
        for corners in (self.left, self.right):
            points = (*corners, (self.mean, top))
            axes.plot([value for value, _ in points], [t for _, t in points], color="black")
        axes.invert_xaxis()
        axes.set_xlabel("value")
        axes.set_ylabel("temperature")
        return axes


def scaffolds(game: Game) -> tuple[list[Scaffold], list[Scaffold]]:
    """Return what each option contributes to the left and to the right scaffold.

    A move to an option costs the temperature t: Left's scaffold is the maximum over her options
    of their right walls minus t, Right's the minimum over his options of their left walls plus t.
    The thermograph is what lies below the point where the two meet.

    Parameters
    ----------
    game : Game
        Any short game.

    Returns
    -------
    tuple of two lists of Scaffold
        Left's and Right's.

    Examples
    --------
    >>> import lastmove as lm
    >>> left, right = scaffolds(lm.parse("{4|1}"))
    >>> left[0].wall
    ((Fraction(5, 1), Fraction(-1, 1)),)
    """
    from lastmove.values.scaffold import Scaffold

    sides = []
    for options, sign in ((game.left_options(), -1), (game.right_options(), 1)):
        side = []
        for option in options:
            known = option.thermograph()
            corners = known.right if sign < 0 else known.left
            side.append(Scaffold(option, tuple((v + sign * t, t) for v, t in corners)))
        sides.append(side)
    return sides[0], sides[1]


def _at(corners: tuple[Corner, ...], t: Fraction | int) -> Fraction:
    from fractions import Fraction

    t = Fraction(t)
    if t < -1:
        raise ValueError(f"a thermograph begins at temperature -1, not at {t}")
    before = corners[0]
    for corner in corners:
        if corner[1] >= t:
            height = corner[1] - before[1]
            if not height:
                return corner[0]
            return before[0] + (corner[0] - before[0]) * (t - before[1]) / height
        before = corner
    return before[0]


def _step(least: Fraction) -> Fraction:
    """Return the first of ..., 1/4, 1/2, 1, 2, 5, 10, 20, ... that is no less than `least` > 0."""
    from fractions import Fraction

    step = Fraction(1)
    while step / 2 >= least:
        step /= 2
    power = 1
    while step < least:
        step = next((Fraction(d * power) for d in (2, 5, 10) if d * power >= least), step)
        power *= 10
    return step


def _short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 6 else _decimal(value)


def _decimal(value: Fraction | int) -> str:
    """Return a rounded decimal for drawings, computed without floating point."""
    from fractions import Fraction

    scaled = round(Fraction(value) * 100)
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 100)
    return f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"
