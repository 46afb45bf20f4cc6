"""The body of a command as it is sent: what is wanted, inside of how it is sent."""

from __future__ import annotations

from typing import Any

SENT = ("id", "version", "seat")


def submission(**said: Any) -> dict[str, Any]:
    """A body for POST …/commands: id, version and seat around what the command says."""
    about = {name: value for name, value in said.items() if name in SENT}
    return about | {"command": {n: value for n, value in said.items() if n not in SENT}}
