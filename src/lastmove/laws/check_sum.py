"""Check that a position is a sum of games on some of its coordinates each.

Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws import check as door
    from lastmove.laws.check import COMPARE, REDUCE, Game, ints, need
else:
    import check as door
    from check import COMPARE, REDUCE, Game, ints, need

Deps = dict[int, set[int]]
# Operations that are defined everywhere; with others the rules may fail.
TOTAL = {"x", "v", "+", "-", "*", "neg", "abs", "min", "max", "&", "|", "^", "and", "or", "not"}
TOTAL |= COMPARE


def fails(e: Any) -> bool:
    """Return whether an expression may have no value somewhere."""
    return isinstance(e, list) and (e[0] not in TOTAL or any(map(fails, e[1:])))


def loop_fails(start: Any, stop: Any, step: Any) -> bool:
    """Return whether a range may be none."""
    return fails(start) or fails(stop) or type(step) is not int or step == 0


def used(e: Any, deps: Deps) -> set[int]:
    """Return the coordinates that an expression depends on."""
    if type(e) is int:
        return set()
    op, *a = e
    if op == "x":
        return {a[0]}
    if op == "v":
        return deps.get(a[0], set())
    if op == "at":
        return used(a[0], deps)
    if op in REDUCE:
        a = a[1:]
    return set().union(*(used(part, deps) for part in a))


def spread(block: Any, path: set[int], deps: Deps, out: list[set[int]]) -> None:
    """Note in `deps` what variables depend on, and in `out` what each move depends on."""
    for op, *a in block:
        if op == "set":
            deps[a[0]] = deps.get(a[0], set()) | used(a[1], deps) | path
            out.append(deps[a[0]] or {0})  # it may be that the rules fail here
        elif op == "if":
            here = path | used(a[0], deps)
            out += [here or {0}] if fails(a[0]) else []
            for part in a[1:]:
                spread(part, here, deps, out)
        elif jumps([op, *a]):
            out.append(path | whole([op, *a], path, deps) or {0})
        elif op == "for":
            ends = path.union(*(used(e, deps) for e in a[1:4]))
            out += [ends or {0}] if loop_fails(*a[1:4]) else []
            deps[a[0]] = deps.get(a[0], set()) | ends
            spread(a[4], ends, deps, out)
        else:
            out.append(path | moved([op, *a], deps))


def moved(statement: Any, deps: Deps) -> set[int]:
    """Return what a move changes and depends on."""
    op, *a = statement
    need(op == "move" and len(a[0]) == 1 and a[0][0][0] == 0, "no sum of its coordinates")
    need(any(e != ["x", i] for i, e in enumerate(a[0][0][1:])), "a move that moves nothing")
    parts = [{i} | used(e, deps) for i, e in enumerate(a[0][0][1:]) if e != ["x", i]]
    return set().union(*parts)


def jumps(statement: Any) -> bool:
    """Return whether a statement is a loop that may be left early, or has no other end."""
    op, *a = statement
    return op == "loop" or (op == "for" and any(map(jumping, a[4])))


def jumping(statement: Any) -> bool:
    """Return whether a statement goes on elsewhere."""
    op, *a = statement
    inner = {"if": a[1:3], "for": a[4:5]}.get(op, ())
    return op in ("break", "continue", "loop") or any(jumping(s) for part in inner for s in part)


def whole(statement: Any, path: set[int], deps: Deps) -> set[int]:
    """Return what a loop depends on that belongs to one group: all that is read or moved in it.

    What it sets depends on that as well.
    """
    everything, variables = set(path), set[int]()

    def look(block: Any) -> None:
        for name, *b in block:
            if name == "set":
                variables.add(b[0])
                everything.update(used(b[1], deps))
            elif name == "if":
                everything.update(used(b[0], deps))
                look(b[1])
                look(b[2])
            elif name == "for":
                variables.add(b[0])
                everything.update(*(used(e, deps) for e in b[1:4]))
                look(b[4])
            elif name == "loop":
                look(b[0])
            elif name == "move":
                everything.update(moved([name, *b], deps))
            else:  # a return would leave what other groups do
                need(name in ("break", "continue"), "no sum of its coordinates")

    look([statement])
    for v in variables:
        deps[v] = deps.get(v, set()) | everything
    return everything


def traced(program: dict[str, Any]) -> tuple[Deps, list[set[int]]]:
    """Return what variables and moves depend on."""
    deps: Deps = {}
    while True:
        before, out = {v: set(d) for v, d in deps.items()}, list[set[int]]()
        spread(program["moves"], set(), deps, out)
        if before == deps:
            return deps, out


def part(program: dict[str, Any], group: list[int]) -> dict[str, Any]:
    """Return the Program of the moves that depend on a group of coordinates, without the rest."""
    deps, _ = traced(program)
    inside = set(group)
    name = {i: k for k, i in enumerate(group)}

    def renamed(e: Any) -> Any:
        if type(e) is int:
            return e
        if e[0] == "x":
            return ["x", name[e[1]]]
        if e[0] in ("v", "at"):
            return [e[0], e[1]] if e[0] == "v" else ["at", renamed(e[1]), e[2]]
        kept = 2 if e[0] in REDUCE else 1
        return [*e[:kept], *map(renamed, e[kept:])]

    def filtered(block: Any) -> list[Any]:
        out: list[Any] = []
        for op, *a in block:
            if op == "set" and deps[a[0]] <= inside:
                out.append(["set", a[0], renamed(a[1])])
            elif op == "if" and used(a[0], deps) <= inside:
                one, other = filtered(a[1]), filtered(a[2])
                if one or other or fails(a[0]):
                    out.append(["if", renamed(a[0]), one, other])
            elif jumps([op, *a]):
                if whole([op, *a], set(), dict(deps)) <= inside:
                    out.append(within([op, *a]))
            elif op == "for" and set().union(*(used(e, deps) for e in a[1:4])) <= inside:
                body = filtered(a[4])
                if body or loop_fails(*a[1:4]):
                    out.append(["for", a[0], *map(renamed, a[1:4]), body])
            elif op == "move":
                changed = {i for i, e in enumerate(a[0][0][1:]) if e != ["x", i]}
                if changed and changed <= inside:
                    out.append(["move", [[0, *(renamed(a[0][0][1 + i]) for i in group)]]])
        return out

    def within(statement: Any) -> Any:
        op, *a = statement
        if op == "set":
            return [op, a[0], renamed(a[1])]
        if op == "if":
            return [op, renamed(a[0]), *([within(s) for s in block] for block in a[1:3])]
        if op == "for":
            return [op, a[0], *map(renamed, a[1:4]), [within(s) for s in a[4]]]
        if op == "loop":
            return [op, [within(s) for s in a[0]]]
        if op == "move":
            return [op, [[0, *(renamed(a[0][0][1 + i]) for i in group)]]]
        return statement

    return {
        "name": program["name"],
        "coords": [program["coords"][i] for i in group],
        "vars": program["vars"],
        "domain": None,
        "moves": filtered(program["moves"]),
    }


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check a sum: each move depends on and changes coordinates of one group only.

    Then the position is the disjunctive sum of its groups, and its Grundy value is the xor of
    theirs (Sprague 1935, Grundy 1939). Each group has a certificate of its own.
    """
    need(len(games) == 1 and "moves" in games[0].program, "one impartial game")
    program = games[0].program
    need(program.get("domain") is None, "a domain is not taken apart")
    need(cert["what"] in ("grundy", "outcome"), "a claim of another kind")
    groups = [ints(p["coords"], 0, "coordinates") for p in cert["parts"]]
    need(sorted(i for g in groups for i in g) == list(range(games[0].size)), "each coordinate once")
    for needs in traced(program)[1]:
        need(needs and any(needs <= set(g) for g in groups), "a move that links two groups")
    for group, entry in zip(groups, cert["parts"], strict=True):
        need(entry["certificate"]["what"] == "grundy", "Grundy values of each part")
        # What has to be trusted would be lost.
        need(entry["certificate"]["kind"] != "solver", "a part that a solver is to be trusted on")
        system = {"format": cert["system"]["format"], "programs": [part(program, group)]}
        door.check(entry["certificate"], system)
