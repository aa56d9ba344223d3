"""The moves of a Program as relations between a position and the next.

A Program is walked once, every branch under the condition that leads to it. Linear arithmetic,
remainders and quotients by constants, minima, bounded loops and (in base 2) binary digits can be
said in the logic; products of coordinates and values carried round a loop cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.automata.formula import (
    FALSE,
    Formula,
    Linear,
    all_of,
    any_of,
    at_most,
    exists,
    less,
)
from lastmove.laws.automata.terms import MOST_CASES, Case, NotDefinable, Terms, coordinate
from lastmove.laws.check_moves import doubles
from lastmove.laws.check_shifts import spread

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lastmove.rules.program import Block, Program, Statement

__all__ = ["Move", "Player", "Relations", "relations"]


class Move:
    """The moves that one statement makes.

    Attributes
    ----------
    bound : tuple of str
        Variables that pick one of these moves.
    guard : Formula
        Where the move exists, in the coordinates and the bound variables.
    parts : tuple of tuple of Linear
        The coordinates of each component of the option.
    """

    __slots__ = ("bound", "guard", "parts")

    def __init__(
        self, bound: Sequence[str], guard: Formula, parts: Sequence[Sequence[Linear]]
    ) -> None:
        self.bound = tuple(bound)
        self.guard = guard
        self.parts = tuple(map(tuple, parts))

    def solved(self) -> Move:
        """Return the same moves with bound variables that name new coordinates.

        Where a new coordinate is a bound variable plus or minus something, it takes that
        variable's place: ``x0 - k`` for some ``k`` becomes ``y``, with ``x0 - y`` for ``k``.
        """
        bound, guard, parts = list(self.bound), self.guard, self.parts
        for c, part in enumerate(self.parts):
            for i in range(len(part)):
                form = parts[c][i]
                name = next(
                    (n for n in bound if form.terms.get(n) in (1, -1) and form.name != n), None
                )
                if name is None or name.startswith("y"):
                    continue
                new = f"y{c}_{i}"
                sign = form.terms[name]
                value = sign * (Linear.variable(new) - (form - sign * Linear.variable(name)))
                bound[bound.index(name)] = new
                guard = all_of([guard.replace({name: value}), at_most(0, value)])
                parts = tuple(tuple(f.replace({name: value}) for f in p) for p in parts)
        return Move(bound, guard, parts)


class Player:
    """What one player may do.

    Attributes
    ----------
    moves : list of Move
    faults : list of Formula
        Where the rules are at fault; none of these may hold at a legal position.
    """

    __slots__ = ("faults", "moves")

    def __init__(self, moves: list[Move], faults: list[Formula]) -> None:
        self.moves = moves
        self.faults = faults


class Relations:
    """A game in the logic: its legal positions, and the moves of each player."""

    __slots__ = ("arity", "domain", "names", "players")

    def __init__(self, arity: int, domain: Formula, players: Sequence[Player]) -> None:
        self.arity = arity
        self.names = tuple(coordinate(i) for i in range(arity))
        self.domain = domain
        self.players = tuple(players)


def relations(program: Program) -> Relations:
    """Translate a Program.

    Only positions without negative coordinates are spoken of; that play stays among the legal
    ones of these is one of the `faults` that a proof has to exclude.

    Raises
    ------
    NotDefinable
        If the Program does what the logic cannot say; the message says what.
    """
    program = _over_powers(program)
    terms = Terms()
    arity = len(program.coords)
    domain = all_of([]) if program.domain is None else terms.holds(program.domain, {})
    inherited = terms.faults
    players = []
    for block in program.blocks:
        walker = _Walker(program, domain)
        walker.walk(block, _Path())
        faults = [exists(fresh, guard) for fresh, guard in walker.faults]
        players.append(Player(walker.moves, [f for f in faults + inherited if f is not FALSE]))
    return Relations(arity, domain, players)


def _over_powers(program: Program) -> Program:
    """Return a Program with loops over powers of two for those over binary digits."""
    from lastmove.rules.program import Program as Made

    data = program.to_json()
    changed = {field: spread(data[field]) for field in ("moves", "left", "right") if field in data}
    if all(data[field] == block for field, block in changed.items()):
        return program
    return Made.from_json({**data, **changed}, program.place, program.games)


class _Path:
    """A way through the Program: its conditions, the variables they bring, and the values set."""

    __slots__ = ("env", "fresh", "guard")

    def __init__(
        self,
        guard: tuple[Formula, ...] = (),
        fresh: tuple[str, ...] = (),
        env: dict[int, Linear] | None = None,
    ) -> None:
        self.guard = guard
        self.fresh = fresh
        self.env = env or {}

    def under(self, *guard: Formula, fresh: Sequence[str] = ()) -> _Path:
        return _Path(self.guard + guard, self.fresh + tuple(fresh), self.env)

    def beyond(self, entry: _Path) -> Formula:
        """Return the condition that leads here from a point further up."""
        guard = all_of(self.guard[len(entry.guard) :])
        return exists(self.fresh[len(entry.fresh) :], guard)


class _Ends:
    """The paths that leave a block, by how they leave it."""

    __slots__ = ("breaks", "continues", "falls", "returns")

    def __init__(self) -> None:
        self.falls: list[_Path] = []
        self.breaks: list[_Path] = []
        self.continues: list[_Path] = []
        self.returns: list[_Path] = []

    def leave(self, other: _Ends) -> None:
        self.breaks += other.breaks
        self.continues += other.continues
        self.returns += other.returns


class _Walker:
    def __init__(self, program: Program, domain: Formula) -> None:
        self.program = program
        self.domain = domain
        self.terms = Terms()
        self.faults: list[tuple[tuple[str, ...], Formula]] = []
        self.moves: list[Move] = []

    def walk(self, block: Block, path: _Path) -> _Ends:
        ends = _Ends()
        paths = [path]
        for statement in block:
            after: list[_Path] = []
            for p in paths:
                part = self._statement(statement, p)
                after += part.falls
                ends.leave(part)
            paths = after
            if len(paths) > MOST_CASES:
                raise NotDefinable(f"the rules of {self.program.name} branch too often")
        ends.falls = paths
        return ends

    def _statement(self, statement: Statement, path: _Path) -> _Ends:
        op = statement[0]
        ends = _Ends()
        if op == "set":
            found = self.terms.cases(statement[2], path.env)
            self._collect(path)
            for c in found:
                ends.falls.append(path.under(*c.guard, fresh=c.fresh))
                ends.falls[-1].env = {**path.env, statement[1]: c.form}
        elif op == "if":
            ends = self._branch(statement, path)
        elif op == "for":
            ends = self._loop(statement, path)
        elif op == "loop":
            ends = self._doubling(statement[1], path)
        elif op == "move":
            self._move(statement[1], path)
            ends.falls.append(path)
        elif op == "fail":
            self.faults.append((path.fresh, all_of(path.guard)))
        elif op == "break":
            ends.breaks.append(path)
        elif op == "continue":
            ends.continues.append(path)
        elif op == "return":
            ends.returns.append(path)
        else:
            raise NotDefinable(f"{op!r} in the rules of {self.program.name} is not definable")
        return ends

    def _branch(self, statement: Statement, path: _Path) -> _Ends:
        condition = self.terms.holds(statement[1], path.env)
        self._collect(path)
        ends = _Ends()
        whole = True
        for side, block in ((condition, statement[2]), (~condition, statement[3])):
            if side is FALSE:
                continue
            entry = path.under(side)
            part = self.walk(block, entry)
            ends.leave(part)
            ends.falls += part.falls
            # The paths come together again where nothing told them apart but the condition.
            whole = whole and [p.guard for p in part.falls] == [entry.guard]
            whole = whole and all(p.env == path.env for p in part.falls)
        if whole:
            ends.falls = [path]
        return ends

    def _loop(self, statement: Statement, path: _Path) -> _Ends:
        _, v, start, stop, step, body = statement
        turns = self.terms.range(start, stop, step, path.env)
        self._collect(path)
        return self._repeat(v, turns, body, path, stops=True)

    def _doubling(self, block: Block, path: _Path) -> _Ends:
        """Return how a loop ends that doubles a power of two at the end of each turn."""
        unknown = NotDefinable(
            f"the rules of {self.program.name} repeat until something happens"
            " with other numbers than powers of two"
        )
        *start_of_turn, last = block
        body = tuple(start_of_turn)
        if last[0] != "set" or not doubles(last[2].to_json(), last[1]):
            raise unknown
        v = last[1]
        start = path.env.get(v)
        least = start.constant if start is not None and not start.terms else 0
        if least <= 0 or least & (least - 1) or v in _assigned(body):
            raise unknown
        name = self.terms.fresh("k")
        turn = Linear.variable(name)
        case = Case(turn, (at_most(least, turn), self.terms.power(turn)))
        return self._repeat(v, [(case, name)], body, path, stops=False)

    def _repeat(
        self,
        v: int,
        turns: Sequence[tuple[Case, str]],
        body: Block,
        path: _Path,
        *,
        stops: bool,
    ) -> _Ends:
        """Return how a block ends that is run for some values of a variable.

        If these do not end by themselves, it is a fault if no turn leaves the loop.
        """
        changed = {v} | _assigned(body)
        outer = {k: form for k, form in path.env.items() if k not in changed}
        ends = _Ends()
        never: list[Formula] = []
        for case, turn in turns:
            entry = path.under(*case.guard, fresh=(*case.fresh, turn))
            entry.env = {**outer, v: case.form}
            moves, faults = len(self.moves), len(self.faults)
            part = self.walk(body, entry)
            out = any_of(p.beyond(entry) for p in part.breaks + part.returns)
            if not stops and (out is FALSE or part.continues):
                raise NotDefinable(
                    f"a loop in the rules of {self.program.name} does not just double"
                )
            reached = all_of([])
            if out is not FALSE:
                # This turn is reached only if none of those before it left the loop.
                before = Linear.variable(self.terms.fresh("k"))
                earlier = all_of([*case.guard, out]).replace({turn: before})
                order = less(before, Linear.variable(turn))
                reached = ~exists(before.terms, order & earlier)
            for i in range(moves, len(self.moves)):
                m = self.moves[i]
                self.moves[i] = Move(m.bound, m.guard & reached, m.parts)
            for i in range(faults, len(self.faults)):
                self.faults[i] = (self.faults[i][0], self.faults[i][1] & reached)
            if not stops:
                endless = ~exists(before.terms, earlier)
                self.faults.append((path.fresh, all_of([*path.guard, endless])))
            for p in part.returns:
                ends.returns.append(p.under(reached))
                never.append(ends.returns[-1].beyond(path))
        after = path.under(*(~f for f in never))
        after.env = outer
        ends.falls = [after]
        return ends

    def _collect(self, path: _Path) -> None:
        """Note where the expressions just translated have no value, on this path."""
        self.faults += [(path.fresh, all_of([*path.guard, f])) for f in self.terms.faults]
        self.terms.faults = []

    def _move(self, components: Sequence[tuple[Any, ...]], path: _Path) -> None:
        choices: list[tuple[_Path, tuple[tuple[Linear, ...], ...]]] = [(path, ())]
        for game, *coords in components:
            if game != self.program.place:
                raise NotDefinable(f"a move of {self.program.name} leads to another game")
            rows: list[tuple[_Path, tuple[tuple[Linear, ...], ...], tuple[Linear, ...]]]
            rows = [(p, done, ()) for p, done in choices]
            for e in coords:
                rows = [
                    (p.under(*c.guard, fresh=c.fresh), done, (*row, c.form))
                    for p, done, row in rows
                    for c in self.terms.cases(e, path.env)
                ]
            choices = [(p, (*done, row)) for p, done, row in rows]
        self._collect(path)
        for p, parts in choices:
            guard = all_of(p.guard)
            self.moves.append(Move(p.fresh, guard, parts))
            for part in parts:
                places = {coordinate(i): f for i, f in enumerate(part)}
                legal = all_of([*(at_most(0, f) for f in part), self.domain.replace(places)])
                self.faults.append((p.fresh, guard & ~legal))


def _assigned(block: Block) -> set[int]:
    """Return the variables that a block sets."""
    found: set[int] = set()
    for statement in block:
        op = statement[0]
        if op in ("set", "for"):
            found.add(statement[1])
        inner = {"if": statement[2:4], "for": statement[5:6], "loop": statement[1:2]}
        for part in inner.get(op, ()):
            found |= _assigned(part)
    return found
