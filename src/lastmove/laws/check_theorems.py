"""Check laws that follow from a theorem as soon as the moves are those it is about.

The moves are read off the Program as sets of tuples (`check_moves`) and compared with those of the
theorem, for all positions, by automata in base 2. Standard library only; see `check` beside this
module.
"""

from __future__ import annotations

from operator import and_
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, need, text_of
    from lastmove.laws.check_coprime import coprime
    from lastmove.laws.check_euclid import euclid
    from lastmove.laws.check_forms import number, plus, variable
    from lastmove.laws.check_moves import Reader
    from lastmove.laws.check_quotients import factors, quotients
    from lastmove.laws.check_sets import Form, Set, Sets
else:
    from check import Game, need, text_of
    from check_coprime import coprime
    from check_euclid import euclid
    from check_forms import number, plus, variable
    from check_moves import Reader
    from check_quotients import factors, quotients
    from check_sets import Form, Set, Sets


class Moves:
    """The moves of an impartial game without a domain, as sets."""

    def __init__(self, game: Game) -> None:
        need(len(game.blocks) == 1 and game.domain is None, "impartial games on all numbers")
        self.sets = Sets(False)
        self.size = game.size
        self.reader = Reader(self.sets, game.size)
        self.reader.walk(game.blocks[0], ([], {}), [], [])
        for fault in self.reader.faults:
            self.never(fault, "the rules fail at a position")
        for guard, parts in self.reader.moves:
            for part in parts:
                for form in part:
                    self.never([*guard, self.less(form, number(0))], "a coordinate below 0")

    def never(self, parts: list[Set], text: str) -> None:
        """Reject unless conditions contradict one another."""
        need(self.sets.join(parts, []).empty, text)

    def less(self, a: Form, b: Form) -> Set:
        """Return where a < b."""
        return self.reader.less(a, b)

    def options(self) -> Set:
        """Return the pairs of a position ``x0, ..`` and its options ``y0, ..``."""
        names = [f"{v}{i}" for v in "xy" for i in range(self.size)]
        found = []
        for guard, parts in self.reader.moves:
            need(len(parts) == 1, "a move to a sum")
            made = [self.reader.equal(f"y{i}", form) for i, form in enumerate(parts[0])]
            found.append(self.sets.join([*guard, *made], names))
        return self.sets.union(found)

    def same(self, a: Set, b: Set, text: str) -> None:
        """Reject unless two sets are equal."""
        need(self.sets.combine(a, b, lambda p, q: p != q).empty, text)

    def all_of(self, *parts: Set) -> Set:
        """Return where all conditions hold."""
        names = sorted({n for part in parts for n in part.names})
        return self.sets.join(parts, names)


X, Y, X1, Y1 = variable("x0"), variable("y0"), variable("x1"), variable("y1")


def few(cert: dict[str, Any], game: Game) -> None:
    """Check that the options of n are the f(n) numbers before it, with f(n+1) - f(n) 0 or 1.

    Theorem (L. Levine, Fractal sequences and restricted Nim, Ars Combinatoria 80, 2006). Then
    g(n) = f(n) if f(n) > f(n-1) or n = 0, and g(n) = g(n - 1 - f(n)) otherwise.

    Proof. The values of the f(n) + 1 numbers from n - f(n) to n are 0, .., f(n), each once. This
    holds for n = 0 with f(0) = 0. If f(n+1) = f(n) + 1, the options of n + 1 are these numbers, so
    g(n+1) = f(n+1). If f(n+1) = f(n), they are these without n - f(n), so the least value missing
    is that of n - f(n), and the claim holds for n + 1.
    """
    need(game.size == 1 and cert["what"] in ("grundy", "outcome"), "values of one heap")
    moves = Moves(game)
    sets, options = moves.sets, moves.options()
    found = []
    text_of(cert["amount"], game.size)  # nothing but an expression
    for guard, form in moves.reader.cases(cert["amount"], {}):
        moves.never([*guard, moves.less(form, number(0))], "fewer than no options")
        moves.never([*guard, moves.less(X, form)], "more options than numbers")
        inside = [moves.less(Y, X), moves.reader.at_most(plus(X, form, -1), Y)]
        found.append(sets.join([*guard, *inside], ["x0", "y0"]))
    for fault in moves.reader.faults:
        moves.never(fault, "the number of options is not told everywhere")
    moves.same(options, sets.union(found), "the options are not the numbers before")
    following = moves.reader.equal("z", plus(X, number(1)))
    after = sets.apply(options, ["z" if n == "x0" else n for n in options.names])
    lost = moves.all_of(following, after, moves.less(Y, X), sets.outside(options))
    need(lost.empty, "n + 1 has an option below n that n has not")
    shifted = sets.apply(options, ["z" if n == "x0" else "w" for n in options.names])
    up = moves.reader.equal("w", plus(Y, number(1)))
    gone = moves.all_of(options, following, up, sets.outside(shifted))
    need(gone.empty, "the number of options falls")


def wythoff(cert: dict[str, Any], game: Game) -> None:
    """Check that the moves are: any number from one heap, or k and l >= 1 with |k - l| < t.

    Theorem (A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, American
    Mathematical Monthly 89, 1982). With a = (2 - t + sqrt(t^2 + 4)) / 2, A_n = floor(n a) and
    B_n = A_n + t n, the P-positions are (A_n, B_n) and (B_n, A_n).

    Proof. B_n = floor(n b) with b = a + t, and 1/a + 1/b = 1 with a irrational, so every number
    >= 1 is one A_n or one B_n with n >= 1 (Rayleigh, Beatty). No move leads from pair n to pair m:
    taking from one heap keeps a number, which determines the pair; taking from both changes the
    difference of the heaps by less than t, from t n to t m or -t m, so m = n (or both are 0), but
    the heaps are smaller. Let (x, y) be no pair, x <= y. If x = B_n with n >= 1, take y to A_n. If
    x = A_n and y > B_n, take y to B_n. Otherwise x = A_n and y - x = t m + r with m < n and
    0 <= r < t: take x - A_m from the first heap and r more than that from the second. Play ends,
    since every move takes something.
    """
    t = cert["t"]
    need(type(t) is int and 1 <= t <= 64, "t is a whole number from 1 to 64")
    need(game.size == 2 and cert["what"] == "outcome", "outcomes of two heaps")
    moves = Moves(game)
    equal, less = moves.reader.equal, moves.less
    difference = plus(plus(X, Y, -1), plus(X1, Y1, -1), -1)
    theirs = [
        moves.all_of(less(Y, X), equal("y1", X1)),
        moves.all_of(less(Y1, X1), equal("y0", X)),
        moves.all_of(
            less(Y, X), less(Y1, X1), less(difference, number(t)), less(number(-t), difference)
        ),
    ]
    moves.same(moves.options(), moves.sets.union(theirs), "the moves are not those of the theorem")


def product(cert: dict[str, Any], game: Game) -> None:
    """Check that (x, y) has the options (a, y) + (x, b) + (a, b), for all a < x and b < y.

    Then its value is the nim product of x and y, which is defined as the least number that is no
    sum of such three products (J. H. Conway, On Numbers and Games, chapter 6). Play ends: every
    part has a smaller first coordinate, or the same one and a smaller second coordinate.
    """
    need(game.size == 2 and cert["what"] in ("grundy", "outcome"), "values of two coordinates")
    moves = Moves(game)
    names = ["x0", "x1", "a", "b"]
    found = []
    for guard, parts in moves.reader.moves:
        need(len(parts) == 3, "an option that is no sum of three")
        near, far = [p for p in parts if p[1] == X1], [p for p in parts if p[0] == X]
        need(len(near) == len(far) == 1, "parts that are not those of the product")
        first, second = near[0][0], far[0][1]
        need([first, second] in parts and first != X and second != X1, "no such third part")
        own = [moves.reader.equal("a", first), moves.reader.equal("b", second)]
        found.append(moves.sets.join([*guard, *own], names))
    theirs = moves.all_of(moves.less(variable("a"), X), moves.less(variable("b"), X1))
    moves.same(moves.sets.union(found), theirs, "not all smaller numbers can be chosen")


def length(cert: dict[str, Any], game: Game) -> None:
    """Check that the options of n are 0, .., floor(n / 2), less n itself: there is none at 0.

    Then g(n) is the number of binary digits of n, which is 0 for n = 0. Proof by induction: half
    of n >= 1, rounded down, has one digit fewer than n, and no smaller number has more; and all
    numbers of digits from 0 on are found among the numbers up to it.
    """
    need(game.size == 1 and cert["what"] == "grundy", "values of one number")
    moves = Moves(game)
    half = moves.reader.at_most(plus(Y, Y), X)
    theirs = moves.all_of(half, moves.less(Y, X))
    moves.same(moves.options(), theirs, "the options are not the numbers up to half")


def ones(cert: dict[str, Any], game: Game) -> None:
    """Check that the options of n are the y < n whose binary ones are all ones of n.

    Then g(n) is the number of binary ones of n. Proof by induction: each option has fewer ones, and
    for each smaller number there is an option with so many, since any of the ones may be left.
    """
    need(game.size == 1 and cert["what"] == "grundy", "values of one number")
    moves = Moves(game)
    common = [moves.sets.digits(["x0", "y0", "w"], and_), moves.reader.equal("w", Y)]
    theirs = moves.sets.join([*common, moves.less(Y, X)], ["x0", "y0"])
    moves.same(moves.options(), theirs, "the options are not made of ones of the number")


THEOREMS = {
    "restricted nim": few,
    "wythoff": wythoff,
    "nim product": product,
    "coprime": coprime,
    "binary length": length,
    "binary ones": ones,
    "euclid": euclid,
    "quotients": quotients,
    "prime factors": factors,
}

FIELDS: dict[str, set[str]] = {
    "restricted nim": {"amount"},
    "wythoff": {"t"},
    "coprime": {"zero"},
    "euclid": {"positive", "order"},
    "quotients": {"base", "zero"},
}


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that the theorem that the certificate names is about its game."""
    need(len(games) == 1, "one game, please")
    need(cert["theorem"] in THEOREMS, "no such theorem")
    own = FIELDS.get(cert["theorem"], set())
    every = {field for fields in FIELDS.values() for field in fields}
    need(every & set(cert) == own, "a field of another theorem, or one is missing")
    THEOREMS[cert["theorem"]](cert, games[0])
