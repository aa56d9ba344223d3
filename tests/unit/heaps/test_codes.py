"""Codes of heap games are read, written and reduced."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from lastmove.heaps.codes import format_code, parse_code, standard_code
from lastmove.heaps.games import heap_game

digits = st.lists(st.integers(0, 63), max_size=6).map(lambda rest: [0, *rest])


@settings(deadline=None)
@given(digits, st.sampled_from([0, 4, 8, 12]))
def test_every_code_reads_back(found, first):
    found[0] = first
    while found and found[-1] == 0:
        found.pop()
    assert parse_code(format_code(found)) == found


@pytest.mark.parametrize(
    ("text", "column"), [("0.7x", 4), ("0.(7", 3), ("77", 2), ("1.7", 1), ("", 1), ("0.(99999)", 3)]
)
def test_bad_codes_are_refused_with_the_column(text, column):
    with pytest.raises(lm.NotationError) as error:
        lm.octal(text)
    assert error.value.column == column


def test_what_is_no_code_or_no_list_of_numbers_is_refused():
    with pytest.raises(lm.NotationError, match="a code is a text"):
        lm.octal(0.77)
    for make in (lm.subtraction, lm.all_but):
        with pytest.raises(lm.RulesError, match=r"listed, as in \{1, 4\}, not 3"):
            make(3)


@settings(deadline=None)
@given(st.text(max_size=12))
def test_any_text_is_a_game_or_a_clear_error(text):
    message = "one line"
    try:
        heap_game(text)
    except lm.LastmoveError as error:
        message = str(error)
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("code", ["0.07", "0.4", "0.6", "0.04", "4.", "4.004", "0.08", "0.0026"])
def test_standard_codes_have_the_same_values_further_on(code):
    standard, dead = standard_code(code)
    assert dead > 0
    shifted = lm.octal(code).sequence(400)[dead:]
    assert shifted.tolist() == lm.octal(standard).sequence(400 - dead).tolist()


def test_numbers_that_cannot_be_taken_are_refused():
    for bad in ({0}, {-1}, {1.5}, {1 << 21}):
        with pytest.raises(lm.RulesError):
            lm.subtraction(bad)
        with pytest.raises(lm.RulesError):
            lm.all_but(bad)
