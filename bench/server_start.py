"""One server in a process of its own, as `jaipur serve` starts it, without bots.

`python -m bench.server_start FILE [compiled] [limits]` serves the store of a file and prints its
port; without limits unless they are asked for.
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
    """Nobody plays for bots here."""

    on_change: Callable[[], None] | None = None

    async def start(self) -> None:
        """Nothing to start."""

    async def stop(self) -> None:
        """Nothing to stop."""

    def is_ready(self) -> bool:
        """Always, as there are none."""
        return True

    def preparation(self, bot: str) -> Preparing | None:
        """Nobody has to get ready."""

    async def act(self, bot: str, view: Any, seed: int, **_more: Any) -> Any:
        """Nobody asks."""
        raise NotImplementedError(bot, view, seed)


@dataclass(frozen=True, slots=True)
class Running:
    """A process that serves at a port of the loopback address."""

    port: int
    pid: int
    began: float
    """When it was started, by the clock of `time.perf_counter`."""

    @property
    def cpu(self) -> float:
        """Processor seconds it has used."""
        return cpu_of(self.pid)

    @property
    def memory(self) -> int:
        """Bytes of memory it has resident."""
        return memory_of(self.pid)


def cpu_of(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> int:
    """Bytes of memory that a process has resident."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


@contextmanager
def started(command: list[str], **options: Any) -> Iterator[Running]:
    """Start a command that prints its port; stop it at the end."""
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
    """Our server over the store in a file, as a context that gives `Running`."""
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
