"""Bots in worker processes: good workers, and every way in which one can fail."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

import pytest

from jaipur import Action, Position, View
from jaipur.bots.ladder import LADDER, parse_player, player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.network_file import NetworkFileError
from jaipur.bots.protocol import LimitError, NotToAct, UnknownBot
from jaipur.workers import pool as module
from jaipur.workers.fallback import Fallback
from jaipur.workers.pool import COMMAND, WorkerReply, Workers
from jaipur.workers.process import MOST_LOGGED_LINES, WorkerProcess
from jaipur.workers.worker import READY, SEEDS, answer_line, request_line
from tests.bots.test_program_bot import all_gone, processes, there_are
from tests.depth import tried
from tests.laws.strategies import sample_rounds
from tests.laws.test_two_worlds import other_world
from tests.no_network import NOWHERE, take_network_away
from tests.patience import PATIENCE
from tests.workers.asking import START, VIEW, StandIn, ask, expected, instead, running, until

# --- Workers that behave ---


def test_many_requests_get_each_its_own_answer(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(3, command=stand_in("legal")) as workers:
            answers = await asyncio.gather(*(ask(workers, seed) for seed in range(200)))
            assert answers == [expected(seed) for seed in range(200)]
            assert sorted(stand_in.noted("seeds")) == list(range(200))

    asyncio.run(play())


def test_requests_are_answered_in_their_order(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("legal")) as workers:
            asked = [asyncio.create_task(ask(workers, seed)) for seed in range(50)]
            await asyncio.sleep(0)
            asked[20].cancel()
            await asyncio.wait(asked)
            assert stand_in.noted("seeds") == [seed for seed in range(50) if seed != 20]

    asyncio.run(play())


def test_a_request_that_is_cancelled_amid_the_thought_disturbs_nobody(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("waits_for_go")) as workers:
            first = asyncio.create_task(ask(workers, 1))
            await until(lambda: stand_in.noted("seeds") == [1])
            first.cancel()
            second = asyncio.create_task(ask(workers, 2))
            (stand_in.folder / "go").touch()
            assert await second == expected(2)
            assert len(stand_in.noted("starts")) == 1

    asyncio.run(play())


def test_it_says_when_it_is_ready(stand_in: StandIn) -> None:
    async def play() -> None:
        told: list[bool] = []

        def tell() -> None:
            told.append(workers.is_ready())

        async with running(command=stand_in("waits"), on_change=tell) as workers:
            asked = asyncio.create_task(ask(workers, 3))
            await stand_in.running(1)
            assert not workers.is_ready()
            assert not asked.done()
            (stand_in.folder / "go").touch()
            assert await asked == expected(3)
            assert workers.is_ready()
            assert told == [True]
            os.kill((await stand_in.running(1))[0], signal.SIGKILL)
            await until(lambda: len(told) == 2)

    asyncio.run(play())


def test_an_error_in_on_change_stops_nothing(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("legal"), on_change=lambda: 1 // 0) as workers:
            assert await ask(workers, 3) == expected(3)
            assert len(stand_in.noted("starts")) == 1

    asyncio.run(play())


def test_a_bot_that_does_not_exist_is_refused(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("legal")) as workers:
            for name in ("nobody", "", "merchant ", "../merchant"):
                with pytest.raises(UnknownBot):
                    await workers.act(name, VIEW, 0, for_whom="ana")
            for name in ("greedy:5", "merchant:", "merchant:0", "merchant:9999999", "trader:-1"):
                with pytest.raises(LimitError):
                    await workers.act(name, VIEW, 0, for_whom="ana")
            with pytest.raises(NotToAct):
                await workers.act("merchant", START.view(1), 0, for_whom="ana")
            assert await ask(workers, 1) == expected(1)
            assert stand_in.noted("seeds") == [1]

    asyncio.run(play())


# --- Workers that do not ---


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("camel", Fallback.UNREADABLE),
        ("", Fallback.UNREADABLE),
        ("[" * 5000, Fallback.UNREADABLE),
        ('{"action":"+G"' + " " * 20_000 + "}", Fallback.UNREADABLE),
        ("{}", Fallback.UNREADABLE),
        ("[1]", Fallback.UNREADABLE),
        ('{"action":null}', Fallback.UNREADABLE),
        ('{"action":["+G"]}', Fallback.UNREADABLE),
        ('{"action":"+Ğ"}', Fallback.UNREADABLE),
        ('{"action":"+X"}', Fallback.UNREADABLE),
        ('{"action":"+D"}', Fallback.ILLEGAL),
        ('{"action":"-D"}', Fallback.ILLEGAL),
        ('{"action":"+KK"}', Fallback.ILLEGAL),
        ('{"action":"-SS"}', Fallback.ILLEGAL),
    ],
)
def test_nonsense_and_illegal_actions(stand_in: StandIn, words: str, why: Fallback) -> None:
    async def play() -> None:
        async with running(command=stand_in("says", words)) as workers:
            assert await ask(workers) == instead(why)
            assert stand_in.noted("seeds") == [0]

    asyncio.run(play())


def test_a_line_without_end(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("endless_line")) as workers:
            assert await ask(workers) == instead(Fallback.UNREADABLE)
            await until(lambda: len(stand_in.noted("starts")) == 2)

    asyncio.run(play())


def test_a_second_answer_is_not_taken_for_the_next(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("answers_twice")) as workers:
            for _ in range(3):
                answer = await ask(workers)
                assert (str(answer.action), answer.fallback) == ("-P", None)
            assert len(stand_in.noted("starts")) == 3

    asyncio.run(play())


def test_a_worker_that_sleeps_is_late_and_not_asked_again(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, short = WorkerProcess.receive, 0.3

    async def receive(self: WorkerProcess, seconds: float) -> bytes:
        if seconds == short:  # its time begins when it has read the question, however slowly
            await until(lambda: stand_in.noted("seeds") == [1])
        return await whole(self, seconds)

    monkeypatch.setattr(WorkerProcess, "receive", receive)

    async def play() -> None:
        async with running(command=stand_in("first_one_sleeps"), deadline=short) as workers:
            late = asyncio.create_task(ask(workers, 1))
            await until(lambda: stand_in.noted("seeds") == [1])
            workers._deadline = PATIENCE
            assert await ask(workers, 2) == expected(2)
            assert await late == instead(Fallback.LATE)
            assert stand_in.noted("seeds") == [1, 2]
            _first, second = stand_in.noted("starts")
            assert await stand_in.running(1) == [second]

    asyncio.run(play())


def test_waiting_for_the_first_worker_is_another_wait(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the time for an answer runs meanwhile, nor the time for getting a worker."""
    whole, given = WorkerProcess.ask, list[float]()

    async def ask_noting(self: WorkerProcess, line: bytes, seconds: float) -> bytes:
        given.append(seconds)
        return await whole(self, line, PATIENCE)  # the answer may take longer on a busy machine

    monkeypatch.setattr(WorkerProcess, "ask", ask_noting)

    async def play() -> None:
        command = stand_in("waits")
        async with running(command=command, deadline=1.0, longest_wait=0.5) as workers:
            asked = asyncio.create_task(ask(workers, 4))
            await asyncio.sleep(1.1)
            assert not asked.done()
            (stand_in.folder / "go").touch()
            assert await asked == expected(4)
            assert given == [1.0]

    asyncio.run(play())


def test_a_crash_is_tried_once_more_and_no_oftener(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(2, command=stand_in("exits_when_asked")) as workers:
            assert await ask(workers, 5) == instead(Fallback.CRASHED)
            assert stand_in.noted("seeds") == [5, 5]

    asyncio.run(play())


def test_a_killed_worker_is_replaced_and_the_answer_comes(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("first_one_sleeps")) as workers:
            asked = asyncio.create_task(ask(workers, 5))
            later = asyncio.create_task(ask(workers, 6))
            await until(lambda: stand_in.noted("seeds") == [5])
            os.kill((await stand_in.running(1))[0], signal.SIGKILL)
            assert (await asked, await later) == (expected(5), expected(6))
            assert stand_in.noted("seeds") == [5, 5, 6]

    asyncio.run(play())


def test_a_worker_killed_twice(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("sleeps")) as workers:
            asked = asyncio.create_task(ask(workers, 5))
            for times in (1, 2):
                await until(lambda: len(stand_in.noted("seeds")) == times)  # noqa: B023
                os.kill((await stand_in.running(1))[0], signal.SIGKILL)
            assert await asked == instead(Fallback.CRASHED)

    asyncio.run(play())


def test_a_worker_that_dies_unasked_is_replaced(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("legal")) as workers:
            await until(workers.is_ready)
            os.kill((await stand_in.running(1))[0], signal.SIGKILL)
            await until(lambda: not workers.is_ready())
            await until(workers.is_ready)
            assert await ask(workers, 5) == expected(5)

    asyncio.run(play())


@pytest.mark.parametrize("behaviour", ["exits", "wrong_start", "endless_start"])
def test_a_worker_that_never_gets_ready(stand_in: StandIn, behaviour: str) -> None:
    async def play() -> None:
        async with running(2, command=stand_in(behaviour)) as workers:
            for _ in range(3):
                assert await ask(workers) == instead(Fallback.NOT_READY)
            assert not workers.is_ready()

    asyncio.run(play())


def test_getting_ready_is_not_waited_for_for_ever(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(3, command=stand_in("never_ready"), warm_deadline=0.3) as workers:
            for answer in await asyncio.gather(ask(workers), ask(workers)):
                assert answer == instead(Fallback.NOT_READY)
            assert await ask(workers) == instead(Fallback.NOT_READY)

    asyncio.run(play())


@pytest.mark.parametrize("command", [["/no/such/program"], ["a\0b"], [str(Path(__file__).parent)]])
def test_a_command_that_cannot_be_run(command: list[str]) -> None:
    async def play() -> None:
        async with running(command=command) as workers:
            assert await ask(workers) == instead(Fallback.NOT_READY)

    asyncio.run(play())


def test_without_workers_the_fallback_plays() -> None:
    async def play() -> None:
        async with running(0) as workers:
            assert await ask(workers) == instead(Fallback.NOT_READY)
        assert await ask(Workers()) == instead(Fallback.NOT_READY)

    asyncio.run(play())


def test_pauses_grow_while_a_worker_keeps_failing(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = [module._pause(failures) for failures in range(60)]
    assert pauses[:4] == [0.0, 0.1, 0.2, 0.4]
    assert pauses == sorted(pauses)
    assert pauses[-1] == 30.0
    failed: list[int] = []

    def pause(failures: int) -> float:
        failed.append(failures)
        return 1000.0 if failures == 5 else 0.0

    monkeypatch.setattr(module, "_pause", pause)

    async def play() -> None:
        async with running(command=stand_in("exits")):
            await until(lambda: len(failed) == 5)
            assert failed == [1, 2, 3, 4, 5]
            assert len(stand_in.noted("starts")) == 5

    asyncio.run(play())


def test_an_answer_ends_the_pauses(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    failed: list[int] = []

    def pause(failures: int) -> float:
        failed.append(failures)
        return 0.0

    monkeypatch.setattr(module, "_pause", pause)

    async def play() -> None:
        async with running(command=stand_in("legal")) as workers:
            for number in range(3):
                assert await ask(workers, 4) == expected(4)
                os.kill((await stand_in.running(1))[0], signal.SIGKILL)
                await until(lambda: len(failed) == number + 1)  # noqa: B023
            assert failed == [1, 1, 1]

    asyncio.run(play())


def test_its_words_are_logged_up_to_a_point(
    stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def play() -> None:
        async with running(command=stand_in("talks")) as workers:
            assert await ask(workers, 4) == expected(4)

    asyncio.run(play())
    lines = [line for line in caplog.messages if "thinking" in line]
    assert len(lines) == MOST_LOGGED_LINES
    assert not any("\x1b" in line for line in lines)


def test_the_last_words_of_a_worker_that_failed_are_a_warning(
    stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with running(command=stand_in("exits")) as workers:
            assert await ask(workers) == instead(Fallback.NOT_READY)

    asyncio.run(play())
    warnings = [entry.getMessage() for entry in caplog.records if entry.levelname == "WARNING"]
    wanted = "last line of standard error: CamelError: no camels"
    assert any(line.endswith(wanted) for line in warnings)


# --- The end ---


def test_stop_ends_everything_and_plays_for_nobody(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(2, command=stand_in("sleeps")) as workers:
            asked = [asyncio.create_task(ask(workers, seed)) for seed in range(5)]
            await until(lambda: len(stand_in.noted("seeds")) == 2)
            await workers.stop()
            assert not workers.is_ready()
            assert processes(stand_in.marker) == []
            await asyncio.wait(asked)
            assert all(task.cancelled() for task in asked)
            with pytest.raises(asyncio.CancelledError):
                await ask(workers)

    asyncio.run(play())


@pytest.mark.parametrize("behaviour", ["never_ready", "legal", "exits"])
@pytest.mark.parametrize("turns", [0, 1, 2, 5])
def test_stop_soon_after_the_start(stand_in: StandIn, behaviour: str, turns: int) -> None:
    async def play() -> None:
        async with running(2, command=stand_in(behaviour)):
            for _ in range(turns):
                await asyncio.sleep(0)

    asyncio.run(play())


def test_stop_amid_the_pause_and_twice(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_pause", lambda _: 1000.0)

    async def play() -> None:
        async with running(command=stand_in("exits")) as workers:
            await until(lambda: workers._slots[0].failures == 1)
            await workers.stop()

    asyncio.run(play())


def test_stop_while_a_failed_worker_is_being_ended(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a pipe is left open, of which Python warns."""
    whole, ending = WorkerProcess._end, asyncio.Event()

    async def end_slowly(self: WorkerProcess, seconds: float) -> None:
        ending.set()
        await asyncio.sleep(0.05)
        await whole(self, seconds)

    monkeypatch.setattr(WorkerProcess, "_end", end_slowly)

    async def play() -> None:
        async with running(command=stand_in("says", "camel")) as workers:
            assert await ask(workers) == instead(Fallback.UNREADABLE)
            await ending.wait()
            await workers.stop()
            assert processes(stand_in.marker) == []

    asyncio.run(play())


def test_a_worker_that_will_not_stop_is_killed(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CLOSE_SECONDS", 0.1)

    async def play() -> None:
        async with running(command=stand_in("stubborn")) as workers:
            assert await ask(workers, 1) == expected(1)

    asyncio.run(play())


def test_a_loop_that_ends_without_stop_leaves_no_process(stand_in: StandIn) -> None:
    async def play() -> None:
        workers = Workers(2, command=stand_in("legal"))
        await workers.start()
        assert await ask(workers, 1) == expected(1)

    asyncio.run(play())


def start_parent(command: list[str]) -> subprocess.Popen[bytes]:
    program = Path(__file__).with_name("parent.py")
    return subprocess.Popen([sys.executable, str(program), *command])


def test_a_worker_ends_when_its_server_is_killed(stand_in: StandIn) -> None:
    """The real one, by its own command line: it sees that its input has ended."""
    parent = start_parent([*COMMAND, stand_in.marker])
    assert there_are(2, stand_in.marker)
    parent.kill()
    parent.wait()
    assert all_gone(stand_in.marker)


def test_ctrl_c_in_the_terminal_does_not_reach_a_worker(stand_in: StandIn) -> None:
    async def play() -> None:
        async with running(command=stand_in("legal")) as workers:
            await until(workers.is_ready)
            (worker,) = await stand_in.running(1)
            assert os.getpgid(worker) == os.getsid(worker) == worker

    asyncio.run(play())


# --- The real worker ---


def test_the_input_ends_amid_a_thought() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as worker:
        try:
            assert worker.stdout
            assert worker.stdout.readline() == READY
            assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= 5
            question = request_line("merchant:1000000", VIEW, 1)
            assert worker.communicate(question, timeout=PATIENCE)[0] == b""
            assert worker.returncode == 0
        finally:
            worker.kill()


def test_compiled_code_gets_whole_views_only() -> None:
    bots = {"greedy": LadderBot(player_named("greedy"), is_compiled=False)}
    assert answer_line(request_line("greedy", VIEW, 0), bots) == b'{"action":"+G"}\n'
    for cells in ("[]", "[1,2]", "[[1]]", "7"):
        with pytest.raises(ValueError, match="cells"):
            answer_line(
                b'{"bot":"greedy","seed":0,"compiled":false,"view":%b}' % cells.encode(), bots
            )


def test_what_is_printed_does_not_get_among_the_answers() -> None:
    program = (
        "from jaipur.workers import worker as w; f = w.reserve_stdout(); print(1); f.write(b'2')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"2", b"1\n")


def test_a_network_that_is_missing_takes_no_other_bot_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody plays for the bots that need it."""
    take_network_away(monkeypatch)

    async def play() -> None:
        async with running() as workers:
            await until(workers.is_ready, 600)
            for name in ("vizier", "maharaja", "maharaja:1000"):
                with pytest.raises(NetworkFileError, match=NOWHERE):
                    await ask(workers, bot=name)
            answer = await ask(workers, bot="trader:5")
            assert answer == WorkerReply(interpreted("trader:5", VIEW, 0), None)

    asyncio.run(play())


def test_who_says_that_it_cannot_play_is_believed_and_asked_again(stand_in: StandIn) -> None:
    async def play() -> None:
        refused = stand_in("says", '{"refused":"{no} such file"}')
        async with running(command=refused) as workers:
            for _ in range(2):
                with pytest.raises(NetworkFileError, match=r"\{no\} such file"):
                    await ask(workers)
            assert len(stand_in.noted("starts")) == 1

    asyncio.run(play())


def requests() -> list[tuple[str, Position, int]]:
    """Every player, searches shorter and longer than usual, from all parts of a round."""
    usual = [player.name for player in LADDER if player.name != "maharaja"]
    bots = [*usual, "trader:3", "trader:300", "merchant:7", "maharaja:20"]
    positions = [at for played in sample_rounds(2) for at in played[: -1 : tried(32, 16)]]
    return [(bot, at, seed) for bot in bots for at in positions for seed in (0, 2**64 + 1)]


def interpreted(bot: str, view: View, seed: int) -> Action:
    player, limit = parse_player(bot)
    return LadderBot(player, seed % SEEDS, is_compiled=False).act(view, limit)


def is_prepared(workers: Workers, bot: str) -> bool:
    return workers.preparation(bot) is None


def test_an_answer_depends_on_the_request_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In any order, in either process, and in worlds that the bot cannot tell apart."""
    sent: list[tuple[WorkerProcess, bytes]] = []
    whole = WorkerProcess.ask

    async def ask_noting(self: WorkerProcess, line: bytes, seconds: float) -> bytes:
        sent.append((self, line))
        return await whole(self, line, seconds)

    monkeypatch.setattr(WorkerProcess, "ask", ask_noting)
    random, asked = Random(5), requests()
    orders = [asked, random.sample(asked, len(asked))]

    async def play() -> None:
        async with running(2, longest_wait=600) as workers:
            await until(lambda: len(workers._warm) == 2, 600)
            for bot in ("merchant", "maharaja"):  # from now on a request is always the same line
                await until(partial(is_prepared, workers, bot), 600)
            answers: dict[tuple[str, Position, int], WorkerReply] = {}
            lines: set[bytes] = set()
            for order in orders:
                worlds = [(bot, other_world(at, at.turn, random), seed) for bot, at, seed in order]
                assert sum(map(str.__ne__, map(str, worlds), map(str, order))) > len(order) / 2
                sent.clear()
                got = await asyncio.gather(
                    *(
                        workers.act(bot, at.view(at.turn), seed, for_whom="ana")
                        for bot, at, seed in worlds
                    )
                )
                assert len({process for process, _ in sent}) == 2
                assert lines in (set(), {line for _, line in sent})
                lines = {line for _, line in sent}
                for request, answer in zip(order, got, strict=True):
                    assert answers.setdefault(request, answer) == answer
            assert all(answer.fallback is None for answer in answers.values())
            for (bot, at, seed), answer in answers.items():
                if bot not in ("merchant", "trader", "trader:300", "vizier", "maharaja:20"):
                    assert answer.action == interpreted(bot, at.view(at.turn), seed)

    asyncio.run(play())
