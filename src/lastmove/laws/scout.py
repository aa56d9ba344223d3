"""Options of large positions: of loops whose turns do not hang on one another, only some are run.

Every option found this way is one: turns left out neither end a loop nor set what is read later.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.errors import LimitExceeded, RulesError
from lastmove.laws.check import FUNCTIONS, Rejected, lines_of
from lastmove.laws.check_loops import inner, leaves
from lastmove.laws.check_moves import assigned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Option = tuple[tuple[int, ...], ...]

__all__ = ["Scout", "apart"]

_LONGEST = 1 << 62  # of ranges whose length Python tells


class Scout:
    """Runs the moves of a Program with a limit on the work.

    Parameters
    ----------
    program : dict
        The Program, as JSON data.

    Examples
    --------
    >>> import lastmove as lm
    >>> from lastmove.laws.game import document
    >>> nim = lm.rulesets.get("nim").law(arity=1)
    >>> scout = Scout(document(nim.system)["programs"][0])
    >>> [y for ((_, y),) in scout.options((10**18,), width=1)][:3]
    [0, 1, 288230376151711743]
    """

    def __init__(self, program: dict[str, Any]) -> None:
        self.name = program["name"]
        self.size = len(program["coords"])
        self.left = 0
        self.width = 0
        self.coords: tuple[int, ...] = ()
        scope: dict[str, Any] = {"Rejected": Rejected, "range": self._range, **FUNCTIONS}
        scope |= {"rounds": self._rounds, "turns": self._turns}
        self.runs: list[Any] = []
        for block in (program[k] for k in ("moves", "left", "right") if k in program):
            out = ["def run(x):"]
            lines_of(block, 1, out, self.size, [])
            free = iter(apart(block))
            lines = [
                line.replace(" in range(", " in turns(", 1)
                if line.lstrip().startswith("for v") and next(free)
                else line
                for line in out
            ]
            exec("\n".join([*lines, "    yield from ()"]), scope)
            self.runs.append(scope["run"])

    def options(
        self,
        coords: Sequence[int],
        player: int = 0,
        *,
        width: int = 0,
        rounds: int = 1_000_000,
        most: int = 50_000,
    ) -> Iterator[Option]:
        """Yield options in the order of the rules.

        Parameters
        ----------
        coords : sequence of int
            A legal position.
        player : int, default 0
            Who moves in a partizan game.
        width : int, default 0
            How many turns of a loop are run about each number that may matter; 0 for all turns.
        rounds, most : int
            How many turns may be run in all, and options found.

        Raises
        ------
        LimitExceeded
            If that does not do.
        RulesError
            If the rules fail.
        """
        self.coords, self.width, self.left = tuple(coords), width, rounds
        run = self.runs[min(player, len(self.runs) - 1)](self.coords)
        try:
            yield from islice(run, most)
            if next(run, None) is not None:
                raise LimitExceeded(
                    f"{self.coords} has more than {most:,} options to look at", done=most
                )
        except Rejected as reason:
            if str(reason) != "the rules fail":
                raise LimitExceeded(f"{reason} at {self.coords}") from None
            raise RulesError(f"the rules of {self.name} fail at {self.coords}") from None
        except (ArithmeticError, ValueError, LookupError) as error:
            raise RulesError(
                f"the rules of {self.name} fail at {self.coords}: {error}", self.coords
            ) from None

    def _spend(self, turns: int) -> None:
        self.left -= turns
        if self.left < 0:
            raise Rejected("the rules loop too long to look at all options")

    def _range(self, start: int, stop: int, step: int) -> range:
        turns = range(start, stop, step)
        self._spend(_length(turns))
        return turns

    def _rounds(self) -> Iterator[int]:
        while True:
            self._spend(1)
            yield self.left

    def _turns(self, start: int, stop: int, step: int) -> Iterator[int] | range:
        turns = range(start, stop, step)
        if not self.width:
            return self._range(start, stop, step)
        count = _length(turns)
        if count <= 4 * self.width + 4:
            self._spend(count)
            return turns
        places: set[int] = set()
        for anchor in self._anchors(turns, count):
            places.update(range(max(0, anchor - self.width), min(count, anchor + self.width + 1)))
        self._spend(len(places))
        return (start + step * place for place in sorted(places))

    def _anchors(self, turns: range, count: int) -> Iterator[int]:
        """Yield places in a range that may matter: ends, middle, powers of two, the coordinates."""
        yield from (0, count - 1)
        if self.width < 4:
            # The two largest powers of two: a cake is cut there.
            top = count.bit_length() - 1
            seen = [1 << top, 1 << top - 1, *self.coords]
        else:
            seen = [1 << k for k in range(count.bit_length())] + list(self.coords)
            seen += [abs(a - b) for a in self.coords for b in self.coords]
        for value in (*seen, *(a // 2 for a in self.coords)):
            for place in (
                (value - turns.start) // turns.step,
                count - 1 - value // abs(turns.step),
            ):
                if 0 <= place < count:
                    yield place


def _length(turns: range) -> int:
    """Return the length of a range of any size."""
    return max(0, -((turns.start - turns.stop) // turns.step))


def apart(block: Any) -> list[bool]:
    """Return of each ``for`` of a block, outer ones first, whether its turns stand apart.

    They do if no turn leaves the loop, and no variable that a turn sets is read in a later turn
    or behind the loop, on any path, before it is set again.

    Examples
    --------
    >>> best = [["set", 1, ["+", ["v", 1], 1]]]
    >>> apart([["for", 0, 0, 9, 1, [["move", [[0, ["v", 0]]]]]]])
    [True]
    >>> apart([["set", 1, 0], ["for", 0, 0, 9, 1, [*best, ["move", [[0, ["v", 1]]]]]]])
    [False]
    """
    order: list[Any] = []
    linked: set[int] = set()
    _walk(block, {}, order, linked)
    return [place not in linked for place in range(len(order))]


# For each variable the loops (by their place) on whose other turns its value may hang.
_State = dict[int, frozenset[int]]


def _walk(block: Any, state: _State, order: list[Any], linked: set[int]) -> _State:
    """Follow a block; add its loops to `order`, and those that are not apart to `linked`."""
    for statement in block:
        op, *a = statement
        if op == "set":
            linked |= _read(a[1], state)
            state = {**state, a[0]: frozenset()}
        elif op == "if":
            linked |= _read(a[0], state)
            state = _joined(*(_walk(part, state, order, linked) for part in a[1:3]))
        elif op == "for":
            place = len(order)
            order.append(statement)
            linked |= _read(a[1:4], state)
            own = assigned(a[4]) | {a[0]}
            if leaves(a[4]):
                linked.add(place)
            within = frozenset(range(place, place + 1 + _count(a[4])))
            carried: _State = {v: within | state.get(v, frozenset()) for v in own}
            # Turns of loops outside decide as well what a variable was before the first turn.
            _walk(a[4], {**state, **carried, a[0]: frozenset()}, order, linked)
            state = {**state, **carried}
        elif op == "loop":
            within = frozenset(range(len(order), len(order) + _count(a[0])))
            carried = {v: within | state.get(v, frozenset()) for v in assigned(a[0])}
            _walk(a[0], {**state, **carried}, order, linked)
            state = {**state, **carried}
        elif op == "move":
            linked |= _read(a[0], state)
    return state


def _read(data: Any, state: _State) -> set[int]:
    """Return the loops on which the variables in expressions hang."""
    if not isinstance(data, list) or not data:
        return set()
    if data[0] == "v" and len(data) == 2:
        return set(state.get(data[1], ()))
    return {place for part in data for place in _read(part, state)}


def _joined(one: _State, other: _State) -> _State:
    none: frozenset[int] = frozenset()
    return {v: one.get(v, none) | other.get(v, none) for v in {*one, *other}}


def _count(block: Any) -> int:
    """Return how many ``for`` are anywhere in a block."""
    return sum((s[0] == "for") + sum(map(_count, inner(s))) for s in block)
