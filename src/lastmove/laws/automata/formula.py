"""First-order formulas over the natural numbers, and what they mean as automata.

Atoms are linear comparisons, congruences, relations between binary digits and membership in
relations given by automata; Boolean combinations and quantifiers follow. Over such atoms the
theory is decidable, in base 2 (Büchi, 1960) as in Zeckendorf's numeration (Bruyère and Hansel,
1997).
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from lastmove.laws.automata.relation import BINARY, Relation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

__all__ = [
    "FALSE",
    "TRUE",
    "Formula",
    "Linear",
    "Logic",
    "all_of",
    "any_of",
    "at_most",
    "bits",
    "divisible",
    "equal",
    "exists",
    "less",
    "member",
]


class Linear:
    """A linear form: whole multiples of variables, plus a constant; immutable.

    Examples
    --------
    >>> x, y = Linear.variable("x"), Linear.variable("y")
    >>> print(2 * x - y + 1)
    2*x - y + 1
    """

    __slots__ = ("constant", "terms")

    def __init__(self, terms: Mapping[str, int], constant: int = 0) -> None:
        self.terms = {name: c for name, c in terms.items() if c}
        self.constant = constant

    @staticmethod
    def variable(name: str) -> Linear:
        """Return the form that is one variable."""
        return Linear({name: 1})

    @staticmethod
    def lift(value: Linear | int) -> Linear:
        """Return a number as a form."""
        return value if isinstance(value, Linear) else Linear({}, value)

    def __add__(self, other: Linear | int) -> Linear:
        other = Linear.lift(other)
        terms = dict(self.terms)
        for name, c in other.terms.items():
            terms[name] = terms.get(name, 0) + c
        return Linear(terms, self.constant + other.constant)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Linear:
        terms = {name: c * factor for name, c in self.terms.items()}
        return Linear(terms, self.constant * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return self * -1

    def __sub__(self, other: Linear | int) -> Linear:
        return self + -Linear.lift(other)

    def __rsub__(self, other: int) -> Linear:
        return -self + other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Linear):
            return NotImplemented
        return self.terms == other.terms and self.constant == other.constant

    def __hash__(self) -> int:
        return hash((frozenset(self.terms.items()), self.constant))

    @property
    def name(self) -> str | None:
        """The variable that this form is, if it is one."""
        if self.constant == 0 and len(self.terms) == 1:
            ((name, c),) = self.terms.items()
            return name if c == 1 else None
        return None

    @property
    def natural(self) -> bool:
        """Whether it is visibly never negative."""
        return self.constant >= 0 and all(c > 0 for c in self.terms.values())

    def replace(self, values: Mapping[str, Linear]) -> Linear:
        """Return the form with forms in place of some variables."""
        if not any(name in values for name in self.terms):
            return self
        result = Linear({}, self.constant)
        for name, c in self.terms.items():
            result = result + c * values.get(name, Linear.variable(name))
        return result

    def __str__(self) -> str:
        text = ""
        for name, c in sorted(self.terms.items()):
            size = name if abs(c) == 1 else f"{abs(c)}*{name}"
            text += f" {'-' if c < 0 else '+'} {size}" if text else ("-" if c < 0 else "") + size
        if self.constant or not text:
            sign = "-" if self.constant < 0 else "+"
            text += f" {sign} {abs(self.constant)}" if text else str(self.constant)
        return text


class Formula:
    """A formula; immutable. Made by the functions of this module, and by ``& | ~``.

    Attributes
    ----------
    op : str
        "linear", "divisible", "bits", "member", "and", "or", "not" or "exists".
    args : tuple
        Its parts.
    free : frozenset of str
        Its free variables.
    """

    __slots__ = ("args", "free", "op")

    def __init__(self, op: str, args: tuple[Any, ...], free: frozenset[str]) -> None:
        self.op = op
        self.args = args
        self.free = free

    def __and__(self, other: Formula) -> Formula:
        return all_of([self, other])

    def __or__(self, other: Formula) -> Formula:
        return any_of([self, other])

    def __invert__(self) -> Formula:
        if self.op == "not":
            inner: Formula = self.args[0]
            return inner
        if self.op in ("and", "or") and not self.args:
            return FALSE if self.op == "and" else TRUE
        return Formula("not", (self,), self.free)

    def replace(self, values: Mapping[str, Linear]) -> Formula:
        """Return the formula with forms in place of some free variables.

        Bound variables that occur in the forms are renamed.
        """
        if not any(name in values for name in self.free):
            return self
        op, args = self.op, self.args
        if op == "linear":
            return _linear(args[0].replace(values), args[1])
        if op == "divisible":
            return divisible(args[0].replace(values), args[1])
        if op == "bits":
            return bits(args[0], *(a.replace(values) for a in args[1:]))
        if op == "member":
            return member(args[0], [a.replace(values) for a in args[1]])
        if op == "exists":
            inner = {name: v for name, v in values.items() if name in self.free}
            used = {name for form in inner.values() for name in form.terms} | args[1].free
            bound = []
            for name in args[0]:
                new = name
                if any(name in form.terms for form in inner.values()):
                    while new in used or new in bound:
                        new += "'"
                    inner[name] = Linear.variable(new)
                bound.append(new)
            body: Formula = args[1].replace(inner)
            return exists(bound, body)
        if op == "not":
            negated: Formula = args[0].replace(values)
            return ~negated
        parts = [a.replace(values) for a in args]
        return all_of(parts) if op == "and" else any_of(parts)

    def __str__(self) -> str:
        op, args = self.op, self.args
        if op == "linear":
            return f"{args[0]} {args[1]} 0"
        if op == "divisible":
            return f"{args[1]} | {args[0]}"
        if op == "bits":
            return f"{args[0]}({', '.join(map(str, args[1:]))})"
        if op == "member":
            return f"{args[0]}({', '.join(map(str, args[1]))})"
        if op == "not":
            return f"not ({args[0]})"
        if op == "exists":
            return f"some {', '.join(args[0])}: ({args[1]})"
        if not args:
            return "true" if op == "and" else "false"
        return f" {op} ".join(f"({a})" for a in args)

    def __repr__(self) -> str:
        return f"<Formula {self}>"


TRUE = Formula("and", (), frozenset())
FALSE = Formula("or", (), frozenset())


def _linear(form: Linear, comparison: str) -> Formula:
    if not form.terms:
        held = form.constant == 0 if comparison == "==" else form.constant <= 0
        return TRUE if held else FALSE
    if comparison == "<=":
        low = form.constant if all(c > 0 for c in form.terms.values()) else None
        if low is not None and low > 0:
            return FALSE
        if form.constant <= 0 and all(c < 0 for c in form.terms.values()):
            return TRUE
    return Formula("linear", (form, comparison), frozenset(form.terms))


def equal(a: Linear | int, b: Linear | int) -> Formula:
    """Return ``a == b``."""
    return _linear(Linear.lift(a) - Linear.lift(b), "==")


def at_most(a: Linear | int, b: Linear | int) -> Formula:
    """Return ``a <= b``."""
    return _linear(Linear.lift(a) - Linear.lift(b), "<=")


def less(a: Linear | int, b: Linear | int) -> Formula:
    """Return ``a < b``."""
    return at_most(Linear.lift(a) + 1, b)


def divisible(form: Linear | int, modulus: int) -> Formula:
    """Return that a modulus divides a form."""
    form = Linear.lift(form)
    if not any(c % modulus for c in form.terms.values()):
        return TRUE if form.constant % modulus == 0 else FALSE
    return Formula("divisible", (form, modulus), frozenset(form.terms))


_DIGITS = {
    "and": lambda a, b, c: c == a & b,
    "or": lambda a, b, c: c == a | b,
    "xor": lambda a, b, c: c == a ^ b,
}


def bits(op: str, a: Linear, b: Linear, c: Linear) -> Formula:
    """Return that ``c`` is the bitwise `op` (``"and"``, ``"or"``, ``"xor"``) of ``a`` and ``b``."""
    return Formula("bits", (op, a, b, c), frozenset({*a.terms, *b.terms, *c.terms}))


def member(name: str, forms: Sequence[Linear]) -> Formula:
    """Return that a tuple of forms belongs to a relation known to the `Logic` by name."""
    free: frozenset[str] = frozenset(n for f in forms for n in f.terms)
    return Formula("member", (name, tuple(forms)), free)


def all_of(parts: Iterable[Formula]) -> Formula:
    """Return the conjunction."""
    return _joined("and", parts, TRUE, FALSE)


def any_of(parts: Iterable[Formula]) -> Formula:
    """Return the disjunction."""
    return _joined("or", parts, FALSE, TRUE)


def _joined(op: str, parts: Iterable[Formula], unit: Formula, zero: Formula) -> Formula:
    flat: list[Formula] = []
    for part in parts:
        if part is zero:
            return zero
        flat.extend(part.args if part.op == op else (part,))
    if not flat:
        return unit
    if len(flat) == 1:
        return flat[0]
    return Formula(op, tuple(flat), frozenset().union(*(f.free for f in flat)))


def exists(names: Iterable[str], formula: Formula) -> Formula:
    """Return that some natural numbers for the names make a formula true."""
    bound = tuple(name for name in dict.fromkeys(names) if name in formula.free)
    if not bound:
        return formula
    if formula.op == "or":
        return any_of(exists(bound, part) for part in formula.args)
    if formula.op == "exists":
        return exists((*bound, *formula.args[0]), formula.args[1])
    return Formula("exists", (bound, formula), formula.free - set(bound))


class Logic:
    """What formulas mean in one numeration, with relations known by name.

    Parameters
    ----------
    numeration : str
        ``"binary"`` or ``"zeckendorf"``.
    known : mapping, optional
        Relations for `member`: a name, and an automaton with its tracks in the order in which
        `member` gives the forms.

    Examples
    --------
    >>> x, y = Linear.variable("x"), Linear.variable("y")
    >>> logic = Logic("binary")
    >>> even = exists(["y"], equal(x, 2 * y))
    >>> logic.relation(even) == logic.relation(divisible(x, 2))
    True
    >>> logic.counterexample(even | less(x, 7))
    {'x': 7}
    """

    def __init__(self, numeration: str, known: Mapping[str, Any] | None = None) -> None:
        self.numeration = numeration
        self.known = dict(known or {})
        self._cache: dict[Any, Relation] = {}
        self._names = map("_{}".format, count())
        self.largest = 0

    def relation(self, formula: Formula) -> Relation:
        """Return the relation between the free variables that a formula defines.

        Variables that a formula only seems to depend on may be missing from the result.

        Raises
        ------
        LimitExceeded
            If an automaton on the way grows too large.
        ValueError
            If binary digits are related in another numeration.
        """
        result = self._evaluate(formula)
        self.largest = max(self.largest, result.states)
        return result

    def counterexample(self, formula: Formula) -> dict[str, int] | None:
        """Return numbers for the free variables that make a formula false; None if it is valid."""
        return self.relation(~formula).witness()

    def holds(self, formula: Formula) -> bool:
        """Return whether a formula is true for all values of its free variables."""
        return self.relation(~formula).empty

    def _evaluate(self, formula: Formula) -> Relation:
        op, args = formula.op, formula.args
        if op == "linear":
            return self._atom("linear", args[0], args[1])
        if op == "divisible":
            return self._atom("divisible", args[0], args[1])
        if op == "member":
            core = self.known[args[0]]
            return self._applied(args[1], lambda names: Relation.make(names, core))
        if op == "bits":
            if self.numeration != BINARY:
                raise ValueError("binary digits have no meaning in Zeckendorf's numeration")
            return self._applied(
                args[1:], lambda names: Relation.digitwise(names, _DIGITS[args[0]])
            )
        if op == "not":
            return ~self.relation(args[0])
        if op == "or":
            parts = sorted(map(self.relation, args), key=lambda r: r.states)
            result = Relation.linear(self.numeration, {}, "<=", 1) if not parts else parts[0]
            for part in parts[1:]:
                result = self._note(result | part)
            return result
        if op == "and":
            return self._project((), args)
        inner = args[1]
        return self._project(args[0], inner.args if inner.op == "and" else (inner,))

    def _note(self, result: Relation) -> Relation:
        self.largest = max(self.largest, result.states)
        return result

    def _atom(self, op: str, form: Linear, how: Any) -> Relation:
        # The automaton depends on the coefficients only, so it is kept without the names.
        names = sorted(form.terms)
        key = (op, tuple(form.terms[n] for n in names), form.constant, how)
        kept = self._cache.get(key)
        if kept is None:
            plain = {f"{i:03}": form.terms[n] for i, n in enumerate(names)}
            if op == "linear":
                kept = Relation.linear(self.numeration, plain, how, form.constant)
            else:
                kept = Relation.congruence(self.numeration, plain, form.constant, how)
            self._cache[key] = kept
        return Relation([names[int(n)] for n in kept.names], kept.core)

    def _applied(self, forms: Sequence[Linear], make: Any) -> Relation:
        """Return a relation applied to forms: those that are no variables get one of their own."""
        names, extra, own = [], [], []
        for form in forms:
            name = form.name
            if name is None:
                name = next(self._names)
                own.append(name)
                extra.append(equal(Linear.variable(name), form))
            names.append(name)
        relation = make(names)
        return self._eliminate(own, [relation, *map(self.relation, extra)])

    def _project(self, bound: Sequence[str], conjuncts: Sequence[Formula]) -> Relation:
        return self._eliminate(bound, [self.relation(part) for part in conjuncts])

    def _eliminate(self, bound: Sequence[str], parts: list[Relation]) -> Relation:
        """Return the conjunction of relations without the bound variables.

        A variable is dropped as soon as all relations that mention it are joined, the one that
        keeps the join smallest first.
        """
        left = {name for name in bound if any(name in part.names for part in parts)}
        while left:
            widths = {
                name: len({n for part in parts if name in part.names for n in part.names})
                for name in left
            }
            name = min((width, name) for name, width in widths.items())[1]
            touched = [part for part in parts if name in part.names]
            parts = [part for part in parts if name not in part.names]
            joined = self._join(touched)
            gone = {n for n in left if not any(n in part.names for part in parts)}
            parts.append(self._note(joined.exists(gone)))
            left -= gone
        return self._join(parts) if parts else Relation.everything(self.numeration)

    def _join(self, parts: list[Relation]) -> Relation:
        parts = sorted(parts, key=lambda r: (r.states, len(r.names)))
        result = parts[0]
        rest = parts[1:]
        while rest:
            shared = set(result.names)
            rest.sort(key=lambda r: (len(set(r.names) - shared), r.states))
            result = self._note(result & rest.pop(0))
        return result
