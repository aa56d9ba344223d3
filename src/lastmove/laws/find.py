"""From rules to a law: tabulate, let each class of laws try, and have the checker judge."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from lastmove.errors import LimitExceeded, LoopError, NoLawFound, NotANumber, RulesError
from lastmove.laws import between
from lastmove.laws.base import WHATS, Candidate, NearMiss, NoProof, Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.game import extents
from lastmove.laws.law import Law
from lastmove.laws.measure import measure_of
from lastmove.laws.registry import families
from lastmove.rules.program import constants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lastmove.laws.base import Array, Certificate
    from lastmove.rules.program import System
    from lastmove.rules.ruleset import Rules

# How many positions the tables have, one pair of tables after the other.
_STAGES = (2_500, 60_000, 300_000)


class Found(NamedTuple):
    """A candidate, with a certificate that the checker accepts or the reason why there is none."""

    candidate: Candidate
    certificate: Certificate | None
    reason: str
    sample: Sample


def candidates(
    system: System,
    what: str,
    *,
    bound: int | None = None,
    tried: list[str] | None = None,
    report: Callable[[str], None] | None = None,
) -> Iterator[Found]:
    """Yield the laws that fit a game, cheapest class first.

    Parameters
    ----------
    system : System
        The game's Programs.
    what : str
        One of ``"outcome"``, ``"grundy"``, ``"misere"``, ``"value"``.
    bound : int, optional
        The largest value of each coordinate in the tables.
    tried : list, optional
        What is tried without success is appended here, a sentence each.
    report : callable, optional
        Called with a line of text as each stage begins.

    Yields
    ------
    Found
        Only laws that agree with the table of their sample.
    """
    notes: list[str] = [] if tried is None else tried
    size = len(system.programs[0].coords)
    boxes = [extents(size, cells) for cells in _STAGES]
    if bound is not None:
        boxes = [(bound + 1,) * size]
    slow = False
    for box in dict.fromkeys(boxes):
        sample = Sample(system, what, box)
        if slow:
            return
        for family in families():
            if report is not None:
                report(f"{family.name}, tables to {box[0] - 1}")
            try:
                candidate = family.learn(sample)
            except NearMiss as near:
                notes.append(f"{family.name}: {near}")
                continue
            except LimitExceeded as error:
                notes.append(f"{family.name}: not up to {box[0] - 1}, since {error}")
                slow = True
                continue
            if candidate is None:
                notes.append(f"{family.name}: nothing fits up to {box[0] - 1}")
                continue
            certificate, reason = proof(candidate, sample)
            if certificate is None and candidate.mismatch(sample.large) is not None:
                notes.append(f"{family.name}: contradicted by its own table")
                continue
            if certificate is None:
                notes.append(f"{family.name}: fits up to {box[0] - 1}, not proved: {reason}")
            yield Found(candidate, certificate, reason, sample)


def proof(candidate: Candidate, sample: Sample) -> tuple[Certificate | None, str]:
    """Return a certificate that the checker accepts, or None and why there is none."""
    reasons: list[str] = []
    last: Callable[[Sample], Certificate] = partial(between.certificate, candidate)
    for way in [*candidate.ways(), last]:
        try:
            certificate = way(sample)
            check(certificate)
        except (NoProof, Rejected) as error:
            reasons.append(str(error))
            if getattr(error, "position", None) is not None:
                break
        else:
            return certificate, ""
    return None, "; ".join(dict.fromkeys(filter(None, reasons)))


def law(
    rules: Rules,
    *,
    what: str | None = None,
    bound: int | None = None,
    arity: int | None = None,
    report: Callable[[str], None] | None = None,
) -> Law:
    """Return the law that `Rules.law` describes."""
    count = arity or rules.arity or len(rules.coord_names(0)) + 3
    if rules.arity is not None and count != rules.arity:
        plural = "coordinate" if rules.arity == 1 else "coordinates"
        raise ValueError(f"{rules} has {rules.arity} {plural}, not {count}")
    if bound is not None and (type(bound) is not int or bound < 0):
        raise ValueError(f"bound is the largest coordinate of a table, not {bound!r}")
    if what is not None and what not in WHATS:
        raise ValueError(f"what is one of {', '.join(WHATS)}, not {what!r}")
    impartial = rules.kind == "impartial"
    if what == "grundy" and not impartial:
        raise ValueError(f"{rules} is partizan and has no Grundy values: ask for another what")
    if what == "value" and impartial:
        raise ValueError(f'{rules} is impartial: ask for what="grundy" instead of its value')
    program = rules.program_for(count)
    if rules.engine.native(count) is None:
        raise RulesError(rules.engine.untraced(count))
    system = _system(rules, count)
    system.measure = measure_of(rules, system)
    if what is None:
        what = "grundy" if impartial else "value"
        if not impartial and not _numbers(system):
            what = "outcome"
    tried: list[str] = []
    fits: Found | None = None
    unproved: list[Found] = []
    for found in candidates(system, what, bound=bound, tried=tried, report=report):
        _agree(found)
        if found.certificate is not None:
            fits = found
            break
        unproved.append(found)
    upto = -1 if fits is None else max(fits.sample.extents) - 1
    if fits is None and unproved:
        if report is not None:
            report("comparing what is not proved with a larger table")
        fits, upto = _beyond(unproved, tried)
    if fits is None:
        raise NoLawFound(
            f"no law of {rules} was found for what={what!r}: {_summary(tried)}",
            tried=tried,
        )
    made = Law(
        fits.candidate,
        system,
        program.coords,
        rules=rules,
        certificate=fits.certificate,
        bound=upto,
        reason=fits.reason,
    )
    made.tried = tried
    return made


def _beyond(unproved: list[Found], notes: list[str]) -> tuple[Found | None, int]:
    """Return a law that a fresh table does not contradict, and up to where that was looked at.

    The table is the largest that can be had, and at least twice as long each way as the one from
    which the law was learned; why laws fall is appended to the notes.
    """
    # Longer tables first; of laws from the same table, the one of the simplest class.
    order = sorted(unproved, key=lambda f: -max(f.sample.extents))
    for found in order:
        sample = found.sample
        times = 4 if sample.arity == 1 else 2
        box = tuple(times * max(e, found.candidate.reach) for e in sample.extents)
        here = f"{found.candidate.kind}: fits up to {max(sample.extents) - 1}, not proved"
        try:
            box, table = _fresh(sample, box)
        except LimitExceeded as error:
            notes.append(f"{here}, and no larger table to check it with, since {error}")
            continue
        for other in order:
            name = f"{other.candidate.kind}: fits up to {max(other.sample.extents) - 1}"
            if times * max(*other.sample.extents, other.candidate.reach) > max(box):
                continue
            try:
                wrong = other.candidate.mismatch(table)
            except ValueError as error:  # automata that give some position no value
                notes.append(f"{name} but not further: {error}")
                continue
            if wrong is None:
                return other, min(box) - 1
            notes.append(f"{name} but not at {wrong}")
        break
    return None, -1


def _fresh(sample: Sample, box: tuple[int, ...]) -> tuple[tuple[int, ...], Array]:
    """Return a table of at least these extents, and where it can be had beyond all exceptions.

    What rules make of one large number shows in no smaller table, so the table goes past the
    largest constant of the rules that is within reach.
    """
    reach = {1: 20_000, 2: 1000, 3: 60}.get(sample.arity, 0)
    seen = [abs(c) for program in sample.system.programs for c in constants(program)]
    edge = 2 * max((c for c in seen if c <= reach), default=0)
    wide = tuple(max(e, edge) for e in box)
    if wide != box:
        with suppress(LimitExceeded):
            return wide, Sample(sample.system, sample.what, wide).large
    return box, Sample(sample.system, sample.what, box).large


def _summary(tried: list[str]) -> str:
    """Return what was nearly right, or that nothing was."""
    near = [note for note in tried if "nothing fits" not in note]
    if near:
        return "; ".join(dict.fromkeys(near))
    upto = max((int(n.rpartition(" ")[2]) for n in tried if n[-1].isdigit()), default=0)
    count = len(set(tried))
    return (
        f"no class of laws fits tables up to {upto} "
        f"({count} tries, see the list `tried` of this error)"
    )


def _system(rules: Rules, count: int) -> System:
    native = rules.engine.native(count)
    assert native is not None
    return native.system


def _numbers(system: System) -> bool:
    size = len(system.programs[0].coords)
    try:
        _ = Sample(system, "value", (8,) * size).large
    except (NotANumber, LimitExceeded):
        return False
    return True


def _agree(found: Found) -> None:
    """Compare a proved law with the search: two independent ways must agree."""
    if found.certificate is None or found.candidate.kind in ("box",):
        return
    size = found.candidate.arity
    # Of many coordinates the last ones stay 0.
    box = extents(size, 4000) if size <= 11 else (*[2] * 11, *[1] * (size - 11))
    sample = Sample(found.sample.system, found.candidate.what, box)
    try:
        wrong = found.candidate.mismatch(sample.large)
    except (LimitExceeded, LoopError):
        return
    if wrong is not None:
        raise AssertionError(
            f"a proved law disagrees with search at {wrong}: please report this rule set"
        )
