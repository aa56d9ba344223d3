import io
import re
import sys
from pathlib import Path
from threading import Thread

import click
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
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(output, "_BAR_AFTER", 0.0)
    with output.Bar("searching") as bar:
        bar(1_234, 0)
        bar(5_678, 10_000)
    shown = terminal.getvalue()
    assert "searching" in shown
    assert "5,678 positions" in shown
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert re.search(r"0:00:00 gone, [-:0-9]+ left", plain)


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


def test_a_file_written_by_two_at_once_is_whole_at_any_time(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    texts = ["a" * 200_000, "b" * 300_000]
    output.write_whole(path, texts[0])
    writers = [
        Thread(target=lambda t=text: [output.write_whole(path, t) for _ in range(40)])  # type: ignore[misc]
        for text in texts
    ]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert path.read_text() in texts
    assert path.read_text() in texts
    assert [entry.name for entry in tmp_path.iterdir()] == ["certificate.json"]


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "kept.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    output.write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_written_is_said_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "certificate.json"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(click.ClickException, match="No space left on device"):
        output.write_whole(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["certificate.json"]
    with pytest.raises(click.ClickException, match="No such file or directory"):
        output.write_whole(tmp_path / "missing" / "x.json", "new")
