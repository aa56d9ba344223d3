"""Sets of numbers told by their digits in a base, in words that say exactly what automata say.

What people say of such sets: the exponent of the base in n, its last digit that is not 0, its first
digit, how many digits it has, and a remainder. Each is an automaton of its own; a law is told by
one or two of them where its automaton is the same but for few small numbers.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from lastmove.laws.check import Rejected
from lastmove.laws.check_sets import Sets
from lastmove.laws.look import prose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.laws.automata.radix import Radix
    from lastmove.laws.check_sets import Set

__all__ = ["Told", "prose", "told"]

_EDGE = 730
_FAR = 40  # exceptions are smaller
_MOST_EXCEPTIONS = 8
_WORK = 3_000_000
_SHIFTS = (0, 1, -1, 2, -2)


class Feature(NamedTuple):
    """Something that the digits of a number tell.

    Attributes
    ----------
    text : str
        What it is called, of ``{0}``.
    value : callable
        Of a number, in a base.
    step : callable
        The state after one more digit, from 0 on.
    told : callable
        The value that a state tells, None if there is none, as of 0.
    """

    text: str
    value: Callable[[int], int | None]
    step: Callable[[int, int], int]
    told: Callable[[int], int | None]


def _features(base: int) -> Iterator[Feature]:
    def exponent(m: int) -> Feature:
        def value(n: int) -> int | None:
            if n <= 0:
                return None
            count = 0
            while n % base == 0:
                n, count = n // base, count + 1
            return count % m

        return Feature(
            f"the exponent of {base} in {{0}} mod {m}",
            value,
            # 0 .. m - 1: zeros so far; then m .. 2 m - 1 once another digit came.
            lambda s, d: s if s >= m else (s + 1) % m if d == 0 else m + s,
            lambda s: s - m if s >= m else None,
        )

    def length(m: int) -> Feature:
        def value(n: int) -> int | None:
            if n <= 0:
                return None
            count = 0
            while n:
                n, count = n // base, count + 1
            return count % m

        # A state is the number of digits so far, and the length up to the last that is not 0.
        return Feature(
            f"the number of digits of {{0}} in base {base} mod {m}",
            value,
            lambda s, d: (s % m + 1) % m + m * ((s % m + 1) % m + 1 if d else s // m),
            lambda s: s // m - 1 if s >= m else None,
        )

    def last(n: int) -> int | None:
        if n <= 0:
            return None
        while n % base == 0:
            n //= base
        return n % base

    def first(n: int) -> int | None:
        while n >= base:
            n //= base
        return n if n > 0 else None

    for m in (2, 3):
        yield exponent(m)
    yield Feature(
        f"the last digit of {{0}} in base {base} that is not 0",
        last,
        lambda s, d: s or d,
        lambda s: s or None,
    )
    yield Feature(
        f"the first digit of {{0}} in base {base}", first, lambda s, d: d or s, lambda s: s or None
    )
    for m in (2, 3):
        yield length(m)
    for m in (2, 3):
        yield Feature(
            f"the sum of digits of {{0}} in base {base} mod {m}",
            lambda n, m=m: None if n < 0 else _sum(base, n) % m,  # type: ignore[misc]
            lambda s, d, m=m: (s + d) % m,  # type: ignore[misc]
            lambda s: s,
        )


def _sum(base: int, n: int) -> int:
    total = 0
    while n:
        total, n = total + n % base, n // base
    return total


class Told(NamedTuple):
    """A law in words.

    Attributes
    ----------
    what : str
        What it tells.
    base : int
        The base.
    feature : str
        What the features are called, joined by "and".
    shift, modulus : int
        They are of n + shift; and beside them is the remainder of n, unless 1.
    parts : tuple
        The features, by number.
    labels : dict
        The label by the values of the features and the remainder.
    exceptions : dict
        Labels of single numbers.
    """

    what: str
    base: int
    shift: int
    modulus: int
    parts: tuple[int, ...]
    labels: dict[tuple[int | None, ...], int]
    exceptions: dict[int, int]

    def key(self, n: int) -> tuple[int | None, ...]:
        """Return the values of the features of a number, and its remainder."""
        features = list(_features(self.base))
        return (*(features[i].value(n + self.shift) for i in self.parts), n % self.modulus)

    def text(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law in lines."""
        name = names[0]
        of = f"({name} {'+' if self.shift > 0 else '-'} {abs(self.shift)})" if self.shift else name
        if latex:
            name, of = f"${name}$", f"${of}$"
        features = list(_features(self.base))
        shown = [features[i].text.format(of) for i in self.parts]
        if self.modulus > 1:
            shown.append(f"{name} mod {self.modulus}")
        lines = []
        order = sorted(set(self.labels.values()))
        common = max(order, key=lambda v: sum(label == v for label in self.labels.values()))
        for label in order:
            if label == common and len(order) > 1:
                continue
            keys = [k for k, v in self.labels.items() if v == label]
            rows = []
            for key in keys:
                told = [v for v, s in zip(key, (*self.parts, None), strict=True) if s is not None]
                told += [key[-1]] if self.modulus > 1 else []
                rows.append(told)
            if len(shown) == 1:
                where = f"{shown[0]} is {_either([str(r[0]) for r in rows])}"
            else:
                pairs = [f"({', '.join(map(str, r))})" for r in rows]
                where = f"({', '.join(shown)}) is {_either(pairs)}"
            lines.append(f"{self._label(label)} if {where}")
        lines.append(f"{self._label(common)} otherwise")
        for label in sorted(set(self.exceptions.values())):
            at = [str(n) for n, v in self.exceptions.items() if v == label]
            lines.append(f"but {self._label(label)} at {', '.join(at)}")
        return prose(lines) if latex else "\n".join(lines)

    def _label(self, label: int) -> str:
        return str(label) if self.what == "grundy" else "PN"[label]

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the values that decide at a position; nothing at exceptions."""
        (n,) = coords
        if n in self.exceptions:
            return ""
        of = names[0] if not self.shift else f"({names[0]} + {self.shift})".replace("+ -", "- ")
        features, key = list(_features(self.base)), self.key(n)
        told = [
            f"{features[i].text.format(of)} is {v}" for i, v in zip(self.parts, key, strict=False)
        ]
        if self.modulus > 1:
            told.append(f"{names[0]} mod {self.modulus} = {n % self.modulus}")
        return " and ".join(told)


def _either(texts: list[str]) -> str:
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def told(what: str, arity: int, automaton: Radix) -> Told | None:
    """Return the law of an automaton in words, or None."""
    if arity != 1:
        return None
    known: list[int] = []
    for n in range(_EDGE):
        value = automaton.first((n,)) if what == "grundy" else int(automaton.accepts((n,)))
        if value is None:
            return None
        known.append(value)
    for shift, modulus, parts in _ways(automaton.base):
        made = _fits(Told(what, automaton.base, shift, modulus, parts, {}, {}), known)
        if made is not None:
            try:
                if _same(made, automaton):
                    return made
            except Rejected:
                continue
    return None


def _ways(base: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    count = len(list(_features(base)))
    some = [*((i,) for i in range(count)), *((i, j) for i in range(count) for j in range(i))]
    ways = list(product(_SHIFTS, (1, 2, 3), some))
    yield from sorted(ways, key=lambda w: (len(w[2]) + (w[1] > 1), abs(w[0]), w[1]))


def _fits(made: Told, known: list[int]) -> Told | None:
    """Fill in labels and exceptions from a table; None if that does not fit."""
    features = list(_features(made.base))
    for n in range(_FAR, len(known)):
        key = (*(features[i].value(n + made.shift) for i in made.parts), n % made.modulus)
        if made.labels.setdefault(key, known[n]) != known[n]:
            return None
    for n in range(_FAR):
        key = (*(features[i].value(n + made.shift) for i in made.parts), n % made.modulus)
        if made.labels.get(key) != known[n]:
            made.exceptions[n] = known[n]
    few = len(made.exceptions) <= _MOST_EXCEPTIONS and len(made.labels) <= len(known) // 40
    return made if few else None


def _same(made: Told, automaton: Radix) -> bool:
    """Return whether automata say that a law in words is that of an automaton."""
    sets = Sets(False, made.base)
    sets.work = _WORK
    features = [list(_features(made.base))[i] for i in made.parts]
    grundy = made.what == "grundy"
    label = sets.read(automaton.table, ("g", "x0") if grundy else ("x0",))
    parts: list[Set] = []
    shifted = sets.linear(({"n": 1, "x0": -1}, -made.shift), True)
    for key, value in made.labels.items():
        own = [
            sets.build(("n",), 0, f.step, lambda s, f=f, v=v: f.told(s) == v)  # type: ignore[misc]
            for f, v in zip(features, key, strict=False)
        ]
        rest = sets.linear(({"x0": 1, "q": -made.modulus}, -(key[-1] or 0)), True)
        where = sets.both(sets.join([shifted, *own], ["x0"]), sets.some(rest, ["q"]))
        if grundy:
            parts.append(sets.both(where, sets.linear(({"g": 1}, -value), True)))
        elif value:
            parts.append(where)
    differ = sets.combine(label, sets.union(parts), lambda a, b: a != b)
    places = sets.some(differ, ["g"])
    for n in made.exceptions:
        at = sets.linear(({"x0": 1}, -n), True)
        places = sets.combine(places, at, lambda a, b: a and not b)
    return places.empty
