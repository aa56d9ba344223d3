"""Laws of games with parameters, for all values of the parameters at once.

The parameters become coordinates that no move changes (`lastmove.rules.free`). Tables for small
values suggest a formula: a period and a start that are linear in the parameters, and a label made
of segments with linear ends, by cases of the parameters. ``check_formula`` proves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from lastmove.errors import LastmoveError, LimitExceeded, LoopError, NoLawFound, RulesError
from lastmove.laws.base import WHATS, Family, Sample
from lastmove.laws.check import Rejected
from lastmove.laws.check_linear import conjuncts
from lastmove.laws.formula import Case, FormulaLaw, Repeat
from lastmove.laws.game import document, tabulate
from lastmove.laws.shapes import label_of, period_of
from lastmove.rules.expr import Expr, both, compare, const, coord, lift
from lastmove.rules.free import FreeRules
from lastmove.rules.program import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lastmove.laws.law import Law
    from lastmove.laws.shapes import Point, Rows
    from lastmove.rules.program import System
    from lastmove.rules.ruleset import Rules

__all__ = ["FormulaLaw", "Learner", "Unmoved", "at", "law"]

_LEARNT, _CHECKED = 15, 21  # values of one parameter in the table to learn from, and to check
_MOST_PERIODS, _MOST_SHIFTS = 4, 4
_LEARNT_TWO, _CHECKED_TWO = 7, 10  # the same of two


def law(
    rules: Rules,
    parameters: Iterable[str] | Mapping[str, int],
    *,
    what: str | None = None,
    arity: int | None = None,
    report: Callable[[str], None] | None = None,
) -> Law:
    """Return a law of the game for all values of some of its parameters.

    Parameters
    ----------
    rules : Rules
        The game.
    parameters : iterable of str, or mapping
        The parameters to leave free; a mapping gives the least value of each. Otherwise it is 1,
        or 2 or 3 if the rules fail or play can loop below.
    what : str, optional
        ``"grundy"`` (the default of impartial games), ``"outcome"`` or ``"misere"``.
    arity : int, optional
        The number of coordinates, for rules with ``*heaps``.
    report : callable, optional
        Called with a line of text as each stage begins.

    Returns
    -------
    Law
        Its last coordinates are the parameters.

    Raises
    ------
    NoLawFound
        If nothing fits.
    RulesError
        If there is no such parameter, or the rules have no Program with it left free.
    """
    from lastmove.laws.find import proof
    from lastmove.laws.law import Law

    if what is not None and what not in WHATS:
        raise ValueError(f"what is one of {', '.join(WHATS)}, not {what!r}")
    what = what or ("grundy" if rules.kind == "impartial" else "outcome")
    if what == "value" or rules.kind != "impartial":
        raise ValueError("laws for all values of a parameter are found for impartial games only")
    count = arity or rules.arity or len(rules.coord_names(0)) + 2
    names = list(parameters)
    chosen = dict(parameters) if isinstance(parameters, Mapping) else None
    if not names:
        raise ValueError("name at least one parameter to leave free")
    for least in (1, 2, 3):
        free = FreeRules(rules, chosen or dict.fromkeys(names, least), count)
        native = free.engine.native(count + len(names))
        if native is None:
            reason = free.engine.why_not_native(count + len(names))
            raise RulesError(
                f"{rules} with {', '.join(names)} left free cannot be read as statements on "
                f"integers (a Program), which laws start from: {reason}"
            )
        try:
            learner = Learner(native.system, what, count, list(free.free.values()))
            break
        except (LoopError, RulesError):
            if least == 3 or chosen is not None:
                raise
    notes: list[str] = []
    for candidate in learner.candidates(report):
        wrong = candidate.mismatch(learner.table(larger=True))
        if wrong is not None:
            notes.append(f"a formula that fits the smaller table fails at {wrong}")
            continue
        sample = Sample(learner.system, what, learner.box(larger=True))
        certificate, reason = proof(candidate, sample)
        return Law(
            candidate,
            learner.system,
            learner.system.programs[0].coords,
            rules=free,
            certificate=certificate,
            bound=min(learner.box(larger=True)) - 1,
            reason=reason,
        )
    shown = (
        "; ".join(dict.fromkeys(notes))
        or "no period that is linear in the parameters fits the tables"
    )
    raise NoLawFound(
        f"no law of {rules} for all {', '.join(names)} was found: {shown}", tried=notes
    )


class Learner:
    """Tables of a game with free parameters, and the formulas that they suggest.

    Parameters
    ----------
    system : System
        The game; its last coordinates are the parameters.
    what : str
        What is asked.
    own : int
        The number of its other coordinates.
    least : list of int
        The least value of each parameter.
    """

    def __init__(self, system: System, what: str, own: int, least: list[int]) -> None:
        self.system = system
        self.what = what
        self.own = own
        self.least = least
        self.size = own + len(least)
        self._tables: dict[bool, Any] = {}
        self.table(larger=False)

    def box(self, *, larger: bool) -> tuple[int, ...]:
        """Return the extents of a table."""
        one = len(self.least) == 1
        many = (_CHECKED, _LEARNT) if one and self.own == 1 else (_CHECKED_TWO, _LEARNT_TWO)
        top = [low + many[not larger] for low in self.least]
        long = (320 if larger else 220) if self.own == 1 else (36 if larger else 30)
        return (*[long] * self.own, *top)

    def table(self, *, larger: bool) -> Any:
        """Return the labels of positions, by the coordinates and then the parameters."""
        if larger not in self._tables:
            self._tables[larger] = tabulate(self.system, self.what, self.box(larger=larger))
        return self._tables[larger]

    def candidates(self, report: Callable[[str], None] | None) -> Iterator[FormulaLaw]:
        """Yield formulas that fit the smaller table."""
        for forms in self._forms():
            if report is not None:
                report(f"formulas in the parameters, {len(forms)} remainders")
            parts = []
            for i, of in enumerate(forms):
                rows = self._rows(of, i)
                if not rows:
                    break
                parts.append(rows)
            if len(parts) == len(forms) and (len(forms) == 1 or self._splits()):
                yield from self._by_cases(forms, parts)

    def _forms(self) -> Iterator[list[Expr]]:
        """Yield forms whose remainders may tell the label: the coordinates, or the room left."""
        yield [coord(i) for i in range(self.own)]
        program = document(self.system)["programs"][0]
        if self.own > 1:
            return
        try:
            known = conjuncts(program["domain"], self.size)
        except Rejected:
            return
        for form in known:
            if form[0] == -1:
                room: Expr = const(form[-1])
                for i, c in enumerate(form[:-1]):
                    if c:
                        room = room + coord(i) * c
                yield [lift(room)]

    def _rows(self, of: Expr, place: int) -> Rows:
        """Return labels by the parameters, in the order of a form; the other coordinates are 0."""
        import numpy as np

        table = self.table(larger=False)
        values: dict[Point, dict[int, int]] = {}
        others = [i for i in range(self.own) if i != place]
        inside = {e.args[0] for e in of.walk() if e.op == "x"}
        for coords in np.ndindex(table.shape):
            if any(coords[i] for i in others) or table[coords] < 0:
                continue
            n = of.evaluate(coords)
            # Parameters within the form are but its size.
            point = tuple(0 if i in inside else int(coords[i]) for i in range(self.own, self.size))
            row = values.setdefault(point, {})
            if n < 0 or row.setdefault(n, int(table[coords])) != table[coords]:
                return {}
        rows = {}
        for point, row in values.items():
            length = next(n for n in range(len(row) + 1) if n not in row)
            rows[point] = [row[n] for n in range(length)]
        return rows

    def _splits(self) -> bool:
        """Return whether the value of a position is the xor of those of its coordinates."""
        import numpy as np

        if self.what not in ("grundy", "outcome"):
            return False
        values = tabulate(self.system, "grundy", self.box(larger=False))
        self._tables[False] = values
        total = np.zeros_like(values)
        for i in range(self.own):
            at = tuple(
                slice(None) if j == i or j >= self.own else slice(1) for j in range(self.size)
            )
            total = total ^ values[at]
        legal = values >= 0
        return bool((total[legal] == values[legal]).all())

    def _by_cases(self, forms: list[Expr], parts: list[Rows]) -> Iterator[FormulaLaw]:
        if len(forms) > 1:
            parts = [self._rows(of, i) for i, of in enumerate(forms)]  # Grundy values by now
        for split in self._partitions(sorted(parts[0])):
            made = []
            for where, points in split:
                case = self._case(forms, [{p: rows[p] for p in points} for rows in parts], where)
                if case is None:
                    break
                made.append(case)
            else:
                yield FormulaLaw(self.what, self.size, made, list(range(self.own, self.size)))

    def _case(self, forms: list[Expr], parts: list[Rows], where: Expr) -> Case | None:
        repeats: list[Repeat] = []
        labels: list[Expr] = []
        for of, rows in zip(forms, parts, strict=True):
            for start, period in islice(period_of(rows), _MOST_PERIODS):
                repeat = Repeat(of, start.expression(self.own), period.expression(self.own))
                # A remainder by a number is one of the Program language.
                constant = not any(period.weights[:-1])
                place = repeat.expression() if constant else coord(self.size + len(repeats))
                if period.weights[-1] == 1 and constant:
                    place = lift(of)  # the last segment has no end
                ends = {p: start(p) + period(p) for p in rows}
                counts = self.what == "grundy" or len(forms) > 1
                label = label_of(rows, ends, self.own, place, counts=counts)
                if label is None:
                    continue
                if not constant:
                    repeat.shifts = self._shifts(repeat, where)
                    if len(repeat.shifts) > _MOST_SHIFTS:
                        continue
                    repeats.append(repeat)
                labels.append(label)
                break
            else:
                return None
        total = labels[0]
        for label in labels[1:]:
            total = lift(total ^ label)
        if len(labels) > 1 and self.what == "outcome":
            total = compare("!=", *labels) if len(labels) == 2 else compare("!=", total, 0)
        return Case(where, repeats, total)

    def _shifts(self, repeat: Repeat, where: Expr) -> list[int]:
        """Return by how many periods moves change the multiple that a remainder leaves out."""
        program = self.system.programs[0]
        found = {0}
        longest = min(60, self.box(larger=False)[0] - 1)
        step = 1 if self.own == 1 else 5
        points = product(
            *[range(longest, 0, -step)] * self.own,
            *[range(low, low + (12 if self.own == 1 else 7)) for low in self.least],
        )
        for x in points:
            if not program.legal(x) or not where.evaluate(x):
                continue
            m = repeat.period.evaluate(x)
            q = (repeat.of.evaluate(x) - repeat.remainder(x)) // m
            for option in program.run(x):
                for _, *y in option:
                    found.add((repeat.of.evaluate(y) - repeat.remainder(y)) // m - q)
        return sorted(found, key=lambda k: (abs(k), k))

    def _partitions(self, points: list[Point]) -> Iterator[list[tuple[Expr, list[Point]]]]:
        """Yield ways to tell cases of the parameters apart, simplest first."""
        for tests in self._tests():
            split = [
                (test, [p for p in points if test.evaluate([0] * self.own + [*p])])
                for test in tests
            ]
            if all(len(chosen) >= 2 or test.op == "==" for test, chosen in split):
                yield [(test, chosen) for test, chosen in split if chosen]

    def _tests(self) -> Iterator[list[Expr]]:
        yield [compare("==", 0, 0)]
        first, low = coord(self.own), self.least[0]
        if len(self.least) == 2:
            second = coord(self.own + 1)
            yield [lift(first <= second), lift(first > second)]
            yield [lift(first < second), lift(first > second), lift(first == second)]
        residues = [
            [compare("==", p % c, r) for r in range(c)]
            for c in (2, 3, 4, 5, 6)
            for p in map(coord, range(self.own, self.size))
        ]
        yield from residues
        if len(self.least) > 1:
            return
        for skip in (1, 2, 3, 4):
            alone = [compare("==", first, low + i) for i in range(skip)]
            rest = compare(">=", first, low + skip)
            yield [*alone, rest]
            for tests in residues:
                yield [*alone, *(lift(both(rest, test)) for test in tests)]


class Unmoved(Family):
    """Laws of games whose last coordinates no move changes, as if these were parameters."""

    name = "formulas in coordinates that stay"

    def learn(self, sample: Sample) -> FormulaLaw | None:
        """Return the first formula that fits the tables."""
        own = _moved_ones(sample.system)
        staying = sample.arity - own
        if sample.what == "value" or own not in (1, 2) or staying not in (1, 2):
            return None
        least = [_least(sample, i) for i in range(own, sample.arity)]
        learner = Learner(sample.system, sample.what, own, least)
        for candidate in learner.candidates(None):
            if candidate.mismatch(learner.table(larger=True)) is None:
                return candidate
        return None


def _moved_ones(system: System) -> int:
    """Return how many of the first coordinates there are, up to the last one that moves change."""
    program = system.programs[0]
    last = 0
    if len(system.programs) > 1 or program.moves is None:
        return last
    for statement in statements(program):
        for part in statement[1] if statement[0] == "move" else ():
            for i, e in enumerate(part[1:]):
                if e.op != "x" or e.args[0] != i:
                    last = max(last, i + 1)
    return last


def _least(sample: Sample, i: int) -> int:
    """Return the least value of a coordinate in the table."""
    import numpy as np

    legal = np.argwhere(sample.large >= 0)
    return int(legal[:, i].min()) if len(legal) else 0


def at(found: Law, values: Mapping[str, int]) -> Law:
    """Return a law with values of its parameters put in, about the game with these parameters.

    Raises
    ------
    LastmoveError
        If the law has other parameters, or is not about such a value.
    """
    from lastmove.laws.law import Law

    rules = found.rules
    if not isinstance(rules, FreeRules):
        raise LastmoveError("the law has no free parameters: ask for law(parameters=[...])")
    if set(values) != set(rules.free):
        raise LastmoveError(
            f"the law is for all {', '.join(rules.free)}: give a value to each, "
            f"not {', '.join(values) or 'none'}"
        )
    for name, low in rules.free.items():
        if type(values[name]) is not int or values[name] < low:
            raise LastmoveError(f"the law is for whole {name} from {low} on, not {values[name]!r}")
    fixed = rules.origin.using(**values)
    native = fixed.engine.native(rules.own)
    if native is None:
        raise LimitExceeded(fixed.engine.untraced(rules.own))
    candidate: Any = found.candidate
    made = Law(
        candidate.at([values[name] for name in rules.free]),
        native.system,
        native.system.programs[0].coords,
        rules=fixed,
        certificate=found.certificate,
        bound=found.bound,
        reason=found.why_not_proved,
    )
    made.status, made.position = found.status, found.position
    return made
