"""Operations on short games straight from their definitions, on plain canonical forms."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from tests.twins.games import ZERO, Plain, add, canonical, make, number, temperature, walls


@cache
def negative(g: Plain) -> Plain:
    return make(map(negative, g[1]), map(negative, g[0]))


@cache
def of_number(x: Fraction) -> Plain:
    if x.denominator > 1:
        step = Fraction(1, x.denominator)
        return make([of_number(x - step)], [of_number(x + step)])
    if x == 0:
        return ZERO
    return make([of_number(x - 1)], []) if x > 0 else make([], [of_number(x + 1)])


def plus(g: Plain, h: Plain) -> Plain:
    return canonical(add(g, h))


def minus(g: Plain, h: Plain) -> Plain:
    return plus(g, negative(h))


def times(n: int, g: Plain) -> Plain:
    if n < 0:
        return negative(times(-n, g))
    total = ZERO
    for _ in range(n):
        total = plus(total, g)
    return total


def integer(g: Plain) -> int | None:
    x = number(g)
    return int(x) if x is not None and x.denominator == 1 else None


def moved(g: Plain, image, gains) -> Plain:
    """The images of the options, each with any of the gains for its player."""
    left = [plus(image(option), gain) for option in g[0] for gain in gains]
    right = [minus(image(option), gain) for option in g[1] for gain in gains]
    return canonical(make(left, right))


@cache
def heat(g: Plain, by: Plain) -> Plain:
    return g if number(g) is not None else moved(g, lambda option: heat(option, by), [by])


@cache
def overheat(g: Plain, bottom: Plain, top: Plain) -> Plain:
    n = integer(g)
    if n is not None:
        return times(n, bottom)
    return moved(g, lambda option: overheat(option, bottom, top), [top])


@cache
def cool(g: Plain, t: Fraction) -> Plain:
    if temperature(g) < t:
        return of_number(walls(g, t)[0])
    return moved(g, lambda option: cool(option, t), [of_number(-t)])


def incentives(g: Plain) -> list[Plain]:
    return [minus(option, g) for option in g[0]] + [minus(g, option) for option in g[1]]


@cache
def norton(g: Plain, unit: Plain) -> Plain:
    n = integer(g)
    if n is not None:
        return times(n, unit)
    gains = [plus(unit, gain) for gain in incentives(unit)]
    return moved(g, lambda option: norton(option, unit), gains)


@cache
def conway(x: Plain, y: Plain) -> Plain:
    def term(a, b):
        return minus(plus(conway(a, y), conway(x, b)), conway(a, b))

    same = [term(a, b) for side in (0, 1) for a in x[side] for b in y[side]]
    mixed = [term(a, b) for side in (0, 1) for a in x[side] for b in y[1 - side]]
    return canonical(make(same, mixed))


def ordinal(base: Plain, top: Plain) -> Plain:
    @cache
    def on_base(h):
        return make([*base[0], *map(on_base, h[0])], [*base[1], *map(on_base, h[1])])

    return canonical(on_base(top))
