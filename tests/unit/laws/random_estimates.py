"""Random Programs on one number with operations and loops that can only be estimated."""

from tests.unit.laws.games import x

N = x(0)
BINARY = ["+", "-", "%", "%", "//", "gcd", "*", "min", "max", "rest", "share", "?", "**", "<<"]
UNARY = ("isqrt", "bit_length", "bit_count")


def variable(k):
    return ["v", k]


def expression(random, known, depth=2):
    if depth == 0 or random.random() < 0.35:
        names = [variable(k) for k in known]
        return random.choice([N, N, random.randrange(5), *names, *names])
    a, b = (expression(random, known, depth - 1) for _ in range(2))
    op = random.choice([*UNARY, *BINARY])
    if op in ("rest", "share"):
        return ["%" if op == "rest" else "//", a, random.randrange(1, 5)]
    if op in UNARY:
        return [op, a]
    if op == "?":
        return [op, condition(random, known, depth - 1), a, b]
    if op == "**":
        return random.choice([[op, random.randrange(2, 4), ["%", a, 3]], [op, a, 2]])
    return [op, 1, ["%", b, 4]] if op == "<<" else [op, a, b]


def condition(random, known, depth=2):
    kind = random.random()
    if depth and kind < 0.15:
        op = random.choice(["and", "or"])
        return [op, condition(random, known, depth - 1), condition(random, known, depth - 1)]
    if depth and kind < 0.3:
        return ["not", condition(random, known, depth - 1)]
    if depth and kind < 0.5:
        v = max(known, default=-1) + 1
        stop = random.choice([N, 3, ["%", N, 4], *map(variable, known)])
        inner = condition(random, [*known, v], depth - 1)
        return [random.choice(["any", "all"]), v, random.randrange(3), stop, 1, inner]
    compare = random.choice(["==", "==", "!=", "<", "<=", ">", ">="])
    return [compare, expression(random, known, depth), expression(random, known, min(depth, 1))]


def move(random, known):
    """Return a move to a smaller number, where the expression says one."""
    to = expression(random, known, 1)
    to = ["-", N, to] if random.random() < 0.7 else to
    return ["if", ["and", ["<=", 0, to], ["<", to, N]], [["move", [[0, to]]]], []]


def loop(random, known, depth):
    """Return a loop that divides or multiplies a variable, or a ``for``."""
    v = max(known, default=-1) + 1
    body = block(random, [*known, v], depth - 1, inside=True)
    kind, c = random.random(), random.randrange(2, 5)
    if kind < 0.4:
        stop = random.choice([N, ["+", N, 1], 3, ["//", N, 2], expression(random, known, 1)])
        step = random.choice([1, 1, 2, ["max", 1, expression(random, known, 1)]])
        return [["for", v, random.randrange(3), stop, step, body]]
    if kind < 0.7:
        go_on, start = [">", variable(v), 0], random.choice([N, ["//", N, 2]])
        last = ["//", variable(v), c]
    else:
        go_on, start = ["<=", variable(v), N], random.randrange(1, 3)
        last = [random.choice(["*", "+"]), variable(v), c]
    check = ["if", go_on, [], [["break"]]]
    return [["set", v, start], ["loop", [check, *body, ["set", v, last]]]]


def block(random, known, depth, *, inside=False):
    made = []
    for _ in range(random.randint(1, 3)):
        kind, free = random.random(), max(known, default=-1) + 1
        if kind < 0.35 or not depth:
            made.append(move(random, known))
        elif kind < 0.45:
            v = random.choice([free, *known])
            made.append(["set", v, ["max", 0, expression(random, known)]])
            known = sorted({*known, v})
        elif kind < 0.65:
            sides = [block(random, known, depth - 1, inside=inside), []]
            made.append(["if", condition(random, known), *sides])
        elif kind < 0.9:
            made += loop(random, known, depth)
        else:
            jump = random.choice(["break", "continue", "return"]) if inside else "return"
            made.append(["if", condition(random, known, 1), [[jump]], []])
    return made


def program(random):
    """Return a Program, which may fail at some positions."""
    moves = block(random, [], 2)
    return {"name": "g", "coords": ["n"], "vars": ["v"] * 30, "domain": None, "moves": moves}


def asked_of_all(random):
    """Return a Program that asks about quotients of quotients, for some or all numbers of a range.

    What it finds decides whether a loop has any turns, or whether all ends.
    """
    part = random.choice([["//", N, 2], ["//", N, 3], ["//", ["+", N, 1], 2], ["%", N, 3]])
    by = random.choice([variable(0), ["+", variable(0), 1]])
    value = [random.choice(["%", "%", "//", "gcd"]), part, by]
    inner = [random.choice(["==", "==", "!=", "<"]), value, random.randrange(3)]
    stop = random.choice([3, 3, 4, N])
    asked = [random.choice(["any", "all"]), 0, random.choice([1, 2]), stop, 1, inner]
    asked = ["not", asked] if random.random() < 0.3 else asked
    if random.random() < 0.5:
        leave = ["if", asked, [["return"]], []]
    else:
        leave = ["for", 1, 0, ["?", asked, *random.sample([0, 1, 2], 2)], 1, [["return"]]]
    move_to_zero = ["if", [">", N, 0], [["move", [[0, 0]]]], []]
    moves = [leave, move(random, []), move_to_zero]
    return {"name": "g", "coords": ["n"], "vars": ["v"] * 9, "domain": None, "moves": moves}
