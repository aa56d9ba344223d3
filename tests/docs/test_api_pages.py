"""The pages on the Python interface name everything that is public."""

from pathlib import Path

import pytest

import lastmove as lm
from lastmove.draw.grid import Grid

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


@pytest.mark.parametrize(
    ("kind", "page"),
    [
        (lm.Rules, "api-rules.md"),
        (lm.Position, "api-rules.md"),
        (lm.Sum, "api-rules.md"),
        (Grid, "api-rules.md"),
        (lm.Law, "api-laws.md"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_every_public_name_is_on_its_page(kind, page):
    text = (REFERENCE / page).read_text()
    names = [name for name in dir(kind) if not name.startswith("_")]
    assert names
    assert [name for name in names if f".{name}" not in text] == []


def test_what_heap_games_have_besides_rules_is_on_their_page():
    text = (REFERENCE / "heaps.md").read_text()
    own = set(dir(type(lm.octal("0.77")))) - set(dir(lm.Rules))
    names = [name for name in own if not name.startswith("_")]
    assert {"sequence", "period", "statistics"} <= set(names)
    # The core and the digits are for those who extend lastmove.
    assert [name for name in names if f".{name}" not in text and name != "core"] == []


def test_the_docstring_of_each_says_something():
    for kind in (lm.Rules, lm.Position, lm.Sum, Grid, lm.Law):
        for name in dir(kind):
            part = getattr(kind, name)
            if not name.startswith("_") and (callable(part) or isinstance(part, property)):
                assert part.__doc__, f"{kind.__name__}.{name}"
