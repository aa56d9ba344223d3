"""The classes of laws, in the order in which they are tried."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastmove.laws.base import Family

# Module and class; a new class of laws is a module and a line here. Cheapest first.
_FAMILIES: tuple[tuple[str, str], ...] = ()


def families() -> list[Family]:
    """Return one of each class of laws, in the order in which they are tried."""
    return [getattr(import_module(f"lastmove.laws.{m}"), c)() for m, c in _FAMILIES]
