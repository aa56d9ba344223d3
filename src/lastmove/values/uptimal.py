"""Sums of a number, a nimber and multiples of powers of up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

    from lastmove.values.game import Game


class Uptimal(NamedTuple):
    """The expansion of a game as a number, a nimber and multiples of powers of up.

    ``^<1>`` is up itself, and ``^<n+1>`` is ``{0|v[n]*}``, infinitely small against ``^<n>``.

    Attributes
    ----------
    number : Fraction
        The number.
    nimber : int
        Index of the nimber.
    ups : tuple of int
        How often each power of up occurs, beginning with up itself; the last is not 0.

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section II.6.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.parse("{0||0|v*}").uptimal_expansion()
    Uptimal(number=Fraction(0, 1), nimber=1, ups=(1, 2))
    >>> print(lm.parse("{0||0|v*}").uptimal_expansion())
    ^* + 2.^<2>
    """

    number: Fraction
    nimber: int
    ups: tuple[int, ...]

    def __str__(self) -> str:
        from lastmove.values.game import Game, parse

        first = self.ups[0] if self.ups else 0
        near = parse("^") * first + Game.nimber(self.nimber) + Game(self.number)
        terms = [str(near)] if near or len(self.ups) < 2 else []
        for n, count in enumerate(self.ups[1:], 2):
            if count:
                terms.append(f"{'- ' if count < 0 else '+ ' if terms else ''}")
                terms[-1] += f"{abs(count)}.^<{n}>" if abs(count) > 1 else f"^<{n}>"
        text = " ".join(terms)
        return f"-{text[2:]}" if text.startswith("- ") else text

    def game(self) -> Game:
        """Return the game it is the expansion of."""
        from lastmove.values.game import parse

        return parse(str(self))
