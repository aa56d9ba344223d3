"""Automata as a person would say them: familiar formulas where they match, else the states."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor
from typing import TYPE_CHECKING

from lastmove.laws.automata.familiar import lost, nim_sum, small, value
from lastmove.laws.automata.formula import Linear, Logic, equal
from lastmove.laws.automata.relation import BINARY, Relation, words
from lastmove.laws.automata.terms import coordinate
from lastmove.rules.expr import coord, maximum, where

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from lastmove._core import Automaton
    from lastmove.laws.automata.family import AutomatonLaw
    from lastmove.rules.expr import Expr

__all__ = ["describe", "expression"]


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
    if named is not None:
        return named.format(*names)
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
    how = (
        "binary digits, lowest first,"
        if law.numeration == BINARY
        else "Zeckendorf digits (weights ..., 5, 3, 2, 1), highest first,"
    )
    lines = [
        f"{_SUBJECT[name]} {shown} iff an automaton of {automaton.states} states accepts the {how}",
        f"from state 0 (accepting: {_states(automaton)}):",
    ]
    width = len(tracks)
    for state in range(automaton.states):
        row = automaton.transitions[state << width : (state + 1) << width]
        arrows = ", ".join(
            f"{''.join(str(letter >> i & 1) for i in range(width))}→{target}"
            for letter, target in enumerate(row)
        )
        lines.append(f"  {state}: {arrows}")
    lost = name == "W"
    word = "loses at" if lost else "it accepts"
    lines.append(f"{word} {', '.join(map(str, _members(law, automaton, width, not lost)))}, ...")
    return "\n".join(lines)


def _states(automaton: Automaton) -> str:
    chosen = [str(s) for s, accepts in enumerate(automaton.accepting) if accepts]
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
