"""How a contest's input is read and its answers are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Template", "wins"]

# When the player who moves first (Left, of a partizan game) wins, as C++ and as Python.
_WINS = {
    "label": ("{} != 0", "{} != 0"),
    "partizan": ("{0} == 1 || {0} == 2", "{} in (1, 2)"),
    "value": ("{} > 0", "{} > 0"),
}


def wins(what: str, *, partizan: bool) -> str:
    """Return how an answer tells that the first player wins: a key for `Template`.

    Parameters
    ----------
    what : str
        What the answers are.
    partizan : bool
        Whether Left and Right move differently; Left moves first then.

    Examples
    --------
    >>> wins("grundy", partizan=False), wins("outcome", partizan=True)
    ('label', 'partizan')
    """
    if what == "value":
        return "value"
    return "partizan" if partizan else "label"


class Template:
    r"""How a contest's input is read and its answers are written.

    The text is ``INPUT -> OUTPUT``. INPUT names what is read in order: an optional ``T;`` first
    for the number of cases, then the coordinates, each named once; other names are read and
    ignored. Without ``T;`` cases are read until the input ends. OUTPUT is the text for each case
    with ``{i}`` for its number, ``{law}`` for the law's answer, and ``{A|B}`` for A where the
    player who moves first wins (of a partizan game, Left), else B.

    Parameters
    ----------
    text : str
        The template.
    names : sequence of str
        Names of the coordinates, as the template has them.
    first : str, default "label"
        How an answer tells that the first player wins; see `wins`.
    variables : sequence of str, optional
        What the coordinates are called in source code; by default as in the template.

    Raises
    ------
    ValueError
        If the text is no template for these coordinates.

    Examples
    --------
    >>> form = Template("T; a b -> {i}: {Alice|Bob}", ["a", "b"])
    >>> form.write([(1, 2)])
    '1\n1 2\n'
    >>> form.answer(1, 0)
    '1: Bob'
    """

    def __init__(
        self,
        text: str,
        names: Sequence[str],
        first: str = "label",
        variables: Sequence[str] | None = None,
    ) -> None:
        source, arrow, target = text.partition("->")
        if not arrow:
            raise ValueError(
                "a template is INPUT -> OUTPUT, such as 'T; n -> Case #{i}: {Alice|Bob}', "
                f"not {text!r}"
            )
        self.first = first
        self.counted = ";" in source
        count, _, fields = source.rpartition(";")
        self.fields = fields.split()
        if self.counted and not count.strip().isidentifier():
            raise ValueError(f"before the ; stands one name, for the number of cases: {text!r}")
        missing = [name for name in names if self.fields.count(name) != 1]
        if missing:
            raise ValueError(f"the input must name each coordinate once, also {missing[0]!r}")
        bad = [name for name in self.fields if not name.isidentifier()]
        if bad:
            raise ValueError(f"{bad[0]!r} is no name for an input")
        self.names = list(names)
        self.variables = list(names if variables is None else variables)
        self.pieces: list[tuple[str, Any]] = []
        for piece in re.split(r"(\{[^{}]*\})", target.strip()):
            inner = piece[1:-1]
            if not piece:
                continue
            braces = piece.count("{") + piece.count("}")
            if braces == 0:
                self.pieces.append(("text", piece))
            elif braces == 1 or piece[0] != "{":
                raise ValueError(f"a brace stands alone in {target.strip()!r}")
            elif inner in ("i", "law"):
                self.pieces.append((inner, None))
            elif inner.count("|") == 1:
                self.pieces.append(("choice", inner.split("|")))
            else:
                raise ValueError(f"{piece} is none of {{i}}, {{law}} and {{A|B}}")
        if not self.pieces:
            raise ValueError(f"after the -> stands what is printed for each case: {text!r}")

    def write(self, cases: Sequence[Sequence[int]]) -> str:
        """Return an input with these positions."""
        lines = [str(len(cases))] if self.counted else []
        for case in cases:
            known = dict(zip(self.names, case, strict=True))
            lines.append(" ".join(str(known.get(name, 0)) for name in self.fields))
        return "\n".join(lines) + "\n"

    def answer(self, number: int, label: Any) -> str:
        """Return the output for a case, from its number and the law's answer."""
        won = {"label": label != 0, "value": label > 0, "partizan": label in (1, 2)}[self.first]
        said = []
        for kind, data in self.pieces:
            if kind == "choice":
                said.append(data[not won])
            else:
                said.append({"i": str(number), "law": str(label), "text": data}[kind])
        return "".join(said)

    def cpp(self) -> str:
        """Return a main function in C++."""
        test = _WINS[self.first][0].format("answer_")
        parts = []
        for kind, data in self.pieces:
            if kind == "choice":
                parts.append(f"({test} ? {_quoted(data[0])} : {_quoted(data[1])})")
            else:
                parts.append({"i": "case_", "law": "answer_", "text": _quoted(data or "")}[kind])
        # Names that are read and ignored may be words of C++ or names of ours.
        known = dict(zip(self.names, self.variables, strict=True))
        reads = {name: known.get(name, f"in{i}_") for i, name in _once(self.fields)}
        loop = (
            "for (long long case_ = 1; case_ <= count_; ++case_)"
            if self.counted
            else "for (long long case_ = 1;; ++case_)"
        )
        read = " >> ".join(["std::cin", *(reads[name] for name in self.fields)])
        lines = [
            "int main() {",
            "    std::ios::sync_with_stdio(false);",
            "    std::cin.tie(nullptr);",
            *(["    long long count_;", "    std::cin >> count_;"] if self.counted else []),
            f"    {loop} {{",
            f"        long long {', '.join(reads.values())};",
            *([] if self.counted else ["        if ((std::cin >> std::ws).eof()) break;"]),
            f"        if (!({read})) {{",
            '            std::cerr << "case " << case_ << " is not whole numbers of 64 bits\\n";',
            "            return 2;",
            "        }",
            f"        const auto answer_ = law({', '.join(self.variables)});",
            f"        std::cout << {' << '.join(parts)} << '\\n';",
            "    }",
            "    return 0;",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def python(self) -> str:
        """Return a main function in Python."""
        test = _WINS[self.first][1].format("answer")
        said = []
        for kind, data in self.pieces:
            if kind == "choice":
                said.append(f"({data[0]!r} if {test} else {data[1]!r})")
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


def _once(names: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(dict.fromkeys(names)))


def _quoted(text: str) -> str:
    """Return a text as a C++ literal of UTF-8 bytes."""
    made = []
    for byte in text.encode():
        plain = 32 <= byte < 127 and chr(byte) not in '"\\?'
        made.append(chr(byte) if plain else f"\\{byte:03o}")
    return f'"{"".join(made)}"'
