"""Programs that answer from the rules alone, slowly and plainly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.source import cpp, python
from lastmove.laws.source.template import Template, wins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.rules.program import System

__all__ = ["brute_force"]


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
        A template of input and output; without it only the function ``law``. Where cases are sums
        of positions, ``law`` takes these all at once.

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
    template = (
        None if io is None else Template(io, names, wins(what, partizan=partizan), own, whole=True)
    )
    summed = template is not None and template.layout.summed
    if language == "python":
        text = _python(system, what, names, partizan, summed)
        return text + ("" if template is None else "\n\n" + template.python())
    if language != "cpp":
        raise ValueError(f'code is emitted in "cpp" or "python", not {language!r}')
    if what == "value":
        raise ValueError("the search for values is emitted in Python only")
    text = _cpp(system, what, own, partizan, summed)
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


def _python(system: System, what: str, names: Sequence[str], partizan: bool, summed: bool) -> str:
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
    if summed:
        takes, total = "items", "tuple(sorted((0, *at) for at in items))"
    else:
        takes = ", ".join(names)
        total = f"((0, {takes}),)"
    first = f"    total = {total}\n"
    if what == "value":
        parts.append(_PYTHON_VALUE)
        answer = "sum(map(value, total))"
    elif partizan or what == "misere":
        none = " or not after" if what == "misere" else ""
        parts.append(_PYTHON_WINS.format(none=none))
        answer = "int(wins(total, 0))"
        if partizan:
            answer = "[[0, 3], [2, 1]][wins(total, 0)][wins(total, 1)]"
    else:
        parts.append(_PYTHON_GRUNDY)
        first += "    value = 0\n    for at in total:\n        value ^= grundy(at)\n"
        answer = "value" if what == "grundy" else "int(value != 0)"
    parts.append(f"def law({takes}):\n{first}    return {answer}\n")
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


def _cpp(system: System, what: str, names: Sequence[str], partizan: bool, summed: bool) -> str:
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
    if summed:
        takes = "const Sum &items"
        first = (
            "    Sum total = items;\n"
            "    for (Position &at : total) at.insert(at.begin(), 0);\n"
            "    std::sort(total.begin(), total.end());\n"
        )
    else:
        takes = ", ".join(f"long long {name}" for name in names)
        first = f"    const Sum total{{Position{{{', '.join(['0', *names])}}}}};\n"
    if partizan or what == "misere":
        search = _CPP_WINS.replace("LAST_LOSES", "true" if what == "misere" else "false")
        answer = "wins(total, 0)"
        if partizan:
            answer = "wins(total, 0) ? (wins(total, 1) ? 1 : 2) : (wins(total, 1) ? 3 : 0)"
    else:
        search = _CPP_GRUNDY
        first += "    long long value = 0;\n"
        first += "    for (const Position &at : total) value ^= grundy(at);\n"
        answer = "value" + ("" if what == "grundy" else " != 0")
    law = f"long long law({takes}) {{\n{first}    return {answer};\n}}\n"
    body = "\n".join([*functions, chooser, search, law])
    return "\n".join([_CPP_HEAD + cpp.helpers(body), body])
