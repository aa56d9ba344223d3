"""Check that Grundy values of taking and breaking games repeat.

Standard library only; see `check` beside this module. The theorem is that of R. K. Guy and
C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956).
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import FUNCTIONS, Game, expected, ints, need, text_of
    from lastmove.laws.check_shape import Shape
else:
    from check import FUNCTIONS, Game, expected, ints, need, text_of
    from check_shape import Shape


MOST_HEAPS = 200_000


class Stop(Exception):
    """The rules return."""


class Unsettled(Exception):
    """The rounds of a loop differ in which of two values is the larger."""


class Walk:
    """The options of all n >= after[0] that leave the remainder of `n` modulo every[0].

    For such numbers the same statements run, and an expression is ``slope * n + constant``
    (`Shape`). `found` lists the options, each component as (game, slope, constant, factor of the
    variable of the loop around it), with that loop as (start, slope, constant) of its end, or None.
    """

    def __init__(self, shape: Shape, n: int) -> None:
        self.shape, self.n = shape, n
        self.traced: dict[int, Any] = {}
        self.known: dict[str, int] = {}
        self.loop: tuple[int, int, Any, Any] | None = None
        self.found: list[tuple[Any, Any]] = []

    def affine(self, e: Any) -> tuple[Any, Any, int]:
        """Return slope, constant and factor of the loop's variable."""
        if self.loop is not None and isinstance(e, list):
            if e == ["v", self.loop[0]]:
                return 0, 0, 1
            if e[0] in ("+", "-"):
                (a, b, c), (p, q, r) = self.affine(e[1]), self.affine(e[2])
                sign = 1 if e[0] == "+" else -1
                return a + sign * p, b + sign * q, c + sign * r
            if e[0] in ("min", "max"):
                one, other = self.affine(e[1]), self.affine(e[2])
                return one if self.larger(one, other) == (e[0] == "max") else other
        slope = self.shape.value(e, self.traced)[0][0]
        return slope, self.now(e) - Fraction(slope) * self.n, 0

    def larger(self, one: Any, other: Any) -> bool:
        """Return whether one value is at least the other in all rounds, for all large n."""
        a, b, c = (p - q for p, q in zip(one, other, strict=True))
        assert self.loop is not None
        _, first, slope, last = self.loop
        ends = [(a, b + c * first), (a + c * slope, b + c * (last - 1))]
        for sign in (1, -1):
            if all(sign * p > 0 or (p == 0 and sign * q >= 0) for p, q in ends):
                for p, q in ends:
                    if p:
                        after = ceil(Fraction(-q) / p) + 1
                        self.shape.after[0] = max(self.shape.after[0], after)
                return sign > 0
        raise Unsettled

    def now(self, e: Any) -> int:
        """Return what an expression is at `n`."""
        self.shape.work -= 10
        scope = {"x": (self.n,), **FUNCTIONS, **self.known}
        return int(eval(text_of(e), scope))

    def bind(self, v: int, slope: Any, constant: Any) -> None:
        """Give a variable a value."""
        need(self.shape.work > 0, "the rules are too long to be traced")
        self.shape.work -= 1
        self.traced[v] = ((slope,), constant, constant)
        self.known[f"v{v}"] = int(slope * self.n + constant)

    def run(self, block: Any) -> None:
        """Run a block."""
        for op, *a in block:
            if op == "set":
                need(self.loop is None, "a variable set in a long loop")
                slope, constant, _ = self.affine(a[1])
                self.bind(a[0], slope, constant)
            elif op == "if":
                self.shape.truth(a[0], self.traced)
                self.run(a[1] if self.now(a[0]) else a[2])
            elif op == "for":
                self.repeat(a)
            elif op == "return" and self.loop is None:
                raise Stop
            else:
                need(op == "move", f"{op!r} inside a loop is not traced")
                parts = [(part[0], *self.affine(part[1])) for part in a[0]]
                self.found.append((parts, self.loop and self.loop[1:]))

    def repeat(self, a: Any) -> None:
        """Run a loop: round by round if its length is fixed, else once for all rounds."""
        v, (s, first, zero), (slope, last, none) = a[0], self.affine(a[1]), self.affine(a[2])
        need(a[3] == 1 and zero == none == 0 and s == 0, "a loop that is not traced")
        # The variable of the loop around it would be another number from here on.
        need(self.loop is None or v != self.loop[0], "a loop over the variable of another")
        if slope == 0:
            need(last - first <= 10**4, "a loop with too many rounds to check")
            for k in range(int(first), int(last)):
                self.bind(v, 0, k)
                self.run(a[4])
            return
        need(self.loop is None, "a long loop inside a long loop")
        need(slope > 0, "a loop that ends for large n")
        found = len(self.found)
        for late in range(9):
            if self.rounds(a, first, slope, last - late):
                for k in range(late):
                    self.bind(v, slope, last - late + k)
                    self.run(a[4])
                return
            del self.found[found:]
        need(False, "a loop that is not traced")

    def rounds(self, a: Any, first: Any, slope: Any, last: Any) -> bool:
        """Run a long loop up to ``slope * n + last``: a few rounds apart, then the others at once.

        Return whether that could be done. Rounds at the end of the loop, in which other values may
        be the larger, are for the caller to run, each as it is.
        """
        v = a[0]
        for k in range(int(first), int(first) + 9):
            found = len(self.found)
            self.loop = (v, k, slope, last)
            # There is such a round if n is large enough.
            after = ceil(Fraction(k - last) / slope) + 1
            self.shape.after[0] = max(self.shape.after[0], after)
            self.traced.pop(v, None)
            self.known.pop(f"v{v}", None)
            try:
                self.run(a[4])
                self.loop = None
                return True
            except Unsettled:
                del self.found[found:]
            self.loop = None
            self.bind(v, 0, k)
            self.run(a[4])
        return False


def walks(game: Game, player: int = 0) -> tuple[Shape, list[Walk]]:
    """Return the options of all large n, one walk for each remainder."""
    shape = Shape([[1]], [[0]], {})
    while True:
        before = (shape.after[0], shape.every[0])
        made = []
        for n in range(before[0], before[0] + before[1]):
            walk = Walk(shape, n)
            with suppress(Stop):
                walk.run(game.blocks[player])
            made.append(walk)
        if (shape.after[0], shape.every[0]) == before:
            return shape, made
        need(shape.every[0] <= 5040, "the rules have a period of more than 5040")


def reach(walk: Walk, place: int, start: int, period: int, *, grundy: bool = True) -> int:
    """Return from where on the options of n and of n + period have equal values.

    That holds if they are alike and the values are known to repeat from `start` up to there. A
    lone heap n - t needs n - t >= start. Of two heaps that come from all ways to cut n - t with
    both at least c, the larger has half of it, so it can give or take `period` and stay >= c and
    >= start. Equal heaps cancel. Every heap must be smaller than n, or of a later game and
    no larger. Values that are numbers do not cancel, and each option must grow with n (not
    `grundy`), so that all of them shift alike.
    """
    far = walk.shape.after[0]
    for parts, loop in walk.found:
        heaps = sorted(parts)
        for h in [h for h in heaps if h[3] == 0]:
            if grundy and heaps.count(h) > 1:
                heaps.remove(h)
                heaps.remove(h)
                need(0 <= h[1] < 1, "a heap that is not smaller")
                far = max(far, int(h[2] / (1 - h[1])) + 1, int(-h[2] / h[1]) + 1 if h[1] else 0)
        if loop is None or all(h[3] == 0 for h in heaps):
            need(all(h[3] == 0 for h in parts), "a loop that is not traced")
            moving = [h for h in heaps if h[1] != 0]
            need(grundy or moving, "an option that does not grow")
            need(len(moving) <= 1 and all(h[1] == 1 for h in moving), "heaps that grow together")
            for g, slope, c, _ in heaps:
                if slope:
                    need(c < 0 or (c == 0 and g > place), "a heap that is not smaller")
                    far = max(far, start - int(c), int(-c))
                else:
                    need(c >= 0, "a heap of negative size")
                    far = max(far, int(c) + 1)
            continue
        need(len(heaps) == 2 and {h[3] for h in heaps} == {1, -1}, "a loop over one heap or three")
        one, other = sorted(heaps, key=lambda h: -h[3])
        first, slope, last = loop
        need(one[1] == 0 and other[1] == 1, "two heaps that do not add up to n - t")
        t = -int(one[2] + other[2])
        low, high = first + int(one[2]), last - 1 + one[2]  # the first heap: low to slope*n + high
        odd = (walk.n - t) % 2
        if slope == 1:
            rest = int(-t - high)  # the least second heap
        else:
            need(slope * 2 == 1 and one[0] == other[0], "a loop to neither n nor n / 2")
            need(2 * high in (-t - odd, -t + odd), "not all ways to cut in two")
            rest = low
        c, top = min(low, rest), max(low, rest)
        if one[0] != other[0]:
            c = top
        need(min(low, rest) >= 0 and t + min(low, rest) >= 1, "a heap that is not smaller")
        far = max(far, 2 * max(start, c, top) + period + t + 2)
    return far


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that Grundy values repeat.

    Theorem. Let the values of all games repeat with the period from `start` up to N, and let
    N - period be at least what `reach` gives for each. Then they repeat for ever: by induction on
    n, the options of n + period have the same values as those of n.
    """
    need(cert["what"] in ("grundy", "outcome"), "a claim of another kind")
    (start,), (period,) = ints([cert["start"]], 0, "start"), ints([cert["period"]], 1, "period")
    need(len(cert["values"]) == len(games), "values of each game")
    far = start
    for place, game in enumerate(games):
        need(game.size == 1 and len(game.blocks) == 1, "an impartial game of one heap")
        need(game.domain is None, "a domain is not traced")
        shape, made = walks(game)
        need(period % shape.every[0] == 0, "the period does not fit that of the rules")
        far = max([far, *(reach(walk, place, start, period) for walk in made)])
    need(far + period <= MOST_HEAPS, "too many heaps to be checked")
    values: list[list[int]] = [[] for _ in games]
    for n in range(far + period):
        for place in reversed(range(len(games))):
            found = []
            for option in games[place].options((n,)):
                value = 0
                for g, m in option:
                    need(0 <= m < n or (m == n and g > place), f"a heap {m} out of {n}")
                    value ^= values[g][m]
                found.append(value)
            value = expected("grundy", [found])
            need(n < start + period or value == values[place][n - period], f"{n} does not repeat")
            values[place].append(value)
    for place, said in enumerate(cert["values"]):
        ints(said, 0, "values")
        need(said == values[place][: start + period], "the values are wrong")
