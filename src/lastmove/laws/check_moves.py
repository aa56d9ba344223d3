"""Reads the moves of a Program as sets of tuples, for the checker of laws that automata state.

Standard library only; see `check` beside this module, and `check_forms` for expressions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import need
    from lastmove.laws.check_forms import MOST_CASES, Env, Forms, power_of, variable
    from lastmove.laws.check_sets import Form, Set, Sets
    from lastmove.laws.check_shifts import doubling
else:
    from check import need
    from check_forms import MOST_CASES, Env, Forms, power_of, variable
    from check_sets import Form, Set, Sets
    from check_shifts import doubling

# A way through the Program: what must hold on it, and the variables set.
Path = tuple[list[Set], Env]


class Reader(Forms):
    """Reads the moves of one player off a Program.

    `moves` are pairs of conditions and components; `faults` conditions that must never hold.
    Variables other than the coordinates are numbers that exist.
    """

    def __init__(self, sets: Sets, size: int) -> None:
        super().__init__(sets, size)
        self.moves: list[tuple[list[Set], Any]] = []
        self.skipped: list[Path] = []  # where a round of a loop is left by ``continue``

    def walk(self, block: Any, path: Path, out: list[Path], over: list[Path]) -> list[Path]:
        """Run a block; return how it ends, and add how a loop (or all) is left early."""
        paths = [path]
        for op, *a in block:
            after: list[Path] = []
            for conditions, env in paths:
                known = len(self.faults)
                if op == "set":
                    for guard, form in self.cases(a[1], env):
                        after.append(([*conditions, *guard], {**env, a[0]: form}))
                elif op == "if":
                    after += self.branch(a, (conditions, env), out, over)
                elif op == "for":
                    after += self.loop(a, (conditions, env), over)
                elif op == "loop":
                    after += self.doubling(a[0], (conditions, env), over)
                elif op == "move":
                    self.move(a[0], (conditions, env))
                    after.append((conditions, env))
                elif op == "fail":
                    self.faults.append([])
                else:
                    need(op in ("break", "continue", "return"), f"{op!r} is not decided here")
                    left = {"break": out, "continue": self.skipped, "return": over}[op]
                    left.append((conditions, env))
                need(len(after) + len(self.moves) <= MOST_CASES, "rules with too many cases")
                if op not in ("if", "for", "loop"):
                    self.faults[known:] = [[*conditions, *f] for f in self.faults[known:]]
            paths = after
        return paths

    def branch(self, a: Any, path: Path, out: list[Path], over: list[Path]) -> list[Path]:
        """Run an ``if``; paths that differ in the condition only become one again."""
        conditions, env = path
        known = len(self.faults)
        yes = self.holds(a[0], env)
        self.faults[known:] = [[*conditions, *f] for f in self.faults[known:]]
        ends = []
        for side, block in ((yes, a[1]), (self.sets.outside(yes), a[2])):
            if not side.empty:
                ends.append(self.walk(block, ([*conditions, side], env), out, over))
        plain = all(
            len(e) == 1 and e[0][1] == env and len(e[0][0]) == len(conditions) + 1 for e in ends
        )
        return [path] if plain else [p for e in ends for p in e]

    def loop(self, a: Any, path: Path, over: list[Path]) -> list[Path]:
        """Run a ``for``."""
        over_digits = doubling(["for", *a]) if self.sets.base == 2 else None
        if over_digits is not None:
            return self.walk(over_digits, path, [], over)
        conditions, env = path
        known = len(self.faults)
        turns = self.turns(a[1], a[2], a[3], env)
        self.faults[known:] = [[*conditions, *f] for f in self.faults[known:]]
        return self.repeat(a[0], turns, a[4], path, over, ends=True)

    def doubling(self, block: Any, path: Path, over: list[Path]) -> list[Path]:
        """Run a ``loop`` that doubles a power of two at the end of each turn, and must be left.

        Likewise powers of another base.
        """
        *body, (op, *a) = block
        twice = op == "set" and doubles(a[1], a[0], self.sets.base)
        need(twice, "a loop that does not end with doubling")
        start, least = path[1].get(a[0]), 0
        if start is not None and not start[0]:
            least = start[1]
        need(power_of(least, self.sets.base), "a loop that does not begin with a power of 2")
        need(a[0] not in assigned(body) and not skips(body), "a loop that does more than double")
        turn = self.fresh()
        self.units.add(turn)
        turns = [([self.powers(turn, least)], variable(turn), turn)]
        return self.repeat(a[0], turns, body, path, over, ends=False)

    def repeat(
        self,
        v: int,
        turns: list[tuple[list[Set], Form, str]],
        body: Any,
        path: Path,
        over: list[Path],
        ends: bool,
    ) -> list[Path]:
        """Run a block for some values of a variable; a turn is reached if none before it left.

        If the turns do not end by themselves, it is a fault if none leaves.
        """
        conditions, env = path
        outer = {k: form for k, form in env.items() if k not in assigned(body) | {v}}
        after = [(conditions, outer)]
        for guard, value, turn in turns:
            entry: Path = ([*conditions, *guard], {**outer, v: value})
            keep = self.scope(*entry)
            moves, faults = len(self.moves), len(self.faults)
            out: list[Path] = []
            done: list[Path] = []
            if not self.turn(body, entry, out, done):
                # Whether the loop was left before is not known.
                need(ends, "a loop whose end is not known")
                over += done
                after = self.unsure(body, after, moves)
                continue
            need(ends or out + done, "a loop that is never left")
            if not out + done:
                continue
            skip = len(entry[0])
            left = self.sets.union(self.sets.join(p[0][skip:], keep) for p in out + done)
            before = self.fresh()
            earlier = self.sets.join([*guard, left], keep)
            earlier = self.sets.apply(earlier, [before if n == turn else n for n in earlier.names])
            order = self.less(variable(before), variable(turn))
            reached = self.sets.outside(self.sets.join([earlier, order], keep))
            self.moves[moves:] = [([*c, reached], m) for c, m in self.moves[moves:]]
            self.faults[faults:] = [[*c, reached] for c in self.faults[faults:]]
            if not ends:
                some = self.sets.join([earlier], keep)
                self.faults.append([*conditions, self.sets.outside(some)])
            # A round may have read what conditions speak of from then on.
            seen = self.scope(conditions, outer)
            for p in done:
                over.append(([*p[0], reached], p[1]))
                gone = self.sets.join([*p[0][len(conditions) :], reached], seen)
                after = [([*c, self.sets.outside(gone)], e) for c, e in after]
        return after

    def turn(self, body: Any, entry: Path, out: list[Path], over: list[Path]) -> bool:
        """Run the body of a loop once; return whether it is known when that leaves the loop."""
        self.walk(body, entry, out, over)
        return True

    def unsure(self, body: Any, after: list[Path], moves: int) -> list[Path]:
        """Return how a loop ends if it is not known which turns are reached: all may be."""
        return after

    def move(self, components: Any, path: Path) -> None:
        """Note a move."""
        found: list[tuple[list[Set], list[list[Form]]]] = [(path[0], [])]
        for game, *coords in components:
            need(game == 0 and len(coords) == self.size, "a move to another game")
            found = [(c, [*parts, []]) for c, parts in found]
            for e in coords:
                found = [
                    ([*c, *guard], [*parts[:-1], [*parts[-1], form]])
                    for c, parts in found
                    for guard, form in self.cases(e, path[1])
                ]
                need(len(found) <= MOST_CASES, "a move with too many cases")
        self.moves += found


def assigned(block: Any) -> set[int]:
    """Return the variables that a block sets."""
    found: set[int] = set()
    for op, *a in block:
        found |= {a[0]} if op in ("set", "for", "entry") else set()
        for inner in {"if": a[1:3], "for": a[4:5], "loop": a[:1]}.get(op, ()):
            found |= assigned(inner)
    return found


def doubles(e: Any, v: int, base: int = 2) -> bool:
    """Return whether an expression is twice a variable, or as often as a base."""
    own = ["v", v]
    twice = [["+", own, own], ["<<", own, 1]] if base == 2 else []
    return e in (["*", own, base], ["*", base, own], *twice)


def skips(block: Any) -> bool:
    """Return whether a ``continue`` is anywhere in a block."""
    return any(
        op == "continue"
        or any(skips(inner) for inner in {"if": a[1:3], "for": a[4:5], "loop": a[:1]}.get(op, ()))
        for op, *a in block
    )
