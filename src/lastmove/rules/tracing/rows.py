"""Tracing rules with ``*heaps`` once for any number of heaps.

The heaps are a row whose length is the one coordinate. Rules that read some entries, change some
and leave all others as they are become statements in which two are new: an entry is read, and a
move changes entries. The form is described in ``docs/reference/program.md``.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, coord, lift, var
from lastmove.rules.tracing.flow import Completion
from lastmove.rules.tracing.tracer import (
    Numbering,
    Tracer,
    _drop_idle,
    _finished,
    _inline_temporaries,
)
from lastmove.rules.tracing.values import Range, Row, Scope, Untraceable, alike, expression, is_int

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.rules.ruleset import Rules
    from lastmove.rules.tracing.values import Closure

__all__ = ["FORMAT", "trace_rows"]

FORMAT = "lastmove-rows/1"


def trace_rows(rules: Rules) -> dict[str, Any]:
    """Return the rules of a game with ``*heaps``, for any number of them, as JSON data.

    Raises
    ------
    Untraceable
        If they are not of this kind.

    Examples
    --------
    >>> import lastmove as lm
    >>> rows = trace_rows(lm.rulesets.get("nim"))
    >>> rows["programs"][0]["moves"][0][:4]
    ['for', 0, 0, ['x', 0]]
    """
    if rules.kind != "impartial" or rules.arity is not None:
        raise Untraceable("only impartial rules with *heaps are of this kind")
    if rules.domain is not None:
        raise Untraceable(
            "they have a domain, and the proof takes every row of numbers for a position, since "
            "by its theorem any entry that counts can be lowered to any number"
        )
    if len(rules.coord_names(0)) > 1:
        raise Untraceable("coordinates beside *heaps are not supported here")
    tracer = _RowTracer(rules, 1, [(rules, 1)])
    try:
        block = tracer.moves()
    except RecursionError:
        raise tracer.refuse("an expression is too large or a function too deep") from None
    numbering = Numbering(tracer.names)
    _drop_idle(block)
    _inline_temporaries(block, tracer.temporary)
    numbering.block(block)
    finished = _finished(block, numbering.index)
    program = {
        "name": rules.name,
        "coords": [rules.coord_names(1)[0].rstrip("0123456789")],
        "vars": numbering.names,
        "moves": [_data(statement) for statement in finished],
    }
    return {"format": FORMAT, "programs": [program]}


def _data(statement: tuple[Any, ...]) -> list[Any]:
    return [
        part.to_json()
        if isinstance(part, Expr)
        else [_data(inner) for inner in part]
        if isinstance(part, tuple)
        else part
        for part in statement
    ]


class _RowTracer(Tracer):
    """Traces moves with a row in place of the coordinates."""

    def moves(self) -> list[Any]:
        """Return the statements."""
        return self._body(self.rules.bodies["moves"])

    def _bind(self, closure: Closure, args: list[Any], keywords: dict[str, Any]) -> Scope:
        scope = super()._bind(closure, args, keywords)
        if closure.function is self.rules.bodies["moves"] and closure.node.args.vararg is not None:
            scope.values[closure.node.args.vararg.arg] = Row()
        return scope

    # Reading

    def _read(self, row: Row, place: Any) -> Any:
        if not is_int(place) or (isinstance(place, int) and place < 0):
            raise self.refuse("an entry counted from the end")
        for known, value in reversed(row.changes):
            if alike(place, known):
                return value
            self.emit("distinct", expression(place), expression(known))
        k = self.fresh("entry")
        self.emit("entry", k, expression(place))
        return var(k)

    def entry_of(self, box: Any, place: ast.expr) -> Any:
        """Return what a subscript gives."""
        if not isinstance(box, Row):
            return super().entry_of(box, place)
        if box.span is not None:
            raise self.refuse("an entry of a part of the row")
        if not isinstance(place, ast.Slice):
            return self._read(box, self.eval(place))
        if place.step is not None:
            raise self.refuse("a part of the row with a step")
        ends = [None if e is None else self.eval(e) for e in (place.lower, place.upper)]
        return Row(box.changes, (ends[0], ends[1]))

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        """Call a value with traced arguments."""
        if len(args) == 1 and isinstance(args[0], Row) and not keywords and args[0].span is None:
            if function is len:
                return coord(0)
            if function in (list, tuple):
                return args[0]
        if function is enumerate and args and isinstance(args[0], Row) and not args[1:]:
            return _Enumerated(args[0])
        return super().call(function, args, keywords)

    def iterate(self, value: Any, handler: Callable[[Any], Completion]) -> Completion:
        """Pass every item of a value to a handler."""
        row = value.row if isinstance(value, _Enumerated) else value
        if not isinstance(row, Row):
            return super().iterate(value, handler)
        if row.span is not None:
            raise self.refuse("a loop over a part of the row")

        def one(place: Any) -> Completion:
            entry = self._read(row, place)
            return handler((place, entry) if isinstance(value, _Enumerated) else entry)

        return super().iterate(Range(0, coord(0), 1), one)

    # Changing

    def assign(self, target: ast.expr, value: Any) -> None:
        """Assign a value to a target."""
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            row = self.lookup(target.value.id)
            if isinstance(row, Row):
                place = self.eval(target.slice)
                if row.span is not None or not is_int(value) or not is_int(place):
                    raise self.refuse("an entry that is set in this way")
                self.home(target.value.id).values[target.value.id] = self._changed(
                    row, place, value
                )
                return
        super().assign(target, value)

    def _changed(self, row: Row, place: Any, value: Any) -> Row:
        kept = []
        for known, old in row.changes:
            if not alike(place, known):
                self.emit("distinct", expression(place), expression(known))
                kept.append((known, old))
        return Row((*kept, (place, value)))

    def _run_AugAssign(self, node: ast.AugAssign) -> Completion:  # noqa: N802
        target = node.target
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            row = self.lookup(target.value.id)
            if isinstance(row, Row):
                old = self.entry_of(row, target.slice)
                self.assign(target, self._augmented(node.op, old, self.eval(node.value)))
                return None
        return super()._run_AugAssign(node)

    def sequence(self, value: Any) -> list[Any]:
        """Return the items of something whose length is known; a row stands for its own."""
        return [value] if isinstance(value, Row) else super().sequence(value)

    def _eval_Tuple(self, node: ast.Tuple) -> Any:  # noqa: N802
        items = super()._eval_Tuple(node)
        return self._assembled(items) if any(isinstance(v, Row) for v in items) else items

    def _eval_List(self, node: ast.List) -> Any:  # noqa: N802
        items = self._items(node.elts)
        if any(isinstance(v, Row) for v in items):
            return self._assembled(tuple(items))
        self.own(items)
        return items

    def _assembled(self, items: tuple[Any, ...]) -> Row:
        """Return parts of the row and entries between them, if together they make a row."""
        whole = next(item.changes for item in items if isinstance(item, Row))
        end: Any = 0
        row = Row(whole)
        for item in items:
            if isinstance(item, Row):
                first, last = item.span or (None, None)
                if item.changes != whole:
                    raise self.refuse("parts of different rows")
                if not alike(0 if first is None else first, end):
                    raise self.refuse("parts that leave out or repeat entries")
                end = last
            elif not is_int(item) or end is None:
                raise self.refuse("a row of another length")
            else:
                row = self._changed(row, end, item)
                end = lift(end + 1) if isinstance(end, Expr) else end + 1
        if end is not None:
            raise self.refuse("a row of another length")
        return row

    def _option(self, value: Any) -> Completion:
        """Emit an option."""
        if not isinstance(value, Row) or value.span is not None:
            raise self.refuse("an option that is no row of the same length")
        self.step()
        parts = [expression(e) for change in value.changes for e in change]
        self.emit("change", *parts)
        return None


class _Enumerated(Row):
    """``enumerate(row)``."""

    __slots__ = ("row",)

    def __init__(self, row: Row) -> None:
        super().__init__(span=(0, 0))
        self.row = row
