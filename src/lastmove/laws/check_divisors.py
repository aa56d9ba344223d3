"""Checks laws of one number n from which divisors are taken.

The moves are read as in `check_moves`, but ``n % d`` is one more unknown r. Where every move that
asks for r takes d itself, n has the option y iff (n, y, r) is in a set R that automata tell, with
d = n - y and r the remainder of n by d. Which triples have that r no automaton can tell, but

- all of them are in ABOVE: r < d; r = y if y < d; r ends in the same binary digits as n as far as
  those of d are 0, since the power of two divides d; and if r = 0, d divides n and y, so d is a
  power of two where n or y is one;
- all of BELOW are such triples: d is a power of two and r the last digits of n; y < d and r = y;
  y is d or 2 d and r = 0;
- if n >= 3 is no power of two, some odd d >= 3 divides it: r = 0.

So options are never outside R and ABOVE; n surely has an option in a set T if R, BELOW and T have
one in common, or if n >= 3 is no power of two and R and T hold at n - d, r = 0, for every odd
d >= 3 for which ABOVE does. Labels follow by induction, as every move takes something.

Theorem. Let no possible option of n be 0 or have as many factors 2 as n, and let n - d be an option
for all powers of two d that divide n / 2. Then g(n) is the exponent of 2 in n. For if 2 d divides
n, d a power of two, n - d is not 0 and has as many factors 2 as d: all smaller exponents occur,
and the same does not. (In particular if any divisor d < n may be taken: if d has fewer factors 2
than n, so has n - d; and if as many, n / d is odd and n - d has more, or is 0.)
Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, need
    from lastmove.laws.check_forms import Case, Env, number, plus, variable
    from lastmove.laws.check_moves import Path, Reader
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import Game, need
    from check_forms import Case, Env, number, plus, variable
    from check_moves import Path, Reader
    from check_sets import Form, Set, Sets

X, Y, D, R = variable("x0"), variable("y0"), variable("d"), variable("r")
UNKNOWN = [f"r{i}" for i in range(8)]  # remainders that a Program may ask for
TRIPLE = ["r", "x0", "y0"]


class Divided(Reader):
    """Reads moves; the remainder of the coordinate by a variable is one of `UNKNOWN`.

    `asked` are the divisors, in order.
    """

    def __init__(self, sets: Sets) -> None:
        super().__init__(sets, 1)
        self.coords |= {*UNKNOWN}
        self.asked: list[Form] = []

    def cases(self, e: Any, env: Env) -> list[Case]:
        """Return the forms of an expression with the conditions under which it is each."""
        if isinstance(e, list) and e[:1] == ["%"] and len(e) == 3:
            below = self.cases(e[2], env)
            if any(form[0] for _, form in below):
                return [([], self.remainder(self.cases(e[1], env), below, env))]
        return super().cases(e, env)

    def remainder(self, above: list[Case], below: list[Case], env: Env) -> Form:
        """Return the remainder of the coordinate by a number that is not negative."""
        need(above == [([], X)] and len(below) == 1, "a remainder that is not that of n")
        (guard, divisor), known = below[0], self.scope([], env)
        need(not guard and known.issuperset(divisor[0]), "a remainder by what is no variable")
        need(len(self.asked) < len(UNKNOWN), "too many remainders")
        self.faults.append([self.at_most(divisor, number(0))])
        self.asked.append(divisor)
        return variable(UNKNOWN[len(self.asked) - 1])

    def holds(self, e: Any, env: Env) -> Set:
        """Return where an expression is not zero."""
        before = len(self.asked)
        found = super().holds(e, env)
        # Which divisor r belongs to would be lost with the variable.
        lost = isinstance(e, list) and e[0] in ("any", "all") and len(self.asked) > before
        need(not lost, "a remainder under a quantifier")
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
        # Whether an earlier turn left the loop would hang on another r.
        need(len(self.asked) == before or not leaves(body), "a loop with remainders is left early")
        return after


def leaves(block: Any) -> bool:
    """Return whether a ``break`` or ``return`` is anywhere in a block."""
    return any(
        op in ("break", "return")
        or any(leaves(inner) for inner in {"if": a[1:3], "for": a[4:5], "loop": a[:1]}.get(op, ()))
        for op, *a in block
    )


class Divisors:
    """The options of a game on one number, as the set of triples that the module explains."""

    def __init__(self, game: Game) -> None:
        need(game.size == 1 and len(game.blocks) == 1, "an impartial game of one number")
        need(game.domain is None, "a game on all numbers")
        self.sets = Sets(False)
        self.reader = Divided(self.sets)
        self.reader.walk(game.blocks[0], ([], {}), [], [])
        for fault in self.reader.faults:
            self.never(fault, "the rules fail at a position")
        self.options = self.sets.union([self.triples(*move) for move in self.reader.moves])
        self.never([self.options, self.reader.at_most(X, Y)], "a move takes nothing")
        self.above, self.below = self.all_above(), self.surely_below()

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another."""
        need(self.sets.join(parts, []).empty, text)

    def equal(self, a: Form, b: Form) -> Set:
        """Return where a = b."""
        return self.sets.linear(plus(a, b, -1), True)

    def either(self, *parts: Set) -> Set:
        """Return where one of some conditions holds."""
        return self.sets.union(parts)

    def triples(self, guard: list[Set], parts: list[list[Form]]) -> Set:
        """Return the triples of a position, an option and a remainder of one move."""
        need(len(parts) == 1, "a move to a sum")
        ((to,),) = parts
        self.never([*guard, self.reader.less(to, number(0))], "an option below 0")
        used = {n for part in guard for n in part.names}.union(to[0]) & set(UNKNOWN)
        for name in used:
            divisor = self.reader.asked[UNKNOWN.index(name)]
            same = self.equal(plus(X, to, -1), divisor)
            self.never([*guard, self.sets.outside(same)], "another number than d is taken")
        renamed = [
            self.sets.apply(part, ["r" if n in used else n for n in part.names]) for part in guard
        ]
        need(not used & set(to[0]), "an option that is a remainder")
        return self.sets.join([*renamed, self.reader.equal("y0", to)], TRIPLE)

    def all_above(self) -> Set:
        """Return the set ABOVE."""
        sets, reader = self.sets, self.reader
        taken = plus(X, Y, -1)
        few = reader.less(Y, taken)
        # Digits of x0 and y0 agree as far as those of d are 0.
        last = sets.build(
            ("r", "x0", "y0"),
            0,
            lambda s, a: s if s else 1 if (a >> 1 ^ a >> 2) & 1 else 2 * ((a ^ a >> 1) & 1),
            lambda s: s < 2,
        )
        some = self.either(reader.powers("x0", 1), reader.powers("y0", 1))
        whole = sets.join([self.equal(D, taken), reader.powers("d", 1)], ["x0", "y0"])
        parts = [
            reader.less(R, taken),
            self.either(sets.outside(few), self.equal(R, Y)),
            last,
            self.either(reader.less(number(0), R), sets.outside(some), whole),
        ]
        return sets.join(parts, TRIPLE)

    def surely_below(self) -> Set:
        """Return the set BELOW."""
        sets, reader = self.sets, self.reader
        taken, none = self.equal(D, plus(X, Y, -1)), self.equal(R, number(0))
        # With d = 2^j, r has the first j digits of x0, least first.
        digits = sets.build(
            ("d", "r", "x0"),
            0,
            lambda s, a: (
                2
                if s == 2 or (a & 1 and s)
                else (1 if not a >> 1 & 1 else 2)
                if s or a & 1
                else 2 * ((a >> 1 ^ a >> 2) & 1)
            ),
            lambda s: s == 1,
        )
        ways = [
            [taken, digits],
            [taken, reader.less(Y, D), self.equal(R, Y)],
            [taken, reader.less(number(0), D), none, self.equal(Y, D)],
            [taken, reader.less(number(0), D), none, self.equal(Y, plus(D, D))],
        ]
        return sets.union([sets.join(way, TRIPLE) for way in ways])

    def possibly(self, target: list[Set], keep: list[str]) -> Set:
        """Return a set outside which no n has an option in the target."""
        return self.sets.join([self.options, self.above, *target], keep)

    def surely(self, target: list[Set], keep: list[str]) -> Set:
        """Return a set of n that have an option in the target."""
        sets, reader, names = self.sets, self.reader, sorted({*TRIPLE, *keep})
        plain = sets.join([self.options, self.below, *target], keep)
        odd = sets.build(("d",), 0, lambda s, a: s or 2 - a, lambda s: s == 1)
        fails = sets.outside(sets.join([self.options, *target], names))
        divides = [self.equal(R, number(0)), self.equal(D, plus(X, Y, -1)), self.above]
        bad = sets.join([*divides, odd, reader.at_most(number(3), D), fails], keep)
        parts = [
            reader.at_most(number(3), X),
            sets.outside(reader.powers("x0", 1)),
            sets.outside(bad),
        ]
        return sets.union([plain, sets.join(parts, keep)])

    def outcome(self, wins: Set, misere: bool) -> None:
        """Check who wins."""
        sets = self.sets
        loses, all_of = sets.outside(wins), ["x0"]
        target = [loses.rename("x0", "y0")]
        won = self.surely(target, all_of)
        if misere:  # whoever cannot move wins
            won = sets.union([won, sets.outside(self.possibly([], all_of))])
            self.never([loses, sets.outside(self.surely([], all_of))], "a loss without a move")
        self.never([wins, sets.outside(won)], "a win without a winning move")
        self.never([loses, self.possibly(target, all_of)], "a loss with a winning move")

    def grundy(self, graph: Set) -> None:
        """Check Grundy values, given as pairs of a value and its n."""
        sets, keep = self.sets, ["h", "x0"]
        target = [sets.apply(graph, [{"g": "h", "x0": "y0"}[n] for n in graph.names])]
        same = self.possibly(target, keep)
        self.never([graph, self.reader.equal("g", variable("h")), same], "an equal option")
        lower = self.reader.less(variable("h"), variable("g"))
        self.never([graph, lower, sets.outside(self.surely(target, keep))], "no smaller option")
        self.never([sets.outside(sets.some(graph, ["g"]))], "a position has no value")

    def exponent(self) -> None:
        """Check that the theorem about the exponent of 2 is about the moves."""
        sets, reader = self.sets, self.reader
        # Least digits first, one of two numbers is 1 where the other and all before are 0.
        other = sets.build(
            ("x0", "y0"),
            0,
            lambda s, a: s or {0: 0, 1: 1, 2: 1, 3: 2}[a],
            lambda s: s == 1,
        )
        fine = sets.both(other, reader.at_most(number(1), Y))
        self.never([self.options, self.above, sets.outside(fine)], "an option of that exponent")
        # d is a power of two, and all digits of x0 up to its place are 0.
        halves = sets.build(
            ("d", "x0"),
            0,
            lambda s, a: 1 if (s == 0 and a == 1) or (s == 1 and not a & 1) else 2 if s or a else 0,
            lambda s: s == 1,
        )
        taken = [halves, reader.at_most(number(1), X), self.equal(D, plus(X, Y, -1))]
        asked = sets.join([*taken, self.equal(R, number(0))], TRIPLE)
        self.never([asked, sets.outside(self.options)], "a power of two cannot be taken")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that labels are those of the automata given, or the exponent of 2."""
    need(len(games) == 1, "one game, please")
    what, automata = cert["what"], cert["automata"]
    moves = Divisors(games[0])
    if what == "grundy" and not automata:
        moves.exponent()
        return
    need(cert["numeration"] == "binary", "no such numeration")
    need(set(automata) == {"G" if what == "grundy" else "W"}, "automata that the claim has not")
    if what == "grundy":
        moves.grundy(moves.sets.read(automata["G"], ("g", "x0")))
        return
    need(what in ("outcome", "misere"), "no such claim")
    moves.outcome(moves.sets.read(automata["W"], ("x0",)), what == "misere")
