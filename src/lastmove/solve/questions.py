"""The questions themselves, asked of a tuple of components; picks the engine that answers."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from lastmove.errors import NotANumber, PositionError, RulesError
from lastmove.rules.position import Position, Sum, add
from lastmove.settings import current
from lastmove.solve import native, plain
from lastmove.solve.moves import MOST_OPTIONS, moves, refuse_many
from lastmove.solve.outcome import Outcome
from lastmove.solve.watch import Memo
from lastmove.values.dyadic import Dyadic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove._core import Game
    from lastmove.solve.moves import Components


def position_grundy(position: Position) -> int:
    """Return the Grundy value of one position."""
    if position.rules.kind != "impartial":
        raise PositionError(
            f"{position} has no Grundy value: {position.rules.name} is partizan; "
            "ask for its outcome or value"
        )
    known = _fast_grundy(position)
    if known is not None:
        return known
    return plain.grundy(position, position.rules.engine.memo("grundy"), _fast_grundy)


def _fast_grundy(position: Position) -> int | None:
    """Return what the plain search need not search: None if nothing faster knows."""
    if position.rules.kind != "impartial":
        raise PositionError(f"{position}, of a partizan game, has no Grundy value")
    known = position.rules.solved(position.coords)
    return int(known) if known is not None else native.grundy(position)


def grundy(components: Components) -> int:
    """Return the Grundy value of a sum: the xor of those of its components."""
    total = 0
    for part in components:
        total ^= position_grundy(part)
    return total


def position_value(position: Position) -> Dyadic:
    """Return the value of one position whose followers are all numbers."""
    known = _fast_value(position)
    if known is not None:
        return known
    return plain.number(position, position.rules.engine.memo("number"), _fast_value)


def _fast_value(position: Position) -> Dyadic | None:
    if position.rules.kind == "impartial":
        nimber = position_grundy(position)
        if nimber:
            raise NotANumber(f"{position} is not a number but the nimber *{nimber}", position)
        return Dyadic(0)
    known = position.rules.solved(position.coords)
    return Dyadic(0) + known if known is not None else native.number(position)


def value(components: Components) -> Dyadic | Game:
    """Return the value of a sum: a Dyadic where all is numbers, else a canonical form."""
    total = Dyadic(0)
    try:
        for part in components:
            total = total + position_value(part)
    except NotANumber:
        from lastmove.solve.games import position_game
        from lastmove.values.game import Game

        return Game.sum(position_game(part, position_grundy) for part in components)
    return total


def outcome(components: Components, *, misere: bool = False) -> Outcome:
    """Return the outcome of a sum."""
    if misere:
        return search(components, misere=True)
    nimber, number = 0, Dyadic(0)
    try:
        for part in components:
            if part.rules.kind == "impartial":
                nimber ^= position_grundy(part)
            else:
                number = number + position_value(part)
    except (NotANumber, PositionError):
        # Hot, or a game with one set of moves for both that leads to a partizan one.
        return search(components, misere=False)
    # A number that is not zero is greater than, or less than, every nimber.
    if number != 0:
        return Outcome.L if number > 0 else Outcome.R
    return Outcome.N if nimber else Outcome.P


def search(components: Components, *, misere: bool) -> Outcome:
    """Return the outcome of a sum by searching it as a whole."""
    known = native.outcome(components, misere=misere)
    if known is not None:
        return known
    memo = plain_memo(components, misere)

    def wins(player: str, *, alike: bool = False) -> bool:
        return plain.mover_wins(components, player, misere=misere, memo=memo, alike=alike)

    try:
        return Outcome.N if wins("left", alike=True) else Outcome.P
    except plain.MovesDiffer:
        return Outcome.of(wins("left"), wins("right"))


def plain_memo(components: Components, misere: bool) -> Memo[tuple[plain.State, str], bool]:
    """Return where the search of such a sum keeps what it has found."""
    if not components:
        return Memo()
    return components[0].rules.engine.memo("misere" if misere else "wins")


def options(components: Components, player: str) -> list[Position | Sum]:
    """Return the distinct options of a player."""
    for part in dict.fromkeys(components):
        if _unchanged(part, player) == _COMPARED:
            _listable(part, player)
    return [
        _replaced(components, place, option)
        for place, option in plain.distinct_options(components, player)
    ]


# So many options of a position are compared with those of its Program.
_COMPARED = 1000


def _unchanged(position: Position, player: str) -> int:
    """Raise an error if rules that have been used now yield other options than their Program.

    Constants that rules read are fixed when they are first used; answers of the Program and
    options of the changed function would not fit together. Return how many were compared.
    """
    runs = native.native_for(position)
    if runs is None:
        return 0
    listed = native.options(runs, position, _COMPARED, _who(position, player))
    if listed is None:
        return 0
    games = runs.games
    found = [
        tuple((games.get((part.rules, len(part.coords)), -1), *part.coords) for part in option)
        for option in islice(moves(position, player), _COMPARED)
    ]
    if found != listed:
        raise RulesError(
            f"the rules of {position.rules} yield other options at {position} than when they "
            "were first used: what they read from outside must not change; state them again",
            position,
        )
    return len(listed)


def _listable(position: Position, player: str) -> None:
    """Refuse more options than Python is asked for, which the Program counts ten times faster."""
    counted = position.rules.count_options(position.coords) is not None
    runs = None if counted else native.native_for(position)
    if runs is None:
        return
    most = min(MOST_OPTIONS, current().memory // _BYTES_PER_OPTION) + 1
    listed = native.options(runs, position, most, _who(position, player))
    if listed is not None and len(listed) == most:
        refuse_many(position, f"{most:,} or more")


def _who(position: Position, player: str) -> int:
    return int(player == "right" and position.rules.kind == "partizan")


def _replaced(components: Components, place: int, option: Components) -> Position | Sum:
    return add(components[:place] + option + components[place + 1 :])


def winning_moves(
    components: Components, player: str | None, *, misere: bool
) -> list[Position | Sum]:
    """Return the distinct options after which the player who moved wins.

    Without a `player`, all components belong to impartial games.
    """
    if not misere and all(part.rules.kind == "impartial" for part in components):
        try:
            return _moves_to_zero(components)
        except PositionError:
            pass  # A partizan game is met further down.
    other = "right" if player == "left" else "left"
    won = []
    for option in options(components, player or "left"):
        found = outcome(option.components, misere=misere)
        if player is None and found in (Outcome.L, Outcome.R):
            raise PositionError(
                f"{option} is no impartial position, so who moves there makes a difference: "
                'ask for winning_moves("left") or winning_moves("right")'
            )
        if not found.first_wins(other):
            won.append(option)
    return won


def _moves_to_zero(components: Components) -> list[Position | Sum]:
    """Return the distinct options of Grundy value zero."""
    values = [position_grundy(part) for part in components]
    total = 0
    for one in values:
        total ^= one
    found: dict[Position | Sum, None] = {}
    for place, part in enumerate(components):
        for option in _options_worth(part, values[place] ^ total):
            found[_replaced(components, place, option)] = None
    return list(found)


# What an option in a list takes, with what it is made of.
_BYTES_PER_OPTION = 300


def _options_worth(position: Position, target: int) -> Iterator[Components]:
    """Yield the options of an impartial position whose Grundy value is `target`."""
    rules = position.rules
    count = rules.count_options(position.coords)
    runs = native.native_for(position) if count is None else None
    most = min(MOST_OPTIONS, current().memory // _BYTES_PER_OPTION)
    listed = None if runs is None else native.options(runs, position, most)
    if runs is not None and listed is not None and len(listed) == most:
        refuse_many(position, f"{most:,} or more")
    if runs is None or listed is None:
        for _, option in plain.distinct_options((position,), "left"):
            if grundy(option) == target:
                yield option
        return
    games = runs.system.games
    # Most options have parts in common, and looking a part up is the dear thing.
    known: dict[tuple[int, ...], int] = {}
    for placed in listed:
        worth = 0
        for part in placed:
            if part not in known:
                known[part] = position_grundy(Position(games[part[0]][0], part[1:]))
            worth ^= known[part]
        if worth == target:
            yield tuple(Position(games[part[0]][0], part[1:]) for part in placed)
