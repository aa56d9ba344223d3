"""Partizan heaps whose values are numbers and repeat up to a shift."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from lastmove.laws.base import FORMAT, Candidate, Family, Sample
from lastmove.laws.game import document
from lastmove.values.dyadic import Dyadic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Certificate
    from lastmove.rules.expr import Expr

_LONGEST_PERIOD = 64


class NumbersLaw(Candidate):
    """Values of one heap: those of n + period are those of n plus a whole number.

    Attributes
    ----------
    start, period, step : int
        From `start` on the value of n + period is that of n plus `step`.
    values : list of Fraction
        The first ``start + period`` values.
    """

    kind = "numbers"
    what = "value"
    arity = 1

    def __init__(self, start: int, period: int, step: int, values: Sequence[Fraction]) -> None:
        self.start = start
        self.period = period
        self.step = step
        self.values = list(values)

    def label(self, coords: Sequence[int]) -> Dyadic:
        """Return the value of a heap."""
        n, more = coords[0], 0
        if n >= self.start + self.period:
            more, rest = divmod(n - self.start, self.period)
            n = self.start + rest
        exact = self.values[n] + more * self.step
        return Dyadic(exact.numerator, exact.denominator)

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate for the theorem on shifting options."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": document(sample.system),
            "start": self.start,
            "period": self.period,
            "step": self.step,
            "values": [[v.numerator, v.denominator] for v in self.values],
        }

    @classmethod
    def from_certificate(cls, cert: Certificate) -> NumbersLaw:
        """Return the law that a certificate of this kind is about."""
        values = [Fraction(a, b) for a, b in cert["values"]]
        return cls(cert["start"], cert["period"], cert["step"], values)

    def expression(self) -> Expr | None:
        """Return the value as an expression, if it is a whole number."""
        whole = all(v.denominator == 1 for v in self.values)
        return self._times(1) if whole else None

    def sign(self) -> Expr:
        """Return an expression with the sign of the value."""
        return self._times(max(v.denominator for v in self.values))

    def _times(self, scale: int) -> Expr:
        """Return a multiple of the value that is a whole number."""
        from lastmove.rules.expr import at, coord, maximum

        n = coord(0)
        more = maximum(n - self.start, 0) // self.period
        values = [int(v * scale) for v in self.values]
        found: Expr = at(n - more * self.period, values) + more * (self.step * scale)
        return found

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the value in a line where that is possible."""
        n = names[0]
        flat = len(set(self.values)) == 1 and self.start == 0
        if flat and self.period > 1 and self.step:
            floor = rf"\lfloor {n}/{self.period} \rfloor" if latex else f"floor({n}/{self.period})"
            first = "" if self.values[0] == 0 else f" + {self.values[0]}"
            factor = {1: "", -1: "-"}.get(self.step, f"{self.step}*")
            return f"{factor}{floor}{first}"
        shown = ", ".join(map(str, self.values))
        return (
            f"{n} = 0 to {len(self.values) - 1}: {shown}; "
            f"then {self.step:+} for every {self.period} from {n} = {self.start} on"
        )


class Numbers(Family):
    """Values of one heap that are numbers and repeat up to a shift."""

    name = "numbers of heaps"

    def learn(self, sample: Sample) -> NumbersLaw | None:
        """Return a law whose values repeat up to a shift, or None."""
        if sample.what != "value" or sample.arity != 1 or len(sample.system.programs) > 1:
            return None
        if any(v is None for v in sample.large[:400]):
            return None
        values = [Fraction(v.numerator, v.denominator) for v in sample.large[:400]]
        best: NumbersLaw | None = None
        for period in range(1, min(_LONGEST_PERIOD, len(values) // 4) + 1):
            shifts = [b - a for a, b in zip(values, values[period:], strict=False)]
            step = shifts[-1]
            if step.denominator > 1:
                continue
            start = len(shifts)
            while start and shifts[start - 1] == step:
                start -= 1
            length = start + period
            if 3 * length <= len(values) and (best is None or length < best.start + best.period):
                best = NumbersLaw(start, period, int(step), values[:length])
        return best
