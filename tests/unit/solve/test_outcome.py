"""The four outcome classes."""

import pytest

from lastmove import Outcome


@pytest.mark.parametrize(
    ("left", "right", "outcome"),
    [(True, True, "N"), (True, False, "L"), (False, True, "R"), (False, False, "P")],
)
def test_of_who_wins_moving_first(left, right, outcome):
    found = Outcome.of(left, right)
    assert found == outcome
    assert found is Outcome(outcome)
    assert found.first_wins("left") is left
    assert found.first_wins("right") is right
    assert found.winner
    assert repr(found) == f"Outcome.{outcome}"
