"""A minimal durable endpoint: FastAPI appends a row to SQLite for each POST.

`python -m bench.bare FILE` serves in one process with the settings of our server, and prints its
port. It uses WAL, synchronous=FULL and a commit for each request, in a thread, as is usual.
"""

from __future__ import annotations

import socket
import sqlite3
import sys
import threading

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

from jaipur.web.server import BACKLOG, KEEP_ALIVE_SECONDS


class Command(BaseModel):  # type: ignore[misc]  # only the benchmark has it
    """The body of a request, as large as one of our commands."""

    id: str
    version: int
    kind: str
    action: str


def app_over(file: str) -> FastAPI:
    """Make the application with the endpoint."""
    app, lock = FastAPI(), threading.Lock()
    store = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    store.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")
    store.execute("CREATE TABLE events (id TEXT, version INTEGER, kind TEXT, action TEXT)")

    @app.post("/commands")  # type: ignore[untyped-decorator]  # only the benchmark has it
    def append(command: Command) -> dict[str, int]:
        with lock:
            row = (command.id, command.version, command.kind, command.action)
            store.execute("INSERT INTO events VALUES (?, ?, ?, ?)", row)
        return {"version": command.version + 1}

    return app


def main(file: str) -> None:
    """Serve until told to stop."""
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as listening:
        print(listening.getsockname()[1], flush=True)
        config = uvicorn.Config(
            app_over(file), access_log=False, log_config=None, timeout_keep_alive=KEEP_ALIVE_SECONDS
        )
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
