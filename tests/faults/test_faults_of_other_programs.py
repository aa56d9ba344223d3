"""Faults that other programs for game values are known to have had: none of them is ours."""

from __future__ import annotations

import inspect
import itertools
import pickle
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.twins import games as twin

import lastmove as lm
from lastmove import Dyadic, Game, LimitExceeded, NotationError, octal, parse
from lastmove.boards import Cram, Domineering, Hackenbush, Snort
from lastmove.values.compounds import conjunctive_sum, selective_sum
from lastmove.values.game import born_by, forget, store_size

SOURCE = Path(lm.__file__).parent


def brute(parts, several):
    """The compound by its definition, as a plain game: `several` if any number of parts move."""

    def side(at):
        for chosen in itertools.product([False, True], repeat=len(parts)):
            if any(chosen) if several else all(chosen) and chosen:
                moved = [
                    part[at] if moves else [part] for part, moves in zip(parts, chosen, strict=True)
                ]
                yield from (brute(option, several) for option in itertools.product(*moved))

    return twin.make(side(0), side(1))


def plain(game):
    return twin.make(map(plain, game.left_options()), map(plain, game.right_options()))


SOME = [parse(text) for text in ("0", "1", "-1", "*", "^", "1/2", "*2", "+-1", "{2|0}", "{1|*}")]


@pytest.mark.parametrize(("compound", "several"), [(selective_sum, True), (conjunctive_sum, False)])
def test_compounds_keep_their_kind_after_the_first_move(compound, several):
    for g, h in itertools.combinations_with_replacement(SOME, 2):
        expected = twin.canonical(brute((plain(g), plain(h)), several))
        assert plain(compound(g, h)) == expected, (g, h)
    three = [parse("*"), parse("^"), parse("1")]
    expected = twin.canonical(brute(tuple(map(plain, three)), several))
    assert plain(compound(*three)) == expected
    assert selective_sum(parse("*3"), parse("*3")) == parse("*6")


@pytest.mark.parametrize("text", ["1*", "2Tiny(2)", "^[2]", "v<3>", "3Miny(1/2)", "1/2v2*3"])
def test_forms_with_juxtaposition_are_read_as_they_are_printed(text):
    g = parse(text)
    assert parse(str(g)) == parse(g.unicode()) == g


def test_loopy_forms_are_refused_with_the_reason_and_the_column():
    with pytest.raises(NotationError, match="loopy") as caught:
        parse("5over")
    assert caught.value.column == 2


def test_work_on_hot_sums_grows_with_the_followers_and_not_with_the_plays():
    forget()
    total = sum((parse(f"+-{n}") for n in range(1, 31)), Game())
    assert total.stop_count > 2**29
    before = store_size()[0]
    assert total.temperature == 30
    assert total.thermograph().right_wall(0) == -15
    assert total >= -15
    assert not total <= 0
    assert total + total == 0
    assert store_size()[0] - before < 20_000


def test_games_may_have_tens_of_thousands_of_options():
    nimber = Game.nimber(20_000)
    assert len(nimber.left_options()) == 20_000
    assert Game(nimber.left_options(), nimber.left_options()) == nimber


def test_integers_inside_games_have_no_limit():
    g = Game([2**40], [-(2**70)])
    assert g.mean == Fraction(2**40 - 2**70, 2)
    assert parse(str(g)) == g


def test_memory_of_the_store_is_bounded_and_memos_can_be_dropped():
    with (
        lm.limits(memory="12 MB"),
        pytest.raises(LimitExceeded, match=r"\d+ bytes with \d+ games"),
    ):
        _ = Snort.grid(5, 5).value
    full = store_size()[1]
    forget()
    assert store_size()[1] < full


def test_memory_of_thermographs_counts():
    forget()
    total = sum((parse(f"{{{n}|-{2 * n}||-{3 * n}}}") for n in range(1, 13)), Game())
    before = store_size()[1]
    total.thermograph()
    assert store_size()[1] - before > 100 * total.follower_count


def test_everything_that_can_be_done_is_public_and_says_what_it_does():
    names = [name for name in dir(Game) if not name.startswith("_")]
    for name in ("latex", "unicode", "conway_product", "norton_product", "companion"):
        assert name in names
    for name in names:
        assert getattr(Game, name).__doc__, f"Game.{name} has no documentation"
    for kind in (Dyadic, lm.Domineering, lm.Hackenbush, lm.Snort):
        for name, part in inspect.getmembers(kind):
            if not name.startswith("_") and (callable(part) or isinstance(part, property)):
                assert part.__doc__, f"{kind.__name__}.{name} has no documentation"


def test_stub_declares_all_comparisons():
    stub = (SOURCE / "_core.pyi").read_text()
    for name in ("lt", "le", "gt", "ge", "eq", "ne"):
        assert f"def __{name}__" in stub


def test_negation_exchanges_and_negates_the_options_of_every_game():
    for g in born_by(2):
        assert set((-g).left_options()) == {-option for option in g.right_options()}
        assert set((-g).right_options()) == {-option for option in g.left_options()}
        assert g + (-g) == 0


def test_exactly_one_of_four_relations_holds():
    games = born_by(2)
    for g, h in itertools.product(games, repeat=2):
        answers = [g < h, g == h, g > h, g.compare(h) == "||"]
        assert answers.count(True) == 1
        assert (g != h) is not (g == h)


def test_large_numbers_neither_wrap_nor_lose_their_fractions():
    big = Game(2**62)
    assert big + Fraction(1, 4) == 2**62 + Fraction(1, 4)
    assert big + big == 2**63
    assert Dyadic(2**62) + Dyadic(1, 4) == 2**62 + Fraction(1, 4)
    assert Dyadic(2**62) + Dyadic(2**62) == 2**63
    assert Dyadic.from_exponent(1, 70) * 2**70 == 1


def test_numbers_do_not_become_floats():
    for number in (Dyadic.from_exponent(1, 70), Game(Fraction(1, 2**70)), Game(3)):
        with pytest.raises(TypeError):
            float(number)
    with pytest.raises(TypeError):
        Game(1 / 3)
    with pytest.raises(ValueError, match="power of two"):
        Game(Fraction(1, 3))


def test_values_hash_pickle_and_mix_with_numbers():
    star = parse("*")
    assert {Game(1): "one"}[1] == "one"
    assert pickle.loads(pickle.dumps(star)) == star
    assert star + 1 == 1 + star == parse("1*")
    assert Game(1) == 1
    assert Game() == 0
    assert Fraction(1, 2) + star == parse("1/2*")


def test_positions_are_equal_by_what_they_show():
    assert Domineering("..|..") == Domineering(["..", ".."])
    assert len({Snort.path(3), Snort(3, [(0, 1), (1, 2)])}) == 1
    assert Hackenbush("LR") == Hackenbush([(0, 1, "L"), (1, 2, "R")])


def test_import_works_without_the_extras_and_says_nothing():
    code = (
        "import sys\n"
        "for name in ('matplotlib', 'z3', 'IPython', 'anywidget', 'ipywidgets'):\n"
        "    sys.modules[name] = None\n"
        "import lastmove as lm\n"
        "for name in lm.__all__:\n"
        "    getattr(lm, name)\n"
        "assert lm.Domineering('..|..').value.temperature == 1\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nimbers_print_by_name_and_tinies_only_where_they_are():
    assert str(parse("*6")) == "*6"
    assert str(parse("3.^")) == "^3"
    assert str(parse("{0||0|-2}")) == "Tiny(2)"
    assert str(sum((Game.nimber(2**k) for k in range(10)), Game())) == "*1023"


def test_deep_positions_neither_recurse_nor_explode():
    assert Game(500).left_options() == [499]
    assert Hackenbush("LR" * 64).value.is_number
    assert Game(500).birthday == 500
    nim = lm.rulesets.get("nim")
    assert nim(10).value == parse("*10")
    assert nim(3000).value == Game.nimber(3000)


def test_impartial_boards_stop_at_nimbers():
    forget()
    before = store_size()[0]
    assert Cram("....|....|....").nim_value == 1
    assert Domineering("...|...|...").impartial().value == Game.nimber(
        Cram("...|...|...").nim_value
    )
    assert store_size()[0] - before < 50


def test_numbers_with_quarters_are_canonical():
    assert str(parse("{1/2|1}")) == "3/4"
    assert parse("3/4").left_options() == [Fraction(1, 2)]
    assert parse("3/4").right_options() == [1]


def test_codes_161_and_36_part_at_heap_519():
    first, second = octal("0.161"), octal("0.36")
    assert [first.grundy(n) for n in range(519)] == [second.grundy(n) for n in range(519)]
    assert first.grundy(519) != second.grundy(519)


def test_no_proof_rests_on_a_hash_and_no_module_is_unreadably_long():
    for path in SOURCE.rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 700, path
    for path in (SOURCE / "laws").glob("check*.py"):
        assert not re.search(r"\bhash\(", path.read_text()), path
