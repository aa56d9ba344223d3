"""Games on boards, circles, trees and strings."""

from tests.contest.corpus import Restatement

import lastmove as lm
from lastmove.rulesets import get

kayles = get("kayles")


@lm.impartial
def kayles_circle(n):
    """Take one coin, or two adjacent ones, from a circle."""
    for taken in (1, 2):
        if taken <= n:
            yield kayles(n - taken)


@lm.impartial
def row(n, k):
    """Take up to k adjacent coins from a row."""
    for taken in range(1, min(k, n) + 1):
        for left in range((n - taken) // 2 + 1):
            yield row(left, k) + row(n - taken - left, k)


@lm.impartial
def circle(n, k):
    """Take up to k adjacent coins from a circle."""
    for taken in range(1, min(k, n) + 1):
        yield row(n - taken, k)


@lm.impartial(domain=lambda n, m: n >= 1 and m >= 1)
def kiki(n, m):
    """Move a piece one step left, down or both."""
    if n > 1:
        yield n - 1, m
    if m > 1:
        yield n, m - 1
    if n > 1 and m > 1:
        yield n - 1, m - 1


@lm.impartial
def crosses(marks, n):
    """Mark a free cell of n; who completes three in a row has won, and play ends."""
    if marks & marks >> 1 & marks >> 2 == 0:
        for cell in range(n):
            if not marks >> cell & 1:
                yield marks | 1 << cell, n


@lm.impartial
def paint_ring(painted, n, m):
    """Paint m adjacent beads of a ring of n that are not painted yet."""
    if m <= n:
        for first in range(n):
            window = 0
            for i in range(m):
                window |= 1 << (first + i) % n
            if painted & window == 0:
                yield painted | window, n, m


@lm.partizan
class NorthcottRow:
    """Move your own piece along the row, without jumping."""

    def left(white, black, width):
        for cell in range(width):
            if cell != white and (cell < black) == (white < black) and cell != black:
                yield cell, black, width

    def right(white, black, width):
        for cell in range(width):
            if cell != black and (cell < white) == (black < white) and cell != white:
                yield white, cell, width


@lm.partizan
class Knight:
    """Move a knight towards a corner. To reach it wins; to be stuck elsewhere counts for Right."""

    def left(a, b):
        if a >= 1 and b >= 2:
            yield a - 1, b - 2
        if a >= 2 and b >= 1:
            yield a - 2, b - 1

    def right(a, b):
        if a >= 1 and b >= 2:
            yield a - 1, b - 2
        if a >= 2 and b >= 1:
            yield a - 2, b - 1
        if (a < 1 or b < 2) and (a < 2 or b < 1) and a + b > 0:
            yield 0, 0


def pairs_with(colour, cells):
    return (
        cells[:i] + "WW" + cells[i + 2 :]
        for i in range(len(cells) - 1)
        if colour in cells[i : i + 2]
    )


@lm.partizan
class Colouring:
    """Whiten two adjacent cells, at least one of them of your colour, red or blue."""

    def left(cells):
        return pairs_with("R", cells)

    def right(cells):
        return pairs_with("B", cells)


@lm.partizan
class DomineeringStrip:
    """Only Right's dominoes fit on a strip of height one."""

    def left(n):
        return []

    def right(n):
        for before in range((n - 2) // 2 + 1):
            yield DomineeringStrip(before) + DomineeringStrip(n - 2 - before)


def grounded(edges):
    """Return the edges that hang together with vertex 0, sorted."""
    reached, growing = {0}, True
    while growing:
        growing = False
        for a, b in edges:
            if (a in reached) != (b in reached):
                reached |= {a, b}
                growing = True
    return tuple(sorted(edge for edge in edges if edge[0] in reached))


@lm.impartial
def green_graph(edges):
    """Cut an edge of a graph that stands on vertex 0; what is cut off is gone."""
    for i in range(len(edges)):
        yield grounded(edges[:i] + edges[i + 1 :])


def tree_text(tree):
    """Return the text of a tree given as nested tuples of (colour, subtree)."""
    return "".join(e + (f"({tree_text(sub)})" if sub else "") for e, sub in tree)


def tree_shape(coords):
    """Return nested sorted tuples from the text of a tree: what equal trees share."""
    stack = [[]]
    for letter in coords[0]:
        if letter == "(":
            stack.append([])
        elif letter == ")":
            done = tuple(sorted(stack.pop()))
            stack[-1][-1] = (stack[-1][-1][0], done)
        else:
            stack[-1].append((letter, ()))
    return tuple(sorted(stack[0]))


RESTATED = {
    "hdu3544-cutcake": Restatement(lambda p: get("cutcake")(*p)),
    "dawson-chess": Restatement(get("dawsons_chess"), nothing=(0,)),
    "guiles": Restatement(get("guiles")),
    "poj2484-circle": Restatement(
        lambda p: kayles_circle(p[1]) if isinstance(p, tuple) else kayles(p)
    ),
    "hdu3951-coincircle": Restatement(lambda p: {"c": circle, "r": row}[p[0]](*p[1:])),
    "hdu2147-kiki": Restatement(lambda p: kiki(*p)),
    "turning-corners": Restatement(lambda p: get("turning_corners")(*p)),
    "chomp-2xn": Restatement(lambda p: get("chomp")(*p)),
    "wythoff": Restatement(lambda p: get("wythoff")(*p)),
    "t-wythoff": Restatement(lambda p: get("wythoff").using(t=p[2])(*p[:2])),
    "redblue-tree": Restatement(
        lambda tree: get("red_blue_hackenbush")(tree_text(tree)), key=tree_shape
    ),
    "domineering-1xn": Restatement(DomineeringStrip),
}
