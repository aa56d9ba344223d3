"""Grundy tables have the smallest type, whatever was tabulated before."""

import lastmove as lm


def test_type_of_a_table_depends_on_its_values_alone():
    @lm.impartial
    def heap(n):
        yield from range(n)

    assert heap.table(300).dtype == "uint16"
    assert heap.table(256).dtype == "uint8"
    assert heap.table(9).tolist() == list(range(9))


def test_cells_outside_the_domain_do_not_count():
    @lm.impartial(domain=lambda a, b: a <= b)
    def heap(a, b):
        for left in range(a, b):
            yield a, left

    heap(0, 400).grundy  # noqa: B018
    table = heap.table(3, 200)
    assert table.dtype == "uint8"
    assert table[0].tolist() == list(range(200))
    assert table.mask[2].tolist() == [True, True] + [False] * 198
