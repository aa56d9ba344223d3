"""The ``match`` statement: each pattern is a condition and the names that it sets."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from lastmove.rules.expr import Expr, both, either
from lastmove.rules.tracing.calls import Calls
from lastmove.rules.tracing.values import TRACED, alike, is_int, settled

if TYPE_CHECKING:
    from lastmove.rules.tracing.flow import Completion

Names = list[tuple[str, Any]]


class Matching(Calls):
    """Execution of ``match``."""

    def run_block(self, body: list[ast.stmt]) -> Completion:
        """Execute statements one after the other."""
        raise NotImplementedError  # pragma: no cover

    def _run_Match(self, node: ast.Match) -> Completion:  # noqa: N802
        return self._cases(self.eval(node.subject), node.cases)

    def _cases(self, subject: Any, cases: list[ast.match_case]) -> Completion:
        if not cases:
            return None
        case, *rest = cases
        fits, names = self._fits(case.pattern, subject)
        guard = case.guard

        def guarded() -> Any:
            self._set(names)
            before = [self.home(name).values[name] for name, _ in names]
            assert guard is not None
            fits = self.condition(guard)
            after = [self.home(name).values[name] for name, _ in names]
            if not all(map(alike, before, after)):
                raise self.refuse("a guard that changes a name of its pattern")
            return fits

        def then() -> Completion:
            self._set(names)
            return self.run_block(case.body)

        if guard is not None:
            # As of `and`: names stay set where the guard says no.
            if isinstance(fits, Expr):
                first = fits
                fits = self.choose(first, guarded, lambda: False, lambda b, _: both(first, b))
            elif fits:
                fits = guarded()
        return self.branch(fits, then, lambda: self._cases(subject, rest))

    def _set(self, names: Names) -> None:
        for name, value in names:
            self.home(name).values[name] = self.keep(value, name) if is_int(value) else value

    def _fits(self, pattern: ast.pattern, subject: Any) -> tuple[Any, Names]:
        """Return whether a pattern matches a value, and what it names if so."""
        if isinstance(pattern, ast.MatchValue):
            return settled(self.compare(ast.Eq(), subject, self.eval(pattern.value))), []
        if isinstance(pattern, ast.MatchSingleton):
            return self.compare(ast.Is(), subject, pattern.value), []
        if isinstance(pattern, ast.MatchAs):
            fits, names = (True, Names())
            if pattern.pattern is not None:
                fits, names = self._fits(pattern.pattern, subject)
            return fits, names if pattern.name is None else [*names, (pattern.name, subject)]
        if isinstance(pattern, ast.MatchOr):
            fits = False
            for way in pattern.patterns:
                one, names = self._fits(way, subject)
                if names:
                    raise self.refuse("names in patterns of which one has to match")
                fits = either(fits, one)
            return settled(fits), []
        if isinstance(pattern, ast.MatchSequence):
            return self._fits_sequence(pattern.patterns, subject)
        raise self.refuse("a pattern for objects or dicts")

    def _fits_sequence(self, patterns: list[ast.pattern], subject: Any) -> tuple[Any, Names]:
        if isinstance(subject, Expr) or (isinstance(subject, int) and not is_int(subject)):
            return False, []
        if isinstance(subject, TRACED) or not isinstance(subject, (list, tuple, int, str)):
            raise self.refuse("a pattern for a list of unknown length")
        if isinstance(subject, (int, str)):
            return False, []
        if any(isinstance(p, ast.MatchStar) for p in patterns):
            raise self.refuse("* in a pattern")
        if len(patterns) != len(subject):
            return False, []
        fits: Any = True
        names: Names = []
        for p, v in zip(patterns, subject, strict=True):
            one, more = self._fits(p, self.checked(v))
            fits = both(fits, one)
            names += more
        return settled(fits), names
