"""Exponents as a person would say them: formulas that automata prove to be the same.

Exponents of the base in a linear form, and logarithms of one, are definable where powers are. A
law is told by them, by cases of a remainder, where it differs from them at few positions only.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from lastmove.laws.check import Rejected
from lastmove.laws.check_forms import Forms, number, plus, variable
from lastmove.laws.check_sets import Sets
from lastmove.laws.look import prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.laws.automata.radix import Radix
    from lastmove.laws.check_sets import Form, Set

__all__ = ["Cases", "Named", "cases", "prose"]

_MOST_EXCEPTIONS = 10
_MODULI = (1, 2, 3, 4, 6)
_WORK = 3_000_000


class Named(NamedTuple):
    """A formula: an exponent or logarithm of a linear form, plus a constant; or a constant.

    Attributes
    ----------
    kind : str
        ``"exponent"``, ``"logarithm"`` or ``"constant"``.
    base : int
        Of the power or the logarithm.
    weights : tuple of int
        The coefficients of the form.
    shift, plus : int
        Its constant, and what is added to the whole.
    under : int
        By what the form is divided, in a logarithm.
    """

    kind: str
    base: int
    weights: tuple[int, ...]
    shift: int
    plus: int
    under: int = 1

    def form(self, coords: Sequence[int]) -> int:
        """Return the value of the linear form."""
        return sum(w * n for w, n in zip(self.weights, coords, strict=True)) + self.shift

    def value(self, coords: Sequence[int]) -> int | None:
        """Return the value at a position, None where there is none."""
        if self.kind == "constant":
            return self.plus
        m, count = self.form(coords) // self.under, 0
        if m <= 0:
            return None
        while m % self.base == 0 if self.kind == "exponent" else m >= self.base:
            m //= self.base
            count += 1
        return count + self.plus

    def graph(self, sets: Sets) -> Set:
        """Return the pairs of a power ``g``, whose exponent is the value, and a position."""
        forms, names = Forms(sets, len(self.weights)), [f"x{i}" for i in range(len(self.weights))]
        if self.kind == "constant":
            return forms.equal("g", number(self.base**self.plus))
        power, m = variable("h"), number(self.shift)
        for w, name in zip(self.weights, names, strict=True):
            m = plus(m, variable(name), w)
        told: Form = ({"h": self.base ** max(self.plus, 0)}, 0)
        scaled: Form = ({"g": self.base ** max(-self.plus, 0)}, 0)
        parts = [forms.powers("h", 1), sets.linear(plus(told, scaled, -1), True)]
        if self.kind == "exponent":
            # The first digit of m that is not 0 is where h has its 1.
            lowest = sets.build(
                ("h", "m"),
                0,
                lambda s, a: s or (0 if not a else 1 if sets.digit(a, 0) == 1 < a else 2),
                lambda s: s == 1,
            )
            # Above the 1 of h, m has any digits; both are 0 before.
            parts += [forms.equal("m", m), lowest]
        else:
            above = plus(plus(m, number(1)), power, -self.base * self.under)
            below = plus(number(0), power, self.under)
            parts += [forms.at_most(below, m), sets.linear(above, False)]
        return sets.join(parts, ["g", *names])

    def text(self, names: Sequence[str], latex: bool) -> str:
        """Return the formula."""
        if self.kind == "constant":
            return str(self.plus)
        form = ""
        for w, name in zip(self.weights, names, strict=True):
            if w:
                form += " - " if w < 0 else " + " if form else ""
                form += name if abs(w) == 1 else f"{abs(w)}{' ' if latex else ' * '}{name}"
        if self.shift:
            form += f" {'-' if self.shift < 0 else '+'} {abs(self.shift)}"
        form = form.strip()
        if self.under > 1:
            form = rf"\frac{{{form}}}{{{self.under}}}" if latex else f"({form}) / {self.under}"
        if self.kind == "logarithm":
            text = rf"\lfloor \log_{{{self.base}}} ({form}) \rfloor" if latex else ""
            text = text or f"floor(log{self.base}({form}))"
            return text + (f" {'-' if self.plus < 0 else '+'} {abs(self.plus)}" * bool(self.plus))
        form = form if form in names else f"({form})"
        text = f"the exponent of {self.base} in {f'${form}$' if latex else form}"
        text = f"{self.plus} + {text}" if self.plus else text
        return rf"\text{{{text}}}" if latex else text


class Cases(NamedTuple):
    """Formulas by the remainder of the first coordinate, and exceptions.

    Attributes
    ----------
    formulas : tuple of Named
        One for each remainder by their number.
    exceptions : dict
        The values at positions where no formula holds.
    """

    formulas: tuple[Named, ...]
    exceptions: dict[tuple[int, ...], int]

    def text(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the formulas in lines."""
        m = len(self.formulas)
        lines = []
        for formula in dict.fromkeys(self.formulas):
            rests = [str(r) for r, f in enumerate(self.formulas) if f == formula]
            where = ""
            if m > 1 and latex:
                where = rf"\text{{ if }} {names[0]} \bmod {m} \in \{{{', '.join(rests)}\}}"
            elif m > 1:
                only = f"= {rests[0]}" if len(rests) == 1 else f"in {{{', '.join(rests)}}}"
                where = f" if {names[0]} % {m} {only}"
            lines.append(formula.text(names, latex) + where)
        if self.exceptions:
            told = []
            for value in dict.fromkeys(self.exceptions.values()):
                at = [p for p, v in self.exceptions.items() if v == value]
                shown = [str(p[0]) if len(p) == 1 else str(p) for p in at]
                told.append(f"{value} at {', '.join(shown)}")
            lines.append(rf"\text{{but {'; '.join(told)}}}" if latex else f"but {'; '.join(told)}")
        if not latex:
            return "\n".join(lines)
        if len(lines) == 1:
            return lines[0]
        return "\\begin{array}{l}\n" + " \\\\\n".join(lines) + "\n\\end{array}"

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return which formula holds at a position; nothing at exceptions."""
        if tuple(coords) in self.exceptions:
            return ""
        formula = self.formulas[coords[0] % len(self.formulas)]
        text, value = formula.text(names, False), formula.value(coords)
        return f"{text} is {value}" if formula.kind == "exponent" else f"{text} = {value}"

    def code(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that computes the value."""
        if language not in ("cpp", "python"):
            raise ValueError(f"code is emitted in 'cpp' or 'python', not {language!r}")
        python, lines = language == "python", []

        def when(condition: str, inner: list[str]) -> None:
            if python:
                lines.extend([f"if {condition}:", *("    " + line for line in inner)])
            else:
                lines.extend([f"if ({condition}) {{", *("    " + s for s in inner), "}"])

        end, both = ("", " and ") if python else (";", " && ")
        for place, value in self.exceptions.items():
            at = both.join(f"{name} == {n}" for name, n in zip(names, place, strict=True))
            when(at, [f"return {value}{end}"])
        m = len(self.formulas)
        for formula in dict.fromkeys(self.formulas):
            rests = [r for r, f in enumerate(self.formulas) if f == formula]
            inner = formula_code(formula, python, names)
            if formula == self.formulas[-1] and rests[-1] == m - 1 and len(rests) == m:
                lines.extend(inner)
                continue
            either = (" or " if python else " || ").join(f"{names[0]} % {m} == {r}" for r in rests)
            when(either, inner)
        if m > 1 and len(set(self.formulas)) > 1:
            lines.append('raise SystemExit("no remainder")' if python else "return 0;")
        return "\n".join(lines)


def formula_code(formula: Named, python: bool, names: Sequence[str]) -> list[str]:
    """Return statements that return the value of a formula."""
    if formula.kind == "constant":
        return [f"return {formula.plus}" + ("" if python else ";")]
    big, form = "" if python else "(big)", ""
    for w, name in zip(formula.weights, names, strict=True):
        if w:
            form += (" - " if form else "-") if w < 0 else " + " if form else ""
            form += f"{big}{name}" if abs(w) == 1 else f"{big}{name} * {abs(w)}"
    if formula.shift:
        form += f" {'-' if formula.shift < 0 else '+'} {abs(formula.shift)}"
    if formula.under > 1:
        form = f"({form}) {'//' if python else '/'} {formula.under}"
    b = formula.base
    goes_on = f"m % {b} == 0" if formula.kind == "exponent" else f"m >= {b}"
    if python:
        lines = [f"m, value = {form}, {formula.plus}", f"while {goes_on}:"]
        return [*lines, f"    m //= {b}", "    value += 1", "return value"]
    lines = [f"big m = {form};", f"long long value = {formula.plus};"]
    return [*lines, f"for (; {goes_on}; m /= {b}) ++value;", "return value;"]


def cases(arity: int, automaton: Radix) -> Cases | None:
    """Return formulas that say what an automaton says, or None."""
    names = [f"x{i}" for i in range(arity)]
    edge = 700 if arity == 1 else 22
    places = list(product(range(edge), repeat=arity))
    known: dict[tuple[int, ...], int] = {}
    for place in places:
        power, count = automaton.first(place), 0
        while power is not None and power > 1:
            power //= automaton.base
            count += 1
        if power is None:
            return None  # no law, or one on a domain
        known[place] = count
    sets = Sets(False, automaton.base)
    sets.work = _WORK
    try:
        label = sets.read(automaton.table, ("g", *names))
        for m in _MODULI if arity == 1 else (1,):
            found = [_case(arity, automaton.base, known, m, r) for r in range(m)]
            if any(f is None for f in found):
                continue
            chosen = Cases(tuple(f for f in found if f is not None), {})
            if _agrees(sets, label, chosen, known, arity):
                return chosen
    except Rejected:
        pass
    return None


def _case(arity: int, base: int, known: dict[tuple[int, ...], int], m: int, r: int) -> Named | None:
    """Return a formula that is right in the table for a remainder, but for exceptions."""
    far = 60 if arity == 1 else 8
    places = [p for p in known if p[0] % m == r and min(p) >= far]
    values = [known[p] for p in places]
    if len(set(values)) == 1:
        return Named("constant", base, (0,) * arity, 0, values[0])
    for kind, weights, shift, under in _forms(arity, base):
        first = Named(kind, base, weights, shift, 0, under).value(places[0])
        if first is None:
            continue
        formula = Named(kind, base, weights, shift, values[0] - first, under)
        told = ((formula.value(p), v) for p, v in zip(places, values, strict=True))
        if all(a == b for a, b in told):
            return formula
    return None


def _forms(arity: int, base: int) -> Iterator[tuple[str, tuple[int, ...], int, int]]:
    """Yield kinds, coefficients, constants and denominators, simple ones first."""
    weights: list[tuple[int, ...]] = [(w,) for w in range(1, 6)]
    if arity > 1:
        weights = [w for w in product((0, 1, 2, -1), repeat=arity) if any(n > 0 for n in w)]
    unders = [d for d in range(1, 10) if d == 1 or d % base]
    order = sorted(
        product(weights, range(-6, 7), unders),
        key=lambda t: (sum(map(abs, t[0])) + abs(t[1]) + 2 * t[2], t[1] < 0),
    )
    for own, shift, under in order:
        if under == 1:
            yield "exponent", own, shift, 1
        if under == 1 or sum(map(abs, own)) == 1:
            yield "logarithm", own, shift, under


def _agrees(
    sets: Sets, label: Set, chosen: Cases, known: dict[tuple[int, ...], int], arity: int
) -> bool:
    """Note exceptions, and return whether automata say that there are no others."""
    names = [f"x{i}" for i in range(arity)]
    m = len(chosen.formulas)
    for place, value in known.items():
        if chosen.formulas[place[0] % m].value(place) != value:
            if len(chosen.exceptions) == _MOST_EXCEPTIONS:
                return False
            chosen.exceptions[place] = value
    graphs = []
    for formula in dict.fromkeys(chosen.formulas):
        rests = [
            sets.some(sets.linear(({"x0": 1, "q": -m}, -r), True), ["q"])
            for r, f in enumerate(chosen.formulas)
            if f == formula
        ]
        graphs.append(sets.both(formula.graph(sets), sets.union(rests)))
    differ = sets.combine(label, sets.union(graphs), lambda a, b: a != b)
    places = sets.some(differ, ["g"])
    for place in chosen.exceptions:
        at = [sets.linear(({n: 1}, -k), True) for n, k in zip(names, place, strict=True)]
        places = sets.combine(places, sets.join(at, names), lambda a, b: a and not b)
    return places.empty
