"""Laws that repeat along rays, as source code."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.box import BoxLaw


def emit(law: BoxLaw, language: str, names: Sequence[str]) -> str:
    """Return the body of a function that brings a position near the origin and looks it up."""
    keys = list(law.table)
    ends = [1 + max(x[i] for x in keys) for i in range(law.arity)]
    strides = [1] * law.arity
    for i in reversed(range(law.arity - 1)):
        strides[i] = strides[i + 1] * ends[i + 1]
    dense = [0] * (strides[0] * ends[0])
    for x, label in law.table.items():
        dense[sum(s * c for s, c in zip(strides, x, strict=True))] = max(label, 0)
    cpp = language == "cpp"
    end = ";" if cpp else ""
    lines = [_table(dense, cpp)]
    for t, i in enumerate(law.fan.plain):
        k, m, name = law.starts[t], law.periods[t], names[i]
        again = f"{k} + ({name} - {k}) % {m}"
        if cpp:
            lines.append(f"if ({name} >= {k}) {name} = {again};")
        else:
            lines += [f"if {name} >= {k}:", f"    {name} = {again}"]
    if law.fan.plane:
        lines += _plane(law, names, cpp)
    place = " + ".join(
        f"{name} * {s}" if s > 1 else name for name, s in zip(names, strides, strict=True)
    )
    return "\n".join([*lines, f"return labels[{place}]{end}"])


def _table(dense: list[int], cpp: bool) -> str:
    rows = [", ".join(map(str, dense[k : k + 24])) for k in range(0, len(dense), 24)]
    inside = ",\n    ".join(rows)
    if cpp:
        return f"static const int labels[] = {{\n    {inside}}};"
    return f"labels = (\n    {inside},\n)"


def _plane(law: BoxLaw, names: Sequence[str], cpp: bool) -> list[str]:
    """Return the statements that subtract multiples of the rays of a cone."""
    fan, n = law.fan, len(law.fan.plain)
    a, b = (names[i] for i in fan.pair)
    lines: list[str] = []
    for t, det in enumerate(fan.dets):
        (p, q), (r, s) = fan.plane[t], fan.plane[t + 1]
        u, v = f"({s} * a0_ - {r} * b0_)", f"({p} * b0_ - {q} * a0_)"
        if cpp:
            for name in ("a0_", "b0_"):
                u, v = u.replace(name, f"big({name})"), v.replace(name, f"big({name})")
        k1, m1 = law.starts[n + t], law.periods[n + t]
        k2, m2 = law.starts[n + t + 1], law.periods[n + t + 1]
        first = f"{u} - {k1 * det}", m1 * det
        second = f"{v} - {k2 * det}", m2 * det
        takes = [
            f"{a} = a0_ - {m1 * p} * i0_ - {m2 * r} * j0_",
            f"{b} = b0_ - {m1 * q} * i0_ - {m2 * s} * j0_",
        ]
        if cpp:
            lines += [
                f"{'else ' if t else ''}if ({u} >= 0 && {v} >= 0) {{",
                *(
                    f"    long long {name} = (long long)high(0, fdiv({top}, {bottom}));"
                    for name, (top, bottom) in (("i0_", first), ("j0_", second))
                ),
                *(f"    {line};" for line in takes),
                "}",
            ]
        else:
            lines += [
                f"{'elif' if t else 'if'} {u} >= 0 and {v} >= 0:",
                *(
                    f"    {name} = max(0, ({top}) // {bottom})"
                    for name, (top, bottom) in (("i0_", first), ("j0_", second))
                ),
                *(f"    {line}" for line in takes),
            ]
    head = f"const long long a0_ = {a}, b0_ = {b};" if cpp else f"a0_, b0_ = {a}, {b}"
    return [head, *lines]
