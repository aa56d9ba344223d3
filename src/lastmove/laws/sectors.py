"""Laws in sectors: which of some linear comparisons hold decides, with remainders in each sector.

Such sets are semilinear, so they are automatic in base 2: a law is first proved by automata, which
nobody has to trust. Where those grow too large, an SMT solver is asked (`lastmove.laws.smt`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.errors import LimitExceeded
from lastmove.laws.base import Candidate, Family, NoProof, Sample
from lastmove.laws.tree import Leaf, grow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.rules.expr import Expr

__all__ = ["SectorLaw", "Sectors"]

# Shorter tables show no sectors: by the number of coordinates.
_SHORTEST = {2: 20, 3: 12, 4: 12, 5: 11, 6: 8}
_ROUNDS = 5


class SectorLaw(Candidate):
    """A label given by comparisons and remainders of the coordinates.

    Attributes
    ----------
    law : Expr
        The label: choices (``?``) between sectors, remainders in tables.
    """

    kind = "sectors"

    def __init__(self, what: str, arity: int, law: Expr) -> None:
        self.what = what
        self.arity = arity
        self.law = law
        self._run: object = None

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        if self._run is None:
            from lastmove.laws.check import text_of

            self._run = eval(f"lambda x: {text_of(self.law.to_json())}")
        return int(self._run(coords))  # type: ignore[operator]

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate by automata, or one that relies on a solver.

        Raises
        ------
        NoProof
            If neither can prove the law; the message says why.
        """
        from lastmove.laws.smt import certificate

        try:
            return self._by_automata(sample)
        except NoProof as reason:
            if reason.position is not None:
                raise
            why = str(reason)
        try:
            return certificate(self, sample)
        except NoProof as reason:
            raise NoProof(f"{why}; {reason}", reason.position) from None

    def _by_automata(self, sample: Sample) -> Certificate:
        from lastmove.laws.automata.restate import compiled
        from lastmove.laws.automata.terms import NotDefinable

        impartial = sample.program.moves is not None
        try:
            law = compiled(self.law, self.what, self.arity, impartial=impartial)
        except (NotDefinable, LimitExceeded) as reason:
            raise NoProof(f"automata cannot state the law: {reason}") from None
        return law.certificate(sample)

    @classmethod
    def from_certificate(cls, cert: Certificate) -> SectorLaw:
        """Return the law that a certificate of this kind is about."""
        from lastmove.rules.expr import Expr

        size = len(cert["system"]["programs"][0]["coords"])
        return cls(cert["what"], size, Expr.from_json(cert["law"]))

    def expression(self) -> Expr:
        """Return the label as an expression."""
        return self.law

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the sectors, each with its comparisons."""
        from lastmove.laws.sectortext import describe

        return describe(self, names, latex=latex)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the comparisons and remainders that decide at a position."""
        from lastmove.laws.sectortext import reason

        return reason(self, coords, names)


class Sectors(Family):
    """Labels by linear comparisons between coordinates, with periods in each sector."""

    name = "sectors"

    def learn(self, sample: Sample) -> SectorLaw | None:
        """Return a law in sectors that fits the sample, or None."""
        if (
            sample.what == "value"
            or sample.arity not in _SHORTEST
            or len(sample.system.programs) > 1
            or min(sample.extents) < _SHORTEST[sample.arity]
        ):
            return None
        import numpy as np

        table = sample.large
        cells = np.zeros(table.shape, dtype=bool)
        cells[tuple(slice(n) for n in sample.small.shape)] = True
        for _ in range(_ROUNDS):
            tree = grow(table, cells)
            if tree is None:
                return None
            wrong = (_labels(tree, table) != table) & (table >= 0)
            if not wrong.any():
                return SectorLaw(sample.what, sample.arity, tree.expression())
            # Learn from what contradicts the tree, but leave some of it to check it with.
            if int(wrong.sum()) * 10 > table.size:
                return None
            cells |= wrong
        return None


def _labels(tree: Leaf | object, table: Array) -> Array:
    """Return the labels that a tree gives to the cells of a table."""
    import numpy as np

    from lastmove.laws.tree import Node

    places = list(np.indices(table.shape))
    if isinstance(tree, Leaf):
        index = np.zeros(table.shape, dtype=np.int64)
        for values, m in zip(places, tree.moduli, strict=True):
            index = index * m + values % m
        found: Array = np.array(tree.labels)[index]
        return found
    assert isinstance(tree, Node)
    value = sum(c * v for c, v in zip(tree.form, places, strict=True))
    side = value == tree.bound if tree.same else value <= tree.bound
    made: Array = np.where(side, _labels(tree.yes, table), _labels(tree.no, table))
    return made
