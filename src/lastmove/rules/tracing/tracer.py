"""Tracing: from the Python functions that state a game to a system of Programs.

The functions' syntax trees are interpreted once. What does not depend on the position is
computed as Python would; what does becomes an expression or a statement of the Program. So the
size of a Program grows with the rules, not with the number of ways through them.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, SymbolicTruth, coord, reduction, var
from lastmove.rules.operations import REDUCTIONS
from lastmove.rules.program import Program, System
from lastmove.rules.tracing.collecting import collected_name, yielded_name
from lastmove.rules.tracing.counting import count_rounds
from lastmove.rules.tracing.flow import DEAD, Completion
from lastmove.rules.tracing.narrowing import narrow_ranges
from lastmove.rules.tracing.reads import Reads
from lastmove.rules.tracing.source import has_yield
from lastmove.rules.tracing.state import inline, reads_always
from lastmove.rules.tracing.statements import Context, Statements
from lastmove.rules.tracing.values import (
    DeadPath,
    Stream,
    Untraceable,
    expression,
    is_int,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.rules.ruleset import Rules

__all__ = ["Untraceable", "trace", "trace_measure", "trace_together"]

_MOST_GAMES = 64


def trace(rules: Rules, arity: int) -> System:
    """Trace rules, and the games their moves lead to, into one system.

    Parameters
    ----------
    rules : Rules
        The game asked about.
    arity : int
        The number of its coordinates.

    Returns
    -------
    System
        Its first Program is that of `rules`; `System.games` tells which rules and numbers of
        coordinates the Programs belong to.

    Raises
    ------
    Untraceable
        If that is not possible, with the reason and the line.

    Examples
    --------
    >>> import lastmove as lm
    >>> from lastmove.rules.tracing import trace
    >>> @lm.impartial
    ... def kayles(n):
    ...     for taken in (1, 2):
    ...         for left in range((n - taken) // 2 + 1):
    ...             yield kayles(left) + kayles(n - taken - left)
    >>> print(trace(kayles, 1))
    kayles(n):
        for left in range((n - 1) // 2 + 1):
            yield kayles(left) + kayles(n - 1 - left)
        for left in range((n - 2) // 2 + 1):
            yield kayles(left) + kayles(n - 2 - left)
    """
    return trace_together([(rules, arity)])


def trace_together(roots: Sequence[tuple[Rules, int]]) -> System:
    """Trace several games, given with their numbers of coordinates, into one system.

    Raises
    ------
    Untraceable
        If that is not possible.
    """
    games = list(roots)
    programs: list[Program] = []
    reads = Reads()
    unordered = False
    while len(programs) < len(games):
        current = games[len(programs)]
        tracer = Tracer(*current, games)
        try:
            programs.append(tracer.program(len(programs)))
            reads.join(tracer.reads)
            unordered = unordered or tracer.unordered
        except SymbolicTruth:
            raise tracer.refuse(
                "Python needs to know a value that depends on the position"
            ) from None
        except RecursionError:
            raise tracer.refuse("an expression is too large or a function too deep") from None
        except DeadPath:
            raise tracer.refuse(f"they cannot be called with {current[1]} coordinates") from None
        except Untraceable as reason:
            if current in roots:
                raise
            raise Untraceable(f"in {current[0]}: {reason.reason}", reason.line) from None
    names = [_name(*game) for game in games]
    for program in programs:
        program.games = tuple(names)
    return System(programs, games, reads, unordered=unordered)


def trace_measure(rules: Rules, arity: int) -> Expr:
    """Trace the measure of a game that has one, as an expression in its coordinates.

    Raises
    ------
    Untraceable
        If that is not possible.
    """
    tracer = Tracer(rules, arity, [(rules, arity)])
    try:
        return tracer.single(rules.measure, "measure")
    except SymbolicTruth:
        raise tracer.refuse("Python needs to know a value that depends on the position") from None
    except RecursionError:
        raise tracer.refuse("an expression is too large or a function too deep") from None


def _name(rules: Rules, arity: int) -> str:
    return f"{rules}/{arity}" if rules.arity is None else str(rules)


class Tracer(Statements):
    """Traces one game at one number of coordinates."""

    def __init__(self, rules: Rules, arity: int, games: list[tuple[Rules, int]]) -> None:
        self.rules = rules
        self.arity = arity
        self.games = games
        super().__init__(tuple(rules.coord_names(arity)))

    def program(self, place: int) -> Program:
        """Return the Program."""
        domain = None if self.rules.domain is None else self.single(self.rules.domain, "domain")
        blocks = {field: self._body(body) for field, body in self.rules.bodies.items()}
        numbering = Numbering(self.names)
        if domain is not None:
            numbering.expression(domain)
        for block in blocks.values():
            _drop_idle(block)
            _inline_temporaries(block, self.temporary)
            count_rounds(block, self.fresh)
            if self.arity == 1:
                narrow_ranges(block)
            numbering.block(block)
        used = numbering.index
        return Program(
            _name(self.rules, self.arity),
            self.coords,
            numbering.names,
            domain=None if domain is None else domain.replace(_renumbering(used)),
            place=place,
            **{field: _finished(block, used) for field, block in blocks.items()},
        )

    def _coordinates(self) -> list[Any]:
        return [coord(i) for i in range(self.arity)]

    def single(self, function: Any, role: str) -> Expr:
        """Trace the domain or the measure, which has to be one expression."""
        self.block = []
        try:
            value = self.call(function, self._coordinates(), {})
            if role == "domain":
                value = self.truth(value)
        except DeadPath:
            raise Untraceable(f"the {role} fails at every position") from None
        if not isinstance(value, Expr):
            if not is_int(value) and not isinstance(value, bool):
                raise Untraceable(f"the {role} is not a whole number")
            value = int(value)
        found = inline(self.block, value)
        if found is None:
            raise Untraceable(f"the {role} is not a single expression")
        return found

    def _body(self, function: Any) -> list[Any]:
        """Trace the moves of one player."""
        block: list[Any] = []
        self.block = block
        closure = self.trace_function(function)
        node = closure.node
        given, keywords = self.rules.given(tuple(self._coordinates()), function)
        scope = self._bind(closure, list(given), keywords)
        frame = self.frame(program=True)
        is_generator = has_yield(node)
        # Nobody sees what a generator returns.
        collector = yielded_name(node) if is_generator else collected_name(node)
        # A list may also be returned in order.
        self.unordered = self.unordered or collector is not None
        on_yield = self._option if is_generator or collector else None
        context = Context(frame, on_yield, main=True, collector=collector, generator=is_generator)

        def run() -> Completion:
            if not isinstance(node.body, list):
                return self._run_Return(ast.copy_location(ast.Return(node.body), node.body))
            completion = self.run_block(node.body)
            if completion is None and not is_generator:
                raise self.fail("the rules return None, not a list of options")
            return completion

        completion = self._inside(scope, context, lambda: self.guarded(run))
        assert completion in (None, DEAD)
        assert not self.pending
        while block and block[-1] == ("return",):
            block.pop()
        return block

    def return_options(self, value: Any) -> Completion:
        """Emit the options of a list that the moves return, and return."""
        if self.as_places(value) is not None or is_int(value):
            raise self.refuse("the rules return a position, not a list of options")
        if value is None:
            raise self.fail("the rules return None, not a list of options")
        completion = self.iterate(value, self._option)
        if completion is None:
            self.emit("return")
            completion = DEAD
        return completion

    def _option(self, value: Any) -> Completion:
        """Emit an option."""
        parts = []
        for rules, coords in self._components(self.checked(value)):
            if rules.arity is not None and len(coords) != rules.arity:
                raise self.refuse(
                    f"an option of {rules} has {len(coords)} coordinates, not {rules.arity}"
                )
            values = [self.checked(c) for c in coords]
            if not all(map(is_int, values)):
                raise self.refuse("a coordinate that is no integer")
            index = self._game(rules, len(coords))
            parts.append((index, *(expression(v) for v in values)))
        self.steps += len(parts)
        self.step()
        self.emit("move", tuple(parts))
        return None

    def _components(self, value: Any) -> list[tuple[Rules, tuple[Any, ...]]]:
        places = self.as_places(value)
        if places is not None:
            return [self._at(self.rules.resolve(p.rules), p.coords) for p in places]
        if isinstance(value, list):
            return [part for v in value for part in self._components(self.checked(v))]
        if isinstance(value, tuple):
            return [self._at(self.rules, value)]
        if is_int(value):
            return [self._at(self.rules, (value,))]
        if isinstance(value, Stream):
            raise self.refuse("a sum of a number of positions that depends on the position")
        raise self.refuse(f"an option that is a {type(value).__name__}, not a position")

    def _at(self, rules: Rules, coords: tuple[Any, ...]) -> tuple[Rules, tuple[Any, ...]]:
        if rules is self.rules:
            coords = rules.reached(tuple(self._coordinates()), coords)
        return rules, coords

    def _game(self, rules: Rules, arity: int) -> int:
        for i, (known, n) in enumerate(self.games):
            if known is rules and n == arity:
                return i
        if len(self.games) >= _MOST_GAMES:
            raise self.refuse(f"the moves lead to more than {_MOST_GAMES} games or sizes")
        self.games.append((rules, arity))
        return len(self.games) - 1


# Tidying a finished block


def _parts(statement: tuple[Any, ...]) -> list[Expr]:
    if statement[0] == "move":
        return [e for part in statement[1] for e in part[1:]]
    return [part for part in statement if isinstance(part, Expr)]


class Numbering:
    """New indices for the variables that remain, in the order in which they appear.

    The variable of a loop is free again after it, so loops side by side share theirs.
    """

    def __init__(self, names: list[str]) -> None:
        self._old_names = names
        self.index: dict[int, int] = {}
        self.names: list[str] = []
        self._counters: dict[str, list[int]] = {}
        self._taken = set(names)

    def block(self, block: list[Any], active: frozenset[int] = frozenset()) -> None:
        """Assign numbers to what a block uses, inside loops that hold the `active` variables."""
        for statement in block:
            inside = active
            if statement[0] in ("set", "entry"):
                self._number(statement[1])
            elif statement[0] == "for":
                for e in _parts(statement):
                    self.expression(e)
                inside = active | {self._counter(statement[1], active)}
            for e in _parts(statement):
                self.expression(e)
            for part in statement:
                if isinstance(part, list):
                    self.block(part, inside)

    def expression(self, e: Expr) -> None:
        """Assign numbers to what an expression uses."""
        for inner in e.walk():
            if inner.op in ("v", *REDUCTIONS):
                self._number(inner.args[0])

    def _number(self, k: int) -> int:
        if k not in self.index:
            self.index[k] = len(self.names)
            self.names.append(self._old_names[k])
        return self.index[k]

    def _counter(self, k: int, active: frozenset[int]) -> int:
        stem = self._old_names[k].rstrip("0123456789")
        stem = stem[:-1] if stem.endswith("_") else self._old_names[k]
        shared = self._counters.setdefault(stem, [])
        for index in shared:
            if index not in active:
                self.index[k] = index
                return index
        shared.append(self._number(k))
        return shared[-1]


def _drop_idle(block: list[Any]) -> None:
    """Drop variables that are set but never read, where computing them cannot fail."""
    while True:
        read: set[int] = set()
        _reads(block, read)
        if not _drop(block, read):
            return


def _inline_temporaries(block: list[Any], temporary: set[int]) -> None:
    """Write a value that was computed early, so as to fail in time, where it is used at once."""
    counts: dict[int, int] = {}
    _count_reads(block, counts)
    once = {k for k in temporary if counts.get(k) == 1}
    _inline_in(block, once)


def _count_reads(block: list[Any], counts: dict[int, int]) -> None:
    for statement in block:
        for e in _parts(statement):
            for inner in e.walk():
                if inner.op == "v":
                    counts[inner.args[0]] = counts.get(inner.args[0], 0) + 1
        for part in statement:
            if isinstance(part, list):
                _count_reads(part, counts)


def _inline_in(block: list[Any], once: set[int]) -> None:
    kept: list[Any] = []
    for statement in block:
        for part in statement:
            if isinstance(part, list):
                _inline_in(part, once)
        while kept and kept[-1][0] == "set" and kept[-1][1] in once:
            _, k, e = kept[-1]
            if not any(reads_always(part, k) for part in _parts(statement)):
                break

            def write_out(inner: Expr, k: int = k, e: Expr = e) -> Expr | None:
                return e if inner.op == "v" and inner.args[0] == k else None

            statement = _mapped(statement, write_out)
            kept.pop()
        kept.append(statement)
    block[:] = kept


def _mapped(statement: tuple[Any, ...], change: Callable[[Expr], Any]) -> tuple[Any, ...]:
    """Return a statement with its own expressions changed."""
    if statement[0] == "move":
        parts = tuple((p[0], *(e.replace(change) for e in p[1:])) for p in statement[1])
        return (statement[0], parts)
    return tuple(p.replace(change) if isinstance(p, Expr) else p for p in statement)


def _reads(block: list[Any], read: set[int]) -> None:
    for statement in block:
        for e in _parts(statement):
            read.update(inner.args[0] for inner in e.walk() if inner.op == "v")
        for part in statement:
            if isinstance(part, list):
                _reads(part, read)


def _drop(block: list[Any], read: set[int]) -> bool:
    dropped = False
    kept = []
    for statement in block:
        if statement[0] == "set" and statement[1] not in read and statement[2].total:
            dropped = True
            continue
        for part in statement:
            if isinstance(part, list):
                dropped = _drop(part, read) or dropped
        if statement[0] == "if" and not statement[2] and not statement[3] and statement[1].total:
            dropped = True
            continue
        kept.append(statement)
    block[:] = kept
    return dropped


def _renumbering(used: dict[int, int]) -> Callable[[Expr], Expr | None]:
    def change(inner: Expr) -> Expr | None:
        if inner.op == "v":
            return var(used[inner.args[0]], boolean=inner.boolean)
        if inner.op in REDUCTIONS:
            args = inner.args
            return reduction(inner.op, used[args[0]], args[1], args[2], args[3], args[4])
        return None

    return change


def _finished(block: list[Any], used: dict[int, int]) -> tuple[Any, ...]:
    """Return a block as tuples, with the new numbers of variables."""
    result: list[tuple[Any, ...]] = []
    for statement in block:
        parts = list(_mapped(statement, _renumbering(used)))
        for i, part in enumerate(parts):
            if isinstance(part, list):
                parts[i] = _finished(part, used)
            elif i == 1 and statement[0] in ("set", "for", "entry"):
                parts[i] = used[part]
        result.append(tuple(parts))
    return tuple(result)
