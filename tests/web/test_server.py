"""A real server: listening, hostile connections, and a stop that loses nothing."""

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from jaipur.web import server
from jaipur.web.connections import HEAD_BYTES, Connection
from jaipur.web.server import CannotListen, address_url, bind
from jaipur.web.trusted_hosts import EVERYWHERE
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


class Process:
    """The stand-in server, and what it says."""

    def __init__(
        self, *arguments: str, head_seconds: float = PATIENCE, body_seconds: float = PATIENCE
    ) -> None:
        seconds = (str(head_seconds), str(body_seconds))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.web.stand_in", *seconds, *arguments],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.port = int(self.line())
        self.wait_for("started")

    def line(self) -> str:
        return self._out.readline().strip()

    @property
    def _out(self) -> IO[str]:
        assert self.process.stdout
        return self.process.stdout

    def wait_for(self, words: str) -> None:
        while (said := self.line()) != words:
            assert said, f"{words}: {self.process.communicate()}"

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def end(self) -> tuple[int, list[str], str]:
        """The exit code, what was said until then, and the log."""
        said, log = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said.split("\n")[:-1], log

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def answer(self, request: bytes) -> tuple[int, str]:
        """The status and the rest of the answer to raw bytes, until the server hangs up."""
        with self.connect() as caller:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                caller.sendall(request)
            return parsed(everything(caller))


def until_heard(words: bytes, caller: socket.socket) -> bool:
    """Read until something is said; False if the other side hangs up before."""
    heard = b""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while words not in heard and (chunk := caller.recv(65_536)):
            heard += chunk
    return words in heard


def everything(caller: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    read = b""
    with contextlib.suppress(ConnectionResetError):
        while chunk := caller.recv(65_536):
            read += chunk
    return read


def parsed(answer: bytes) -> tuple[int, str]:
    found = re.match(rb"HTTP/1\.1 (\d+) ", answer)
    assert found, answer
    return int(found[1]), answer.decode()


@pytest.fixture(name="shared", scope="module")
def _shared() -> Iterator[Process]:
    """A server that no test stops, and that waits one second for a body that does not come."""
    with contextlib.closing(Process(body_seconds=1)) as process:
        yield process


@pytest.fixture(name="hasty")
def _hasty() -> Iterator[Process]:
    """A server that waits one second for a head that does not come."""
    with contextlib.closing(Process(head_seconds=1)) as process:
        yield process


@pytest.fixture(name="own")
def _own(request: pytest.FixtureRequest) -> Iterator[Process]:
    """A server for one test."""
    with contextlib.closing(Process(*getattr(request, "param", ()))) as process:
        yield process


def head(method: str, path: str, *more: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *more, "", ""]
    return "\r\n".join(lines).encode()


CLOSE = "Connection: close"
JSON = "Content-Type: application/json"

GARBAGE = (
    b"\x16\x03\x01\x02\x00nonsense\r\n\r\n",
    b"GET\r\n\r\n",
    b"G@T / HTTP/1.1\r\n\r\n",
    b"CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    head("POST", "/api/slow", "Content-Length: 1", "Content-Length: 2"),
)


def code_of(answer: str) -> str:
    return str(json.loads(answer.partition("\r\n\r\n")[2])["error"]["code"])


def test_a_question_is_answered_without_saying_by_what(shared: Process) -> None:
    status, answer = shared.answer(head("GET", "/api/health", CLOSE))
    assert status == 200
    assert "\r\ndate: " in answer
    assert "\r\nserver:" not in answer
    assert "\r\ncontent-security-policy: " in answer


def test_bytes_that_are_no_request_get_an_error_of_the_one_shape(shared: Process) -> None:
    for garbage in GARBAGE:
        status, answer = shared.answer(garbage)
        assert (status, code_of(answer)) == (400, "unreadable_request"), garbage
        assert "\r\ncontent-security-policy: " in answer
    assert shared.answer(head("GET", "/api/health", CLOSE))[0] == 200


def test_an_upgrade_is_not_taken_up(shared: Process) -> None:
    upgrade = ("Connection: upgrade, close", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
    assert shared.answer(head("GET", "/api/health", *upgrade))[0] == 200


def test_a_large_body_gets_its_answer(shared: Process) -> None:
    size = 500_000
    request = head("POST", "/api/slow", JSON, f"Content-Length: {size}", CLOSE)
    status, answer = shared.answer(request + b"x" * size)
    assert (status, code_of(answer)) == (413, "too_large")


def test_an_endless_body_is_cut_off(shared: Process) -> None:
    chunk = b"1000\r\n" + b"x" * 4096 + b"\r\n"
    with shared.connect() as caller:
        caller.sendall(head("POST", "/api/slow", JSON, "Transfer-Encoding: chunked"))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(100_000):
                caller.sendall(chunk)
            pytest.fail("400 MB were taken in")
    assert shared.answer(head("GET", "/api/health", CLOSE))[0] == 200


def test_endless_headers_are_cut_off(shared: Process) -> None:
    for piece in (b"x-a: " + b"y" * 4000 + b"\r\n", b"y" * 4000):
        with shared.connect() as caller:
            caller.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nx: ")
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for _ in range(100_000):
                    caller.sendall(piece)
                pytest.fail("400 MB were taken in")
    begun = b"GET / HTTP/1.1\r\nx: ".ljust(HEAD_BYTES + 1, b"y")
    status, answer = shared.answer(begun)
    assert (status, code_of(answer)) == (431, "head_too_large")
    status, answer = shared.answer(head("GET", "/", *["x: " + "y" * 9000] * 2, CLOSE))
    assert (status, code_of(answer)) == (431, "head_too_large")


def test_a_body_that_does_not_come_is_not_waited_for(shared: Process) -> None:
    request = head("POST", "/api/slow", JSON, "Content-Length: 10") + b"{"
    status, answer = shared.answer(request)
    assert (status, code_of(answer)) == (408, "too_slow")


def answered_once(server: Process) -> socket.socket:
    """A caller who was answered, by a server that may hang up before it is asked."""
    while True:
        caller = server.connect()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            caller.sendall(head("GET", "/api/health"))
        if until_heard(b'{"ok":true}', caller):
            return caller
        caller.close()


def test_headers_that_do_not_come_are_not_waited_for(hasty: Process) -> None:
    with contextlib.ExitStack() as stack:
        callers = [stack.enter_context(hasty.connect()) for _ in range(2)]
        callers += [stack.enter_context(answered_once(hasty)) for _ in range(2)]
        for caller, part in zip(
            callers[1:], (b"GET / HTTP/1.1\r\nHost: loc", b"\r\n", b"GET / HT"), strict=True
        ):
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                caller.sendall(part)
        assert [everything(caller) for caller in callers] == [b""] * 4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_streams_lets_requests_finish_and_closes(
    number: signal.Signals, own: Process
) -> None:
    with own.connect() as following, own.connect() as asking:
        following.sendall(head("GET", "/api/events"))
        assert until_heard(b"begun", following)
        asking.sendall(head("POST", "/api/slow"))
        own.wait_for("slow begins")
        own.process.send_signal(number)
        assert b"data: bye" in everything(following)
        assert parsed(everything(asking))[0] == 200
    code, said, log = own.end()
    assert code == 0
    assert said == ["stopping", "slow ends", "ended", "closed"]
    assert [json.loads(line)["event"] for line in log.splitlines()] == ["stopping", "stopped"]


@pytest.mark.parametrize("own", [("stuck",)], indirect=True)
def test_a_second_interrupt_stops_at_once(own: Process) -> None:
    own.process.send_signal(signal.SIGINT)
    own.wait_for("stopping")
    own.process.send_signal(signal.SIGINT)
    code, said, log = own.end()
    assert code == 0
    assert said == ["closed"]
    events = [json.loads(line)["event"] for line in log.splitlines()]
    assert events[:3] == ["stopping", "stop_not_finished", "stopped"]


def test_a_port_in_use_names_another_that_is_free() -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen) as refused:
            bind("127.0.0.1", port)
        assert str(port) in str(refused.value)
        free = int(refused.value.data["free"])  # type: ignore[call-overload]
        assert f"--port {free}" in str(refused.value)
        bind("127.0.0.1", free).close()


@pytest.mark.parametrize(
    ("host", "words"),
    [("192.0.2.1", "not an address of this machine"), ("no-such-host.invalid", "is unknown")],
)
def test_a_host_that_is_not_ours_is_refused(host: str, words: str) -> None:
    with pytest.raises(CannotListen, match=words):
        bind(host, 0)


def test_a_port_for_administrators_is_refused_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    listen = server._listen

    def refusing(host: str, port: int) -> socket.socket:
        if 0 < port < 1024:
            raise PermissionError(13, "Permission denied")
        return listen(host, port)

    monkeypatch.setattr(server, "_listen", refusing)
    with pytest.raises(CannotListen, match=r"may not listen on port 80;.*--port \d{4}"):
        bind("127.0.0.1", 80)


def test_any_other_failure_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(host: str, port: int) -> socket.socket:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(server, "_listen", failing)
    with pytest.raises(CannotListen, match="Too many open files"):
        bind("127.0.0.1", 1)


def test_the_address_of_a_socket() -> None:
    with bind("localhost", 0) as listening:
        assert address_url(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}"
    with bind(EVERYWHERE[0], 0) as listening:
        assert address_url(listening).startswith(f"http://{EVERYWHERE[0]}:")


@pytest.mark.skipif(sys.platform != "linux", reason="a setting of Linux")
def test_who_takes_in_nothing_is_given_up() -> None:
    with bind("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            waiting = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert waiting == server.UNREAD_SECONDS * 1000


def test_one_address_has_only_its_share_of_the_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others must get in; a proxy on this machine may have all."""
    monkeypatch.setattr(Connection, "of_address", Counter())
    monkeypatch.setattr(Connection, "most", 400)
    for address, share in (("203.0.113.9", 100), ("2001:db8::1", 100), ("127.0.0.1", None)):
        connection = Connection.__new__(Connection)
        connection._address = address
        Connection.of_address[address] = 100
        assert not connection._is_one_too_many()
        Connection.of_address[address] = 101
        assert connection._is_one_too_many() == (share is not None)
