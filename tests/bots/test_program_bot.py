"""Programs that play over standard input and output: good ones, and every way to go wrong."""

import json
import os
import pickle
import random
import selectors
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn

import pytest

from jaipur import Action, Position, SeededDeals, View
from jaipur.bots import pipes
from jaipur.bots.program_bot import ProgramBot, split_words
from jaipur.bots.protocol import BotFailed, Choice, Failure, Limit, UnknownBot
from jaipur.bots.stdio_bot import run_stdio_bot
from jaipur.view_json import view_to_json

from ..patience import PATIENCE

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
PYTHON_BOT = shlex.join([sys.executable, str(ROOT / "examples" / "bot.py")])
NODE_BOT = shlex.join(["node", str(ROOT / "examples" / "bot.js")])
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")

START = Position.deal(SeededDeals(7).deal(0))
VIEW = START.view(0)
"""Market GKKKK, hand SCCP; legal: +G +KKKK -C -CC -P."""

SHORT = Limit(seconds=0.3)


def program(name: str, *words: str) -> str:
    """The command line of a program of this folder."""
    return shlex.join([sys.executable, "-S", str(PROGRAMS / name), *words])


def processes(marker: str) -> list[int]:
    """The running processes that have a word on their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The command line of a process that has ended but is not reaped is empty.
            words = (folder / "cmdline").read_bytes()
            state = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if marker.encode() in words and state != "Z" and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def children() -> list[int]:
    """Our own children, ended but not reaped ones included."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has just ended
            found += list(map(int, (task / "children").read_text("utf-8").split()))
    return found


def comes_true(is_so: Callable[[], bool]) -> bool:
    """Whether something that other processes do comes about."""
    for _ in range(int(100 * PATIENCE)):
        if is_so():
            return True
        time.sleep(0.01)
    return False


def there_are(count: int, marker: str) -> bool:
    """Whether so many processes come up: one that was just started has no command line yet."""
    return comes_true(lambda: len(processes(marker)) == count)


def all_gone(marker: str) -> bool:
    """Whether its processes end; a killed one needs a moment to go."""
    return comes_true(lambda: not processes(marker))


@pytest.fixture
def marker() -> Iterator[str]:
    """A word for the command lines of a test, after which no process may be left."""
    before = set(children())
    word = uuid.uuid4().hex
    yield word
    assert all_gone(word)
    assert set(children()) <= before


def give_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that closes its output and lives on is waited for in vain."""
    monkeypatch.setattr("jaipur.bots.program._EXIT_SECONDS", 0.1)


def failure_of(bot: ProgramBot, limit: Limit = Limit()) -> BotFailed:  # noqa: B008  # frozen
    """How a program fails at VIEW."""
    with pytest.raises(BotFailed) as caught:
        bot.choose(VIEW, limit)
    assert bot.name in str(caught.value)
    return caught.value


def play_round(number: int, choose: Callable[[View], Action]) -> Position:
    """A round of seat 0 against a player that plays at random."""
    chance = random.Random(number)
    position = Position.deal(SeededDeals(number).deal(0))
    while position.end is None:
        ours = position.turn == 0
        action = choose(position.view(0)) if ours else chance.choice(position.legal_actions())
        position = position.play(action)
    return position


# --- Programs that play ---


@pytest.mark.parametrize(
    "command",
    [pytest.param(PYTHON_BOT, id="python"), pytest.param(NODE_BOT, id="node", marks=needs_node)],
)
def test_the_examples_play_whole_rounds_and_beat_chance(command: str, marker: str) -> None:
    wins = 0
    with ProgramBot(f"{command} {marker}") as bot:
        for number in range(4):
            result = play_round(number, lambda view: bot.choose(view, Limit()).action).result
            wins += result is not None and result.winner == 0
        assert len(processes(marker)) == 1
    assert wins == 4


@needs_node
def test_the_examples_are_the_same_bot_in_two_languages() -> None:
    with ProgramBot(PYTHON_BOT) as python, ProgramBot(NODE_BOT) as node:

        def choose(view: View) -> Action:
            choice = python.choose(view, Limit())
            assert node.choose(view, Limit()) == choice
            return choice.action

        play_round(5, choose)


def test_what_a_program_gives_back() -> None:
    with ProgramBot(PYTHON_BOT) as bot:
        assert bot.name == PYTHON_BOT
        choice = bot.choose(VIEW, Limit(nodes=1000, seconds=float("inf")))
    assert choice == Choice(choice.action, None, 1)
    assert choice.action in VIEW.legal_actions()


def test_spaces_case_and_words_on_standard_error_do_not_matter(marker: str) -> None:
    with ProgramBot(program("talks.py", marker)) as bot:
        for _ in range(3):
            assert str(bot.choose(VIEW, Limit()).action) == "+G"


def test_a_program_is_started_when_it_is_first_asked(marker: str) -> None:
    with ProgramBot(program("answers.py", "+G", marker)) as bot:
        assert processes(marker) == []
        bot.choose(VIEW, Limit())
        assert len(processes(marker)) == 1


def test_a_closed_bot_can_be_asked_again(marker: str) -> None:
    bot = ProgramBot(program("answers.py", "+G", marker))
    for _ in range(2):
        assert str(bot.choose(VIEW, Limit()).action) == "+G"
        bot.close()
        bot.close()
        assert processes(marker) == []


def test_one_bot_for_each_thread(marker: str) -> None:
    def play(number: int) -> str:
        with ProgramBot(f"{PYTHON_BOT} {marker}") as bot:
            return str(play_round(number, lambda view: bot.choose(view, Limit()).action))

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(play, [1, 1, 1, 2])) == [play(1), play(1), play(1), play(2)]


# --- Programs that fail ---


def test_no_answer(marker: str) -> None:
    with ProgramBot(program("never_answers.py", marker)) as bot:
        for _ in range(2):
            error = failure_of(bot, SHORT)
            assert error.failure is Failure.LATE
            assert "no answer within 0.3 seconds" in str(error)
            assert all_gone(marker)


def test_end_before_the_first_view(marker: str) -> None:
    error = failure_of(ProgramBot(program("exits_at_once.py", marker)))
    assert error.failure is Failure.DIED
    assert "ended with exit code 3" in str(error)
    assert str(error).endswith("CamelError:  [31mno camels")


def test_end_after_two_answers(marker: str) -> None:
    bot = ProgramBot(program("exits_after_two.py", marker))
    for _ in range(2):
        assert str(bot.choose(VIEW, Limit()).action) == "+G"
        assert str(bot.choose(VIEW, Limit()).action) == "+G"
        error = failure_of(bot)
        assert error.failure is Failure.DIED
        assert str(error).endswith("ended with exit code 0; last line of its standard error: –")


def test_an_answer_that_comes_as_the_program_ends(
    marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a look at its pipes that found nothing, and before the look at whether it runs."""
    look = selectors.DefaultSelector.select
    too_early: list[bool] = []

    def select(
        self: selectors.DefaultSelector, timeout: float | None = None
    ) -> list[tuple[selectors.SelectorKey, int]]:
        is_sent = all(key.events == selectors.EVENT_READ for key in self.get_map().values())
        if not is_sent or too_early:
            return look(self, timeout)
        too_early.append(True)
        assert all_gone(marker)
        return []

    with ProgramBot(program("exits_after_two.py", marker)) as bot:
        bot.choose(VIEW, Limit())
        monkeypatch.setattr(selectors.DefaultSelector, "select", select)
        assert str(bot.choose(VIEW, Limit()).action) == "+G"
    assert too_early


def test_a_program_that_takes_its_time_to_end(marker: str) -> None:
    error = failure_of(ProgramBot(program("ends_slowly.py", marker)))
    assert error.failure is Failure.DIED
    assert "ended with exit code 3" in str(error)


def test_end_by_a_signal(marker: str) -> None:
    error = failure_of(ProgramBot(program("killed.py", marker)))
    assert error.failure is Failure.DIED
    assert "was ended by the signal SIGKILL" in str(error)


@pytest.mark.parametrize("answer", ["hello", "", "+", "+X", "+\u212a", "\x1b[2J", "G", "error"])
def test_nonsense(answer: str, marker: str) -> None:
    error = failure_of(ProgramBot(program("answers.py", answer, marker)))
    assert error.failure is Failure.UNREADABLE
    assert f"answered {answer!r}, which is not an action" in str(error)


def test_long_nonsense_is_shortened(marker: str) -> None:
    error = failure_of(ProgramBot(program("answers.py", "+G" * 4000, marker)))
    assert error.failure is Failure.UNREADABLE
    assert len(str(error.data["answer"])) < 250


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("-CCC", "-CCC: sell only cards that are in your hand (R48)."),
        ("+kkk", "+KKK: take all the camels or none: the market is GKKKK (R36)."),
        ("+G-C", "+G-C: an exchange is at least two cards for two (R30)."),
    ],
)
def test_an_illegal_action(answer: str, why: str, marker: str) -> None:
    error = failure_of(ProgramBot(program("answers.py", answer, marker)))
    assert error.failure is Failure.ILLEGAL
    assert str(error).endswith(f"answered with an illegal action. {why}")


def test_a_program_that_says_why_it_cannot_answer(marker: str) -> None:
    error = failure_of(ProgramBot(program("answers.py", "error I lost\tmy {camels}.", marker)))
    assert error.failure is Failure.UNREADABLE
    assert str(error).endswith("answered with an error: I lost my {camels}.")


def test_two_answers_to_one_view(marker: str) -> None:
    bot = ProgramBot(program("answers_twice.py", marker))
    assert str(bot.choose(VIEW, Limit()).action) == "+G"
    error = failure_of(bot)
    assert error.failure is Failure.UNREADABLE
    assert "answered more than once: '-LLL' was not asked for" in str(error)


def test_a_line_without_end(marker: str) -> None:
    error = failure_of(ProgramBot(program("endless_line.py", marker)))
    assert error.failure is Failure.UNREADABLE
    assert "a line of more than 10000 bytes" in str(error)


def test_a_full_pipe_does_not_hold_us_up(marker: str) -> None:
    bot = ProgramBot(program("never_reads.py", "+G", marker))
    bot.choose(VIEW, Limit())

    def fill() -> None:
        for _ in range(1000):
            bot.choose(VIEW, Limit(seconds=1))

    with pytest.raises(BotFailed) as caught:
        fill()
    assert caught.value.failure is Failure.LATE


def test_a_closed_output(marker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    give_up_soon(monkeypatch)
    error = failure_of(ProgramBot(program("closes_output.py", marker)))
    assert error.failure is Failure.DIED
    assert "closed its standard input or output" in str(error)


def test_a_child_that_outlives_a_dead_program(marker: str) -> None:
    bot = ProgramBot(program("leaves_child.py", marker))
    bot.choose(VIEW, Limit())
    assert there_are(2, marker)
    error = failure_of(bot)
    assert error.failure is Failure.DIED
    assert "ended with exit code 4" in str(error)


def test_a_child_that_outlives_a_closed_program(marker: str) -> None:
    with ProgramBot(program("leaves_child.py", marker)) as bot:
        bot.choose(VIEW, Limit())


def test_a_program_that_will_not_stop(marker: str) -> None:
    with ProgramBot(program("will_not_stop.py", marker)) as bot:
        bot.choose(VIEW, Limit())
        assert len(processes(marker)) == 1


def test_a_bot_that_is_forgotten(marker: str) -> None:
    bot = ProgramBot(program("will_not_stop.py", marker))
    bot.choose(VIEW, Limit())
    assert len(processes(marker)) == 1
    del bot
    assert all_gone(marker)


def test_after_a_failure_a_fresh_program_is_started(marker: str, tmp_path: Path) -> None:
    with ProgramBot(program("bad_first_time.py", str(tmp_path / "flag"), marker)) as bot:
        assert failure_of(bot).failure is Failure.DIED
        assert str(bot.choose(VIEW, Limit()).action) == "-P"


def test_a_failure_can_be_sent_to_another_process() -> None:
    error = failure_of(ProgramBot(program("answers.py", "-CCC")))
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own pickle
    assert (copy.failure, str(copy)) == (error.failure, str(error))


def test_an_interrupted_request_leaves_nothing(marker: str) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    def interrupt_soon() -> None:  # called while it waits, so never too early
        if not asked:
            asked.append(True)
            signal.setitimer(signal.ITIMER_REAL, 0.2)

    asked: list[bool] = []
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with ProgramBot(program("never_answers.py", marker), interrupt_soon) as bot:
            with pytest.raises(KeyboardInterrupt):
                bot.choose(VIEW, Limit())
            assert all_gone(marker)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_wait_can_be_given_up(marker: str) -> None:
    looks: list[int] = []

    def look() -> None:
        looks.append(len(processes(marker)))  # none while it is being started
        if looks[-3:] == [1, 1, 1]:
            raise InterruptedError

    bot = ProgramBot(program("never_answers.py", marker), look)
    with pytest.raises(InterruptedError):
        bot.choose(VIEW, Limit(seconds=600))
    assert max(looks) == 1
    assert all_gone(marker)


# --- Command lines that are no program ---


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-program-here --fast", "no-such-program-here was not found"),
        (shlex.join([str(ROOT / "README.md")]), "README.md was not found"),
    ],
    ids=["not found", "not executable"],
)
def test_a_program_that_is_not_there(command: str, why: str) -> None:
    with pytest.raises(UnknownBot, match=why):
        ProgramBot.require(command)
    error = failure_of(ProgramBot(command))
    assert error.failure is Failure.DIED
    assert "cannot be started" in str(error)


@pytest.mark.parametrize(
    ("command", "why"),
    [("python3 'bot.py", "quotation mark"), ("  ", "empty"), ("''", "empty")],
)
def test_a_command_line_that_cannot_be_read(command: str, why: str) -> None:
    for read in (ProgramBot.require, ProgramBot):
        with pytest.raises(UnknownBot, match=why):
            read(command)


def test_a_program_that_is_there_is_accepted_without_being_started(marker: str) -> None:
    ProgramBot.require(program("never_answers.py", marker))
    assert processes(marker) == []


# --- Windows: pipes that cannot be waited for, no groups of processes ---


@pytest.fixture
def other_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipes, "CAN_SELECT_PIPES", False)
    monkeypatch.delattr(os, "killpg")


@pytest.mark.usefixtures("other_system")
def test_programs_play_on_systems_that_wait_for_sockets_only(marker: str) -> None:
    def choose(view: View) -> Action:
        return bot.choose(view, Limit()).action

    with ProgramBot(f"{PYTHON_BOT} {marker}") as bot:
        assert play_round(1, choose).end is not None


@pytest.mark.usefixtures("other_system")
@pytest.mark.parametrize(
    ("name", "failure", "why"),
    [
        ("never_answers.py", Failure.LATE, "no answer within"),
        ("exits_at_once.py", Failure.DIED, "CamelError:  [31mno camels"),
        ("endless_line.py", Failure.UNREADABLE, "more than 10000 bytes"),
        ("closes_output.py", Failure.DIED, "closed its standard input or output"),
    ],
)
def test_they_fail_there_as_everywhere(
    name: str, failure: Failure, why: str, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "closes_output.py":
        give_up_soon(monkeypatch)
    limit = SHORT if failure is Failure.LATE else Limit()
    error = failure_of(ProgramBot(program(name, marker)), limit)
    assert error.failure is failure
    assert why in str(error)


@pytest.mark.usefixtures("other_system")
def test_last_words_that_arrive_after_the_end(marker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    carry = pipes._carry_out

    def late(pipe: IO[bytes], far: socket.socket) -> None:
        time.sleep(0.3)
        carry(pipe, far)

    monkeypatch.setattr(pipes, "_carry_out", late)
    error = failure_of(ProgramBot(program("exits_at_once.py", marker)))
    assert "CamelError:  [31mno camels" in str(error)


def test_a_backslash_is_a_part_of_a_path_on_windows() -> None:
    command = r"""C:\Python\python.exe "C:\my bots\bot.py" 'C:\a file' -v"""
    words = [r"C:\Python\python.exe", r"C:\my bots\bot.py", r"C:\a file", "-v"]
    assert split_words(command, is_windows=True) == words


# --- Processes of ours that end without closing ---

STARTED = """
import multiprocessing, os, sys
from jaipur import View
from jaipur.bots import pipes
from jaipur.bots.program_bot import ProgramBot, split_words
from jaipur.bots.protocol import Limit

command, line = sys.argv[1:]

def play():
    global bot
    bot = ProgramBot(command)
    bot.choose(View.parse(line), Limit(seconds=120))

"""


@pytest.mark.parametrize(
    ("ending", "code"),
    [
        ("play(); kept = [bot]; kept.append(kept)", 0),
        ("play(); raise KeyboardInterrupt", -signal.SIGINT),
        ("work = multiprocessing.get_context('fork').Process(target=play)\nwork.start()", 0),
    ],
    ids=["end", "interrupt", "worker"],
)
def test_nothing_is_left_when_we_end(ending: str, code: int, marker: str) -> None:
    command = program("will_not_stop.py", marker)
    words = [sys.executable, "-c", STARTED + ending, command, str(VIEW)]
    done = subprocess.run(words, check=False, stderr=subprocess.PIPE, text=True)
    assert done.returncode == code, done.stderr
    assert "ResourceWarning" not in done.stderr


def test_a_forked_copy_leaves_the_program_alone(marker: str) -> None:
    ending = (
        "play()\n"
        "copy = os.fork() or exit()\n"
        "os.waitpid(copy, 0)\n"
        "bot.choose(View.parse(line), Limit(seconds=120))\n"
    )
    command = program("exits_after_two.py", marker)
    words = [sys.executable, "-c", STARTED + ending, command, str(VIEW)]
    subprocess.run(words, check=True)


# --- The other side: our bots for programs of others ---


class Last:
    """A bot that does the last legal thing, and fails where it is told to."""

    fails = False

    def act(self, view: View, limit: Limit) -> Action:
        assert limit == Limit()
        if self.fails:
            raise BotFailed(Failure.DIED, "It broke\nin two.")
        return view.legal_actions()[-1]


def spoken(*lines: str, bot: Last | None = None) -> list[str]:
    """What a bot says to some lines."""
    answers: list[str] = []
    run_stdio_bot((bot or Last()).act, Limit(), lines, answers.append)
    return answers


def line_of(view: View) -> str:
    return json.dumps(view_to_json(view)) + "\n"


def test_views_are_answered_with_actions() -> None:
    after = START.play_all([VIEW.legal_actions()[0]])
    assert spoken(line_of(VIEW), "\n", "  \n", line_of(after.view(1)), line_of(VIEW)) == [
        "-P", str(after.legal_actions()[-1]), "-P",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello", "The line is not JSON: Expecting value"),
        ("[" * 100_000, "The line is not JSON: "),
        ("[]", "A view is a JSON object"),
        ("{}", "A view is a JSON object"),
        (line_of(VIEW).replace('"SCCP"', '"SC\\nCP"'), "The view is invalid at hand: "),
        (
            line_of(VIEW).replace('"turn": 0', '"turn": 1'),
            "The view contradicts itself: legal_actions",
        ),
        (line_of(START.view(1)), "In this view seat 0 is to act, not seat 1 whose view it is."),
        (line_of(play_round(1, lambda v: v.legal_actions()[0]).view(0)), "The round of this view"),
    ],
    ids=["words", "deep", "list", "object", "hand", "contradiction", "not to act", "over"],
)
def test_other_lines_are_answered_with_an_error_and_it_goes_on(line: str, why: str) -> None:
    error, action = spoken(line, line_of(VIEW))
    assert error.startswith(f"error {why}")
    assert "\n" not in error
    assert action == "-P"


def test_a_bot_of_ours_that_fails_says_so_on_one_line() -> None:
    broken = Last()
    broken.fails = True
    assert spoken(line_of(VIEW), bot=broken) == ["error It broke in two."]
