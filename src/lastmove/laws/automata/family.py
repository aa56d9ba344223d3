"""Classes of laws that finite automata state: base 2 and Zeckendorf's numeration.

In base 2 these are Nim and its relatives, and all that compares sums of coordinates or their
remainders; in Zeckendorf's numeration Wythoff's game and Fibonacci Nim. The certificate holds the
automata; ``check_automata`` reads the moves off the Program itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lastmove._core import Automaton
from lastmove.errors import LimitExceeded
from lastmove.laws.automata.kernel import Kernel, ranking
from lastmove.laws.automata.learn import agrees, learn, mismatches
from lastmove.laws.automata.moves import relations
from lastmove.laws.automata.pieces import pieces
from lastmove.laws.automata.relation import BINARY, ZECKENDORF, Relation, words
from lastmove.laws.automata.terms import NotDefinable, coordinate
from lastmove.laws.base import FORMAT, Candidate, Family, NoProof, Sample
from lastmove.laws.game import document
from lastmove.rules.expr import Expr
from lastmove.rules.program import constants

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lastmove.laws.automata.describe import Line
    from lastmove.laws.automata.relation import Numeration
    from lastmove.laws.base import Array, Certificate
    from lastmove.rules.program import System

__all__ = ["AutomatonLaw", "BinaryAutomata", "ZeckendorfAutomata"]

# Labels of the outcomes from which Left wins moving next, and Right; N, L and R are 1, 2 and 3.
_WINS = ((1, 2), (1, 3))


class AutomatonLaw(Candidate):
    """A label that automata tell.

    Attributes
    ----------
    numeration : str
        How the automata read numbers.
    automata : dict
        ``"W"``: where the player to move wins, by the coordinates; for partizan games ``"W0"``
        for Left and ``"W1"`` for Right. Or ``"G"``: the Grundy value (first track) and the
        coordinates.
    domain : Expr or None
        Where positions are legal, if not everywhere: the law says nothing elsewhere.
    told : list or None
        The law in words, once that was asked for: see `lastmove.laws.automata.describe`.
    """

    kind: ClassVar[str] = "automaton"
    domain: Expr | None = None
    told: list[Line] | None = None

    def __init__(
        self, what: str, arity: int, numeration: Numeration, automata: Mapping[str, Automaton]
    ) -> None:
        self.what = what
        self.arity = arity
        self.numeration = numeration
        self.automata = dict(automata)

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position of any size.

        Raises
        ------
        ValueError
            If the law gives the position no value, which no proved law does at a legal position.
        """
        if self.what == "grundy":
            return self._value(coords)
        word = words(self.numeration, coords)
        if "W" in self.automata:
            return int(self.automata["W"].accepts(word))
        left, right = (self.automata[f"W{p}"].accepts(word) for p in (0, 1))
        return {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}[left, right]

    def _value(self, coords: Sequence[int]) -> int:
        names = ["g", *map(coordinate, range(self.arity))]
        graph = Relation.make(names, self.automata["G"])
        known = dict(zip(names[1:], coords, strict=True))
        # A value longer than its coordinates repeats no state in the digits by which it is longer.
        for extra in (1, 4, graph.states + 1):
            found, _ = graph.complete(known, 1, extra)
            if found:
                return found[0]["g"]
        raise ValueError(f"the law gives no value at {tuple(coords)}")

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate, after having decided that it proves the law.

        Raises
        ------
        NoProof
            If the moves are not definable, play may not end, or the law is wrong somewhere.
        """
        try:
            ranks = self._decide(sample)
        except (NotDefinable, LimitExceeded, ValueError) as reason:
            raise NoProof(f"automata cannot decide the law: {reason}") from None
        return {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": document(sample.system),
            "numeration": self.numeration,
            "ranking": ranks,
            "automata": {
                name: {"transitions": a.transitions, "accepting": a.accepting}
                for name, a in self.automata.items()
            },
        }

    def _decide(self, sample: Sample) -> list[Any]:
        if len(sample.system.programs) != 1:
            raise NoProof("automata decide laws of one game, not of a system")
        game = relations(sample.program)
        kernel = Kernel(game, self.numeration, self.automata)
        kernel.check_rules()
        ranks = ranking(game, kernel.logic, edge=sum(constants(sample.program)))
        found = pieces(sample, self.numeration) if ranks is None else list(map(list, ranks))
        if self.what == "grundy":
            kernel.check_grundy()
        else:
            kernel.check_outcome(misere=self.what == "misere")
        return found

    @classmethod
    def from_certificate(cls, cert: Certificate) -> AutomatonLaw:
        """Return the law that a certificate states; whether it proves it is not checked.

        Raises
        ------
        ValueError
            If the certificate describes no automata.
        """
        try:
            numeration: Any = cert["numeration"]
            arity = len(cert["system"]["programs"][0]["coords"])
            automata = {
                name: Automaton.from_table(
                    numeration, arity + (name == "G"), 0, a["transitions"], a["accepting"]
                )
                for name, a in cert["automata"].items()
            }
            names = {"grundy": ({"G"},)}.get(cert["what"], ({"W"}, {"W0", "W1"}))
        except (KeyError, TypeError, IndexError, AttributeError, OverflowError) as error:
            raise ValueError(f"the certificate describes no automata: {error!r}") from None
        if set(automata) not in names:
            raise ValueError(f"the certificate describes other automata: {', '.join(automata)}")
        law = cls(cert["what"], arity, numeration, automata)
        domain = cert["system"]["programs"][0].get("domain")
        law.domain = None if domain is None else Expr.from_json(domain)
        return law

    def mismatch(self, table: Array) -> tuple[int, ...] | None:
        """Return the first position of a table where the law says something else, or None."""
        if self.what == "grundy":
            return super().mismatch(table)
        wrong = np.zeros(table.shape, dtype=bool)
        for name, automaton in self.automata.items():
            wrong |= mismatches(automaton, marks(table, name), graph=False)
        wrong &= table != -1
        places = np.argwhere(wrong)
        return tuple(map(int, places[0])) if len(places) else None

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]] | None:
        """What finds winning moves by digits instead of one by one; None for partizan games."""
        return None if "W0" in self.automata else self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        from lastmove.laws.automata.strategy import Strategy

        strategy = Strategy(self, relations(system.programs[0]))
        return [tuple((0, *part) for part in option) for option in strategy.moves(coords)]

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law in words, and as a formula where it has a familiar one."""
        from lastmove.laws.automata.describe import describe

        return describe(self, names, latex=latex)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the condition that decides at a position, where the law is told by conditions."""
        from lastmove.laws.automata.describe import reason

        return reason(self, coords, names)

    def expression(self) -> Expr | None:
        """Return the label as an expression, where it has a familiar one."""
        from lastmove.laws.automata.describe import expression

        return expression(self)

    def emit(self, language: str, names: Sequence[str]) -> str | None:
        """Return the body of a function that runs the automata; see `Candidate.emit`."""
        from lastmove.laws.automata.emit import body

        return None if self.expression() is not None else body(self, language, names)


def marks(table: Array, name: str) -> Array:
    """Return what an automaton is to tell of the labels in a table."""
    if name == "G":
        return table
    wanted = _WINS[0] if name == "W" else _WINS[int(name[1])]
    marks: Array = np.isin(table, wanted).astype(np.int64)
    return marks


class _Automata(Family):
    """Laws that automata state in one numeration."""

    numeration: ClassVar[Numeration]
    most: ClassVar[int]

    def learn(self, sample: Sample) -> AutomatonLaw | None:
        """Return the law whose automata fit the sample, or None."""
        if sample.what not in ("outcome", "misere", "grundy") or sample.arity > self.most:
            return None
        if sample.what == "grundy":
            wanted = ["G"]
        else:
            wanted = ["W"] if sample.program.moves is not None else ["W0", "W1"]
        automata = {}
        for name in wanted:
            found = self._learn(sample, name)
            if found is None:
                return None
            automata[name] = found
        law = AutomatonLaw(sample.what, sample.arity, self.numeration, automata)
        law.domain = sample.program.domain
        return law

    def _learn(self, sample: Sample, name: str) -> Automaton | None:
        graph = name == "G"
        large = marks(sample.large, name)
        found = learn(self.numeration, marks(sample.small, name), graph=graph)
        if found is not None and agrees(found, large, graph=graph):
            return found
        return learn(self.numeration, large, graph=graph)


class BinaryAutomata(_Automata):
    """Sets of positions that an automaton recognises from the binary digits."""

    name = "automata in base 2"
    numeration = BINARY
    most = 4


class ZeckendorfAutomata(_Automata):
    """Sets of positions that an automaton recognises from their sums of Fibonacci numbers."""

    name = "automata in Zeckendorf's numeration"
    numeration = ZECKENDORF
    most = 3
