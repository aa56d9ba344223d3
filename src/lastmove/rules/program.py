"""Programs: a game's rules as guarded integer statements, and a plain interpreter for them.

The form is described in ``docs/reference/program.md``. In Python a block is a tuple of
statements and a statement is a tuple laid out as there, with `Expr` objects for expressions.
The interpreter here is slow and obvious. It computes without bounds, so it answers where 64 bits
do not suffice, and it is what the native one is compared with.
"""

from __future__ import annotations

from lastmove.rules.expr import Expr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import Any

    from lastmove.rules.ruleset import Rules
    from lastmove.rules.tracing.reads import Reads

    Statement = tuple[Any, ...]
    Block = tuple[Statement, ...]
    Option = tuple[tuple[int, ...], ...]

__all__ = ["FORMAT", "Failure", "Program", "System", "expressions", "statements"]

FORMAT = "lastmove-program/1"
_LONGEST = 4096  # bits, where the number of steps is limited


class Failure(Exception):
    """The rules raise an error at the position (a ``fail`` statement was reached)."""


class Program:
    """The moves of one game as statements over integers.

    Attributes
    ----------
    name : str
    coords, vars : tuple of str
        Names of the coordinates and of the local variables.
    domain : Expr or None
        Non-zero at the legal positions; None for all coordinates >= 0.
    moves, left, right : block or None
        `moves` of an impartial game; otherwise `left` and `right`.
    place : int
        The Program's index in its system.
    games : tuple of str
        The names of all games in the system.
    """

    __slots__ = ("coords", "domain", "games", "left", "moves", "name", "place", "right", "vars")

    def __init__(
        self,
        name: str,
        coords: Sequence[str],
        vars: Sequence[str] = (),
        *,
        domain: Expr | None = None,
        moves: Block | None = None,
        left: Block | None = None,
        right: Block | None = None,
        place: int = 0,
        games: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.coords = tuple(coords)
        self.vars = tuple(vars)
        self.domain = domain
        self.moves = moves
        self.left = left
        self.right = right
        self.place = place
        self.games = tuple(games) or (name,)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The moves; or Left's, then Right's."""
        if self.moves is not None:
            return (self.moves,)
        return (self.left or (), self.right or ())

    def run(
        self, position: Sequence[int], player: int = 0, *, steps: int | None = None
    ) -> Iterator[Option]:
        """Yield the options at a position in the order of the rules.

        Parameters
        ----------
        position : sequence of int
            The coordinates; that they are legal is not checked.
        player : int, default 0
            0 for the moves of an impartial game or Left's, 1 for Right's.
        steps : int, optional
            How many statements to run at most.

        Yields
        ------
        tuple
            The components, each the index of its game in the system and its coordinates.

        Raises
        ------
        Failure
            Where the rules raise an error.
        ZeroDivisionError, ValueError, IndexError
            Where an expression has no value.
        TimeoutError
            After `steps` statements, or where they make numbers of thousands of digits.
        """
        blocks = self.blocks
        scratch: list[Any] = [None] * len(self.vars)
        left = [-1 if steps is None else steps]
        yield from _run(blocks[min(player, len(blocks) - 1)], position, scratch, left)

    def legal(self, position: Sequence[int]) -> bool:
        """Return whether a position of the right number of coordinates is legal."""
        if self.domain is None:
            return all(x >= 0 for x in position)
        return self.domain.evaluate(position, [0] * len(self.vars)) != 0

    def __str__(self) -> str:
        from lastmove.rules.listing import program_text

        return program_text(self)

    def __repr__(self) -> str:
        return f"<Program {self.name}({', '.join(self.coords)})>"

    def to_json(self) -> dict[str, Any]:
        """Return the Program as JSON data.

        Returns
        -------
        dict
            As in ``docs/reference/program.md``.
        """
        data: dict[str, Any] = {
            "name": self.name,
            "coords": list(self.coords),
            "vars": list(self.vars),
            "domain": None if self.domain is None else self.domain.to_json(),
        }
        for field in ("moves", "left", "right"):
            block = getattr(self, field)
            if block is not None:
                data[field] = _block_to_json(block)
        return data

    @staticmethod
    def from_json(data: Any, place: int = 0, games: Sequence[str] = ()) -> Program:
        """Read a Program from JSON data.

        Raises
        ------
        ValueError
            If the data is not a Program; the message says what is wrong.
        """
        if not isinstance(data, dict):
            raise ValueError(f"a Program is an object with fields, not {data!r:.60}")
        for field in ("name", "coords", "vars"):
            if field not in data:
                raise ValueError(f"a Program needs the field {field!r}")
        domain = data.get("domain")
        blocks = {f: _read_block(data[f]) for f in ("moves", "left", "right") if f in data}
        if set(blocks) not in ({"moves"}, {"left", "right"}):
            raise ValueError("a Program has either 'moves', or 'left' and 'right'")
        program = Program(
            data["name"],
            data["coords"],
            data["vars"],
            domain=None if domain is None else Expr.from_json(domain),
            place=place,
            games=games,
            **blocks,
        )
        _check(program)
        return program


class System:
    """Programs whose moves refer to one another by index; the first is the game asked about.

    Attributes
    ----------
    programs : tuple of Program
    games : tuple
        The rules and number of coordinates of each Program, where they are known.
    reads : Reads or None
        What the rules read from outside themselves when they were traced.
    measure : list, int, str or None
        The measure that the rules give, as data of an expression, or why it is none.
    unordered : bool
        Whether options come from sets: in any order, some more than once.
    """

    __slots__ = ("games", "measure", "programs", "reads", "unordered")

    def __init__(
        self,
        programs: Sequence[Program],
        games: Sequence[tuple[Rules, int]] = (),
        reads: Reads | None = None,
        *,
        unordered: bool = False,
    ) -> None:
        self.unordered = unordered
        self.programs = tuple(programs)
        self.games = tuple(games)
        self.reads = reads
        self.measure: Any = None

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.programs))

    def to_json(self) -> str:
        """Return the system as JSON text, which is what the native core reads.

        Returns
        -------
        str
            As in ``docs/reference/program.md``.
        """
        from json import dumps

        data = {"format": FORMAT, "programs": [p.to_json() for p in self.programs]}
        return dumps(data, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> System:
        """Read a system from JSON text.

        Raises
        ------
        ValueError
            If the text is not a system of Programs.
        """
        from json import loads

        data = loads(text)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"a system of Programs has the format {FORMAT!r}")
        entries = data.get("programs")
        if not isinstance(entries, list) or not entries:
            raise ValueError("a system of Programs lists at least one Program")
        games = [e.get("name", "?") if isinstance(e, dict) else "?" for e in entries]
        programs = [Program.from_json(e, place=i, games=games) for i, e in enumerate(entries)]
        for program in programs:
            for statement in statements(program):
                for game, *coords in statement[1] if statement[0] == "move" else ():
                    if game >= len(programs) or len(coords) != len(programs[game].coords):
                        raise ValueError(
                            f"a move of {program.name} leads to game {game} with {len(coords)} "
                            "coordinates, which the system does not have"
                        )
        return System(programs)


def statements(program: Program) -> Iterator[Statement]:
    """Yield every statement of a Program, outer ones first."""
    stack: list[Statement] = [s for block in reversed(program.blocks) for s in reversed(block)]
    while stack:
        statement = stack.pop()
        yield statement
        for part in reversed(_inner_blocks(statement)):
            stack.extend(reversed(part))


def expressions(program: Program) -> Iterator[Expr]:
    """Yield every outermost expression of a Program, its domain first."""
    if program.domain is not None:
        yield program.domain
    for statement in statements(program):
        if statement[0] == "move":
            for component in statement[1]:
                yield from component[1:]
        else:
            yield from (part for part in statement[1:] if isinstance(part, Expr))


def constants(program: Program) -> set[int]:
    """Return 0, 1, the numbers in a Program's expressions and the lengths of its tables."""
    found = {0, 1}
    for e in expressions(program):
        for inner in e.walk():
            if inner.op == "const":
                found.add(inner.args[0])
            elif inner.op == "at":
                found.add(len(inner.args[1]))
    return found


def _inner_blocks(statement: Statement) -> tuple[Block, ...]:
    op = statement[0]
    if op == "if":
        return statement[2:4]
    if op == "for":
        return (statement[5],)
    return (statement[1],) if op == "loop" else ()


def _run(
    block: Block, coords: Sequence[int], scratch: list[Any], steps: list[int]
) -> Generator[Option, None, str | None]:
    """Run a block; return "break", "continue" or "return" if it left by one."""
    _count(steps)  # of an empty block as well: loops have to end
    for statement in block:
        _count(steps)
        op = statement[0]
        left: str | None = None
        if op == "set":
            value = scratch[statement[1]] = statement[2].evaluate(coords, scratch)
            if steps[0] >= 0 and value.bit_length() > _LONGEST:
                raise TimeoutError("the Program computes numbers that are too long")
        elif op == "move":
            yield tuple(
                (part[0], *(e.evaluate(coords, scratch) for e in part[1:])) for part in statement[1]
            )
        elif op == "if":
            chosen = 2 if statement[1].evaluate(coords, scratch) else 3
            left = yield from _run(statement[chosen], coords, scratch, steps)
        elif op == "for":
            _, v, *bounds, body = statement
            for i in range(*(e.evaluate(coords, scratch) for e in bounds)):
                scratch[v] = i
                left = yield from _run(body, coords, scratch, steps)
                if left in ("break", "return"):
                    break
            left = "return" if left == "return" else None
        elif op == "loop":
            while left not in ("break", "return"):
                left = yield from _run(statement[1], coords, scratch, steps)
            left = "return" if left == "return" else None
        elif op == "fail":
            raise Failure(statement[1])
        else:
            left = op
        if left is not None:
            return left
    return None


def _count(steps: list[int]) -> None:
    if steps[0] == 0:
        raise TimeoutError("the Program runs for too long")
    steps[0] -= 1


def _block_to_json(block: Block) -> list[Any]:
    return [[_part_to_json(part) for part in statement] for statement in block]


def _part_to_json(part: Any) -> Any:
    if isinstance(part, Expr):
        return part.to_json()
    if not isinstance(part, tuple):
        return part
    if part and isinstance(part[0], tuple) and part[0] and isinstance(part[0][0], int):
        return [[_part_to_json(e) for e in component] for component in part]
    return _block_to_json(part)


_LAYOUT = {
    "set": "ve",
    "if": "ebb",
    "for": "veeeb",
    "loop": "b",
    "break": "",
    "continue": "",
    "return": "",
    "fail": "t",
    "move": "m",
}


def _read_block(data: Any) -> Block:
    if not isinstance(data, list):
        raise ValueError(f"a block is a list of statements, not {data!r:.60}")
    return tuple(_read_statement(s) for s in data)


def _read_statement(data: Any) -> Statement:
    op = data[0] if isinstance(data, list) and data else None
    layout = _LAYOUT.get(op) if isinstance(op, str) else None
    if layout is None:
        raise ValueError(f"a statement is a list that starts with its name, not {data!r:.60}")
    if len(data) != len(layout) + 1:
        raise ValueError(f"{op!r} takes {len(layout)} parts, not {len(data) - 1}")
    return (op, *(_READ[kind](part) for kind, part in zip(layout, data[1:], strict=True)))


def _read_index(data: Any) -> int:
    if type(data) is not int or data < 0:
        raise ValueError(f"a variable or a game is named by its index, not {data!r:.60}")
    return data


def _read_text(data: Any) -> str:
    if not isinstance(data, str):
        raise ValueError(f"'fail' takes a text, not {data!r:.60}")
    return data


def _read_move(data: Any) -> tuple[tuple[Any, ...], ...]:
    if not isinstance(data, list) or not all(isinstance(part, list) and part for part in data):
        raise ValueError(f"a move is a list of components, not {data!r:.60}")
    return tuple((_read_index(g), *(Expr.from_json(e) for e in coords)) for g, *coords in data)


_READ: dict[str, Any] = {
    "v": _read_index,
    "e": Expr.from_json,
    "b": _read_block,
    "t": _read_text,
    "m": _read_move,
}


def _check(program: Program) -> None:
    """Check that indices of coordinates and variables exist."""
    limits = {"x": len(program.coords), "v": len(program.vars)}
    used = [(s[0], s[1]) for s in statements(program) if s[0] in ("set", "for")]
    for e in expressions(program):
        used += [(inner.op, inner.args[0]) for inner in e.walk() if inner.op in limits]
        used += [("v", i.args[0]) for i in e.walk() if i.op in ("any", "all", "sum")]
        used += [("v", i.args[0]) for i in e.walk() if i.op in ("least", "greatest")]
    for kind, index in used:
        if index >= limits.get(kind, limits["v"]):
            what = "coordinate" if kind == "x" else "variable"
            raise ValueError(f"{program.name} uses {what} {index}, which it does not name")
