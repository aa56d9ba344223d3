"""Checks the law of the game in which n goes to smaller numbers coprime to it.

The moves are read as in `check_divisors`, with the greatest common divisor r of n and what is
taken, or of n and what is left, as one more unknown: both are the same number, as gcd(n, n - d) =
gcd(n, d). Of triples (n, y, r) it is known that r >= 1, and r = n if y = 0.

Theorem. Let p_1 = 2, p_2 = 3, ... be the primes, and let the options of n >= 1 be the numbers y < n
with gcd(n, y) = 1. Then g(0) = 0 and g(1) = 1; g(n) = 0 if n >= 2 is even; else g(n) = k, where p_k
is the least prime factor of n. If 1 has no option and all else is as before, g(1) = 0 and g(n) = k
for all n >= 2.

Proof. 0 is an option of 1 alone. Numbers with the same least prime factor are not coprime, so in
the second game none of the options of n has its value, 1 is an option of value 0, and p_v one of
value v for 1 <= v < k: it is smaller than n and does not divide it. In the first game the values 0
of even numbers and 1 of the number 1 have changed places. All options of an even n are odd, and
none of them has value 0. Let n >= 3 be odd: n - 1 is an option of value 0, 1 is one of value 1,
p_v one of value v for 2 <= v < k, and none has value k >= 2. Standard library only; see `check`
beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, need
    from lastmove.laws.check_divisors import TRIPLE, UNKNOWN, Divided, R, X, Y
    from lastmove.laws.check_forms import Case, Env, number, plus
    from lastmove.laws.check_moves import Reader
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import Game, need
    from check_divisors import TRIPLE, UNKNOWN, Divided, R, X, Y
    from check_forms import Case, Env, number, plus
    from check_moves import Reader
    from check_sets import Form, Set, Sets


class Common(Divided):
    """Reads moves; the greatest common divisor of n and a variable is one of `UNKNOWN`."""

    def cases(self, e: Any, env: Env) -> list[Case]:
        """Return the forms of an expression with the conditions under which it is each."""
        if isinstance(e, list) and e[:1] == ["gcd"] and len(e) == 3:
            one, other = self.cases(e[1], env), self.cases(e[2], env)
            if one != [([], X)]:
                one, other = other, one
            return [([], self.remainder(one, other, env))]
        return Reader.cases(self, e, env)


class Coprime:
    """The options of a game on one number, as triples of n, the option and the divisor."""

    def __init__(self, game: Game) -> None:
        need(game.size == 1 and len(game.blocks) == 1, "an impartial game of one number")
        need(game.domain is None, "a game on all numbers")
        self.sets = Sets(False)
        self.reader = Common(self.sets)
        self.reader.walk(game.blocks[0], ([], {}), [], [])
        for fault in self.reader.faults:
            self.never(fault, "the rules fail at a position")
        self.options = self.sets.union([self.triples(*move) for move in self.reader.moves])
        # What is known of triples leaves out the position 0 with itself as an option.
        self.never([self.options, self.reader.at_most(X, Y)], "a move takes nothing")

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another."""
        need(self.sets.join(parts, []).empty, text)

    def triples(self, guard: list[Set], parts: list[list[Form]]) -> Set:
        """Return the triples of one move."""
        need(len(parts) == 1, "a move to a sum")
        ((to,),) = parts
        self.never([*guard, self.reader.less(to, number(0))], "an option below 0")
        used = {n for part in guard for n in part.names}.union(to[0]) & set(UNKNOWN)
        need(not used & set(to[0]), "an option that is a divisor")
        for name in used:
            asked = self.reader.asked[UNKNOWN.index(name)]
            same = [self.sets.linear(plus(asked, form, -1), True) for form in (to, plus(X, to, -1))]
            other = self.sets.outside(self.sets.union(same))
            self.never([*guard, other], "a divisor of another number than is taken or left")
        renamed = [
            self.sets.apply(part, ["r" if n in used else n for n in part.names]) for part in guard
        ]
        return self.sets.join([*renamed, self.reader.equal("y0", to)], TRIPLE)


def coprime(cert: dict[str, Any], game: Game) -> None:
    """Check that the moves are those of the theorem; ``zero`` says whether 1 has the option 0."""
    need(cert["what"] == "grundy", "Grundy values, please")
    zero = cert["zero"]
    need(type(zero) is bool, "zero is true or false")
    moves = Coprime(game)
    sets, reader = moves.sets, moves.reader
    least = number(0 if zero else 1)
    theirs = [reader.less(Y, X), reader.at_most(least, Y), reader.equal("r", number(1))]
    some = [reader.at_most(number(1), Y), reader.equal("r", X)]
    can_be = [reader.at_most(number(1), R), sets.union(some)]
    wanted = sets.join(theirs, TRIPLE)
    differ = sets.combine(wanted, moves.options, lambda p, q: p != q)
    moves.never([differ, *can_be], "the moves are not those of the theorem")
