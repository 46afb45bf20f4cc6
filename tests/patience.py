"""How long tests wait for what has to come: for ever, as it were; only what hangs is ended."""

from typing import Final

PATIENCE: Final = 300.0
"""Seconds: no machine is so slow or so busy that something right takes that long."""
