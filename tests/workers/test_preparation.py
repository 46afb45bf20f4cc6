"""Bots that need compiled code get ready in the background, and report their progress."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from jaipur.bots.ladder import LADDER, parse_player, player_named
from jaipur.bots.protocol import Preparing
from jaipur.workers import preparation as module
from jaipur.workers.fallback import Fallback
from jaipur.workers.pool import WorkerReply
from tests.patience import PATIENCE
from tests.workers.asking import VIEW, StandIn, ask, expected, instead, running, until

SEARCHERS = ["merchant", "maharaja"]


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)


def preparer(folder: Path, *words: str) -> list[str]:
    program = Path(__file__).with_name("preparer.py")
    return [sys.executable, "-S", "-E", str(program), str(folder), ",".join(words)]


def prepared(folder: Path) -> list[str]:
    file = folder / "prepared"
    return sorted(file.read_text().split()) if file.exists() else []


@pytest.mark.parametrize(
    ("bot", "needs_compiling"),
    [
        *((name, False) for name in ("random", "novice", "greedy", "trader", "vizier")),
        *((name, True) for name in SEARCHERS),
        *(("merchant:100", False), ("trader:101", True), ("maharaja:1", True)),
    ],
)
def test_who_needs_compiled_code(bot: str, needs_compiling: bool) -> None:
    player, limit = parse_player(bot)
    assert player.needs_compiling(limit) is needs_compiling


def test_others_answer_while_one_gets_ready(stand_in: StandIn, tmp_path: Path) -> None:
    async def play() -> None:
        command = preparer(tmp_path, "0.25", "wait")
        async with running(command=stand_in("legal"), prepare=command) as workers:
            waiting = asyncio.create_task(ask(workers, 5, "maharaja"))
            for bot in ("random", "novice", "greedy", "trader", "vizier", "merchant:100"):
                assert await ask(workers, 3, bot) == expected(3)
                assert workers.preparation(bot) is None
            await until(lambda: share(workers.preparation("maharaja")) == 0.25)
            assert not waiting.done()
            (tmp_path / "go").touch()
            assert await waiting == expected(5)
            assert workers.preparation("maharaja") is None
            await until(lambda: prepared(tmp_path) == sorted(SEARCHERS))

    asyncio.run(play())


def share(far: Preparing | None) -> float:
    return 1.0 if far is None else far.share


def test_progress_is_told_with_how_long_the_rest_takes(stand_in: StandIn, tmp_path: Path) -> None:
    async def play() -> list[Preparing | None]:
        told: list[Preparing | None] = []
        command = preparer(tmp_path, "0", "0.01", "0.5", "0.5", "0.75", "1")
        legal = stand_in("legal")
        async with running(command=legal, prepare=command, prepares_all=False) as workers:
            await until(workers.is_ready)
            workers.on_change = lambda: told.append(workers.preparation("merchant"))
            await ask(workers, 1, "merchant")
        return told

    told = asyncio.run(play())
    assert None in told
    far = [one for one in told[: told.index(None)] if one is not None]
    assert [one.share for one in far] == sorted(one.share for one in far)
    assert {0.01, 0.5, 0.75} <= {one.share for one in far}
    assert all((one.seconds is None) == (one.share < 0.03) for one in far)


def test_who_is_asked_first_gets_ready_alone(stand_in: StandIn, tmp_path: Path) -> None:
    """At home nothing is compiled for bots that nobody plays against."""

    async def play() -> None:
        async with running(
            command=stand_in("legal"), prepare=preparer(tmp_path, "1"), prepares_all=False
        ) as workers:
            assert await ask(workers, 1, "greedy") == expected(1)
            assert prepared(tmp_path) == []
            assert await ask(workers, 1, "merchant") == expected(1)
            workers.prepare("trader:500")  # the same code
            workers.prepare("vizier")
            assert await ask(workers, 2, "trader:500") == expected(2)
            assert prepared(tmp_path) == ["merchant"]
            workers.prepare("maharaja")
            await until(lambda: prepared(tmp_path) == ["maharaja", "merchant"])

    asyncio.run(play())


@pytest.mark.parametrize("word", ["fail", "{}", '{"share":2}', "{nonsense", '{"share":"x"}'])
def test_if_it_fails_another_plays_and_it_is_tried_again(
    word: str, stand_in: StandIn, tmp_path: Path
) -> None:
    async def play() -> None:
        command = preparer(tmp_path, "0.5", word)
        async with running(command=stand_in("legal"), prepare=command) as workers:
            assert await ask(workers, 1, "merchant") == instead(Fallback.NOT_READY)
            assert await ask(workers, 1, "greedy") == expected(1)
            await until(lambda: prepared(tmp_path).count("merchant") >= 2)

    asyncio.run(play())


def test_what_is_waited_for_is_cancelled_with_the_workers(
    stand_in: StandIn, tmp_path: Path
) -> None:
    async def play() -> None:
        async with running(
            command=stand_in("legal"), prepare=preparer(tmp_path, "wait")
        ) as workers:
            waiting = asyncio.create_task(ask(workers, 1, "merchant"))
            await until(lambda: len(prepared(tmp_path)) >= 1)
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(play())


def test_the_real_one_counts_up_to_all_of_it() -> None:
    """From the cache or not, the last thing that is said is that all is done."""
    command = [*module.COMMAND, "merchant"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        shares = [0.0]
        while shares[-1] < 1:
            process.stdin.write(b"\n")
            process.stdin.flush()
            shares.append(json.loads(process.stdout.readline())["share"])
        assert shares == sorted(shares)
        assert process.wait(PATIENCE) == 0


def test_trader_and_merchant_are_compiled_once() -> None:
    assert [player.name for player in LADDER if player.engine.searches] == ["trader", *SEARCHERS]
    assert player_named("trader").engine is player_named("merchant").engine


def test_the_real_worker_plays_both_forms_alike() -> None:
    async def play() -> None:
        async with running(prepares_all=False) as workers:
            early = await ask(workers, 7, "trader")
            async with asyncio.timeout(600):  # it may have to be compiled
                assert (await workers.act("merchant", VIEW, 1, for_whom="ana")).fallback is None
            assert await ask(workers, 7, "trader") == early == WorkerReply(early.action, None)

    asyncio.run(play())
