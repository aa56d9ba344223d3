"""Positions that are sums of games on some of their coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.laws.base import FORMAT, Candidate, Family, NoProof, Sample
from lastmove.laws.check import Rejected
from lastmove.laws.check_sum import part, traced
from lastmove.laws.game import document, system_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.laws.base import Certificate
    from lastmove.rules.expr import Expr


class SumLaw(Candidate):
    """The Grundy value is the xor of those of groups of coordinates.

    Attributes
    ----------
    parts : list
        For each group its coordinates, its law and the sample that is about it alone.
    """

    kind = "sum"

    def __init__(self, what: str, arity: int, parts: Sequence[tuple[list[int], Candidate]]) -> None:
        self.what = what
        self.arity = arity
        self.parts = list(parts)

    def label(self, coords: Sequence[int]) -> int:
        """Return the label of a position."""
        total = 0
        for group, law in self.parts:
            total ^= law.label([coords[i] for i in group])
        return total if self.what == "grundy" else int(total != 0)

    def certificate(self, sample: Sample) -> Certificate:
        """Return the certificates of the parts, together."""
        system = document(sample.system)
        parts: list[dict[str, object]] = []
        for group, law in self.parts:
            sub = {"format": system["format"], "programs": [part(system["programs"][0], group)]}
            own = Sample(system_of(sub), "grundy", [1] * len(group))
            cert = law.certificate(own)
            parts.append({"coords": group, "certificate": {**cert, "system": sub}})
        return {
            "format": FORMAT,
            "kind": self.kind,
            "what": self.what,
            "system": system,
            "parts": parts,
        }

    @classmethod
    def from_certificate(cls, cert: Certificate) -> SumLaw:
        """Return the law that a certificate of this kind is about."""
        from lastmove.laws.registry import from_certificate

        parts = [(p["coords"], from_certificate(p["certificate"])) for p in cert["parts"]]
        return cls(cert["what"], sum(len(g) for g, _ in parts), parts)

    def expression(self) -> Expr | None:
        """Return the label as an expression, if all parts have one."""
        from lastmove.rules.expr import compare, const, coord

        total = const(0)
        for group, law in self.parts:
            own = law.expression()
            if own is None:
                return None
            total = total ^ substitute(own, [coord(i) for i in group])
        return total if self.what == "grundy" else compare("!=", total, 0)

    def emit(self, language: str, names: Sequence[str]) -> str:
        """Return the body of a function that calls one function for each part."""
        from lastmove.laws.emit import body_of, indented

        lines, calls = [], []
        for k, (group, law) in enumerate(self.parts):
            own = [names[i] for i in group]
            body = indented(body_of(law, language, own))
            if language == "cpp":
                takes = ", ".join(f"long long {name}" for name in own)
                lines.append(
                    f"const auto part{k}_ = []({takes}) -> unsigned long long {{\n{body}\n}};"
                )
            else:
                lines.append(f"def part{k}_({', '.join(own)}):\n{body}\n")
            calls.append(f"part{k}_({', '.join(own)})")
        total = " ^ ".join(calls)
        answer = total if self.what == "grundy" else f"int(({total}) != 0)"
        return "\n".join([*lines, f"return {answer}" + (";" if language == "cpp" else "")])

    def describe(self, names: Sequence[str], *, latex: bool = False) -> str:
        """Return the parts with their xor."""
        sign = r" \oplus " if latex else " xor "
        laws = [
            (group, law.describe([names[i] for i in group], latex=latex))
            for group, law in self.parts
        ]
        head = sign.join(f"g({', '.join(names[i] for i in group)})" for group, _ in laws)
        lines = [f"g({', '.join(names[i] for i in group)}): {text}" for group, text in laws]
        first = head if self.what == "grundy" else f"P if {head} = 0, else N"
        return "\n".join([first, *lines])


def substitute(e: Expr, coords: Sequence[Expr]) -> Expr:
    """Return an expression with other coordinates put in."""
    from lastmove.rules.expr import Expr

    def turned(data: object) -> object:
        if not isinstance(data, list) or not data:
            return data
        if data[0] == "x":
            return coords[data[1]].to_json()
        return [turned(part) for part in data]

    return Expr.from_json(turned(e.to_json()))


class Sums(Family):
    """Sums of games on groups of coordinates, each with a law of its own."""

    name = "sum of coordinates"

    def learn(self, sample: Sample) -> SumLaw | None:
        """Return the xor of laws of groups of coordinates, or None."""
        from lastmove.laws.find import candidates

        system = document(sample.system)
        program = system["programs"][0]
        if (
            sample.what not in ("grundy", "outcome")
            or len(system["programs"]) > 1
            or "moves" not in program
            or program.get("domain") is not None
        ):
            return None
        try:
            needs = traced(program)[1]
        except Rejected:
            return None
        group = list(range(sample.arity))
        for linked in needs:
            for i in linked:
                old, new = group[i], group[min(linked)]
                group = [new if g == old else g for g in group]
        if len(set(group)) < 2:
            return None
        parts: list[tuple[list[int], Candidate]] = []
        known: dict[str, Candidate] = {}
        for name in sorted(set(group)):
            coords = [i for i, g in enumerate(group) if g == name]
            sub = {"format": system["format"], "programs": [part(program, coords)]}
            key = repr(sub["programs"][0]["moves"])
            if key not in known:
                try:
                    found = candidates(system_of(sub), "grundy")
                    known[key] = next(f.candidate for f in found if f.certificate is not None)
                except (StopIteration, NoProof):
                    return None
            parts.append((coords, known[key]))
        return SumLaw(sample.what, sample.arity, parts)
