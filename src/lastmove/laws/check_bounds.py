"""Reads the moves of a Program from two sides, for the checker of laws of moves not known exactly.

What automata cannot follow, such as the remainder by a variable or a loop that carries a value, is
estimated. Read from above (`up`), a Program has all moves of the true one and perhaps others; read
from below it has only moves that there surely are. Conditions are estimated likewise, which turns
round under ``not``.

- The value of an operation that is not definable is an unknown number; `check_facts` has what is
  known of it. A condition that names an unknown speaks of its true value. Where unknowns are left
  out, from above some numbers with those facts do for them, from below all such numbers must.
- The first rounds of a loop are run as they stand. From below nothing later is sure. From above
  the variables are then any numbers for which an invariant of the certificate holds: it must hold
  after the first rounds, and after a round if before (Floyd 1967, Hoare 1969). A form that falls
  and is not negative while the loop goes on shows that it ends.

Standard library only; see `check` beside this module, and `check_moves` for what is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import COMPARE, OPERANDS, need
    from lastmove.laws.check_facts import UNARY, about, undefinable
    from lastmove.laws.check_forms import Case, Env, number, plus, power_of, variable
    from lastmove.laws.check_loops import highest, leaves, loops, returns, unfolded
    from lastmove.laws.check_moves import Path, Reader, assigned, doubles, skips
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import COMPARE, OPERANDS, need
    from check_facts import UNARY, about, undefinable
    from check_forms import Case, Env, number, plus, power_of, variable
    from check_loops import highest, leaves, loops, returns, unfolded
    from check_moves import Path, Reader, assigned, doubles, skips
    from check_sets import Form, Set, Sets

MOST_PATHS = 200
CONDITIONS = {"?", "and", "or", "not", "any", "all"} | COMPARE


class Bounds(Reader):
    """The moves of a Program from above or from below.

    `facts` has what is known of each unknown, `counted` the variables that count turns, `loose`
    those of ranges with estimated ends, and `vague` grows whenever something is estimated. Faults
    are only complete from above.
    """

    def __init__(self, sets: Sets, size: int, up: bool, given: dict[str, Any]) -> None:
        super().__init__(sets, size)
        self.up, self.vague = up, 0
        self.moduli, self.rounds, self.loops = given["moduli"], given["rounds"], given["loops"]
        self.digits = given.get("digits", False)  # whether facts speak of digits
        need(type(self.digits) is bool, "digits are told or not")
        self.facts: dict[str, Set] = {}
        self.known: dict[Any, tuple[str, list[list[Set]]]] = {}
        self.counted: set[str] = set()
        self.loose: set[str] = set()
        self.places: dict[int, int] = {}  # the number of each loop's body
        self.block: list[Any] = []

    def read(self, block: Any) -> None:
        """Read a block, whose loops the certificate lists in order."""
        self.block = unfolded(block, highest(block) + 1)
        self.places = {id(body): i for i, body in enumerate(loops(self.block))}
        self.walk(self.block, ([], {}), [], [])

    # --- Unknown numbers ---------------------------------------------------------------------

    def unknown(self, op: str, *forms: Form) -> Form:
        """Return the value of an operation as an unknown number; equal ones are the same."""
        key = (op, *((tuple(sorted(f[0].items())), f[1]) for f in forms))
        if key not in self.known:
            name = f"u{next(self.sets.ids)}"
            self.facts[name], faults = about(self, op, name, forms)
            self.known[key] = name, faults
        name, faults = self.known[key]
        self.faults += map(list, faults)  # under the conditions of each use
        return variable(name)

    def told(self, parts: list[Set]) -> list[Set]:
        """Return the facts about all unknowns that conditions, or such facts, name."""
        names = {n for part in parts for n in part.names}
        found: dict[str, Set] = {}
        while new := {n for n in names if n in self.facts and n not in found}:
            found |= {n: self.facts[n] for n in new}
            names |= {n for fact in found.values() for n in fact.names}
        return list(found.values())

    def estimate(self, parts: list[Set], keep: set[str]) -> Set:
        """Return where conditions hold, estimated, without the variables not to be kept.

        Those that count turns may take any value, unknowns only the true one.
        """
        facts = self.told(parts)
        if self.up or not facts:
            return self.sets.join([*parts, *facts], keep)
        unknowns = set(self.facts) - keep
        inner = keep | {n for part in [*parts, *facts] for n in part.names if n in self.counted}
        hold = self.sets.join(parts, inner | unknowns)
        fails = self.sets.join([*facts, self.sets.outside(hold)], inner)
        return self.sets.join([hold, self.sets.outside(fails)], keep)

    def scope(self, parts: Any, env: Env) -> set[str]:
        """Return the variables that what follows may still speak of."""
        return super().scope(parts, env) | set(self.facts)

    # --- Expressions -------------------------------------------------------------------------

    def compute(self, op: str, a: Form, b: Form) -> list[Case]:
        """Return the cases of one operation."""
        if op == "**" and a[0] and b == number(2):
            op, b = "*", a
        if undefinable(op, a, b) and not (op == "%" and self.is_power(b)):
            return [([], self.unknown(op, a, b))]
        return super().compute(op, a, b)

    def cases(self, e: Any, env: Env) -> list[Case]:
        """Return the forms of an expression with the conditions under which it is each."""
        op = e[0] if isinstance(e, list) and e else None
        if op in UNARY:
            need(len(e) == 2, f"no such expression: {op!r}")
            return [(guard, self.unknown(op, form)) for guard, form in self.cases(e[1], env)]
        if op not in CONDITIONS:
            return super().cases(e, env)
        need(len(e) - 1 == OPERANDS.get(op), f"no such expression: {op!r}")
        condition, *sides = e[1:] if op == "?" else (e, 1, 0)
        vague = self.vague
        yes, no, _, _ = self.sides(condition, env)
        made: list[Case] = []
        for c, side in zip((yes, no), sides, strict=True):
            known = len(self.faults)
            made += [([c, *more], form) for more, form in self.cases(side, env)]
            if self.vague == vague:  # only the side that is chosen is evaluated
                self.faults[known:] = [[c, *f] for f in self.faults[known:]]
        return made

    def sides(self, e: Any, env: Env) -> tuple[Set, Set, bool, bool]:
        """Return where a condition holds and where it fails, estimated, and if each may be."""
        vague = self.vague
        yes = self.holds(e, env)
        if self.vague == vague:
            no = self.sets.outside(yes)
            return yes, no, not yes.empty, not no.empty
        other = self.turned(e, env)
        no = self.sets.outside(other)
        if self.up:
            return yes, no, not yes.empty, not no.empty
        return yes, no, not other.empty, not self.sets.outside(yes).empty

    def turned(self, e: Any, env: Env) -> Set:
        """Return where a condition holds, estimated from the other side."""
        self.up = not self.up
        found = self.holds(e, env)
        self.up = not self.up
        return found

    def holds(self, e: Any, env: Env) -> Set:
        """Return where an expression is not zero, estimated."""
        op, *a = e if isinstance(e, list) else ("const",)
        need(op == "const" or len(a) == OPERANDS.get(op), f"no such expression: {op!r}")
        if op in ("and", "or"):
            vague = self.vague
            first, known = self.holds(a[0], env), len(self.faults)
            exact = self.vague == vague
            second = self.holds(a[1], env)
            if exact:  # the second part is evaluated where the first does not decide
                asked = first if op == "and" else self.sets.outside(first)
                self.faults[known:] = [[asked, *f] for f in self.faults[known:]]
            return (
                self.sets.both(first, second) if op == "and" else self.sets.union([first, second])
            )
        if op == "not":
            return self.sets.outside(self.turned(a[0], env))
        if op == "all":
            return self.sets.outside(self.turned(["any", *a[:4], ["not", a[4]]], env))
        if op == "any":
            return self.some_turn(a, env)
        if op in (">", ">="):
            op, a = {">": "<", ">=": "<="}[op], a[::-1]
        if op not in COMPARE:
            op, a = "!=", [e, 0]
        made = []
        for g, x in self.cases(a[0], env):
            for h, y in self.cases(a[1], env):
                if op in ("==", "!="):
                    test = self.sets.linear(plus(x, y, -1), True)
                    test = test if op == "==" else self.sets.outside(test)
                else:
                    test = (self.less if op == "<" else self.at_most)(x, y)
                made.append(self.sets.join([*g, *h, test], self.scope([], env)))
        return self.sets.union(made)

    def some_turn(self, a: Any, env: Env) -> Set:
        """Return where a condition holds in some turn of a range."""
        parts, vague = [], self.vague
        turns = self.turns(a[1], a[2], a[3], env)
        exact = self.vague == vague
        for guard, value, turn in turns:
            known, before = len(self.faults), set(self.facts)
            inner = self.holds(a[4], {**env, a[0]: value})
            if exact:
                self.faults[known:] = [[*guard, *f] for f in self.faults[known:]]
            new = {n for n in self.told_names([inner]) if n not in before}
            if new:
                self.vague += 1
                inner = self.without(inner, new, self.scope([], {**env, a[0]: value}))
            self.counted.discard(turn)
            parts.append(self.sets.join([*guard, inner], self.scope([], env) - {turn}))
        return self.sets.union(parts)

    def told_names(self, parts: list[Set]) -> set[str]:
        """Return the unknowns that conditions, or facts about them, name."""
        return {n for part in [*parts, *self.told(parts)] for n in part.names if n in self.facts}

    def without(self, made: Set, gone: set[str], scope: set[str]) -> Set:
        """Return a condition estimated without some unknowns.

        Facts may name other variables than those in the scope, as quotients. Nothing says any more
        which numbers these are, so that from below the condition must hold for all of them.
        """
        facts, keep = [self.facts[n] for n in gone], scope - gone
        if self.up:
            return self.sets.join([made, *facts], keep)
        fails = self.sets.join([*facts, self.sets.outside(made)], keep)
        return self.sets.both(self.sets.some(made, gone), self.sets.outside(fails))

    def turns(
        self, start: Any, stop: Any, step: Any, env: Env
    ) -> list[tuple[list[Set], Form, str]]:
        """Return the values of a range, under conditions, and the variable counting its turns."""
        vague = self.vague
        found = super().turns(start, stop, step, env)
        names = {turn for _, _, turn in found}
        self.counted |= names
        if self.vague != vague:
            self.loose |= names
        return found

    # --- Statements --------------------------------------------------------------------------

    def branch(self, a: Any, path: Path, out: list[Path], over: list[Path]) -> list[Path]:
        """Run an ``if``; paths that differ in the condition only become one again."""
        conditions, env = path
        known = len(self.faults)
        yes, no, maybe, maybe_not = self.sides(a[0], env)
        self.faults[known:] = [[*conditions, *f] for f in self.faults[known:]]
        ends = []
        for side, possible, block in ((yes, maybe, a[1]), (no, maybe_not, a[2])):
            if possible:
                ends.append(self.walk(block, ([*conditions, side], env), out, over))
        plain = all(
            len(e) == 1 and e[0][1] == env and len(e[0][0]) == len(conditions) + 1 for e in ends
        )
        return [path] if plain else [p for e in ends for p in e]

    def move(self, components: Any, path: Path) -> None:
        """Note a move; components keep the number of their game in front."""
        found: list[tuple[list[Set], list[Any]]] = [(path[0], [])]
        for game, *coords in components:
            found = [(c, [*parts, [game]]) for c, parts in found]
            for e in coords:
                found = [
                    ([*c, *guard], [*parts[:-1], [*parts[-1], form]])
                    for c, parts in found
                    for guard, form in self.cases(e, path[1])
                ]
                need(len(found) <= MOST_PATHS, "a move with too many cases")
        self.moves += found

    def repeat(
        self,
        v: int,
        turns: list[tuple[list[Set], Form, str]],
        body: Any,
        path: Path,
        over: list[Path],
        ends: bool,
    ) -> list[Path]:
        """Run a block for some values of a variable; a turn is reached if none before it left."""
        names = {turn for _, _, turn in turns}
        self.counted |= names
        # Where what follows is not reached would be estimated from the wrong side.
        need(not names & self.loose or not returns(body), "all is left in a turn that is estimated")
        return super().repeat(v, turns, body, path, over, ends)

    def turn(self, body: Any, entry: Path, out: list[Path], over: list[Path]) -> bool:
        """Run the body of a loop once; return whether it is known when that leaves the loop."""
        before, vague = set(self.facts), self.vague
        self.round(body, entry, out, over)
        named = self.told_names([c for p in out + over for c in p[0][len(entry[0]) :]])
        if self.vague == vague and named <= before:
            return True
        self.vague += 1
        return False

    def unsure(self, body: Any, after: list[Path], moves: int) -> list[Path]:
        """Return how a loop ends if it is not known which turns are reached: from below none."""
        if self.up or not leaves(body):
            return super().unsure(body, after, moves)
        del self.moves[moves:]
        return [] if returns(body) else after

    def round(self, body: Any, path: Path, out: list[Path], over: list[Path]) -> list[Path]:
        """Run the body of a loop once; return how it ends, by ``continue`` as well."""
        before, self.skipped = self.skipped, []
        ended = self.walk(body, path, out, over) + self.skipped
        self.skipped = before
        return ended

    def doubling(self, block: Any, path: Path, over: list[Path]) -> list[Path]:
        """Run a ``loop``: exactly if it goes on to powers of the base, else by its invariant."""
        *body, last = block or [["break"]]
        if last[0] == "set" and doubles(last[2], last[1], self.sets.base):
            names, least = path[1].get(last[1], ({"": 1}, 0))
            power = not names and power_of(least, self.sets.base)
            if power and last[1] not in assigned(body) and not skips(body):
                return super().doubling(block, path, over)
        after: list[Path] = []
        paths = [path]
        for _ in range(self.rounds):
            paths = [p for one in paths for p in self.round(block, one, after, over)]
            need(len(paths) + len(after) <= MOST_PATHS, "rules with too many cases")
        self.vague += 1
        for one in paths:
            if self.up:
                self.havoc(block, one, after, over)
            elif returns(block):
                over.append(one)
        return after

    def havoc(self, block: Any, path: Path, after: list[Path], over: list[Path]) -> None:
        """Run one round of a loop from wherever its invariant holds, from above."""
        conditions, env = path
        place = self.places.get(id(block), len(self.loops))
        need(place < len(self.loops), "a loop without an invariant")
        holds, falls = (self.loops[place][key] for key in ("holds", "falls"))
        changed = sorted(assigned(block) & env.keys())
        inner = {k: form for k, form in env.items() if k not in assigned(block)}
        inner |= {k: variable(self.fresh() + "h") for k in changed}
        self.kept(conditions, env, changed, holds)
        start = [*conditions, self.exactly(holds, inner)]
        for end, later in self.round(block, (start, inner), after, over):
            self.kept(end, later, changed, holds)
            for g, now in self.cases(falls, inner):
                for h, then in self.cases(falls, later):
                    low, less = self.at_most(number(0), now), self.less(then, now)
                    fails = self.sets.outside(self.sets.both(low, less))
                    self.faults.append([*end, *g, *h, fails])

    def kept(self, conditions: list[Set], env: Env, changed: list[int], holds: Any) -> None:
        """Note where an invariant would fail, or a variable be negative, as faults."""
        need(env.keys() >= set(changed), "a variable that an inner loop leaves unknown")
        self.faults.append([*conditions, self.sets.outside(self.exactly(holds, env))])
        self.faults += [[*conditions, self.less(env[k], number(0))] for k in changed]

    def exactly(self, e: Any, env: Env) -> Set:
        """Return where a condition holds that must not need to be estimated."""
        vague, before = self.vague, len(self.facts)
        found = self.holds(e, env)
        need((self.vague, len(self.facts)) == (vague, before), "an invariant that is estimated")
        return found
