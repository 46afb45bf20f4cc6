"""The job runner: shared and cached results, fair turns, and jobs that end when nobody waits."""

from __future__ import annotations

import asyncio
import gzip
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from jaipur.errors import Code, SessionError
from jaipur.jobs import process as process_module
from jaipur.jobs.runner import JobResults, JobRunner, MakeInput
from jaipur.jobs.worker import JobQueue
from jaipur.session.replay import replay_of, replay_request
from tests.session.walks import stored

from ..patience import PATIENCE

STAND_IN = Path(__file__).with_name("stand_in.py")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to give a process up."""
    monkeypatch.setattr(process_module, "STOP_SECONDS", PATIENCE)


def lines(line: bytes) -> MakeInput:
    """Somebody who gives a line when asked."""

    async def request() -> bytes:
        return line

    return request


class RecordingRunner(JobRunner):
    """A runner whose process is a stand-in that notes what it is told."""

    def __init__(self, log: Path) -> None:
        super().__init__((sys.executable, str(STAND_IN), str(log)))
        self._log = log

    @property
    def lines(self) -> list[str]:
        """What the process was told, without the numbers."""
        if not self._log.exists():
            return []
        return [line.partition(" ")[2] for line in self._log.read_text().splitlines()]

    async def told(self, line: str, times: int = 1) -> None:
        """Wait until the process was told something, so many times."""
        while self.lines.count(line) < times:
            await asyncio.sleep(0.01)

    def asked(self, caller: str, kind: str, key: str) -> asyncio.Task[bytes]:
        """Somebody who asks."""
        return asyncio.create_task(self.ask(caller, kind, key, lines(key.encode())))


@asynccontextmanager
async def runner_at(log: Path) -> AsyncIterator[RecordingRunner]:
    runner = RecordingRunner(log)
    try:
        async with asyncio.timeout(PATIENCE):
            yield runner
    finally:
        await runner.stop()


def run(play: Callable[[RecordingRunner], Awaitable[None]], folder: Path) -> None:
    async def whole() -> None:
        async with runner_at(folder / "log") as runner:
            await play(runner)

    asyncio.run(whole())


def test_who_asks_for_the_same_at_once_or_later_shares_one_piece_of_work(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        both = [runner.asked("ana", "echo", "x"), runner.asked("bob", "echo", "x")]
        assert await asyncio.gather(*both) == [b"x", b"x"]
        assert await runner.asked("eve", "echo", "x") == b"x"
        assert runner.lines == ["echo x"]

    run(play, tmp_path)


def test_work_is_stopped_when_the_last_who_waits_has_gone(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        ana, bob = runner.asked("ana", "hold", "x"), runner.asked("bob", "hold", "x")
        await runner.told("hold x")
        ana.cancel()
        await asyncio.wait({ana})
        assert "stop" not in runner.lines
        bob.cancel()
        await runner.told("stop")
        assert await runner.asked("eve", "echo", "y") == b"y"  # by the same process
        assert runner.lines == ["hold x", "stop", "echo y"]

    run(play, tmp_path)


def test_what_was_given_up_is_not_kept(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        for times in (1, 2):
            ana = runner.asked("ana", "hold", "x")
            await runner.told("hold x", times)
            ana.cancel()
            await runner.told("stop", times)

    run(play, tmp_path)


def test_nobody_has_more_than_one_piece_in_the_line(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        first = runner.asked("ana", "hold", "1")
        await runner.told("hold 1")
        rest = [runner.asked("ana", "echo", "2"), runner.asked("ana", "echo", "3")]
        await asyncio.sleep(0)
        rest.append(runner.asked("bob", "echo", "4"))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(*rest)
        assert runner.lines == ["hold 1", "stop", "echo 4", "echo 2", "echo 3"]

    run(play, tmp_path)


def test_who_goes_before_their_turn_has_asked_for_nothing(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        first = runner.asked("ana", "hold", "1")
        await runner.told("hold 1")
        gone = runner.asked("bob", "echo", "2")
        await asyncio.sleep(0)
        gone.cancel()
        first.cancel()
        await runner.asked("eve", "echo", "3")
        assert runner.lines == ["hold 1", "stop", "echo 3"]

    run(play, tmp_path)


def test_a_process_that_does_not_stop_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "STOP_SECONDS", 0.01)

    async def play(runner: RecordingRunner) -> None:
        ana = runner.asked("ana", "deaf", "x")
        await runner.told("deaf x")
        ana.cancel()
        assert await runner.asked("bob", "echo", "y") == b"y"

    run(play, tmp_path)


def test_a_process_that_is_given_up_while_it_stops_is_asked_nothing_more(tmp_path: Path) -> None:
    """Its answer, which is still read, would be taken for that to the next question."""

    async def play(runner: RecordingRunner) -> None:
        ana = runner.asked("ana", "deaf", "x")
        await runner.told("deaf x")
        work = runner._jobs["deaf x"].task
        ana.cancel()
        await runner.told("stop")
        work.cancel()  # as when its time is up
        await asyncio.wait({work})
        assert await runner.asked("bob", "echo", "y") == b"y"

    run(play, tmp_path)


def test_work_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jaipur.jobs.runner.MOST_SECONDS", 0.5)

    async def play(runner: RecordingRunner) -> None:
        with pytest.raises(SessionError) as refused:
            await runner.asked("ana", "hold", "x")
        assert refused.value.code is Code.WORK_FAILED
        assert "echo" not in runner.lines

    run(play, tmp_path)


def test_a_process_that_dies_fails_one_piece_of_work(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        with pytest.raises(SessionError) as refused:
            await runner.asked("ana", "die", "x")
        assert refused.value.code is Code.WORK_FAILED
        assert await runner.asked("ana", "echo", "y") == b"y"

    run(play, tmp_path)


def test_a_program_that_cannot_be_started_fails_as_well() -> None:
    async def play() -> None:
        runner = JobRunner(("/nowhere/python",))
        with pytest.raises(SessionError) as refused:
            await runner.ask("ana", "echo", "x", lines(b"x"))
        assert refused.value.code is Code.WORK_FAILED

    asyncio.run(play())


def test_at_the_end_everybody_is_sent_away(tmp_path: Path) -> None:
    async def play(runner: RecordingRunner) -> None:
        running, waiting = runner.asked("ana", "hold", "x"), runner.asked("bob", "echo", "y")
        await runner.told("hold x")
        await runner.stop()
        for one in (running, waiting, runner.asked("eve", "echo", "z")):
            with pytest.raises(SessionError) as refused:
                await one
            assert refused.value.code is Code.STOPPING

    run(play, tmp_path)


def test_a_request_that_cannot_be_made_fails_alone(tmp_path: Path) -> None:
    async def refused() -> bytes:
        raise SessionError(Code.MATCH_NOT_OVER)

    async def play(runner: RecordingRunner) -> None:
        with pytest.raises(SessionError):
            await runner.ask("ana", "echo", "x", refused)
        assert await runner.asked("ana", "echo", "x") == b"x"

    run(play, tmp_path)


def test_only_so_many_bytes_are_kept() -> None:
    kept = JobResults(10)
    for name in "abc":
        kept.put(name, b"1234")
        kept.get("a")
    assert [kept.get(name) for name in "abc"] == [b"1234", None, b"1234"]
    kept.put("whole", b"x" * 11)
    assert kept.get("whole") is None


def test_the_real_process_makes_the_replay_of_a_match() -> None:
    async def play() -> None:
        runner = JobRunner()
        try:
            text = await runner.ask("ana", "replay", "x", lines(replay_request(stored(3))))
        finally:
            await runner.stop()

        assert gzip.decompress(text) == msgspec.json.encode(replay_of(stored(3)))

    asyncio.run(play())


def test_work_that_was_taken_back_or_makes_no_sense_is_answered_with_nothing() -> None:
    queue = JobQueue()
    queue.put(b"1 replay " + replay_request(stored(3)) + b"\n")
    queue.put(b"1 stop\n")
    queue.put(b"2 replay {}\n")
    queue.put(b"3 cooking {}\n")
    assert [queue.answer(queue.next()) for _ in range(3)] == [b"1 0\n", b"2 0\n", b"3 0\n"]
