"""A checker for certificates that shares nothing with what finds them.

Run as ``python check.py CERTIFICATE [RULES]``: exit code 0 if the certificate proves its claim
(about the rules in the JSON file RULES, if given), 1 if not, 2 if a file cannot be read. Standard
library only. Lemmas stand above the functions that use them. All of them are inductions on the
length of play: a labelling is right if play ends, no option leaves the positions, and at every
position the label is what the labels of the options make it (`expected`). Positions have
coordinates >= 0.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from itertools import islice
from math import gcd, isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = "lastmove-certificate/1"
# What checks a kind of certificate: a module beside this one with a function `check(cert, games)`.
KINDS = {
    "box": "check_box",
    "breaking": "check_breaking",
    "slides": "check_slides",
    "sum": "check_sum",
    "numbers": "check_numbers",
    "signs": "check_signs",
    "automaton": "check_automata",
    "formula": "check_formula",
    "growing": "check_growing",
    "solver": "check_solver",
    "theorem": "check_theorems",
    "divisors": "check_divisors",
    "between": "check_between",
    "exponent": "check_exponents",
}
# Kinds about rules for any number of coordinates, with Programs of their own format.
ROWS = {"rows": "check_rows"}
# What a certificate of a kind may have beside "format", "kind", "what" and "system". A field that
# nobody reads would be a claim that nobody has checked.
FIELDS = {
    "box": "starts periods slack weights cells pair plane bounded",
    "breaking": "start period values",
    "slides": "forms weights",
    "sum": "parts",
    "numbers": "start period step values",
    "signs": "certificate",
    "automaton": "numeration ranking automata",
    "formula": "cases parameters ranking",
    "growing": "ends labels every factor plus begin moves turn",
    "solver": "law weights witnesses queries solvers",
    "theorem": "theorem amount t zero positive order base",
    "divisors": "numeration automata",
    **dict.fromkeys(("between", "exponent"), "numeration labels ranking estimates"),
    "rows": "odd rank",
}
# The same for what stands in these fields, in lists or by itself; what is not listed has no names.
INNER = {
    **dict.fromkeys(("W", "W0", "W1", "G", "labels"), "transitions accepting"),
    "automata": "W W0 W1 G",
    "cases": "where repeats label scale part",
    "part": "sign depth",
    "repeats": "of start period shifts",
    "estimates": "rounds moduli loops digits",
    "loops": "holds falls",
    "parts": "coords certificate",
    "turn": "reach avoid",
}
# What is compared as a whole, or checked by itself.
WHOLE = {"system", "certificate", "queries"}
PROGRAM = {"name", "coords", "vars", "domain", "moves", "left", "right"}
# Kinds that name a game by its code instead of carrying rules: `check(cert)` tells how it checked.
CODES = {"heap-period/1": "check_heaps"}


class Rejected(Exception):
    """The certificate does not prove its claim; the message says why."""


def need(condition: object, text: str) -> None:
    """Reject the certificate unless the condition holds."""
    if not condition:
        raise Rejected(text)


def ints(data: Any, low: int, text: str) -> list[int]:
    """Return data that must be a list of integers from `low` on."""
    need(isinstance(data, list) and all(type(e) is int and e >= low for e in data), text)
    return list(data)


# --- Programs as Python functions (the language: docs/reference/program.md) -------------------

# Work that a certificate may ask for: rounds of loops in all, options of a position, digits.
MOST_ROUNDS = 100_000_000
MOST_OPTIONS = 1_000_000
MOST_DIGITS = 1 << 12
COMPARE = {"==", "!=", "<", "<=", ">", ">="}
INFIX = {"+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"} | COMPARE
REDUCE = {"any": "any", "all": "all", "sum": "sum", "least": "min", "greatest": "max"}
BOUNDED = {"*": "times", "**": "power", "<<": "shifted"}
UNARY = ("not", "neg", "~", "abs", "isqrt", "bit_length", "bit_count")
OPERANDS = {
    **dict.fromkeys(("x", "v", *UNARY), 1),
    **dict.fromkeys((*INFIX, "and", "or", "at", "min", "max", "gcd"), 2),
    **dict.fromkeys(REDUCE, 5),
    "?": 3,
}
STATEMENTS = {"set": 2, "if": 3, "for": 5, "loop": 1, "move": 1, "fail": 1}
STATEMENTS |= dict.fromkeys(("break", "continue", "return"), 0)


def index(n: Any) -> int:
    """Return data that must be the number of a variable, coordinate or game."""
    need(type(n) is int and n >= 0, f"{n!r} is no index")
    return int(n)


def times(a: int, b: int) -> int:
    """Return a product that is not too long."""
    need(a.bit_length() + b.bit_length() <= MOST_DIGITS, "too large a number")
    return a * b


def power(a: int, b: int) -> int:
    """Return a power that is not too long; a negative exponent is a fault of the rules."""
    need(0 <= b <= MOST_DIGITS and a.bit_length() * b <= MOST_DIGITS, "too large a power")
    return int(a**b)


def shifted(a: int, b: int) -> int:
    """Return a << b if that is not too long."""
    need(b >= 0 and a.bit_length() + b <= MOST_DIGITS, "too large a number")
    return a << b


def kept(a: int) -> int:
    """Return a number that is not too long."""
    need(a.bit_length() <= MOST_DIGITS, "too large a number")
    return a


def text_of(e: Any, size: int | None = None) -> str:
    """Return an expression as Python text; only known names and integers get into it.

    Where `size` is given, there are so many coordinates.
    """
    if type(e) is int:
        return f"({e})"
    op, *a = e
    need(isinstance(op, str) and len(a) == OPERANDS.get(op), f"no such expression: {op!r}")
    if op in ("x", "v"):
        need(op == "v" or size is None or index(a[0]) < size, f"no coordinate {a[0]}")
        return f"x[{index(a[0])}]" if op == "x" else f"v{index(a[0])}"
    if op == "at":
        return f"{tuple(ints(a[1], -(1 << 64), 'a table of integers'))!r}[{text_of(a[0], size)}]"
    if op in REDUCE:
        start, stop, step, body = (text_of(part, size) for part in a[1:])
        return f"int({REDUCE[op]}({body} for v{index(a[0])} in range({start}, {stop}, {step})))"
    p = [text_of(part, size) for part in a]
    if op in ("*", "**", "<<"):
        return f"{BOUNDED[op]}({p[0]}, {p[1]})"
    if op in INFIX:
        return f"({p[0]} {op} {p[1]})"
    if op in ("and", "or"):
        return f"(1 if {p[0]} {op} {p[1]} else 0)"
    if op == "?":
        return f"({p[1]} if {p[0]} else {p[2]})"
    if op == "not":
        return f"(0 if {p[0]} else 1)"
    if op in ("neg", "~"):
        return f"({'-' if op == 'neg' else '~'}{p[0]})"
    if op in ("bit_length", "bit_count"):
        return f"{p[0]}.{op}()"
    return f"{op}({', '.join(p)})"


def lines_of(block: Any, depth: int, out: list[str], size: int, sizes: list[int]) -> None:
    """Add the lines of a block to `out`; `sizes` are those of the system's games, if known."""
    pad = "    " * depth
    for op, *a in block:
        need(len(a) == STATEMENTS.get(op), f"no such statement: {op!r}")
        if op == "set":
            text = text_of(a[1], size)
            # Only what is done again and again can make a number long.
            out.append(f"{pad}v{index(a[0])} = " + (f"kept({text})" if depth > 1 else text))
        elif op == "if":
            out.append(f"{pad}if {text_of(a[0], size)}:")
            lines_of(a[1], depth + 1, out, size, sizes)
            out.append(f"{pad}else:")
            lines_of(a[2], depth + 1, out, size, sizes)
        elif op == "for":
            ends = ", ".join(text_of(e, size) for e in a[1:4])
            out.append(f"{pad}for v{index(a[0])} in range({ends}):")
            lines_of(a[4], depth + 1, out, size, sizes)
        elif op == "loop":
            out.append(f"{pad}for _ in rounds():")
            lines_of(a[0], depth + 1, out, size, sizes)
        elif op == "move":
            parts = []
            for part in a[0]:
                need(part, "a component without a game")
                need(not sizes or index(part[0]) < len(sizes), "a component of no game")
                own = sizes[part[0]] if sizes else len(part) - 1
                need(len(part) == own + 1, "a component of another size than its game")
                texts = [f"{text_of(e, size)}," for e in part[1:]]
                parts.append(f"({index(part[0])},{''.join(texts)})")
            out.append(f"{pad}yield ({''.join(p + ',' for p in parts)})")
        elif op == "fail":
            out.append(f"{pad}raise Rejected('the rules fail')")
        else:
            out.append(pad + op)
    out.append(pad + "pass")


FUNCTIONS = {
    "gcd": gcd,
    "isqrt": isqrt,
    "times": times,
    "power": power,
    "shifted": shifted,
    "kept": kept,
}


class Game:
    """One Program: `legal(x)` and `options(x, player)`, each option a tuple of components."""

    def __init__(self, program: dict[str, Any], sizes: list[int] | None = None) -> None:
        self.program = program
        self.size = len(program["coords"])
        two = [k in program for k in ("left", "right")]
        need(two == [("moves" not in program)] * 2, "moves, or those of left and right")
        self.rounds = 0
        self.domain = program.get("domain")
        self.blocks = [program[k] for k in ("moves", "left", "right") if k in program]
        scope: dict[str, Any] = {"Rejected": Rejected, "range": self._range, **FUNCTIONS}
        scope["rounds"] = self._endless
        self.runs: list[Any] = []
        for block in self.blocks:
            out: list[str] = ["def run(x):"]
            lines_of(block, 1, out, self.size, sizes or [])
            exec("\n".join([*out, "    yield from ()"]), scope)
            self.runs.append(scope["run"])
        text = "1" if self.domain is None else text_of(self.domain, self.size)
        self._legal = eval(f"lambda x: {text}", scope)

    def _range(self, start: int, stop: int, step: int) -> range:
        """Return a range, unless the rules have looped too much already."""
        found = range(start, stop, step)
        self.rounds += len(found)
        need(self.rounds <= MOST_ROUNDS, "the rules loop too much to be checked")
        return found

    def _endless(self) -> Iterator[int]:
        """Count the rounds of a loop without an end of its own."""
        while True:
            self.rounds += 1
            need(self.rounds <= MOST_ROUNDS, "the rules loop too much to be checked")
            yield self.rounds

    def legal(self, x: Any) -> bool:
        """Return whether x is a position, with coordinates >= 0."""
        return min(x) >= 0 and bool(self._legal(x))

    def options(self, x: Any, player: int = 0) -> list[Any]:
        """Return the options of a player."""
        found = list(islice(self.runs[min(player, len(self.runs) - 1)](x), MOST_OPTIONS + 1))
        need(len(found) <= MOST_OPTIONS, f"{x} has too many options to be checked")
        return found


def expected(what: str, players: list[list[int]]) -> int:
    """Return the label of a position from those of its options, one list a player.

    Outcomes are 0 = P, 1 = N, 2 = L, 3 = R: what Left (Right) starts, Right (Left) moves on in.
    """
    if what == "grundy":
        seen = set(players[0])
        return next(n for n in range(len(seen) + 1) if n not in seen)
    first, last = players[0], players[-1]
    none = what == "misere"
    left = any(y in ((0, 2) if len(players) > 1 else (0,)) for y in first) or (none and not first)
    right = any(y in ((0, 3) if len(players) > 1 else (0,)) for y in last) or (none and not last)
    return {(False, False): 0, (True, True): 1, (True, False): 2, (False, True): 3}[left, right]


# --- The door -----------------------------------------------------------------------------------


def check(cert: Any, rules: Any = None) -> str:
    """Check a certificate, a dict; `rules` is the system it must be about, if given.

    Return in words what was accepted and how; raise Rejected if the claim is not proved.
    """
    try:
        if isinstance(cert, dict) and cert.get("kind") in CODES:
            need(rules is None, "the certificate is about a heap game's code, not about rules")
            how = beside(CODES[cert["kind"]]).check(cert)
            return f"the period of {cert['game']} ({how})"
        need(isinstance(cert, dict) and cert.get("format") == FORMAT, "not a certificate")
        need(rules is None or cert["system"] == rules, "the certificate is about other rules")
        own = {"format", "kind", "what", "system", *FIELDS.get(cert["kind"], "").split()}
        need(cert["kind"] not in FIELDS or set(cert) <= own, unread(set(cert) - own))
        inner(cert, own)
        inner(cert["system"], {"format", "programs"}, deep=False)
        claim = f"the {cert['what']} law of {cert['system']['programs'][0]['name']}"
        for program in cert["system"]["programs"]:
            words = [program["name"], *program["coords"], *program["vars"]]
            rows = cert["kind"] in ROWS
            need(rows or set(program) <= PROGRAM, unread(set(program) - PROGRAM))
            lists = isinstance(program["coords"], list) and isinstance(program["vars"], list)
            plain = all(isinstance(w, str) and w and w.isprintable() for w in words)
            need(lists and plain, "a Program without names")
        if cert["kind"] in ROWS:
            need(cert["system"]["format"] == "lastmove-rows/1", "not rules of rows")
            beside(ROWS[cert["kind"]]).check(cert)
            return f"{claim} for any number of coordinates"
        need(cert["system"]["format"] == "lastmove-program/1", "not Programs that are known here")
        module = KINDS.get(cert["kind"])
        need(module, f"certificates of kind {cert['kind']!r} are not known")
        programs = cert["system"]["programs"]
        sizes = [len(program["coords"]) for program in programs]
        games = [Game(program, sizes) for program in programs]
        only_if = beside(str(module)).check(cert, games)
        return f"{claim}, {only_if}" if only_if else claim
    except Rejected:
        raise
    except Exception as error:
        raise Rejected(f"malformed: {type(error).__name__}: {error}") from error


def read(text: str) -> Any:
    """Return the data of a JSON text; a name given twice would hide what stands there first."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("an object gives a name twice")
        return found

    return json.loads(text, object_pairs_hook=once)


def inner(data: Any, fields: set[str], deep: bool = True) -> None:
    """Reject data with names that are not among the fields, and what is in these likewise."""
    if isinstance(data, dict):
        need(set(data) <= fields, unread(set(data) - fields))
    for name, part in data.items() if isinstance(data, dict) else [("", e) for e in data]:
        if deep and isinstance(part, (dict, list)) and name not in WHOLE:
            inner(part, set(INNER.get(name, "").split()) if name else fields)


def unread(fields: set[Any]) -> str:
    """Return why fields that no checker reads are refused."""
    return (
        f"{', '.join(sorted(map(repr, fields)))}: no field of such a certificate, nobody checks it"
    )


def beside(module: str) -> Any:
    """Return a module beside this one, whether this is run as a file or as part of a package."""
    return import_module(f"{__package__}.{module}" if __package__ else module)


def main(arguments: list[str]) -> int:
    """Check the certificate in a file; return the exit code."""
    if len(arguments) not in (1, 2):
        print("usage: check.py CERTIFICATE [RULES]", file=sys.stderr)
        return 2
    documents: list[Any] = []
    for path in arguments:
        try:
            documents.append(read(Path(path).read_text(encoding="utf-8")))
        except (OSError, ValueError, RecursionError, MemoryError) as error:
            print(f"{path} cannot be read: {error}", file=sys.stderr)
            return 2
    try:
        accepted = check(*documents)
    except Rejected as reason:
        print(f"rejected: {reason}")
        return 1
    print(f"accepted: {accepted}")
    return 0


if __name__ == "__main__":
    # The modules beside this one import it by name; Rejected must be the same class for all.
    if not __package__:
        sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(beside("check").main(sys.argv[1:]))
