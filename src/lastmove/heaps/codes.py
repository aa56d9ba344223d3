"""Codes of taking-and-breaking games, such as ``0.77``: reading and writing them."""

from __future__ import annotations

from lastmove.errors import NotationError

_LARGEST = 1 << 16


def parse_code(text: str) -> list[int]:
    """Return the digits of a code, the first being that before the point.

    Digits are hexadecimal, or numbers in brackets; bit `i` of the digit at place `k` allows a
    move that removes `k` counters and leaves exactly `i` non-empty heaps. The digit before the
    point allows breaking a heap without taking from it; ``.77`` is short for ``0.77``.

    Parameters
    ----------
    text : str
        A code: ``"0.77"``, ``"4.3"``, ``"0.3F"``, ``"0.0(16)"``.

    Returns
    -------
    list of int

    Raises
    ------
    NotationError
        With the column at which reading stopped.

    References
    ----------
    .. [1] R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52
       (1956) 514-526.

    Examples
    --------
    >>> parse_code("0.77"), parse_code("4"), parse_code(".3(16)F")
    ([0, 7, 7], [4], [0, 3, 16, 15])
    """
    if not isinstance(text, str):
        raise NotationError(f'a code is a text, such as "0.77", not {text!r}')
    before, point, after = text.strip().partition(".")
    if not point and before == "":
        raise NotationError('a code is digits after a point, such as "0.77"', line=1, column=1)
    first = _digits(before, 1) if before else [0]
    if len(first) != 1:
        raise NotationError(
            f'{text!r} has {len(first)} digits before the point: a code has one, as in "0.77"',
            line=1,
            column=2,
        )
    if first[0] & 3:
        raise NotationError(
            f"{text!r} allows a move that changes nothing: the digit before the point may only "
            "break a heap, as 4 does",
            line=1,
            column=1,
        )
    digits = first + _digits(after, len(before) + 2)
    while digits and digits[-1] == 0:
        digits.pop()
    return digits


def _digits(text: str, column: int) -> list[int]:
    digits: list[int] = []
    at = 0
    while at < len(text):
        if text[at] == "(":
            end = text.find(")", at)
            inside = text[at + 1 : end] if end > 0 else ""
            if not (inside.isascii() and inside.isdigit()) or int(inside) >= _LARGEST:
                raise NotationError(
                    f"column {column + at}: a number below {_LARGEST} and ) must follow (",
                    line=1,
                    column=column + at,
                )
            digits.append(int(inside))
            at = end + 1
            continue
        if text[at] not in "0123456789abcdefABCDEF":
            raise NotationError(
                f"column {column + at}: {text[at]!r} is no digit from 0 to F",
                line=1,
                column=column + at,
            )
        digits.append(int(text[at], 16))
        at += 1
    return digits


def format_code(digits: list[int]) -> str:
    """Return the text of a code; `parse_code` reads it back.

    Examples
    --------
    >>> format_code([0, 7, 7]), format_code([4]), format_code([0, 3, 16, 15])
    ('0.77', '4.', '0.3(16)F')
    """
    shown = [f"{digit:X}" if digit < 16 else f"({digit})" for digit in digits or [0]]
    return f"{shown[0]}.{''.join(shown[1:])}"


def standard_code(text: str) -> tuple[str, int]:
    """Return the code in which a heap of one has a move, and the number of dead counters.

    ``G(n + dead)`` of the game is ``G(n)`` of the standard code, so that codes with the same
    standard code have the same values up to a shift.

    Parameters
    ----------
    text : str
        A code.

    Returns
    -------
    tuple of str and int

    Raises
    ------
    NotationError
        If the code cannot be read, or takes more than 64 counters in a move.

    References
    ----------
    .. [1] E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4 (cousins).

    Examples
    --------
    >>> standard_code("0.07"), standard_code("0.4"), standard_code("0.6")
    (('0.137', 1), ('0.137', 2), ('0.37', 1))
    """
    from lastmove import _core

    digits = parse_code(text)
    if len(digits) > 65:
        raise NotationError("standard codes are worked out for moves of at most 64 counters")
    standard, dead = _core.heap_standard(digits)
    return format_code(standard), dead
