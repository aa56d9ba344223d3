"""Rows of labels as segments whose ends are linear in the parameters of a game.

Everything here guesses from tables; what it finds is proved elsewhere.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from lastmove.rules.expr import Expr, at, const, coord, lift

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Point = tuple[int, ...]
    Rows = dict[Point, list[int]]

__all__ = ["Affine", "label_of", "period_of"]

# A label changes at most so often within a period.
_MOST_SEGMENTS = 9
_MOST_STEPS = 150
_LONGEST_PATTERN = 6


class Affine:
    """A linear form of the parameters: coefficients and, last, a constant."""

    __slots__ = ("weights",)

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = tuple(weights)

    def __call__(self, point: Point) -> int:
        """Return its value."""
        return sum(w * p for w, p in zip(self.weights, point, strict=False)) + self.weights[-1]

    def expression(self, first: int) -> Expr:
        """Return it as an expression, the parameters being the coordinates from `first` on."""
        total: Expr = const(0)
        for i, w in enumerate(self.weights[:-1]):
            if w:
                total = total + (coord(first + i) if w == 1 else coord(first + i) * w)
        return lift(total + self.weights[-1])


def affine(size: int) -> list[Affine]:
    """Return linear forms of so many parameters, simplest first."""
    top = 4 if size == 1 else 2
    found = [
        (*w, c)
        for w in product(range(-1 if size > 1 else 0, top + 1), repeat=size)
        for c in range(-3, 6)
    ]
    found.sort(key=lambda w: (sum(map(abs, w[:-1])), abs(w[-1]), [-x for x in w]))
    return [Affine(w) for w in found]


def fitted(values: dict[Point, int]) -> Affine | None:
    """Return the form that takes these values, or None."""
    size = len(next(iter(values)))
    return next((f for f in affine(size) if all(f(p) == v for p, v in values.items())), None)


def _start(row: Sequence[int], period: int) -> int:
    """Return from where on a row repeats with a period."""
    start = len(row) - period
    while start and row[start - 1] == row[start - 1 + period]:
        start -= 1
    return start


def period_of(rows: Rows) -> Iterator[tuple[Affine, Affine]]:
    """Yield linear forms for the period of all rows and for its start, the shortest first."""
    forms = affine(len(next(iter(rows))))
    found: list[tuple[int, int, Affine, Affine]] = []
    for period in forms:
        starts = {}
        for point, row in rows.items():
            m = period(point)
            if m < 1 or 3 * m > len(row):
                break
            starts[point] = _start(row, m)
            if starts[point] + 3 * m > len(row):
                break
        else:
            start = next((s for s in forms if all(s(p) >= n for p, n in starts.items())), None)
            far = max(rows)
            if start is not None:
                found.append((start(far) + period(far), len(found), start, period))
    for _, _, start, period in sorted(found, key=lambda entry: entry[:2]):
        yield start, period


def label_of(
    rows: Rows, ends: dict[Point, int], first: int, at: Expr, *, counts: bool
) -> Expr | None:
    """Return an expression for the entries of rows, each up to its end, or None.

    Parameters
    ----------
    rows : dict
        Labels by values of the parameters.
    ends : dict
        How many entries of each row count.
    first : int
        The number of the coordinate that stands for the first parameter.
    at : Expr
        The place in a row.
    counts : bool
        Whether labels are numbers, which may grow along a row, and not names of outcomes.
    """
    return _Search(rows, ends, first, at, counts).run(dict.fromkeys(rows, 0), _MOST_SEGMENTS)


class _Search:
    """Looks for segments, those that reach furthest first."""

    def __init__(
        self, rows: Rows, ends: dict[Point, int], first: int, at: Expr, counts: bool
    ) -> None:
        self.rows, self.ends, self.first, self.at, self.counts = rows, ends, first, at, counts
        self.forms = affine(len(next(iter(rows))))
        self.steps = _MOST_STEPS

    def run(self, done: dict[Point, int], left: int) -> Expr | None:
        """Return the label of the places that are not done."""
        if left == 0:
            return None
        for value, reach in self.kinds(done):
            self.steps -= 1
            if self.steps < 0:
                return None
            if reach == self.ends:
                return value
            for edge in self.forms:
                if not all(done[p] <= edge(p) <= reach[p] for p in self.rows):
                    continue
                cut = {p: edge(p) for p in self.rows}
                # Runs end where the next begins; only a few may go on by chance.
                if 2 * sum(cut[p] == reach[p] for p in cut) <= len(cut) or cut == done:
                    continue
                rest = self.run(cut, left - 1)
                if rest is not None:
                    return Expr("?", (self.at < edge.expression(self.first), value, rest))
        return None

    def kinds(self, done: dict[Point, int]) -> list[tuple[Expr, dict[Point, int]]]:
        """Return what a segment may hold that begins where rows are done, and how far it goes."""
        starting = {p: self.rows[p][n] for p, n in done.items() if n < self.ends[p]}
        made: list[tuple[Expr, dict[Point, int]]] = []
        if not starting:
            return made
        fixed = fitted(starting)
        if fixed is not None and (self.counts or not any(fixed.weights[:-1])):
            reach = self.reach(done, lambda p, n: fixed(p))
            made.append((fixed.expression(self.first), reach))
        steady = fitted({p: v - done[p] for p, v in starting.items()}) if self.counts else None
        if steady is not None:
            reach = self.reach(done, lambda p, n: n + steady(p))
            made.append((lift(self.at + steady.expression(self.first)), reach))
        begin = fitted(done)
        for c in range(2, _LONGEST_PATTERN + 1):
            pattern = next(
                (self.rows[p][n : n + c] for p, n in done.items() if n + c <= self.ends[p]), None
            )
            if pattern is None or begin is None or len(set(pattern)) == 1:
                continue
            reach = self.reach(done, _turning(pattern, done))
            turn = (self.at - begin.expression(self.first)) % c
            if not any(reach[p] >= n + 2 * c for p, n in done.items()):
                continue
            plain = pattern == list(range(c))
            made.append((lift(turn if plain else at(turn, pattern)), reach))
        made.sort(key=lambda entry: -sum(entry[1].values()))
        return made

    def reach(self, done: dict[Point, int], said: Callable[[Point, int], int]) -> dict[Point, int]:
        """Return up to where rows hold what is said of them."""
        found = {}
        for p, n in done.items():
            row, end = self.rows[p], self.ends[p]
            while n < end and row[n] == said(p, n):
                n += 1
            found[p] = n
        return found


def _turning(pattern: list[int], begin: dict[Point, int]) -> Callable[[Point, int], int]:
    """Return what stands where a pattern comes again and again."""
    return lambda p, n: pattern[(n - begin[p]) % len(pattern)]
