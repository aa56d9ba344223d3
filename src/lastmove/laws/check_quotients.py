"""Check that a number goes to its quotients, or to its divisors, as theorems about it say.

The moves are read as in `check_divisors`, where the remainder of the number by a variable is one
more unknown; the quotient likewise. Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, need
    from lastmove.laws.check_divisors import UNKNOWN, Divided, X, Y
    from lastmove.laws.check_forms import Case, Env, number, plus, variable
    from lastmove.laws.check_moves import Path
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import Game, need
    from check_divisors import UNKNOWN, Divided, X, Y
    from check_forms import Case, Env, number, plus, variable
    from check_moves import Path
    from check_sets import Form, Set, Sets

D, R = variable("d"), variable("r")
Triple = tuple[list[Set], Form, Form | None]  # conditions, an option, and if a quotient, by what


class Parts(Divided):
    """Reads moves; the quotient of the number by a variable is an unknown that is only moved to."""

    def __init__(self, sets: Sets) -> None:
        super().__init__(sets)
        self.quotients: dict[str, Form] = {}

    def cases(self, e: Any, env: Env) -> list[Case]:
        """Return the forms of an expression with the conditions under which it is each."""
        if isinstance(e, list) and e[:1] == ["//"] and len(e) == 3:
            below = self.cases(e[2], env)
            if any(form[0] for _, form in below):
                above, known = self.cases(e[1], env), self.scope([], env)
                need(above == [([], X)] and len(below) == 1, "a quotient that is not that of n")
                guard, divisor = below[0]
                need(not guard and known.issuperset(divisor[0]), "a quotient by no variable")
                unknown = {*UNKNOWN, *self.quotients}
                need(not unknown & set(divisor[0]), "a quotient by what is not known")
                self.faults.append([self.at_most(divisor, number(0))])
                name = f"{self.fresh()}q"
                self.coords.add(name)
                self.quotients[name] = divisor
                return [([], variable(name))]
        return super().cases(e, env)

    def holds(self, e: Any, env: Env) -> Set:
        """Return where an expression is not zero."""
        before = len(self.quotients)
        found = super().holds(e, env)
        # Any number would do for the quotient.
        need(len(self.quotients) == before, "a condition on a quotient")
        return found

    def turn(self, body: Any, entry: Path, out: list[Path], over: list[Path]) -> bool:
        """Run the body of a loop once; return whether it is known when that leaves the loop."""
        known = super().turn(body, entry, out, over)
        told = {n for conditions, _ in out + over for part in conditions for n in part.names}
        need(not told & set(self.quotients), "a condition on a quotient")
        return known


class Reading:
    """The moves of a game on one number, each with what it divides by."""

    def __init__(self, game: Game, base: int = 2) -> None:
        need(game.size == 1 and len(game.blocks) == 1, "an impartial game of one number")
        need(game.domain is None, "a game on all numbers")
        self.sets = Sets(False, base)
        self.reader = Parts(self.sets)
        self.reader.walk(game.blocks[0], ([], {}), [], [])
        for fault in self.reader.faults:
            self.never(fault, "the rules fail at a position")

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another."""
        need(self.sets.join(parts, []).empty, text)

    def equal(self, a: Form, b: Form) -> Set:
        """Return where a = b."""
        return self.sets.linear(plus(a, b, -1), True)

    def moves(self) -> list[Triple]:
        """Return the conditions of each move, where it goes, and its divisor if to a quotient."""
        found: list[Triple] = []
        for guard, parts in self.reader.moves:
            need(len(parts) == 1, "a move to a sum")
            ((to,),) = parts
            quotients = set(self.reader.quotients)
            told = {n for part in guard for n in part.names}
            need(not told & quotients, "a condition on a quotient")
            own = quotients & set(to[0])
            need(not own or to in [variable(n) for n in own], "a quotient that is changed")
            self.never([*guard, self.reader.less(to, number(0))], "an option below 0")
            found.append((guard, to, self.reader.quotients[next(iter(own))] if own else None))
        return found

    def divided(self, guard: list[Set], by: Form, text: str) -> list[Set]:
        """Return conditions in which r is the remainder by a form, and no other is asked for."""
        used = {n for part in guard for n in part.names} & set(UNKNOWN)
        for name in used:
            other = self.sets.outside(self.equal(self.reader.asked[UNKNOWN.index(name)], by))
            self.never([*guard, other], text)
        return [
            self.sets.apply(part, ["r" if n in used else n for n in part.names]) for part in guard
        ]


def quotients(cert: dict[str, Any], game: Game) -> None:
    """Check that n goes to n // d, rounded down, for numbers d >= b and all powers of b from b on.

    Theorem. If these are the powers up to n, and no other d > n, then g(n) is the whole logarithm
    of n to base b, and g(0) = 0. If they are the powers up to b n, and there are no options of 0,
    then g(n) is the number of digits of n in base b.

    Proof by induction. n // d <= n / b has a smaller logarithm, and fewer digits, than n. If
    b^j <= n, the quotient by b^j has a logarithm that is smaller by j, and j digits fewer; and in
    the second case the quotient by the first power of b beyond n is 0, which has none.
    """
    base, zero = cert["base"], cert["zero"]
    need(type(base) is int and 2 <= base <= 10 and type(zero) is bool, "a base up to 10")
    need(cert["what"] == "grundy", "Grundy values, please")
    reading = Reading(game, base)
    sets, reader = reading.sets, reading.reader
    pairs = []
    for guard, _, by in reading.moves():
        need(by is not None, "a move to no quotient")
        used = {n for part in guard for n in part.names} & set(UNKNOWN)
        need(not used, "a condition on a remainder")
        same = [] if by is None else [reader.equal("d", by)]
        pairs.append(sets.join([*guard, *same], ["d", "x0"]))
    divisors = sets.union(pairs)
    reading.never([divisors, reader.less(D, number(base))], "a divisor below the base")
    reading.never([divisors, reading.equal(X, number(0))], "0 has an option")
    if not zero:
        reading.never([divisors, reader.less(X, D)], "a divisor above the number")
    most = X if not zero else plus(number(0), X, base)
    asked = [reader.powers("d", base), reader.at_most(D, most), sets.outside(divisors)]
    reading.never(asked, "a power is no divisor")


def factors(cert: dict[str, Any], game: Game) -> None:
    """Check that n >= 1 goes to all its divisors d < n, or to n / d for divisors d > 1.

    Then g(n) is the number of prime factors of n, repeated ones counted, and g(0) = 0. Proof by
    induction: a divisor has fewer, and any of them may be left out.
    """
    need(cert["what"] == "grundy", "Grundy values, please")
    reading = Reading(game)
    sets, reader = reading.sets, reading.reader
    found: list[list[Set]] = [[], []]
    for guard, to, by in reading.moves():
        form = to if by is None else by
        parts = reading.divided(guard, form, "a remainder by another number")
        need(not set(form[0]) & set(UNKNOWN), "an option that is a remainder")
        made = sets.join([*parts, reader.equal("y0", form)], ["r", "x0", "y0"])
        found[by is not None].append(made)
    exact, some = reading.equal(R, number(0)), reader.less(number(0), R)
    theirs = []
    # y0 is the divisor: it is moved to, or divided by.
    for divisors, least in zip(map(sets.union, found), (1, 2), strict=True):
        reading.never([divisors, some], "a move to what is no divisor")
        reading.never([divisors, reading.equal(X, number(0))], "0 has an option")
        reading.never([divisors, reader.less(Y, number(least))], "no such divisor")
        beyond = reader.at_most(X, Y) if least == 1 else reader.less(X, Y)
        reading.never([divisors, beyond], "no such divisor")
        theirs.append(
            sets.join([divisors, exact, sets.outside(beyond)], ["x0", "y0"])
            if not divisors.empty
            else divisors
        )
    goals = [
        [reader.at_most(number(1), Y), reader.less(Y, X)],
        [reader.at_most(number(2), Y), reader.at_most(Y, X)],
    ]
    whole = [
        sets.join([*goal, sets.outside(own)], []).empty
        for goal, own in zip(goals, theirs, strict=True)
    ]
    need(any(whole), "a divisor is left out")
