"""How laws look: explanations, grids, symbols, LaTeX and HTML."""

import re
from itertools import product

import pytest
from tests.unit.laws.games import counters

import lastmove as lm
from lastmove.laws.find import candidates
from lastmove.laws.law import Law
from lastmove.laws.look import in_symbols, tex_name

get = lm.rulesets.get


def fan(*deltas, what):
    game = counters(*deltas)
    law = next(f for f in candidates(game, what) if f.certificate)
    return Law(law.candidate, game, ["a", "b"], certificate=law.certificate)


LAWS = {
    "cards": lambda: get("game_of_cards").law(),
    "winners": lambda: get("game_of_cards").law(what="outcome"),
    "king": lambda: fan((-1, 0), (0, -1), (-1, -1), what="grundy"),
    "cones": lambda: fan((-2, -1), (1, -3), (-1, 0), what="outcome"),
    "kayles": lambda: get("kayles").law(),
    "nim": lambda: get("nim").law(),
    "misere": lambda: get("nim").law(what="misere"),
    "cutcake": lambda: get("cutcake").law(),
    "wythoff": lambda: get("wythoff").law(what="outcome"),
    "lasker": lambda: get("lasker").law(),
    "bash for all": lambda: get("bash").law(parameters=["k"], what="outcome"),
}


@pytest.fixture(params=LAWS)
def law(request):
    return LAWS[request.param]()


def test_text_has_the_signs_of_mathematics(law):
    text = str(law)
    assert not re.search(r">=|<=|!=| % ", text)
    assert law.text(symbols=False).splitlines()[0] == text.splitlines()[0]


def test_latex_is_balanced_and_has_no_signs_of_programs(law):
    text = law.latex()
    depth = 0
    for sign in re.sub(r"\\[{}]", "", text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0
    assert depth == 0
    assert text.count(r"\begin{") == text.count(r"\end{")
    assert not re.search(r">=|<=|!=|(?<!\\)%|⊕|≤|→", text)
    # Formulas inside sentences stand between dollar signs, and only there.
    assert text.count("$") % 2 == 0
    assert law._repr_latex_().startswith("$")


def test_latex_of_the_golden_ratio_has_signs_for_words():
    for what in ("outcome", "misere"):
        text = get("wythoff").law(what=what).latex()
        assert r"$\min(a, b) = \lfloor \varphi\,|a - b| \rfloor$" in text
        assert r"\sqrt{5}" in text
        assert not re.search(r"floor\(|\bphi|sqrt\(", text)
    assert "φ = (1 + √5)/2" in str(get("wythoff").law(what="outcome"))


def test_html_has_the_text_and_a_picture(law):
    html = law._repr_html_()
    assert html.startswith("<pre>")
    assert "</pre>" in html


def test_a_grid_has_the_answers_of_the_law(law):
    size = len(law.names)
    box = {1: 30, 2: 7, 3: 4}.get(size, 3)
    grid = law.grid(*[box] * size)
    cells = dict(grid.cells())
    legal = law.system.programs[0].legal
    for place in product(range(box), repeat=size):
        assert (place in cells) == legal(place)
        if place in cells:
            answer = law(*place)
            assert cells[place] == (answer.value if hasattr(answer, "value") else answer)
    assert str(law.grid())


def test_a_grid_may_lie_anywhere_and_be_a_slice():
    law = get("game_of_cards").law(what="outcome")
    far = law.grid(2, 3, at={"c0": 10**18, "c2": 1}, starts=(10**17, 5))
    for (c1, c3), entry in far.cells():
        assert law(10**18, c1, 1, c3).value == entry
    assert far.fixed == {"c0": 10**18, "c2": 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((3,), {}), "give 2 numbers"),
        (((3, -1), {}), "not negative"),
        (((3, 3), {"at": {"z": 1}}), "there are a, b"),
        (((), {"at": {"a": 1, "b": 2}}), "at least one"),
        (((3, 3), {"starts": (1,)}), "give 2 numbers"),
        (((10_000, 10_000), {}), "cells"),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused(arguments, message):
    law = get("wythoff").law(what="outcome")
    with pytest.raises(ValueError, match=message):
        law.grid(*arguments[0], **arguments[1])


@pytest.mark.parametrize(
    ("game", "what", "place", "said"),
    [
        (
            "game_of_cards",
            "outcome",
            (0, 5, 1, 0),
            "c0 mod 2 = 0 and c1 mod 3 = 2: N; play c1 - 2, c2 + 1, to game_of_cards(0, 3, 2, 0)",
        ),
        ("bash", "outcome", (8,), "n mod 4 = 0: P; every move lets the other player win"),
        ("nim", "grundy", (1, 2, 3), "1 ⊕ 2 ⊕ 3 = 0: 0; every move lets the other player win"),
        ("nim", "grundy", (10**18, 0, 1), None),
        ("cutcake", "value", (5, 2), "1; Left wins: play to cutcake(1, 2) + cutcake(4, 2)"),
    ],
)
def test_explanations_name_the_case_and_the_move(game, what, place, said):
    law = get(game).law(what=what)
    found = law.explain(*place)
    if said is not None:
        assert found == said
    else:
        assert "play heaps0 - " in found


def test_an_explained_case_holds_only_where_the_label_is_that():
    """The conditions that are named are enough for the label."""
    law = get("game_of_cards").law(what="outcome")
    for place in product(range(4), range(6), range(4), range(3)):
        case = law.candidate.reason(place, law.names)
        test = case.replace(" = ", " == ").replace(", ", " and ")
        here = [
            other
            for other in product(range(4), range(6), range(4), range(3))
            if not case or eval(test, dict(zip(law.names, other, strict=True)))
        ]
        assert place in here
        legal = law.system.programs[0].legal
        assert len({law.label(other) for other in here if legal(other)}) == 1


def test_names_and_signs():
    assert in_symbols("u % 3 in {1, 2}") == "u mod 3 ∈ {1, 2}"
    assert tex_name("heaps10") == r"\mathit{heaps}_{10}"
    assert tex_name("k") == "k"
    assert tex_name("a_b") == r"\mathit{a\_b}"
