"""Parsing of links to tables on servers."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args
from urllib.parse import SplitResult, parse_qsl, urlsplit

from ..client.link import TABLE_ID
from ..errors import JaipurError, message

Kind = Literal["invitation", "watch"]
DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST = 2000
_TABLE = re.compile(rf"/t/({TABLE_ID.pattern})(?:/replay)?/?")
_SECRET = re.compile(r"[0-9A-Za-z_-]{1,200}")


class BadAddress(JaipurError):
    """A link that does not point to a table."""


class TableAddress(NamedTuple):
    """A table on a server, with the secret that lets a newcomer in."""

    origin: str
    """Scheme, host and port, as browsers write them."""
    table: str
    kind: Kind | None = None
    """What the secret is for."""
    secret: str = ""


def parse_table_url(url: str) -> TableAddress:
    """Parse a link to a table; raises BadAddress with an explanation."""
    try:
        parts = urlsplit(url.strip()[:LONGEST])
        origin = _origin(url, parts)
    except ValueError:  # from urllib: an invalid port or bracket
        raise _bad(
            url,
            message(
                "{url} has an invalid host or port; a link to a table looks like "
                "https://jaipur.example.org/t/5f1c9a0e7b3d2846."
            ),
        ) from None
    found = _TABLE.fullmatch(parts.path)
    if not found:
        raise _bad(
            url,
            message(
                "{url} does not point to a table; a link to a table looks like "
                "https://jaipur.example.org/t/5f1c9a0e7b3d2846."
            ),
        )
    return TableAddress(origin, found[1], *_secret(url, parts.fragment))


def _origin(url: str, parts: SplitResult) -> str:
    if parts.scheme not in DEFAULT_PORTS:
        raise _bad(
            url, message("{url} does not start with http:// or https://; give the whole link.")
        )
    if "@" in parts.netloc:  # https://a-host-you-know@another-host
        raise _bad(
            url, message("{url} has a user name before the host, which links to tables never have.")
        )
    host = parts.hostname or ""
    if not host or re.search(r"[\s\\<>\"]", host):
        raise _bad(url, message("{url} has no host; give the whole link."))
    host = f"[{host}]" if ":" in host else host
    port = parts.port
    usual = port in (None, DEFAULT_PORTS[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if usual else f":{port}")


def _secret(url: str, fragment: str) -> tuple[Kind | None, str]:
    given = dict(parse_qsl(fragment, keep_blank_values=True))
    for kind in get_args(Kind):
        if kind in given:
            if not _SECRET.fullmatch(given[kind]):
                raise _bad(
                    url,
                    message(
                        "The secret after {kind}= in {url} is missing or cut off; copy the whole "
                        "link."
                    ),
                    kind=kind,
                )
            return kind, given[kind]
    return None, ""


def _bad(url: str, template: str, **data: object) -> BadAddress:
    shown = url if url.isprintable() and len(url) <= 200 else repr(url)[:200] + "…"
    return BadAddress(template, url=shown, **data)
