"""Checks Grundy values that are exponents, as the exponent of 2 in a number, or its logarithm.

Such values are not definable by addition, but the powers are: the automaton of the certificate
gives the pairs of a power of the base and its positions, and the value is the exponent, the place
of the only digit 1. Moves are read from above and from below as in `check_between`, and play ends
as there. What is decided:

- all that is paired with positions are powers, and every position has one;
- no possible option of x has the power of x;
- for every smaller power some sure option has it. Every option is one position, no sum.

Proof, by induction on the ranking, that x has the one power whose exponent is its Grundy value.
Options have one power each. If x has the power p, all smaller exponents are values of options, and
that of p is not; so p is the power of the Grundy value. And x has some power.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, Rejected, need
    from lastmove.laws.check_between import Between, Table
    from lastmove.laws.check_forms import variable
    from lastmove.laws.check_sets import Set
else:
    from check import Game, Rejected, need
    from check_between import Between, Table
    from check_forms import variable
    from check_sets import Set


class Exponents(Between):
    """One game, whose values are the exponents of powers."""

    def reached(self, table: Table, sure: bool) -> Set:
        """Return the pairs of a power ``h`` and positions that may, or surely, reach it."""
        reader = table.below if sure else table.above
        found = []
        for guard, components in reader.moves:
            need(len(components) == 1, "a move to a sum, or to none")
            ((_, names),), conditions = self.parts(reader, components)
            has = self.placed(table.label, table, names, "h")
            found.append(reader.estimate([*guard, *conditions, has], {"h", *table.names}))
        return self.sets.union(found)

    def exponents(self, table: Table) -> None:
        """Check that exponents are the Grundy values."""
        sets, powers = self.sets, table.above.powers
        table.never([table.label, sets.outside(powers("g", 1))], "a value that is no power")
        same = table.above.equal("g", variable("h"))
        possible = self.reached(table, False)
        table.never([table.label, same, possible], "an option may have the same value")
        lower = [table.above.less(variable("h"), variable("g")), powers("h", 1)]
        missing = sets.outside(self.reached(table, True))
        table.never([table.label, *lower, missing], "no sure option of a value")
        table.never([sets.outside(sets.some(table.label, ["g"]))], "a position has no value")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check values that are exponents."""
    need(cert["what"] == "grundy" and len(games) == 1, "Grundy values of one game")
    need(all(isinstance(label, dict) for label in cert["labels"]), "an automaton")
    try:
        whole = Exponents(cert, games)
        (table,) = whole.tables
        whole.rules(table)
        whole.exponents(table)
    except RecursionError:
        raise Rejected("the rules nest too deeply") from None
