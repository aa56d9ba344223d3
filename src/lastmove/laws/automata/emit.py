"""Automata as source code without dependencies: a table of transitions and a loop over digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.automata.relation import BINARY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove._core import Automaton
    from lastmove.laws.automata.family import AutomatonLaw

__all__ = ["body"]

# Numbers below 2**63 need so many of the weights 1, 2, 3, 5, ...: the last is the largest Fibonacci
# number below 2**63, and all together stay below 2**64.
_WEIGHTS = 91


def body(law: AutomatonLaw, language: str, names: Sequence[str]) -> str:
    """Return statements that compute the label of the named coordinates and return it.

    Parameters
    ----------
    law : AutomatonLaw
        The law.
    language : str
        ``"cpp"`` or ``"python"``.
    names : sequence of str
        Names of the coordinates, from 0 to 2**63 - 1 in C++.

    Returns
    -------
    str
        For a law of outcomes, 0 for P, 1 for N, 2 for L and 3 for R.

    Raises
    ------
    ValueError
        If the language is not known.
    """
    if language not in ("cpp", "python"):
        raise ValueError(f"code is emitted in 'cpp' or 'python', not {language!r}")
    if language == "python":
        return "\n".join(_python(law, names))
    given = "number"
    while given in names:
        given += "_"
    # The block hides coordinates that are called like its variables.
    first = f"const long long {given}[] = {{{', '.join(names)}}};"
    lines = [line.replace("number[", f"{given}[") for line in _cpp(law, len(names))]
    return "\n".join([first, "{", *("    " + line for line in lines), "}"])


def _flat(automaton: Automaton) -> tuple[str, str]:
    accepting = ", ".join(str(int(a)) for a in automaton.accepting)
    return ", ".join(map(str, automaton.transitions)), accepting


def _outcome(law: AutomatonLaw, calls: dict[str, str], conditional: str) -> str:
    if "W" in calls:
        return conditional.format(c=calls["W"], a="1", b="0")
    right = conditional.format(c=calls["W1"], a="3", b="0")
    both = conditional.format(c=calls["W1"], a="1", b="2")
    return conditional.format(c=calls["W0"], a=f"({both})", b=f"({right})")


def _cpp(law: AutomatonLaw, tracks: int) -> list[str]:
    lines = [f"unsigned letters[{_WEIGHTS}];", "int length = 0;"]
    if law.numeration == BINARY:
        length = "64"
        lines += [
            "for (; length < 64; ++length) {",
            "    letters[length] = 0;",
            f"    for (int i = 0; i < {tracks}; ++i)",
            "        letters[length] |= unsigned(number[i] >> length & 1) << i;",
            "}",
        ]
    else:
        length = str(_WEIGHTS)
        lines += [
            f"unsigned long long weight[{_WEIGHTS}] = {{1, 2}};",
            f"for (int i = 2; i < {_WEIGHTS}; ++i) weight[i] = weight[i - 1] + weight[i - 2];",
            f"unsigned long long rest[{tracks}];",
            f"for (int i = 0; i < {tracks}; ++i) rest[i] = number[i];",
            f"for (; length < {_WEIGHTS}; ++length) {{",
            f"    const unsigned long long w = weight[{_WEIGHTS - 1} - length];",
            "    letters[length] = 0;",
            f"    for (int i = 0; i < {tracks}; ++i)",
            "        if (rest[i] >= w) rest[i] -= w, letters[length] |= 1u << i;",
            "}",
        ]
    if law.what == "grundy":
        return lines + _cpp_value(law, tracks, length)
    calls = {}
    for name, automaton in law.automata.items():
        table, accepting = _flat(automaton)
        low = name.lower()
        lines += [
            f"static const int next_{low}[] = {{{table}}};",
            f"static const bool wins_{low}[] = {{{accepting}}};",
            f"int state_{low} = 0;",
            "for (int i = 0; i < length; ++i)",
            f"    state_{low} = next_{low}[state_{low} * {1 << tracks} + letters[i]];",
        ]
        calls[name] = f"wins_{low}[state_{low}]"
    lines.append(f"return {_outcome(law, calls, '{c} ? {a} : {b}')};")
    return lines


def _cpp_value(law: AutomatonLaw, tracks: int, length: str) -> list[str]:
    automaton = law.automata["G"]
    table, accepting = _flat(automaton)
    states = automaton.states
    digit = "1ULL << i" if law.numeration == BINARY else f"weight[{_WEIGHTS - 1} - i]"
    return [
        f"static const int next[] = {{{table}}};",
        f"static const bool accepts[] = {{{accepting}}};",
        "// Which states can still accept, from each digit on.",
        f"static thread_local bool good[{length} + 1][{states}];",
        f"for (int s = 0; s < {states}; ++s) good[{length}][s] = accepts[s];",
        f"for (int i = {length} - 1; i >= 0; --i)",
        f"    for (int s = 0; s < {states}; ++s)",
        f"        good[i][s] = good[i + 1][next[s * {2 << tracks} + 2 * letters[i]]]",
        f"                  || good[i + 1][next[s * {2 << tracks} + 2 * letters[i] + 1]];",
        'if (!good[0][0]) fail("a number does not fit 64 bits");',
        "unsigned long long value = 0;",
        f"for (int i = 0, s = 0; i < {length}; ++i) {{",
        f"    const int zero = next[s * {2 << tracks} + 2 * letters[i]];",
        "    if (good[i + 1][zero]) {",
        "        s = zero;",
        "    } else {",
        f"        s = next[s * {2 << tracks} + 2 * letters[i] + 1];",
        f"        value += {digit};",
        "    }",
        "}",
        "return (long long)value;",
    ]


def _python(law: AutomatonLaw, names: Sequence[str]) -> list[str]:
    lines = [f"numbers = [{', '.join(names)}]"]
    longer = law.automata["G"].states + 1 if law.what == "grundy" else 0
    if law.numeration == BINARY:
        lines += [
            f"length = max(n.bit_length() for n in numbers) + {longer}",
            "weights = [1 << i for i in range(length)]",
            "letters = [",
            "    sum((n >> i & 1) << t for t, n in enumerate(numbers)) for i in range(length)",
            "]",
        ]
    else:
        lines += [
            "weights = [2, 1]",
            "while weights[0] <= max(numbers):",
            "    weights.insert(0, weights[0] + weights[1])",
        ]
        if longer:
            lines += [
                f"for _ in range({longer}):",
                "    weights.insert(0, weights[0] + weights[1])",
            ]
        lines += [
            "letters = []",
            "for w in weights:",
            "    letters.append(sum((n >= w) << t for t, n in enumerate(numbers)))",
            "    numbers = [n - w if n >= w else n for n in numbers]",
        ]
    size = len(names)
    if law.what == "grundy":
        automaton = law.automata["G"]
        table, accepting = _flat(automaton)
        return [
            *lines,
            f"step = ({table},)",
            f"good = [[{accepting}]]  # which states can still accept, from each digit on",
            "for letter in reversed(letters):",
            "    good.append([",
            f"        good[-1][step[s * {2 << size} + 2 * letter]]",
            f"        or good[-1][step[s * {2 << size} + 2 * letter + 1]]",
            f"        for s in range({automaton.states})",
            "    ])",
            "good.reverse()",
            "state = value = 0",
            "for i, letter in enumerate(letters):",
            f"    zero = step[state * {2 << size} + 2 * letter]",
            "    if good[i + 1][zero]:",
            "        state = zero",
            "    else:",
            f"        state = step[state * {2 << size} + 2 * letter + 1]",
            "        value += weights[i]",
            "return value",
        ]
    calls = {}
    for name, automaton in law.automata.items():
        table, accepting = _flat(automaton)
        low = name.lower()
        lines += [
            f"step = ({table},)",
            "state = 0",
            "for letter in letters:",
            f"    state = step[state * {1 << size} + letter]",
            f"{low} = ({accepting},)[state]",
        ]
        calls[name] = low
    lines.append(f"return {_outcome(law, calls, '{a} if {c} else {b}')}")
    return lines
