"""One number: labels in intervals that grow by a factor, as where heaps are divided."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.laws.base import FORMAT, Candidate, Family, NoProof, Sample
from lastmove.laws.check import Game
from lastmove.laws.check_growing import MOST, Intervals
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.laws.check_growing import Line

__all__ = ["Growing", "GrowingLaw"]

# Labels must change so often before intervals are taken to grow by a factor.
_CHANGES = 5
# Options are read off some numbers from here on; slopes have denominators that divide this.
_SEEN, _TURN, _DENOMINATORS = 4_000, 2_520, 24
# In how many turns later than the first the spans are looked at.
_LATER = 4


class GrowingLaw(Candidate):
    """Intervals of equal labels, whose ends grow by the same factor again and again.

    Attributes
    ----------
    ends : list of int
        Where the label changes, up to the first ends of which others are made.
    labels : list of int
        The labels of the intervals before each of `ends`, and of as many as repeat after them.
    every, factor, plus : int
        End i + every is factor * end i + plus.
    """

    kind = "growing"
    arity = 1

    def __init__(
        self, what: str, ends: list[int], labels: list[int], every: int, factor: int, plus: int
    ) -> None:
        self.what = what
        self.ends = ends
        self.labels = labels
        self.every = every
        self.factor = factor
        self.plus = plus

    @classmethod
    def from_certificate(cls, cert: Certificate) -> GrowingLaw:
        """Return the law that a certificate of this kind is about."""
        names = ("what", "ends", "labels", "every", "factor", "plus")
        return cls(*(cert[name] for name in names))

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a number."""
        (n,) = coords
        last, place = list(self.ends), 0
        while place < len(last) and n >= last[place]:
            place += 1
            if place == len(last):
                last.append(self.factor * last[-self.every] + self.plus)
        if place < len(self.labels):
            return self.labels[place]
        over = (place - len(self.labels)) % self.every
        return self.labels[len(self.labels) - self.every + over]

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that says for one turn of intervals where options lie."""
        return self._certificate(sample, 0)

    def ways(self) -> Sequence[Callable[[Sample], Certificate]]:
        """Return what makes certificates that begin earlier or later."""
        return [partial(self._certificate, later=k) for k in range(2)]

    def _certificate(self, sample: Sample, later: int) -> Certificate:
        """Return a certificate that begins where that can be, or one such place later."""
        system = document(sample.system)
        claim: Certificate = {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": system,
            "ends": self.ends,
            "labels": self.labels,
            "every": self.every,
            "factor": self.factor,
            "plus": self.plus,
        }
        program = system["programs"][0]
        if len(system["programs"]) > 1 or program.get("domain") is not None:
            raise NoProof("laws in growing intervals are proved of one game on all numbers")
        moves = _ranges(Game(program))
        pairs = [[list(low), list(high)] for low, high in moves]
        law = Intervals(claim)
        for begin in range(law.first + self.every + 1, len(self.ends) + self.every + 1):
            if law.end(begin - 1) > MOST:
                break
            turn = [_spans(law, self.what, i, moves) for i in range(begin, begin + self.every)]
            if None in turn:
                continue
            if later == 0:
                return {**claim, "begin": begin, "moves": pairs, "turn": turn}
            later -= 1
        raise NoProof("options do not lie in a fixed pattern of intervals")

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the intervals and the factor."""
        n, low, parts = names[0], 0, []
        for end, label in zip(self.ends, self.labels, strict=False):
            shown = str(label) if self.what == "grundy" else "PN"[label]
            where = f"{low} <= {n} < {end}"
            if latex:
                where = f"${where}$".replace("<=", r"\le")
            parts.append(f"{shown} for {where}")
            low = end
        plus = f" {'+' if self.plus > 0 else '-'} {abs(self.plus)}" if self.plus else ""
        at, after = ("$e$", f"${self.factor}e{plus}$") if latex else ("e", f"{self.factor}e{plus}")
        text = f"{', '.join(parts)}; and so on, where each end {at} is followed by {after}"
        text += f" after {self.every} intervals"
        return rf"\text{{{text}}}" if latex else text

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that goes through the ends."""
        n, size, every = names[0], len(self.ends), self.every
        ends, labels = (", ".join(map(str, row)) for row in (self.ends, self.labels))
        later = ", ".join(map(str, self.ends[-every:]))
        first = size + 1 - every
        if language == "python":
            return (
                f"ends, labels, later = [{ends}], [{labels}], [{later}]\nplace = i = 0\n"
                f"while place < {size} and {n} >= ends[place]:\n    place += 1\n"
                f"while place >= {size}:\n"
                f"    later[i] = {self.factor} * later[i] + ({self.plus})\n"
                f"    if {n} < later[i]:\n        break\n"
                f"    place, i = place + 1, (i + 1) % {every}\n"
                f"return labels[place if place <= {size} else "
                f"{first} + (place - {size + 1}) % {every}]"
            )
        return (
            f"const big ends[] = {{{ends}}};\nconst long long labels[] = {{{labels}}};\n"
            f"big later[] = {{{later}}};\nint place = 0;\n"
            f"while (place < {size} && {n} >= ends[place]) ++place;\n"
            f"for (int i = 0; place >= {size}; i = (i + 1) % {every}) {{\n"
            f"    later[i] = {self.factor} * later[i] + ({self.plus});\n"
            f"    if ({n} < later[i]) break;\n    ++place;\n}}\n"
            f"return labels[place <= {size} ? place : {first} + (place - {size + 1}) % {every}];"
        )


class Growing(Family):
    """Intervals that grow by a factor."""

    name = "growing intervals"

    def learn(self, sample: Sample) -> Candidate | None:
        """Return a law that fits the sample, or None."""
        if sample.arity != 1 or sample.what not in ("outcome", "misere", "grundy"):
            return None
        table = sample.large
        if (table < 0).any():
            return None
        return _growing(sample.what, table)


def _growing(what: str, table: Array) -> GrowingLaw | None:
    labels = [int(v) for v in table]
    ends = [n for n in range(1, len(labels)) if labels[n] != labels[n - 1]]
    if not _CHANGES <= len(ends) <= 60:
        return None
    kinds = [labels[0], *(labels[n] for n in ends)]
    for every in range(1, len(ends) // 2 + 1):
        for start in range(min(3, len(ends) - every - 2)):
            (a, c), (b, d) = ends[start : start + 2], ends[start + every : start + every + 2]
            factor, rest = divmod(d - b, c - a)
            if rest or factor < 2:
                continue
            plus = b - factor * a
            pairs = zip(ends[start:], ends[start + every :], strict=False)
            again = zip(kinds[start + 1 :], kinds[start + every + 1 :], strict=False)
            if all(q == factor * p + plus for p, q in pairs) and all(p == q for p, q in again):
                kept = start + every
                return GrowingLaw(what, ends[:kept], kinds[: kept + 1], every, factor, plus)
    return None


def _ranges(game: Game) -> list[tuple[Line, Line]]:
    """Return the functions between which options seem to lie, from some numbers."""
    seen: dict[int, list[tuple[int, int]]] = {}
    for n in [*range(_SEEN, _SEEN + _DENOMINATORS + 1), _SEEN + _TURN]:
        runs: list[tuple[int, int]] = []
        for m in sorted({part[1] for option in game.options((n,)) for part in option}):
            if runs and runs[-1][1] == m - 1:
                runs[-1] = (runs[-1][0], m)
            else:
                runs.append((m, m))
        seen[n] = runs
    if len({len(runs) for runs in seen.values()}) != 1:
        raise NoProof("the options are not between multiples of a number")
    count = len(seen[_SEEN])
    return [
        (
            _line({n: runs[k][0] for n, runs in seen.items()}),
            _line({n: runs[k][1] for n, runs in seen.items()}),
        )
        for k in range(count)
    ]


def _line(seen: dict[int, int]) -> Line:
    """Return a, b, c such that floor((a n + b) / c) is what was seen."""
    slope = Fraction(seen[_SEEN + _TURN] - seen[_SEEN], _TURN)
    a, c = slope.numerator, slope.denominator
    b = max(c * y - a * n for n, y in seen.items())
    if a <= 0 or any((a * n + b) // c != y for n, y in seen.items()):
        raise NoProof("the options are not between multiples of a number")
    return a, b, c


def _spans(
    law: Intervals, what: str, i: int, moves: list[tuple[Line, Line]]
) -> dict[str, Any] | None:
    """Return where the options of an interval lie and how it is covered, as seen turns later."""
    at = i + _LATER * law.every
    p, q = law.end(at - 1), law.end(at)
    ends = [law.end(j) for j in range(at + 1)]

    def interval(n: int) -> int:
        return bisect_right(ends, n)

    def value(line: Line, n: int) -> int:
        return (line[0] * n + line[1]) // line[2]

    avoid = [[at - interval(value(lo, p)), at - interval(value(hi, q - 1))] for lo, hi in moves]
    if any(i - back - 1 < law.first for back, _ in avoid):
        return None
    label = law.label(i)
    reach = []
    for v in range(label if what == "grundy" else min(label, 1)):
        steps: list[list[int]] = []
        n = p
        while n < q:
            best, step = n, None
            for k, (low, high) in enumerate(moves):
                for j in range(interval(value(low, n)), interval(value(high, n)) + 1):
                    if law.label(j) == v:
                        a, b, c = low
                        last = -((b - c * law.end(j)) // a)  # the first n with L(n) >= e_j
                        if last > best:
                            best, step = last, [k, at - j]
            if step is None or i - step[1] - 1 < law.first or len(steps) > 50:
                return None
            steps.append(step)
            n = best
        reach.append(steps)
    return {"avoid": avoid, "reach": reach}
