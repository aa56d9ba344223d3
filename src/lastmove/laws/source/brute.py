"""Programs that answer from the rules alone, slowly and plainly, and random inputs for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.source import cpp, python
from lastmove.laws.source.template import Template, wins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.rules.program import System

__all__ = ["brute_force", "generator"]


def brute_force(
    system: System, what: str, language: str, names: Sequence[str], *, io: str | None = None
) -> str:
    """Return source code that computes answers from the rules: a memo over all that play reaches.

    It is what a law, or a contestant's program, can be tested against on small inputs.

    Parameters
    ----------
    system : System
        The game's Programs; the first is the game.
    what : str
        ``"outcome"``, ``"grundy"``, ``"misere"`` or ``"value"`` (in Python only).
    language : {"cpp", "python"}
        C++17 or Python.
    names : sequence of str
        Names of the coordinates in a template.
    io : str, optional
        A template of input and output; without it only the function ``law``.

    Raises
    ------
    ValueError
        If the language or template is not understood, or values are asked for in C++.

    Examples
    --------
    >>> import lastmove as lm
    >>> law = lm.rulesets.get("bash").law()
    >>> scope = {}
    >>> exec(brute_force(law.system, "grundy", "python", ["n"]), scope)
    >>> [scope["law"](n) for n in range(6)]
    [0, 1, 2, 3, 0, 1]
    """
    partizan = system.programs[0].moves is None
    own = [f"x{i}" for i in range(len(names))]
    template = None if io is None else Template(io, names, wins(what, partizan=partizan), own)
    if language == "python":
        text = _python(system, what, names, partizan)
        return text + ("" if template is None else "\n\n" + template.python())
    if language != "cpp":
        raise ValueError(f'code is emitted in "cpp" or "python", not {language!r}')
    if what == "value":
        raise ValueError("the search for values is emitted in Python only")
    text = _cpp(system, what, own, partizan)
    return text + ("" if template is None else "\n" + template.cpp())


# Whether the player to move wins a sum, for outcomes that do not follow from Grundy values.
_PYTHON_WINS = """\
def wins(total, player):
    key = total, player
    if key not in known:
        after = [
            tuple(sorted((*total[:i], *total[i + 1 :], *option)))
            for i, at in enumerate(total)
            for option in options(at, player)
        ]
        known[key] = any(not wins(s, 1 - player) for s in after){none}
    return known[key]
"""
_PYTHON_GRUNDY = """\
def grundy(at):
    if at not in known:
        seen = set()
        for option in options(at, 0):
            total = 0
            for part in option:
                total ^= grundy(part)
            seen.add(total)
        known[at] = next(n for n in range(len(seen) + 1) if n not in seen)
    return known[at]
"""
_PYTHON_VALUE = """\
def value(at):
    if at not in known:
        sides = [[sum(map(value, o)) for o in options(at, player)] for player in (0, 1)]
        known[at] = simplest(max(sides[0], default=None), min(sides[1], default=None))
    return known[at]


def simplest(low, high):
    \"\"\"Return the simplest number between two, or beyond the one that there is.\"\"\"
    if low is not None and high is not None and low >= high:
        raise ValueError("a position is no number")
    if (low is None or low < 0) and (high is None or high > 0):
        return Fraction(0)
    if high is None or (low is not None and low >= 0):
        sign, near, far = 1, low, high
    else:
        sign, near, far = -1, -high, None if low is None else -low
    whole = near.__floor__() + 1
    if far is None or whole < far:
        return Fraction(sign * whole)
    half = 1
    while True:
        half *= 2
        found = Fraction((near * half).__floor__() + 1, half)
        if found < far:
            return sign * found
"""


def _python(system: System, what: str, names: Sequence[str], partizan: bool) -> str:
    head = ["import sys", *(["from fractions import Fraction"] if what == "value" else [])]
    head += ["from math import gcd, isqrt", "", "sys.setrecursionlimit(10**6)", "known = {}"]
    parts, tables = ["\n".join(head) + "\n"], []
    for place, program in enumerate(system.programs):
        made = []
        for player, block in enumerate(program.blocks):
            name = f"options_{place}_{player}"
            parts.append("\n".join(python.options_function(program, block, name)) + "\n")
            made.append(name)
        tables.append(f"({made[0]}, {made[-1]})")
    parts.append(
        f"every = ({', '.join(tables)},)\n\n\n"
        "def options(at, player):\n    return every[at[0]][player](at)\n"
    )
    given = f"(0, {', '.join(names)})"
    if what == "value":
        parts.append(_PYTHON_VALUE)
        answer = f"value({given})"
    elif partizan or what == "misere":
        none = " or not after" if what == "misere" else ""
        parts.append(_PYTHON_WINS.format(none=none))
        answer = f"int(wins(({given},), 0))"
        if partizan:
            answer = f"[[0, 3], [2, 1]][wins(({given},), 0)][wins(({given},), 1)]"
    else:
        parts.append(_PYTHON_GRUNDY)
        answer = f"grundy({given})" if what == "grundy" else f"int(grundy({given}) != 0)"
    parts.append(f"def law({', '.join(names)}):\n    return {answer}\n")
    return "\n\n".join(parts)


_CPP_HEAD = """\
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <utility>
#include <vector>
typedef __int128 big;
// A position is the number of its game and its coordinates.
typedef std::vector<long long> Position;
typedef std::vector<Position> Sum;
"""
_CPP_GRUNDY = """\
static long long grundy(const Position &at) {
    static std::map<Position, long long> known;
    const auto found = known.find(at);
    if (found != known.end()) return found->second;
    std::set<long long> seen;
    for (const Sum &option : options(at, 0)) {
        long long total = 0;
        for (const Position &part : option) total ^= grundy(part);
        seen.insert(total);
    }
    long long value = 0;
    while (seen.count(value)) ++value;
    return known[at] = value;
}
"""
_CPP_WINS = """\
static bool wins(const Sum &total, int player) {
    static std::map<std::pair<Sum, int>, bool> known;
    const auto key = std::make_pair(total, player);
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    bool any = false, won = false;
    for (size_t i = 0; i < total.size() && !won; ++i)
        for (const Sum &option : options(total[i], player)) {
            Sum after = total;
            after.erase(after.begin() + i);
            after.insert(after.end(), option.begin(), option.end());
            std::sort(after.begin(), after.end());
            any = true;
            if (!wins(after, 1 - player)) {
                won = true;
                break;
            }
        }
    return known[key] = won || (LAST_LOSES && !any);
}
"""


def _cpp(system: System, what: str, names: Sequence[str], partizan: bool) -> str:
    functions, choices = [], []
    for place, program in enumerate(system.programs):
        blocks = program.blocks
        for player, block in enumerate(blocks):
            name = f"options_{place}_{player}"
            functions.append(cpp.options_function(program, block, name))
        last = len(blocks) - 1
        choices.append(
            f"    if (at[0] == {place})"
            + (
                f" options_{place}_0(at, out);"
                if last == 0
                else f" player ? options_{place}_1(at, out) : options_{place}_0(at, out);"
            )
        )
    chooser = (
        "static std::vector<Sum> options(const Position &at, int player) {\n"
        "    std::vector<Sum> out;\n    (void)player;\n" + "\n".join(choices) + "\n"
        "    return out;\n}\n"
    )
    given = f"Position{{{', '.join(['0', *names])}}}"
    if partizan or what == "misere":
        search = _CPP_WINS.replace("LAST_LOSES", "true" if what == "misere" else "false")
        answer = f"wins(Sum{{{given}}}, 0)"
        if partizan:
            right = f"wins(Sum{{{given}}}, 1)"
            answer = f"{answer} ? ({right} ? 1 : 2) : ({right} ? 3 : 0)"
    else:
        search = _CPP_GRUNDY
        answer = f"grundy({given})" + ("" if what == "grundy" else " != 0")
    takes = ", ".join(f"long long {name}" for name in names)
    law = f"long long law({takes}) {{\n    return {answer};\n}}\n"
    body = "\n".join([*functions, chooser, search, law])
    return "\n".join([_CPP_HEAD + cpp.helpers(body), body])


def generator(system: System, names: Sequence[str], io: str) -> str:
    """Return a Python program that prints random positions in the form of a template's input.

    It takes a seed, how many cases and the largest coordinate as arguments, all optional.

    Raises
    ------
    ValueError
        If the template is not understood.

    Examples
    --------
    >>> import lastmove as lm
    >>> text = generator(lm.rulesets.get("bash").law().system, ["n"], "T; n -> {Alice|Bob}")
    >>> text.splitlines()[0].strip('"')
    'Random positions of bash: python generator.py [SEED [CASES [LARGEST]]].'
    """
    program = system.programs[0]
    form = Template(io, names)
    coords = [f"x[{i}]" for i in range(len(program.coords))]
    vars = [f"v{i}" for i in range(len(program.vars))]
    legal = "1" if program.domain is None else python.expression(program.domain, coords, vars)
    places = {name: f"x[{i}]" for i, name in enumerate(names)}
    fields = ", ".join(places.get(name, "0") for name in form.fields)
    return f'''\
"""Random positions of {program.name}: python generator.py [SEED [CASES [LARGEST]]]."""

import random
import sys
from math import gcd, isqrt  # noqa: F401 - a domain may use them


def legal(x):
    return {legal}


def main():
    seed, cases, largest = [*map(int, sys.argv[1:]), *(0, 100, 10)[len(sys.argv) - 1 :]]
    rng = random.Random(seed)
    out = []
    tries = 0
    while len(out) < cases:
        tries += 1
        if tries > 10000 * cases:
            sys.exit("no legal positions were found: raise the largest coordinate")
        top = rng.randint(0, largest)
        x = [rng.randint(0, top) for _ in range({len(coords)})]
        if legal(x):
            out.append(" ".join(map(str, [{fields}])))
    {"print(cases)" if form.counted else "pass"}
    print("\\n".join(out))


if __name__ == "__main__":
    main()
'''
