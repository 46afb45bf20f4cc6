"""A command on a pseudo-terminal, and the screen and scrollback that a person would see of it."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

import pyte

from .patience import PATIENCE

JAIPUR = (sys.executable, "-m", "jaipur")


class Terminal:
    """A command that believes a person sits before it.

    `expect` is for what is printed line by line: each call looks only at what came after the text
    found by the call before. `wait_for` is for what is drawn: it looks at the screen as it is now.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self.written = b""
        """Everything the command wrote."""
        self._text = ""
        self._looked = 0
        self._stream = pyte.ByteStream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._master, slave = pty.openpty()
        self._set_size(columns, rows)
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(os.environ) | {"TERM": "xterm-256color"} | dict(env or {}),
            start_new_session=True,
            preexec_fn=_take_the_terminal,  # noqa: PLW1509  # it only makes a system call
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # What a person does

    def send(self, text: str) -> None:
        """Type something; `\\r` is Enter, `\\x03` is Ctrl-C, `\\x04` is Ctrl-D."""
        os.write(self._master, text.encode())

    def line(self, text: str = "") -> None:
        """Type a line and press Enter."""
        self.send(text + "\r")

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller; the command is told."""
        self._set_size(columns, rows)
        self.screen.resize(rows, columns)

    # What a person sees

    @property
    def lines(self) -> list[str]:
        """The screen, line by line."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def scrollback(self) -> str:
        """What has scrolled away and can be scrolled back to."""
        columns = self.screen.columns
        rows = [*self.screen.history.top, *self.screen.history.bottom]
        return "\n".join("".join(row[x].data for x in range(columns)).rstrip() for row in rows)

    # Waiting

    def wait_for(self, *wanted: str) -> str:
        """Wait until all of this is on the screen at once; returns the screen."""
        while not all(text in self.text for text in wanted):
            self._read(wanted)
        return self.text

    def wait_until_gone(self, *unwanted: str) -> str:
        """Wait until none of this is on the screen; returns the screen."""
        while any(text in self.text for text in unwanted):
            self._read(unwanted)
        return self.text

    def expect(self, wanted: str) -> str:
        """Wait until this is written after what was expected last; returns what came with it."""
        while (found := self._text.find(wanted, self._looked)) < 0:
            self._read((wanted,))
        start, self._looked = self._looked, found + len(wanted)
        return self._text[start : self._looked]

    def finish(self) -> int:
        """Read until the command ends; returns its exit code."""
        while self._has_more(PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """End the command, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def _read(self, wanted: tuple[str, ...]) -> None:
        began = time.monotonic()
        if not self._has_more(PATIENCE):
            waited = time.monotonic() - began
            why = "nothing came any more" if waited >= PATIENCE else "the command has ended"
            raise AssertionError(f"waited for {wanted}, but {why}:\n{self.text}")

    def _has_more(self, seconds: float) -> bool:
        """Take in what the command writes next; False once there is nothing more."""
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # how Linux says that nobody has the terminal open any more
            return False
        self.written += data
        self._text += self._decoder.decode(data)
        self._stream.feed(data)
        return bool(data)

    def _set_size(self, columns: int, rows: int) -> None:
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, size)


def _take_the_terminal() -> None:
    """Make the pseudo-terminal the one that Ctrl-C is typed on."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
