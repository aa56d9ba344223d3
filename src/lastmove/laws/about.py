"""Rules in the form in which certificates carry them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.errors import LastmoveError, RulesError
from lastmove.laws.check import CODES, Rejected
from lastmove.laws.check_linear import conjuncts
from lastmove.laws.game import document

if TYPE_CHECKING:
    from lastmove.laws.base import Certificate
    from lastmove.rules.ruleset import Rules

__all__ = ["system_for"]


def system_for(certificate: Certificate, rules: Rules) -> dict[str, Any]:
    """Return what a certificate about these rules would have as its system.

    Parameters
    ----------
    certificate : dict
        Its kind, its number of coordinates and its free parameters are looked at.
    rules : Rules
        The game.

    Raises
    ------
    RulesError
        If the rules have no Program of that kind.
    LastmoveError
        If it is no certificate.
    Rejected
        If the rules have another number of coordinates, or other parameters.

    Examples
    --------
    >>> import lastmove as lm
    >>> bash = lm.rulesets.get("bash")
    >>> certificate = bash.law(parameters=["k"]).certificate
    >>> system_for(certificate, bash) == certificate["system"]
    True
    """
    if isinstance(certificate, dict) and certificate.get("kind") in list(CODES):
        raise Rejected("the certificate is about a heap game's code, not about rules")
    try:
        kind = certificate["kind"]
        size = len(certificate["system"]["programs"][0]["coords"])
        rules = _freed(certificate, rules)
    except (KeyError, IndexError, TypeError, AttributeError, Rejected):
        raise LastmoveError("this is not a certificate of a law") from None
    except RulesError as error:
        raise Rejected(f"the certificate is about other rules: {error}") from None
    if kind == "rows":
        from lastmove.laws.rows import rows_of

        return rows_of(rules)
    if rules.arity is not None and rules.arity != size:
        raise Rejected(
            f"the certificate is about other rules: its game has {size} "
            f"coordinate{'s' * (size != 1)}, {rules} has {rules.arity}"
        )
    rules.program_for(size)
    native = rules.engine.native(size)
    if native is None:
        raise RulesError(rules.engine.untraced(size))
    return document(native.system)


def _freed(certificate: Certificate, rules: Rules) -> Rules:
    """Return the rules with those parameters free that are coordinates of the certificate."""
    from lastmove.rules.free import FreeRules

    places = certificate.get("parameters") or []
    program = certificate["system"]["programs"][0]
    if not places:
        return rules
    size = len(program["coords"])
    least = {}
    for i in places:
        unit = tuple(int(i == j) for j in range(size))
        lows = [-form[-1] for form in conjuncts(program["domain"], size) if form[:-1] == unit]
        least[program["coords"][i]] = max(lows, default=0)
    return FreeRules(rules, least, size - len(least))
