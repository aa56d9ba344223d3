"""Winning moves by the automata of a certificate, in any base: digits are searched, not moves.

The options that a position surely has, and that the law says are lost, are the set of pairs that
the proof itself goes through. With the position's digits fixed, it is searched digit by digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.laws.check import Game
from lastmove.laws.check_between import Between
from lastmove.laws.check_forms import number, plus, variable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.laws.base import Certificate
    from lastmove.laws.check_sets import Set

__all__ = ["Sure"]

_LARGE = 20_000  # below, options are looked at one by one
_MOST = 60  # options


class Sure:
    """The options of a game's positions that surely win by its law.

    Parameters
    ----------
    cert : dict
        A certificate of kind ``"between"`` or ``"exponent"``; its law is trusted.
    """

    def __init__(self, cert: Certificate) -> None:
        self.cert = cert
        self._made: list[tuple[Set, list[str]]] | None = None

    def options(self, coords: Sequence[int]) -> list[tuple[tuple[int, ...], ...]]:
        """Return options that win, as `Program.run` gives them; none of small positions."""
        if max(coords, default=0) < _LARGE:
            return []
        found: dict[tuple[int, ...], None] = {}
        for made, names in self._pairs():
            known = {f"x{i}": n for i, n in enumerate(coords)}
            for values in _complete(made, known, self._base):
                option = tuple(values.get(name, known.get(name, 0)) for name in names)
                found[option] = None
                if len(found) >= _MOST:
                    break
        return [((0, *option),) for option in found]

    def _pairs(self) -> list[tuple[Set, list[str]]]:
        """Return the sets of positions and winning options, with the names of the latter."""
        if self._made is not None:
            return self._made
        programs = self.cert["system"]["programs"]
        games = [Game(p, [len(q["coords"]) for q in programs]) for p in programs]
        whole = Between(self.cert, games)
        table, sets = whole.tables[0], whole.sets
        self._base = sets.base
        lost = table.label
        if self.cert["what"] == "grundy":
            zero = number(1 if self.cert["kind"] == "exponent" else 0)
            least = sets.linear(plus(variable("g"), zero, -1), True)
            lost = sets.join([lost, least], table.names)
        else:
            lost = sets.outside(lost)
        self._made = []
        for guard, parts in table.below.moves:
            if len(parts) == 1 and parts[0][0] == 0:
                ((_, names),), conditions = whole.parts(table.below, parts)
                target = whole.placed(lost, table, names)
                keep = {*table.names, *names}
                made = table.below.estimate([*guard, *conditions, target, table.domain], keep)
                if not made.empty:
                    self._made.append((made, names))
        return self._made


def _complete(made: Set, known: dict[str, int], base: int) -> Iterator[dict[str, int]]:
    """Yield numbers for the other variables of a set, at most one digit longer than those known."""
    fixed, word = dict(known), list[int]()
    weights = {name: base**i for i, name in enumerate(made.names)}
    while any(fixed.values()) or not word:
        word.append(sum(n % base * weights.get(name, 0) for name, n in fixed.items()))
        fixed = {name: n // base for name, n in fixed.items()}
    word.append(0)
    free: list[tuple[int, dict[str, int]]] = [(0, {})]
    for name in made.names:
        if name not in known:
            free = [
                (w + d * weights[name], {**own, name: d}) for w, own in free for d in range(base)
            ]
    good = [list(made.accept)]
    for letter in reversed(word):
        after = good[-1]
        good.append([any(after[row[letter + w]] for w, _ in free) for row in made.rows])
    good.reverse()
    stack: list[tuple[int, int, dict[str, Any]]] = [(0, 0, {})] if good[0][0] else []
    while stack:
        place, state, values = stack.pop()
        if place == len(word):
            yield values
            continue
        for w, own in free:
            after_state = made.rows[state][word[place] + w]
            if good[place + 1][after_state]:
                more = {name: values.get(name, 0) + d * base**place for name, d in own.items()}
                stack.append((place + 1, after_state, more))
