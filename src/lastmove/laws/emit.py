"""Standalone source code of a law: C++17 or Python, safe for 64-bit numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lastmove.laws.source import brute, cpp, python
from lastmove.laws.source.generator import generator
from lastmove.laws.source.template import Template, wins

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from lastmove.laws.base import Candidate
    from lastmove.laws.law import Law
    from lastmove.rules.expr import Expr

__all__ = ["LANGUAGES", "body_of", "emit", "emit_row", "indented", "names_of", "safe_names"]

LANGUAGES = ("cpp", "python", "brute-cpp", "brute-python", "generator")
# Words of C++ or Python, and names that the emitted programs use.
_KEYWORDS = (
    frozenset(
        """
        alignas and asm auto bool break case catch char class const continue default delete do
        double else enum explicit export extern float for friend goto if inline int long main
        namespace new not operator or private public register return short signed sizeof static
        struct switch template this throw try typedef union unsigned using virtual void volatile
        while xor def from import lambda None True False yield std law label labels options big
        number letters length weight weights rest step state good value numbers next accepts
        known every sys gcd isqrt wins grundy simplest Fraction Position Sum as assert async await
        del elif except finally global in is nonlocal pass raise with max min range sum print len
        signed unix linux errno stdin stdout NULL
        """.split()  # noqa: SIM905
    )
    | cpp.HELPERS.keys()
)


def emit(law: Law, language: str, *, io: str | None = None) -> str:
    """Return the source code that `Law.emit` describes."""
    if language not in LANGUAGES:
        raise ValueError(f"code is emitted as {', '.join(LANGUAGES)}, not {language!r}")
    if language == "generator":
        if io is None:
            raise ValueError("a generator needs a template of the input: give io")
        program = law.system.programs[0]
        return generator(program.name, program, law.names, io)
    if language.startswith("brute-"):
        return brute.brute_force(law.system, law.what, language[6:], law.names, io=io)
    names = names_of(law)
    body = body_of(law.candidate, language, names)
    partizan = law.system.programs[0].moves is None
    comment = f"{law.system.programs[0].name}: {law.what}"
    if law.what in ("outcome", "misere"):
        comment += ", 0 = P (the player to move loses), 1 = N (wins)"
        comment += ", 2 = Left wins, 3 = Right wins" if partizan else ""
    template = (
        None if io is None else Template(io, law.names, wins(law.what, partizan=partizan), names)
    )
    main = "" if template is None else template.cpp() if language == "cpp" else template.python()
    if language == "cpp":
        takes = ", ".join(f"long long {name}" for name in names)
        # A Grundy value may be larger than any coordinate: nim products reach 2**64 - 1.
        kind = "unsigned long long" if law.what == "grundy" else "long long"
        used = set(re.findall(r"\w+", body))
        helpers = cpp.helpers(body + main)
        body = "".join(f"(void){name};\n" for name in names if name not in used) + body
        head = _head(f"{comment}; {law.status}", main, helpers)
        text = f"{head}{kind} law({takes}) {{\n{indented(body)}\n}}\n"
        return text + (main and "\n" + main)
    text = f"# {comment}; {law.status}.\n\n\ndef law({', '.join(names)}):\n{indented(body)}\n"
    return text + (main and "\n\n" + main)


def emit_row(law: Law, odd: Expr, language: str, *, io: str | None = None) -> str:
    """Return the source code of a law for any number of coordinates, the xor of some of them.

    Parameters
    ----------
    law : Law
        The law.
    odd : Expr
        Where a place (coordinate 1) in a row of a length (coordinate 0) counts.
    language : {"cpp", "python"}
        C++17 or Python.
    io : str, optional
        A template with the row as an array.

    Raises
    ------
    ValueError
        If the language or the template is not understood.
    """
    if language not in ("cpp", "python"):
        raise ValueError(
            f"code for any number of coordinates is emitted as cpp or python, not {language!r}"
        )
    main, grundy = "", law.what == "grundy"
    if io is not None:
        template = Template(io, (), wins(law.what, partizan=False), row=law.names[0])
        main = template.cpp() if language == "cpp" else template.python()
    comment = f"{law.system.programs[0].name}: {law.what}"
    comment += "" if grundy else ", 0 = P (the player to move loses), 1 = N (wins)"
    answer = "total" if grundy else "total != 0"
    if language == "cpp":
        writer = cpp.Writer(["length", "place"])
        test = writer.write(odd)
        body = [
            *writer.tables,
            "const long long length = (long long)row.size();",
            "unsigned long long total = 0;",
            "for (long long place = 0; place < length; ++place)",
            f"    if ({test}) total ^= (unsigned long long)row[(size_t)place];",
            f"return {answer};",
        ]
        kind = "unsigned long long" if grundy else "long long"
        helpers = cpp.helpers("\n".join(body) + main)
        head = _head(f"{comment}; {law.status}", "std::vector", helpers)
        text = f"{head}{kind} law(const std::vector<long long> &row) {{\n"
        return text + indented("\n".join(body)) + "\n}\n" + (main and "\n" + main)
    body = [
        "length = len(row)",
        "total = 0",
        "for place in range(length):",
        f"    if {python.expression(odd, ['length', 'place'])}:",
        "        total ^= row[place]",
        f"return {answer if grundy else 'int(total != 0)'}",
    ]
    text = f"# {comment}; {law.status}.\n\n\ndef law(row):\n" + indented("\n".join(body)) + "\n"
    return text + (main and "\n\n" + main)


def _head(comment: str, main: str, helpers: str) -> str:
    vector = "#include <vector>\n" if "std::vector" in main else ""
    return (
        f"// {comment}.\n#include <climits>\n#include <cstdlib>\n#include <iostream>\n{vector}"
        f"typedef __int128 big;\n{helpers}\n"
    )


def names_of(law: Law) -> list[str]:
    """Return names of the coordinates that are no words of the code of the law, in any language."""
    plain = [f"q{i}q" for i in range(len(law.names))]
    taken: set[str] = set()
    for language in ("cpp", "python"):
        try:
            body = body_of(law.candidate, language, plain)
        except ValueError:
            continue
        taken |= set(re.findall(r"[^\W\d]\w*", body))
    return safe_names(law.names, taken)


def body_of(candidate: Candidate, language: str, names: Sequence[str]) -> str:
    """Return the body of a function of the named coordinates that returns a law's label.

    Raises
    ------
    ValueError
        If the law has no such code.
    """
    body = candidate.emit(language, names)
    if body is not None:
        return body
    expression = candidate.expression()
    if expression is None:
        raise ValueError(f"laws of the kind {candidate.kind} have no code yet")
    return _cpp_body(expression, names) if language == "cpp" else _body(expression, names)


def safe_names(names: Sequence[str], taken: Container[str] = ()) -> list[str]:
    """Return names for the coordinates that no language has taken, and no emitted code."""
    made = []
    for i, name in enumerate(names):
        # Names of ours end in an underscore.
        fine = name.isascii() and name.isidentifier() and not name.startswith("_")
        plain = name if fine and not name.endswith("_") else f"x{i}"
        while plain in _KEYWORDS or plain in made or plain in taken:
            plain += str(i)
        made.append(plain)
    return made


def indented(text: str) -> str:
    """Return lines moved right by four blanks."""
    return "\n".join(f"    {line}" if line else line for line in text.splitlines())


def _body(e: Expr, names: Sequence[str]) -> str:
    text = python.expression(e, names)
    called = [name for name in ("gcd", "isqrt") if f"{name}(" in text]
    lines = [f"from math import {', '.join(called)}", ""] if called else []
    return "\n".join([*lines, f"return {text}"])


def _cpp_body(e: Expr, names: Sequence[str]) -> str:
    writer = cpp.Writer(names)
    text = writer.write(e)
    return "\n".join([*writer.tables, f"return narrow({text});"])
