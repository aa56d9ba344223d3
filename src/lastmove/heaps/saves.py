"""Files that keep a sequence while it is computed, so that a long run can stop at any moment.

A file is one line that names the format, one line of JSON that names the game, and segments that
are only ever appended. A segment is a head (mark, first heap, number of heaps, bytes a value) with
a hash of head and values, and the values: low bytes, then high bytes if any value needs them. A
segment that was being written when the process died is shorter than its head says; it is dropped.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lastmove.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from lastmove.heaps.game import HeapGame
    from lastmove.heaps.periods import Period

FORMAT = b"lastmove-heaps/1\n"
_HEAD = struct.Struct("<4sQIB16s")
_MARK = b"SEGM"
# Values in a segment at most; seconds between segments.
_SEGMENT = 1 << 26
_EVERY = 20.0


class Save:
    """A file that keeps the values of one game.

    Used in a ``with`` statement, which opens it, or makes it, and gives the game the values in
    it.

    Parameters
    ----------
    game : HeapGame
        A game that leaves at most two heaps.
    path : str
        The file.

    Raises
    ------
    SaveError
        On entry, if the file is of another game or version, damaged, or cannot be written.
    """

    def __init__(self, game: HeapGame, path: str) -> None:
        if not game.is_fast:
            raise SaveError(
                f"values of {game.code} are not kept in files: only games that leave at most two "
                "heaps run long enough"
            )
        self.game = game
        self.path = Path(path)
        self.kept = 0
        self._file: IO[bytes] | None = None
        self._end = 0

    def __enter__(self) -> Save:
        try:
            if not self.path.exists():
                self._make()
            self._file = self.path.open("r+b")
            self._lock(self._file)
            runs = self._read(self._file)
        except OSError as error:
            self._close()
            why = error.strerror or "it cannot be read from any place, as files can"
            raise SaveError(f"{self.path} cannot be used: {why}") from error
        except SaveError:
            self._close()
            raise
        if self.kept > self.game.known:
            self.game.core.load(runs)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _make(self) -> None:
        """Make the file whole before it gets its name."""
        title = json.dumps({"game": self.game.code}).encode() + b"\n"
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        try:
            with fresh.open("xb") as file:
                file.write(FORMAT + title)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        finally:
            fresh.unlink(missing_ok=True)

    def _lock(self, file: IO[bytes]) -> None:
        try:
            import fcntl
        except ImportError:  # pragma: no cover - not on this system
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SaveError(f"{self.path} is being written by another process") from None

    def _read(self, file: IO[bytes]) -> list[tuple[bytes, bytes]]:
        size = os.fstat(file.fileno()).st_size
        first = file.readline(64)
        if first != FORMAT:
            known = first.startswith(b"lastmove-heaps/")
            named = first.decode("ascii", "backslashreplace").strip()
            what = f"of another version ({named})" if known else "no file that keeps values"
            raise SaveError(f"{self.path} is {what}; this lastmove reads {FORMAT.decode().strip()}")
        try:
            game = json.loads(file.readline(1 << 24))["game"]
        except (ValueError, KeyError, TypeError):
            raise SaveError(f"{self.path} is damaged: its second line names no game") from None
        if game != self.game.code:
            raise SaveError(f"{self.path} keeps the game {game}, not {self.game.code}")
        runs = []
        self._end = file.tell()
        while self._end + _HEAD.size <= size:
            head = file.read(_HEAD.size)
            mark, start, count, width, digest = _HEAD.unpack(head)
            if mark != _MARK or start != self.kept or width not in (1, 2):
                raise SaveError(f"{self.path} is damaged at byte {self._end}")
            if self._end + _HEAD.size + count * width > size:
                break
            low = file.read(count)
            high = file.read(count) if width == 2 else b""
            if _digest(head[:-16], low, high) != digest:
                raise SaveError(f"{self.path} is damaged after byte {self._end}: its hash is wrong")
            runs.append((low, high))
            self.kept += count
            self._end = file.tell()
        return runs

    def append(self) -> None:
        """Write the values computed since, and wait until they are on the disk.

        Raises
        ------
        SaveError
            If they cannot be written; what the file kept before is intact.
        """
        file = self._file
        if file is None:
            raise SaveError(f"{self.path} is not open: use it in a with statement")
        try:
            file.seek(self._end)
            file.truncate()
            kept, end = self.kept, self._end
            while kept < self.game.known:
                count = min(self.game.known - kept, _SEGMENT)
                low, high = self.game.core.planes(kept, kept + count)
                head = _HEAD.pack(_MARK, kept, count, 2 if high else 1, b"")[:-16]
                file.write(head + _digest(head, low, high) + low + high)
                kept += count
                end += _HEAD.size + len(low) + len(high)
            file.flush()
            os.fsync(file.fileno())
        except OSError as error:
            import contextlib

            with contextlib.suppress(OSError):
                os.ftruncate(file.fileno(), self._end)
            raise SaveError(
                f"{self.path} cannot be written: {error.strerror}; the {self.kept} values it kept "
                "before are intact"
            ) from error
        self.kept, self._end = kept, end

    def run(
        self,
        count: int,
        *,
        every: float = _EVERY,
        progress: Callable[[int, int], None] | None = None,
    ) -> Period | None:
        """Compute values up to `count` or until a period is proved, and keep them.

        Parameters
        ----------
        count : int
            How many values.
        every : float, optional
            Seconds between two writes, roughly.
        progress : callable, optional
            See `limits`.

        Returns
        -------
        Period or None

        Raises
        ------
        SaveError, LimitExceeded
            As `append`, and as `HeapGame.extend`.
        """
        step, tested = 1 << 16, 0

        def report(done: int, total: int) -> None:
            # What counts is the way to the end, not to the next write.
            if progress is not None:
                progress(done, count)

        while True:
            known = self.game.known
            if known >= min(count, tested + tested // 4) and known > 1:
                tested = known
                # A search among what is known computes nothing more.
                found = self.game.period(known)
                if found is not None or known >= count:
                    self.append()
                    return found
            began = time.monotonic()
            self.game.extend(min(count, known + step), report)
            took = time.monotonic() - began
            self.append()
            step = max(1 << 14, min(4 * step, int(step * every / max(took, 1e-3))))


def _digest(head: bytes, low: bytes, high: bytes) -> bytes:
    digest = hashlib.blake2b(head, digest_size=16)
    digest.update(low)
    digest.update(high)
    return digest.digest()
