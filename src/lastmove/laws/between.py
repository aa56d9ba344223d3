"""Proofs about games whose moves are estimated: invariants of loops are guessed from runs.

``check_between`` says what a certificate of this kind means and checks it. Here are guessed, from
what the rules do at small positions, what holds at the start of each round of a loop, and a form
that falls.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise, product
from time import process_time
from typing import TYPE_CHECKING, Any

from lastmove.laws.automata.radix import bases, numeration_of
from lastmove.laws.base import FORMAT, Candidate, NoProof, Sample
from lastmove.laws.check import FUNCTIONS, Game, Rejected, check, lines_of, text_of
from lastmove.laws.check_between import Between
from lastmove.laws.check_facts import UNARY
from lastmove.laws.check_loops import highest, loops, unfolded
from lastmove.laws.check_moves import assigned, doubles
from lastmove.laws.game import document, ranking, tabulate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.laws.base import Certificate

__all__ = ["Estimates", "certificate", "labels_of", "proved"]

_SECONDS = 4
_MOST_SECONDS = 30  # until no further estimates are tried
_WORK = 8_000_000
_ROUNDS = 3_000  # that are looked at of one loop
_TURNS = 200_000  # of loops with bounds
_MOST_RESTS = 40
_MOST_MODULUS = 12
_MOST_FAILED = 64
_FAILED: dict[str, str] = {}  # claims that could not be proved, and why


class Estimates:
    """Laws that are proved by estimates are of other classes."""

    @staticmethod
    def from_certificate(cert: Certificate) -> Candidate:
        """Return the law that a certificate of this kind is about, of its simplest class."""
        from lastmove.laws.automata.family import AutomatonLaw
        from lastmove.laws.formula import FormulaLaw

        label, what = cert["labels"][0], cert["what"]
        if isinstance(label, dict) and cert["numeration"].startswith("base "):
            from lastmove.laws.digits import RadixLaw

            return RadixLaw.from_certificate(cert)
        if isinstance(label, dict):
            automata = {"G" if what == "grundy" else "W": label}
            return AutomatonLaw.from_certificate({**cert, "automata": automata})
        case = {"where": 1, "repeats": [], "label": label}
        return FormulaLaw.from_certificate({**cert, "cases": [case], "parameters": []})


def certificate(candidate: Candidate, sample: Sample) -> Certificate:
    """Return a certificate that the checker accepts.

    Raises
    ------
    NoProof
        If none was found; without a reason where estimates are of no use.
    """
    system: Any = document(sample.system)
    programs = system["programs"]
    if any("moves" not in p for p in programs) or sample.what == "value":
        raise NoProof("")
    if len(programs) == 1 and not _inexact(programs[0]["moves"], sample.what):
        raise NoProof("")
    made = {
        "format": FORMAT,
        "kind": "between",
        "what": sample.what,
        "system": system,
        "numeration": getattr(candidate, "numeration", "binary"),
        "labels": labels_of(candidate, sample),
    }
    try:
        return proved(made, candidate)
    except NoProof as reason:
        if hasattr(candidate, "numeration"):
            raise
        # What asks for digits in another base may be exact there; labels are expressions.
        for base in bases(sample)[1:]:
            if any(_raises(p["moves"], base) for p in programs):
                with suppress(NoProof):
                    return proved({**made, "numeration": numeration_of(base)}, candidate)
        raise reason


def _raises(data: Any, base: int) -> bool:
    """Return whether a block multiplies a variable by a base, again and again."""
    if not isinstance(data, list):
        return False
    again = data[:1] == ["set"] and doubles(data[2], data[1], base)
    return again or any(_raises(part, base) for part in data)


def proved(made: Certificate, candidate: Candidate) -> Certificate:
    """Return a certificate, given all of it but the ranking and the estimates.

    Raises
    ------
    NoProof
        If none was found that the checker accepts.
    """
    claim = json.dumps(made, sort_keys=True)
    if claim in _FAILED:  # the same law was learned from a smaller table
        raise NoProof(_FAILED[claim])
    try:
        return _proved(made, candidate)
    except NoProof as reason:
        if len(_FAILED) >= _MOST_FAILED:
            _FAILED.clear()
        _FAILED[claim] = str(reason)
        raise


def _proved(made: Certificate, candidate: Candidate) -> Certificate:
    """Return a certificate whose estimates are found by trying."""
    reasons: dict[str, None] = {}
    text, until = json.dumps(made["system"]), process_time() + _MOST_SECONDS
    # Remainders take large automata in Zeckendorf's numeration.
    moduli = _moduli(candidate) if made["numeration"] != "zeckendorf" else ()
    # Facts about digits make automata larger: only where exponents need them.
    digits = made["kind"] == "exponent" or made["numeration"].startswith("base ")
    for rounds in (1, 2, 3):
        fine, why = _sound(text, made["numeration"], moduli, rounds, digits)
        reasons |= dict.fromkeys(why)
        for ranks, estimates in fine:
            trial = {**made, "ranking": ranks, "estimates": estimates}
            if process_time() > until:
                raise NoProof("; ".join([*reasons, "other estimates are not tried"]))
            try:
                check(trial)
            except Rejected as reason:
                reasons[f"with estimates, {reason}"] = None
                if "is not decided" in str(reason) or "too much work" in str(reason):
                    raise NoProof("; ".join(reasons)) from None
            else:
                return trial
    raise NoProof("; ".join(reasons))


@lru_cache(maxsize=32)
def _sound(
    text: str, numeration: str, moduli: tuple[int, ...], rounds: int, digits: bool
) -> tuple[list[tuple[Any, Any]], list[str]]:
    """Return rankings and estimates with which rules are right whatever the law, and why not."""
    system = json.loads(text)
    programs = system["programs"]
    games = [Game(p, [len(p["coords"]) for p in programs]) for p in programs]
    until = process_time() + _SECONDS
    found, reasons = [], dict[str, None]()
    blocks = [unfolded(p["moves"], highest(p["moves"]) + 1) for p in programs]
    if rounds > 1 and not any(map(loops, blocks)):
        return [], []
    for estimates in _estimates(programs, blocks, list(moduli), rounds):
        if digits:
            estimates = [{**own, "digits": True} for own in estimates]
        for ranks in _rankings(programs):
            trial = {
                "what": "outcome",
                "numeration": numeration,
                "labels": [0] * len(games),
                "ranking": ranks,
                "estimates": estimates,
            }
            reason = ""
            try:
                claim = Between(trial, games, _WORK)
                for table in claim.tables:
                    claim.rules(table)
            except Rejected as rejected:
                reason = str(rejected)
                reasons[f"with estimates, {reason}"] = None
            except (TypeError, ValueError, LookupError, RecursionError):
                return [], ["the rules cannot be estimated"]
            if not reason:
                found.append((ranks, estimates))
            if process_time() > until or "too much work" in reason:
                return found, list(reasons)
            if "ranking" not in reason:
                break
    return found, list(reasons)


def _inexact(data: Any, what: str) -> bool:
    """Return whether a block asks for anything that automata cannot follow."""
    if not isinstance(data, list) or not data:
        return False
    op = data[0] if isinstance(data[0], str) else ""
    if op == "loop" or op in UNARY or op == "gcd" or (op == "for" and type(data[4]) is not int):
        return True
    if op in ("%", "//", "**", "<<") and isinstance(data[2], list):
        return True
    if op == "*" and isinstance(data[1], list) and isinstance(data[2], list):
        return True
    if op == "move" and len(data[1]) > 1 and what in ("outcome", "misere"):
        return True
    return any(_inexact(part, what) for part in data)


def labels_of(candidate: Candidate, sample: Sample) -> list[Any]:
    """Return the labels of all games of a system; those of later games are learned here.

    Raises
    ------
    NoProof
        If one of them has no law.
    """
    from lastmove.laws.periodic import PeriodicLaw, fit

    automata = getattr(candidate, "automata", None)
    if automata is not None and ("G" in automata or "W" in automata):
        (own,) = automata.values()
        made: list[Any] = [{"transitions": own.transitions, "accepting": own.accepting}]
    else:
        law = candidate.expression()
        if law is None:
            raise NoProof("the law is no expression")
        made = [law.to_json()]
    for place in range(1, len(sample.system.programs)):
        if len(sample.system.programs[place].coords) != 1:
            raise NoProof("a second game of several coordinates")
        extents = (min(max(sample.extents), 2400),)
        found = fit(tabulate(sample.system, sample.what, extents, place))
        if found is None or (found.saltus and sample.what != "grundy"):
            raise NoProof("a second game without a law")
        other = PeriodicLaw(sample.what, found).expression()
        assert other is not None
        made.append(other.to_json())
    return made


def _moduli(candidate: Candidate) -> tuple[int, ...]:
    """Return numbers whose remainders the law may hang on: prime factors of its period, and it."""
    period = getattr(getattr(candidate, "repetition", None), "period", 1)
    if not 1 < period <= _MOST_MODULUS:
        return (2,)
    return (*(p for p in (2, 3, 5, 7, 11) if period % p == 0 and p != period), period)


def _rankings(programs: list[Any]) -> Iterator[list[Any]]:
    """Yield forms of the coordinates that play may lower."""
    sizes, count = [len(p["coords"]) for p in programs], len(programs)
    yield [[[1] * size + [count - i]] for i, size in enumerate(sizes)]
    if count > 1 or sizes[0] == 1:
        return
    (size,) = sizes
    game, steps = Game(programs[0]), set()
    for x in product(range(8), repeat=size):
        if game.legal(x):
            for option in game.options(x):
                steps |= {tuple(b - a for a, b in zip(x, y, strict=True)) for _, *y in option}
    weights = ranking(steps, size)
    if weights is not None:
        yield [[[*weights, 0]]]
    units = [[int(i == j) for j in range(size)] + [0] for i in range(size)]
    yield [[[1] * size + [0], *units]]


def _estimates(
    programs: list[Any], blocks: list[Any], moduli: list[int], rounds: int
) -> Iterator[list[dict[str, Any]]]:
    """Yield ways to estimate the moves of each game, each once."""
    runs = [_Runs(p, block, rounds) for p, block in zip(programs, blocks, strict=True)]
    seen = []
    asked = moduli and any(_inexact(p["moves"], "") for p in programs)
    choices = [moduli[:-1] or moduli, moduli, sorted({*moduli, 2, 3})] if asked else [[]]
    for known in choices:
        for tell in ([], known, known[-1:]):
            made = [
                {"rounds": rounds, "moduli": known, "loops": run.invariants(tell)} for run in runs
            ]
            if made not in seen:
                seen.append(made)
                yield made


class _Runs:
    """What variables are at the start of rounds of each loop, at small positions."""

    def __init__(self, program: dict[str, Any], block: Any, rounds: int) -> None:
        self.bodies = loops(block)
        self.size = len(program["coords"])
        self.seen: list[list[list[dict[str, int]]]] = [[] for _ in self.bodies]
        if self.bodies:
            self._run(program, block)
        # Rounds that are not run as they stand.
        self.seen = [[run[rounds:] for run in runs] for runs in self.seen]

    def _run(self, program: dict[str, Any], block: Any) -> None:
        out = ["def run(x):"]
        lines_of(block, 1, out, self.size, [])
        text, place = [], 0
        for line in out:
            stripped = line.lstrip()
            pad = line[: len(line) - len(stripped)]
            if stripped == "for _ in rounds():":
                text += [f"{pad}mark{place} = begin({place})", line]
                text.append(f"{pad}    note(mark{place}, x, locals())")
                place += 1
            else:
                text.append(line)
        counts = [0] * place

        def begin(loop: int) -> tuple[int, list[dict[str, int]]]:
            run: list[dict[str, int]] = []
            self.seen[loop].append(run)
            return loop, run

        def note(mark: tuple[int, list[dict[str, int]]], x: Any, known: dict[str, Any]) -> None:
            loop, run = mark
            counts[loop] += 1
            if counts[loop] > _ROUNDS or len(run) > _ROUNDS:
                raise Rejected("enough")
            values = {k: n for k, n in known.items() if k[1:].isdigit() and k[0] == "v"}
            run.append({**values, **{f"x{i}": n for i, n in enumerate(x)}})

        budget = [_TURNS]

        def counted(*ends: int) -> range:
            turns = range(*ends)
            budget[0] -= len(turns)
            if budget[0] < 0:
                raise Rejected("enough")
            return turns

        scope = {"Rejected": Rejected, "begin": begin, "note": note, "range": counted, **FUNCTIONS}
        scope["rounds"] = lambda: iter(int, 1)
        exec("\n".join([*text, "    yield from ()"]), scope)
        domain = program.get("domain")
        legal = eval(f"lambda x: {1 if domain is None else text_of(domain, self.size)}", scope)
        edge = {1: 700, 2: 26, 3: 9}.get(self.size, 5)
        try:
            for x in product(range(edge), repeat=self.size):
                if legal(x):
                    for _ in scope["run"](x):  # type: ignore[operator]
                        pass
        except (Rejected, ArithmeticError, ValueError, LookupError):
            return  # what was seen will do

    def invariants(self, moduli: list[int]) -> list[dict[str, Any]]:
        """Return what may hold at the start of each round of each loop, and what may fall."""
        return [
            {"holds": self._holds(body, runs, moduli), "falls": self._falls(body, runs)}
            for body, runs in zip(self.bodies, self.seen, strict=True)
        ]

    def _names(self, body: Any, runs: list[list[dict[str, int]]]) -> tuple[list[str], list[str]]:
        """Return the variables that rounds change, and others that are known there."""
        states = [state for run in runs for state in run]
        known = set.intersection(*(set(state) for state in states)) if states else set()
        first = {k for run in runs for k in (run[0] if run else ())}
        changed = {f"v{k}" for k in assigned(body)} & known & first
        inside = {f"v{k}" for k in assigned(body)}
        return sorted(changed), sorted(known - inside)

    def _holds(self, body: Any, runs: list[list[dict[str, int]]], moduli: list[int]) -> Any:
        changed, others = self._names(body, runs)
        states = [state for run in runs for state in run]
        if not states:
            return 1
        parts: list[Any] = []
        for name in changed:
            parts.append([">=", _entry(name), min(2, max(0, min(s[name] for s in states)))])
            for other in [*others, *changed]:
                if other != name and all(s[name] <= s[other] for s in states):
                    parts.append(["<=", _entry(name), _entry(other)])
        for m in moduli:
            names = [*changed, *(k for k in others if k[0] == "v")][:3]
            rests = sorted({tuple(s[name] % m for name in names) for s in states})
            if changed and len(rests) < min(m ** len(names), _MOST_RESTS):
                parts.append(_one_of(names, rests, m))
        return _chain("and", parts) if parts else 1

    def _falls(self, body: Any, runs: list[list[dict[str, int]]]) -> Any:
        changed, others = self._names(body, runs)
        steps = [pair for run in runs for pair in pairwise(run)]
        for name in changed:
            if all(0 <= after[name] < before[name] for before, after in steps):
                return _entry(name)
            for other in [*others, *changed]:
                gaps = [[s[other] - s[name] for s in step] for step in steps]
                if all(before >= 0 and after < before for before, after in gaps):
                    return ["-", _entry(other), _entry(name)]
        return 0


def _entry(name: str) -> list[Any]:
    return [name[0], int(name[1:])]


def _chain(op: str, parts: list[Any]) -> Any:
    made = parts[0]
    for part in parts[1:]:
        made = [op, made, part]
    return made


def _one_of(names: list[str], rests: list[tuple[int, ...]], m: int) -> Any:
    """Return that the remainders of some variables are among those listed."""
    if len(names) == 1:
        return ["at", ["%", _entry(names[0]), m], [int((r,) in rests) for r in range(m)]]
    ways = [
        _chain("and", [["==", ["%", _entry(n), m], r] for n, r in zip(names, rest, strict=True)])
        for rest in rests
    ]
    return _chain("or", ways)
