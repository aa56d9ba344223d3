"""Comprehensions and generator expressions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from lastmove.rules.tracing.comparisons import Comparisons
from lastmove.rules.tracing.flow import DEAD, Completion
from lastmove.rules.tracing.source import bound_names
from lastmove.rules.tracing.values import Closure, DeadPath, Scope, Stream, is_int

if TYPE_CHECKING:
    from collections.abc import Callable


class Comprehensions(Comparisons):
    """Evaluation of comprehensions: as lists if the length is known, else as streams."""

    def _eval_GeneratorExp(self, node: ast.GeneratorExp) -> Any:  # noqa: N802
        first = self.eval(node.generators[0].iter)
        return self._comprehension(node.generators, first, lambda: self.eval(node.elt), self.scope)

    def _eval_ListComp(self, node: ast.ListComp) -> Any:  # noqa: N802
        return self._list_of(node.generators, lambda: self.eval(node.elt))

    def _list_of(self, generators: list[ast.comprehension], element: Callable[[], Any]) -> Any:
        """Return the list of a comprehension, or a stream if its length is not known."""
        # Python evaluates the first iterable at once, the others when their turn comes.
        first = self.eval(generators[0].iter)
        now = self._comprehension(generators, first, element, self.scope)

        def later() -> Stream:
            # A list made now does not see what happens to the names afterwards.
            scope = self._frozen(self.scope, {})
            return self._comprehension(generators, first, element, scope, again=True)

        return self.attempt(lambda: self.gathered(now), later)

    def _eval_SetComp(self, node: ast.SetComp) -> Any:  # noqa: N802
        items = self._list_of(node.generators, lambda: self.eval(node.elt))
        if not isinstance(items, list) or not self.is_plain(items):
            raise self.refuse("a set of values that depend on the position; use a list")
        return self.native(lambda: set(items))

    def _eval_DictComp(self, node: ast.DictComp) -> Any:  # noqa: N802
        def pair() -> Any:
            return self.eval(node.key), self.eval(node.value)

        items = self._list_of(node.generators, pair)
        if not isinstance(items, list) or not all(self.is_plain(key) for key, _ in items):
            raise self.refuse("a dict with keys that depend on the position")
        return self.native(lambda: dict(items))

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
        condition = self.truth(self.eval(tests[0]))
        return self.branch(condition, lambda: self._filtered(tests[1:], then), lambda: None)

    def gathered(self, stream: Stream) -> Any:
        """Return a list of what a stream gives.

        Raises
        ------
        Untraceable
            If the length depends on the position.
        """
        block, depth = self.block, (len(self.pending), len(self.loops))
        found: list[Any] = []

        def take(value: Any) -> Completion:
            if self.block is not block or (len(self.pending), len(self.loops)) != depth:
                raise self.refuse("a list whose length depends on the position")
            found.append(value)
            return None

        self.use(stream)
        if stream.run(take) is DEAD:
            raise DeadPath
        self.own(found)
        return found

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
            )
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
