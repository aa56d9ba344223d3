"""Control flow of the tracer: branches, jumps out of the middle, and loops.

A path that leaves in the middle of traced code (``return`` from an inlined function, ``break``
from an unrolled loop) under a condition turns the rest into the other branch of that condition:
the place where statements are emitted moves into it until the function or loop ends, and there
the paths are joined. Inside a loop of the Program the loop's own ``break`` and ``continue`` are
used instead.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, lift, negation, same, var, where
from lastmove.rules.tracing.state import (
    Block,
    Location,
    Memory,
    State,
    locations,
    same_contents,
    store,
)
from lastmove.rules.tracing.values import (
    Bag,
    DeadPath,
    Poison,
    Scope,
    Stream,
    Untraceable,
    alike,
    expression,
    rebuild,
    settled,
    skeleton,
)

if TYPE_CHECKING:
    from collections.abc import Callable


# Every level is two of JSON; the native core reads up to 400.
DEEPEST = 100


class Frame:
    """Something that can be left early: a function, a loop, one turn of a loop."""

    __slots__ = ("bags", "level", "mark", "program")

    def __init__(self, mark: int, level: int, bags: int, *, program: bool = False) -> None:
        self.mark = mark
        self.level = level
        self.bags = bags
        self.program = program


class Jump:
    """Leaving a frame, with a value where it is a function."""

    __slots__ = ("frame", "kind", "value")

    def __init__(self, kind: str, frame: Frame, value: Any = None) -> None:
        self.kind = kind
        self.frame = frame
        self.value = value


class Dead:
    """Nothing comes after: the Program itself jumps or fails here."""


class Mixed:
    """One of several ways on (None: straight on), chosen by an integer."""

    __slots__ = ("selector", "ways")

    def __init__(self, selector: Any, ways: list[Jump | None]) -> None:
        self.selector = selector
        self.ways = ways


DEAD = Dead()
Completion = Jump | Dead | Mixed | None


class _Pending:
    """A branch that jumped, whose other branch is still being traced."""

    def __init__(
        self,
        condition: Expr,
        base: Block,
        left: tuple[Block, Completion, State],
        rest: Block,
    ) -> None:
        self.condition = condition
        self.base = base
        self.left = left
        self.rest = rest


class Loop:
    """A loop of the Program while its body is traced."""

    def __init__(self, outer: Frame, carried: dict[int, Carried]) -> None:
        self.outer = outer
        self.broken = False
        self.carried = carried
        self.exits: list[State] = []
        self.groups: list[tuple[Block, int, int]] = []
        self.escapes: list[Jump] = []
        self.payloads: list[tuple[Any, list[int]] | None] = []
        self.selector: int | None = None


class Carried:
    """A place whose integers change from turn to turn of a loop."""

    def __init__(self, location: Location, name: str, value: Any) -> None:
        self.location = location
        self.name = name
        self.shape, self.start = skeleton(value)
        self.spoiled = False
        self.outer: list[int] = []
        self.inner: list[int] = []


class Flow(Memory):
    """Branches, jumps and loops over the tracer's state."""

    def __init__(self, coords: tuple[str, ...]) -> None:
        super().__init__(coords)
        self.pending: list[_Pending] = []
        self.nesting = 0
        self.loops: list[Loop] = []
        self.used: list[Stream] = []
        # How many sets are being gone through.
        self.bags = 0
        self.unordered = False

    def stream(
        self, run: Callable[[Callable[[Any], Completion]], Completion], *, again: bool = False
    ) -> Stream:
        """Return values that come one by one."""
        return Stream(run, len(self.loops), again=again)

    def use(self, stream: Stream) -> None:
        """Note that a stream is gone through; refuse a generator that may be empty by now."""
        if stream.again:
            return
        if stream.used or stream.level != len(self.loops):
            raise self.refuse("a generator is gone through more than once")
        stream.used = True
        self.used.append(stream)

    def frame(self, *, program: bool = False) -> Frame:
        """Open something that can be left early."""
        return Frame(len(self.pending), len(self.loops), self.bags, program=program)

    def through(self, bag: Bag, handler: Callable[[Any], Completion]) -> Completion:
        """Go through a set; what one turn does must not reach another, or what comes after."""

        def turn(item: Any) -> Completion:
            before = self.snapshot()
            self.bags += 1
            try:
                completion = handler(item)
            finally:
                self.bags -= 1
            self._forget_changes(before)
            return completion

        self.use(bag)
        self.unordered = True
        return bag.run(turn)  # type: ignore[no-any-return]

    def _forget_changes(self, before: State) -> None:
        for key, (scope, values) in before.scopes.items():
            if key in self.scopes:
                for name, value in scope.values.items():
                    if name not in values or not alike(value, values[name]):
                        reason = f"{name!r} depends on the order in which a set is gone through"
                        scope.values[name] = Poison(reason)
        after = self.snapshot()
        for key, (_, contents) in before.objects.items():
            if not same_contents(contents, after.objects[key][1]):
                raise self.refuse("a list is changed while a set is gone through")

    # Branches

    def branch(
        self,
        condition: Any,
        then: Callable[[], Completion],
        other: Callable[[], Completion],
    ) -> Completion:
        """Trace `then` where a condition holds and `other` where it does not."""
        condition = settled(condition)
        if not isinstance(condition, Expr):
            return then() if condition else other()
        base, before = self.block, self.snapshot()
        left = self._arm(then)
        self.restore(before)
        right = self._arm(other)
        self.block = base
        return self._join(condition, base, left, right, closing=False)

    def _arm(self, run: Callable[[], Completion]) -> tuple[Block, Completion, State]:
        block: Block = []
        self.block = block
        mark = len(self.pending)
        self.nesting += 1
        if self.nesting + mark > DEEPEST:
            raise self.refuse(f"conditions are nested more than {DEEPEST} deep")
        try:
            completion = self.close(mark, self.guarded(run))
        finally:
            self.nesting -= 1
        return block, completion, self.snapshot()

    def guarded(self, run: Callable[[], Completion]) -> Completion:
        """Run something whose path may end with an error of the rules."""
        try:
            return run()
        except DeadPath:
            return DEAD

    def _join(
        self,
        condition: Expr,
        base: Block,
        left: tuple[Block, Completion, State],
        right: tuple[Block, Completion, State],
        *,
        closing: bool,
    ) -> Completion:
        then, a, state_a = left
        other, b, state_b = right
        if a is DEAD or b is DEAD:
            self.block = base
            self._emit_if(condition, then, other)
            self.restore(state_b if a is DEAD else state_a)
            return b if a is DEAD else a
        if not closing and ((a is None and _jumps(b)) or (b is None and _jumps(a))):
            # One way jumps: the rest of the code belongs to the other way.
            self.block = base
            if a is None:
                condition, then, other = negation(condition), other, then
                left, right = right, left
            self._emit_if(condition, then, other, force=True)
            self.pending.append(_Pending(condition, base, left, other))
            self.restore(right[2])
            self.block = other
            return None
        self.block = base
        result = self._join_completions(condition, left, right)
        self.merge_states(condition, then, state_a, other, state_b)
        self._emit_if(condition, then, other)
        return result

    def _emit_if(self, condition: Expr, then: Block, other: Block, *, force: bool = False) -> None:
        if then or other or force or not condition.total:
            self.emit("if", condition, then, other)

    def _join_completions(
        self,
        condition: Expr,
        left: tuple[Block, Completion, State],
        right: tuple[Block, Completion, State],
    ) -> Completion:
        (then, a, state_a), (other, b, state_b) = left, right

        def merged(x: Any, y: Any, name: str) -> Any:
            states = (state_a, state_b)
            return self.merge_values(condition, then, x, other, y, name, states=states)

        ways: list[Jump | None] = []
        numbers: list[Any] = []
        for completion in (a, b):
            parts = completion.ways if isinstance(completion, Mixed) else [completion]
            mapping = []
            for way in parts:
                assert not isinstance(way, (Dead, Mixed))
                for i, known in enumerate(ways):
                    if _same_way(way, known):
                        if way is not None and known is not None:
                            value = merged(known.value, way.value, "result")
                            ways[i] = Jump(known.kind, known.frame, value)
                        mapping.append(i)
                        break
                else:
                    mapping.append(len(ways))
                    ways.append(way)
            if not isinstance(completion, Mixed):
                numbers.append(mapping[0])
            elif mapping == list(range(len(mapping))):
                numbers.append(completion.selector)
            else:
                selector: Any = mapping[-1]
                for i, m in list(enumerate(mapping))[-2::-1]:
                    selector = where(completion.selector == lift(i), m, selector)
                numbers.append(selector)
        if len(ways) == 1:
            return ways[0]
        return Mixed(merged(numbers[0], numbers[1], "way"), ways)

    def close(self, mark: int, completion: Completion) -> Completion:
        """Join the paths that jumped since `mark`; emit after them from here on."""
        while len(self.pending) > mark:
            p = self.pending.pop()
            right = (p.rest, completion, self.snapshot())
            statement = p.base.pop()
            assert statement[2] is p.left[0]
            self.emitted -= 1
            completion = self._join(p.condition, p.base, p.left, right, closing=True)
        return completion

    def leave(self, frame: Frame, completion: Completion) -> tuple[Completion, Any]:
        """End a frame: jumps out of it go on from here. Return also the value they bring."""
        if any(_leads_to(p.left[1], frame) for p in self.pending[frame.mark :]):
            completion = self.close(frame.mark, completion)
        if isinstance(completion, Jump) and completion.frame is frame:
            return None, completion.value
        if isinstance(completion, Mixed):
            value = None
            ways: list[Jump | None] = []
            for way in completion.ways:
                if way is not None and way.frame is frame:
                    value, way = way.value, None
                ways.append(way)
            if all(way is None for way in ways):
                return None, value
            return self.settle(Mixed(completion.selector, ways)), value
        return completion, None

    def settle(self, completion: Completion) -> Completion:
        """Split a mixed completion: emit what jumps under a test, and go on with the rest."""
        if not isinstance(completion, Mixed):
            return completion
        selector = completion.selector
        straight = [i for i, way in enumerate(completion.ways) if way is None]
        rest = [i for i, way in enumerate(completion.ways) if way is not None]
        last: Completion = None
        if not straight:
            last = completion.ways[rest.pop()]
        for i in rest:
            way = completion.ways[i]
            assert way is not None
            outcome = self.branch(
                expression(selector) == i, partial(self.perform, way), lambda: None
            )
            if outcome is not None:
                return outcome
        return self.perform(last) if isinstance(last, Jump) else None

    # Jumps

    def perform(self, jump: Jump) -> Completion:
        """Jump: in the Program where it has a jump for that, otherwise as a completion."""
        if jump.frame.bags < self.bags:
            raise self.refuse("a loop over a set that depends on the position is left early")
        if jump.frame.program:
            self.emit("return")
            return DEAD
        if jump.frame.level >= len(self.loops):
            return jump
        loop = self.loops[-1]
        if jump.frame is loop.outer:
            loop.broken = True
            self._exit(loop, None)
            self.emit("break")
        else:
            self._exit(loop, jump)
            self.emit("break")
        return DEAD

    def _exit(self, loop: Loop, escape: Jump | None) -> None:
        """Record the state at an exit of a loop's turn, and set what it carries on."""
        loop.exits.append(self.snapshot())
        start = len(self.block)
        if escape is not None:
            self._escape(loop, escape)
        for carried in loop.carried.values():
            if carried.spoiled:
                continue
            home, key = carried.location
            values = home.values if isinstance(home, Scope) else home
            try:
                shape, leaves = skeleton(values[key])
            except (KeyError, IndexError):
                carried.spoiled = True
                continue
            if shape != carried.shape:
                carried.spoiled = True
                continue
            for k, inner, leaf in zip(carried.outer, carried.inner, leaves, strict=True):
                if not (isinstance(leaf, Expr) and same(leaf, var(inner))):
                    self.emit("set", k, expression(leaf))
        loop.groups.append((self.block, start, len(self.block)))

    def _escape(self, loop: Loop, jump: Jump) -> None:
        if loop.selector is None:
            loop.selector = self.fresh("way")
        shape, leaves = skeleton(jump.value)
        for i, known in enumerate(loop.escapes):
            if _same_way(known, jump):
                number = i
                break
        else:
            number = len(loop.escapes)
            loop.escapes.append(jump)
            loop.payloads.append((shape, [self.fresh("result") for _ in leaves]))
        payload = loop.payloads[number]
        if payload is not None and payload[0] == shape:
            for k, leaf in zip(payload[1], leaves, strict=True):
                self.emit("set", k, expression(leaf))
        else:
            loop.payloads[number] = None
        self.emit("set", loop.selector, lift(number + 1))

    # Loops

    def loop(
        self,
        outer: Frame,
        head: tuple[str, Any, Any, Any] | None,
        body: Callable[[Any], Completion],
    ) -> Completion:
        """Emit a loop of the Program.

        Parameters
        ----------
        outer : Frame
            What ``break`` leaves.
        head : tuple or None
            Name of the variable, start, stop and step of a range; None for a loop without end.
        body : callable
            Traces one turn, given the variable.

        Returns
        -------
        Completion
            None, or jumps out of the body to somewhere outside the loop.
        """
        before = self.snapshot()
        carried: dict[int, Carried] = {}
        base, emitted, count = self.block, self.emitted, len(self.names)
        for _ in range(12):
            self.restore(before)
            self.block, self.emitted = [], emitted
            self._forget_names(count)
            spoiled = sum(c.spoiled for c in carried.values())
            loop, prelude, block, counter = self._trace_loop(outer, head, body, carried)
            newly = sum(c.spoiled for c in carried.values()) > spoiled
            if not self._find_changes(before, loop, carried) and not newly:
                break
        else:
            raise self.refuse("what a loop carries from turn to turn was not found")
        self.block = base
        for statement in prelude:
            self.emit(*statement)
        self._drop_copies(loop, block)
        if head is None:
            self.emit("loop", block)
        else:
            self.emit("for", counter, *(expression(e) for e in head[1:]), block)
        return self._after_loop(before, loop, endless=head is None and not loop.broken)

    def _forget_names(self, count: int) -> None:
        for name in self.names[count:]:
            self._used.discard(name)
        del self.names[count:]

    def _trace_loop(
        self,
        outer: Frame,
        head: tuple[str, Any, Any, Any] | None,
        body: Callable[[Any], Completion],
        carried: dict[int, Carried],
    ) -> tuple[Loop, Block, Block, int]:
        loop = Loop(outer, carried)
        prelude: Block = []
        block: Block = []
        self.block = block
        counter = self.fresh(head[0]) if head is not None else -1
        for c in carried.values():
            if c.spoiled:
                store(c.location, Poison(f"{c.name!r} changes its kind in a loop"))
                continue
            c.outer = [self.fresh(c.name) for _ in c.start]
            c.inner = [self.fresh(c.name) for _ in c.start]
            for k, inner, leaf in zip(c.outer, c.inner, c.start, strict=True):
                prelude.append(("set", k, expression(leaf)))
                self.emit("set", inner, var(k))
            store(c.location, rebuild(c.shape, [var(inner) for inner in c.inner]))
        self.loops.append(loop)
        turn = self.frame()
        try:
            completion = self.guarded(lambda: body(var(counter) if head is not None else None))
            completion, _ = self.leave(turn, completion)
            assert len(self.pending) == turn.mark
            if isinstance(completion, Jump):
                completion = self.perform(completion)
            if completion is None:
                self._exit(loop, None)
            assert completion in (None, DEAD)
        finally:
            self.loops.pop()
        if loop.selector is not None:
            prelude.append(("set", loop.selector, lift(0)))
        return loop, prelude, block, counter

    def _find_changes(self, before: State, loop: Loop, carried: dict[int, Carried]) -> bool:
        """Note places that a turn of the loop leaves changed; return whether any is new."""
        new = False
        start = {
            (id(home), key): (home, key, value, name)
            for (home, key), value, name in locations(before)
        }
        known = {(id(c.location[0]), c.location[1]): c for c in carried.values()}
        for state in loop.exits:
            now = {(id(home), key): value for (home, key), value, _ in locations(state)}
            for place, (home, key, value, name) in start.items():
                if place in known or (place in now and alike(value, now[place])):
                    continue
                c = Carried((home, key), name, value)
                c.spoiled = place not in now or skeleton(now[place])[0] != c.shape or not c.start
                carried[len(carried)] = known[place] = c
                new = True
            for key, (_, contents) in before.objects.items():
                after = state.objects[key][1]
                if key in state.spoiled and key not in before.spoiled:
                    raise self.refuse("a list grows or shrinks in a loop that is not unrolled")
                if type(contents) is set:
                    changed = contents != after
                else:
                    changed = len(contents) != len(after) or (
                        isinstance(contents, dict) and list(contents) != list(after)
                    )
                if changed and key not in self.spoiled:
                    raise self.refuse("a list grows or shrinks in a loop that is not unrolled")
        return new

    def _drop_copies(self, loop: Loop, block: Block) -> None:
        """Use the carried variables themselves where no copy is needed at a turn's start."""
        pairs = {
            inner: k
            for c in loop.carried.values()
            if not c.spoiled
            for k, inner in zip(c.outer, c.inner, strict=True)
        }
        for group, start, stop in loop.groups:
            written: set[int] = set()
            for statement in group[start:stop]:
                for e in statement[2].walk():
                    if e.op == "v" and pairs.get(e.args[0]) in written:
                        del pairs[e.args[0]]
                written.add(statement[1])
        if pairs:
            _rename(block, pairs)

    def _after_loop(self, before: State, loop: Loop, *, endless: bool) -> Completion:
        self.restore(before)
        for after in loop.exits:
            for scope, values in after.scopes.values():
                for name in values:
                    if name not in scope.values and id(scope) in before.scopes:
                        scope.values[name] = Poison(f"{name!r} may not be set after the loop")
        for c in loop.carried.values():
            if c.spoiled:
                value: Any = Poison(f"{c.name!r} may have changed in a loop")
            else:
                value = rebuild(c.shape, [var(k) for k in c.outer])
            store(c.location, value)
        if loop.selector is None:
            return DEAD if endless else None
        ways: list[Jump | None] = [None]
        for jump, payload in zip(loop.escapes, loop.payloads, strict=True):
            if payload is None:
                brought: Any = Poison("a function gives different kinds of results in a loop")
            else:
                brought = rebuild(payload[0], [var(k) for k in payload[1]])
            ways.append(Jump(jump.kind, jump.frame, brought))
        if endless:
            return self.settle(Mixed(var(loop.selector) - 1, ways[1:]))
        return self.settle(Mixed(var(loop.selector), ways))

    # Trying

    def attempt(self, run: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
        """Run something; if that cannot be traced undo it all and run `otherwise`."""
        state, block, length = self.snapshot(), self.block, len(self.block)
        pending, loops = list(self.pending), list(self.loops)
        names, emitted, used = len(self.names), self.emitted, len(self.used)
        scope, function, line, bags = self.scope, self.function, self.line, self.bags
        exits = [(len(x.exits), len(x.groups), len(x.escapes)) for x in loops]
        try:
            return run()
        except Untraceable:
            self.restore(state)
            self.scopes = {key: found for key, (found, _) in state.scopes.items()}
            self.scope, self.function, self.line = scope, function, line
            self.block, self.emitted, self.bags = block, emitted, bags
            del block[length:]
            self.pending[:], self.loops[:] = pending, loops
            for loop, (a, b, c) in zip(loops, exits, strict=True):
                del loop.exits[a:], loop.groups[b:], loop.escapes[c:], loop.payloads[c:]
            self._forget_names(names)
            for stream in self.used[used:]:
                stream.used = False
            del self.used[used:]
        return otherwise()


def _jumps(completion: Completion) -> bool:
    """Return whether a completion never goes straight on."""
    if isinstance(completion, Mixed):
        return None not in completion.ways
    return isinstance(completion, Jump)


def _leads_to(completion: Completion, frame: Frame) -> bool:
    if isinstance(completion, Mixed):
        return any(way is not None and way.frame is frame for way in completion.ways)
    return isinstance(completion, Jump) and completion.frame is frame


def _same_way(a: Jump | None, b: Jump | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.kind == b.kind and a.frame is b.frame


def _rename(block: Block, pairs: dict[int, int]) -> None:
    """Replace variables throughout a block, dropping the copies that become idle."""

    def change(e: Expr) -> Expr | None:
        return var(pairs[e.args[0]]) if e.op == "v" and e.args[0] in pairs else None

    kept: Block = []
    for statement in block:
        op = statement[0]
        if op == "set" and statement[1] in pairs:
            continue
        if op == "move":
            parts = tuple((p[0], *(e.replace(change) for e in p[1:])) for p in statement[1])
            kept.append((op, parts))
            continue
        for part in statement:
            if isinstance(part, list):
                _rename(part, pairs)
        kept.append(tuple(p.replace(change) if isinstance(p, Expr) else p for p in statement))
    block[:] = kept
