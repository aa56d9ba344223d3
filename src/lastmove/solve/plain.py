"""The plain Python engine: any hashable positions, exact, slower than the native one.

All searches keep their own stack, so depth is bounded by memory and not by Python's recursion
limit, and find loops by noticing a position that is still on the stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import LoopError, NotANumber
from lastmove.rules.position import Position, add
from lastmove.solve.moves import MOST_OPTIONS, Components, moves, refuse_many
from lastmove.solve.replay import Replay
from lastmove.solve.watch import Memo, Watch, shortened
from lastmove.values.dyadic import Dyadic, simplest_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def loop(position: Position) -> LoopError:
    """Return the error for a position that play can come back to."""
    return LoopError(
        f"play can come back to {shortened(position)}: lastmove needs games that must end", position
    )


def grundy(
    start: Position,
    memo: Memo[Position, int],
    shortcut: Callable[[Position], int | None],
) -> int:
    """Return the Grundy value of a position.

    Parameters
    ----------
    start : Position
        A position of an impartial game.
    memo : Memo
        Values known already; new ones are added.
    shortcut : callable
        Gives the value of a position that something faster knows, else None.
    """
    if start in memo:
        return memo[start]
    watch, replay = Watch(memo), Replay(start)
    stack: list[tuple[Position, Iterator[Components], set[int]]] = []
    on_stack: set[Position] = set()

    def enter(position: Position) -> None:
        watch.enter(position)
        replay.note(position, "left")
        stack.append((position, moves(position, "left"), set()))
        on_stack.add(position)

    enter(start)
    # The option that waits for one of its components, by the position it belongs to.
    waiting: list[Components | None] = [None]
    while stack:
        position, options, seen = stack[-1]
        option = waiting[-1]
        if option is None:
            option = next(options, None)
        if option is None:
            value = 0
            while value in seen:
                value += 1
            memo[position] = value
            watch.leave()
            on_stack.remove(position)
            stack.pop()
            waiting.pop()
            continue
        watch.step(position)
        total = 0
        missing = None
        for part in option:
            known = memo.get(part)
            if known is None:
                known = shortcut(part)
            if known is None:
                missing = part
                break
            total ^= known
        if missing is None:
            seen.add(total)
            waiting[-1] = None
        elif missing in on_stack:
            replay.check()
            raise loop(missing)
        else:
            waiting[-1] = option
            enter(missing)
            waiting.append(None)
    replay.check()
    return memo[start]


State = frozenset[tuple[Position, int]]


def _state(components: Components) -> State:
    counts: dict[Position, int] = {}
    for part in components:
        counts[part] = counts.get(part, 0) + 1
    return frozenset(counts.items())


def _successors(state: State, player: str) -> Iterator[State]:
    """Yield the states that `player` can move to, from the components' own moves."""
    for part, count in state:
        rest = {p: c for p, c in state if p is not part}
        if count > 1:
            rest[part] = count - 1
        for option in moves(part, player):
            counts = dict(rest)
            for new in option:
                counts[new] = counts.get(new, 0) + 1
            yield frozenset(counts.items())


class MovesDiffer(Exception):
    """A search that takes both players to move alike met a position where they do not."""


def mover_wins(
    components: Components,
    player: str,
    *,
    misere: bool,
    memo: Memo[tuple[State, str], bool],
    alike: bool,
) -> bool:
    """Return whether `player`, moving first in the sum of the components, wins.

    Searches the sum as a whole, so that it is right for misère play and for hot games.

    Parameters
    ----------
    alike : bool
        Whether to ask about one player only, since both have the same moves throughout.

    Raises
    ------
    MovesDiffer
        If they do not; what was found until then is right all the same.
    """
    other = {"left": "left" if alike else "right", "right": "left"}
    start = (_state(components), player)
    if start in memo:
        return memo[start]
    watch, replay = Watch(memo), Replay(components[0]) if components else None
    stack: list[tuple[tuple[State, str], Iterator[State]]] = []
    on_stack: set[tuple[State, str]] = set()

    def enter(key: tuple[State, str]) -> None:
        if alike and any(part.rules.kind != "impartial" for part, _ in key[0]):
            raise MovesDiffer
        if replay is not None:
            for part, _ in key[0]:
                replay.note(part, key[1])
        watch.enter(*(part for part, _ in key[0]))
        stack.append((key, _successors(*key)))
        on_stack.add(key)

    def leave(wins: bool) -> None:
        key = stack.pop()[0]
        on_stack.remove(key)
        memo[key] = wins
        watch.leave()

    enter(start)
    moved: list[bool] = [False]
    asked: list[tuple[State, str] | None] = [None]
    while stack:
        key, options = stack[-1]
        answer = asked[-1]
        if answer is None:
            state = next(options, None)
            if state is None:
                # No option was found to win; without any move the last mover has moved.
                leave(misere and not moved[-1])
                moved.pop()
                asked.pop()
                continue
            moved[-1] = True
            answer = (state, other[key[1]])
        watch.step(next(iter(key[0]))[0])
        known = memo.get(answer)
        if known is None:
            if answer in on_stack:
                if replay is not None:
                    replay.check()
                raise loop(next(iter(answer[0]))[0])
            asked[-1] = answer
            enter(answer)
            moved.append(False)
            asked.append(None)
        elif known:
            asked[-1] = None
        else:
            leave(True)
            moved.pop()
            asked.pop()
    if replay is not None:
        replay.check()
    return memo[start]


def number(
    start: Position, memo: Memo[Position, Dyadic], shortcut: Callable[[Position], Any]
) -> Dyadic:
    """Return the value of a position all of whose followers are numbers.

    Raises
    ------
    NotANumber
        If some follower is not a number.
    """
    if start in memo:
        return memo[start]
    watch, replay = Watch(memo), Replay(start)
    stack: list[tuple[Position, Iterator[tuple[str, Components]], list[Dyadic | None]]] = []
    on_stack: set[Position] = set()
    waiting: list[tuple[str, Components] | None] = []

    def both(position: Position) -> Iterator[tuple[str, Components]]:
        for player in ("left", "right"):
            for option in moves(position, player):
                yield player, option

    def enter(position: Position) -> None:
        watch.enter(position)
        replay.note(position, "left")
        replay.note(position, "right")
        stack.append((position, both(position), [None, None]))
        on_stack.add(position)
        waiting.append(None)

    enter(start)
    while stack:
        position, options, best = stack[-1]
        step = waiting[-1] or next(options, None)
        if step is None:
            low, high = best
            if low is not None and high is not None and low >= high:
                raise NotANumber(
                    f"{shortened(position)} is not a number: Left can move to {low}, Right to "
                    f"{high}",
                    position,
                )
            memo[position] = simplest_between(low, high)
            watch.leave()
            on_stack.remove(position)
            stack.pop()
            waiting.pop()
            continue
        watch.step(position)
        player, option = step
        total = Dyadic(0)
        missing = None
        for part in option:
            known = memo.get(part)
            if known is None:
                known = shortcut(part)
            if known is None:
                missing = part
                break
            total = total + known
        if missing is not None:
            if missing in on_stack:
                replay.check()
                raise loop(missing)
            waiting[-1] = step
            enter(missing)
            continue
        waiting[-1] = None
        if player == "left":
            best[0] = total if best[0] is None else max(best[0], total)
        else:
            best[1] = total if best[1] is None else min(best[1], total)
    replay.check()
    return memo[start]


def distinct_options(components: Components, player: str) -> Iterator[tuple[int, Components]]:
    """Yield (place of the component moved in, its replacement), without repetitions.

    Two moves are the same when the resulting sums are equal.

    Raises
    ------
    LimitExceeded
        If they are more than the memory limit allows.
    """
    for part in components:
        count = part.rules.count_options(part.coords)
        if count is not None and count > MOST_OPTIONS:
            refuse_many(part, f"about {count:,}")
    seen: Memo[Any, None] = Memo()
    watch = Watch(seen)
    for place, part in enumerate(components):
        rest = components[:place] + components[place + 1 :]
        for option in moves(part, player):
            key = add(option) if not rest else _state(option + rest)
            if key not in seen:
                watch.enter(*option)
                seen[key] = None
                watch.leave()
                watch.step(part)
                yield place, option
