"""Programs that print random inputs in the form of a template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.source import python
from lastmove.laws.source.template import Template

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.rules.program import Program

__all__ = ["generator"]


def generator(
    name: str, program: Program | None, names: Sequence[str], io: str, *, row: str | None = None
) -> str:
    """Return a Python program that prints random positions in the form of a template's input.

    It takes a seed, how many cases and the largest coordinate as arguments, all optional. Arrays
    whose length the input tells have one to five entries.

    Parameters
    ----------
    name : str
        What the game is called.
    program : Program or None
        The rules, whose domain tells which positions are legal; None if all are.
    names : sequence of str
        Names of the coordinates in the template.
    io : str
        The template.
    row : str, optional
        Name of an array with further coordinates.

    Raises
    ------
    ValueError
        If the template is not understood.

    Examples
    --------
    >>> import lastmove as lm
    >>> program = lm.rulesets.get("bash").program
    >>> text = generator("bash", program, ["n"], "T; n -> {Alice|Bob}")
    >>> text.splitlines()[0].strip('"')
    'Random positions of bash: python generator.py [SEED [CASES [LARGEST]]].'
    """
    form = Template(io, names, row=row, whole=True)
    layout = form.layout
    coords = [f"x[{i}]" for i in range(len(names))]
    domain = None if program is None else program.domain
    vars = [] if program is None else [f"v{i}" for i in range(len(program.vars))]
    legal = "True" if domain is None else python.expression(domain, coords, vars)
    several = f"rng.randint(1, {_MOST})" if isinstance(layout.length, str) else str(layout.length)
    if layout.row is not None:
        drawn = [
            f"    size = {several}",
            f"    x = [rng.randint(0, top) for _ in range({len(names)} + size)]",
            f"    known = dict(zip(NAMES, x)) | {{{layout.row!r}: x[{len(names)} :]}}",
        ]
    elif layout.summed:
        drawn = [
            f"    size = {several}",
            f"    every = [[rng.randint(0, top) for _ in range({len(names)})]",
            "             for _ in range(size)]",
            f"    for i in {layout.shared()}:",
            "        for x in every:",
            "            x[i] = every[0][i]",
            "    if not all_legal(every):",
            "        return None",
            "    known = {name: [x[i] for x in every] for i, name in enumerate(NAMES)}",
            f"    known |= {{NAMES[i]: every[0][i] for i in {layout.shared()}}}",
        ]
    else:
        drawn = [
            f"    x = [rng.randint(0, top) for _ in range({len(names)})]",
            "    if not all_legal([x]):",
            "        return None",
            "    known = dict(zip(NAMES, x))",
        ]
    if isinstance(layout.length, str):
        drawn.append(f"    known[{layout.length!r}] = size")
    stop = [*(layout.stop or ())]
    return _PROGRAM.format(
        name=name,
        names=list(names),
        lines=[[(list(f.names), f.length) for f in line] for line in layout.lines],
        stop=list(map(str, stop)),
        legal=legal,
        drawn="\n".join(drawn),
        head="    print(cases)\n" if layout.counted else "",
        tail=f"    print({' '.join(map(str, stop))!r})\n" if stop else "",
    )


_MOST = 5
_PROGRAM = '''\
"""Random positions of {name}: python generator.py [SEED [CASES [LARGEST]]]."""

import random
import sys
from math import gcd, isqrt  # noqa: F401 - a domain may use them

NAMES = {names}
# Of each line what stands there: names, and the length of an array.
LINES = {lines}
STOP = {stop}


def all_legal(every):
    for x in every:
        if not ({legal}):
            return False
    return True


def drawn(rng, top):
{drawn}
    lines = []
    for line in LINES:
        out = []
        for names, length in line:
            if length is None:
                out.append(known.get(names[0], 0))
                continue
            size = known.get(length, 0) if isinstance(length, str) else length
            groups = list(zip(*(known.get(name) or [0] * size for name in names)))
            if len(names) == 1:
                out += [group[0] for group in groups]
            else:
                lines += [[out], groups] if out else [groups]
                out = []
        if out or all(len(names) == 1 for names, length in line):
            lines.append([out])
    return "\\n".join(" ".join(map(str, line)) for part in lines for line in part)


def main():
    seed, cases, largest = [*map(int, sys.argv[1:]), *(0, 100, 10)[len(sys.argv) - 1 :]]
    rng = random.Random(seed)
    out = []
    tries = 0
    while len(out) < cases:
        tries += 1
        if tries > 10000 * cases:
            sys.exit("no legal positions were found: raise the largest coordinate")
        made = drawn(rng, rng.randint(0, largest))
        if made is not None and not (STOP and made.split()[: len(STOP)] == STOP):
            out.append(made)
{head}    print("\\n".join(out))
{tail}

if __name__ == "__main__":
    main()
'''
