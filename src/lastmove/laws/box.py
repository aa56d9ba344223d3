"""Class R and its two-dimensional relative: laws that repeat along rays.

In class R the label depends on each coordinate through a threshold and a remainder. Where it
depends on how two coordinates compare, their plane is cut into cones, and along each ray
between two cones the label repeats. Both are proved on a finite box (see ``check_box``).
"""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import gcd, prod
from operator import mul
from typing import TYPE_CHECKING, Any

from lastmove.laws.base import FORMAT, Candidate, Family, NearMiss, NoProof, Sample
from lastmove.laws.check import Game, Rejected
from lastmove.laws.check_box import Axes, rays_of
from lastmove.laws.check_fan import Fan
from lastmove.laws.check_linear import conjuncts
from lastmove.laws.check_shape import Shape
from lastmove.laws.game import document, ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.automata.family import AutomatonLaw
    from lastmove.laws.base import Array, Certificate
    from lastmove.rules.expr import Expr

_LONGEST_PERIOD = 24
_LARGEST_BOX = 400_000
_FAREY = 5


class BoxLaw(Candidate):
    """A label that repeats along rays.

    Attributes
    ----------
    fan : Fan
        The rays.
    starts, periods : list of int
        From which multiple of each ray on the label repeats, and after how many.
    table : dict
        The label of each position that is not a repetition.
    restated : AutomatonLaw or None
        The same law by automata, once that was asked for.
    """

    kind = "box"
    restated: AutomatonLaw | None = None

    def __init__(
        self,
        what: str,
        fan: Axes,
        starts: list[int],
        periods: list[int],
        table: dict[tuple[int, ...], int],
    ) -> None:
        self.what = what
        self.fan = fan
        self.arity = len(fan.plain) + len(fan.pair)
        self.starts = starts
        self.periods = periods
        self.table = table

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        return self.table[self.fan.reduce(coords, self.starts, self.periods)]

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate for the box lemma."""
        system = document(sample.system)
        if len(system["programs"]) > 1:
            raise NoProof("the box lemma is about one game, not a system")
        game = Game(system["programs"][0])
        try:
            inside, outside = _shapes(game, self.fan)
        except Rejected as reason:
            raise NoProof(str(reason)) from None
        near = [k + m + a for k, m, a in zip(self.starts, self.periods, inside.after, strict=True)]
        steps: set[tuple[int, ...]] = set()
        if _size(self.fan, near) > _LARGEST_BOX:
            raise NoProof(f"the box to check has more than {_LARGEST_BOX:,} positions")
        for x in self.fan.within(near):
            if game.legal(x):
                for player in range(len(game.blocks)):
                    for option in game.options(x, player):
                        for _, *y in option:
                            steps.add(tuple(q - p for p, q in zip(x, y, strict=True)))
        drops = [max(column) for column in zip(*map(self.fan.drop, steps), strict=True)] or [
            0
        ] * len(near)
        slack = [max(a, b + d) for a, b, d in zip(inside.after, outside.after, drops, strict=True)]
        limits = [k + m + d for k, m, d in zip(self.starts, self.periods, slack, strict=True)]
        if _size(self.fan, limits) > _LARGEST_BOX:
            raise NoProof(f"the box to check has more than {_LARGEST_BOX:,} positions")
        weights = ranking(steps, self.arity) or self._falling(game, steps, limits, slack)
        if weights is None:
            raise NoProof("no weights of the coordinates show that play always ends")
        made: Certificate = {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": system,
            "starts": self.starts,
            "periods": self.periods,
            "slack": slack,
            "weights": list(weights),
            "cells": [int(v) for v in self.table.values()],
        }
        kept = [i for i in _bounded(game) if i not in self.fan.pair]
        if kept:
            made["bounded"] = kept
        if self.fan.pair:
            made |= {"pair": self.fan.pair, "plane": self.fan.plane}
        return made

    def _falling(
        self, game: Game, steps: set[tuple[int, ...]], limits: list[int], slack: list[int]
    ) -> tuple[int, ...] | None:
        """Return weights of a sum that moves lower, and that is bounded below where they are."""
        on = [False] * len(limits)
        for x in self.fan.within(limits):
            if game.legal(x) and any(game.options(x, p) for p in range(len(game.blocks))):
                far = zip(on, self.fan.multiples(x), self.starts, slack, strict=True)
                on = [known or q >= k + d for known, q, k, d in far]
        going = [ray for ray, moves in zip(self.fan.rays, on, strict=True) if moves]
        for weights in product(range(-2, 3), repeat=self.arity if self.arity < 5 else 0):
            if all(sum(map(mul, weights, step)) < 0 for step in steps) and all(
                sum(map(mul, weights, ray)) >= 0 for ray in going
            ):
                return weights
        return None

    @classmethod
    def from_certificate(cls, cert: Certificate) -> BoxLaw:
        """Return the law that a certificate of this kind is about."""
        size = len(cert["system"]["programs"][0]["coords"])
        fan = rays_of(cert, size)
        keys = fan.within([k + m for k, m in zip(cert["starts"], cert["periods"], strict=True)])
        table = dict(zip(keys, cert["cells"], strict=True))
        return cls(cert["what"], fan, cert["starts"], cert["periods"], table)

    def expression(self) -> Expr | None:
        """Return the label as an entry of a tuple, unless two coordinates are compared."""
        from lastmove.rules.expr import at, const, coord, where

        if self.fan.pair:
            return None
        place: Expr = const(0)
        for t, i in enumerate(self.fan.plain):
            k, m = self.starts[t], self.periods[t]
            place = place * (k + m) + where(coord(i) < k, coord(i), (coord(i) - k) % m + k)
        label: Expr = at(place, list(self.table.values()))
        return label

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law in words and formulas."""
        from lastmove.laws.boxtext import describe

        return describe(self, names, latex=latex)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return which threshold or remainder each coordinate falls under."""
        from lastmove.laws.boxtext import reason

        return reason(self, coords, names)

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that looks the label up."""
        from lastmove.laws.boxcode import emit

        return emit(self, language, names)


class Box(Family):
    """Labels that repeat in each coordinate, or along the rays of one plane."""

    name = "repeating along rays"

    def learn(self, sample: Sample) -> BoxLaw | None:
        """Return a law of class R or on a fan, or None."""
        if sample.what == "value" or len(sample.system.programs) > 1:
            return None
        game = Game(document(sample.system)["programs"][0])
        size = sample.arity
        grows: list[tuple[tuple[int, int], ...]] = []
        for table in (sample.small, sample.large):
            fan = Axes(size, [], [])
            try:
                every = _shapes(game, fan)[0].every
            except Rejected as reason:
                if "compare coordinates" not in str(reason):
                    return None
                every = [1] * size
            bounded = _bounded(game)
            found = [
                (bounded[i], 1) if i in bounded else _axis(table, i, every[i]) for i in range(size)
            ]
            if None not in found:
                grows.append(tuple(f for f in found if f is not None))
                law = _box_law(sample.what, fan, grows[-1], table)
                if law is not None and _fits(law, sample.large):
                    return law
        bad = [i for i, f in enumerate(found) if f is None] or list(range(size))
        for i, j in combinations(range(size), 2):
            if size == 2 or i in bad or j in bad:
                law = _learn_fan(sample, game, [i, j])
                if law is not None:
                    return law
        if len(grows) == 2:
            raise NearMiss(
                "thresholds and periods in each coordinate fit each table but grow with it: "
                f"{list(grows[0])} on the smaller, {list(grows[1])} on the larger"
            )
        return None


def _shapes(game: Game, fan: Axes) -> tuple[Shape, Shape]:
    """Return from where on the rules look alike along each ray, and the domain alone."""
    bounded = {i: b for i, b in _bounded(game).items() if i not in fan.pair}
    both = Shape(fan.rays, fan.together, bounded)
    alone = Shape(fan.rays, fan.together, bounded)
    if game.domain is not None:
        both.truth(game.domain, {})
        alone.truth(game.domain, {})
    for block in game.blocks:
        both.block(block, {}, both.steps)
    return both, alone


def _bounded(game: Game) -> dict[int, int]:
    """Return the coordinates that the domain bounds, with their bounds, exclusive."""
    try:
        forms = conjuncts(game.domain, game.size)
    except Rejected:
        return {}
    found: dict[int, int] = {}
    for *axis, c in forms:
        if sorted(axis)[:2] == [-1, 0][: len(axis)] and sum(axis) == -1 and c >= 0:
            i = axis.index(-1)
            found[i] = min(found.get(i, c + 1), c + 1)
    return found


def _size(fan: Axes, limits: list[int]) -> int:
    n = len(fan.plain)
    plane = sum(
        a * b * det for a, b, det in zip(limits[n:], limits[n + 1 :], fan.dets, strict=False)
    )
    return prod(limits[:n]) * max(plane, 1)


def _axis(table: Array, i: int, every: int) -> tuple[int, int] | None:
    """Return the least threshold and period of a table in one coordinate, or None."""
    import numpy as np

    length = table.shape[i]
    lines = np.moveaxis(table, i, 0).reshape(length, -1)
    best: tuple[int, int] | None = None
    for m in range(every, max(_LONGEST_PERIOD, every) + 1, every):
        if 2 * m > length or (best is not None and m >= sum(best)):
            break
        differ = np.nonzero((lines[:-m] != lines[m:]).any(axis=1))[0]
        k = int(differ[-1]) + 1 if len(differ) else 0
        if k + 2 * m <= length and 2 * k <= length + 2 and (best is None or k + m < sum(best)):
            best = (k, m)
    return best


def _box_law(what: str, fan: Axes, found: Sequence[tuple[int, int]], table: Array) -> BoxLaw | None:
    starts, periods = [k for k, _ in found], [m for _, m in found]
    limits = [k + m for k, m in found]
    if _size(fan, limits) > _LARGEST_BOX:
        return None
    cells: dict[tuple[int, ...], int] = {}
    for x in fan.within(limits):
        if any(a >= b for a, b in zip(x, table.shape, strict=True)):
            return None
        cells[x] = int(table[x])
    return BoxLaw(what, fan, starts, periods, cells)


def _fits(law: BoxLaw, table: Array) -> bool:
    """Return whether a law agrees with a table."""
    import numpy as np

    fan = law.fan
    places: list[Any] = list(np.indices(table.shape))
    for t, i in enumerate(fan.plain):
        k, m = law.starts[t], law.periods[t]
        places[i] = np.where(places[i] < k, places[i], k + (places[i] - k) % m)
    if fan.plane:
        i, j = fan.pair
        a, b = _reduce_plane(law, table.shape[i], table.shape[j])
        shape = [table.shape[c] if c in fan.pair else 1 for c in range(table.ndim)]
        if i < j:
            places[i], places[j] = a.reshape(shape), b.reshape(shape)
    ends = [1 + max(x[c] for x in law.table) for c in range(table.ndim)]
    dense = np.full(ends, -2, dtype=np.int64)
    for x, label in law.table.items():
        dense[x] = label
    said = dense[tuple(np.broadcast_arrays(*places))]
    return bool((said == table).all())


def _reduce_plane(law: BoxLaw, width: int, height: int) -> tuple[Array, Array]:
    import numpy as np

    fan, n = law.fan, len(law.fan.plain)
    x, y = np.indices((width, height))
    a, b = x.copy(), y.copy()
    done = np.zeros((width, height), dtype=bool)
    for t, det in enumerate(fan.dets):
        (p, q), (r, s) = fan.plane[t], fan.plane[t + 1]
        u, v = x * s - y * r, p * y - q * x
        # A point on a ray lies in two cones: it belongs to the first.
        here = (u >= 0) & (v >= 0) & ~done
        done |= here
        for k, w, (c, d) in ((t, u, (p, q)), (t + 1, v, (r, s))):
            start, period = law.starts[n + k], law.periods[n + k]
            often = np.maximum(0, (w - start * det) // (period * det)) * period
            a = np.where(here, a - often * c, a)
            b = np.where(here, b - often * d, b)
    return a, b


def _farey(order: int) -> list[list[int]]:
    """Return all rays with entries up to `order`, from the first axis to the second."""
    rays = [[a, b] for a in range(order + 1) for b in range(order + 1) if gcd(a, b) == 1]
    return sorted(rays, key=lambda r: (r[1] / (r[0] + r[1]), r))


def _learn_fan(sample: Sample, game: Game, pair: list[int]) -> BoxLaw | None:
    """Return a law on a fan in the plane of two coordinates, or None."""
    size, table = sample.arity, sample.large
    rest = [i for i in range(size) if i not in pair]
    plain: list[tuple[int, int] | None] = [_axis(table, i, 1) for i in rest]
    if None in plain:
        return None
    import numpy as np

    flat = np.moveaxis(table, [*pair, *rest], range(size)).reshape(
        table.shape[pair[0]], table.shape[pair[1]], -1
    )
    wide = min(table.shape[i] for i in pair) >= 400
    plane = _farey(_FAREY + 3 * wide)
    longest = _LONGEST_PERIOD * (1 + wide)
    fan = Fan(size, pair, plane)
    try:
        every = _shapes(game, fan)[0].every
    except Rejected:
        return None
    n = len(rest)
    plain = [_axis(table, i, every[t]) for t, i in enumerate(rest)]
    fits = [_along(flat, plane, t, every[n + t], longest) for t in range(len(plane))]
    if None in fits or None in plain:
        return None
    # Leave out the rays that are not needed, long ones first.
    for ray in sorted(plane[1:-1], key=lambda r: -r[0] - r[1]):
        t = plane.index(ray)
        fewer = plane[:t] + plane[t + 1 :]
        fan = Fan(size, pair, fewer)
        try:
            every = _shapes(game, fan)[0].every
        except Rejected:
            continue
        new = [*fits[:t], *fits[t + 1 :]]
        for u in (t - 1, t):
            new[u] = _along(flat, fewer, u, every[n + u], longest)
        if None not in new and _cost(fewer, new) <= 1.2 * _cost(plane, fits) + 20:
            plane, fits = fewer, new
    fan = Fan(size, pair, plane)
    law = _box_law(sample.what, fan, [f for f in [*plain, *fits] if f is not None], table)
    return law if law is not None and _fits(law, table) else None


def _cost(plane: list[list[int]], fits: Sequence[tuple[int, int] | None]) -> int:
    reach = [sum(f) for f in fits if f is not None]
    dets = [a[0] * b[1] - a[1] * b[0] for a, b in pairwise(plane)]
    return sum(p * q * d for p, q, d in zip(reach, reach[1:], dets, strict=False))


def _along(
    flat: Array, plane: list[list[int]], t: int, every: int, longest: int
) -> tuple[int, int] | None:
    """Return from where on and how a table repeats along ray t, in the cones beside it."""
    import numpy as np

    width, height = flat.shape[:2]
    x, y = np.indices((width, height))
    (a, b), multiple = plane[t], np.full((width, height), -1, dtype=np.int64)
    if t + 1 < len(plane):
        r, s = plane[t + 1]
        u, v, det = x * s - y * r, a * y - b * x, a * s - b * r
        multiple = np.where((u >= 0) & (v >= 0), u // det, multiple)
    if t:
        p, q = plane[t - 1]
        u, v, det = x * b - y * a, p * y - q * x, p * b - q * a
        multiple = np.where((u >= 0) & (v >= 0), v // det, multiple)
    best: tuple[int, int] | None = None
    for m in range(every, max(longest, every) + 1, every):
        if m * a >= width or m * b >= height or (best is not None and m >= sum(best)):
            break
        near = multiple[: width - m * a, : height - m * b]
        differ = (flat[: width - m * a, : height - m * b] != flat[m * a :, m * b :]).any(axis=2)
        k, far = int(near[differ].max(initial=-1)) + 1, int(near.max(initial=-1))
        if k + m <= far and 3 * k <= 2 * far + 3 and (best is None or k + m < sum(best)):
            best = (k, m)
    return best
