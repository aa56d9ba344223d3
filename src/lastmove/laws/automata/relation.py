"""Relations between natural numbers, each a finite automaton over named variables.

A `Relation` wraps the native automaton with the names of its tracks, always sorted. Numbers are
written in base 2 or in Zeckendorf's numeration; relations written differently do not mix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove._core import Automaton, TooLarge
from lastmove.errors import LimitExceeded
from lastmove.settings import current

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Numeration: TypeAlias = Literal["binary", "zeckendorf"]
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

__all__ = ["BINARY", "MOST_STATES", "ZECKENDORF", "Relation", "bounded", "digits", "number"]

BINARY: Numeration = "binary"
ZECKENDORF: Numeration = "zeckendorf"

# Beyond this many states on the way, a proof is given up.
MOST_STATES = 300_000
# Likewise beyond this many bytes of transitions, which take about a second to make.
MOST_MEMORY = 48 << 20

_AND, _OR, _XOR, _BUT_NOT = 0b1000, 0b1110, 0b0110, 0b0100


def bounded(make: Callable[..., Automaton], *args: Any) -> Automaton:
    """Return ``make(*args)`` under the limits in force.

    Raises
    ------
    LimitExceeded
        If an automaton needs more states, memory or variables than allowed.
    """
    try:
        memory = min(MOST_MEMORY, current().memory)
        return make(*args, states=MOST_STATES, memory=memory)
    except TooLarge as error:
        raise LimitExceeded(f"{error}; fewer coordinates or a smaller law may do") from None


def digits(numeration: str, n: int) -> list[int]:
    """Return the digits of a number, in the order in which an automaton reads them.

    Examples
    --------
    >>> digits("binary", 6), digits("zeckendorf", 6)
    ([0, 1, 1], [1, 0, 0, 1])
    """
    if numeration == BINARY:
        return [n >> i & 1 for i in range(n.bit_length())]
    weights = [1, 2]
    while weights[-1] <= n:
        weights.append(weights[-1] + weights[-2])
    found = []
    for weight in reversed(weights):
        found.append(int(weight <= n))
        n -= weight * found[-1]
    return found[found.index(1) :] if 1 in found else []


def number(numeration: str, word: Sequence[int]) -> int:
    """Return the number with these digits; the inverse of `digits`."""
    if numeration == BINARY:
        return sum(digit << i for i, digit in enumerate(word))
    value, weight, after = 0, 1, 2
    for digit in reversed(word):
        value += digit * weight
        weight, after = after, weight + after
    return value


def words(numeration: str, values: Sequence[int], length: int = 0) -> list[int]:
    """Return numbers as one word whose letters hold a digit of each."""
    rows = [digits(numeration, v) for v in values]
    length = max([length, *map(len, rows)])
    word = [0] * length
    for track, row in enumerate(rows):
        first = 0 if numeration == BINARY else length - len(row)
        for i, digit in enumerate(row):
            word[first + i] |= digit << track
    return word


def numbers(numeration: str, word: Sequence[int], tracks: int) -> list[int]:
    """Return the numbers that a word holds; the inverse of `words`."""
    return [number(numeration, [letter >> t & 1 for letter in word]) for t in range(tracks)]


class Relation:
    """A set of tuples of natural numbers that an automaton recognises; immutable.

    Attributes
    ----------
    names : tuple of str
        The variables, sorted.
    core : Automaton
        The native automaton; track `i` reads variable ``names[i]``.

    Examples
    --------
    >>> less = Relation.linear("binary", {"x": 1, "y": -1}, "<=", 1)  # x + 1 <= y
    >>> (3, 5) in less, (5, 3) in less
    (True, False)
    >>> (~less).witness()
    {'x': 0, 'y': 0}
    >>> less.exists(["y"]) == Relation.everything("binary", ["x"])
    True
    """

    __slots__ = ("core", "names")

    def __init__(self, names: Sequence[str], core: Automaton) -> None:
        self.names = tuple(names)
        self.core = core

    @staticmethod
    def make(names: Sequence[str], core: Automaton) -> Relation:
        """Return the relation in which track `i` of an automaton reads variable ``names[i]``.

        Names need not be sorted and may repeat.
        """
        if list(names) == sorted(set(names)):
            return Relation(names, core)
        order = sorted(set(names))
        places = [order.index(name) for name in names]
        return Relation(order, bounded(core.combine, places, core, places, len(order), _AND))

    @staticmethod
    def linear(
        numeration: str, coefficients: Mapping[str, int], comparison: str, constant: int
    ) -> Relation:
        """Return where a linear form plus a constant is ``== 0`` or ``<= 0``.

        Raises
        ------
        ValueError
            If a coefficient or the constant exceeds 2**40.
        """
        names = sorted(name for name, c in coefficients.items() if c)
        row = [coefficients[name] for name in names]
        try:
            core = bounded(Automaton.linear, numeration, row, comparison, constant)
        except OverflowError:
            raise ValueError("coefficients and constants must stay below 2**40") from None
        return Relation(names, core)

    @staticmethod
    def congruence(
        numeration: str, coefficients: Mapping[str, int], constant: int, modulus: int
    ) -> Relation:
        """Return where a linear form plus a constant is divisible by a modulus."""
        names = sorted(name for name, c in coefficients.items() if c % modulus)
        row = [coefficients[name] % modulus for name in names]
        core = bounded(Automaton.congruence, numeration, row, constant % modulus, modulus)
        return Relation(names, core)

    @staticmethod
    def digitwise(names: Sequence[str], allowed: Callable[..., bool]) -> Relation:
        """Return the tuples whose digits in base 2 are related in every place."""
        table = [
            bool(allowed(*(letter >> i & 1 for i in range(len(names)))))
            for letter in range(1 << len(names))
        ]
        return Relation.make(names, bounded(Automaton.digitwise, table))

    @staticmethod
    def everything(numeration: str, names: Iterable[str] = ()) -> Relation:
        """Return all tuples over some variables."""
        names = sorted(names)
        relation = Relation((), bounded(Automaton.linear, numeration, [], "<=", 0))
        return relation._combine(relation, _AND, names)

    def _combine(self, other: Relation, truth: int, extra: Iterable[str] = ()) -> Relation:
        names = sorted({*self.names, *other.names, *extra})
        place = {name: i for i, name in enumerate(names)}
        mine = [place[name] for name in self.names]
        theirs = [place[name] for name in other.names]
        core = bounded(self.core.combine, mine, other.core, theirs, len(names), truth)
        return Relation(names, core)

    def __and__(self, other: Relation) -> Relation:
        return self._combine(other, _AND)

    def __or__(self, other: Relation) -> Relation:
        return self._combine(other, _OR)

    def __xor__(self, other: Relation) -> Relation:
        return self._combine(other, _XOR)

    def __sub__(self, other: Relation) -> Relation:
        return self._combine(other, _BUT_NOT)

    def __invert__(self) -> Relation:
        return Relation(self.names, bounded(self.core.complement))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Relation):
            return NotImplemented
        return self.names == other.names and self.core == other.core

    def __hash__(self) -> int:
        return hash((self.names, self.core))

    def __repr__(self) -> str:
        return f"<Relation of {', '.join(self.names) or 'nothing'}: {self.states} states>"

    @property
    def states(self) -> int:
        """Number of states of the minimal automaton."""
        return self.core.states

    @property
    def numeration(self) -> str:
        """``"binary"`` or ``"zeckendorf"``."""
        return self.core.numeration

    @property
    def empty(self) -> bool:
        """Whether no tuple belongs; for a relation of nothing, whether it is false."""
        return self.core.empty

    def exists(self, names: Iterable[str]) -> Relation:
        """Return the tuples that some numbers for the named variables complete."""
        gone = set(names) & set(self.names)
        if not gone:
            return self
        dropped = [i for i, name in enumerate(self.names) if name in gone]
        kept = [name for name in self.names if name not in gone]
        return Relation(kept, bounded(self.core.exists, dropped))

    def rename(self, names: Mapping[str, str]) -> Relation:
        """Return the same relation between other variables."""
        return Relation.make([names.get(name, name) for name in self.names], self.core)

    def __contains__(self, values: Sequence[int]) -> bool:
        if any(v < 0 for v in values) or len(values) != len(self.names):
            return False
        return self.core.accepts(words(self.numeration, values))

    def witness(self) -> dict[str, int] | None:
        """Return a tuple that belongs, one with as few digits as any; None if there is none."""
        word = self.core.shortest()
        if word is None:
            return None
        return dict(zip(self.names, numbers(self.numeration, word, len(self.names)), strict=True))

    def complete(
        self, known: Mapping[str, int], limit: int, extra: int = 0
    ) -> tuple[list[dict[str, int]], bool]:
        """Return tuples that belong and agree with the numbers known.

        Parameters
        ----------
        known : mapping of str to int
            Numbers for some of the variables.
        limit : int
            Most tuples to return.
        extra : int, default 0
            How many digits longer than the longest known number the others may be.

        Returns
        -------
        tuple of list and bool
            The tuples, and whether these are all of that length.
        """
        values = [known.get(name, 0) for name in self.names]
        fixed = [i for i, name in enumerate(self.names) if name in known]
        longest = max((len(digits(self.numeration, v)) for v in values), default=0)
        word = words(self.numeration, values, longest + extra)
        found, complete = self.core.solutions(fixed, word, limit, memory=current().memory)
        rows = [numbers(self.numeration, w, len(self.names)) for w in found]
        return [dict(zip(self.names, row, strict=True)) for row in rows], complete
