"""Files of long runs survive whatever happens to the process, and are never mistaken."""

import os
import signal
import subprocess
import sys
import time

import pytest

import lastmove as lm
from lastmove.heaps import games
from lastmove.heaps.saves import Save

CODE = "0.161"


@pytest.fixture
def fresh(monkeypatch):
    """Games that know nothing yet, as in a new process."""
    monkeypatch.setattr(games, "_games", {})


def make(path, count):
    with Save(lm.octal(CODE), str(path)) as save:
        save.run(count, every=0.05)


def test_a_run_goes_on_where_the_file_ends(tmp_path, monkeypatch):
    path = tmp_path / "run"
    expected = lm.octal(CODE).sequence(120_000)
    for count in (40_000, 40_000, 120_000):
        monkeypatch.setattr(games, "_games", {})
        make(path, count)
    monkeypatch.setattr(games, "_games", {})
    with Save(lm.octal(CODE), str(path)) as save:
        assert save.kept >= 120_000
        assert lm.octal(CODE).known == save.kept
        assert (lm.octal(CODE).sequence(120_000) == expected).all()


def test_killed_at_any_moment_the_file_is_good(tmp_path, monkeypatch):
    path = tmp_path / "run"
    code = (
        "import sys, lastmove as lm\n"
        "from lastmove.heaps.saves import Save\n"
        "with Save(lm.octal(sys.argv[1]), sys.argv[2]) as save:\n"
        "    save.run(10**9, every=0.01)\n"
    )
    count = 0
    for attempt in range(3):
        process = subprocess.Popen([sys.executable, "-c", code, CODE, str(path)])
        size = path.stat().st_size if attempt else 0
        deadline = time.monotonic() + 60
        # A kill may fall into any write, the first one too; only what was being written is lost,
        # and the first segment has 65,536 values.
        while not (path.exists() and path.stat().st_size > size + 100_000):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(0.013 * attempt)
        process.send_signal(signal.SIGKILL)
        process.wait()
        monkeypatch.setattr(games, "_games", {})
        before = count
        with Save(lm.octal(CODE), str(path)) as save:
            count = save.kept
        assert count > before + 20_000
    assert (lm.octal(CODE).sequence(count)[-5000:] == plain_tail(count)).all()


def plain_tail(count):
    games._games.clear()
    return lm.octal(CODE).sequence(count)[-5000:]


def test_every_cut_of_the_last_segment_is_dropped(tmp_path, fresh):
    path = tmp_path / "run"
    make(path, 20_000)
    first = path.stat().st_size
    make(path, 70_000)
    whole = path.read_bytes()
    for size in (first + 1, first + 30, first + 1000, len(whole) - 1):
        path.write_bytes(whole[:size])
        games._games.clear()
        with Save(lm.octal(CODE), str(path)) as save:
            kept = save.kept
            lm.octal(CODE).extend(kept + 100)
            save.append()
        assert kept >= 20_000
        with Save(lm.octal(CODE), str(path)) as save:
            assert save.kept >= kept + 100


def test_damage_other_games_and_other_versions_are_refused(tmp_path, fresh):
    path = tmp_path / "run"
    make(path, 20_000)
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[500] ^= 1
    cases = [
        (bytes(damaged), "damaged"),
        (whole.replace(b"heaps/1", b"heaps/9", 1), "version"),
        (whole.replace(b"heaps/1", b"heaps/\xff", 1), "version"),
        (whole.replace(b"heaps/1\n", b"heaps/1\x8a", 1), "version"),
        (b"something else\n", "no file that keeps values"),
        (b"", "no file that keeps values"),
        (whole.replace(b'"0.161"', b'"0.162"', 1), r"keeps the game 0\.162"),
        (whole.replace(b'{"game"', b'!"game"', 1), "damaged"),
    ]
    for content, reason in cases:
        path.write_bytes(content)
        with pytest.raises(lm.SaveError, match=reason), Save(lm.octal(CODE), str(path)):
            pass
        assert path.read_bytes() == content


def test_places_that_cannot_be_written_are_refused(tmp_path):
    with pytest.raises(lm.SaveError), Save(lm.octal(CODE), str(tmp_path / "no" / "run")):
        pass
    with pytest.raises(lm.SaveError), Save(lm.octal(CODE), str(tmp_path)):
        pass
    with pytest.raises(lm.SaveError):
        Save(lm.octal("0.3F"), str(tmp_path / "run"))


def test_a_full_disk_leaves_what_was_kept(tmp_path, fresh, monkeypatch):
    path = tmp_path / "run"
    make(path, 20_000)
    before = path.read_bytes()
    game = lm.octal(CODE)
    with Save(game, str(path)) as save:
        game.extend(60_000)

        def full(descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(lm.SaveError, match="No space left"):
            save.append()
    assert path.read_bytes() == before


def test_a_file_that_may_not_grow_is_left_as_it_was(tmp_path):
    pytest.importorskip("resource")
    path = tmp_path / "run"
    code = (
        "import resource, sys, lastmove as lm\n"
        "from lastmove.heaps.saves import Save\n"
        "game = lm.octal(sys.argv[1])\n"
        "with Save(game, sys.argv[2]) as save:\n"
        "    game.extend(20_000)\n"
        "    save.append()\n"
        "    size = save.path.stat().st_size\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 1000, -1))\n"
        "    game.extend(60_000)\n"
        "    try:\n"
        "        save.append()\n"
        "    except lm.SaveError as error:\n"
        "        print(error, save.path.stat().st_size - size)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, CODE, str(path)], capture_output=True, text=True, check=True
    )
    assert "too large" in ran.stdout
    assert ran.stdout.endswith("are intact 0\n")
    with Save(lm.octal(CODE), str(path)) as save:
        assert save.kept >= 20_000


def test_progress_of_a_run_is_told_of_the_whole_way(tmp_path, fresh):
    told = []
    with Save(lm.octal(CODE), str(tmp_path / "run")) as save:
        save.run(400_000, every=0.05, progress=lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {400_000}
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_two_processes_do_not_write_one_file(tmp_path, fresh):
    path = tmp_path / "run"
    make(path, 10_000)
    with Save(lm.octal(CODE), str(path)):
        other = Save(lm.octal(CODE), str(path))
        with pytest.raises(lm.SaveError, match="another process"), other:
            pass
