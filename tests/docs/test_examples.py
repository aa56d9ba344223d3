"""Every example in the docstrings, the README and the docs runs and prints what it says."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lastmove

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(lastmove.__path__, "lastmove.")
    if not module.name.endswith(("_core", "__main__"))
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def run(test: doctest.DocTest) -> doctest.TestResults:
    return doctest.DocTestRunner(optionflags=FLAGS).run(test)


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name):
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    for test in finder.find(module, name):
        assert run(test).failed == 0, f"an example of {test.name} prints something else"


def test_examples_of_native_games():
    """The documentation of a native class is out of reach of the finder of doctests."""
    parser = doctest.DocTestParser()
    docs = {name: getattr(lastmove.Game, name).__doc__ for name in dir(lastmove.Game)}
    docs = {name: doc for name, doc in docs.items() if not name.startswith("_")}
    docs[""] = lastmove.Game.__doc__
    for name, doc in docs.items():
        test = parser.get_doctest(doc, {}, f"Game.{name}", None, 0)
        assert test.examples or name == "value", f"Game.{name} has no example"
        assert run(test).failed == 0, f"an example of Game.{name} prints something else"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_examples(page, tmp_path, monkeypatch):
    """Runs the ``>>>`` examples of a page as one session, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text()
    sessions = [body for body in fences(text, "python", "pycon") if ">>>" in body]
    for name, body in named_files(text):
        (tmp_path / name).write_text(body)
    monkeypatch.syspath_prepend(str(tmp_path))
    parser = doctest.DocTestParser()
    test = parser.get_doctest("\n".join(sessions), {}, page.name, str(page), 0)
    assert run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_commands(page, tmp_path):
    """Runs the ``$`` lines of console blocks and compares what they print."""
    text = page.read_text()
    for name, body in named_files(text):
        (tmp_path / name).write_text(body)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for body in fences(text, "console"):
        for block in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, expected = block.partition("\n")
            if command.startswith(("make", "pip", "git", "cd")):
                continue
            done = subprocess.run(
                ["bash", "-c", command],
                capture_output=True,
                text=True,
                cwd=tmp_path,
                env=environment,
                timeout=60,
                check=False,
            )
            checker = doctest.OutputChecker()
            got = done.stdout + done.stderr
            assert checker.check_output(expected, got, FLAGS), f"$ {command}\n{got}"


@pytest.mark.parametrize(
    "page", [*PAGES, *ROOT.glob("[A-Z]*.md")], ids=lambda page: str(page.relative_to(ROOT))
)
def test_links_lead_to_files_of_the_project(page):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
    dead = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not dead


def fences(text: str, *languages: str) -> list[str]:
    """Return the bodies of fenced blocks in these languages."""
    found = re.findall(r"^```(\w+)[^\n]*\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [body for language, body in found if language in languages]


def named_files(text: str) -> list[tuple[str, str]]:
    """Return (name, body) of Python blocks whose first line is ``# name.py``."""
    return [
        (match[1], body)
        for body in fences(text, "python")
        if (match := re.match(r"# (\w+\.py)\n", body))
    ]


def test_harness_notices_a_wrong_example():
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    quiet = doctest.DocTestRunner(optionflags=FLAGS)
    assert quiet.run(test, out=lambda text: None).failed == 1
