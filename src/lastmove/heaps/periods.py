"""Proved periods and their certificates."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lastmove.heaps.games import HeapGame

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
    values = game.values(0, start + length).tolist()
    exceptions = []
    for n in range(start):
        periods = -((n - start) // length)
        expected = values[n + periods * length] - periods * saltus
        if values[n] != expected:
            exceptions.append([n, values[n]])
    return exceptions
