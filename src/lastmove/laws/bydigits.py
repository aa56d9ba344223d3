"""What laws of one automaton in some base share: their proof, and how winning moves are found."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.laws import between
from lastmove.laws.automata.options import Sure
from lastmove.laws.automata.radix import numeration_of
from lastmove.laws.base import FORMAT, Candidate, NoProof
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.laws.automata.radix import Radix
    from lastmove.laws.base import Certificate, Sample
    from lastmove.rules.program import System

__all__ = ["ByDigits"]


class ByDigits(Candidate):
    """A law that an automaton tells from digits in a base.

    Attributes
    ----------
    automaton : Radix
        What the law says.
    proof : dict or None
        A certificate of the law, once there is one.
    """

    checked_as: ClassVar[str]
    """The kind of its certificates."""
    automaton: Radix
    proof: Certificate | None = None

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that the checker accepts.

        Raises
        ------
        NoProof
            If none was found.
        """
        if len(sample.system.programs) != 1 or sample.program.moves is None:
            raise NoProof("laws by digits are decided of one impartial game")
        made = {
            "format": FORMAT,
            "kind": self.checked_as,
            "what": self.what,
            "system": document(sample.system),
            "numeration": numeration_of(self.automaton.base),
            "labels": [self.automaton.table],
        }
        self.proof = between.proved(made, self)
        return self.proof

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]] | None:
        """What finds winning options by digits; None where the law is not proved."""
        return None if self.proof is None else self._winning

    @cached_property
    def _sure(self) -> Sure:
        assert self.proof is not None
        return Sure(self.proof)

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        return self._sure.options(coords)
