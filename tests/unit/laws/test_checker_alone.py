"""The checker stands alone: its files, copied elsewhere, need Python's standard library only."""

import ast
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lastmove as lm
from lastmove.laws import check

FILES = sorted(Path(check.__file__).parent.glob("check*.py"))


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checker")
    for path in FILES:
        shutil.copy(path, folder)
    return folder / "check.py"


def run(checker, certificate, folder):
    path = folder / "certificate.json"
    path.write_text(json.dumps(certificate))
    # Isolated and without site-packages: neither lastmove nor numpy can be imported.
    command = [sys.executable, "-I", "-S", str(checker), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_imports_the_standard_library_and_the_checker_only(path):
    text = path.read_text()
    known = set(sys.stdlib_module_names) | {file.stem for file in FILES}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import) or getattr(node, "module", None) == "lastmove.laws":
            assert all(name.name in known for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module.removeprefix("lastmove.laws.").split(".")[0] in known
    assert len(text.splitlines()) < 400


LAWS = {
    "box": lambda: lm.rulesets.get("game_of_cards").law(what="outcome"),
    "breaking": lambda: lm.rulesets.get("kayles").law(),
    "slides": lambda: lm.rulesets.get("nim").law(arity=3),
    "automaton": lambda: lm.rulesets.get("wythoff").law(what="outcome"),
    "formula": lambda: lm.rulesets.get("cutcake").law(),
    "rows": lambda: lm.rulesets.get("box_transfer").law(arity="any"),
}


@pytest.mark.parametrize("kind", LAWS)
def test_certificates_are_checked_without_lastmove(kind, alone, tmp_path):
    certificate = LAWS[kind]().certificate
    assert certificate["kind"] == kind
    done = run(alone, certificate, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("accepted: the ")
    done = run(alone, {**certificate, "what": "nothing"}, tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("rejected: ")


def test_periods_of_heap_games_are_checked_without_lastmove(alone, tmp_path):
    certificate = lm.octal("0.77").period().certificate
    done = run(alone, certificate, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all values from the definition" in done.stdout
    assert run(alone, {**certificate, "length": 11}, tmp_path).returncode == 1


def test_what_is_no_certificate_is_rejected(alone, tmp_path):
    assert run(alone, {}, tmp_path).returncode == 1
    assert run(alone, [], tmp_path).returncode == 1
    done = subprocess.run([sys.executable, "-I", str(alone)], capture_output=True, check=False)
    assert done.returncode == 2
