"""The native core; private, its functions are reached through the public modules."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Self, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

__all__ = [
    "Engine",
    "Fault",
    "HeapGame",
    "__version__",
    "heap_standard",
    "heap_vectors",
    "judge_bytes",
    "judge_stream",
    "nim_inverses",
    "nim_powers",
    "nim_product",
]

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

@final
class HeapGame:
    """A heap game and the values computed so far."""

    def __new__(
        cls,
        digits: Sequence[int],
        *,
        unequal: bool = False,
        threads: int = 1,
        singly: bool = False,
        memory: int,
    ) -> Self: ...
    @staticmethod
    def all_but(forbidden: Sequence[int], *, memory: int) -> HeapGame:
        """Return a game in which any number may be taken but those listed."""

    def __len__(self) -> int: ...
    def extend(self, count: int, progress: _Progress | None = None) -> None:
        """Compute values until there are at least `count`."""

    def value(self, n: int) -> int:
        """Return the value of heap `n`."""

    def values(self, start: int, stop: int) -> npt.NDArray[np.uint32]:
        """Return the values from `start` on, before `stop`."""

    def planes(self, start: int, stop: int) -> tuple[bytes, bytes]:
        """Return low and high bytes of values; the latter are empty if all are zero."""

    def load(self, runs: Sequence[tuple[bytes, bytes]]) -> None:
        """Go on from values computed earlier."""

    def prove_period(
        self, limit: int, progress: _Progress | None = None
    ) -> tuple[int, int, int, int] | None:
        """Return length, saltus, first heap and values used of a period proved."""

    @property
    def method(self) -> str:
        """The method in use."""

    @property
    def sparse_space(self) -> tuple[list[int], int, bool] | None:
        """Rare heaps, the mask on values, and whether the parity of the heap counts."""

def heap_standard(digits: Sequence[int]) -> tuple[list[int], int]:
    """Return the standard code with the same values, and the number of dead counters."""

def heap_vectors() -> str:
    """Return the name of the vector instructions in use."""

def nim_product(a: npt.NDArray[np.uint64], b: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return nim products."""

def nim_powers(
    bases: npt.NDArray[np.uint64], exponents: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint64]:
    """Return nim powers."""

def nim_inverses(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return nim inverses, 0 for 0."""
