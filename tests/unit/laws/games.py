"""Small games for the tests of laws, and their labels by plain recursion."""

from fractions import Fraction
from functools import cache
from itertools import product

import lastmove as lm
from lastmove.laws.check import FORMAT, Game, expected
from lastmove.laws.game import system_of


def x(i):
    return ["x", i]


def step(*delta):
    """Return the move that adds a vector."""
    return ["move", [[0, *(["+", x(i), d] if d else x(i) for i, d in enumerate(delta))]]]


def system(*moves, size=2, domain=None, left=None, right=None):
    """Return a game with these statements as a system."""
    coords = [f"c{i}" for i in range(size)]
    program = {"name": "g", "coords": coords, "vars": ["v", "w", "u"], "domain": domain}
    program |= {"moves": list(moves)} if left is None else {"left": left, "right": right}
    return system_of({"format": "lastmove-program/1", "programs": [program]})


def guarded(delta, guard=None):
    """Return a move that adds a vector where each coordinate is at least what it needs."""
    needs = [max(0, -d) for d in delta] if guard is None else guard
    move = step(*delta)
    for i, least in enumerate(needs):
        if least:
            move = ["if", [">=", x(i), least], [move], []]
    return move


def counters(*deltas, **more):
    """Return the game whose moves add one of these vectors."""
    return system(*map(guarded, deltas), size=len(deltas[0]), **more)


def plain(data, what="grundy"):
    """Return a function that gives labels by recursion on the options."""
    games = [Game(p) for p in data["programs"]]

    @cache
    def label(place, position):
        game = games[place]
        players = []
        for player in range(len(game.blocks)):
            players.append([total(option) for option in game.options(position, player)])
        return expected(what, players)

    def total(option):
        if what != "grundy":
            ((place, *position),) = option
            return label(place, tuple(position))
        value = 0
        for place, *position in option:
            value ^= label(place, tuple(position))
        return value

    return lambda *position: label(0, position)


def box(extent, size):
    return product(range(extent), repeat=size)


@lm.impartial
def keep_at_most_half(n):
    """Keep at most half, told in a way that provers do not follow."""
    total = 0
    for kept in range(n // 2 + 1):
        total = (2 * total + kept) % 5
        if total < 5 and kept < n:
            yield kept


__all__ = [
    "FORMAT",
    "Fraction",
    "box",
    "counters",
    "guarded",
    "keep_at_most_half",
    "plain",
    "step",
    "system",
    "x",
]
