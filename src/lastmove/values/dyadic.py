"""Dyadic rationals: the numbers among the values of short games."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, SupportsIndex

if TYPE_CHECKING:
    from fractions import Fraction


class Dyadic:
    """An exact number `numerator / 2**n` of any size.

    Dyadics mix with ints and fractions in arithmetic and comparisons, and hash like them.

    Parameters
    ----------
    numerator : int
        Any integer.
    denominator : int, default 1
        A power of two.

    Raises
    ------
    ValueError
        If the denominator is not a power of two.

    Examples
    --------
    >>> Dyadic(6, 8)
    Dyadic(3, 4)
    >>> print(Dyadic(3, 4) + 1)
    7/4
    >>> Dyadic(3, 4) < 1
    True
    """

    __slots__ = ("_exponent", "_numerator")

    def __init__(self, numerator: SupportsIndex, denominator: SupportsIndex = 1) -> None:
        n, d = numerator.__index__(), denominator.__index__()
        if d <= 0 or d & (d - 1):
            raise ValueError(f"the denominator of a dyadic is a power of two, not {d}")
        self._set(n, d.bit_length() - 1)

    def _set(self, numerator: int, exponent: int) -> None:
        if exponent and numerator:
            shift = min(exponent, (numerator & -numerator).bit_length() - 1)
        else:
            shift = exponent
        self._numerator = numerator >> shift
        self._exponent = exponent - shift

    @classmethod
    def from_exponent(cls, numerator: int, exponent: int) -> Dyadic:
        """Return `numerator / 2**exponent`.

        Examples
        --------
        >>> Dyadic.from_exponent(5, 3)
        Dyadic(5, 8)
        """
        made = cls.__new__(cls)
        made._set(numerator, exponent)
        return made

    @property
    def numerator(self) -> int:
        """The numerator in lowest terms."""
        return self._numerator

    @property
    def denominator(self) -> int:
        """The denominator in lowest terms, a power of two."""
        return 1 << self._exponent

    @property
    def exponent(self) -> int:
        """The power of two in the denominator."""
        return self._exponent

    @property
    def is_integer(self) -> bool:
        """Whether the number is an integer."""
        return self._exponent == 0

    def as_fraction(self) -> Fraction:
        """Return the number as a `fractions.Fraction`."""
        from fractions import Fraction

        return Fraction(self._numerator, 1 << self._exponent)

    def __add__(self, other: object) -> Dyadic:
        o = _coerce(other)
        if o is None:
            return NotImplemented
        e = max(self._exponent, o._exponent)
        total = (self._numerator << (e - self._exponent)) + (o._numerator << (e - o._exponent))
        return Dyadic.from_exponent(total, e)

    __radd__ = __add__

    def __neg__(self) -> Dyadic:
        return Dyadic.from_exponent(-self._numerator, self._exponent)

    def __pos__(self) -> Dyadic:
        return self

    def __abs__(self) -> Dyadic:
        return -self if self._numerator < 0 else self

    def __sub__(self, other: object) -> Dyadic:
        o = _coerce(other)
        return NotImplemented if o is None else self + -o

    def __rsub__(self, other: object) -> Dyadic:
        o = _coerce(other)
        return NotImplemented if o is None else o + -self

    def __mul__(self, other: object) -> Dyadic:
        o = _coerce(other)
        if o is None:
            return NotImplemented
        return Dyadic.from_exponent(self._numerator * o._numerator, self._exponent + o._exponent)

    __rmul__ = __mul__

    def _compare(self, other: object) -> int | None:
        o = _coerce(other)
        if o is not None:
            left, right = self._numerator << o._exponent, o._numerator << self._exponent
        else:
            ratio = _ratio(other)
            if ratio is None:
                return None
            left, right = self._numerator * ratio[1], ratio[0] << self._exponent
        return (left > right) - (left < right)

    def __eq__(self, other: object) -> bool:
        sign = self._compare(other)
        return NotImplemented if sign is None else sign == 0

    def __lt__(self, other: object) -> bool:
        sign = self._compare(other)
        return NotImplemented if sign is None else sign < 0

    def __le__(self, other: object) -> bool:
        sign = self._compare(other)
        return NotImplemented if sign is None else sign <= 0

    def __gt__(self, other: object) -> bool:
        sign = self._compare(other)
        return NotImplemented if sign is None else sign > 0

    def __ge__(self, other: object) -> bool:
        sign = self._compare(other)
        return NotImplemented if sign is None else sign >= 0

    def __bool__(self) -> bool:
        return self._numerator != 0

    def __hash__(self) -> int:
        # The rule of the language reference for rationals, so that equal numbers hash alike.
        if self._exponent == 0:
            return hash(self._numerator)
        modulus = sys.hash_info.modulus
        value = abs(self._numerator) * pow(1 << self._exponent, -1, modulus) % modulus
        value = value if self._numerator >= 0 else -value
        return -2 if value == -1 else value

    def __reduce__(self) -> tuple[type[Dyadic], tuple[int, int]]:
        return Dyadic, (self._numerator, 1 << self._exponent)

    def __str__(self) -> str:
        if self._exponent == 0:
            return str(self._numerator)
        return f"{self._numerator}/{1 << self._exponent}"

    def __repr__(self) -> str:
        if self._exponent == 0:
            return f"Dyadic({self._numerator})"
        return f"Dyadic({self._numerator}, {1 << self._exponent})"


def _ratio(number: object) -> tuple[int, int] | None:
    """Return numerator and denominator of a Fraction, recognised without importing it."""
    if isinstance(number, float | complex):
        return None
    numerator = getattr(number, "numerator", None)
    denominator = getattr(number, "denominator", None)
    if isinstance(numerator, int) and isinstance(denominator, int):
        return numerator, denominator
    return None


def _coerce(number: object) -> Dyadic | None:
    if isinstance(number, Dyadic):
        return number
    ratio = _ratio(number)
    if ratio is None or ratio[1] & (ratio[1] - 1):
        return None
    return Dyadic(*ratio)


def simplest_between(low: Dyadic | None, high: Dyadic | None) -> Dyadic:
    """Return the simplest number strictly between two numbers.

    That is the integer nearest to zero if there is an integer between, else the number of
    least denominator; it is the value of ``{low | high}``.

    Parameters
    ----------
    low, high : Dyadic or None
        The bounds; None stands for minus and plus infinity.

    Raises
    ------
    ValueError
        If `low` is not less than `high`.

    Examples
    --------
    >>> simplest_between(Dyadic(1, 2), Dyadic(5))
    Dyadic(1)
    >>> simplest_between(Dyadic(1, 4), Dyadic(1, 2))
    Dyadic(3, 8)

    References
    ----------
    .. [1] J. H. Conway, *On Numbers and Games*, 1976, theorem 11.
    """
    if low is not None and high is not None and low >= high:
        raise ValueError(f"no number lies strictly between {low} and {high}")
    if (low is None or low < 0) and (high is None or high > 0):
        return Dyadic(0)
    if low is None or low < 0:
        # Everything between is negative (or zero is the upper bound).
        return -simplest_between(-high if high is not None else None, None if low is None else -low)
    whole = Dyadic((low.numerator >> low.exponent) + 1)
    if high is None or whole < high:
        return whole
    # No integer: the interval as integers from `first` to `last`, over one denominator.
    exponent = max(low.exponent, high.exponent)
    first = (low.numerator << exponent - low.exponent) + 1
    last = (high.numerator << exponent - high.exponent) - 1
    if first > last:
        # Between neighbours.
        exponent += 1
        first = last = first + last
    # Where `first - 1` and `last` part, `last` has a 1; what follows may be zeros.
    parting = ((first - 1) ^ last).bit_length() - 1
    return Dyadic.from_exponent(last >> parting << parting, exponent)
