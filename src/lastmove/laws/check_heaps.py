"""Checks certificates of kind ``heap-period/1``: periods of taking-and-breaking games.

Standard library only. All values that the proof needs are computed again: from the definition
while that is quick, else by a rare/common method written for this file alone.

The claim is ``G(n + p) = G(n) + s`` for all ``n >= e``. It is proved

- for ``s = 0`` by the bound of Guy and Smith: with ``t`` the largest number of counters taken and
  ``h`` the most heaps left, ``max(h (e + p) + t - h + 1, p + t + 1)`` values that keep the
  pattern are enough, as the largest heap left may always be exchanged for one a period away;
- for ``s > 0`` by the two facts set out in `check_rising`;
- for all-but games by a state, up to a shift of all values, that comes back.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import need, unread
    from lastmove.laws.check_rising import fault_of_rise
else:
    from check import need, unread
    from check_rising import fault_of_rise

FIELDS = {"kind", "game", "start", "length", "saltus", "values_used", "sha256"}
FIELDS |= {"maximum", "cycle", "exceptions"}
# Values that are computed from the definition, and by the rare/common method.
_BY_DEFINITION = 1500
_AT_MOST = 2_000_000
_LARGEST_TAKE = 100_000
# A digit of a code: one of 16, or a number in brackets.
_DIGIT = r"[0-9a-fA-F]|\([0-9]+\)"
# Steps of the check of an all-but game.
_MOST_STEPS = 50_000_000


class Verdict(NamedTuple):
    """What was found: whether the claim is proved, how its facts were computed, and why not."""

    accepted: bool
    how: str
    reason: str = ""


def check(certificate: dict[str, Any]) -> str:
    """Check a certificate of a period; return how the values were computed again."""
    need(set(certificate) <= FIELDS, unread(set(certificate) - FIELDS))
    verdict = check_period(certificate)
    need(verdict.accepted, verdict.reason)
    return verdict.how


def check_period(certificate: dict[str, Any]) -> Verdict:
    """Check a certificate of a period."""
    start, length, saltus, used = (
        _whole(certificate[key]) for key in ("start", "length", "saltus", "values_used")
    )
    if length < 1 or used < start + length:
        return Verdict(False, "", "the values used do not reach to the end of the first period")
    if used > _AT_MOST:
        reason = f"{used} values are more than this checker computes ({_AT_MOST})"
        return Verdict(False, "", f"{reason}: lastmove check --native goes through them")
    name = certificate["game"]
    forbidden = _listed("all-but", name)
    if forbidden is not None:
        return _check_all_but(certificate, forbidden, start, length, saltus, used)
    # A game without moves is one in which a move leaves a heap as it is no sooner than never.
    digits = _digits(name) or [0]
    take = len(digits) - 1
    parts = max(max(digits).bit_length() - 1, 0)
    if parts > 8:
        return Verdict(False, "", "a move that leaves so many heaps is too much here")
    if parts > 2 or used <= _BY_DEFINITION:
        if used > 5 * _BY_DEFINITION:
            return Verdict(False, "", "so many values of such a game are too much here")
        values, how = _by_definition(digits, used), "all values from the definition"
    else:
        values, how = _rare_and_common(digits, used), "the rare/common method of the checker"
    reason = _differs(certificate, values, start, length, saltus)
    if reason:
        return Verdict(False, how, reason)
    if saltus == 0:
        heaps = max(parts, 1)
        first = max(start, 1)
        needed = max(heaps * (first + length) + take - heaps + 1, length + take + 1)
        if used < needed:
            return Verdict(False, how, f"the bound needs {needed} values, not {used}")
        return Verdict(True, how)
    fault = fault_of_rise(digits, values, start, length, saltus)
    return Verdict(not fault, how, fault)


def _listed(game: str, name: str) -> set[int] | None:
    """Return the numbers in the name of a game that lists some, if it is one."""
    found = re.fullmatch(game + r"\(((?:[0-9]+(?:,[0-9]+)*)?)\)", name)
    return None if found is None else {int(part) for part in found[1].split(",") if part}


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no whole number")
    return value


def _digits(name: str) -> list[int]:
    """Return the digits of ``0.77``, ``0.3(16)F`` or ``subtract(1,2)``."""
    listed = _listed("subtract", name)
    if listed is not None:
        need(max(listed, default=0) <= _LARGEST_TAKE, "too large a number is taken here")
        need(min(listed, default=1) > 0, "a move takes at least one counter")
        return [3 if take in listed else 0 for take in range(max(listed, default=0) + 1)]
    found = re.fullmatch(f"({_DIGIT})?(?:\\.((?:{_DIGIT})*))?", name)
    if not found or not name:
        raise ValueError(f"{name!r} is no code of a game")
    places = [found[1] or "0", *re.findall(_DIGIT, found[2] or "")]
    digits = [int(d[1:-1]) if d[0] == "(" else int(d, 16) for d in places]
    if digits[0] & 3:
        raise ValueError("a move that takes nothing must break the heap")
    while digits[-1:] == [0]:
        digits.pop()
    return digits


def _differs(
    certificate: dict[str, Any], values: array[int], start: int, length: int, saltus: int
) -> str:
    """Return what the certificate says wrongly of the values, or nothing."""
    used = len(values)
    for n in range(start, used - length):
        if values[n + length] != values[n] + saltus:
            return f"the pattern breaks at heap {n + length}"
    if start and values[start - 1 + length] == values[start - 1] + saltus:
        return f"the pattern holds from an earlier heap than {start} on"
    for smaller in range(1, length):
        # A shorter period of the same slope would make this one not the least.
        if (smaller * saltus) % length == 0 and all(
            values[n + smaller] == values[n] + smaller * saltus // length
            for n in range(start, used - smaller)
        ):
            return f"{smaller} is a shorter period"
    if certificate.get("maximum", max(values)) != max(values):
        return "the maximum is another"
    wide = max(values) >= 1 << 16
    packed = b"".join(v.to_bytes(4 if wide else 2, "little") for v in values)
    if hashlib.sha256(packed).hexdigest() != certificate["sha256"]:
        return "the values have another hash"
    if "cycle" in certificate and certificate["cycle"] != list(values[start : start + length]):
        return "the values of the period are others"
    if "exceptions" in certificate:
        expected = []
        for n in range(start):
            periods = (start - n + length - 1) // length
            if values[n] != values[n + periods * length] - periods * saltus:
                expected.append([n, values[n]])
        if certificate["exceptions"] != expected:
            return "the exceptions are others"
    return ""


def _mex(taken: set[int]) -> int:
    value = 0
    while value in taken:
        value += 1
    return value


def _by_definition(digits: list[int], count: int) -> array[int]:
    """Compute values from all options; sets of sums for moves that leave three heaps or more."""
    most = max(max(digits).bit_length() - 1, 0)
    values = array("q", [0])
    # sums[j][m]: the values of m counters broken into j heaps.
    sums: list[list[set[int]]] = [[] for _ in range(most + 1)]
    for n in range(1, count):
        m = n - 1
        for parts in range(1, most + 1):
            if parts == 1:
                sums[1].append({values[m]} if m else set())
            elif parts == 2:
                half = range(1, m // 2 + 1)
                sums[2].append({values[a] ^ values[m - a] for a in half})
            else:
                below = sums[parts - 1]
                sums[parts].append({values[a] ^ v for a in range(1, m) for v in below[m - a]})
        taken: set[int] = set()
        for take, digit in enumerate(digits[: n + 1]):
            if digit & 1 and take == n:
                taken.add(0)
            for parts in range(1, most + 1):
                if digit >> parts & 1:
                    if take:
                        taken |= sums[parts][n - take]
                    elif parts == 2:
                        taken.update(values[a] ^ values[n - a] for a in range(1, n // 2 + 1))
                    else:
                        below = sums[parts - 1]
                        taken |= {values[a] ^ v for a in range(1, n) for v in below[n - a]}
        values.append(_mex(taken))
    return values


def _rare_and_common(digits: list[int], count: int) -> array[int]:
    """Compute values of a game that leaves at most two heaps, told apart by a mask.

    Call a heap common if its value has an odd number of bits in common with the mask. Values of
    the common class among the options come from one common and one rare heap, so the rare heaps
    give them all. The least of that class that is not taken is the answer unless a smaller value
    of the other class is not taken either, which a look through the options decides.
    """
    empties = [k for k, d in enumerate(digits) if d & 1]
    singles = [k for k, d in enumerate(digits) if d & 2]
    splits = [k for k, d in enumerate(digits) if d & 4]
    values = array("q", _by_definition(digits, min(count, 256)))
    mask = 0
    rares: list[tuple[int, int]] = []
    common: list[bool] = []
    retune = len(values)
    while len(values) < count:
        n = len(values)
        if n == retune:
            retune *= 4
            mask = _best_mask(values)
            size = 4 * (max(values).bit_length() + 1) ** 2 + (4 << max(values).bit_length())
            common = [(v & mask).bit_count() % 2 == 1 for v in range(size)]
            rares = [(a, values[a]) for a in range(1, n) if not common[values[a]]]
        taken = {values[n - k] for k in singles if k < n}
        if n in empties:
            taken.add(0)
        for k in splits:
            m = n - k
            if m > rares[-1][0]:
                taken.update([v ^ values[m - a] for a, v in rares])
            else:
                taken.update([v ^ values[m - a] for a, v in rares if a < m])
        best = 0
        while best in taken or not common[best]:
            best += 1
        missing = {v for v in range(best) if not common[v] and v not in taken}
        for k in splits:
            m = n - k
            for a in range(1, m // 2 + 1):
                if not missing:
                    break
                missing.discard(values[a] ^ values[m - a])
        value = min(missing) if missing else best
        if value >= len(common):
            common.extend((v & mask).bit_count() % 2 == 1 for v in range(len(common), 2 * value))
        if not common[value]:
            rares.append((n, value))
        values.append(value)
    return values


def _best_mask(values: array[int]) -> int:
    """Return a mask with few rare heaps; any mask from 1 on would be right."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    masks = range(1, 2 << max(values).bit_length())
    return min(
        masks,
        key=lambda m: sum(c for v, c in counts.items() if (v & m).bit_count() % 2 == 0),
    )


def _check_all_but(
    certificate: dict[str, Any],
    forbidden: set[int],
    start: int,
    length: int,
    saltus: int,
    used: int,
) -> Verdict:
    """Check that the state before heap `used` is the one a period earlier, risen by the saltus.

    A value depends on the set of values further back than every forbidden number and on the few
    values nearer, and rises by s if all of these do.
    """
    reach = max(forbidden, default=0)
    if reach * used > _MOST_STEPS:
        return Verdict(False, "", "so large a number is too much here")
    how = "all values from the definition"
    if used > 50_000 or any(k < 1 for k in forbidden):
        return Verdict(False, "", "so many values of such a game are too much here")
    values = array("q", [0])
    settled: set[int] = set()
    floor = 0
    states = []
    for n in range(1, used + 1):
        if n > reach:
            settled.add(values[n - reach - 1])
            while floor in settled:
                settled.discard(floor)
                floor += 1
        if n in (used - length, used):
            recent = [v - floor for v in values[max(0, n - reach) :]]
            states.append(({v - floor for v in settled if v > floor}, recent, floor))
        if n == used:
            break
        near = {values[n - k] for k in range(1, min(reach, n) + 1) if k not in forbidden}
        value = floor
        while value in settled or value in near:
            value += 1
        values.append(value)
    reason = _differs(certificate, values, start, length, saltus)
    if reason:
        return Verdict(False, how, reason)
    before, after = states
    if before[:2] != after[:2] or after[2] - before[2] != saltus or used - length < reach:
        return Verdict(False, how, "the state before the last heap is not that of a period earlier")
    return Verdict(True, how)
