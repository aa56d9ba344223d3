"""The demonstration that the README starts with runs and shows what it promises."""

import subprocess
import sys
from pathlib import Path

from lastmove import contest

ROOT = Path(__file__).parents[2]


def test_demo_answers_the_samples_and_solves_a_game_from_its_rules(tmp_path):
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo.py")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in contest.names():
        assert " | ".join(contest.get(name).sample_output.splitlines()) in done.stdout
    assert "outcome        N: the player to move wins" in done.stdout
    assert "winning moves  1 of 3: [game_of_cards(2, 0, 3, 2)]" in done.stdout
    assert "Runs natively: True" in done.stdout
