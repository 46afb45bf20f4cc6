"""Positions and views as one line of text, with `?` for unknown cards (docs/notation.md)."""

from .fields import NOTHING, UNKNOWN, Fields
from .reading import read_position, read_view, read_view_fields
from .writing import bonus_text, write_position, write_view

__all__ = [
    "NOTHING",
    "UNKNOWN",
    "Fields",
    "bonus_text",
    "read_position",
    "read_view",
    "read_view_fields",
    "write_position",
    "write_view",
]
