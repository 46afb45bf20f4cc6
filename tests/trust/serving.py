"""Servers in processes of their own, which can be killed.

`python -m tests.trust.serving FILE PORT` serves as `jaipur serve` does, but without limits and with
bots that answer at once: it starts quickly, and nothing but the store slows it down.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from jaipur.store.sqlite import SqliteStore
from jaipur.web import server
from jaipur.web.app import ServerSettings, create_app
from jaipur.web.limits import UNLIMITED
from jaipur.web.logs import configure
from jaipur.web.server import address_url, bind, run_server
from tests.patience import PATIENCE
from tests.web.playing import FakeBots

ROOT = Path(__file__).parents[2]
JAIPUR = (sys.executable, "-m", "jaipur")


class Server:
    """A server on a file; it can be started again after its end, at the same port."""

    def __init__(self, file: Path, *, is_real: bool = False) -> None:
        self.file = file
        self.log = file.with_name("server.log")
        self.port = 0
        self._is_real = is_real
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("a") as log:
            self._process = _popen(self._command(), stdout=subprocess.PIPE, stderr=log)
        said = self._out.readline()
        found = re.search(r"http://[^ ]*:(\d+)", said)
        assert found, (said, self.log.read_text()[-2000:])
        self.port = int(found[1])

    def _command(self) -> tuple[str, ...]:
        if self._is_real:
            where = ("--port", str(self.port), "--data", str(self.file), "--no-open")
            return (*JAIPUR, "serve", *where)
        return (sys.executable, "-m", "tests.trust.serving", str(self.file), str(self.port))

    @property
    def _out(self) -> IO[str]:
        assert self._process
        assert self._process.stdout
        return self._process.stdout

    def kill(self) -> None:
        """`kill -9`."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def stop(self) -> int:
        """End it gracefully; returns the exit code."""
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        self._process.communicate(timeout=PATIENCE)
        code, self._process = self._process.returncode, None
        return code

    def memory(self) -> int:
        """The bytes of memory it has in use."""
        pages = Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def errors(self) -> list[str]:
        """The lines of its log that tell of something unforeseen."""
        return [line for line in self.log.read_text().splitlines() if '"level": "error"' in line]


def _popen(command: tuple[str, ...], **pipes: Any) -> subprocess.Popen[str]:
    known = os.environ | {"JAIPUR_LANG": "en", "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, cwd=ROOT, env=known, text=True, **pipes)


def serve(file: Path, port: int) -> None:
    """Serve until a signal."""
    configure()
    # On a busy machine a match, or a stop under load, may take longer than a server allows.
    server.UNREAD_SECONDS = server.STOP_SECONDS = 3600
    with bind("127.0.0.1", port) as listening:
        store = SqliteStore(file)
        try:
            settings = ServerSettings(public_url=address_url(listening), limits=UNLIMITED)
            app = create_app(settings, store, FakeBots())
            print(address_url(listening), flush=True)  # noqa: T201  # for whoever started it
            run_server(app, [listening], on_stop=app.stop)
        finally:
            store.close()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]))
