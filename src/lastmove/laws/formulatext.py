"""Laws that are formulas, as a person would write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.expr import Expr, coord, lift
from lastmove.rules.listing import expression_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.laws.formula import Case, FormulaLaw

__all__ = ["describe"]

_ONE = lift(1)


def describe(law: FormulaLaw, names: Sequence[str], *, latex: bool = False) -> str:
    """Return a law in lines, one a case of the parameters.

    Parameters
    ----------
    law : FormulaLaw
        The law.
    names : sequence of str
        Names of the coordinates.
    latex : bool, default False
        Whether to write LaTeX.

    Returns
    -------
    str
        For instance ``loses iff n mod (k + 1) = 0``.
    """
    lines = []
    for case in law.cases:
        rests = [_plain(repeat.expression(), names) for repeat in case.repeats]
        text = _case(law.what, case, [*names, *map(_held, rests)])
        if case.where.op != "const":
            text = f"{_plain(case.where, names)}: {text}"
        lines.append(text)
    if latex:
        return r" \\ ".join(_latex(line) for line in lines)
    return "\n".join(lines)


def _plain(e: Expr, names: Sequence[str]) -> str:
    """Return an expression; a quotient by the power of two up to d is written out."""
    held = list(names)

    def change(inner: Expr) -> Expr | None:
        power = inner.args[1] if inner.op == ">>" else None
        if not isinstance(power, Expr) or not any(part.op == "bit_length" for part in power.walk()):
            return None
        d = next(part.args[0] for part in power.walk() if part.op == "bit_length")
        top, under = expression_text(inner.args[0], names), expression_text(d, names)
        held.append(f"floor({top} / 2^floor(log2({under})))")
        return coord(len(held) - 1)

    text = expression_text(e.replace(change), held)
    return text.replace("%", "mod").replace(" == ", " = ")


def _held(text: str) -> str:
    """Return a text in brackets that later are dropped where nothing binds closer."""
    return f"⟨{text}⟩"


def _case(what: str, case: Case, names: Sequence[str]) -> str:
    if what in ("outcome", "misere"):
        lost = _lost(case.label, names)
        if lost is not None:
            return _open(lost)
    shown: list[str] = []
    for condition, value in _segments(case.label):
        text = _open(_plain(value, names))
        if case.part is not None:
            return _with_part(case, names)
        if case.scale:
            text = f"({text}) / {1 << case.scale}"
        if condition is not None:
            text += f" if {_open(_plain(condition, names))}"
        elif shown:
            text = f"else {text}"
        shown.append(text)
    return ", ".join(shown)


def _with_part(case: Case, names: Sequence[str]) -> str:
    """Return a whole number and a part by the conditions that they have in common."""
    assert case.part is not None
    whole, sign, depth = (list(_segments(e)) for e in (case.label, *case.part))
    shown: list[str] = []
    for (condition, value), (_, one), (_, deep) in zip(whole, sign, depth, strict=True):
        text = _plain(value, names)
        if one.op != "const" or one.args[0]:
            text += f" {'-' if one.args[0] == -1 else '+'} 1/2^{_plain(deep, names)}"
        if condition is not None:
            text += f" if {_plain(condition, names)}"
        elif shown:
            text = f"else {text}"
        shown.append(text)
    return ", ".join(shown)


def _segments(label: Expr) -> Iterator[tuple[Expr | None, Expr]]:
    """Yield the condition and the label of each segment; the last has no condition."""
    while label.op == "?":
        yield label.args[0], label.args[1]
        label = label.args[2]
    yield None, label


def _lost(label: Expr, names: Sequence[str]) -> str | None:
    """Return when the player to move loses, if the label is 0 or 1 on segments."""
    if label.op == "!=":
        return "loses iff " + " = ".join(_plain(e, names) for e in label.args)
    parts: list[str] = []
    rest = ""
    low: Expr | None = None
    for condition, value in _segments(label):
        if value.op != "const" or (condition is not None and condition.op != "<"):
            return None
        place, edge = (None, None) if condition is None else condition.args
        if low is None and edge is None:
            return "wins" if value.args[0] else "loses"
        rest = _plain(place, names) if place is not None else rest
        if not value.args[0]:
            start = "0" if low is None else _plain(low, names)
            one = edge is not None and (edge - (lift(0) if low is None else low)).key == _ONE.key
            if one:
                parts.append(f"{rest} = {start}")
            elif edge is None:
                parts.append(f"{rest} >= {start}")
            elif low is None:
                parts.append(f"{rest} < {_plain(edge, names)}")
            else:
                parts.append(f"{start} <= {rest} < {_plain(edge, names)}")
        low = edge
    return "loses iff " + " or ".join(parts) if parts else "wins"


def _open(text: str) -> str:
    """Write the remainders held in brackets: with brackets only inside larger terms."""
    out, i = "", 0
    while i < len(text):
        if text[i] != "⟨":
            out += text[i]
            i += 1
            continue
        end, depth = i + 1, 1
        while depth:
            depth += {"⟨": 1, "⟩": -1}.get(text[end], 0)
            end += 1
        inner = _open(text[i + 1 : end - 1])
        after, before = text[end : end + 4], text[max(0, i - 4) : i]
        close = any(
            sign in after.strip()[:3].split(" ")[0] or sign in before.strip()[-3:].split(" ")[-1]
            for sign in ("mod", "*", "/", "+", "-", "^")
        )
        out += f"({inner})" if close and " " in inner else inner
        i = end
    return out


def _latex(text: str) -> str:
    text = text.replace(" mod ", r" \bmod ").replace("<=", r"\le").replace(">=", r"\ge")
    text = text.replace("^", r"\oplus").replace("*", r"\cdot ")
    for word in ("loses iff", "wins", "loses", "if", "else", "or", "and"):
        text = text.replace(f" {word} ", rf" \text{{ {word} }} ")
        if text.startswith(word):
            text = rf"\text{{{word}}}" + text[len(word) :]
    return text
