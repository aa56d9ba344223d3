"""Limits: sizes as text, nesting, and that they hold only inside the block."""

import pytest

import lastmove as lm
from lastmove.settings import current, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [("1", 1), ("2 GiB", 2**31), ("500MB", 500 * 10**6), (" 3 kib ", 3072), (77, 77)],
)
def test_sizes(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "GiB", "0", -5, "1.5 GB", "2 XB", "-3 MB"])
def test_sizes_that_are_none(text):
    with pytest.raises(ValueError, match="a memory limit is"):
        parse_size(text)


def test_limits_nest_and_end():
    before = current()
    seen = []
    with lm.limits(memory=1000):
        assert current().memory == 1000
        with lm.limits(progress=lambda done, total: seen.append(done)):
            assert current().memory == 1000
            assert current().progress is not None
        assert current().progress is None
    assert current() == before


def test_limits_end_after_an_error():
    before = current()
    with pytest.raises(KeyError), lm.limits(memory=1):
        raise KeyError
    assert current() == before
