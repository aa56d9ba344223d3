"""A game on heaps with the sequence of its values, its period and its statistics."""

from __future__ import annotations

from operator import index
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.errors import LimitExceeded, PositionError
from lastmove.heaps.periods import Period, certified
from lastmove.rules.ruleset import Rules
from lastmove.settings import current

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    import numpy.typing as npt

    from lastmove import _core
    from lastmove.heaps.saves import Save

# Values that `period` looks at by default, and that `grundy` computes: about a second's work and
# half a minute's in most games. The time grows with the square of the number where many heaps are
# rare, and where three heaps or more may be left.
_LOOKED_AT = {"sparse": 1 << 20, "dense": 1 << 16, "plain": 1 << 11}
_COMPUTED = {"sparse": 1 << 24, "dense": 1 << 17, "plain": 1 << 14}
# By so many values it shows which of these a game is: more than one heap in 16 is rare, or not.
_SAMPLE = 1 << 16

# More threads than any machine has; they are all made at once.
_MOST_THREADS = 1024


def whole(n: object, what: str) -> int:
    """Return a number as a Python int, in which nothing can overflow, unlike numpy's.

    Raises
    ------
    PositionError
        If it is none.
    """
    try:
        return index(n)  # type: ignore[arg-type]
    except TypeError:
        raise PositionError(f"{what} is a whole number, not {n!r}") from None


class Statistics(NamedTuple):
    """What a sequence of values looks like.

    Attributes
    ----------
    values_used : int
        How many values were looked at, from ``G(0)`` on.
    maximum : int
        The largest value.
    maximum_at : int
        The first heap that has it.
    frequencies : dict
        For each value that occurs, the number of heaps from 1 on that have it.
    rare : int or None
        Number of rare heaps from 1 on, in the space that makes them fewest among the values used.
    last_rare : int or None
        The last of them.
    mask : int or None
        A heap is rare if its value has an even number of bits in common with the mask; None
        where the method in use does not tell rare heaps.
    by_position : bool
        Whether the parity of the heap's size is added to that.
    """

    values_used: int
    maximum: int
    maximum_at: int
    frequencies: dict[int, int]
    rare: int | None
    last_rare: int | None
    mask: int | None
    by_position: bool


class HeapGame(Rules):
    """A game played on heaps, in which every move takes from one heap and may break it.

    Made by `octal`, `grundys_game`, `subtraction` and `all_but`. Called with a number it gives a
    position, as all rules do; besides, it knows the sequence of its Grundy values.

    Attributes
    ----------
    code : str
        The game in one text, such as ``0.77``, ``subtract(1,4)``, ``all-but(2)`` or ``grundy``.
    """

    code: str
    digits: tuple[int, ...] | None

    def __init__(
        self,
        made_by: str,
        code: str,
        moves: Callable[[int], Iterator[list[int]]],
        digits: tuple[int, ...] | None,
        start: Callable[[int, int], _core.HeapGame],
    ) -> None:
        super().__init__({"moves": moves}, name=made_by, solver=self._solve)
        self.code = code
        self.digits = digits
        self._start = start
        self._core: _core.HeapGame | None = None
        self._period: Period | None = None
        self._threads = 1
        self._lock = RLock()

    # The sequence

    @property
    def core(self) -> _core.HeapGame:
        """The native sequence; private to lastmove."""
        if self._core is None:
            self._core = self._start(self._threads, min(current().memory // 4, 1 << 30))
        return self._core

    @property
    def known(self) -> int:
        """How many values have been computed."""
        return len(self.core)

    def set_threads(self, threads: int) -> None:
        """Use several threads from now on; values computed are kept.

        Parameters
        ----------
        threads : int
            From 1 to 1024.

        Raises
        ------
        ValueError
            If there are fewer or more.
        """
        threads = whole(threads, "a number of threads")
        if not 1 <= threads <= _MOST_THREADS:
            raise ValueError(f"a computation has from 1 to {_MOST_THREADS} threads, not {threads}")
        with self._lock:
            old, self._threads = self._core, threads
            self._core = None
            if old is not None and self.is_fast:
                self.core.load([old.planes(0, len(old))])

    @property
    def is_fast(self) -> bool:
        """Whether the game is one for the rare/common method: at most two heaps are left."""
        return self.digits is not None and max(self.digits, default=0) < 8

    def _pace(self) -> str:
        """Return which of the default limits above are those of this game."""
        if self.digits is None:
            return "sparse"  # taking without breaking costs the same for every heap
        if not self.is_fast:
            return "plain"
        if self.known < _SAMPLE:
            return "sparse"
        space = self.core.sparse_space(_SAMPLE)
        return "sparse" if space is None or len(space[0]) * 16 <= _SAMPLE else "dense"

    def extend(self, count: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Compute the values of all heaps below `count`.

        Parameters
        ----------
        count : int
            How many values.
        progress : callable, optional
            See `limits`.

        Raises
        ------
        LimitExceeded
            If the values do not fit the memory limit; those computed are kept.
        """
        count = whole(count, "a number of values")
        if count < 0:
            raise PositionError(f"a sequence has no {count} values")
        if count <= self.known:
            return
        memory = current().memory
        if count > self._room():
            raise LimitExceeded(
                f"{count} values of {self.code} do not fit in {memory} bytes; raise the limit with "
                "lastmove.limits(memory=...)",
                done=self.known,
            )
        with self._lock:
            self.core.extend(count, progress or current().progress)

    def _room(self) -> int:
        """Return how many values fit the memory limit."""
        return current().memory // (1 if self.is_fast else 8)

    def values(self, start: int, stop: int) -> npt.NDArray[np.uint32]:
        """Return the values of the heaps from `start` on, before `stop`, computing them."""
        # Were numpy first imported by the core, an interrupt while that lasts would end in a panic.
        import numpy  # noqa: F401

        start, stop = whole(start, "a heap"), whole(stop, "a heap")
        if start < 0:
            raise PositionError(f"there is no heap of {start} counters")
        self.extend(stop)
        return self.core.values(start, stop)

    def sequence(
        self, count: int, *, progress: Callable[[int, int], None] | None = None
    ) -> npt.NDArray[Any]:
        """Return ``G(0), ..., G(count - 1)``.

        Parameters
        ----------
        count : int
            How many values.
        progress : callable, optional
            See `limits`.

        Returns
        -------
        numpy.ndarray
            Of the smallest unsigned type that holds them.

        Raises
        ------
        LimitExceeded
            If they do not fit the memory limit.

        References
        ----------
        .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4 (sparse
           spaces); J. P. Grossman, Searching for periodicity in Officers, *Games of No Chance 5*.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.octal("0.77").sequence(12)
        array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
        """
        count = whole(count, "a number of values")
        self.extend(count, progress)
        values = self.values(0, count)
        largest = int(values.max()) if count else 0
        return values.astype("u1" if largest < 1 << 8 else "u2" if largest < 1 << 16 else "u4")

    def grundy(
        self,
        n: int,
        *,
        limit: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> int:
        """Return the Grundy value of a heap, of any size if a period can be proved.

        Parameters
        ----------
        n : int
            The heap.
        limit : int, optional
            How many values may be computed, for `n` itself or for a period; by default about half
            a minute's work in most games.
        progress : callable, optional
            See `limits`.

        Raises
        ------
        LimitExceeded
            If no period is proved and `n` lies beyond the limit, or the values up to `n` do not
            fit the memory limit.
        PositionError
            If `n` is negative or not whole.

        Examples
        --------
        >>> import lastmove as lm
        >>> lm.octal("0.77").grundy(10**18), lm.all_but({1, 3}).grundy(10**18)
        (1, 500000000000000000)
        """
        n = whole(n, "a heap")
        if n < 0:
            raise PositionError(f"there is no heap of {n} counters")
        if limit is not None and whole(limit, "a number of values") < 0:
            raise PositionError(f"a sequence has no {limit} values")
        if n < self.known:
            return self.core.value(n)
        room = max(self._room(), 1)
        if self._period is None and n >= 64:
            asked = self._default(_LOOKED_AT) if limit is None else limit
            self.period(min(asked, n + 1, room), progress=progress)
        period = self._period
        if period is not None:
            start = max(period.preperiod, 0)
            periods, rest = divmod(n - start, period.length)
            return self.core.value(start + rest) + periods * period.saltus
        most = self._default(_COMPUTED) if limit is None else limit
        if n >= most and n < room:
            raise LimitExceeded(
                f"the value of heap {n} of {self.code} is not found: no period is proved by the "
                f"first {self.known:,} values, and more than {most:,} are computed only if "
                "asked for, with grundy(n, limit=...)",
                done=self.known,
            )
        self.extend(n + 1, progress)
        return self.core.value(n)

    def _default(self, limits: dict[str, int]) -> int:
        """Return the default limit for this game, computing enough values to tell which."""
        if self.is_fast and self._period is None:
            self.period(min(_SAMPLE, max(self._room(), 1)))
        return max(limits[self._pace()], self.known)

    def period(
        self,
        limit: int | None = None,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> Period | None:
        """Return the period of the sequence, proved, or None if none is proved within the limit.

        For games that leave at most two heaps the proof is the bound of Guy and Smith: enough
        values beyond the period make it last for ever. Games that leave three or more may rise
        by a fixed saltus every period, which has a proof of its own.

        Parameters
        ----------
        limit : int, optional
            How many values may be looked at; by default about a million, but 65,536 where more
            than one heap in 16 is rare, and 2,048 for games that leave three heaps or more.
        progress : callable, optional
            See `limits`.

        Returns
        -------
        Period or None

        Raises
        ------
        LimitExceeded
            If the values do not fit the memory limit.

        References
        ----------
        .. [1] R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc.
           52 (1956) 514-526.
        .. [2] S. Howse and R. J. Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal
           games, Theoret. Comput. Sci. 313 (2004) 463-472.

        Examples
        --------
        >>> import lastmove as lm
        >>> period = lm.octal("0.77").period()
        >>> print(period)
        period 12 from 71 on
        >>> period.status, period.values_used
        ('PROVED', 167)
        """
        if limit is not None:
            limit = whole(limit, "a number of values")
            if limit < 0:
                raise PositionError(f"a sequence has no {limit} values")
        if self._period is not None:
            return self._period
        if limit is None:
            limit = self._default(_LOOKED_AT)
            if self._period is not None:
                return self._period
        room = max(self._room(), self.known)
        with self._lock:
            found = self.core.prove_period(min(limit, room), progress or current().progress)
            if found is None and limit > room:
                raise LimitExceeded(
                    f"no period of {self.code} is proved by the {room} values that fit in "
                    f"{current().memory} bytes; raise the limit with lastmove.limits(memory=...)",
                    done=self.known,
                )
            if found is not None:
                self.extend(max(found[3], found[0] + found[2]))
                self._period = certified(self, found)
        return self._period

    def maximum(self, count: int) -> int:
        """Return the largest of the first `count` values."""
        count = whole(count, "a number of values")
        self.extend(count)
        blocks = range(0, count, 1 << 22)
        return max((int(self._part(b, count).max()) for b in blocks), default=0)

    def _part(self, start: int, count: int) -> npt.NDArray[np.uint32]:
        return self.values(start, min(count, start + (1 << 22)))

    def statistics(self, count: int) -> Statistics:
        """Return the maximum, frequencies and rare heaps of the first `count` values.

        Parameters
        ----------
        count : int
            How many values, at least 1.

        Returns
        -------
        Statistics

        Raises
        ------
        LimitExceeded
            If the values do not fit the memory limit.

        Examples
        --------
        >>> import lastmove as lm
        >>> found = lm.octal("0.77").statistics(100)
        >>> found.maximum, found.maximum_at, found.frequencies[5]
        (8, 27, 1)
        """
        import numpy as np

        count = whole(count, "a number of values")
        if count < 1:
            raise PositionError("statistics need at least one value")
        self.extend(count)
        counts: npt.NDArray[Any] = np.zeros(1, dtype=np.int64)
        for start in range(0, count, 1 << 22):
            part: npt.NDArray[Any] = np.bincount(self._part(start, count))
            size = max(len(part), len(counts))
            counts = np.pad(counts, (0, size - len(counts))) + np.pad(part, (0, size - len(part)))
        counts[0] -= 1
        largest = len(counts) - 1
        first = next(
            start + int(np.argmax(part == largest))
            for start in range(0, count, 1 << 22)
            if ((part := self._part(start, count)) == largest).any()
        )
        space = self.core.sparse_space(count)
        rares = space[0] if space else None
        return Statistics(
            values_used=count,
            maximum=largest,
            maximum_at=first,
            frequencies={value: int(n) for value, n in enumerate(counts) if n},
            rare=None if rares is None else len(rares),
            last_rare=rares[-1] if rares else None,
            mask=space[1] if space else None,
            by_position=bool(space and space[2]),
        )

    def plot(self, count: int = 1000) -> Any:
        """Draw the values of the heaps below `count`; returns matplotlib's axes.

        Raises
        ------
        MissingExtra
            If matplotlib is not installed.
        PositionError
            If `count` is no number of values.
        """
        from lastmove.draw.plot import matplotlib

        values = self.sequence(count)
        axes = matplotlib("figure").Figure(figsize=(8, 4)).subplots()
        axes.plot(values, ".", markersize=2)
        axes.set_xlabel("heap")
        axes.set_ylabel("Grundy value")
        axes.set_title(self.code)
        return axes

    def save(self, path: str) -> Save:
        """Return the file that keeps this game's values; see `lastmove.heaps.saves`."""
        from lastmove.heaps.saves import Save

        return Save(self, path)

    # What all rules have

    def count_options(self, coords: tuple[Any, ...]) -> int | None:
        """Return how many options a heap has; ways to leave equal heaps count once."""
        (n,) = coords
        if type(n) is not int:
            return None
        if self.digits is None:
            return n
        count = 0
        for left, digit in zip(range(n, -1, -1), self.digits, strict=False):
            pairs, triples = left // 2, left**2 // 12
            count += (digit >> 2 & 1) * pairs + (digit >> 3) * triples + (digit >> 1 & 1)
        return count

    def _solve(self, n: object) -> int | None:
        return self.grundy(n) if type(n) is int else None

    def __reduce__(self) -> str | tuple[Any, ...]:
        from lastmove.heaps.games import heap_game

        return (heap_game, (self.code,))

    def __repr__(self) -> str:
        return f"<heap game {self.code}>"
