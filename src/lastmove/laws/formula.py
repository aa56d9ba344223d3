"""Laws that are formulas in the coordinates and in remainders modulo linear forms of parameters.

``check_formula`` says what a certificate of this kind means and checks it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.errors import LimitExceeded
from lastmove.laws.base import FORMAT, Candidate, NoProof, Sample
from lastmove.laws.check import Rejected
from lastmove.laws.check_linear import conjuncts
from lastmove.laws.game import document
from lastmove.rules.expr import Expr, compare, coord, where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Certificate
    from lastmove.values.dyadic import Dyadic

__all__ = ["Case", "FormulaLaw", "Repeat"]

_DEEPEST = 1_000_000


class Repeat:
    """A remainder that labels depend on.

    Attributes
    ----------
    of, start, period : Expr
        The remainder is `of` less the multiple of `period` that leaves a number from `start` to
        ``start + period - 1``; below `start` it is `of` itself.
    shifts : list of int
        By how many periods a move can change that multiple.
    """

    def __init__(self, of: Expr, start: Expr, period: Expr, shifts: Sequence[int] = ()) -> None:
        self.of = of
        self.start = start
        self.period = period
        self.shifts = list(shifts)

    def remainder(self, coords: Sequence[int]) -> int:
        """Return the remainder at a position."""
        n, s, m = (e.evaluate(coords) for e in (self.of, self.start, self.period))
        return n if n < s else s + (n - s) % m

    def expression(self) -> Expr:
        """Return the remainder as an expression."""
        if self.start.op == "const" and self.start.args[0] == 0:
            return self.of % self.period
        rest: Expr = self.start + (self.of - self.start) % self.period
        return Expr("?", (self.of < self.start, self.of, rest))


class Case:
    """What holds under a condition on the parameters.

    Attributes
    ----------
    where : Expr
        The condition.
    repeats : list of Repeat
        The remainders.
    label : Expr
        The label; coordinates beyond those of the game are the remainders. Values of partizan
        games are the label divided by two to the power `scale`.
    part : tuple of Expr or None
        A sign and a depth: values are the label plus the sign divided by two to the power `depth`.
    """

    def __init__(
        self,
        where: Expr,
        repeats: Sequence[Repeat],
        label: Expr,
        *,
        scale: int = 0,
        part: tuple[Expr, Expr] | None = None,
    ) -> None:
        self.where = where
        self.repeats = list(repeats)
        self.label = label
        self.scale = scale
        self.part = part

    def data(self) -> dict[str, Any]:
        """Return the case as JSON data."""
        made = {
            "where": self.where.to_json(),
            "repeats": [
                {
                    "of": r.of.to_json(),
                    "start": r.start.to_json(),
                    "period": r.period.to_json(),
                    "shifts": r.shifts,
                }
                for r in self.repeats
            ],
            "label": self.label.to_json(),
            "scale": self.scale,
        }
        if self.part is not None:
            made["part"] = {"sign": self.part[0].to_json(), "depth": self.part[1].to_json()}
        return made

    @staticmethod
    def read(data: dict[str, Any]) -> Case:
        """Return the case that JSON data describes."""
        read = Expr.from_json
        part = data.get("part")
        return Case(
            read(data["where"]),
            [
                Repeat(read(r["of"]), read(r["start"]), read(r["period"]), r["shifts"])
                for r in data["repeats"]
            ],
            read(data["label"]),
            scale=data.get("scale", 0),
            part=None if part is None else (read(part["sign"]), read(part["depth"])),
        )


class FormulaLaw(Candidate):
    """A law by cases, each a formula.

    Attributes
    ----------
    cases : list of Case
        The first whose condition holds tells the label.
    parameters : list of int
        Which coordinates no move changes.
    """

    kind: ClassVar[str] = "formula"

    def __init__(
        self, what: str, arity: int, cases: Sequence[Case], parameters: Sequence[int] = ()
    ) -> None:
        self.what = what
        self.arity = arity
        self.cases = list(cases)
        self.parameters = list(parameters)

    def label(self, coords: Sequence[int]) -> Any:
        """Return the label of a position of any size.

        Raises
        ------
        ValueError
            If no case is about it, which is so at no legal position of a proved law.
        """
        for case in self.cases:
            if case.where.evaluate(coords):
                rest = [repeat.remainder(coords) for repeat in case.repeats]
                found = case.label.evaluate([*coords, *rest])
                if self.what == "value":
                    from lastmove.values.dyadic import Dyadic

                    if case.part is not None:
                        sign, depth = (e.evaluate(coords) for e in case.part)
                        return Dyadic(found) + _fraction(sign, depth)
                    return Dyadic(found, 1 << case.scale)
                return found if self.what == "grundy" else int(found)
        raise ValueError(f"no case of the law is about {tuple(coords)}")

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate; the ranking is found by the native automata."""
        from lastmove.laws.automata.formula import Logic
        from lastmove.laws.automata.kernel import ranking
        from lastmove.laws.automata.moves import relations
        from lastmove.laws.automata.pieces import pieces
        from lastmove.laws.automata.terms import NotDefinable
        from lastmove.rules.program import constants

        if len(sample.system.programs) != 1:
            raise NoProof("formulas are decided for one game, not for a system")
        system = document(sample.system)
        known: list[tuple[int, ...]] = []
        with suppress(Rejected):
            known = conjuncts(system["programs"][0]["domain"], self.arity)
        try:
            edge = sum(constants(sample.program))
            ranks = ranking(relations(sample.program), Logic("binary"), known, edge)
        except (NotDefinable, LimitExceeded, ValueError) as reason:
            raise NoProof(f"the moves are not definable by addition and order: {reason}") from None
        return {
            "format": FORMAT,
            "kind": FormulaLaw.kind,
            "what": self.what,
            "system": system,
            "parameters": self.parameters,
            "ranking": pieces(sample, "binary") if ranks is None else list(map(list, ranks)),
            "cases": [case.data() for case in self.cases],
        }

    @classmethod
    def from_certificate(cls, cert: Certificate) -> Candidate:
        """Return the law that a certificate of this kind is about, of its simplest class."""
        from lastmove.laws.periodic import PeriodicLaw
        from lastmove.laws.sectors import SectorLaw
        from lastmove.laws.sectortext import is_told

        cases = [Case.read(case) for case in cert["cases"]]
        arity = len(cert["system"]["programs"][0]["coords"])
        law = cls(cert["what"], arity, cases, cert["parameters"])
        sequence = PeriodicLaw.stated_by(law)
        if sequence is not None:
            return sequence
        if len(cases) == 1 and law.what != "value" and is_told(cases[0].label.to_json(), arity):
            return SectorLaw(law.what, arity, cases[0].label)
        return law

    def expression(self) -> Expr | None:
        """Return the label as an expression, if it is a whole number."""
        if any(case.scale or case.part for case in self.cases):
            return None
        return self._joined([self.written_out(case) for case in self.cases])

    def sign(self) -> Expr | None:
        """Return an expression with the sign of the value."""
        signs = []
        for case in self.cases:
            own = self.written_out(case)
            # A part of at most 1/2 decides only where the whole number is 0.
            signs.append(own if case.part is None else own * 2 + case.part[0])
        return self._joined(signs)

    def _joined(self, labels: Sequence[Expr]) -> Expr:
        """Return the label of the first case whose condition holds."""
        found = labels[-1]
        for case, own in zip(reversed(self.cases[:-1]), reversed(labels[:-1]), strict=True):
            found = where(case.where, own, found)
        return found

    def written_out(self, case: Case) -> Expr:
        """Return the label of a case with the remainders written out."""
        entries = {self.arity + t: r.expression() for t, r in enumerate(case.repeats)}

        def change(e: Expr) -> Expr | None:
            return entries.get(e.args[0]) if e.op == "x" else None

        return case.label.replace(change)

    def at(self, values: Sequence[int]) -> FormulaLaw:
        """Return the law with values of the parameters put in; they come last."""
        first = self.arity - len(values)
        entries: dict[int, Expr | int] = {first + i: value for i, value in enumerate(values)}
        entries |= {self.arity + t: coord(first + t) for t in range(8)}

        def change(e: Expr) -> Expr | int | None:
            return entries.get(e.args[0]) if e.op == "x" else None

        coords = [*[0] * first, *values]
        case = next(case for case in self.cases if case.where.evaluate(coords))
        repeats = [
            Repeat(r.of.replace(change), r.start.replace(change), r.period.replace(change))
            for r in case.repeats
        ]
        label = Expr.from_json(_moved(case.label.to_json(), entries))
        return FormulaLaw(self.what, first, [Case(compare("==", 0, 0), repeats, label)])

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law case by case."""
        from lastmove.laws.formulatext import describe

        return describe(self, names, latex=latex)


def _moved(data: Any, entries: dict[int, Expr | int]) -> Any:
    """Return an expression as data with others put in, its segments as they are."""
    if not isinstance(data, list):
        return data
    if data[0] == "x":
        found = entries.get(data[1])
        return data if found is None else found if isinstance(found, int) else found.to_json()
    if data[0] == "at":
        return ["at", _moved(data[1], entries), data[2]]
    return [data[0], *(_moved(part, entries) for part in data[1:])]


def _fraction(sign: int, depth: int) -> Dyadic:
    """Return the sign divided by two to the power of a depth."""
    from lastmove.values.dyadic import Dyadic

    if sign and depth > _DEEPEST:
        raise LimitExceeded(f"the value has a denominator of more than {_DEEPEST:,} binary digits")
    return Dyadic(sign, 1 << depth) if sign else Dyadic(0)
