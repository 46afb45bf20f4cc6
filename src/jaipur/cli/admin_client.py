"""The client of a running server's admin interface, via its token file and loopback port."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

import msgspec

from ..disk import ADMIN_MARK, admin_file
from ..session.contract.responses import ErrorResponse
from ..texts import Texts
from .options import Refused

HOST = "127.0.0.1"
TIMEOUT_SECONDS = 120.0
"""The timeout; pruning a large file takes a while."""
FRENCH_SPACES = "\u00a0\u202f"
"""No-break spaces, which Python does not count as printable."""

T = TypeVar("T")


class AdminClient:
    """Sends requests to the server that uses a file; errors are raised as Refused."""

    def __init__(self, file: Path, _: Texts) -> None:
        self._file = file
        self._ = _
        self._port, self._token = self._read()

    def get(self, path: str, kind: type[T], **query: object) -> T:
        """Send a GET request."""
        encoded = urlencode({name: value for name, value in query.items() if value is not None})
        return self._ask("GET", f"{path}?{encoded}" if encoded else path, kind)

    def post(self, path: str, kind: type[T], body: object = None) -> T:
        """Send a POST request."""
        return self._ask("POST", path, kind, body)

    def delete(self, path: str, kind: type[T]) -> T:
        """Send a DELETE request."""
        return self._ask("DELETE", path, kind)

    def _read(self) -> tuple[int, str]:
        _, file = self._, self._file
        try:
            login = json.loads(admin_file(file).read_text("ascii"))
            return int(login["address"].rpartition(":")[2]), str(login["token"])
        except FileNotFoundError:
            raise Refused(_("No server is using {file}.", file=file)) from None
        except PermissionError:
            raise Refused(
                _(
                    "Only the server’s user can read {file}; run jaipur admin as that user, "
                    "or with sudo.",
                    file=admin_file(file),
                )
            ) from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise self._stale() from None

    def _stale(self) -> Refused:
        return Refused(
            self._(
                "No server is using {file}; a server that crashed left {token_file} behind.",
                file=self._file,
                token_file=admin_file(self._file).name,
            )
        )

    def _ask(self, method: str, path: str, kind: type[T], body: object = None) -> T:
        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": self._.language}
        content = None
        if body is not None:
            content = msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        # Always a direct connection to this machine, ignoring proxy variables.
        connection = http.client.HTTPConnection(HOST, self._port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, path, content, headers)
            response = connection.getresponse()
            if response.getheader(ADMIN_MARK) is None:
                raise self._stale()  # the port belongs to another program or server
            content = response.read()
            if response.status < 400:
                return msgspec.json.decode(content, type=kind)
            failed = msgspec.json.decode(content, type=ErrorResponse)
        except (TimeoutError, ValueError):
            raise Refused(self._("The server is not responding; check its log.")) from None
        except (OSError, http.client.HTTPException):
            raise self._stale() from None
        finally:
            connection.close()
        raise Refused(safe(failed.error.sentence))


def safe(text: str) -> str:
    """The text with control characters replaced."""
    return "".join(
        letter if letter.isprintable() or letter in FRENCH_SPACES else "?" for letter in text
    )
