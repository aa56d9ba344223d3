"""Evaluating Python expressions of the rules: natively where nothing depends on the position."""

from __future__ import annotations

import ast
import builtins
import enum
import operator
from itertools import islice
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from lastmove.rules import expr
from lastmove.rules.expr import Expr, both, either, negation, where
from lastmove.rules.tracing.flow import Completion, Flow
from lastmove.rules.tracing.reads import MISSING, outer
from lastmove.rules.tracing.state import State, inline, same_state
from lastmove.rules.tracing.values import (
    TRACED,
    Bag,
    Closure,
    DeadPath,
    Method,
    Place,
    Places,
    Poison,
    Range,
    Scope,
    Stream,
    is_int,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

BINARY: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.Pow: ("**", operator.pow),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
    ast.LShift: ("<<", operator.lshift),
    ast.RShift: (">>", operator.rshift),
    ast.Div: ("/", operator.truediv),
    ast.MatMult: ("@", operator.matmul),
}
INPLACE = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "|": operator.ior,
    "&": operator.iand,
    "^": operator.ixor,
}

_FIXED = (
    *(int, str, bytes, float, complex, type(None), range, slice, type, enum.Enum),
    *(FunctionType, BuiltinFunctionType, ModuleType),
)


class Expressions(Flow):
    """Evaluation of expression nodes; calls and iteration come in the classes below."""

    def __init__(self, coords: tuple[str, ...]) -> None:
        super().__init__(coords)
        self._plain_ids: dict[int, Any] = {}
        # Nodes of lists that are gone through as a whole as soon as they are made.
        self.whole: set[int] = set()

    # To be defined below

    def call(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        """Call a value with traced arguments."""
        raise NotImplementedError  # pragma: no cover

    def iterate(self, value: Any, handler: Callable[[Any], Completion]) -> Completion:
        """Pass every item of a value to a handler."""
        raise NotImplementedError  # pragma: no cover

    def listed(self, items: list[Any]) -> Stream:
        """Return an iterator over known items."""
        raise NotImplementedError  # pragma: no cover

    def any_of(self, items: Any, test: Callable[[Any], Any]) -> Any:
        """Return whether a test holds for any of some items."""
        raise NotImplementedError  # pragma: no cover

    def assign(self, target: ast.expr, value: Any) -> None:
        """Assign to a target."""
        raise NotImplementedError  # pragma: no cover

    def contains(self, box: Any, item: Any) -> Any:
        """Return whether an item is in something."""
        raise NotImplementedError  # pragma: no cover

    def gathered(self, stream: Stream) -> Any:
        """Return a list of what a stream gives."""
        raise NotImplementedError  # pragma: no cover

    def set_comprehension(self, node: ast.SetComp | ast.GeneratorExp) -> Any:
        """Return the set of what a comprehension gives."""
        raise NotImplementedError  # pragma: no cover

    # Plain values

    def is_plain(self, value: Any) -> bool:
        """Return whether a value is an ordinary Python object with nothing traced inside."""
        if isinstance(value, TRACED):
            return isinstance(value, Expr) and value.op == "const"
        if isinstance(value, (list, dict, set, tuple)):
            if id(value) in self.spoiled:
                raise self.refuse(self.spoiled[id(value)])
            if id(value) in self._plain_ids:
                return True
            items = [*value, *value.values()] if isinstance(value, dict) else list(value)
            plain = all(map(self.is_plain, items))
            if plain and id(value) not in self.objects and len(items) > 8:
                self._plain_ids[id(value)] = value
            return plain
        return True

    def native(self, function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
        """Run plain Python on plain values; an exception is an error of the rules there."""
        try:
            result = function(*args, **keywords)
        except (DeadPath, expr.SymbolicTruth):
            raise
        except Exception as error:
            raise self.fail(f"{type(error).__name__}: {error}") from None
        if hasattr(type(result), "__next__"):
            # An iterator can be gone through once; tracing may have to do it twice. It may look
            # at lists late, so they must not change.
            for value in (*args, *keywords.values()):
                self.freeze(value)
            return self.listed(self.drained(result))
        return result

    def fresh_list(self, function: Callable[..., Any], *args: Any, **keywords: Any) -> Any:
        """Run plain Python that makes a list, dict or set, which the rules may change."""
        result = self.native(function, *args, **keywords)
        self.own(result)
        return result

    def is_fixed(self, value: Any) -> bool:
        """Return whether a plain value can never change."""
        if isinstance(value, (tuple, frozenset)):
            return all(map(self.is_fixed, value))
        if isinstance(value, _FIXED):
            return True
        from lastmove.rules.position import Playable
        from lastmove.rules.ruleset import Rules

        return isinstance(value, (Rules, Playable))

    def checked(self, value: Any) -> Any:
        """Return a value, refusing one of which it is not known what it is."""
        if isinstance(value, Poison):
            raise self.refuse(value.reason)
        if isinstance(value, (list, dict, set)) and id(value) in self.spoiled:
            raise self.refuse(self.spoiled[id(value)])
        if hasattr(type(value), "__next__"):
            raise self.refuse("an iterator made outside the rules: once gone through it is empty")
        return settled(value)

    def truth(self, value: Any) -> Any:
        """Return whether a value is true, as a bool or an expression."""
        value = self.checked(value)
        if isinstance(value, Expr):
            return value
        if isinstance(value, Range):
            return self.length(value) != 0
        if isinstance(value, (Place, Places, Closure, Method)):
            return True
        if isinstance(value, Stream):
            if not value.again:
                raise self.refuse("whether a generator is true, which does not tell if it is empty")
            return settled(self.any_of(value, lambda _: True))
        if isinstance(value, (list, tuple, dict, set)):
            return bool(value)
        return self.native(bool, value)

    def length(self, r: Range) -> Any:
        """Return the number of integers in a range."""
        step = r.step
        if not isinstance(step, int) or step == 0:
            raise self.refuse("the length of a range whose step depends on the position")
        span = (
            (r.stop - r.start + step - 1) // step
            if step > 0
            else ((r.start - r.stop - step - 1) // -step)
        )
        return settled(expr.maximum(0, span))

    # Names

    def lookup(self, name: str) -> Any:
        """Return what a name means here."""
        scope = self.scope
        outermost = scope
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            if name in scope.locals:
                raise self.refuse(f"{name!r} is used where it may not have been set")
            outermost = scope
            scope = scope.parent
        function = outermost.function if outermost is not None else None
        if function is not None:
            found = outer(function, name)
            if found is not MISSING:
                self.reads.note(function, name, found)
                return found
            if name in function.__code__.co_freevars:
                raise self.refuse(f"{name!r} has not been set yet")
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise self.refuse(f"the name {name!r} is not defined")

    def home(self, name: str) -> Scope:
        """Return the scope that an assignment to a name changes."""
        scope = self._home(name)
        if name in scope.sealed:
            raise self.refuse(f"{name!r} is set again, and a function with a cache reads it")
        return scope

    def _home(self, name: str) -> Scope:
        scope = self.scope
        while scope is not None:
            if name in scope.outside:
                scope = scope.parent
                while scope is not None and name not in scope.locals:
                    scope = scope.parent
                if scope is None:
                    raise self.refuse(f"the rules change {name!r} outside themselves")
                return scope
            if name in scope.locals:
                return scope
            scope = scope.parent
        raise self.refuse(f"{name!r} is set outside the rules")

    # Evaluating

    def eval(self, node: ast.expr) -> Any:
        """Return the value of an expression node."""
        self.step()
        method = getattr(self, f"_eval_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(
                f"{_KINDS.get(type(node).__name__, type(node).__name__)} is not supported"
            )
        return self.checked(method(node))

    def _eval_Constant(self, node: ast.Constant) -> Any:  # noqa: N802
        return node.value

    def _eval_Name(self, node: ast.Name) -> Any:  # noqa: N802
        return self.lookup(node.id)

    def _eval_NamedExpr(self, node: ast.NamedExpr) -> Any:  # noqa: N802
        value = self.eval(node.value)
        if is_int(value):
            value = self.keep(value, node.target.id)
        self.home(node.target.id).values[node.target.id] = value
        return value

    def _items(self, elements: list[ast.expr]) -> list[Any]:
        items: list[Any] = []
        for element in elements:
            if isinstance(element, ast.Starred):
                items += self.sequence(self.eval(element.value))
            else:
                items.append(self.eval(element))
        return items

    def _eval_Tuple(self, node: ast.Tuple) -> Any:  # noqa: N802
        return tuple(self._items(node.elts))

    def _eval_List(self, node: ast.List) -> Any:  # noqa: N802
        result = self._items(node.elts)
        self.own(result)
        return result

    def _eval_Set(self, node: ast.Set) -> Any:  # noqa: N802
        return self.set_of(self._items(node.elts))

    def set_of(self, items: Any) -> Any:
        """Return a set of items, as a `Bag` where they depend on the position."""
        if not isinstance(items, (Range, Stream)):
            items = self.sequence(items)
            if self.is_plain(items):
                return self.fresh_list(lambda: set(items))
        elif isinstance(items, Stream) and not items.again:
            items = self.gathered(items)
            if self.is_plain(items):
                return self.fresh_list(lambda: set(items))
        entries = tuple(items) if isinstance(items, list) else items

        def run(handler: Callable[[Any], Completion]) -> Completion:
            return self.iterate(entries, lambda v: handler(self._hashable(v)))

        return Bag(run, len(self.loops), again=True)

    def _hashable(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._hashable, value))
        if not is_int(value) and not isinstance(value, (Place, Places)):
            raise self.refuse("a set of other things than integers, tuples and positions")
        return value

    def _combined_sets(self, symbol: str, a: Any, b: Any) -> Bag:
        def run(handler: Callable[[Any], Completion]) -> Completion:
            if symbol == "|":
                completion = self.settle(self.iterate(a, handler))
                return self.iterate(b, handler) if completion is None else completion

            def turn(value: Any) -> Completion:
                among, passed = self.contains(b, value), lambda: handler(value)
                ways = (passed, lambda: None) if symbol == "&" else (lambda: None, passed)
                return self.branch(among, *ways)

            return self.iterate(a, turn)

        return Bag(run, len(self.loops), again=True)

    def _eval_Dict(self, node: ast.Dict) -> Any:  # noqa: N802
        result = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise self.refuse("** in a dict is not supported")
            k = self.eval(key)
            if not self.is_plain(k):
                raise self.refuse("a dict with a key that depends on the position")
            result[k] = self.eval(value)
        self.own(result)
        return result

    def _eval_JoinedStr(self, node: ast.JoinedStr) -> Any:  # noqa: N802
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                value = self.eval(part.value)
                if not self.is_plain(value):
                    raise self.refuse("the text of a value that depends on the position")
                spec = self.eval(part.format_spec) if part.format_spec else ""
                if part.conversion >= 0:
                    convert: Any = {115: str, 114: repr, 97: ascii}[part.conversion]
                    value = self.native(convert, value)
                parts.append(self.native(format, value, spec))
            else:
                parts.append(self.eval(part))
        return "".join(parts)

    def _eval_Lambda(self, node: ast.Lambda) -> Any:  # noqa: N802
        return self.make_closure(node)

    def make_closure(self, node: ast.FunctionDef | ast.Lambda) -> Closure:
        """Return the function that a node defines here."""
        scope = self.scope
        assert scope is not None
        inner: Scope | None = scope
        while inner is not None:
            inner.captured = True
            inner = inner.parent
        defaults = tuple(self.eval(d) for d in node.args.defaults)
        pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        keywords = {a.arg: self.eval(d) for a, d in pairs if d is not None}
        return Closure(node, scope, defaults, keywords, offset=scope.offset)

    # Operators

    def _eval_UnaryOp(self, node: ast.UnaryOp) -> Any:  # noqa: N802
        value = self.eval(node.operand)
        if isinstance(node.op, ast.Not):
            return negation(self.truth(value))
        if isinstance(value, Expr):
            if isinstance(node.op, ast.USub):
                return -value
            return ~value if isinstance(node.op, ast.Invert) else value
        if not self.is_plain(value):
            raise self.refuse("this operand of a sign must be an integer")
        plain: dict[Any, Callable[[Any], Any]] = {
            ast.USub: operator.neg,
            ast.UAdd: operator.pos,
            ast.Invert: operator.invert,
        }
        return self.native(plain[type(node.op)], value)

    def _eval_BinOp(self, node: ast.BinOp) -> Any:  # noqa: N802
        left = self.eval(node.left)
        return self.binary(node.op, left, self.eval(node.right))

    def binary(self, op: ast.operator, a: Any, b: Any) -> Any:
        """Apply a binary operator."""
        symbol, function = BINARY[type(op)]
        if isinstance(a, Expr) or isinstance(b, Expr):
            if is_int(a) and is_int(b):
                if symbol == "/":
                    raise self.refuse("/ gives a float; use // on integers")
                return self.fallible(function(a, b))
            raise self.refuse(f"{symbol} between an integer and another kind of value")
        if isinstance(a, (Place, Places)) or isinstance(b, (Place, Places)):
            if symbol != "+":
                raise self.refuse(f"{symbol} between positions; they add with +")
            return self.add_places(a, b)
        if symbol == "+" and Stream in (type(a), type(b)) and _is_list(a) and _is_list(b):
            return self._one_after_the_other(a, b)
        if Bag in (type(a), type(b)) and symbol in ("|", "&", "-") and _is_set(a) and _is_set(b):
            return self._combined_sets(
                symbol, *(frozenset(v) if type(v) is set else v for v in (a, b))
            )
        if isinstance(a, (Range, Stream, Closure, Method)) or isinstance(
            b, (Range, Stream, Closure, Method)
        ):
            raise self.refuse(f"{symbol} on a list of unknown length or a function")
        if self.is_plain(a) and self.is_plain(b):
            if isinstance(a, int) and isinstance(b, int) and symbol in ("<<", "**") and b > 4096:
                raise self.refuse("a number is too large")
            made = {type(a), type(b)} & {list, dict, set}
            return (self.fresh_list if made else self.native)(function, a, b)
        if symbol in ("+", "*") and isinstance(a, (list, tuple, int)):
            return self.fresh_list(function, a, b)
        raise self.refuse(f"{symbol} between {type(a).__name__} and {type(b).__name__}")

    def _one_after_the_other(self, a: Any, b: Any) -> Stream:
        lists = [v if isinstance(v, Stream) else list(v) for v in (a, b)]

        def run(handler: Callable[[Any], Completion]) -> Completion:
            for part in lists:
                completion = self.settle(self.iterate(part, handler))
                if completion is not None:
                    return completion
            return None

        return self.stream(run, again=True)

    def add_places(self, a: Any, b: Any) -> Any:
        """Add positions; 0 is the empty start of ``sum``."""
        parts: list[Place] = []
        for value in (a, b):
            found = self.as_places(value)
            if found is None:
                if type(value) is int and value == 0:
                    continue
                raise self.refuse("a position adds to positions only")
            parts += found
        return parts[0] if len(parts) == 1 else Places(tuple(parts))

    def as_places(self, value: Any) -> tuple[Place, ...] | None:
        """Return the components of a position or sum, or None if it is none."""
        if isinstance(value, Place):
            return (value,)
        if isinstance(value, Places):
            return value.parts
        from lastmove.rules.position import Playable

        if isinstance(value, Playable):
            return tuple(
                Place(
                    part.rules.using(**part.rules.parameters) if part.chosen else part.rules,
                    part.coords,
                )
                for part in value.components
            )
        return None

    def _eval_BoolOp(self, node: ast.BoolOp) -> Any:  # noqa: N802
        is_and = isinstance(node.op, ast.And)
        return self._logic(is_and, node.values)

    def _logic(self, is_and: bool, nodes: list[ast.expr]) -> Any:
        first = self.eval(nodes[0])
        if len(nodes) == 1:
            return first
        condition = self.truth(first)
        if not isinstance(condition, Expr):
            return self._logic(is_and, nodes[1:]) if bool(condition) == is_and else first

        def rest() -> Any:
            return self._logic(is_and, nodes[1:])

        def combine(a: Expr, b: Expr) -> Any:
            if a.boolean and b.boolean:
                return both(a, b) if is_and else either(a, b)
            return where(a, b, a) if is_and else where(a, a, b)

        if is_and:
            return self.choose(condition, rest, lambda: first, lambda b, _: combine(condition, b))
        return self.choose(condition, lambda: first, rest, lambda _, b: combine(condition, b))

    def condition(self, node: ast.expr) -> Any:
        """Return whether an expression is true, as a bool or an expression.

        Parts of ``and`` and ``or`` may be lists then: which of them is the value does not matter.
        """

        def by_parts() -> Any:
            if isinstance(node, ast.BoolOp):
                return self._truths(isinstance(node.op, ast.And), node.values)
            assert isinstance(node, ast.UnaryOp)
            return settled(negation(self.condition(node.operand)))

        def whole() -> Any:
            return self.truth(self.eval(node))

        if isinstance(node, ast.BoolOp) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        ):
            return self.attempt(whole, by_parts)
        return whole()

    def _truths(self, is_and: bool, nodes: list[ast.expr]) -> Any:
        first = self.condition(nodes[0])
        if len(nodes) == 1:
            return first
        if not isinstance(first, Expr):
            return self._truths(is_and, nodes[1:]) if bool(first) == is_and else bool(first)

        def rest() -> Any:
            return self._truths(is_and, nodes[1:])

        if is_and:
            return self.choose(first, rest, lambda: False, lambda b, _: both(first, b))
        return self.choose(first, lambda: True, rest, lambda _, b: either(first, b))

    def _eval_IfExp(self, node: ast.IfExp) -> Any:  # noqa: N802
        condition = self.condition(node.test)
        if not isinstance(condition, Expr):
            return self.eval(node.body if condition else node.orelse)
        return self.choose(
            condition,
            lambda: self.eval(node.body),
            lambda: self.eval(node.orelse),
            lambda a, b: where(condition, a, b),
        )

    def choose(
        self,
        condition: Expr,
        then: Callable[[], Any],
        other: Callable[[], Any],
        combine: Callable[[Expr, Expr], Any],
    ) -> Any:
        """Evaluate one of two; as one expression if that is possible, else by statements."""
        base, before = self.block, self.snapshot()
        arms = []
        for run in (then, other):
            self.block = []
            alive, value = True, None
            try:
                value = run()
            except DeadPath:
                alive = False
            arms.append((self.block, alive, value, self.snapshot()))
            self.restore(before)
        self.block = base
        (block_a, alive_a, a, state_a), (block_b, alive_b, b, state_b) = arms
        if alive_a and alive_b:
            x, y = inline(block_a, a), inline(block_b, b)
            if x is not None and y is not None and same_state(before, state_a, state_b):
                return self.fallible(combine(x, y))
            states = (state_a, state_b)
            result = self.merge_values(condition, block_a, a, block_b, b, "choice", states=states)
            if isinstance(result, Poison) and is_many(a) and is_many(b):
                lists = [self._entries_now(v, s) for v, s in zip((a, b), states, strict=True)]
                result = self._one_of_two(condition, *lists)
            self.merge_states(condition, block_a, state_a, block_b, state_b)
        else:
            result = a if alive_a else b
            self.restore(state_a if alive_a else state_b)
        if block_a or block_b:
            self.emit("if", condition, block_a, block_b)
        if not alive_a and not alive_b:
            raise DeadPath
        return result

    def _entries_now(self, value: Any, state: State) -> Any:
        """Return a value to go through, as it is in a state; nobody may change it after that."""
        if isinstance(value, list):
            self.freeze(value)
            return tuple(state.entries(value))
        return value

    def _one_of_two(self, condition: Expr, a: Any, b: Any) -> Stream:
        """Return what goes through one of two lists, whose lengths may differ."""

        def run(handler: Callable[[Any], Completion]) -> Completion:
            ways = (lambda: self.iterate(a, handler), lambda: self.iterate(b, handler))
            return self.branch(condition, *ways)

        again = all(v.again for v in (a, b) if isinstance(v, Stream))
        return self.stream(run, again=again)

    # Parts

    def _eval_Attribute(self, node: ast.Attribute) -> Any:  # noqa: N802
        owner = self.eval(node.value)
        if isinstance(owner, TRACED) and not (
            isinstance(owner, Expr) and node.attr in ("bit_length", "bit_count")
        ):
            what = "an integer" if isinstance(owner, Expr) else "something"
            raise self.refuse(f".{node.attr} of {what} that depends on the position")
        if isinstance(owner, TRACED) or type(owner) in (list, dict, set):
            return Method(owner, node.attr)
        if isinstance(owner, tuple) and not self.is_plain(owner):
            fields = getattr(type(owner), "_fields", ())
            return (
                owner[fields.index(node.attr)] if node.attr in fields else Method(owner, node.attr)
            )
        found = self.native(getattr, owner, node.attr)
        if not isinstance(owner, (int, str, bytes, tuple, frozenset)):
            self.reads.note_attribute(owner, node.attr, found)
        return found

    def _eval_Call(self, node: ast.Call) -> Any:  # noqa: N802
        function = self.eval(node.func)
        if any(function is f for f in _WHOLE) or (function is list and id(node) in self.whole):
            self.whole.update(map(id, node.args))
        if (function is set or function is frozenset) and len(node.args) == 1 and not node.keywords:
            comprehension = node.args[0]
            if isinstance(comprehension, ast.GeneratorExp):
                return self.set_comprehension(comprehension)
        args = self._items(node.args)
        keywords: dict[str, Any] = {}
        for k in node.keywords:
            value = self.eval(k.value)
            if k.arg is not None:
                keywords[k.arg] = value
            elif isinstance(value, dict) and all(isinstance(key, str) for key in value):
                keywords |= value
            else:
                raise self.refuse("** of something that is not a dict with text keys")
        return self.call(function, args, keywords)

    def sequence(self, value: Any) -> list[Any]:
        """Return the items of something whose length is known."""
        value = self.checked(value)
        if isinstance(value, Stream):
            value = self.gathered(value)
        if isinstance(value, (Stream, Range)):
            raise self.refuse("a list whose length depends on the position")
        if isinstance(value, TRACED):
            raise self.refuse("this is not a list")
        if isinstance(value, (list, tuple, dict, str, set, frozenset, range)):
            if bool(value[10_000:]) if isinstance(value, range) else len(value) > 10_000:
                raise self.refuse("a list of more than 10,000 entries is written out")
            return list(value)
        return self.drained(value)

    def drained(self, value: Any) -> list[Any]:
        """Return the items of something that plain Python goes through."""
        items = self.native(lambda: list(islice(iter(value), 10_001)))
        if len(items) > 10_000:
            raise self.refuse("a list of more than 10,000 entries is written out")
        return list(items)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) or (type(value) is Stream and value.again)


def is_many(value: Any) -> bool:
    """Return whether a value is something to go through."""
    return isinstance(value, (Range, Stream, list, tuple, range))


def _is_set(value: Any) -> bool:
    return isinstance(value, (Bag, set, frozenset))


# What goes through its argument at once, or refuses it; `list` and `set` may leave it for later.
_WHOLE = (sum, min, max, len, sorted, tuple)
_KINDS = {
    "Await": "await",
    "Yield": "the value of a yield",
    "YieldFrom": "the value of a yield from",
    "Starred": "* here",
}
