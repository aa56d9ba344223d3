"""Random systems of Programs in which play ends.

Each move lowers the first coordinate that it changes.
"""

from __future__ import annotations

import random


def system(seed, *, partizan=False, splitting=True, offsets=False):
    """Return a random system of one or two games."""
    rng = random.Random(seed)
    games = rng.choice((1, 1, 2))
    arities = [rng.randint(1, 3) for _ in range(games)]
    programs = [
        _program(rng, game, arities, partizan=partizan, splitting=splitting, offsets=offsets)
        for game in range(games)
    ]
    return {"format": "lastmove-program/1", "programs": programs}


def _program(rng, game, arities, *, partizan, splitting, offsets):
    arity = arities[game]
    made = {
        "name": f"game{game}",
        "coords": [f"x{i}" for i in range(arity)],
        "vars": ["k", "m"],
        "domain": None,
    }
    make = _offset_block if offsets else _block
    if partizan == "mixed":
        partizan = rng.random() < 0.5
    for field in ("left", "right") if partizan else ("moves",):
        made[field] = make(rng, game, arities, splitting)
    return made


def _offset_block(rng, game, arities, _splitting):
    """Moves by constant vectors under linear conditions, some after an early return."""
    arity = arities[game]
    statements = []
    for _ in range(rng.randint(1, 5)):
        lowered = rng.randrange(arity)
        take = rng.randint(1, 3)
        coords = [["x", i] for i in range(arity)]
        coords[lowered] = ["-", ["x", lowered], take]
        condition = [">=", ["x", lowered], take]
        for i in range(lowered + 1, arity):
            change = rng.randint(-2, 1)
            coords[i] = ["+", ["x", i], change]
            if change < 0:
                condition = ["and", condition, ["<", -change - 1, ["x", i]]]
        if rng.random() < 0.4:
            condition = [rng.choice(("and", "or")), _linear(rng, arity), condition]
            condition = ["and", condition, _enough(coords)]
        move = ["move", [[game, *coords]]]
        other = [["return"]] if rng.random() < 0.15 else []
        if rng.random() < 0.2:
            other.insert(0, ["if", _linear(rng, arity), [["if", _enough(coords), [move], []]], []])
        statements.append(["if", condition, [move], other])
    return statements


def _enough(coords):
    condition = 1
    for e in coords:
        if e[0] != "x":
            condition = ["and", condition, [">=", e, 0]]
    return condition


def _linear(rng, arity):
    sides = [
        ["+", ["*", rng.randint(-2, 2), ["x", rng.randrange(arity)]], rng.randint(-3, 5)],
        ["-", ["x", rng.randrange(arity)], rng.randint(-1, 3)],
    ]
    return [rng.choice(("<", "<=", ">", ">=", "==")), *sides]


def _block(rng, game, arities, splitting):
    return [_statement(rng, game, arities, splitting, ()) for _ in range(rng.randint(1, 4))]


def _statement(rng, game, arities, splitting, bound):
    kind = rng.choice(("move", "move", "for", "if", "while")) if len(bound) < 2 else "move"
    arity = arities[game]
    lowered = rng.randrange(arity)
    if kind == "for":
        k = len(bound)
        stop = rng.choice((["x", lowered], ["+", ["x", lowered], rng.randint(-1, 2)], 3))
        step = rng.choice((1, 1, 2))
        body = [_statement(rng, game, arities, splitting, (*bound, k))]
        if rng.random() < 0.2:
            body.insert(0, ["if", ["==", ["v", k], rng.randint(0, 4)], [["continue"]], []])
        return ["for", k, rng.randint(0, 1), stop, step, body]
    if kind == "while":
        k = len(bound)
        body = [
            ["set", k, ["+", ["v", k], 1]],
            ["if", [">=", ["v", k], ["x", lowered]], [["break"]], []],
            _statement(rng, game, arities, splitting, (*bound, k)),
        ]
        return ["if", 1, [["set", k, rng.randint(-1, 1)], ["loop", body]], []]
    if kind == "if":
        condition = ["==", ["%", ["x", lowered], rng.randint(2, 3)], rng.randint(0, 1)]
        yes = [_statement(rng, game, arities, splitting, bound)]
        no = [_statement(rng, game, arities, splitting, bound)] if rng.random() < 0.5 else []
        return ["if", condition, yes, no]
    return _move(rng, game, arities, splitting, bound, lowered)


def _move(rng, game, arities, splitting, bound, lowered):
    """A move under the conditions that its components are legal and lower coordinate `lowered`."""
    count = rng.choice((0, 1, 1, 1, 2, 2, 3)) if splitting else 1
    components, condition = [], 1
    for _ in range(count):
        target = game if rng.random() < 0.8 else rng.randrange(game, len(arities))
        coords = []
        for i in range(arities[target]):
            amounts = [rng.randint(0, 2), *(["v", k] for k in bound)]
            amount = rng.choice(amounts)
            if target != game or i >= arities[game]:
                e = rng.choice((amount, ["//", ["x", 0], 2]))
            elif i == lowered:
                e = rng.choice(
                    (["-", ["-", ["x", i], 1], amount], amount, ["//", ["-", ["x", i], 1], 2])
                )
                condition = ["and", condition, ["<", e, ["x", i]]]
            elif i < lowered:
                e = ["x", i]
            else:
                e = rng.choice((["x", i], ["-", ["x", i], amount], ["^", ["x", i], 1]))
            condition = ["and", condition, [">=", e, 0]]
            coords.append(e)
        components.append([target, *coords])
    return ["if", condition, [["move", components]], []]
