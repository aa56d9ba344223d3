"""How a contest's input is read and its answers are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lastmove.laws.source.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Template", "wins"]

# When the player who moves first (Left, of a partizan game) wins, as C++ and as Python.
_WINS = {
    "label": ("{} != 0", "{} != 0"),
    "grundy": ("{} != 0", "{} != 0"),
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
    ('grundy', 'partizan')
    """
    if what in ("value", "grundy"):
        return what
    return "partizan" if partizan else "label"


class Template:
    r"""How a contest's input is read and its answers are written.

    The text is ``INPUT -> OUTPUT``. INPUT names what is read in order: an optional ``T;`` first
    for the number of cases, then the coordinates, each named once; other names are read and
    ignored. A ``;`` ends a line. Without ``T;`` cases are read until the input ends;
    ``until 0 0`` at the end says which numbers begin what follows the last case, and ``until EOF``
    that there are several cases. ``n; a[n]`` is an array with its length before it, ``a[3]`` one of
    three numbers, and ``(a b)[n]`` n lines with two each. Where coordinates stand in arrays, a case
    is the sum of the positions of all entries; coordinates outside belong to all of them.

    OUTPUT is the text for each case with ``{i}`` for its number, ``{law}`` for the law's answer,
    and ``{A|B}`` for A where the player who moves first wins (of a partizan game, Left), else B;
    ``\n`` in it starts a new line.

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
    row : str, optional
        Name of an array with further coordinates, where a game has any number of them.
    whole : bool, default False
        Whether the function ``law`` takes all positions of a sum at once. Otherwise it takes one,
        and its answers are combined, which Grundy values and numbers allow.

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
    >>> Template("n; heap[n] until 0 -> {Yes|No}", ["heap"], "grundy").write([[(3,), (4,)]])
    '2\n3 4\n0\n'
    """

    def __init__(
        self,
        text: str,
        names: Sequence[str],
        first: str = "label",
        variables: Sequence[str] | None = None,
        *,
        row: str | None = None,
        whole: bool = False,
    ) -> None:
        source, arrow, target = text.partition("->")
        if not arrow:
            raise ValueError(
                "a template is INPUT -> OUTPUT, such as 'T; n -> Case #{i}: {Alice|Bob}', "
                f"not {text!r}"
            )
        self.first = first
        self.whole = whole
        self.layout = Layout(source, names, row)
        if self.layout.summed and not whole and first not in ("grundy", "value"):
            raise ValueError(
                "who wins a sum does not follow from who wins its parts: ask for "
                + ("values" if first == "partizan" else "Grundy values in normal play")
            )
        self.names = list(names)
        self.variables = list(names if variables is None else variables)
        self.pieces: list[tuple[str, Any]] = []
        for piece in re.split(r"(\{[^{}]*\})", target.strip().replace("\\n", "\n")):
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

    @property
    def several(self) -> bool:
        """Whether an input may have several cases."""
        return self.layout.several

    def write(self, cases: Sequence[Sequence[Any]]) -> str:
        """Return an input with these positions; of a sum, each case is a list of positions."""
        head = f"{len(cases)}\n" if self.layout.counted else ""
        tail = self.layout.stop or ()
        last = " ".join(map(str, tail)) + "\n" if tail else ""
        return head + "".join(map(self.line, cases)) + last

    def line(self, case: Sequence[Any]) -> str:
        """Return the part of an input that is about a case."""
        layout = self.layout
        known: dict[str, Any]
        if layout.row is not None:
            known = dict(zip(self.names, case, strict=False))
            known[layout.row] = list(case[len(self.names) :])
            size = len(known[layout.row])
        elif layout.summed:
            known = {name: [at[i] for at in case] for i, name in enumerate(self.names)}
            known |= {self.names[i]: case[0][i] for i in layout.shared()}
            size = len(case)
        else:
            known, size = dict(zip(self.names, case, strict=True)), 0
        if isinstance(layout.length, str):
            known[layout.length] = size
        known |= {f.length: 0 for f in layout.fields if isinstance(f.length, str)} | known
        return layout.write(known)

    def answer(self, number: int, label: Any) -> str:
        """Return the output for a case, from its number and the law's answer."""
        won = {
            "label": label != 0,
            "grundy": label != 0,
            "value": label > 0,
            "partizan": label in (1, 2),
        }[self.first]
        said = []
        for kind, data in self.pieces:
            if kind == "choice":
                said.append(data[not won])
            else:
                said.append({"i": str(number), "law": str(label), "text": data}[kind])
        return "".join(said)

    def cpp(self) -> str:
        """Return a main function in C++."""
        from lastmove.laws.source.mains import cpp

        total = self.layout.summed and not self.whole and self.first == "value"
        answer = "narrow(answer_)" if total else "answer_"
        test = _WINS[self.first][0].format("answer_")
        parts = []
        for kind, data in self.pieces:
            if kind == "choice":
                parts.append(f"({test} ? {_quoted(data[0])} : {_quoted(data[1])})")
            else:
                parts.append({"i": "case_", "law": answer, "text": _quoted(data or "")}[kind])
        return cpp(self, " << ".join(parts))

    def python(self) -> str:
        """Return a main function in Python."""
        from lastmove.laws.source.mains import python

        test = _WINS[self.first][1].format("answer")
        said = []
        for kind, data in self.pieces:
            if kind == "choice":
                said.append(f"({data[0]!r} if {test} else {data[1]!r})")
            else:
                said.append({"i": "str(i)", "law": "str(answer)", "text": repr(data)}[kind])
        return python(self, " + ".join(said))


def _quoted(text: str) -> str:
    """Return a text as a C++ literal of UTF-8 bytes."""
    made = []
    for byte in text.encode():
        plain = 32 <= byte < 127 and chr(byte) not in '"\\?'
        made.append(chr(byte) if plain else f"\\{byte:03o}")
    return f'"{"".join(made)}"'
