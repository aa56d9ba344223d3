"""Check a law that an SMT solver has proved: what the solver was asked, and small positions.

The queries are written here, in SMT-LIB 2, from the Program and the law alone. If all of them are
unsatisfiable, no position refutes the law, by the induction that `check` states. That they are is
the solver's word: whoever accepts such a certificate trusts the solvers that it names. What needs
no trust is checked: the queries in the certificate are these, and the law is right at small
positions.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from itertools import count, product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import COMPARE, FUNCTIONS, Game, expected, ints, need, text_of
else:
    from check import COMPARE, FUNCTIONS, Game, expected, ints, need, text_of

Env = dict[int, str]
# Loops of at most so many rounds are written out.
ROUNDS = 16
# So many positions are compared with the rules.
LOOKED_AT = 3000
LONGEST = 2_000_000


class Move(NamedTuple):
    """Where a move can be made, the variables that pick it, and what it leads to."""

    guard: str
    bound: list[str]
    after: list[str] | None


def both(*parts: str) -> str:
    """Return the conjunction of conditions."""
    kept = [p for p in dict.fromkeys(parts) if p != "true"]
    if "false" in kept:
        return "false"
    return kept[0] if len(kept) == 1 else f"(and {' '.join(kept)})" if kept else "true"


def either(*parts: str) -> str:
    """Return the disjunction of conditions."""
    kept = [p for p in dict.fromkeys(parts) if p != "false"]
    if "true" in kept:
        return "true"
    return kept[0] if len(kept) == 1 else f"(or {' '.join(kept)})" if kept else "false"


def negated(part: str) -> str:
    """Return the negation of a condition."""
    return {"true": "false", "false": "true"}.get(part, f"(not {part})")


def number(n: int) -> str:
    """Return an integer."""
    return str(n) if n >= 0 else f"(- {-n})"


def total(form: list[int], names: list[str]) -> str:
    """Return a linear form of terms; its last entry is the constant."""
    parts = [f"(* {number(c)} {x})" for c, x in zip(form, names, strict=False) if c]
    return f"(+ {number(form[-1])} {' '.join(parts)})" if parts else number(form[-1])


class Writer:
    """Writes a block of statements as moves between integers."""

    def __init__(self, coords: list[str], ids: Any) -> None:
        self.coords, self.ids = coords, ids
        self.moves: list[Move] = []
        self.faults: list[str] = []
        self.bound: list[str] = []
        self.all_bound: list[str] = []

    # Expressions

    def term(self, e: Any, env: Env) -> str:
        """Return an expression as an integer."""
        if type(e) is int:
            return number(e)
        op, *a = e
        if op == "x":
            need(type(a[0]) is int and 0 <= a[0] < len(self.coords), "no such coordinate")
            name: str = self.coords[a[0]]
            return name
        if op == "v":
            need(a[0] in env, "a variable is carried round a loop")
            return env[a[0]]
        if op in COMPARE or op in ("and", "or", "not", "any", "all"):
            return f"(ite {self.truth(e, env)} 1 0)"
        if op == "?":
            sides = f"{self.term(a[1], env)} {self.term(a[2], env)}"
            return f"(ite {self.truth(a[0], env)} {sides})"
        if op == "at":
            return self.entry(a[0], a[1], env)
        if op == "sum":
            turns = self.turns(a[1:4], env)
            need(turns is not None, "a sum over a range that depends on the position")
            rounds = [self.term(a[4], {**env, a[0]: number(k)}) for k in turns or ()]
            return f"(+ 0 0 {' '.join(rounds)})"
        p = [self.term(part, env) for part in a]
        need(sum(map(len, p)) < LONGEST, "an expression is too long")
        if op in ("+", "-"):
            return f"({op} {p[0]} {p[1]})"
        if op == "neg":
            return f"(- {p[0]})"
        if op == "abs":
            return f"(ite (>= {p[0]} 0) {p[0]} (- {p[0]}))"
        if op in ("min", "max"):
            return f"(ite ({'<=' if op == 'min' else '>='} {p[0]} {p[1]}) {p[0]} {p[1]})"
        if op == "*":
            need(any(type(part) is int for part in a), "a product of two coordinates")
            return f"(* {p[0]} {p[1]})"
        c = a[-1]
        need(type(c) is int, f"{op!r} of two coordinates is not linear")
        if op == "&" and c >= 0 and c & (c + 1) == 0:
            op, c = "%", c + 1
        elif op in ("<<", ">>") and 0 <= c < 64:
            op, c = ("*" if op == "<<" else "//"), 1 << c
        need(op in ("*", "//", "%") and c > 0, f"{op!r} is not linear")
        return f"({ {'*': '*', '//': 'div', '%': 'mod'}[op] } {p[0]} {c})"

    def entry(self, index: Any, entries: list[int], env: Env) -> str:
        """Return an entry of a tuple."""
        i, n = self.term(index, env), len(entries)
        need(2 * n * len(i) < LONGEST, "an expression is too long")
        self.faults.append(negated(f"(<= {number(-n)} {i} {n - 1})"))
        made = number(entries[-1])
        for k in range(n - 2, -1, -1):
            made = f"(ite (or (= {i} {k}) (= {i} {number(k - n)})) {number(entries[k])} {made})"
        return made

    def truth(self, e: Any, env: Env) -> str:
        """Return an expression as a condition."""
        op, *a = e if isinstance(e, list) else ("const", e)
        if op == "const":
            return "true" if a[0] else "false"
        if op == "and":
            return both(self.truth(a[0], env), self.truth(a[1], env))
        if op == "or":
            return either(self.truth(a[0], env), self.truth(a[1], env))
        if op == "not":
            return negated(self.truth(a[0], env))
        if op in ("any", "all"):
            return self.quantified(op, a, env)
        if op not in COMPARE:
            return negated(f"(= {self.term(e, env)} 0)")
        if op in ("==", "!=") and a[1] == 0 and isinstance(a[0], list) and a[0][0] == "^":
            a = a[0][1:]  # the digitwise sum of equal numbers is 0
        p, q = self.term(a[0], env), self.term(a[1], env)
        if op == "!=":
            return negated(f"(= {p} {q})")
        return f"({'=' if op == '==' else op} {p} {q})"

    def quantified(self, op: str, a: Any, env: Env) -> str:
        """Return `any` or `all` of a range."""
        turns = self.turns(a[1:4], env)
        if turns is not None:
            parts = [self.truth(a[4], {**env, a[0]: number(k)}) for k in turns]
            return either(*parts) if op == "any" else both(*parts)
        k = f"q{next(self.ids)}"
        within, faults = self.within(a[1:4], k, env), len(self.faults)
        body = self.truth(a[4], {**env, a[0]: k})
        need(len(self.faults) == faults, "an entry of a tuple under a quantifier")
        if op == "any":
            return f"(exists (({k} Int)) {both(within, body)})"
        return f"(forall (({k} Int)) {either(negated(within), body)})"

    def turns(self, ends: Any, env: Env) -> range | None:
        """Return the values of a range if they are few and known."""
        if all(type(e) is int for e in ends) and ends[2]:
            found = range(*ends)
            return found if len(found) <= ROUNDS else None
        return None

    def within(self, ends: Any, k: str, env: Env) -> str:
        """Return that a variable is in a range."""
        start, stop, step = ends
        need(type(step) is int and step != 0, "a range whose step is no constant")
        first, last = self.term(start, env), self.term(stop, env)
        sides = (f"(<= {first} {k})", f"(< {k} {last})")
        if step < 0:
            sides = (f"(>= {first} {k})", f"(> {k} {last})")
        on = "true" if abs(step) == 1 else f"(= (mod (- {k} {first}) {abs(step)}) 0)"
        return both(*sides, on)

    # Statements

    def walk(self, block: Any, here: str, env: Env) -> tuple[str, Env]:
        """Write a block; return where its end is reached, and the variables there."""
        for op, *a in block:
            faults = len(self.faults)
            if op == "set":
                env = {**env, a[0]: self.term(a[1], env)}
            elif op == "if":
                yes = self.truth(a[0], env)
                one, first = self.walk(a[1], both(here, yes), env)
                other, second = self.walk(a[2], both(here, negated(yes)), env)
                env = {
                    k: first[k] if first[k] == second[k] else f"(ite {yes} {first[k]} {second[k]})"
                    for k in first
                    if k in second
                }
                plain = (one, other) == (both(here, yes), both(here, negated(yes)))
                here = here if plain else either(one, other)
            elif op == "for":
                here, env = self.loop(a, here, env)
            elif op == "move":
                need(len(a[0]) < 2, "a move to a sum")
                need(not a[0] or a[0][0][0] == 0, "a move to another game")
                after = [self.term(e, env) for e in a[0][0][1:]] if a[0] else None
                need(after is None or len(after) == len(self.coords), "a move of another size")
                self.moves.append(Move(here, list(self.bound), after))
            elif op == "return":
                here = "false"
            elif op == "fail":
                self.faults.append("true")
            else:
                need(False, f"{op!r} is not written")
            if op not in ("if", "for"):
                self.faults[faults:] = [both(here, f) for f in self.faults[faults:]]
            need(len(here) + sum(map(len, env.values())) < LONGEST, "the rules are too long")
        return here, env

    def loop(self, a: Any, here: str, env: Env) -> tuple[str, Env]:
        """Write a ``for``: round by round if they are few, else once with a variable."""
        turns = self.turns(a[1:4], env)
        if turns is not None:
            for k in turns:
                here, env = self.walk(a[4], here, {**env, a[0]: number(k)})
            return here, env
        changed = assigned(a[4]) | {a[0]}
        outer = {k: term for k, term in env.items() if k not in changed}
        name = f"k{next(self.ids)}"
        entry = both(here, self.within(a[1:4], name, env))
        self.bound.append(name)
        self.all_bound.append(name)
        end, _ = self.walk(a[4], entry, {**outer, a[0]: name})
        self.bound.pop()
        need(end == entry, "a loop that is left early")
        return here, outer


def assigned(block: Any) -> set[int]:
    """Return the variables that a block sets."""
    found: set[int] = set()
    for op, *a in block:
        found |= {a[0]} if op in ("set", "for") else set()
        for inner in {"if": a[1:3], "for": a[4:5], "loop": a[:1]}.get(op, ()):
            found |= assigned(inner)
    return found


def queries(cert: Any, game: Game) -> dict[str, str]:
    """Return the SMT-LIB scripts that must all be unsatisfiable, by name.

    `cert` gives ``what``, the ``law``, the ``weights`` of the ranking and ``witnesses``: for each
    move the forms (in the coordinates; for Grundy values also in the value wanted) that its
    variables may take where it is to win. Without forms it is asked whether any value wins.
    """
    what, ids = cert["what"], count()
    need(what in ("outcome", "misere", "grundy") and len(game.blocks) == 1, "no such claim")
    names = [f"x{i}" for i in range(game.size)]
    writer = Writer(names, ids)
    here = both(*(f"(>= {x} 0)" for x in names))
    domain = "true" if game.domain is None else writer.truth(game.domain, {})
    writer.walk(game.blocks[0], "true", {})
    weights = ints(cert["weights"], 0, "weights are whole numbers >= 0")
    need(len(weights) == game.size, "one weight a coordinate")
    witnesses = cert["witnesses"]
    need(len(witnesses) == len(writer.moves), "one list of witnesses a move")

    def label(at: list[str]) -> str:
        own = Writer(at, ids)
        text = own.term(cert["law"], {})
        extra.extend(own.faults)
        return text

    extra: list[str] = []
    fact = {"here": here, "domain": domain, "L": f"(= L {label(names)})"}
    declared = [*names, "L"]
    found: dict[str, str] = {}

    def ask(name: str, conditions: list[str], more: list[str]) -> None:
        text = "\n".join(f"(assert {c})" for c in [*fact.values(), *conditions] if c != "true")
        logic = "LIA" if "(exists" in text or "(forall" in text else "QF_LIA"
        head = "".join(f"(declare-const {n} Int)\n" for n in [*declared, *more])
        found[name] = f"(set-logic {logic})\n{head}{text}\n(check-sat)\n"

    ask("the law or the rules have no value", [either(*writer.faults, *extra)], writer.all_bound)
    ask("a label is none", [either("(< L 0)", "(> L 1)" if what != "grundy" else "false")], [])
    wins: list[str] = []
    for j, move in enumerate(writer.moves):
        to = move.after
        if to is not None:
            inside = both(*(f"(>= {y} 0)" for y in to))
            own = Writer(to, ids)
            kept = "true" if game.domain is None else own.truth(game.domain, {})
            off = negated(both(inside, kept))
            ask(f"move {j} leaves the positions", [move.guard, off], move.bound)
            sums = [total([*weights, 0], side) for side in (to, names)]
            rise = f"(>= {sums[0]} {sums[1]})"
            ask(f"move {j} does not lower the sum", [move.guard, rise], move.bound)
        after = label(to) if to is not None else str(int(what == "misere"))
        if what == "grundy":
            wrong = [move.guard, f"(= {after} L)"]
            ask(f"move {j} leads to the same value", wrong, move.bound)
        else:
            wrong = [move.guard, "(= L 0)", f"(= {after} 0)"]
            ask(f"move {j} leads from P to P", wrong, move.bound)
        goal = both(move.guard, f"(= {after} {'w' if what == 'grundy' else '0'})")
        wins += winning(goal, move, witnesses[j], [*names, "w"] if what == "grundy" else names)
    lost = [negated(w) for w in wins]
    some = [
        m.guard if not m.bound else f"(exists ({sorts(m.bound)}) {m.guard})" for m in writer.moves
    ]
    if what == "grundy":
        ask("a smaller value is not reached", ["(<= 0 w)", "(< w L)", *lost], ["w"])
    elif what == "outcome":
        ask("no move from N leads to P", ["(= L 1)", *lost], [])
    else:
        ask("no move from N leads to P", ["(= L 1)", either(*some), *lost], [])
        ask("a position without moves is P", ["(= L 0)", negated(either(*some))], [])
    need(sum(map(len, found.values())) < LONGEST, "the queries are too long")
    return found


def sorts(names: list[str]) -> str:
    """Return declarations of bound variables."""
    return " ".join(f"({n} Int)" for n in names)


def winning(goal: str, move: Move, forms: Any, names: list[str]) -> list[str]:
    """Return conditions that a move wins: one for each witness, or one with a quantifier."""
    if not move.bound:
        need(forms == [], "witnesses of a move without variables")
        return [goal]
    if not forms:
        return [f"(exists ({sorts(move.bound)}) {goal})"]
    found = []
    for each in forms:
        need(len(each) == len(move.bound), "a witness gives each variable of a move")
        pairs = []
        for name, form in zip(move.bound, each, strict=True):
            need(all(type(c) is int for c in form) and len(form) == len(names) + 1, "no form")
            pairs.append(f"({name} {total(form, names)})")
        found.append(f"(let ({' '.join(pairs)}) {goal})")
    return found


def small(cert: Any, game: Game) -> None:
    """Compare the law with the rules at small positions."""
    law = eval(f"lambda x: {text_of(cert['law'])}", dict(FUNCTIONS))
    need(game.size <= 10, "more than ten coordinates")
    edge = max(2, int(LOOKED_AT ** (1 / game.size)))
    for x in product(range(edge), repeat=game.size):
        if game.legal(x):
            nothing = int(cert["what"] == "misere")
            after = [law(o[0][1:]) if o else nothing for o in game.options(x)]
            need(law(x) == expected(cert["what"], [after]), f"the label of {x} is wrong")


def check(cert: dict[str, Any], games: list[Game]) -> str:
    """Check what can be checked without a solver; return what has to be trusted."""
    need(len(games) == 1, "one game, please")
    need(cert["queries"] == queries(cert, games[0]), "the solver was asked something else")
    solvers = cert["solvers"]
    need(isinstance(solvers, list) and solvers, "no solver has answered")
    plain = all(isinstance(s, str) and s and s.isprintable() for s in solvers)
    need(plain, "a solver without a name")
    small(cert, games[0])
    return f"if {' and '.join(solvers)} can be trusted on {len(cert['queries'])} queries"
