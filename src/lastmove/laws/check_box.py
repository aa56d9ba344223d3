"""Check laws that repeat along rays: in each coordinate, or in the cones of a plane.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Iterable

    from lastmove.laws.check import COMPARE, REDUCE, Game, Rejected, expected, ints, need
    from lastmove.laws.check_slides import conjuncts
else:
    from check import COMPARE, REDUCE, Game, Rejected, expected, ints, need
    from check_slides import conjuncts

Value = tuple[tuple[Any, ...], Any, Any]

# --- Which rules look the same after a step along a ray ---------------------------------------


class Shape:
    """How far out, and after which steps, a Program runs in the same way.

    The positions are cut into cones spanned by rays, so that each is a sum of non-negative
    multiples phi_t(x) of rays of one cone. Every expression is traced as (slopes, low, high): its
    value is sum(slopes[t] * phi_t(x)) + p, low <= p <= high (None: not known). Lemma: if phi_t(x)
    >= after[t], then at x and at x + k * every[t] * ray t the same statements run, and each value
    differs by slopes[t] * k * every[t]. Coordinates in `bounded` stay below a bound; nothing is
    said of steps along their axes. By induction on execution: comparisons are decided alike
    (`sign`), remainders agree because of `every`, all else follows.
    """

    def __init__(
        self, rays: list[list[int]], together: list[list[int]], bounded: dict[int, int]
    ) -> None:
        self.rays, self.together, self.bounded = rays, together, bounded
        self.after, self.every = [0] * len(rays), [1] * len(rays)
        self.flat: tuple[Any, ...] = (0,) * len(rays)
        self.jumps: list[list[dict[int, Any]]] = []  # variables where rounds of a loop end early

    def constant(self, n: int) -> Value:
        """Return the value of a constant."""
        return self.flat, n, n

    def sign(self, value: Value, both: bool = False) -> Value:
        """Note from where on ``value >= 0`` (and with `both` also ``value > 0``) is settled."""
        slopes, low, high = value
        for t, s in enumerate(slopes):
            if s:
                edge = low if s > 0 else high
                settled = all(slopes[u] * s >= 0 for u in self.together[t])
                need(edge is not None and settled, "the rules compare coordinates across a cone")
                start = ceil(Fraction(both - edge) / s) if s > 0 else floor(Fraction(edge) / -s) + 1
                self.after[t] = max(self.after[t], start)
        return self.flat, 0, 1

    def repeat(self, slopes: Any, modulus: int) -> None:
        """Let steps along the rays change a value by multiples of the modulus."""
        for t, s in enumerate(slopes):
            self.every[t] = lcm(self.every[t], (Fraction(s) / modulus).denominator)

    def bounds(self, value: Value) -> tuple[Any, Any]:
        """Return the least and greatest that a value can be, None where not known."""
        slopes, low, high = value
        return (low if min(slopes) >= 0 else None), (high if max(slopes) <= 0 else None)

    def truth(self, e: Any, env: dict[int, Any]) -> Value:
        """Trace a condition."""
        value = self.value(e, env)
        if value != (self.flat, 0, 1):
            self.sign(value, both=True)
        return value

    def value(self, e: Any, env: dict[int, Any]) -> Value:
        """Trace an expression."""
        if type(e) is int:
            return self.constant(e)
        op, *a = e
        if op == "x" and a[0] in self.bounded:
            return self.flat, 0, self.bounded[a[0]] - 1
        if op == "x":
            return tuple(ray[a[0]] for ray in self.rays), 0, 0
        if op == "v":
            need(env.get(a[0]) is not None, "a variable of the rules is not traced")
            found: Value = env[a[0]]
            return found
        if op in ("and", "or", "not"):
            for part in a:
                self.truth(part, env)
            return self.flat, 0, 1
        if op == "?":
            return self.choice(a, env)
        if op in REDUCE:
            return self.reduction(op, a, env)
        if op == "at":
            need(self.value(a[0], env)[0] == self.flat, "an index grows with the position")
            return self.flat, min(a[1]), max(a[1])
        parts = [self.value(part, env) for part in a]
        if op == "neg":
            return self.combine(self.constant(0), parts[0], -1)
        if op in ("+", "-"):
            return self.combine(parts[0], parts[1], 1 if op == "+" else -1)
        if op in COMPARE:
            d = self.combine(parts[0], parts[1], -1)
            if op in ("<=", ">"):  # a <= b is not a > b, that is not a - b - 1 >= 0
                d = self.combine(d, self.constant(1), -1)
            return self.sign(d, both=op in ("==", "!="))
        if op in ("min", "max"):
            self.sign(self.combine(parts[0], parts[1], -1))
            pick = min if op == "min" else max
            slopes = tuple(map(pick, parts[0][0], parts[1][0]))
            lows, highs = [p[1] for p in parts], [p[2] for p in parts]
            return slopes, _pick(min, lows), _pick(max, highs)
        if op == "*" and any(
            p[0] == self.flat and p[1] is not None and p[1] == p[2] for p in parts
        ):
            k, other = (
                parts if parts[0][0] == self.flat and parts[0][1] == parts[0][2] else parts[::-1]
            )
            ends = [None if b is None else k[1] * b for b in other[1:]]
            low, high = ends if k[1] >= 0 else ends[::-1]
            return tuple(s * k[1] for s in other[0]), low, high
        if op == "&" and type(a[1]) is int and a[1] > 0 and a[1] & (a[1] + 1) == 0:
            op, a, parts = "%", [a[0], a[1] + 1], [parts[0], self.constant(a[1] + 1)]
        if op in ("%", "//") and type(a[1]) is int and a[1] > 0:
            c, (slopes, low, high) = a[1], parts[0]
            self.repeat(slopes, c)
            if op == "%":
                return self.flat, 0, c - 1
            low = None if low is None else Fraction(low - c + 1) / c
            return tuple(Fraction(s) / c for s in slopes), low, high and Fraction(high) / c
        need(all(p[0] == self.flat for p in parts), f"{op!r} of something that grows")
        return self.flat, None, None

    def combine(self, a: Value, b: Value, sign: int) -> Value:
        """Return a + sign * b."""
        near, far = (b[1], b[2]) if sign > 0 else (b[2], b[1])
        low = None if a[1] is None or near is None else a[1] + sign * near
        high = None if a[2] is None or far is None else a[2] + sign * far
        return tuple(x + sign * y for x, y in zip(a[0], b[0], strict=True)), low, high

    def join(self, a: Value | None, b: Value | None) -> Value | None:
        """Return what is either of two values, if they grow alike."""
        if a is None or b is None or a[0] != b[0]:
            return None
        return a[0], _pick(min, [a[1], b[1]]), _pick(max, [a[2], b[2]])

    def choice(self, a: Any, env: dict[int, Any]) -> Value:
        """Trace ``a[1] if a[0] else a[2]``."""
        self.truth(a[0], env)
        one, other = self.value(a[1], env), self.value(a[2], env)
        if one[0] == other[0]:
            return (one[0], _pick(min, [one[1], other[1]]), _pick(max, [one[2], other[2]]))
        need(isinstance(a[0], list) and a[0][0] in ("<", "<=", ">", ">="), "a choice is not traced")
        slopes = self.combine(self.value(a[0][1], env), self.value(a[0][2], env), -1)[0]
        if a[0][0] in ("<", "<="):
            slopes = tuple(-s for s in slopes)
        need(
            all(s or p == q for s, p, q in zip(slopes, one[0], other[0], strict=True)),
            "a choice is not traced",
        )
        return (
            tuple(p if s > 0 else q for s, p, q in zip(slopes, one[0], other[0], strict=True)),
            None,
            None,
        )

    def span(self, a: Any, env: dict[int, Any]) -> range:
        """Return all values of the variable of a range whose ends do not grow."""
        ends = [self.value(part, env) for part in a[1:4]]
        need(all(v[0] == self.flat for v in ends), "a loop whose length grows with the position")
        (_, s, _), (_, _, e), step = ends[0], ends[1], a[3]
        need(s is not None and e is not None, "a loop without known bounds")
        need(
            step == 1 or (type(step) is int and step > 0 and ends[0][1] == ends[0][2]),
            "a loop that steps",
        )
        need(e - s <= 10**4, "a loop with too many rounds to check")
        return range(floor(s), ceil(e), step)

    def reduction(self, op: str, a: Any, env: dict[int, Any]) -> Value:
        """Trace `any`, `all`, `sum`, `least` or `greatest`."""
        values = [self.value(a[4], {**env, a[0]: self.constant(k)}) for k in self.span(a, env)]
        need(all(v[0] == self.flat for v in values), "a sum over what grows")
        if op in ("any", "all"):
            for v in values:
                if v != (self.flat, 0, 1):
                    self.sign(v, both=True)
            return self.flat, 0, 1
        return self.flat, None, None

    def block(self, block: Any, env: dict[int, Any], moves: Any) -> bool:
        """Trace a block, changing `env`; hand each move and its environment to `moves`.

        Return whether its end is never reached. Where a jump leaves it, variables go to `jumps`.
        """
        for op, *a in block:
            if op == "set":
                env[a[0]] = self.value(a[1], env)
            elif op == "if":
                self.truth(a[0], env)
                one, other = dict(env), dict(env)
                gone = [
                    self.block(part, e, moves) for part, e in zip(a[1:], (one, other), strict=True)
                ]
                if all(gone):
                    return True
                one, other = (other if gone[0] else one), (one if gone[1] else other)
                for k in {*one, *other}:
                    env[k] = self.join(one.get(k), other.get(k))
            elif op == "for":
                for k in self.span(a, env):
                    inner = {**env, a[0]: self.constant(k)}
                    self.jumps.append([])
                    ended = self.block(a[4], inner, moves)
                    for after in self.jumps.pop() + ([] if ended else [inner]):
                        for j in after:
                            env[j] = self.join(env.get(j), after[j])
            elif op == "move":
                moves(a[0], env)
            else:
                need(op in ("break", "continue", "return", "fail"), "a loop without bound")
                if op in ("break", "continue"):
                    self.jumps[-1].append(dict(env))
                return True
        return False

    def steps(self, parts: Any, env: dict[int, Any]) -> None:
        """Check that a move adds a vector that stays the same along the rays."""
        need(len(parts) < 2, "a move into a sum")
        need(not parts or parts[0][0] == 0, "a move into another game")
        for i, e in enumerate(parts[0][1:] if parts else ()):
            slopes = self.value(e, env)[0]
            same = self.flat if i in self.bounded else tuple(ray[i] for ray in self.rays)
            need(slopes == same, "a move whose step grows")


def _pick(choose: Any, items: list[Any]) -> Any:
    return None if None in items else choose(items)


# --- Boxes and fans -----------------------------------------------------------------------------


class Fan:
    """Rays, and for each position the multiples of them that it is the sum of.

    Outside the two coordinates of `pair` the rays are the axes. In their plane they are listed
    from one axis to the other, and neighbours span the cones.
    """

    def __init__(self, size: int, pair: list[int], plane: list[list[int]]) -> None:
        self.pair = pair
        self.plain = [i for i in range(size) if i not in pair]
        self.plane = plane
        self.rays = [[int(i == j) for j in range(size)] for i in self.plain]
        self.dets = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise(plane)]
        for a, b in plane:
            ray = [0] * size
            ray[pair[0]], ray[pair[1]] = a, b
            self.rays.append(ray)
        n, m = len(self.plain), len(self.rays)
        apart = {(s, t) for s in range(n, m) for t in range(n, m) if abs(s - t) > 1}
        self.together = [[u for u in range(m) if (t, u) not in apart] for t in range(m)]

    def cone(self, a: int, b: int) -> tuple[int, int, int, int]:
        """Return the number of a cone that holds the point, and its multiples of the two rays."""
        for t, ((p, q), (r, s)) in enumerate(pairwise(self.plane)):
            u, v = a * s - b * r, p * b - q * a
            if u >= 0 and v >= 0:
                return t, u, v, self.dets[t]
        raise Rejected("the cones do not cover the plane")

    def within(self, limits: list[int]) -> Iterable[tuple[int, ...]]:
        """Return the positions with fewer than limits[t] times ray t, for every t."""
        n = len(self.plain)
        ranges = [range(limit) for limit in limits[:n]]
        if not self.plane:
            return product(*ranges)
        far = limits[n:]
        ends = [
            max(
                ceil(far[t] * self.plane[t][i] + far[t + 1] * self.plane[t + 1][i])
                for t in range(len(self.dets))
            )
            for i in (0, 1)
        ]
        points = []
        for a, b in product(range(ends[0] + 1), range(ends[1] + 1)):
            t, u, v, det = self.cone(a, b)
            if u < far[t] * det and v < far[t + 1] * det:
                points.append((a, b))
        return (self.place(rest, point) for *rest, point in product(*ranges, points))

    def place(self, rest: Any, point: Any) -> tuple[int, ...]:
        """Return the position with these coordinates outside and inside the plane."""
        x = dict(zip(self.plain, rest, strict=True)) | dict(zip(self.pair, point, strict=True))
        return tuple(x[i] for i in range(len(x)))

    def reduce(self, x: Any, starts: list[int], periods: list[int]) -> tuple[int, ...]:
        """Return x less ``periods[t] * ray t`` as often as that leaves ``starts[t]`` of ray t."""
        x, n = list(x), len(self.plain)
        for t, i in enumerate(self.plain):
            if x[i] >= starts[t]:
                x[i] = starts[t] + (x[i] - starts[t]) % periods[t]
        if self.plane:
            i, j = self.pair
            t, u, v, det = self.cone(x[i], x[j])
            for k, w in ((t, u), (t + 1, v)):
                often = max(0, (w - starts[n + k] * det) // (periods[n + k] * det))
                x[i] -= often * periods[n + k] * self.plane[k][0]
                x[j] -= often * periods[n + k] * self.plane[k][1]
        return tuple(x)

    def drop(self, step: tuple[int, ...]) -> list[int]:
        """Return for each ray by how much a step can lower its multiple, rounded up."""
        found = [max(0, -step[i]) for i in self.plain]
        a, b = (step[i] for i in self.pair) if self.plane else (0, 0)
        for t in range(len(self.plane)):
            slopes: list[Any] = [0]
            if t < len(self.dets):
                r, s = self.plane[t + 1]
                slopes.append(Fraction(a * s - b * r, self.dets[t]))
            if t:
                p, q = self.plane[t - 1]
                slopes.append(Fraction(p * b - q * a, self.dets[t - 1]))
            found.append(ceil(-min(slopes)))
        return found


def fan_of(cert: dict[str, Any], size: int) -> Fan:
    """Return the fan that a certificate names."""
    pair, plane = cert.get("pair", []), cert.get("plane", [])
    need(
        len(pair) in (0, 2) and all(type(i) is int and 0 <= i < size for i in pair), "no such pair"
    )
    need(
        bool(pair) == bool(plane) and len(set(pair)) == len(pair), "a pair and its rays go together"
    )
    for ray in plane:
        need(len(ints(ray, 0, "rays are whole")) == 2, "a ray has two entries")
    if plane:
        need(plane[0] == [1, 0] and plane[-1] == [0, 1], "the rays go from axis to axis")
        turn = all(a[0] * b[1] > a[1] * b[0] for a, b in pairwise(plane))
        need(turn, "the rays turn from one axis to the other")
    return Fan(size, pair, plane)


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check the labels on a finite box.

    Lemma. Let f(x) = f(x + M_t ray t) where phi_t(x) >= K_t. Let rules and domain look the same
    along ray t from T_t on, with periods dividing M_t, and let D_t >= drop_t + T_t, where no move
    lowers phi_t by more than drop_t. If the labels are right where phi_t < K_t + M_t + D_t for
    all t, they are right everywhere: where phi_t(x) >= K_t + D_t, x and x + M_t ray t have the
    same moves, which lead where f repeats; every position comes down by such steps. (In a
    coordinate that the domain bounds by K_t there is nothing to repeat.)
    """
    need(len(games) == 1, "one game, please")
    game, what = games[0], cert["what"]
    need(what in ("outcome", "misere", "grundy"), "a claim of another kind")
    need(what != "grundy" or len(game.blocks) == 1, "Grundy values are of impartial games")
    fan = fan_of(cert, game.size)
    count = len(fan.rays)
    starts, periods = ints(cert["starts"], 0, "starts"), ints(cert["periods"], 1, "periods")
    slack, weights = ints(cert["slack"], 0, "slack"), ints(cert["weights"], 0, "weights")
    need(len(starts) == len(periods) == len(slack) == count, "one entry a ray")
    need(len(weights) == game.size, "one weight a coordinate")
    bounded = {i: starts[t] for t, i in enumerate(fan.plain) if i in cert.get("bounded", [])}
    for i, bound in bounded.items():
        axis = tuple(-int(i == j) for j in range(game.size))
        limits = [form[-1] for form in conjuncts(game.domain, game.size) if form[:-1] == axis]
        need(limits and min(limits) < bound, f"the domain does not keep coordinate {i} so low")
    shape = Shape(fan.rays, fan.together, bounded)
    if game.domain is not None:
        shape.truth(game.domain, {})
    domain_after = list(shape.after)
    for block in game.blocks:
        shape.block(block, {}, shape.steps)
    need(
        all(m % e == 0 for m, e in zip(periods, shape.every, strict=True)),
        "a period of the rules does not fit",
    )
    keys = list(fan.within([k + m for k, m in zip(starts, periods, strict=True)]))
    cells = ints(cert["cells"], -1, "cells are labels")
    need(len(cells) == len(keys), f"{len(keys)} cells are needed, not {len(cells)}")
    table = dict(zip(keys, cells, strict=True))
    drops = [0] * count
    seen: dict[tuple[int, ...], int] = {}
    steps: set[tuple[int, ...]] = set()

    def label(y: tuple[int, ...]) -> int:
        if y not in seen:
            seen[y] = table[fan.reduce(y, starts, periods)]
        return seen[y]

    for x in fan.within([k + m + d for k, m, d in zip(starts, periods, slack, strict=True)]):
        if not game.legal(x):
            continue
        players = []
        for player in range(len(game.blocks)):
            options = game.options(x, player)
            after = [option[0][1:] for option in options if option]
            for y in after:
                need(game.legal(y), f"a move from {x} leaves the positions, to {y}")
                steps.add(tuple(q - p for p, q in zip(x, y, strict=True)))
            # Nothing left is a loss for whoever is to move, in misère play a win.
            nothing = [int(what == "misere")] * (len(after) < len(options))
            players.append([label(y) for y in after] + nothing)
        need(label(x) == expected(what, players), f"the label of {x} is wrong")
    for step in steps:
        need(
            sum(w * s for w, s in zip(weights, step, strict=True)) < 0,
            f"the step {step} does not lower the sum",
        )
        drops = list(map(max, drops, fan.drop(step)))
    for t in range(count):
        if t < len(fan.plain) and fan.plain[t] in bounded:
            continue
        least = max(shape.after[t], domain_after[t] + drops[t])
        need(slack[t] >= least, f"the box must be {least} larger along ray {t}, not {slack[t]}")
