"""The record of a built-in game, read off its module."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.rules.ruleset import Rules

if TYPE_CHECKING:
    from collections.abc import Callable


class Info(NamedTuple):
    """What is known of a built-in game.

    Attributes
    ----------
    name : str
        What `lastmove.rulesets.get` knows it by.
    title : str
        Its name in words.
    summary : str
        Its rules in one sentence.
    source : str
        Book, paper or judge it comes from.
    coordinates : tuple of str
        What a position is made of; the last one starts with ``*`` if there can be any number.
    parameters : dict
        The keyword parameters of the rules with their values.
    rules : Rules
        The game itself.
    picture : callable or None
        Draws a position, or a sum of positions, as text.
    """

    name: str
    title: str
    summary: str
    source: str
    coordinates: tuple[str, ...]
    parameters: dict[str, Any]
    rules: Rules
    picture: Callable[[Any], str] | None


def load(name: str) -> Info:
    """Return the record of the game in the module of that name.

    Raises
    ------
    TypeError
        If the module does not hold what a game's module must: a fault of that module.
    """
    module = import_module(f"lastmove.rulesets.{name}")
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, Rules) and value.name == name and value.__module__ == module.__name__
    ]
    if len(found) != 1 or not found[0].__doc__:
        raise TypeError(f"{module.__name__} must hold one game named {name!r}, with a docstring")
    rules = found[0]
    summary = (rules.__doc__ or "").strip().partition("\n\n")[0]
    return Info(
        name=name,
        title=module.TITLE,
        summary=" ".join(summary.split()),
        source=module.SOURCE,
        coordinates=coordinates(rules),
        parameters=dict(rules.parameters),
        rules=rules,
        picture=getattr(module, "picture", None),
    )


def coordinates(rules: Rules) -> tuple[str, ...]:
    """Return names of the coordinates; the last has a star if there may be any number."""
    if rules.arity is not None:
        return rules.coord_names(rules.arity)
    names = rules.coord_names(1 + len(rules.coord_names(0)))
    return (*names[:-1], f"*{names[-1].removesuffix('0')}")
