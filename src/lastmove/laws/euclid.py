"""Euclid's game: multiples of the smaller of two numbers are taken from the larger one."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from lastmove.laws.check import Rejected
from lastmove.laws.theorems import TheoremLaw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.laws.base import Sample
    from lastmove.laws.check import Game
    from lastmove.rules.program import System

__all__ = ["EuclidLaw", "learned"]

_LOOKED_AT = 14  # positions up to here are compared with the game's moves
_ORDERS = ("place", "first", "last", "sorted")


class EuclidLaw(TheoremLaw):
    """Who wins hangs on whether the larger number is less than (1 + sqrt 5) / 2 times the smaller.

    Parameters
    ----------
    what : {"outcome", "misere", "grundy"}
        What is told; of misère play if numbers may become 0, Grundy values if they may not.
    positive : bool
        Whether numbers must stay positive.
    order : {"place", "first", "last", "sorted"}
        Where an option has the number that stays: at its place, always first, or always last; or
        the smaller number is first.
    """

    theorem = "euclid"
    arity = 2

    def __init__(self, what: str, positive: bool, order: str) -> None:
        self.what = what
        self.positive = positive
        self.order = order

    def _data(self) -> dict[str, Any]:
        return {"positive": self.positive, "order": self.order}

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        x, y = sorted(coords)
        if x == 0:
            return int(self.what == "misere")
        if self.what == "grundy":
            return (y * y - x * x) // (x * y)
        if x == y:
            return int(self.what == "outcome" and not self.positive)
        return int(y * y > x * (x + y))

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What finds the one or two options that may be lost."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        x, y = sorted(coords)
        if x == 0:
            return []
        stays = 0 if coords[0] == x else 1
        least = 1 if self.positive else 0
        found = []
        for left in (y % x, y % x + x):
            if least <= left < y and self.label((x, left)) == 0:
                found.append(self._ordered(x, left, stays))
                if x == y and self.order == "place":
                    found = [(left, x) if k else (x, left) for k in self._places(system)]
        return [((0, *to),) for to in found]

    @staticmethod
    def _places(system: System) -> list[int]:
        """Return where options of equal numbers have the one that stays; it is the same for all."""
        program = system.programs[0]
        n = next(n for n in count(1) if program.legal((n, n)))
        options = [option[0][1:] for option in program.run((n, n))]
        return sorted({option.index(n) for option in options})

    def _ordered(self, x: int, left: int, stays: int) -> tuple[int, int]:
        if self.order == "sorted":
            return min(x, left), max(x, left)
        first = self.order == "first" or (self.order == "place" and stays == 0)
        return (x, left) if first else (left, x)

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law."""
        a, b = names
        if latex:
            low, high = rf"\min({a}, {b})", rf"\max({a}, {b})"
            if self.what == "grundy":
                whole = rf"\left\lfloor\left|{a}/{b} - {b}/{a}\right|\right\rfloor"
                return rf"{whole} \text{{, or 0 if }} {low} = 0"
            bound = rf"{high} < \tfrac{{1 + \sqrt5}}{{2}} {low}"
            if self.what == "misere":
                return rf"\text{{P}} \iff {bound}"
            both = "" if self.positive else rf" \text{{ and }} {a} \ne {b}"
            return rf"\text{{P}} \iff {low} = 0 \text{{ or }} {bound}{both}"
        low, high = f"min({a}, {b})", f"max({a}, {b})"
        if self.what == "grundy":
            return f"floor(|{a}/{b} - {b}/{a}|), or 0 if {low} = 0"
        bound = f"{high} < (1 + sqrt(5)) / 2 * {low}"
        if self.what == "misere":
            return f"P if {bound}\nN otherwise"
        both = "" if self.positive else f" and {a} != {b}"
        return f"P if {low} = 0, or {bound}{both}\nN otherwise"

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return how the numbers compare."""
        x, y = sorted(coords)
        if x == 0:
            return f"min({names[0]}, {names[1]}) = 0"
        if x == y:
            return f"{names[0]} = {names[1]}"
        sign = ">" if y * y > x * (x + y) else "<"
        return f"max({names[0]}, {names[1]}) {sign} (1 + sqrt(5)) / 2 * min({names[0]}, {names[1]})"

    def emit(self, language: str, names: Sequence[str]) -> str | None:
        """Return the body of a function that compares squares."""
        a, b = names
        none = int(self.what == "misere")
        same = int(self.what == "outcome" and not self.positive)
        if language == "python":
            rest = (
                f"return ({b} * {b} - {a} * {a}) // ({a} * {b})"
                if self.what == "grundy"
                else f"if {a} == {b}:\n    return {same}\nreturn int({b} * {b} > {a} * ({a} + {b}))"
            )
            return (
                f"{a}, {b} = min({a}, {b}), max({a}, {b})\nif {a} == 0:\n    return {none}\n{rest}"
            )
        rest = (
            f"return (big({b}) * {b} - big({a}) * {a}) / (big({a}) * {b});"
            if self.what == "grundy"
            else f"if ({a} == {b}) return {same};\n"
            f"return big({b}) * {b} > big({a}) * (big({a}) + {b});"
        )
        return f"if ({a} > {b}) std::swap({a}, {b});\nif ({a} == 0) return {none};\n{rest}"


def learned(sample: Sample, game: Game) -> EuclidLaw | None:
    """Return the law of Euclid's game if small positions have its moves, or None."""
    orders, kinds = set(_ORDERS), {False, True}
    places = [(a, b) for a in range(_LOOKED_AT) for b in range(_LOOKED_AT) if game.legal((a, b))]
    for coords in places:
        x, y = sorted(coords)
        try:
            found = game.options(coords)
        except Rejected:
            return None
        if any(len(option) != 1 for option in found):
            return None
        options = [(option[0][1], option[0][2]) for option in found]
        sets = {tuple(sorted(option)) for option in options}
        kinds = {
            positive
            for positive in kinds
            if sets
            == {tuple(sorted((x, y - k))) for k in range(x, y + 1 - positive, x or y + 1) if x}
        }
        if not kinds:
            return None
        for option in options:
            at = [i for i in (0, 1) if option[i] == x]
            orders &= {
                order
                for order, fine in (
                    ("place", any(option[i] == coords[i] == x for i in (0, 1))),
                    ("first", 0 in at),
                    ("last", 1 in at),
                    ("sorted", option[0] <= option[1]),
                )
                if fine
            }
    if len(kinds) > 1 or not orders:
        return None
    (positive,) = kinds
    if sample.what not in ("outcome", "grundy" if positive else "misere"):
        return None
    return EuclidLaw(sample.what, positive, next(o for o in _ORDERS if o in orders))
