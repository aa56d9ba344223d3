"""Products in emitted C++: exact as far as 128 bits go, loud beyond, never silently wrong."""

import shutil
import subprocess

import pytest

import lastmove as lm
from lastmove.laws.source.cpp import Writer, helpers
from lastmove.rules.expr import coord

A, B, C, D = map(coord, range(4))
LAST = 2**63 - 1
# Expressions of the coordinates; what fits 64 bits in the end is printed.
FORMS = [
    A * B - B * A + C,
    (A * B) // (C * D + 1),
    (A * B + C * D) % (LAST - 1),
    (A * B * C) % (D + 7),
    (A * B * C * D) // (A + 1),
    (A * B - C * D) // (B + 1),
    (A * B + A * B + C * D + C * D) % 1000,
    -(A * B) // (C + 1) + D,
]
PLACES = [
    (LAST, LAST, LAST, LAST),
    (LAST, LAST, 1, 1),
    (10**18, 10**18, 10**18, 10**18),
    (10**18, 10**18 - 1, 3, 5),
    (10**9, 10**9, 10**9, 10**9),
    (2**62, 2**62, 2, 2),
    (7, 5, 3, 2),
    (0, LAST, 0, LAST),
]

MAIN = """
int main(int, char **at) {{
    const long long a = std::atoll(at[2]), b = std::atoll(at[3]);
    const long long c = std::atoll(at[4]), d = std::atoll(at[5]);
    (void)a; (void)b; (void)c; (void)d;
    switch (std::atoi(at[1])) {{
{cases}
    }}
}}
"""


def flags(folder):
    """Return how to compile with all that finds undefined arithmetic, as far as it is installed."""
    plain = ["g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror"]
    (folder / "empty.cpp").write_text("int main() {}\n")
    found = [*plain, "-fsanitize=undefined", "-fno-sanitize-recover=undefined"]
    tried = subprocess.run(
        [*found, "-o", folder / "empty", folder / "empty.cpp"], capture_output=True, check=False
    )
    return found if tried.returncode == 0 else [*plain, "-ftrapv"]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    if shutil.which("g++") is None:
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("products")
    writer = Writer("abcd")
    cases = "\n".join(
        f"case {i}: std::cout << narrow({writer.write(form)}); break;"
        for i, form in enumerate(FORMS)
    )
    text = MAIN.format(cases=cases)
    head = "#include <climits>\n#include <cstdlib>\n#include <iostream>\ntypedef __int128 big;\n"
    (folder / "forms.cpp").write_text(head + helpers(text) + text)
    subprocess.run([*flags(folder), "-o", folder / "forms", folder / "forms.cpp"], check=True)
    return folder / "forms"


@pytest.mark.parametrize("place", PLACES)
def test_products_are_exact_or_end_loudly(compiled, place):
    loud = 0
    for i, form in enumerate(FORMS):
        command = [compiled, str(i), *map(str, place)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            assert "does not fit" in done.stderr
            loud += 1
        else:
            assert int(done.stdout) == form.evaluate(place)
    assert loud < len(FORMS)
    if max(place) <= 10:
        assert loud == 0


def test_the_law_of_cutcake_is_right_at_the_end_of_64_bits(tmp_path):
    if shutil.which("g++") is None:
        pytest.skip("no C++ compiler")
    law = lm.rulesets.get("cutcake").law()
    (tmp_path / "law.cpp").write_text(law.emit("cpp", io="T; width height -> {law}"))
    subprocess.run([*flags(tmp_path), "-o", tmp_path / "law", tmp_path / "law.cpp"], check=True)
    ends = [1, 2, 10**18, 10**18 + 1, 2**62 - 1, 2**62, LAST - 1, LAST]
    places = [(w, h) for w in ends for h in ends]
    text = f"{len(places)}\n" + "".join(f"{w} {h}\n" for w, h in places)
    done = subprocess.run(
        [tmp_path / "law"], input=text, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(law(w, h)) for w, h in places]
