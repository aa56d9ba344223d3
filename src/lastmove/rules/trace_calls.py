"""Calls: twins of built-in functions for values that depend on the position, and our own."""

from __future__ import annotations

import ast
import functools
import itertools
import math
import operator
from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.rules import expr
from lastmove.rules.expr import (
    Expr,
    both,
    either,
    lift,
    maximum,
    minimum,
    negation,
    reduction,
    where,
)
from lastmove.rules.trace_expressions import BINARY, Expressions
from lastmove.rules.trace_flow import DEAD, Completion, Frame, Jump
from lastmove.rules.trace_state import Block, inline
from lastmove.rules.trace_values import (
    TRACED,
    Closure,
    DeadPath,
    Method,
    Place,
    Range,
    Scope,
    Stream,
    expression,
    is_int,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Functions whose answer is not a matter of their arguments, or that do something.
_IMPURE = frozenset(
    {"print", "input", "open", "exec", "eval", "id", "next", "iter", "globals", "locals", "vars"}
    | {"setattr", "delattr", "compile", "breakpoint", "__import__", "hash", "super"}
)
_IMPURE_MODULES = frozenset({"random", "secrets", "time", "datetime", "os", "sys", "io", "uuid"})
# Functions that move their arguments about without looking at them.
_STRUCTURAL = (
    itertools.product,
    itertools.permutations,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.chain,
    itertools.repeat,
)


class Calls(Expressions):
    """Calls of built-ins, methods, games and traced functions."""

    def call_closure(self, closure: Closure, args: list[Any], keywords: dict[str, Any]) -> Any:
        """Call a function whose tree is at hand."""
        raise NotImplementedError  # pragma: no cover

    def trace_function(self, function: Any) -> Closure:
        """Return a function object of the rules as something to trace."""
        raise NotImplementedError  # pragma: no cover

    def is_pure(self, function: Any) -> bool:
        """Return whether a function of the rules may simply be run on plain values."""
        raise NotImplementedError  # pragma: no cover

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        """Call a value with traced arguments."""
        self.step()
        if isinstance(function, Closure):
            return self.call_closure(function, args, keywords)
        if isinstance(function, Method):
            return self._method(function, args, keywords)
        if isinstance(function, TRACED):
            raise self.refuse("this is called but is no function")
        if isinstance(function, functools.partial):
            keywords = {**function.keywords, **keywords}
            return self.call(function.func, [*function.args, *args], keywords)
        from lastmove.rules.ruleset import Rules

        if isinstance(function, Rules):
            if keywords:
                if not self.is_plain(keywords):
                    raise self.refuse("a parameter of a game that depends on the position")
                function = self.native(function.using, **keywords)
            return Place(function, tuple(args))
        twin = self._twin(function)
        if twin is not None and not (
            self.is_plain(args) and self.is_plain(keywords) and function not in _ALWAYS
        ):
            return twin(self, args, keywords)
        return self._plain_call(function, args, keywords)

    def _twin(self, function: Any) -> Any:
        try:
            return TWINS.get(function)
        except TypeError:
            return None

    def _plain_call(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        name = getattr(function, "__name__", type(function).__name__)
        module = getattr(function, "__module__", None)
        if name in _IMPURE and module in ("builtins", None, "io", "_io"):
            raise self.refuse(f"{name}() is not supported")
        owner = getattr(function, "__self__", None)
        if module in _IMPURE_MODULES or type(owner).__module__ in _IMPURE_MODULES:
            raise self.refuse(f"{module}.{name}() does not always give the same answer")
        wrapped = getattr(function, "__wrapped__", None)
        code = getattr(function, "__code__", None)
        plain = self.is_plain(args) and self.is_plain(keywords)
        if code is not None:
            if plain and self.is_pure(function):
                return self.native(function, *args, **keywords)
            return self.call_closure(self.trace_function(function), args, keywords)
        if plain:
            if isinstance(owner, (list, dict, set)) or (
                wrapped is not None and not isinstance(function, functools._lru_cache_wrapper)
            ):
                raise self.refuse(f"calling {name}() may change something outside the rules")
            return self.native(function, *args, **keywords)
        if isinstance(function, functools._lru_cache_wrapper):
            return self.call_closure(self.trace_function(function.__wrapped__), args, keywords)
        if function in _STRUCTURAL:
            lists = [a if isinstance(a, int) else self.sequence(a) for a in args]
            made = self.native(lambda: list(itertools.islice(function(*lists, **keywords), 2_001)))
            if len(made) > 2_000:
                raise self.refuse(f"{name}() gives too many items to write out")
            return made
        raise self.refuse(f"{name}() of a value that depends on the position")

    # Methods

    def _method(self, method: Method, args: list[Any], keywords: dict[str, Any]) -> Any:
        owner, name = self.checked(method.owner), method.name
        if isinstance(owner, Expr):
            if name in ("bit_length", "bit_count") and not args and not keywords:
                return owner.bit_length() if name == "bit_length" else owner.bit_count()
            raise self.refuse(f".{name} of an integer that depends on the position")
        if isinstance(owner, TRACED):
            raise self.refuse(f".{name} of a position or of a list of unknown length")
        plain = self.is_plain(owner) and self.is_plain(args) and self.is_plain(keywords)
        if isinstance(owner, list):
            if name in ("append", "insert", "extend", "pop", "clear", "reverse"):
                self.changeable(owner)
                if name == "extend":
                    args = [self.sequence(args[0])] if len(args) == 1 else args
                if name in ("insert", "pop") and args and not self.is_plain(args[0]):
                    raise self.refuse(f"list.{name} at a place that depends on the position")
                return self.native(getattr(owner, name), *args, **keywords)
            if name == "copy":
                return self.native(owner.copy)
            if name in ("remove", "sort"):
                self.changeable(owner)
                if name == "sort" and not plain:
                    owner[:] = _sorted(self, [owner], keywords)
                    return None
        if isinstance(owner, (dict, set)):
            if name in ("update", "setdefault", "pop", "popitem", "add", "discard", "remove") or (
                name == "clear"
            ):
                self.changeable(owner)
                keys = args if isinstance(owner, set) else args[:1]
                if not self.is_plain(keys) or (name == "update" and not plain):
                    raise self.refuse(f".{name} with a key that depends on the position")
                return self.native(getattr(owner, name), *args, **keywords)
            if isinstance(owner, dict) and name in ("get", "items", "keys", "values"):
                if not self.is_plain(args[:1]):
                    raise self.refuse("a dict looked up by a value that depends on the position")
                result = self.native(getattr(owner, name), *args, **keywords)
                return result if name == "get" else list(result)
        if name == "count" and isinstance(owner, (list, tuple)) and len(args) == 1 and not plain:
            return sum((self.compare(ast.Eq(), self.checked(v), args[0]) for v in owner), lift(0))
        if plain:
            return self.native(getattr(owner, name), *args, **keywords)
        raise self.refuse(f".{name} with values that depend on the position")

    # Iteration

    def iterate(self, value: Any, handler: Callable[[Any], Completion]) -> Completion:
        """Pass every item of a value to a handler, emitting a loop for an unknown number."""
        value = self.checked(value)
        name, outer = self.target_name or "i", self.break_frame
        self.target_name, self.break_frame = None, None
        if isinstance(value, Stream):
            self.use(value)
            return value.run(handler)  # type: ignore[no-any-return]
        if isinstance(value, Range):
            return self._iterate_range(value, handler, name, outer)
        if isinstance(value, range) and len(value) > 24:
            r = Range(value.start, value.stop, value.step)
            return self.attempt(  # type: ignore[no-any-return]
                lambda: self._iterate_range(r, handler, name, outer),
                lambda: self._unroll(list(value), None, handler),
            )
        if isinstance(value, TRACED):
            raise self.refuse("a loop over something that is no list")
        return self._unroll(self.sequence(value), value, handler)

    def _unroll(
        self, items: list[Any], original: Any, handler: Callable[[Any], Completion]
    ) -> Completion:
        watched = original if isinstance(original, (list, dict, set)) else None
        size = len(items)
        for item in items:
            self.step()
            completion = handler(self.checked(item))
            if watched is not None and len(watched) != size:
                raise self.refuse("a list grows or shrinks while it is gone through")
            if watched is not None and isinstance(watched, list) and original[:] != items[:]:
                items[:] = watched
            completion = self.settle(completion)
            if completion is not None:
                return completion
        return None

    def _iterate_range(
        self,
        r: Range,
        handler: Callable[[Any], Completion],
        name: str,
        outer: Frame | None,
    ) -> Completion:
        if r.step is not None and not isinstance(r.step, Expr) and r.step == 0:
            raise self.fail("ValueError: range() arg 3 must not be zero")
        if isinstance(r.step, Expr):
            zero = r.step == 0
            self.branch(zero, self._zero_step, lambda: None)
        bounds = [self.keep(b) for b in (r.start, r.stop, r.step)]
        return self.loop(outer or self.frame(), (name, bounds[0], bounds[1], bounds[2]), handler)

    # Set by a for statement for the loop that it emits.
    target_name: str | None = None
    break_frame: Frame | None = None

    def listed(self, items: list[Any]) -> Stream:
        """Return an iterator over known items."""
        return self.stream(lambda handler: self._unroll(items, None, handler))

    def _zero_step(self) -> Completion:
        raise self.fail("ValueError: range() arg 3 must not be zero")

    # Reductions

    def any_of(self, items: Any, test: Callable[[Any], Any]) -> Any:
        """Return whether a test holds for any of some items."""
        return self._reduce("any", items, lambda v: self.truth(test(v)))

    def _reduce(self, kind: str, items: Any, value: Callable[[Any], Any]) -> Any:
        """Combine the values of items: as one expression if possible, else by a loop."""

        def as_expression() -> Any:
            base, self.block = self.block, []
            scratch, before = self.block, self.snapshot()
            try:

                def hit(item: Any) -> Completion:
                    self.emit("hit", lift(expression(value(item))))
                    return None

                mark = len(self.pending)
                completion = self.close(mark, self.iterate(items, hit))
                result = None if completion is not None else combined(kind, scratch)
                if result is None or not self.unchanged(before):
                    raise self.refuse("this is no single expression")
            finally:
                self.block = base
            return self.fallible(result)

        return self.attempt(as_expression, lambda: self._reduce_by_loop(kind, items, value))

    def unchanged(self, before: Any) -> bool:
        """Return whether names and lists are as they were."""
        from lastmove.rules.trace_expressions import _same_state

        return _same_state(before, self.snapshot(), None)

    def _reduce_by_loop(self, kind: str, items: Any, value: Callable[[Any], Any]) -> Any:
        scope = Scope(None, frozenset({kind}))
        self.scopes[id(scope)] = scope
        scope.values[kind] = kind == "all"
        if kind == "sum":
            scope.values[kind] = 0
        if kind in ("least", "greatest"):
            raise self.refuse("min or max of a list of unknown length with conditions")
        frame = self.frame()

        def stop() -> Completion:
            scope.values[kind] = kind == "any"
            return self.perform(Jump("break", frame))

        def take(item: Any) -> Completion:
            found = value(item)
            if kind == "sum":
                total = settled(lift(expression(scope.values[kind])) + found)
                scope.values[kind] = self.keep(self.fallible(total))
                return None
            if kind == "all":
                return self.branch(found, lambda: None, stop)
            return self.branch(found, stop, lambda: None)

        completion, _ = self.leave(frame, self.iterate(items, take))
        del self.scopes[id(scope)]
        if completion is DEAD:
            raise DeadPath
        assert completion is None
        return self.checked(scope.values[kind])


def combined(kind: str, block: Block) -> Any:
    """Turn a block of ``hit`` statements inside loops and ifs into one expression, or None."""
    if kind == "all":
        opposite = _combined("any", block, negation)
        return None if opposite is None else settled(negation(opposite))
    if kind in ("least", "greatest"):
        if len(block) == 1 and block[0][0] == "for":
            _, v, start, stop, step, body = block[0]
            if len(body) == 1 and body[0][0] == "hit":
                return reduction(kind, v, start, stop, step, body[0][1])
        if not block or any(s[0] != "hit" for s in block):
            return None
        return (minimum if kind == "least" else maximum)(*(s[1] for s in block))
    return _combined(kind, block, lambda e: e)


def _combined(kind: str, block: Block, change: Callable[[Expr], Any]) -> Any:
    result: Any = False if kind == "any" else 0
    join = either if kind == "any" else operator.add
    for i, statement in enumerate(block):
        op = statement[0]
        if op == "hit":
            part = change(statement[1])
        elif op == "if":
            then = _combined(kind, statement[2], change)
            other = _combined(kind, statement[3], change)
            if then is None or other is None:
                return None
            if kind == "any" and settled(other) in (0, False) and not isinstance(other, Expr):
                part = both(statement[1], then)
            else:
                part = where(statement[1], then, other)
        elif op == "for":
            _, v, start, stop, step, body = statement
            inner = _combined(kind, body, change)
            if inner is None:
                return None
            part = reduction(kind, v, start, stop, step, inner)
        elif op == "set":
            _, k, e = statement
            rest = _combined(kind, block[i + 1 :], change)
            if rest is None:
                return None
            rest = lift(rest)
            part = inline([("set", k, e)], rest)
            return None if part is None else settled(join(result, part))
        else:
            return None
        result = join(result, part)
    return settled(result)


# Twins of built-in functions


def _numbers(m: Calls, args: list[Any], what: str) -> list[Any]:
    values = [m.checked(a) for a in args]
    if not all(map(is_int, values)):
        raise m.refuse(f"{what}() of other things than integers")
    return values


def _extreme(kind: str) -> Any:
    def twin(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
        name = "min" if kind == "least" else "max"
        if keywords and set(keywords) != {"default"}:
            raise m.refuse(f"{name}() with a key")
        if len(args) > 1:
            return settled((minimum if kind == "least" else maximum)(*_numbers(m, args, name)))
        if len(args) != 1:
            raise m.refuse(f"{name}() of nothing")
        items = args[0]
        if isinstance(items, (Range, Stream)):
            if keywords:
                raise m.refuse(f"{name}() of a list of unknown length with a default")
            return m._reduce(kind, items, lambda v: _numbers(m, [v], name)[0])
        values = m.sequence(items)
        if not values:
            if keywords:
                return keywords["default"]
            raise m.fail(f"ValueError: {name}() of an empty list")
        return settled((minimum if kind == "least" else maximum)(*_numbers(m, values, name)))

    return twin


def _one(m: Calls, args: list[Any], keywords: dict[str, Any], what: str) -> Any:
    if len(args) != 1 or keywords:
        raise m.refuse(f"{what}() with these arguments")
    return args[0]


def _abs(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    return abs(_numbers(m, [_one(m, args, keywords, "abs")], "abs")[0])


def _int(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    return _numbers(m, [_one(m, args, keywords, "int")], "int")[0]


def _bool(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    value = m.truth(_one(m, args, keywords, "bool"))
    return settled(both(True, value))


def _divmod(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) != 2 or keywords:
        raise m.refuse("divmod() with these arguments")
    a, b = _numbers(m, args, "divmod")
    return m.fallible(lift(a) // b), m.fallible(lift(a) % b)


def _pow(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) not in (2, 3) or keywords:
        raise m.refuse("pow() with these arguments")
    values = _numbers(m, args, "pow")
    if len(values) == 3:
        raise m.refuse("pow() with three arguments that depend on the position")
    return m.fallible(lift(values[0]) ** values[1])


def _gcd(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    return settled(expr.gcd(*_numbers(m, args, "gcd")))


def _isqrt(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    return m.fallible(expr.isqrt(_numbers(m, [_one(m, args, keywords, "isqrt")], "isqrt")[0]))


def _any(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    items = _one(m, args, keywords, "any")
    return settled(both(True, m._reduce("any", items, m.truth)))


def _all(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    items = _one(m, args, keywords, "all")
    return settled(both(True, m._reduce("all", items, m.truth)))


def _sum(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    start = keywords.get("start", args[1] if len(args) == 2 else 0)
    if not 1 <= len(args) <= 2 or set(keywords) - {"start"}:
        raise m.refuse("sum() with these arguments")
    items = args[0]
    if isinstance(items, Range):
        items = m.stream(partial(m.iterate, items), again=True)
    if isinstance(items, Stream):
        items = m.attempt(partial(m.gathered, items), partial(lambda s: s, items))
    if isinstance(items, Stream):
        return m.binary(
            ast.Add(), start, m._reduce("sum", items, lambda v: _numbers(m, [v], "sum")[0])
        )
    total = start
    for v in m.sequence(items):
        total = m.binary(ast.Add(), total, m.checked(v))
    return total


def _len(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    items = _one(m, args, keywords, "len")
    if isinstance(items, Range):
        return m.length(items)
    if isinstance(items, Stream):
        if not items.again:
            raise m.refuse("len() of a generator")
        return m._reduce("sum", items, lambda _: 1)
    if isinstance(items, TRACED):
        raise m.refuse("len() of something that is no list")
    return len(items)


def _sorted(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) != 1 or set(keywords) - {"reverse"}:
        raise m.refuse("sorted() with a key, of values that depend on the position")
    values = _numbers(m, m.sequence(args[0]), "sorted")
    if len(values) > 8:
        raise m.refuse("sorted() of more than 8 values that depend on the position")
    backwards = keywords.get("reverse", False)
    if not isinstance(backwards, (bool, int)):
        raise m.refuse("sorted() with a direction that depends on the position")
    # A network of comparators: insertion sort, whose comparisons do not depend on the data.
    for i in range(1, len(values)):
        for j in range(i, 0, -1):
            low, high = minimum(values[j - 1], values[j]), maximum(values[j - 1], values[j])
            values[j - 1], values[j] = m.keep(low, "low"), m.keep(high, "high")
    result = values[::-1] if backwards else values
    m.own(result)
    return result


def _range(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not 1 <= len(args) <= 3 or keywords:
        raise m.refuse("range() with these arguments")
    values = _numbers(m, args, "range")
    start, stop, step = [0, *values, 1] if len(values) == 1 else [*values, 1][:3]
    if not any(isinstance(v, Expr) for v in (start, stop, step)):
        return m.native(range, start, stop, step)
    return Range(start, stop, step)


def _reversed(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    items = _one(m, args, keywords, "reversed")
    if isinstance(items, Range):
        if not isinstance(items.step, int) or items.step == 0:
            raise m.refuse("reversed() of a range whose step depends on the position")
        if abs(items.step) == 1:
            return Range(items.stop - items.step, items.start - items.step, -items.step)
        last = items.start + (m.length(items) - 1) * items.step
        return Range(last, items.start - items.step, -items.step)
    if isinstance(items, (set, frozenset, dict, Stream)):
        raise m.refuse("reversed() of something without order")
    return m.listed(m.sequence(items)[::-1])


def _enumerate(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    start = keywords.get("start", args[1] if len(args) == 2 else 0)
    if not 1 <= len(args) <= 2 or set(keywords) - {"start"}:
        raise m.refuse("enumerate() with these arguments")
    items = args[0]
    if isinstance(items, Range):
        r, length = items, m.length(items)

        def run(handler: Callable[[Any], Completion]) -> Completion:
            counted = Range(0, length, 1)
            return m.iterate(
                counted, lambda i: handler((settled(i + start), settled(r.start + i * r.step)))
            )

        return m.stream(run)
    if isinstance(items, Stream):
        raise m.refuse("enumerate() of a list of unknown length")
    return m.listed([(settled(start + i), v) for i, v in enumerate(m.sequence(items))])


def _zip(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if any(isinstance(a, (Range, Stream)) for a in args):
        ranges = [a if isinstance(a, Range) else None for a in args]
        if all(r is not None for r in ranges) and not keywords:
            lengths = [m.length(r) for r in ranges if r is not None]

            def run(handler: Callable[[Any], Completion]) -> Completion:
                def turn(i: Any) -> Completion:
                    return handler(
                        tuple(settled(r.start + i * r.step) for r in ranges if r is not None)
                    )

                return m.iterate(Range(0, settled(minimum(*lengths)), 1), turn)

            return m.stream(run)
        raise m.refuse("zip() of a list of unknown length")
    if not m.is_plain(keywords):
        raise m.refuse("zip() with these arguments")
    lists = [m.sequence(a) for a in args]
    rows = m.native(lambda: list(zip(*lists, **keywords)))  # noqa: B905 - the caller's choice
    return m.listed(rows)


def _as_list(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not args:
        return m.native(list)
    items = _one(m, args, keywords, "list")
    if isinstance(items, (Range, Stream)):

        def late() -> Stream:
            if isinstance(items, Stream) and not items.again:
                raise m.refuse("a list whose length depends on the position")
            return m.stream(partial(m.iterate, items), again=True)

        if isinstance(items, Range):
            return late()
        return m.attempt(partial(m.gathered, items), late)
    values = m.sequence(items)
    m.own(values)
    return values


def _as_dict(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) != 1 or keywords:
        raise m.refuse("dict() with these arguments")
    if isinstance(args[0], dict):
        return m.native(args[0].copy)
    rows = [m.sequence(row) for row in m.sequence(args[0])]
    if any(len(row) != 2 or not m.is_plain(row[0]) for row in rows):
        raise m.refuse("a dict with keys that depend on the position")
    return m.native(lambda: {key: v for key, v in rows})  # noqa: C416 - rows are lists


def _as_tuple(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not args:
        return ()
    return tuple(m.sequence(_one(m, args, keywords, "tuple")))


def _map(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) < 2 or keywords:
        raise m.refuse("map() with these arguments")
    function, *lists = args
    rows = lists[0] if len(lists) == 1 else m.call(zip, list(lists), {})

    def run(handler: Callable[[Any], Completion]) -> Completion:
        def turn(row: Any) -> Completion:
            return handler(m.call(function, [row] if len(lists) == 1 else list(row), {}))

        return m.iterate(rows, turn)

    return m.stream(run)


def _filter(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) != 2 or keywords:
        raise m.refuse("filter() with these arguments")
    function, items = args

    def run(handler: Callable[[Any], Completion]) -> Completion:
        def turn(v: Any) -> Completion:
            keep = m.truth(v if function is None else m.call(function, [v], {}))
            return m.branch(keep, lambda: handler(v), lambda: None)

        return m.iterate(items, turn)

    return m.stream(run)


def _fold(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not 2 <= len(args) <= 3 or keywords:
        raise m.refuse("reduce() with these arguments")
    values = m.sequence(args[1])
    if len(args) == 3:
        values = [args[2], *values]
    if not values:
        raise m.fail("TypeError: reduce() of an empty list")
    result = values[0]
    for v in values[1:]:
        result = m.call(args[0], [result, m.checked(v)], {})
    return result


def _isinstance(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) == 2 and isinstance(args[0], Expr):
        kinds = args[1] if isinstance(args[1], tuple) else (args[1],)
        if bool in kinds:
            raise m.refuse("isinstance() with bool")
        return int in kinds or object in kinds
    if len(args) == 2 and isinstance(args[0], (list, tuple)):
        return isinstance(args[0], args[1])
    raise m.refuse("isinstance() of this")


def _operator(op: type[ast.operator]) -> Any:
    def twin(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
        if len(args) != 2 or keywords:
            raise m.refuse("a function of operator with these arguments")
        return m.binary(op(), args[0], args[1])

    return twin


def _refused(what: str) -> Any:
    def twin(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
        raise m.refuse(f"{what} of a value that depends on the position")

    return twin


TWINS: dict[Any, Any] = {
    min: _extreme("least"),
    max: _extreme("greatest"),
    abs: _abs,
    int: _int,
    operator.index: _int,
    bool: _bool,
    divmod: _divmod,
    pow: _pow,
    any: _any,
    all: _all,
    sum: _sum,
    len: _len,
    sorted: _sorted,
    range: _range,
    reversed: _reversed,
    enumerate: _enumerate,
    zip: _zip,
    list: _as_list,
    tuple: _as_tuple,
    dict: _as_dict,
    map: _map,
    filter: _filter,
    isinstance: _isinstance,
    functools.reduce: _fold,
    math.gcd: _gcd,
    math.isqrt: _isqrt,
    set: _refused("a set"),
    frozenset: _refused("a set"),
    str: _refused("the text"),
    float: _refused("a float"),
    **{f: _operator(op) for op, (_, f) in BINARY.items()},
    operator.abs: _abs,
}
# Twins that are used on plain arguments too, since what they make is consumed step by step.
_ALWAYS = frozenset({map, filter, list, zip, enumerate, reversed})
