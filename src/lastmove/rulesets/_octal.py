"""Octal games whose Grundy values repeat: large heaps by the proved period."""

from __future__ import annotations

# Up to here values are searched from the rules; the exceptions of all games below are smaller.
_SEARCHED = 1000


def by_period(code: str, n: int) -> int | None:
    """Return the Grundy value of a large heap of an octal game, None for a small one.

    Parameters
    ----------
    code : str
        A code whose period is proved within a few thousand values, such as ``"0.77"``.
    n : int
        The size of the heap.
    """
    if n < _SEARCHED:
        return None
    from lastmove.heaps.games import octal

    # Proves the period once, by the theorem of Guy and Smith.
    return octal(code).grundy(n)
