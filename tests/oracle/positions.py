"""Reads the positions of the published tables under ``tests/data``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from lastmove import Game, boards, impartial, parse, rulesets

DATA = Path(__file__).parent.parent / "data"

GRIDS = {
    "amazons": boards.Amazons,
    "cannibal_clobber": boards.CannibalClobber,
    "clobber": boards.Clobber,
    "clobber_1xn": boards.Clobber,
    "cram": boards.Cram,
    "domineering": boards.Domineering,
    "elephants": boards.ElephantsAndRhinos,
    "fission": boards.Fission,
    "hackenbush_stalk": boards.Hackenbush,
    "konane": boards.Konane,
    "nogo": boards.NoGo,
    "nogo_1xn": boards.NoGo,
    "toads_and_frogs": boards.ToadsAndFrogs,
    "toppling_dominoes": boards.TopplingDominoes,
}
GRAPHS = {
    "col": boards.Col,
    "digraph_placement": boards.DigraphPlacement,
    "snort": boards.Snort,
}


# Positions of these are [rows, columns].
CAKES = ("cutcake", "eatcake", "maundy_cake")


def rows(name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file; its first line is a description."""
    for line in (DATA / name).read_text().splitlines()[1:]:
        yield json.loads(line)


def board(name: str, position: Any) -> Any:
    if name in CAKES:
        height, width = position
        return rulesets.get(name)(width, height)
    if name == "wythoff":
        return rulesets.get(name)(*position)
    if name in GRAPHS:
        return GRAPHS[name](
            position["n"],
            position["edges"],
            left=position.get("left"),
            right=position.get("right"),
        )
    return GRIDS[name](position)


@impartial
def number_form(number):
    """Yield the options of the literal form of a number, whoever may move there."""
    if number.denominator > 1:
        step = Fraction(1, number.denominator)
        yield number - step
        yield number + step
    elif number:
        yield number - 1


@impartial
def ups_form(ups, star):
    """Yield the options of so many ups, and a star if any."""
    if ups == 0 and star:
        yield 0, 0
    elif abs(ups) == 1:
        yield 0, 0
        yield 0, 1
    elif ups:
        yield 0, 0
        yield ups - 1, 1 - star


@impartial
def switch_form(left, right):
    """Yield the two numbers of a switch, whoever may move there."""
    for number in (left, right):
        yield number_form(number)


def impartial_form(name: str, text: str) -> Any:
    """Return the position that a form of the winners' file is if both players have all moves.

    Then a form and its mirror image are the same, so that signs do not matter.
    """
    if name in ("integer_game", "dyadic_rational"):
        return number_form(abs(Fraction(text)))
    if name == "up_star":
        return ups_form(abs(int(text.replace("*", "").strip() or 0)), int("*" in text))
    if name == "switch_game":
        return switch_form(*(abs(Fraction(one)) for one in text.replace(",", " ").split()))
    return None


def component(name: str, text: str) -> Any:
    """Return a board, or the value that a text of the winners' file means."""
    if name.startswith("impartial "):
        form = impartial_form(name.removeprefix("impartial "), text)
        if form is not None:
            return form
        return board(name.removeprefix("impartial "), text).impartial()
    if name == "nimber":
        return Game.nimber(int(text))
    if name == "integer_game":
        return Game(int(text))
    if name == "dyadic_rational":
        return Game(Fraction(text))
    if name == "switch_game":
        left, right = text.replace(",", " ").split()
        return Game([Fraction(left)], [Fraction(right)])
    if name == "up_star":
        ups = int(text.replace("*", "").strip() or 0)
        return ups * parse("^") + (parse("*") if "*" in text else 0)
    return board(name, text)
