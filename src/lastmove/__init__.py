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

    from lastmove import boards, rulesets
    from lastmove.boards import (
        Amazons,
        Clobber,
        Col,
        Cram,
        Domineering,
        Fission,
        Hackenbush,
        Konane,
        NoGo,
        Snort,
        ToadsAndFrogs,
        TopplingDominoes,
    )
    from lastmove.errors import (
        GameError,
        LastmoveError,
        LimitExceeded,
        LoopError,
        NoLawFound,
        NotANumber,
        NotationError,
        PositionError,
        RulesError,
        SaveError,
    )
    from lastmove.heaps.games import all_but, grundys_game, octal, subtraction
    from lastmove.laws.law import Law
    from lastmove.rules.decorators import impartial, partizan
    from lastmove.rules.position import Position, Sum
    from lastmove.rules.ruleset import Rules
    from lastmove.settings import limits
    from lastmove.solve.outcome import Outcome
    from lastmove.values.dyadic import Dyadic
    from lastmove.values.game import Game, parse

__version__ = "0.1.0"

# Public name -> module that holds it.
_HOMES = {
    "Amazons": "lastmove.boards",
    "Clobber": "lastmove.boards",
    "Col": "lastmove.boards",
    "Cram": "lastmove.boards",
    "Domineering": "lastmove.boards",
    "Dyadic": "lastmove.values.dyadic",
    "Fission": "lastmove.boards",
    "Game": "lastmove.values.game",
    "GameError": "lastmove.errors",
    "Hackenbush": "lastmove.boards",
    "Konane": "lastmove.boards",
    "LastmoveError": "lastmove.errors",
    "Law": "lastmove.laws.law",
    "LimitExceeded": "lastmove.errors",
    "LoopError": "lastmove.errors",
    "NoGo": "lastmove.boards",
    "NoLawFound": "lastmove.errors",
    "NotANumber": "lastmove.errors",
    "NotationError": "lastmove.errors",
    "Outcome": "lastmove.solve.outcome",
    "Position": "lastmove.rules.position",
    "PositionError": "lastmove.errors",
    "Rules": "lastmove.rules.ruleset",
    "RulesError": "lastmove.errors",
    "SaveError": "lastmove.errors",
    "Snort": "lastmove.boards",
    "Sum": "lastmove.rules.position",
    "ToadsAndFrogs": "lastmove.boards",
    "TopplingDominoes": "lastmove.boards",
    "all_but": "lastmove.heaps.games",
    "boards": "",
    "grundys_game": "lastmove.heaps.games",
    "impartial": "lastmove.rules.decorators",
    "limits": "lastmove.settings",
    "octal": "lastmove.heaps.games",
    "parse": "lastmove.values.game",
    "partizan": "lastmove.rules.decorators",
    "rulesets": "",
    "subtraction": "lastmove.heaps.games",
}

__all__ = [
    "Amazons",
    "Clobber",
    "Col",
    "Cram",
    "Domineering",
    "Dyadic",
    "Fission",
    "Game",
    "GameError",
    "Hackenbush",
    "Konane",
    "LastmoveError",
    "Law",
    "LimitExceeded",
    "LoopError",
    "NoGo",
    "NoLawFound",
    "NotANumber",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "Rules",
    "RulesError",
    "SaveError",
    "Snort",
    "Sum",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "all_but",
    "boards",
    "grundys_game",
    "impartial",
    "limits",
    "octal",
    "parse",
    "partizan",
    "rulesets",
    "subtraction",
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
