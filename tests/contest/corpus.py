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

from lastmove.rules.position import Playable, add

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
