"""Automata that read binary digits from the highest one on, as people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove._core import Automaton

__all__ = ["turned"]

_MOST = 60  # states before equal ones become one


def turned(automaton: Automaton, width: int) -> tuple[list[list[int]], list[bool]] | None:
    """Return the least automaton that reads the same words from their other end.

    Parameters
    ----------
    automaton : Automaton
        What reads the lowest digits first.
    width : int
        The number of its tracks.

    Returns
    -------
    tuple of list, or None
        For each state, of which 0 is the first, where each letter leads; and which states accept.
        None if there are too many on the way.

    Examples
    --------
    >>> from lastmove.laws.automata.relation import Relation
    >>> odd = Relation.congruence("binary", {"n": 1}, -1, 2).core
    >>> turned(odd, 1)
    ([[0, 1], [0, 1]], [False, True])
    """
    letters = range(1 << width)
    before: list[list[set[int]]] = [[set() for _ in letters] for _ in range(automaton.states)]
    for place, target in enumerate(automaton.transitions):
        before[target][place & (1 << width) - 1].add(place >> width)
    # A state is the set of those from which what was read so far leads to an accepting one.
    first = frozenset(s for s, accepts in enumerate(automaton.accepting) if accepts)
    numbers, rows = {first: 0}, list[list[int]]()
    for here in (waiting := [first]):
        row = []
        for letter in letters:
            there = frozenset().union(*(before[s][letter] for s in here))
            if there not in numbers:
                if len(numbers) == _MOST:
                    return None
                numbers[there] = len(numbers)
                waiting.append(there)
            row.append(numbers[there])
        rows.append(row)
    accepting = [0 in states for states in numbers]
    # States are the same unless some word tells them apart.
    parts = [int(accepts) for accepts in accepting]
    while True:
        seen: dict[tuple[int, ...], int] = {}
        finer = [
            seen.setdefault((parts[s], *(parts[t] for t in row)), len(seen))
            for s, row in enumerate(rows)
        ]
        if len(seen) == len(set(parts)):
            break
        parts = finer
    some = {part: s for s, part in reversed(list(enumerate(finer)))}
    return [[finer[t] for t in rows[some[k]]] for k in range(len(some))], [
        accepting[some[k]] for k in range(len(some))
    ]
