"""Surveys: every code of a pattern such as ``0.???``, by several processes, kept in a database."""

from __future__ import annotations

import itertools
import sqlite3
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.errors import LimitExceeded, NotationError, SaveError
from lastmove.heaps.codes import format_code, parse_code, standard_code
from lastmove.settings import current, limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VERSION = 1
_MAGIC = 0x6C6D6865
_MANY = 100_000
_COLUMNS = "status, period, preperiod, saltus, maximum, last_rare, values_used, seconds"


class Row(NamedTuple):
    """What a survey tells of one code.

    Attributes
    ----------
    code, standard : str
        The code, and the one computed for it and all codes with the same values up to a shift.
    status : str
        ``PROVED`` a period, ``open`` up to `values_used`, or ``no moves``.
    period, preperiod, saltus : int or None
        As in `lastmove.heaps.periods.Period`.
    maximum, last_rare : int or None
        The largest value and the last rare heap among the values used.
    values_used : int
        How many values were looked at.
    seconds : float
        CPU time.
    """

    code: str
    standard: str
    status: str
    period: int | None
    preperiod: int | None
    saltus: int | None
    maximum: int | None
    last_rare: int | None
    values_used: int
    seconds: float


def codes_of(pattern: str) -> list[str]:
    """Return the codes of a pattern, each ``?`` standing for every octal digit.

    Raises
    ------
    NotationError
        If the pattern has no codes or more than 100,000.

    Examples
    --------
    >>> codes_of("0.7?")[:4]
    ['0.7', '0.71', '0.72', '0.73']
    """
    if 8 ** pattern.count("?") > _MANY:
        raise NotationError(f"{pattern} stands for more than {_MANY} codes; use fewer ?")
    pieces = pattern.split("?")
    found: dict[str, None] = {}
    for digits in itertools.product("01234567", repeat=len(pieces) - 1):
        filled = "".join(itertools.chain(*zip(pieces, (*digits, ""), strict=True)))
        try:
            found[format_code(parse_code(filled))] = None
        except NotationError:
            # Patterns with a ? before the point also stand for codes that are none.
            if not pattern.startswith("?"):
                raise
    if not found:
        raise NotationError(f"no code matches {pattern}")
    return list(found)


def survey_one(standard: str, limit: int) -> tuple[Any, ...]:
    """Return all but the code of a `Row` for one standard code: one task, on its own."""
    import numpy  # noqa: F401 - so that the first code of a process is not charged for it

    from lastmove.heaps.games import octal

    began = time.process_time()
    game = octal(standard)
    if not any(game.digits or ()):
        return ("no moves", 1, 0, 0, 0, None, 1, 0.0)
    try:
        found = game.period(limit)
    except LimitExceeded:
        found = None
    if found and found.values_used > limit:
        found = None  # known from elsewhere, but a survey to this limit does not find it
    used = found.values_used if found else min(game.known, limit)
    statistics = game.statistics(max(used, 1))
    seconds = round(time.process_time() - began, 4)
    law = (found.length, found.preperiod, found.saltus) if found else (None, None, None)
    status = "PROVED" if found else "open"
    return (status, *law, statistics.maximum, statistics.last_rare, used, seconds)


def _survey_in(memory: int, standard: str, limit: int) -> tuple[Any, ...]:
    """Do `survey_one` in a worker, which knows nothing of limits set where it was started."""
    with limits(memory=memory):
        return survey_one(standard, limit)


def _end_with_parent() -> None:
    """Let a worker leave Ctrl-C to the process that started it, and end when that does."""
    import os
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        Thread(target=watch, daemon=True).start()


class Survey:
    """A database of results, one row a standard code.

    Parameters
    ----------
    path : str
        The SQLite file, made if it is missing.

    Raises
    ------
    SaveError
        If it is no file of a survey, or of another version, or cannot be written.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._base = sqlite3.connect(path, isolation_level=None)
            made = self._base.execute("PRAGMA application_id").fetchone()[0]
            version = self._base.execute("PRAGMA user_version").fetchone()[0]
            tables = self._base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables and made != _MAGIC:
                raise SaveError(f"{path} is the database of something else")
            if tables and version != VERSION:
                raise SaveError(f"{path} is a survey of version {version}, not {VERSION}")
            if not tables:
                self._base.execute(f"PRAGMA application_id = {_MAGIC}")
                self._base.execute(f"PRAGMA user_version = {VERSION}")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS results (standard TEXT PRIMARY KEY, status TEXT, "
                "period INTEGER, preperiod INTEGER, saltus INTEGER, maximum INTEGER, "
                "last_rare INTEGER, values_used INTEGER, seconds REAL, asked INTEGER)"
            )
        except sqlite3.Error as error:
            raise SaveError(f"{path} cannot be used as a survey: {error}") from error

    def close(self) -> None:
        """Close the database."""
        self._base.close()

    def run(
        self,
        pattern: str,
        limit: int,
        *,
        workers: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Row]:
        """Compute what is missing of a pattern, and return all of its rows.

        Parameters
        ----------
        pattern : str
            See `codes_of`.
        limit : int
            How many values may be looked at for each code.
        workers : int, default 1
            Processes at work.
        progress : callable, optional
            Called with the numbers of standard codes done and in all.

        Returns
        -------
        list of Row

        Raises
        ------
        NotationError, SaveError
            If the pattern cannot be read, or a result cannot be kept.
        """
        from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
        from multiprocessing import active_children, get_context

        codes = codes_of(pattern)
        standards = {code: standard_code(code) for code in codes}
        todo = [s for s in dict.fromkeys(s for s, _ in standards.values()) if self._lacks(s, limit)]
        total = len({standard for standard, _ in standards.values()})
        done = total - len(todo)
        if workers <= 1:
            for standard in todo:
                self._keep(standard, limit, survey_one(standard, limit))
                done += 1
                if progress:
                    progress(done, total)
        elif todo:
            others = set(active_children())
            memory = current().memory
            pool = ProcessPoolExecutor(
                workers, mp_context=get_context("spawn"), initializer=_end_with_parent
            )
            try:
                tasks = {
                    pool.submit(_survey_in, memory, standard, limit): standard for standard in todo
                }
                while tasks:
                    ready, _ = wait(tasks, timeout=0.5, return_when=FIRST_COMPLETED)
                    for task in ready:
                        self._keep(tasks.pop(task), limit, task.result())
                        done += 1
                    if progress:
                        progress(done, total)
            except BaseException:
                # What they are at may take hours, and the pool would wait for it.
                for worker in set(active_children()) - others:
                    worker.kill()
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
        return list(self.rows(standards))

    def _row(self, columns: str, standard: str) -> tuple[Any, ...] | None:
        try:
            found: tuple[Any, ...] | None = self._base.execute(
                f"SELECT {columns} FROM results WHERE standard = ?", (standard,)
            ).fetchone()
        except sqlite3.Error as error:
            raise SaveError(f"{self.path} cannot be read: {error}") from error
        return found

    def _lacks(self, standard: str, limit: int) -> bool:
        row = self._row("status, asked", standard)
        return row is None or (row[0] == "open" and row[1] < limit)

    def _keep(self, standard: str, limit: int, found: tuple[Any, ...]) -> None:
        try:
            self._base.execute(
                "INSERT OR REPLACE INTO results VALUES (?,?,?,?,?,?,?,?,?,?)",
                (standard, *found, limit),
            )
        except sqlite3.Error as error:
            raise SaveError(f"{self.path} cannot be written: {error}") from error

    def rows(self, standards: dict[str, tuple[str, int]]) -> Iterator[Row]:
        """Yield the rows of codes, given with their standard codes and dead counters."""
        for code, (standard, dead) in standards.items():
            row = self._row(_COLUMNS, standard)
            if row is None:
                continue
            status, period, preperiod, saltus, maximum, last_rare, used, seconds = row
            if preperiod is not None and status == "PROVED":
                preperiod = _moved(standard, period, preperiod, saltus, dead)
            if last_rare is not None:
                last_rare += dead
            yield Row(
                code, standard, status, period, preperiod, saltus, maximum, last_rare,
                used + dead, seconds,
            )  # fmt: skip


def _moved(standard: str, period: int, preperiod: int, saltus: int, dead: int) -> int:
    """Return the first heap of a period once so many dead counters stand before the heaps."""
    start = preperiod + dead
    if preperiod:
        return start
    from lastmove.heaps.games import octal

    game = octal(standard)

    def value(n: int) -> int:
        return game.grundy(n - dead) if n >= dead else 0

    while start and value(start - 1 + period) == value(start - 1) + saltus:
        start -= 1
    return start
