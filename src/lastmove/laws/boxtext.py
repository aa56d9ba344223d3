"""Laws that repeat along rays, as text for people."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from lastmove.errors import LimitExceeded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.box import BoxLaw

Block = tuple[frozenset[int], ...]
_LETTERS = "PNLR"


def describe(law: BoxLaw, names: Sequence[str], *, latex: bool = False) -> str:
    """Return the cases in which each label holds."""
    text = _fan(law, names, latex) if law.fan.plane else _cases(law, names, latex)
    if text.count("\n") <= _FEW_LINES:
        return text
    shorter = _shorter(law, names, latex)
    return shorter if shorter and 3 * len(shorter) < 2 * len(text) else text


# Texts of so many lines more than one are left as they are.
_FEW_LINES = 2


def _shorter(law: BoxLaw, names: Sequence[str], latex: bool) -> str:
    """Return the law told by conditions between coordinates, or an empty text."""
    from lastmove.laws.automata.describe import describe, told
    from lastmove.laws.automata.restate import from_box
    from lastmove.laws.box import BoxLaw

    if not isinstance(law, BoxLaw) or min(law.table.values()) < 0:
        return ""
    if law.restated is None:
        try:
            law.restated = from_box(law, impartial=max(law.table.values()) < 2)
        except LimitExceeded:
            return ""
    if law.restated is None or told(law.restated) is None:
        return ""
    return describe(law.restated, names, latex=latex)


def _cases(law: BoxLaw, names: Sequence[str], latex: bool) -> str:
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
            said = name if law.what == "grundy" else rf"\text{{{name}}}"
            lines += [rf"{said} & \text{{if }} {case} \\" for case in cases]
        else:
            lines.append(f"{name} if " + "\n   or ".join(case or "always" for case in cases))
    if law.what != "grundy" and 1 in law.table.values() and 1 not in labels:
        lines.append(r"\text{N} & \text{otherwise}" if latex else "N otherwise")
    if latex:
        return "\\begin{cases}\n" + "\n".join(lines) + "\n\\end{cases}"
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
            texts.append(_member(name, few, latex))
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
        elif 2 * (period - len(rests)) < len(rests):
            gaps = [r for r in range(period) if r not in rests]
            text = _member(mod, gaps, latex, inside=False)
        else:
            text = _member(mod, rests, latex)
        if first and len(rests) < period:
            # Remainders above the threshold only: name the first value that counts.
            low = min(v for v in range(first, first + period) if v % period in rests)
            below = [v for v in range(low) if v % period in rests]
            if below:
                text += f", {name} {_op('>=', latex)} {low}"
        texts.append(text)
    either = r" \text{ or } " if latex else " or "
    return texts[0] if len(texts) == 1 else "(" + either.join(texts) + ")"


def _member(text: str, values: Sequence[int], latex: bool, *, inside: bool = True) -> str:
    listed = ", ".join(map(str, values))
    if latex:
        sign = r"\in" if inside else r"\notin"
        return rf"{text} {sign} \{{{listed}\}}"
    return f"{text} {'in' if inside else 'not in'} {{{listed}}}"


def _op(sign: str, latex: bool) -> str:
    if latex:
        return {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "%": r"\bmod"}[sign]
    return {"<=": "<=", ">=": ">=", "!=": "!=", "%": "%"}[sign]


def _fan(law: BoxLaw, names: Sequence[str], latex: bool) -> str:
    """Return what a law says between each two rays, in their coordinates, if that is short."""
    from lastmove.laws.look import prose

    fan = law.fan
    parts = [_cone(law, t, names) for t in range(len(fan.dets))] if law.arity == 2 else [None]
    whole = [part for part in parts if part is not None]
    text = "\n".join(whole) if len(whole) == len(parts) else ""
    if not text or text.count("\n") > _MOST_LINES:
        text = _directions(law, names)
    return prose(_escaped(text)) if latex else text


_MOST_LINES = 40


def _escaped(text: str) -> list[str]:
    """Return the lines of a text, fit to stand in a LaTeX text."""
    signs = {"%": r"\%", "{": r"\{", "}": r"\}", ">=": r"$\ge$", "<=": r"$\le$", "!=": r"$\ne$"}
    for plain, sign in signs.items():
        text = text.replace(plain, sign)
    return text.splitlines()


def _cone(law: BoxLaw, t: int, names: Sequence[str]) -> str | None:
    """Return the labels between rays t and t + 1 as a law of class R in u and v, or None.

    Every position there is (u ray + v next ray) / det, and the label repeats in u and v.
    """
    from itertools import product as pairs

    fan, first = law.fan, len(law.fan.plain) + t
    (p, q), (r, s), det = fan.plane[t], fan.plane[t + 1], fan.dets[t]
    i, j = fan.pair
    starts = [law.starts[first] * det, law.starts[first + 1] * det]
    periods = [law.periods[first] * det, law.periods[first + 1] * det]
    ends = [k + m for k, m in zip(starts, periods, strict=True)]
    if ends[0] * ends[1] > 4_000:
        return None
    table = {}
    for u, v in pairs(range(ends[0]), range(ends[1])):
        a, rest = divmod(u * p + v * r, det)
        b, other = divmod(u * q + v * s, det)
        place = [0, 0]
        place[i], place[j] = a, b
        table[u, v] = -1 if rest or other else law.label(place)
    forms = [_form(s, -r, names[i], names[j]), _form(-q, p, names[i], names[j])]
    cone = _Cone(law.what, starts, periods, table)
    said = describe(cone, ["u", "v"])  # type: ignore[arg-type]
    where = f"with u = {forms[0]} >= 0 and v = {forms[1]} >= 0:"
    return "\n".join([where, *(f"  {line}" for line in said.splitlines())])


def _form(a: int, b: int, x: str, y: str) -> str:
    """Return a x + b y as text."""
    parts = sorted([(a, x), (b, y)], key=lambda part: part[0] < 0)
    text = ""
    for c, name in parts:
        if c:
            sign = (" - " if c < 0 else " + ") if text else ("-" if c < 0 else "")
            text += sign + ("" if abs(c) == 1 else f"{abs(c)}*") + name
    return text or "0"


class _NoFan:
    plane: tuple[()] = ()


class _Cone:
    """What a law says between two rays, in the form in which `describe` takes it."""

    def __init__(
        self, what: str, starts: list[int], periods: list[int], table: dict[tuple[int, int], int]
    ) -> None:
        self.what, self.starts, self.periods, self.table = what, starts, periods, table
        self.fan = _NoFan


def _directions(law: BoxLaw, names: Sequence[str]) -> str:
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
    if len(law.table) <= _MOST_CELLS:
        return _case_of(law, coords, names)
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


_MOST_CELLS = 3_000


def _case_of(law: BoxLaw, coords: Sequence[int], names: Sequence[str]) -> str:
    """Return the case of the law that a position falls under, as few conditions as there are."""
    place = law.fan.reduce(coords, law.starts, law.periods)
    label = law.table[place]
    cells = {x for x, said in law.table.items() if said == label}
    free = {x for x, said in law.table.items() if said == -1}
    classes = [list(range(k + m)) for k, m in zip(law.starts, law.periods, strict=True)]
    # Grown from this position, each coordinate first in turn; the case with the fewest words.
    allowed = cells | free
    found = []
    for turn in range(law.arity):
        block = [{c} for c in place]
        for i in (*range(turn, law.arity), *range(turn)):
            for c in classes[i]:
                others = [{c} if j == i else block[j] for j in range(law.arity)]
                if all(x in allowed for x in product(*others)):
                    block[i].add(c)
        found.append(_case(law, tuple(map(frozenset, block)), names, False))
    return min(found, key=len)
