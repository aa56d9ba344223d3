"""False certificates are refused, limits hold, and what is no number is said to be none."""

import hashlib

import numpy as np
import pytest

import lastmove as lm
from lastmove import _core
from lastmove.heaps.coins import CoinGame, twins
from lastmove.heaps.games import heap_game
from lastmove.heaps.misere import Misere
from lastmove.heaps.nim import nim_product
from lastmove.heaps.periods import recheck
from lastmove.laws.check import Rejected, check


def test_a_rise_from_the_empty_heap_on_that_ends_later_is_refused():
    # 15 may become 2, 4 and 8, worth 1 ^ 2 ^ 4 = 7, which the pattern would give to 15.
    values = lm.octal("0.8F").sequence(16).astype(int).tolist()
    assert values[15] == 8 != values[13] + 1
    for used in range(7, 15):
        shown = b"".join(value.to_bytes(2, "little") for value in values[:used])
        claim = {"kind": "heap-period/1", "game": "0.8F", "start": 0, "length": 2, "saltus": 1}
        claim |= {"values_used": used, "sha256": hashlib.sha256(shown).hexdigest()}
        with pytest.raises(Rejected):
            check(claim)


@pytest.mark.parametrize("code", ["0.", "subtract()", "0.3F", "0.8F", "all-but()", "0.77"])
def test_every_period_has_a_certificate_that_is_accepted(code):
    assert heap_game(code).period().status == "PROVED"
    assert check(heap_game(code).period().certificate)


@pytest.mark.parametrize(
    "change",
    [
        {"maximum": 9},
        {"cycle": [1] * 12},
        {"exceptions": []},
        {"extra": 1},
        {"start": -1},
        {"start": 71.0},
        {"length": 0},
        {"kind": "other"},
        {"game": 5},
        {"game": "grundy"},
        {"game": "0."},
        {"values_used": 166},
        {"saltus": 1},
        {"sha256": ""},
    ],
)
def test_what_a_long_certificate_says_falsely_is_found(change):
    certificate = lm.octal("0.77").period().certificate
    assert recheck(certificate)
    assert not recheck({**certificate, **change})
    assert not recheck({key: certificate[key] for key in certificate if key != "game"})


def test_a_multiple_of_the_period_is_not_the_period():
    values = lm.octal("0.77").sequence(400).astype("<u2")
    claim = lm.octal("0.77").period().certificate | {"length": 24, "values_used": 400}
    del claim["cycle"], claim["exceptions"]
    claim["sha256"] = hashlib.sha256(values.tobytes()).hexdigest()
    assert not recheck(claim)
    assert recheck({**claim, "length": 12})
    assert recheck(lm.subtraction({2, 5, 7}).period().certificate)


def test_too_much_is_a_clear_error_and_no_abort():
    certificate = lm.octal("0.77").period().certificate
    with pytest.raises(lm.LimitExceeded):
        recheck({**certificate, "values_used": 10**30})
    with pytest.raises(lm.LimitExceeded, match="memory of this machine"):
        _core.HeapGame([0, 6], memory=1 << 60).extend(1 << 60)
    with pytest.raises(lm.LimitExceeded), lm.limits(memory=5000):
        lm.octal("0.611").period(10**30)
    with pytest.raises(lm.LimitExceeded), lm.limits(memory=10_000_000):
        Misere(lm.octal("0.77")).genus(10**9)


def test_numbers_of_numpy_do_not_overflow():
    rising = lm.all_but({1, 3})
    assert rising.grundy(np.uint8(255)) == rising.grundy(255)
    assert rising.grundy(np.int64(2**63 - 1)) == rising.grundy(2**63 - 1)
    assert type(rising.grundy(np.int64(2**63 - 1))) is int
    assert lm.octal("0.77").grundy(np.int8(127)) == lm.octal("0.77").grundy(127)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: lm.octal(77),
        lambda: heap_game(None),
        lambda: lm.octal("0.6").period(-1),
        lambda: lm.octal("0.6").period("x"),
        lambda: lm.octal("0.77").sequence(2.5),
        lambda: lm.octal("0.77").grundy("3"),
        lambda: lm.octal("0.77").values(-1, 3),
        lambda: lm.octal("0.77").statistics(1.5),
        lambda: lm.octal("0.77").set_threads(10**9),
        lambda: lm.subtraction(5),
        lambda: lm.all_but([None, 1]),
        lambda: lm.subtraction(iter(range(10**12))),
        lambda: Misere(lm.octal("0.77")).outcome(1.5),
        lambda: Misere(lm.octal("0.77")).first_wild("a"),
    ],
)
def test_misfits_are_one_clear_sentence(ask):
    with pytest.raises((lm.LastmoveError, ValueError)) as error:
        ask()
    assert len(str(error.value).splitlines()) == 1


def test_empty_lists_and_other_factors():
    assert nim_product([], []).shape == (0,)
    with pytest.raises(TypeError):
        twins() * 5


def test_large_forbidden_numbers_take_no_time_each():
    # All below 2^17 but one number are near: the value of each heap is looked for only once.
    game = lm.all_but({1 << 14})
    assert game.sequence(100).tolist() == list(range(100))
    values = game.sequence(3 << 14)
    assert values[1 << 14] == 0


def test_coins_and_boards_that_are_none_are_refused():
    for coin in (1.5, "a", None):
        with pytest.raises(lm.PositionError, match="whole number"):
            twins().grundy(coin)
    with pytest.raises(lm.PositionError, match="needs a function"):
        CoinGame("three", 3)
    with pytest.raises(lm.PositionError, match="sides are 0 or more"):
        (twins() * twins()).table(-1, 2)
    with pytest.raises(lm.PositionError, match="whole number"):
        (twins() * twins()).table(2, 1.5)
    assert (twins() * twins()).table(0, 2).shape == (0, 2)
