"""Proved periods and their certificates."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.heaps.game import HeapGame

# Longer lists of exceptions and longer cycles are left out of a certificate; its hash stands for
# them.
LISTED = 1000
KIND = "heap-period/1"


class Period(NamedTuple):
    """A period that is proved: ``G(n + length) = G(n) + saltus`` for all n from `preperiod` on.

    Attributes
    ----------
    length : int
        The period.
    preperiod : int
        The first heap from which on it holds; the heap before is the last exception.
    saltus : int
        What values rise by in every period: 0 for a periodic sequence.
    values_used : int
        How many values, from ``G(0)`` on, the proof looks at.
    certificate : dict
        What `lastmove.laws.check.check` needs to prove it again.
    """

    length: int
    preperiod: int
    saltus: int
    values_used: int
    certificate: dict[str, Any]

    @property
    def status(self) -> str:
        """Always ``"PROVED"``: nothing else is ever called a period."""
        return "PROVED"

    def __repr__(self) -> str:
        # Without the certificate, which may list a thousand values.
        return f"<{self}, PROVED from {self.values_used} values>"

    def __str__(self) -> str:
        rising = f" and saltus {self.saltus}" if self.saltus else ""
        return f"period {self.length}{rising} from {self.preperiod} on"


def certified(game: HeapGame, found: tuple[int, int, int, int]) -> Period:
    """Return the period with its certificate; its values must have been computed."""
    length, saltus, start, used = found
    certificate: dict[str, Any] = {
        "kind": KIND,
        "game": game.code,
        "start": start,
        "length": length,
        "saltus": saltus,
        "values_used": used,
        "sha256": fingerprint(game, used),
        "maximum": game.maximum(used),
    }
    if start + length <= used and length <= LISTED:
        certificate["cycle"] = game.values(start, start + length).tolist()
        exceptions = _exceptions(game, found) if start <= 1 << 20 else None
        if exceptions is not None and len(exceptions) <= LISTED:
            certificate["exceptions"] = exceptions
    return Period(length, start, saltus, used, certificate)


_FIELDS = {"kind", "game", "start", "length", "saltus", "values_used", "sha256"}
_OPTIONAL = {"maximum", "cycle", "exceptions"}


def recheck(
    certificate: dict[str, Any], *, progress: Callable[[int, int], None] | None = None
) -> bool:
    """Return whether values computed one by one bear out a certificate too long for the checker.

    `lastmove.laws.check` stops at two million values. This computes all of them again, natively
    but without blocks, by the code that `period` trusts only for the first few thousand, and
    compares their hash, the pattern, that it begins no earlier and has no shorter period, the
    largest value, the bound of Guy and Smith, and what is listed. For octal games and finite sets
    of numbers to take; the saltus must be 0.

    Raises
    ------
    LimitExceeded
        If the values do not fit the memory limit.
    NotationError
        If the game's code cannot be read.

    Examples
    --------
    >>> import lastmove as lm
    >>> certificate = lm.octal("0.156").period().certificate
    >>> recheck(certificate), recheck({**certificate, "start": 3478})
    (True, False)
    """
    from lastmove import _core
    from lastmove.errors import LimitExceeded
    from lastmove.heaps.games import heap_game
    from lastmove.settings import current

    # A field that nobody reads would be a claim that nobody has checked.
    if not isinstance(certificate, dict) or not _FIELDS <= set(certificate) <= _FIELDS | _OPTIONAL:
        return False
    if certificate["kind"] != KIND or not isinstance(certificate["game"], str):
        return False
    numbers = [certificate[key] for key in ("start", "length", "saltus", "values_used")]
    if any(type(number) is not int or number < 0 for number in numbers):
        return False
    start, length, saltus, used = numbers
    known = heap_game(certificate["game"])
    if not known.is_fast or known.code == "grundy" or saltus or length < 1:
        return False
    digits = list(known.digits or ())
    take, heaps = max(len(digits) - 1, 0), max(max(digits, default=0).bit_length() - 1, 1)
    if used < max(heaps * (max(start, 1) + length) + take - heaps + 1, length + take + 1):
        return False
    if used > current().memory:
        raise LimitExceeded(f"{used} values of {known.code} do not fit in {current().memory} bytes")
    game = _core.HeapGame(digits, singly=True, memory=1 << 28)
    game.extend(used, progress or current().progress)

    def repeats(period: int) -> bool:
        for at in range(start, used - period, 1 << 20):
            end = min(at + (1 << 20), used - period)
            if (game.values(at + period, end + period) != game.values(at, end)).any():
                return False
        return True

    if not repeats(length) or any(repeats(length // prime) for prime in _primes_of(length)):
        return False
    if start and game.value(start - 1) == game.value(start - 1 + length):
        return False
    digest, maximum = hashlib.sha256(), 0
    for at in range(0, used, 1 << 20):
        values = game.values(at, min(used, at + (1 << 20)))
        digest.update(values.astype("<u2").tobytes())
        maximum = max(maximum, int(values.max()))
    if digest.hexdigest() != certificate["sha256"]:
        return False
    listed: dict[str, Any] = {"maximum": maximum}
    if "cycle" in certificate:
        listed["cycle"] = game.values(start, start + length).tolist()
    if "exceptions" in certificate:
        values = game.values(0, start + length).tolist()
        listed["exceptions"] = _breaks(values, start, length, 0)
    return all(certificate.get(key, listed[key]) == listed[key] for key in listed)


def _primes_of(n: int) -> list[int]:
    """Return the prime factors of a number, which any shorter period leaves out one of.

    From `start` on, the values reach further than two periods, so that a shorter one and `length`
    have their greatest common divisor as a period too (Fine and Wilf, 1965).
    """
    primes, prime = [], 2
    while prime * prime <= n:
        if n % prime == 0:
            primes.append(prime)
            while n % prime == 0:
                n //= prime
        prime += 1
    return [*primes, n] if n > 1 else primes


def fingerprint(game: HeapGame, used: int) -> str:
    """Return the SHA-256 hash of the first values, two bytes each, the lower first.

    Values of more than two bytes take four bytes each instead, in the whole sequence.
    """
    digest = hashlib.sha256()
    wide = game.maximum(used) >= 1 << 16
    for start in range(0, used, 1 << 20):
        values = game.values(start, min(used, start + (1 << 20)))
        digest.update(values.astype("<u4" if wide else "<u2").tobytes())
    return digest.hexdigest()


def _exceptions(game: HeapGame, found: tuple[int, int, int, int]) -> list[list[int]]:
    """Return heap and value of every heap before the start that breaks the pattern."""
    length, saltus, start, _ = found
    return _breaks(game.values(0, start + length).tolist(), start, length, saltus)


def _breaks(values: list[int], start: int, length: int, saltus: int) -> list[list[int]]:
    exceptions = []
    for n in range(start):
        periods = -((n - start) // length)
        expected = values[n + periods * length] - periods * saltus
        if values[n] != expected:
            exceptions.append([n, values[n]])
    return exceptions
