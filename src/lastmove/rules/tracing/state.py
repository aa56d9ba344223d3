"""The tracer's state: names and lists, what was emitted, and how two paths are joined.

Where a condition depends on the position both branches are traced, one after the other, on the
same state; then the two states are merged. A list that a branch changed is merged entry by
entry. What cannot be merged becomes a `Poison`, which is refused when it is used.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, lift, same, var, where
from lastmove.rules.operations import COMPARISONS
from lastmove.rules.tracing.reads import Reads
from lastmove.rules.tracing.values import (
    DeadPath,
    Poison,
    Scope,
    Untraceable,
    alike,
    expression,
    is_int,
    rebuild,
    settled,
    skeleton,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_STATEMENTS = 6_000
MOST_STEPS = 20_000

# Operations that have a value wherever their operands have.
_SAFE = frozenset(
    {*COMPARISONS, "and", "or", "not", "?", "+", "-", "*", "neg", "abs", "min", "max", "gcd"}
    | {"&", "|", "^", "~", "bit_length", "bit_count"}
)

Block = list[Any]
Location = tuple[Any, Any]


class State:
    """The contents of all scopes and of all lists made by the rules, at one moment."""

    __slots__ = ("objects", "scopes", "spoiled")

    def __init__(
        self,
        scopes: dict[int, tuple[Scope, dict[str, Any]]],
        objects: dict[int, tuple[Any, Any]],
        spoiled: dict[int, str],
    ) -> None:
        self.scopes = scopes
        self.objects = objects
        self.spoiled = spoiled

    def entries(self, thing: list[Any]) -> list[Any]:
        """Return the entries of a list at that moment."""
        found: list[Any] = self.objects[id(thing)][1] if id(thing) in self.objects else thing
        return found


class Memory:
    """Names, lists, variables of the Program and statements emitted so far."""

    def __init__(self, coords: tuple[str, ...]) -> None:
        self.coords = coords
        self.names: list[str] = []
        self._used = set(coords)
        self.block: Block = []
        self.line: int | None = None
        self.scopes: dict[int, Scope] = {}
        self.objects: dict[int, Any] = {}
        self.spoiled: dict[int, str] = {}
        self.frozen: set[int] = set()
        self.temporary: set[int] = set()
        self.reads = Reads()
        self.scope: Scope | None = None
        self.function: Any = None
        self.emitted = 0
        self.steps = 0

    def refuse(self, reason: str) -> Untraceable:
        """Return the error to raise where the rules cannot be traced."""
        return Untraceable(reason, self.line)

    # Emitting

    def emit(self, *statement: Any) -> None:
        """Add a statement to the current block."""
        self.emitted += 1
        if self.emitted > MOST_STATEMENTS:
            raise self.refuse(
                f"written out, the rules have more than {MOST_STATEMENTS:,} statements"
            )
        self.block.append(statement)

    def step(self) -> None:
        """Count a step of interpretation, so that tracing always ends."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise self.refuse("tracing takes too many steps")

    def fresh(self, name: str = "t") -> int:
        """Return a new variable of the Program, named after `name`."""
        unique, count = name, 1
        while unique in self._used:
            count += 1
            unique = f"{name}_{count}"
        self._used.add(unique)
        self.names.append(unique)
        return len(self.names) - 1

    def keep(self, value: Any, name: str = "t") -> Any:
        """Return a variable set to an expression here, or the expression if it is simple."""
        value = settled(value)
        if not isinstance(value, Expr) or (value.total and value.depth <= 4):
            return value
        k = self.fresh(name)
        self.emit("set", k, value)
        return var(k, boolean=value.boolean)

    def fallible(self, value: Any) -> Any:
        """Return a value computed here and now if computing it can fail."""
        value = settled(value)
        if isinstance(value, Expr) and not value.total:
            k = self.fresh()
            self.temporary.add(k)
            self.emit("set", k, value)
            return var(k, boolean=value.boolean)
        return value

    def fail(self, text: str) -> DeadPath:
        """Emit an error of the rules; return what to raise."""
        self.emit("fail", text)
        return DeadPath()

    # Lists and other things that change

    def own(self, value: Any) -> None:
        """Remember a list, dict or set that the rules made just now."""
        if isinstance(value, (list, dict, set)):
            self.objects.setdefault(id(value), value)

    def changeable(self, value: Any) -> Any:
        """Return a list that the rules may change.

        Raises
        ------
        Untraceable
            If it was not made by the rules themselves.
        """
        if id(value) in self.frozen:
            raise self.refuse("a list is changed after it was returned or chosen by a condition")
        if id(value) not in self.objects:
            raise self.refuse("a list or dict that the rules did not make here is changed")
        return value

    def freeze(self, value: Any) -> None:
        """Refuse changes of a list, and of those inside it, from now on."""
        if isinstance(value, (list, dict, set)):
            if id(value) in self.objects:
                self.frozen.add(id(value))
        elif not isinstance(value, tuple):
            return
        for inner in value.values() if isinstance(value, dict) else value:
            self.freeze(inner)

    # Taking and restoring states

    def snapshot(self) -> State:
        """Return the present contents of scopes and lists."""
        self.steps += (len(self.scopes) + sum(map(len, self.objects.values()))) // 4
        return State(
            {key: (scope, dict(scope.values)) for key, scope in self.scopes.items()},
            {key: (thing, _contents(thing)) for key, thing in self.objects.items()},
            dict(self.spoiled),
        )

    def restore(self, state: State) -> None:
        """Go back to the contents in a state."""
        for scope, values in state.scopes.values():
            scope.values = dict(values)
        for thing, contents in state.objects.values():
            if _contents(thing) is not contents:
                refill(thing, contents)
        self.spoiled = dict(state.spoiled)

    # Merging

    def merge_values(
        self,
        condition: Expr,
        then: Block,
        a: Any,
        other: Block,
        b: Any,
        name: str = "t",
        *,
        states: tuple[State, State],
    ) -> Any:
        """Return what is `a` after one block and `b` after the other.

        `states` are those at the ends of the blocks: lists have other entries in each.
        """
        if alike(a, b):
            return a
        if isinstance(a, Poison):
            return a
        if isinstance(b, Poison):
            return b
        shape, left = skeleton(a)
        shape_b, right = skeleton(b)
        if shape != shape_b:
            for state, thing in zip(states, (a, b), strict=True):
                if id(thing) in state.spoiled:
                    return Poison(state.spoiled[id(thing)])
            if isinstance(a, list) and isinstance(b, list):
                x, y = (state.entries(thing) for state, thing in zip(states, (a, b), strict=True))
                if len(x) == len(y):
                    # Neither may change from now on, or the merged one would miss it.
                    self.frozen |= {id(a), id(b)}
                    return [
                        self.merge_values(condition, then, v, other, w, name, states=states)
                        for v, w in zip(x, y, strict=True)
                    ]
            return Poison(f"{name!r} is not an integer on both ways to this point")
        leaves = [
            self._merge_integers(condition, then, x, other, y, name)
            for x, y in zip(left, right, strict=True)
        ]
        return rebuild(shape, leaves)

    def _merge_integers(
        self, condition: Expr, then: Block, a: Any, other: Block, b: Any, name: str
    ) -> Any:
        if alike(a, b):
            return a
        x, y = expression(a), expression(b)
        if not then and not other and max(condition.depth, x.depth, y.depth) <= 12:
            return settled(where(condition, x, y))
        k = self.fresh(name)
        then.append(("set", k, x))
        other.append(("set", k, y))
        return var(k)

    def merge_states(self, condition: Expr, then: Block, a: State, other: Block, b: State) -> None:
        """Make the present state the merger of two."""
        for key in a.scopes.keys() | b.scopes.keys():
            if key not in a.scopes or key not in b.scopes:
                found = a.scopes.get(key) or b.scopes[key]
                found[0].values = dict(found[1])
                continue
            scope, left = a.scopes[key]
            right = b.scopes[key][1]
            merged: dict[str, Any] = {}
            for name in [*left, *(n for n in right if n not in left)]:
                if name in left and name in right:
                    merged[name] = self.merge_values(
                        condition, then, left[name], other, right[name], name, states=(a, b)
                    )
                else:
                    merged[name] = Poison(f"{name!r} is not set on every way to this point")
            scope.values = merged
        spoiled = {**a.spoiled, **b.spoiled}
        for key in a.objects.keys() | b.objects.keys():
            thing, left_contents = a.objects.get(key) or b.objects[key]
            if key not in a.objects or key not in b.objects:
                # Made on one of the two ways only; the other cannot reach it.
                refill(thing, left_contents)
                continue
            right_contents = b.objects[key][1]
            contents = self._merge_contents(
                condition, then, left_contents, other, right_contents, (a, b)
            )
            if contents is None:
                spoiled[key] = "a list has different lengths on two ways to this point"
            else:
                refill(thing, contents)
        self.spoiled = spoiled

    def _merge_contents(
        self,
        condition: Expr,
        then: Block,
        a: Any,
        other: Block,
        b: Any,
        states: tuple[State, State],
    ) -> Any:
        def merged(x: Any, y: Any) -> Any:
            return self.merge_values(condition, then, x, other, y, "entry", states=states)

        if isinstance(a, list):
            if len(a) != len(b):
                return None
            return a if all(map(is_, a, b)) else list(map(merged, a, b))
        if isinstance(a, dict):
            if list(a) != list(b):
                return None
            return {key: merged(a[key], b[key]) for key in a}
        return a if a == b else None


def _contents(thing: Any) -> Any:
    return thing.copy()


def refill(thing: Any, contents: Any) -> None:
    """Give a list, dict or set these contents."""
    if isinstance(thing, list):
        thing[:] = contents
    else:
        thing.clear()
        thing.update(contents)


def locations(state: State) -> Iterator[tuple[Location, Any, str]]:
    """Yield every place that holds a value, with the value and a name for it."""
    for scope, values in state.scopes.values():
        for name, value in values.items():
            yield (scope, name), value, name
    for thing, contents in state.objects.values():
        if isinstance(contents, list):
            for i, value in enumerate(contents):
                yield (thing, i), value, "entry"
        elif isinstance(contents, dict):
            for key, value in contents.items():
                yield (thing, key), value, "entry"


def store(location: Location, value: Any) -> None:
    """Put a value into a place."""
    home, key = location
    if isinstance(home, Scope):
        home.values[key] = value
    else:
        home[key] = value


def inline(block: Block, value: Any) -> Expr | None:
    """Return `value` with the variables that a block sets written out, if that is all it does.

    None if the block does more, or if that would drop an error or repeat much work.
    """
    if not is_int(value):
        return None
    result = lift(settled(value)) if not isinstance(value, bool) else lift(int(value))
    for statement in reversed(block):
        if statement[0] != "set":
            return None
        _, k, e = statement
        if not e.total and not reads_always(result, k):
            return None

        def write_out(inner: Expr, k: int = k, e: Expr = e) -> Expr | None:
            return e if inner.op == "v" and inner.args[0] == k else None

        result = result.replace(write_out)
        if result.depth > 60:
            return None
    return result


def reads_always(e: Expr, k: int) -> bool:
    """Return whether evaluating `e` certainly reads variable `k`."""
    if e.op == "v":
        return bool(e.args[0] == k)
    if e.op in ("and", "or", "?"):
        return reads_always(e.args[0], k)
    if e.op in ("any", "all", "sum", "least", "greatest"):
        return any(reads_always(a, k) for a in e.args[1:4])
    return any(reads_always(a, k) for a in e.args if isinstance(a, Expr))


def cannot_fail(block: Block, positive: frozenset[int] = frozenset()) -> bool:
    """Return whether running a block certainly ends without an error.

    `positive` are variables of loops that count up from 1 or more: they may divide.
    """
    for statement in block:
        op = statement[0]
        if op == "break":
            continue
        if op == "loop" and not _ends(statement[1]):
            return False
        if op not in ("set", "if", "for", "loop"):
            return False
        if not all(_has_value(e, positive) for e in statement if isinstance(e, Expr)):
            return False
        inside = positive
        if op == "set":
            positive -= {statement[1]}
        elif op == "loop":
            inside = positive - _assigned(statement[1])
        elif op == "for":
            start, step = statement[2], statement[4]
            if step.op != "const" or step.args[0] == 0:
                return False
            inside = positive - _assigned(statement[5])
            if start.op == "const" and start.args[0] > 0 and step.args[0] > 0:
                inside |= {statement[1]} - _assigned(statement[5])
        if not all(cannot_fail(part, inside) for part in statement if isinstance(part, list)):
            return False
        for part in statement:
            if isinstance(part, list):
                positive -= _assigned(part)
    return True


def _ends(body: Block) -> bool:
    """Return whether a loop ends since a positive number is divided or lowered in each turn."""
    if len(body) < 2 or body[0][0] != "if" or body[-1][0] != "set":
        return False
    _, condition, yes, no = body[0]
    _, k, after = body[-1]
    ways = ([("break",)], []) if condition.op in ("<", "<=") else ([], [("break",)])
    if (yes, no) != ways or k in _assigned(body[1:-1]):
        return False
    if condition.op not in COMPARISONS or not same(condition.args[0], var(k)):
        return False
    # While the number is greater than this the loop goes on.
    low = settled(condition.args[1] - (condition.op in ("<", ">=")))
    if not isinstance(low, int) or low < 0 or condition.op in ("==", "!="):
        return False
    if after.op == "//" and same(after.args[0], var(k)) and after.args[1].op == "const":
        return bool(after.args[1].args[0] > 1)
    step = settled(after - var(k))
    return isinstance(step, int) and step < 0


def _has_value(e: Expr, positive: frozenset[int]) -> bool:
    if e.total:
        return True
    if e.op in ("//", "%"):
        divisor = e.args[1]
        if not (divisor.op == "v" and divisor.args[0] in positive) and not (
            divisor.op == "const" and divisor.args[0]
        ):
            return False
    elif e.op not in _SAFE:
        return False
    return all(_has_value(a, positive) for a in e.args)


def _assigned(block: Block) -> frozenset[int]:
    """Return the variables that a block sets."""
    found: set[int] = set()
    for statement in block:
        if statement[0] in ("set", "for"):
            found.add(statement[1])
        for part in statement:
            if isinstance(part, list):
                found |= _assigned(part)
    return frozenset(found)


def same_state(a: Any, b: Any, c: Any) -> bool:
    """Return whether nothing that existed in state `a` is different in the others."""
    for other in (b, c):
        if other is None:
            continue
        if any(key in other.spoiled and key not in a.spoiled for key in a.objects):
            return False
        for key, (_, values) in a.scopes.items():
            now = other.scopes.get(key)
            if now is None:
                continue
            if any(n not in now[1] or not alike(v, now[1][n]) for n, v in values.items()):
                return False
            if len(values) != len(now[1]):
                return False
        for key, (_, contents) in a.objects.items():
            now = other.objects.get(key)
            if now is None or not same_contents(contents, now[1]):
                return False
    return True


def same_contents(a: Any, b: Any) -> bool:
    """Return whether a list, dict or set has certainly the same entries as another."""
    if len(a) != len(b):
        return False
    if isinstance(a, set):
        return bool(a == b)
    if isinstance(a, dict):
        return list(a) == list(b) and all(map(alike, a.values(), b.values()))
    return all(map(alike, a, b))
