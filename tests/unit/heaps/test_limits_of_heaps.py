"""Heaps beyond what can be computed, wrong arguments, and damaged files, each in a sentence."""

import os

import pytest

import lastmove as lm
from lastmove.heaps.survey import Survey


@pytest.fixture
def fresh(monkeypatch):
    """Games that no other test has computed values of."""
    monkeypatch.setattr("lastmove.heaps.games._games", {})


def test_a_heap_beyond_the_default_limit_says_how_to_go_on(fresh):
    game = lm.octal("0.007")
    message = (
        r"the value of heap 1000000 of 0.007 is not found: no period is proved by the first "
        r"[\d,]+ values, and more than 1,000 are computed only .* grundy\(n, limit=...\)"
    )
    with pytest.raises(lm.LimitExceeded, match=message) as caught:
        game.grundy(10**6, limit=1000)
    assert caught.value.done == game.known < 3000


def test_a_heap_beyond_the_memory_limit_says_so_without_computing_all_that_fits(fresh):
    game = lm.octal("0.6")
    with (
        lm.limits(memory="64 MiB"),
        pytest.raises(lm.LimitExceeded, match="do not fit in 67108864"),
    ):
        game.grundy(10**13, limit=20_000)
    assert game.known < 30_000


def test_games_of_many_rare_heaps_are_looked_at_for_less_long_by_default(fresh):
    game = lm.octal("0.007")
    with pytest.raises(lm.LimitExceeded, match="more than 131,072 are computed only if"):
        game.grundy(10**9)
    assert game.known < 1 << 17
    assert game.period() is None
    assert game.known < 1 << 17


def test_a_limit_reaches_periods_beyond_the_default(fresh):
    game = lm.octal("0.644")
    with pytest.raises(lm.LimitExceeded):
        game.grundy(10**12, limit=5000)
    seen = []
    assert game.grundy(10**12, limit=10_000, progress=lambda *done: seen.append(done)) >= 0
    assert game.period(10_000).length == 442
    with pytest.raises(lm.PositionError, match="a sequence has no -1 values"):
        game.grundy(10**12, limit=-1)
    with pytest.raises(lm.PositionError, match="a number of values is a whole number, not 'x'"):
        game.grundy(10**12, limit="x")


def test_moves_of_heaps_too_large_to_list_name_the_law():
    message = (
        r"10+\) has about [\d,]+ options, too many .* law\(\)\.winning_moves\(\.\.\.\) gives some"
    )
    for game in (lm.octal("0.77"), lm.all_but({1, 3}), lm.octal("0.3F"), lm.grundys_game()):
        for ask in ("options", "winning_moves"):
            if ask == "winning_moves" and game.code == "grundy":
                continue  # its Grundy value is not known
            with pytest.raises(lm.LimitExceeded, match=message):
                getattr(game(10**18), ask)()
    assert len(lm.subtraction({1, 4})(10**18 + 1).winning_moves()) == 2
    assert lm.octal("0.3")(10**18).winning_moves() == []


@pytest.mark.parametrize("code", ["0.77", "0.3F", "4.3", "0.137"])
def test_options_are_counted_without_listing_them(code):
    game = lm.octal(code)
    for n in (1, 5, 12, 30):
        listed = len({tuple(sorted(p.coords for p in o.components)) for o in game(n).options()})
        assert abs(game.count_options((n,)) - listed) <= 4 + n // 2
    assert lm.all_but({1}).count_options((9,)) == 9


def test_all_but_games_have_a_law_with_moves_at_any_size():
    law = lm.all_but({1, 3}).law()
    assert law.status == "PROVED"
    assert law(10**18) == lm.all_but({1, 3}).grundy(10**18)


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda game: game.plot("x"), "a number of values is a whole number, not 'x'"),
        (lambda game: game.sequence("a"), "a number of values is a whole number, not 'a'"),
        (lambda game: game.maximum(None), "a number of values is a whole number, not None"),
        (lambda game: game.values("a", 3), "a heap is a whole number, not 'a'"),
        (lambda game: lm.subtraction({1, 2}).law()("x"), "coordinates are whole numbers, not 'x'"),
        (
            lambda game: lm.subtraction({1, 2}).law()(1.5),
            r"coordinates are whole numbers, not 1\.5",
        ),
        (
            lambda game: lm.subtraction({1, 2}).law().winning_moves("x"),
            "coordinates are whole numbers, not 'x'",
        ),
    ],
)
def test_what_is_no_number_is_refused(ask, what):
    with pytest.raises(lm.PositionError, match=what):
        ask(lm.octal("0.77"))


def test_a_damaged_survey_is_refused_and_not_a_fault_of_the_database_alone(tmp_path):
    path = tmp_path / "survey"
    survey = Survey(str(path))
    survey.run("0.?", 1000)
    survey.close()
    whole = bytearray(path.read_bytes())
    whole[4096:4200] = b"x" * 104
    path.write_bytes(whole)
    with pytest.raises(
        lm.SaveError, match="survey cannot be read: database disk image is malformed"
    ):
        Survey(str(path)).run("0.?", 1000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_keeps_no_values(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(lm.SaveError, match="pipe cannot be used: it cannot be read from any place"):
        lm.octal("0.6").save(str(tmp_path / "pipe")).__enter__()
