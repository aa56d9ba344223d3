"""What answers for one game: its traced Programs, native tables and plain memos."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import RulesError
from lastmove.settings import current
from lastmove.solve.watch import Memo

if TYPE_CHECKING:
    from lastmove import _core
    from lastmove.rules.program import Program, System
    from lastmove.rules.ruleset import Rules


class Native:
    """A traced system that runs natively, and the way between its indices and rules."""

    def __init__(self, system: System) -> None:
        from lastmove import _core

        self.system = system
        self.core: _core.Engine = _core.Engine(system.to_json())
        self.games = {(rules, arity): index for index, (rules, arity) in enumerate(system.games)}


class Engine:
    """Remembers, for one game, how it runs and what has been solved."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._memos: dict[str, Memo[Any, Any]] = {}
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
            raise RulesError(self.untraced(arity))
        return found.system.programs[0]

    def untraced(self, arity: int) -> str:
        """Return the sentence that tells why rules have no Program, and what a Program is."""
        return (
            f"{self.rules} runs in Python only, while laws and native code start from rules that "
            f"can be read as statements on integers (a Program): {self.why_not_native(arity)}"
        )

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

    def memo(self, what: str) -> Memo[Any, Any]:
        """Return what searches in Python have found; a new one if that fills the memory limit.

        Parameters
        ----------
        what : str
            ``"grundy"``, ``"number"``, ``"game"``, ``"wins"`` or ``"misere"``.
        """
        found = self._memos.get(what)
        # A search still at work in another thread keeps the old one.
        if found is None or found.size() > current().memory // 2:
            found = self._memos[what] = Memo()
        return found

    def clear(self) -> None:
        """Forget everything solved, to free memory."""
        self._memos.clear()
        for found in self._natives.values():
            if isinstance(found, Native):
                found.core.clear()


def is_integral(coords: tuple[Any, ...]) -> bool:
    """Return whether all coordinates are integers of 64 bits."""
    return all(type(value) is int and -(2**63) <= value < 2**63 for value in coords)
