"""Runs: all pairs, the same results for any number of jobs, sequential stopping, interruption."""

import uuid
from collections.abc import Iterator

import numpy as np
import pytest

from jaipur.arena.entrants import parse_entrants
from jaipur.arena.results import DEAL, POINTS_A, SEAT_A, PairResult, failed_by
from jaipur.arena.run import Schedule
from jaipur.arena.runner import play
from jaipur.arena.sprt import AdjustedSprt, Sprt, Verdict
from jaipur.arena.statistics import FloatArray
from jaipur.arena.summary import Unit
from jaipur.bots.ladder import NAMES
from jaipur.bots.protocol import LimitError, UnknownBot
from tests.depth import long

from ..bots.test_program_bot import PYTHON_BOT, all_gone, comes_true, processes, program
from ..patience import PATIENCE

SEED = 5


@pytest.fixture
def marker() -> Iterator[str]:
    """A word for the command lines of a test, after which no process may be left."""
    word = uuid.uuid4().hex
    yield word
    assert all_gone(word)


def schedule(
    *texts: str,
    deals: int = 6,
    unit: Unit = "round",
    sprt: Sprt | None = None,
    seconds: float = PATIENCE,
) -> Schedule:
    return Schedule(parse_entrants(texts, seconds), deals, SEED, unit, sprt)


def assert_same(some: list[PairResult], others: list[PairResult]) -> None:
    assert [(pair.a, pair.b) for pair in some] == [(pair.a, pair.b) for pair in others]
    for one, other in zip(some, others, strict=True):
        assert np.array_equal(one.games, other.games)


# --- Who plays ---


def test_everybody_plays_everybody_over_the_same_deals() -> None:
    results = play(schedule("greedy", "random", "trader:5", deals=5), jobs=2).results()
    assert [(pair.a, pair.b) for pair in results] == [
        ("greedy", "random"), ("greedy", "trader:5"), ("random", "trader:5"),
    ]  # fmt: skip
    for pair in results:
        assert pair.games[:, DEAL].tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
        assert pair.games[:, SEAT_A].tolist() == [0, 1] * 5
        assert min(pair.seconds) > 0


def test_a_pair_plays_alike_whoever_else_is_there() -> None:
    three = play(schedule("novice", "greedy", "random"), jobs=1).results()
    two = play(schedule("novice", "random"), jobs=1).results()
    assert_same(three[1:2], two)


def test_bots_given_twice_get_names_of_their_own() -> None:
    entrants = parse_entrants(["greedy", " greedy", "trader:5", "greedy", PYTHON_BOT, PYTHON_BOT])
    assert [entrant.name for entrant in entrants] == [
        "greedy", "greedy (2)", "trader:5", "greedy (3)", PYTHON_BOT, f"{PYTHON_BOT} (2)",
    ]  # fmt: skip
    assert [entrant.player is None for entrant in entrants] == [False] * 4 + [True] * 2


def test_names_that_look_like_numbered_ones_are_told_apart() -> None:
    names = [entrant.name for entrant in parse_entrants(["sh x", "sh x (2)", "sh x", "sh x (2)"])]
    assert names == ["sh x", "sh x (2)", "sh x (3)", "sh x (2) (2)"]


def test_any_space_makes_a_command_line() -> None:
    assert parse_entrants(["greedy", "sh\tx"])[1].player is None


def test_a_limit_of_nodes_is_kept() -> None:
    greedy, few, usual = parse_entrants(["greedy", "trader:5", "trader"])
    assert greedy.limit.nodes == 1
    assert few.limit.nodes == 5
    assert usual.player
    assert usual.limit == usual.player.limit


def test_programs_have_the_time_that_is_given() -> None:
    assert parse_entrants(["greedy", PYTHON_BOT], 0.5)[1].limit.seconds == 0.5


@pytest.mark.parametrize(
    ("texts", "error", "why"),
    [
        (["greedy"], UnknownBot, "needs two bots"),
        ([], UnknownBot, "needs two bots"),
        (["greedy", "merchnat"], UnknownBot, ", ".join(NAMES)),
        (["greedy", "mybot.py"], UnknownBot, 'command line in quotes: "python3 mybot.py"'),
        (["greedy", "merchant:0"], LimitError, "from 1 to"),
        (["greedy", "merchant:x"], LimitError, "'x' is not a node count"),
        (["greedy:5", "random"], LimitError, "greedy does not search"),
        (["greedy", "no-such-program --fast"], UnknownBot, "no-such-program was not found"),
        (["greedy", "./no-such-program"], UnknownBot, "./no-such-program was not found"),
        (["greedy", "python3 'bot.py"], UnknownBot, "quotation mark"),
    ],
)
def test_bots_that_cannot_play(texts: list[str], error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        parse_entrants(texts)


# --- The same for any number of jobs ---


@pytest.mark.parametrize(
    "some",
    [
        schedule("greedy", "random", "novice", deals=150),
        schedule("trader:5", "greedy", deals=13),
        schedule("trader:5", "novice", deals=7, unit="match"),
        schedule("greedy", "novice", deals=300, sprt=Sprt(-10, 10)),
        schedule("greedy", "trader:5", "random", deals=60, sprt=Sprt(0, 200)),
        schedule("greedy", "novice", "random", deals=300, sprt=AdjustedSprt(-10, 10)),
        schedule("greedy", PYTHON_BOT, deals=5),
    ],
    ids=["quick", "search", "matches", "sequential", "sequential search", "adjusted", "program"],
)
def test_the_number_of_jobs_makes_no_difference(some: Schedule) -> None:
    one, two, five = (play(some, jobs=jobs).results() for jobs in (1, 2, 5))
    assert_same(one, two)
    assert_same(one, five)
    assert all(len(pair.games) for pair in one)


@pytest.mark.parametrize("jobs", [1, 3])
def test_progress_adds_up_to_the_whole(jobs: int) -> None:
    heard: list[int] = []
    some = schedule("greedy", "random", "trader:5", deals=70)
    play(some, jobs=jobs, progress=heard.append)
    assert sum(heard) == 2 * 70 * 3
    assert min(heard) > 0


def test_a_bot_against_itself_scores_exactly_half() -> None:
    (pair,) = play(schedule("greedy", "greedy", deals=100), jobs=2).results()
    assert pair.games[:, POINTS_A].mean() == 1


# --- Sequential stopping ---


@pytest.mark.parametrize("test", [Sprt(-10, 10), AdjustedSprt(-10, 10)])
def test_a_pair_stops_as_soon_as_the_test_is_sure(test: Sprt) -> None:
    some = schedule("greedy", "random", deals=5_000, sprt=test)
    heard: list[int] = []
    run = play(some, jobs=2, progress=heard.append)
    (pair,) = run.results()
    deals = len(pair.games) // 2
    assert sum(heard) < 2 * 5_000
    assert run.sure_after(0) == deals < sum(heard)
    scores = test.scores(pair.games)
    assert test.verdict(scores) is Verdict.ACCEPT_H1
    assert test.verdict(scores[:-1]) is Verdict.GOING_ON
    whole = play(schedule("greedy", "random", deals=deals), jobs=1).results()
    assert_same([pair], whole)


def test_no_deal_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    really = Sprt._ratios

    def ratios(self: Sprt, counts: FloatArray) -> FloatArray:
        looked.append(len(counts))
        return really(self, counts)

    monkeypatch.setattr(Sprt, "_ratios", ratios)
    play(schedule("greedy", "greedy", deals=300, sprt=Sprt(-10, 10)), jobs=2)
    assert sum(looked) == 300


def test_a_test_that_is_never_sure_plays_all_deals() -> None:
    run = play(schedule("greedy", "greedy", deals=40, sprt=Sprt(-10, 10)), jobs=2)
    assert run.sure_after(0) is None
    assert len(run.results()[0].games) == 80


def test_every_pair_has_a_test_of_its_own() -> None:
    run = play(schedule("random", "greedy", "greedy", deals=130, sprt=Sprt(-10, 10)), jobs=2)
    lengths = [len(pair.games) for pair in run.results()]
    assert lengths[0] == lengths[1] < lengths[2] == 260
    assert [run.sure_after(pair) is None for pair in range(3)] == [False, False, True]


# --- Failures and interruption ---


def test_a_program_that_fails_leaves_the_other_pairs_alone(marker: str) -> None:
    broken = program("answers.py", "+G-C", marker)
    run = play(schedule("greedy", broken, "random", deals=3), jobs=2)
    first, others, last = run.results()
    assert_same([others], play(schedule("greedy", "random", deals=3), jobs=1).results())
    assert first.games[:, POINTS_A].tolist() == [2] * 6
    assert last.games[:, POINTS_A].tolist() == [0] * 6
    assert failed_by(first.games, 1).sum() == failed_by(last.games, 0).sum() == 6
    assert failed_by(first.games, 0).sum() == failed_by(last.games, 1).sum() == 0
    (sentence,) = run.sentences()
    assert sentence.startswith(f"{broken} answered with an illegal action.")
    (translated,) = run.sentences(lambda words: f"« {words} »")
    assert translated.startswith(f"« {broken} answered")
    assert "« an exchange is at least two cards for two »" in translated


def test_two_programs_that_hang_both_lose_when_it_is_their_turn(marker: str) -> None:
    first, second = program("never_answers.py", marker), program("never_answers.py", marker, "b")
    run = play(schedule(first, second, deals=2, seconds=0.2), jobs=2)
    (pair,) = run.results()
    # Whoever starts loses, so that each loses one game of a deal.
    assert pair.games[:, POINTS_A].reshape(-1, 2).sum(axis=1).tolist() == [2, 2]
    assert [failed_by(pair.games, side).sum() for side in (0, 1)] == [2, 2]
    assert {sentence.split(" gave no answer")[0] for sentence in run.sentences()} == {first, second}


def interrupt_when_running(marker: str) -> None:
    """The first piece is done, and the next ones last for ever: when the program runs, stop."""
    assert comes_true(lambda: bool(processes(marker)))
    raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, pytest.param(3, marks=long)])
def test_an_interrupted_run_leaves_no_process(jobs: int, marker: str) -> None:
    hanging = program("never_answers.py", marker)
    some = schedule("random", "greedy", hanging, deals=400, seconds=600)
    with pytest.raises(KeyboardInterrupt):
        play(some, jobs=jobs, progress=lambda _: interrupt_when_running(marker))
    assert all_gone(marker)


@long
def test_a_failure_of_ours_ends_the_run_and_leaves_no_process(marker: str) -> None:
    def fail(_: int) -> None:
        raise OSError("no more paper")

    with pytest.raises(OSError, match="no more paper"):
        play(
            schedule("random", program("will_not_stop.py", marker), deals=400),
            jobs=2,
            progress=fail,
        )
    assert all_gone(marker)
