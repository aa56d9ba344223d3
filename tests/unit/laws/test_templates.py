"""Inputs of contests as they are: lengths, arrays, ends; read by emitted programs."""

import random
import subprocess
import sys
from shutil import which

import pytest
from tests.unit.laws.test_emit import run

import lastmove as lm
from lastmove.cli.app import start
from lastmove.cli.cases import Cases
from lastmove.laws.source.brute import brute_force
from lastmove.laws.source.generator import generator
from lastmove.laws.source.template import Template, wins
from lastmove.rules.free import FreeRules

get = lm.rulesets.get


@lm.impartial
def corner(n, m):
    """Move a coin to the left, down or diagonally by one (HDU 2147)."""
    if n >= 1:
        yield n - 1, m
    if m >= 1:
        yield n, m - 1
    if n >= 1 and m >= 1:
        yield n - 1, m - 1


@lm.impartial
def fibonacci_numbers(n):
    """Take 1, 2, 3, 5 or 8 (HDU 1848, small)."""
    for taken in (1, 2, 3, 5, 8):
        if n >= taken:
            yield n - taken


BASH = FreeRules(get("bash"), {"k": 1}, 1)

# Each with where it is used so, the game, what is asked, what the law is made of, the template.
FORMATS = {
    "count, then two numbers (HDU 1846)": (
        BASH,
        "outcome",
        "T; n k -> {first|second}",
    ),
    "two numbers until the end of the input (POJ 1067)": (
        get("wythoff"),
        "outcome",
        "a b until EOF -> {1|0}",
    ),
    "two numbers until 0 0 (HDU 2147)": (
        corner,
        "outcome",
        "n m until 0 0 -> {Wonderful!|What a pity!}",
    ),
    "two numbers until the first is 0 (POJ 2348)": (
        corner,
        "outcome",
        "n m until 0 -> {Stan wins|Ollie wins}",
    ),
    "one number until -1": (get("lasker"), "grundy", "n until -1 -> Case {i}: {law}"),
    "array in a line with its length, until the end (POJ 2234)": (
        "nim",
        "grundy",
        "m heaps[m] until EOF -> {Yes|No}",
    ),
    "array below its length, until 0 (HDU 1849)": (
        "nim",
        "outcome",
        "m; heaps[m]; until 0 -> {Rabbit Win!|Grass Win!}",
    ),
    "count, length, array (HDU 3389)": (
        "box_transfer",
        "grundy",
        "T; n; boxes[n] -> Case {i}: {Alice|Bob}",
    ),
    "sum: count, length, array (HDU 3032)": (
        get("lasker"),
        "grundy",
        "T; m; n[m] -> {Alice|Bob}",
    ),
    "sum of three numbers until 0 0 0 (HDU 1848)": (
        fibonacci_numbers,
        "grundy",
        "n[3] until 0 0 0 -> {Fibo|Nacci}",
    ),
    "sum of pairs in lines of their own (HDU 3544)": (
        get("cutcake"),
        "value",
        "T; n; (width height)[n] -> Case {i}: {Alice|Bob}",
    ),
    "sum of values, printed": (get("cutcake"), "value", "m (width height)[m] until 0 -> {law}"),
    "length and a number of all heaps, then an array (Codeforces 603C)": (
        BASH,
        "grundy",
        "m k; n[m] -> {Kevin|Nicky}",
    ),
    "two arrays, one below the other (AtCoder)": (
        BASH,
        "grundy",
        "m; n[m]; k[m] -> {Takahashi|Aoki}",
    ),
    "arrays of no use, and a number after the array": (
        BASH,
        "grundy",
        "T; m x; skip[m] (a n b)[m] y; k z[2] -> Case #{i}: {YES|NO}\\n",
    ),
    "groups of a length that is known, until 9 9": (
        get("wythoff"),
        "grundy",
        "(a b)[2] until 9 9 -> {law}",
    ),
}
# Where no law is needed: the search from the rules, also of sums whose parts do not tell enough.
SEARCHED = {"groups of a length that is known, until 9 9"}
MISERE = "last to move loses: count, length, array (HDU 1907)"
SEARCHES = {
    **{name: FORMATS[name] for name in SEARCHED},
    MISERE: (get("lasker"), "misere", "T; m; n[m] -> {John|Brother}"),
    "misere sum of partizan games": (
        get("partizan_subtraction"),
        "misere",
        "m; n[m] until 0 -> {Left|other}",
    ),
    "sum of partizan games": (
        get("partizan_subtraction"),
        "outcome",
        "m; n[m] until 0 -> {Left|other}",
    ),
}


def parts(name, formats):
    """Return a format with its cases, their input and what is to be printed."""
    game, what, io = formats[name]
    row = "heaps" if game == "nim" else "boxes" if game == "box_transfer" else None
    rules = get(game) if isinstance(game, str) else game
    names = () if row else rules.coord_names(rules.arity)
    form = Template(io, names, wins(what, partizan=rules.kind == "partizan"), row=row, whole=True)
    cases = Cases(rules, form, len(names), what)
    made = cases.random(
        5 if formats is SEARCHES else 9, random.Random(1), 60 if form.several else 1
    )
    right = "\n".join(form.answer(i, cases.wanted(case)) for i, case in enumerate(made, 1))
    return rules, row, names, form.write(made), f"{right}\n".splitlines()


def law_of(rules, what, row):
    if row:
        return rules.law(what=what, arity="any")
    if isinstance(rules, FreeRules):
        return rules.origin.law(what=what, parameters=list(rules.free))
    return rules.law(what=what)


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in SEARCHED])
def test_emitted_laws_read_the_formats_of_contests(tmp_path, name):
    rules, row, _, text, right = parts(name, FORMATS)
    law = law_of(rules, FORMATS[name][1], row)
    assert law.status == "PROVED"
    for language in ("python", "cpp"):
        assert run(tmp_path, language, law.emit(language, io=FORMATS[name][2]), text) == right


@pytest.mark.parametrize("name", SEARCHES)
def test_emitted_searches_read_the_formats_of_contests(tmp_path, name):
    rules, _, names, text, right = parts(name, SEARCHES)
    _, what, io = SEARCHES[name]
    system = rules.engine.native(rules.arity).system
    for language in ("python", "cpp"):
        source = brute_force(system, what, language, names, io=io)
        assert run(tmp_path, language, source, text) == right


@pytest.mark.parametrize("name", FORMATS)
def test_generators_write_what_templates_read(tmp_path, name):
    rules, row, names, _, _ = parts(name, FORMATS)
    io = FORMATS[name][2]
    program = None if row else rules.engine.native(rules.arity).system.programs[0]
    source = generator("game", program, names, io, row=row)
    (tmp_path / "g.py").write_text(source)
    (tmp_path / "read.py").write_text(
        "def law(*x):\n    return 0\n\n\n" + Template(io, names, "grundy", row=row).python()
    )
    several = Template(io, names, "grundy", row=row).several
    count = "20" if several else "1"
    command = [sys.executable, tmp_path / "g.py", "3", count, "9"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    command = [sys.executable, tmp_path / "read.py"]
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    assert len(said.split("\n" * (2 if io.endswith("\\n") else 1))) - 1 == int(count)


def test_lines_are_written_as_statements_have_them():
    form = Template("T; n x; (a b)[n] y; -> {law}", ["a", "b"], "grundy")
    assert form.write([[(1, 2), (3, 4)], [(5, 6)]]) == "2\n2 0\n1 2\n3 4\n0\n1 0\n5 6\n0\n"
    form = Template("k n a[n] until -1 -> {law}", ["k", "a"], "value")
    assert form.write([[(7, 1), (7, 2)]]) == "7 2 1 2\n-1\n"


@pytest.mark.parametrize("language", ["cpp", "python"])
def test_an_empty_array_is_lost_and_input_cut_short_is_told(tmp_path, language):
    source = get("lasker").law().emit(language, io="T; m; n[m] -> {Alice|Bob}")
    assert run(tmp_path, language, source, "2\n0\n\n1\n1\n") == ["Bob", "Alice"]
    program = [tmp_path / "law"] if language == "cpp" else [sys.executable, tmp_path / "law.py"]
    for text in ("1\n3\n1 2\n", "1\n-1\n", "2\n1\n1\n"):
        done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "case " in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("language", ["cpp", "python", "brute-python"])
@pytest.mark.parametrize(
    ("template", "text", "answers", "fault"),
    [
        ("T; n -> {law}", "2\n5\nx\n", ["1"], "case 2"),
        ("T; n -> {law}", "2\n5\n\xff\n", ["1"], "case 2"),
        ("T; n -> {law}", "two\n5\n", [], "the number of cases"),
        ("T; n -> {law}", "", [], "the number of cases"),
        ("T; n -> {law}", "0\n", [], ""),
        ("n until 0 -> {law}", "5\n-\n0\n", ["1"], "case 2"),
        ("m; n[m] until EOF -> {law}", "1\n5\n2\n1 x\n", ["1"], "case 2"),
        ("m; n[m] until EOF -> {law}", "1\n5\n2\n1\n", ["1"], "case 2"),
    ],
)
def test_what_is_no_number_is_told_after_the_answers_before_it(
    tmp_path, language, template, text, answers, fault
):
    if language == "cpp" and which("g++") is None:
        pytest.skip("no C++ compiler")
    source = get("bash").law().emit(language, io=template)
    program = [sys.executable, tmp_path / "law.py"]
    if language == "cpp":
        program = [tmp_path / "law"]
        (tmp_path / "law.cpp").write_text(source)
        command = ["g++", "-std=c++17", "-O0", "-o", program[0], tmp_path / "law.cpp"]
        subprocess.run(command, check=True)
    else:
        program[1].write_text(source)
    done = subprocess.run(program, input=text.encode("latin-1"), capture_output=True, check=False)
    said = done.stderr.decode()
    assert (done.returncode != 0, fault in said, said.count("\n")) == (
        bool(fault),
        True,
        bool(fault),
    )
    assert done.stdout.decode().split() == answers


def test_emitted_python_says_where_the_rules_divide_by_zero(tmp_path):
    @lm.impartial
    def remainder(n, d):
        if n % d > 0:
            yield n - 1, d

    path = tmp_path / "law.py"
    system = remainder.engine.native(2).system
    path.write_text(brute_force(system, "outcome", "python", ["n", "d"], io="T; n d -> {law}"))
    command = [sys.executable, path]
    done = subprocess.run(command, input="2\n3 2\n3 0", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "1\n")
    assert done.stderr.startswith("case 2: ")
    assert done.stderr.count("\n") == 1


def test_sums_near_64_bits_are_exact(tmp_path):
    law = get("cutcake").law()
    source = law.emit("cpp", io="n (width height)[n] until 0 -> {win|lose}")
    top = 2**63 - 1
    text = f"3\n{top} 1\n{top} 1\n1 {top}\n2 {top} 1 1 {top}\n3 1 {top} 1 {top} {top} 1\n0\n"
    assert run(tmp_path, "cpp", source, text) == ["win", "lose", "lose"]


@pytest.mark.parametrize(
    ("what", "text", "message"),
    [
        ("grundy", "m n[k] -> {law}", "length 'k' is no number that is read before"),
        ("grundy", "n[m] m -> {law}", "length 'm' is no number that is read before"),
        ("grundy", "m n[m -> {law}", "stands alone"),
        ("grundy", "m n[] -> {law}", "an array has a length"),
        ("grundy", "m n[0] -> {law}", "an array has a length"),
        ("grundy", "m n[1000] -> {law}", "an array has a length"),
        ("grundy", "m ()[m] n -> {law}", "names what is in a group"),
        ("grundy", "n until -> {law}", "the numbers that end the input"),
        ("grundy", "n until x -> {law}", "the numbers that end the input"),
        ("grundy", "n until 0 0 -> {law}", "only 1 numbers begin every case"),
        ("grundy", "m n[m] until 0 0 -> {law}", "only 1 numbers begin every case"),
        ("grundy", "T; n until 0 -> {law}", "not both"),
        ("outcome", "m n[m] -> {win|lose}", "ask for Grundy values"),
        ("misere", "m n[m] -> {win|lose}", "ask for Grundy values"),
    ],
)
def test_what_a_template_cannot_mean_is_explained(what, text, message):
    with pytest.raises(ValueError, match=message):
        get("lasker").law(what=what).emit("cpp", io=text)


def test_lengths_are_no_coordinates_and_told_once():
    for text, message in (
        ("a b[a] -> {law}", "'a' is a coordinate"),
        ("m k a[m] b[k] -> {law}", "one length"),
        ("m m a[m] b[m] -> {law}", "the length 'm' once"),
    ):
        with pytest.raises(ValueError, match=message):
            Template(text, ["a", "b"], "grundy")


WRONG = """
import sys
data = list(map(int, sys.stdin.read().split()))
while data and data[0]:
    m = data.pop(0)
    total = 0
    for n in data[:m]:
        total ^= n
    del data[:m]
    print("Yes" if total and m != 2 else "No")
"""


def test_stress_finds_the_shortest_row(capsys, tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    program = ["--", sys.executable, str(tmp_path / "wrong.py")]
    io = "m heaps[m] until 0 -> {Yes|No}"
    assert start(["stress", "nim", "--io", io, *program]) == 1
    said = capsys.readouterr().out
    assert "input:\n2 1 0\n0\nexpected: Yes\nprogram:  No\n" in said
    (tmp_path / "wrong.py").write_text(WRONG.replace(" and m != 2", ""))
    assert start(["stress", "nim", "--io", io, *program]) == 0


def test_stress_asks_about_sums_and_parameters(capsys, tmp_path):
    source = (
        "import sys\nm, k, *heaps = map(int, sys.stdin.read().split())\ntotal = 0\n"
        "for n in heaps:\n    total ^= n % (k + 1)\nprint('Kevin' if total else 'Nicky')\n"
    )
    (tmp_path / "program.py").write_text(source)
    program = ["--", sys.executable, str(tmp_path / "program.py")]
    options = ["--for-all", "k", "--io", "m k; n[m] -> {Kevin|Nicky}", "--cases", "40"]
    assert start(["stress", "bash", *options, *program]) == 0
    capsys.readouterr()
    (tmp_path / "program.py").write_text(source.replace("total ^= ", "total += "))
    assert start(["stress", "bash", *options, *program]) == 1
    assert "differs at bash(2, 2) + bash(2, 2) after" in capsys.readouterr().out


def test_a_law_for_any_number_of_heaps_is_asked_for_by_an_array(capsys, tmp_path):
    io = "T; n; boxes[n] -> Case {i}: {Alice|Bob}"
    assert start(["law", "box_transfer", "--emit", "python", "--io", io]) == 0
    source = capsys.readouterr().out
    said = run(tmp_path, "python", source, "2\n2\n1 2\n7\n1 3 3 2 2 1 2\n")
    assert said == ["Case 1: Alice", "Case 2: Bob"]
    assert start(["law", "nim", "--emit", "generator", "--io", "n heaps[n] until 0 -> {A|B}"]) == 0
    assert "Random positions of nim" in capsys.readouterr().out
