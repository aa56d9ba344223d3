"""Automata learned from tables, by the theorem of Myhill and Nerode (1957, 1958).

Two words lead to the same state if all their extensions have the same labels. A table shows only
extensions of bounded length, so what is learned is a guess, and it is given up as soon as it
would need an entry outside the table. Guesses are proved or refuted elsewhere.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove._core import Automaton
from lastmove.laws.automata.relation import BINARY, digits

if TYPE_CHECKING:
    from lastmove.laws.automata.relation import Numeration

    Array = np.ndarray[Any, Any]

__all__ = ["LONGEST", "Digits", "OutOfReach", "agrees", "explore", "learn"]

# An automaton learned has at most this many states.
MOST_LEARNED = 1200
# Extensions of more digits than this are not looked at.
LONGEST = 4
# So many pairs of a position and a value are looked at to see that values are unique.
_LOOKED_AT = 400_000


def learn(numeration: Numeration, table: Array, *, graph: bool) -> Automaton | None:
    """Return the smallest automaton found that agrees with a table.

    Parameters
    ----------
    numeration : str
        ``"binary"`` or ``"zeckendorf"``.
    table : numpy.ndarray
        Labels by coordinates. With `graph`, the automaton relates the label (first track) and the
        coordinates, and -1 is no label; otherwise it accepts where the label is positive.
    graph : bool
        Whether labels are values to relate, or marks of a set.

    Returns
    -------
    Automaton or None
    """
    values = table.astype(np.int64)
    if not graph:
        values = np.where(values > 0, 0, -1)
    for length in range(1, LONGEST + 1):
        try:
            found = _learn(numeration, values, graph, length)
        except OutOfReach:
            # A longer look tells more words apart and leaves the table sooner.
            return None
        if found is not None and agrees(found, table, graph=graph):
            return found
    return None


def agrees(automaton: Automaton, table: Array, *, graph: bool) -> bool:
    """Return whether an automaton says the same as a table, see `learn`."""
    if mismatches(automaton, table, graph=graph).any():
        return False
    if not graph or not table.size:
        return True
    # No other value must be accepted, as far as that can be looked at quickly.
    corner = table
    while corner.size > 1 and corner.size * (int(corner.max()) + 2) > _LOOKED_AT:
        corner = corner[tuple(slice((n + 1) // 2) for n in corner.shape)]
    return all(
        mismatches(automaton, np.where(corner == other, -1, other), graph=True)[corner >= 0].sum()
        == ((corner != other) & (corner >= 0)).sum()
        for other in range(int(corner.max()) + 2)
    )


def mismatches(automaton: Automaton, table: Array, *, graph: bool) -> Array:
    """Return where an automaton and a table differ."""
    values = table.astype(np.int64)
    columns = list(np.ogrid[tuple(slice(n) for n in table.shape)])
    if graph:
        columns.insert(0, np.where(values < 0, 0, values))
    top = max([1, *table.shape, int(values.max(initial=0)) + 1])
    rows = [digits(automaton.numeration, n) for n in range(top)]
    length = max(map(len, rows))
    lsd = automaton.numeration == BINARY
    padded = [r + [0] * (length - len(r)) if lsd else [0] * (length - len(r)) + r for r in rows]
    by_place = np.array(padded, dtype=np.int64).T
    step = np.array(automaton.transitions, dtype=np.int64)
    states = np.full(table.shape, automaton.start, dtype=np.int64)
    for place in by_place:
        letter = sum(place[column] << i for i, column in enumerate(columns))
        states = step[(states << len(columns)) | letter]
    accepted = np.array(automaton.accepting)[states]
    wrong: Array = ~accepted & (values >= 0) if graph else accepted != (values > 0)
    return wrong


class OutOfReach(Exception):
    """The table ends, or there are too many states."""


Row = tuple[bytes, bool]
Word = Any


def _learn(numeration: Numeration, values: Array, graph: bool, length: int) -> Automaton | None:
    view = (Digits if numeration == BINARY else _Fibonacci)(values, graph, length)
    tracks = values.ndim + graph
    transitions, accepting = explore(view, 1 << tracks)
    try:
        return Automaton.from_table(numeration, tracks, 0, transitions, accepting)
    except ValueError:  # too short a look took words for equal that are not
        return None


def explore(view: Digits | _Fibonacci, letters: int) -> tuple[list[int], list[bool]]:
    """Return transitions, letter by letter for each state, and which states accept.

    Raises
    ------
    OutOfReach
        If the table ends, or there are too many states.
    """
    row = view.row(view.start)
    if row is None:
        raise OutOfReach
    names = {row[0]: 0}
    accepting = [row[1]]
    queue: deque[Word] = deque([view.start])
    transitions: list[int] = []
    while queue:
        word = queue.popleft()
        for letter in range(letters):
            after = view.step(word, letter)
            row = view.row(after)
            if row is None:
                raise OutOfReach
            state = names.get(row[0])
            if state is None:
                state = names[row[0]] = len(names)
                if len(names) > MOST_LEARNED:
                    raise OutOfReach
                accepting.append(row[1])
                queue.append(after)
            transitions.append(state)
    return transitions, accepting


class Digits:
    """Words of a number of digits and the number so far, for the label and each coordinate."""

    def __init__(self, values: Array, graph: bool, length: int, base: int = 2) -> None:
        self.base = base
        self.values = values
        self.graph = graph
        self.length = length
        self.start: Word = (1, (0,) * (values.ndim + graph))

    def step(self, word: Word, letter: int) -> Word:
        """Return a word with one letter more."""
        weight, after = word[0], []
        for n in word[1]:
            after.append(n + letter % self.base * weight)
            letter //= self.base
        return weight * self.base, tuple(after)

    def row(self, word: Word) -> Row | None:
        """Return what extensions lead to, as bytes, and whether the word belongs itself.

        None where the table ends.
        """
        step, parts = word
        coords = parts[self.graph :]
        count = self.base**self.length
        slices = tuple(slice(n, n + step * count, step) for n in coords)
        if any(n + step * (count - 1) >= m for n, m in zip(coords, self.values.shape, strict=True)):
            return None
        block = self.values[slices]
        if self.graph:
            rest = block - parts[0]
            block = np.where((block >= 0) & (rest >= 0) & (rest % step == 0), rest // step, -1)
        flat = block.ravel()
        return flat.tobytes(), bool(flat[0] == 0)


class _Fibonacci:
    """Words of two weights and the last digit, for the label and each coordinate.

    With `k` digits to come, a word is worth ``p * F(k+2) + q * F(k+1)``. The words of `k` digits
    are the numbers below ``F(k+2)``, those that start with 0 the numbers below ``F(k+1)``.
    """

    def __init__(self, values: Array, graph: bool, length: int) -> None:
        self.values = values
        self.graph = graph
        self.fibonacci = [1, 1]  # F(1), F(2), ...
        while len(self.fibonacci) < length + 2:
            self.fibonacci.append(sum(self.fibonacci[-2:]))
        self.lengths = range(length + 1)
        self.start: Word = ((0, 0, 0),) * (values.ndim + graph)

    def step(self, word: Word, letter: int) -> Word:
        if word is None:
            return None
        after = []
        for i, (p, q, last) in enumerate(word):
            digit = letter >> i & 1
            if digit and last:
                return None
            after.append((p + q + digit, p, digit))
        return tuple(after)

    def row(self, word: Word) -> Row | None:
        """Return what extensions lead to, as bytes, and whether the word belongs itself.

        None where the table ends.
        """
        blocks = []
        for k in self.lengths:
            full, short = self.fibonacci[k + 1], self.fibonacci[k]
            block = np.full((full,) * self.values.ndim, -1, dtype=np.int64)
            blocks.append(block)
            if word is None:
                continue
            worth = [p * full + q * short for p, q, _ in word]
            sizes = [short if last else full for _, _, last in word]
            coords = list(zip(worth, sizes, strict=True))[self.graph :]
            ends = zip(coords, self.values.shape, strict=True)
            if any(n + size > m for (n, size), m in ends):
                return None
            seen = self.values[tuple(slice(n, n + size) for n, size in coords)]
            if self.graph:
                rest = seen - worth[0]
                seen = np.where((seen >= 0) & (rest >= 0) & (rest < sizes[0]), rest, -1)
            block[tuple(slice(size) for _, size in coords)] = seen
        return b"".join(b.tobytes() for b in blocks), bool(blocks[0].ravel()[0] == 0)
