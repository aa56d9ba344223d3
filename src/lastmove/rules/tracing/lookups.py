"""Entries of lists, tuples and dicts, at places that may depend on the position."""

from __future__ import annotations

import ast
import operator
from typing import TYPE_CHECKING, Any

from lastmove.rules import expr
from lastmove.rules.expr import Expr, lift, where
from lastmove.rules.tracing.expressions import Expressions, is_many
from lastmove.rules.tracing.flow import DEAD, Completion
from lastmove.rules.tracing.values import (
    Closure,
    DeadPath,
    Method,
    Place,
    Places,
    Range,
    Stream,
    is_int,
    rebuild,
    skeleton,
)

if TYPE_CHECKING:
    from collections.abc import Callable


class Lookups(Expressions):
    """What subscripts give."""

    def _eval_Subscript(self, node: ast.Subscript) -> Any:  # noqa: N802
        return self.entry_of(self.eval(node.value), node.slice)

    def entry_of(self, box: Any, place: ast.expr) -> Any:
        """Return what a subscript gives."""
        index = self.index(place)
        if isinstance(box, (Range, Stream, Closure, Method, Place, Places, Expr)):
            raise self.refuse("indexing something whose length depends on the position")
        if not isinstance(index, Expr):
            if not self.is_plain(index):
                raise self.refuse("an index that is not an integer")
            part = isinstance(index, slice) and type(box) is list
            return (self.fresh_list if part else self.native)(operator.getitem, box, index)
        if type(box) is dict:
            return self._looked_up(box, index)
        if type(box) not in (list, tuple, range):
            raise self.refuse(
                f"a {type(box).__name__} indexed by a value that depends on the position; "
                "use a tuple"
            )
        if bool(box[4096:]):  # a range may be too long for `len`
            raise self.refuse("a table of more than 4,096 entries is indexed")
        return self.pick(list(box), index)

    def _looked_up(self, box: dict[Any, Any], key: Expr) -> Any:
        """Return the entry of a dict at a key that depends on the position."""
        keys = list(box)
        if len(keys) > 4096 or not keys or not all(type(k) is int for k in keys):
            raise self.refuse("a dict looked up by a value that depends on the position")

        def missing() -> Completion:
            raise self.fail(f"KeyError (line {self.line})")

        if self.branch(self.contains(keys, key), lambda: None, missing) is DEAD:
            raise DeadPath
        low, high = min(keys), max(keys)
        if high - low >= 4096:
            raise self.refuse("a dict with keys far apart is looked up")
        near = keys[0]
        return self.pick([box.get(k, box[near]) for k in range(low, high + 1)], lift(key - low))

    def pick(self, entries: list[Any], index: Expr) -> Any:
        """Return the entry at an index that depends on the position."""
        entries = [self.checked(e) for e in entries]
        if all(map(_is_number, entries)):
            return self.fallible(expr.at(index, [int(e) for e in entries]))
        if not entries or len(entries) > 64:
            raise self.refuse("an index that depends on the position")
        place = self.fallible(expr.at(index, range(len(entries))))
        shapes = [skeleton(e) for e in entries]
        if all(shape == shapes[0][0] and leaves for shape, leaves in shapes):
            columns = zip(*(leaves for _, leaves in shapes), strict=True)
            return rebuild(shapes[0][0], [self._leaf(place, list(c)) for c in columns])
        if all(map(is_many, entries)):
            return self._one_of_many(place, entries)
        raise self.refuse("an index that depends on the position")

    def _leaf(self, place: Expr, entries: list[Any]) -> Any:
        if all(map(_is_number, entries)):
            return self.fallible(expr.at(place, [int(e) for e in entries]))
        result: Any = entries[-1]
        for i, entry in reversed(list(enumerate(entries[:-1]))):
            result = where(place == i, entry, result)
        return self.keep(result)

    def _one_of_many(self, place: Expr, entries: list[Any]) -> Stream:
        """Return what goes through one of several lists, whose lengths may differ."""
        for entry in entries:
            self.freeze(entry)
        lists = [tuple(e) if isinstance(e, (list, set)) else e for e in entries]

        def run(handler: Callable[[Any], Completion], first: int = 0) -> Completion:
            if first == len(lists) - 1:
                return self.iterate(lists[first], handler)
            return self.branch(
                place == first,
                lambda: self.iterate(lists[first], handler),
                lambda: run(handler, first + 1),
            )

        if not all(v.again for v in lists if isinstance(v, Stream)):
            raise self.refuse("an index that depends on the position")
        return self.stream(run, again=True)

    def index(self, node: ast.expr) -> Any:
        """Return the value of an index or slice."""
        if not isinstance(node, ast.Slice):
            return self.eval(node)
        parts = [None if p is None else self.eval(p) for p in (node.lower, node.upper, node.step)]
        if not self.is_plain(parts):
            raise self.refuse("a slice whose bounds depend on the position")
        return slice(*parts)


def _is_number(value: Any) -> bool:
    return is_int(value) and not isinstance(value, Expr)
