"""Laws in sectors proved by SMT solvers: queries, winning moves as witnesses, and who is asked.

The queries are those that the checker writes (`check_solver`); here are found the forms that give
winning moves, so that the queries have no quantifiers, and the solvers are run. z3 comes with
``pip install lastmove[smt]``; cvc5 is asked as well if it is installed, as a Python package or as
a program.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from time import process_time
from typing import TYPE_CHECKING, Any

from lastmove.laws import check_solver
from lastmove.laws.base import FORMAT, NoProof
from lastmove.laws.check import Game, Rejected
from lastmove.laws.game import document, ranking

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.laws.base import Candidate, Certificate, Sample

__all__ = ["certificate", "scripts", "solvers"]

INSTALL = "pip install lastmove[smt]"
# Milliseconds that a solver has for one query.
_PATIENCE = 5_000
# Seconds for all queries together.
_SECONDS = 15
_SAMPLED = 4_000


def certificate(law: Candidate, sample: Sample) -> Certificate:
    """Return a certificate that relies on a solver.

    Raises
    ------
    NoProof
        If the rules cannot be written as queries, there is no solver, or one does not agree.
    """
    made = _claim(law, sample)
    asked = solvers()
    if not asked:
        raise NoProof(f"an SMT solver might prove the law: {INSTALL}")
    agreed: list[str] = []
    until = process_time() + _SECONDS
    for name, answer in asked:
        for query, script in made["queries"].items():
            verdict = answer(script) if process_time() < until else "too late"
            if verdict == "sat" and agreed:
                raise NoProof(f"solvers disagree: {name} contradicts {agreed[0]} on {query!r}")
            if verdict == "sat":
                raise NoProof(f"{name} contradicts the law: {query}")
            if verdict != "unsat":
                break
        else:
            agreed.append(name)
    if not agreed:
        names = " and ".join(name for name, _ in asked)
        raise NoProof(f"{names} gave up on a query")
    return {**made, "solvers": agreed}


def scripts(law: Candidate, sample: Sample) -> dict[str, str]:
    """Return the SMT-LIB scripts that prove a law if none is satisfiable, by name.

    Raises
    ------
    NoProof
        If the rules or the law are not linear.
    """
    found: dict[str, str] = _claim(law, sample)["queries"]
    return found


def _claim(law: Candidate, sample: Sample) -> Certificate:
    expression = law.expression()
    system = document(sample.system)
    if expression is None or law.what not in ("outcome", "misere", "grundy"):
        raise NoProof("the law is not written with linear comparisons and remainders")
    if len(system["programs"]) > 1 or "moves" not in system["programs"][0]:
        raise NoProof("a solver is asked about one impartial game only")
    game = Game(system["programs"][0])
    made: Certificate = {
        "format": FORMAT,
        "kind": "solver",
        "what": law.what,
        "system": system,
        "law": expression.to_json(),
    }
    try:
        writer = check_solver.Writer([f"x{i}" for i in range(game.size)], iter(range(10**6)))
        writer.walk(game.blocks[0], "true", {})
        weights = _weights(game)
        made |= {"weights": weights, "witnesses": _witnesses(law, game, writer.moves)}
        made["queries"] = check_solver.queries(made, game)
    except Rejected as reason:
        raise NoProof(f"no queries for a solver: {reason}") from None
    return made


def _positions(game: Game) -> list[tuple[int, ...]]:
    edge = max(3, int(_SAMPLED ** (1 / game.size)))
    return [x for x in product(range(edge), repeat=game.size) if game.legal(x)]


def _weights(game: Game) -> list[int]:
    steps: set[tuple[int, ...]] = set()
    for x in _positions(game):
        for option in game.options(x):
            for _, *y in option:
                steps.add(tuple(b - a for a, b in zip(x, y, strict=True)))
    found = ranking(steps, game.size)
    if found is None:
        raise NoProof("no weights of the coordinates show that play always ends")
    return list(found)


def _witnesses(
    law: Candidate, game: Game, moves: list[check_solver.Move]
) -> list[list[list[list[int]]]]:
    """Return forms that the variables of each move may take; none where a move has no variable.

    Forms with coefficients -1 to 1 and a small constant are tried on small positions, and kept if
    they are needed to win (or to reach a value) at one of them.
    """
    if not any(m.bound for m in moves):
        return [[] for _ in moves]
    grundy = law.what == "grundy"
    goals: list[tuple[tuple[int, ...], set[tuple[int, ...]]]] = []
    for x in _positions(game)[:1500]:
        own = law.label(x)
        for wanted in range(own) if grundy else range(min(own, 1)):
            after = [tuple(o[0][1:]) for o in game.options(x) if o]
            good = {y for y in after if law.label(y) == wanted}
            goals.append(((*x, wanted) if grundy else x, good))
    chosen: list[list[list[list[int]]]] = [[] for _ in moves]
    width = game.size + grundy
    forms = sorted(
        product(*([(-1, 0, 1)] * width), (-2, -1, 0, 1, 2)),
        key=lambda f: (sum(map(abs, f)), f),
    )[:400]
    left = list(range(len(goals)))
    for j, move in enumerate(moves):
        if len(move.bound) != 1 or move.after is None or not left:
            continue
        run = _runner(move, game.size)
        reach: list[tuple[set[int], list[int]]] = []
        for form in forms:
            won: set[int] = set()
            for g in left:
                x, good = goals[g]
                k = sum(c * v for c, v in zip(form, x, strict=False)) + form[-1]
                y = run(x[: game.size], k)
                if y in good:
                    won.add(g)
            if won:
                reach.append((won, list(form)))
        while True:
            most: set[int]
            most, best = max(reach, key=lambda r: len(r[0]), default=(set(), []))
            if not most:
                break
            chosen[j].append([best])
            left = [g for g in left if g not in most]
            reach = [(rest - most, f) for rest, f in reach if rest - most]
    return chosen if not left else [[] for _ in moves]


def _runner(move: check_solver.Move, size: int) -> Callable[[Any, int], tuple[int, ...] | None]:
    """Return what runs one move, given coordinates and its variable, from its own text."""
    guard, after = _python(move.guard), [_python(y) for y in move.after or []]
    names = ", ".join(f"x{i}" for i in range(size))
    text = f"lambda {names}, {move.bound[0]}: ({', '.join(after)},) if {guard} else None"
    scope = {"ite": lambda c, a, b: a if c else b}
    run = eval(text, scope)
    return lambda x, k: run(*x, k)


def _python(text: str) -> str:
    """Return a quantifier-free SMT-LIB term as Python text."""
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    place = 0

    def read() -> str:
        nonlocal place
        token = tokens[place]
        place += 1
        if token != "(":
            return {"true": "True", "false": "False"}.get(token, token)
        op = tokens[place]
        place += 1
        parts = []
        while tokens[place] != ")":
            parts.append(read())
        place += 1
        if op == "ite":
            return f"({parts[1]} if {parts[0]} else {parts[2]})"
        if op in ("not", "-") and len(parts) == 1:
            return f"({op} {parts[0]})"
        signs = {"=": "==", "div": "//", "mod": "%"}
        if op in ("exists", "forall", "let"):
            raise Rejected("a quantifier")
        return "(" + f" {signs.get(op, op)} ".join(parts) + ")"

    return read()


def solvers() -> list[tuple[str, Callable[[str], str]]]:
    """Return the solvers that are installed: name with version, and what answers a script."""
    return [found for found in (_z3(), _cvc5(), _program("yices-smt2")) if found is not None]


def _z3() -> tuple[str, Callable[[str], str]] | None:
    try:
        import z3
    except ImportError:
        return None

    def answer(script: str) -> str:
        solver = z3.Solver()
        solver.set("timeout", _PATIENCE)
        try:
            solver.from_string(script)
            return str(solver.check())
        except z3.Z3Exception as error:
            return f"error: {error}"

    return f"z3 {z3.get_version_string()}", answer


def _cvc5() -> tuple[str, Callable[[str], str]] | None:
    try:
        import cvc5
    except ImportError:
        return _program("cvc5")

    def answer(script: str) -> str:
        solver = cvc5.Solver()
        solver.setOption("tlimit-per", str(_PATIENCE))
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "query")
        symbols = parser.getSymbolManager()
        said = ""
        while True:
            command = parser.nextCommand()
            if command.isNull():
                return said.strip()
            said += command.invoke(solver, symbols)

    return f"cvc5 {cvc5.__version__}", answer


def _program(name: str) -> tuple[str, Callable[[str], str]] | None:
    from shutil import which

    path = which(name)
    if path is None:
        return None
    command = [path, "--lang=smt2"] if name == "cvc5" else [path]
    return name, lambda script: _said(command, script)


def _said(command: list[str], script: str) -> str:
    """Return what a program says to a script, or why it says nothing."""
    import os
    import signal
    from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

    try:
        # In a group of its own, so that what a wrapper has started ends with it.
        process = Popen(
            command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=os.name == "posix"
        )
    except OSError as error:
        return f"error: {error}"
    with process:
        try:
            said, _ = process.communicate(script.encode(), timeout=_PATIENCE / 1000)
        except BaseException as error:
            with suppress(OSError):
                if os.name == "posix":
                    os.killpg(process.pid, signal.SIGKILL)
                process.kill()
            if isinstance(error, TimeoutExpired):
                return "unknown"
            raise
    return said.decode(errors="replace").strip()
