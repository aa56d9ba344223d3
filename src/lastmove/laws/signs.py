"""Outcomes of partizan games whose values are numbers: the signs of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import LimitExceeded, NotANumber
from lastmove.laws.base import FORMAT, Candidate, Family, NearMiss, Sample
from lastmove.laws.game import document
from lastmove.rules.expr import lift, where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Certificate
    from lastmove.rules.expr import Expr
    from lastmove.values.dyadic import Dyadic

__all__ = ["SignLaw", "Signs"]


class SignLaw(Candidate):
    """Outcomes that are the signs of values.

    Attributes
    ----------
    worth : Candidate
        The law of the values.
    proof : dict
        Its certificate.
    """

    kind = "signs"
    what = "outcome"
    worth: Candidate

    def __init__(self, worth: Candidate, proof: Certificate) -> None:
        self.worth = worth
        self.proof = proof
        self.arity = worth.arity
        sign = worth.sign()
        self._label = None if sign is None else lift(where(sign > 0, 2, where(sign < 0, 3, 0)))

    def label(self, coords: Sequence[int]) -> int:
        """Return who wins a position of any size."""
        if self._label is not None:
            return int(self._label.evaluate(coords))  # also of values too small to be written
        value: Dyadic = self.worth.label(coords)
        return 2 if value > 0 else 3 if value < 0 else 0

    def certificate(self, sample: Sample) -> Certificate:
        """Return the certificate of the values with another claim."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": document(sample.system),
            "certificate": self.proof,
        }

    @classmethod
    def from_certificate(cls, cert: Certificate) -> SignLaw:
        """Return the law that a certificate of this kind is about."""
        from lastmove.laws.registry import from_certificate

        return cls(from_certificate(cert["certificate"]), cert["certificate"])

    def expression(self) -> Expr | None:
        """Return the label as an expression."""
        return self._label

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the value, and what its sign tells."""
        value = self.worth.describe(names, latex=latex)
        if latex:
            return rf"\text{{L if }} v > 0, \text{{ R if }} v < 0, \text{{ else P; }} v = {value}"
        return f"L if v > 0, R if v < 0, P if v = 0, where the value v is\n{value}"

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the value."""
        try:
            return f"the value is {self.worth.label(coords)}"
        except LimitExceeded:
            return ""


class Signs(Family):
    """Outcomes that are the signs of values with a law that can be proved."""

    name = "signs of values"

    def learn(self, sample: Sample) -> SignLaw | None:
        """Return the signs of a law of values, or None."""
        from lastmove.laws.find import proof
        from lastmove.laws.formulas import Formulas
        from lastmove.laws.numeric import Numbers

        program = sample.program
        if sample.what != "outcome" or len(sample.system.programs) > 1 or program.moves is not None:
            return None
        reason: str | None = None
        valued = Sample(sample.system, "value", sample.extents)
        for family in (Numbers(), Formulas()):
            try:
                found: Any = family.learn(valued)
            except (NotANumber, LimitExceeded):
                return None
            if found is not None:
                certificate, reason = proof(found, valued)
                if certificate is not None:
                    return SignLaw(found, certificate)
        if reason is not None:
            raise NearMiss(f"values fit up to {sample.extents[0] - 1}, not proved: {reason}")
        return None
