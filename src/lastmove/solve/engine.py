"""What answers for one game: its traced Programs, native tables and plain memos."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import RulesError

if TYPE_CHECKING:
    from lastmove import _core
    from lastmove._core import Game
    from lastmove.rules.position import Position
    from lastmove.rules.program import Program, System
    from lastmove.rules.ruleset import Rules
    from lastmove.solve.plain import State
    from lastmove.values.dyadic import Dyadic


class Native:
    """A traced system that runs natively, and the way between its indices and rules."""

    def __init__(self, system: System) -> None:
        from lastmove import _core

        self.system = system
        self.core: _core.Engine = _core.Engine(system.to_json())
        self.games = {(rules, arity): index for index, (rules, arity) in enumerate(system.games)}


class Engine:
    """Remembers, for one game, how it runs and what has been solved.

    Attributes
    ----------
    grundy_memo, number_memo, game_memo, wins_memo : dict
        What the plain engine knows; the last is indexed by whether play is misère.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.grundy_memo: dict[Position, int] = {}
        self.number_memo: dict[Position, Dyadic] = {}
        self.game_memo: dict[Position, Game] = {}
        self.wins_memo: dict[bool, dict[tuple[State, str], bool]] = {False: {}, True: {}}
        # Searches in Python, and positions whose options were compared with those of before.
        self.searches = self.replayed = 0
        self._natives: dict[int, Native | str] = {}

    def native(self, arity: int) -> Native | None:
        """Return what runs positions of `arity` coordinates natively, or None."""
        found = self._trace(arity)
        return found if isinstance(found, Native) else None

    def why_not_native(self, arity: int) -> str | None:
        """Return why positions of `arity` coordinates run in Python, or None."""
        found = self._trace(arity)
        return found if isinstance(found, str) else None

    def program(self, arity: int) -> Program:
        """Return the Program for positions of `arity` coordinates.

        Constants that the rules read may have changed since they were traced: then they are
        traced again, and what was solved is forgotten.
        """
        found = self._trace(arity)
        if isinstance(found, Native) and found.system.reads and not found.system.reads.current():
            self.clear()
            self._natives.clear()
            found = self._trace(arity)
        if isinstance(found, str):
            raise RulesError(f"{self.rules} has no Program: {found}")
        return found.system.programs[0]

    def _trace(self, arity: int) -> Native | str:
        found = self._natives.get(arity)
        if found is None:
            found = self._natives[arity] = self._traced(arity)
        return found

    def _traced(self, arity: int) -> Native | str:
        from lastmove.rules.tracing import Untraceable, trace
        from lastmove.solve.verify import verify

        try:
            system = trace(self.rules, arity)
        except Untraceable as reason:
            return str(reason)
        try:
            made = Native(system)
        except ValueError as reason:
            return f"the native core cannot hold the rules ({reason}); the rules run in Python"
        difference = verify(system, made.core, self.rules)
        return made if difference is None else difference

    def clear(self) -> None:
        """Forget everything solved, to free memory."""
        self.grundy_memo.clear()
        self.number_memo.clear()
        self.game_memo.clear()
        for memo in self.wins_memo.values():
            memo.clear()
        for found in self._natives.values():
            if isinstance(found, Native):
                found.core.clear()


def is_integral(coords: tuple[Any, ...]) -> bool:
    """Return whether all coordinates are integers of 64 bits."""
    return all(type(value) is int and -(2**63) <= value < 2**63 for value in coords)
