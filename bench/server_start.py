"""A server in a separate process, as `jaipur serve` starts it, but without bots.

`python -m bench.server_start FILE [compiled] [limits]` serves the store in FILE and prints its
port. Rate limits are off unless `limits` is given.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jaipur import use_compiled
from jaipur.bots.protocol import Preparing

STOP_SECONDS = 30
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class NoBots:
    """A stub in place of the bot workers."""

    on_change: Callable[[], None] | None = None

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def is_ready(self) -> bool:
        """Return True: there are no bots to wait for."""
        return True

    def preparation(self, bot: str) -> Preparing | None:
        """Nothing to prepare."""

    async def act(self, bot: str, view: Any, seed: int, **_more: Any) -> Any:
        """Never called."""
        raise NotImplementedError(bot, view, seed)


@dataclass(frozen=True, slots=True)
class Running:
    """A server process on a loopback port."""

    port: int
    pid: int
    began: float
    """The start time by `time.perf_counter`."""

    @property
    def cpu(self) -> float:
        """Return the CPU seconds it has used."""
        return cpu_of(self.pid)

    @property
    def memory(self) -> int:
        """Return its resident memory in bytes."""
        return memory_of(self.pid)


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[Running]:
    """Start a command that prints its port, and stop it on exit."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        assert process.stdout is not None  # noqa: S101  # for the types: a pipe
        port = next((line for line in process.stdout if line.strip().isdigit()), None)
        if port is None:
            raise RuntimeError(f"{command[0]} did not start")
        yield Running(int(port), process.pid, began)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def server(
    file: Path, *, is_compiled: bool = False, has_bots: bool = False, has_limits: bool = False
) -> Any:
    """Run our server over the store in a file, as a context manager that yields `Running`."""
    wanted = {"compiled": is_compiled, "bots": has_bots, "limits": has_limits}
    how = [name for name, is_wanted in wanted.items() if is_wanted]
    return started([sys.executable, "-m", "bench.server_start", str(file), *how])


def main(file: str, *how: str) -> None:
    """Serve until told to stop."""
    if "compiled" in how:
        use_compiled()
    from jaipur.store.sqlite import SqliteStore
    from jaipur.web.app import ServerSettings, create_app
    from jaipur.web.limits import UNLIMITED, Limits
    from jaipur.web.server import address_url, bind, run_server
    from jaipur.workers.pool import Workers

    listening = bind("127.0.0.1", 0)
    store = SqliteStore(file)
    try:
        bots = Workers() if "bots" in how else NoBots()
        limits = Limits() if "limits" in how else UNLIMITED
        app = create_app(ServerSettings(address_url(listening), limits=limits), store, bots)
        print(listening.getsockname()[1], flush=True)
        run_server(app, [listening], on_stop=app.stop)
    finally:
        store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
