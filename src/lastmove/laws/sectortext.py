"""Laws in sectors, as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.laws.sectors import SectorLaw

# A sector so far: for each form its least and greatest value and the values it does not take.
Ranges = dict[tuple[int, ...], tuple[int | None, int | None, frozenset[int]]]
_LETTERS = "PNLR"
_TURNED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
_MOST_LISTED = 4  # values that are told one by one
_SIGNS = {"<=": r" \le ", ">=": r" \ge ", "!=": r" \ne ", "=": " = "}


def is_told(e: Any, size: int) -> bool:
    """Return whether a label is a choice between sectors that can be told as here."""
    match e:
        case int():
            return True
        case ["at", index, _]:
            return _is_mixed(index, size)
        case ["?", condition, *parts]:
            return _is_condition(condition, size) and all(is_told(part, size) for part in parts)
    return _is_condition(e, size)


def describe(law: SectorLaw, names: Sequence[str], *, latex: bool = False) -> str:
    """Return the sectors in which each label holds."""
    found: dict[int, list[str]] = {}
    sectors = _sectors(law.law.to_json(), law.arity, {})
    for ranges, label, remainders in sorted(sectors, key=lambda s: _order(s[0], law.arity)):
        cases = [*_conditions(ranges, names), *remainders(names)]
        found.setdefault(label, []).append((r" \wedge " if latex else ", ").join(cases))
    labels = sorted(found)
    if law.what != "grundy" and len(labels) > 1:
        labels = [v for v in labels if v != 1]
    lines = []
    for label in labels:
        name = str(label) if law.what == "grundy" else _LETTERS[label]
        if latex:
            rows = [_signed(case) for case in found[label]]
            lines += [rf"\text{{{name}}} & \text{{if }} {case} \\" for case in rows]
        else:
            lines.append(f"{name} if " + "\n   or ".join(c or "always" for c in found[label]))
    if labels != sorted(found):
        lines.append(r"\text{N} & \text{otherwise}" if latex else "N otherwise")
    if latex:
        return "\\begin{cases}\n" + "\n".join(lines) + "\n\\end{cases}"
    return "\n".join(lines)


def reason(law: SectorLaw, coords: Sequence[int], names: Sequence[str]) -> str:
    """Return what holds in the sector of a position."""
    for ranges, label, remainders in _sectors(law.law.to_json(), law.arity, {}):
        values = {form: sum(c * x for c, x in zip(form, coords, strict=True)) for form in ranges}
        inside = all(
            (low is None or values[f] >= low)
            and (high is None or values[f] <= high)
            and values[f] not in gaps
            for f, (low, high, gaps) in ranges.items()
        )
        if inside and label == law.label(coords) and remainders(names, coords):
            return ", ".join([*_conditions(ranges, names), *remainders(names)])
    return ""


def _order(ranges: Ranges, size: int) -> list[tuple[int, ...]]:
    """Return by what a sector is told after others: where the coordinates begin, one by one."""
    found = []
    for i in range(size):
        low, high, _ = ranges.get(tuple(int(i == j) for j in range(size)), (0, None, frozenset()))
        found.append((low or 0, int(high is None), high or 0))
    return [*found, (len(ranges),)]


def _signed(case: str) -> str:
    case = case.replace("{", r"\{").replace("}", r"\}").replace(" in ", r" \in ")
    for sign, text in _SIGNS.items():
        case = case.replace(f" {sign} ", text)
    return case.replace(" % ", r" \bmod ")


def _sectors(e: Any, size: int, known: Ranges) -> Iterator[tuple[Ranges, int, Any]]:
    """Yield the sectors of a label: what holds there, the label, and which remainders have it."""
    if isinstance(e, list) and e[0] == "?":
        for truth, part in ((True, e[2]), (False, e[3])):
            for ranges in _where(e[1], size, truth, known):
                yield from _sectors(part, size, ranges)
    elif isinstance(e, list) and e[0] in (*_TURNED, "and", "or", "not"):
        for truth in (True, False):
            for ranges in _where(e, size, truth, known):
                yield ranges, int(truth), _Remainders(None, ())
    elif isinstance(e, list) and e[0] == "at":
        for label in sorted(set(e[2])):
            yield known, label, _Remainders(e[1], [i for i, v in enumerate(e[2]) if v == label])
    else:
        yield known, int(e), _Remainders(None, ())


def _where(e: Any, size: int, truth: bool, known: Ranges) -> Iterator[Ranges]:
    """Yield disjoint sectors in which a condition is true, or is not."""
    op, *a = e if isinstance(e, list) else ("const", e)
    if op == "not":
        yield from _where(a[0], size, not truth, known)
    elif op in ("and", "or"):
        first = op == "or"
        if truth == first:
            yield from _where(a[0], size, first, known)
        for ranges in _where(a[0], size, not first, known):
            yield from _where(a[1], size, truth, ranges)
        # Where an "and" is false its first part may be, or only the second.
        if truth != first:
            return
    elif op == "?":
        for side, part in ((True, a[1]), (False, a[2])):
            for ranges in _where(a[0], size, side, known):
                yield from _where(part, size, truth, ranges)
    elif op in _TURNED:
        made = _narrowed(op if truth else _TURNED[op], a, size, known)
        if made is not None:
            yield made
    elif op == "at":
        # Remainders under a condition are said in full where they are looked up.
        yield known
    elif bool(a[0]) == truth:
        yield known


def _narrowed(op: str, sides: Any, size: int, known: Ranges) -> Ranges | None:
    """Return a sector with one more comparison; None if that leaves nothing."""
    left, right = (_linear(s, size) for s in sides)
    form = tuple(p - q for p, q in zip(left[:-1], right[:-1], strict=True))
    bound = right[-1] - left[-1]
    if next((c for c in form if c), 1) < 0:
        form, bound = tuple(-c for c in form), -bound
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    # Coordinates are at least 0.
    low, high, gaps = known.get(form, (0 if sum(map(abs, form)) == 1 else None, None, frozenset()))
    if op == "!=":
        gaps |= {bound}
    if op in ("==", ">=", ">"):
        least = bound + (op == ">")
        low = least if low is None else max(low, least)
    if op in ("==", "<=", "<"):
        most = bound - (op == "<")
        high = most if high is None else min(high, most)
    while low is not None and low in gaps:
        low += 1
    while high is not None and high in gaps:
        high -= 1
    if low is not None and high is not None and low > high:
        return None
    gaps = frozenset(g for g in gaps if (low is None or g > low) and (high is None or g < high))
    return {**known, form: (low, high, gaps)}


def _linear(e: Any, size: int) -> list[int]:
    """Return the coefficients of a linear expression and its constant."""
    if not isinstance(e, list):
        return [0] * size + [int(e)]
    if e[0] == "x":
        return [int(i == e[1]) for i in range(size)] + [0]
    if e[0] == "neg":
        return [-c for c in _linear(e[1], size)]
    a, b = _linear(e[1], size), _linear(e[2], size)
    if e[0] == "*":
        number, other = (a, b) if not any(a[:-1]) else (b, a)
        return [number[-1] * c for c in other]
    sign = 1 if e[0] == "+" else -1
    return [p + sign * q for p, q in zip(a, b, strict=True)]


def _conditions(ranges: Ranges, names: Sequence[str]) -> list[str]:
    found = []
    # Coordinates alone first, in their order.
    told = sorted(ranges.items(), key=lambda r: (sum(map(bool, r[0])), [-abs(c) for c in r[0]]))
    for form, (low, high, gaps) in told:
        more, less = (
            [
                f"{abs(c) if abs(c) > 1 else ''}{n}"
                for c, n in zip(form, names, strict=True)
                if c * s > 0
            ]
            for s in (1, -1)
        )
        left = " + ".join(more)
        alone = len(more) == len(less) == 1 and not any(t[0].isdigit() for t in (*more, *less))
        if alone and low is not None and 0 < -low == high and not gaps:
            found.append(f"|{more[0]} - {less[0]}| <= {high}")
            continue

        def right(bound: int, less: list[str] = less) -> str:
            if not less or bound > 0:
                return " + ".join([*less, str(bound)])
            return " + ".join(less) + (f" - {-bound}" if bound else "")

        # One coordinate alone is at least 0.
        least = low
        if sum(map(abs, form)) == 1 and (low is None or low <= 0):
            low, least = None, 0
        some = range(least or 0, -1 if high is None or least is None else high + 1)
        if gaps and len(some) - len(gaps) <= _MOST_LISTED and not less:
            values = [v for v in some if v not in gaps]
            if values:
                shown = ", ".join(map(str, values))
                one = len(values) == 1
                found.append(f"{left} = {shown}" if one else f"{left} in {{{shown}}}")
                continue
        if high is not None and least == high:
            found.append(f"{left} = {right(high)}")
            continue
        if low is not None:
            strict = bool(less) and low == 1
            found.append(f"{left} > {right(0)}" if strict else f"{left} >= {right(low)}")
        if high is not None:
            strict = bool(less) and high == -1
            found.append(f"{left} < {right(0)}" if strict else f"{left} <= {right(high)}")
        found += [f"{left} != {right(g)}" for g in sorted(gaps)]
    return found


class _Remainders:
    """Which remainders a label is for: an index into a table, and the entries wanted."""

    def __init__(self, index: Any, entries: Sequence[int]) -> None:
        self.index = index
        self.entries = entries

    def __call__(self, names: Sequence[str], coords: Sequence[int] | None = None) -> Any:
        """Return the condition as a list of texts, or whether it holds at a position."""
        if self.index is None:
            return True if coords is not None else []
        from lastmove.rules.expr import Expr
        from lastmove.rules.listing import expression_text

        index = Expr.from_json(self.index)
        if coords is not None:
            return index.evaluate(list(coords)) in self.entries
        parts = _mixed(self.index)
        text = ", ".join(expression_text(Expr.from_json(part), list(names)) for part, _ in parts)
        shown = []
        for entry in self.entries:
            digits: list[int] = []
            for _, m in reversed(parts):
                digits.insert(0, entry % m)
                entry //= m
            shown.append(", ".join(map(str, digits)))
        if len(parts) > 1:
            text, shown = f"({text})", [f"({s})" for s in shown]
        return [f"{text} = {shown[0]}" if len(shown) == 1 else f"{text} in {{{', '.join(shown)}}}"]


def _mixed(e: Any) -> list[tuple[Any, int]]:
    """Return the remainders that an index is made of, each with its modulus."""
    if e[0] == "%":
        return [(e, e[2])]
    (_, first, _), last = e[1], e[2]
    return [*_mixed(first), (last, last[2])]


def _is_condition(e: Any, size: int) -> bool:
    match e:
        case int():
            return True
        case ["?" | "and" | "or" | "not", *parts]:
            return all(_is_condition(part, size) for part in parts)
        case [op, *sides]:
            return op in _TURNED and all(_is_linear(side, size) for side in sides)
    return False


def _is_mixed(e: Any, size: int) -> bool:
    """Return whether an index is made of remainders, as in ``(x % 3) * 2 + y % 2``."""
    match e:
        case ["%", form, int()]:
            return _is_linear(form, size)
        case ["+", ["*", first, int(n)], ["%", form, int(m)]]:
            return n == m and _is_linear(form, size) and _is_mixed(first, size)
    return False


def _is_linear(e: Any, size: int) -> bool:
    """Return whether an expression is a linear form in the coordinates."""
    match e:
        case int():
            return True
        case ["x", int(i)]:
            return i < size
        case ["neg", a]:
            return _is_linear(a, size)
        case ["+" | "-", a, b]:
            return _is_linear(a, size) and _is_linear(b, size)
        case ["*", int(), form] | ["*", form, int()]:
            return _is_linear(form, size)
    return False
