"""Why a server cannot be used, as sentences for people."""

from __future__ import annotations

from ..errors import JaipurError, message


class NoServer(JaipurError):
    """Nobody answers at an address."""

    def __init__(self, server: str) -> None:
        super().__init__(
            message("{server} does not answer; check the address, and that its server is running."),
            server=server,
        )


class NotAServer(JaipurError):
    """Somebody else answers at an address."""

    def __init__(self, server: str) -> None:
        super().__init__(message("{server} is not a Jaipur server; check the link."), server=server)


class MovedServer(JaipurError):
    """The address leads to another one, where no secret is sent unasked."""

    def __init__(self, server: str, target: str) -> None:
        super().__init__(
            message("{server} leads on to {target}; if that is right, use the link with it."),
            server=server,
            target=target,
        )


class UntrustedServer(JaipurError):
    """The certificate of a server does not hold."""

    def __init__(self, server: str) -> None:
        super().__init__(
            message(
                "The certificate of {server} is not one this computer trusts, so nothing was sent; "
                "ask whoever runs the server."
            ),
            server=server,
        )
