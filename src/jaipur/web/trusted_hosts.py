"""The host names the server accepts, and the origins it trusts.

A foreign site can point its own DNS name at this server (DNS rebinding), so that a browser treats
both as the same site. The Host header still carries the foreign name, so only known names pass.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANY_ADDRESS = "*"
"""As a host: accept every numeric address, but no other name."""
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # only if the host asks for it
HOST = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9_.-]{1,255}))(?::\d{1,5})?")
DEFAULT_PORTS = {"http": 80, "https": 443}


def allowed_hosts(bound: str, public_url: str | None) -> tuple[str, ...]:
    """The host names a server accepts, given the host it is bound to and its public URL.

    If it is bound to all addresses and has no public URL, numeric addresses and the name of this
    machine are accepted, because people on the same network use those.
    """
    names = [*LOOPBACK]
    if public_url:
        names.append(urlsplit(public_url).hostname or "")
    if bound not in EVERYWHERE:
        names.append(bound.strip("[]").lower())
    elif not public_url:
        own = socket.gethostname().lower()
        names += [ANY_ADDRESS, own, own.partition(".")[0] + ".local"]
    return tuple(dict.fromkeys(name for name in names if name))


def origin_of(url: str) -> str:
    """The origin of a URL, as browsers write it."""
    parts = urlsplit(url)
    name = parts.hostname or ""
    name = f"[{name}]" if ":" in name else name
    is_default = parts.port in (None, DEFAULT_PORTS.get(parts.scheme))
    return f"{parts.scheme}://{name}" + ("" if is_default else f":{parts.port}")


class TrustedHosts:
    """Checks Host and Origin headers against the trusted names."""

    def __init__(self, hosts: Sequence[str], origins: Sequence[str]) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._origins = frozenset(origin.encode("ascii") for origin in origins)
        self._secure = frozenset(
            urlsplit(origin).hostname for origin in origins if origin.startswith("https:")
        )
        self.is_ours = lru_cache(maxsize=512)(self._is_ours)

    def _is_ours(self, host: bytes) -> bool:
        """Whether a Host header is trusted; its port may be that of a tunnel."""
        name = host_name(host)
        if name is None:
            return False
        return name in self._hosts or (ANY_ADDRESS in self._hosts and _is_address(name))

    def is_own_origin(self, origin: bytes, scheme: str, host: bytes) -> bool:
        """Whether an origin is ours, for a request with a trusted Host header."""
        if origin in self._origins:
            return True
        # Under the host name of our https page, a page over plain http may be somebody else's.
        if host_name(host) in self._secure:
            return False
        return origin == scheme.encode("ascii") + b"://" + host.lower()


def host_name(host: bytes) -> str | None:
    """The name in a Host header, without port and brackets; None if it is malformed."""
    found = HOST.fullmatch(host.decode("latin-1").lower()) if len(host) < 300 else None
    return found and (found[1] or found[2]).removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
