"""Emitted programs, compiled and run, against the law and against search."""

import random
import shutil
import subprocess
import sys

import pytest
from tests.unit.laws.games import counters

import lastmove as lm
from lastmove.laws.emit import Template, brute_force
from lastmove.laws.find import candidates
from lastmove.laws.law import Law

get = lm.rulesets.get
COUNT = 100_000


def king():
    game = counters((-1, 0), (0, -1), (-1, -1))
    found = next(f for f in candidates(game, "grundy") if f.certificate)
    return Law(found.candidate, game, ["a", "i"], certificate=found.certificate)


LAWS = {
    "cards": lambda: get("game_of_cards").law(),
    "king": king,
    "kayles": lambda: get("kayles").law(),
    "staircase": lambda: get("silver_dollar").law(arity=4),
    "cutcake": lambda: get("cutcake").law(),
}


def cases(law, count):
    """Return positions of all sizes, the largest near 10**18."""
    rng = random.Random(1)
    legal = law.system.programs[0].legal
    found = []
    while len(found) < count:
        top = 10 ** rng.randint(0, 18)
        case = tuple(rng.randint(0, top) for _ in law.names)
        if law.system.programs[0].name.startswith("silver"):
            case = tuple(sorted(case))
        if legal(case):
            found.append(case)
    return found


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("language", ["cpp", "python"])
def test_emitted_programs_agree_with_the_law(tmp_path, name, language):
    law = LAWS[name]()
    text = f"T; {' '.join(law.names)} -> Case {{i}}: {{law}} {{win|lose}}"
    source = law.emit(language, io=text)
    if language == "cpp":
        if shutil.which("g++") is None:
            pytest.skip("no C++ compiler")
        (tmp_path / "law.cpp").write_text(source)
        built = ["g++", "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-o", tmp_path / "law"]
        subprocess.run([*built, tmp_path / "law.cpp"], check=True)
        run = [tmp_path / "law"]
    else:
        (tmp_path / "law.py").write_text(source)
        run = [sys.executable, tmp_path / "law.py"]
    positions = cases(law, COUNT if name == "cards" else 5_000)
    template = Template(text, law.emitted_names())
    said = subprocess.run(
        run, input=template.write(positions), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    label = law.candidate.label
    right = [template.answer(k, label(case)) for k, case in enumerate(positions, 1)]
    assert said == right


def test_the_brute_force_agrees_with_the_law():
    law = get("game_of_cards").law(what="misere")
    names: dict = {}
    exec(brute_force(law), names)
    for case in [
        (a, b, c, d) for a in range(4) for b in range(5) for c in range(4) for d in (0, 2)
    ]:
        assert names["law"](*case) == law.label(case)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n", "INPUT -> OUTPUT"),
        ("T; m -> {law}", "name each coordinate once"),
        ("T; n n -> {law}", "name each coordinate once"),
        ("T U; n -> {law}", "one name"),
        ("n -> {who}", "none of"),
        ("n 3x -> {law}", "no name"),
    ],
)
def test_a_template_that_is_not_understood_is_explained(text, message):
    with pytest.raises(ValueError, match=message):
        get("kayles").law().emit("cpp", io=text)


def test_code_is_emitted_in_known_languages_only():
    with pytest.raises(ValueError, match="python"):
        get("kayles").law().emit("pascal")


def test_winning_moves_of_a_huge_position_win():
    law = get("game_of_cards").law(what="outcome")
    position = (10**18, 10**18 + 1, 5, 10**17)
    assert law(*position).value == "N"
    moves = law.winning_moves(*position)
    assert moves
    assert all(law(*move.coords).value == "P" for move in moves)
    law = get("nim").law(arity=3)
    moves = law.winning_moves(10**18, 10**17, 12345)
    assert moves
    assert all(law(*move.coords) == 0 for move in moves)


def test_winning_moves_are_those_of_search():
    for name, arity in [("game_of_cards", 4), ("nim", 3), ("silver_dollar", 3), ("kayles", 1)]:
        rules = get(name)
        law = rules.law(arity=arity)
        for case in cases(law, 400):
            small = tuple(c % 7 for c in case)
            if not rules.is_legal(small):
                continue
            said = {repr(m) for m in map(_sum, law.winning_moves(*small))}
            found = {repr(m) for m in rules(*small).winning_moves()}
            assert said == found, small


def _sum(move):
    if isinstance(move, list):
        return lm.rules.position.add(tuple(p for p in move)) if move else move
    return move


def test_an_explanation_names_the_case_and_a_move():
    law = get("game_of_cards").law(what="outcome")
    assert law.explain(0, 5, 1, 0) == (
        "c0 = 0, c1 % 3 = 2, c2 = 1, c3 = 0: N, play to game_of_cards(0, 3, 2, 0)"
    )


def test_a_law_that_search_contradicts_is_refuted():
    law = get("kayles").law()
    law.candidate.values[0][5] = 0
    assert law.check(20).status == "REFUTED"
    assert law.position == (5,)
    assert law.prove().status == "REFUTED"


def test_positions_outside_the_game_are_refused():
    law = get("cutcake").law()
    for bad in [(0, 3), (-1, 2), (1,), (1, 2, 3)]:
        with pytest.raises(lm.PositionError):
            law(*bad)
