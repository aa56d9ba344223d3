"""Heap games are rules like any other, with a sequence besides."""

import pickle
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from lastmove import _core
from lastmove.heaps.games import heap_game

MAKERS = ["octal", "grundys_game", "subtraction", "all_but"]
SMALL = ["0.77", "0.137", "4.3", "0.3F", "0.8", "0.0(16)3", "grundy", "subtract(1,4)", "all-but(2)"]


def mex(values):
    return next(v for v in range(len(values) + 1) if v not in values)


@pytest.mark.parametrize("code", SMALL)
def test_sequence_follows_the_moves_of_the_rules(code):
    game = heap_game(code)
    values = [0]
    for n in range(1, 30):
        options = set()
        for heaps in game.bodies["moves"](n):
            value = 0
            for heap in heaps:
                value ^= values[heap]
            options.add(value)
        values.append(mex(options))
    assert game.sequence(30).tolist() == values


INTERRUPTED = """
import sys
import lastmove as lm

class Interrupt:
    def find_spec(self, name, *rest):
        if name == "numpy":
            sys.meta_path.remove(self)
            raise KeyboardInterrupt

for ask in (lambda: lm.octal("0.77").sequence(9), lambda: lm.rulesets.get("kayles").table(9)):
    for name in [name for name in sys.modules if name.partition(".")[0] == "numpy"]:
        raise SystemExit(f"{name} is loaded too early for this test")
    sys.meta_path.insert(0, Interrupt())
    try:
        ask()
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_an_interrupt_while_numpy_is_loaded_is_an_interrupt():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("interrupted\ninterrupted\n", "")


def test_positions_add_up_and_have_winning_moves():
    kayles, chess = lm.octal("0.77"), lm.octal("0.137")
    position = kayles(5) + chess(8) + lm.rulesets.get("nim")(1)
    assert position.grundy == 4 ^ chess(8).grundy ^ 1
    for move in position.winning_moves():
        assert move.grundy == 0
    assert kayles(7).outcome_misere in (lm.Outcome.N, lm.Outcome.P)


@given(st.integers(0, 10**19))
@settings(deadline=None)
def test_values_beyond_every_table_repeat(n):
    kayles = lm.octal("0.77")
    assert kayles.grundy(n + 71) == kayles.grundy(71 + n % 12)
    assert lm.subtraction({1, 4}).grundy(n) == [0, 1, 0, 1, 2][n % 5]


def test_the_same_code_is_the_same_game_and_survives_pickling():
    for code in SMALL:
        game = heap_game(code)
        assert heap_game(game.code) is game
        assert pickle.loads(pickle.dumps(game)) is game
        assert eval(str(game), {name: getattr(lm, name) for name in MAKERS}) is game


def test_misfits_are_refused():
    with pytest.raises(lm.PositionError):
        lm.octal("0.77").grundy(-1)
    with pytest.raises(lm.LimitExceeded), lm.limits(memory="1 MiB"):
        lm.octal("0.6").sequence(10**9)
    with pytest.raises(lm.LimitExceeded), lm.limits(memory="1 MiB"):
        lm.octal("0.007").extend(10**18)


def test_a_long_run_can_be_stopped_by_its_progress_report():
    class Enough(Exception):
        pass

    def stop(done, total):
        raise Enough

    with pytest.raises(Enough):
        lm.octal("0.06").sequence(10**6, progress=stop)


def test_statistics_count_every_heap():
    found = lm.octal("0.156").statistics(10_000)
    assert sum(found.frequencies.values()) == 9_999
    assert lm.octal("0.156").sequence(10_000)[found.maximum_at] == found.maximum == 23


def test_rare_heaps_told_do_not_depend_on_how_far_values_were_computed():
    once, later = (_core.HeapGame([0, 1, 6, 1], memory=1 << 28) for _ in range(2))
    once.extend(5_000)
    later.extend(5_000 + 3 * 4096)
    assert once.sparse_space(5_000) == later.sparse_space(5_000)
    rares, mask, by_position = once.sparse_space(5_000)
    assert not by_position
    values = once.values(0, 5_000).tolist()
    assert rares == [n for n in range(1, 5_000) if (values[n] & mask).bit_count() % 2 == 0]
    fewest = min(
        sum((values[n] & other).bit_count() % 2 == 0 for n in range(1, 5_000))
        for other in range(1, 256)
    )
    assert len(rares) == fewest


def test_the_search_for_a_period_of_an_all_but_game_can_be_stopped():
    class Enough(Exception):
        pass

    def stop(done, total):
        raise Enough

    forbidden = Random(1).sample(range(1, 1001), 333)
    with pytest.raises(Enough):
        _core.HeapGame.all_but(forbidden, memory=1 << 28).prove_period(300_000, stop)


def test_values_are_plotted():
    pytest.importorskip("matplotlib")
    axes = lm.octal("0.77").plot(100)
    (line,) = axes.get_lines()
    assert line.get_ydata().tolist() == lm.octal("0.77").sequence(100).tolist()
    assert (axes.get_title(), axes.get_xlabel()) == ("0.77", "heap")


def test_threads_and_methods_change_no_value():
    game = _core.HeapGame([0, 1, 6, 7], threads=2, memory=1 << 28)
    game.extend(60_000)
    assert game.values(0, 60_000).tolist() == lm.octal("0.167").sequence(60_000).tolist()


def test_a_period_shows_in_a_line():
    assert repr(lm.octal("0.77").period()) == "<period 12 from 71 on, PROVED from 167 values>"
    assert str(lm.octal("0.3F").period()) == "period 6 and saltus 3 from 0 on"
