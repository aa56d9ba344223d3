"""Laws of games on a row of any length: staircase Nim on graphs.

The rules are traced once for all lengths (`lastmove.rules.tracing.rows`). Which places count is
guessed from a few lengths; ``check_rows`` proves it for all.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.errors import LimitExceeded, NoLawFound, PositionError, RulesError
from lastmove.laws.base import FORMAT, Candidate, NoProof, Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.check_moves import assigned
from lastmove.laws.law import Law
from lastmove.laws.slides import Slides, SlidesLaw
from lastmove.rules.expr import Expr, at, const, coord, same
from lastmove.rules.operations import REDUCTIONS
from lastmove.rules.program import Program, System, expressions, statements
from lastmove.rules.tracing import Untraceable
from lastmove.rules.tracing.rows import trace_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.laws.base import Array, Certificate
    from lastmove.rules.ruleset import Rules

__all__ = ["RowsCandidate", "RowsLaw", "instance", "law", "proof", "rows_of"]

_LENGTHS = (13, 18)  # from which it is guessed which places count
_LONGEST_PERIOD = 6
_COMPARED = 6  # lengths up to which the traced rules are compared with the functions


def law(rules: Rules, *, what: str | None = None) -> RowsLaw:
    """Return the law of a game for any number of heaps.

    Parameters
    ----------
    rules : Rules
        Impartial rules with ``*heaps``.
    what : str, optional
        ``"grundy"`` (the default) or ``"outcome"``.

    Raises
    ------
    NoLawFound
        If the game is not staircase Nim on a graph.
    RulesError
        If the rules cannot be traced for all lengths at once.

    Examples
    --------
    >>> import lastmove as lm
    >>> print(lm.rulesets.get("box_transfer").law(arity="any"))
    box_transfer(*boxes), grundy, PROVED:
      xor of the boxes i = 1, 2, … with i mod 6 in {0, 2, 5}
    """
    what = what or "grundy"
    if what not in ("grundy", "outcome"):
        raise ValueError(f'for any number of heaps ask for "grundy" or "outcome", not {what!r}')
    rows = rows_of(rules)
    certificate = proof(rows, what)
    if isinstance(certificate, str):
        raise NoLawFound(
            f"no law of {rules} for any number of heaps was found: {certificate}",
            tried=[certificate],
        )
    return RowsLaw(certificate, rules=rules)


def proof(rows: dict[str, Any], what: str) -> Certificate | str:
    """Return a certificate for rules of a row, or why there is none."""
    tried = "the places that count follow no pattern, or the game is no staircase Nim"
    for odd in _guesses(rows):
        for rank in (coord(1), coord(0) - coord(1)):
            certificate = {
                "format": FORMAT,
                "kind": "rows",
                "what": what,
                "system": rows,
                "odd": odd.to_json(),
                "rank": rank.to_json(),
            }
            try:
                check(certificate)
            except Rejected as reason:
                tried = str(reason)
                continue
            return certificate
    return tried


def rows_of(rules: Rules) -> dict[str, Any]:
    """Return the rules for any number of heaps, compared with the functions they came from.

    Raises
    ------
    RulesError
        If they cannot be traced for all lengths at once.
    """
    try:
        rows = trace_rows(rules)
    except Untraceable as reason:
        raise RulesError(
            f"{rules} cannot be traced for any number of heaps at once: {reason.reason}; "
            "ask for one number of them, as in law(arity=3)"
        ) from None
    dice = random.Random(0)
    for length in range(1, _COMPARED + 1):
        ours = instance(rows, length).programs[0]
        for _ in range(12):
            position = tuple(dice.randrange(5) for _ in range(length))
            plain = {tuple(p.coords for p in o.components) for o in rules(*position).options()}
            traced = {tuple(tuple(part[1:]) for part in option) for option in ours.run(position)}
            if plain != traced:
                raise RulesError(
                    f"{rules} traced for any number of heaps differs from its function at "
                    f"{position}: please report these rules"
                )
    return rows


def instance(rows: dict[str, Any], length: int) -> System:
    """Return the Program of rules of a row for one length."""
    program = rows["programs"][0]
    name = program["coords"][0]
    vars = program["vars"]
    block = _Unrolled(length).block(program["moves"], {})
    coords = [f"{name}{i}" for i in range(length)]
    while True:
        made = Program(program["name"], coords, vars, moves=block)
        read = {v.args[0] for e in expressions(made) for v in e.walk() if v.op == "v"}
        if all(s[1] in read for s in statements(made) if s[0] == "set"):
            return System([made])
        block = _without_idle(block, read)


class _Unrolled:
    """Writes out the loops over places; variables whose value is known are put in."""

    def __init__(self, length: int) -> None:
        self.length = length

    def value(self, e: Any, known: dict[int, Expr]) -> Expr:
        """Return an expression with what is known put in; a number, if all of it is known."""

        def put(data: Any) -> Any:
            if not isinstance(data, list):
                return data
            if data[0] == "x":
                return self.length
            if data[0] == "v":
                return known[data[1]].to_json() if data[1] in known else data
            if data[0] == "at":
                return ["at", put(data[1]), data[2]]
            return [data[0], *map(put, data[1:])]

        made = Expr.from_json(put(e))
        free = any(inner.op in ("x", "v", *REDUCTIONS) for inner in made.walk())
        return made if free else const(made.evaluate([]))

    def place(self, e: Any, known: dict[int, Expr]) -> int:
        value = self.value(e, known)
        if value.op != "const":
            raise LimitExceeded("a place that depends on the numbers of tokens")
        return int(value.args[0])

    def block(self, block: Any, known: dict[int, Expr]) -> tuple[Any, ...]:
        """Return the statements of a block; `known` is changed to what holds after it."""
        out: list[Any] = []
        for op, *a in block:
            if op in ("entry", "set"):
                entry = op == "entry"
                value = coord(self.place(a[1], known)) if entry else self.value(a[1], known)
                _forget(known, a[0])
                known[a[0]] = value
                out.append(("set", a[0], value))
            elif op == "if":
                test = self.value(a[0], known)
                if test.op == "const":
                    out += self.block(a[1] if test.args[0] else a[2], known)
                    continue
                ends = [dict(known), dict(known)]
                sides = [self.block(side, end) for side, end in zip(a[1:], ends, strict=True)]
                out.append(("if", test, *sides))
                for v in list(known):
                    if not all(v in end and same(end[v], known[v]) for end in ends):
                        _forget(known, v)
            elif op == "for":
                out += self.loop(a, known)
            elif op == "change":
                after = [coord(i) for i in range(self.length)]
                for k in range(0, len(a), 2):
                    after[self.place(a[k], known)] = self.value(a[k + 1], known)
                out.append(("move", ((0, *after),)))
            elif op != "distinct":
                out.append((op, *a))
        return tuple(out)

    def loop(self, a: Any, known: dict[int, Expr]) -> Iterator[Any]:
        ends = [self.value(e, known) for e in a[1:4]]
        if all(e.op == "const" for e in ends):
            if _jumps(a[4]):
                raise LimitExceeded("a loop over places of which a round is cut short")
            for k in range(*(e.args[0] for e in ends)):
                _forget(known, a[0])
                known[a[0]] = const(k)
                yield ("set", a[0], const(k))
                yield from self.block(a[4], known)
            return
        for v in assigned(a[4]) | {a[0]}:
            _forget(known, v)
        yield ("for", a[0], *ends, self.block(a[4], dict(known)))


def _forget(known: dict[int, Expr], v: int) -> None:
    """Drop what is known of a variable, and what is known in terms of it."""
    known.pop(v, None)
    for other, value in list(known.items()):
        if any(e.op == "v" and e.args[0] == v for e in value.walk()):
            del known[other]


def _without_idle(block: tuple[Any, ...], read: set[int]) -> tuple[Any, ...]:
    """Return a block without variables that are never read."""
    kept = []
    for statement in block:
        if statement[0] == "set" and statement[1] not in read:
            continue
        if statement[0] in ("if", "for"):
            statement = tuple(
                _without_idle(part, read) if isinstance(part, tuple) else part for part in statement
            )
        kept.append(statement)
    return tuple(kept)


def _jumps(block: Any) -> bool:
    """Return whether a block may end a round of the loop around it."""
    return any(
        op in ("break", "continue") or (op == "if" and any(map(_jumps, a[1:3]))) for op, *a in block
    )


def _guesses(rows: dict[str, Any]) -> Iterator[Expr]:
    """Yield conditions on a place (coordinate 1) that hold where it counts, simplest first."""
    found: dict[int, list[int]] = {}
    for length in _LENGTHS:
        sample = Sample(instance(rows, length), "grundy", (2,) * length)
        learnt = Slides().learn(sample)
        if learnt is None:
            return
        places = [form.index(1) for form in learnt.forms]
        if any(sum(map(abs, form)) != 1 for form in learnt.forms):
            return
        found[length] = [int(i in places) for i in range(length)]
    for period in range(1, _LONGEST_PERIOD + 1):
        for from_end in (False, True):
            seen: dict[int, set[int]] = {}
            for length, marks in found.items():
                for i, mark in enumerate(marks):
                    at_place = length - 1 - i if from_end else i
                    seen.setdefault(at_place % period, set()).add(mark)
            if all(len(marks) == 1 for marks in seen.values()):
                pattern = [min(seen[r]) for r in range(period)]
                place = coord(0) - 1 - coord(1) if from_end else coord(1)
                yield const(pattern[0]) if period == 1 else at(place % period, pattern)


class RowsCandidate(Candidate):
    """The Grundy value is the xor of the entries of a row at places that count.

    Attributes
    ----------
    odd : Expr
        Where a place (coordinate 1) in a row of a length (coordinate 0) counts.
    """

    kind: ClassVar[str] = "rows"

    def __init__(self, what: str, odd: Expr) -> None:
        self.what = what
        self.arity = 1
        self.odd = odd

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a row."""
        total = 0
        for i, n in enumerate(coords):
            if self.odd.evaluate([len(coords), i]):
                total ^= n
        return total if self.what == "grundy" else int(total != 0)

    def certificate(self, sample: Sample) -> Certificate:
        """Refuse: a sample is about one number of coordinates."""
        raise NoProof("the law is about any number of coordinates, not about those of a table")

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law in a line."""
        odd, places = self.odd, "i = 1, 2, …" if not latex else r"i = 1, 2, \ldots"
        which = ""
        if odd.op == "at":
            index, pattern = odd.args
            period = len(pattern)
            from_end = any(e.op == "x" and e.args[0] == 0 for e in index.walk())
            rest = ", ".join(
                map(str, sorted((r + 1) % period for r, mark in enumerate(pattern) if mark))
            )
            which = f" with i mod {period} in {{{rest}}}" + (", counted from the end" * from_end)
        text = f"xor of the {names[0]} {places}{which}"
        return text if self.what == "grundy" else f"P if the {text} is 0, else N"


class RowsLaw(Law):
    """A proved law for any number of coordinates.

    Parameters
    ----------
    certificate : dict
        Its certificate, which the checker accepts.
    rules : Rules, optional
        The game.
    """

    def __init__(self, certificate: Certificate, *, rules: Rules | None = None) -> None:
        candidate = RowsCandidate(certificate["what"], Expr.from_json(certificate["odd"]))
        names = certificate["system"]["programs"][0]["coords"]
        system = instance(certificate["system"], 3)
        super().__init__(candidate, system, names, rules=rules, certificate=certificate)

    def label(self, coords: Sequence[int]) -> Any:
        """Return the label of a row of any length."""
        from operator import index

        row = tuple(map(index, coords))
        if any(n < 0 for n in row):
            raise PositionError(f"{row} is no position: coordinates start at 0")
        return self.candidate.label(row)

    def at(self, length: int) -> Law:
        """Return the law for one number of coordinates."""
        odd = self.candidate.odd  # type: ignore[attr-defined]
        units = [tuple(int(i == j) for j in range(length + 1)) for i in range(length)]
        forms = [unit for i, unit in enumerate(units) if odd.evaluate([length, i])]
        certificate = self.certificate
        assert certificate is not None
        system = instance(certificate["system"], length)
        return Law(
            SlidesLaw(self.what, length, forms),
            system,
            system.programs[0].coords,
            rules=self.rules,
            certificate=certificate,
        )

    def winning_moves(self, *coords: int, player: str | None = None) -> list[Any]:
        """Return the options that win; see `Law.winning_moves`."""
        self.label(coords)
        return self.at(len(coords)).winning_moves(*coords)

    def table(self, *extents: int) -> Array:
        """Return the law's answers on a box; see `Law.table`."""
        return self.at(len(extents)).table(*extents)

    def emit(self, language: str, *, io: str | None = None) -> str:
        """Return source code that computes the law of a row of any length; see `Law.emit`.

        The function ``law`` takes the row: a ``std::vector<long long>`` or a list. In a template
        it is an array with its length: ``"T; n boxes[n] -> {Alice|Bob}"``.

        Raises
        ------
        ValueError
            If the language is neither ``"cpp"`` nor ``"python"``, or the template is not
            understood.
        """
        from lastmove.laws.emit import emit_row

        return emit_row(self, self.candidate.odd, language, io=io)  # type: ignore[attr-defined]

    def check(self, bound: int) -> Law:
        """Compare the law with search on rows of one to four entries up to a bound."""
        for length in (1, 2, 3, 4):
            one = self.at(length).check(bound)
            if one.status == "REFUTED":
                self.status, self.position = "REFUTED", one.position
                return self
        self.bound = max(self.bound, bound)
        return self

    def _arguments(self) -> str:
        return f"*{self.names[0]}"

    def __str__(self) -> str:
        return self.text(symbols=False)
