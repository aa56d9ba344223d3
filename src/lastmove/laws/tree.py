"""Decision trees over comparisons of coordinates, with periods of their own in each sector.

An inner node compares a linear form of the coordinates with a number; a leaf, which is a sector,
gives the label by remainders of the coordinates. Trees are grown greedily from a table, by the
entropy of the labels within classes of remainders (J. R. Quinlan, Induction of decision trees,
Machine Learning 1, 1986). What is grown is a guess; others prove or refute it.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy

    from lastmove.rules.expr import Expr

    Array = numpy.ndarray[Any, Any]
    Tree = "Leaf | Node"

__all__ = ["Leaf", "Node", "grow"]

_LONGEST_PERIOD = 12
_MOST_CLASSES = 64
# Forms looked at for one modulus.
_MOST_FORMS = 2200
# Splits are chosen by at most this many positions.
_LOOKED_AT = 12_000


class Leaf(NamedTuple):
    """A sector: labels by remainders.

    Attributes
    ----------
    moduli : tuple of int
        One for each coordinate.
    labels : tuple of int
        By the remainders, the last changing fastest; -1 where no position was seen.
    form : tuple of int or None
        If given, there is one remainder only, that of this form.
    """

    moduli: tuple[int, ...]
    labels: tuple[int, ...]
    form: tuple[int, ...] | None = None

    @property
    def leaves(self) -> int:
        """How many sectors there are; one with remainders counts twice."""
        return 1 + (len(self.labels) > 1)

    def label(self, x: Any) -> int:
        """Return the label of a position in this sector."""
        if self.form is not None:
            total: int = sum(c * v for c, v in zip(self.form, x, strict=True))
            return self.labels[total % len(self.labels)]
        place = 0
        for value, m in zip(x, self.moduli, strict=True):
            place = place * m + value % m
        return self.labels[place]

    def expression(self) -> Expr:
        """Return the label as an expression."""
        from lastmove.rules.expr import at, const, coord

        place = const(0)
        entries = [max(0, label) for label in self.labels]
        if len(set(entries)) == 1:
            return const(entries[0])
        short = self._by_one_form()
        if short is not None:
            form, entries = short
            for i, c in enumerate(form):
                place = place + c * coord(i)
            place = place % len(entries)
        else:
            for i, m in enumerate(self.moduli):
                if m > 1:
                    place = place * m + coord(i) % m
        made: Expr = at(place, entries)
        return made

    def _by_one_form(self) -> tuple[tuple[int, ...], list[int]] | None:
        """Return a form and labels by its remainder alone that say the same, if there are any."""
        if self.form is not None:
            return self.form, [max(0, label) for label in self.labels]
        m = max(self.moduli)
        if set(self.moduli) - {1, m} or m ** sum(n > 1 for n in self.moduli) > _MOST_CLASSES:
            return None
        cells = list(product(*map(range, self.moduli)))
        forms = product(*(range(1, m) if n > 1 else (0,) for n in self.moduli))
        for form in forms:
            found: dict[int, int] = {}
            for x, label in zip(cells, self.labels, strict=True):
                r = sum(c * v for c, v in zip(form, x, strict=True)) % m
                if label >= 0 and found.setdefault(r, label) != label:
                    break
            else:
                return form, [found.get(r, 0) for r in range(m)]
        return None


class Node(NamedTuple):
    """A comparison: positions with ``form <= bound`` (``==`` if `same`) go one way."""

    form: tuple[int, ...]
    bound: int
    same: bool
    yes: Leaf | Node
    no: Leaf | Node

    @property
    def leaves(self) -> int:
        """How many sectors there are."""
        return self.yes.leaves + self.no.leaves

    def label(self, x: Any) -> int:
        """Return the label of a position."""
        value = sum(c * v for c, v in zip(self.form, x, strict=True))
        side = value == self.bound if self.same else value <= self.bound
        return (self.yes if side else self.no).label(x)

    def expression(self) -> Expr:
        """Return the label as an expression."""
        from lastmove.rules.expr import compare, const, coord, where

        value = const(0)
        for i, c in enumerate(self.form):
            value = value + c * coord(i)
        test = compare("==" if self.same else "<=", value, self.bound)
        made: Expr = where(test, self.yes.expression(), self.no.expression())
        return made


class Hopeless(Exception):
    """No tree of bounded size fits."""


def grow(table: Array, cells: Array, *, most: int = 60, plain: float = 0.02) -> Leaf | Node | None:
    """Return a tree that gives the labels of a table at some of its cells, or None.

    Parameters
    ----------
    table : numpy.ndarray
        Labels by coordinates, -1 outside the domain.
    cells : numpy.ndarray of bool
        The positions to learn from.
    most : int
        How many leaves there may be.
    """
    import numpy as np

    places = np.argwhere(cells & (table >= 0))
    if not len(places):
        return None
    # Rare labels could be learned by heart.
    counts = np.unique(table[tuple(places.T)], return_counts=True)[1]
    most = min(most, 3 + (len(places) - int(counts.max())) // 5)
    grower = _Grower(table.ndim, most, plain)
    try:
        grower.follow(table, places)
        return grower.node(places, table[tuple(places.T)])
    except Hopeless:
        return None


class _Grower:
    def __init__(self, size: int, most: int, plain: float) -> None:
        import numpy as np

        reach = {2: 3, 3: 2}.get(size, 1)
        every = product(range(-reach, reach + 1), repeat=size)
        forms = [f for f in every if next((c for c in f if c), 0) > 0 and _primitive(f)]
        forms.sort(key=_weight)
        self.forms = np.array(forms[:200], dtype=np.int64)
        self.left = most
        self.plain = plain

    def follow(self, table: Array, places: Array) -> None:
        """Compare only what steps without effect on the label leave alone, with larger weights."""
        import numpy as np

        size = table.ndim
        rng = np.random.default_rng(size)
        some = places[rng.permutation(len(places))[:1500]]
        own = table[tuple(some.T)]
        steps = []
        for step in product(range(-2, 3), repeat=size):
            if next((c for c in step if c), 0) <= 0 or sum(map(abs, step)) > 4:
                continue
            to = some + np.array(step)
            inside = ((to >= 0) & (to < table.shape)).all(axis=1)
            after = table[tuple(to[inside].T)]
            if inside.sum() * 3 >= len(some) and ((after == own[inside]) | (after < 0)).all():
                steps.append(step)
        if not steps:
            return
        reach = {1: 12, 2: 9, 3: 6, 4: 3}.get(size, 2)
        idle = [i for i in range(size) if tuple(int(i == j) for j in range(size)) in steps]
        ranges = [(0,) if i in idle else range(-reach, reach + 1) for i in range(size)]
        forms = [
            f
            for f in product(*ranges)
            if next((c for c in f if c), 0) > 0
            and all(sum(p * q for p, q in zip(f, s, strict=True)) == 0 for s in steps)
            and _primitive(f)
        ]
        if forms:
            self.forms = np.array(sorted(forms, key=_weight)[:120], dtype=np.int64)

    def node(self, places: Array, labels: Array) -> Leaf | Node:
        """Return a tree for these positions."""
        import numpy as np

        kinds = np.unique(labels)
        if len(kinds) == 1:
            return self._leaf((1,) * places.shape[1], (int(kinds[0]),))
        if len(kinds) > 16:
            raise Hopeless
        best = (1,) * places.shape[1]
        for moduli in _moduli(places, labels):
            found = _residues(places, labels, moduli)
            if found is not None:
                return self._leaf(moduli, found)
            best = moduli
        single = _one_form(places, labels)
        if single is not None:
            self._leaf(best, ())
            return single
        form, bound, same = self._split(places, np.searchsorted(kinds, labels), best)
        values = places @ np.array(form)
        side = values == bound if same else values <= bound
        yes = self.node(places[side], labels[side])
        no = self.node(places[~side], labels[~side])
        return Node(form, bound, same, yes, no)

    def _leaf(self, moduli: tuple[int, ...], labels: tuple[int, ...]) -> Leaf:
        self.left -= 1
        if self.left < 0:
            raise Hopeless
        return Leaf(moduli, labels)

    def _split(
        self, places: Array, labels: Array, moduli: tuple[int, ...]
    ) -> tuple[tuple[int, ...], int, bool]:
        """Return the comparison after which labels are least mixed."""
        import numpy as np

        if len(places) > _LOOKED_AT:
            some = np.random.default_rng(len(places)).permutation(len(places))[:_LOOKED_AT]
            places, labels = places[some], labels[some]
        count = int(labels.max()) + 1
        _, classes = np.unique(_class(places, moduli), return_inverse=True)
        width = (int(classes.max()) + 1) * count
        mixed = classes * count + labels
        best: tuple[float, tuple[int, ...], int, bool] | None = None
        for form in self.forms:
            values = places @ form
            low = int(values.min())
            span = int(values.max()) - low + 1
            if span == 1:
                continue
            key = (values - low) * width + mixed
            at = np.bincount(key, minlength=span * width).reshape(span, -1, count)
            total, below = at.sum(axis=0), at.cumsum(axis=0)
            costs = [(False, _entropy(below) + _entropy(total - below))]
            costs.append((True, _entropy(at) + _entropy(total - at)))
            sizes = {False: below.sum(axis=(1, 2)), True: at.sum(axis=(1, 2))}
            for same, cost in costs:
                cost = np.where((sizes[same] > 0) & (sizes[same] < len(places)), cost, np.inf)
                # Of splits about as good the simplest is the likeliest to be meant.
                cost = cost + (1 + cost * self.plain) * (
                    _weight(form) + np.abs(np.arange(span) + low + (not same) / 2) / 8 + same / 4
                )
                i = int(cost.argmin())
                if best is None or cost[i] < best[0]:
                    best = (float(cost[i]), tuple(map(int, form)), i + low, same)
        if best is None or best[0] == np.inf:
            raise Hopeless
        return best[1:]


def _primitive(form: tuple[int, ...]) -> bool:
    from math import gcd

    return gcd(*form) == 1


def _weight(form: Any) -> int:
    """Return how complicated a form is."""
    return sum(abs(int(c)) for c in form) - 1


def _class(places: Array, moduli: tuple[int, ...]) -> Array:
    import numpy as np

    found: Array = np.zeros(len(places), dtype=np.int64)
    for i, m in enumerate(moduli):
        found = found * m + places[:, i] % m
    return found


def _entropy(counts: Array) -> Array:
    """Return the bits that labels take, summed over the classes; labels are on the last axis."""
    import numpy as np

    whole = counts.sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where(counts > 0, counts * np.log2(counts), 0).sum(axis=-1)
        bits = np.where(whole > 0, whole * np.log2(whole), 0) - parts
    return np.asarray(bits.sum(axis=-1))


def _moduli(places: Array, labels: Array) -> list[tuple[int, ...]]:
    """Return likely periods of the coordinates among these positions, simplest first."""
    import numpy as np

    grid = np.full(places.max(axis=0) + 1, -1, dtype=np.int64)
    grid[tuple(places.T)] = labels
    found = []
    for i in range(places.shape[1]):
        lines = np.moveaxis(grid, i, 0)
        scores = []
        for m in range(1, min(_LONGEST_PERIOD, len(lines) // 3) + 1):
            near, far = lines[:-m], lines[m:]
            both = (near >= 0) & (far >= 0)
            pairs = int(both.sum())
            if pairs * 3 >= len(places) or m == 1:
                wrong = int((both & (near != far)).sum()) / max(1, pairs)
                scores.append((wrong, m))
        least = min(scores, default=(0.0, 1))[0]
        found.append(next((m for wrong, m in scores if wrong <= least * 1.05 + 0.004), 1))
    while prod(found) > _MOST_CLASSES:
        found[found.index(max(found))] = 1
    options = {(1,) * len(found), tuple(found)}
    for i in range(len(found)):
        options.add(tuple(1 if i == j else m for j, m in enumerate(found)))
    return sorted(options, key=prod)


def _one_form(places: Array, labels: Array) -> Leaf | None:
    """Return a leaf by the remainder of one form, if there is one that fits."""
    import numpy as np

    size = places.shape[1]
    rng = np.random.default_rng(len(places))
    some = rng.permutation(len(places))[:200]
    for m in range(2, _LONGEST_PERIOD + 1):
        if m**size > _MOST_FORMS or len(places) < 6 * m:
            return None
        forms = np.array(list(product(range(m), repeat=size)))
        left = np.arange(len(forms))
        for points in (some[:40], some):
            key = (places[points] @ forms[left].T) % m + m * np.arange(len(left))
            flat, own = key.ravel(), np.repeat(labels[points], len(left))
            count, first, square = (
                np.bincount(flat, weights=w, minlength=m * len(left))
                for w in (np.ones(len(flat)), own, own * own)
            )
            mixed = count * square != first * first
            left = left[~mixed.reshape(-1, m).any(axis=1)]
        short = [i for i, n in enumerate(_spans(places)) if n <= m]
        left = left[~(forms[left][:, short] != 0).any(axis=1)]
        for i in left[np.argsort(forms[left].sum(axis=1), kind="stable")]:
            form = forms[i]
            where = (places @ form) % m
            table = np.full(m, -1, dtype=np.int64)
            table[where] = labels
            if (table[where] == labels).all():
                return Leaf((1,) * size, tuple(map(int, table)), tuple(map(int, form)))
    return None


def _spans(places: Array) -> list[int]:
    """Return how many values each coordinate ranges over."""
    return [int(n) + 1 for n in places.max(axis=0) - places.min(axis=0)]


def _residues(places: Array, labels: Array, moduli: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the labels by remainders; None if they do not depend on remainders alone."""
    import numpy as np

    classes = prod(moduli)
    if classes > 1 and len(places) < 3 * classes:
        return None
    if any(m > 1 and n < 2 * m for m, n in zip(moduli, _spans(places), strict=True)):
        return None
    where = _class(places, moduli)
    table = np.full(classes, -1, dtype=np.int64)
    table[where] = labels
    if (table[where] != labels).any():
        return None
    return tuple(map(int, table))
