"""Checks the laws of Euclid's game: multiples of the smaller number are taken from the larger one.

Theorem. Let the options of (x, y) with 0 < x <= y be (x, y - k x) for all k >= 1 with k x <= y, and
let there be none if a number is 0. With p = (1 + sqrt 5) / 2, whoever moves loses if x = 0 or
x < y < p x, and wins otherwise; in misere play he loses iff 0 < x <= y < p x. If numbers must stay
positive, k x < y, he loses iff x = 0 or y < p x, and g(x, y) = floor(y / x - x / y) for x > 0.
(A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for
it, Math. Gaz. 53, 1969; G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Math.
306, 2006.)

Proof. If x < y < p x, the only option is (y - x, x), and x / (y - x) > p: it is won. Let y > p x,
so y = q x + r with q >= 1. If r > 0, (r, x) and, for q >= 2, (x, r + x) are options; one of x / r
and (r + x) / x = 1 + r / x is below p, as p = 1 + 1 / p is no fraction; for q = 1 it is the first,
as 1 + r / x > p. If r = 0, q >= 2 as y > p x: (0, x) is an option and lost; in misere play, or if
numbers stay positive, (x, x) is an option and lost, since its only option is won or it has none.
At (x, x) the only option is (0, x), or there is none. Where x = 0, there is no move.

Let numbers stay positive. With t = x / r - r / x, f(x, r + j x) = floor(j + r / x - x / (r + j x))
is j if j >= t, that is r (r + j x) >= x^2, else j - 1, for 1 <= j <= q; no such j if r = 0. And t
is no whole number >= 1, since z - 1 / z is none for a fraction z > 1. Let J > t be the next whole
number, so the values of the options (x, r + j x), 1 <= j < q, are 0, .., J - 2 and J, .., q - 1, as
far as j < q. If r > 0, the option (r, x) has the value floor(t) = J - 1. So if J <= q all values
below q occur, and q = f(x, y) does not; if J > q, or r = 0, those below q - 1 = f(x, y) do, and
J - 1 >= q. Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, need
    from lastmove.laws.check_forms import Forms, number, plus, variable
    from lastmove.laws.check_multiples import Counted, Multiples, X
    from lastmove.laws.check_sets import Form, Set
else:
    from check import Game, need
    from check_forms import Forms, number, plus, variable
    from check_multiples import Counted, Multiples, X
    from check_sets import Form, Set

TAKEN, REST, LEFT = variable("t"), variable("r"), variable("s")
KEPT = ["r", "s", "t", "x0", "x1"]
PLACES = ((0, 0), (1, 1), (0, 1), (1, 0))  # a coordinate, and where an option has it
ORDERS = ("place", "first", "last", "sorted")


class Euclid:
    """The options of a game, as tuples of a position, what is taken, and remainders.

    For each coordinate i, `found` has the tuples (x0, x1, t, r, s) for which t is taken from the
    other, larger one; r is the remainder of that and s of t by coordinate i. `same` has those where
    both are the same number, by the place at which an option has it.
    """

    def __init__(self, game: Game, order: str) -> None:
        need(game.size == 2 and len(game.blocks) == 1, "an impartial game of two numbers")
        self.sets, self.order = Counted(), order
        self.reader = Multiples(self.sets)
        forms = Forms(self.sets, 2)
        self.domain = forms.holds(1 if game.domain is None else game.domain, {})
        for fault in forms.faults:
            need(self.sets.join(fault, []).empty, "the domain fails somewhere")
        self.reader.read(game.blocks[0])
        for fault in self.reader.faults:
            self.never(fault, "the rules fail at a position")
        self.facts = [self.known(0), self.known(1)]
        self.found: list[list[Set]] = [[], []]
        self.same: list[list[Set]] = [[], []]
        for at, (guard, parts) in enumerate(self.reader.moves):
            if not self.sets.join(guard, []).empty:
                need(len(parts) == 1, "a move to a sum")
                same = at >= (self.reader.same or 0)
                self.note(guard, parts[0], ((0, 0), (0, 1)) if same else PLACES, same)

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another at every legal position."""
        need(self.sets.join([self.domain, *parts], []).empty, text)

    def known(self, i: int) -> Set:
        """Return what is known of t, r, s for a coordinate above 0."""
        le, lt, other, by = self.reader.at_most, self.reader.less, X[1 - i], X[i]

        def eq(a: Form, b: Form) -> Set:
            return self.sets.linear(plus(a, b, -1), True)

        def when(condition: Set, then: Set) -> Set:
            return self.sets.union([self.sets.outside(condition), then])

        facts = [lt(number(0), by), lt(REST, by), lt(LEFT, by)]
        for a, rest in ((other, REST), (TAKEN, LEFT)):
            facts.append(when(lt(a, by), eq(rest, a)))
            facts.append(when(le(by, a), le(plus(rest, by), a)))
        even = self.sets.both(eq(LEFT, number(0)), le(TAKEN, other))
        total = plus(TAKEN, REST)  # what this lacks is a multiple, too
        facts.append(when(even, le(total, other)))
        facts.append(when(self.sets.both(even, lt(total, other)), le(plus(total, by), other)))
        return self.sets.join(facts, KEPT)

    def note(self, guard: list[Set], to: list[Form], ways: Any, same: bool) -> None:
        """Note the tuples of one move, which has a coordinate at a place."""
        reader, sets = self.reader, self.sets
        for i, place in ways:
            taken = plus(X[0] if same else X[1 - i], to[1 - place], -1)
            used = {n for part in guard for n in part.names} | set(taken[0])
            asked = used & set(reader.asked)
            if to[place] != X[i] or len(asked) > 1 or f"rest{1 - i}" in used:
                continue
            even, many = reader.whole(taken, i), used & set(reader.multiples)
            named = {n: c for n, c in taken[0].items() if n in many}
            # A multiple that is dropped must be told by what is taken.
            if many and (not even or set(named) != many or list(named.values()) not in ([1], [-1])):
                continue
            for name in asked:
                side, form = reader.asked[name]
                need(side == i, "a remainder by another coordinate")
                other = sets.outside(sets.linear(plus(form, taken, -1), True))
                self.never([*guard, other], "a remainder of another number than is taken")
            as_named = {f"rest{i}": "r", **dict.fromkeys(asked, "s")}
            known = self.renamed(guard, as_named)
            # What is taken is a number in what follows, so it must not be less than 0.
            back = self.renamed([reader.less(taken, number(0))], as_named)
            rest = sets.union([sets.linear(X[i], True), sets.some(self.facts[i], ["s", "t"])])
            self.never([*known, *back, rest], "a move that puts something back")
            known += self.renamed([reader.equal("t", taken)], as_named)
            if even:
                known.append(sets.linear(LEFT, True))
            made = sets.join(known, KEPT)
            self.placed(made, i, place, same)
            (self.same[place] if same else self.found[i]).append(made)
            return
        need(False, "a move that does not take from the other number")

    def renamed(self, parts: list[Set], names: dict[str, str]) -> list[Set]:
        """Return conditions with other names for some variables."""
        return [self.sets.apply(p, [names.get(n, n) for n in p.names]) for p in parts]

    def placed(self, made: Set, i: int, place: int, same: bool) -> None:
        """Check where the numbers of an option stand, and that it is legal."""
        here = [X[i], plus(X[1 - i], TAKEN, -1)]
        after = here if place == 0 else here[::-1]
        swapped = self.sets.join([made, self.facts[i], self.reader.less(after[1], after[0])], [])
        fine = {"place": same or place == i, "first": place == 0, "last": place == 1}
        fine["sorted"] = swapped.empty
        need(fine[self.order], "options in another order")
        now = [self.reader.equal(f"y{k}", form) for k, form in enumerate(after)]
        off = self.sets.outside(self.domain)
        off = self.sets.apply(off, [n.replace("x", "y") for n in off.names])
        self.never([made, self.facts[i], *now, off], "an option is not legal")


def euclid(cert: dict[str, Any], game: Game) -> None:
    """Check that the moves are those of the theorem; ``positive`` says that numbers stay so.

    ``order`` says where an option has the number that stays: at its place, first, or last; or that
    its numbers are sorted. Where both are the same number, all places at which it is found must
    have every option.
    """
    positive, what = cert["positive"], cert["what"]
    need(type(positive) is bool, "positive is true or false")
    need(cert["order"] in ORDERS, "no such order")
    need(what == "outcome" or what == ("grundy" if positive else "misere"), "not told by this")
    moves = Euclid(game, cert["order"])
    sets, reader = moves.sets, moves.reader
    lt, le = reader.less, reader.at_most
    regions = [(i, lt(X[i], X[1 - i]), sets.union(moves.found[i])) for i in (0, 1)]
    equal = sets.linear(plus(X[0], X[1], -1), True)
    regions += [(0, equal, sets.union(part)) for part in moves.same if part or not any(moves.same)]
    for i, region, ours in regions:
        other, by, facts = X[1 - i], X[i], moves.facts[i]
        most = plus(other, number(-1 if positive else 0))
        theirs = sets.join([sets.linear(LEFT, True), le(by, TAKEN), le(TAKEN, most)], KEPT)
        moves.never([region, facts, ours, sets.outside(theirs)], "a move that is not theirs")
        moves.never([region, facts, theirs, sets.outside(ours)], "a move is missing")
        moves.never([ours, le(by, number(0))], "a move beside 0")
    for i in (0, 1):
        wrong = [lt(X[1 - i], X[i]), moves.facts[i], sets.union(moves.found[i])]
        moves.never(wrong, "a move that takes too much")
