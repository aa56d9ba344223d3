"""What stands in a contest's input: the part of a template before its arrow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["Field", "Layout"]

_TOKEN = re.compile(r"\(([^()]*)\)\s*\[([^\]]*)\]|([^\s;()\[\]]+)(?:\s*\[([^\]]*)\])?|(;)|(\S)")
_MOST = 100  # numbers in an array whose length the template says


class Field(NamedTuple):
    """A number, or an array of numbers or of groups of them.

    Attributes
    ----------
    names : tuple of str
        What it is called; several for an array of groups.
    length : str, int or None
        The name that tells the length of the array, or the length; None for a number.
    """

    names: tuple[str, ...]
    length: str | int | None


class Layout:
    """The lines of a case, and how cases follow one another.

    Parameters
    ----------
    text : str
        The text before the arrow.
    names : sequence of str
        Names of the coordinates.
    row : str, optional
        Name of an array with further coordinates, as many as it has entries.

    Attributes
    ----------
    lines : list of list of Field
        What stands in each line of a case; an array of groups takes a line for each.
    counted : bool
        Whether the number of cases comes first.
    stop : tuple of int or None
        The numbers that begin the case after the last; () if cases end with the input.
        None if a template does not say that there may be several cases.
    length : str, int or None
        What tells the length of the arrays that have coordinates; None if there are none.
    """

    def __init__(self, text: str, names: Sequence[str], row: str | None = None) -> None:
        self.names = list(names)
        self.row = row
        text, until, stop = _cut(text)
        self.lines = _lines(text)
        self.stop = _stop(stop) if until else None
        fields = [field for line in self.lines for field in line]
        lengths = {field.length for field in fields if isinstance(field.length, str)}
        first = self.lines[0] if self.lines else []
        known = {*names, *lengths, *([] if row is None else [row])}
        self.counted = len(self.lines) > 1 and known.isdisjoint(n for f in first for n in f.names)
        if self.counted:
            if len(first) != 1 or first[0].length is not None:
                raise ValueError(
                    f"before the first ; stands one name, for the number of cases: {text.strip()!r}"
                )
            if until:
                raise ValueError("cases are counted, or there is an 'until', not both")
            self.lines = self.lines[1:]
        self._check(lengths)
        ours = {f.length for f in self.fields if not known.isdisjoint(f.names) and f.length}
        if len(ours) > 1:
            raise ValueError("arrays with coordinates have one length, told by the same name")
        self.length = ours.pop() if ours else None
        if self.stop and len(self.stop) > len(self.leading()):
            raise ValueError(
                f"only {len(self.leading())} numbers begin every case, fewer than after 'until'"
            )

    @property
    def fields(self) -> list[Field]:
        """What is read for a case, in order."""
        return [field for line in self.lines for field in line]

    @property
    def summed(self) -> bool:
        """Whether a case is a sum of positions, each of an entry of the arrays."""
        return self.row is None and self.length is not None

    @property
    def several(self) -> bool:
        """Whether an input may have several cases."""
        return self.counted or self.stop is not None

    def shared(self) -> list[int]:
        """Return which coordinates are the same in all positions of a sum."""
        alone = {name for f in self.fields if f.length is None for name in f.names}
        return [i for i, name in enumerate(self.names) if name in alone]

    def leading(self) -> list[tuple[str, int | None]]:
        """Return the numbers before the first array of unknown length: name, place in an array."""
        found: list[tuple[str, int | None]] = []
        for field in self.fields:
            if isinstance(field.length, str):
                break
            if field.length is None:
                found.append((field.names[0], None))
            else:
                found += [(name, j) for j in range(field.length) for name in field.names]
        return found

    def write(self, known: Mapping[str, int | Sequence[int]]) -> str:
        """Return the lines of a case, from its numbers and arrays; what is not known is 0."""
        return "\n".join(" ".join(map(str, line)) for line in self._written(known)) + "\n"

    def ends(self, text: str) -> bool:
        """Return whether a case would be taken for the end of the input."""
        return bool(self.stop) and text.split()[: len(self.stop or ())] == [
            *map(str, self.stop or ())
        ]

    def _written(self, known: Mapping[str, int | Sequence[int]]) -> Iterator[list[int]]:
        for line in self.lines:
            out: list[int] = []
            for field in line:
                if field.length is None:
                    value = known.get(field.names[0], 0)
                    assert isinstance(value, int)
                    out.append(value)
                    continue
                size = known[field.length] if isinstance(field.length, str) else field.length
                assert isinstance(size, int)
                columns = [known.get(name) or [0] * size for name in field.names]
                groups = [list(group) for group in zip(*columns, strict=True)]
                if len(field.names) == 1:
                    out += [group[0] for group in groups]
                else:
                    yield from [out] if out else []
                    yield from groups
                    out = []
            if out or all(len(field.names) == 1 for field in line):
                yield out

    def _check(self, lengths: set[str]) -> None:
        read = [name for field in self.fields for name in field.names]
        bad = [name for name in read if not name.isidentifier()]
        if bad:
            raise ValueError(f"{bad[0]!r} is no name for an input")
        wanted = [*self.names, *([] if self.row is None else [self.row])]
        missing = [name for name in wanted if read.count(name) != 1]
        if missing:
            raise ValueError(f"the input must name each coordinate once, also {missing[0]!r}")
        seen: set[str] = set()
        for field in self.fields:
            if isinstance(field.length, str) and field.length not in seen:
                raise ValueError(
                    f"the length {field.length!r} is no number that is read before its array"
                )
            if field.length is None:
                seen.add(field.names[0])
        for name in sorted(lengths):
            if name in wanted:
                raise ValueError(f"{name!r} is a coordinate, and so no length of an array")
            if read.count(name) != 1:
                raise ValueError(f"the input must name the length {name!r} once")
        arrays = {name for f in self.fields if f.length is not None for name in f.names}
        if self.row is not None and (self.row not in arrays or arrays & set(self.names)):
            raise ValueError(f"{self.row!r} alone is an array, as in 'n {self.row}[n]'")


def _cut(text: str) -> tuple[str, bool, str]:
    """Return a text before and after the word until, and whether it is there."""
    found = re.search(r"(?:^|[\s;])until\b(.*)$", text, re.DOTALL)
    if found is None:
        return text, False, ""
    return text[: found.start()], True, found[1]


def _stop(text: str) -> tuple[int, ...]:
    words = text.split()
    if len(words) == 1 and words[0].lower() in ("eof", "end"):
        return ()
    if not words or not all(re.fullmatch(r"-?[0-9]{1,18}", word) for word in words):
        raise ValueError(
            f"after 'until' stand the numbers that end the input, or EOF, not {text.strip()!r}"
        )
    return tuple(map(int, words))


def _lines(text: str) -> list[list[Field]]:
    lines: list[list[Field]] = [[]]
    for found in _TOKEN.finditer(text):
        group, count, name, size, end, other = found.groups()
        if other is not None:
            raise ValueError(
                f"{other!r} stands alone: an array is name[length], or (name name)[length]"
            )
        if end:
            lines.append([])
            continue
        names = (name,) if group is None else tuple(group.split())
        told = size if group is None else count
        if not names:
            raise ValueError("an array of groups names what is in a group, as in (a b)[n]")
        lines[-1].append(Field(names, None if told is None else _length(told.strip())))
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    if not all(lines):
        raise ValueError(f"before the ; stands one name, or what is in a line: {text.strip()!r}")
    return lines


def _length(text: str) -> str | int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= _MOST:
        return int(text)
    if not text.isidentifier():
        raise ValueError(
            f"an array has a length, a name or a number from 1 to {_MOST}, not {text!r}"
        )
    return text
