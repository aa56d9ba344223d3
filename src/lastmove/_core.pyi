"""The native core; private, its functions are reached through the public modules."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal, Self, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from lastmove.solve.outcome import Outcome
from lastmove.values.dyadic import Dyadic
from lastmove.values.thermograph import Thermograph
from lastmove.values.uptimal import Uptimal

__all__ = [
    "Automaton",
    "Engine",
    "Fault",
    "Game",
    "HeapGame",
    "TooLarge",
    "__version__",
    "boards_forget",
    "born_by",
    "graph_cheap_value",
    "graph_first_wins",
    "graph_has_nim_value",
    "graph_moves",
    "graph_nim_value",
    "graph_value",
    "grid_cheap_value",
    "grid_first_wins",
    "grid_has_nim_value",
    "grid_moves",
    "grid_nim_value",
    "grid_value",
    "heap_standard",
    "heap_vectors",
    "judge_bytes",
    "judge_stream",
    "nim_inverses",
    "nim_powers",
    "nim_product",
    "order_table",
    "parse",
    "store_forget",
    "store_info",
]

_Progress: TypeAlias = Callable[[int, int], object]

__version__: str

def judge_stream(problem: str) -> int:
    """Answer the cases on standard input on standard output; return their number."""

def judge_bytes(problem: str, data: bytes) -> tuple[bytes, str | None]:
    """Answer the cases in `data`; return the answers and what is wrong with the input, if any."""

class Fault(Exception):
    """Raised by the engine; its attributes say what happened and where."""

    kind: Literal["", "rules", "loop", "endless", "overflow", "memory", "hot", "shape"]
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

    def value(
        self,
        game: int,
        position: Sequence[int],
        *,
        memory: int,
        progress: _Progress | None = None,
    ) -> Game:
        """Return the value of a position in canonical form."""

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

_Operand: TypeAlias = Game | int | Fraction | Dyadic
_Given: TypeAlias = Game | int | Fraction | Dyadic | str
_Corner: TypeAlias = tuple[Fraction, Fraction]

@final
class Game:
    """A short game in canonical form.

    Games are equal exactly when their values are. They add, subtract and compare with each other
    and with ints and Fractions, which stand for numbers; they hash like those where equal, and
    pickle.

    Parameters
    ----------
    left, right : collections of games, ints, Fractions or texts
        The options of Left and of Right; or `left` alone: a text in the notation, or a number.

    Raises
    ------
    NotationError
        If a text is no value.
    ValueError
        If a Fraction is not dyadic.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.Game([0], [1])
    Game('1/2')
    >>> lm.Game("{2|0}") + 1
    Game('{3|1}')
    >>> lm.Game("^*").compare(0)
    '||'

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter II.
    """

    @overload
    def __new__(cls, left: _Given | None = None, right: None = None, /) -> Self: ...
    @overload
    def __new__(cls, left: Iterable[_Given], right: Iterable[_Given], /) -> Self: ...
    def __str__(self) -> str: ...
    def __format__(self, spec: str, /) -> str: ...
    def unicode(self) -> str:
        """Return the value with arrows and the plus-minus sign; `parse` reads it back."""

    def latex(self) -> str:
        """Return the value as a TeX formula, without dollar signs."""

    def _repr_latex_(self) -> str | None: ...
    @property
    def text_length(self) -> int:
        """Number of characters of ``str(game)``, found without building the text."""

    def __hash__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __le__(self, other: _Operand, /) -> bool: ...
    def __lt__(self, other: _Operand, /) -> bool: ...
    def __ge__(self, other: _Operand, /) -> bool: ...
    def __gt__(self, other: _Operand, /) -> bool: ...
    def compare(self, other: _Given) -> Literal["<", "=", ">", "||"]:
        """Return how the game compares with another: less, equal, greater or confused."""

    @property
    def outcome(self) -> Outcome:
        """Who wins the game in normal play."""

    def __add__(self, other: _Operand, /) -> Game: ...
    def __radd__(self, other: _Operand, /) -> Game: ...  # type: ignore[misc]
    def __sub__(self, other: _Operand, /) -> Game: ...
    def __rsub__(self, other: _Operand, /) -> Game: ...  # type: ignore[misc]
    def __mul__(self, times: int, /) -> Game: ...
    def __rmul__(self, times: int, /) -> Game: ...
    def __neg__(self) -> Game: ...
    def __pos__(self) -> Game: ...
    def left_options(self) -> list[Game]:
        """Return Left's canonical options."""

    def right_options(self) -> list[Game]:
        """Return Right's canonical options."""

    def followers(self) -> list[Game]:
        """Return all followers, the game itself included."""

    @property
    def follower_count(self) -> int:
        """Number of distinct followers, the game itself included."""

    @property
    def stop_count(self) -> int:
        """Number of lines of play that end at a number, each ending at its first number."""

    @property
    def birthday(self) -> int:
        """Length of the longest play of the canonical form."""

    @property
    def left_stop(self) -> Fraction:
        """The number reached when Left moves first and both play for the best number."""

    @property
    def right_stop(self) -> Fraction:
        """The number reached when Right moves first and both play for the best number."""

    @property
    def mean(self) -> Fraction:
        """The mean value."""

    @property
    def temperature(self) -> Fraction:
        """The temperature: -1 for integers, negative for other numbers."""

    def _walls(self) -> tuple[list[_Corner], list[_Corner], Fraction, Fraction]: ...
    def thermograph(self) -> Thermograph:
        """Return the thermograph, from temperature -1 upwards."""

    def cool(self, t: _Operand) -> Game:
        """Return the game cooled by a number greater than -1."""

    def freeze(self) -> Game:
        """Return the game cooled by its temperature, or itself if that is negative."""

    def heat(self, by: _Given) -> Game:
        """Return the game heated by a game: each move gains its player that much."""

    def overheat(self, bottom: _Given, top: _Given) -> Game:
        """Return the game overheated: integers count `bottom`, each other move gains `top`."""

    def ordinal_sum(self, top: _Given) -> Game:
        """Return the ordinal sum of the canonical forms, with `top` on this game."""

    def norton_product(self, unit: _Given) -> Game:
        """Return the Norton product of the canonical forms."""

    def conway_product(self, other: _Given) -> Game:
        """Return the Conway product of the canonical forms."""

    def reduced(self) -> Game:
        """Return the reduced canonical form: the simplest game infinitely close."""

    def atomic_weight(self) -> Game:
        """Return the atomic weight; `GameError` if the game has none."""

    @property
    def is_atomic(self) -> bool:
        """Whether it has an atomic weight: all-small games have, and some other infinitesimals."""

    @property
    def far_star_outcome(self) -> Outcome:
        """Outcome of the game plus a star larger than any in it: L above, R below it, else N."""

    def companion(self) -> Game:
        """Return the image under the symmetry that exchanges 0 and star and keeps the order."""

    @property
    def is_uptimal(self) -> bool:
        """Whether it is a sum of a number, a nimber and multiples of powers of up."""

    def uptimal_expansion(self) -> Uptimal:
        """Return that sum; `GameError` if the game is none."""

    def left_incentives(self) -> list[Game]:
        """Return what Left's moves gain, dominated ones left out."""

    def right_incentives(self) -> list[Game]:
        """Return what Right's moves gain, dominated ones left out."""

    def incentives(self) -> list[Game]:
        """Return what the moves of both gain, dominated ones left out."""

    @property
    def number(self) -> Fraction | None:
        """The number the game is equal to, if it is one."""

    @property
    def number_up_star(self) -> tuple[Fraction, int, int] | None:
        """The number, multiple of up and nimber whose sum the game is, if it is one."""

    @property
    def value(self) -> Game:
        """The game itself, so that games stand beside boards and positions."""

    @property
    def is_zero(self) -> bool:
        """Whether the second player wins."""

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer."""

    @property
    def is_nimber(self) -> bool:
        """Whether it is a nimber, 0 included."""

    @property
    def is_number_up_star(self) -> bool:
        """Whether it is a number plus a multiple of up plus a nimber."""

    @property
    def is_infinitesimal(self) -> bool:
        """Whether both stops are 0."""

    @property
    def is_numberish(self) -> bool:
        """Whether it is a number plus an infinitesimal: both stops are equal."""

    @property
    def is_all_small(self) -> bool:
        """Whether in every follower but 0 both players can move."""

    @property
    def is_even_tempered(self) -> bool:
        """Whether every play to an integer takes an even number of moves."""

    @property
    def is_odd_tempered(self) -> bool:
        """Whether every play to an integer takes an odd number of moves."""

    @staticmethod
    def sum(games: Iterable[_Given]) -> Game:
        """Return the sum of many games: negatives cancel, cold games are added first."""

    @staticmethod
    def nimber(index: int) -> Game:
        """Return the nimber with an index from 0 to 2^64 - 1."""

    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _from_rows(rows: list[Any]) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...

def parse(text: str) -> Game:
    """Read a value."""

def born_by(day: int) -> list[Game]:
    """List the games born by a day."""

def order_table(games: list[Game]) -> list[bytes]:
    """Compare each game with each: one row of bytes a game, with ``<=>|``."""

def store_info() -> tuple[int, int]:
    """Return the number of games held and the bytes they take."""

def store_forget() -> None:
    """Forget remembered comparisons, sums and thermographs."""

_Shape: TypeAlias = tuple[int, int, int, int]
_Graph: TypeAlias = tuple[str, int, list[tuple[int, int, int]]]
_Planes: TypeAlias = tuple[int, int]

def grid_value(rules: str, shape: _Shape, progress: _Progress | None = None) -> Game:
    """Return the value of a board."""

def grid_cheap_value(
    rules: str, shape: _Shape, most: int, progress: _Progress | None = None
) -> Game | None:
    """Return the value of a board if each of its parts takes at most so many positions."""

def grid_nim_value(rules: str, shape: _Shape, progress: _Progress | None = None) -> int:
    """Return the nim value of a board on which both players may make every move."""

def grid_has_nim_value(
    rules: str, shape: _Shape, wanted: int, progress: _Progress | None = None
) -> bool:
    """Return whether a nim value is that of a board on which both players may make every move."""

def grid_moves(rules: str, shape: _Shape, left: bool) -> list[_Shape]:
    """Return the boards that a player can move to."""

def grid_first_wins(
    rules: str,
    shapes: Sequence[_Shape],
    values: Sequence[Game],
    left: bool,
    progress: _Progress | None = None,
) -> bool:
    """Return whether the player who moves first wins the sum of some boards and values."""

def graph_value(graph: _Graph, planes: _Planes, progress: _Progress | None = None) -> Game:
    """Return the value of a position on a graph."""

def graph_cheap_value(
    graph: _Graph, planes: _Planes, most: int, progress: _Progress | None = None
) -> Game | None:
    """Return the value of a position if each of its parts takes at most so many positions."""

def graph_nim_value(graph: _Graph, planes: _Planes, progress: _Progress | None = None) -> int:
    """Return the nim value of a position on a graph where both players may make every move."""

def graph_has_nim_value(
    graph: _Graph, planes: _Planes, wanted: int, progress: _Progress | None = None
) -> bool:
    """Return whether a nim value is that of a position where both players may make every move."""

def graph_moves(graph: _Graph, planes: _Planes, left: bool) -> list[_Planes]:
    """Return the positions that a player can move to."""

def graph_first_wins(
    graph: _Graph,
    positions: Sequence[_Planes],
    values: Sequence[Game],
    left: bool,
    progress: _Progress | None = None,
) -> bool:
    """Return whether the player who moves first wins the sum of some positions and values."""

def boards_forget() -> None:
    """Forget the values of all boards."""

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

    def sparse_space(self, count: int) -> tuple[list[int], int, bool] | None:
        """Where rare heaps below `count` are fewest: they, the mask, and whether parity counts."""

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
