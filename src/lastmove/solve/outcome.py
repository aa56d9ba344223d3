"""Who wins: the four outcome classes."""

from enum import StrEnum


class Outcome(StrEnum):
    """The outcome class of a position under best play.

    An outcome is also its letter, so ``outcome == "N"`` holds for `Outcome.N`.

    Examples
    --------
    >>> Outcome.N.winner
    'the player to move wins'
    >>> Outcome.P == "P"
    True

    References
    ----------
    .. [1] A. N. Siegel, *Combinatorial Game Theory*, 2013, section I.1.
    """

    N = "N"
    P = "P"
    L = "L"
    R = "R"

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"

    @property
    def winner(self) -> str:
        """Who wins, in words."""
        return {
            "N": "the player to move wins",
            "P": "the player to move loses",
            "L": "Left wins, whoever moves first",
            "R": "Right wins, whoever moves first",
        }[self.value]

    def first_wins(self, player: str) -> bool:
        """Return whether `player` ("left" or "right") wins when moving first."""
        return self.value in ("N", "L" if player == "left" else "R")

    @classmethod
    def of(cls, left_first: bool, right_first: bool) -> "Outcome":
        """Return the outcome, given whether Left and Right win when they move first.

        Examples
        --------
        >>> Outcome.of(True, False)
        Outcome.L
        """
        if left_first:
            return cls.N if right_first else cls.L
        return cls.R if right_first else cls.P
