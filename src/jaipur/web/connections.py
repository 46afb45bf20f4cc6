"""Connections with limits against slow or endless request headers (slowloris).

uvicorn itself waits forever for the end of the headers and accepts any amount of them.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from functools import lru_cache
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .error_responses import EDGE, failure
from .security_headers import SECURITY_HEADERS

HEAD_SECONDS = 10.0
"""How long the headers may take to arrive."""
HEAD_BYTES = 65_536
"""The most bytes of headers; the middleware has a stricter limit for complete ones."""
FEWEST_OF_ADDRESS = 32
SHARE_OF_ADDRESS = 4
"""One address may use 1/4 of all connections."""


@lru_cache(maxsize=4096)
def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:  # a socket without addresses
        return True


class Connection(HttpToolsProtocol):
    """A uvicorn connection with limits on the head of a request."""

    most = 50_000
    """The maximum number of open connections; `server.py` sets it to what the system allows."""
    of_address: ClassVar[Counter[str]] = Counter()
    """Open connections by address; a proxy on this machine may use all."""

    _address = ""
    _timer: asyncio.TimerHandle | None = None
    _head = -1  # bytes of the head that is arriving, -1 between heads

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or abort it if there are too many."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.of_address[self._address] += 1
        if len(self.connections) > self.most or self._is_one_too_many():
            transport.abort()
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_waiting()
        self.of_address[self._address] -= 1
        if not self.of_address[self._address]:
            del self.of_address[self._address]
        super().connection_lost(exc)

    def _is_one_too_many(self) -> bool:
        """Whether this address exceeds its share."""
        share = max(FEWEST_OF_ADDRESS, self.most // SHARE_OF_ADDRESS)
        return self.of_address[self._address] > share and not _is_loopback(self._address)

    def data_received(self, data: bytes) -> None:
        """Handle the data, then check the size and duration of the head."""
        super().data_received(data)
        if self._head >= 0:
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self._answer("head_too_large")
        # Even empty lines between requests must not go on forever.
        cycle: RequestResponseCycle | None = self.cycle
        if self._timer is None and (cycle is None or cycle.response_complete):
            self._wait_for_head()

    def on_message_begin(self) -> None:
        """The head of a request begins."""
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head has arrived."""
        self._head = -1
        self._stop_waiting()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer malformed HTTP with an error in the usual JSON shape."""
        del msg  # it says no more than our sentence
        self._answer("unreadable_request")

    def _wait_for_head(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _answer(self, code: str) -> None:
        """Answer and close; the client's language is not known here."""
        if self.transport.is_closing():
            return
        status, sentence = EDGE[code]
        answer = failure(code, status, sentence.format(most=HEAD_BYTES))
        headers = [*answer.raw_headers, *SECURITY_HEADERS, (b"connection", b"close")]
        lines = [b"HTTP/1.1 %d " % status, *(b"%s: %s" % header for header in headers), b"", b""]
        self.transport.write(b"\r\n".join(lines) + bytes(answer.body))
        self.transport.close()
