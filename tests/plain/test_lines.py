"""Lines are read from whatever standard input is, and nothing endless or broken stops that."""

import asyncio
import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from jaipur.plain.lines import LONGEST_LINE, NOT_UTF8, TOO_LONG, Line, Lines

from .talks import typed


def read_all(lines: Lines) -> list[Line]:
    async def every() -> list[Line]:
        found = []
        while (line := await lines.next()) is not None:
            found.append(line)
        return found

    return asyncio.run(every())


@contextmanager
def opened(path: str | Path) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


SCRIPT = b"\xef\xbb\xbf+G\r\n\n  take  gold \t\n\x1b[2Jmarch\xc3\xa9\n-LLL"
TEXTS = ["+G", "", "take  gold", "[2Jmarché", "-LLL"]


def test_a_pipe() -> None:
    found = read_all(Lines(typed(SCRIPT)))
    assert [line.text for line in found] == TEXTS
    assert [line.number for line in found] == [1, 2, 3, 4, 5]


def test_a_file_which_nobody_can_wait_for(tmp_path: Path) -> None:
    file = tmp_path / "actions.txt"
    file.write_bytes(SCRIPT)
    with opened(file) as descriptor:
        assert [line.text for line in read_all(Lines(descriptor))] == TEXTS


def test_where_only_a_thread_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_reader", refuse)
    assert [line.text for line in read_all(Lines(typed(SCRIPT)))] == TEXTS


def test_nothing_at_all() -> None:
    assert read_all(Lines(None)) == []
    with opened(os.devnull) as descriptor:
        assert read_all(Lines(descriptor)) == []


def test_what_is_no_text() -> None:
    found = read_all(Lines(typed(b"+G\n\xe9t\xe9\n+S\n")))
    assert [line.trouble for line in found] == [None, NOT_UTF8, None]
    assert found[2] == Line(3, "+S")


@pytest.mark.parametrize("length", [LONGEST_LINE + 1, 60_000, 65_536, 300_000])
def test_a_line_that_is_too_long_counts_as_one(length: int, tmp_path: Path) -> None:
    file = tmp_path / "actions.txt"
    file.write_bytes(b"x" * length + b"\n+S\n" + b"y" * LONGEST_LINE)
    with opened(file) as descriptor:
        found = read_all(Lines(descriptor))
    assert [line.trouble for line in found] == [TOO_LONG, None, None]
    assert found[1] == Line(2, "+S")


def test_a_line_without_end_is_refused_before_it_ends() -> None:
    async def first(descriptor: int) -> Line | None:
        return await Lines(descriptor).next()

    with opened("/dev/zero") as descriptor:
        assert asyncio.run(first(descriptor)) == Line(1, "", TOO_LONG)


def test_waiting_can_be_given_up_without_loss() -> None:
    async def wait_twice() -> Line | None:
        reading, writing = os.pipe()
        lines = Lines(reading)
        waiting = asyncio.create_task(lines.next())
        await asyncio.sleep(0)
        waiting.cancel()
        os.write(writing, b"+G\n")
        try:
            return await lines.next()
        finally:
            os.close(writing)
            os.close(reading)

    assert asyncio.run(wait_twice()) == Line(1, "+G")


def test_what_was_typed_too_early_at_a_terminal_is_forgotten() -> None:
    master, slave = pty.openpty()

    async def read() -> list[str]:
        lines = Lines(slave)
        os.write(master, b"one\ntwo\n")
        first = await lines.next()
        lines._take_in(b"three\nfo")  # read already, but not asked for
        await lines.forget(0)
        os.write(master, b"five\n")
        last = await lines.next()
        return [line.text for line in (first, last) if line]

    try:
        assert asyncio.run(read()) == ["one", "five"]
    finally:
        os.close(master)
        os.close(slave)


def test_a_script_is_never_forgotten() -> None:
    lines = Lines(typed("one\ntwo\n"))

    async def read() -> list[Line | None]:
        first = await lines.next()
        await lines.forget(0)
        return [first, await lines.next()]

    assert asyncio.run(read()) == [Line(1, "one"), Line(2, "two")]
