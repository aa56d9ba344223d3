"""Grundy values that are exponents: of the base in a number, or its logarithm, by cases.

The values are learned as an automaton that pairs a power with each position; `check_exponents`
proves them. Where the automaton says what a formula says (`exponenttext`), the law is told so.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from lastmove.laws import exponenttext
from lastmove.laws.automata import radixcode
from lastmove.laws.automata.radix import Radix, bases, learned
from lastmove.laws.base import Family, Sample
from lastmove.laws.bydigits import ByDigits
from lastmove.laws.check_forms import Forms
from lastmove.laws.check_sets import Sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.laws.exponenttext import Cases

__all__ = ["Exponents", "PlaceLaw"]

_LEAST = 5  # a smaller largest value is left to other classes
_MOST = 2  # coordinates
_BITS = 62


class PlaceLaw(ByDigits):
    """The Grundy value is the exponent of the power that an automaton pairs with a position.

    Attributes
    ----------
    automaton : Radix
        The pairs of a power (first track) and its coordinates.
    """

    kind: ClassVar[str] = "exponent"
    what = "grundy"
    checked_as: ClassVar[str] = "exponent"

    def __init__(self, arity: int, automaton: Radix) -> None:
        self.arity = arity
        self.automaton = automaton

    @property
    def base(self) -> int:
        """The base in which numbers are written."""
        return self.automaton.base

    @cached_property
    def cases(self) -> Cases | None:
        """The law by formulas, where they say the same, else None."""
        return exponenttext.cases(self.arity, self.automaton)

    def label(self, coords: Sequence[int]) -> int:
        """Return the exponent at a position of any size.

        Raises
        ------
        ValueError
            If the law gives the position no value, which no proved law does.
        """
        power = self.automaton.first(coords)
        place = 0
        while power is not None and power > 1 and power % self.base == 0:
            power //= self.base
            place += 1
        if power != 1:
            raise ValueError(f"the law gives no value at {tuple(coords)}")
        return place

    def mismatch(self, table: Array) -> tuple[int, ...] | None:
        """Return the first position of a table where the law says something else, or None."""
        import numpy as np

        top = int(table.max(initial=0))
        if self.base**top >= 1 << _BITS:
            return super().mismatch(table)
        wrong = np.argwhere(self.automaton.misses(table, self._powers(top)))
        return tuple(map(int, wrong[0])) if len(wrong) else None

    def _powers(self, top: int) -> list[int]:
        return [self.base**label for label in range(top + 1)]

    @classmethod
    def from_certificate(cls, cert: Certificate) -> PlaceLaw:
        """Return the law that a certificate states; whether it proves it is not checked.

        Raises
        ------
        ValueError
            If the certificate describes no automaton.
        """
        arity = len(cert["system"]["programs"][0]["coords"])
        (table,) = cert["labels"]
        law = cls(arity, Radix.from_table(cert["numeration"], arity + 1, table))
        law.proof = cert
        return law

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law by formulas, or the automaton."""
        if self.cases is not None:
            return self.cases.text(names, latex=latex)
        text = radixcode.shown(
            self.automaton,
            ["p", *names],
            f"the Grundy value is the exponent of the power p of {self.base} with which",
        )
        return exponenttext.prose(text.splitlines()) if latex else text

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return which formula gives the value."""
        return "" if self.cases is None else self.cases.reason(coords, names)

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that computes the exponent."""
        if self.cases is not None:
            return self.cases.code(language, names)
        return radixcode.body({"E": self.automaton}, language, names)


class Exponents(Family):
    """Grundy values of one or two coordinates that grow as logarithms do."""

    name = "exponents"

    def learn(self, sample: Sample) -> PlaceLaw | None:
        """Return the law that fits the sample, or None."""
        if sample.what != "grundy" or sample.arity > _MOST or len(sample.system.programs) > 1:
            return None
        table = sample.large
        top, longest = int(table.max(initial=0)), max(table.shape).bit_length()
        if not _LEAST <= top <= 2 * longest + 4:
            return None
        for base in bases(sample):
            if base ** (top + 1) >= 1 << _BITS:
                continue
            powers = [base**label for label in range(top + 2)]
            found = learned(base, sample.small, powers)
            if found is None or found.misses(table, powers).any():
                found = learned(base, table, powers)
            if found is not None:
                return PlaceLaw(sample.arity, _powers_only(found))
        return None


def _powers_only(found: Radix) -> Radix:
    """Return an automaton that pairs only powers, smallest and with states in order."""
    names = tuple(f"t{i}" for i in range(found.tracks))
    sets = Sets(False, found.base)
    made = sets.both(sets.read(found.table, names), Forms(sets, 0).powers("t0", 1))
    return Radix.of(made, found.base)
