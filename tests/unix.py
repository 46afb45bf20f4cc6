"""Tests that look at a system by what only Unix has; elsewhere they are left out.

`tests/systems` runs the commands without all of that.
"""

import os
from pathlib import Path

ROOT = Path(__file__).parent
UNIX = (
    *("store/test_backup.py", "store/test_file.py", "store/test_lock.py", "test_docs.py"),
    *("store/test_sharing.py", "tui/test_interrupted.py", "tui/test_two_programs.py"),
    *("tui/test_textual_private.py", "tui/test_kills.py", "plain/test_command.py"),
    *("plain/test_hot_seat.py", "plain/test_lines.py"),
    *("tui/test_table_hot_seat.py", "tui/test_join.py", "client/test_remote.py"),
    *("client/test_remote_trust.py", "arena/test_results_file.py"),
    *("trust/test_full_disk.py", "trust/test_kills.py"),
    *("trust/test_starting.py", "trust/test_stopping.py", "web/test_serve.py"),
    *("web/test_server.py", "web/test_bots_at_tables.py", "web/test_server_page.py"),
    *("web/test_example_client.py", "test_cli_rules.py"),
)
"""Terminals, kill -9, rights of files, pipes without a reader, a shell."""
LINUX = (
    *("bots/test_program_bot.py", "arena/test_playing.py", "arena/test_arena_command.py"),
    *("arena/test_runner.py", "workers/test_preparation.py", "workers/test_queue.py"),
    *("workers/test_workers.py", "trust/test_hostile_connections.py"),
    *("test_cli.py", "plain/test_outcome.py"),
)
"""They look into /proc, or write to /dev/full."""


def left_out() -> list[str]:
    """The paths of the tests that this system cannot run."""
    names = [] if hasattr(os, "fork") else [*UNIX]
    names += [] if Path("/proc/self/stat").exists() and hasattr(os, "fork") else [*LINUX]
    return [str(ROOT / name) for name in names]
