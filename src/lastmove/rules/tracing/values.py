"""What the tracer computes with, beside plain Python objects and expressions."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, lift, same

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable


class Untraceable(Exception):
    """Rules that cannot be made a Program; they run in Python.

    Attributes
    ----------
    reason : str
        What stands in the way, without the line.
    line : int or None
        The line of the source file.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason)

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        return f"{where}{self.reason}; the rules run in Python"


class DeadPath(Exception):
    """Nothing after this point of the rules runs: they failed, or left by a jump."""


class Poison:
    """The value of a name of which it is not known what it holds; using it is refused."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


class Range:
    """``range(start, stop, step)`` with bounds that depend on the position."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Any, stop: Any, step: Any) -> None:
        self.start, self.stop, self.step = start, stop, step


class Place:
    """A position of a game, coordinates as traced."""

    __slots__ = ("coords", "rules")

    def __init__(self, rules: Any, coords: tuple[Any, ...]) -> None:
        self.rules = rules
        self.coords = coords


class Places:
    """A sum of positions, as traced."""

    __slots__ = ("parts",)

    def __init__(self, parts: tuple[Place, ...]) -> None:
        self.parts = parts


class Stream:
    """Values that come one by one, their number depending on the position.

    `run` passes each to a handler, emitting the loops around it. `again` tells whether that may
    be done a second time, as for a list; a generator is empty then. `level` is the number of
    loops of the Program around the place where it was made.
    """

    __slots__ = ("again", "level", "run", "used")

    def __init__(
        self, run: Callable[[Callable[[Any], Any]], Any], level: int, *, again: bool = False
    ) -> None:
        self.run = run
        self.level = level
        self.again = again
        self.used = False


class Bag(Stream):
    """The entries of a set: some may come twice, in any order.

    What would differ then is refused: counts and sums, and loops that carry something or are left.
    """

    __slots__ = ()


class Row:
    """The coordinates of a position, as many as there are, with some of them changed.

    `changes` are pairs of a place and the value there. `span` is None for the whole row, else
    the places where a part of it begins and ends, None for the row's own ends.
    """

    __slots__ = ("changes", "span")

    def __init__(
        self, changes: tuple[tuple[Any, Any], ...] = (), span: tuple[Any, Any] | None = None
    ) -> None:
        self.changes = changes
        self.span = span


class Closure:
    """A function whose syntax tree is at hand, with the scope it was made in."""

    __slots__ = ("cached", "defaults", "function", "keyword_defaults", "node", "offset", "scope")

    def __init__(
        self,
        node: ast.FunctionDef | ast.Lambda,
        scope: Scope | None,
        defaults: tuple[Any, ...],
        keyword_defaults: dict[str, Any],
        *,
        function: Any = None,
        offset: int = 0,
        cached: bool = False,
    ) -> None:
        self.cached = cached
        self.node = node
        self.scope = scope
        self.defaults = defaults
        self.keyword_defaults = keyword_defaults
        self.function = function
        self.offset = offset

    @property
    def name(self) -> str:
        """The name of the function."""
        return getattr(self.node, "name", "lambda")


class Method:
    """A method of an object that the tracer looks after itself."""

    __slots__ = ("name", "owner")

    def __init__(self, owner: Any, name: str) -> None:
        self.owner = owner
        self.name = name


class Scope:
    """The names of one call of a function, or of one comprehension."""

    __slots__ = (
        "captured",
        "function",
        "locals",
        "offset",
        "outside",
        "parent",
        "sealed",
        "values",
    )

    def __init__(
        self,
        parent: Scope | None,
        locals: frozenset[str],
        *,
        function: Any = None,
        outside: frozenset[str] = frozenset(),
        offset: int = 0,
    ) -> None:
        self.values: dict[str, Any] = {}
        self.parent = parent
        self.locals = locals
        self.function = function
        self.outside = outside
        self.captured = False
        # Names that must not be set again, since a function that remembers its results reads them.
        self.sealed: set[str] = set()
        self.offset = offset


TRACED = (Expr, Poison, Range, Place, Places, Stream, Row, Closure, Method, Scope)


def is_int(value: Any) -> bool:
    """Return whether a value is an integer, known or not."""
    return type(value) in (int, bool) or isinstance(value, (Expr, enum.IntEnum, enum.IntFlag))


def settled(value: Any) -> Any:
    """Return the plain number where an expression turned out to be constant."""
    if isinstance(value, Expr) and value.op == "const":
        return value.args[0]
    return value


def alike(a: Any, b: Any) -> bool:
    """Return whether two values are certainly the same at every position."""
    if a is b:
        return True
    if isinstance(a, Expr) or isinstance(b, Expr):
        return is_int(a) and is_int(b) and same(a, b)
    if type(a) is not type(b):
        return isinstance(a, int) and isinstance(b, int) and a == b
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, Range):
        return alike((a.start, a.stop, a.step), (b.start, b.stop, b.step))
    if isinstance(a, Place):
        return a.rules is b.rules and alike(a.coords, b.coords)
    if isinstance(a, Places):
        return alike(a.parts, b.parts)
    if isinstance(a, (int, str, float, bytes, type(None), frozenset, range)):
        return bool(a == b)
    return False


def skeleton(value: Any) -> tuple[Any, list[Any]]:
    """Return the shape of a value and the integers in it, from which `rebuild` makes it again."""
    if is_int(value):
        return "i", [value]
    if type(value) is tuple:
        parts = [skeleton(v) for v in value]
        return ("t", *(s for s, _ in parts)), [leaf for _, ls in parts for leaf in ls]
    if isinstance(value, Place):
        shape, leaves = skeleton(value.coords)
        return ("p", Same(value.rules), shape), leaves
    if isinstance(value, Places):
        shape, leaves = skeleton(value.parts)
        return ("s", shape), leaves
    if isinstance(value, Range):
        shape, leaves = skeleton((value.start, value.stop, value.step))
        return ("r", shape), leaves
    return ("o", Same(value)), []


class Same:
    """An object inside a shape: equal to another if the two objects are `alike`."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and alike(self.value, other.value)

    __hash__ = None  # type: ignore[assignment]


def rebuild(shape: Any, leaves: list[Any]) -> Any:
    """Make a value of a shape, taking integers from the front of `leaves`."""
    if shape == "i":
        return leaves.pop(0)
    kind = shape[0]
    if kind == "t":
        return tuple(rebuild(part, leaves) for part in shape[1:])
    if kind == "p":
        return Place(shape[1].value, rebuild(shape[2], leaves))
    if kind == "s":
        return Places(rebuild(shape[1], leaves))
    if kind == "r":
        return Range(*rebuild(shape[1], leaves))
    return shape[1].value


def expression(value: Any) -> Expr:
    """Return an integer value as an expression."""
    return lift(int(value) if isinstance(value, bool) else value)
