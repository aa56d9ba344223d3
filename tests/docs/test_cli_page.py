"""The page on the command line names every command and every option."""

from importlib import import_module
from pathlib import Path

import pytest

from lastmove.cli.app import COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "cli.md").read_text()


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_of_a_command_is_on_the_page(name):
    assert f"`lastmove {name} " in PAGE
    parameters = import_module(f"lastmove.cli.{name}").command.params
    options = [max(p.opts, key=len) for p in parameters if p.param_type_name == "option"]
    assert options
    assert [option for option in options if option not in PAGE] == []
