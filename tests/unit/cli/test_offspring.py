"""Programs under test that try to outlive the command: with sessions of their own, as orphans."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from lastmove.cli import contestant, offspring

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="orphans are found on Linux only"
)

# Forks twice and opens a session, as daemons do; the grandchild notes its number and sleeps.
DAEMON = """
import os, pathlib, sys, time
def daemon(note):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            new = pathlib.Path(note + '.new')
            new.write_text(str(os.getpid()))
            new.rename(note)
            time.sleep(600)
        os._exit(0)
    os.wait()
    while not os.path.exists(note):
        time.sleep(0.01)
"""


def runs(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_daemon_is_ended_when_its_program_hangs(tmp_path):
    note = tmp_path / "note"
    source = f"{DAEMON}\ndaemon({str(note)!r})\nprint('x', flush=True)\ntime.sleep(600)\n"
    answer = contestant.run([sys.executable, "-c", source], "", 1.0, 100)
    assert "no end within 1 s" in answer.fault
    assert not runs(int(note.read_text()))


def test_a_daemon_is_ended_when_its_program_has_ended(tmp_path):
    note = tmp_path / "note"
    source = f"{DAEMON}\ndaemon({str(note)!r})\nprint('x')\n"
    answer = contestant.run([sys.executable, "-c", source], "", 60.0, 100)
    assert answer == ("x\n", "")
    assert not runs(int(note.read_text()))


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_daemon_is_ended_by_a_signal_to_the_command(tmp_path, name):
    note = tmp_path / "note"
    program = tmp_path / "program.py"
    program.write_text(f"{DAEMON}\ndaemon({str(note)!r})\ntime.sleep(600)\n")
    command = [sys.executable, "-m", "lastmove", "stress", "bash", "--timeout", "600"]
    command += ["--io", "n -> {law}", "--", sys.executable, str(program)]
    with subprocess.Popen(command) as process:
        while not note.exists():
            assert process.poll() is None
            sleep(0.02)
        process.send_signal(getattr(signal, name))
        process.wait(60)
    assert not runs(int(note.read_text()))


def test_a_chain_of_processes_that_fork_and_end_is_ended(tmp_path):
    note = tmp_path / "note"
    source = f"""
import os, sys, time
print('x', flush=True)
os.close(1)
while True:
    if os.fork():
        os._exit(0)
    os.setsid()
    with open({str(note)!r}, 'w') as file:
        file.write(str(os.getpid()))
"""
    answer = contestant.run([sys.executable, "-c", source], "", 1.0, 100)
    assert answer.text == "x\n"
    before = note.read_text()
    sleep(0.3)
    assert note.read_text() == before


def test_children_of_before_are_left_alone():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as own:
        answer = contestant.run([sys.executable, "-c", "print('x')"], "", 60.0, 100)
        assert answer == ("x\n", "")
        assert own.poll() is None
        own.communicate(b"\n")
    assert own.returncode == 0


def test_orphans_go_elsewhere_again_afterwards(tmp_path):
    with offspring.ended_offspring():
        pass
    note = tmp_path / "note"
    source = f"{DAEMON}\ndaemon({str(note)!r})\n"
    subprocess.run([sys.executable, "-c", source], check=True)
    number = int(note.read_text())
    try:
        stat = Path(f"/proc/{number}/stat").read_text()
        assert int(stat.rpartition(")")[2].split()[1]) != os.getpid()
    finally:
        os.kill(number, signal.SIGKILL)


def test_a_signal_while_programs_are_ended_is_put_off(monkeypatch):
    end, ended = offspring._end_all_but, []

    def interrupted(there):
        signal.raise_signal(signal.SIGINT)
        end(there)
        ended.append(there)

    monkeypatch.setattr(offspring, "_end_all_but", interrupted)
    with pytest.raises(KeyboardInterrupt):
        contestant.run([sys.executable, "-c", "print('x')"], "", 60.0, 100)
    assert len(ended) == 1


def test_a_tree_of_processes_is_read_from_ps(tmp_path):
    source = "import subprocess, sys; print(subprocess.Popen(['sleep', '600']).pid, flush=True); "
    source += "input()"
    with subprocess.Popen(
        [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        child = int(process.stdout.readline())
        try:
            assert offspring.tree(process.pid) == [child]
        finally:
            os.kill(child, signal.SIGKILL)
            process.communicate("\n")
    assert offspring.tree(process.pid) == []
