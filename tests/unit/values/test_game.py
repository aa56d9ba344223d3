"""Class Game: operators, conversions, errors, and faults that other programs are known to have."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from itertools import pairwise

import pytest

import lastmove as lm
from lastmove import Dyadic, Game, GameError, LimitExceeded, NotationError, parse
from lastmove.values.game import born_by, forget, order_table


def test_games_are_made_from_options_texts_and_numbers():
    assert Game([0], [1]) == Fraction(1, 2) == Game(Fraction(1, 2)) == Game(Dyadic(1, 2))
    assert Game({"*", 0}, {parse("*")}) == parse("{0,*|*}")
    assert Game() == Game([], []) == 0
    assert Game(parse("^")) == parse("^")


@pytest.mark.parametrize("given", [([1], None), ([1],), ((1, 2),), ({1},)])
def test_one_collection_of_options_is_not_enough(given):
    with pytest.raises(TypeError, match=r"as two collections: Game\(\[0\], \[1\]\)"):
        Game(*given)


def test_numbers_and_games_mix_in_arithmetic_and_order():
    star = parse("*")
    assert star + 1 == 1 + star == parse("1*")
    assert 1 - star == parse("1*")
    assert star - Fraction(1, 2) == parse("-1/2*")
    assert Game(1) == 1
    assert star != 0
    assert Game(0) == 0
    assert 0 < Game(1) <= Fraction(3, 2)
    assert sum([star, star, 1]) == 1
    assert len({Game(1), 1, Game(Fraction(1, 2)), Fraction(1, 2)}) == 2


def test_a_number_that_is_not_dyadic_is_refused_but_not_equal():
    assert Game(1) != Fraction(1, 3)
    assert Game(1) != "1"
    with pytest.raises(ValueError, match="power of two"):
        Game(Fraction(1, 3))
    with pytest.raises(TypeError):
        Game(0.5)
    with pytest.raises(TypeError):
        parse("*") + 0.5
    with pytest.raises(TypeError):
        assert parse("*") < "1"


def test_confused_games_are_neither_less_nor_greater():
    star = parse("*")
    assert star.compare(0) == "||"
    assert [star <= 0, star >= 0, star < 0, star > 0, star == 0] == [False] * 5
    assert star != 0


def test_equal_and_not_equal_are_complements_on_all_games_of_day_two():
    games = born_by(2)
    assert sum(g == h for g in games for h in games) == 22
    assert sum(g != h for g in games for h in games) == 22 * 21
    assert sum(g <= h for g in games for h in games) == 201


def test_a_table_of_the_order_agrees_with_single_comparisons():
    games = born_by(2)
    signs = {"<": "<", "=": "=", ">": ">", "||": "|"}
    assert order_table(games) == ["".join(signs[g.compare(h)] for h in games) for g in games]


def test_negation_swaps_the_sides_of_a_switch():
    assert -parse("{2|0}") == parse("{0|-2}")


@pytest.mark.parametrize("n", [2**61, 2**62, 2**63, 2**64, 10**40])
def test_numbers_near_and_beyond_machine_words_stay_exact(n):
    assert Game(n) + Game(n) == 2 * n
    assert Game(n) + Fraction(1, 4) == n + Fraction(1, 4)
    assert Game([n], [-n]).temperature == n
    assert parse(str(Game(-n))) == -n
    assert Game(n).birthday == n


def test_tiny_denominators_stay_exact():
    x = Fraction(1, 2**70)
    assert Game(x) + Game(x) == 2 * x
    assert str(Game(x)) == f"1/{2**70}"
    assert Game(x).birthday == 71


def test_deep_integers_cost_nothing():
    n = Game(100_000)
    assert n - 99_999 == 1
    assert str(parse("{100000|}")) == "100001"
    assert n.mean == 100_000
    assert (parse("+-100000") + 100_000).left_stop == 200_000
    assert Game(500).birthday == 500


def test_large_nimbers_print_at_once():
    nimbers = [Game.nimber(n) for n in range(60)]
    assert Game(nimbers, nimbers) == parse("*60")
    assert str(Game.nimber(1000)) == "*1000"
    assert Game.nimber(1000) + Game.nimber(24) == Game.nimber(1000 ^ 24)
    assert Game.nimber(10**12).birthday == 10**12
    assert str(parse("*6")) == "*6"


def test_texts_nested_very_deeply_are_read_and_printed():
    depth = 20_000
    text = "{0|" * depth + "-1" + "}" * depth
    g = parse(text)
    assert parse(str(g)) == g
    assert parse("(" * depth + "1" + ")" * depth) == 1
    assert 0 - (0 - g) == g
    assert pickle.loads(pickle.dumps(g)) == g


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("1 +", 4),
        ("{1|2", 5),
        ("{3|2|1}", 1),
        ("1+-2", 2),
        ("+-1*", 4),
        ("1/3", 3),
        ("{1}", 3),
        ("^^2x", 3),
        ("on", 1),
        ("1 & 2", 3),
        ("a{0|a}", 1),
        ("{1|2}}", 6),
        ("+-{5|pass}", 6),
        ("+-{}", 4),
        ("?", 1),
        ("Tiny 2", 6),
        ("{0|||||1}", 3),
        ("3.", 3),
        ("1.5", 2),
        ("{0|-2. 5}", 6),
        ("{,1|}", 2),
        ("^<0>", 3),
        ("99999999999999999999.*", 21),
    ],
)
def test_errors_of_notation_name_the_column(text, column):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.column == column
    lines = str(caught.value).splitlines()
    assert lines[0].startswith(f"column {column}: ")
    assert lines[2].index("^") == column + 1


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("↑2∗", "^2*"),
        ("±{1,{2|0}}", "+-{1,{2|0}}"),
        ("+-{3|1}", "+-({3|1})"),
        ("+-{1,2||0|-1}", "{1,2||0|-1||||1|0||-1,-2}"),
        ("+-{1|}", "+-2"),
        ("⧾(2)", "{0||0|-2}"),
        ("⧿(2)", "{2|0||0}"),
        ("↑⟨2⟩", "{0|v*}"),
        ("^[2]", "^ + ^<2>"),
        ("vv*", "v2*"),
        ("-1^", "(-1)+^"),
        ("-(1^)", "-1v"),
        ("3*2", "3+*2"),
        ("2.^*", "^2"),
        ("--1", "1"),
        ("2Tiny(2)", "2+Tiny(2)"),
        ("{a|b}".replace("a", "1||2").replace("b", "3"), "{1|{2|3}}"),
        ("1 + +-2", "{3|-1}"),
    ],
)
def test_notation_has_several_forms(text, same):
    assert parse(text) == parse(same)


def test_long_values_print_in_full_and_show_their_length():
    g = lm.Snort.path(14).value
    assert repr(g) == f"<Game of {len(str(g))} characters>"
    assert parse(str(g)) == g
    assert g.text_length == len(str(g))


def test_values_have_tex_formulas():
    assert parse("3/4^2*3").latex() == r"\frac{3}{4}{\uparrow}_{2}{\ast}_{3}"
    assert parse("{1|0}")._repr_latex_() == r"$\{1\,{|}\,0\}$"


def test_questions_without_an_answer_say_why():
    with pytest.raises(GameError, match="all-small"):
        parse("+-1").atomic_weight()
    with pytest.raises(GameError, match="-1"):
        parse("+-1").cool(-1)
    with pytest.raises(LimitExceeded, match="day 3"):
        born_by(4)
    with pytest.raises(ValueError, match="temperature -1"):
        parse("*").thermograph().left_wall(-2)
    with pytest.raises(ValueError, match="rows and columns"):
        parse("*").thermograph().text(columns=0)


def test_what_is_no_text_is_not_parsed():
    with pytest.raises(TypeError, match="read from a text"):
        parse(3)


@pytest.mark.parametrize("text", ["1/8", "*", "{2|0} + ^*", "{4|1}", "+-1000", "+-{7|1}"])
@pytest.mark.parametrize("rows", [1, 4, 12, 40])
def test_thermographs_are_marked_at_round_temperatures(text, rows):
    graph = parse(text).thermograph()
    drawn = graph.text(rows=rows).splitlines()[:-2]
    marks = [Fraction(line.split("|")[0].strip()) for line in drawn]
    assert len(marks) <= rows
    assert marks[-1] == -1
    steps = {a - b for a, b in pairwise(marks)}
    assert len(steps) <= 1
    for step in steps:
        assert marks[0] > graph.temperature
        assert step.numerator == 1 or str(step).rstrip("0") in ("1", "2", "5")


def test_hot_sums_of_many_switches_have_small_graphs():
    total = sum((parse(f"+-{n}") for n in range(1, 25)), Game())
    assert total.temperature == 24
    assert total.mean == 0
    assert total.left_stop == 12


def test_temper_is_the_parity_of_play():
    assert parse("+-1").is_odd_tempered
    assert parse("{1|-1} + {2|-2}").is_even_tempered
    assert not parse("{1|{0|-1}}").is_even_tempered


def _hard():
    return lm.Amazons("x....|.....|.....|....o").value


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals")
def test_interrupt_ends_a_large_evaluation_and_the_store_stays_usable():
    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            _hard()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert lm.Domineering("....|....|....|....").value == parse(
        "+-{0,{{2|0},{2|{2|0}}|{2|0},{{2|0}|0}}}"
    )


def test_memory_limit_ends_a_large_evaluation_and_the_store_stays_usable():
    with lm.limits(memory="60 MB"), pytest.raises(LimitExceeded, match="memory limit"):
        _hard()
    forget()
    assert lm.Domineering("..|..").value == parse("+-1")
    assert parse("{2|0}") + parse("{0|-2}") == 0


def test_other_threads_run_during_a_long_evaluation():
    ticks = []
    done = threading.Event()

    def count():
        while not done.is_set():
            ticks.append(parse("*") + 1)
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    value = lm.Domineering("....|....|....|....|....").value
    done.set()
    thread.join()
    assert value == -1
    assert set(ticks) <= {parse("1*")}


def test_progress_is_reported_and_a_callback_cannot_start_another_call():
    seen = []

    def report(done, total):
        seen.append(done)
        parse("1")

    forget()
    with lm.limits(progress=report), pytest.raises(RuntimeError, match="callback"):
        _hard()
    assert seen


def test_importing_the_package_loads_neither_the_core_nor_fractions():
    code = (
        "import sys, lastmove; print('fractions' in sys.modules, 'lastmove._core' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("text", ["{2|1}", "{3|1}", "{5/2|-1/2}", "{2|1*}", "{1|0||0|-1}"])
def test_copies_that_cancel_are_multiplied_at_once(text):
    g = parse(text)
    total = Game(0)
    for n in range(1, 12):
        total += g
        assert n * g == total
        assert -n * g == -total
    assert 10**6 * g == 1000 * (1000 * g)


def test_many_copies_of_a_switch_are_a_number():
    g = parse("{2|1}")
    assert 10**18 * g == 3 * 10**18 // 2
    assert (10**18 + 1) * g == g + 3 * 10**18 // 2
    assert parse("1000000000000.{2|1}") == 1_500_000_000_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a{0|a}", "column 1: a name before a brace makes a loopy game"),
        ("1 + b{0|b}", "column 5: a name before a brace makes a loopy game"),
        ("&", "column 1: & joins loopy games"),
        ("foo", 'column 1: "foo" names no game'),
        ("x" * 100, "column 1: this names no game"),
    ],
)
def test_texts_that_name_no_short_game_say_why(text, message):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value).startswith(message)


def test_double_arrows_are_read():
    assert parse("⇑∗") == parse("^2*")
    assert parse("⇓") == parse("v2")
