"""Automata as a person would say them: familiar formulas where they match, else the states."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from typing import TYPE_CHECKING, NamedTuple

from lastmove.errors import LimitExceeded
from lastmove.laws.automata.familiar import GOLDEN, GOLDEN_TEX, lost, nim_sum, small, value
from lastmove.laws.automata.formula import (
    Linear,
    Logic,
    all_of,
    any_of,
    at_most,
    equal,
    exists,
)
from lastmove.laws.automata.relation import BINARY, Relation, words
from lastmove.laws.automata.say import Said, said
from lastmove.laws.automata.terms import NotDefinable, Terms, coordinate
from lastmove.laws.automata.turned import turned
from lastmove.rules.expr import coord, maximum, where

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from lastmove._core import Automaton
    from lastmove.laws.automata.family import AutomatonLaw
    from lastmove.laws.automata.relation import Numeration
    from lastmove.rules.expr import Expr

__all__ = ["describe", "expression", "reason", "told"]

_MOST_VALUES = 8  # Grundy values that are listed one by one


def expression(law: AutomatonLaw) -> Expr | None:
    """Return the label as an expression where it is a nim sum, or says whether one is zero."""
    if law.numeration != BINARY or not {"G", "W"} & set(law.automata):
        return None
    names = [coordinate(i) for i in range(law.arity)]
    graph = nim_sum(names)
    total: Any = reduce(xor, map(coord, range(law.arity)))
    if law.what == "grundy":
        own = Relation.make(["g", *names], law.automata["G"])
        return total if own == graph else None
    own = Relation.make(names, law.automata["W"])
    logic = Logic(BINARY)
    zero = (graph & logic.relation(equal(Linear.variable("g"), 0))).exists(["g"])
    if own == ~zero:
        found: Expr = total != 0
        return found
    if own == small(BINARY, names, 1) ^ ~zero:
        made: Expr = where(maximum(0, *map(coord, range(law.arity))) <= 1, total == 0, total != 0)
        return made
    return None


def _counted(law: AutomatonLaw) -> int | None:
    """Return m if a position is lost where m divides the number of ones in every binary place.

    In misere play, unless no number exceeds 1; then the number of ones leaves 1 modulo m.
    """
    names = [coordinate(i) for i in range(law.arity)]
    own = Relation.make(names, law.automata["W"])
    tiny = small(BINARY, names, 1)
    for m in range(3, law.arity + 2):
        rule: Callable[..., bool] = lambda *digits, m=m: sum(digits) % m == 0  # noqa: E731
        lost_at = Relation.digitwise(names, rule)
        if law.what == "misere":
            one = Relation.congruence(BINARY, dict.fromkeys(names, 1), -1, m)
            lost_at = (lost_at - tiny) | (tiny & one)
        if own == ~lost_at:
            return m
    return None


def describe(law: AutomatonLaw, names: Sequence[str], *, latex: bool = False) -> str:
    """Return a law as text, or as sentences in one LaTeX formula; see `_describe`."""
    if not latex:
        return _describe(law, names, latex=False)
    from lastmove.laws.look import prose

    marked = [f"${name}$" for name in names]
    text = _describe(law, names, latex=True, marked=marked)
    return prose(text.replace("→", r"$\to$").splitlines())


def _describe(
    law: AutomatonLaw, names: Sequence[str], *, latex: bool, marked: Sequence[str] | None = None
) -> str:
    """Return a law as text.

    Parameters
    ----------
    law : AutomatonLaw
        The law.
    names : sequence of str
        Names of the coordinates.
    latex : bool, default False
        Whether formulas are LaTeX instead of Unicode.
    marked : sequence of str, optional
        The names as they stand outside formulas.

    Returns
    -------
    str
        A sentence where the law is familiar; else the automaton, with small members.
    """
    plus, unequal, one = (r" \oplus ", r" \ne ", r" \le ") if latex else (" ⊕ ", " ≠ ", " ≤ ")
    formula = expression(law)
    total = plus.join(names)
    mark = "$" if latex else ""
    plain = names
    names = names if marked is None else marked
    if formula is not None and law.what == "grundy":
        return f"Grundy value {mark}{total}{mark}"
    if formula is not None and formula.op == "?":
        every = ", ".join(names)
        return (
            f"the player to move wins iff {mark}{total}{unequal}0{mark}, or, where "
            f"{every}{mark}{one}1{mark}, iff {mark}{total} = 0{mark}"
        )
    if formula is not None:
        return f"the player to move wins iff {mark}{total}{unequal}0{mark}"
    if law.numeration == BINARY and "W" in law.automata:
        m = _counted(law)
        if m is not None:
            return (
                f"the player to move loses iff, in every binary place, the number of ones among "
                f"{', '.join(names)} is divisible by {m}"
            ) + (
                f"; where none exceeds 1, iff the number of ones is 1 more than a multiple of {m}"
                if law.what == "misere"
                else ""
            )
    named = _named(law)
    if named is not None and latex and GOLDEN in named:
        return named.replace(GOLDEN, GOLDEN_TEX).format(*plain)
    if named is not None:
        return named.format(*names)
    lines = told(law)
    if lines is not None:
        return "\n".join(line.format(*plain, latex=latex) for line in lines)
    return "\n".join(_automaton(law, name, names) for name in law.automata)


def _named(law: AutomatonLaw) -> str | None:
    own = [coordinate(i) for i in range(law.arity)]
    if "G" in law.automata:
        found = value(law.numeration, own, Relation.make(["g", *own], law.automata["G"]))
        return None if found is None else f"Grundy value: {found}"
    if "W" not in law.automata:
        return None
    found = lost(law.numeration, own, Relation.make(own, law.automata["W"]))
    return None if found is None else f"the player to move loses iff {found}"


class Line(NamedTuple):
    """A label, and where it is right; None: everywhere else."""

    label: str
    where: Said | None

    def format(self, *names: str, latex: bool = False) -> str:
        """Return the line with names of the coordinates."""
        if self.where is None:
            return f"{self.label} otherwise"
        return f"{self.label} iff {self.where.text(names, latex=latex)}"


def told(law: AutomatonLaw) -> list[Line] | None:
    """Return where the labels are right, in words; None where that takes too many.

    What is found is kept with the law.
    """
    if law.told is None:
        try:
            law.told = _told(law)
        except LimitExceeded:
            law.told = []
    return law.told or None


def _told(law: AutomatonLaw) -> list[Line]:
    sets = _sets(law)
    if sets is None:
        return []
    names = [coordinate(i) for i in range(law.arity)]
    domain = None
    if law.domain is not None:
        try:
            domain = where_true(law.domain, law.numeration, names)
        except NotDefinable:
            return []
        if domain.empty:
            return []
        sets = {label: found for label, found in sets.items() if not (found & domain).empty}
    texts = {k: said(law.numeration, law.arity, found, domain) for k, found in sets.items()}
    if law.what != "grundy" and "W" in law.automata:
        lost, won = texts.get("P"), texts.get("N")
        if lost is not None and (won is None or lost.cost <= 1.3 * won.cost + 4):
            return [Line("the player to move loses", lost)]
        return [] if won is None else [Line("the player to move wins", won)]
    dear = max(texts, key=lambda k: 10**6 if texts[k] is None else texts[k].cost)  # type: ignore[union-attr]
    prefix = "Grundy value " if law.what == "grundy" else ""
    lines = [Line(prefix + k, text) for k, text in texts.items() if k != dear]
    if any(line.where is None for line in lines):
        return []
    return [*lines, Line(dear if lines else prefix + dear, None)]


def _sets(law: AutomatonLaw) -> dict[str, Relation] | None:
    """Return where each label is right; None if there are too many labels."""
    names = [coordinate(i) for i in range(law.arity)]
    if "W" in law.automata:
        wins = Relation.make(names, law.automata["W"])
        return {"P": ~wins, "N": wins}
    if "W0" in law.automata:
        left, right = (Relation.make(names, law.automata[f"W{p}"]) for p in (0, 1))
        found = {"L": left - right, "R": right - left, "N": left & right, "P": ~(left | right)}
        return {label: relation for label, relation in found.items() if not relation.empty}
    graph = Relation.make(["g", *names], law.automata["G"])
    logic, g, found = Logic(law.numeration), Linear.variable("g"), {}
    if not (graph & logic.relation(at_most(_MOST_VALUES, g))).empty:
        return None
    for label in range(_MOST_VALUES):
        here = (graph & logic.relation(equal(g, label))).exists(["g"])
        if not here.empty:
            found[str(label)] = here
    return found


def where_true(condition: Expr, numeration: Numeration, names: Sequence[str]) -> Relation:
    """Return where an expression in the coordinates is not 0.

    Raises
    ------
    NotDefinable
        If addition and order cannot say it.
    """
    cases = Terms().cases(condition, {})
    parts = (exists(c.fresh, all_of([*c.guard, ~equal(c.form, 0)])) for c in cases)
    return Logic(numeration).relation(any_of(parts))


_SUBJECT = {
    "W": "the player to move wins at",
    "W0": "Left, moving first, wins at",
    "W1": "Right, moving first, wins at",
    "G": "the Grundy value g is the number with which",
}


def _automaton(law: AutomatonLaw, name: str, names: Sequence[str]) -> str:
    automaton = law.automata[name]
    tracks = ["g", *names] if name == "G" else list(names)
    shown = f"({', '.join(tracks)})" if len(tracks) > 1 else tracks[0]
    width = len(tracks)
    rows = [
        list(automaton.transitions[state << width : (state + 1) << width])
        for state in range(automaton.states)
    ]
    accepting = list(automaton.accepting)
    how = (
        "binary digits, lowest first,"
        if law.numeration == BINARY
        else "Zeckendorf digits (weights ..., 5, 3, 2, 1), highest first,"
    )
    other = turned(automaton, width) if law.numeration == BINARY else None
    if other is not None and len(other[0]) < automaton.states:
        (rows, accepting), how = other, "binary digits, highest first,"
    lines = [
        f"{_SUBJECT[name]} {shown} iff an automaton of {len(rows)} states accepts the {how}",
        f"from state 0 (accepting: {_states(accepting)}):",
    ]
    for state, row in enumerate(rows):
        arrows = ", ".join(
            f"{''.join(str(letter >> i & 1) for i in range(width))}→{target}"
            for letter, target in enumerate(row)
        )
        lines.append(f"  {state}: {arrows}")
    lost = name == "W"
    word = "loses at" if lost else "it accepts"
    lines.append(f"{word} {', '.join(map(str, _members(law, automaton, width, not lost)))}, ...")
    return "\n".join(lines)


def reason(law: AutomatonLaw, coords: Sequence[int], names: Sequence[str]) -> str:
    """Return the condition that holds at a position, where the law is told by conditions."""
    for line in told(law) or ():
        for parts in () if line.where is None else line.where.terms:
            if all(part.holds(tuple(coords)) for part in parts):
                return line.where._replace(terms=(parts,)).text(names)  # type: ignore[union-attr]
    return ""


def _states(accepting: Sequence[bool]) -> str:
    chosen = [str(s) for s, accepts in enumerate(accepting) if accepts]
    return ", ".join(chosen) or "none"


def _members(law: AutomatonLaw, automaton: Automaton, tracks: int, inside: bool) -> list[Any]:
    """Return the first few tuples inside (or outside), the smallest numbers first."""
    edge = {1: 200, 2: 24, 3: 10}.get(tracks, 6)
    found = [
        place
        for place in sorted(product(range(edge), repeat=tracks), key=lambda n: (max(n), n))
        if automaton.accepts(words(law.numeration, place)) == inside
    ]
    return [n[0] if tracks == 1 else n for n in found[:8]]
