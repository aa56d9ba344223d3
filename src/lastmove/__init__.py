"""A combinatorial game theory workbench: state the rules, get winners, values and tables.

State a game's rules as a generator of the positions that can be moved to::

    import lastmove as lm

    @lm.impartial
    def kayles(n):
        for taken in (1, 2):
            for left in range((n - taken) // 2 + 1):
                yield kayles(left) + kayles(n - taken - left)

    kayles(7).outcome, kayles(7).grundy, kayles(7).winning_moves()
    kayles.table(20)

Names are imported when first used, so that ``import lastmove`` costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing's own constant costs 25 ms of start-up

if TYPE_CHECKING:
    from typing import Any

    from lastmove import rulesets
    from lastmove.errors import (
        LastmoveError,
        LimitExceeded,
        LoopError,
        MissingExtra,
        NoLawFound,
        NotANumber,
        NotationError,
        PositionError,
        RulesError,
    )
    from lastmove.laws.law import Law
    from lastmove.rules.decorators import impartial, partizan
    from lastmove.rules.position import Position, Sum
    from lastmove.rules.ruleset import Rules
    from lastmove.settings import limits
    from lastmove.solve.outcome import Outcome
    from lastmove.values.dyadic import Dyadic

__version__ = "0.1.0"

# Public name -> module that holds it.
_HOMES = {
    "Dyadic": "lastmove.values.dyadic",
    "LastmoveError": "lastmove.errors",
    "Law": "lastmove.laws.law",
    "LimitExceeded": "lastmove.errors",
    "LoopError": "lastmove.errors",
    "MissingExtra": "lastmove.errors",
    "NoLawFound": "lastmove.errors",
    "NotANumber": "lastmove.errors",
    "NotationError": "lastmove.errors",
    "Outcome": "lastmove.solve.outcome",
    "Position": "lastmove.rules.position",
    "PositionError": "lastmove.errors",
    "Rules": "lastmove.rules.ruleset",
    "RulesError": "lastmove.errors",
    "Sum": "lastmove.rules.position",
    "impartial": "lastmove.rules.decorators",
    "limits": "lastmove.settings",
    "partizan": "lastmove.rules.decorators",
    "rulesets": "",
}

__all__ = [
    "Dyadic",
    "LastmoveError",
    "Law",
    "LimitExceeded",
    "LoopError",
    "MissingExtra",
    "NoLawFound",
    "NotANumber",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "Rules",
    "RulesError",
    "Sum",
    "impartial",
    "limits",
    "partizan",
    "rulesets",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'lastmove' has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(home), name) if home else import_module(f"lastmove.{name}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
