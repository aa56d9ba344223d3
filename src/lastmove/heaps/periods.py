"""Proved periods and their certificates."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
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


def recheck(certificate: dict[str, Any]) -> bool:
    """Return whether values computed one by one bear out a certificate too long for the checker.

    `lastmove.laws.check` stops at two million values. This computes all of them again, natively
    but without blocks, by the code that `period` trusts only for the first few thousand, and
    compares their hash, the pattern and the bound of Guy and Smith. For octal games; the saltus
    must be 0.

    Examples
    --------
    >>> import lastmove as lm
    >>> certificate = lm.octal("0.156").period().certificate
    >>> recheck(certificate), recheck({**certificate, "start": 3478})
    (True, False)
    """
    from lastmove import _core
    from lastmove.heaps.codes import parse_code

    digits = parse_code(certificate["game"])
    start, length = int(certificate["start"]), int(certificate["length"])
    used = int(certificate["values_used"])
    if max(digits) > 7 or certificate["saltus"] != 0 or certificate["kind"] != KIND or length < 1:
        return False
    take, heaps = len(digits) - 1, max(max(digits).bit_length() - 1, 1)
    if used < max(heaps * (max(start, 1) + length) + take - heaps + 1, length + take + 1):
        return False
    game = _core.HeapGame(digits, singly=True, memory=1 << 28)
    game.extend(used)
    digest = hashlib.sha256()
    for at in range(0, used, 1 << 20):
        values = game.values(at, min(used, at + (1 << 20)))
        digest.update(values.astype("<u2").tobytes())
        begin, end = max(at, start), min(at + (1 << 20), used - length)
        if begin < end:
            again = game.values(begin + length, end + length)
            if (again != game.values(begin, end)).any():
                return False
    least = start == 0 or game.value(start - 1) != game.value(start - 1 + length)
    return least and digest.hexdigest() == certificate["sha256"]


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
