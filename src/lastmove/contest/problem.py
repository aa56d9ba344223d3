"""What a judge problem is: its text, its layout in lines, its closed form."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Where each problem lives. A new one is a file beside this one and a line here.
_MODULES = {
    "ccpc2020-mianyang-g": "game_of_cards",
    "hdu3544": "cutcake",
    "hdu3389": "box_transfer",
}


class Problem:
    """A judge problem with the closed form that answers it.

    Parameters
    ----------
    name : str
        What the judge calls it, as given to ``lastmove judge``.
    title, source : str
        Title and contest of the problem.
    game : str
        Name of the built-in ruleset that states the same game.
    statement : str
        The game and the format of input and output, in a few lines.
    sample_input, sample_output : str
        The sample of the statement.
    layout : {"single", "lines", "row"}
        A case is one line; or a line with the number of its items and then a line for each; or
        such a line and then one line with all of them.
    items : str
        What the items of a case are called, in the plural.
    numbers : tuple of str
        Names of the integers of one item.
    low, high : int
        Their range, both ends included.
    formula : callable
        The worth of one item as a function of its integers and, last, its place in the case
        counted from 1. It is written with operators and `where` alone, so that it takes integers
        as well as symbolic expressions.
    combine : {"sum", "xor"}
        Whether worths are numbers that add, the first player winning if the sum is positive; or
        Grundy values, the first player winning if the exclusive or is not zero.
    case, wins, loses : str
        An answer is `case`, the number of the case, ``": "`` and `wins` or `loses`, as seen from
        the player who moves first.
    """

    __slots__ = (
        "case",
        "combine",
        "formula",
        "game",
        "high",
        "items",
        "layout",
        "loses",
        "low",
        "name",
        "numbers",
        "sample_input",
        "sample_output",
        "source",
        "statement",
        "title",
        "wins",
    )

    def __init__(
        self,
        *,
        name: str,
        title: str,
        source: str,
        game: str,
        statement: str,
        sample_input: str,
        sample_output: str,
        layout: str,
        items: str,
        numbers: tuple[str, ...],
        low: int,
        high: int,
        formula: Callable[..., Any],
        combine: str,
        case: str,
        wins: str,
        loses: str,
    ) -> None:
        self.name = name
        self.title = title
        self.source = source
        self.game = game
        self.statement = statement
        self.sample_input = sample_input
        self.sample_output = sample_output
        self.layout = layout
        self.items = items
        self.numbers = numbers
        self.low = low
        self.high = high
        self.formula = formula
        self.combine = combine
        self.case = case
        self.wins = wins
        self.loses = loses

    def __repr__(self) -> str:
        return f"<judge problem {self.name}: {self.title}>"

    def to_json(self) -> str:
        """Return the form that the native driver reads.

        Returns
        -------
        str
            A JSON object: layout, range, verdicts, and the closed form as an expression.
        """
        import json

        from lastmove.rules.expr import coord

        worth = self.formula(*(coord(place) for place in range(len(self.numbers) + 1)))
        fields = {
            "layout": self.layout,
            "items": self.items,
            "numbers": list(self.numbers),
            "low": self.low,
            "high": self.high,
            "formula": worth.to_json(),
            "combine": self.combine,
            "case": self.case,
            "wins": self.wins,
            "loses": self.loses,
        }
        return json.dumps(fields, separators=(",", ":"))

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate that the closed form is the law of the game, for ``lastmove check``."""
        import json
        from pathlib import Path

        file = Path(__file__).parent / "certificates" / f"{self.name}.json"
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return found

    def first_player_wins(self, items: list[tuple[int, ...]]) -> bool:
        """Return whether the player who moves first wins a case, by the closed form.

        Parameters
        ----------
        items : list of tuple of int
            The integers of each item.

        Returns
        -------
        bool
            True if that player wins.

        Examples
        --------
        >>> get("hdu3544").first_player_wins([(3, 2), (1, 2)])
        False
        """
        worths = [self.formula(*item, place) for place, item in enumerate(items, 1)]
        if self.combine == "sum":
            return bool(sum(worths) > 0)
        total = 0
        for worth in worths:
            total ^= worth
        return bool(total != 0)


def names() -> tuple[str, ...]:
    """Return the names of all judge problems.

    Returns
    -------
    tuple of str
        In the order in which they came to lastmove.

    Examples
    --------
    >>> names()
    ('ccpc2020-mianyang-g', 'hdu3544', 'hdu3389')
    """
    return tuple(_MODULES)


def get(name: str) -> Problem:
    """Return a judge problem.

    Parameters
    ----------
    name : str
        One of `names()`.

    Returns
    -------
    Problem
        The problem.

    Raises
    ------
    LookupError
        If there is no problem of that name; the message lists those there are.

    Examples
    --------
    >>> get("hdu3389").title
    'Game'
    """
    module = _MODULES.get(name)
    if module is None:
        raise LookupError(f"there is no judge problem {name!r}; there are {', '.join(_MODULES)}")
    from importlib import import_module

    problem: Problem = import_module(f"lastmove.contest.{module}").PROBLEM
    return problem


def answer(name: str, text: str | bytes) -> str:
    r"""Return the answers to a judge's input.

    Parameters
    ----------
    name : str
        The problem, one of `names()`.
    text : str or bytes
        The input.

    Returns
    -------
    str
        What ``lastmove judge`` writes to standard output.

    Raises
    ------
    LookupError
        If there is no such problem.
    NotationError
        If the input is not in the format of the problem; the message has the line, and what was
        expected there.

    Examples
    --------
    >>> print(answer("hdu3389", "1\n7\n1 3 3 2 2 1 2\n"), end="")
    Case 1: Bob
    """
    from lastmove._core import judge_bytes

    data = text.encode() if isinstance(text, str) else text
    answers, fault = judge_bytes(get(name).to_json(), data)
    if fault is not None:
        from lastmove.errors import NotationError

        raise NotationError(fault)
    return answers.decode()
