"""Checks that outcomes are the signs of values that have a certificate of their own.

Theorem (Conway, On Numbers and Games, 1976). If a position is worth a number, Left wins it whoever
begins where that is above zero, Right where it is below, and whoever begins loses where it is zero:
numbers are never confused with zero. What certificates of values claim are numbers.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws import check as door
    from lastmove.laws.check import Game, need
else:
    import check as door
    from check import Game, need

KINDS = ("formula", "numbers")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that the certificate within proves values of the same game, in normal play."""
    need(cert["what"] == "outcome", "signs of values tell outcomes of normal play")
    need(len(games) == 1 and len(games[0].blocks) == 2, "one partizan game")
    inner = cert["certificate"]
    need(isinstance(inner, dict) and inner.get("kind") in KINDS, "no certificate of values")
    need(inner.get("what") == "value", "no certificate of values")
    door.check(inner, cert["system"])
