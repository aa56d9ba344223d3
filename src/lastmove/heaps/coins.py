"""Coin-turning games in a row, and their products on a board."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from lastmove.errors import PositionError
from lastmove.heaps.game import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np
    import numpy.typing as npt


class CoinGame:
    """A coin-turning game on a row of coins 0, 1, 2, ...

    A move turns a coin from heads to tails, and with it some coins further left, as the game
    allows. A position is worth the nim sum of its heads.

    Parameters
    ----------
    name : str
        The game's name.
    companions : callable
        Takes the rightmost coin turned and yields the sets of coins that may be turned with it,
        as tuples of smaller numbers.

    Raises
    ------
    PositionError
        If `companions` cannot be called.

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 14.

    Examples
    --------
    >>> ruler = CoinGame("ruler", lambda n: (tuple(range(a, n)) for a in range(n + 1)))
    >>> [ruler.grundy(n) for n in range(8)]
    [1, 2, 1, 4, 1, 2, 1, 8]
    """

    def __init__(self, name: str, companions: Callable[[int], Iterable[tuple[int, ...]]]) -> None:
        if not callable(companions):
            raise PositionError(
                f"{name} needs a function of the rightmost coin, not {companions!r}"
            )
        self.name = name
        self.companions = companions
        self._values: list[int] = []

    def grundy(self, n: int) -> int:
        """Return the Grundy value of a single head at place `n`.

        Raises
        ------
        PositionError
            If there is no such place, or a move turns a coin that is not further left.
        """
        n = whole(n, "a coin")
        if n < 0:
            raise PositionError(f"coins are numbered from 0, so there is no coin {n}")
        while len(self._values) <= n:
            coin = len(self._values)
            taken = set()
            for turned in self.companions(coin):
                if any(not 0 <= other < coin for other in turned):
                    raise PositionError(f"{self.name} turns {turned} with {coin}: not further left")
                value = 0
                for other in turned:
                    value ^= self._values[other]
                taken.add(value)
            self._values.append(_mex(taken))
        return self._values[n]

    def __mul__(self, other: CoinGame) -> Product:
        return Product(self, other) if isinstance(other, CoinGame) else NotImplemented

    def __repr__(self) -> str:
        return f"<coin-turning game {self.name}>"


class Product:
    """The product of two coin-turning games, on a board.

    A move turns the coins at the places (x', y') for all x' turned by a move of the first game and
    all y' turned by a move of the second. By the Tartan theorem a head at (x, y) is worth the nim
    product of the two values.

    Parameters
    ----------
    first, second : CoinGame
        The games of rows and columns; ``first * second`` is short for this.

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 14 (the Tartan
       theorem).

    Examples
    --------
    >>> corners = twins() * twins()
    >>> corners.grundy(2, 3), corners.grundy(5, 6)
    (1, 8)
    """

    def __init__(self, first: CoinGame, second: CoinGame) -> None:
        self.first = first
        self.second = second

    def grundy(self, x: int, y: int) -> int:
        """Return the Grundy value of a single head at (x, y)."""
        from lastmove.heaps.nim import nim_product

        return nim_product(self.first.grundy(x), self.second.grundy(y))

    def table(self, rows: int, columns: int) -> npt.NDArray[np.uint64]:
        """Return the Grundy values of single heads on a board.

        Raises
        ------
        PositionError
            If a side is no whole number, or negative.

        Examples
        --------
        >>> (twins() * twins()).table(3, 4)
        array([[0, 0, 0, 0],
               [0, 1, 2, 3],
               [0, 2, 3, 1]], dtype=uint64)
        """
        import numpy as np

        from lastmove.heaps.nim import nim_product

        rows, columns = whole(rows, "a number of rows"), whole(columns, "a number of columns")
        if rows < 0 or columns < 0:
            raise PositionError(f"a board of {rows} x {columns} cannot be: sides are 0 or more")
        left = np.array([self.first.grundy(x) for x in range(rows)], dtype=np.uint64)
        right = np.array([self.second.grundy(y) for y in range(columns)], dtype=np.uint64)
        return nim_product(left[:, None], right[None, :])

    def options(self, x: int, y: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield the sets of other places whose coins a move may turn with (x, y)."""
        for rows in self.first.companions(x):
            for columns in self.second.companions(y):
                places = ((a, b) for a in (*rows, x) for b in (*columns, y))
                yield tuple(place for place in places if place != (x, y))

    def __repr__(self) -> str:
        return f"<product of {self.first.name} and {self.second.name}>"


def _mex(values: set[int]) -> int:
    return next(value for value in range(len(values) + 1) if value not in values)


def turning_turtles() -> CoinGame:
    """Return Turning Turtles: one coin, or two; a head at n is worth n + 1."""
    return CoinGame("turning turtles", lambda n: chain([()], ((m,) for m in range(n))))


def twins() -> CoinGame:
    """Return Twins: exactly two coins; a head at n is worth n.

    Its product with itself is Turning Corners.
    """
    return CoinGame("twins", lambda n: ((m,) for m in range(n)))


def mock_turtles() -> CoinGame:
    """Return Mock Turtles: one coin, two or three; worth the odious numbers."""
    return CoinGame(
        "mock turtles",
        lambda n: chain([()], combinations(range(n), 1), combinations(range(n), 2)),
    )


def ruler() -> CoinGame:
    """Return Ruler: any run of neighbouring coins."""
    return CoinGame("ruler", lambda n: (tuple(range(a, n)) for a in range(n + 1)))
