"""Pixels as a PNG picture, for large heat maps inside SVG."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy

    from lastmove.draw.colours import Palette

    Array = numpy.ndarray[Any, Any]

__all__ = ["pixels", "png"]


def pixels(entries: Sequence[Sequence[Any]], palette: Palette) -> Array:
    """Return the colours of rows of entries, white where there is none or a row is shorter."""
    import numpy as np

    known = {entry: palette(entry) for entry in [None, *palette.entries]}
    width = max(map(len, entries))
    image = np.full((len(entries), width, 3), 255, dtype=np.uint8)
    for line, row in zip(image, entries, strict=True):
        line[: len(row)] = [known[entry] for entry in row]
    return image


def png(image: Array) -> bytes:
    """Return an image of height x width x 3 bytes as a PNG file (RFC 2083).

    Examples
    --------
    >>> import numpy as np
    >>> png(np.zeros((1, 1, 3), dtype=np.uint8))[1:4]
    b'PNG'
    """
    height, width = image.shape[:2]

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    # Each line of pixels begins with its filter: 0, none.
    lines = b"".join(b"\0" + row.tobytes() for row in image)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in parts)
