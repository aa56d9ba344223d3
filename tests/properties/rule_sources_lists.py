"""Random rules with lists, dicts, generators and functions that go by several names."""

from __future__ import annotations

from tests.properties.rule_sources import Writer

FUNCTIONS = """
    c = 0
    def count(k):
        nonlocal c
        c += k
        return c
"""
START = """
    x, y, z = a - b, 2, b
    h, g = [a, b], [b, 1]
    q, t, d = [a, 2], (a, b), {0: a, 1: b}
    view, p = d.items(), (a, 1)
    f = lambda t: t - x
"""


class ListWriter(Writer):
    """Writes a function whose names often mean lists, and the same list."""

    def statement(self, names: list[str], indent: int, depth: int, place: str) -> None:
        """Write one statement."""
        if self.rng.random() < 0.55:
            super().statement(names, indent, depth, place)
            return
        loops = self.loops(names)
        if depth and self.rng.random() < 0.25:
            head, new = loops[self.rng.randrange(len(loops))]
            self.emit(indent, head)
            self.block([*names, *new], indent + 1, depth - 1, place + "l")
            return
        lines = self.simple(names, place)
        self.emit(indent, lines[self.rng.randrange(len(lines))])

    def loops(self, names: list[str]) -> list[tuple[str, list[str]]]:
        """Return heads of loops, with the names that they set."""
        over = self.pick("h", "g", "(x, z)", "h[:]")
        return [
            ("for v1 in q:", ["v1"]),
            (f"for i1, v2 in enumerate({over}):", ["i1", "v2"]),
            (f"for v3, w3 in zip(h, {self.pick('g', '(y, z)', 'reversed(h)')}):", ["v3", "w3"]),
            (f"for k4, v4 in {self.pick('d.items()', 'list(d.items())', 'view')}:", ["k4", "v4"]),
        ]

    def simple(self, names: list[str], place: str) -> list[str]:
        """Return statements to choose from."""
        i, v, span = self.fresh("i"), self.pick("x", "y", "z"), self.span(names)
        number, test = self.number(names, 1), self.test([*names, i], 1)
        item, entry = self.number([*names, i], 1), self.rng.randrange(2)
        choice = f"(x, y) if {self.test(names, 1)} else (y, z)"
        found = [
            f"q = [{item} for {i} in {span} if {test}]",
            self.pick("x = sum(q)", "y = len(q)", "z = int(any(v > 2 for v in q))"),
            f"x = int({self.pick(*names)} in q)",
            *("g = h", "g = list(h)", "g = h[:]", "h = g", "g, h = h, g", "h = h[::-1]"),
            *("h.reverse()", "h.sort()", "g = sorted(h)", f"h[{entry}] = g[{1 - entry}]"),
            f"{self.pick('g', 'h', 'd')}[{entry}] {self.pick('=', '+=')} {number}",
            f"f = lambda t: t {self.pick('+', '-', '*')} {v}",
            f"{v} = f({number})",
            self.pick("x = d[0] - d[1]", "view = d.items()", "y = d.get(1, 5)", "z = len(view)"),
            f"t = {self.pick('(x, y)', '(h[0], z)', choice)}",
            self.pick("x, y = t", "z = t[1]", "x = max(t)", "h = [*t]", "t = (t[1], t[0])"),
            f"p = ({item} for {i} in {span})",
            self.pick("x = sum(p)", "y = int(any(w > 1 for w in p))", "q = list(p)"),
        ]
        if place[0] == "g":  # not inside the helper, which cannot see these
            found += [
                f"q = filled({self.pick('h', 'g', '(x, y)')}, {number})",
                f"x = count({number})",
                f"x = first(v for v in {span})",
                f"yield from ((v, {v}) for v in {self.pick('q', 'h', 'p', 'pieces(h, x)')})",
            ]
        return found

    def source(self) -> str:
        """Return the text of a function."""
        inner = ["x", "y", "z", "i"]
        self.emit(0, f"def moves(a, b):{FUNCTIONS}")
        self.emit(1, "def filled(h, m):")
        self.emit(2, "r = []")
        self.emit(2, "x, y, z = m, h[0], 2")
        self.emit(2, f"for i in {self.span(inner[:3])}:")
        self.emit(3, f"if {self.test(inner, 1)}: r.append({self.number(inner, 1)} + h[0])")
        self.emit(3, f"if {self.test(inner, 1)}: return r")
        self.emit(2, "return r")
        self.emit(1, "def first(g):")
        self.emit(2, "for v in g:")
        self.emit(3, f"if {self.test(['v'], 1)}: return v")
        self.emit(2, "return -1")
        self.emit(1, "def pieces(h, m):")
        self.emit(2, "for v in h:")
        self.emit(3, "yield v + m")
        self.emit(3, f"if {self.test(['v', 'm'], 1)}: return")
        self.emit(2, "h[0] += 1")
        self.emit(2, f"yield h[0]{START}")
        for _ in range(self.depth):
            self.block(["a", "b", "x", "y", "z"], 1, self.depth, "g")
        self.emit(1, "yield c + sum(h), sum(g)")
        return "\n".join(self.lines) + "\n"
