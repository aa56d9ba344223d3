"""The corpus of contest games: entries, and what it means to restate one.

Each entry of ``tests/data/contest_corpus.jsonl`` carries plain Python in its field ``code``:
``positions``, ``moves`` (or ``left`` and ``right``) and the ``formula`` that contestants found.
A restatement says the same rules in lastmove's own form and how the entry's encoding of a
position reads there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lastmove.rules.position import Playable, Position, add
from lastmove.rules.ruleset import Rules

FILE = Path(__file__).parents[1] / "data" / "contest_corpus.jsonl"


@cache
def entries() -> dict[str, dict[str, Any]]:
    """Return the entries by their id."""
    found = map(json.loads, FILE.read_text().splitlines())
    return {entry["id"]: entry for entry in found}


def code(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the names that an entry's code defines."""
    names: dict[str, Any] = {}
    exec(compile(entry["code"], entry["id"], "exec"), names)
    return names


@cache
def searched(rules: Rules) -> Rules:
    """Return rules without a solver of their own, so that answers are searched for."""
    if rules.solver is None:
        return rules
    made = Rules(rules.bodies, domain=rules.domain, name=rules.name)
    made.parameters = dict(rules.parameters)
    return made


def by_search(position: Playable) -> Playable:
    """Return the same position of rules without a solver."""
    return add(tuple(Position(searched(p.rules), p.coords) for p in position.components))


class Restatement(NamedTuple):
    """How an entry reads in lastmove's own form.

    Attributes
    ----------
    position : callable
        From the entry's encoding to a position, or a sum.
    key : callable
        From the coordinates of a component to what they have in common with others that stand
        for the same position, where the entry sorts or drops what the rules keep.
    nothing : tuple or None
        Coordinates of components that the entry leaves out of its sums.
    quick : slice
        The positions that the short test takes; the long one takes all.
    """

    position: Callable[[Any], Playable]
    key: Callable[[tuple[Any, ...]], Hashable] = tuple
    nothing: tuple[Any, ...] | None = None
    quick: slice = slice(None)

    def sum(self, encoded: tuple[Any, ...]) -> Playable:
        """Return the sum of the positions that they encode."""
        return add(tuple(part for one in encoded for part in self.position(one).components))

    def fingerprint(self, position: Playable) -> Hashable:
        """Return what two descriptions of the same position have in common."""
        counts = Counter(
            (part.rules.name, self.key(part.coords))
            for part in position.components
            if part.coords != self.nothing
        )
        return frozenset(counts.items())
