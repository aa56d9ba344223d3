"""Check the values of Cutcake, by a theorem about that one game.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, need
    from lastmove.laws.check_numbers import simplest
    from lastmove.laws.check_slides import affine, conjuncts
else:
    from check import Game, need
    from check_numbers import simplest
    from check_slides import affine, conjuncts


def value(x: int, y: int) -> int:
    """Return the value of a cake that Left cuts along x and Right along y."""
    if x < y:
        return -value(y, x)
    return (x >> (y.bit_length() - 1)) - 1


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that the Program is Cutcake; the rest is a theorem.

    Theorem (E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 2). Left cuts x into a + b,
    Right cuts y into c + d, all >= 1. Let V(x, y) = F(x) - 1 for x >= y, where F(a) = floor(a / p)
    and p is the largest power of two <= y; V(x, y) = -V(y, x) for x < y. V is the value.

    Proof, by induction, for x >= y (for x < y turn the cake); let v = V(x, y).
    Left: V(a, y) <= F(a) - 1, equal for a >= p. For a >= y by definition. For p <= a < y < 2p, the
    power for a is p and V(a, y) = 1 - floor(y / p) = 0 = F(a) - 1. For a < p the power for a is at
    most p / 2, so V(a, y) <= 1 - floor(2y / p) <= -1 = F(a) - 1. As F(a) + F(b) <= F(x), Left's
    options are <= F(x) - 2 = v - 1; if v >= 1, then x >= 2p and the cut a = p attains it, since
    x - p >= p.
    Right, with c >= d: the power for c is at most p, so V(x, c) >= v; d <= y / 2 < p, so the
    power for d is at most p / 2, and V(x, d) >= 2 F(x) - 1 = 2v + 1. Right's options exceed v.
    So the value is the simplest number above v - 1 (for v = 0: above something negative or
    nothing) and below all of Right's options, all > v: that is v.
    """
    need(len(games) == 1 and len(games[0].blocks) == 2, "one partizan game")
    game = games[0]
    need(cert["what"] == "value" and game.size == 2, "values of cakes with two sides")
    need(set(conjuncts(game.domain, 2)) == {(1, 0, -1), (0, 1, -1)}, "sides from 1 on")
    along = cert["along"]
    need(along in ([0, 1], [1, 0]), "which side each player cuts")
    for i, block in zip(along, game.blocks, strict=True):
        need(len(block) == 1 and block[0][0] == "for", "one loop over the cuts")
        _, v, start, stop, step, body = block[0]
        half = ["+", ["//", ["x", i], 2], 1]
        need(start == 1 and step == 1 and stop in (["x", i], half), "all cuts, or half of them")
        need(len(body) == 1 and body[0][0] == "move" and len(body[0][1]) == 2, "two pieces")
        # Forms in the two sides, the place of the cut, and a constant.
        cut: dict[int, tuple[int, ...]] = {v: (0, 0, 1, 0)}
        side = tuple(int(k == i) for k in (0, 1))
        other = (*(int(k != i) for k in (0, 1)), 0, 0)
        pieces = set()
        for g, *coords in body[0][1]:
            forms = [affine(e, cut, 3) for e in coords]
            need(g == 0 and forms[1 - i] == other, "the other side stays")
            pieces.add(forms[i])
        need(pieces == {(0, 0, 1, 0), (*side, -1, 0)}, "two pieces that add up")
    # The step of the induction, on small cakes.
    for x in range(1, 20):
        for y in range(1, 20):
            ends = []
            for player, best in ((0, max), (1, min)):
                options = game.options((x, y), player)
                sums = [sum(_value(along, p[1:]) for p in option) for option in options]
                ends.append(best(sums) if sums else None)
            need(simplest(*ends) == _value(along, (x, y)), f"the value of {x, y} is wrong")


def _value(along: list[int], sides: Any) -> int:
    return value(sides[along[0]], sides[along[1]])
