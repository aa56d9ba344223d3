"""Random rules from a grammar of templates: constructs side by side that nobody writes so."""

from __future__ import annotations

import re
from random import Random

# Templates stand two spaces apart. {E} is a number, {T} a test, {S} something to go through, {Z}
# a set, {Q} a simple statement, {Y} options, {B} a block, {J} a jump, {n} a name, {v} and {w}
# variables, {c} a constant, {C} one that is not 0, {i} and {j} new names; § begins a line, »
# indents it, ‹ and › are braces.
NUMBERS = """
{n}  {n}  {n}  {c}  ({E} + {E})  ({E} - {E})  ({n} - {c})  ({E} * {n})  ({E} // {C})  ({n} - {n})
({E} % {C})  ({E} // {E})  ({E} & {E})  ({E} | {E})  ({E} ^ {E})  ({E} >> 1)  ({E} << 2)  {n}
min({E}, {E})  max({E}, {E})  abs({E})  ({E} if {T} else {E})  ({v} := {E})  gcd({E}, {E})
divmod({E}, {C})[1]  sum(divmod({E}, {C}))  ({E}).bit_length()  int({T})  ({T} + {E})  (-{E})
({E} and {E})  ({E} or {E})  (~{E})  sum({E} for {i} in {S})  sum([{E} for {i} in {S} if {T}])
max([{E} for {i} in {S}], default={E})  min(({E} for {i} in {S}), default=3)  (3, 1, 4)[{E} % 3]
len([{n} for {i} in {S} if {T}])  ({E}, 2, {E})[{E} % 3]  ‹0: 5, 1: 7, 2: {E}›[{E} % 3]  h[-1]
h[0]  h[{E} % 2]  t[1]  t[-1]  f({E})  g({E}, {n})  sum(filled({E}))  min({E}, 3, {E})  u(2)
max(filled({n}), default=0)  len(filled({n}))  (lambda q: q - {n})({E})  sum(made({n}, {n}))
sorted([{E}, {E}, 3])[1]  d.get(1, {E})  d.get(9, {E})  sorted(h)[0]  sum(t)  len(h)  u({E})
sum(f({i}) for {i} in {S})  sum(g({i}, {n}) for {i} in {S} if {T})  max({Z})
(7 if {n} in {Z} else {n})
"""
TESTS = """
({E} < {E})  ({E} <= {E})  ({E} > {E})  ({E} >= {E})  ({E} == {E})  ({E} != {E})  ({E} % 3)
({E} < {E} <= {E})  (not {T})  ({T} and {T})  ({T} or {T})  ({E} in (1, 2, 5))  ({n} > {c})
({E} in {S})  ({E} not in ‹0, {E}›)  any({T} for {i} in {S})  all([{T} for {i} in {S}])
({n} <= {n} - {n})  ({c} * {n} < {n})  ({E} in filled({n}))  ({E} in h)  (t < ({E}, {E}))  {n}
any(f({i}) > {n} for {i} in {S})  bool({E})  (len(filled({n})) > {c})  ({n} >= {c} and {T})
({E} in {Z})  any({T} for {i} in {Z})
"""
SPANS = """
range({n})  range({E})  range({c}, {E})  range({E}, {E})  range({n}, {c}, -1)  range(0, {n}, 2)
range({E}, {E}, -2)  range({n} - 1, -1, -1)  range(min(7, {n}))  range({n}, {n} + 4)  (1, 2, 5)
({E}, {E})  [{n}, 3, {n}]  h  h[:]  t  filled({n})  made({n}, 2)  sorted([{E}, {n}])  range(3)
reversed(range({n}))  (range({n}) if {T} else [{n}])  chain([{n}], range({n}))  d.values()  d
takewhile(lambda q: q < {n}, range({n}))  takewhile(lambda q: q % 4 < 3, ({n}, 1, {n}))  p
[{E} for {i} in range({n}) if {T}]  ({E} for {i} in range(min({n}, 5)))  list(range({n}))  h
(q + {n} for q in h)  map(f, range(min(6, {n})))  filter(lambda q: q > {n}, range({n}))
chain(h, k)  [(1, 2), (), ({n},)][{n} % 3]  ‹0: [3], 1: [{n}, 1]›[{n} % 2]
"""
SETS = """
‹{n}, {E}›  ‹{E} for {i} in range({n})›  set(filled({n}))  (‹{n}, 2› | ‹{E}›)  ‹{n}, {n}›
(‹{n}, 2, {n}› - ‹{n}›)  set({S})  ‹q // 2 for q in h›  found({n})  (found({n}) & ‹1, {n}›)
"""
STATEMENTS = """
{v} = {E}  {v} = {E}  {v} += {E}  {v} -= {E}  {v} //= {C}  {v}, {w} = {w}, {E}  {v} = {w} = {E}
t = ({E}, {n})  {v}, {w} = t  {v}, *r = h  h[0] = {E}  h[-1] += {E}  h = [{E}, {n}]  k = h
h.reverse()  h.sort()  h = sorted(h)  h = k[:]  h = [{E}, {E}] if {T} else h  p = ({E} for q in h)
h.append({E})  d[1] = {E}  d[0] += {E}  u = lambda q: q + {n}  t = t if {T} else (h[0], {n})
{v} = {w} if {T} else {v}  h += [{E}]  h = [{n}] + h  p = {S}  h[0], h[-1] = h[-1], h[0]
assert {T} or {n} != 3  {v} = sum(p)  {v} = f({E})  p = list({S})  if {T}: {v} = {E}
"""
LEAVES = """
yield {E}, {n}  yield {n}, {E}  yield {n} - {n}, {E}  yield from (({E}, {i}) for {i} in {S})
yield from [({i}, {E}) for {i} in {S} if {T}]  yield t  if {T}: return  yield {E}, {n}
"""
BLOCKS = """
for {i} in {S}:§»{B}  for {i} in {S}:§»{B}  for {i} in range({E}):§»{B}  if {T}:§»{B}§else:§»{B}
for {i} in {S}:§»if {T}: {J}§»{B}  for {i} in range({n}):§»if {T}: {J}§»{B}§else:§»{B}
if {T}:§»{B}  for {i} in range({n}):§»if {i} <= {n} - {i}:§»»{B}
for {i} in range({n}):§»if {T}:§»»{B}  if {T}:§»{B}
for {i} in range({c}, {n}):§»if {c} * {i} > {n}: {J}§»{B}  for {i}, {j} in enumerate({S}):§»{B}
for {i}, {j} in zip(h, ({E}, {n})):§»{B}  for {i} in {Z}:§»{Y}
for {i} in {Z}:§»if {T}: continue§»{Y}  while {v} > {c} and {w} > {c}:§»{v} -= 1§»{w} -= 2§»{B}
while {v} > 0:§»{B}§»{v} -= 1  {v} = min({n}, 9)§while {v} > {c}:§»{v} -= {K}§»{B}
{v} = {c}§while {v} <= {n} - {v}:§»{B}§»{v} += 1
{v}, {w} = {n}, {n}§while {v} >= 1 and {w} >= {c}:§»{v}, {w} = {v} - 1, {w} - 1§»if {T}: {J}§»{B}
{v}, {w} = {n}, {n}§while {v} < {w} and {T}:§»{B}§»{v}, {w} = {v} + 1, {w} - 2§else:§»{B}
{v} = {n}§while {v} > 0:§»{v} //= 2§»{B}§»if {T}: {J}
{v} = {n}§while True:§»if {v} < 3: break§»{v} -= 2§»{B}
match {n}:§»case 0:§»»{B}§»case 1 | 2:§»»{B}§»case {i} if {T}:§»»{B}§»case _:§»»{B}
if {T}:§»{B}§elif {T}:§»{B}
match ({n}, {E}):§»case (0, {i}):§»»{B}§»case ({i}, 1) if {T}:§»»{B}§»case ({i}, {j}):§»»{B}
match {E} % 3:§»case 0:§»»{Q}§»case {v} if {v} < {n}:§»»{B}§»case 2:§»»{B}
if {v} and ({w} := {E}):§»{B}  for {i} in chain({S}, {S}):§»{B}
for {i} in takewhile(lambda q: q * q <= {n}, {S}):§»{B}
"""
HELPERS = """
def f(x):§»y = z = {c}§»{Q}§»if {T}: return {E}§»for {i} in {S}:§»»if {T}: return {i}§»»y += {E}§»return y
def f(x):§»if {T}: return {n}§»y = z = 1§»return {E}
def f(x):§»y = z = x§»while y > 1:§»»y //= 2§»»{Q}§»return y
def f(x):§»y = z = 0§»for {i} in range({n}):§»»{Q}§»»y += {i}§»»if {T}: break§»else:§»»y -= 1§»return y
"""  # noqa: E501
# Functions after f, each of which may call those before it.
OTHERS = """
def g(x, y):§»z = y§»for {i} in range({n}):§»»if {T}: continue§»»y += {i}§»»if {T}: break§»»{Q}§»return {E}
def filled(x):§»y = z = 1§»o = []§»for {i} in range(min(x, 6)):§»»{Q}§»»if {T}: o.append({E})§»return o
def made(x, y):§»z = 2§»for {i} in range(x):§»»if {T}: return§»»yield {E}§»»y += {E}§»yield {n}
def found(x):§»y = z = 1§»o = set()§»for {i} in range(x):§»»if {T}: o.add({E})§»o |= ‹{E}, x›§»return o
"""  # noqa: E501


def _split(text: str) -> list[str]:
    return [c.strip() for line in text.strip().splitlines() for c in line.split("  ")]


TEMPLATES = {"E": NUMBERS, "T": TESTS, "S": SPANS, "Z": SETS, "Q": STATEMENTS, "Y": LEAVES}
CHOICES = {kind: _split(text) for kind, text in TEMPLATES.items()}
SIMPLE = {"S": ["range(3)", "h", "(1, 4)"], "T": ["{n} > 2", "{n} < {n}"], "Z": ["‹{n}, 2›"]}
CONSTANTS = {
    "c": ["0", "1", "1", "2", "3", "5", "-1", "10"],
    "C": ["2", "2", "3", "5", "-2"],
    "K": ["1", "2", "3"],
    "J": ["break", "continue", "break", "continue", "return"],
}
# Before what is gone through, where the names of a loop are not set yet.
ITERABLE = re.compile(r"for [^:§]* in (?:(?! if )[^:§])*$")
# How statements begin that would make a name of the moves one of a helper.
_LISTS = {"t = ", "h = ", "k = ", "p = ", "u = ", "h +=", "d[1]", "d[0]", "h[0]", "h[-1"}
HOLE = re.compile(r"\{([A-Za-z])\}")


class Grammar:
    """Writes random functions of some coordinates, named a, b and c."""

    def __init__(self, rng: Random, arity: int, *, deep: int = 2) -> None:
        self.rng, self.arity, self.deep = rng, arity, deep
        self.count = 0
        self.functions = ["f(", "g(", "filled(", "made(", "found(", "map(f"]

    def filled(self, template: str, names: list[str], depth: int, block: int = 0) -> str:
        """Return a template with all holes filled."""
        names, known = list(names), dict(zip("vw", self.rng.sample("xyz", 2), strict=True))
        outside = list(names)
        for kind in "ij":
            if f"{{{kind}}}" in template:
                self.count += 1
                known[kind] = f"i{self.count}"
                names.append(known[kind])

        def fill(found: re.Match[str]) -> str:
            kind = found[1]
            if kind in known:
                return known[kind]
            seen = outside if ITERABLE.search(template[: found.start()]) else names
            if kind == "n":
                return self.rng.choice(seen)
            if kind in CONSTANTS:
                return self.rng.choice(CONSTANTS[kind])
            if kind == "B":
                indent = template[: found.start()].rsplit("§")[-1]
                lines = [self.statement(names, block) for _ in range(self.rng.randrange(1, 3))]
                return "§".join(lines).replace("§", "§" + indent)
            if depth <= 0 and kind in ("E", "S", "T", "Z"):
                return self.filled(self.rng.choice(SIMPLE.get(kind, ["{n}", "{c}"])), seen, 0)
            while True:
                text = self.filled(self.any_of(CHOICES[kind]), seen, depth - (kind not in "QY"))
                if seen is names or ":=" not in text:
                    return text  # Python allows no := in what is gone through

        return HOLE.sub(fill, template)

    def any_of(self, templates: list[str]) -> str:
        """Return a template that calls only functions that there are."""
        while True:
            found = self.rng.choice(templates)
            inside = self.functions and found[:4] in _LISTS
            if not inside and not any(f in found for f in self.functions):
                return found

    def statement(self, names: list[str], block: int) -> str:
        """Return a statement, maybe with blocks inside."""
        kind = self.rng.random()
        if block and kind < 0.5:
            return self.filled(self.any_of(_split(BLOCKS)), names, 1, block - 1)
        return self.filled(
            self.any_of(CHOICES["Y" if kind > 0.75 else "Q"]),
            names,
            self.rng.randrange(1, self.deep + 1),
        )

    def source(self) -> str:
        """Return the text of a function."""
        coords = list("abc"[: self.arity])
        name = "moves" if self.arity == 2 else "pairs"
        lines = [f"def {name}({', '.join(coords)}):", "    from math import gcd"]
        lines += ["    from itertools import chain, takewhile"]
        last = coords[-1]
        start = f"x, y, z = {coords[0]}, {last}, 1§h, t, d = [{last}, 2], (x, 3), ‹0: x, 1: 2›"
        start += "§k, p, u = h, (1, x), lambda q: q - x"
        parts = [start]
        for text in [self.rng.choice(_split(HELPERS)), *_split(OTHERS)]:
            parts.append(self.filled(text, ["x", "y", "z"], 1))
            del self.functions[0]
        self.functions = []
        parts += [self.statement([*coords, *"xyz"], 2) for _ in range(self.rng.randrange(2, 5))]
        parts.append("yield x, sum(h)")
        text = "§".join(parts).replace("»", "    ").replace("‹", "{").replace("›", "}")
        lines += ["    " + line for line in text.split("§")]
        if self.arity != 2:  # options are written as pairs
            lines += [
                f"def moves({', '.join(coords)}):",
                f"    for p, q in pairs({', '.join(coords)}):",
            ]
            lines.append("        yield " + ("p + 7 * q" if self.arity == 1 else "p, q, p - q"))
        return "\n".join(lines) + "\n"
