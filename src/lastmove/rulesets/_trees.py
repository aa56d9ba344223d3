"""Rooted trees as flat lists, so that no depth of tree can exhaust Python's stack.

A tree is a tuple of parents: vertex 0 is the root, and vertex v >= 1 hangs by an edge from
``parents[v - 1] < v``. Edges may carry marks, such as colours.
"""

from __future__ import annotations

Parents = tuple[int, ...]
Marks = tuple[str, ...]


def is_tree(parents: Parents) -> bool:
    """Return whether every vertex hangs from an earlier one."""
    return all(type(p) is int and 0 <= p <= i for i, p in enumerate(parents))


def children(parents: Parents) -> list[list[int]]:
    """Return the vertices that hang from each vertex, in increasing order."""
    hang: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for i, parent in enumerate(parents):
        hang[parent].append(i + 1)
    return hang


def depths(parents: Parents) -> list[int]:
    """Return the distance of each vertex from the root."""
    found = [0]
    for parent in parents:
        found.append(found[parent] + 1)
    return found


def without(parents: Parents, marks: Marks, cut: int) -> tuple[Parents, Marks]:
    """Return the tree without the edge above vertex `cut` and all that hangs from it."""
    place: list[int | None] = [0]
    kept: list[int] = []
    kept_marks: list[str] = []
    for v, parent in enumerate(parents, start=1):
        below = place[parent]
        if v == cut or below is None:
            place.append(None)
            continue
        kept.append(below)
        kept_marks.append(marks[v - 1])
        place.append(len(kept))
    return canonical(tuple(kept), tuple(kept_marks))


def canonical(parents: Parents, marks: Marks) -> tuple[Parents, Marks]:
    """Return the form that a tree shares with all trees of the same shape and marks.

    References
    ----------
    .. [1] A. V. Aho, J. E. Hopcroft and J. D. Ullman, *The Design and Analysis of Computer
       Algorithms*, 1974, section 3.2 (isomorphism of trees).
    """
    hang = children(parents)
    heights = [0] * len(hang)
    for v in range(len(parents), 0, -1):
        parent = parents[v - 1]
        heights[parent] = max(heights[parent], heights[v] + 1)
    levels: list[list[int]] = [[] for _ in range(heights[0] + 1)]
    for v, height in enumerate(heights):
        levels[height].append(v)
    # Equal subtrees get equal ranks; higher ones, then those with larger children, larger ranks.
    rank = [0] * len(hang)
    used = 0
    for level in levels:
        keys = {
            v: (sorted((rank[w] for w in hang[v]), reverse=True), marks[v - 1] if v else "")
            for v in level
        }
        previous = None
        for v in sorted(level, key=keys.__getitem__):
            if keys[v] != previous:
                used += 1
                previous = keys[v]
            rank[v] = used
    new_parents: list[int] = []
    new_marks: list[str] = []
    waiting = [(v, 0) for v in sorted(hang[0], key=rank.__getitem__)]
    while waiting:
        v, parent = waiting.pop()
        new_parents.append(parent)
        new_marks.append(marks[v - 1])
        me = len(new_parents)
        waiting += [(w, me) for w in sorted(hang[v], key=rank.__getitem__)]
    return tuple(new_parents), tuple(new_marks)


def drawing(parents: Parents, marks: Marks) -> str:
    """Draw a tree lying on its side, a line for each vertex, the ground first."""
    hang = children(parents)
    lines = ["ground"]
    waiting = [(v, "") for v in reversed(hang[0])]
    last = {group[-1] for group in hang if group}
    while waiting:
        v, indent = waiting.pop()
        lines.append(f"{indent}{'`' if v in last else '|'}-{marks[v - 1]}- {v}")
        deeper = indent + ("    " if v in last else "|   ") + " " * len(marks[v - 1])
        waiting += [(w, deeper) for w in reversed(hang[v])]
    return "\n".join(lines)
