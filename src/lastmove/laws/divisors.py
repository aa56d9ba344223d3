"""One number from which divisors are taken: outcomes and values by binary digits.

The remainder of a position by what is taken is not definable by addition; `check_divisors` proves
laws from what is known of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.errors import LimitExceeded
from lastmove.laws.arithmetic import FunctionLaw, twos
from lastmove.laws.automata.family import AutomatonLaw, BinaryAutomata
from lastmove.laws.base import FORMAT, Candidate, Family, Sample
from lastmove.laws.check import Game, Rejected, check
from lastmove.laws.game import document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.laws.base import Certificate
    from lastmove.laws.check_sets import Set
    from lastmove.rules.program import System

__all__ = ["DigitLaw", "Divisors", "ExponentLaw"]

_EXPONENT = "the exponent of 2 in {0}"
_LARGE = 20_000  # from here on, options are not looked at one by one
_TRIED = 100_000  # divisors and quotients looked for


class ExponentLaw(FunctionLaw):
    """The Grundy value is the exponent of 2 in the position."""

    kind: ClassVar[str] = "divisors"

    def __init__(self) -> None:
        super().__init__("grundy", _EXPONENT, 0, 0, 0, [], {})

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate for the theorem about the exponent."""
        return _certificate(sample, {})

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What finds winning options among divisors."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        return _winning(self, coords, system)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the exponent."""
        return f"{_EXPONENT.format(names[0])} is {twos(coords[0])}"


class DigitLaw(AutomatonLaw):
    """A label that an automaton tells from the binary digits, of a game about divisors."""

    kind: ClassVar[str] = "divisors"

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate with the automata."""
        return _certificate(
            sample,
            {
                name: {"transitions": a.transitions, "accepting": a.accepting}
                for name, a in self.automata.items()
            },
        )

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        return _winning(self, coords, system)


def _certificate(sample: Sample, automata: dict[str, Any]) -> Certificate:
    return {
        "format": FORMAT,
        "kind": "divisors",
        "what": sample.what,
        "system": document(sample.system),
        "numeration": "binary",
        "automata": automata,
    }


def _winning(law: Candidate, coords: Sequence[int], system: System) -> list[Any]:
    """Return winning options: all that are found, and all there are below `_LARGE`."""
    (n,) = coords
    if n < _LARGE:
        options = {y for ((_, y),) in system.programs[0].run((n,))}
    else:
        from lastmove.laws.check_divisors import Divisors as Moves

        moves = Moves(Game(document(system)["programs"][0])).options
        options = {n - d for d in _numbers(n) if _holds(moves, {"r": n % d, "x0": n, "y0": n - d})}
    found = [((0, y),) for y in sorted(options) if law.label((y,)) == 0]
    if not found and n >= _LARGE and law.label((n,)) != 0:
        raise LimitExceeded(f"{n} has no divisor below {_TRIED:,} that wins", done=_TRIED)
    return found


def _numbers(n: int) -> Iterator[int]:
    """Yield numbers that may be taken: powers of two, the odd part, divisors of some kinds."""
    yield from (1 << j for j in range(n.bit_length()))
    yield n >> twos(n)
    for d in range(1, _TRIED):
        if n % d == 0:
            yield d
            yield n // d


def _holds(made: Set, values: dict[str, int]) -> bool:
    """Return whether numbers are in a set."""
    state, numbers = 0, [values[name] for name in made.names]
    for i in range(max(map(int.bit_length, numbers), default=0)):
        state = made.rows[state][sum((n >> i & 1) << t for t, n in enumerate(numbers))]
    return made.accept[state]


class Divisors(Family):
    """Games on one number whose moves take what divides it."""

    name = "divisors"

    def learn(self, sample: Sample) -> Candidate | None:
        """Return a law that the checker accepts, or None."""
        programs = document(sample.system)["programs"]
        moves = programs[0].get("moves")
        if len(programs) > 1 or sample.arity > 1 or moves is None or not _divides(moves):
            return None
        law: Candidate | None = ExponentLaw()
        if sample.what != "grundy" or ExponentLaw().mismatch(sample.large) is not None:
            found = BinaryAutomata().learn(sample)
            law = found and DigitLaw(found.what, 1, found.numeration, found.automata)
            if found is not None and law is not None:
                law.domain = found.domain
        if law is None:
            return None
        try:
            check(law.certificate(sample))
        except Rejected:
            return None  # other classes may do, and say what they lack
        return law


def _divides(block: Any) -> bool:
    """Return whether a remainder by what is no constant is asked for."""
    if not isinstance(block, list):
        return False
    asks = block[:1] == ["%"] and isinstance(block[-1], list)
    return asks or any(map(_divides, block))


class DivisorLaws:
    """What the registry asks for the law of a certificate."""

    @classmethod
    def from_certificate(cls, cert: Certificate) -> Candidate:
        """Return the law that a certificate of this kind is about."""
        return DigitLaw.from_certificate(cert) if cert["automata"] else ExponentLaw()
