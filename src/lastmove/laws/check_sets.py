"""Sets of tuples of natural numbers as finite automata, for the checker of laws they state.

Standard library only; see `check` beside this module. Numbers are written in base 2, or another up
to 10, least digit first, or as sums of Fibonacci numbers 1, 2, 3, 5, ... without neighbours,
greatest digit first. A letter has a digit of each variable, as the digits of a number.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from collections.abc import Callable, Hashable, Iterable

    from lastmove.laws.check import ints, need
else:
    from check import ints, need

Form = tuple[dict[str, int], int]  # multiples of variables, and a constant
MOST_WORK = 4_000_000  # transitions looked at, a few seconds in all
MOST_NAMES = 18  # variables of one automaton


def weighted(base: int, weights: Iterable[int]) -> list[int]:
    """Return for each letter the sum of its digits times these weights."""
    sums = [0]
    for w in weights:
        sums = [s + digit * w for digit in range(base) for s in sums]
    return sums


class Set:
    """A minimal complete automaton: digit i of a letter is one of variable ``names[i]``."""

    def __init__(self, names: tuple[str, ...], rows: list[tuple[int, ...]], accept: list[bool]):
        self.names = names
        self.rows = rows
        self.accept = accept

    @property
    def empty(self) -> bool:
        """Whether it has no element."""
        return not any(self.accept)

    def rename(self, old: str, new: str) -> Set:
        """Return the set with a new name, not used in it, for a variable."""
        return Set(tuple(new if n == old else n for n in self.names), self.rows, self.accept)


NUMERATIONS = {"binary": 2, "zeckendorf": 2, **{f"base {n}": n for n in range(3, 11)}}


class Sets:
    """Operations on sets of tuples in one numeration."""

    def __init__(self, fibonacci: bool, base: int = 2) -> None:
        self.fibonacci, self.base = fibonacci, base
        self.atoms: dict[Any, Set] = {}
        self.work = MOST_WORK
        self.ids = count()  # for names of variables

    @classmethod
    def written(cls, numeration: Any) -> Sets:
        """Return the operations in a numeration, by its name."""
        need(isinstance(numeration, str) and numeration in NUMERATIONS, "no such numeration")
        return cls(numeration == "zeckendorf", NUMERATIONS[numeration])

    def size(self, names: tuple[str, ...]) -> int:
        """Return how many letters there are over some variables, which must not be many."""
        size: int = self.base ** len(names)
        need(size <= 1 << MOST_NAMES, "a condition on too many variables")
        return size

    def digit(self, letter: int, place: int) -> int:
        """Return the digit of a letter for the variable at a place."""
        found: int = letter // self.base**place % self.base
        return found

    def letters(self, made: Set, names: tuple[str, ...]) -> list[int]:
        """Return the letter of an automaton for each letter over more variables."""
        self.size(names)
        own = {n: self.base**i for i, n in enumerate(made.names)}
        return weighted(self.base, [own.get(n, 0) for n in names])

    def build(
        self,
        names: tuple[str, ...],
        start: Hashable,
        step: Callable[[Any, int], Hashable],
        accept: Callable[[Any], bool],
    ) -> Set:
        """Explore an automaton and merge the states that no word tells apart."""
        index: dict[Hashable, int] = {start: 0}
        order = [start]
        rows: list[tuple[int, ...]] = []
        size = self.size(names)
        letters = range(size)
        for state in order:
            self.work -= size
            need(self.work > 0, "deciding the claim takes too much work")
            row = []
            for letter in letters:
                after = step(state, letter)
                if after not in index:
                    index[after] = len(order)
                    order.append(after)
                row.append(index[after])
            rows.append(tuple(row))
        accepting = [bool(accept(s)) for s in order]
        kind = [int(a) for a in accepting]
        kinds = len(set(kind))
        while True:
            self.work -= len(rows) * size
            need(self.work > 0, "deciding the claim takes too much work")
            found: dict[Any, int] = {}
            new = [
                found.setdefault((kind[s], *map(kind.__getitem__, row)), len(found))
                for s, row in enumerate(rows)
            ]
            if len(found) == kinds:
                break
            kind, kinds = new, len(found)
        # Classes are numbered as states first meet them, so the start is in class 0.
        model = [new.index(k) for k in range(kinds)]
        return Set(
            names,
            [tuple(new[t] for t in rows[s]) for s in model],
            [accepting[s] for s in model],
        )

    def read(self, data: Any, names: tuple[str, ...]) -> Set:
        """Read the automaton of a certificate, and check that padding does not matter."""
        accept = data["accepting"]
        flat = ints(data["transitions"], 0, "transitions are states")
        size = self.size(names)
        need(isinstance(accept, list) and all(type(a) is bool for a in accept), "accepting")
        need(len(flat) == len(accept) * size and max(flat) < len(accept), "no automaton")
        rows = [tuple(flat[i : i + size]) for i in range(0, len(flat), size)]
        if self.fibonacci:
            need(rows[0][0] == 0, "leading zeros matter")
            made = self.build(names, 0, lambda s, a: rows[s][a], accept.__getitem__)
            watched = self._watch(lambda s, a: rows[s][a])
            valid = self.build(names, (0, 0), watched, self._final(accept))
            need(made.rows == valid.rows and made.accept == valid.accept, "it accepts no numbers")
            return made
        need(all(accept[r[0]] == a for r, a in zip(rows, accept, strict=True)), "trailing zeros")
        return self.build(names, 0, lambda s, a: rows[s][a], accept.__getitem__)

    def _watch(self, step: Callable[[Any, int], Any]) -> Callable[[Any, int], Any]:
        """Remember the last letter; nothing follows two neighbouring ones."""

        def watched(state: Any, letter: int) -> Any:
            if state is None or state[1] & letter:
                return None
            return step(state[0], letter), letter if self.fibonacci else 0

        return watched

    @staticmethod
    def _final(accept: Any) -> Callable[[Any], bool]:
        rule = accept if callable(accept) else accept.__getitem__
        return lambda state: state is not None and rule(state[0])

    def linear(self, form: Form, equal: bool) -> Set:
        """Return where a form is zero, or at most zero."""
        names = tuple(sorted(n for n, c in form[0].items() if c))
        weights, constant = [form[0][n] for n in names], form[1]
        size, sums = self.size(names), weighted(self.base, weights)
        # About so many states there are: what digits to come must make up; or, from the most
        # significant digit on, all numbers up to the constant, which take longer.
        states = sum(map(abs, weights)) + 8 * abs(constant) * self.fibonacci
        need(states * size <= self.work, "too large a number for a condition")
        key = (tuple(weights), constant, equal)
        if key not in self.atoms:
            rule = self._fibonacci_sum if self.fibonacci else self._sum
            self.atoms[key] = rule(names, sums, constant, equal)
        return Set(names, self.atoms[key].rows, self.atoms[key].accept)

    def _sum(self, names: tuple[str, ...], sums: list[int], constant: int, equal: bool) -> Set:
        # A state is what the digits to come must make up, in units of the next digit.
        def step(rest: int | None, letter: int) -> int | None:
            if rest is None or (equal and (rest - sums[letter]) % self.base):
                return None
            return (rest - sums[letter]) // self.base

        return self.build(
            names, -constant, step, lambda r: r is not None and (r == 0 if equal else r >= 0)
        )

    def _fibonacci_sum(
        self, names: tuple[str, ...], sums: list[int], constant: int, equal: bool
    ) -> Set:
        # With k digits to come, a state (p, q) is worth T(k) = p F(k+2) + q F(k+1), and these
        # digits add at most `up * (F(k+2) - 1)`, or take `down` times that. T(k) - down * F(k+2)
        # obeys Fibonacci's recurrence: not below `high` >= 0 for k = 0 and 1, it never is.
        up, down = max(sums), -min(sums)
        high, low = max(0, 1 - down - constant), min(0, up - constant - 1)

        def settle(p: int, q: int) -> Any:
            if p + q - down >= high and 2 * p + q - 2 * down >= high:
                return False
            if p + q + up <= low and 2 * p + q + 2 * up <= low:
                return not equal
            return p, q

        def step(state: Any, letter: int) -> Any:
            if isinstance(state, bool):
                return state
            return settle(state[0] + state[1] + sums[letter], state[0])

        def accept(state: Any) -> bool:
            if isinstance(state, bool):
                return state
            value = sum(state) + constant
            return bool(value == 0 if equal else value <= 0)

        return self.build(names, (settle(0, 0), 0), self._watch(step), self._final(accept))

    def digits(self, names: list[str], rule: Callable[[int, int], int]) -> Set:
        """Return where the digits of the last of three numbers are a function of the others'."""
        need(not self.fibonacci and self.base == 2, "binary digits have no meaning here")
        good = [rule(n & 1, n >> 1 & 1) == n >> 2 for n in range(8)]
        made = self.build(("a", "b", "c"), True, lambda s, n: s and good[n], bool)
        return self.apply(made, names)

    def apply(self, made: Set, names: list[str]) -> Set:
        """Return a set with variables in place of its own, sorted; some may coincide."""
        order = tuple(sorted(set(names)))
        self.size(order)
        weights = [sum(self.base**i for i, n in enumerate(names) if n == name) for name in order]
        letter_of = weighted(self.base, weights)
        return self.build(
            order, 0, lambda s, letter: made.rows[s][letter_of[letter]], made.accept.__getitem__
        )

    def combine(self, a: Set, b: Set, rule: Callable[[bool, bool], bool]) -> Set:
        """Return a Boolean combination."""
        names = tuple(sorted({*a.names, *b.names}))
        first, second = self.letters(a, names), self.letters(b, names)
        step = self._watch(lambda s, at: (a.rows[s[0]][first[at]], b.rows[s[1]][second[at]]))
        return self.build(
            names,
            ((0, 0), 0),
            step,
            self._final(lambda s: rule(a.accept[s[0]], b.accept[s[1]])),
        )

    def both(self, a: Set, b: Set) -> Set:
        """Return the intersection; all that leads nowhere is one state."""
        names = tuple(sorted({*a.names, *b.names}))
        first, second = self.letters(a, names), self.letters(b, names)
        lost = [
            {s for s, r in enumerate(m.rows) if not m.accept[s] and set(r) == {s}} for m in (a, b)
        ]

        def step(state: Any, letter: int) -> Any:
            if state is None:
                return None
            s, t = a.rows[state[0]][first[letter]], b.rows[state[1]][second[letter]]
            return None if s in lost[0] or t in lost[1] else (s, t)

        return self.build(
            names,
            (0, 0),
            step,
            lambda s: s is not None and a.accept[s[0]] and b.accept[s[1]],
        )

    def union(self, parts: Iterable[Set]) -> Set:
        """Return the union."""
        result = self.linear(({}, 1), False)
        for part in parts:
            result = self.combine(result, part, lambda x, y: x or y)
        return result

    def outside(self, a: Set) -> Set:
        """Return the complement."""
        return self.combine(a, a, lambda x, _: not x)

    def some(self, a: Set, gone: Iterable[str]) -> Set:
        """Return the tuples that some numbers for the variables `gone` complete."""
        dropped = [n for n in a.names if n in set(gone)]
        if not dropped:
            return a
        kept = tuple(n for n in a.names if n not in dropped)

        own = {n: self.base**i for i, n in enumerate(a.names)}
        free, fixed = (weighted(self.base, [own[n] for n in part]) for part in (dropped, kept))
        lost = {s for s, r in enumerate(a.rows) if not a.accept[s] and set(r) == {s}}
        start, accept = {0}, list(a.accept)
        # The numbers dropped may be longer: then the others are padded with zeros.
        grown = True
        while grown:
            if self.fibonacci:
                more = start | {a.rows[s][f] for s in start for f in free}
                grown, start = more != start, more
            else:
                more_accept = [
                    x or any(accept[r[f]] for f in free)
                    for x, r in zip(accept, a.rows, strict=True)
                ]
                grown, accept = more_accept != accept, more_accept

        def step(states: frozenset[int], letter: int) -> frozenset[int]:
            base = fixed[letter]
            self.work -= len(states) * len(free)
            return frozenset([a.rows[s][base + f] for s in states for f in free]) - lost

        return self.build(kept, frozenset(start) - lost, step, lambda s: any(accept[t] for t in s))

    def join(self, parts: Iterable[Set], keep: Iterable[str]) -> Set:
        """Return the intersection without the variables that are not to be kept.

        Each is dropped once the sets that mention it are joined.
        """
        left, keep = list(parts), set(keep)
        while True:
            names = {n for part in left for n in part.names} - keep
            if not names:
                break
            name = min(
                names, key=lambda v: (len({n for p in left if v in p.names for n in p.names}), v)
            )
            touched = [p for p in left if name in p.names]
            left = [p for p in left if name not in p.names]
            left.append(self.some(self._meet(touched), [name]))
        return self._meet(left)

    def _meet(self, parts: list[Set]) -> Set:
        parts = sorted(parts, key=lambda p: (len(p.names), len(p.rows)))
        result = parts.pop(0) if parts else self.linear(({}, 0), False)
        while parts:
            parts.sort(key=lambda p: len(set(p.names) - set(result.names)))
            result = self.both(result, parts.pop(0))
        return result
