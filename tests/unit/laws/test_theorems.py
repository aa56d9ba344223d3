"""Laws by theorem: the checker compares the moves with those that the theorem is about."""

import copy
import random
import shutil
import subprocess
from itertools import product

import pytest
from tests.contest.games import heaps
from tests.contest.more_games import clear_bits
from tests.unit.laws.games import plain, system
from tests.unit.laws.mutate import every_integer

import lastmove as lm
from lastmove.laws.base import Sample
from lastmove.laws.check import Rejected, check
from lastmove.laws.game import document
from lastmove.laws.law import Law
from lastmove.laws.theorems import DigitsLaw, FewLaw, SlackLaw, nim_product


@lm.impartial
def at_most_a_third(n):
    for taken in range(1, n // 3 + 1):
        yield n - taken


@lm.impartial
def two_fifths(n):
    yield from range(n - (2 * n + 3) // 5 + 1, n)


@lm.impartial
def not_just_one(n):
    """As two_fifths, but one stone alone may not be taken from a heap of 50."""
    for taken in range(1 + (n == 50), (2 * n + 3) // 5):
        yield n - taken


@lm.impartial
def grows_by_two(n):
    for taken in range(1, 2 * (n // 3)):
        yield n - taken


WYTHOFF = lm.rulesets.get("wythoff")
CORNERS = lm.rulesets.get("turning_corners")


@pytest.mark.parametrize("what", ["grundy", "outcome"])
@pytest.mark.parametrize("rules", [heaps.take_at_most_half, at_most_a_third, two_fifths])
def test_few_may_be_taken(rules, what):
    law = rules.law(what=what)
    assert law.status == "PROVED"
    assert isinstance(law.candidate, FewLaw)
    values = rules.table(1500, what="grundy").tolist()
    assert [law.label((n,)) for n in range(1500)] == [
        v if what == "grundy" else int(v != 0) for v in values
    ]


@lm.impartial
def half_or_the_last(n):
    """At most half, but a single stone may be taken."""
    for taken in range(1, max(n // 2, n == 1) + 1):
        yield n - taken


@lm.impartial
def third_or_two(n):
    for taken in range(1, max(n // 3, min(n, 2)) + 1):
        yield n - taken


@lm.impartial
def half_but_one_of_five(n):
    """Just outside: of five stones fewer may be taken than of four."""
    for taken in range(1, max(n // 2, n == 1) + 1 - (n == 5)):
        yield n - taken


@pytest.mark.parametrize("rules", [half_or_the_last, third_or_two])
def test_a_few_of_small_heaps_may_be_taken_whatever_the_share(rules):
    law = rules.law()
    assert law.status == "PROVED"
    assert isinstance(law.candidate, FewLaw)
    assert [law.label((n,)) for n in range(1500)] == rules.table(1500).tolist()
    (option,) = law.winning_moves(10**18)
    assert law(*option.coords) == 0


def test_fewer_moves_in_one_small_heap_are_outside_the_theorem():
    try:
        law = half_but_one_of_five.law()
    except lm.NoLawFound:
        return
    assert not isinstance(law.candidate, FewLaw)
    assert law.check(3000).status != "REFUTED"


@pytest.mark.parametrize("rules", [not_just_one, grows_by_two])
def test_games_just_outside_the_theorem_are_not_claimed_by_it(rules):
    try:
        law = rules.law(what="outcome")
    except lm.NoLawFound:
        return
    assert not isinstance(law.candidate, FewLaw) or law.status != "PROVED"
    assert law.check(3000).status != "REFUTED"


@pytest.mark.parametrize("t", [2, 3, 5])
def test_wythoff_with_a_slack(t):
    law = WYTHOFF.using(t=t).law(what="outcome")
    assert law.status == "PROVED"
    slow = plain(law.certificate["system"], "outcome")
    assert all(law.label((a, b)) == slow(a, b) for a in range(25) for b in range(25))


def test_a_slack_law_finds_all_winning_moves():
    rules = WYTHOFF.using(t=3)
    law = Law.from_certificate(rules.law(what="outcome").certificate)
    for a in range(30):
        for b in range(30):
            options = [option[0][1:] for option in law.system.programs[0].run((a, b))]
            wins = sorted({y for y in options if law.label(y) == 0})
            assert sorted(law.winning_moves(a, b)) == wins
    far = (10**18, 10**18 + 5)
    assert all(law.label(to) == 0 for to in law.winning_moves(*far))
    assert law.winning_moves(*far)


def test_winning_moves_where_few_may_be_taken():
    law = Law.from_certificate(at_most_a_third.law(what="grundy").certificate)
    for n in range(2, 200):
        wins = [(y,) for y in range(n - n // 3, n) if law.label((y,)) == 0]
        assert law.winning_moves(n) == wins
    ((y,),) = law.winning_moves(10**18)
    assert law.label((y,)) == 0
    assert 0 < 10**18 - y <= 10**18 // 3


def test_nim_products_are_proved_and_follow_their_definition():
    law = CORNERS.law(what="grundy")
    assert law.status == "PROVED"
    table = CORNERS.table(18, 18)
    for x in range(18):
        for y in range(18):
            assert law(x, y) == nim_product(x, y) == table[x, y]
    # A field: products associate, also of numbers far out of any table (here of 2^64 elements).
    rng = random.Random(3)
    for _ in range(50):
        a, b, c = (rng.randrange(2**64) for _ in range(3))
        assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
        assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)


@pytest.mark.parametrize(
    ("rules", "what"),
    [(at_most_a_third, "grundy"), (WYTHOFF.using(t=2), "outcome"), (CORNERS, "grundy")],
)
def test_changed_certificates_are_rejected_or_claim_the_same(rules, what):
    cert = rules.law(what=what).certificate
    law = Law.from_certificate(cert)
    slow = plain(cert["system"], what)
    accepted = 0
    for field in set(cert) - {"format", "kind", "what", "theorem"}:
        for changed in every_integer({field: cert[field]}):
            wrong = {**copy.deepcopy(cert), **changed}
            try:
                check(wrong)
            except Rejected:
                continue
            accepted += 1
            claimed = Law.from_certificate(wrong)
            again = plain(wrong["system"], what)
            size = len(law.names)
            for x in [(n,) * size for n in range(18)] + [(n, 2 * n)[:size] for n in range(9)]:
                if field == "system":
                    assert claimed.label(x) == again(*x)
                else:
                    assert claimed.label(x) == slow(*x)
    assert accepted < 4
    for theorem in ("restricted nim", "wythoff", "nim product", "none"):
        if theorem != cert["theorem"]:
            with pytest.raises(Rejected):
                check({**cert, "theorem": theorem})


def digits_claim(theorem, start, stop, *body):
    game = system(["for", 0, start, stop, 1, list(body)], size=1)
    check(DigitsLaw(theorem).certificate(Sample(game, "grundy", (1,))))
    return game


def test_numbers_of_binary_digits_and_ones_are_proved_and_nothing_like_them():
    n, v = ["x", 0], ["v", 0]
    to, take = ["move", [[0, v]]], ["move", [[0, ["-", n, v]]]]
    starts, stops = [0, 1], [["+", ["//", n, 2], 1], ["//", n, 2], n, ["+", n, 1]]
    moves = [to, take]
    for mask in (["&", n, v], ["&", v, n], ["|", v, n], ["^", v, n]):
        moves += [
            ["if", ["==", mask, other], [move], []] for other in (v, n) for move in (to, take)
        ]
    lower = ["if", [">=", n, 1], [to], []]
    moves += [lower, ["if", ["<=", ["*", 2, v], n], [lower], []]]
    accepted = 0
    for theorem, start, stop, move in product(DigitsLaw.functions, starts, stops, moves):
        try:
            game = digits_claim(theorem, start, stop, move)
        except Rejected:
            continue
        accepted += 1
        slow = plain(document(game))
        assert all(DigitsLaw(theorem).label((k,)) == slow(k) for k in range(130))
    assert accepted >= 5
    for what in ("outcome", "misere"):
        wrong = clear_bits.law(what="grundy").certificate
        with pytest.raises(Rejected):
            check({**wrong, "what": what})


def test_emitted_python_follows_the_theorems():
    rng = random.Random(4)
    for rules, what in [(two_fifths, "grundy"), (WYTHOFF.using(t=3), "outcome")]:
        law = rules.law(what=what)
        scope = {}
        exec(law.emit("python"), scope)
        size = len(law.names)
        for _ in range(2000):
            x = [rng.choice([rng.randrange(60), rng.randrange(10**18)]) for _ in range(size)]
            assert scope["law"](*x) == law.label(x)


def test_emitted_cpp_follows_the_theorems(tmp_path):
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    rng = random.Random(5)
    for rules, what in [(two_fifths, "grundy"), (WYTHOFF.using(t=3), "outcome")]:
        law = rules.law(what=what)
        size = len(law.names)
        source = law.emit("cpp")
        places = [
            [rng.choice([rng.randrange(60), rng.randrange(10**18)]) for _ in range(size)]
            for _ in range(500)
        ]
        places += [list(p) for n in range(300) for p in [SlackLaw(3)._pair(n)] if size == 2]
        reads = "".join(f"std::cin >> x[{i}];" for i in range(size))
        calls = ", ".join(f"x[{i}]" for i in range(size))
        main = f"int main() {{ long long x[4]; while (true) {{ {reads} if (!std::cin) return 0;"
        main += f' std::cout << law({calls}) << "\\n"; }} }}'
        (tmp_path / "a.cpp").write_text(source + main)
        subprocess.run(["g++", "-std=c++17", "-O1", "-o", "a", "a.cpp"], cwd=tmp_path, check=True)
        text = "\n".join(" ".join(map(str, p)) for p in places)
        out = subprocess.run([tmp_path / "a"], input=text, text=True, capture_output=True).stdout
        assert list(map(int, out.split())) == [law.label(p) for p in places]
