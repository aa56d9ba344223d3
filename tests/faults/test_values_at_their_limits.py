"""Values that are too large, interrupted, asked for by many at once, or badly written."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from fractions import Fraction

import pytest

import lastmove as lm
from lastmove import Game, NotationError, boards, parse
from lastmove.values.game import born_by, forget, order_table

SWITCHES = [Game([i], [-i]) for i in range(1, 26)]
# Switches of their own: what other tests have added up already would take no more memory.
HALVES, QUARTERS = (
    [Game([lm.Dyadic(i, d)], [lm.Dyadic(-i, d)]) for i in range(1, 50, 2)] for d in (2, 4)
)


def hot(count):
    return [parse(f"{{{50 - i}|{3 * i % 7}||{-i % 5}|{-40 - 7 * i}}}") for i in range(count)]


def added(games):
    total = Game()
    for game in games:
        total += game
    return total


@pytest.mark.parametrize(
    "work",
    [
        lambda: Game.sum(HALVES),
        lambda: added(QUARTERS),
        lambda: Game.sum(hot(12)),
        lambda: boards.Snort.grid(4, 5).value,
        lambda: boards.Amazons("x..o|....|....|o..x").outcome,
    ],
    ids=["sum", "plus", "hot sum", "value", "outcome"],
)
def test_the_memory_limit_ends_long_work_and_leaves_the_store_usable(work):
    forget()
    with lm.limits(memory="8 MB"), pytest.raises(lm.LimitExceeded, match="memory limit"):
        work()
    forget()
    assert parse("{5|3||+-1}") + 1 == parse("{6|4||2|0}")
    assert boards.Domineering("..|..").outcome == "N"


def test_the_memory_limit_ends_the_search_for_a_nim_value():
    forget()
    with lm.limits(memory="3 MB"), pytest.raises(lm.LimitExceeded, match="memory limit"):
        _ = boards.Cram(["......"] * 6).nim_value
    forget()
    assert boards.Cram("...").nim_value == 1


def test_a_limit_in_one_thread_does_not_outlive_it_or_reach_another():
    entered, leave = threading.Event(), threading.Event()

    def hold():
        # What other tests left in the store may be more than that already.
        with lm.limits(memory="1 MB"), contextlib.suppress(lm.LimitExceeded):
            entered.set()
            leave.wait(10)
            Game.sum(SWITCHES)

    other = threading.Thread(target=hold)
    other.start()
    entered.wait(10)
    with lm.limits(memory="2 MB"):
        leave.set()
        other.join()
    # Far more than either limit.
    assert Game.sum(SWITCHES[:16]).temperature == 16


def test_thermographs_of_long_walls_obey_the_memory_limit():
    game = Game()
    for height in range(1500):
        game = Game([Game([height + 1], [game])], [-height - 1])
    forget()
    with lm.limits(memory="20 MB"), pytest.raises(lm.LimitExceeded):
        _ = game.temperature
    forget()
    assert parse("{3|-1}").temperature == 2


def test_nimbers_too_large_to_list_their_options_are_still_added():
    large = parse("*999999999999")
    assert large + large == 0
    assert large + parse("3^") == parse("3^*999999999999")
    with pytest.raises(lm.LimitExceeded, match=r"beyond \*65536"):
        large.left_options()
    with pytest.raises(lm.LimitExceeded, match=r"beyond \*65536"):
        large + parse("+-1")
    assert len(parse("*65536").left_options()) == 65536


def test_long_numbers_are_read_exactly_and_too_long_ones_refused():
    for digits in (4095, 4096, 4097, 8192, 8193, 50_000):
        number = 10**digits - 7 ** (digits // 2)
        assert parse(hexed(number)) == Game(number)
    assert parse(f"3/{2**3000}") == Game(Fraction(3, 2**3000))
    with pytest.raises(NotationError, match="1000000 digits"):
        parse("9" * 1_000_001)


def hexed(number):
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return str(number)
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("1\ud8002", 2),
        ("\u202e1|2", 1),
        ("1\x002", 2),
        ("{" * 100_000 + "|" + "}" * 100_000, 100_003),
        ("{" * 100_000, 100_001),
        (" " * 1_000_000, 1_000_001),
        ("", 1),
        ("٣", 1),
    ],
    ids=["half a character", "right to left", "nul", "deep", "open", "blank", "empty", "digit"],
)
def test_texts_that_are_no_values_name_the_column(text, column):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.column == column


def test_deep_texts_are_read():
    assert parse("(" * 100_000 + "1" + ")" * 100_000) == 1
    assert parse("{0|" * 20_000 + "0" + "}" * 20_000) == parse("^19999")
    assert parse("-" * 100_000 + "1") == 1


def test_brackets_without_end_are_refused_before_memory_is_full():
    with pytest.raises(NotationError, match="more than 1000000 brackets are open") as caught:
        parse("(" * 1_000_001 + "1")
    assert caught.value.column == 1_000_001
    assert parse("(" * 10**6 + "1" + ")" * 10**6) == 1


def stars(count, by=""):
    return ",".join(f"{by}*{i}" for i in range(count))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"{{{stars(20_000)}|0}}", "^*"),
        (f"{{1|{stars(20_000)}}}", None),
        (f"{{{stars(3_000)}|{stars(2_000)}}}", None),
        (f"{{{stars(3_000, '1')}|0}}", None),
        (f"{{{stars(3_000, '^')}|0}}", None),
        (f"{{0|{stars(3_000)},v}}", None),
    ],
    ids=["one side", "switch", "two sides", "hot", "ups", "below"],
)
def test_options_that_are_many_nimbers_are_told_apart_at_once(text, value):
    game = parse(text)
    if value is not None:
        assert game == parse(value)
    assert parse(str(game)) == game


def test_options_that_are_number_up_stars_are_dropped_as_the_order_says():
    # By the definition, one pair after the other, against lists long enough to be sorted out.
    parts = [
        parse(f"{x}{ups}{star}")
        for x in ("", "1")
        for ups in ("^^", "^", "", "v", "vv")
        for star in ("*2", "*3", "*4", "*5")
    ]
    many = [*parts, *(parse(f"*{n}") for n in range(6, 26))]
    for first in range(0, len(parts), 3):
        options = many[first:] + many[: first // 2]
        assert len(options) >= 16
        best = [g for g in options if not any(g < h for h in options)]
        worst = [g for g in options if not any(g > h for h in options)]
        assert Game(options, [-5]) == Game(best[::-1], [-5])
        assert Game([5], options) == Game([5], worst[::-1])
        assert all(Game([5], options) <= Game([5], [g]) for g in options)
        assert set(Game(options, [-5]).left_options()) <= set(best)
        assert set(Game([5], options).right_options()) <= set(worst)


def test_games_and_boards_are_formatted_like_their_texts():
    assert f"{parse('^'):>4}|{parse('2*')!s}" == "   ^|2*"
    assert f"{boards.Domineering('..'):>4}" == "  .."


def test_a_day_before_the_first_is_refused():
    with pytest.raises(ValueError, match="not -1"):
        born_by(-1)


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        lambda: Game(iter(int, 1), [5]),
        lambda: Game.sum(iter(int, 1)),
        lambda: Game.sum(hot(30)),
        lambda: parse("9999.{2||1|0}"),
        lambda: parse("1+" * 10**7 + "1"),
        lambda: parse("{" + ",".join(f"{{{i}|*{i}}}" for i in range(20_000)) + "|0}"),
        lambda: boards.Snort.grid(5, 5).value,
        lambda: boards.NoGo(["....."] * 5).outcome,
        lambda: boards.Cram(["......."] * 6).nim_value,
    ],
    ids=[
        "options",
        "summands",
        "sum",
        "multiple",
        "long text",
        "many options",
        "value",
        "outcome",
        "nim value",
    ],
)
def test_an_interrupt_ends_long_work_and_leaves_the_store_usable(work):
    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.15)
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert parse("{5|3||+-1}") + 1 == parse("{6|4||2|0}")
    forget()


def test_many_threads_share_the_store():
    found = []

    def work(seed):
        board = boards.Domineering("|".join(["...." if seed % 2 else "..."] * 4))
        total = board.value + SWITCHES[seed] + parse("^*")
        found.append((seed, total, board.outcome, str(total), total.temperature))

    threads = [threading.Thread(target=work, args=(seed % 8,)) for seed in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 16
    assert len(set(found)) == 8


def shipped():
    """Return one of every kind of public object that holds values."""
    return [
        parse("{2||1|0}"),
        parse("3/4^2*5"),
        parse("{3|-1}").thermograph(),
        boards.Domineering("..|.."),
        boards.Clobber("xo").impartial(),
        boards.Snort.path(3),
        boards.Hackenbush("LRG"),
        boards.Domineering("..") + boards.Clobber("xo") + 1,
        boards.Domineering("..|..").outcome,
        (boards.Domineering("..|..") + parse("{5|-5}")).winning_moves("left")[0],
        lm.Dyadic(3, 4),
    ]


def sent_back(_):
    return shipped()


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_values_and_boards_travel_between_processes(way):
    if way not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {way} here")
    mine = shipped()
    with multiprocessing.get_context(way).Pool(1) as pool:
        assert pool.map(sent_back, [0]) == [mine]
    assert pickle.loads(pickle.dumps(mine)) == mine


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_forked_from_a_busy_one_says_that_it_cannot_go_on():
    reader, writer = os.pipe()
    stopped = threading.Event()

    def busy():
        def progress(done, total):
            if stopped.is_set():
                raise RuntimeError("enough")

        with lm.limits(progress=progress), contextlib.suppress(RuntimeError):
            boards.NoGo(["....."] * 5).outcome  # noqa: B018 - what counts is the work

    thread = threading.Thread(target=busy)
    thread.start()
    time.sleep(0.2)
    child = os.fork()
    if child == 0:
        try:
            parse("{1|*}")
            told = "done"
        except lm.LastmoveError as error:
            told = str(error)
        os.write(writer, told.encode())
        os._exit(0)
    stopped.set()
    thread.join()
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as pipe:
        assert "forked while another thread" in pipe.read()
    forget()


def test_orders_of_many_games_are_those_of_single_comparisons():
    games = born_by(2)
    table = order_table(games)
    for game, row in zip(games, table, strict=True):
        assert row == "".join(game.compare(other)[0] for other in games)
