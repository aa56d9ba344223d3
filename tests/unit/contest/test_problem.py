import json
import subprocess
import sys

import pytest

from lastmove import contest, rulesets
from lastmove.contest.driver import prepared
from lastmove.contest.prepare import FOLDER, says
from lastmove.laws.about import system_for
from lastmove.laws.check import check


def test_every_prepared_form_is_that_of_its_problem() -> None:
    # If this fails: python -m lastmove.contest.prepare
    for folder in ("prepared", "certificates"):
        files = (FOLDER / folder).glob("*.json")
        assert sorted(file.stem for file in files) == sorted(contest.names())
    for name in contest.names():
        assert json.loads(prepared(name)) == json.loads(contest.get(name).to_json())


@pytest.mark.parametrize("name", contest.names())
def test_every_closed_form_is_proved_to_be_the_law_of_the_rules(name: str) -> None:
    # If this fails: python -m lastmove.contest.prepare
    problem = contest.get(name)
    certificate = problem.certificate
    check(certificate, system_for(certificate, rulesets.get(problem.game)))
    assert says(certificate, problem)
    assert certificate["what"] == ("value" if problem.combine == "sum" else "grundy")
    other = next(n for n in contest.names() if n != name)
    assert not says(certificate, contest.get(other))


@pytest.mark.parametrize("name", contest.names())
def test_every_problem_is_of_a_built_in_game(name: str) -> None:
    problem = contest.get(name)
    assert problem.name == name
    assert problem.game in rulesets.names()
    assert repr(problem) == f"<judge problem {name}: {problem.title}>"


@pytest.mark.parametrize("name", ["", "hdu", "../problem", "/etc/hostname", "HDU3544"])
def test_unknown_names_are_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(LookupError, match="there are ccpc2020-mianyang-g, hdu3544, hdu3389"):
        prepared(name)


def test_unknown_attributes_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="no attribute 'solve'"):
        _ = contest.solve  # type: ignore[attr-defined]


def test_a_judge_starts_without_what_it_does_not_need() -> None:
    script = (
        "import sys; before = set(sys.modules)\n"
        "sys.argv = ['lastmove', 'judge', 'hdu3389']\n"
        "from lastmove.cli import main\n"
        "try: main()\n"
        "except SystemExit as done: assert done.code == 0\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}; {script}"],
        input="0\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [
        "__future__",
        "lastmove",
        "lastmove._core",
        "lastmove.cli",
        "lastmove.contest",
        "lastmove.contest.driver",
    ]
