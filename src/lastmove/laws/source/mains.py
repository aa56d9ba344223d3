"""The main functions of emitted programs: what reads the input of a template case by case."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lastmove.laws.source.template import Template

__all__ = ["cpp", "python"]


def cpp(form: Template, said: str) -> str:
    """Return a main function in C++ for a template, from the expression that is printed."""
    layout = form.layout
    names = _called(form, "in{}_")
    lines = [
        "int main() {",
        "    std::ios::sync_with_stdio(false);",
        "    std::cin.tie(nullptr);",
    ]
    if layout.counted:
        lines += ["    long long count_;", "    if (!(std::cin >> count_)) {"]
        lines += [f'        std::cerr << "{_COUNT} of 64 bits\\n";', "        return 2;", "    }"]
        lines += ["    for (long long case_ = 1; case_ <= count_; ++case_) {"]
    else:
        lines += ["    for (long long case_ = 1;; ++case_) {"]
    body = []
    scalars = list(dict.fromkeys(names[f.names[0]] for f in layout.fields if f.length is None))
    if scalars:
        body.append(f"long long {', '.join(scalars)};")
    for field in dict.fromkeys(layout.fields):
        size = f"({field.length})" if isinstance(field.length, int) else ""
        for name in field.names if field.length is not None else ():
            body.append(f"std::vector<long long> {names[name]}{size};")
    if not layout.counted:
        body.append("if ((std::cin >> std::ws).eof()) break;")
    for step, (kind, read) in enumerate(_steps(form, names)):
        if kind == "stop":
            tests = zip(read, layout.stop or (), strict=True)
            body.append(f"if ({' && '.join(f'{name} == {end}' for name, end in tests)}) break;")
        elif kind == "numbers":
            body += [f"if (!({' >> '.join(['std::cin', *read])})) {{", *_FAULT, "}"]
        else:
            length, *arrays = read
            one = [f"j{i}_" for i in range(len(arrays))]
            whole = f"whole{step}_"
            body += [
                f"bool {whole} = {length} >= 0;",
                f"for (long long k_ = 0, {', '.join(one)}; {whole} && k_ < {length}; ++k_) {{",
                f"    {whole} = bool({' >> '.join(['std::cin', *one])});",
                *(f"    {name}.push_back({j});" for name, j in zip(arrays, one, strict=True)),
                "}",
                f"if (!{whole}) {{",
                *_FAULT,
                "}",
            ]
    body += _cpp_answer(form, names)
    lines += [f"        {line}" for line in body]
    lines += [f"        std::cout << {said} << '\\n';", "    }", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


_COUNT = "the number of cases is missing or no whole number"
_FAULT = (
    '    std::cerr << "case " << case_ << " is not whole numbers of 64 bits\\n";',
    "    return 2;",
)


def _cpp_answer(form: Template, names: Mapping[str, str]) -> list[str]:
    layout = form.layout
    if layout.row is not None:
        row = names[layout.row]
        given = [f"{row}.insert({row}.begin(), {{{', '.join(form.variables)}}});"]
        return [*(given if form.names else []), f"const auto answer_ = law({row});"]
    if not layout.summed:
        return [f"const auto answer_ = law({', '.join(form.variables)});"]
    alone = layout.shared()
    arrays = [names[name] for i, name in enumerate(form.names) if i not in alone]
    one = ", ".join(
        names[name] + ("" if i in alone else "[k_]") for i, name in enumerate(form.names)
    )
    loop = f"for (size_t k_ = 0; k_ < {arrays[0]}.size(); ++k_)"
    if form.whole:
        start, turn = "std::vector<std::vector<long long>> all_;", f"all_.push_back({{{one}}});"
        return [start, f"{loop} {turn}", "const auto answer_ = law(all_);"]
    if form.first == "value":
        return ["big answer_ = 0;", f"{loop} answer_ += law({one});"]
    return ["unsigned long long answer_ = 0;", f"{loop} answer_ ^= law({one});"]


def python(form: Template, said: str) -> str:
    """Return a main function in Python for a template, from the expression that is printed."""
    layout = form.layout
    names = {name: f"in{i}" for i, name in enumerate(_read(form))}
    body = []
    for field in layout.fields:
        for name in field.names if isinstance(field.length, int) else ():
            body.append(f"{names[name]} = [0] * {field.length}")
    for kind, read in _steps(form, names):
        if kind == "stop":
            test = " and ".join(
                f"{name} == {end}" for name, end in zip(read, layout.stop or (), strict=True)
            )
            body += [f"if {test}:", "    break"]
        elif kind == "numbers":
            comma = "," if len(read) == 1 else ""
            body.append(f"{', '.join(read)}{comma} = map(int, data[at : at + {len(read)}])")
            body.append(f"at += {len(read)}")
        else:
            length, *arrays = read
            width = len(arrays)
            count = length if width == 1 else f"{width} * {length}"
            body += [
                f"part = list(map(int, data[at : at + {count}]))",
                f"if not 0 <= {count} == len(part):",
                f'    raise ValueError(f"{{{length}}} entries, but {{len(part)}} numbers")',
                f"at += {count}",
                *(
                    f"{name} = part" + ("" if width == 1 else f"[{i}::{width}]")
                    for i, name in enumerate(arrays)
                ),
            ]
    first = [
        "try:",
        "    cases = int(data[0])",
        "except (IndexError, ValueError):",
        f'    sys.exit("{_COUNT}")',
    ]
    lines = [
        "def main():",
        "    import sys",
        "",
        "    data = sys.stdin.buffer.read().split()",
        "    at = 1" if layout.counted else "    at = 0",
        *(f"    {line}" for line in first if layout.counted),
        "    i = 0",
        "    out = []",
        "    try:",
        f"        while {'i < cases' if layout.counted else 'at < len(data)'}:",
        "            i += 1",
        *(f"            {line}" for line in body),
        *(f"            {line}" for line in _python_answer(form, names)),
        f"            out.append({said})",
        "    except (ArithmeticError, LookupError, ValueError) as error:",
        '        sys.exit(f"case {i}: {error}")',
        "    finally:",
        "        if out:",
        '            print("\\n".join(out))',
        "",
        "",
        'if __name__ == "__main__":',
        "    main()",
    ]
    return "\n".join(lines) + "\n"


def _python_answer(form: Template, names: Mapping[str, str]) -> list[str]:
    layout = form.layout
    if layout.row is not None:
        row = [*(names[name] for name in form.names), f"*{names[layout.row]}"]
        return [f"answer = law([{', '.join(row)}])"]
    if not layout.summed:
        return [f"answer = law({', '.join(names[name] for name in form.names)})"]
    alone = layout.shared()
    arrays = [names[name] for i, name in enumerate(form.names) if i not in alone]
    one = ", ".join(names[n] + ("" if i in alone else "[k]") for i, n in enumerate(form.names))
    loop = f"for k in range(len({arrays[0]}))"
    if form.whole:
        comma = "," if len(form.names) == 1 else ""
        return [f"answer = law([({one}{comma}) {loop}])"]
    sign = "+" if form.first == "value" else "^"
    return ["answer = 0", f"{loop}:", f"    answer {sign}= law({one})"]


def _read(form: Template) -> list[str]:
    """Return the names that are read, each once."""
    return list(dict.fromkeys(name for field in form.layout.fields for name in field.names))


def _called(form: Template, other: str) -> dict[str, str]:
    """Return what is read by the names of variables: those of coordinates, or numbered ones.

    Names that are read and ignored may be words of the language or names of ours.
    """
    known = dict(zip(form.names, form.variables, strict=True))
    return {name: known.get(name, other.format(i)) for i, name in enumerate(_read(form))}


def _steps(form: Template, names: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what is read in turn: numbers, arrays after their length; and the test for the end."""
    layout = form.layout
    open_: list[str] = []
    first = len(layout.stop or ())
    for field in layout.fields:
        if isinstance(field.length, str):
            if open_:
                yield "numbers", open_
                open_ = []
            yield "arrays", [names[field.length], *(names[name] for name in field.names)]
            continue
        places = [""] if field.length is None else [f"[{j}]" for j in range(field.length)]
        open_ += [names[name] + place for place in places for name in field.names]
        if first and len(open_) >= first:
            yield "numbers", open_[:first]
            yield "stop", open_[:first]
            open_, first = open_[first:], 0
    if open_:
        yield "numbers", open_
