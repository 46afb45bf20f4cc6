"""Who this computer is at each server: the cookies that bring a person back to their seats."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from ..errors import JaipurError, message
from .preferences import home_folder, write_whole

_NAME = re.compile(r"jaipur_device(?:_\d{1,5})?")
_TOKEN = re.compile(r"[0-9A-Za-z_-]{1,200}")


class Device(NamedTuple):
    """A cookie of a server: its name and the token."""

    cookie: str
    token: str

    @property
    def fits(self) -> bool:
        """Whether it is a cookie as our servers give it, and can be sent back."""
        return bool(_NAME.fullmatch(self.cookie) and _TOKEN.fullmatch(self.token))


class UnreadableDevices(JaipurError):
    """The file of cookies cannot be read; it was left as it is."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            message(
                "{file} holds your seats at servers and cannot be read. It was left as it is. Put "
                "a backup in its place, or move it away to begin anew without those seats."
            ),
            file=str(file),
        )


class Devices:
    """The cookies by the origin of their server, in a file for its owner alone."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or home_folder() / "servers.json"

    def at(self, origin: str) -> Device | None:
        """Who this computer is at a server; None for one where it never was."""
        return self._read().get(origin)

    def keep(self, origin: str, device: Device) -> None:
        """Remember a cookie; what other servers gave stays."""
        known = self._read() | {origin: device}
        data = {where: one._asdict() for where, one in known.items()}
        write_whole(self.file, json.dumps(data, indent=2) + "\n")

    def _read(self) -> dict[str, Device]:
        try:
            data = json.loads(self.file.read_text("utf-8"))
            return {str(where): _device(one) for where, one in data.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise UnreadableDevices(self.file) from error


def _device(data: dict[str, str]) -> Device:
    device = Device(str(data["cookie"]), str(data["token"]))
    if not device.fits:
        raise ValueError(device.cookie)
    return device
