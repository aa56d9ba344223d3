"""How a law looks: explanations, symbols, grids, HTML and LaTeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lastmove.errors import LimitExceeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.draw.grid import Grid
    from lastmove.laws.law import Law

__all__ = ["explain", "grid", "html", "in_symbols", "prose", "tex_name"]

_SYMBOLS = (
    (">=", "≥"),
    ("<=", "≤"),
    ("!=", "≠"),
    (" xor ", " ⊕ "),
    (" % ", " mod "),
    (" not in {", " ∉ {"),
    (" in {", " ∈ {"),
    ("phi", "φ"),
)
_MOST_CELLS = 10_000_000


def in_symbols(text: str) -> str:
    """Return a formula with the signs of mathematics for those of programs.

    Examples
    --------
    >>> in_symbols("a % 3 != 2 and b >= 1")
    'a mod 3 ≠ 2 and b ≥ 1'
    """
    text = re.sub(r"sqrt\((\d+)\)", r"√\1", text)
    for plain, sign in _SYMBOLS:
        text = text.replace(plain, sign)
    return text


def tex_name(name: str) -> str:
    r"""Return the name of a coordinate as LaTeX.

    Examples
    --------
    >>> tex_name("n"), tex_name("c0"), tex_name("heaps12")
    ('n', 'c_{0}', '\\mathit{heaps}_{12}')
    """
    letters, digits = re.fullmatch(r"(.*?)(\d*)", name).groups()  # type: ignore[union-attr]
    stem = letters if len(letters) == 1 else rf"\mathit{{{letters}}}".replace("_", r"\_")
    return stem + (f"_{{{digits}}}" if digits else "")


def prose(lines: Sequence[str]) -> str:
    r"""Return sentences as one LaTeX formula; formulas in them stand between dollar signs.

    Examples
    --------
    >>> prose(["0 for $n < 3$"])
    '\\text{0 for $n < 3$}'
    """
    rows = [rf"\text{{{line.strip()}}}" for line in lines]
    if len(rows) == 1:
        return rows[0]
    return "\\begin{array}{l}\n" + " \\\\\n".join(rows) + "\n\\end{array}"


# Explanations


def explain(law: Law, coords: Sequence[int]) -> str:
    """Return the sentence that `Law.explain` describes."""
    answer = law(*coords)
    why = law.candidate.reason(coords, law.names)
    text = in_symbols(f"{why}: {answer}" if why else str(answer))
    if law.system.programs[0].moves is None:
        return text + "".join(_best(law, coords, player) for player in ("left", "right"))
    try:
        moves = law.winning_moves(*coords)
    except LimitExceeded as reason:
        return f"{text}; {reason}"
    if moves:
        return f"{text}; play {_move(law, coords, moves[0])}"
    loses = answer == 0 if law.what == "grundy" else str(answer) == "P"
    return f"{text}; every move lets the other player win" if loses and any(coords) else text


def _best(law: Law, coords: Sequence[int], player: str) -> str:
    try:
        moves = law.winning_moves(*coords, player=player)
    except LimitExceeded as reason:
        return f"; {player.capitalize()} wins: {reason}"
    return f"; {player.capitalize()} wins: play {_move(law, coords, moves[0])}" if moves else ""


def _move(law: Law, coords: Sequence[int], move: Any) -> str:
    """Return a move in words: what it changes, and where it leads."""
    if isinstance(move, list):
        return f"to {' + '.join(map(str, move)) or 'nothing at all'}"
    if isinstance(move, tuple) and isinstance(move[0], str):
        return f"to {move[0]}({', '.join(map(str, move[1:]))})"
    to = getattr(move, "coords", move)
    if getattr(move, "rules", law.rules) is not law.rules:
        return f"to {move}"
    changes = [
        f"{name} {'-' if after < before else '+'} {abs(after - before)}"
        for name, before, after in zip(law.names, coords, to, strict=True)
        if after != before
    ]
    return f"{', '.join(changes)}, to {move}" if changes else f"to {move}"


# Pictures


def grid(
    law: Law,
    extents: Sequence[int],
    at: dict[str, int] | None = None,
    starts: Sequence[int] | None = None,
) -> Grid:
    """Return the grid that `Law.grid` describes."""
    import math

    import numpy as np

    from lastmove.draw.grid import Grid

    fixed = dict(at or {})
    unknown = [name for name in fixed if name not in law.names]
    if unknown:
        raise ValueError(f"there is no coordinate {unknown[0]!r}; there are {', '.join(law.names)}")
    names = [name for name in law.names if name not in fixed]
    if not names:
        raise ValueError("a grid leaves at least one coordinate open")
    box = tuple(extents) if extents else _usual(law, names)
    first = tuple(starts) if starts is not None else (0,) * len(names)
    if len(box) != len(names) or len(first) != len(names):
        raise ValueError(f"give {len(names)} numbers, for {', '.join(names)}, not {len(box)}")
    if min(box) < 0 or min(first) < 0:
        raise ValueError("extents and first values are not negative")
    if math.prod(box) > _MOST_CELLS:
        raise ValueError(f"a grid has at most {_MOST_CELLS:,} cells, not {math.prod(box):,}")
    legal, label = law.system.programs[0].legal, law.candidate.label
    values = np.full(box, None, dtype=object)
    outside = np.zeros(box, dtype=bool)
    for place in np.ndindex(*box):
        known = dict(
            zip(names, (int(s + i) for s, i in zip(first, place, strict=True)), strict=True)
        )
        coords = tuple({**fixed, **known}[name] for name in law.names)
        if not legal(coords):
            outside[place] = True
        elif law.what in ("outcome", "misere"):
            values[place] = "PNLR"[label(coords)]
        else:
            values[place] = label(coords)
    shown = np.ma.masked_array(values, outside) if outside.any() else values
    name = law.system.programs[0].name
    title = f"{name}, {law.what}, {law.status}"
    return Grid(shown, names, what=law.what, title=title, starts=first, fixed=fixed)


def _usual(law: Law, names: Sequence[str]) -> tuple[int, ...]:
    """Return extents that show a law: two of its periods, where it has periods of its own."""
    few = {1: 40, 2: 16, 3: 8}.get(len(names), 5)
    fan = getattr(law.candidate, "fan", None)
    if fan is None or fan.plane:
        return (few,) * len(names)
    candidate: Any = law.candidate
    every = {
        law.names[i]: candidate.starts[t] + 2 * candidate.periods[t]
        for t, i in enumerate(fan.plain)
    }
    return tuple(min(max(every[name], 3), 2 * few) for name in names)


def html(law: Law) -> str:
    """Return what a notebook shows of a law: its text, and its grid where that is small."""
    from html import escape
    from math import prod

    text = f"<pre>{escape(str(law))}</pre>"
    try:
        if prod(_usual(law, law.names)) > 4_000:
            return text
        return text + grid(law, ()).html()
    except (ValueError, LimitExceeded):
        return text
