import io
import sys

import pytest

from lastmove import Dyadic
from lastmove.cli import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_call_shows_a_bar_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(output, "_BAR_AFTER", 0.0)
    with output.Bar("searching") as bar:
        bar(1_234, 0)
        bar(5_678, 10_000)
    shown = terminal.getvalue()
    assert "searching" in shown
    assert "5,678 positions" in shown


def test_no_bar_is_shown_in_a_pipe_or_for_a_short_call(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, pipe = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    with output.Bar("searching") as bar:
        bar(1, 2)
    monkeypatch.setattr(output, "_BAR_AFTER", 0.0)
    for stream in (pipe, None):
        monkeypatch.setattr(sys, "stderr", stream)
        with output.Bar("searching") as bar:
            bar(1, 2)
    assert terminal.getvalue() + pipe.getvalue() == ""


def test_values_become_what_json_has() -> None:
    value = {"a": (1, [True, None, "x"]), 2: frozenset({3}), "half": Dyadic(1, 2)}
    assert output.plain(value) == {
        "a": [1, [True, None, "x"]],
        "2": "frozenset({3})",
        "half": "1/2",
    }
