"""`jaipur arena` and `jaipur bot`, as a person or a program calls them."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jaipur import Position, SeededDeals
from jaipur.arena.run import DEALS_OF_SEARCH
from jaipur.bots.ladder import NAMES, parse_player
from jaipur.bots.ladder_bot import LadderBot
from jaipur.view_json import view_to_json
from tests.depth import long

from ..bots.test_program_bot import PYTHON_BOT, all_gone, processes, program
from ..patience import PATIENCE
from ..test_cli import document, jaipur

PLAYER_KEYS = {"name", "elo", "low", "high"}
PAIR_KEYS = {
    "a", "b", "rounds", "wins_a", "wins_b", "draws", "score_a", "low", "high", "adjusted_a",
    "adjusted_low", "adjusted_high", "luck_a", "fewer",
}  # fmt: skip
PATIENT = ("--timeout", str(PATIENCE))  # a busy machine is no failure of a program
TEN = ("--rounds", "10", "--seed", "3")
START = Position.deal(SeededDeals(7).deal(0))
VIEW_LINE = json.dumps(view_to_json(START.view(START.turn)))

# A test run in the background may ignore Ctrl-C, and so would what it starts.
HEARS_CTRL_C = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from jaipur.cli import main; main()"
)


@pytest.fixture
def marker() -> Iterator[str]:
    """A word for the command lines of a test, after which no process may be left."""
    word = uuid.uuid4().hex
    yield word
    assert all_gone(word)


@pytest.fixture
def machine_code() -> None:
    """Compiled here, where nobody waits for it: a command on a busy machine may take minutes."""
    done = jaipur("arena", "greedy", "trader:50", "--rounds", "2", "--seed", "3")
    assert done.exit_code == 0, done.output


def start(*arguments: str) -> subprocess.Popen[str]:
    """The command in a process of its own, in English."""
    return subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *arguments],
        env=os.environ | {"JAIPUR_LANG": "en"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until(ready: Callable[[], object]) -> None:
    """Wait for something that another process does."""
    for _ in range(int(100 * PATIENCE)):
        if ready():
            return
        time.sleep(0.01)
    pytest.fail("it did not come about")


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def refusal(*arguments: str) -> str:
    """The one sentence of a refused command, and nothing else."""
    done = jaipur(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def without_times(report: Any) -> Any:
    """A report without what depends on the machine."""
    for player in report["players"]:
        del player["ms_per_action"]
    return report


# --- Reports ---


def test_json_has_what_was_promised() -> None:
    report = document("arena", "greedy", "random", "trader:5", *TEN)
    assert (report["unit"], report["seed"]) == ("round", 3)
    assert [(pair["a"], pair["b"]) for pair in report["pairs"]] == [
        ("greedy", "random"), ("greedy", "trader:5"), ("random", "trader:5"),
    ]  # fmt: skip
    for player in report["players"]:
        assert set(player) >= PLAYER_KEYS
        assert player["low"] <= player["elo"] <= player["high"]
    for pair in report["pairs"]:
        assert set(pair) >= PAIR_KEYS
        assert pair["rounds"] == 10 == pair["wins_a"] + pair["wins_b"] + pair["draws"]
        assert pair["score_a"] == (pair["wins_a"] + pair["draws"] / 2) / 10
        assert pair["low"] <= pair["score_a"] <= pair["high"]
        assert pair["adjusted_low"] < pair["adjusted_a"] < pair["adjusted_high"]
        assert pair["luck_a"] == pytest.approx(pair["score_a"] - pair["adjusted_a"])
        assert pair["luck_a"]
    elos = {player["name"]: player["elo"] for player in report["players"]}
    assert elos["greedy"] == 1500 > elos["random"]


def test_the_number_of_jobs_makes_no_difference() -> None:
    one, two = (
        without_times(document("arena", "greedy", "trader:5", *TEN, "--jobs", jobs))
        for jobs in ("1", "2")
    )
    assert one == two


def test_text_names_everybody() -> None:
    done = jaipur("arena", "greedy", "random", *TEN)
    assert done.exit_code == 0
    assert done.stdout.startswith("10 rounds between 2 entrants")
    assert "greedy = 1500" in done.stdout
    assert "random" in done.stdout


def test_an_odd_number_of_rounds_gets_one_more() -> None:
    report = document("arena", "greedy", "random", "--rounds", "9", "--seed", "3")
    assert report["pairs"][0]["rounds"] == 10


def test_whole_matches() -> None:
    report = document("arena", "greedy", "random", "--matches", "6", "--seed", "3")
    (pair,) = report["pairs"]
    assert report["unit"] == "match"
    assert pair["matches"] == 6 == pair["wins_a"] + pair["wins_b"]
    assert pair["rounds"] >= 12
    assert pair["draws"] == 0


def test_the_page_is_written(tmp_path: Path) -> None:
    for language in ("en", "fr"):
        page = tmp_path / f"{language}.html"
        done = jaipur("arena", "greedy", "random", *TEN, "--html", str(page), "--lang", language)
        assert done.exit_code == 0
        text = page.read_text("utf-8")
        assert text.startswith("<!DOCTYPE html>")
        assert f'<html lang="{language}">' in text
        assert "random" in text
        assert "greedy" in done.stdout


def test_the_report_speaks_french() -> None:
    done = jaipur("arena", "greedy", "random", *TEN, "--lang", "fr")
    assert "10 manches" in done.stdout
    assert "rounds" not in done.stdout


def test_the_same_bot_twice_draws_level() -> None:
    report = document("arena", "greedy", "greedy", *TEN)
    assert {player["name"] for player in report["players"]} == {"greedy", "greedy (2)"}
    assert report["pairs"][0]["score_a"] == 0.5


def test_until_sure_stops_and_says_why() -> None:
    report = document("arena", "greedy", "random", "--seed", "3", "--until-sure")
    (pair,) = report["pairs"]
    assert pair["rounds"] < 1000
    assert pair["sprt"]["verdict"] == "at least elo1"
    assert (pair["sprt"]["elo0"], pair["sprt"]["elo1"]) == (-10, 10)
    bounds = ("--until-sure", "--elo0", "0", "--elo1", "30")
    text = jaipur("arena", "random", "greedy", "--seed", "3", "--rounds", "500", *bounds)
    assert "at most +0 Elo" in text.stdout


def test_until_sure_can_take_adjusted_scores() -> None:
    bots = ("arena", "greedy", "random", "--seed", "3", "--until-sure", "--adjusted")
    (pair,) = document(*bots)["pairs"]
    assert 64 <= pair["rounds"] < 1000
    assert pair["sprt"]["verdict"] == "at least elo1"
    assert pair["sprt"]["adjusted"] is True
    assert "Sequential test of the adjusted score" in jaipur(*bots).stdout


def test_failures_are_told_apart_from_the_report(marker: str) -> None:
    broken = program("answers.py", "hello", marker)
    four = ("--rounds", "4", "--seed", "3", *PATIENT)
    done = jaipur("arena", "greedy", broken, *four, "--json")
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    failed = {player["name"]: player["failed"] for player in report["players"]}
    assert failed[broken] == {"illegal": 0, "unreadable": 4, "late": 0, "died": 0}
    assert sum(failed["greedy"].values()) == 0
    assert report["pairs"][0]["wins_a"] == 4
    assert f"{broken} answered 'hello'" in done.stderr
    assert "failed" in jaipur("arena", "greedy", broken, *four).stdout


def test_many_different_failures_are_not_all_told(marker: str) -> None:
    commands = [program("answers.py", "hello", marker, str(number)) for number in range(7)]
    done = jaipur("arena", "greedy", *commands[:7], "--rounds", "2", "--seed", "3", *PATIENT)
    assert done.stderr.count("answered 'hello'") == 5
    assert "more." in done.stderr


# --- What is refused ---

NOT_FOUND = "no-such-program --fast"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("greedy", "merchnat", *TEN), "There is no bot named merchnat; there are random, novice"),
        (("greedy", "merchant:0", *TEN), "from 1 to 1000000, not 0"),
        (("greedy", "merchant:x", *TEN), "'x' is not a node count"),
        (("greedy", "merchant:", *TEN), "'' is not a node count"),
        (("greedy:9", "random", *TEN), "greedy does not search"),
        (("greedy", *TEN), "needs two bots or more"),
        (TEN, "Missing argument"),
        (("greedy", "random", "--seed", "3"), "--rounds N or --matches N"),
        (("greedy", "random", *TEN, "--matches", "4"), "--rounds N or --matches N"),
        (("greedy", "random", *TEN, "--matches", "4", "--until-sure"), "--rounds N or --matches N"),
        (("greedy", "random", "--rounds", "0", "--seed", "3"), "from 1 to"),
        (("greedy", "random", "--rounds", "many", "--seed", "3"), "'many' is not a whole number"),
        (("greedy", "random", "--rounds", "2"), "Missing option '--seed'"),
        (("greedy", "random", *TEN, "--jobs", "0"), "'0' is not a whole number"),
        (("greedy", "random", *TEN, "--timeout", "0"), "--timeout"),
        (("greedy", "random", *TEN, "--timeout", "soon"), "'soon' is not"),
        (("greedy", PYTHON_BOT, *TEN, "--timeout", "nan"), "'nan' is not a number with 0<x<=3600"),
        (("greedy", "random", *TEN, "--timeout", "nan"), "'nan' is not a number with 0<x<=3600"),
        (("greedy", NOT_FOUND, *TEN), "no-such-program was not found"),
        (("greedy", "python3 'bot.py", *TEN), "a quotation mark in it is not closed"),
        (("greedy", "random", *TEN, "--until-sure", "--elo0", "5", "--elo1", "5"), "5.0 is not"),
        (("greedy", "random", *TEN, "--until-sure", "--elo0", "50"), "50.0 is not below 10.0"),
        (("greedy", "random", *TEN, "--adjusted"), "--adjusted belongs to --until-sure."),
        (("greedy", "random", *TEN, "--lang", "de"), "'de' is not one of"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    arguments: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    files = ("--results", str(tmp_path / "results"), "--html", str(tmp_path / "page.html"))
    assert why in refusal("arena", *arguments, *files)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("bound", ["--elo0=-1e9", "--elo0=-inf", "--elo1=inf", "--elo1=20000"])
def test_elo_bounds_that_no_score_can_show_are_refused(bound: str) -> None:
    assert "elo" in refusal("arena", "greedy", "random", *TEN, "--until-sure", bound).lower()


def test_the_names_are_listed_for_an_unknown_bot() -> None:
    assert ", ".join(NAMES) in refusal("arena", "greedy", "merchnat", *TEN)


def test_files_that_cannot_be_written_are_refused_at_once(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "file")
    for option in ("--results", "--html"):
        why = refusal("arena", "greedy", "random", *TEN, option, nowhere)
        assert f"{nowhere} (No such file or directory)" in why
        assert "is a directory" in refusal("arena", "greedy", "random", *TEN, option, str(tmp_path))


def test_the_results_of_another_run_are_refused_and_no_page_is_left(tmp_path: Path) -> None:
    kept, page = tmp_path / "results", tmp_path / "page.html"
    files = ("--results", str(kept), "--html", str(page))
    assert jaipur("arena", "greedy", "random", *TEN, "--results", str(kept)).exit_code == 0
    before = kept.read_bytes()
    why = refusal("arena", "greedy", "random", "--rounds", "10", "--seed", "4", *files)
    assert "its seed is 3, here it is 4" in why
    assert kept.read_bytes() == before
    assert not page.exists()


def test_results_and_page_are_two_files(tmp_path: Path) -> None:
    both = str(tmp_path / "file")
    why = refusal("arena", "greedy", "random", *TEN, "--results", both, "--html", both)
    assert f"need different files: {both}" in why


def test_a_page_that_no_longer_fits_on_the_disk() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    done = jaipur("arena", "greedy", "random", *TEN, "--html", "/dev/full")
    assert done.exit_code == 2
    assert "cannot be written to /dev/full (No space left on device)" in done.stderr


# --- Going on ---


def test_results_are_kept_and_used_again(tmp_path: Path) -> None:
    kept = tmp_path / "results"
    first = document("arena", "greedy", "random", *TEN, "--results", str(kept))
    before = kept.read_bytes()
    assert document("arena", "greedy", "random", *TEN, "--results", str(kept)) == first
    assert kept.read_bytes() == before
    more = ("--rounds", "14", "--seed", "3")
    longer = without_times(document("arena", "greedy", "random", *more, "--results", str(kept)))
    assert longer == without_times(document("arena", "greedy", "random", *more))


@long
@pytest.mark.usefixtures("machine_code")
def test_a_killed_run_goes_on(marker: str, tmp_path: Path) -> None:
    kept, may_end = tmp_path / "results", tmp_path / "may-end"
    bots = ("greedy", "trader:50", program("waits_for_file.py", str(may_end), marker))
    command = ("arena", *bots, "--rounds", str(6 * DEALS_OF_SEARCH), "--seed", "3", *PATIENT)
    pieces_of_search, pieces_of_programs = 3, 2
    all_lines = 1 + pieces_of_search + pieces_of_programs
    run = start(*command, "--jobs", "1", "--results", str(kept))
    try:
        until(lambda: lines_in(kept) == 1 + pieces_of_search)
    finally:
        run.kill()
        may_end.touch()
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    assert lines_in(kept) < all_lines
    resumed = without_times(document(*command, "--results", str(kept)))
    assert resumed == without_times(document(*command))
    assert lines_in(kept) == all_lines


def interrupted(run: subprocess.Popen[str], how: signal.Signals = signal.SIGINT) -> tuple[str, str]:
    """What a run says after Ctrl-C, which must end it."""
    run.send_signal(how)
    try:
        return run.communicate(timeout=PATIENCE)
    finally:
        if run.poll() is None:
            run.kill()
            run.communicate()


@pytest.mark.usefixtures("machine_code")
def test_ctrl_c_ends_a_run_and_says_how_to_go_on(marker: str, tmp_path: Path) -> None:
    kept, page = tmp_path / "results", tmp_path / "page.html"
    bots = ("greedy", f"{PYTHON_BOT} {marker}")
    files = ("--results", str(kept), "--html", str(page))
    run = start("arena", *bots, "--rounds", "10000", "--seed", "3", *files)
    until(lambda: lines_in(kept) > 1)
    out, err = interrupted(run)
    assert run.returncode == 130
    assert out == ""
    assert f"Interrupted; the same command resumes from {kept}." in err
    assert "Traceback" not in err
    assert all_gone(marker)
    assert not page.exists()


def test_the_first_failure_is_told_at_once(marker: str) -> None:
    broken = program("answers.py", "hello", marker)
    run = start("arena", "greedy", broken, "--rounds", "100000", "--seed", "3", *PATIENT)
    assert run.stderr
    while "answered 'hello'" not in (line := run.stderr.readline()):
        assert line
    _, err = interrupted(run)
    assert "answered 'hello'" not in err


@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=long)])
def test_ctrl_c_is_heard_while_a_program_hangs(how: signal.Signals, marker: str) -> None:
    """Nobody waits ten minutes for a program they have given up."""
    command = program("never_answers.py", marker)
    run = start("arena", "greedy", command, "--rounds", "10", "--seed", "3", "--timeout", "600")
    # As words of their own: our own command line has the whole of it as one word.
    until(lambda: processes("\0".join(shlex.split(command))))
    _, err = interrupted(run, how)
    assert run.returncode == 130
    assert "Interrupted; with --results FILE the same command could have resumed the run." in err
    assert "Traceback" not in err


# --- jaipur bot ---


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nobody", "There is no bot named nobody; there are random"),
        ("merchant:0", "from 1 to"),
        ("merchant:x", "'x' is not a node count"),
        ("random:5", "random does not search"),
    ],
)
def test_a_bot_that_is_not_there_is_refused(name: str, why: str) -> None:
    assert why in refusal("bot", name)


@pytest.mark.parametrize("name", ["greedy", "trader:5"])
def test_a_bot_answers_views_until_its_input_ends(name: str) -> None:
    player, limit = parse_player(name)
    expected = str(LadderBot(player).choose(START.view(START.turn), limit).action)
    done = jaipur("bot", name, typed=f"{VIEW_LINE}\njunk\n\n{VIEW_LINE}\n")
    assert done.exit_code == 0
    first, error, last = done.stdout.splitlines()
    assert first == last == expected
    assert error.startswith("error The line is not JSON")


def test_a_bot_in_a_process_of_its_own_answers_line_by_line() -> None:
    run = start("bot", "greedy")
    assert run.stdin
    assert run.stdout
    for line, expected in ((VIEW_LINE, tuple("+-")), ("junk", "error "), (VIEW_LINE, tuple("+-"))):
        run.stdin.write(line + "\n")
        run.stdin.flush()
        assert run.stdout.readline().startswith(expected)
    out, err = run.communicate()
    assert (run.returncode, out, err) == (0, "", "")


def test_our_bot_as_a_program_draws_level_with_itself() -> None:
    ours = shlex.join([sys.executable, "-m", "jaipur", "bot", "greedy"])
    report = document("arena", "greedy", ours, "--rounds", "6", "--seed", "3", *PATIENT)
    assert report["pairs"][0]["score_a"] == 0.5
    assert report["pairs"][0]["margin"] == 0
    assert [player["failures"] for player in report["players"]] == [0, 0]
