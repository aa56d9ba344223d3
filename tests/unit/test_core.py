"""The native engine on hand-written systems: faults, limits, interrupts, threads."""

import json
import signal
import threading
import time

import numpy as np
import pytest

from lastmove import _core

MEMORY = 1 << 28


def x(i):
    return ["x", i]


def v(k):
    return ["v", k]


def system(*programs):
    return json.dumps({"format": "lastmove-program/1", "programs": programs})


def program(arity, moves, **others):
    made = {
        "name": "game",
        "coords": [f"x{i}" for i in range(arity)],
        "vars": ["k", "m"],
        "domain": None,
        "moves": moves,
    }
    made.update(others)
    return {field: value for field, value in made.items() if value is not None or field == "domain"}


def nim(arity):
    def lower(i):
        return [["move", [[0, *(v(0) if j == i else x(j) for j in range(arity))]]]]

    return program(arity, [["for", 0, 0, x(i), 1, lower(i)] for i in range(arity)])


def heap(arity=1):
    """Take one: long play, two outcomes."""
    return program(arity, [["if", [">", x(0), 0], [["move", [[0, ["-", x(0), 1]]]]], []]])


KAYLES = program(
    1,
    [
        [
            "for", 0, 0, ["+", ["//", ["-", x(0), taken], 2], 1], 1,
            [["move", [[0, v(0)], [0, ["-", ["-", x(0), taken], v(0)]]]]],
        ]
        for taken in (1, 2)
    ],
)  # fmt: skip


def engine(*programs):
    return _core.Engine(system(*programs))


def fault(call):
    with pytest.raises(_core.Fault) as caught:
        call()
    assert str(caught.value) == caught.value.message
    return caught.value


def test_nim_heaps_add_without_carry_in_cells_of_each_width():
    for extent, dtype in ((100, np.uint8), (200, np.uint16)):
        table = engine(nim(2)).table(
            0, (extent, extent), what="grundy", misere=False, memory=MEMORY
        )
        assert table.dtype == dtype
        assert (table == np.bitwise_xor.outer(np.arange(extent), np.arange(extent))).all()


def test_grundy_values_beyond_16_bits_are_exact():
    table = engine(nim(1)).table(0, (33_000,), what="grundy", misere=False, memory=MEMORY)
    assert table.dtype == np.uint32
    assert (table == np.arange(33_000)).all()


def test_kayles_has_its_published_values():
    # Guy and Smith, The G-values of various games (1956): periodic from 71 on, period 12.
    table = engine(KAYLES).table(0, (300,), what="grundy", misere=False, memory=MEMORY)
    assert table[:12].tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert (table[71:288] == table[83:300]).all()
    assert engine(KAYLES).grundy(0, (20_000,), memory=MEMORY) == table[20_000 - 12 * 1660]


def test_a_table_in_another_order_of_axes_is_right_and_takes_no_copy():
    # The last coordinate falls while the first rises, up to 6.
    moves = [
        ["if", ["and", [">", x(1), 0], ["<", x(0), 6]],
         [["move", [[0, ["+", x(0), 1], ["-", x(1), 1]]]]], []],
    ]  # fmt: skip
    table = engine(program(2, moves)).table(0, (7, 9), what="grundy", misere=False, memory=MEMORY)
    assert table.shape == (7, 9)
    expected = [[min(6 - a, b) % 2 for b in range(9)] for a in range(7)]
    assert table.tolist() == expected


def test_moves_out_of_the_box_are_solved_all_the_same():
    moves = [["if", [">", x(0), 0], [["move", [[0, ["-", x(0), 1], ["*", x(1), 2]]]]], []]]
    table = engine(program(2, moves)).table(0, (5, 5), what="grundy", misere=False, memory=MEMORY)
    assert table.tolist() == [[a % 2] * 5 for a in range(5)]


def test_cells_outside_the_domain_are_marked():
    domain = ["<=", x(0), x(1)]
    moves = [["if", [">", x(0), 0], [["move", [[0, ["-", x(0), 1], x(1)]]]], []]]
    made = engine(program(2, moves, domain=domain))
    table = made.table(0, (4, 4), what="grundy", misere=False, memory=MEMORY)
    outcomes = made.table(0, (4, 4), what="outcome", misere=True, memory=MEMORY)
    for a in range(4):
        for b in range(4):
            assert table[a, b] == (a % 2 if a <= b else 255)
            assert outcomes[a, b] == (1 - a % 2 if a <= b else 255)
            assert made.legal(0, (a, b)) == (a <= b)


def test_options_can_be_limited():
    made = engine(nim(1))
    assert made.options(0, (10**15,), limit=3) == [((0, 0),), ((0, 1),), ((0, 2),)]
    assert made.options(0, (0,), 1) == []


def test_a_move_outside_the_domain_names_position_and_option():
    made = engine(program(1, [["move", [[0, ["-", x(0), 3]], [0, 1]]]]))
    for call in (
        lambda: made.grundy(0, (2,), memory=MEMORY),
        lambda: made.outcome([(0, 2)], misere=True, memory=MEMORY),
        lambda: made.outcome([(0, 2), (0, 2)], misere=True, memory=MEMORY),
        lambda: made.table(0, (3,), what="grundy", misere=False, memory=MEMORY),
    ):
        error = fault(call)
        assert (error.kind, error.game) == ("rules", 0)
        taken = error.position[0] - 3
        assert error.option == ((0, taken), (0, 1))
        assert "outside the domain" in error.message


def test_an_error_of_the_rules_names_the_position():
    made = engine(program(1, [["if", [">", x(0), 4], [["move", [[0, ["//", 9, ["-", x(0), 5]]]]]],
                                [["fail", "never"]]]]))  # fmt: skip
    error = fault(lambda: made.grundy(0, (14,), memory=MEMORY))
    assert (error.kind, error.position, error.message) == ("rules", (1,), "never")
    error = fault(lambda: made.options(0, (5,)))
    assert error.message == "division by zero"


def test_overflow_is_a_fault_and_never_an_answer():
    square = program(1, [["move", [[0, ["*", x(0), x(0)]]]]])
    assert fault(lambda: engine(square).options(0, (1 << 40,))).kind == "overflow"
    with pytest.raises(OverflowError):
        engine(square).options(0, (1 << 80,))
    # Left can always move one further right: the numbers double until they do not fit.
    left = [["if", [">", x(0), 0], [["move", [[0, ["-", x(0), 1]], [0, ["-", x(0), 1]]]]],
             [["move", [[1]]]]]]  # fmt: skip
    big = program(1, None, left=left, right=[])
    zero = program(0, [])
    made = engine(big, zero)
    assert made.number(0, (5,), memory=MEMORY) == (63, 0)
    assert fault(lambda: made.number(0, (70,), memory=MEMORY)).kind == "overflow"


def test_a_loop_names_a_position_on_it():
    # 9 -> 8 -> ... -> 3 <-> 2, and 1, 0 are never reached.
    down = ["move", [[0, ["-", x(0), 1]]]]
    made = engine(program(1, [["if", ["==", x(0), 2], [["move", [[0, 3]]]], [down]]]))
    for call in (
        lambda: made.grundy(0, (9,), memory=MEMORY),
        lambda: made.outcome([(0, 9)], misere=True, memory=MEMORY),
        lambda: made.outcome([(0, 9), (0, 7)], misere=True, memory=MEMORY),
    ):
        error = fault(call)
        assert error.kind == "loop"
        assert error.position in [(2,), (3,)]
    still = engine(program(1, [["move", [[0, x(0)]]]]))
    assert fault(lambda: still.grundy(0, (0,), memory=MEMORY)).position == (0,)
    error = fault(lambda: still.table(0, (4,), what="grundy", misere=False, memory=MEMORY))
    assert error.kind == "loop"


def test_a_fault_leaves_what_is_not_on_its_way_usable():
    odd = [["if", ["%", x(0), 2], [["move", [[0, x(0)]]]], []],
           ["if", [">", x(0), 1], [["move", [[0, ["-", x(0), 2]]]]], []]]  # fmt: skip
    made = engine(program(1, odd))
    for _ in range(2):
        assert fault(lambda: made.grundy(0, (7,), memory=MEMORY)).kind == "loop"
        assert made.grundy(0, (8,), memory=MEMORY) == 0


def test_the_memory_limit_is_obeyed_and_the_engine_stays_usable():
    made = engine(nim(4))
    error = fault(lambda: made.grundy(0, (60, 60, 60, 60), memory=1 << 20))
    assert error.kind == "memory"
    assert error.done > 100
    assert made.memory <= 1 << 20
    assert made.grundy(0, (1, 2, 3, 4), memory=1 << 20) == 4
    error = fault(lambda: made.table(0, (200,) * 4, what="grundy", misere=False, memory=1 << 20))
    assert error.kind == "memory"
    error = fault(lambda: made.outcome([(0, 9, 9, 9, 9)] * 2, misere=True, memory=1 << 20))
    assert error.kind == "memory"
    made.clear()
    assert made.memory == 0


def test_positions_and_questions_of_the_wrong_shape_are_refused():
    made = engine(nim(2))
    assert fault(lambda: made.grundy(0, (1,), memory=MEMORY)).kind == "shape"
    assert fault(lambda: made.grundy(1, (1, 2), memory=MEMORY)).kind == "shape"
    assert fault(lambda: made.grundy(0, (-1, 2), memory=MEMORY)).kind == "rules"
    partizan = engine(program(1, None, left=[], right=[]))
    assert fault(lambda: partizan.grundy(0, (1,), memory=MEMORY)).kind == "shape"
    with pytest.raises(ValueError, match="not JSON"):
        _core.Engine("{")
    with pytest.raises(ValueError, match="what is"):
        made.table(0, (2, 2), what="colour", misere=False, memory=MEMORY)
    with pytest.raises(ValueError, match="normal play only"):
        made.table(0, (2, 2), what="grundy", misere=True, memory=MEMORY)


def test_sums_of_different_games_and_the_empty_sum():
    made = engine(nim(1), program(1, None, left=[["if", x(0), [["move", [[1, 0]]]], []]], right=[]))
    outcomes = {
        (): ("P", "N"),
        ((0, 3),): ("N", "N"),
        ((0, 1),): ("N", "P"),
        ((0, 2), (0, 2)): ("P", "P"),
        ((1, 1),): ("L", "R"),
        ((1, 1), (0, 1)): ("L", "N"),
    }
    for sum_, (normal, misere) in outcomes.items():
        assert made.outcome(sum_, misere=False, memory=MEMORY) == normal, sum_
        assert made.outcome(sum_, misere=True, memory=MEMORY) == misere, sum_


@pytest.mark.parametrize(
    "call",
    [
        lambda made, at: made.grundy(0, at, memory=1 << 40),
        lambda made, at: made.options(0, at),
        lambda made, at: made.outcome([(0, *at)], misere=True, memory=1 << 40),
    ],
)  # fmt: skip
def test_an_interrupt_stops_a_long_call_and_the_engine_stays_usable(call):
    sums = [["sum", 1, 0, x(0), 1, v(1)]]
    slow = program(1, [["if", ["<", sums[0], 0], [["move", [[0, 0]]]], []]])
    made = engine(slow)

    def interrupt(_signal, _frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            call(made, (1 << 31,))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert made.grundy(0, (10,), memory=MEMORY) == 0


def test_another_thread_runs_while_a_long_call_does():
    made = engine(KAYLES)
    ticks = []
    finished = threading.Event()

    def count():
        while not finished.is_set():
            ticks.append(None)
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = len(ticks)
    made.table(0, (12_000,), what="grundy", misere=False, memory=MEMORY)
    during = len(ticks) - before
    finished.set()
    thread.join()
    assert during > 10


def test_threads_that_share_an_engine_get_right_answers():
    made = engine(KAYLES)
    expected = engine(KAYLES).table(0, (3000,), what="grundy", misere=False, memory=MEMORY)
    wrong = []

    def ask(first):
        for n in range(first, 3000, 97):
            if made.grundy(0, (n,), memory=MEMORY) != expected[n]:
                wrong.append(n)

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_progress_is_told_and_its_error_ends_the_call():
    made = engine(KAYLES)
    told = []

    def progress(done, total):
        told.append((done, total))

    made.table(0, (12_000,), what="grundy", misere=False, memory=MEMORY, progress=progress)
    assert all(0 <= done <= total == 12_000 for done, total in told)
    assert told == sorted(told)

    def failing(_done, _total):
        raise RuntimeError("enough")

    slow = engine(program(1, [["if", ["<", ["sum", 1, 0, x(0), 1, v(1)], 0], [], []]]))
    with pytest.raises(RuntimeError, match="enough"):
        slow.grundy(0, (1 << 31,), memory=MEMORY, progress=failing)

    def asking(_done, _total):
        slow.grundy(0, (1,), memory=MEMORY)

    with pytest.raises(RuntimeError, match="callback"):
        slow.grundy(0, (1 << 31,), memory=MEMORY, progress=asking)


def test_deep_play_needs_no_deep_stack():
    made = engine(heap())
    assert made.grundy(0, (1_000_001,), memory=MEMORY) == 1
    assert made.outcome([(0, 50_000), (0, 3)], misere=True, memory=MEMORY) == "P"
