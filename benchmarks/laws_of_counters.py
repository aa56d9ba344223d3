"""Laws of random games with two counters: how many are proved, and how fast.

``python -m benchmarks.laws_of_counters [GAMES]``. The settings are fixed: 2 to 5 moves, each adding
a vector with entries from -3 to 2 where the counters allow it, a quarter of the guards one
larger than need be; a quarter of the games in misère play. Games whose play need not end (no
weights show that it does) are drawn again. Game number s uses the seed s.
"""

from __future__ import annotations

import random
import sys
from time import process_time
from typing import Any

from lastmove.errors import LastmoveError
from lastmove.laws.find import candidates
from lastmove.laws.game import ranking, system_of

GAMES = 40


def moves(rng: random.Random) -> list[tuple[list[int], tuple[int, ...]]]:
    """Return random moves, each as its guard and its vector."""
    while True:
        made = []
        for _ in range(rng.randint(2, 5)):
            delta = tuple(rng.randint(-3, 2) for _ in range(2))
            guard = [max(0, -d) + (rng.random() < 0.25) for d in delta]
            made.append((guard, delta))
        if ranking([delta for _, delta in made], 2) is not None:
            return made


def program(made: list[tuple[list[int], tuple[int, ...]]]) -> dict[str, Any]:
    """Return the system of a game with these moves."""
    block: list[Any] = []
    for guard, delta in made:
        after = [["+", ["x", i], d] for i, d in enumerate(delta)]
        need = ["and", *([">=", ["x", i], least] for i, least in enumerate(guard))]
        block.append(["if", need, [["move", [[0, *after]]]], []])
    game = {"name": "counters", "coords": ["a", "b"], "vars": [], "domain": None, "moves": block}
    return {"format": "lastmove-program/1", "programs": [game]}


def main() -> None:
    """Print a line a game and the shares."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    proved, slowest, total = 0, 0.0, 0.0
    for seed in range(count):
        rng = random.Random(seed)
        what = "misere" if rng.random() < 0.25 else "outcome"
        made = moves(rng)
        began = process_time()
        try:
            found = next(
                (f for f in candidates(system_of(program(made)), what) if f.certificate), None
            )
        except LastmoveError as error:
            found, text = None, str(error)
        else:
            text = "no law" if found is None else found.candidate.kind
        took = process_time() - began
        proved += found is not None
        slowest, total = max(slowest, took), total + took
        print(f"{seed:3} {what:8} {text:12} {took:6.2f} s  {[d for _, d in made]}", flush=True)
    print(f"{proved} of {count} proved; {total:.1f} s of CPU in all, at most {slowest:.1f} s")


if __name__ == "__main__":
    main()
