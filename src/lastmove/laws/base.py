"""What a hypothesis class is, so that one more is one more module.

How the parts meet
------------------
A `Sample` holds a game's Program and its labels on two boxes, a smaller one to learn from and a
larger one to check against. A class of laws is a subclass of `Family`: its `learn` looks at the
sample and returns a `Candidate` or None; it may raise `NearMiss` where something is nearly right
and the user should know. `lastmove.laws.registry` lists the families, cheapest first.

A `Candidate` is a closed form: `label` answers at any position. It becomes a law in two steps
that do not trust one another: `certificate` writes down a claim with all that its proof needs as
JSON data, and `lastmove.laws.check`, which knows nothing of the finder, accepts it or not. Only
what the checker accepts is PROVED. A new kind of certificate is one function registered in the
checker under the certificate's ``kind``.

Labels are integers: for what = "outcome" or "misere" 0 is P, 1 is N, 2 is L, 3 is R; for
"grundy" the Grundy value; for "value" a `Dyadic`. Cells outside the domain hold -1.

A certificate is a dict with at least::

    {"format": "lastmove-certificate/1", "kind": ..., "what": "outcome" | "misere" | "grundy" |
     "value", "system": <docs/reference/program.md>, ...}
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.errors import LastmoveError, LimitExceeded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy

    from lastmove.rules.expr import Expr
    from lastmove.rules.program import Program, System

    Array = numpy.ndarray[Any, Any]
    Certificate = dict[str, Any]

__all__ = ["WHATS", "Candidate", "Family", "NearMiss", "NoProof", "Sample"]

FORMAT = "lastmove-certificate/1"
WHATS = ("outcome", "grundy", "misere", "value")


class NearMiss(LastmoveError):
    """A class of laws fits the smaller table but not the larger, or its parameters grow."""


class NoProof(LastmoveError):
    """A candidate could not be proved; `position` is where it fails, if that is known."""

    def __init__(self, message: str, position: tuple[int, ...] | None = None) -> None:
        super().__init__(message)
        self.position = position


class Sample:
    """A game with the labels of its positions on a smaller and on a larger box.

    The tables are made when they are first asked for; a class that needs none is cheap to try.

    Parameters
    ----------
    system : System
        The game's Programs; the first is the game.
    what : str
        What the labels are: one of `WHATS`.
    extents : sequence of int
        The larger box.

    Attributes
    ----------
    small, large : numpy.ndarray
        The labels, indexed by the coordinates; -1 outside the domain. `large` contains `small`.
    """

    def __init__(self, system: System, what: str, extents: Sequence[int]) -> None:
        self.system = system
        self.what = what
        self.extents = tuple(extents)
        self._large: Array | None = None
        self._failed: LimitExceeded | None = None

    @property
    def large(self) -> Array:
        """The labels on the larger box."""
        if self._large is None:
            from lastmove.laws.game import tabulate

            if self._failed is not None:
                raise self._failed
            try:
                self._large = tabulate(self.system, self.what, self.extents)
            except LimitExceeded as error:
                self._failed = error
                raise
        return self._large

    @property
    def small(self) -> Array:
        """The labels on a box about two thirds as long."""
        return self.large[tuple(slice(max(1, 2 * e // 3)) for e in self.extents)]

    @property
    def program(self) -> Program:
        """The game's own Program."""
        return self.system.programs[0]

    @property
    def arity(self) -> int:
        """Number of coordinates."""
        return len(self.program.coords)


class Candidate(ABC):
    """A closed form that has not been proved yet.

    Attributes
    ----------
    kind : str
        Name of its family and of its certificate.
    what : str
        What it tells: one of `WHATS`.
    arity : int
        Number of coordinates.
    reach : int
        How long the table is that it was learned from, where that is not the sample's; else 0.
    worth : Candidate or None
        The law of the values whose signs the labels are, if there is one.
    """

    kind: ClassVar[str]
    what: str
    arity: int
    reach: int = 0
    worth: Candidate | None = None

    @abstractmethod
    def label(self, coords: Sequence[int]) -> Any:
        """Return the label of a legal position of any size."""

    @abstractmethod
    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate for the checker.

        Raises
        ------
        NoProof
            If the class has no way to prove this candidate for this game.
        """

    def ways(self) -> Sequence[Callable[[Sample], Certificate]]:
        """Return what makes certificates, the best first; the next is for when one is rejected."""
        return [self.certificate]

    @abstractmethod
    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law as a person would write it, given names of the coordinates."""

    def expression(self) -> Expr | None:
        """Return the label as an expression in the coordinates, or None.

        Code is emitted from it; a class that returns None here overrides `emit`.
        """
        return None

    def sign(self) -> Expr | None:
        """Return an expression in the coordinates with the sign of the value, or None."""
        return self.expression() if self.what == "value" else None

    def emit(self, language: str, names: Sequence[str]) -> str | None:
        """Return the body of a function of the named coordinates that returns the label.

        Parameters
        ----------
        language : str
            ``"cpp"`` (coordinates are ``long long``) or ``"python"``.
        names : sequence of str
            Names of the coordinates.

        Returns
        -------
        str or None
            Statements, unindented; None to have them made from `expression`.
        """
        return None

    @property
    def winning(self) -> Callable[[Sequence[int], System], Iterable[Any]] | None:
        """What finds winning options without going through all; None if all must be looked at.

        Called with coordinates and the system; gives options as `Program.run` does: components,
        each a game's index and coordinates.
        """
        return None

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return in a few words why the position has its label, e.g. ``c1 % 3 = 2``."""
        return ""

    def mismatch(self, table: Array) -> tuple[int, ...] | None:
        """Return the first position of a table where the law says something else, or None."""
        import numpy as np

        for coords in np.ndindex(table.shape):
            said = table[coords]
            outside = said is None if self.what == "value" else said == -1
            if not outside and said != self.label(coords):
                return tuple(map(int, coords))
        return None


class Family(ABC):
    """A class of laws.

    Attributes
    ----------
    name : str
        What a report calls it.
    """

    name: ClassVar[str]

    @abstractmethod
    def learn(self, sample: Sample) -> Candidate | None:
        """Return the law of this class that fits the sample, or None.

        Raises
        ------
        NearMiss
            If one fits only in part; the message says how.
        """
