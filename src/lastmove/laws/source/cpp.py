"""Expressions and Programs as C++17, exact: in 128 bits, and ending loudly beyond 64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.rules.operations import COMPARISONS, REDUCTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.rules.expr import Expr
    from lastmove.rules.program import Block, Program

__all__ = ["HELPERS", "Writer", "helpers", "options_function"]

_WIDE = """\
static inline big {name}(big a, big b) {{
    big c;
    if (__builtin_{operation}_overflow(a, b, &c)) fail("a number does not fit 128 bits");
    return c;
}}"""

# Each helper with its definition; those that a text names are put before it, in this order.
HELPERS = {
    "fail": """\
[[noreturn]] static void fail(const char *why) {
    std::cerr << why << std::endl;
    std::exit(1);
}""",
    "fdiv": """\
static inline big fdiv(big a, big b) {
    big q = a / b;
    return (a % b && ((a < 0) != (b < 0))) ? q - 1 : q;
}""",
    "fmod_": "static inline big fmod_(big a, big b) { return a - b * fdiv(a, b); }",
    "low": "static inline big low(big a, big b) { return a < b ? a : b; }",
    "high": "static inline big high(big a, big b) { return a < b ? b : a; }",
    "over": """\
static inline big over(big a, big b) {
    if (b == 0) fail("the rules divide by zero");
    return fdiv(a, b);
}""",
    "rest": "static inline big rest(big a, big b) { return a - b * over(a, b); }",
    "narrow": """\
static inline long long narrow(big a) {
    if (a < LLONG_MIN || a > LLONG_MAX) fail("a number does not fit 64 bits");
    return (long long)a;
}""",
    **{
        name: _WIDE.format(name=name, operation=operation)
        for name, operation in (("times", "mul"), ("plus", "add"), ("minus", "sub"))
    },
    "divisor": """\
static inline big divisor(big a, big b) {
    while (b) { big c = a % b; a = b; b = c; }
    return a < 0 ? -a : a;
}""",
    "power": """\
static inline big power(big a, big b) {
    if (b < 0) fail("a negative exponent");
    big p = 1;
    if (a == 0 || a == 1) return b ? a : 1;
    for (; b > 0; --b) p = narrow(p * narrow(a));
    return p;
}""",
    "shift": """\
static inline big shift(big a, big b) {
    if (b < 0) fail("a negative shift");
    if (a == 0) return 0;
    if (b > 62) fail("a number does not fit 64 bits");
    return narrow(narrow(a) * ((big)1 << b));
}""",
    "drop": """\
static inline big drop(big a, big b) {
    if (b < 0) fail("a negative shift");
    return a >> (int)low(b, 126);
}""",
    "size": """\
static inline big size(big a) {
    big n = 0;
    for (a = a < 0 ? -a : a; a; a >>= 1) ++n;
    return n;
}""",
    "ones": """\
static inline big ones(big a) {
    big n = 0;
    for (a = a < 0 ? -a : a; a; a >>= 1) n += a & 1;
    return n;
}""",
    "root": """\
static inline big root(big a) {
    if (a < 0) fail("the root of a negative number");
    big x = 0;
    for (big bit = (big)1 << 62; bit; bit >>= 1)
        if ((x | bit) * (x | bit) <= a) x |= bit;
    return x;
}""",
    "entry": """\
static inline big entry(const long long *table, big count, big at) {
    if (at < 0) at += count;
    if (at < 0 || at >= count) fail("an index outside a tuple");
    return table[(long long)at];
}""",
}
_CALLS = {
    "//": "over",
    "%": "rest",
    "min": "low",
    "max": "high",
    "gcd": "divisor",
    "**": "power",
    "<<": "shift",
    ">>": "drop",
    "bit_length": "size",
    "bit_count": "ones",
    "isqrt": "root",
}
# What is checked where it may not fit 128 bits.
_CHECKED = {"*": "times", "+": "plus", "-": "minus"}
_NEEDS = {
    "fmod_": ["fdiv"],
    "over": ["fdiv", "fail"],
    "rest": ["over"],
    "narrow": ["fail"],
    "times": ["fail"],
    "plus": ["fail"],
    "minus": ["fail"],
    "power": ["narrow"],
    "shift": ["narrow"],
    "drop": ["fail", "low"],
    "root": ["fail"],
    "entry": ["fail"],
}


def helpers(text: str) -> str:
    """Return the definitions of all helpers that a text calls, and of those that they call."""
    import re

    called = {name for name in HELPERS if re.search(rf"\b{name}\(", text)}
    while True:
        more = {n for name in called for n in _NEEDS.get(name, ())} - called
        if not more:
            break
        called |= more
    return "".join(f"{body}\n" for name, body in HELPERS.items() if name in called)


class Writer:
    """Writes expressions as C++ of type ``big``; constants tables are collected.

    Parameters
    ----------
    coords, vars : sequence of str
        Names of the coordinates and variables.

    Attributes
    ----------
    tables : list of str
        Definitions that must stand before what was written.
    """

    def __init__(self, coords: Sequence[str], vars: Sequence[str] = ()) -> None:
        self.coords = list(coords)
        self.vars = list(vars)
        self.tables: list[str] = []
        self.count = 0

    def write(self, e: Expr) -> str:
        """Return an expression as text.

        Raises
        ------
        ValueError
            If a constant does not fit 64 bits.
        """
        op, args = e.op, e.args
        if op == "const":
            if abs(args[0]) >= 2**63:
                raise ValueError(f"the constant {args[0]} does not fit 64 bits of C++")
            return f"big({args[0]}LL)"
        if op == "x":
            return f"big({self.coords[args[0]]})"
        if op == "v":
            return f"big({self.vars[args[0]]})"
        if op == "at":
            return self._entry(e)
        if op in REDUCTIONS:
            return self._reduction(e)
        parts = [self.write(a) for a in args]
        if op in _CALLS:
            return f"{_CALLS[op]}({', '.join(parts)})"
        if op in _CHECKED and _bits(e) > 126:
            return f"{_CHECKED[op]}({', '.join(parts)})"
        if op in ("+", "-", "*", "&", "|", "^"):
            return f"({parts[0]} {op} {parts[1]})"
        if op in COMPARISONS:
            return f"big({parts[0]} {op} {parts[1]})"
        if op in ("and", "or"):
            return f"big({parts[0]} {'&&' if op == 'and' else '||'} {parts[1]})"
        if op == "?":
            return f"({parts[0]} ? {parts[1]} : {parts[2]})"
        if op == "not":
            return f"big(!{parts[0]})"
        if op == "abs":
            return f"high({parts[0]}, -{parts[0]})"
        return f"({ {'neg': '-', '~': '~'}[op] }{parts[0]})"

    def _entry(self, e: Expr) -> str:
        index, entries = e.args
        if any(abs(entry) >= 2**63 for entry in entries):
            raise ValueError("a tuple has an entry that does not fit 64 bits of C++")
        text = self.write(index)
        name = f"t{len(self.tables)}_"
        self.tables.append(
            f"static const long long {name}[] = {{{', '.join(map(str, entries)) or '0'}}};"
        )
        return f"entry({name}, {len(entries)}, {text})"

    def _reduction(self, e: Expr) -> str:
        v = e.args[0]
        start, stop, step, body = (self.write(a) for a in e.args[1:])
        name, k = self.vars[v], self.count
        self.count += 1
        each = {
            "any": f"if ({body}) return 1;",
            "all": f"if (!{body}) return 0;",
            "sum": f"r{k}_ += {body};",
            "least": f"{{ const big b_ = {body}; if (!some{k}_ || b_ < r{k}_) r{k}_ = b_; }}",
            "greatest": f"{{ const big b_ = {body}; if (!some{k}_ || b_ > r{k}_) r{k}_ = b_; }}",
        }[e.op]
        end = {"any": "return 0;", "all": "return 1;"}.get(e.op, f"return r{k}_;")
        if e.op in ("least", "greatest"):
            each += f" some{k}_ = true;"
            end = f'if (!some{k}_) fail("the least or greatest of nothing"); {end}'
        turns = _turns(k, start, stop, step)
        return (
            f"[&]() -> big {{ big r{k}_ = 0; bool some{k}_ = false; (void)r{k}_; (void)some{k}_; "
            f"{turns} {{ {name} = narrow(i{k}_); {each} }} {end} }}()"
        )


def _bits(e: Expr) -> int:
    """Return how many bits a value may have; 127 for what is checked as it is computed."""
    op, args = e.op, e.args
    if op == "const":
        return int(args[0]).bit_length()
    if op in ("x", "v", "at", "isqrt", "**", "<<"):
        return 63  # narrowed, or read from 64 bits
    if op in (*COMPARISONS, "and", "or", "not", "bit_length", "bit_count", "any", "all"):
        return 8
    if op in REDUCTIONS:
        return 127 if op == "sum" else min(127, _bits(args[4]))
    parts = [_bits(a) for a in args[1 if op == "?" else 0 :]]
    if op == "*":
        return min(127, sum(parts))
    return min(127, max(parts) + (op in ("+", "-", "neg", "abs")))


def _turns(k: int, start: str, stop: str, step: str) -> str:
    """Return the head of a loop over a range as Python has it."""
    return (
        f"for (big i{k}_ = {start}, stop{k}_ = {stop}, step{k}_ = {step}; "
        f"step{k}_ > 0 ? i{k}_ < stop{k}_ : i{k}_ > stop{k}_; i{k}_ += step{k}_)"
    )


def options_function(program: Program, block: Block, name: str) -> str:
    """Return a C++ function that appends a player's options of a position.

    A position is a vector of the game's number and its coordinates, an option a vector of
    positions.
    """
    coords = [f"c{i}_" for i in range(len(program.coords))]
    vars = [f"v{i}_" for i in range(len(program.vars))]
    writer = Writer(coords, vars)
    lines: list[str] = []
    _block(writer, block, 1, lines)
    head = [f"static void {name}(const Position &at, std::vector<Sum> &out) {{"]
    if coords:
        given = ", ".join(f"{c} = at[{i + 1}]" for i, c in enumerate(coords))
        head.append(f"    const long long {given};")
        head += [f"    (void){c};" for c in coords]
    if vars:
        head.append(f"    long long {', '.join(f'{v} = 0' for v in vars)};")
        head += [f"    (void){v};" for v in vars]
    if not any(statement for statement in lines):
        head.append("    (void)out;")
    return "\n".join([*writer.tables, *head, *lines, "}"]) + "\n"


def _block(writer: Writer, block: Block, depth: int, lines: list[str]) -> None:
    pad = "    " * depth
    for op, *a in block:
        if op == "set":
            lines.append(f"{pad}{writer.vars[a[0]]} = narrow({writer.write(a[1])});")
        elif op == "if":
            lines.append(f"{pad}if ({writer.write(a[0])}) {{")
            _block(writer, a[1], depth + 1, lines)
            if a[2]:
                lines.append(f"{pad}}} else {{")
                _block(writer, a[2], depth + 1, lines)
            lines.append(f"{pad}}}")
        elif op == "for":
            bounds = [writer.write(e) for e in a[1:4]]
            k, writer.count = writer.count, writer.count + 1
            lines.append(f"{pad}{_turns(k, *bounds)} {{")
            lines.append(f"{pad}    {writer.vars[a[0]]} = narrow(i{k}_);")
            _block(writer, a[4], depth + 1, lines)
            lines.append(f"{pad}}}")
        elif op == "loop":
            lines.append(f"{pad}for (;;) {{")
            _block(writer, a[0], depth + 1, lines)
            lines.append(f"{pad}}}")
        elif op == "move":
            parts = [
                "Position{" + ", ".join([str(g), *(f"narrow({writer.write(e)})" for e in es)]) + "}"
                for g, *es in a[0]
            ]
            lines.append(f"{pad}out.push_back(Sum{{{', '.join(parts)}}});")
        elif op == "fail":
            lines.append(f'{pad}fail("the rules fail");')
        else:
            lines.append(f"{pad}{op};")


Statement = tuple[Any, ...]
