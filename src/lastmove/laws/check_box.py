"""Check laws that repeat along rays: in each coordinate, or in the cones of a plane.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from itertools import product
from math import prod
from operator import mul
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Iterable

    from lastmove.laws.check import Game, beside, expected, ints, need
    from lastmove.laws.check_shape import Shape
else:
    from check import Game, beside, expected, ints, need
    from check_shape import Shape


MOST_CELLS = 20_000_000


class Axes:
    """The axes as rays, but for two coordinates if `pair` names two: see `Fan`."""

    def __init__(self, size: int, pair: list[int], plane: list[list[int]]) -> None:
        self.pair = pair
        self.plane = plane
        self.plain = [i for i in range(size) if i not in pair]
        self.rays = [[int(i == j) for j in range(size)] for i in self.plain]
        self.dets: list[int] = []
        # Which rays span a cone with each.
        self.together = [list(range(len(self.rays))) for _ in self.rays]

    def within(self, limits: list[int]) -> Iterable[tuple[int, ...]]:
        """Return the positions with fewer than limits[t] times ray t, for every t."""
        return product(*map(range, limits))

    def most(self, limits: list[int]) -> int:
        """Return at most how many points `within` looks at."""
        return prod(limits)

    def place(self, rest: Any, point: Any) -> tuple[int, ...]:
        """Return the position with these coordinates outside and inside the plane."""
        x = dict(zip(self.plain, rest, strict=True)) | dict(zip(self.pair, point, strict=True))
        return tuple(x[i] for i in range(len(x)))

    def multiples(self, x: tuple[int, ...]) -> list[Any]:
        """Return how often each ray is in the sum that a position is."""
        return [x[i] for i in self.plain]

    def reduce(self, x: Any, starts: list[int], periods: list[int]) -> tuple[int, ...]:
        """Return x less ``periods[t] * ray t`` as often as that leaves ``starts[t]`` of ray t."""
        x = list(x)
        for t, i in enumerate(self.plain):
            if x[i] >= starts[t]:
                x[i] = starts[t] + (x[i] - starts[t]) % periods[t]
        return tuple(x)

    def drop(self, step: tuple[int, ...]) -> list[int]:
        """Return for each ray by how much a step can lower its multiple, rounded up."""
        return [max(0, -step[i]) for i in self.plain]


def rays_of(cert: dict[str, Any], size: int) -> Axes:
    """Return the rays that a certificate names."""
    if "pair" in cert or "plane" in cert:
        made: Axes = beside("check_fan").fan_of(cert, size)
        return made
    return Axes(size, [], [])


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check the labels on a finite box.

    Lemma. Let f(x) = f(x + M_t ray t) where phi_t(x) >= K_t. Let rules and domain look the same
    along ray t from T_t on, with periods dividing M_t, and let D_t >= drop_t + T_t, where no move
    lowers phi_t by more than drop_t. If the labels are right where phi_t < K_t + M_t + D_t for
    all t, they are right everywhere: where phi_t(x) >= K_t + D_t, x and x + M_t ray t have the
    same moves, which lead where f repeats; every position comes down by such steps. (In a
    coordinate that the domain bounds by K_t there is nothing to repeat.)

    Play ends: every move lowers a weighted sum, which is bounded below where there are moves. Its
    weights are not negative, or at least it does not fall along any ray along which positions with
    moves go on.
    """
    need(len(games) == 1, "one game, please")
    game, what = games[0], cert["what"]
    need(what in ("outcome", "misere", "grundy"), "a claim of another kind")
    need(what != "grundy" or len(game.blocks) == 1, "Grundy values are of impartial games")
    fan = rays_of(cert, game.size)
    count = len(fan.rays)
    starts, periods = ints(cert["starts"], 0, "starts"), ints(cert["periods"], 1, "periods")
    slack, weights = ints(cert["slack"], 0, "slack"), ints(cert["weights"], -(10**9), "weights")
    need(len(starts) == len(periods) == len(slack) == count, "one entry a ray")
    need(len(weights) == game.size, "one weight a coordinate")
    low = ints(cert.get("bounded", []), 0, "coordinates")
    need(set(low) <= set(fan.plain), "a bound on what is no coordinate of its own")
    bounded = {i: starts[t] for t, i in enumerate(fan.plain) if i in low}
    for i, bound in bounded.items():
        conjuncts = beside("check_linear").conjuncts
        axis = tuple(-int(i == j) for j in range(game.size))
        ends = [form[-1] for form in conjuncts(game.domain, game.size) if form[:-1] == axis]
        need(ends and min(ends) < bound, f"the domain does not keep coordinate {i} so low")
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
    limits = [k + m + d for k, m, d in zip(starts, periods, slack, strict=True)]
    need(fan.most(limits) <= MOST_CELLS, "the box is too large to be checked")
    keys = list(fan.within([k + m for k, m in zip(starts, periods, strict=True)]))
    cells = ints(cert["cells"], -1, "cells are labels")
    need(len(cells) == len(keys), f"{len(keys)} cells are needed, not {len(cells)}")
    table = dict(zip(keys, cells, strict=True))
    falling = [sum(map(mul, weights, ray)) < 0 for ray in fan.rays] if min(weights) < 0 else []
    drops = [0] * count
    seen: dict[tuple[int, ...], int] = {}
    steps: set[tuple[int, ...]] = set()

    def label(y: tuple[int, ...]) -> int:
        if y not in seen:
            seen[y] = table[fan.reduce(y, starts, periods)]
        return seen[y]

    for x in fan.within(limits):
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
            if options and falling:
                far = zip(fan.multiples(x), starts, slack, falling, strict=True)
                on = any(q >= k + d and falls for q, k, d, falls in far)
                need(not on, f"the sum has no least value where there are moves, as at {x}")
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
