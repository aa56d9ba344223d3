"""Heap games by code, by the numbers that may be taken, or by those that may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from lastmove import _core
from lastmove.errors import NotationError, RulesError
from lastmove.heaps.codes import format_code, parse_code
from lastmove.heaps.game import HeapGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lastmove.rules.ruleset import Rules


def _broken(total: int, parts: int, least: int = 1) -> Iterator[list[int]]:
    """Yield the ways to break a heap into so many non-empty ones, each in ascending order."""
    if parts == 0:
        if total == 0:
            yield []
        return
    if parts == 1:
        if total >= least:
            yield [total]
        return
    for first in range(least, total // parts + 1):
        for rest in _broken(total - first, parts - 1, first):
            yield [first, *rest]


def _moves(digits: tuple[int, ...], unequal: bool) -> Callable[[int], Iterator[list[int]]]:
    allowed = [
        (take, parts)
        for take, digit in enumerate(digits)
        for parts in range(digit.bit_length())
        if digit >> parts & 1
    ]

    def moves(n: int) -> Iterator[list[int]]:
        for take, parts in allowed:
            if take <= n:
                for heaps in _broken(n - take, parts):
                    if not (unequal and parts == 2 and heaps[0] == heaps[1]):
                        yield heaps

    return moves


_games: dict[str, HeapGame] = {}


def _by_digits(made_by: str, code: str, digits: list[int], unequal: bool = False) -> HeapGame:
    def start(threads: int, memory: int) -> _core.HeapGame:
        return _core.HeapGame(digits, unequal=unequal, threads=threads, memory=memory)

    if code not in _games:
        fixed = tuple(digits)
        _games[code] = HeapGame(made_by, code, _moves(fixed, unequal), fixed, start)
    return _games[code]


def octal(code: str) -> HeapGame:
    """Return the octal or hexadecimal game of a code.

    Parameters
    ----------
    code : str
        Such as ``"0.77"`` (Kayles), ``"0.137"`` (Dawson's Chess), ``"4.3"``, ``"0.3F"``.
        The same code always gives the same object.

    Returns
    -------
    HeapGame

    Raises
    ------
    NotationError
        If the code cannot be read, or allows a move that changes nothing.

    References
    ----------
    .. [1] R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52
       (1956) 514-526.

    Examples
    --------
    >>> import lastmove as lm
    >>> kayles = lm.octal("0.77")
    >>> kayles(5).grundy, (kayles(5) + lm.octal("0.137")(3)).outcome.value
    (4, 'N')
    """
    digits = parse_code(code)
    plain = format_code(digits)
    return _by_digits(f'octal("{plain}")', plain, digits)


def grundys_game() -> HeapGame:
    """Return Grundy's game: break a heap into two of different size.

    No period is known, and the bound of Guy and Smith does not apply to it.

    References
    ----------
    .. [1] P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.grundys_game().sequence(12)
    array([0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2], dtype=uint8)
    """
    return _by_digits("grundys_game()", "grundy", [4], unequal=True)


@overload
def subtraction(takes: Iterable[int]) -> HeapGame: ...
@overload
def subtraction(takes: Iterable[int], rights: Iterable[int]) -> Rules: ...
def subtraction(takes: Iterable[int], rights: Iterable[int] | None = None) -> HeapGame | Rules:
    """Return the game in which a number of counters from a finite set is taken.

    Parameters
    ----------
    takes : iterable of int
        The numbers, from 1 to 1,048,576.
    rights : iterable of int, optional
        The numbers that Right may take, if they are others; `takes` are Left's then.

    Returns
    -------
    HeapGame or Rules
        With `rights` the partizan rules: positions have outcomes and values, and
        ``law(what="outcome")`` finds and proves the period of the outcomes. They have no Grundy
        values, so there is no sequence.

    Raises
    ------
    RulesError
        If a number is out of range.

    References
    ----------
    .. [1] A. S. Fraenkel and A. Kotzig, Partizan octal games: partizan subtraction games,
       Internat. J. Game Theory 16 (1987).

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.subtraction({2, 5, 7}).sequence(12)
    array([0, 0, 1, 1, 0, 2, 1, 3, 2, 2, 0, 3], dtype=uint8)
    >>> print(lm.subtraction({2, 5, 7}).period())
    period 22 from 0 on
    >>> lm.subtraction({1, 2}, {1, 3})(5).value
    Game('^2*')
    """
    numbers = _numbers(takes)
    if rights is not None:
        from lastmove.rulesets import get

        return get("partizan_subtraction").using(
            lefts=tuple(numbers), rights=tuple(_numbers(rights))
        )
    digits = [0] * (numbers[-1] + 1 if numbers else 1)
    for take in numbers:
        digits[take] = 3
    listed = ",".join(map(str, numbers))
    return _by_digits(f"subtraction({{{listed}}})", f"subtract({listed})", digits)


def all_but(forbidden: Iterable[int]) -> HeapGame:
    """Return the game in which any number of counters is taken, except those in a finite set.

    Parameters
    ----------
    forbidden : iterable of int
        The numbers that may not be taken, from 1 to 1,048,576.

    Returns
    -------
    HeapGame

    Raises
    ------
    RulesError
        If a number is out of range.

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter IV.2 (all-but subtraction).

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.all_but({1, 3})
    >>> print(game.period())
    period 2 and saltus 1 from 0 on
    """
    numbers = _numbers(forbidden)
    listed = ",".join(map(str, numbers))
    code = f"all-but({listed})"
    if code not in _games:
        barred = frozenset(numbers)

        def moves(n: int) -> Iterator[list[int]]:
            for take in range(1, n + 1):
                if take not in barred:
                    if take < n:
                        yield [n - take]
                    else:
                        yield []

        def start(threads: int, memory: int) -> _core.HeapGame:
            return _core.HeapGame.all_but(numbers, memory=memory)

        _games[code] = HeapGame(f"all_but({{{listed}}})", code, moves, None, start)
    return _games[code]


def _numbers(numbers: Iterable[int]) -> list[int]:
    try:
        given = iter(numbers)
    except TypeError:
        raise RulesError(
            f"numbers of counters are listed, as in {{1, 4}}, not {numbers!r}"
        ) from None
    chosen = set()
    for number in given:
        if type(number) is not int or not 1 <= number <= 1 << 20:
            raise RulesError(f"a number of counters is an int from 1 to 1048576, not {number!r}")
        chosen.add(number)
    return sorted(chosen)


def heap_game(code: str) -> HeapGame:
    """Return the game of any code: octal, ``grundy``, ``subtract(1,2)`` or ``all-but(3)``.

    Raises
    ------
    NotationError
        If the code cannot be read.

    Examples
    --------
    >>> heap_game("subtract(1,2)").code, heap_game(".77").code
    ('subtract(1,2)', '0.77')
    """
    if not isinstance(code, str):
        raise NotationError(f'a code is a text, such as "0.77" or "subtract(1,4)", not {code!r}')
    text = code.strip()
    if text.lower() == "grundy":
        return grundys_game()
    for name, make in (("subtract", subtraction), ("all-but", all_but)):
        if text.startswith(f"{name}(") and text.endswith(")"):
            inside = text[len(name) + 1 : -1]
            try:
                numbers = [int(part) for part in inside.split(",")] if inside.strip() else []
            except ValueError:
                raise NotationError(
                    f"{name}(...) lists whole numbers, as in {name}(1,4), not {inside!r}"
                ) from None
            return make(numbers)
    return octal(text)
