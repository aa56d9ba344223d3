"""Traces which rules look the same after a step along a ray.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import COMPARE, REDUCE, need
else:
    from check import COMPARE, REDUCE, need

MOST_WORK = 1_000_000  # expressions traced
FAR = 1 << 256  # numbers are smaller
Value = tuple[tuple[Any, ...], Any, Any]


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
        self.work = MOST_WORK
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
        self.work -= 1
        need(self.work > 0, "the rules are too long to be traced")
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
        fixed = [p[0] == self.flat and p[1] is not None and p[1] == p[2] for p in parts]
        if op == "*" and any(fixed):
            k, other = parts if fixed[0] else parts[::-1]
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
        self.work -= max(0, ceil(e - s))
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
                slopes, *bounds = env[a[0]] = self.value(a[1], env)
                small = all(n is None or abs(n) < FAR for n in (*slopes, *bounds))
                need(small, "too large a number")
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
