"""Twins of Python's built-in functions, for values that depend on the position."""

from __future__ import annotations

import ast
import functools
import itertools
import math
import operator
from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.rules import expr
from lastmove.rules.expr import Expr, both, lift, maximum, minimum
from lastmove.rules.tracing.expressions import BINARY
from lastmove.rules.tracing.iterators import chain, takewhile
from lastmove.rules.tracing.values import TRACED, Bag, Range, Stream, is_int, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.rules.tracing.calls import Calls
    from lastmove.rules.tracing.flow import Completion


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
            if keywords:
                raise m.fail(f"TypeError: {name}() of several values with a default")
            return settled((minimum if kind == "least" else maximum)(*_numbers(m, args, name)))
        if len(args) != 1:
            raise m.refuse(f"{name}() of nothing")
        items = args[0]
        if isinstance(items, Stream) and keywords:
            items = m.attempt(partial(m.gathered, items), partial(lambda s: s, items))
        if isinstance(items, (Range, Stream)):
            default = _numbers(m, [keywords["default"]], name)[0] if keywords else None
            return m.reduce(kind, items, lambda v: _numbers(m, [v], name)[0], default)
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
    return settled(both(True, m.reduce("any", items, m.truth)))


def _all(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    items = _one(m, args, keywords, "all")
    return settled(both(True, m.reduce("all", items, m.truth)))


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
            ast.Add(), start, m.reduce("sum", items, lambda v: _numbers(m, [v], "sum")[0])
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
        return m.reduce("sum", items, lambda _: 1)
    if isinstance(items, TRACED):
        raise m.refuse("len() of something that is no list")
    return len(items)


def sorted_twin(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    """Return a few integers in order, by a network of minima and maxima."""
    if len(args) == 1 and isinstance(args[0], Bag) and set(keywords) <= {"reverse"}:
        return args[0]  # whoever goes through a set must not mind the order
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
    return m.rows([items], lambda entries: entries[0][::-1], backwards=True)


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
    return m.rows(
        [items], lambda entries: [(settled(start + i), v) for i, v in enumerate(entries[0])]
    )


def _zip(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if any(isinstance(a, (Range, Stream)) for a in args):
        ranges = [
            Range(a.start, a.stop, a.step)
            if isinstance(a, range)
            else (a if isinstance(a, Range) else None)
            for a in args
        ]
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
    return m.rows(
        args,
        lambda entries: m.native(lambda: list(zip(*entries, **keywords))),  # noqa: B905
    )


def _as_list(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not args:
        return m.fresh_list(list)
    items = _one(m, args, keywords, "list")
    if isinstance(items, Bag):
        return items
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


def _as_set(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    items = _one(m, args, keywords, "set")
    return items if isinstance(items, Bag) else m.set_of(items)


def _as_dict(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if len(args) != 1 or keywords:
        raise m.refuse("dict() with these arguments")
    if isinstance(args[0], dict):
        return m.fresh_list(args[0].copy)
    rows = [m.sequence(row) for row in m.sequence(args[0])]
    if any(len(row) != 2 or not m.is_plain(row[0]) for row in rows):
        raise m.refuse("a dict with keys that depend on the position")
    return m.fresh_list(lambda: {key: v for key, v in rows})  # noqa: C416 - rows are lists


def _as_tuple(m: Calls, args: list[Any], keywords: dict[str, Any]) -> Any:
    if not args:
        return ()
    if len(args) == 1 and isinstance(args[0], Bag):
        return args[0]
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
    if len(args) == 2 and m.is_plain(args[1]):
        if isinstance(args[0], Expr):
            # An integer of the rules may be a bool for Python.
            answers = {m.native(isinstance, sample, args[1]) for sample in (2, True)}
            if len(answers) > 1:
                raise m.refuse("isinstance() with bool")
            return answers.pop()
        if isinstance(args[0], (list, tuple)):
            return m.native(isinstance, args[0], args[1])
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
    sorted: sorted_twin,
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
    itertools.chain: chain,
    itertools.takewhile: takewhile,
    math.gcd: _gcd,
    math.isqrt: _isqrt,
    set: _as_set,
    frozenset: _as_set,
    str: _refused("the text"),
    float: _refused("a float"),
    **{f: _operator(op) for op, (_, f) in BINARY.items()},
    operator.abs: _abs,
}
# Twins that are used on plain arguments too, since what they make is consumed step by step.
ALWAYS = frozenset(
    {map, filter, list, zip, enumerate, reversed, itertools.chain, itertools.takewhile}
)
