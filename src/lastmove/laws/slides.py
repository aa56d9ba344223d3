"""Games that are staircase Nim after a linear change of coordinates."""

from __future__ import annotations

from itertools import count
from operator import mul
from typing import TYPE_CHECKING, Any

from lastmove.laws.base import FORMAT, Candidate, Family, NoProof, Sample
from lastmove.laws.check import Game, Rejected, check
from lastmove.laws.check_linear import conjuncts
from lastmove.laws.check_slides import slides
from lastmove.laws.game import document, ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.laws.base import Certificate
    from lastmove.laws.check_linear import Form
    from lastmove.rules.expr import Expr
    from lastmove.rules.program import System


class SlidesLaw(Candidate):
    """The Grundy value is the xor of some linear forms.

    Attributes
    ----------
    forms : list of tuple of int
        Coefficients and, last, a constant.
    """

    kind = "slides"

    def __init__(self, what: str, arity: int, forms: Sequence[Form]) -> None:
        self.what = what
        self.arity = arity
        self.forms = [tuple(form) for form in forms]

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        total = 0
        for form in self.forms:
            total ^= sum(c * x for c, x in zip(form, coords, strict=False)) + form[-1]
        return total if self.what == "grundy" else int(total != 0)

    @property
    def winning(self) -> Callable[[Sequence[int], System], list[Any]]:
        """What finds in each kind of move the one amount that wins."""
        return self._winning

    def _winning(self, coords: Sequence[int], system: System) -> list[Any]:
        """Return the options of Grundy value 0: in each kind of move at most one amount."""
        values = [sum(c * x for c, x in zip(f, coords, strict=False)) + f[-1] for f in self.forms]
        total = 0
        for value in values:
            total ^= value
        found = []
        moves = slides(document(system)["programs"][0]["moves"], self.arity, {}, count())
        for u, length in moves:
            most = sum(c * x for c, x in zip(length, coords, strict=False)) + length[-1]
            for form, value in zip(self.forms, values, strict=True):
                by = sum(c * d for c, d in zip(form, u, strict=False))
                if by == 0:
                    continue
                amount, rest = divmod((value ^ total) - value, by)
                if rest == 0 and 1 <= amount <= most:
                    to = tuple(x + amount * d for x, d in zip(coords, u, strict=True))
                    found.append(((0, *to),))
        return found

    def certificate(self, sample: Sample) -> Certificate:
        """Return a certificate for the staircase theorem."""
        system = document(sample.system)
        moves = slides(system["programs"][0]["moves"], self.arity, {}, count())
        weights = ranking([u for u, _ in moves], self.arity)
        if weights is None:
            raise NoProof("no weights of the coordinates show that play always ends")
        return {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": system,
            "weights": list(weights),
            "forms": [list(form) for form in self.forms],
        }

    @classmethod
    def from_certificate(cls, cert: Certificate) -> SlidesLaw:
        """Return the law that a certificate of this kind is about."""
        return cls(cert["what"], len(cert["weights"]), [tuple(f) for f in cert["forms"]])

    def expression(self) -> Expr:
        """Return the label as an expression."""
        from lastmove.rules.expr import compare, const, coord

        total = const(0)
        for form in self.forms:
            value = const(form[-1])
            for i, c in enumerate(form[:-1]):
                if c:
                    value = value + coord(i) * c
            total = total ^ value
        return total if self.what == "grundy" else compare("!=", total, 0)

    def reason(self, coords: Sequence[int], names: Sequence[str]) -> str:
        """Return the xor with the numbers put in."""
        values = [sum(c * x for c, x in zip(f, coords, strict=False)) + f[-1] for f in self.forms]
        total = 0
        for value in values:
            total ^= value
        return f"{' xor '.join(map(str, values)) or 0} = {total}"

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the forms with their xor."""
        sign = r" \oplus " if latex else " xor "
        text = sign.join(_text(form, names) for form in self.forms) or "0"
        text = text.replace("*", " ") if latex else text
        if self.what == "grundy":
            return text
        return rf"\text{{P}} \iff {text} = 0" if latex else f"P if {text} = 0, else N"


def _text(form: Form, names: Sequence[str]) -> str:
    parts = [(c, name) for c, name in zip(form, names, strict=False) if c]
    parts.sort(key=lambda part: part[0] < 0)
    text = ""
    for c, name in parts:
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + ("" if abs(c) == 1 else f"{abs(c)}*") + name
    if form[-1] or not text:
        text += f" {'-' if form[-1] < 0 else '+'} {abs(form[-1])}" if text else str(form[-1])
    return f"({text})" if " " in text else text


class Slides(Family):
    """Xor of linear forms: Nim, staircase Nim on graphs, and these in gaps or differences."""

    name = "staircase"

    def learn(self, sample: Sample) -> SlidesLaw | None:
        """Return the xor of some forms, or None."""
        system = document(sample.system)
        game = Game(system["programs"][0])
        if sample.what not in ("grundy", "outcome") or len(system["programs"]) > 1:
            return None
        if len(game.blocks) > 1:
            return None
        try:
            moves = slides(game.blocks[0], game.size, {}, count())
            conjuncts(game.domain, game.size)
        except Rejected:
            return None
        for forms in _choices(moves):
            law = SlidesLaw(sample.what, game.size, forms)
            try:
                cert = law.certificate(sample)
                check(cert)
            except (Rejected, NoProof):
                continue
            return law
        return None


def _choices(moves: Sequence[tuple[tuple[int, ...], Form]]) -> list[list[Form]]:
    """Return sets of forms of which each kind of move changes exactly one."""
    every = list(dict.fromkeys(length for _, length in moves))
    # Whether a kind of move changes a form does not depend on which other forms are chosen, so
    # choosing is a small exact cover, found by going through the kinds one after another.
    changed = []
    for u, _ in moves:
        hit = [sum(map(mul, f, u)) != 0 for f in every]
        if hit not in changed:
            changed.append(hit)
    found: list[list[Form]] = []
    stack: list[dict[int, bool]] = [{}]
    while stack and len(found) < 64:
        chosen = stack.pop()
        for hit in changed:
            on = [i for i, h in enumerate(hit) if h and chosen.get(i)]
            free = [i for i, h in enumerate(hit) if h and i not in chosen]
            if len(on) > 1 or (not on and not free):
                break
            if free:
                picks = [None] if on else free
                for pick in picks:
                    stack.append({**chosen, **{i: i == pick for i in free}})
                break
        else:
            found.append([form for i, form in enumerate(every) if chosen.get(i)])
    return found
