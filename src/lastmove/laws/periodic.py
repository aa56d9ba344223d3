"""Laws of one coordinate: sequences that repeat from some number on, or grow by as much a period.

They are formulas with remainders, and are proved as such: see `check_formula`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.laws.base import Family, Sample
from lastmove.laws.formula import Case, FormulaLaw
from lastmove.rules.expr import Expr, at, const, coord, lift, where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Array

__all__ = ["Periodic", "PeriodicLaw", "Repetition", "fit", "told"]

_LONGEST = 512
"""Periods that are looked for."""
_TABLE = 20_000
"""Of longer tables only so much is looked at; a longer period would not be proved."""
_LETTERS = "PNLR"


class Repetition(NamedTuple):
    """A sequence: its first terms, then terms that return, each time larger by `saltus`."""

    first: tuple[int, ...]
    again: tuple[int, ...]
    saltus: int = 0

    @property
    def start(self) -> int:
        """From where on it repeats."""
        return len(self.first)

    @property
    def period(self) -> int:
        """How many terms repeat."""
        return len(self.again)

    def term(self, n: int) -> int:
        """Return a term."""
        if n < self.start:
            return self.first[n]
        times, rest = divmod(n - self.start, self.period)
        return self.again[rest] + times * self.saltus


def fit(terms: Array) -> Repetition | None:
    """Return the shortest repetition that a table shows three times, or None.

    Parameters
    ----------
    terms : numpy.ndarray
        The terms from 0 on.

    Examples
    --------
    >>> import numpy as np
    >>> fit(np.array([7, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]))
    Repetition(first=(7,), again=(0, 1, 2), saltus=0)
    >>> fit(np.arange(12) // 2)
    Repetition(first=(), again=(0, 0), saltus=1)
    """
    import numpy as np

    count = len(terms)
    best: tuple[int, int, int] | None = None
    for p in range(1, min(count // 3, _LONGEST) + 1):
        if best is not None and p >= best[0] + best[1]:
            break
        steps = terms[p:] - terms[:-p]
        saltus = int(steps[-1])
        if (steps[-p:] != saltus).any():
            continue
        other = np.nonzero(steps != saltus)[0]
        start = int(other[-1]) + 1 if len(other) else 0
        if 2 * start + 3 * p <= count and (best is None or start + p < best[0] + best[1]):
            best = start, p, saltus
    if best is None:
        return None
    start, p, saltus = best
    known = terms[: start + p].tolist()
    return Repetition(tuple(known[:start]), tuple(known[start:]), saltus)


class PeriodicLaw(FormulaLaw):
    """Labels of one coordinate that repeat.

    Attributes
    ----------
    repetition : Repetition
        The labels in order.
    """

    kind = "periodic"

    def __init__(self, what: str, repetition: Repetition) -> None:
        super().__init__(what, 1, [Case(lift(1), [], _label(repetition))])
        self.repetition = repetition

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        return self.repetition.term(coords[0])

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the first labels and the period."""
        return told(self.what, self.repetition, names[0], latex=latex)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the place in the period."""
        n, start, period = coords[0], self.repetition.start, self.repetition.period
        if n < start:
            return f"{names[0]} < {start}"
        return f"{names[0]} % {period} = {n % period}" if period > 1 else f"{names[0]} >= {start}"

    @staticmethod
    def stated_by(law: FormulaLaw) -> PeriodicLaw | None:
        """Return the same law as a sequence, if it is written as such laws are; else None."""
        import numpy as np

        if law.arity != 1 or len(law.cases) > 1 or law.what == "value":
            return None
        written = law.cases[0].label.to_json()
        count = 4 * _LONGEST
        try:
            terms = np.array([law.label((n,)) for n in range(count)])
        except (ValueError, LookupError, ArithmeticError):
            return None
        found = fit(terms)
        if found is None or _label(found).to_json() != written:
            return None
        return PeriodicLaw(law.what, found)


def _label(sequence: Repetition) -> Expr:
    """Return a term as an expression in the first coordinate."""
    n, start, period, saltus = coord(0), sequence.start, sequence.period, sequence.saltus
    # By remainders of n itself, which are never negative: for each the term without its multiple.
    last = range(start + (-start) % period, start + (-start) % period + period)
    again = [sequence.term(k) - k // period * saltus for k in last]
    term: Expr = const(again[0]) if len(set(again)) == 1 else at(n % period, again)
    if saltus:
        term = (n // period if period > 1 else n) * saltus + term
    if start:
        term = where(n < start, at(n, list(sequence.first)), term)
    return term


# Losing remainders that are listed rather than all labels of a period; LaTeX for what is written.
_FEW = 4
_TEX = (("%", r"\bmod"), ("{", r"\{"), ("}", r"\}"), (" in ", r" \in "))


def told(what: str, sequence: Repetition, name: str, *, latex: bool = False) -> str:
    """Return a sequence of labels as text.

    Parameters
    ----------
    what : str
        What the labels are.
    sequence : Repetition
        The labels.
    name : str
        Name of the coordinate.
    latex : bool, default False
        Whether to write LaTeX.

    Examples
    --------
    >>> told("outcome", Repetition((), (0, 1, 1)), "n")
    'P if n % 3 = 0, else N'
    >>> told("outcome", Repetition((0,), (1, 1, 0)), "n")
    'P for n = 0; then N, N, P, … with period 3 from n = 1 on'
    >>> told("grundy", Repetition((0,), (1, 2, 4, 3), 4), "n")
    '0 for n = 0; then 1, 2, 4, 3, … and so on from n = 1 on, by 4 more for each 4 of n'
    """
    start, period, saltus = sequence.start, sequence.period, sequence.saltus
    shown = [str(v) if what == "grundy" else _LETTERS[v] for v in sequence.first + sequence.again]
    dots = r"$\ldots$" if latex else "…"
    early, again = ", ".join(shown[:start]), ", ".join(shown[start:])
    n, at_least = (f"${name}$", rf"$\ge {start}$") if latex else (name, f">= {start}")
    if (period, saltus) == (1, 1):
        less = start - sequence.again[0]
        own = f"{name} {'-' if less > 0 else '+'} {abs(less)}" if less else name
        own = f"${own}$" if latex else own
        text = f"{own} for {n} {at_least}" if start else own
    elif saltus:
        text = f"{again}, {dots} and so on from {n} = {start} on, by {saltus} more for each "
        text += f"{period} of {n}"
    elif period == 1:
        text = f"{again} for {n} {at_least}" if start else f"always {again}"
    elif not start and what != "grundy" and 0 < (rests := sequence.again.count(0)) <= _FEW:
        lost = [r for r, label in enumerate(sequence.again) if label == 0]
        listed = ", ".join(map(str, lost))
        listed = f"= {listed}" if rests == 1 else f"in {{{listed}}}"
        text = f"{name} % {period} {listed}"
        for plain, sign in _TEX if latex else ():
            text = text.replace(plain, sign)
        text = f"P if ${text}$, else N" if latex else f"P if {text}, else N"
    else:
        text = f"{again}, {dots} with period {period} from {n} = {start} on"
    if start:
        first = f"{n} = 0" if start == 1 else f"{n} = 0 to {start - 1}"
        text = f"{early} for {first}; then {text}"
    return rf"\text{{{text}}}" if latex else text


class Periodic(Family):
    """Labels of one coordinate that repeat, or grow by as much a period."""

    name = "periods"

    def learn(self, sample: Sample) -> PeriodicLaw | None:
        """Return a law that repeats as the sample does, or None."""
        if sample.arity != 1 or sample.what == "value":
            return None
        terms = sample.large[:_TABLE].astype("int64")
        # Where there are no positions at first, any label will do.
        first = int((terms >= 0).argmax())
        terms[:first] = terms[first]
        if (terms < 0).any():
            return None
        found = fit(terms)
        if found is None or (found.saltus and sample.what != "grundy"):
            return None
        return PeriodicLaw(sample.what, found)
