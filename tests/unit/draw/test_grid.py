"""Grids: views, lists and pictures."""

import base64
import re
import struct
import xml.etree.ElementTree as ElementTree
import zlib
from fractions import Fraction

import numpy as np
import pytest

import lastmove as lm
from lastmove.draw.colours import Palette, painted
from lastmove.draw.grid import Grid
from lastmove.draw.png import png

get = lm.rulesets.get


@pytest.fixture(scope="module")
def wythoff():
    return get("wythoff").grid(24, 24)


def plain(text):
    """Return text without the colours of a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_losing_positions_of_wythoff_are_beatty_pairs(wythoff):
    # Wythoff, A modification of the game of Nim, 1907: floor(n phi) and floor(n phi) + n.
    # floating point is exact enough for the first few.
    phi = (1 + 5**0.5) / 2
    pairs = [(int(n * phi), int(n * phi) + n) for n in range(10)]
    assert wythoff.losing(sorted_only=True) == pairs
    assert set(wythoff.losing()) == {*pairs, *((b, a) for a, b in pairs)}


def test_gaps_hold_the_entry_of_the_position_they_stand_for(wythoff):
    table = get("wythoff").table(24, 24)
    gaps = wythoff.gaps().entries()
    for a in range(24):
        for d in range(24):
            assert gaps[a][d] == (table[a, a + d] if a + d < 24 else None)


def test_gaps_of_three_coordinates():
    grid = get("nim").grid(5, 5, 5).gaps()
    assert grid.names == ("heaps0", "heaps1-heaps0", "heaps2-heaps1")
    assert grid.entries()[1][1][2] == 1 ^ 2 ^ 4
    assert grid.entries()[1][2][2] is None


def test_differences_undo_sums(wythoff):
    table = get("wythoff").table(24, 24).astype(int)
    assert wythoff.differences("a").entries() == np.diff(table, axis=0).tolist()
    assert wythoff.differences().entries() == np.diff(table, axis=1).tolist()
    assert wythoff.differences("a").starts == (1, 0)


def test_differences_leave_holes_where_a_neighbour_is_missing():
    cake = get("cutcake").grid(4, 4, what="value").differences("height")
    assert cake.entries()[0] == [None, None, None]
    assert list(map(str, cake.entries()[2][1:])) == ["-1", "0"]


def test_differences_of_unsigned_entries_do_not_wrap():
    grid = Grid(np.array([2**64 - 1, 0, 2**63], dtype=np.uint64), ["n"], what="grundy")
    assert grid.differences().entries() == [1 - 2**64, 2**63]
    assert grid.modulo(10).entries() == [5, 0, 8]


def test_a_slice_has_the_entries_of_the_table():
    table = get("game_of_cards").table(4, 4, 3, 3)
    for grid in (
        get("game_of_cards").grid(4, 4, 3, 3).at(c1=2, c3=1),
        get("game_of_cards").grid(4, 3, at={"c1": 2, "c3": 1}),
    ):
        assert grid.entries() == table[:, 2, :, 1].tolist()
        assert (grid.names, grid.fixed) == (("c0", "c2"), {"c1": 2, "c3": 1})


def test_axes_are_turned(wythoff):
    grid = get("game_of_cards").grid(2, 3, 4, 5).axes("c3", "c2", "c1", "c0")
    assert grid.shape == (5, 4, 3, 2)
    assert grid.entries()[4][3][2][1] == get("game_of_cards")(1, 2, 3, 4).grundy


def test_views_follow_one_another():
    grid = get("lasker").grid(9).differences().modulo(4).shifted(-1).binary()
    assert grid.text(width=4).splitlines() == [
        "n-1 |  0  1 10 11",
        "----+------------",
        "  0 |  1  1 10 11",
        "100 | 10  1 10 11",
    ]


def test_rows_of_one_coordinate_keep_their_columns_when_moved():
    text = get("kayles").grid(8).shifted(2).text(width=5)
    assert text.splitlines() == [
        "n+2 | 0 1 2 3 4",
        "----+----------",
        "  0 |     0 1 2",
        "  5 | 3 1 4 3 2",
    ]


def test_sequences_are_read_by_antidiagonals():
    # OEIS A003987: the nim sums of i and j by antidiagonals.
    assert get("nim").grid(4, 4).sequence() == [0, 1, 1, 2, 0, 2, 3, 3, 3, 3]
    assert get("nim").grid(2, 9).sequence() == [0, 1, 1]


def test_a_b_file_counts_from_the_first_coordinate():
    assert get("bash").grid(5).differences().bfile() == "1 1\n2 1\n3 1\n4 -3\n"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: get("wythoff").grid(4, 4, what="outcome").sequence(), "losing positions"),
        (lambda: get("wythoff").grid(4, 4, what="outcome").differences(), "no differences"),
        (lambda: get("wythoff").grid(4, 4, what="outcome").modulo(2), "no remainders"),
        (lambda: get("wythoff").grid(4, 4).modulo(0), "modulo 1 or more"),
        (lambda: get("nim").grid(2, 2, 2).sequence(), "one or two coordinates"),
        (lambda: get("cutcake").grid(4, 4, what="value").sequence(), "no holes"),
        (lambda: get("kayles").grid(4).gaps(), "one only"),
        (lambda: get("kayles").grid(4).at(n=1), "at least one"),
        (lambda: get("wythoff").grid(4, 4).at(a=4), "runs from 0 to 3"),
        (lambda: get("wythoff").grid(4, 4).at(c=1), "there are a, b"),
        (lambda: get("wythoff").grid(4, at={"c": 1}), "there are a, b"),
        (lambda: get("wythoff").grid(4, at={"a": -1}), "start at 0"),
        (lambda: get("wythoff").grid(4, 4).axes("a"), "name each"),
        (lambda: get("wythoff").grid(4, 4).differences().losing(), "does not say who loses"),
        (lambda: get("wythoff").grid(4, 4).modulo(2).losing(), "does not say who loses"),
        (lambda: get("kayles").grid(4).text(width=0), "at least one entry"),
        (lambda: get("nim").grid(2, 2, 2).plot(), "at most two coordinates"),
        (lambda: get("kayles").grid(0).plot(), "no positions"),
        (lambda: get("nim").grid(401, 1, 1).svg(), "400 slices"),
        (lambda: Grid(np.zeros(2_000_001, dtype=np.uint8), ["n"], what="grundy").svg(), "cells"),
        (lambda: get("kayles").grid(4).save("x.doc"), "pictures are written as"),
        (lambda: Grid([[0]], ["a"], what="grundy"), "as many names"),
    ],
)
def test_what_makes_no_sense_is_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_remainders_of_fractions_are_refused():
    grid = Grid(np.array([Fraction(1, 2)], dtype=object), ["n"], what="value")
    with pytest.raises(ValueError, match="whole numbers"):
        grid.modulo(2)


@pytest.mark.parametrize("extents", [(0,), (0, 3), (3, 0), (2, 0, 2)])
def test_empty_grids_have_pictures(extents):
    grid = get("nim").grid(*extents)
    assert str(grid) == "(no positions)"
    assert "no positions" in grid.html()
    ElementTree.fromstring(grid.svg())
    assert grid.differences().shape[-1] == max(extents[-1] - 1, 0)
    assert grid.losing() == []


def test_colours_do_not_change_the_text(wythoff):
    for grid in (wythoff, get("kayles").grid(33), get("cutcake").grid(5, 5, what="value")):
        assert plain(grid.text(colour=True)) == grid.text()
        assert "\x1b[48;5;" in grid.text(colour=True)


def test_zero_and_its_neighbours_have_colours_of_their_own():
    palette = Palette(range(-5, 40))
    zero = palette(0)
    assert all(palette(n) != zero for n in range(-5, 40) if n)
    assert len({palette(n) for n in range(1, 7)}) == 6
    letters = Palette("PNLR")
    assert len({letters(letter) for letter in "PNLR"}) == 4
    assert painted("1", (255, 255, 255)).endswith("1\x1b[0m")


def test_a_small_picture_holds_the_entries(wythoff):
    root = ElementTree.fromstring(get("wythoff").grid(6, 7).svg())
    texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("0") >= 4
    assert "a ↓  b →" in texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}rect"))) >= 42


def test_a_large_picture_holds_a_pixel_for_each_cell():
    grid = get("wythoff").grid(150, 120)
    data = re.search(r"base64,([^\"]+)", grid.svg())[1]
    width, height, lines = unpacked(base64.b64decode(data))
    assert (width, height) == (120, 150)
    palette = Palette(grid.distinct())
    for a, b in [(0, 0), (1, 2), (149, 119), (80, 3)]:
        assert tuple(lines[a][1 + 3 * b : 4 + 3 * b]) == palette(grid.entries()[a][b])


def unpacked(data):
    """Return width, height and lines of a PNG picture, each line after a byte for its filter."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels, size = 8, b"", None
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(
            kind + body
        )
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            pixels += body
        at += 12 + length
    width, height = size
    pixels = zlib.decompress(pixels)
    step = 3 * width + 1
    return width, height, [pixels[i * step : (i + 1) * step] for i in range(height)]


def test_png_bytes_round_trip():
    image = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    width, height, lines = unpacked(png(image))
    assert (width, height) == (4, 2)
    assert b"".join(line[1:] for line in lines) == image.tobytes()


def test_html_escapes_and_shows_entries():
    grid = Grid([[0, 1]], ["a<b", "c"], what="grundy", title="x<y")
    assert "x&lt;y" in grid.html()
    assert "a&lt;b" in grid.html()
    assert "<b>" in grid.html()
    assert "a&lt;b" in grid.svg()
    assert get("nim").grid(60, 60)._repr_html_().count("<svg") == 1


def test_heat_maps_are_written(tmp_path):
    pytest.importorskip("matplotlib")
    grid = get("wythoff").grid(30, 40)
    for kind in ("svg", "png"):
        grid.save(tmp_path / f"a.{kind}")
    assert (tmp_path / "a.png").read_bytes()[1:4] == b"PNG"
    ElementTree.fromstring((tmp_path / "a.svg").read_text())
    get("cutcake").grid(5, 5, what="value").save(tmp_path / "b.png")
    get("kayles").grid(40).save(tmp_path / "c.png")
    get("cutcake").grid(5, 5).save(tmp_path / "d.png")


def test_a_missing_matplotlib_is_asked_for_by_name(monkeypatch, tmp_path):
    import sys

    for name in ("matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(lm.errors.MissingExtra, match=r"lastmove\[plot\]"):
        get("kayles").grid(4).save(tmp_path / "a.png")
