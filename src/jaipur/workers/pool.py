"""The pool of worker processes in which bots think, so that the server never waits for one.

Most bots can act at once; for the others, code is compiled first (see `preparation`). Whatever a
worker does, every request ends with an action: the bot's own, or one of FALLBACK_BOT with the
reason (see `fallback`). The only exception is a bot whose network cannot be read. A worker is sent
a view, the name of a bot and a seed, and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..actions import Action
from ..bots.ladder import Player, parse_player
from ..bots.network_file import NetworkFileError
from ..bots.protocol import Limit, Preparing, require_to_act
from ..errors import IllegalAction, NotationError
from ..notation import parse_action
from ..view import View
from . import preparation
from .fallback import FALLBACK_BOT, Fallback, fallback_action
from .preparation import CompileJobs
from .process import CLOSE_SECONDS, WorkerFailed, WorkerProcess, first_of
from .queue import LONGEST_WAIT, Queue
from .shares import Request, Tell
from .worker import READY, request_line

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", "jaipur.workers.worker")
"""`-P`: import nothing from the folder in which the server was started."""

FAILURES_UNTIL_FALLBACK: Final = 2
"""After this many failures in a row, requests no longer wait for a worker to start."""

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 30.0


@dataclass(frozen=True, slots=True)
class WorkerReply:
    """The action to play for a bot; `fallback` says why the bot did not choose it itself."""

    action: Action
    fallback: Fallback | None


@dataclass(slots=True, eq=False)
class _Slot:
    """A slot for one worker process at a time."""

    number: int
    failures: int = 0
    """The number of failures in a row without an answer in between."""
    request: Request | None = None
    """The request that its worker has not answered yet."""
    given: asyncio.Future[None] | None = None
    """Completed when it is given a request."""


class Workers:
    """A few worker processes, and the queue of requests to them."""

    def __init__(  # noqa: PLR0913  # all by name, each with its usual value
        self,
        count: int = 1,
        *,
        deadline: float = 15.0,
        warm_deadline: float = 300.0,
        longest_wait: float = LONGEST_WAIT,
        command: Sequence[str] | None = None,
        prepare: Sequence[str] | None = None,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        """Times are in seconds; `deadline` limits how long a worker may take to answer.

        `longest_wait` limits the wait for a free worker, once the first one has been warm.
        `prepare` is the command that compiles code for a bot; workers of another command need none.
        """
        self._slots = [_Slot(number) for number in range(count)]
        self._deadline = deadline
        self._warm_deadline = warm_deadline
        self._command = tuple(COMMAND if command is None else command)
        self.on_change = on_change
        """Called when a bot becomes ready or makes progress towards it."""
        if prepare is None and command is None:
            prepare = preparation.COMMAND
        self._compile_jobs = (
            None if prepare is None else CompileJobs(prepare, warm_deadline, self._notify)
        )
        self._waiting = Queue(longest_wait)
        self._free: deque[_Slot] = deque()
        self._warm: set[_Slot] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._gave_up = True
        self._prepares_all = False
        self._is_stopped = False
        self._timer: asyncio.TimerHandle | None = None

    async def start(self, *, prepares_all: bool = True) -> None:
        """Start the processes; once one is warm, code is compiled for the bots that need it.

        Without `prepares_all`, that happens in `prepare`, or when a bot first has to act.
        """
        self._start_waiting()
        self._tasks = [asyncio.create_task(self._supervise(slot)) for slot in self._slots]
        self._prepares_all = prepares_all

    def prepare(self, bot: str) -> None:
        """Start getting a bot ready."""
        player, limit = parse_player(bot)
        if self._compile_jobs and player.needs_compiling(limit):
            self._compile_jobs.start(player)

    def is_ready(self) -> bool:
        """Whether at least one worker is warm, so that bots without compiled code can act."""
        return bool(self._warm)

    def preparation(self, bot: str) -> Preparing | None:
        """The progress of a bot that is getting ready; None if it can act at once."""
        player, limit = parse_player(bot)
        if self._compile_jobs and player.needs_compiling(limit):
            return self._compile_jobs.progress(player) or self._starting(1.0)
        return self._starting(0.0)

    def _starting(self, share: float) -> Preparing | None:
        return None if self._warm else Preparing(share, None)

    async def act(
        self,
        bot: str,
        view: View,
        seed: int,
        *,
        for_whom: str,
        household: str = "",
        tell: Tell | None = None,
    ) -> WorkerReply:
        """Return the action of a bot such as `merchant` or `merchant:500`, whose turn it is.

        The same bot, view and seed always give the same action, unless `fallback` is set.
        The request counts towards the share of `for_whom`, or of their `household`. While it waits,
        `tell` is called with the number of requests ahead of it.
        NetworkFileError: the network of the bot cannot be read, and there is no fallback.
        """
        parse_player(bot)  # reject an unknown bot at once
        require_to_act(view)
        if self._is_stopped:
            raise asyncio.CancelledError
        request = await self._request(bot, view, seed)
        if request:
            request.for_whom, request.household, request.tell = for_whom, household, tell
        answer = await self._answer(request) if request else Fallback.NOT_READY
        if isinstance(answer, NetworkFileError):
            raise answer
        if not isinstance(answer, Fallback):
            return WorkerReply(answer, None)
        log.warning("%s gave no answer (%s), so %s plays", bot, answer, FALLBACK_BOT)
        return WorkerReply(await asyncio.to_thread(fallback_action, view), answer)

    async def _request(self, bot: str, view: View, seed: int) -> Request | None:
        """The request to a worker; None if the bot cannot get ready now."""
        player, limit = parse_player(bot)
        compile_jobs = self._compile_jobs
        if compile_jobs and player.needs_compiling(limit) and not await compile_jobs.wait(player):
            return None
        is_compiled = compile_jobs is not None and compile_jobs.is_done(player)
        line = request_line(bot, view, seed, is_compiled=is_compiled)
        return Request(line, view, _cost(player, limit))

    async def _answer(self, request: Request) -> Action | Fallback | NetworkFileError:
        """The answer of a worker, or why there is none."""
        self._waiting.put(request)
        self._hand_out()
        self._give_up_waiting()
        return await request.answer

    async def stop(self) -> None:
        """Stop every process. Pending requests are cancelled, without a fallback."""
        self._is_stopped = True
        self._stop_timer()
        for task in self._tasks:
            task.cancel()
        if self._compile_jobs:  # first, so that nothing waiting for it gets into the queue
            await self._compile_jobs.stop()
        for request in self._waiting.drain():
            request.answer.cancel()
        for slot in self._slots:
            if slot.request:
                slot.request.answer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- One worker ---

    async def _supervise(self, slot: _Slot) -> None:
        """Keep a worker running; after repeated failures, with growing pauses."""
        while True:
            why = Fallback.CRASHED
            try:
                await self._run(slot)
            except WorkerFailed as failure:
                why = failure.why
            except Exception:  # a bug must not stop the supervision of this worker
                log.exception("unexpected error in worker %d", slot.number)
            # A worker that was too slow is not expected to fail again.
            if why is not Fallback.LATE:
                slot.failures += 1
            self._return_request(slot, why)
            log.warning("worker %d failed (%s); restarting it", slot.number, why)
            self._give_up_waiting()
            await asyncio.sleep(_pause(slot.failures))

    async def _run(self, slot: _Slot) -> None:
        """Run one process: it warms up and serves requests until it fails."""
        process = await self._start_process()
        seconds = 0.0
        try:
            self._add_warm(slot)
            while True:
                await self._serve_one(slot, process)
        except asyncio.CancelledError:
            seconds = CLOSE_SECONDS
            raise
        except WorkerFailed as failure:
            self._return_request(slot, failure.why)
            raise
        finally:
            self._remove_warm(slot)
            await process.end(seconds)

    async def _start_process(self) -> WorkerProcess:
        process = await WorkerProcess.start(self._command)
        try:
            if await process.receive(self._warm_deadline) != READY:
                raise WorkerFailed(Fallback.UNREADABLE)
        except WorkerFailed:
            await process.end(0)
            raise WorkerFailed(Fallback.NOT_READY) from None
        except BaseException:
            await process.end(CLOSE_SECONDS)
            raise
        return process

    async def _serve_one(self, slot: _Slot, process: WorkerProcess) -> None:
        """Wait for a request or for the process to fail, and serve the request."""
        slot.given = asyncio.get_running_loop().create_future()
        self._free.append(slot)
        self._hand_out()
        await first_of(slot.given, process.failed)
        if process.failed.done():
            self._put_back(slot)
            raise WorkerFailed(process.failed.result())
        if slot.request is None:
            return
        line = await process.ask(slot.request.line, self._deadline)
        self._settle(slot, _answer_of(line, slot.request.view))
        slot.failures = 0

    # --- The queue ---

    def _hand_out(self) -> None:
        """Give waiting requests, in order, to free workers."""
        while self._waiting and self._free:
            request = self._waiting.take()
            if request.answer.done():
                self._waiting.done(request)
                continue
            slot = self._free.popleft()
            slot.request = request
            if slot.given:
                slot.given.set_result(None)

    def _settle(self, slot: _Slot, answer: Action | Fallback | NetworkFileError) -> None:
        """Complete the request of a worker."""
        if slot.request:
            slot.request.settle(answer)
            self._waiting.done(slot.request)
            slot.request = None

    def _return_request(self, slot: _Slot, why: Fallback) -> None:
        """After the first crash, let another worker try; otherwise complete the request."""
        if slot.request is None:
            return
        if why is Fallback.CRASHED and slot.request.why is not why:
            slot.request.why = why
            self._put_back(slot)
        else:
            self._settle(slot, why)

    def _put_back(self, slot: _Slot) -> None:
        """Return the request to its old place in the queue."""
        if slot.request:
            self._waiting.put_back(slot.request)
            slot.request = None
            self._hand_out()

    def _give_up_waiting(self) -> None:
        """Complete all waiting requests if no worker is warm or will be soon."""
        failing = all(slot.failures >= FAILURES_UNTIL_FALLBACK for slot in self._slots)
        if not self._warm and (self._gave_up or failing):
            for request in self._waiting.drain():
                request.settle(request.why)

    def _add_warm(self, slot: _Slot) -> None:
        """Register a warm worker."""
        self._warm.add(slot)
        self._waiting.limit_waits()
        if len(self._warm) > 1:
            return
        self._gave_up = False
        self._stop_timer()
        if self._prepares_all and self._compile_jobs:
            self._compile_jobs.start()
        self._notify()

    def _notify(self) -> None:
        try:
            if self.on_change:
                self.on_change()
        except Exception:  # a failing callback must not affect the worker
            log.exception("on_change failed")

    def _remove_warm(self, slot: _Slot) -> None:
        """Unregister a worker that is no longer warm."""
        self._warm.discard(slot)
        if slot in self._free:
            self._free.remove(slot)
        if not self._warm and not self._is_stopped:
            self._start_waiting()

    def _start_waiting(self) -> None:
        """Wait for a warm worker, but not forever."""
        self._gave_up = False
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._warm_deadline, self._give_up)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _give_up(self) -> None:
        self._gave_up = True
        self._give_up_waiting()


def _cost(player: Player, limit: Limit) -> int:
    """The cost of a request, in nodes of a tree search."""
    return limit.nodes * player.engine.node_cost


def _pause(failures: int) -> float:
    """Seconds to wait before restarting a worker."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 20)) if failures else 0.0


def _answer_of(line: bytes, view: View) -> Action | NetworkFileError:
    """Parse the answer of a worker: a legal action, or why its bot cannot play."""
    try:
        answer = json.loads(line)
        if "refused" in answer:
            return NetworkFileError("{why}", why=str(answer["refused"]))
        text = answer["action"]
        action = parse_action(text if text.isascii() else "")
    except IllegalAction:
        raise WorkerFailed(Fallback.ILLEGAL) from None
    except (NotationError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise WorkerFailed(Fallback.UNREADABLE) from None
    if view.check(action) is not None:
        raise WorkerFailed(Fallback.ILLEGAL)
    return action
