"""Check that a game is staircase Nim in other coordinates.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from itertools import count
from operator import mul
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Iterator

    from lastmove.laws.check import Game, ints, need
    from lastmove.laws.check_linear import Form, affine, conjuncts
else:
    from check import Game, ints, need
    from check_linear import Form, affine, conjuncts


MOST_ROUNDS = 20_000


def slides(
    block: Any, size: int, env: dict[int, Form], rounds: Iterator[int]
) -> list[tuple[tuple[int, ...], Form]]:
    """Return all moves as (u, L): add t * u to the position, for any t from 1 to L(position).

    `rounds` counts those of all loops in which there are others.
    """
    found = []
    for op, *a in block:
        if op == "set":
            env[a[0]] = affine(a[1], env, size)
            continue
        need(op == "for" and a[3] == 1, "moves that are not slides")
        start, stop = affine(a[1], env, size), affine(a[2], env, size)
        length = tuple(q - p for p, q in zip(start, stop, strict=True))
        body = list(a[4])
        if body and body[0][0] == "for":
            need(not any([*start[:-1], *stop[:-1]]), "a loop in a loop")
            # What the rounds set is not known where a round begins, nor after the loop.
            for v in assigned(body) | {a[0]}:
                env.pop(v, None)
            need(stop[-1] - start[-1] <= 10**4, "a loop with too many rounds to check")
            for k in range(start[-1], stop[-1]):
                found += slides(body, size, {**env, a[0]: (*[0] * size, k)}, rounds)
                need(next(rounds) < MOST_ROUNDS, "too many rounds of loops")
            continue
        for statement in body:
            need(statement[0] == "move" and len(statement[1]) == 1, "moves that are not slides")
            need(statement[1][0][0] == 0, "a move into another game")
            found.append(_slide(statement[1][0][1:], a[0], start, length, size, env))
        env.pop(a[0], None)
    return found


def assigned(block: Any) -> set[int]:
    """Return the variables that a block can change."""
    found: set[int] = set()
    for op, *a in block:
        found |= {a[0]} if op in ("set", "for") else set()
        if op == "for":
            found |= assigned(a[4])
    return found


def _slide(
    coords: Any, v: int, start: Form, length: Form, size: int, env: dict[int, Form]
) -> tuple[tuple[int, ...], Form]:
    """Return a move in a loop as (u, L): round k of L adds (k + 1) * u, or (L - k) * u."""
    # In the inner forms the loop's variable stands as one more coordinate, k = v - start.
    inner = {w: (*form[:-1], 0, form[-1]) for w, form in env.items()}
    inner[v] = (*start[:-1], 1, start[-1])
    steps, rests = [], []
    for i, e in enumerate(coords):
        *form, factor, constant = affine(e, inner, size + 1)
        form[i] -= 1
        steps.append(factor)
        rests.append((*form, constant))
    if all(rest == (*[0] * size, b) for rest, b in zip(rests, steps, strict=True)):
        return tuple(steps), length
    still = (0,) * (size + 1)
    turned = [tuple(-b * c for c in length) if b else still for b in steps]
    need(rests == turned, "moves that are not slides")
    return tuple(-b for b in steps), length


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check that the Grundy value is the xor of some forms.

    Theorem. Let every move add t * u to the position for any t from 1 to L. Let there be
    forms, never negative, such that every u changes exactly one of them, and for every form there
    is a move with L = the form whose u lowers it by one. Then the Grundy value is their
    xor X, if play ends. For a move changes one form, so X; and for y < X there is, as in Nim, a
    form l with l ^ X ^ y < l, which a move can lower to that.
    """
    need(len(games) == 1 and len(games[0].blocks) == 1, "one impartial game")
    need(cert["what"] in ("grundy", "outcome"), "a claim of another kind")
    size = games[0].size
    weights = ints(cert["weights"], 0, "weights")
    forms = [tuple(ints(form, -(10**9), "a form has whole coefficients")) for form in cert["forms"]]
    need(all(len(f) == size + 1 for f in forms) and len(weights) == size, "one entry a coordinate")
    known = conjuncts(games[0].domain, size)
    units = [tuple(int(i == j) for j in range(size + 1)) for i in range(size)]

    def never_negative(form: Form) -> bool:
        for other in [(0,) * (size + 1), *known]:
            if all(c >= d for c, d in zip(form, other, strict=True)):
                return True
        return False

    def change(form: Form, u: tuple[int, ...]) -> int:
        return sum(map(mul, form, u))

    moves = slides(games[0].blocks[0], size, {}, count())
    for u, length in moves:
        need(change((*weights, 0), u) < 0, f"nothing shows that moves {u} come to an end")
        need(sum(change(f, u) != 0 for f in forms) == 1, f"moves {u} do not change just one form")
        for limit in [*units, *known]:
            by = change(limit, u)
            if by < 0:
                last = tuple(c + by * d for c, d in zip(limit, length, strict=True))
                need(never_negative(last), f"moves {u} may leave the positions")
    for form in forms:
        need(never_negative(form), f"the form {form} may be negative")
        fit = any(length == form and change(form, u) == -1 for u, length in moves)
        need(fit, f"no moves lower the form {form} by any amount")
