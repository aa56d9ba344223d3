"""Random Programs with variables, loops and jumps, to try provers on."""

from tests.unit.laws.games import guarded, system, x

NUMBERS = [0, 1, 1, 2, 3, 5, 31, 64, 100]
COMPARE = ["<", "<=", ">", ">=", "==", "!="]


def program(random, size):
    """Return a system of one impartial game whose play nearly always ends."""
    start = [["set", 0, random.choice([0, 1, x(0)])], ["set", 1, random.choice([0, 2])]]
    return system(*start, *block(random, size, 2, loop=False), size=size)


def expression(random, size, depth=2):
    if depth == 0 or random.random() < 0.3:
        kind = random.random()
        if kind < 0.45:
            return x(random.randrange(size))
        return ["v", random.randrange(2)] if kind < 0.75 else random.choice(NUMBERS)
    a, b = (expression(random, size, depth - 1) for _ in range(2))
    op = random.choice(["+", "-", "+", "-", "min", "max", "%", "//", "?", "*"])
    if op in ("%", "//"):
        return [op, a, random.choice([2, 3, 4])]
    if op == "*":
        return [op, random.choice([1, 2, -1]), a]
    return ["?", condition(random, size), a, b] if op == "?" else [op, a, b]


def condition(random, size):
    kind = random.random()
    if kind < 0.15:
        return ["not", condition(random, size)]
    if kind < 0.3:
        return [random.choice(["and", "or"]), condition(random, size), condition(random, size)]
    if kind < 0.55:
        rest = ["%", x(random.randrange(size)), random.choice([2, 3])]
        return ["==", rest, random.randrange(3)]
    return [random.choice(COMPARE), *(expression(random, size, 1) for _ in range(2))]


def move(random, size):
    """Return a move by a vector, or one that lowers a coordinate to what an expression says."""
    if random.random() < 0.6:
        delta = [random.randint(-3, 1) for _ in range(size)]
        return guarded(delta if sum(delta) < 0 else [-1] * size)
    i, target = random.randrange(size), expression(random, size, 1)
    lower = ["and", [">=", target, 0], ["<", target, x(i)]]
    after = [target if j == i else x(j) for j in range(size)]
    return ["if", lower, [["move", [[0, *after]]]], []]


def block(random, size, depth, *, loop):
    made = []
    for _ in range(random.randint(1, 3)):
        kind = random.random()
        if kind < 0.3:
            made.append(["set", random.randrange(2), expression(random, size, 1)])
        elif kind < 0.55 or depth == 0:
            made.append(move(random, size))
        elif kind < 0.8:
            one = block(random, size, depth - 1, loop=loop)
            other = block(random, size, depth - 1, loop=loop) if random.random() < 0.5 else []
            made.append(["if", condition(random, size), one, other])
        elif kind < 0.93:
            short = ["+", 1, ["%", x(0), 2]]
            stop = random.choice([2, 3, short, short, ["+", ["//", x(0), 2], 1]])
            body = block(random, size, depth - 1, loop=True)
            made.append(["for", 2, random.randrange(2), stop, 1, body])
        elif loop:
            made.append([random.choice(["break", "continue", "return"])])
        elif random.random() < 0.3:
            made.append(["return"])
    return made
