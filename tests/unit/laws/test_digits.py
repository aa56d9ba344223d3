"""Laws by digits in base 3 to 10: proved in the base that the rules ask for, or refused."""

import copy
import json
from itertools import product
from random import Random

import numpy as np
import pytest
from tests.contest.further_games import divide_or_decrement
from tests.contest.later_heaps import minus_one_or_by_three, take_digits_of_base_three
from tests.unit.laws.games import plain

import lastmove as lm
from lastmove.laws.automata.radix import Radix, bases, learned
from lastmove.laws.base import Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.digits import DigitsInBase, RadixLaw
from lastmove.laws.law import Law


@lm.impartial
def third_or_one(n):
    if n > 0:
        yield n - 1
        yield n // 3


@lm.impartial
def two_or_third(n):
    if n > 1:
        yield n - 2
    if n > 0:
        yield n // 3


@lm.impartial
def exact_third(n):
    if n > 0:
        yield n - 1
        if n % 3 == 0:
            yield n // 3


@lm.impartial
def strip_digits(n):
    if n > 0:
        yield n // 3
        if n % 3 == 1:
            yield n - 1


@lm.impartial
def fifth_or_one(n):
    if n > 0:
        yield n - 1
        yield n // 5


@lm.impartial
def lower_a_digit(n):
    p = 1
    while p <= n:
        if n // p % 10 > 0:
            yield n - p
        p *= 10


@lm.impartial
def thirds_of_two(a, b):
    if a > 0:
        yield a // 3, b
    if b > 0 and a % 3 == 0:
        yield a, b // 3


PROVED = [
    *product((third_or_one, two_or_third, exact_third, strip_digits), ("outcome", "misere")),
    (third_or_one, "grundy"),
    (exact_third, "grundy"),
    (minus_one_or_by_three, "outcome"),
    (divide_or_decrement, "outcome"),
    (fifth_or_one, "misere"),
    (fifth_or_one, "grundy"),
    (lower_a_digit, "outcome"),
    (lower_a_digit, "grundy"),
    (thirds_of_two, "outcome"),
]


@pytest.mark.parametrize(("rules", "what"), PROVED)
def test_laws_by_digits_are_proved_and_right(rules, what):
    law = rules.law(what=what)
    assert (law.status, law.certificate["kind"]) == ("PROVED", "between")
    assert law.certificate["numeration"].startswith("base ")
    size = len(law.names)
    edge = {1: (5000,), 2: (60, 60)}[size]
    table = rules.table(
        *edge, what="outcome" if what == "misere" else what, misere=what == "misere"
    )
    slow = plain(law.certificate["system"], what)
    labels = table.astype(np.int64) if what == "grundy" else (table == "N").astype(np.int64)
    assert law.candidate.mismatch(labels) is None
    wrong = labels.copy()
    wrong[(50,) * size] ^= 1
    assert law.candidate.mismatch(wrong) == (50,) * size
    for place in np.ndindex((300 // size**4,) * size):
        said = law(*place)
        assert (said if what == "grundy" else said.name) == table[place]
        assert law.candidate.label(place) == slow(*place)
    made = Law.from_certificate(json.loads(json.dumps(law.certificate)))
    assert isinstance(made.candidate, RadixLaw)
    (program,) = made.system.programs
    random = Random(str(rules))
    for _ in range(12):
        n = tuple(random.randrange(10 ** random.choice([2, 17, 18])) for _ in range(size))
        wins = made.winning_moves(*n)
        options = {part[1:] for (part,) in program.run(n)}
        assert set(wins) == {y for y in options if made.candidate.label(y) == 0}
        wins_now = made.candidate.label(n) != 0
        assert bool(wins) == wins_now or (what == "misere" and not options)


def test_digits_are_told_in_words_where_these_are_exact():
    law = lower_a_digit.law(what="outcome")
    assert law.text().split(":\n")[1] == (
        "  N if the sum of digits of n in base 10 mod 2 is 1\n  P otherwise"
    )
    assert law.explain(123).startswith("the sum of digits of n in base 10 mod 2 is 0: P; ")
    assert law.latex().splitlines()[1] == (
        r"\text{N if the sum of digits of $n$ in base 10 mod 2 is 1} \\"
    )
    assert str(law.grid(9)).split()[-9:] == [*"PNPNPNPNP"]


def test_other_laws_show_the_automaton():
    law = exact_third.law(what="outcome")
    lines = law.text().splitlines()
    assert lines[1].startswith(
        "  the player to move wins at n iff an automaton of 9 states accepts"
    )
    assert lines[3] == "    0: 0 2→1, 1→2"
    assert lines[-1].startswith("  loses at 0, 2, 4, 7, 9")
    assert law.latex().startswith("\\begin{array}{l}\n\\text{the player to move wins")


def test_periods_are_proved_in_the_base_of_the_powers_that_are_taken():
    law = take_digits_of_base_three.law(what="misere")
    assert (law.status, law.certificate["numeration"]) == ("PROVED", "base 3")
    assert law.text().endswith("P if n mod 2 = 1, else N")
    assert [n for n in range(50) if law(n).name == "P"] == list(range(1, 50, 2))


# Rules nearly like these, and the claims of the others about each.


@lm.impartial
def third_up(n):
    if n > 1:
        yield n - 1
        yield (n + 1) // 3


@lm.impartial
def third_or_three(n):
    if n > 2:
        yield n - 3
    if n > 0:
        yield n // 3


@lm.impartial
def third_unless_two(n):
    if n > 0:
        yield n - 1
        if n % 3 != 2:
            yield n // 3


@lm.impartial
def third_beyond_50(n):
    if n > 0:
        yield n - 1
        if n > 50:
            yield n // 3


@lm.impartial
def ninth_or_one(n):
    if n > 0:
        yield n - 1
        yield n // 9


@lm.impartial
def two_thirds_or_one(n):
    if n > 0:
        yield n - 1
        yield n * 2 // 3


@lm.impartial
def third_below_729(n):
    if n > 0:
        yield n - 1
        if n < 729:
            yield n // 3


NEARLY = [
    third_up,
    third_or_three,
    third_unless_two,
    third_beyond_50,
    ninth_or_one,
    two_thirds_or_one,
    third_below_729,
    third_or_one,
    two_or_third,
    exact_third,
    strip_digits,
]


@pytest.mark.parametrize("what", ["outcome", "misere", "grundy"])
def test_only_true_claims_are_accepted(what):
    samples = [Sample(_system(rules), what, (2000,)) for rules in NEARLY]
    claims = {}
    for rules, sample in zip(NEARLY, samples, strict=True):
        for edge in (60, 250, 2000):
            top = int(sample.large.max())
            values = list(range(top + 2)) if what == "grundy" else None
            found = learned(3, sample.large[:edge], values)
            if found is not None:
                claims[f"{rules} {edge}"] = RadixLaw(what, 1, found)
    assert len(claims) > 5
    true = false = 0
    for (name, law), sample in product(claims.items(), samples):
        right = law.mismatch(sample.large) is None
        cert = copy.deepcopy(_estimated(sample, law))
        try:
            check(cert)
        except Rejected:
            false += not right
            continue
        assert right, (name, sample.program.name)
        true += 1
    assert true >= 4
    assert false >= 20


def _system(rules):
    native = rules.engine.native(1)
    return native.system


def _estimated(sample, law):
    from lastmove.laws.game import document

    return {
        "format": "lastmove-certificate/1",
        "kind": "between",
        "what": sample.what,
        "system": document(sample.system),
        "numeration": "base 3",
        "labels": [law.automaton.table],
        "ranking": [[[1, 1]]],
        "estimates": [{"rounds": 1, "moduli": [], "loops": [], "digits": True}],
    }


def test_certificates_with_something_else_are_rejected():
    right = exact_third.law(what="outcome").certificate
    (label,) = right["labels"]
    for wrong in (
        {**right, "numeration": "base 4"},
        {**right, "numeration": "binary"},
        {**right, "numeration": "zeckendorf"},
        {**right, "numeration": "base 12"},
        {**right, "numeration": 3},
        {**right, "what": "misere"},
        {**right, "what": "grundy"},
        {**right, "labels": []},
        {**right, "labels": [{**label, "accepting": label["accepting"][:-1]}]},
        {**right, "labels": [{**label, "transitions": label["transitions"][:-1]}]},
        {**right, "kind": "automaton"},
        {**right, "kind": "exponent"},
    ):
        with pytest.raises(Rejected):
            check(copy.deepcopy(wrong))
    broken = {**right, "labels": [{**label, "accepting": []}]}
    with pytest.raises(lm.LastmoveError, match="no automaton"):
        Law.from_certificate(broken)
    with pytest.raises(ValueError, match="describes no automaton"):
        RadixLaw.from_certificate(broken)


def test_a_law_that_ends_with_the_table_is_not_found():
    # A period of 3 up to 2186 and no further: only rules that say so in numbers would prove it.
    table = np.array([int(n % 3 == 0 or n >= 2187) for n in range(2400)])
    found = learned(3, table, None)
    assert found is None or not found.misses(table, None).any()
    law = third_below_729.law(what="outcome")
    own = third_below_729.table(6000, what="outcome")
    assert [law(n).name for n in range(6000)] == list(own)


def test_only_bases_that_the_rules_ask_for_are_tried():
    asked = {
        rules: bases(Sample(_system(rules), "outcome", (60,)))
        for rules in (third_or_one, fifth_or_one, lower_a_digit, ninth_or_one)
    }
    assert list(asked.values()) == [[2, 3], [2, 5], [2, 10], [2, 3]]

    @lm.impartial
    def one_or_two(n):
        for k in (1, 2):
            if n >= k:
                yield n - k

    sample = Sample(_system(one_or_two), "outcome", (60,))
    assert bases(sample) == [2]
    assert DigitsInBase().learn(sample) is None


def test_automata_in_any_base_read_numbers_of_any_size():
    random = Random(4)
    for base in (3, 7, 10):
        table = np.array([n // base % 2 for n in range(base**5)])
        graph = learned(base, table, [0, 1, 2])
        marks = learned(base, table, None)
        for _ in range(300):
            n = random.randrange(10 ** random.randint(1, 18))
            assert marks.accepts([n]) == (n // base % 2 == 1)
            assert graph.first([n]) == n // base % 2
            assert not graph.accepts([2, n])
        assert Radix.from_table(f"base {base}", 1, marks.table).states <= marks.states
