"""Laws of rules that fail, and answers where a quick way does not exist."""

import pytest

import lastmove as lm


def unsaid(n):
    return None


def misnamed(n):
    yield from misnamed.moves_of_this_game(n)


def leaves(n):
    raise SystemExit(3)
    yield n


@pytest.mark.parametrize("body", [unsaid, misnamed, leaves])
@pytest.mark.parametrize("what", ["grundy", "outcome", "misere"])
def test_law_of_rules_that_fail_says_where(body, what):
    with pytest.raises(lm.RulesError, match=r"game.*\(0\)|can be read as statements on integers"):
        lm.impartial(body, name="game").law(what=what)


def test_law_of_a_loop_names_the_position():
    game = lm.impartial(lambda n: [(n + 1) % 3], name="game")
    with pytest.raises(lm.LoopError, match=r"play can come back to game\(\d+\)"):
        game.law()


def test_winning_moves_are_looked_for_where_digits_do_not_define_them():
    @lm.impartial
    def game(n):
        for k in range(3, n + 1):
            yield n - k
        if n >= 1 and (-n & 5) < 105:
            yield n // 3

    law = game.law(bound=40)
    for n in (0, 1, 7, 30, 100):
        assert set(law.winning_moves(n)) == set(game(n).winning_moves())


def test_winning_moves_of_an_outcome_do_not_guess_about_sums():
    @lm.impartial
    def game(n):
        for a in range(n):
            yield [a, n - 1 - a]
        if n >= 5 and n % 31 != 3:
            yield n - 5

    law = game.law(what="outcome")
    for n in (0, 3, 20):
        try:
            found = law.winning_moves(n)
        except lm.LimitExceeded:
            continue
        assert len(found) == len(game(n).winning_moves())


def test_a_law_knows_two_players_only():
    law = lm.rulesets.get("bash").law()
    with pytest.raises(lm.PositionError, match='"left" or "right"'):
        law.winning_moves(7, player="middle")


def test_a_product_of_two_unknown_factors_is_no_constant():
    @lm.impartial
    def game(n):
        if n >= 2:
            yield n - 2
        for k in range(1, min(n, 3) + 1):
            if ((abs(k) >> 2) * 3) >= k:
                yield n - k
        if n >= 5 and abs(n ^ 6) < 97:
            yield n - 5

    law = game.law(what="outcome")
    for n in range(150):
        assert law(n) == game(n).outcome


def test_rules_without_end_have_no_law(monkeypatch):
    """A loop that finds nothing is given up, and rules that would need huge numbers too."""

    @lm.impartial
    def square_beyond(n):
        k = 0
        while True:
            k += 1
            if k * k == n + 2:
                break
        yield n - 1

    @lm.impartial
    def towers(n):
        if n > 0 and n**n**n % 7 == 3:
            yield n - 1

    monkeypatch.setattr("lastmove.laws.game._SECONDS", 0.5)
    with pytest.raises(lm.NoLawFound, match="a table took more than"):
        square_beyond.law(what="outcome")
    with pytest.raises(lm.NoLawFound, match="64 bits"):
        towers.law(what="outcome")


def test_a_law_does_not_speak_of_coordinates_below_0_even_if_they_are_legal():
    @lm.impartial(domain=lambda n: n >= -3)
    def game(n):
        if n >= -1:
            yield n - 2

    law = game.law(what="outcome")
    with pytest.raises(lm.PositionError, match="coordinates from 0 on"):
        law(-1)
    assert str(law(1)) == str(game(1).outcome)


def test_large_constants_do_not_hold_up_zeckendorf_automata():
    """Automata that read numbers from the front have as many states as the constant before them."""
    from lastmove.laws.check import Rejected
    from lastmove.laws.check_sets import Sets

    sets = Sets(fibonacci=True)
    with pytest.raises(Rejected, match="too large a number"):
        sets.linear(({"n": 1}, -(10**8)), equal=False)
    assert sets.work > 0
    assert not sets.linear(({"n": 1}, -1000), equal=False).empty


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[1]", '{"kind": "box", "kind": "box"}'])
def test_a_text_that_is_no_certificate_is_refused_in_a_sentence(text):
    with pytest.raises(lm.LastmoveError, match="certificate is"):
        lm.Law.from_certificate(text)


@pytest.mark.parametrize("bound", [-5, "a", 2.5])
def test_a_bound_that_is_no_coordinate_is_refused(bound):
    with pytest.raises(ValueError, match="bound is the largest coordinate"):
        lm.rulesets.get("bash").law(bound=bound)


def test_what_a_law_tells_may_be_named_by_itself():
    rules = lm.rulesets.get("wythoff")
    assert str(rules.law("outcome")) == str(rules.law(what="outcome"))
    with pytest.raises(ValueError, match="outcome, grundy, misere, value, not 'grundi'"):
        rules.law("grundi")
