"""One number: labels by a function of arithmetic.

These laws are guesses that a fresh table confirms; nothing here proves them.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING

from lastmove.errors import LimitExceeded
from lastmove.laws.base import Candidate, Family, NoProof, Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.laws.base import Array, Certificate

__all__ = ["FUNCTIONS", "LEAST_PRIME", "LENGTH", "ONES", "Arithmetic", "FunctionLaw"]

ONES = "the number of binary ones of {0}"
LENGTH = "the number of binary digits of {0}"
LEAST_PRIME = "the place of the smallest prime factor of {0} among the primes"
_EXCEPTIONS = 4
_TRIED = 10**6
_BELOW = 78_498  # the number of primes below that


def twos(n: int) -> int:
    """Return the exponent of two in a number, 0 for 0."""
    return (n & -n).bit_length() - 1 if n else 0


@lru_cache(maxsize=4)
def _primes(limit: int) -> list[int]:
    """Return the primes below a limit."""
    sieve = bytearray([1]) * limit
    sieve[:2] = b"\0\0"
    for p in range(2, isqrt(limit) + 1):
        if sieve[p]:
            sieve[p * p :: p] = bytes(len(range(p * p, limit, p)))
    return [p for p in range(limit) if sieve[p]]


def least_prime(n: int) -> int:
    """Return the place of the smallest prime factor among the primes, from 1; 0 below 2.

    Raises
    ------
    LimitExceeded
        If there is no factor below a million.
    """
    if n < 2:
        return 0
    primes = _primes(10_000 if n < 10_000 else _TRIED)
    for place, p in enumerate(primes, 1):
        if n % p == 0:
            return place
        if p * p > n:
            break
    if n <= primes[-1]:
        return bisect_left(primes, n) + 1
    raise LimitExceeded(f"{n} has no prime factor below {_TRIED:,}", done=_TRIED)


def prime_factors(n: int) -> int:
    """Return the number of prime factors, repeated ones counted."""
    count, p = 0, 2
    while n > 1:
        if p * p > n:
            return count + 1
        if p > _TRIED:
            raise LimitExceeded(f"{n} has a factor without prime factors up to {_TRIED:,}", done=p)
        while n % p == 0:
            n //= p
            count += 1
        p += 1
    return count


def digits(n: int) -> int:
    """Return the sum of the decimal digits."""
    return sum(map(int, str(n)))


# What a text calls it, and the function; applied to n, n + 1 and n - 1.
FUNCTIONS: dict[str, Callable[[int], int]] = {
    "the exponent of 2 in {0}": twos,
    ONES: int.bit_count,
    LENGTH: int.bit_length,
    LEAST_PRIME: least_prime,
    "the number of prime factors of {0}": prime_factors,
    "the whole square root of {0}": isqrt,
    "the sum of the decimal digits of {0}": digits,
}


# The same in emitted code: statements that set `value` from m >= 0.
_LOST = "no prime factor below a million"
_PYTHON: dict[Callable[[int], int], str] = {
    twos: "value = (m & -m).bit_length() - 1 if m else 0",
    int.bit_count: 'value = bin(m).count("1")',
    int.bit_length: "value = m.bit_length()",
    least_prime: f"""\
from bisect import bisect_left

primes, value = law.__dict__.setdefault("primes", []), 0
if not primes:
    composite = bytearray({_TRIED})
    for p in range(2, {_TRIED}):
        if not composite[p]:
            primes.append(p)
            composite[p * p :: p] = bytes([1]) * len(range(p * p, {_TRIED}, p))
for p in primes if m > 1 else ():
    if p * p > m:
        value = bisect_left(primes, m) + 1
        break
    value += 1
    if m % p == 0:
        break
else:
    value = len(primes) + 1 if m > 1 else 0
if value > len(primes):
    raise SystemExit("{_LOST}")""",
    prime_factors: f"""\
value, p = 0, 2
while m > 1:
    if p * p > m:
        value += 1
        break
    if p > {_TRIED}:
        raise SystemExit("{_LOST}")
    while m % p == 0:
        m //= p
        value += 1
    p += 1""",
    isqrt: "value = isqrt(m)",
    digits: "value = sum(map(int, str(m)))",
}
_EXIT = f'{{ std::cerr << "{_LOST}\\n"; std::exit(2); }}'
_CPP: dict[Callable[[int], int], str] = {
    twos: "value = m ? __builtin_ctzll(m) : 0;",
    int.bit_count: "value = __builtin_popcountll(m);",
    int.bit_length: "value = m ? 64 - __builtin_clzll(m) : 0;",
    least_prime: f"""\
static int place[{_TRIED}], primes[{_BELOW}], known = 0;
for (int p = 2; known < {_BELOW}; ++p) {{
    if (place[p]) continue;
    primes[known++] = p;
    for (int q = p; q < {_TRIED}; q += p) if (!place[q]) place[q] = known;
}}
if (m < {_TRIED}) value = m > 1 ? place[m] : 0;
else for (int i = 0; !value; ++i) {{
    if (i == known) {_EXIT}
    if (m % primes[i] == 0) value = i + 1;
}}""",
    prime_factors: f"""\
for (long long p = 2; m > 1; ++p) {{
    if (p > m / p) {{ ++value; break; }}
    if (p > {_TRIED}) {_EXIT}
    for (; m % p == 0; m /= p) ++value;
}}""",
    isqrt: """\
for (long long bit = 1LL << 31; bit > 0; bit >>= 1)
    if ((big)(value + bit) * (value + bit) <= m) value += bit;""",
    digits: "for (; m > 0; m /= 10) value += m % 10;",
}


class FunctionLaw(Candidate):
    """The label is a function of arithmetic plus a constant, or the remainder of it.

    Attributes
    ----------
    function : str
        Which.
    shift : int
        It is applied to n + shift.
    plus, modulus : int
        Added to it; and by what it is divided, or 0.
    first : list of int
        The labels of the first numbers, which are exceptions.
    other : dict
        Labels where the function has an exceptional value.
    """

    kind = "arithmetic"
    arity = 1

    def __init__(
        self,
        what: str,
        function: str,
        shift: int,
        plus: int,
        modulus: int,
        first: list[int],
        other: dict[int, int],
    ) -> None:
        self.what = what
        self.function = function
        self.shift = shift
        self.plus = plus
        self.modulus = modulus
        self.first = first
        self.other = other

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a number."""
        (n,) = coords
        if n < len(self.first):
            return self.first[n]
        value = FUNCTIONS[self.function](n + self.shift)
        if value in self.other:
            return self.other[value]
        value += self.plus
        if self.modulus:
            value %= self.modulus
        return value if self.what == "grundy" else int(value != 0)

    def certificate(self, sample: Sample) -> Certificate:
        """There is none."""
        raise NoProof(f"nothing here proves laws about {self.function.format('a number')}")

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the function."""
        n = of = names[0]
        if self.shift:
            of = f"({n} {'+' if self.shift > 0 else '-'} {abs(self.shift)})"
        if latex:
            n, of = f"${n}$", f"${of}$"
        text = self.function.format(of)
        early = list(map(str, self.first))
        if self.what == "grundy":
            # Behind the name of a function, "n - 1" would be what it is applied to.
            text = f"{self.plus} + {text}" if self.plus > 0 else text
            text += f", less {-self.plus}" if self.plus < 0 else ""
            if self.modulus:
                text = (
                    f"({text}) mod {self.modulus}" if self.plus else f"{text}, mod {self.modulus}"
                )
        else:
            wanted = -self.plus % self.modulus if self.modulus else -self.plus
            text += f", mod {self.modulus}," if self.modulus else ""
            text = f"P if {text} is {wanted}, else N"
            early = ["N" if label else "P" for label in self.first]
        for value, label in self.other.items():
            text += f", but {label} where it is {value + self.plus}"
        text += f"; for {n} < {len(self.first)}: {', '.join(early)}" if self.first else ""
        return rf"\text{{{text}}}" if latex else text

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that computes the function of arithmetic."""
        n, run, size = names[0], FUNCTIONS[self.function], len(self.first)
        python = language == "python"
        end = "" if python else ";"

        def check(condition: str, label: str) -> str:
            test = f"if {condition}:\n   " if python else f"if ({condition})"
            return f"{test} return {label}{end}"

        lines = []
        if python and run is isqrt:
            lines += ["from math import isqrt", ""]
        early = ", ".join(map(str, self.first))
        if self.first and python:
            lines.append(check(f"{n} < {size}", f"[{early}][{n}]"))
        elif self.first:
            lines.append(f"const long long first[] = {{{early}}};")
            lines.append(check(f"{n} < {size}", f"first[{n}]"))
        start = f"m = {n} + ({self.shift})"
        if python:
            lines += [start, _PYTHON[run]]
        else:
            # One more than the largest number of 64 bits is none.
            kind = "big" if self.shift > 0 else "long long"
            lines += [
                f"{kind} m = ({kind}){n} + ({self.shift});",
                "long long value = 0;",
                _CPP[run],
            ]
        lines += [check(f"value == {v}", str(label)) for v, label in self.other.items()]
        text = f"(value + {self.plus})"
        if self.modulus:
            text = f"({text} % {self.modulus})"
        told = text if self.what == "grundy" else f"int({text} != 0)"
        return "\n".join([*lines, f"return {told}{end}"])


class Arithmetic(Family):
    """Functions of arithmetic."""

    name = "arithmetic"

    def learn(self, sample: Sample) -> Candidate | None:
        """Return a law that fits the sample, or None."""
        if sample.arity != 1 or sample.what not in ("outcome", "misere", "grundy"):
            return None
        table = sample.large
        if (table < 0).any():
            return None
        return _function(sample.what, table)


def _function(what: str, table: Array) -> FunctionLaw | None:
    labels = [int(v) for v in table]
    first = labels[:_EXCEPTIONS]
    early = range(_EXCEPTIONS, min(150, len(labels)))
    for function, run in FUNCTIONS.items():
        for shift in (0, 1, -1):
            values = {n: run(n + shift) for n in early}
            for plus, m, other in _options(what, [values[n] for n in early], labels, early):
                law = FunctionLaw(what, function, shift, plus, m, first, other)
                if all(law.label((n,)) == labels[n] for n in range(len(labels))):
                    return _fewer(law, labels)
    return None


def _options(
    what: str, values: list[int], labels: list[int], early: range
) -> Iterator[tuple[int, int, dict[int, int]]]:
    """Yield what to add, by what to divide, and an exceptional value, where that fits."""
    own = [labels[n] for n in early]
    options = {(b - a, 0) for a, b in zip(values[:8], own, strict=False)}
    if what != "grundy":
        options = {(-v, 0) for v in range(4)}
    options |= {(plus, m) for m in (2, 3, 4) for plus in range(m)}
    for plus, m in sorted(options, key=lambda o: (o[1], abs(o[0]), o[0])):
        wrong: dict[int, int] = {}
        for v, label in zip(values, own, strict=True):
            told = (v + plus) % m if m else v + plus
            told = told if what == "grundy" else int(told != 0)
            # One value may be an exception, always with the same label.
            if (v in wrong or told != label) and (
                what != "grundy" or m or wrong.setdefault(v, label) != label or len(wrong) > 1
            ):
                break
        else:
            yield plus, m, wrong


def _fewer(law: FunctionLaw, labels: list[int]) -> FunctionLaw:
    """Return the law without exceptions that are none."""
    while law.first:
        n = len(law.first) - 1
        shorter = FunctionLaw(
            law.what, law.function, law.shift, law.plus, law.modulus, law.first[:-1], law.other
        )
        if n + law.shift < 0 or shorter.label((n,)) != labels[n]:
            break
        law = shorter
    return law
