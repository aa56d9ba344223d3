"""Automata in any base, as text and as source code without dependencies."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastmove.laws.automata.radix import Radix

__all__ = ["body", "shown"]


def shown(automaton: Radix, names: Sequence[str], subject: str) -> str:
    """Return an automaton in lines; the subject ends before the numbers that it reads."""
    told = f"({', '.join(names)})" if len(names) > 1 else names[0]
    size = automaton.base**automaton.tracks
    accepting = ", ".join(str(s) for s, a in enumerate(automaton.accepting) if a) or "none"
    lines = [
        f"{subject} {told} iff an automaton of {automaton.states} states accepts the digits in "
        f"base {automaton.base}, lowest first,",
        f"from state 0 (accepting: {accepting}):",
    ]
    for state in range(automaton.states):
        row = automaton.transitions[state * size : (state + 1) * size]
        by_target: dict[int, list[str]] = {}
        for digits in product(range(automaton.base), repeat=automaton.tracks):
            letter = sum(d * automaton.base**i for i, d in enumerate(digits))
            by_target.setdefault(row[letter], []).append("".join(map(str, digits)))
        arrows = ", ".join(f"{' '.join(words)}→{target}" for target, words in by_target.items())
        lines.append(f"  {state}: {arrows}")
    return "\n".join(lines)


def body(automata: Mapping[str, Radix], language: str, names: Sequence[str]) -> str:
    """Return statements that compute the label of the named coordinates and return it.

    Parameters
    ----------
    automata : mapping
        ``W``: where the mover wins; or ``G``: pairs of a Grundy value and a position; or ``E``:
        pairs of a power, whose exponent is the value, and a position.
    language : str
        ``"cpp"`` or ``"python"``.
    names : sequence of str
        Names of the coordinates, from 0 to 2**63 - 1 in C++.

    Raises
    ------
    ValueError
        If the language is not known.
    """
    if language not in ("cpp", "python"):
        raise ValueError(f"code is emitted in 'cpp' or 'python', not {language!r}")
    ((kind, automaton),) = automata.items()
    made = (_python if language == "python" else _cpp)(kind, automaton, names)
    return "\n".join(made)


def _flat(automaton: Radix) -> tuple[str, str]:
    return (
        ", ".join(map(str, automaton.transitions)),
        ", ".join(str(int(a)) for a in automaton.accepting),
    )


def _python(kind: str, automaton: Radix, names: Sequence[str]) -> list[str]:
    base, size = automaton.base, automaton.base**automaton.tracks
    table, accepting = _flat(automaton)
    # The number looked for, if there is one, is on the first track.
    first = 1 if kind == "W" else base
    lines = [
        f"rest, letters = [{', '.join(names)}], []",
        "while any(rest):",
        f"    letters.append({first} * sum(n % {base} * {base}**i for i, n in enumerate(rest)))",
        f"    rest = [n // {base} for n in rest]",
        f"step = ({table},)",
        f"accepts = ({accepting},)",
    ]
    if kind == "W":
        return [
            *lines,
            "state = 0",
            "for letter in letters:",
            f"    state = step[state * {size} + letter]",
            "return accepts[state]",
        ]
    return [
        *lines,
        f"letters += [0] * {automaton.states + 1}",
        "good = [accepts]  # which states can still accept, from each digit on",
        "for letter in reversed(letters):",
        "    good.append([",
        "        any(good[-1][t] for t in step[s + letter : s + letter + " + f"{base}])",
        f"        for s in range(0, {size * automaton.states}, {size})",
        "    ])",
        "good.reverse()",
        "state, value, weight = 0, 0, 1",
        "for i, letter in enumerate(letters):",
        f"    for digit in range({base}):",
        f"        after = step[state * {size} + letter + digit]",
        "        if good[i + 1][after]:",
        "            break",
        "    state = after",
        "    value += digit * " + ("i" if kind == "E" else "weight"),
        *([] if kind == "E" else [f"    weight *= {base}"]),
        "return value",
    ]


def _cpp(kind: str, automaton: Radix, names: Sequence[str]) -> list[str]:
    base, size = automaton.base, automaton.base**automaton.tracks
    table, accepting = _flat(automaton)
    digits = 0
    while base**digits < 1 << 63:
        digits += 1
    length = digits if kind == "W" else digits + automaton.states + 1
    first = 1 if kind == "W" else base
    given = "number"
    while given in names:
        given += "_"
    lines = [
        f"static const int next[] = {{{table}}};",
        f"static const bool accepts[] = {{{accepting}}};",
        f"unsigned letters[{length}];",
        f"for (int i = 0; i < {length}; ++i) {{",
        "    unsigned letter = 0;",
        f"    for (int t = {len(names) - 1}; t >= 0; --t) {{",
        f"        letter = letter * {base} + unsigned(number[t] % {base});",
        f"        number[t] /= {base};",
        "    }",
        f"    letters[i] = letter * {first};",
        "}",
    ]
    if kind == "W":
        lines += [
            "int state = 0;",
            f"for (int i = 0; i < {length}; ++i) state = next[state * {size} + letters[i]];",
            "return accepts[state];",
        ]
    else:
        lines += [
            "// Which states can still accept, from each digit on.",
            f"static thread_local bool good[{length} + 1][{automaton.states}];",
            f"for (int s = 0; s < {automaton.states}; ++s) good[{length}][s] = accepts[s];",
            f"for (int i = {length} - 1; i >= 0; --i)",
            f"    for (int s = 0; s < {automaton.states}; ++s) {{",
            "        good[i][s] = false;",
            f"        for (int digit = 0; digit < {base}; ++digit)",
            f"            if (good[i + 1][next[s * {size} + letters[i] + digit]])",
            "                good[i][s] = true;",
            "    }",
            "unsigned long long value = 0, weight = 1;",
            f"for (int i = 0, s = 0; i < {length}; ++i) {{",
            "    int digit = 0;",
            f"    const int *after = next + s * {size} + letters[i];",
            f"    while (digit < {base - 1} && !good[i + 1][after[digit]]) ++digit;",
            "    s = after[digit];",
        ]
        if kind == "E":
            lines += ["    value += digit * i;", "}", "(void)weight;", "return value;"]
        else:
            lines += [
                "    if (digit != 0) value += digit * weight;",
                f"    weight *= {base};",
                "}",
                "return value;",
            ]
    # The block hides coordinates that are called like its variables.
    start = f"long long {given}[] = {{{', '.join(names)}}};"
    lines = [line.replace("number[", f"{given}[") for line in lines]
    return [start, "{", *("    " + line for line in lines), "}"]
