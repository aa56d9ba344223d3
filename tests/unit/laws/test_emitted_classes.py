"""Emitted code of every class of laws, all compiled in one program, against the law itself."""

import subprocess
from functools import cache
from math import prod
from random import Random
from shutil import which

import pytest
from tests.unit.laws.specimens import SPECIMENS

from lastmove.errors import LimitExceeded
from lastmove.laws.arithmetic import FUNCTIONS, FunctionLaw
from lastmove.laws.law import Law

# Certificates of heap games are no laws of rules, and values with fractions have no code.
LAWS = [name for name in SPECIMENS if name not in ("heap-period/1", "formula stalks")]
PRIMES = [p for p in range(2, 1000) if all(p % q for q in range(2, p))]
FEW, MANY = 1_000, 100_000


@cache
def law(name):
    found = Law.from_certificate(SPECIMENS[name]())
    return found.at(5) if name == "rows" else found


def function(text):
    """Return the law that a function of arithmetic gives, with a system to name it."""
    system = law("breaking").system
    shift = 0 if "prime" in text else 1
    candidate = FunctionLaw("grundy", text, shift, 2, 0, [7, 0], {5: 3})
    return Law(candidate, system, ["n"])


MADE = {**{name: (lambda name=name: law(name)) for name in LAWS}}
MADE |= {text: (lambda text=text: function(text)) for text in FUNCTIONS}


def places(name, count):
    """Return positions of all sizes; of laws about prime factors, some with factors below 1000."""
    random = Random(name)
    made = MADE[name]()
    legal = made.system.programs[0].legal
    found = []
    while len(found) < count:
        top = 10 ** random.randint(0, 18)
        near = random.random()
        if "prime factor" in name or name == "theorem coprime":
            place = [prod(random.choice(PRIMES) for _ in range(random.randint(0, 6)))]
        elif near < 0.3:
            first = top - random.randint(0, min(top, 9))
            place = [first + random.randint(-min(first, 5), 5) for _ in made.names]
        else:
            place = [random.randint(0, top) for _ in made.names]
        if near < 0.1:
            place[-1] = random.randint(0, 40)
        if near > 0.97 and "prime" not in name:  # at the edge of 64 bits
            place = [2**63 - 1 - random.choice([0, 0, 1, random.randint(0, 9)]) for _ in made.names]
        if max(place) < 2**63 and legal(place):
            found.append(tuple(place))
    return found


def test_every_kind_of_certificate_has_code_or_a_word_why_not():
    assert {"coprime", "between", "solver", "growing"} <= {
        word for name in LAWS for word in name.split()
    }
    with pytest.raises(ValueError, match="have no code yet"):
        law("formula stalks").emit("cpp")


def python(names, count):
    for name in names:
        made, scope = MADE[name](), {}
        exec(made.emit("python"), scope)
        for place in places(name, count):
            assert scope["law"](*place) == made.candidate.label(place), (name, place)


def compiled(tmp_path, names, count):
    """Compile the code of some laws as one program and compare what it prints."""
    if which("g++") is None:
        pytest.skip("no C++ compiler")
    heads, bodies, calls, cases, labels = set(), [], [], [], []
    for k, name in enumerate(names):
        made = MADE[name]()
        lines = made.emit("cpp").splitlines()
        heads |= {line for line in lines if line.startswith("#include")}
        bodies += [f"namespace law{k} {{", *(s for s in lines if s not in heads), "}"]
        takes = ", ".join(f"x[{i}]" for i in range(len(made.names)))
        calls.append(f"if (k == {k}) std::cout << law{k}::law({takes}) << '\\n';")
        for place in places(name, count):
            cases.append(f"{k} {' '.join(map(str, [*place, *[0] * 8][:8]))}")
            labels.append((name, place, str(made.candidate.label(place))))
    read = ["int main() {", "int k; long long x[8];", "while (std::cin >> k) {"]
    read += ["for (auto &value : x) std::cin >> value;", *calls, "} }"]
    source, program = tmp_path / "laws.cpp", tmp_path / "laws"
    source.write_text("\n".join([*sorted(heads), *bodies, *read]))
    flags = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-ftrapv"]
    subprocess.run(["g++", *flags, "-o", program, source], check=True)
    done = subprocess.run([program], input="\n".join(cases), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for (name, place, label), said in zip(labels, done.stdout.split(), strict=True):
        assert said == label, (name, place)


def test_emitted_python_of_every_class_agrees_with_the_law():
    python(MADE, FEW // 4)


def test_emitted_cpp_of_every_class_agrees_with_the_law(tmp_path):
    compiled(tmp_path, MADE, FEW)


def test_emitted_code_finds_prime_factors_up_to_a_million_and_says_where_there_are_none(tmp_path):
    text = "the place of the smallest prime factor of {0} among the primes"
    made, scope = MADE[text](), {}
    exec(made.emit("python"), scope)
    source, program = tmp_path / "law.cpp", tmp_path / "law"
    read = "int main() { long long n; while (std::cin >> n) std::cout << law(n) << std::endl; }"
    source.write_text(made.emit("cpp") + read)
    if which("g++") is not None:
        subprocess.run(["g++", "-std=c++17", "-O0", "-o", program, source], check=True)
    last = 999_983  # the largest prime below a million
    for n in (0, 1, 2, 4, last, last + 1, last**2, last * 2**20, last**3, 10**12, 10**18 - 1):
        label = str(made.candidate.label((n,)))
        assert str(scope["law"](n)) == label, n
        if program.exists():
            assert subprocess.check_output([program], input=str(n), text=True) == label + "\n", n
    for n in (1_000_003, 1_000_003**2, 1_000_003 * 999_999_000_001):
        with pytest.raises(LimitExceeded):
            made.candidate.label((n,))
        with pytest.raises(SystemExit):
            scope["law"](n)
        if program.exists():
            assert subprocess.run([program], input=str(n), text=True, check=False).returncode


@pytest.mark.skipif(which("g++") is None, reason="no C++ compiler")
@pytest.mark.parametrize("template", ["n -> {law}", "T; n -> {law}"])
def test_emitted_cpp_says_which_case_is_no_number_of_64_bits(tmp_path, template):
    source, program = tmp_path / "law.cpp", tmp_path / "law"
    source.write_text(law("breaking").emit("cpp", io=template))
    subprocess.run(["g++", "-std=c++17", "-O0", "-o", program, source], check=True)
    for third, fault in (("5\n\n", ""), (str(2**63), "case 3"), ("x\n", "case 3"), ("", "case 3")):
        counted = template.startswith("T")
        text = f"{'3 ' if counted else ''}3\n4 {third}"
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
        if not counted and not third:
            fault = ""  # the input just ends
        assert (fault in done.stderr, done.returncode) == (True, 2 if fault else 0), (third, text)
        assert len(done.stdout.split()) == (2 if fault or not third else 3)


@pytest.mark.long
@pytest.mark.parametrize("name", MADE)
def test_emitted_python_agrees_with_the_law_at_many_positions(name):
    python([name], MANY)


@pytest.mark.long
@pytest.mark.parametrize("name", MADE)
def test_emitted_cpp_agrees_with_the_law_at_many_positions(tmp_path, name):
    compiled(tmp_path, [name], MANY)
