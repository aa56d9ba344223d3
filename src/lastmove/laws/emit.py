"""Standalone source code of a law: C++17 or Python, safe for 64-bit numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.law import Law
    from lastmove.rules.expr import Expr

# Words of C++ or Python, and names that the emitted programs use.
_KEYWORDS = frozenset(
    """
    alignas and asm auto bool break case catch char class const continue default delete do double
    else enum explicit export extern float for friend goto if inline int long main namespace new
    not operator or private public register return short signed sizeof static struct switch
    template this throw try typedef union unsigned using virtual void volatile while xor def from
    import lambda None True False yield std law label labels options big ll low high fdiv fmod_
    """.split()  # noqa: SIM905
)
_HELPERS = """\
typedef long long ll;
typedef __int128 big;
static inline big fdiv(big a, big b) {
    big q = a / b;
    return (a % b && ((a < 0) != (b < 0))) ? q - 1 : q;
}
static inline big fmod_(big a, big b) { return a - b * fdiv(a, b); }
static inline big low(big a, big b) { return a < b ? a : b; }
static inline big high(big a, big b) { return a < b ? b : a; }
"""


def emit(law: Law, language: str, *, io: str | None = None) -> str:
    """Return the source code that `Law.emit` describes."""
    if language not in ("cpp", "python"):
        raise ValueError(f'code is emitted in "cpp" or "python", not {language!r}')
    names = safe_names(law.names)
    body = law.candidate.emit(language, names)
    if body is None:
        expression = law.candidate.expression()
        if expression is None:
            raise ValueError(f"laws of the kind {law.candidate.kind} cannot be emitted yet")
        body = _cpp_body(expression, names) if language == "cpp" else _body(expression, names)
    comment = f"{law.system.programs[0].name}: {law.what}"
    comment += "" if law.what == "grundy" else ", 0 = P (the player to move loses), 1 = N (wins)"
    if law.what in ("outcome", "misere") and law.system.programs[0].moves is None:
        comment += ", 2 = Left wins, 3 = Right wins"
    template = None if io is None else Template(io, names)
    if language == "cpp":
        takes = ", ".join(f"long long {name}" for name in names)
        head = f"// {comment}; {law.status}.\n#include <iostream>\n{_HELPERS}\n"
        text = f"{head}long long law({takes}) {{\n{_indent(body)}\n}}\n"
        return text + ("" if template is None else "\n" + template.cpp())
    text = f"# {comment}; {law.status}.\n\n\ndef law({', '.join(names)}):\n{_indent(body)}\n"
    return text + ("" if template is None else "\n\n" + template.python())


def safe_names(names: Sequence[str]) -> list[str]:
    """Return names for the coordinates that no language has taken."""
    made = []
    for i, name in enumerate(names):
        plain = name if name.isascii() and name.isidentifier() else f"x{i}"
        made.append(f"{plain}_" if plain in _KEYWORDS or plain in made else plain)
    return made


def _indent(text: str) -> str:
    return "\n".join(f"    {line}" if line else line for line in text.splitlines())


def _body(e: Expr, names: Sequence[str]) -> str:
    from lastmove.rules.listing import expression_text

    return f"return int({expression_text(e, names)})"


def _cpp_body(e: Expr, names: Sequence[str]) -> str:
    tables: list[str] = []
    text = _cpp(e, names, tables)
    return "\n".join([*tables, f"return (long long)({text});"])


_CALLS = {"//": "fdiv", "%": "fmod_", "min": "low", "max": "high"}


def _cpp(e: Expr, names: Sequence[str], tables: list[str]) -> str:
    op, args = e.op, e.args
    if op == "const":
        return f"big({args[0]}LL)" if abs(args[0]) < 2**62 else _too_large(args[0])
    if op == "x":
        return f"big({names[args[0]]})"
    if op == "at":
        tables.append(
            f"static const long long t{len(tables)}[] = {{{', '.join(map(str, args[1]))}}};"
        )
        name = f"t{len(tables) - 1}"
        return f"big({name}[(long long)({_cpp(args[0], names, tables)})])"
    parts = [_cpp(a, names, tables) for a in args]
    if op in _CALLS:
        return f"{_CALLS[op]}({parts[0]}, {parts[1]})"
    if op in ("+", "-", "*", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="):
        return f"({parts[0]} {op} {parts[1]})"
    if op in ("and", "or"):
        return f"({parts[0]} {'&&' if op == 'and' else '||'} {parts[1]})"
    if op == "?":
        return f"({parts[0]} ? {parts[1]} : {parts[2]})"
    if op in ("neg", "not", "~"):
        return f"({ {'neg': '-', 'not': '!', '~': '~'}[op] }{parts[0]})"
    if op == "bit_length":
        return f"big({parts[0]} == 0 ? 0 : 64 - __builtin_clzll((unsigned long long)({parts[0]})))"
    raise ValueError(f"the operation {op!r} of the law cannot be emitted in C++ yet")


def _too_large(n: int) -> str:
    raise ValueError(f"the constant {n} of the law does not fit 64 bits")


class Template:
    """How a contest's input is read and its answers are written.

    The text is ``INPUT -> OUTPUT``. INPUT names what is read in order: an optional ``T;`` first
    for the number of cases, then the coordinates, each named once; other names are read and
    ignored. OUTPUT is the text for each case with ``{i}`` for its number, ``{law}`` for the law's
    answer, and ``{A|B}`` for A where the first player wins (the answer is not 0), else B.
    """

    def __init__(self, text: str, names: Sequence[str]) -> None:
        source, arrow, target = text.partition("->")
        if not arrow:
            raise ValueError(
                "a template is INPUT -> OUTPUT, such as 'T; n -> Case #{i}: {Alice|Bob}', "
                f"not {text!r}"
            )
        self.counted = ";" in source
        count, _, fields = source.rpartition(";")
        self.fields = fields.split()
        if self.counted and len(count.split()) != 1:
            raise ValueError(f"before the ; stands one name, for the number of cases: {text!r}")
        missing = [name for name in names if self.fields.count(name) != 1]
        if missing:
            raise ValueError(f"the input must name each coordinate once, also {missing[0]!r}")
        bad = [name for name in self.fields if not name.isidentifier()]
        if bad:
            raise ValueError(f"{bad[0]!r} is no name for an input")
        self.names = list(names)
        self.pieces: list[tuple[str, Any]] = []
        for piece in re.split(r"(\{[^{}]*\})", target.strip()):
            inner = piece[1:-1]
            if not piece:
                continue
            if piece == "{i}" or piece == "{law}":
                self.pieces.append((inner, None))
            elif piece[0] == "{" and inner.count("|") == 1:
                self.pieces.append(("choice", inner.split("|")))
            elif piece[0] == "{":
                raise ValueError(f"{piece} is none of {{i}}, {{law}} and {{A|B}}")
            else:
                self.pieces.append(("text", piece))

    def read(self, tokens: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the positions of an input."""
        values = list(tokens)[1:] if self.counted else list(tokens)
        width = len(self.fields)
        cases = [values[k : k + width] for k in range(0, len(values), width)]
        return [tuple(case[self.fields.index(name)] for name in self.names) for case in cases]

    def write(self, cases: Sequence[Sequence[int]]) -> str:
        """Return an input with these positions."""
        lines = [str(len(cases))] if self.counted else []
        for case in cases:
            known = dict(zip(self.names, case, strict=True))
            lines.append(" ".join(str(known.get(name, 0)) for name in self.fields))
        return "\n".join(lines) + "\n"

    def answer(self, number: int, label: int) -> str:
        """Return the output for a case."""
        said = []
        for kind, data in self.pieces:
            if kind == "choice":
                said.append(data[0] if label else data[1])
            else:
                said.append({"i": str(number), "law": str(label), "text": data}[kind])
        return "".join(said)

    def cpp(self) -> str:
        """Return a main function in C++."""
        parts = []
        for kind, data in self.pieces:
            if kind == "choice":
                parts.append(f"(answer_ ? {_quoted(data[0])} : {_quoted(data[1])})")
            else:
                parts.append({"i": "case_", "law": "answer_", "text": _quoted(data or "")}[kind])
        names = list(dict.fromkeys(self.fields))
        loop = (
            "for (long long case_ = 1; case_ <= count_; ++case_)"
            if self.counted
            else "for (long long case_ = 1;; ++case_)"
        )
        reads = " >> ".join(["std::cin", *self.fields])
        lines = [
            "int main() {",
            "    std::ios::sync_with_stdio(false);",
            "    std::cin.tie(nullptr);",
            *(["    long long count_;", "    std::cin >> count_;"] if self.counted else []),
            f"    {loop} {{",
            f"        long long {', '.join(names)};",
            f"        if (!({reads})) break;",
            f"        long long answer_ = law({', '.join(self.names)});",
            f"        std::cout << {' << '.join(parts)} << '\\n';",
            "    }",
            "    return 0;",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def python(self) -> str:
        """Return a main function in Python."""
        said = []
        for kind, data in self.pieces:
            if kind == "choice":
                said.append(f"({data[0]!r} if answer else {data[1]!r})")
            else:
                said.append({"i": "str(i)", "law": "str(answer)", "text": repr(data)}[kind])
        width = len(self.fields)
        places = [self.fields.index(name) for name in self.names]
        lines = [
            "def main():",
            "    import sys",
            "",
            "    data = list(map(int, sys.stdin.read().split()))",
            "    at = 1" if self.counted else "    at = 0",
            "    cases = data[0] if data else 0"
            if self.counted
            else f"    cases = len(data) // {width}",
            "    out = []",
            "    for i in range(1, cases + 1):",
            f"        answer = law({', '.join(f'data[at + {p}]' for p in places)})",
            f"        out.append({' + '.join(said)})",
            f"        at += {width}",
            '    print("\\n".join(out))',
            "",
            "",
            'if __name__ == "__main__":',
            "    main()",
        ]
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    inside = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


def brute_force(law: Law) -> str:
    """Return Python source that computes the law's answers from the rules, slowly and plainly.

    It is what a law can be tested against: a memo over all positions that play can reach.
    """
    from lastmove.laws.check import lines_of
    from lastmove.laws.game import document

    program = document(law.system)["programs"][0]
    if "moves" not in program or len(law.system.programs) > 1 or law.what == "value":
        raise ValueError("the brute force is emitted for impartial games alone")
    out = ["def options(x):"]
    lines_of(program["moves"], 1, out)
    if law.what == "grundy":
        label = [
            "    seen = set()",
            "    for option in options(x):",
            "        value = 0",
            "        for part in option:",
            "            value ^= label(part[1:])",
            "        seen.add(value)",
            "    return next(n for n in range(len(seen) + 1) if n not in seen)",
        ]
    else:
        label = [
            "    after = [[label(part[1:]) for part in option] for option in options(x)]",
            "    if any(len(parts) != 1 for parts in after):",
            "        raise ValueError('a move leads to a sum')",
            f"    return int(any(parts == [0] for parts in after){_misere(law)})",
        ]
    names = ", ".join(safe_names(law.names))
    return "\n".join(
        [
            "import sys",
            "from functools import lru_cache",
            "from math import gcd, isqrt",
            "",
            "sys.setrecursionlimit(10**6)",
            "",
            "",
            "class Rejected(Exception):",
            "    pass",
            "",
            "",
            *out,
            "    yield from ()",
            "",
            "",
            "@lru_cache(None)",
            "def label(x):",
            *label,
            "",
            "",
            f"def law({names}):",
            f"    return label(({names},))",
            "",
        ]
    )


def _misere(law: Law) -> str:
    return " or not after" if law.what == "misere" else ""
