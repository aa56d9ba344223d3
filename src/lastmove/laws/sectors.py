"""Laws in sectors: which of some linear comparisons hold decides, with remainders in each sector.

Such sets are semilinear, so they are automatic in base 2: the checker decides the law as it is
written, or as automata, and nobody has to trust the solver. Where both grow too large, an SMT
solver is asked (`lastmove.laws.smt`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import LimitExceeded
from lastmove.laws.base import Candidate, Family, NoProof, Sample
from lastmove.laws.game import document, system_of
from lastmove.laws.tree import Leaf, grow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.rules.expr import Expr

__all__ = ["SectorLaw", "Sectors"]

# Shorter tables show no sectors: by the number of coordinates.
_SHORTEST = {2: 20, 3: 12, 4: 12, 5: 11, 6: 8}
# Longer tables take long, and show those of two coordinates nothing more.
_LONGEST = 100
_ROUNDS = 4
# Leaves of a tree that is learned from all there is: with more it may be learned by heart.
_FEW = 16
# Positions in a table without the coordinates that do not matter.
_CELLS = 140_000


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
            from lastmove.laws.check import FUNCTIONS, text_of

            self._run = eval(f"lambda x: {text_of(self.law.to_json())}", dict(FUNCTIONS))
        return int(self._run(coords))  # type: ignore[operator]

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that states the law itself, for automata to decide."""
        from lastmove.laws.formula import Case, FormulaLaw
        from lastmove.rules.expr import lift

        return FormulaLaw(self.what, self.arity, [Case(lift(1), [], self.law)]).certificate(sample)

    def ways(self) -> Sequence[Callable[[Sample], Certificate]]:
        """Return what makes certificates: of the law as it is, by automata, by a solver."""
        from lastmove.laws.smt import certificate

        return [self.certificate, self.by_automata, lambda sample: certificate(self, sample)]

    def by_automata(self, sample: Sample) -> Certificate:
        """Return a certificate of the law compiled to automata, which are checked faster.

        Raises
        ------
        NoProof
            If automata cannot state the law, or not prove it.
        """
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
            or not _SHORTEST[sample.arity] <= min(sample.extents) <= _LONGEST
        ):
            return None
        import numpy as np

        from lastmove.laws.sums import substitute
        from lastmove.rules.expr import coord

        table, kept = _stretched(sample)
        cells = np.zeros(table.shape, dtype=bool)
        cells[tuple(slice(max(2, 2 * n // 3)) for n in table.shape)] = True
        # From a part, and what contradicts the tree; or from all there is. A proof or a fresh table
        # has to confirm it, and the simpler tree is the likelier one.
        found = []
        for _ in range(_ROUNDS):
            tree = grow(table, cells)
            if tree is None:
                break
            wrong = (_labels(tree, table) != table) & (table >= 0)
            if not wrong.any():
                found.append(tree)
                break
            cells |= wrong
        whole = grow(table, table >= 0, most=_FEW)
        found += [whole] if whole is not None else []
        if not found:
            return None
        best = min(found, key=lambda tree: tree.leaves)
        law = SectorLaw(
            sample.what, sample.arity, substitute(best.expression(), [coord(i) for i in kept])
        )
        law.reach = max(table.shape)
        return law


def _stretched(sample: Sample) -> tuple[Array, list[int]]:
    """Return a table that is longer where that may tell more, and its coordinates.

    A coordinate along which the label does not change, and of which no other depends, is left
    out for the sake of the others.
    """
    import numpy as np

    table = sample.large
    every = list(range(table.ndim))
    kept = [i for i in every if (np.moveaxis(table, i, 0) != np.moveaxis(table, i, 0)[:1]).any()]
    if len(kept) in (0, 1, table.ndim):
        return table, every
    system = document(sample.system)
    shorter = _without(system["programs"][0], kept)
    if shorter is None:
        return table, every
    made = system_of({**system, "programs": [shorter]})
    box = (int(_CELLS ** (1 / len(kept))),) * len(kept)
    try:
        return Sample(made, sample.what, box).large, kept
    except LimitExceeded:
        return table, every


def _without(program: dict[str, Any], kept: list[int]) -> dict[str, Any] | None:
    """Return a Program without coordinates that nothing but their own changes depends on."""
    places = {i: k for k, i in enumerate(kept)}
    lost = False

    def turned(e: Any) -> Any:
        nonlocal lost
        if not isinstance(e, list) or not e:
            return e
        if e[0] == "x":
            lost = lost or e[1] not in places
            return ["x", places.get(e[1], 0)]
        if e[0] == "move":
            if any(len(part) != 1 + len(program["coords"]) for part in e[1]):
                lost = True
                return e
            return ["move", [[p[0], *(turned(p[1 + i]) for i in kept)] for p in e[1]]]
        return [turned(part) for part in e]

    blocks: dict[str, Any] = {
        k: turned(program[k]) for k in ("moves", "left", "right") if k in program
    }
    domain = turned(program.get("domain"))
    if lost:
        return None
    names = [program["coords"][i] for i in kept]
    return {**program, **blocks, "coords": names, "domain": domain}


def _labels(tree: Leaf | object, table: Array) -> Array:
    """Return the labels that a tree gives to the cells of a table."""
    import numpy as np

    from lastmove.laws.tree import Node

    places = list(np.indices(table.shape))
    if isinstance(tree, Leaf) and tree.form is not None:
        total = sum(c * v for c, v in zip(tree.form, places, strict=True))
        return np.asarray(np.array(tree.labels)[total % len(tree.labels)])
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
