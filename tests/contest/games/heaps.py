"""Games on one heap, some of which split it."""

from math import gcd, isqrt

from tests.contest.corpus import Restatement

import lastmove as lm
from lastmove.rulesets import get


@lm.impartial
def take_between(n, p, q):
    """Take at least p and at most q; take all when fewer than p are left."""
    if 0 < n < p:
        yield 0, p, q
    for taken in range(p, min(q, n) + 1):
        yield n - taken, p, q


@lm.impartial
def subtract_digit(n):
    """Subtract a digit of the number, but not 0."""
    rest = n
    while rest > 0:
        digit = rest % 10
        if digit != 0:
            yield n - digit
        rest //= 10


@lm.impartial
def subtract_proper_divisor(n):
    """Subtract a divisor other than 1 and the number itself."""
    for d in range(2, n):
        if n % d == 0:
            yield n - d


@lm.impartial
def subtract_divisor(n):
    """Subtract a divisor smaller than the number."""
    for d in range(1, n):
        if n % d == 0:
            yield n - d


@lm.impartial
def take_coprime(n):
    """Take a number of stones that is coprime to the size of the heap."""
    for taken in range(1, n + 1):
        if gcd(n, taken) == 1:
            yield n - taken


@lm.impartial
def legendre(n):
    """Take one stone, or split an even heap into an even number of equal heaps: say two."""
    if n > 0:
        yield n - 1
    if n > 0 and n % 2 == 0:
        yield legendre(n // 2) + legendre(n // 2)


@lm.impartial
def take_at_most_half(n):
    """Take at least one stone and at most half of them."""
    for taken in range(1, n // 2 + 1):
        yield n - taken


@lm.impartial
def split_by_xor(n):
    """Replace a heap of n by heaps of k and n xor k, both smaller than n."""
    for k in range(1, n):
        if n ^ k < n:
            yield split_by_xor(k) + split_by_xor(n ^ k)


@lm.impartial
def beans(distance):
    """Replace a bean by two beans that are nearer to the end, maybe at the same place."""
    for a in range(distance):
        for b in range(a, distance):
            yield beans(a) + beans(b)


@lm.impartial
def square_roots(n):
    """Lower n to a number between its fourth root and its square root."""
    least = isqrt(isqrt(n))
    if least**4 < n:
        least += 1
    yield from range(least, min(isqrt(n), n - 1) + 1)


@lm.impartial
def multiplication(p, n):
    """Multiply p by 2 to 9; who reaches n wins."""
    if p < n:
        for k in range(2, 10):
            yield min(p * k, n), n


@lm.impartial
def red_kingdom(n, last, x, y, z):
    """Take x, y or z (or what is left); y not right after y, z not right after z."""
    if n > 0:
        yield max(0, n - x), 0, x, y, z
        if last != 1:
            yield max(0, n - y), 1, x, y, z
        if last != 2:
            yield max(0, n - z), 2, x, y, z


bash = get("bash")
fibonacci_nim = get("fibonacci_nim")

RESTATED = {
    "hdu1846-bash": Restatement(lambda p: bash.using(k=p[1])(p[0])),
    "hdu2897-bash-pq-misere": Restatement(lambda p: take_between(*p)),
    "spoj-ngm": Restatement(subtract_digit),
    "hdu3032-lasker": Restatement(get("lasker")),
    "kayles": Restatement(get("kayles")),
    "cf1537d-divisors": Restatement(subtract_proper_divisor),
    "lc1025-divisor": Restatement(subtract_divisor),
    "cf2004e-coprime": Restatement(take_coprime),
    "cf603c-legendre-even": Restatement(legendre),
    "uva1482-half": Restatement(take_at_most_half),
    "hdu4388-stone2": Restatement(split_by_xor),
    "hnoi2007-split": Restatement(beans),
    "mock-turtles": Restatement(get("mock_turtles")),
    "ruler": Restatement(lambda n: get("ruler")(n - 1), quick=slice(80)),
    "k-fibonacci-nim": Restatement(lambda p: fibonacci_nim.using(factor=p[2])(p[0], p[1])),
    "spoj-mcoins": Restatement(get("subtraction")),
}
