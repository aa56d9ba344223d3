"""Executing the statements of the rules, and functions called from them."""

from __future__ import annotations

import ast
import functools
from copy import copy
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr
from lastmove.rules.tracing.assigning import Assigning
from lastmove.rules.tracing.calls import IMPURE, IMPURE_MODULES
from lastmove.rules.tracing.collecting import (
    appended,
    as_fillings,
    collected_name,
    given_back,
    is_set,
    name_of,
)
from lastmove.rules.tracing.expressions import is_many
from lastmove.rules.tracing.flow import DEAD, Completion, Frame, Jump
from lastmove.rules.tracing.reads import MISSING, outer
from lastmove.rules.tracing.source import bound_names, has_yield, syntax_tree
from lastmove.rules.tracing.values import (
    Bag,
    Closure,
    DeadPath,
    Scope,
    Stream,
    Untraceable,
    is_int,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_DEEPEST_CALL = 30
_MOST_TURNS = 32
_CACHES = (functools.cache, functools.lru_cache)


class Context:
    """A call of a function while its body is traced."""

    __slots__ = ("collector", "filled_set", "frame", "generator", "loops", "main", "on_yield")

    def __init__(
        self,
        frame: Frame,
        on_yield: Callable[[Any], Completion] | None,
        *,
        main: bool = False,
        collector: str | None = None,
        filled_set: bool = False,
        generator: bool = False,
    ) -> None:
        self.filled_set = filled_set
        self.generator = generator
        self.frame = frame
        self.on_yield = on_yield
        self.main = main
        self.collector = collector
        self.loops: list[tuple[Frame, Frame]] = []


class Statements(Assigning):
    """Execution of statement nodes."""

    def __init__(self, coords: tuple[str, ...]) -> None:
        super().__init__(coords)
        self._active: list[Any] = []
        self._trees: dict[Any, Closure] = {}
        self._purity: dict[Any, bool] = {}

    # Functions

    def trace_function(self, function: Any) -> Closure:
        """Return a function object of the rules as something to trace."""
        closure = self._trees.get(function)
        if closure is None:
            if not isinstance(function, FunctionType):
                raise self.refuse(f"calling {function!r} with values that depend on the position")
            node, offset = syntax_tree(function)
            closure = self._trees[function] = Closure(
                node,
                None,
                function.__defaults__ or (),
                dict(function.__kwdefaults__ or {}),
                function=function,
                offset=offset,
            )
        return closure

    def is_pure(self, function: Any) -> bool:
        """Return whether a function seems to do nothing but compute its result."""
        if function in self._purity:
            return self._purity[function]
        self._purity[function] = True  # for functions that call themselves
        try:
            node = self.trace_function(function).node
        except Untraceable:
            pure = False
        else:
            names = _outer_names(function)
            for name, found in names.items():
                self.reads.note(function, name, found)
            for inner in ast.walk(node):
                if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name):
                    owner = names.get(inner.value.id, MISSING)
                    if hasattr(owner, inner.attr):
                        found = getattr(owner, inner.attr)
                        self.reads.note_attribute(owner, inner.attr, found)
            defaults = (function.__defaults__, function.__kwdefaults__)
            pure = (
                not has_yield(node)
                and all(map(self.is_fixed, (*(defaults[0] or ()), *(defaults[1] or {}).values())))
                and all(_harmless(inner, function, names) for inner in ast.walk(node))
                and all(
                    self.is_pure(found)
                    for found in names.values()
                    if isinstance(found, FunctionType)
                )
            )
        self._purity[function] = pure
        return pure

    def call_closure(self, closure: Closure, args: list[Any], keywords: dict[str, Any]) -> Any:
        """Call a function whose tree is at hand."""
        node = closure.node
        if closure.cached:
            if any(isinstance(a, (list, dict, set)) for a in (*args, *keywords.values())):
                raise self.fail("TypeError: an argument that cannot be remembered")
            value = self.call_closure(_without_cache(closure), args, keywords)
            self.freeze(value)  # the next call returns the same list
            return value
        if sum(active is node for active in self._active) >= _DEEPEST_CALL:
            raise self.refuse(f"{closure.name} calls itself on values that depend on the position")
        scope = self._bind(closure, args, keywords)
        if isinstance(node, ast.Lambda):
            self._active.append(node)
            try:
                return self._inside(scope, self.function, lambda: self.eval(node.body))
            finally:
                self._active.pop()
                if not scope.captured:
                    self.scopes.pop(id(scope), None)
        if has_yield(node):
            return self.stream(lambda handler: self._generate(closure, scope, handler, None))
        collector = collected_name(node)
        if collector is not None:
            return self._collected(closure, scope, collector)
        frame = self.frame()

        def run() -> Any:
            completion = self.run_block(node.body)
            if completion is None:
                completion = Jump("return", frame, None)
            completion, value = self.leave(frame, completion)
            if completion is DEAD:
                raise DeadPath
            assert completion is None
            return value

        known = set(self.objects)
        self._active.append(node)
        try:
            value = self._inside(scope, Context(frame, None), run)
        finally:
            self._active.pop()
            if not scope.captured:
                self.scopes.pop(id(scope), None)
        if is_int(value) and not scope.captured and not _holds_lists(args):
            # Lists made by the call are out of reach now.
            for key in [key for key in self.objects if key not in known]:
                del self.objects[key]
        return self.keep(value, "value") if is_int(value) else value

    def _collected(self, closure: Closure, scope: Scope, collector: str) -> Any:
        """Return the list that a function fills and returns, as a stream."""
        fill = functools.partial(self._generate, closure, scope, collector=collector)
        if any(isinstance(v, Stream) and not v.again for v in scope.values.values()):
            raise self.refuse(f"{closure.name} is given a generator and returns a list")
        values = dict(scope.values)
        self.made_now(self.stream(fill), whole=False)
        # The list is made now, and does not see what happens to names and lists afterwards.
        memo: dict[int, Any] = {}
        scope.values = {name: self._frozen(value, memo) for name, value in values.items()}
        if closure.scope is not None:
            scope.parent = self._frozen(closure.scope, memo)
        kind = Bag if is_set(closure.node, collector) else Stream
        return kind(fill, len(self.loops), again=True)

    def _generate(
        self,
        closure: Closure,
        scope: Scope,
        handler: Callable[[Any], Completion],
        collector: str | None,
    ) -> Completion:
        node = closure.node
        assert isinstance(node, ast.FunctionDef)
        # What it sets is not set when this is done again, as after an attempt that failed.
        scope = copy(scope)
        scope.values = dict(scope.values)
        caller = (self.scope, self.function)
        frame = self.frame()

        def on_yield(value: Any) -> Completion:
            return self._inside(*caller, lambda: handler(value))  # type: ignore[no-any-return]

        def run() -> Completion:
            return self.leave(frame, self.run_block(node.body))[0]

        filled_set = collector is not None and is_set(node, collector)
        context = Context(frame, on_yield, collector=collector, filled_set=filled_set)
        return self._inside(scope, context, run)  # type: ignore[no-any-return]

    def _inside(self, scope: Scope | None, function: Any, run: Callable[[], Any]) -> Any:
        saved = (self.scope, self.function, self.line)
        self.scope, self.function = scope, function
        if scope is not None:
            self.scopes[id(scope)] = scope
        try:
            result = run()
        finally:
            self.scope, self.function = saved[0], saved[1]
        self.line = saved[2]
        return result

    def _bind(self, closure: Closure, args: list[Any], keywords: dict[str, Any]) -> Scope:
        a = closure.node.args
        body = closure.node.body
        names, outside = bound_names(body if isinstance(body, list) else [ast.Expr(body)])
        parameters = [*a.posonlyargs, *a.args, *a.kwonlyargs]
        parameters += [p for p in (a.vararg, a.kwarg) if p is not None]
        scope = Scope(
            closure.scope,
            names | {p.arg for p in parameters},
            function=closure.function,
            outside=outside,
            offset=closure.offset,
        )
        values: dict[str, Any] = {}
        positional = [p.arg for p in (*a.posonlyargs, *a.args)]
        wrong = f"TypeError: {closure.name}() is called with the wrong arguments"
        if len(args) > len(positional) and a.vararg is None:
            raise self.fail(wrong)
        values.update(zip(positional, args, strict=False))
        if a.vararg is not None:
            values[a.vararg.arg] = tuple(args[len(positional) :])
        named = {p.arg for p in (*a.args, *a.kwonlyargs)}
        extra = {}
        for key, value in keywords.items():
            if key in named and key not in values:
                values[key] = value
            elif a.kwarg is not None and key not in named:
                extra[key] = value
            else:
                raise self.fail(wrong)
        if a.kwarg is not None:
            values[a.kwarg.arg] = extra
            self.own(extra)
        for name, value in zip(reversed(positional), reversed(closure.defaults), strict=False):
            values.setdefault(name, value)
        for name, value in closure.keyword_defaults.items():
            values.setdefault(name, value)
        if any(p.arg not in values for p in parameters):
            raise self.fail(wrong)
        scope.values = {n: self.keep(v, n) if is_int(v) else v for n, v in values.items()}
        return scope

    # Statements

    def run_block(self, body: list[ast.stmt]) -> Completion:
        """Execute statements one after the other."""
        for node in body:
            completion = self.settle(self.run_statement(node))
            if completion is not None:
                return completion
        return None

    def run_statement(self, node: ast.stmt) -> Completion:
        """Execute one statement."""
        self.step()
        assert self.scope is not None
        self.line = node.lineno + self.scope.offset
        method = getattr(self, f"_run_{type(node).__name__}", None)
        if method is None:
            name = _KINDS.get(type(node).__name__, type(node).__name__.lower())
            raise self.refuse(f"{name} is not supported")
        return self.guarded(lambda: method(node))

    def _run_Pass(self, node: ast.Pass) -> Completion:  # noqa: N802
        return None

    def _run_Nonlocal(self, node: ast.Nonlocal) -> Completion:  # noqa: N802
        return None

    def _run_Expr(self, node: ast.Expr) -> Completion:  # noqa: N802
        value = node.value
        if isinstance(value, ast.Yield):
            item = None if value.value is None else self.eval(value.value)
            return self._yield(item)
        if isinstance(value, ast.YieldFrom):
            if self.function.collector is not None and name_of(value.value) == (
                self.function.collector
            ):
                self._allow_order(value.value)  # what was filled is yielded already
                return None
            self.whole.add(id(value.value))
            return self.iterate(self.eval(value.value), self._yield)
        if self.function.collector is not None and isinstance(value, ast.Call):
            function = value.func
            if isinstance(function, ast.Attribute) and self._is_collector(function.value):
                item = self.eval(value.args[0])
                if function.attr in ("extend", "update"):
                    return self.iterate(item, self._yield)
                return self._yield(item)
        self.eval(value)
        return None

    def _run_Return(self, node: ast.Return) -> Completion:  # noqa: N802
        context: Context = self.function
        if context.main and context.generator:
            if node.value is not None:
                self.eval(node.value)  # nobody sees it, but it may fail
            return self.perform(Jump("return", context.frame))
        if context.main or context.collector is not None:
            self.whole.add(id(node.value))
        if isinstance(node.value, ast.IfExp) and context.main:
            # Lists of options differ in length, so the two ways cannot be merged to one value.
            return self._run_If(_as_statement(node.value))
        if context.collector is not None and node.value is not None:
            completion: Completion = None
            if given_back(node) != context.collector:
                completion = self.iterate(self._returned(node.value), self._yield)
            elif appended(node) is None:
                self._allow_order(node.value)
            else:
                completion = self.run_block(as_fillings(node))
            if completion is not None:
                return completion
            return self.perform(Jump("return", context.frame))
        value = None if node.value is None else self.eval(node.value)
        if context.main:
            return self.return_options(value)
        return self.perform(Jump("return", context.frame, value))

    def _returned(self, node: ast.expr) -> Any:
        """Return what is returned in the place of a filled list, if it may be gone through so."""
        value = self.eval(node)
        if self.function.main:
            return value
        self.freeze(value)
        again = value.again if isinstance(value, Stream) else is_many(value)
        if not again or isinstance(value, Bag):
            raise self.refuse("a function that returns a filled list or something else")
        return value

    def _allow_order(self, node: ast.expr) -> None:
        """Refuse to return a filled list in another order, unless as options or as a set."""
        if isinstance(node, ast.Call):
            function = self.eval(node.func)
            if not any(function is f for f in (list, tuple, sorted)):
                raise self.refuse("a name that Python has for its own use stands for another thing")
            if function is sorted and not (self.function.main or self.function.filled_set):
                raise self.refuse("sorted() of a list of unknown length")

    def return_options(self, value: Any) -> Completion:
        """Return a list of options from the moves themselves."""
        raise NotImplementedError  # pragma: no cover

    def _run_If(self, node: ast.If) -> Completion:  # noqa: N802
        condition = self.condition(node.test)
        return self.branch(
            condition, lambda: self.run_block(node.body), lambda: self.run_block(node.orelse)
        )

    def _run_Break(self, node: ast.Break) -> Completion:  # noqa: N802
        return self.perform(Jump("break", self.function.loops[-1][0]))

    def _run_Continue(self, node: ast.Continue) -> Completion:  # noqa: N802
        return self.perform(Jump("continue", self.function.loops[-1][1]))

    def _turn(self, frame: Frame, run: Callable[[], Completion]) -> Completion:
        """Execute the body of a loop once."""
        turn = self.frame()
        context: Context = self.function
        context.loops.append((frame, turn))
        count = len(context.loops)
        try:
            return self.leave(turn, self.guarded(run))[0]
        finally:
            del context.loops[count - 1 :]

    def _run_For(self, node: ast.For) -> Completion:  # noqa: N802
        items = self.eval(node.iter)
        frame = self.frame()

        def take(value: Any) -> Completion:
            def run() -> Completion:
                self.assign(node.target, value)
                return self.run_block(node.body)

            return self._turn(frame, run)

        self.target_name = node.target.id if isinstance(node.target, ast.Name) else None
        self.break_frame = None if node.orelse else frame
        # An item that fails leaves the ways that broke out before it.
        completion = self.guarded(lambda: self.iterate(items, take))
        self.target_name, self.break_frame = None, None
        if completion is None and node.orelse:
            completion = self.run_block(node.orelse)
        return self.leave(frame, completion)[0]

    def _run_While(self, node: ast.While) -> Completion:  # noqa: N802
        frame = self.frame()

        def test(leaving: Frame) -> Completion:
            condition = self.condition(node.test)
            return self.settle(
                self.branch(condition, lambda: None, lambda: self.perform(Jump("break", leaving)))
            )

        def as_loop() -> Completion:
            natural = self.frame() if node.orelse else frame

            def turn(_: Any) -> Completion:
                completion = test(natural)
                if completion is not None:
                    return completion
                return self._turn(frame, lambda: self.run_block(node.body))

            completion = self.loop(natural, None, turn)
            return self.leave(natural, completion)[0] if node.orelse else completion

        def unrolled() -> Completion:
            natural = self.frame() if node.orelse else frame
            for _ in range(_MOST_TURNS):
                completion = test(natural)
                if completion is None:
                    completion = self.settle(self._turn(frame, lambda: self.run_block(node.body)))
                if completion is not None:
                    return self.leave(natural, completion)[0] if node.orelse else completion
            raise self.refuse(f"a while loop of more than {_MOST_TURNS} turns is written out")

        endless = isinstance(node.test, ast.Constant)
        start = self.attempt(lambda: self._is_known(node.test), lambda: False)
        if start and not endless:
            completion = self._first_of(unrolled, as_loop)
        else:
            completion = self._first_of(as_loop, unrolled)
        if completion is None and node.orelse:
            completion = self.run_block(node.orelse)
        return self.leave(frame, completion)[0]

    def _is_known(self, test: ast.expr) -> bool:
        """Return whether a condition does not depend on the position; leave no trace."""
        block, self.block = self.block, []
        state = self.snapshot()
        try:
            return not isinstance(self.condition(test), Expr)
        except DeadPath:
            return False
        finally:
            self.block = block
            self.restore(state)

    def _first_of(
        self, run: Callable[[], Completion], otherwise: Callable[[], Completion]
    ) -> Completion:
        """Try two ways; if neither works, report why the first did not."""
        reasons: list[Untraceable] = []

        def first() -> Completion:
            try:
                return run()
            except Untraceable as reason:
                reasons.append(reason)
                raise

        def second() -> Completion:
            try:
                return otherwise()
            except Untraceable:
                raise reasons[0] from None

        return self.attempt(first, second)  # type: ignore[no-any-return]

    def _run_Assert(self, node: ast.Assert) -> Completion:  # noqa: N802
        if not __debug__:
            return None
        condition = self.condition(node.test)

        def failing() -> Completion:
            raise self.fail(f"AssertionError (line {self.line})")

        return self.branch(condition, lambda: None, failing)

    def _run_Raise(self, node: ast.Raise) -> Completion:  # noqa: N802
        kind = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        text = "an exception" if kind is None else ast.unparse(kind)
        if isinstance(node.exc, ast.Call) and len(node.exc.args) == 1:
            message = node.exc.args[0]
            if isinstance(message, ast.Constant):
                text += f": {message.value!s}"
        raise self.fail(f"{text} (line {self.line})")

    def _run_FunctionDef(self, node: ast.FunctionDef) -> Completion:  # noqa: N802
        for decorator in node.decorator_list:
            found = self.eval(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if not any(found is cache for cache in _CACHES):
                raise self.refuse("a decorated function inside the rules")
        closure = self.make_closure(node)
        self.home(node.name).values[node.name] = closure
        if node.decorator_list:
            if has_yield(node):
                raise self.refuse("a cached generator, which is empty the second time")
            closure.cached = True
            self._seal(closure, [])
        return None

    def _seal(self, closure: Closure, known: list[Any]) -> None:
        """Refuse changes of all that a function reads: it may remember results of before."""
        node = closure.node
        if node in known:
            return
        known.append(node)
        body: list[ast.stmt] = node.body if isinstance(node.body, list) else [ast.Expr(node.body)]
        a = node.args
        own = {p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs)} | bound_names(body)[0]
        for inner in ast.walk(node):
            if isinstance(inner, ast.Nonlocal):
                raise self.refuse("a function with a cache that changes names outside itself")
            if not isinstance(inner, ast.Name) or inner.id in own:
                continue
            scope = closure.scope
            while scope is not None and inner.id not in scope.locals:
                scope = scope.parent
            if scope is not None:
                scope.sealed.add(inner.id)
                value = scope.values.get(inner.id)
                self.freeze(value)
                if isinstance(value, Closure):
                    self._seal(value, known)

    def _run_Import(self, node: ast.Import) -> Completion:  # noqa: N802
        from importlib import import_module

        for a in node.names:
            module = self.native(import_module, a.name)
            if a.asname is None and "." in a.name:
                module = self.native(import_module, a.name.split(".")[0])
            name = (a.asname or a.name).split(".")[0]
            self.home(name).values[name] = module
        return None

    def _run_ImportFrom(self, node: ast.ImportFrom) -> Completion:  # noqa: N802
        from importlib import import_module

        if node.level or node.module is None:
            raise self.refuse("a relative import inside the rules")
        module = self.native(import_module, node.module)
        for a in node.names:
            self.home(a.asname or a.name).values[a.asname or a.name] = self.native(
                getattr, module, a.name
            )
        return None


def _without_cache(closure: Closure) -> Closure:
    plain = copy(closure)
    plain.cached = False
    return plain


def _holds_lists(args: list[Any]) -> bool:
    return any(isinstance(a, (list, dict, set, tuple, Closure)) for a in args)


def _outer_names(function: FunctionType) -> dict[str, Any]:
    """Return what the names that a function does not set itself stand for."""
    code = function.__code__
    names = list(code.co_freevars)
    stack = [code]
    while stack:
        inner = stack.pop()
        names += inner.co_names
        stack.extend(part for part in inner.co_consts if isinstance(part, CodeType))
    found = {name: outer(function, name) for name in names}
    return {name: value for name, value in found.items() if value is not MISSING}


def _harmless(node: ast.AST, function: Any, names: dict[str, Any]) -> bool:
    own = function.__code__.co_varnames
    if isinstance(node, (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Delete)):
        return False
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
        root = node.value
        while isinstance(root, (ast.Attribute, ast.Subscript)):
            root = root.value
        return isinstance(root, ast.Name) and root.id in own
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        root = node.func.value
        if isinstance(root, ast.Name) and root.id in names and root.id not in own:
            owner = names[root.id]
            return isinstance(owner, (str, bytes, tuple, ModuleType, type)) and (
                getattr(owner, "__name__", "") not in IMPURE_MODULES
            )
        return not isinstance(root, ast.Attribute)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        found = names.get(node.id)
        if node.id in IMPURE or hasattr(type(found), "__next__"):
            return False
        return getattr(found, "__module__", None) not in IMPURE_MODULES
    return True


_KINDS = {
    "Try": "try",
    "TryStar": "try",
    "With": "with",
    "AsyncWith": "async with",
    "AsyncFor": "async for",
    "ClassDef": "a class inside the rules",
    "AsyncFunctionDef": "async def",
    "Global": "global",
}


def _as_statement(choice: ast.IfExp) -> ast.If:
    """Return ``return a if c else b`` as an if statement with two returns."""
    ways = [ast.copy_location(ast.Return(way), way) for way in (choice.body, choice.orelse)]
    return ast.copy_location(ast.If(choice.test, [ways[0]], [ways[1]]), choice)
