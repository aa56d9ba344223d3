"""Which colour stands for an answer; the same in a terminal, in HTML and in SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Colour = tuple[int, int, int]

__all__ = ["Palette", "ink"]

_OUTCOMES: dict[str, Colour] = {
    "P": (38, 50, 92),
    "N": (236, 230, 214),
    "L": (66, 133, 199),
    "R": (205, 92, 74),
}
# The previous player wins where an entry is 0: the dark end, apart from all others.
_ZERO: Colour = (38, 50, 92)
_NONE: Colour = (255, 255, 255)
# From small to large; light enough for dark text up to the last two.
_RISING: tuple[Colour, ...] = (
    (250, 232, 150),
    (247, 190, 110),
    (238, 140, 105),
    (208, 96, 122),
    (158, 72, 136),
    (104, 60, 130),
)
_FALLING: tuple[Colour, ...] = (
    (205, 228, 240),
    (140, 190, 222),
    (74, 142, 196),
    (36, 94, 150),
)


class Palette:
    """The colours of the entries of one grid.

    Outcomes have fixed colours. Numbers have one each, by rank: 0 is dark, positive ones go
    from yellow to violet, negative ones from light to dark blue.

    Parameters
    ----------
    entries : iterable
        The entries, without those of cells that hold none; repetitions do no harm.

    Attributes
    ----------
    entries : list
        The distinct entries, in order.

    Examples
    --------
    >>> palette = Palette([3, 0, 1, 0])
    >>> palette.entries
    [0, 1, 3]
    >>> palette(0)
    (38, 50, 92)
    """

    def __init__(self, entries: Iterable[Any]) -> None:
        distinct: set[Any] = set(entries)
        self.entries: list[Any]
        self._known: dict[Any, Colour] = {}
        if all(isinstance(entry, str) for entry in distinct):
            self.entries = [letter for letter in _OUTCOMES if letter in distinct]
            self._known = _OUTCOMES
            return
        self.entries = sorted(distinct)
        below = [entry for entry in reversed(self.entries) if entry < 0]
        above = [entry for entry in self.entries if entry > 0]
        self._known = {entry: _between(_RISING, i, len(above)) for i, entry in enumerate(above)}
        self._known |= {entry: _between(_FALLING, i, len(below)) for i, entry in enumerate(below)}

    def __call__(self, entry: Any) -> Colour:
        """Return the colour of an entry; None, for a cell that holds none, is white."""
        if entry is None:
            return _NONE
        return self._known.get(entry, _ZERO)

    def key(self, most: int = 16) -> list[Any]:
        """Return entries for a key to the colours: all, or evenly spread ones if there are many."""
        count = len(self.entries)
        if count <= most:
            return list(self.entries)
        return [self.entries[i * (count - 1) // (most - 1)] for i in range(most)]


def _between(anchors: Sequence[Colour], place: int, count: int) -> Colour:
    """Return the colour at a place among `count` that go evenly from the first anchor to the last.

    Few places take the anchors themselves, in order.
    """
    if count <= len(anchors):
        return anchors[place]
    whole, part = divmod(place * (len(anchors) - 1), count - 1)
    if part == 0:
        return anchors[whole]
    a, b = anchors[whole], anchors[whole + 1]
    red, green, blue = (x + (y - x) * part // (count - 1) for x, y in zip(a, b, strict=True))
    return red, green, blue


def ink(colour: Colour) -> Colour:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = colour
    return (20, 20, 20) if 299 * red + 587 * green + 114 * blue > 135_000 else (255, 255, 255)


def web(colour: Colour) -> str:
    """Return a colour as HTML and SVG write it.

    Examples
    --------
    >>> web((255, 0, 16))
    '#ff0010'
    """
    return "#" + "".join(f"{part:02x}" for part in colour)


def painted(text: str, colour: Colour) -> str:
    """Return text on a coloured ground for a terminal of 256 colours."""
    front, back = _cube(ink(colour)), _cube(colour)
    return f"\x1b[38;5;{front}m\x1b[48;5;{back}m{text}\x1b[0m"


def _cube(colour: Colour) -> int:
    """Return the nearest of the 216 colours of a terminal that form a cube."""
    levels = (0, 95, 135, 175, 215, 255)
    red, green, blue = (
        min(range(6), key=lambda i, part=part: abs(levels[i] - part))  # type: ignore[misc]
        for part in colour
    )
    return 16 + 36 * red + 6 * green + blue
