"""Games that a theorem is about: restricted Nim, Wythoff's game with a slack, nim products.

Which theorem it may be is seen from small positions; the checker compares the moves.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import gcd, isqrt
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.errors import LimitExceeded
from lastmove.laws.arithmetic import LEAST_PRIME, LENGTH, ONES, FunctionLaw
from lastmove.laws.base import FORMAT, Candidate, Family, Sample
from lastmove.laws.check import Game
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.laws.base import Certificate
    from lastmove.rules.expr import Expr
    from lastmove.rules.program import System

__all__ = ["TheoremLaw", "Theorems", "nim_product"]

_LOOKED_AT = 60
_MOST_SLACK = 12
_MOST_OPTIONS = 100_000


def named(law: Candidate, sample: Sample, theorem: str) -> Certificate:
    """Return a certificate that names a theorem."""
    return {
        "format": FORMAT,
        "kind": law.kind,
        "what": law.what,
        "system": document(sample.system),
        "theorem": theorem,
    }


class TheoremLaw(Candidate):
    """A law that a theorem gives."""

    kind = "theorem"
    theorem: str

    def _data(self) -> dict[str, Any]:
        return {}

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that names the theorem."""
        return {**named(self, sample, self.theorem), **self._data()}

    @classmethod
    def from_certificate(cls, cert: Certificate) -> Candidate:
        """Return the law that a certificate of this kind is about."""
        if cert["theorem"] == "restricted nim":
            from lastmove.rules.expr import Expr

            return FewLaw(cert["what"], Expr.from_json(cert["amount"]))
        if cert["theorem"] == "wythoff":
            return SlackLaw(cert["t"])
        if cert["theorem"] == "coprime":
            return CoprimeLaw(cert["zero"])
        if cert["theorem"] in DigitsLaw.functions:
            return DigitsLaw(cert["theorem"])
        if cert["theorem"] == "euclid":
            from lastmove.laws.euclid import EuclidLaw

            return EuclidLaw(cert["what"], cert["positive"], cert["order"])
        if cert["theorem"] in ("quotients", "prime factors"):
            from lastmove.laws.quotients import FactorsLaw, QuotientsLaw

            if cert["theorem"] == "quotients":
                return QuotientsLaw(cert["base"], cert["zero"])
            return FactorsLaw()
        return ProductLaw(cert["what"])


class FewLaw(TheoremLaw):
    """One heap, from which at most f(n) may be taken, where f grows by 0 or 1.

    Attributes
    ----------
    amount : Expr
        f(n).
    """

    theorem = "restricted nim"
    arity = 1

    def __init__(self, what: str, amount: Expr) -> None:
        self.what = what
        self.amount = amount

    def _data(self) -> dict[str, Any]:
        return {"amount": self.amount.to_json()}

    def _most(self, n: int) -> int:
        return self.amount.evaluate([n])

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a heap."""
        (n,) = coords
        while n > 0:
            most = self._most(n)
            if most > self._most(n - 1):
                return most if self.what == "grundy" else 1
            n -= 1 + most
        return 0

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What finds the one option of value 0."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        (n,) = coords
        zero, after = 0, 0
        while after < n:
            # The next heap of value 0 is the first from which this one is out of reach.
            zero, low, high = after, after, n
            while low < high:
                middle = (low + high) // 2
                if middle - self._most(middle) > zero:
                    high = middle
                else:
                    low = middle + 1
            if low - self._most(low) <= zero:
                break
            after = low
        return [((0, zero),)] if self.label(coords) and n - self._most(n) <= zero < n else []

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the rule by which values are computed."""
        from lastmove.rules.listing import expression_text

        n, text = names[0], expression_text(self.amount, list(names))
        goal = "g" if self.what == "grundy" else "N if g > 0, where g"
        if latex:
            goal = "$g" if self.what == "grundy" else "N if $g > 0$, where $g"
            return (
                rf"\text{{with $f({n}) = \texttt{{{text}}}$: {goal}({n}) = f({n})$ if "
                rf"$f({n}) > f({n} - 1)$, else $g({n}) = g({n} - 1 - f({n}))$; $g(0) = 0$}}"
            )
        return (
            f"with f({n}) = {text}: {goal}({n}) = f({n}) if f({n}) > f({n} - 1), "
            f"else g({n}) = g({n} - 1 - f({n})); g(0) = 0"
        )

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return how many may be taken."""
        return f"at most {self._most(coords[0])} may be taken"

    def emit(self, language: str, names: Sequence[str]) -> str | None:
        """Return the body of a function that follows the rule."""
        from lastmove.laws.source.cpp import Writer
        from lastmove.rules.listing import expression_text

        n = names[0]
        grundy = self.what == "grundy"
        if language == "python":
            now, before = (expression_text(self.amount, [t]) for t in (n, f"({n} - 1)"))
            found = f"int({now})" if grundy else "1"
            return (
                f"while {n} > 0:\n    if {now} > {before}:\n        return {found}\n"
                f"    {n} -= 1 + {now}\nreturn 0"
            )
        writer = Writer([n])
        now = writer.write(self.amount)
        writer.coords = [f"({n} - 1)"]
        before = writer.write(self.amount)
        tables = "".join(f"{table}\n" for table in writer.tables)
        found = f"(long long)({now})" if grundy else "1"
        return (
            f"{tables}while ({n} > 0) {{\n    if ({now} > {before}) return {found};\n"
            f"    {n} -= 1 + (long long)({now});\n}}\nreturn 0;"
        )


class SlackLaw(TheoremLaw):
    """Wythoff's game in which the amounts taken from both heaps may differ by less than t."""

    theorem = "wythoff"
    what = "outcome"
    arity = 2

    def __init__(self, t: int) -> None:
        self.t = t

    def _data(self) -> dict[str, Any]:
        return {"t": self.t}

    def _pair(self, n: int) -> tuple[int, int]:
        t = self.t
        low = (n * (2 - t) + isqrt(n * n * (t * t + 4))) // 2
        return low, low + t * n

    def label(self, coords: Sequence[int]) -> int:
        """Return whether the player to move wins."""
        low, high = sorted(coords)
        n, rest = divmod(high - low, self.t)
        return int(rest != 0 or (low, high) != self._pair(n))

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What finds the pairs that can be reached."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        found = []
        for i in (0, 1):
            kept = coords[i]
            for other in self._partner(kept):
                if other < coords[1 - i]:
                    found.append((kept, other) if i == 0 else (other, kept))
        low, high = sorted(coords)
        for n in range(max(0, (high - low) // self.t - 1), (high - low) // self.t + 3):
            for to in {self._pair(n), self._pair(n)[::-1]}:
                a, b = (x - y for x, y in zip(coords, to, strict=True))
                if a > 0 and b > 0 and abs(a - b) < self.t:
                    found.append(to)
        return [((0, *to),) for to in dict.fromkeys(found)]

    def _partner(self, x: int) -> Iterator[int]:
        """Yield the number that x is paired with."""
        for side in (0, 1):
            low, high = 0, x + 1
            while low < high:
                middle = (low + high) // 2
                if self._pair(middle)[side] < x:
                    low = middle + 1
                else:
                    high = middle
            pair = self._pair(low)
            if pair[side] == x:
                yield pair[1 - side]

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the pairs."""
        t, square = self.t, self.t * self.t + 4
        low, gap = f"min({names[0]}, {names[1]})", f"|{names[0]} - {names[1]}|"
        whole, root = (1 - t // 2, square // 4) if t % 2 == 0 else (2 - t, square)
        if latex:
            number = rf"{whole or ''} + \sqrt{{{root}}}".removeprefix(" + ")
            half = "" if t % 2 == 0 else "/2"
            return (
                rf"\text{{P}} \iff {gap} = {t}n,\ "
                rf"\min({names[0]}, {names[1]}) = \lfloor n({number}){half} \rfloor"
            )
        number = f"{whole or ''} + sqrt({root})".removeprefix(" + ")
        factor = number if t % 2 == 0 and not whole else f"({number})"
        half = "" if t % 2 == 0 else " / 2"
        return f"P if {gap} = {t}n and {low} = floor(n * {factor}{half}) for some n\nN otherwise"

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the difference."""
        return f"|{names[0]} - {names[1]}| = {abs(coords[0] - coords[1])}"

    def emit(self, language: str, names: Sequence[str]) -> str | None:
        """Return the body of a function that compares with the pair of the same difference."""
        a, b = names
        t, square = self.t, self.t * self.t + 4
        if language == "python":
            return (
                f"from math import isqrt\n\n{a}, {b} = min({a}, {b}), max({a}, {b})\n"
                f"n, rest = divmod({b} - {a}, {t})\n"
                f"return int(rest != 0 or {a} != (n * {2 - t} + isqrt(n * n * {square})) // 2)"
            )
        return (
            f"if ({a} > {b}) std::swap({a}, {b});\nif (({b} - {a}) % {t} != 0) return 1;\n"
            f"big n = ({b} - {a}) / {t}, square = n * n * {square};\n"
            "big root = 0;\nfor (big bit = big(1) << 62; bit > 0; bit >>= 1)\n"
            "    if ((root + bit) * (root + bit) <= square) root += bit;\n"
            f"return {a} != fdiv(n * {2 - t} + root, 2);"
        )


@lru_cache(maxsize=2**15)
def nim_product(x: int, y: int) -> int:
    """Return the nim product of two numbers (J. H. Conway, On Numbers and Games, chapter 6).

    Examples
    --------
    >>> nim_product(2, 2), nim_product(4, 5)
    (3, 2)
    """
    if x < 2 or y < 2:
        return x * y
    # With F = 2 ** half, half a power of two: F * F = F + F / 2, and F * a = F times a for a < F.
    half = 1
    while max(x, y) >> (2 * half):
        half *= 2
    (a, b), (c, d) = divmod(x, 1 << half), divmod(y, 1 << half)
    high, low = nim_product(a, c), nim_product(b, d)
    cross = nim_product(a ^ b, c ^ d) ^ low
    return cross << half ^ low ^ nim_product(high, 1 << (half - 1))


class ProductLaw(TheoremLaw):
    """The value is the nim product of two coordinates."""

    theorem = "nim product"
    arity = 2

    def __init__(self, what: str) -> None:
        self.what = what

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        found = nim_product(*coords)
        return found if self.what == "grundy" else int(found != 0)

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What looks through the options where they are not too many."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        x, y = coords
        if x * y > _MOST_OPTIONS:
            raise LimitExceeded(f"{(x, y)} has more than {_MOST_OPTIONS:,} options to look at")
        value = nim_product(x, y)
        return [
            ((0, a, y), (0, x, b), (0, a, b))
            for a in range(x)
            for b in range(y)
            if nim_product(x ^ a, y ^ b) == value
        ]

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the law."""
        sign = r" \otimes " if latex else " ⊗ "
        return f"{names[0]}{sign}{names[1]}" + (" > 0 wins" if self.what != "grundy" else "")

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that multiplies."""
        from lastmove.laws.source.nimproduct import CPP, PYTHON

        x, y = names
        if language == "python":
            call = f"product_({x}, {y})"
            return f"{PYTHON}\nreturn {call if self.what == 'grundy' else f'int({call} != 0)'}"
        more = "" if self.what == "grundy" else " != 0"
        return f"{CPP}\nreturn product_::of({x}, {y}, 32){more};"


class CoprimeLaw(FunctionLaw):
    """The value of a number that goes to smaller ones coprime to it.

    Attributes
    ----------
    zero : bool
        Whether 1 goes to 0.
    """

    kind = "theorem"

    def __init__(self, zero: bool) -> None:
        first, other = ([0, 1], {1: 0}) if zero else ([], {})
        super().__init__("grundy", LEAST_PRIME, 0, 0, 0, first, other)
        self.zero = zero

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that names the theorem."""
        return {**named(self, sample, "coprime"), "zero": self.zero}


class DigitsLaw(FunctionLaw):
    """The value is the number of binary digits, or of ones among them.

    Attributes
    ----------
    theorem : str
        What the checker calls it.
    """

    kind = "theorem"
    functions: ClassVar[dict[str, str]] = {"binary length": LENGTH, "binary ones": ONES}

    def __init__(self, theorem: str) -> None:
        super().__init__("grundy", self.functions[theorem], 0, 0, 0, [], {})
        self.theorem = theorem

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate that names the theorem."""
        return named(self, sample, self.theorem)


class Theorems(Family):
    """Games whose small positions look like those of a theorem."""

    name = "theorems"

    def learn(self, sample: Sample) -> Candidate | None:
        """Return the law of a theorem that fits small positions, or None."""
        system = document(sample.system)
        program = system["programs"][0]
        if len(system["programs"]) > 1 or "moves" not in program:
            return None
        _ = sample.small  # the engine says best what is wrong with rules that fail
        if sample.arity == 2:
            from lastmove.laws.euclid import learned

            euclid = learned(sample, Game(program))
            if euclid is not None:
                return euclid
        if program.get("domain") is not None or sample.what not in ("outcome", "grundy"):
            return None
        if sample.arity == 1:
            from lastmove.laws.quotients import learned as divided

            game = Game(program)
            found = _coprime(sample, game) or _few(sample, game) or _digits(sample, game)
            return found or divided(sample)
        if sample.arity != 2:
            return None
        game = Game(program)
        if sample.what == "outcome" and len(game.options((1, 1))) == 3:
            return _slack(sample)
        three = game.options((2, 2))
        if len(three) == 4 and all(len(option) == 3 for option in three):
            return ProductLaw(sample.what)
        return None


def _few(sample: Sample, game: Game) -> FewLaw | None:
    """Return the law of restricted Nim if f(n) options are just before n.

    f(n) is floor((a n + b) / c), or min(n, m) for a small m where that is more. Outcomes of the
    latter are left to classes that say more of them than how to compute them.
    """
    counts = []
    for n in range(_LOOKED_AT):
        options = {o[0][1] if len(o) == 1 else -1 for o in game.options((n,))}
        if options != set(range(n - len(options), n)):
            return None
        counts.append(len(options))
    if any(b - a not in (0, 1) for a, b in pairwise(counts)):
        return None
    from lastmove.rules.expr import coord, maximum, minimum

    for m in range(4 if sample.what == "grundy" else 1):
        for c in range(1, 13):
            for a in range(1, c + 1):
                for b in range(-2 * c, 2 * c + 1):
                    if all(max(min(n, m), (a * n + b) // c) == f for n, f in enumerate(counts)):
                        amount = (a * coord(0) + b) // c
                        if m:
                            amount = maximum(amount, minimum(coord(0), m))
                        elif b < 0:
                            amount = maximum(0, amount)
                        return FewLaw(sample.what, amount)
    return None


def _coprime(sample: Sample, game: Game) -> CoprimeLaw | None:
    """Return the law of numbers that go to smaller ones coprime to them, if these are small."""
    if sample.what != "grundy":
        return None
    for n in range(_LOOKED_AT):
        options = {o[0][1] if len(o) == 1 else -1 for o in game.options((n,))}
        if n != 1 and options != {y for y in range(1, n) if gcd(n, y) == 1}:
            return None
    return CoprimeLaw(game.options((1,)) != [])


def _digits(sample: Sample, game: Game) -> DigitsLaw | None:
    """Return the law of numbers that are halved at least, or lose some of their binary ones."""
    if sample.what != "grundy":
        return None
    fits = set(DigitsLaw.functions)
    for n in range(_LOOKED_AT):
        options = {o[0][1] if len(o) == 1 else -1 for o in game.options((n,))}
        theirs = {
            "binary length": {y for y in range(n) if 2 * y <= n},
            "binary ones": {y for y in range(n) if y & n == y},
        }
        fits = {theorem for theorem in fits if theirs[theorem] == options}
        if not fits:
            return None
    return DigitsLaw(fits.pop())


def _slack(sample: Sample) -> SlackLaw | None:
    """Return the law of Wythoff's game with a slack of at least 2, if it fits."""
    table = sample.small
    for t in range(2, _MOST_SLACK + 1):
        law = SlackLaw(t)
        if law.mismatch(table[:20, :20]) is None and law.mismatch(table) is None:
            return law
    return None
