"""Automata that read numbers in any base up to 10, least digit first.

Base 2 has native automata besides; what is here learns automata from tables, runs them, and says
which of them are equal. Proofs are left to the checker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lastmove.laws.automata.learn import LONGEST, Digits, OutOfReach, explore
from lastmove.laws.check import Rejected
from lastmove.laws.check_sets import NUMERATIONS, Sets
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Array, Sample
    from lastmove.laws.check_sets import Set

__all__ = ["Radix", "bases", "learned", "numeration_of"]

_LOOKED_AT = 400_000  # pairs of a position and a value


def numeration_of(base: int) -> str:
    """Return what certificates call a base."""
    return "binary" if base == 2 else f"base {base}"


def bases(sample: Sample) -> list[int]:
    """Return 2 and the bases that the rules ask for: what they multiply, divide or raise by."""
    asked: set[int] = set()

    def look(data: Any) -> None:
        if isinstance(data, list):
            if data[:1] and data[0] in ("*", "//", "%", "**"):
                asked.update(n for n in data[1:] if type(n) is int)
            for part in data:
                look(part)

    look([document(sample.system)["programs"][0].get("moves")])
    # A set recognised in base 4 or 8 is in base 2, and in base 9 in base 3.
    known = {base for name, base in NUMERATIONS.items() if name.startswith("base ")}
    roots = {4: 2, 8: 2, 9: 3}
    return [2, *sorted({roots.get(n, n) for n in asked} & known)]


class Radix(NamedTuple):
    """A complete automaton; digit i of a letter, in the base, is one of the number on track i.

    Attributes
    ----------
    base, tracks : int
        The base, and how many numbers are read at once.
    transitions : tuple of int
        The state after each letter, letter by letter for each state; the first state is 0.
    accepting : tuple of bool
        Which states accept.

    Examples
    --------
    >>> thirds = Radix(3, 1, (0, 1, 1, 1, 1, 1), (True, False))  # no digit but 0
    >>> thirds.accepts([0]), thirds.accepts([3])
    (True, False)
    """

    base: int
    tracks: int
    transitions: tuple[int, ...]
    accepting: tuple[bool, ...]

    @classmethod
    def from_table(cls, numeration: str, tracks: int, data: Any) -> Radix:
        """Return the automaton that a certificate gives.

        Raises
        ------
        ValueError
            If it gives none.
        """
        try:
            sets = Sets.written(numeration)
            made = sets.read(data, tuple(f"t{i}" for i in range(tracks)))
            if sets.fibonacci:
                raise Rejected("no base")
        except (Rejected, TypeError, KeyError, ValueError, IndexError) as error:
            raise ValueError(f"the certificate describes no automaton: {error}") from None
        return cls.of(made, sets.base)

    @classmethod
    def of(cls, made: Set, base: int) -> Radix:
        """Return the automaton of a set."""
        flat = tuple(t for row in made.rows for t in row)
        return cls(base, len(made.names), flat, tuple(made.accept))

    @property
    def table(self) -> dict[str, Any]:
        """The automaton as certificates have it."""
        return {"transitions": list(self.transitions), "accepting": list(self.accepting)}

    @property
    def states(self) -> int:
        """Number of states."""
        return len(self.accepting)

    def letters(self, numbers: Sequence[int], length: int = 0) -> list[int]:
        """Return numbers as a word of at least so many letters."""
        word: list[int] = []
        rest = list(numbers)
        while any(rest) or len(word) < length:
            word.append(sum(n % self.base * self.base**i for i, n in enumerate(rest)))
            rest = [n // self.base for n in rest]
        return word

    def accepts(self, numbers: Sequence[int]) -> bool:
        """Return whether a tuple of numbers belongs."""
        state, size = 0, self.base**self.tracks
        for letter in self.letters(numbers):
            state = self.transitions[state * size + letter]
        return self.accepting[state]

    def first(self, numbers: Sequence[int]) -> int | None:
        """Return the number that belongs on track 0 beside others, or None.

        Of several it is the one whose digits, greatest last, come first.
        """
        size = self.base**self.tracks
        # A number longer than the others repeats no state in the digits by which it is longer.
        word = [letter * self.base for letter in self.letters(numbers)] + [0] * (self.states + 1)
        good = [list(self.accepting)]
        for letter in reversed(word):
            after = good[-1]
            good.append(
                [
                    any(
                        after[t]
                        for t in self.transitions[s * size + letter : s * size + letter + self.base]
                    )
                    for s in range(self.states)
                ]
            )
        good.reverse()
        if not good[0][0]:
            return None
        state, value, weight = 0, 0, 1
        for i, letter in enumerate(word):
            for digit in range(self.base):
                after_state = self.transitions[state * size + letter + digit]
                if good[i + 1][after_state]:
                    state, value = after_state, value + digit * weight
                    break
            weight *= self.base
        return value

    def runs(self, columns: Sequence[Array]) -> Array:
        """Return for arrays of numbers, one a track, which tuples belong."""
        step = np.array(self.transitions, dtype=np.int64)
        rest: list[Array] = list(np.broadcast_arrays(*columns))
        states = np.zeros(rest[0].shape, dtype=np.int64)
        size = self.base**self.tracks
        while any(n.any() for n in rest):
            letter = sum(n % self.base * self.base**i for i, n in enumerate(rest))
            states = step[states * size + letter]
            rest = [n // self.base for n in rest]
        accepted: Array = np.array(self.accepting)[states]
        return accepted

    def misses(self, table: Array, values: Sequence[int] | None) -> Array:
        """Return where the automaton and a table of labels differ.

        Where `values` is given, the automaton relates the number that label i stands for, which is
        ``values[i]``, and the coordinates; else it accepts where labels are positive. What has no
        label, -1, does not matter.
        """
        columns: list[Array] = list(np.ogrid[tuple(slice(n) for n in table.shape)])
        if values is None:
            wrong: Array = (table != -1) & (self.runs(columns) != (table > 0))
            return wrong
        told = np.array([*values, 0], dtype=np.int64)[table]
        missed: Array = (table != -1) & ~self.runs([told, *columns])
        return missed


def learned(base: int, table: Array, values: Sequence[int] | None) -> Radix | None:
    """Return the smallest automaton found that agrees with a table, see `Radix.misses`."""
    graph = values is not None
    if values is None:
        coded = np.where(table > 0, 0, -1).astype(np.int64)
    else:
        coded = np.array([*values, -1], dtype=np.int64)[table]
    tracks = table.ndim + graph
    for length in range(1, LONGEST + 1):
        try:
            view = Digits(coded, graph, length, base)
            transitions, accepting = explore(view, base**tracks)
        except OutOfReach:
            return None
        found = Radix(base, tracks, tuple(transitions), tuple(accepting))
        padded = all(
            found.accepting[found.transitions[s * base**tracks]] == a
            for s, a in enumerate(found.accepting)
        )
        if padded and not found.misses(table, values).any() and _unique(found, table, values):
            return found
    return None


def _unique(found: Radix, table: Array, values: Sequence[int] | None) -> bool:
    """Return whether no other value is accepted, as far as that can be looked at quickly."""
    if values is None:
        return True
    corner = table
    while corner.size > 1 and corner.size * len(values) > _LOOKED_AT:
        corner = corner[tuple(slice((n + 1) // 2) for n in corner.shape)]
    columns: list[Array] = list(np.ogrid[tuple(slice(n) for n in corner.shape)])
    for label, value in enumerate(values):
        others = (corner != label) & (corner != -1)
        if (found.runs([np.full(corner.shape, value, dtype=np.int64), *columns]) & others).any():
            return False
    return True
