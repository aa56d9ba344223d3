"""Assignments of the rules: names, unpacking, entries of what moves fill, and what is yielded."""

from __future__ import annotations

import ast
import operator
from typing import Any

from lastmove.rules.tracing.expressions import BINARY, INPLACE
from lastmove.rules.tracing.flow import Completion
from lastmove.rules.tracing.matching import Matching
from lastmove.rules.tracing.values import TRACED, Poison, Stream, is_int, settled


class Assigning(Matching):
    """Assignment to names and entries, and to what moves fill."""

    def _run_Assign(self, node: ast.Assign) -> Completion:  # noqa: N802
        collector = self.function.collector
        if collector is not None and any(self._is_collector(t) for t in node.targets):
            return self._begin_filling(node.value)
        value = self.eval(node.value)
        if is_int(value) and isinstance(node.targets[0], ast.Name):
            value = self.keep(value, node.targets[0].id)
        for target in node.targets:
            self.assign(target, value)
        return None

    def _run_AnnAssign(self, node: ast.AnnAssign) -> Completion:  # noqa: N802
        collector = self.function.collector
        if collector and self._is_collector(node.target):
            return self._begin_filling(node.value)
        if node.value is not None:
            self.assign(node.target, self.eval(node.value))
        return None

    def _begin_filling(self, node: ast.expr | None) -> Completion:
        if isinstance(node, ast.Call) and self.eval(node.func) is not set:
            raise self.refuse("a name that Python has for its own use stands for another thing")
        if node is None or isinstance(node, ast.Call):
            return None
        return self._yield_all(node)

    def _run_AugAssign(self, node: ast.AugAssign) -> Completion:  # noqa: N802
        target = node.target
        if isinstance(target, ast.Name):
            if self._is_collector(target):
                return self._yield_all(node.value)
            old = self.checked(self.lookup(target.id))
            self.assign(target, self._augmented(node.op, old, self.eval(node.value)))
            return None
        if not isinstance(target, ast.Subscript):
            raise self.refuse("an attribute is changed")
        box, index = self.eval(target.value), self.index(target.slice)
        if not self.is_plain(index) or isinstance(box, TRACED):
            raise self.refuse("an entry is changed at a place that depends on the position")
        old = self.checked(self.native(operator.getitem, box, index))
        value = self._augmented(node.op, old, self.eval(node.value))
        self._store(box, index, value)
        return None

    def _augmented(self, op: ast.operator, old: Any, value: Any) -> Any:
        symbol = BINARY[type(op)][0]
        if isinstance(old, Stream):
            # It may go by another name too.
            raise self.refuse(f"{symbol}= on a list of unknown length; write a = a {symbol} b")
        if isinstance(old, (list, dict, set)):
            self.changeable(old)
            if symbol not in INPLACE or not (symbol == "+" or self.is_plain((old, value))):
                raise self.refuse(f"{symbol}= on this")
            value = self.sequence(value) if symbol == "+" else value
            return self.native(INPLACE[symbol], old, value)
        if self.is_plain(old) and not self.is_fixed(old):
            raise self.refuse(f"{symbol}= on a {type(old).__name__}")
        return self.binary(op, old, value)

    def _store(self, box: Any, index: Any, value: Any) -> None:
        if not isinstance(box, (list, dict)) or not self.is_plain(index):
            raise self.refuse("an entry is changed at a place that depends on the position")
        self.changeable(box)
        if isinstance(index, slice):
            value = self.sequence(value)
        self.native(operator.setitem, box, index, value)

    def assign(self, target: ast.expr, value: Any) -> None:
        """Assign a value to a target."""
        if isinstance(target, ast.Name):
            if is_int(value):
                value = self.keep(settled(value), target.id)
            self.home(target.id).values[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target.elts, self.sequence(value))
        elif isinstance(target, ast.Subscript):
            self._store(self.eval(target.value), self.index(target.slice), value)
        else:
            raise self.refuse("an attribute is set")

    def _unpack(self, targets: list[ast.expr], values: list[Any]) -> None:
        stars = [i for i, t in enumerate(targets) if isinstance(t, ast.Starred)]
        if not stars:
            if len(targets) != len(values):
                raise self.fail("ValueError: the number of values to unpack is wrong")
            for target, value in zip(targets, values, strict=True):
                self.assign(target, value)
            return
        i, after = stars[0], len(targets) - stars[0] - 1
        if len(values) < i + after:
            raise self.fail("ValueError: not enough values to unpack")
        middle = values[i : len(values) - after]
        self.own(middle)
        starred = targets[i]
        assert isinstance(starred, ast.Starred)
        self._unpack(targets[:i], values[:i])
        self.assign(starred.value, middle)
        self._unpack(targets[i + 1 :], values[len(values) - after :])

    def _run_Delete(self, node: ast.Delete) -> Completion:  # noqa: N802
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.home(target.id).values[target.id] = Poison(f"{target.id!r} was deleted")
            elif isinstance(target, ast.Subscript):
                box, index = self.eval(target.value), self.index(target.slice)
                if not isinstance(box, (list, dict)) or not self.is_plain(index):
                    raise self.refuse("an entry is deleted at a place that depends on the position")
                self.native(operator.delitem, self.changeable(box), index)
            else:
                raise self.refuse("an attribute is deleted")
        return None

    def _yield(self, value: Any) -> Completion:
        if self.function.on_yield is None:
            raise self.refuse("yield outside a generator")
        if self.function.collector is not None:
            self.freeze(value)
        return self.function.on_yield(value)  # type: ignore[no-any-return]

    def _yield_all(self, node: ast.expr) -> Completion:
        """Yield the entries of a list that goes by no other name."""
        self.whole.add(id(node))
        return self.iterate(self.eval(node), self._yield)

    def _is_collector(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id == self.function.collector
