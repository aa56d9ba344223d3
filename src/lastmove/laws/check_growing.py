"""Check laws of one number whose intervals grow by a factor.

The ends of the intervals are e_0 < e_1 < ..: the first are listed, and e_(i+r) = F e_i + s for
those that follow, r the number of intervals that repeat. Interval i ends before e_i; label i + r is
label i. From some number on, the options of n are said to be all numbers from L(n) to U(n), for one
pair or several of functions floor((a n + b) / c) with a > 0; automata in base 2 compare that with
the Program. Numbers before that are looked at one by one.

Lemma. With e_i for i + m r in place of i, whole multiples of ends plus a constant, at least 0, are
F^m S + T with integers S and T once multiplied by F - 1, since
(F - 1) e_(i + m r) = ((F - 1) e_i + s) F^m - s. If S >= 0 and S + T >= 0 they are at least 0 for
every m. All conditions below are of that kind, so one turn of r intervals proves them for all.

Proof of the labels of interval i = [p, q). L and U do not decrease: options of all its numbers lie
between L(p) and U(q - 1), and floor(x / c) >= y iff x >= c y. Some number from L(n) to U(n) is in
interval j iff U(n) >= e_(j-1) and L(n) < e_j, that is iff n is at least X = (c e_(j-1) - b) / a for
U's a, b, c, and less than Y = (c e_j - b) / a for those of L. Such pieces of [p, q), of which the
first has X <= p, each next one an X not above the Y before it, and the last a Y above q - 1, leave
no whole number out. Standard library only; see `check` beside this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from lastmove.laws.check import Game, expected, ints, need
    from lastmove.laws.check_forms import number, plus, variable
    from lastmove.laws.check_sets import Form, Set
    from lastmove.laws.check_theorems import Moves
else:
    from check import Game, expected, ints, need
    from check_forms import number, plus, variable
    from check_sets import Form, Set
    from check_theorems import Moves

MOST = 50_000  # numbers looked at one by one
Line = tuple[int, int, int]  # a, b, c of floor((a n + b) / c)
Sum = dict[int, int]  # multiples of ends


class Intervals:
    """The ends and labels of the claim."""

    def __init__(self, cert: dict[str, Any]) -> None:
        self.ends = ints(cert["ends"], 1, "ends are positive")
        self.labels = ints(cert["labels"], 0, "labels are not negative")
        growth = [cert["every"], cert["factor"], cert["plus"]]
        need(all(type(e) is int for e in growth), "integers")
        self.every, self.factor, self.plus = map(int, growth)
        size = len(self.ends)
        need(1 <= self.every <= size <= 200, "one turn of ends, please")
        need(self.factor >= 2 and len(self.labels) == size + 1, "a factor, and labels")
        self.first = size - self.every  # from this end on they grow
        while len(self.ends) < size + 2 * self.every:
            self.ends.append(self.factor * self.ends[-self.every] + self.plus)
        low = [0, *self.ends]
        need(all(a < b for a, b in zip(low, self.ends, strict=False)), "ends do not increase")
        # So they do ever after: gaps one turn further are F times as long.

    def end(self, i: int) -> int:
        """Return an end."""
        while i >= len(self.ends):
            self.ends.append(self.factor * self.ends[-self.every] + self.plus)
        return self.ends[i]

    def label(self, i: int) -> int:
        """Return the label of an interval."""
        turns = max(0, -((len(self.labels) - 1 - i) // self.every))
        return self.labels[i - turns * self.every]

    def never_negative(self, ends: Sum, constant: int) -> bool:
        """Return whether a sum of multiples of ends is at least 0, this turn and all later ones."""
        need(min(ends) >= self.first, "an end that does not grow")
        need(max(ends) <= len(self.labels) + 3 * self.every, "an end beyond those of the proof")
        f, s = self.factor - 1, self.plus
        grows = sum(k * (f * self.end(i) + s) for i, k in ends.items())
        stays = f * constant - s * sum(ends.values())
        return grows >= 0 and grows + stays >= 0


def total(*terms: tuple[int, int]) -> Sum:
    """Return the sum of pairs of an end and its multiple."""
    made: Sum = {}
    for end, times in terms:
        made[end] = made.get(end, 0) + times
    return made


def avoids(
    law: Intervals, i: int, low: Line, high: Line, span: list[int], labels: set[int]
) -> bool:
    """Return whether options of interval i lie in intervals of the span, which have no such label.

    The span is told by how many intervals before i it begins and ends.
    """
    need(0 <= span[1] <= span[0] <= i, "a span of intervals before this one")
    first, last = i - span[0], i - span[1]
    (a, b, c), (u, v, w) = low, high
    return (
        not any(law.label(j) in labels for j in range(first, last + 1))
        and law.never_negative(total((i - 1, a), (first - 1, -c)), b)
        and law.never_negative(total((last, w), (i, -u)), u - v - 1)
    )


def reaches(law: Intervals, i: int, moves: list[tuple[Line, Line]], steps: Any, label: int) -> bool:
    """Return whether steps (a move, and how far back the interval is) cover interval i."""
    before: tuple[int, Line] | None = None
    for k, back in steps:
        low, (u, v, w) = moves[k]
        j = i - back
        if law.label(j) != label:
            return False
        if before is None:
            fits = law.never_negative(total((i - 1, u), (j - 1, -w)), v)
        else:
            end, (a, b, c) = before  # (w e_(j-1) - v) / u <= (c e_end - b) / a
            fits = law.never_negative(total((end, u * c), (j - 1, -a * w)), a * v - u * b)
        if not fits:
            return False
        before = (j, low)
    if before is None:
        return False
    end, (a, b, c) = before
    return law.never_negative(total((end, c), (i, -a)), a - b - 1)


def quotient(moves: Moves, line: Line, name: str) -> Set:
    """Return where a variable is floor((a x0 + b) / c)."""
    a, b, c = line
    over: Form = plus(({"x0": a}, b), variable(name), -c)
    return moves.all_of(moves.reader.at_most(number(0), over), moves.less(over, number(c)))


def same_moves(game: Game, claimed: list[tuple[Line, Line]], start: int) -> None:
    """Check that from `start` on the options are those claimed, not none, and smaller."""
    moves = Moves(game)
    late = moves.reader.at_most(number(start), variable("x0"))
    found = []
    for low, high in claimed:
        need(min(a * start + b for a, b, _ in (low, high)) >= 0, "an option below 0")
        ends = moves.all_of(quotient(moves, low, "l"), quotient(moves, high, "u"), late)
        moves.never([ends, moves.less(variable("u"), variable("l"))], "no numbers between")
        moves.never([ends, moves.reader.at_most(variable("x0"), variable("u"))], "no end of play")
        between = [
            moves.reader.at_most(variable("l"), variable("y0")),
            moves.reader.at_most(variable("y0"), variable("u")),
        ]
        found.append(moves.sets.join([ends, *between], ["x0", "y0"]))
    own = moves.all_of(moves.options(), late)
    moves.same(own, moves.sets.union(found), "the options are others")


def check(cert: dict[str, Any], games: list[Game]) -> None:
    """Check the labels of all numbers."""
    need(len(games) == 1 and games[0].size == 1, "one game of one coordinate, please")
    what = cert["what"]
    need(what in ("outcome", "misere", "grundy"), "no such claim")
    law = Intervals(cert)
    need(what == "grundy" or max(law.labels) <= 1, "outcomes are 0 and 1")
    begin = cert["begin"]  # the first interval that is not looked at number by number
    need(type(begin) is int and law.first < begin <= len(law.ends), "where does it begin?")
    start = law.end(begin - 1)
    need(start <= MOST, "too many numbers to look at")
    moves: list[tuple[Line, Line]] = []
    for pair in cert["moves"]:
        (a, b, c), (u, v, w) = (ints(line, -MOST, "a, b and c") for line in pair)
        need(min(a, c, u, w) > 0, "a and c are positive")
        moves.append(((a, b, c), (u, v, w)))
    need(moves, "no moves")
    same_moves(games[0], moves, start)
    labels: list[int] = []
    for i in range(begin):
        for n in range(law.end(i - 1) if i else 0, law.end(i)):
            options = games[0].options((n,))
            # Each is one component, the game itself at a smaller number.
            single = all(len(o) == 1 and o[0][0] == 0 and 0 <= o[0][1] < n for o in options)
            need(single, f"the options of {n}")
            want = expected(what, [[labels[option[0][1]] for option in options]])
            need(want == law.label(i), f"the label of {n}")
            labels.append(want)
    need(len(cert["turn"]) == law.every, "a proof for each interval of one turn")
    for i, proof in enumerate(cert["turn"], begin):
        label = law.label(i)
        smaller = range(label) if what == "grundy" else [0] * label
        need(len(proof["reach"]) <= label, "a way to what is no smaller value")
        for v in smaller:
            need(reaches(law, i, moves, proof["reach"][v], v), f"interval {i}: no way to {v}")
        if what == "grundy" or label == 0:
            need(len(proof["avoid"]) == len(moves), "a span for each move")
            for (low, high), span in zip(moves, proof["avoid"], strict=True):
                need(avoids(law, i, low, high, span, {label}), f"interval {i}: an equal option")
