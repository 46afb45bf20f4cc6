"""Links to share. Their secrets come after the #, so that no server or proxy logs them."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from ..session.commands import open_seat
from ..session.table import Table
from .server_messages import TableLinks


def is_loopback(url: str) -> bool:
    """Whether a URL works on this machine only."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@dataclass(frozen=True, slots=True)
class Links:
    """Builds links under the public address of the server."""

    public_url: str

    @property
    def only_here(self) -> bool:
        """Whether the links work on this machine only."""
        return is_loopback(self.public_url)

    def of_table(self, table: Table) -> TableLinks:
        """The invitation while a seat is open, and the watch link unless the table is private."""
        page = f"{self.public_url}/t/{table.id}"
        is_open = open_seat(table) is not None
        secret = table.created
        return TableLinks(
            invitation=f"{page}#invitation={secret.invitation}" if is_open else None,
            watch=None if table.options.is_private else f"{page}#watch={secret.watch_key}",
            only_here=self.only_here,
        )

    def of_move(self, secret: str) -> str:
        """The link that moves seats to another device."""
        return f"{self.public_url}/move#link={secret}"
