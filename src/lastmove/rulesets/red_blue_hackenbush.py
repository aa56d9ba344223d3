"""Red-blue Hackenbush on trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.rules.decorators import partizan
from lastmove.rulesets._trees import Marks, Parents, canonical, children, drawing, without
from lastmove.values.dyadic import Dyadic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.rules.position import Playable

TITLE = "Red-blue Hackenbush on trees"
SOURCE = "J. H. Conway, On Numbers and Games, 1976, chapters 0 and 7"


def _read(tree: object) -> tuple[Parents, Marks] | None:
    """Return the tree that a text describes, or None if it describes none."""
    if not isinstance(tree, str):
        return None
    parents: list[int] = []
    open_at = [0]
    for before, letter in zip(" " + tree, tree, strict=False):
        if letter in "LR":
            parents.append(open_at[-1])
        elif letter == "(" and before in "LR":
            open_at.append(len(parents))
        elif letter == ")" and before != "(" and len(open_at) > 1:
            open_at.pop()
        else:
            return None
    if len(open_at) > 1:
        return None
    return tuple(parents), tuple(letter for letter in tree if letter in "LR")


def _write(parents: Parents, marks: Marks) -> str:
    """Return the text of a tree whose vertices are numbered from branch to branch."""
    hang = children(parents)
    text: list[str] = []
    waiting: list[int | str] = list(reversed(hang[0]))
    while waiting:
        v = waiting.pop()
        if isinstance(v, str):
            text.append(v)
            continue
        text.append(marks[v - 1])
        if hang[v]:
            text.append("(")
            waiting += [")", *reversed(hang[v])]
    return "".join(text)


def _is_tree(tree: str) -> bool:
    return _read(tree) is not None


def _on_blue(value: Dyadic) -> Dyadic:
    """Return the value of a blue edge with something of the given value on top.

    It is (value + n) / 2^(n - 1) for the least n >= 1 with value + n > 1.
    """
    one = 1 << value.exponent
    n = max(1, ((one - value.numerator) >> value.exponent) + 1)
    return Dyadic.from_exponent(value.numerator + n * one, value.exponent + n - 1)


def _solver(tree: str) -> Dyadic | None:
    read = _read(tree)
    if read is None:
        return None
    parents, marks = read
    values = [Dyadic(0)] * (len(parents) + 1)
    for v in range(len(parents), 0, -1):
        branch = _on_blue(values[v]) if marks[v - 1] == "L" else -_on_blue(-values[v])
        values[parents[v - 1]] += branch
    return values[0]


def _cuts(tree: str, colour: str) -> Iterator[str]:
    read = _read(tree)
    if read is not None:
        parents, marks = canonical(*read)
        for v, mark in enumerate(marks, start=1):
            if mark == colour:
                yield _write(*without(parents, marks, v))


@partizan(name="red_blue_hackenbush", domain=_is_tree, solver=_solver)
class RedBlueHackenbush:
    """Cut an edge of your own colour; what hangs from the ground no longer is gone.

    A tree is written as a text: ``L`` for an edge of Left's (blue), ``R`` for one of Right's
    (red), each followed in parentheses by what grows on it. The value is found by the colon
    principle and Berlekamp's rule for one edge.

    Examples
    --------
    >>> import lastmove as lm
    >>> red_blue_hackenbush = lm.rulesets.get("red_blue_hackenbush")
    >>> red_blue_hackenbush("L(R)").value
    Dyadic(1, 2)
    >>> red_blue_hackenbush("L(RL)R(L)").left_options()
    [red_blue_hackenbush('R(L)'), red_blue_hackenbush('L(R)R(L)'), red_blue_hackenbush('L(RL)R')]

    References
    ----------
    .. [1] E. R. Berlekamp, *The Hackenbush number system for compression of numerical data*,
       Information and Control 26 (1974).
    """

    @staticmethod
    def left(tree: str) -> Iterator[str]:
        """Cut a blue edge."""
        return _cuts(tree, "L")

    @staticmethod
    def right(tree: str) -> Iterator[str]:
        """Cut a red edge."""
        return _cuts(tree, "R")


def picture(position: Playable) -> str:
    """Draw each tree lying on its side.

    Examples
    --------
    >>> import lastmove as lm
    >>> game = lm.rulesets.info("red_blue_hackenbush")
    >>> print(game.picture(game.rules("L(RL)")))
    ground
    `-L- 1
         |-R- 2
         `-L- 3
    """
    trees = []
    for part in position.components:
        read = _read(part.coords[0])
        if read is not None:
            trees.append(drawing(*read))
    return "\n\n".join(trees)
