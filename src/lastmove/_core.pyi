"""The native core; private, its functions are reached through the public modules."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Self, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

__all__ = ["Automaton", "Engine", "Fault", "TooLarge", "__version__", "judge_bytes", "judge_stream"]

_Progress: TypeAlias = Callable[[int, int], object]

__version__: str

def judge_stream(problem: str) -> int:
    """Answer the cases on standard input on standard output; return their number."""

def judge_bytes(problem: str, data: bytes) -> tuple[bytes, str | None]:
    """Answer the cases in `data`; return the answers and what is wrong with the input, if any."""

class Fault(Exception):
    """Raised by the engine; its attributes say what happened and where."""

    kind: Literal["", "rules", "loop", "overflow", "memory", "hot", "shape"]
    message: str
    game: int
    position: tuple[int, ...]
    option: tuple[tuple[int, ...], ...] | None
    done: int

@final
class Engine:
    """A system of games, and what is remembered of them."""

    def __new__(cls, system: str) -> Self:
        """Read the JSON form of a system of Programs."""

    def options(
        self,
        game: int,
        position: Sequence[int],
        player: int = 0,
        limit: int | None = None,
    ) -> list[tuple[tuple[int, ...], ...]]:
        """Return the options of a position in the order of the rules."""

    def legal(self, game: int, position: Sequence[int]) -> bool:
        """Return whether a position is legal."""

    def grundy(
        self, game: int, position: Sequence[int], *, memory: int, progress: _Progress | None = None
    ) -> int:
        """Return the Grundy value of a position."""

    def number(
        self, game: int, position: Sequence[int], *, memory: int, progress: _Progress | None = None
    ) -> tuple[int, int]:
        """Return the numerator, and the exponent of the denominator, of a number."""

    def outcome(
        self,
        components: Sequence[Sequence[int]],
        *,
        misere: bool,
        memory: int,
        progress: _Progress | None = None,
    ) -> Literal["N", "P", "L", "R"]:
        """Return who wins a sum of components (game, coordinate, ...)."""

    @overload
    def table(
        self,
        game: int,
        extents: Sequence[int],
        *,
        what: Literal["number"],
        misere: bool,
        memory: int,
        progress: _Progress | None = None,
        reach: Sequence[int] | None = None,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
    @overload
    def table(
        self,
        game: int,
        extents: Sequence[int],
        *,
        what: Literal["grundy", "outcome"],
        misere: bool,
        memory: int,
        progress: _Progress | None = None,
        reach: Sequence[int] | None = None,
    ) -> npt.NDArray[np.unsignedinteger[Any]]: ...
    @overload
    def table(
        self,
        game: int,
        extents: Sequence[int],
        *,
        what: str,
        misere: bool,
        memory: int,
        progress: _Progress | None = None,
        reach: Sequence[int] | None = None,
    ) -> Any:
        """Return a table over a box; the greatest value of its kind marks what is no position."""

    def clear(self) -> None:
        """Forget everything that is remembered."""

    @property
    def memory(self) -> int:
        """Bytes held by what is remembered."""

class TooLarge(Exception):
    """Raised where an automaton would need more states, memory or variables than allowed."""

_Numeration: TypeAlias = Literal["binary", "zeckendorf"]

@final
class Automaton:
    """The set of tuples of numbers that a finite automaton accepts; immutable."""

    __hash__: Any
    def __eq__(self, other: object, /) -> bool: ...
    @staticmethod
    def linear(
        numeration: _Numeration,
        coefficients: Sequence[int],
        relation: Literal["==", "<="],
        constant: int,
        *,
        states: int,
        memory: int,
    ) -> Automaton:
        """Return the tuples whose weighted sum plus a constant is zero, or at most zero."""

    @staticmethod
    def congruence(
        numeration: _Numeration,
        coefficients: Sequence[int],
        constant: int,
        modulus: int,
        *,
        states: int,
        memory: int,
    ) -> Automaton:
        """Return the tuples whose weighted sum plus a constant is divisible by a modulus."""

    @staticmethod
    def digitwise(allowed: Sequence[bool], *, states: int, memory: int) -> Automaton:
        """Return the tuples all of whose letters are allowed, in base 2."""

    @staticmethod
    def power_of_two() -> Automaton:
        """Return the powers of two, in base 2."""

    @staticmethod
    def lowest_bit() -> Automaton:
        """Return the pairs of a number and the largest power of two that divides it, in base 2."""

    @staticmethod
    def from_table(
        numeration: _Numeration,
        tracks: int,
        start: int,
        transitions: Sequence[int],
        accepting: Sequence[bool],
    ) -> Automaton:
        """Return the automaton with these transitions, letter by letter for each state."""

    def combine(
        self,
        mine: Sequence[int],
        other: Automaton,
        theirs: Sequence[int],
        tracks: int,
        truth: int,
        *,
        states: int,
        memory: int,
    ) -> Automaton:
        """Combine two sets by a truth table: bit ``2 * [in self] + [in other]``."""

    def complement(self, *, states: int, memory: int) -> Automaton:
        """Return the tuples that do not belong."""

    def exists(self, dropped: Sequence[int], *, states: int, memory: int) -> Automaton:
        """Return the tuples that some numbers on the dropped tracks complete."""

    def accepts(self, word: Sequence[int]) -> bool:
        """Return whether a word, a letter an entry, is accepted."""

    def shortest(self) -> list[int] | None:
        """Return a shortest accepted word, or None."""

    def solutions(
        self, tracks: Sequence[int], word: Sequence[int], limit: int, *, memory: int
    ) -> tuple[list[list[int]], bool]:
        """Return accepted words that agree with a word on some tracks, and whether all."""

    @property
    def numeration(self) -> str:
        """How its numbers are written."""

    @property
    def tracks(self) -> int:
        """How many numbers it reads at once."""

    @property
    def states(self) -> int:
        """The number of states."""

    @property
    def start(self) -> int:
        """The first state."""

    @property
    def transitions(self) -> list[int]:
        """The transitions, letter by letter for each state."""

    @property
    def accepting(self) -> list[bool]:
        """Which states accept."""

    @property
    def empty(self) -> bool:
        """Whether nothing belongs."""
