"""Runs before any program of a test: takes away what another computer does not have.

JAIPUR_HIDES names what is missing: `posix` for what only Unix systems have, and packages by name.
"""

import asyncio
import asyncio.subprocess  # it and what follows know this system by its own modules
import importlib.abc
import multiprocessing.util  # noqa: F401
import os
import selectors
import signal
import socket  # noqa: F401
import subprocess
import sys
import tempfile  # noqa: F401
import webbrowser  # noqa: F401
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

import click._termui_impl  # noqa: F401  # these have a way of their own for every system
import filelock  # noqa: F401

POSIX_MODULES = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "uvloop"}
# Not those that the libraries imported above need on this system.
POSIX_NAMES = {
    *("fork", "forkpty", "killpg", "setsid", "register_at_fork", "nice"),
    *("O_DIRECTORY", "mkfifo", "getpgid", "setpgid", "wait3", "wait4", "chown"),
}
POSIX_SIGNALS = {"SIGKILL", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGTSTP", "SIGWINCH"}


class Missing(importlib.abc.MetaPathFinder):
    """Finds that a hidden module is not there."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Refuse a hidden module; say nothing of others."""
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def hide_modules(names: set[str]) -> None:
    """Let every later import of these fail."""
    for name in [known for known in sys.modules if known.partition(".")[0] in names]:
        del sys.modules[name]
    sys.meta_path.insert(0, Missing(names))


def hide_posix() -> None:
    """As on a system that is not Unix, as far as programs can ask."""
    hide_modules(POSIX_MODULES)
    for module, names in ((os, POSIX_NAMES), (signal, POSIX_SIGNALS)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    # Elsewhere it needs no signal for that.
    setattr(subprocess.Popen, "kill", lambda process: process.send_signal(9))  # noqa: B010
    del selectors.PollSelector  # only sockets can be waited for
    loop = vars(asyncio)["SelectorEventLoop"]
    for name in ("add_reader", "remove_reader", "add_signal_handler"):
        setattr(loop, name, getattr(asyncio.AbstractEventLoop, name))


hidden = set(os.environ.get("JAIPUR_HIDES", "").split(",")) - {""}
if "posix" in hidden and os.name == "posix":  # elsewhere it is not there anyway
    hide_posix()
hide_modules(hidden - {"posix"})
