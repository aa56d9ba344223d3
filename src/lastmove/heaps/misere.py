"""Misère play of heap games: outcomes, genus symbols, and whether a game is tame."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.errors import LimitExceeded, PositionError
from lastmove.heaps.game import whole
from lastmove.settings import current
from lastmove.solve.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.heaps.game import HeapGame

Sum = tuple[int, ...]


class Genus(NamedTuple):
    """The genus symbol ``g^abc...`` of a position.

    Attributes
    ----------
    grundy : int
        The Grundy value.
    misere : tuple of int
        Misère Grundy values of the position with 0, 1, 2, ... heaps of Nim of size two added,
        up to where they alternate for ever between the last two.

    Examples
    --------
    >>> str(Genus(2, (2, 0)))
    '2^20'
    """

    grundy: int
    misere: tuple[int, ...]

    @property
    def is_tame(self) -> bool:
        """Whether this is the genus of a position of Nim.

        Those are ``0^120``, ``1^031`` and ``n^n(n xor 2)`` for every n.
        """
        tame = {(0, (1, 2, 0)), (1, (0, 3, 1))}
        return (self.grundy, self.misere) in tame or self.misere == (self.grundy, self.grundy ^ 2)

    def __str__(self) -> str:
        wide = any(value > 9 for value in self.misere)
        return f"{self.grundy}^{(',' if wide else '').join(map(str, self.misere))}"


class Misere:
    """Misère play of sums of heaps of one game.

    Parameters
    ----------
    game : HeapGame
        The game.

    Raises
    ------
    PositionError
        If it is no heap game.

    Notes
    -----
    Sums are kept with the genus found for them, so that memory, not time, is what runs out. A sum
    is taken apart only as far as its components stay the same under every move: two equal heaps do
    not cancel in misère play.
    """

    # About what a sum remembered takes.
    _BYTES = 400

    def __init__(self, game: HeapGame) -> None:
        from lastmove.heaps.game import HeapGame

        if not isinstance(game, HeapGame):
            raise PositionError(f"misère play is of heap games such as octal('0.77'), not {game!r}")
        self.game = game
        self._genus: dict[Sum, Genus] = {(): Genus(0, (1, 2, 0))}
        self._options: dict[int, list[Sum]] = {}

    def __repr__(self) -> str:
        return f"<misère play of {self.game.code}>"

    def outcome(self, *heaps: int) -> Outcome:
        """Return `Outcome.N` if the player to move wins the heaps in misère play, else `Outcome.P`.

        Raises
        ------
        LimitExceeded
            If the sums below do not fit the memory limit.
        PositionError
            If a heap is negative.

        Examples
        --------
        >>> import lastmove as lm
        >>> kayles = Misere(lm.octal("0.77"))
        >>> "".join(kayles.outcome(n) for n in range(1, 13))
        'PNNPNNNNPNNP'
        """
        return Outcome.N if self.genus(*heaps).misere[0] else Outcome.P

    def genus(self, *heaps: int) -> Genus:
        """Return the genus of a sum of heaps.

        Raises
        ------
        LimitExceeded, PositionError
            As for `outcome`.

        References
        ----------
        .. [1] J. H. Conway, *On Numbers and Games*, 1976, chapter 12; E. R. Berlekamp, J. H.
           Conway, R. K. Guy, *Winning Ways*, chapter 13.

        Examples
        --------
        >>> import lastmove as lm
        >>> kayles = Misere(lm.octal("0.77"))
        >>> [str(kayles.genus(n)) for n in range(1, 7)]
        ['1^031', '2^20', '3^31', '1^031', '4^146', '3^31']
        """
        heaps = tuple(whole(heap, "a heap") for heap in heaps)
        if any(heap < 0 for heap in heaps):
            raise PositionError("there is no heap of fewer than 0 counters")
        wanted = tuple(sorted(heap for heap in heaps if heap))
        stack = [wanted]
        while stack:
            position = stack[-1]
            if position in self._genus:
                stack.pop()
                continue
            followers = self._followers(position)
            unknown = [follower for follower in followers if follower not in self._genus]
            if unknown:
                stack.extend(unknown)
                continue
            self._check_room(len(self._genus))
            self._genus[position] = _genus_over(self._genus[f] for f in followers)
            stack.pop()
        return self._genus[wanted]

    def _check_room(self, sums: int) -> None:
        memory = current().memory
        if sums * self._BYTES > memory:
            raise LimitExceeded(
                f"misère play of these heaps of {self.game.code} needs more than {memory} bytes; "
                "raise the limit with lastmove.limits(memory=...)",
                done=len(self._genus),
            )

    def _followers(self, position: Sum) -> set[Sum]:
        found = set()
        for place, heap in enumerate(position):
            if place and position[place - 1] == heap:
                continue
            rest = position[:place] + position[place + 1 :]
            for option in self._heap_options(heap):
                found.add(tuple(sorted(rest + option)))
            self._check_room(len(self._genus) + len(found))
        return found

    def _heap_options(self, heap: int) -> list[Sum]:
        if heap not in self._options:
            options: dict[Sum, None] = {}
            for heaps in self.game.bodies["moves"](heap):
                options[tuple(heaps)] = None
                # All options of a large heap alone may be more than fit.
                if len(options) % 1024 == 0:
                    self._check_room(len(self._genus) + len(options))
            self._options[heap] = list(options)
        return self._options[heap]

    def first_wild(self, limit: int) -> int | None:
        """Return the least heap up to `limit` whose genus is not that of a position of Nim.

        Returns
        -------
        int or None
            None if all heaps up to `limit` have the genus of a Nim position. That is necessary
            for a tame game, not sufficient: sums may still be wild.

        Raises
        ------
        LimitExceeded
            As for `outcome`.

        Examples
        --------
        >>> import lastmove as lm
        >>> Misere(lm.octal("0.77")).first_wild(20), Misere(lm.octal("0.3")).first_wild(20)
        (5, None)
        """
        limit = whole(limit, "a limit")
        return next((n for n in range(1, limit + 1) if not self.genus(n).is_tame), None)


def _mex(values: set[int]) -> int:
    return next(value for value in range(len(values) + 1) if value not in values)


def _genus_over(options: Iterable[Genus]) -> Genus:
    """Return the genus of a position from those of its options, of which it has some or none."""
    below = list(options)
    if not below:
        return Genus(0, (1, 2, 0))
    grundy = _mex({genus.grundy for genus in below})
    # The misère value of G with k twos added: options are those of G with k twos, and G with k - 1
    # twos and a heap of 1 or 0, worth the value v before and v xor 1 (for a position with a move).
    longest = max(len(genus.misere) for genus in below)
    values = [_mex({genus.misere[0] for genus in below})]
    # Beyond the longest symbol what is taken alternates, so that values do once one returns.
    while len(values) < longest + 3 or values[-1] != values[-3]:
        at = len(values)
        taken = {_entry(genus.misere, at) for genus in below}
        taken |= {values[-1], values[-1] ^ 1}
        values.append(_mex(taken))
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return Genus(grundy, tuple(values))


def _entry(misere: tuple[int, ...], at: int) -> int:
    if at < len(misere):
        return misere[at]
    return misere[len(misere) - 2 + (at - len(misere)) % 2]
