"""Rays in the plane of two coordinates, and the cones between them.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import ceil, prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Iterable

    from lastmove.laws.check import Rejected, ints, need
    from lastmove.laws.check_box import Axes
else:
    from check import Rejected, ints, need
    from check_box import Axes


class Fan(Axes):
    """Rays, and for each position the multiples of them that it is the sum of.

    Outside the two coordinates of `pair` the rays are the axes. In their plane they are listed
    from one axis to the other, and neighbours span the cones.
    """

    def __init__(self, size: int, pair: list[int], plane: list[list[int]]) -> None:
        super().__init__(size, pair, plane)
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

    def ends(self, far: list[int]) -> list[int]:
        """Return the largest coordinates of points with fewer than far[t] times ray t."""
        return [
            max(
                ceil(far[t] * self.plane[t][i] + far[t + 1] * self.plane[t + 1][i])
                for t in range(len(self.dets))
            )
            for i in (0, 1)
        ]

    def most(self, limits: list[int]) -> int:
        """Return at most how many points `within` looks at."""
        n = len(self.plain)
        return prod([*limits[:n], *(end + 1 for end in self.ends(limits[n:]))])

    def within(self, limits: list[int]) -> Iterable[tuple[int, ...]]:
        """Return the positions with fewer than limits[t] times ray t, for every t."""
        n = len(self.plain)
        ranges = [range(limit) for limit in limits[:n]]
        far = limits[n:]
        ends = self.ends(far)
        points = []
        for a, b in product(range(ends[0] + 1), range(ends[1] + 1)):
            t, u, v, det = self.cone(a, b)
            if u < far[t] * det and v < far[t + 1] * det:
                points.append((a, b))
        return (self.place(rest, point) for *rest, point in product(*ranges, points))

    def reduce(self, x: Any, starts: list[int], periods: list[int]) -> tuple[int, ...]:
        """Return x less ``periods[t] * ray t`` as often as that leaves ``starts[t]`` of ray t."""
        x, n = list(super().reduce(x, starts, periods)), len(self.plain)
        i, j = self.pair
        t, u, v, det = self.cone(x[i], x[j])
        for k, w in ((t, u), (t + 1, v)):
            often = max(0, (w - starts[n + k] * det) // (periods[n + k] * det))
            x[i] -= often * periods[n + k] * self.plane[k][0]
            x[j] -= often * periods[n + k] * self.plane[k][1]
        return tuple(x)

    def multiples(self, x: tuple[int, ...]) -> list[Any]:
        """Return how often each ray is in the sum that a position is."""
        t, u, v, det = self.cone(*(x[i] for i in self.pair))
        found = [Fraction(0)] * len(self.plane)
        found[t], found[t + 1] = Fraction(u, det), Fraction(v, det)
        return [*super().multiples(x), *found]

    def drop(self, step: tuple[int, ...]) -> list[int]:
        """Return for each ray by how much a step can lower its multiple, rounded up."""
        found = super().drop(step)
        a, b = (step[i] for i in self.pair)
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
    pair, plane = cert["pair"], cert["plane"]
    need(len(pair) == 2 and all(type(i) is int and 0 <= i < size for i in pair), "no such pair")
    need(plane and pair[0] != pair[1], "a pair and its rays go together")
    for ray in plane:
        need(len(ints(ray, 0, "rays are whole")) == 2, "a ray has two entries")
    need(plane[0] == [1, 0] and plane[-1] == [0, 1], "the rays go from axis to axis")
    turn = all(a[0] * b[1] > a[1] * b[0] for a, b in pairwise(plane))
    need(turn, "the rays turn from one axis to the other")
    return Fan(size, pair, plane)
