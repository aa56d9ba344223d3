"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from lastmove.rules.tracing.comparisons import Comparisons
from lastmove.rules.tracing.flow import DEAD, Completion
from lastmove.rules.tracing.source import bound_names
from lastmove.rules.tracing.state import Block, cannot_fail, same_state
from lastmove.rules.tracing.values import Closure, DeadPath, Method, Scope, Stream, is_int

if TYPE_CHECKING:
    from collections.abc import Callable


class Comprehensions(Comparisons):
    """Evaluation of comprehensions: as lists if the length is known, else as streams."""

    def _eval_GeneratorExp(self, node: ast.GeneratorExp) -> Any:  # noqa: N802
        first = self.eval(node.generators[0].iter)
        return self._comprehension(node.generators, first, lambda: self.eval(node.elt), self.scope)

    def _eval_ListComp(self, node: ast.ListComp) -> Any:  # noqa: N802
        whole = id(node) in self.whole
        return self._list_of(node.generators, lambda: self.eval(node.elt), whole=whole)

    def _list_of(
        self,
        generators: list[ast.comprehension],
        element: Callable[[], Any],
        *,
        whole: bool = False,
    ) -> Any:
        """Return the list of a comprehension, or a stream if its length is not known."""
        # Python evaluates the first iterable at once, the others when their turn comes.
        first = self.eval(generators[0].iter)
        now = self._comprehension(generators, first, element, self.scope)

        def later() -> Stream:
            self.made_now(now, whole=whole)
            # A list made now does not see what happens to the names afterwards.
            memo: dict[int, Any] = {}
            scope, items = self._frozen(self.scope, memo), self._frozen(first, memo)

            def kept() -> Any:
                value = element()
                self.freeze(value)
                return value

            return self._comprehension(generators, items, kept, scope, again=True)

        return self.attempt(lambda: self.gathered(now), later)

    def _eval_SetComp(self, node: ast.SetComp) -> Any:  # noqa: N802
        return self.set_comprehension(node)

    def set_comprehension(self, node: ast.SetComp | ast.GeneratorExp) -> Any:
        """Return the set of what a comprehension gives."""
        return self.set_of(self._list_of(node.generators, lambda: self.eval(node.elt)))

    def _eval_DictComp(self, node: ast.DictComp) -> Any:  # noqa: N802
        def pair() -> Any:
            return self.eval(node.key), self.eval(node.value)

        items = self._list_of(node.generators, pair)
        if not isinstance(items, list) or not all(self.is_plain(key) for key, _ in items):
            raise self.refuse("a dict with keys that depend on the position")
        return self.fresh_list(lambda: dict(items))

    def _comprehension(
        self,
        generators: list[ast.comprehension],
        first: Any,
        element: Callable[[], Any],
        enclosing: Scope | None,
        *,
        again: bool = False,
    ) -> Stream:
        assert enclosing is not None
        targets: list[Any] = [ast.Assign([g.target], g.iter) for g in generators]
        names, _ = bound_names(targets)
        if isinstance(first, Stream) and not first.again:
            again = False

        def run(handler: Callable[[Any], Completion]) -> Completion:
            saved = self.scope
            self.scope = scope = Scope(enclosing, names, offset=enclosing.offset)
            self.scopes[id(scope)] = scope

            def level(i: int) -> Completion:
                if i == len(generators):
                    value = element()
                    inner, self.scope = self.scope, saved
                    try:
                        return handler(value)
                    finally:
                        self.scope = inner
                g = generators[i]

                def turn(value: Any) -> Completion:
                    before, self.scope = self.scope, scope
                    try:
                        self.assign(g.target, value)
                        return self._filtered(list(g.ifs), lambda: level(i + 1))
                    finally:
                        self.scope = before

                return self.iterate(first if i == 0 else self.eval(g.iter), turn)

            try:
                return level(0)
            finally:
                self.scope = saved
                if not scope.captured:
                    self.scopes.pop(id(scope), None)

        return self.stream(run, again=again)

    def _filtered(self, tests: list[ast.expr], then: Callable[[], Completion]) -> Completion:
        if not tests:
            return then()
        condition = self.condition(tests[0])
        return self.branch(condition, lambda: self._filtered(tests[1:], then), lambda: None)

    def gathered(self, stream: Stream) -> Any:
        """Return a list of what a stream gives.

        Raises
        ------
        Untraceable
            If the length depends on the position.
        """
        block, depth = self.block, (len(self.pending), len(self.loops), self.bags)
        found: list[Any] = []

        def take(value: Any) -> Completion:
            now = (len(self.pending), len(self.loops), self.bags)
            if self.block is not block or now != depth:
                raise self.refuse("a list whose length depends on the position")
            found.append(value)
            return None

        if self.iterate(stream, take) is DEAD:
            raise DeadPath
        self.own(found)
        return found

    def made_now(self, stream: Stream, *, whole: bool) -> None:
        """Allow for what making a list does at once, where its items are computed later.

        If computing them can fail or go on for ever it is done here too, unless the list is gone
        through as a whole (`whole`) as soon as it is made.

        Raises
        ------
        Untraceable
            If making the list changes names or other lists.
        """
        base, before, mark = self.block, self.snapshot(), len(self.pending)
        emitted, names, used = self.emitted, len(self.names), len(self.used)
        scratch: Block = []
        self.block = scratch
        try:
            completion = self.close(mark, self.guarded(lambda: self.iterate(stream, self._lasting)))
            if not same_state(before, self.snapshot(), None):
                raise self.refuse("a list of unknown length whose making changes something else")
        finally:
            self.block = base
        self.restore(before)
        for found in self.used[used:]:
            found.used = False
        del self.used[used:]
        if completion is None and (whole or cannot_fail(scratch)):
            self.emitted = emitted
            self._forget_names(names)
            return
        base.extend(scratch)
        if completion is DEAD:
            raise DeadPath
        assert completion is None

    def _lasting(self, value: Any) -> Completion:
        """Refuse items of a list that would read names when they are used."""
        if isinstance(value, (Closure, Method)) or (isinstance(value, Stream) and not value.again):
            raise self.refuse("functions or generators in a list of unknown length")
        if isinstance(value, (tuple, list, dict)):
            for inner in value.values() if isinstance(value, dict) else value:
                self._lasting(inner)
        return None

    def _frozen(self, value: Any, memo: dict[int, Any]) -> Any:
        """Return a copy of scopes and lists that nothing changes any more."""
        known = memo.get(id(value))
        if known is not None:
            return known
        if isinstance(value, Scope):
            scope = Scope(
                self._frozen(value.parent, memo),
                value.locals,
                function=value.function,
                outside=value.outside,
                offset=value.offset,
            )
            memo[id(value)] = scope
            scope.values = {k: self._frozen(v, memo) for k, v in value.values.items()}
            return scope
        if isinstance(value, Closure) and value.scope is not None:
            return Closure(
                value.node,
                self._frozen(value.scope, memo),
                value.defaults,
                value.keyword_defaults,
                function=value.function,
                offset=value.offset,
                cached=value.cached,
            )
        if isinstance(value, Method):
            return Method(self._frozen(value.owner, memo), value.name)
        if id(value) in self.objects:
            memo[id(value)] = copy = value.copy()
            if isinstance(copy, list):
                copy[:] = [self._frozen(v, memo) for v in value]
            elif isinstance(copy, dict):
                for key, v in value.items():
                    copy[key] = self._frozen(v, memo)
            if id(value) in self.spoiled:
                self.spoiled[id(copy)] = self.spoiled[id(value)]
                self.frozen.add(id(copy))
            return copy
        if type(value) is tuple and not self._is_flat(value):
            return tuple(self._frozen(v, memo) for v in value)
        return value

    def _is_flat(self, value: tuple[Any, ...]) -> bool:
        return all(is_int(v) or isinstance(v, str) for v in value)
