"""Laws of other classes, compiled to automata and proved again; emitted code, compiled and run."""

from __future__ import annotations

import subprocess
from random import Random
from shutil import which

import pytest
from tests.automata_games import duel, fibonacci_nim, halving, mock_turtles, nim, wythoff

import lastmove as lm
from lastmove.laws.automata.emit import body
from lastmove.laws.automata.family import BinaryAutomata, ZeckendorfAutomata
from lastmove.laws.automata.restate import compiled, restated
from lastmove.laws.automata.terms import NotDefinable
from lastmove.laws.base import NoProof, Sample
from lastmove.laws.check import check
from lastmove.laws.source.cpp import helpers
from lastmove.rules.expr import coord, where


@pytest.mark.parametrize("what", ["outcome", "misere", "grundy"])
def test_a_law_by_thresholds_and_remainders_is_proved_again(what):
    law = lm.rulesets.get("game_of_cards").law(what=what)
    again = restated(law.candidate, law.system)
    assert again is not None
    check(again.certificate(Sample(law.system, what, (4,) * 4)))
    random = Random(what)
    for _ in range(300):
        place = tuple(
            random.choice((random.randrange(6), random.randrange(10**18))) for _ in "abcd"
        )
        assert again.label(place) == law.label(place)


def test_a_label_in_sectors_is_compiled_and_proved():
    """Every move is forced, and which one depends on how the coordinates compare."""
    x, y = coord(0), coord(1)

    @lm.impartial
    def step(a, b):
        if a >= 1 and a >= b:
            yield a - 1, b
        if b >= 1 and b > a:
            yield a, b - 1

    law = compiled((x + y) % 2, "outcome", 2, impartial=True)
    check(law.certificate(Sample(step.law(what="outcome").system, "outcome", (8, 8))))
    wrong = compiled(where(x > y, (x + y) % 2, y % 2), "outcome", 2, impartial=True)
    with pytest.raises(NoProof) as refusal:
        wrong.certificate(Sample(step.law(what="outcome").system, "outcome", (8, 8)))
    assert refusal.value.position is not None


def test_labels_beyond_the_logic_are_refused():
    with pytest.raises(NotDefinable):
        compiled(coord(0) * coord(1) % 2, "outcome", 2, impartial=True)


CODE = [
    (nim(2), "misere", 24, BinaryAutomata),
    (halving(), "outcome", 100, BinaryAutomata),
    (mock_turtles(), "grundy", 60, BinaryAutomata),
    (duel(), "outcome", 32, BinaryAutomata),
    (wythoff(), "outcome", 100, ZeckendorfAutomata),
    (fibonacci_nim(), "outcome", 60, ZeckendorfAutomata),
]


def laws():
    for game, what, edge, family in CODE:
        law = family().learn(Sample(game, what, (edge,) * len(game.programs[0].coords)))
        assert law is not None
        yield game, law


def places(arity, count):
    random = Random(arity)
    sizes = (5, 100, 10**9, 10**18)
    return [
        tuple(random.randrange(random.choice(sizes)) for _ in range(arity)) for _ in range(count)
    ]


def test_emitted_python_agrees_with_the_law():
    for _, law in laws():
        names = ["numbers", "letter"][: law.arity]  # names that the code uses itself
        lines = ["    " + line for line in body(law, "python", names).splitlines()]
        scope = {}
        exec("\n".join([f"def f({', '.join(names)}):", *lines]), scope)
        for place in places(law.arity, 400):
            assert scope["f"](*place) == law.label(place), place


@pytest.mark.skipif(which("g++") is None, reason="needs a C++ compiler")
def test_emitted_cpp_agrees_with_the_law(tmp_path):
    functions, cases, expected = [], [], []
    for i, (_, law) in enumerate(laws()):
        names = ["number", "rest"][: law.arity]
        takes = ", ".join(f"long long {name}" for name in names)
        functions.append(f"long long f{i}({takes}) {{\n{body(law, 'cpp', names)}\n}}")
        for place in places(law.arity, 2000):
            cases.append(f"{i} {' '.join(map(str, (*place, 0)[:2]))}")
            expected.append(str(law.label(place)))
    calls = [
        f"if (k == {i}) r = f{i}({'a, b' if len(g.programs[0].coords) == 2 else 'a'});"
        for i, (g, *_) in enumerate(CODE)
    ]
    main = "int main() { int k; long long a, b, r = 0;"
    read = 'while (scanf("%d %lld %lld", &k, &a, &b) == 3) {'
    head = ["#include <cstdio>", "#include <cstdlib>", "#include <iostream>"]
    source = [*head, helpers("\n".join(functions)), *functions]
    source += [main, read, *calls, 'printf("%lld\\n", r); } }']
    (tmp_path / "law.cpp").write_text("\n".join(source), encoding="utf-8")
    program = tmp_path / "law"
    flags = ["-std=c++17", "-O1", "-Wall", "-Werror", "-o", str(program)]
    subprocess.run(["g++", *flags, str(tmp_path / "law.cpp")], check=True)
    done = subprocess.run(
        [str(program)], input="\n".join(cases), capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == expected
