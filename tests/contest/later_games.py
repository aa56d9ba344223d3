"""Games of contests and textbooks written down later than the others, the way a contestant would.

None is in the corpus or among the other games. Each has the number of its coordinates and what is
asked of it.
"""

from __future__ import annotations

from typing import Any

from tests.contest.later_boards import GAMES as BOARDS
from tests.contest.later_counts import GAMES as COUNTS
from tests.contest.later_heaps import GAMES as HEAPS
from tests.contest.later_lists import GAMES as LISTS
from tests.contest.later_pairs import GAMES as PAIRS
from tests.contest.later_piles import GAMES as PILES
from tests.contest.later_rounds import GAMES as ROUNDS
from tests.contest.later_styles import GAMES as STYLES
from tests.contest.later_triples import GAMES as TRIPLES

GAMES: list[tuple[Any, int, str]] = [*HEAPS, *PILES, *BOARDS, *COUNTS, *PAIRS, *STYLES, *TRIPLES]
GAMES += [*LISTS, *ROUNDS]
