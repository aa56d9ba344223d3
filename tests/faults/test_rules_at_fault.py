"""Rules that are wrong: each mistake gets one sentence that names the position."""

import pytest

import lastmove as lm


def rules(body, **options):
    return lm.impartial(name="game", **options)(body)


def below_zero(n):
    yield n - 2


def wrong_count(n):
    if n:
        yield n - 1, 0


def text_for_a_number(n):
    if n:
        yield "n - 1"


def a_float(n):
    if n:
        yield n / 2


def nothing(n):
    return None


def a_number_returned(n):
    return n - 1


def a_text_returned(n):
    return "ab"


def runs_out_of_memory(n):
    raise MemoryError
    yield n


def raises_what_is_no_error(n):
    raise BaseException("odd")
    yield n


def divides_by_zero(n):
    yield n // (n - 3)


def raises(n):
    if n == 2:
        raise KeyError("two")
    yield n - 1


def an_unhashable(n):
    if n:
        yield {n - 1}


def nothing_yielded(n):
    if n:
        yield


@pytest.mark.parametrize(
    ("body", "start", "message"),
    [
        (below_zero, 5, r"a move leads from game\(1\) to game\(-1\): coordinates start at 0"),
        (wrong_count, 3, r"game\(3\) yields \(2, 0\): game takes 1 coordinate \(n\), not 2"),
        (text_for_a_number, 3, r"game\('n - 1'\)"),
        (a_float, 3, r"game\(3\) yields 1.5: coordinates of game are exact"),
        (nothing, 3, r"return None at game\(3\): yield the options"),
        (a_number_returned, 3, r"return 2 at game\(3\): yield the options"),
        (a_text_returned, 3, r"return 'ab' at game\(3\): yield the options"),
        (runs_out_of_memory, 3, r"fail at game\(3\) \(line \d+\): MemoryError$"),
        (raises_what_is_no_error, 3, r"fail at game\(3\) \(line \d+\): BaseException: odd$"),
        (divides_by_zero, 3, r"the rules of game fail at game\(3\).*division"),
        (raises, 4, r"the rules of game fail at game\(2\)"),
        (an_unhashable, 2, r"game\(2\) yields \{1\}: a coordinate of game must be hashable"),
        (nothing_yielded, 2, r"game\(2\) yields None: yield the position that is moved to"),
    ],
)
def test_each_mistake_is_one_sentence(body, start, message):
    with pytest.raises(lm.RulesError, match=message) as caught:
        _ = rules(body)(start).outcome
    assert "\n" not in str(caught.value)


def a_list_for_a_tuple(a, b):
    if a:
        yield [a - 1, b]


def one_option_returned(a, b):
    return (a - 1, b) if a else []


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (a_list_for_a_tuple, r"yields the list \[2, 1\], which means a sum .* yield a tuple"),
        (one_option_returned, r"return \(2, 1\) at game\(3, 1\): .* in a list: \[\(2, 1\)\]"),
    ],
)
def test_lists_and_tuples_mixed_up_are_explained(body, message):
    with pytest.raises(lm.RulesError, match=message):
        _ = rules(body)(3, 1).outcome


def test_a_domain_that_fails_is_an_error_of_the_rules():
    game = rules(lambda a, b: [(a - 1, b)] if a else [], domain=lambda a: a >= 0)
    with pytest.raises(lm.RulesError, match=r"the domain of game fails at game\(3, 1\): TypeErr"):
        game(3, 1)
    with pytest.raises(lm.RulesError, match=r"the domain of game fails at game\(0, 0\): TypeErr"):
        game.table(2, 2)


def test_domain_left_by_a_move():
    game = rules(lambda a, b: [(a, b - 1)] if b else [], domain=lambda a, b: a <= b)
    with pytest.raises(
        lm.RulesError, match=r"from game\(2, 2\) to game\(2, 1\): outside the domain"
    ) as caught:
        _ = game(2, 4).outcome
    assert caught.value.position == game(2, 2)


@pytest.mark.parametrize(
    ("body", "start", "loop"),
    [
        (lambda n: [(n + 1) % 5], 3, {0, 1, 2, 3, 4}),
        (lambda n: [n], 2, {2}),
        (lambda n: [n - 1] if n > 3 else [3 - n], 9, {0, 1, 2, 3}),
    ],
)
@pytest.mark.parametrize("question", ["outcome", "grundy", "outcome_misere"])
def test_loops_are_refused_with_a_position_on_the_loop(body, start, loop, question):
    game = rules(body)
    with pytest.raises(lm.LoopError, match="play can come back to") as caught:
        getattr(game(start), question)
    assert caught.value.position.coords[0] in loop


def test_loops_in_partizan_play_and_tables():
    game = lm.partizan(left=lambda n: [n ^ 1], right=lambda n: [n ^ 1], name="there_and_back")
    with pytest.raises(lm.LoopError):
        _ = game(0).outcome
    with pytest.raises(lm.LoopError):
        _ = game(0).value
    with pytest.raises(lm.LoopError):
        game.table(4)


def test_rules_recover_after_a_fault():
    game = rules(raises)
    with pytest.raises(lm.RulesError):
        _ = game(4).outcome
    with pytest.raises(lm.RulesError):
        _ = game(4).outcome
    with pytest.raises(lm.RulesError):
        _ = game(0).outcome


def test_plays_that_never_end_run_into_the_memory_limit():
    game = rules(lambda n: [n + 1])
    message = r"memory limit was reached at game\(\d+\); if play there comes to an end, raise it"
    with lm.limits(memory="1 MiB"), pytest.raises(lm.LimitExceeded, match=message):
        _ = game(0).outcome


def test_a_position_that_is_no_number_is_named():
    game = lm.partizan(
        left=lambda n: [n - 1] if n else [], right=lambda n: [n - 1] if n else [], name="game"
    )
    with pytest.raises(lm.NotANumber, match=r"game\(1\) is not a number: no number lies between"):
        game.table(4, what="value")
    assert game(3).value == lm.parse("*")


@pytest.mark.parametrize(
    ("extents", "options", "message"),
    [
        ((-1,), {}, "extents count from 0 up"),
        ((2.5,), {}, "extents are whole numbers"),
        ((3,), {"what": "value of the game"}, 'what is "grundy", "outcome" or "value"'),
        ((3,), {"what": "grundy", "misere": True}, 'a table shows what="outcome"'),
    ],
)
def test_tables_that_make_no_sense(extents, options, message):
    with pytest.raises(ValueError, match=message):
        rules(lambda n: [n - 1] if n else []).table(*extents, **options)


def test_tables_too_large_are_refused_before_any_work():
    with pytest.raises(lm.LimitExceeded, match="1,000,000,000,000 cells"):
        rules(lambda n: [n - 1] if n else []).table(10**12)


@pytest.mark.parametrize(
    ("coords", "advice"),
    [
        (((1, 2, 3),), r"\(if \(1, 2, 3\) are coordinates, give them one by one"),
        (("12",), r"\(a coordinate in quotes is a text, not a number\)"),
    ],
)
@pytest.mark.parametrize("name", ["nim", "kayles"])
def test_coordinates_of_another_kind_than_the_rules_are_made_for(name, coords, advice):
    with pytest.raises(lm.RulesError, match=advice):
        _ = lm.rulesets.get(name)(*coords).outcome


def test_rules_that_leave_the_program_are_an_error_of_the_rules():
    def leaves(n):
        raise SystemExit(3)
        yield n

    game = lm.impartial(leaves, name="game")
    with pytest.raises(lm.RulesError, match=r"game\(2\).*SystemExit"):
        _ = game(2).outcome
    with pytest.raises(lm.RulesError, match="the domain of game fails"):
        lm.impartial(lambda n: [], name="game", domain=lambda n: exit(1))(2)


def test_rules_whose_constants_change_after_use_are_refused():
    takes = [1, 2]

    @lm.impartial
    def game(n):
        for take in takes:
            if take <= n:
                yield n - take

    assert game(6).grundy == 0
    takes.append(3)
    with pytest.raises(lm.RulesError, match="must not change"):
        game(6).options()


def test_options_without_end_run_into_the_memory_limit():
    @lm.partizan
    class Endless:
        def left(text):
            taken = 0
            while text == "start":
                taken += 1
                yield f"taken {taken % 9}"
            if text:
                yield ""

        def right(text):
            if text:
                yield ""

    assert Endless("x").value == lm.parse("*")
    with lm.limits(memory="2 MB"), pytest.raises(lm.LimitExceeded, match="memory limit"):
        _ = Endless("start").value


def test_a_sum_with_boards_or_values_is_no_option():
    nim = lm.rulesets.get("nim")

    @lm.partizan
    class Mixed:
        def left(text):
            if text == "start":
                yield nim(3) + lm.parse("*")

        def right(text):
            if text == "board":
                yield lm.Domineering("..") + nim(1)

    with pytest.raises(lm.RulesError, match=r"yields nim\(3\) \+ Game\('\*'\): a move leads to"):
        _ = Mixed("start").value
    with pytest.raises(lm.RulesError, match="not to a sum with boards or values"):
        Mixed("board").right_options()
