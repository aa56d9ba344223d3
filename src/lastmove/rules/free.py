"""Rules whose keyword parameters are left free: each is one more coordinate, which no move changes.

What is found out about such rules holds for all values of the parameters at once.
"""

from __future__ import annotations

from lastmove.errors import RulesError
from lastmove.rules.ruleset import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class FreeRules(Rules):
    """The rules of a game with some of its parameters as coordinates, after its own.

    Parameters
    ----------
    origin : Rules
        The game.
    least : mapping of str to int
        The parameters to leave free, with the least value of each.
    arity : int
        The number of the game's own coordinates.

    Attributes
    ----------
    origin : Rules
        The game.
    free : dict
        The free parameters with their least values.
    own : int
        The number of the game's own coordinates, which come first.

    Raises
    ------
    RulesError
        If the game has no such parameter.

    Examples
    --------
    >>> import lastmove as lm
    >>> from lastmove.rules.free import FreeRules
    >>> bash = FreeRules(lm.rulesets.get("bash"), {"k": 1}, 1)
    >>> bash(10, 3).grundy, bash(10, 4).grundy
    (2, 0)
    """

    def __init__(self, origin: Rules, least: Mapping[str, int], arity: int) -> None:
        for key in least:
            if key not in origin.parameters:
                known = ", ".join(origin.parameters) or "none"
                raise RulesError(f"{origin.name} has no parameter {key!r}; it has {known}")
        super().__init__(
            origin.bodies,
            domain=_domain(origin, arity, tuple(least.values())),
            measure=_measure(origin, arity),
            name=origin.name,
        )
        self.origin = origin
        self.free = dict(least)
        self.own = arity
        self.arity = arity + len(least)
        self._coords = (*origin.coord_names(arity), *least)
        self.parameters = {k: v for k, v in origin.parameters.items() if k not in least}

    def using(self, **parameters: Any) -> Rules:
        """Return the same rules with these values of the parameters that are not free."""
        if not parameters:
            return self
        return FreeRules(self.origin.using(**parameters), self.free, self.own)

    def resolve(self, other: Rules) -> Rules:
        """Return what the rules `other`, named in a move of these, stand for."""
        return self if other in (self.origin.base, self.base) else other.canonical

    def given(
        self, coords: tuple[Any, ...], body: Callable[..., Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return what a function of these rules is called with at a position."""
        own = getattr(body, "__kwdefaults__", None) or {}
        free = dict(zip(self.free, coords[self.own :], strict=True))
        keywords = {**self.origin.parameters, **free}
        return coords[: self.own], {k: v for k, v in keywords.items() if k in own}

    def reached(self, coords: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the coordinates that a move from `coords` to `after` leads to."""
        return (*after, *coords[self.own :])


def _domain(origin: Rules, arity: int, least: tuple[int, ...]) -> Callable[..., Any]:
    inner = origin.domain

    def legal(*coords: Any) -> Any:
        inside = all(c >= 0 for c in coords[:arity]) if inner is None else inner(*coords[:arity])
        return inside and all(c >= low for c, low in zip(coords[arity:], least, strict=True))

    return legal


def _measure(origin: Rules, arity: int) -> Callable[..., Any] | None:
    inner = origin.measure
    if inner is None:
        return None

    def measure(*coords: Any) -> Any:
        return inner(*coords[:arity])

    return measure
