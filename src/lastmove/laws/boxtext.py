"""Laws that repeat along rays, as text for people."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.box import BoxLaw

Block = tuple[frozenset[int], ...]
_LETTERS = "PNLR"


def describe(law: BoxLaw, names: Sequence[str], *, latex: bool = False) -> str:
    """Return the cases in which each label holds."""
    if law.fan.plane:
        return _fan(law, names)
    classes = [range(k + m) for k, m in zip(law.starts, law.periods, strict=True)]
    idle = [
        {c for c in range(k) if all(v == -1 for x, v in law.table.items() if x[i] == c)}
        for i, k in enumerate(law.starts)
    ]
    labels = sorted({v for v in law.table.values() if v >= 0})
    if law.what != "grundy":
        labels = [v for v in labels if v != 1] or labels
    lines = []
    for label in labels:
        cells = {x for x in product(*classes) if law.table[x] == label}
        free = {x for x in product(*classes) if law.table[x] == -1}
        blocks = [_tidy(law, block, idle) for block in cover(cells, free)]
        cases = [_case(law, block, names, latex) for block in blocks]
        name = str(label) if law.what == "grundy" else _LETTERS[label]
        if latex:
            lines += [rf"\text{{{name}}} & \text{{if }} {case} \\" for case in cases]
        else:
            lines.append(f"{name} if " + "\n   or ".join(case or "always" for case in cases))
    if latex:
        return "\\begin{cases}\n" + "\n".join(lines) + "\n\\end{cases}"
    if law.what != "grundy":
        lines.append("N otherwise")
    return "\n".join(lines)


def cover(cells: set[tuple[int, ...]], free: set[tuple[int, ...]]) -> list[Block]:
    """Return products of sets that cover the cells and touch nothing but them and `free` ones.

    Greedy: each product grows from a cell that is not yet covered.
    """
    blocks: list[Block] = []
    left = set(cells)
    allowed = cells | free
    sides = [sorted({x[i] for x in allowed}) for i in range(len(next(iter(allowed), ())))]
    while left:
        best: list[set[int]] | None = None
        best_gain = -1
        for turn in range(len(sides)):
            seed = min(left)
            block = [{c} for c in seed]
            order = [*range(turn, len(sides)), *range(turn)]
            for i in order:
                for c in sides[i]:
                    others = [{c} if j == i else block[j] for j in range(len(sides))]
                    if all(x in allowed for x in product(*others)):
                        block[i].add(c)
            gain = sum(x in left for x in product(*block))
            if gain > best_gain:
                best, best_gain = block, gain
        assert best is not None
        blocks.append(tuple(frozenset(side) for side in best))
        left -= set(product(*best))
    return blocks


def _tidy(law: BoxLaw, block: Block, idle: Sequence[set[int]]) -> Block:
    """Let values that no position has continue the remainders that repeat."""
    made = []
    for i, side in enumerate(block):
        k, m = law.starts[i], law.periods[i]
        kept = {c for c in side if c not in idle[i]}
        kept |= {c for c in idle[i] if k + (c - k) % m in side}
        made.append(frozenset(kept))
    return tuple(made)


def _case(law: BoxLaw, block: Block, names: Sequence[str], latex: bool) -> str:
    parts = []
    for i, side in enumerate(block):
        text = _side(names[i], side, law.starts[i], law.periods[i], latex)
        if text:
            parts.append(text)
    if latex:
        return ",\\ ".join(parts) or r"\text{always}"
    return " and ".join(parts)


def _side(name: str, side: frozenset[int], start: int, period: int, latex: bool) -> str:
    """Return which values of a coordinate fall in a set of classes; empty if all do."""
    if len(side) == start + period:
        return ""
    # A value v below `start` may continue the remainders that repeat: then it is no exception.
    kept = sorted({(c - start) % period for c in side if c >= start})
    first = start
    while first > 0 and ((first - 1 in side) == ((first - 1 - start) % period in kept)):
        first -= 1
    texts = []
    few = sorted(c for c in side if c < first)
    if few:
        if few == list(range(len(few))) and len(few) > 1:
            texts.append(f"{name} {_op('<=', latex)} {few[-1]}")
        elif len(few) == 1:
            texts.append(f"{name} = {few[0]}")
        else:
            texts.append(f"{name} in {{{', '.join(map(str, few))}}}")
    if kept:
        rests = sorted((start + r) % period for r in kept)
        mod = f"{name} {_op('%', latex)} {period}"
        if len(rests) == period:
            text = f"{name} {_op('>=', latex)} {first}"
        elif len(rests) == 1:
            text = f"{mod} = {rests[0]}"
        elif len(rests) == period - 1:
            gap = next(r for r in range(period) if r not in rests)
            text = f"{mod} {_op('!=', latex)} {gap}"
        else:
            text = f"{mod} in {{{', '.join(map(str, rests))}}}"
        if first and len(rests) < period:
            # Remainders above the threshold only: name the first value that counts.
            low = min(v for v in range(first, first + period) if v % period in rests)
            below = [v for v in range(low) if v % period in rests]
            if below:
                text += f", {name} {_op('>=', latex)} {low}"
        texts.append(text)
    return texts[0] if len(texts) == 1 else "(" + " or ".join(texts) + ")"


def _op(sign: str, latex: bool) -> str:
    if latex:
        return {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "%": r"\bmod"}[sign]
    return {"<=": "<=", ">=": ">=", "!=": "!=", "%": "%"}[sign]


def _fan(law: BoxLaw, names: Sequence[str]) -> str:
    """Return the directions along which a law repeats, and its labels up to there."""
    fan, n = law.fan, len(law.fan.plain)
    lines = []
    for t, i in enumerate(fan.plain):
        lines.append(f"repeats in {names[i]} from {law.starts[t]} on, period {law.periods[t]}")
    i, j = fan.pair
    for t, (a, b) in enumerate(fan.plane):
        m = law.periods[n + t]
        lines.append(
            f"repeats along ({a}, {b}) of ({names[i]}, {names[j]}) "
            f"from {law.starts[n + t]} times it on: add ({m * a}, {m * b})"
        )
    wanted = 0 if law.what != "grundy" else None
    if wanted == 0 and len(law.table) <= 400:
        some = [x for x, label in law.table.items() if label == 0]
        lines.append(f"P at {', '.join(map(str, some))} and what repeats them")
    else:
        lines.append(f"a table of {len(law.table)} labels says the rest")
    return "\n".join(lines)


def reason(law: BoxLaw, coords: Sequence[int], names: Sequence[str]) -> str:
    """Return which threshold or remainder each coordinate falls under."""
    if law.fan.plane:
        return f"like {law.fan.reduce(coords, law.starts, law.periods)}"
    parts = []
    for t, i in enumerate(law.fan.plain):
        k, m, x = law.starts[t], law.periods[t], coords[i]
        if x < k:
            parts.append(f"{names[i]} = {x}")
        elif m > 1:
            parts.append(f"{names[i]} % {m} = {x % m}")
        elif k:
            parts.append(f"{names[i]} >= {k}")
    return ", ".join(parts)
