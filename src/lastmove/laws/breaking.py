"""Grundy values of heaps that repeat: taking and breaking with bounded takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.base import FORMAT, Candidate, Family, Sample
from lastmove.laws.check import Game, Rejected
from lastmove.laws.check_breaking import walks
from lastmove.laws.game import document, tabulate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.laws.periodic import Repetition
    from lastmove.rules.expr import Expr


class BreakingLaw(Candidate):
    """Grundy values of one heap that repeat with a period from some size on.

    Attributes
    ----------
    start, period : int
        The values repeat from `start` on.
    values : list of list of int
        For each game of the system its first ``start + period`` values.
    """

    kind = "breaking"
    arity = 1

    def __init__(self, what: str, start: int, period: int, values: list[list[int]]) -> None:
        self.what = what
        self.start = start
        self.period = period
        self.values = values

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a heap."""
        value = self.value(coords[0])
        return value if self.what == "grundy" else int(value != 0)

    def value(self, n: int) -> int:
        """Return the Grundy value of a heap, whatever the law is asked to tell."""
        if n >= self.start:
            n = self.start + (n - self.start) % self.period
        return self.values[0][n]

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate for the theorem of Guy and Smith."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": document(sample.system),
            "start": self.start,
            "period": self.period,
            "values": self.values,
        }

    @classmethod
    def from_certificate(cls, cert: Certificate) -> BreakingLaw:
        """Return the law that a certificate of this kind is about."""
        return cls(cert["what"], cert["start"], cert["period"], cert["values"])

    def expression(self) -> Expr:
        """Return the label as an expression."""
        from lastmove.rules.expr import at, compare, coord, where

        n = coord(0)
        place = n % self.period
        if self.start:
            place = where(n < self.start, n, (n - self.start) % self.period + self.start)
        value: Expr = at(place, self.values[0])
        return value if self.what == "grundy" else compare("!=", value, 0)

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the first values and the period."""
        from lastmove.laws.periodic import told

        return told(self.what, self._sequence(), names[0], latex=latex)

    def _sequence(self) -> Repetition:
        """Return what the law tells of the first game, as short as it can be said."""
        from lastmove.laws.periodic import Repetition

        values = self.values[0]
        if self.what == "outcome":
            values = [int(v != 0) for v in values]
        start, period = _shortest(values, self.start)
        return Repetition(tuple(values[:start]), tuple(values[start : start + period]))

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the place in the period."""
        n, sequence = coords[0], self._sequence()
        start, period = sequence.start, sequence.period
        if n < start:
            return f"{names[0]} < {start}"
        return f"{names[0]} % {period} = {n % period}" if period > 1 else f"{names[0]} >= {start}"


def _shortest(values: Sequence[int], start: int) -> tuple[int, int]:
    """Return the least start and period of values that repeat from `start` to the end."""
    again = list(values[start:])
    period = next(
        p
        for p in range(1, len(again) + 1)
        if len(again) % p == 0 and again == again[:p] * (len(again) // p)
    )
    while start and values[start - 1] == values[start - 1 + period]:
        start -= 1
    return start, period


class Breaking(Family):
    """Eventually periodic Grundy values of one heap."""

    name = "periodic heap"

    def learn(self, sample: Sample) -> BreakingLaw | None:
        """Return a periodic law, or None."""
        if sample.what not in ("grundy", "outcome"):
            return None
        games = [Game(p) for p in document(sample.system)["programs"]]
        if any(g.size != 1 or len(g.blocks) > 1 or g.domain is not None for g in games):
            return None
        every = 1
        try:
            from math import lcm

            every = lcm(*(walks(game)[0].every[0] for game in games))
        except Rejected:
            return None
        tables = [tabulate(sample.system, "grundy", sample.extents, i) for i in range(len(games))]
        found = _period(tables, every)
        if found is None:
            return None
        start, period = found
        values = [[int(v) for v in table[: start + period]] for table in tables]
        return BreakingLaw(sample.what, start, period, values)


def _period(tables: Sequence[Array], every: int) -> tuple[int, int] | None:
    """Return start and period of the tables, with the least sum; None if too long to prove."""
    import numpy as np

    count = len(tables[0])
    best: tuple[int, int] | None = None
    for p in range(every, count // 2, every):
        if best is not None and p >= sum(best):
            break
        last = -1
        for table in tables:
            differ = np.nonzero(table[:-p] != table[p:])[0]
            last = max(last, int(differ[-1]) if len(differ) else -1)
        start = last + 1
        if 2 * start + 2 * p <= count and (best is None or start + p < sum(best)):
            best = (start, p)
    return best
