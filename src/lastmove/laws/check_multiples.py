"""Reads moves that take multiples of one of two coordinates, for the checker of Euclid's game.

A variable that counts rounds, or a quotient, is known by its multiple by that coordinate, which is
above 0: counts are compared by comparing these. So a loop runs over multiples; of those nothing is
asked but how they compare. Standard library only; see `check` beside this module, and
`check_euclid` for what is made of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import need
    from lastmove.laws.check_forms import Case, Env, number, plus, variable
    from lastmove.laws.check_loops import first_met, inner
    from lastmove.laws.check_moves import Path, Reader, assigned, skips
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import need
    from check_forms import Case, Env, number, plus, variable
    from check_loops import first_met, inner
    from check_moves import Path, Reader, assigned, skips
    from check_sets import Form, Set, Sets

X = [variable("x0"), variable("x1")]
ASKED = [f"s{i}" for i in range(8)]  # remainders that a Program may ask for


class Counted(Sets):
    """Sets in which some variables are counts, known by their multiple by a coordinate above 0.

    A comparison of counts is one of these multiples.
    """

    def __init__(self) -> None:
        super().__init__(False)
        self.counts: dict[str, tuple[int, Form]] = {}

    def linear(self, form: Form, equal: bool) -> Set:
        """Return where a form is zero, or at most zero."""
        own = {n for n, c in form[0].items() if c and n in self.counts}
        if not own:
            return super().linear(form, equal)
        sides = {self.counts[n][0] for n in own}
        need(
            len(sides) == 1 and own == {n for n, c in form[0].items() if c}, "a count is no number"
        )
        return super().linear(self.scaled(form, sides.pop()), equal)

    def scaled(self, form: Form, i: int) -> Form:
        """Return the multiple by coordinate i of a constant or a sum of its counts."""
        total = plus(number(0), X[i], form[1])
        for name, times in form[0].items():
            need(self.counts.get(name, (None,))[0] == i, "no count of this coordinate")
            total = plus(total, self.counts[name][1], times)
        return total


class Multiples(Reader):
    """Reads moves that take multiples of a coordinate.

    `multiples` are variables that are whole multiples of a coordinate, ``rest<i>`` is the remainder
    of the other coordinate by coordinate i, and `asked` has the remainders of other forms.
    """

    sets: Counted

    def __init__(self, sets: Counted) -> None:
        super().__init__(sets, 2)
        self.multiples: dict[str, int] = {}
        self.asked: dict[str, tuple[int, Form]] = {}
        self.side = sets.linear(({}, 0), False)
        self.same: int | None = None  # from this move on, both coordinates are the same number

    def read(self, block: Any) -> None:
        """Read a block where x0 < x1, where x1 < x0, and where both are the same number x0."""
        for i in (0, 1):
            self.side = self.less(X[i], X[1 - i])
            self.walk(block, ([self.side], {}), [], [])
        self.side, self.same = self.sets.linear(plus(X[0], X[1], -1), True), len(self.moves)
        self.walk(block, ([self.side], {}), [], [])

    def walk(self, block: Any, path: Path, out: list[Path], over: list[Path]) -> list[Path]:
        """Run a block, if it is ever reached."""
        reached = not self.sets.join(path[0], []).empty
        return super().walk(block, path, out, over) if reached else []

    def scope(self, parts: Any, env: Env) -> set[str]:
        """Return the variables that what follows may still speak of."""
        return super().scope(parts, env) | {*self.multiples, *ASKED, "rest0", "rest1"}

    def whole(self, form: Form, i: int) -> bool:
        """Return whether a form is surely a multiple of coordinate i."""
        names, other = dict(form[0]), f"x{1 - i}"
        same = names.pop(other, 0) + names.pop(f"rest{i}", 0) == 0
        names.pop(f"x{i}", None)
        return same and form[1] == 0 and all(self.multiples.get(n) == i for n in names)

    def place(self, form: Form) -> int:
        """Return which coordinate a form is; note that it must not be 0."""
        need(form in X, "a step, quotient or remainder by what is no coordinate")
        i = X.index(form)
        self.faults.append([self.at_most(X[i], number(0))])
        return i

    def count(self, i: int, scaled: Form) -> Form:
        """Return a new count whose multiple by coordinate i is given."""
        name = self.fresh() + "c"
        self.sets.counts[name] = i, scaled
        return variable(name)

    def multiple(self, i: int) -> str:
        """Return a new variable that is a multiple of coordinate i."""
        name = self.fresh() + "m"
        self.multiples[name] = i
        return name

    # --- Expressions -------------------------------------------------------------------------

    def cases(self, e: Any, env: Env) -> list[Case]:
        """Return the forms of an expression where it is asked for, with further conditions."""
        found = []
        if e == ["x", 1] and self.same is not None:
            e = ["x", 0]
        for guard, form in super().cases(e, env):
            more = [c for c in guard if not self.sets.both(self.side, self.sets.outside(c)).empty]
            if not any(self.sets.both(self.side, c).empty for c in more):
                found.append((more, form))
        return found

    def compute(self, op: str, a: Form, b: Form) -> list[Case]:
        """Return the cases of one operation."""
        if op in ("%", "//") and b[0]:
            i = self.place(b)
            return [
                (guard, rest if op == "%" else self.count(i, plus(a, rest, -1)))
                for guard, rest in self.remainder(a, i, op == "%")
            ]
        if op == "*" and a[0] and b[0]:
            a, b = (a, b) if b in X else (b, a)
            need(b in X, "a product with what is no coordinate")
            return [([], self.sets.scaled(a, X.index(b)))]
        counts = {n for form in (a, b) for n in form[0] if n in self.sets.counts}
        need(not counts or op in ("+", "-", "*", "min", "max", "neg"), "a count is no number")
        return super().compute(op, a, b)

    def remainder(self, a: Form, i: int, ask: bool) -> list[Case]:
        """Return the cases of the remainder of a form by coordinate i, which may be asked for."""
        more, rest = plus(a, X[1 - i], -1), variable(f"rest{i}")
        if self.whole(a, i):
            return [([], number(0))]
        if self.whole(more, i):
            return [([], rest)]
        if self.whole(plus(more, number(1)), i):
            last, some = plus(X[i], number(-1)), self.less(number(0), rest)
            return [([some], plus(rest, number(-1))), ([self.sets.outside(some)], last)]
        need(ask, "a quotient of another number")
        need(len(self.asked) < len(ASKED), "too many remainders")
        name = ASKED[len(self.asked)]
        self.asked[name] = i, a
        return [([], variable(name))]

    def holds(self, e: Any, env: Env) -> Set:
        """Return where an expression is not zero."""
        # What a remainder belongs to would be lost with the variable.
        need(not isinstance(e, list) or e[0] not in ("any", "all"), "a condition with a range")
        return super().holds(e, env)

    # --- Loops -------------------------------------------------------------------------------

    def turns(
        self, start: Any, stop: Any, step: Any, env: Env
    ) -> list[tuple[list[Set], Form, str]]:
        """Return the values of a range, under conditions, and the variable counting its turns."""
        if type(step) is int:
            ends = [form for e in (start, stop) for _, form in self.cases(e, env)]
            sides = {self.sets.counts[n][0] for f in ends for n in f[0] if n in self.sets.counts}
            if not sides:
                return super().turns(start, stop, step, env)
            need(len(sides) == 1 and step == 1, "counts of several coordinates")
            (i,), sign = sides, 1
        else:
            steps = self.cases(step, env)
            need(len(steps) == 1 and not steps[0][0], "a step that is not told")
            by = steps[0][1]
            sign = 1 if by in X else -1
            i = self.place(by if sign > 0 else plus(number(0), by, -1))
        found = []
        for g, first in self.cases(start, env):
            for h, last in self.cases(stop, env):
                turn = self.multiple(i)
                if type(step) is int:
                    value = self.count(i, plus(self.sets.scaled(first, i), variable(turn)))
                else:
                    value = plus(first, variable(turn), sign)
                inside = self.less(value, last) if sign > 0 else self.less(last, value)
                found.append(([*g, *h, inside], value, turn))
        return found

    def repeat(
        self,
        v: int,
        turns: list[tuple[list[Set], Form, str]],
        body: Any,
        path: Path,
        over: list[Path],
        ends: bool,
    ) -> list[Path]:
        """Run a block for some values of a variable."""
        before = len(self.asked)
        after = super().repeat(v, turns, body, path, over, ends)
        # Whether an earlier turn left would hang on another remainder, or on no multiple.
        plain = len(self.asked) == before and not any(t in self.multiples for _, _, t in turns)
        need(plain or not jumps(body), "a loop over multiples that is left early")
        return after

    def doubling(self, block: Any, path: Path, over: list[Path]) -> list[Path]:
        """Run a ``loop`` whose variables step by constants or by a coordinate, until it is left.

        Once it may be left, it may be left in every later round; so a round is reached if it is the
        first or the one before did not leave.
        """
        conditions, env = path
        need(not skips(block), "a round that is cut short")
        carried = {k for k in assigned(block) & env.keys() if first_met(block, k) != "set"}
        steps = {k: self.stepped(block, k, env) for k in carried}
        sides = {i for _, i in steps.values() if i is not None} or self.factors(
            block, block, env, carried
        )
        need(len(sides) == 1, "a loop that steps by no coordinate")
        (i,) = sides
        outer = {k: form for k, form in env.items() if k not in assigned(block)}
        leaves = self.standing(block, path, i)
        conditions = [*conditions, self.less(number(0), X[i])]
        turn = self.multiple(i)
        entry = dict(outer)
        for k, (by, side) in steps.items():
            if side is None:
                scaled = plus(self.sets.scaled(env[k], i), variable(turn), by)
                entry[k] = self.count(i, scaled)
            else:
                entry[k] = plus(env[k], variable(turn), by)
        moves, faults, before = len(self.moves), len(self.faults), len(self.asked)
        keep = self.scope(conditions, entry) | {turn}
        out: list[Path] = []
        done: list[Path] = []
        self.walk(block, (list(conditions), entry), out, done)
        need(len(self.asked) == before, "a remainder in a loop without bound")
        need(not (out and done), "a loop that is left in two ways")
        here = [self.sets.join(p[0][len(conditions) :], keep) for p in out + done]
        left = self.sets.union(here)
        earlier, name = self.fresh(), variable(turn)
        sooner = self.sets.apply(left, [earlier if n == turn else n for n in left.names])
        later = [sooner, self.less(variable(earlier), name), self.sets.outside(left)]
        self.faults.append([*conditions, *later])
        self.faults.append([*conditions, self.sets.outside(self.sets.some(left, [turn]))])
        last = self.sets.linear(plus(plus(variable(earlier), X[i]), name, -1), True)
        reached = self.sets.outside(self.sets.join([sooner, last], keep))
        self.moves[moves:] = [([*c, reached], m) for c, m in self.moves[moves:]]
        inside = len(self.faults) - 2
        self.faults[faults:inside] = [[*c, reached] for c in self.faults[faults:inside]]
        need(not leaves or leaves == {bool(done)}, "a loop that is left in two ways")
        if done:
            over.append((path[0], outer))
            return []
        return [(path[0], outer)]

    def standing(self, block: Any, path: Path, i: int) -> set[bool]:
        """Run the first round of a loop where coordinate i is 0, so that its steps change nothing.

        It must be left in that round: return whether by a ``return``, in a set for all its ways.
        """
        beside = [*path[0], self.sets.linear(X[i], True)]
        out: list[Path] = []
        done: list[Path] = []
        before = len(self.asked), len(self.multiples)
        again = self.walk(block, (beside, dict(path[1])), out, done)
        need((len(self.asked), len(self.multiples)) == before, "a remainder by 0 in a loop")
        self.faults += [conditions for conditions, _ in again]
        return {bool(done)} if bool(out) != bool(done) else {False, True} if out else set()

    def stepped(self, block: Any, k: int, env: Env) -> tuple[int, int | None]:
        """Return by how much, and of which coordinate if any, a variable changes in each round."""
        changes = [s for s in block if k in assigned([s])]
        once = len(changes) == 1 and changes[0][0] == "set"
        need(once, "a variable that does not step evenly")
        e, own = changes[0][2], ["v", k]
        need(isinstance(e, list) and e[0] in ("+", "-") and own in e[1:], "no even step")
        need(e[0] == "+" or e[1] == own, "no even step")
        by = e[2] if e[1] == own else e[1]
        sign = 1 if e[0] == "+" else -1
        if type(by) is int:
            return sign * by, None
        fixed = {j: form for j, form in env.items() if j not in assigned(block)}
        known = len(self.faults)
        found = self.cases(by, fixed)
        need(len(found) == 1 and not found[0][0] and found[0][1] in X, "a step by no coordinate")
        need(len(self.faults) == known, "a step that may fail")
        return sign, X.index(found[0][1])

    def factors(self, data: Any, block: Any, env: Env, carried: set[int]) -> set[int]:
        """Return the coordinates by which variables of a loop are multiplied."""
        found: set[int] = set()
        if not isinstance(data, list):
            return found
        parts = list(data)
        if data[:1] == ["if"] and not variables(data[1]):
            yes = self.holds(data[1], env)
            for k, side in ((2, yes), (3, self.sets.outside(yes))):
                if self.sets.both(self.side, side).empty:
                    parts[k] = []
        for part in parts:
            found |= self.factors(part, block, env, carried)
        if data[:1] == ["*"] and len(data) == 3:
            for one, other in (data[1:], data[:0:-1]):
                if one in [["v", k] for k in carried] and not variables(other) & assigned(block):
                    forms = [form for _, form in self.cases(other, env)]
                    found |= {X.index(form) for form in forms if form in X}
        return found


def variables(e: Any) -> set[int]:
    """Return the local variables that an expression names."""
    if not isinstance(e, list):
        return set()
    if e[:1] == ["v"]:
        return {e[1]}
    found: set[int] = set()
    return found.union(*map(variables, e))


def jumps(block: Any) -> bool:
    """Return whether a ``break`` or ``return`` is anywhere in a block."""
    return any(s[0] in ("break", "return") or any(map(jumps, inner(s))) for s in block)
