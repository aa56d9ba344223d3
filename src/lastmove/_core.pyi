"""The native core; private, its functions are reached through the public modules."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Self, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

__all__ = ["Engine", "Fault", "__version__", "judge_bytes", "judge_stream"]

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
    ) -> npt.NDArray[np.unsignedinteger[Any]]:
        """Return a table over a box; the greatest value of its kind marks what is no position."""

    def clear(self) -> None:
        """Forget everything that is remembered."""

    @property
    def memory(self) -> int:
        """Bytes held by what is remembered."""
