"""The classes of laws, in the order in which they are tried."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lastmove.laws.base import Candidate, Certificate, Family

# Kind of certificate, module, the class that finds laws and the class of such laws; a new
# class of laws is a module and a line here. Cheapest first.
_FAMILIES: tuple[tuple[str, str, str, str], ...] = (
    ("slides", "slides", "Slides", "SlidesLaw"),
    ("breaking", "breaking", "Breaking", "BreakingLaw"),
    ("theorem", "theorems", "Theorems", "TheoremLaw"),
    ("divisors", "divisors", "Divisors", "DivisorLaws"),
    ("box", "box", "Box", "BoxLaw"),
    ("numbers", "numeric", "Numbers", "NumbersLaw"),
    ("formula", "formulas", "Formulas", "FormulaLaw"),
    ("formula", "parameters", "Unmoved", "FormulaLaw"),
    ("sum", "sums", "Sums", "SumLaw"),
    ("periodic", "periodic", "Periodic", "PeriodicLaw"),
    ("growing", "growing", "Growing", "GrowingLaw"),
    ("exponent", "exponents", "Exponents", "PlaceLaw"),
    ("automaton", "automata.family", "BinaryAutomata", "AutomatonLaw"),
    ("signs", "signs", "Signs", "SignLaw"),
    ("automaton", "automata.family", "ZeckendorfAutomata", "AutomatonLaw"),
    ("digits", "digits", "DigitsInBase", "RadixLaw"),
    ("solver", "sectors", "Sectors", "SectorLaw"),
    ("arithmetic", "arithmetic", "Arithmetic", "FunctionLaw"),
)
# Kinds of certificates for laws of other classes: module and what reads them.
_PROOFS: tuple[tuple[str, str, str], ...] = (("between", "between", "Estimates"),)


def families() -> list[Family]:
    """Return one of each class of laws, in the order in which they are tried."""
    return [_get(module, family)() for _, module, family, _ in _FAMILIES]


def from_certificate(cert: Certificate) -> Candidate:
    """Return the law that a certificate is about, without checking it.

    Raises
    ------
    ValueError
        If the kind of certificate is not known.
    """
    for kind, module, law in (*_PROOFS, *((k, m, law) for k, m, _, law in _FAMILIES)):
        if cert.get("kind") == kind:
            made: Candidate = _get(module, law).from_certificate(cert)
            return made
    raise ValueError(f"certificates of kind {cert.get('kind')!r} are not known")


def _get(module: str, name: str) -> Any:
    return getattr(import_module(f"lastmove.laws.{module}"), name)
