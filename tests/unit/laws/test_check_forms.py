"""The reader of expressions, where readers of further kinds build on it."""

import pytest

from lastmove.laws.check import Rejected
from lastmove.laws.check_forms import Forms, variable
from lastmove.laws.check_sets import Sets


class Naming(Forms):
    """Reads the coordinate as a new variable each time, of which what follows may speak."""

    def cases(self, e, env):
        if e != ["x", 0]:
            return super().cases(e, env)
        name = self.fresh()
        self.coords.add(name)
        return [([], variable(name))]


@pytest.mark.parametrize(
    "condition", [["<", ["x", 0], 5], ["any", 0, 0, 3, 1, ["==", ["x", 0], ["v", 0]]]]
)
def test_a_condition_keeps_the_variables_that_reading_it_makes(condition):
    """Without its variable a condition would hold wherever some number meets it."""
    reader = Naming(Sets(False), 1)
    found = reader.holds(condition, {})
    assert set(found.names) == reader.coords - {"x0"}
    assert not reader.sets.outside(found).empty


@pytest.mark.parametrize("entry", [0.5, True, "1", None, -(1 << 70)])
def test_the_entries_of_a_table_are_integers(entry):
    with pytest.raises(Rejected, match="a table of integers"):
        Forms(Sets(False), 1).cases(["at", ["x", 0], [0, entry]], {})
