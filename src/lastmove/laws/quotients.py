"""Numbers that go to their quotients, or to their divisors: laws of theorems.

`check_quotients` has the theorems and their proofs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.laws.arithmetic import FunctionLaw
from lastmove.laws.check import Rejected, check
from lastmove.laws.exponenttext import Cases, Named
from lastmove.laws.game import document
from lastmove.laws.theorems import TheoremLaw, named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.laws.base import Candidate, Certificate, Sample
    from lastmove.rules.program import System

__all__ = ["FactorsLaw", "QuotientsLaw", "learned"]

_LARGE = 20_000  # from here on, options are not looked at one by one
_FACTORS = "the number of prime factors of {0}"


class QuotientsLaw(TheoremLaw):
    """The value is the logarithm of a number, or the number of its digits.

    Attributes
    ----------
    base : int
        The base.
    zero : bool
        Whether numbers larger than the position divide it, so that it may go to 0.
    """

    theorem = "quotients"
    what = "grundy"
    arity = 1

    def __init__(self, base: int, zero: bool) -> None:
        self.base, self.zero = base, zero
        formula = Named("logarithm", base, (1,), 0, int(zero))
        self.cases = Cases((formula,), {(0,): 0})

    def _data(self) -> dict[str, Any]:
        return {"base": self.base, "zero": self.zero}

    def label(self, coords: Sequence[int]) -> int:
        """Return the value of a number."""
        value = self.cases.formulas[0].value(coords)
        return 0 if value is None else value

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What divides large numbers by the last power."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        (n,) = coords
        if n < _LARGE:
            return []
        if self.zero:
            return [((0, 0),)]
        while n >= self.base:
            n //= self.base
        return [((0, n),)]

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law."""
        return self.cases.text(names, latex=latex)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the logarithm."""
        return self.cases.reason(coords, names)

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that divides again and again."""
        return self.cases.code(language, names)


class FactorsLaw(FunctionLaw):
    """The value is the number of prime factors."""

    kind: ClassVar[str] = "theorem"

    def __init__(self) -> None:
        super().__init__("grundy", _FACTORS, 0, 0, 0, [], {})

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that names the theorem."""
        return named(self, sample, "prime factors")

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What leaves 1: its only divisor is itself."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        return [((0, 1),)] if coords[0] >= _LARGE else []


def learned(sample: Sample) -> Candidate | None:
    """Return the law of a theorem about divisors or quotients that the checker accepts, or None."""
    if sample.what != "grundy" or not _divides(sample):
        return None
    table = sample.large
    laws = [QuotientsLaw(base, zero) for base in range(2, 11) for zero in (False, True)]
    early = range(min(len(table), 60))
    for law in [*laws, FactorsLaw()]:
        if all(law.label((n,)) == table[n] for n in early) and law.mismatch(table) is None:
            try:
                check(law.certificate(sample))
            except Rejected:
                continue  # other classes may do, and say what they lack
            return law
    return None


def _divides(sample: Sample) -> bool:
    """Return whether the rules ask for a quotient or a remainder by what is no constant."""

    def asks(data: Any) -> bool:
        if not isinstance(data, list):
            return False
        return (data[:1] in (["%"], ["//"]) and isinstance(data[-1], list)) or any(map(asks, data))

    return asks(document(sample.system)["programs"][0].get("moves"))
