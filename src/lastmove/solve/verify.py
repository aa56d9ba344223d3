"""The second line of defence behind tracing: a Program against the functions it came from."""

from __future__ import annotations

from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

from lastmove.errors import RulesError
from lastmove.rules.operations import REDUCTIONS
from lastmove.rules.position import Position
from lastmove.rules.program import Failure, constants
from lastmove.solve.engine import is_integral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove import _core
    from lastmove.rules.program import Program, System
    from lastmove.rules.ruleset import Rules

__all__ = ["verify"]

_POSITIONS = 300
_OPTIONS = 60
# Of a set all options are compared, since the first of them depend on its order.
_OPTIONS_IN_SETS = 1000
_STEPS = 4_000
_SECONDS = 0.15

Coords = tuple[int, ...]


def verify(system: System, engine: _core.Engine, rules: Rules) -> str | None:
    """Compare what the native core makes of a system with the plain functions.

    Hundreds of positions are tried: small ones, ones near the constants in the rules, large
    ones where the rules do not loop, and ones reached by playing. Time is bounded.

    Parameters
    ----------
    system : System
        What was traced, with `System.games` set.
    engine : Engine
        The native engine of the system.
    rules : Rules
        The game asked about.

    Returns
    -------
    str or None
        A sentence on the first difference, or None if there is none.
    """
    from lastmove._core import Fault

    places = {game: i for i, game in enumerate(system.games)}
    share = _SECONDS / len(system.games)
    most = _OPTIONS_IN_SETS if system.unordered else _OPTIONS
    for place, (game, arity) in enumerate(system.games):
        program = system.programs[place]
        end = perf_counter() + share
        compared = False
        loops = [_depth(block) for block in program.blocks]
        for tried, coords in enumerate(_positions(program, arity)):
            if tried >= 20 and perf_counter() > end:
                break
            legal = _is_legal(game, coords)
            try:
                if legal is not None and engine.legal(place, coords) != legal:
                    return _difference(game, coords, "whether the position is legal")
            except Fault as fault:
                if fault.kind != "overflow":
                    return _difference(game, coords, f"an error ({fault.message})")
                continue
            if not legal:
                continue
            compared = True
            for player in range(len(program.blocks)):
                if loops[player] and not _is_short(program, coords, player):
                    continue
                expected, error = _plain(game, coords, player, most)
                wanted = [
                    tuple((places.get((p.rules, len(p.coords)), -1), *p.coords) for p in option)
                    for option in expected
                ]
                try:
                    found = engine.options(place, coords, player, most)
                except Fault as fault:
                    if error is None and fault.kind != "overflow":
                        return _difference(game, coords, f"an error ({fault.message})")
                    continue
                if error is not None:
                    # The core does not check where moves lead here; the plain rules do.
                    outside = found[len(wanted) :][:1]
                    if (
                        found[: len(wanted)] == wanted
                        and outside
                        and not _is_inside(system, outside[0])
                    ):
                        continue
                    return _difference(game, coords, f"an error ({error})")
                same = found == wanted or (
                    system.unordered and (set(found) == set(wanted) or len(found) == most)
                )
                if not same:
                    return _difference(game, coords, "the options")
        if not compared:
            return (
                f"no position of {game} was found with {arity} integers as coordinates; "
                "the rules run in Python"
            )
    return None


def _difference(rules: Rules, coords: Coords, what: str) -> str:
    return (
        f"the Program and the rules differ at {rules.show(coords)} in {what}; "
        "the rules run in Python"
    )


def _is_legal(rules: Rules, coords: Coords) -> bool | None:
    """Return whether a position is legal, or None where the domain raises an error."""
    try:
        return rules.is_legal(coords)
    except Exception:
        return None


def _is_inside(system: System, option: tuple[Coords, ...]) -> bool:
    return all(_is_legal(system.games[g][0], tuple(coords)) for g, *coords in option)


def _is_short(program: Program, coords: Coords, player: int) -> bool:
    """Return whether running the rules to the last option compared takes few steps."""
    try:
        for _ in islice(program.run(coords, player, steps=_STEPS), _OPTIONS):
            pass
    except TimeoutError:
        return False
    except (Failure, ArithmeticError, ValueError, IndexError):
        pass
    return True


def _plain(
    rules: Rules, coords: Coords, player: int, most: int
) -> tuple[list[tuple[Position, ...]], RulesError | None]:
    """Return the first options by the plain functions, and the error they end with."""
    from lastmove.solve.moves import moves

    found: list[tuple[Position, ...]] = []
    options = moves(Position(rules, coords), ("left", "right")[player])
    try:
        found.extend(islice(options, most))
    except RulesError as error:
        return found, error
    return found, None


class _Random:
    """A small generator of pseudo-random numbers (Knuth's MMIX constants), the same each time."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, n: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % n


def _positions(program: Program, arity: int) -> Iterator[Coords]:
    """Yield positions worth trying, from small to large."""
    rng = _Random(arity + 1)
    depth = max((_depth(block) for block in program.blocks), default=0)
    known = sorted(constants(program))
    limits = {0: (6, 40, 10**6, 10**9), 1: (6, 30, 300, 1500), 2: (6, 12, 40)}
    sizes = limits.get(depth, (5, 8, 12))
    largest = sizes[-1]
    near = [c + d for c in known for d in (-1, 0, 1) if -largest <= c + d <= largest]
    yield (0,) * arity
    if arity == 0:
        return
    yield (1,) * arity
    if arity > 1:
        for c in near[:20]:
            for j in range(min(arity, 4)):
                yield tuple(c if i == j else 0 for i in range(arity))
    for i in range(_POSITIONS):
        size = sizes[rng.below(len(sizes))] if i >= 40 else sizes[0]
        coords = [rng.below(size + 1) for _ in range(arity)]
        kind = rng.below(8)
        if near and kind < 3:
            coords[rng.below(arity)] = near[rng.below(len(near))]
        elif kind == 3 and arity > 1:
            coords[rng.below(arity)] = coords[rng.below(arity)] + rng.below(3)
        elif kind == 4 and arity > 1:
            coords.sort()
        elif kind == 5 and arity > 1:
            coords.sort(reverse=True)
        elif kind == 6:
            coords[rng.below(arity)] -= rng.below(4)
        yield tuple(coords)
        if kind == 7:
            yield from _played(program, tuple(coords), rng)


def _played(program: Program, coords: Coords, rng: _Random) -> Iterator[Coords]:
    """Yield a few positions of the same game reached by moves."""
    for _ in range(4):
        player = rng.below(len(program.blocks))
        try:
            options = list(islice(program.run(coords, player, steps=_STEPS), _OPTIONS))
        except (Failure, TimeoutError, ArithmeticError, ValueError, IndexError):
            return
        mine = [part[1:] for option in options for part in option if part[0] == program.place]
        if not mine:
            return
        coords = mine[rng.below(len(mine))]
        if not is_integral(coords):
            return
        yield coords


def _depth(block: Any) -> int:
    """Return how deeply loops are nested, reductions in expressions included."""
    deepest = 0
    for statement in block:
        inner = max((_depth(p) for p in statement if _is_block(p)), default=0)
        looping = 1 if statement[0] in ("for", "loop") else 0
        deepest = max(deepest, looping + inner, looping + _expression_depth(statement))
    return deepest


def _is_block(part: Any) -> bool:
    return isinstance(part, tuple) and (not part or isinstance(part[0], tuple))


def _expression_depth(statement: Any) -> int:
    parts = [e for p in statement[1] for e in p[1:]] if statement[0] == "move" else statement
    deepest = 0
    for e in parts:
        if hasattr(e, "walk"):
            loops = sum(inner.op in REDUCTIONS for inner in e.walk())
            # A shift or a power by a large number would fill the memory.
            heavy = any(
                inner.op in ("<<", "**") and inner.args[1].op != "const" for inner in e.walk()
            )
            deepest = max(deepest, loops, 2 * heavy)
    return deepest
