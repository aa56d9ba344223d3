"""How far laws are found for the contest corpus: ``python -m benchmarks.laws_of_corpus [FILE]``.

Prints, or writes to FILE, a table with a line for each entry: the class of the law, its status,
CPU time, and for failures the reason. Laws are compared with the entry's own formula. Run from
the root of the project, since the restated rules live beside the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import shorten
from time import process_time
from typing import Any

from tests.contest.corpus import entries
from tests.contest.further_games import GAMES as FURTHER
from tests.contest.games import boards, heaps, piles
from tests.contest.later_games import GAMES as LATER
from tests.contest.more_games import GAMES as MORE
from tests.contest.more_games import quotients
from tests.contest.other_games import GAMES as OTHER

import lastmove as lm

get = lm.rulesets.get


@lm.impartial
def take_between(n: int, *, p: int = 2, q: int = 5) -> Any:
    """Take at least p and at most q; take all when fewer than p are left."""
    if 0 < n < p:
        yield 0
    for taken in range(p, min(q, n) + 1):
        yield n - taken


@lm.impartial(domain=lambda n, last: 0 <= last <= 2 and n >= 0)
def red_kingdom(n: int, last: int, *, x: int = 2, y: int = 3, z: int = 4) -> Any:
    """Take x, y or z (or what is left); y not right after y, z not right after z."""
    if n > 0:
        yield max(0, n - x), 0
        if last != 1:
            yield max(0, n - y), 1
        if last != 2:
            yield max(0, n - z), 2


@lm.impartial
def circle(n: int, *, k: int = 3) -> Any:
    """Take up to k adjacent coins from a circle, which leaves a row."""
    for taken in range(1, min(k, n) + 1):
        yield row(n - taken)


@lm.impartial
def row(n: int, *, k: int = 3) -> Any:
    """Take up to k adjacent coins from a row."""
    for taken in range(1, k + 1):
        for left in range((n - taken) // 2 + 1):
            yield row(left) + row(n - taken - left)


# Where an entry has parameters beside its coordinates, the law is for one choice of them.
# Entry -> rules, number of coordinates, what is asked.
GAMES: dict[str, tuple[Any, int, str]] = {
    "ccpc2020-mianyang-g-0123": (get("game_of_cards"), 4, "outcome"),
    "hdu3544-cutcake": (get("cutcake"), 2, "value"),
    "hdu3389-boxes": (get("box_transfer"), 7, "outcome"),
    "hdu1846-bash": (get("bash"), 1, "grundy"),
    "hdu2897-bash-pq-misere": (take_between, 1, "misere"),
    "spoj-ngm": (heaps.subtract_digit, 1, "outcome"),
    "nim": (get("nim"), 3, "grundy"),
    "hdu3032-lasker": (get("lasker"), 1, "grundy"),
    "kayles": (get("kayles"), 1, "grundy"),
    "dawson-chess": (get("dawsons_chess"), 1, "grundy"),
    "guiles": (get("guiles"), 1, "grundy"),
    "treblecross": (get("treblecross"), 1, "grundy"),
    "poj2484-circle": (boards.kayles_circle, 1, "outcome"),
    "hdu3951-coincircle": (circle, 1, "outcome"),
    "hdu3980-paintchain": (get("dawsons_kayles"), 1, "grundy"),
    "poj1704-georgia": (get("silver_dollar"), 4, "outcome"),
    "cses-stair": (get("staircase_nim"), 4, "outcome"),
    "poi2009-pebbles": (piles.pebbles, 4, "outcome"),
    "poj1740-newstone": (piles.new_stone, 3, "outcome"),
    "hdu2147-kiki": (boards.kiki, 2, "outcome"),
    # By what is left to multiply by, n / p rounded up: the same game in one coordinate.
    "poj2505-multiplication": (quotients, 1, "outcome"),
    "cf1147c-thanos": (piles.half_of_the_heaps, 4, "outcome"),
    "cf1396b-stoned": (piles.not_the_same_heap, 4, "outcome"),
    "cf1537d-divisors": (heaps.subtract_proper_divisor, 1, "outcome"),
    "lc1025-divisor": (heaps.subtract_divisor, 1, "grundy"),
    "cf2004e-coprime": (heaps.take_coprime, 1, "grundy"),
    "cf603c-legendre-even": (heaps.legendre, 1, "grundy"),
    "uva1482-half": (heaps.take_at_most_half, 1, "grundy"),
    "hdu4388-stone2": (heaps.split_by_xor, 1, "grundy"),
    "hnoi2007-split": (heaps.beans, 1, "grundy"),
    "mock-turtles": (get("mock_turtles"), 1, "grundy"),
    "ruler": (get("ruler"), 1, "grundy"),
    "turning-corners": (get("turning_corners"), 2, "grundy"),
    "chomp-2xn": (get("chomp"), 2, "outcome"),
    "circular-nim-5-2": (get("circular_nim"), 5, "outcome"),
    "wythoff": (get("wythoff"), 2, "outcome"),
    "t-wythoff": (get("wythoff").using(t=2), 2, "outcome"),
    "k-fibonacci-nim": (get("fibonacci_nim"), 2, "outcome"),
    "domineering-1xn": (boards.DomineeringStrip, 1, "value"),
    "cf1312f-redkingdom": (red_kingdom, 2, "grundy"),
    "hdu5754-knight": (boards.Knight, 2, "outcome"),
    "spoj-mcoins": (get("subtraction"), 1, "outcome"),
    "subtract-square": (get("subtract_square"), 1, "outcome"),
    "misere-kayles": (get("kayles"), 1, "misere"),
    "cf276b-palindrome": (piles.letters, 4, "outcome"),
    "cf1190b-tokitsukaze": (piles.all_different, 3, "outcome"),
    "cf256c-furlo": (heaps.square_roots, 1, "grundy"),
}


def line(rules: Any, arity: int, what: str, *shown: str) -> tuple[str, str]:
    """Return the status of a game and its line of the table."""
    began = process_time()
    kind = reason = ""
    try:
        law = rules.law(what=what, arity=arity)
    except (lm.NoLawFound, lm.RulesError, lm.LimitExceeded, ValueError) as error:
        status, reason = "-", _short(str(error))
    else:
        status, kind, reason = law.status, law.candidate.kind, law.why_not_proved
        if status == "CHECKED":
            status = f"CHECKED({law.bound})"
    took = process_time() - began
    if status.startswith("PROVED") and law.certificate["kind"] != kind:
        kind = f"{kind}, {law.certificate['kind']}"
    return status, "| " + " | ".join([*shown, what, status, kind, f"{took:.1f}", reason]) + " |"


def _short(text: str) -> str:
    head, _, rest = text.partition("for what=")
    text = (rest.partition(": ")[2] or head).split("; ")[0].split(" (")[0].replace("|", "/")
    return shorten(text, 110, placeholder=" ...")


HEAD = """\
# Laws of the contest corpus

Each entry of the corpus in `tests/data/contest_corpus.jsonl` whose positions are a fixed number of
whole coordinates, with the law that `rules.law()` finds from its rules alone, without hints. PROVED
means that the checker accepts a certificate; CHECKED(n) that search agrees up to n in every
coordinate. Where an entry has parameters, the law is for one choice of them. Rebuilt by
`python -m benchmarks.laws_of_corpus docs/contest/laws.md`.
"""


BESIDE = """\
## Beside the corpus

More games of the same kinds, in `more_games.py`, `other_games.py`, `further_games.py` and
the `later_*.py` of `tests/contest`.
The cards 1 to 4 need sectors with periods of their own: 8 where a - 2b <= 4, 5 up to a - 2b = 5c,
and 8 beyond. The two games of five kinds of cards have no law here: their tables end before
periods of 16 and more can be seen. Circular Nim on five heaps is proved. Games of division have
intervals that grow by a factor: proved, if options lie between multiples of the heap and labels
repeat. Loops that carry a value (decimal digits, powers of three) and common divisors are
estimated from both sides. Euclid's game is proved by its theorem.
"""


def table(games: dict[str, tuple[Any, ...]]) -> tuple[list[str], str]:
    """Return the lines of a table of games, and how many have which status."""
    rows, counts = [], {"PROVED": 0, "PROVED_BY_SOLVER": 0, "CHECKED": 0, "-": 0}
    for game in games.values():
        status, text = line(*game)
        counts[status.partition("(")[0]] += 1
        rows.append(text)
        print(text, file=sys.stderr, flush=True)
    named = {s: n for s, n in counts.items() if n}
    return rows, ", ".join(f"{n} {s}" for s, n in named.items()).replace("-", "without a law")


def main() -> None:
    """Print the table and the shares."""
    rows, shares = table({n: (*g, n, entries()[n]["title"]) for n, g in GAMES.items()})
    more, others = table(
        {str(i): (*g, str(g[0])) for i, g in enumerate([*MORE, *OTHER, *FURTHER, *LATER])}
    )
    out = "\n".join(
        [
            HEAD,
            "| entry | title | asked | status | class | CPU s | why not |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Of {len(rows)} entries with a fixed number of whole coordinates: {shares}.",
            "",
            BESIDE,
            "| game | asked | status | class | CPU s | why not |",
            "|---|---|---|---|---|---|",
            *more,
            "",
            f"Of {len(more)} games: {others}.",
            "",
        ]
    )
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(out, encoding="utf-8")
    else:
        print(out)


if __name__ == "__main__":
    main()
