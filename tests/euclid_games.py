"""Euclid's game in the ways in which people write it, and games that are nearly Euclid's."""

import lastmove as lm


@lm.impartial
def by_quotients(a, b):
    if a >= b > 0:
        for k in range(1, a // b + 1):
            yield a - k * b, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


@lm.impartial
def by_counting(a, b):
    if a == 0 or b == 0:
        return
    if a >= b:
        k = 1
        while k * b <= a:
            yield a - k * b, b
            k += 1
    else:
        k = 1
        while b - k * a >= 0:
            yield a, b - k * a
            k += 1


@lm.impartial
def by_adding(a, b):
    small, large = min(a, b), max(a, b)
    if small > 0:
        t = small
        while t <= large:
            yield small, large - t
            t += small


@lm.impartial
def by_steps(a, b):
    if a > b:
        a, b = b, a
    if a:
        for m in range(a, b + 1, a):
            yield a, b - m


@lm.impartial
def by_lowering(a, b):
    small, large = sorted((a, b))
    if small == 0:
        return
    while large >= small:
        large -= small
        yield large, small


@lm.impartial
def from_the_rest(a, b):
    if a > 0 and b > 0:
        if a >= b:
            for left in range(a % b, a, b):
                yield left, b
        if b >= a:
            for left in range(b % a, b, a):
                yield a, left


@lm.impartial
def by_remainders(a, b):
    for take in range(1, max(a, b) + 1):
        if b > 0 and take <= a and take % b == 0:
            yield a - take, b
        if a > 0 and take <= b and take % a == 0:
            yield a, b - take


@lm.impartial
def without_end(a, b):
    if a == 0 or b == 0:
        return
    k = 1
    while True:
        if k * min(a, b) > max(a, b):
            break
        if a >= b:
            yield a - k * b, b
        else:
            yield a, b - k * a
        k += 1


@lm.impartial(domain=lambda a, b: 0 <= a <= b)
def sorted_numbers(a, b):
    if a == 0:
        return
    for k in range(b // a):
        rest = b % a + k * a
        yield min(a, rest), max(a, rest)


@lm.impartial(domain=lambda a, b: a >= 1 and b >= 1)
def stay_positive(a, b):
    if a > b:
        for k in range(1, (a - 1) // b + 1):
            yield a - k * b, b
    elif b > a:
        for k in range(1, (b - 1) // a + 1):
            yield a, b - k * a


@lm.impartial
def never_to_zero(a, b):
    if a == 0 or b == 0:
        return
    k = 1
    while a - k * b > 0:
        yield a - k * b, b
        k += 1
    k = 1
    while b - k * a > 0:
        yield a, b - k * a
        k += 1


@lm.impartial(domain=lambda a, b: 1 <= a <= b)
def sorted_and_positive(a, b):
    t = b - a
    while t > 0:
        yield (min(t, a), max(t, a))
        t -= a


TO_ZERO = [by_quotients, by_counting, by_adding, by_steps, by_lowering, from_the_rest]
TO_ZERO += [by_remainders, without_end, sorted_numbers]
POSITIVE = [stay_positive, never_to_zero, sorted_and_positive]


@lm.impartial
def tested_in_the_loop(a, b):
    small, large = min(a, b), max(a, b)
    take = small
    while 0 < take <= large:
        yield small, large - take
        take += small


@lm.impartial
def left_in_the_loop(a, b):
    small, large = sorted((a, b))
    take = small
    while take <= large:
        if take == 0:
            break
        yield large - take, small
        take += small


TO_ZERO += [tested_in_the_loop, left_in_the_loop]


@lm.impartial
def not_the_last(a, b):
    if a >= b > 0:
        for k in range(1, a // b):
            yield a - k * b, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


@lm.impartial
def one_or_all(a, b):
    if a >= b > 0:
        yield a - b, b
        yield a % b, b
    elif b > a > 0:
        yield a, b - a
        yield a, b % a


@lm.impartial
def one_multiple_missing(a, b):
    if a >= b > 0:
        for k in range(1, a // b + 1):
            if k * b != 100 * b or b != 7:
                yield a - k * b, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


@lm.impartial
def stops_at_a_number(a, b):
    if a >= b > 0:
        t = b
        while t <= a:
            if t == 1003:
                break
            yield a - t, b
            t += b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


@lm.impartial
def one_move_more(a, b):
    if a >= b > 0:
        for k in range(1, a // b + 1):
            yield a - k * b, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a
    if a == 100 and b == 3:
        yield a - 1, b


@lm.impartial
def a_move_beside_zero(a, b):
    if a >= b > 0:
        for k in range(1, a // b + 1):
            yield a - k * b, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a
    if b == 0 and a >= 50:
        yield a - 1, b


@lm.impartial
def shorter_far_out(a, b):
    if a >= b > 0:
        for t in range(b, a + 1 - (a > 100), b):
            yield a - t, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


@lm.impartial
def even_multiples(a, b):
    if a >= b > 0:
        for t in range(2 * b, a + 1, 2 * b):
            yield a - t, b
    elif b > a > 0:
        for k in range(1, b // a + 1):
            yield a, b - k * a


NEARLY = [not_the_last, one_or_all, one_multiple_missing, stops_at_a_number, one_move_more]
NEARLY += [a_move_beside_zero, shorter_far_out, even_multiples]


@lm.impartial
def endless_beside_zero(a, b):
    small, large = min(a, b), max(a, b)
    take = small
    while take <= large:
        yield small, large - take
        take += small


@lm.impartial
def endless_far_out(a, b):
    small, large = min(a, b), max(a, b)
    take = small
    while take <= large and (take > 0 or large > 5000):
        yield small, large - take
        take += small


@lm.impartial
def stands_still_beside_zero(a, b):
    small, large = min(a, b), max(a, b)
    take = small
    while take <= large:
        yield small, large - take
        if take == 0:
            break
        take += small


@lm.impartial
def moves_beside_zero_after_the_loop(a, b):
    small, large = min(a, b), max(a, b)
    take = small
    while 0 < take <= large:
        yield small, large - take
        take += small
    if small == 0 and large >= 50:
        yield 0, large - 1


@lm.impartial
def begins_at_the_second(a, b):
    small, large = min(a, b), max(a, b)
    take = small + small
    while 0 < take <= large:
        yield small, large - take
        take += small


@lm.impartial
def begins_at_nothing(a, b):
    small, large = min(a, b), max(a, b)
    take = 0
    while small > 0 and take <= large:
        yield small, large - take
        take += small


BESIDE_ZERO = [endless_beside_zero, endless_far_out, stands_still_beside_zero]
BESIDE_ZERO += [moves_beside_zero_after_the_loop, begins_at_the_second, begins_at_nothing]
