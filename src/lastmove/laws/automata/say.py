"""Sets that automata recognise, said in a line: conditions joined by "and" and "or".

The shortest description that is right in a small table is looked for among conditions that people
have words for (`lastmove.laws.automata.atoms`), and taken only if the automata say that it is right
everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from lastmove.errors import LimitExceeded
from lastmove.laws.automata.atoms import Atom, atoms
from lastmove.laws.automata.relation import Relation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.automata.relation import Numeration

__all__ = ["Said", "said"]

_SIGNS = (
    ("<=", r"\le"),
    (">=", r"\ge"),
    ("!=", r"\ne"),
    ("xor", r"\oplus"),
    ("phi *", r"\varphi"),
)
_EDGE = {1: 260, 2: 24, 3: 10, 4: 6}
_TERMS = 4  # joined by "or"
_STARTS = 24  # terms with which a description may begin
_NEAR = 6  # places too many, where a third condition may mend two
_TRIED = 5  # descriptions compared with the automata
_COST = 64  # of a description: beyond it nobody reads on


class _Term(NamedTuple):
    """Conditions joined by "and", and where they hold in the table."""

    bits: int
    cost: int
    parts: tuple[Atom, ...]


class Said(NamedTuple):
    """A description: terms joined by "or", each of conditions joined by "and"."""

    cost: int
    terms: tuple[tuple[Atom, ...], ...]

    def text(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the description with names of the coordinates."""
        shown = []
        for parts in self.terms:
            words = [_shown(part, names, latex) for part in parts]
            shown.append(" and ".join(words))
        loose = any(len(parts) > 1 for parts in self.terms)
        return (", or " if loose else " or ").join(shown)


def _shown(atom: Atom, names: Sequence[str], latex: bool) -> str:
    if not latex:
        return atom.text.format(*names)
    if not atom.formula:
        text = atom.text.replace("2^k, k", "$2^k$, $k$")
        return text.format(*(f"${name}$" for name in names))
    text = atom.text.replace("{", "{{").replace("}", "}}")
    for plain, sign in _SIGNS:
        text = text.replace(plain, sign)
    text = text.replace("%", r"\bmod").replace("{{", "{").replace("}}", "}")
    return f"${text.format(*names)}$"


def said(
    numeration: Numeration, arity: int, wanted: Relation, domain: Relation | None = None
) -> Said | None:
    """Return a description of a set of positions, or None if none is short enough.

    Parameters
    ----------
    numeration : str
        How the automata read numbers.
    arity : int
        Number of coordinates, which are the variables `x0`, `x1`, ...
    wanted : Relation
        The set.
    domain : Relation, optional
        Where it matters; by default everywhere.
    """
    if arity not in _EDGE:
        return None
    places = _places(arity)
    inside, legal = _bits(wanted, places), (1 << len(places)) - 1
    if domain is not None:
        legal = _bits(domain, places)
    if not inside & legal or not legal & ~inside:
        return None
    for found in _descriptions(_table(numeration, arity), inside & legal, legal & ~inside):
        try:
            wrong = _relation(found) ^ wanted
            if (wrong if domain is None else wrong & domain).empty:
                return found
        except LimitExceeded:
            continue
    return None


@lru_cache(maxsize=8)
def _places(arity: int) -> list[tuple[int, ...]]:
    return list(product(range(_EDGE[arity]), repeat=arity))


@lru_cache(maxsize=8)
def _table(numeration: Numeration, arity: int) -> list[_Term]:
    """Return the conditions, each set of places once."""
    places = _places(arity)
    found: dict[int, _Term] = {}
    for atom in atoms(numeration, arity):
        bits = sum(1 << k for k, at in enumerate(places) if atom.holds(at))
        if bits not in found or atom.cost < found[bits].cost:
            found[bits] = _Term(bits, atom.cost, (atom,))
    return sorted(found.values(), key=lambda term: term.cost)


def _bits(relation: Relation, places: list[tuple[int, ...]]) -> int:
    from lastmove.laws.automata.relation import words
    from lastmove.laws.automata.terms import coordinate

    which = [int(name[1:]) for name in relation.names]
    assert all(name == coordinate(i) for name, i in zip(relation.names, which, strict=True))
    total = 0
    for k, at in enumerate(places):
        word = words(relation.numeration, [at[i] for i in which])
        if relation.core.accepts(word):
            total |= 1 << k
    return total


def _descriptions(table: list[_Term], inside: int, outside: int) -> list[Said]:
    """Return descriptions that are right in the table, the shortest first."""
    whole: list[_Term] = []
    rest: list[_Term] = []
    for term in table:
        if term.bits & inside:
            (rest if term.bits & outside else whole).append(term)
    terms = list(whole)
    seen: dict[int, int] = {}
    near: list[_Term] = []

    def add(term: _Term, atom: _Term) -> None:
        bits = term.bits & atom.bits
        cost = term.cost + atom.cost + 1
        if not bits & inside or seen.get(bits, cost + 1) <= cost:
            return
        seen[bits] = cost
        parts = tuple(sorted((*term.parts, *atom.parts), key=_order))
        if not bits & outside:
            terms.append(_Term(bits, cost, parts))
        elif len(parts) == 2 and (bits & outside).bit_count() <= _NEAR:
            near.append(_Term(bits, cost, parts))

    for i, first in enumerate(rest):
        for second in rest[:i]:
            add(first, second)
    # Those that are short, and those that say much for their length.
    near.sort(key=lambda t: (t.cost, t.parts[0].text))
    wide = sorted(near[_STARTS:], key=lambda t: t.cost - (t.bits & inside).bit_count())
    for first in near[:_STARTS] + wide[:_STARTS]:
        for second in rest:
            add(first, second)
    # A term is of use if no cheaper one holds wherever it does.
    terms.sort(key=lambda t: (t.cost - 2 * ((t.bits & inside).bit_count()), t.cost))
    kept: list[_Term] = []
    for term in terms:
        own = term.bits & inside
        if not any(own & ~k.bits == 0 and k.cost <= term.cost for k in kept):
            kept.append(term)
    found: dict[tuple[tuple[Atom, ...], ...], Said] = {}
    for first in sorted(kept, key=lambda t: -(t.bits & inside).bit_count())[:_STARTS]:
        chosen, left = [first], inside & ~first.bits
        while left and len(chosen) < _TERMS:
            best = max(kept, key=lambda t: ((t.bits & left).bit_count() / (t.cost + 3), -t.cost))
            if not best.bits & left:
                break
            chosen.append(best)
            left &= ~best.bits
        if left:
            continue
        for term in list(chosen):
            others = [t for t in chosen if t is not term]
            if len(chosen) > 1 and not inside & ~_union(others):
                chosen = others
        cost = sum(t.cost for t in chosen) + 2 * len(chosen)
        if cost <= _COST:
            chosen.sort(key=lambda t: (t.cost, t.parts[0].text))
            joined = tuple(t.parts for t in chosen)
            found.setdefault(joined, Said(cost, joined))
    return sorted(found.values(), key=lambda s: s.cost)[:_TRIED]


def _order(atom: Atom) -> tuple[int, int, str]:
    return atom.text.count("{"), atom.cost, atom.text


def _union(terms: Sequence[_Term]) -> int:
    total = 0
    for term in terms:
        total |= term.bits
    return total


def _relation(description: Said) -> Relation:
    total: Relation | None = None
    for parts in description.terms:
        made = parts[0].make()
        for part in parts[1:]:
            made = made & part.make()
        total = made if total is None else total | made
    assert total is not None
    return total
