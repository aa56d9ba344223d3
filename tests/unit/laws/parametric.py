"""Games with parameters, for the tests of laws that hold for all values of them."""

import lastmove as lm


@lm.impartial
def one_or(n, *, k=3):
    """Take 1 or k."""
    for taken in (1, k):
        if taken <= n:
            yield n - taken


@lm.impartial
def one_two_or(n, *, k=4):
    """Take 1, 2 or k."""
    for taken in (1, 2, k):
        if taken <= n:
            yield n - taken


@lm.impartial
def exactly(n, *, k=2):
    """Take k."""
    if n >= k:
        yield n - k


@lm.impartial
def once_or_twice(n, *, k=2):
    """Take k or 2k."""
    if n >= k:
        yield n - k
    if n >= 2 * k:
        yield n - 2 * k


@lm.impartial
def between(n, *, p=1, q=2):
    """Take p to q."""
    for taken in range(p, q + 1):
        if taken <= n:
            yield n - taken


@lm.impartial
def either(n, *, a=1, b=2):
    """Take a or b: the period is not linear in them."""
    for taken in (a, b):
        if taken <= n:
            yield n - taken


@lm.impartial
def two_heaps(a, b, *, k=3):
    """Take 1 to k from one of two heaps."""
    for taken in range(1, min(a, k) + 1):
        yield a - taken, b
    for taken in range(1, min(b, k) + 1):
        yield a, b - taken


@lm.impartial(domain=lambda total: 0 <= total <= 100)
def race(total, *, k=10):
    """Add 1 to k; who says 100 wins."""
    for added in range(1, k + 1):
        if total + added <= 100:
            yield total + added


@lm.impartial
def with_exception(n, *, k=3):
    """Take 1 to k, from heaps of 400 and more with k beyond 40 only 1: no table shows that."""
    for taken in range(1, min(n, k) + 1):
        if taken == 1 or n < 400 or k < 40:
            yield n - taken


@lm.impartial
def changes(n, *, k=3):
    """Take 1 to k, or half."""
    for taken in range(1, min(n, k) + 1):
        yield n - taken
    if n > 0:
        yield n // 2
