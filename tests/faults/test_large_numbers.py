"""Numbers with very many digits: exact, bounded in memory, and open to Ctrl-C."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from fractions import Fraction

import pytest
from tests.faults.test_values_at_their_limits import hexed

import lastmove as lm
from lastmove import Dyadic, Game, LimitExceeded, parse
from lastmove.values.dyadic import simplest_between
from lastmove.values.game import born_by, order_table


def dyadic(numerator, exponent):
    return Game(Dyadic.from_exponent(numerator, exponent))


def test_products_of_tiny_numbers_are_refused_before_their_exponents_overflow():
    tiny = dyadic(1, 2**10)
    for doublings in range(20):
        assert tiny.birthday == 2 ** (10 + doublings) + 1
        tiny = tiny.conway_product(tiny)
    assert tiny.birthday == 2**30 + 1
    for _ in range(3):
        with pytest.raises(LimitExceeded, match="denominator"):
            tiny.conway_product(tiny)
    with pytest.raises(LimitExceeded, match="denominator"):
        tiny.conway_product("1/2")


def test_a_fraction_too_long_to_read_is_refused_without_its_digits():
    with pytest.raises(ValueError, match="this fraction is no value") as caught:
        Game(Fraction(1, 3**200_000))
    assert len(str(caught.value)) < 200


def test_the_simplest_number_between_neighbours_is_found_at_once():
    rng = random.Random(1)
    for exponent in (1, 5, 64, 65, 20_000):
        a = rng.getrandbits(exponent + 3) | 1
        assert Game([dyadic(a, exponent)], [dyadic(a + 1, exponent)]) == dyadic(
            2 * a + 1, exponent + 1
        )
    for _ in range(300):
        exponent = rng.randrange(6)
        ends = sorted(rng.sample(range(-70, 70), 2))
        low, high = (Dyadic.from_exponent(n, exponent) for n in ends)
        assert Game([low], [high]) == simplest_between(low, high)
        # Beside a nimber the end itself is allowed.
        inside = [dyadic(n, exponent) for n in range(ends[0], ends[1] + 1)]
        closed = Game([Game(low) + parse("*")], [Game(high) + parse("*")])
        assert closed == min(inside, key=lambda x: x.birthday)
        if ends[1] > ends[0] + 1:
            half_open = Game([Game(low) + parse("*")], [high])
            assert half_open == min(inside[:-1], key=lambda x: x.birthday)


def test_thermographs_of_fractions_have_a_piece_for_each_step_down():
    x = dyadic(random.Random(2).getrandbits(3000) | 1, 3000)
    assert x.temperature == -Fraction(1, 2**3000)
    graph = x.thermograph()
    for t in (graph.temperature, Fraction(-3, 4), Fraction(-1, 2**40)):
        for wall, option, sign in (
            (graph.left_wall, x.left_options()[0].thermograph().right_wall, -1),
            (graph.right_wall, x.right_options()[0].thermograph().left_wall, 1),
        ):
            assert wall(t) == option(t) + sign * t


# Games are never dropped, so this one has a process of its own.
_FILL = """
import lastmove as lm
refused = []
for work in (
    lambda: [lm.Game(2**3_000_000 + n) for n in range(400)],
    lambda: lm.Game(lm.Dyadic.from_exponent(3**38_000, 60_000)).thermograph(),
):
    try:
        with lm.limits(memory="60 MB"):
            work()
    except lm.LimitExceeded as error:
        refused.append("memory limit" in str(error))
print(refused, lm.parse("{1|*}") + 1)
"""


def test_large_numbers_count_towards_the_memory_limit():
    done = subprocess.run(
        [sys.executable, "-c", _FILL], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[True, True] {2|1*}\n"


def test_long_numbers_print_as_python_prints_them():
    for digits in (3999, 4096, 4097, 30_000):
        n = 7 ** int(digits / 0.845)
        assert str(Game(-n)) == f"-{hexed(n)}"
        assert Game(n).text_length == len(hexed(n))
    assert repr(Game(10**1999)) == f"Game('1{'0' * 1999}')"
    assert repr(Game(10**2000)) == "<Game of 2001 characters>"
    assert repr(Game(2**5_000_000)) == "<Game of 1505150 characters>"


def test_nimbers_are_refused_by_name():
    with pytest.raises(LimitExceeded, match=r"below 2\^64"):
        Game.nimber(2**64)
    with pytest.raises(ValueError, match="0 or more"):
        Game.nimber(-1)


def test_the_largest_nimbers_and_multiples_of_up_are_read_back():
    for game in (
        Game.nimber(2**64 - 1),
        parse("^9223372036854775807*9223372036854775808"),
        parse("v9223372036854775807") + parse("v"),
    ):
        assert parse(str(game)) == game == parse(game.unicode())
    for text, column in (("*18446744073709551616", 2), ("1^9223372036854775808", 3)):
        with pytest.raises(lm.NotationError, match="below 2") as caught:
            parse(text)
        assert caught.value.column == column


def test_tables_of_comparisons_obey_the_memory_limit():
    games = born_by(2) * 300
    with lm.limits(memory="20 MB"), pytest.raises(LimitExceeded, match="memory limit"):
        order_table(games)


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        lambda game: str(game),
        lambda game: game.latex(),
        lambda _: Game.sum(parse(f"^{n}*{n}") for n in range(2, 40)).conway_product("+-{1,2*}"),
        lambda _: dyadic(random.Random(4).getrandbits(30_000) | 1, 30_000).thermograph().left,
    ],
    ids=["text", "formula", "product", "walls"],
)
def test_an_interrupt_ends_long_work_on_numbers(work):
    game = Game((1 << 30_000_000) - 1)

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            work(game)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert parse("{1|*}") + 1 == parse("{2|1*}")
