"""Emitted programs, compiled and run, against the law and against search."""

import random
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt

import pytest
from tests.unit.laws.games import counters

import lastmove as lm
from lastmove.laws.emit import safe_names
from lastmove.laws.find import candidates
from lastmove.laws.law import Law
from lastmove.laws.source.brute import brute_force
from lastmove.laws.source.generator import generator
from lastmove.laws.source.template import Template, wins

get = lm.rulesets.get
COUNT = 100_000
FEW = 2_000


def found(game, what, names):
    law = next(f for f in candidates(game, what) if f.certificate)
    return Law(law.candidate, game, names, certificate=law.certificate)


def king():
    return found(counters((-1, 0), (0, -1), (-1, -1)), "grundy", ["a", "i"])


def cones():
    return found(counters((-2, -1), (1, -3), (-1, 0)), "outcome", ["low", "größe"])


def linked():
    # Kings on one board and Bash on another, in one position.
    game = counters((-1, 0, 0), (0, -1, 0), (-1, -1, 0), (0, 0, -1), (0, 0, -2))
    return found(game, "grundy", ["x", "y", "z"])


def strip():
    """Return the law of a row where Left takes one, Right two: values are whole numbers."""

    @lm.partizan
    class Strip:
        def left(n):
            if n >= 1:
                yield n - 1

        def right(n):
            if n >= 2:
                yield n - 2

    return Strip.law()


def half():
    @lm.impartial
    def take_half(n):
        for take in range(1, (n + 1) // 2 + 1):
            yield n - take

    return take_half.law()


def renamed(law, names):
    """Return a law whose coordinates are called as variables of the code may be."""
    law.names = tuple(names)
    return law


# Every class of laws, and every way in which one is emitted.
LAWS = {
    "cards": lambda: get("game_of_cards").law(),
    "king": king,
    "cones": cones,
    "kayles": lambda: get("kayles").law(),
    "staircase": lambda: get("silver_dollar").law(arity=4),
    "cutcake": lambda: get("cutcake").law(),
    "cake winners": lambda: get("cutcake").law(what="outcome", bound=40),
    "sum": linked,
    "misere nim": lambda: get("nim").law(what="misere"),
    "moore": lambda: get("moore").law(what="outcome"),
    "wythoff": lambda: get("wythoff").law(what="outcome"),
    "fibonacci": lambda: get("fibonacci_nim").law(what="outcome"),
    "lasker": lambda: get("lasker").law(),
    "turtles": lambda: get("mock_turtles").law(),
    "strip": strip,
    "wider": lambda: renamed(get("wythoff").using(t=3).law(what="outcome"), ["n", "root"]),
    "half": lambda: renamed(half(), ["n"]),
    "products": lambda: renamed(get("turning_corners").law(), ["n", "step"]),
    "sectors": lambda: get("chomp").law(what="outcome", arity=2),
}


@cache
def made(name, count):
    """Return a law, positions of all sizes up to 10**18 and its labels there."""
    law = LAWS[name]()
    positions = cases(law, count)
    return law, positions, [law.candidate.label(case) for case in positions]


def cases(law, count):
    """Return positions of all sizes, the largest near 10**18."""
    rng = random.Random(1)
    legal = law.system.programs[0].legal
    found = []
    sort = law.system.programs[0].name.startswith("silver")
    while len(found) < count:
        top = 10 ** rng.randint(0, 18)
        # Some coordinates close to one another, some to the largest numbers.
        first = top - rng.randint(0, min(top, 9)) if rng.random() < 0.3 else rng.randint(0, top)
        case = [first, *(rng.randint(0, top) for _ in law.names[1:])]
        if len(case) > 1 and rng.random() < 0.3:
            case[-1] = max(0, first + rng.randint(-5, 5))
        case = tuple(sorted(case) if sort else case)
        if legal(case):
            found.append(case)
    return found


def run(tmp_path, language, source, text):
    """Compile and run source code on an input; return the lines that it prints."""
    if language.endswith("cpp"):
        if shutil.which("g++") is None:
            pytest.skip("no C++ compiler")
        (tmp_path / "law.cpp").write_text(source)
        built = ["g++", "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-ftrapv"]
        subprocess.run([*built, "-o", tmp_path / "law", tmp_path / "law.cpp"], check=True)
        command = [tmp_path / "law"]
    else:
        (tmp_path / "law.py").write_text(source)
        command = [sys.executable, tmp_path / "law.py"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


# Some with templates; `test_emitted_classes` compiles every class, and the long tests all of these.
COMPILED = ["cards", "cutcake", "sum", "wider"]
QUICK = [("python", name) for name in LAWS] + [("cpp", name) for name in COMPILED]


@pytest.mark.parametrize(("language", "name"), QUICK)
def test_emitted_programs_agree_with_the_law(tmp_path, name, language):
    compare(tmp_path, language, name, FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("language", ["cpp", "python"])
def test_emitted_programs_agree_with_the_law_at_many_positions(tmp_path, name, language):
    compare(tmp_path, language, name, COUNT)


def compare(tmp_path, language, name, count):
    law, positions, labels = made(name, count)
    text = f"T; {' '.join(law.names)} -> Case {{i}}: {{law}} {{win|lose}}"
    first = wins(law.what, partizan=law.system.programs[0].moves is None)
    template = Template(text, law.names, first)
    said = run(tmp_path, language, law.emit(language, io=text), template.write(positions))
    right = [template.answer(k, label) for k, label in enumerate(labels, 1)]
    assert said == right


# The largest Fibonacci number below 2**63, and what lies around it and at the end.
FIBONACCI = 7540113804746346429
ENDS = [FIBONACCI + d for d in (-2, -1, 0, 1, 2)] + [2**63 - 3, 2**63 - 2, 2**63 - 1]
# Wythoff's losing positions whose larger heap is about that number, and about 2**63.
FIRST, LAST = 2880067194370816120, 3523014627193176565


def golden(k):
    """Return the losing position of Wythoff's game whose heaps differ by k."""
    low = (k + isqrt(5 * k * k)) // 2
    return low, low + k


@pytest.mark.parametrize("language", ["cpp", "python"])
@pytest.mark.parametrize(
    ("name", "arity", "positions"),
    [
        ("wythoff", 2, [*product(ENDS, ENDS), *map(golden, (FIRST, FIRST + 1, LAST - 1, LAST))]),
        ("box_transfer", 3, [(end, 5, end - 1) for end in ENDS]),
    ],
)
def test_emitted_programs_are_right_up_to_64_bits(tmp_path, language, name, arity, positions):
    law = get(name).law(what="outcome", arity=arity)
    text = f"T; {' '.join(law.names)} -> {{N|P}}"
    said = run(
        tmp_path, language, law.emit(language, io=text), Template(text, law.names).write(positions)
    )
    assert said == [law(*position).value for position in positions]
    if name == "wythoff":
        assert said[-4:] == ["P"] * 4


def test_values_beyond_64_bits_end_the_emitted_program_loudly(tmp_path):
    law = get("mock_turtles").law()
    source = law.emit("cpp", io="place -> {law}")
    last = 2**63 - 1
    assert run(tmp_path, "cpp", source, f"{last}\n") == [str(law(last))]
    assert 'fail("a number does not fit 64 bits")' in source


SEARCHED = {
    "cards": ("game_of_cards", 4, "misere", 3),
    "cakes": ("cutcake", 2, "outcome", 6),
    "last cake": ("cutcake", 2, "misere", 4),
    "pins": ("kayles", 1, "grundy", 20),
    "last pin": ("kayles", 1, "misere", 12),
    "chips": ("silver_dollar", 3, "grundy", 6),
    "coins": ("turning_corners", 2, "outcome", 4),
    "rows": ("dawsons_chess", 1, "grundy", 15),
    "squares": ("subtract_square", 1, "grundy", 40),
    "digits": ("euclid", 2, "outcome", 12),
}


@pytest.mark.parametrize(
    ("language", "name"),
    [("brute-python", name) for name in SEARCHED]
    + [("brute-cpp", name) for name in ("cards", "cakes", "last pin", "digits")],
)
def test_the_emitted_search_agrees_with_the_engine(tmp_path, name, language):
    game, arity, what, bound = SEARCHED[name]
    rules = get(game)
    places = [c for c in product(range(bound + 1), repeat=arity) if rules.is_legal(c)]
    wanted = []
    for place in places:
        position = rules(*place)
        outcome = position.outcome_misere if what == "misere" else position.outcome
        wanted.append(position.grundy if what == "grundy" else "PNLR".index(outcome.value))
    names = rules.coord_names(arity)
    text = f"{' '.join(names)} -> {{law}} {{win|lose}}"
    first = wins(what, partizan=rules.kind == "partizan")
    template = Template(text, names, first)
    source = brute_force(rules.engine.native(arity).system, what, language[6:], names, io=text)
    said = run(tmp_path, language, source, template.write(places))
    assert said == [template.answer(k, label) for k, label in enumerate(wanted, 1)]


def test_the_emitted_search_finds_values():
    scope: dict = {}
    rules = get("cutcake")
    exec(brute_force(rules.engine.native(2).system, "value", "python", ["a", "b"]), scope)
    for a, b in product(range(1, 9), repeat=2):
        assert scope["law"](a, b) == rules(a, b).value
    with pytest.raises(ValueError, match="Python only"):
        brute_force(rules.engine.native(2).system, "value", "cpp", ["a", "b"])


def test_the_emitted_search_finds_the_simplest_number():
    scope: dict = {}
    exec(brute_force(get("cutcake").engine.native(2).system, "value", "python", ["a", "b"]), scope)
    # All numbers with numerators up to 40 and denominators up to 16, the simplest first.
    numbers = [Fraction(n) for k in range(41) for n in (k, -k)]
    numbers += [Fraction(n, 2**e) for e in range(1, 5) for n in range(-63, 64, 2)]
    ends = [None, *(Fraction(n, 8) for n in range(-17, 18))]
    for low, high in product(ends, ends):
        if low is None or high is None or low < high:
            inside = (x for x in numbers if above(x, low) and below(x, high))
            assert scope["simplest"](low, high) == next(inside)


def above(x, low):
    return low is None or x > low


def below(x, high):
    return high is None or x < high


def test_a_generator_writes_legal_inputs(tmp_path):
    rules = get("silver_dollar")
    text = "T; chips0 chips1 skip chips2 -> {A|B}"
    names = rules.coord_names(3)
    source = generator("silver_dollar", rules.engine.native(3).system.programs[0], names, text)
    (tmp_path / "g.py").write_text(source)

    def lines(*arguments):
        command = [sys.executable, tmp_path / "g.py", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    made = lines("7", "50", "20").splitlines()
    assert made[0] == "50"
    cases = [tuple(map(int, line.split())) for line in made[1:]]
    assert len(cases) == 50
    assert all(rules.is_legal((a, b, c)) and skip == 0 for a, b, skip, c in cases)
    assert len(set(cases)) > 20
    assert lines("7", "50", "20") == "\n".join(made) + "\n"
    assert lines("8", "50", "20") != "\n".join(made) + "\n"


def test_names_that_languages_have_taken_are_replaced():
    names = ["int", "x", "lambda", "fail", "a_", "größe", "x", "cout", "n"]
    safe = safe_names(names)
    assert safe[1] == "x"
    assert safe[8] == "n"
    assert len(set(safe)) == len(names)
    for name in ("int", "lambda", "fail", "a_", "größe"):
        assert name not in safe


@pytest.mark.parametrize(
    ("what", "partizan", "label", "won"),
    [
        ("outcome", False, 0, False),
        ("outcome", False, 1, True),
        ("grundy", False, 7, True),
        ("outcome", True, 1, True),
        ("outcome", True, 2, True),
        ("outcome", True, 3, False),
        ("outcome", True, 0, False),
        ("value", True, 3, True),
        ("value", True, 0, False),
        ("value", True, -1, False),
    ],
)
def test_the_first_player_wins_as_the_label_says(what, partizan, label, won):
    form = Template("n -> {first|second}", ["n"], wins(what, partizan=partizan))
    assert form.answer(1, label) == ("first" if won else "second")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n", "INPUT -> OUTPUT"),
        ("T; m -> {law}", "name each coordinate once"),
        ("T; n n -> {law}", "name each coordinate once"),
        ("T U; n -> {law}", "one name"),
        ("n -> {who}", "none of"),
        ("n 3x -> {law}", "no name"),
        ("T; n ->", "what is printed"),
        ("T;; n -> {law}", "one name"),
        ("T; n -> {win|lose", "a brace stands alone"),
        ("T; n -> win|lose}", "a brace stands alone"),
        ("T; n -> {win|{law}}", "a brace stands alone"),
        ("T; n -> }{law}{", "a brace stands alone"),
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
        "c0 mod 2 = 0 and c1 mod 3 = 2: N; play c1 - 2, c2 + 1, to game_of_cards(0, 3, 2, 0)"
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
