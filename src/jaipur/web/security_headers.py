"""The security headers, and the `send` that puts them on every response."""

from __future__ import annotations

from .logs import Message, Send

SECURITY_HEADERS: list[tuple[bytes, bytes]] = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; "
        b"base-uri 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
]
NO_STORE = (b"cache-control", b"no-store")


class SendWithHeaders:
    """A `send` that adds the security headers and remembers whether the response has begun."""

    __slots__ = ("_is_api", "_send", "begun", "status")

    def __init__(self, send: Send, *, is_api: bool) -> None:
        self._send = send
        self._is_api = is_api
        self.begun = False
        self.status = 0

    async def __call__(self, message: Message) -> None:
        """Send an ASGI message; the start of a response gets the headers."""
        if message["type"] == "http.response.start":
            self.begun = True
            self.status = message["status"]
            headers = [*message.get("headers", ()), *SECURITY_HEADERS]
            if self._is_api and not any(name == NO_STORE[0] for name, _ in headers):
                headers.append(NO_STORE)
            message["headers"] = headers
        await self._send(message)
