"""Calls: twins of built-in functions for values that depend on the position, and our own."""

from __future__ import annotations

import ast
import functools
import itertools
import sys
from inspect import CO_GENERATOR
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, WrapperDescriptorType
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import (
    Expr,
    either,
    lift,
    negation,
    where,
)
from lastmove.rules.tracing.builtins import ALWAYS, TWINS, sorted_twin
from lastmove.rules.tracing.comprehensions import Comprehensions
from lastmove.rules.tracing.flow import DEAD, Completion, Frame, Jump
from lastmove.rules.tracing.reads import copied
from lastmove.rules.tracing.reducing import combined
from lastmove.rules.tracing.state import same_state
from lastmove.rules.tracing.values import (
    TRACED,
    Bag,
    Closure,
    DeadPath,
    Method,
    Place,
    Range,
    Scope,
    Stream,
    alike,
    expression,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Functions whose answer is not a matter of their arguments, or that do something.
IMPURE = frozenset(
    {"print", "input", "open", "exec", "eval", "id", "next", "iter", "globals", "locals", "vars"}
    | {"setattr", "delattr", "compile", "breakpoint", "__import__", "hash", "super"}
)
IMPURE_MODULES = frozenset(
    {"random", "_random", "secrets", "time", "datetime", "os", "sys", "io", "_io", "uuid"}
)
# Built-in functions of these only look at what they are given, but for a few.
_READING_MODULES = frozenset(
    {"builtins", "math", "operator", "_operator", "itertools", "_functools"}
)
_CHANGING = frozenset(
    {"setitem", "delitem", "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod"}
    | {"imul", "ior", "ipow", "irshift", "isub", "itruediv", "ixor", "setattr", "delattr"}
)
# Methods of lists, dicts and sets that change nothing, and others that are looked after.
_READING_METHODS = frozenset(
    {"copy", "count", "index", "remove", "sort", "union", "intersection", "difference"}
    | {"symmetric_difference", "isdisjoint", "issubset", "issuperset"}
)
_BUILT_IN = (BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType)
# Functions that move their arguments about without looking at them.
_STRUCTURAL = (
    itertools.product,
    itertools.permutations,
    itertools.combinations,
    itertools.combinations_with_replacement,
    itertools.repeat,
)


class Calls(Comprehensions):
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
            self.is_plain(args) and self.is_plain(keywords) and function not in ALWAYS
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
        if name in IMPURE and module in ("builtins", None, "io", "_io"):
            raise self.refuse(f"{name}() is not supported")
        owner = getattr(function, "__self__", None)
        if module in IMPURE_MODULES or type(owner).__module__ in IMPURE_MODULES:
            raise self.refuse(f"{module}.{name}() does not always give the same answer")
        wrapped = getattr(function, "__wrapped__", None)
        cached = isinstance(function, functools._lru_cache_wrapper)
        plain = self.is_plain(args) and self.is_plain(keywords)
        if hasattr(function, "__code__") or (cached and isinstance(wrapped, FunctionType)):
            stated = wrapped if cached else function
            if wrapped and cached and wrapped.__code__.co_flags & CO_GENERATOR:
                raise self.refuse("a cached generator, which is empty the second time")
            # What remembers its results gives the same for the same arguments.
            if plain and (self.is_pure(stated) or cached) and self._may_have(args, keywords):
                result = self._run_pure(function, args, keywords)
            else:
                result = self.call_closure(self.trace_function(stated), args, keywords)
            if cached:
                self.freeze(result)  # the next call returns the same list
            return result
        if plain:
            given = (*args, *keywords.values())
            if any(map(callable, given)) and not all(map(self._is_harmless, given)):
                raise self.refuse(f"{name}() is given a function that may do more than compute")
            if not self._is_safe(function, owner, args, keywords):
                raise self.refuse(f"calling {name}() may change something outside the rules")
            made = isinstance(function, type) or function is sorted
            return (self.fresh_list if made else self.native)(function, *args, **keywords)
        if _is_named_tuple(function):
            return self.native(function, *args, **keywords)
        if function in _STRUCTURAL and self.is_plain(keywords):
            lists = [
                a
                if isinstance(a, int) or (function is itertools.repeat and i == 0)
                else self.sequence(a)
                for i, a in enumerate(args)
            ]
            made = self.native(lambda: list(itertools.islice(function(*lists, **keywords), 2_001)))
            if len(made) > 2_000:
                raise self.refuse(f"{name}() gives too many items to write out")
            return self.listed(made)
        raise self.refuse(f"{name}() of a value that depends on the position")

    def _is_safe(
        self, function: Any, owner: Any, args: list[Any], keywords: dict[str, Any]
    ) -> bool:
        """Return whether a function that is not written in Python changes nothing."""
        if owner is not None and not self.is_fixed(owner):
            return False
        name, module = getattr(function, "__name__", ""), getattr(function, "__module__", None)
        fixed = all(map(self.is_fixed, (*args, *keywords.values())))
        if isinstance(function, type):
            return fixed or not isinstance(vars(function).get("__init__"), FunctionType)
        if isinstance(function, BuiltinFunctionType) and module in _READING_MODULES:
            return name not in _CHANGING
        return fixed and isinstance(function, _BUILT_IN)

    def _is_harmless(self, value: Any) -> bool:
        """Return whether a value given to plain Python is nothing that changes by being used."""
        if isinstance(value, FunctionType):
            return self.is_pure(value)
        if type(value) in (list, tuple, set, frozenset, dict):
            items = [*value, *value.values()] if type(value) is dict else value
            return not any(map(callable, items)) and all(map(self.is_fixed, items))
        owner = getattr(value, "__self__", None) if callable(value) else None
        made = isinstance(value, type) and value.__module__ != "builtins"
        return self.is_fixed(value) and self.is_fixed(owner) and not made

    def _may_have(self, args: list[Any], keywords: dict[str, Any]) -> bool:
        """Return whether plain values hold nothing but numbers, texts and lists of such."""
        stack: list[Any] = [*args, *keywords.values()]
        while stack:
            value = stack.pop()
            if type(value) in (list, tuple, set, frozenset):
                stack.extend(value)
            elif type(value) is dict:
                stack.extend((*value.keys(), *value.values()))
            elif not self.is_fixed(value):
                return False
        return True

    def _run_pure(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        """Run a function of the rules on copies of plain values, unless it does more than read."""
        given = (args, keywords)
        copies = copied(given)
        result = self.native(function, *copies[0], **copies[1])
        if copies != given or _lists(result) & _lists(copies):
            stated = getattr(function, "__wrapped__", function)
            return self.call_closure(self.trace_function(stated), args, keywords)
        return self._copied(result)

    def _copied(self, value: Any) -> Any:
        """Return a copy of what a function returned, so that nobody else has its lists."""
        if type(value) is list:
            copy: Any = [self._copied(v) for v in value]
        elif type(value) is dict:
            copy = {key: self._copied(v) for key, v in value.items()}
        elif type(value) is set:
            copy = set(value)
        elif type(value) is tuple:
            return tuple(self._copied(v) for v in value)
        else:
            return value
        self.own(copy)
        return copy

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
                return self.fresh_list(owner.copy)
            if name in ("remove", "sort"):
                self.changeable(owner)
                if name == "sort" and not plain:
                    owner[:] = sorted_twin(self, [owner], keywords)
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
                if name != "get" and id(owner) in self.objects and not args and not keywords:
                    return self._view(owner, name)
                result = self.native(getattr(owner, name), *args, **keywords)
                return result if name == "get" else list(result)
        if name == "_replace" and _is_named_tuple(type(owner)):
            return self.native(owner._replace, *args, **keywords)
        if name == "count" and isinstance(owner, (list, tuple)) and len(args) == 1 and not plain:
            return sum((self.compare(ast.Eq(), self.checked(v), args[0]) for v in owner), lift(0))
        if isinstance(owner, (list, dict, set)) and name not in _READING_METHODS:
            raise self.refuse(f".{name} of a {type(owner).__name__}")
        if plain:
            return self.fresh_list(getattr(owner, name), *args, **keywords)
        raise self.refuse(f".{name} with values that depend on the position")

    def _view(self, owner: dict[Any, Any], name: str) -> Stream:
        """Return the items, keys or values of a dict, which follow its changes."""

        def run(handler: Callable[[Any], Completion]) -> Completion:
            def turn(key: Any) -> Completion:
                value = self.checked(owner[key])
                return handler({"items": (key, value), "keys": key, "values": value}[name])

            return self._unroll(self.sequence(owner), owner, turn)

        return self.stream(run, again=True)

    # Iteration

    def iterate(self, value: Any, handler: Callable[[Any], Completion]) -> Completion:
        """Pass every item of a value to a handler, emitting a loop for an unknown number."""
        name, outer = self.target_name or "i", self.break_frame
        self.target_name, self.break_frame = None, None
        value = self.checked(value)
        if isinstance(value, Bag):
            return self.through(value, handler)
        if isinstance(value, Stream):
            self.use(value)
            return value.run(handler)  # type: ignore[no-any-return]
        if isinstance(value, Range):
            return self._iterate_range(value, handler, name, outer)
        if isinstance(value, range) and value[24:]:  # len() fails beyond 64 bits
            r = Range(value.start, value.stop, value.step)
            return self.attempt(  # type: ignore[no-any-return]
                lambda: self._iterate_range(r, handler, name, outer),
                lambda: self._unroll(self.sequence(value), None, handler),
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
            if isinstance(watched, list):
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

    def rows(
        self,
        lists: list[Any],
        made: Callable[[list[list[Any]]], list[Any]],
        *,
        backwards: bool = False,
    ) -> Stream:
        """Return an iterator over what is made of the entries of lists.

        As in Python the entries are looked up when their turn comes.

        Raises
        ------
        Untraceable
            When it is gone through, if an entry still to come changes meanwhile.
        """
        watched = [v if id(v) in self.objects else self.sequence(v) for v in lists]
        sizes = [len(v) for v in watched]

        def run(handler: Callable[[Any], Completion]) -> Completion:
            if [len(v) for v in watched] != sizes:
                raise self.refuse("a list grows or shrinks before it is gone through")
            before = [self.sequence(v) for v in watched]
            places = itertools.count(1)

            def turn(row: Any) -> Completion:
                completion = handler(row)
                i = next(places)
                for was, now in zip(before, map(self.sequence, watched), strict=True):
                    to_come = slice(0, -i) if backwards else slice(i, None)
                    if not alike(tuple(was[to_come]), tuple(now[to_come])):
                        raise self.refuse("a list changes while it is gone through")
                return completion

            return self._unroll(made(before), None, turn)

        return self.stream(run)

    def _zero_step(self) -> Completion:
        raise self.fail("ValueError: range() arg 3 must not be zero")

    # Reductions

    def any_of(self, items: Any, test: Callable[[Any], Any]) -> Any:
        """Return whether a test holds for any of some items."""
        return self.reduce("any", items, lambda v: self.truth(test(v)))

    def reduce(
        self, kind: str, items: Any, value: Callable[[Any], Any], default: Any = None
    ) -> Any:
        """Combine the values of items: as one expression if possible, else by a loop.

        The least or greatest of no items is the default, or fails if there is none.
        """
        if default is not None:
            return self._extreme_by_loop(kind, items, value, default)
        bags = self.bags

        def counted() -> None:
            if kind == "sum" and self.bags != bags:
                raise self.refuse("how many entries a set has, which depends on the position")

        def as_expression() -> Any:
            base, self.block = self.block, []
            scratch, before = self.block, self.snapshot()
            try:

                def hit(item: Any) -> Completion:
                    counted()
                    self.emit("hit", lift(expression(value(item))))
                    return None

                mark = len(self.pending)
                # What fails has to stand in the block that is kept.
                completion = self.close(mark, self.guarded(lambda: self.iterate(items, hit)))
                result = None if completion is not None else combined(kind, scratch)
                if result is None or not self.unchanged(before):
                    raise self.refuse("this is no single expression")
            finally:
                self.block = base
            return self.fallible(result)

        return self.attempt(
            as_expression, lambda: self._reduce_by_loop(kind, items, value, counted)
        )

    def unchanged(self, before: Any) -> bool:
        """Return whether names and lists are as they were."""
        return same_state(before, self.snapshot(), None)

    def _reduce_by_loop(
        self, kind: str, items: Any, value: Callable[[Any], Any], counted: Callable[[], None]
    ) -> Any:
        scope = Scope(None, frozenset({kind}))
        self.scopes[id(scope)] = scope
        scope.values[kind] = kind == "all"
        if kind == "sum":
            scope.values[kind] = 0
        if kind in ("least", "greatest"):
            del self.scopes[id(scope)]
            return self._extreme_by_loop(kind, items, value, None)
        frame = self.frame()
        frame.bags = sys.maxsize  # in whatever order the items come

        def stop() -> Completion:
            scope.values[kind] = kind == "any"
            return self.perform(Jump("break", frame))

        def take(item: Any) -> Completion:
            found = value(item)
            if kind == "sum":
                counted()
                total = settled(lift(expression(scope.values[kind])) + found)
                scope.values[kind] = self.keep(self.fallible(total))
                return None
            if kind == "all":
                return self.branch(found, lambda: None, stop)
            return self.branch(found, stop, lambda: None)

        completion, _ = self.leave(frame, self.guarded(lambda: self.iterate(items, take)))
        del self.scopes[id(scope)]
        if completion is DEAD:
            raise DeadPath
        assert completion is None
        return self.checked(scope.values[kind])

    def _extreme_by_loop(
        self, kind: str, items: Any, value: Callable[[Any], Any], default: Any
    ) -> Any:
        scope = Scope(None, frozenset({"best", "some"}))
        self.scopes[id(scope)] = scope
        scope.values["best"], scope.values["some"] = 0, False
        frame = self.frame()

        def take(item: Any) -> Completion:
            found = self.keep(self.fallible(lift(expression(value(item)))))
            best = lift(expression(self.checked(scope.values["best"])))
            better = lift(found) < best if kind == "least" else lift(found) > best

            def chosen() -> Completion:
                scope.values["best"], scope.values["some"] = found, True
                return None

            first = negation(lift(self.checked(scope.values["some"])))
            return self.branch(settled(either(first, better)), chosen, lambda: None)

        completion, _ = self.leave(frame, self.guarded(lambda: self.iterate(items, take)))
        del self.scopes[id(scope)]
        if completion is DEAD:
            raise DeadPath
        assert completion is None
        best, some = self.checked(scope.values["best"]), self.checked(scope.values["some"])
        if default is not None:
            return settled(where(some, best, default))

        def none() -> Completion:
            name = "min" if kind == "least" else "max"
            raise self.fail(f"ValueError: {name}() of an empty list")

        if self.branch(some, lambda: None, none) is DEAD:
            raise DeadPath
        return best


def _is_named_tuple(function: Any) -> bool:
    """Return whether a class is a named tuple, as Python makes them."""
    if not isinstance(function, type) or not {"__new__", "_fields"} <= vars(function).keys():
        return False
    own = {name for name, value in vars(function).items() if isinstance(value, FunctionType)}
    special = {name for name in own if name.startswith("__")}
    return function.__new__.__module__ == f"namedtuple_{function.__name__}" and (
        special <= {"__new__", "__repr__", "__getnewargs__"}
    )


def _lists(value: Any) -> set[int]:
    """Return which lists, dicts and sets there are in a value."""
    if type(value) is tuple:
        return set().union(*map(_lists, value))
    if type(value) is dict:
        return {id(value)}.union(*map(_lists, value.values()))
    if type(value) is list:
        return {id(value)}.union(*map(_lists, value))
    return {id(value)} if type(value) is set else set()
