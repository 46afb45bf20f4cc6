"""Results in a file: what was played is not played again, and other files are left alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jaipur.arena import playing, run, runner
from jaipur.arena.entrants import parse_entrants
from jaipur.arena.playing import Piece, PlayedPiece
from jaipur.arena.results import COLUMNS, DEAL, LUCK_A, SEAT_A, PairResult
from jaipur.arena.results_file import ResultsFile, ResultsFileError
from jaipur.arena.run import ArenaRun, Schedule
from jaipur.arena.runner import play
from jaipur.arena.sprt import AdjustedSprt, Sprt
from jaipur.arena.summary import Unit
from jaipur.bots.network_file import NetworkCard
from jaipur.bots.position_network import POSITION_NETWORK_FILE

from ..bots.test_program_bot import program
from ..patience import PATIENCE

DEALS = 150


def schedule(
    *texts: str, deals: int = DEALS, seed: int = 5, unit: Unit = "round", sprt: Sprt | None = None
) -> Schedule:
    return Schedule(
        parse_entrants(texts or ("greedy", "novice", "random"), PATIENCE), deals, seed, unit, sprt
    )


def play_into(
    path: Path, some: Schedule, progress: Callable[[int], None] = lambda _: None
) -> ArenaRun:
    return play(some, jobs=2, file=ResultsFile(path, some.describe()), progress=progress)


def assert_same(some: list[PairResult], others: list[PairResult]) -> None:
    assert [(pair.a, pair.b) for pair in some] == [(pair.a, pair.b) for pair in others]
    for one, other in zip(some, others, strict=True):
        assert np.array_equal(one.games, other.games)


def interrupt_after(pieces: int) -> Callable[[int], None]:
    heard: list[int] = []

    def progress(games: int) -> None:
        heard.append(games)
        if len(heard) == pieces:
            raise KeyboardInterrupt

    return progress


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def games_in(path: Path) -> list[tuple[int, int, int]]:
    """Pair, deal and seat of every game in a file."""
    lines = lines_of(path)[1:]
    return [(line["pair"], row[DEAL], row[SEAT_A]) for line in lines for row in line["games"]]


@pytest.fixture
def pieces(monkeypatch: pytest.MonkeyPatch) -> list[Piece]:
    """The pieces that are really played from now on."""
    seen: list[Piece] = []
    really = playing.play_piece

    def play_piece(piece: Piece, *others: Any) -> PlayedPiece:
        seen.append(piece)
        return really(piece, *others)

    monkeypatch.setattr(runner, "play_piece", play_piece)
    return seen


@pytest.fixture(scope="module")
def whole() -> list[PairResult]:
    """The results of the usual plan without a file."""
    return play(schedule(), jobs=1).results()


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file with all results of the usual plan."""
    path = tmp_path / "results.jsonl"
    play_into(path, schedule())
    return path


# --- Going on ---


@pytest.mark.parametrize("after", [1, 2, 5])
def test_an_interrupted_run_goes_on(
    after: int, tmp_path: Path, whole: list[PairResult], pieces: list[Piece]
) -> None:
    path = tmp_path / "results.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play_into(path, schedule(), interrupt_after(after))
    assert len(lines_of(path)) == 1 + after
    pieces.clear()
    heard: list[int] = []
    assert_same(play_into(path, schedule(), heard.append).results(), whole)
    assert sum(heard) == 2 * DEALS * 3
    assert len(pieces) == len(lines_of(path)) - 1 - after
    assert len(games_in(path)) == len(set(games_in(path))) == 2 * DEALS * 3


def test_a_file_that_is_complete_plays_nothing(
    kept: Path, whole: list[PairResult], pieces: list[Piece]
) -> None:
    before = kept.read_bytes()
    heard: list[int] = []
    again = play_into(kept, schedule(), heard.append)
    assert_same(again.results(), whole)
    assert pieces == []
    assert sum(heard) == 2 * DEALS * 3
    assert kept.read_bytes() == before


def test_times_are_kept_too(kept: Path) -> None:
    first, again = (play_into(kept, schedule()).results() for _ in range(2))
    assert [pair.seconds for pair in first] == [pair.seconds for pair in again]
    assert min(min(pair.seconds) for pair in first) > 0


def test_more_deals_later_go_on_from_it(
    kept: Path, whole: list[PairResult], pieces: list[Piece]
) -> None:
    run = play_into(kept, schedule(deals=200))
    assert {(piece.pair, piece.first) for piece in pieces} >= {(0, 150), (1, 150), (2, 150)}
    assert min(piece.first for piece in pieces) == DEALS
    assert sum(piece.deals for piece in pieces) == 3 * 50
    assert_same(run.results(), play(schedule(deals=200), jobs=1).results())
    assert_same(play_into(kept, schedule()).results(), whole)


def test_fewer_deals_use_only_those(kept: Path, pieces: list[Piece]) -> None:
    before = kept.read_bytes()
    run = play_into(kept, schedule(deals=10))
    assert pieces == []
    assert_same(run.results(), play(schedule(deals=10), jobs=1).results())
    assert kept.read_bytes() == before


def test_luck_is_kept_good_or_bad(kept: Path, whole: list[PairResult]) -> None:
    for pair, again in zip(whole, play_into(kept, schedule()).results(), strict=True):
        luck = again.games[:, LUCK_A]
        assert luck.min() < 0 < luck.max()
        assert luck.tolist() == pair.games[:, LUCK_A].tolist()


@pytest.mark.parametrize("sprt", [Sprt(-10, 10), AdjustedSprt(-10, 10)])
def test_a_sequential_test_can_start_from_it(sprt: Sprt, kept: Path, pieces: list[Piece]) -> None:
    some = schedule(sprt=sprt)
    run = play_into(kept, some)
    assert pieces == []
    assert_same(run.results(), play(some, jobs=1).results())


def test_a_sequential_test_does_not_leap_over_a_gap(kept: Path) -> None:
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:1] + lines[4:]), "utf-8")
    assert min(deal for _, deal, _ in games_in(kept)) > 0
    some = schedule(sprt=Sprt(-10, 10))
    assert_same(play_into(kept, some).results(), play(some, jobs=1).results())


def test_matches_go_on_too(tmp_path: Path) -> None:
    path, some = tmp_path / "results.jsonl", schedule("trader:5", "greedy", deals=12, unit="match")
    with pytest.raises(KeyboardInterrupt):
        play_into(path, some, interrupt_after(1))
    assert_same(play_into(path, some).results(), play(some, jobs=1).results())


def test_what_was_said_about_failures_is_kept(tmp_path: Path) -> None:
    path, some = tmp_path / "results.jsonl", schedule("greedy", program("killed.py"), deals=1)
    said = play_into(path, some).sentences()
    assert "SIGKILL" in said[0]
    assert play_into(path, some).sentences() == said


def test_only_failures_that_count_are_told(tmp_path: Path) -> None:
    path, broken = tmp_path / "results.jsonl", program("bad_first_time.py", str(tmp_path / "flag"))
    assert len(play_into(path, schedule("greedy", broken, deals=4)).sentences()) == 1
    (line,) = (line for line in lines_of(path)[1:] if line["failures"])
    line["failures"] = [[3, 1, "It failed in deal 3."]]
    path.write_text("\n".join(map(json.dumps, [lines_of(path)[0], line])) + "\n", "utf-8")
    assert play_into(path, schedule("greedy", broken, deals=4)).sentences() == [
        "It failed in deal 3."
    ]
    assert play_into(path, schedule("greedy", broken, deals=3)).sentences() == []


def test_a_torn_first_line_is_begun_again(kept: Path, whole: list[PairResult]) -> None:
    kept.write_bytes(kept.read_bytes()[:40])
    assert_same(play_into(kept, schedule()).results(), whole)
    assert_same(play_into(kept, schedule()).results(), whole)


def test_one_run_at_a_time_uses_a_file(kept: Path) -> None:
    first = ResultsFile(kept, schedule().describe())
    first.read()
    assert refusal(kept, schedule()) == f"{kept} is in use by another run."
    first.close()
    play_into(kept, schedule())
    assert not kept.with_name(f"{kept.name}.lock").exists()


def test_an_empty_file_is_begun(tmp_path: Path, whole: list[PairResult]) -> None:
    path = tmp_path / "results.jsonl"
    path.touch()
    assert_same(play_into(path, schedule()).results(), whole)
    assert_same(play_into(path, schedule()).results(), whole)


@pytest.mark.parametrize("cut", [1, 40, 1000])
def test_a_torn_last_line_is_played_again(
    cut: int, kept: Path, whole: list[PairResult], pieces: list[Piece]
) -> None:
    kept.write_bytes(kept.read_bytes()[:-cut])
    assert_same(play_into(kept, schedule()).results(), whole)
    assert len(pieces) == 1
    assert len(games_in(kept)) == len(set(games_in(kept))) == 2 * DEALS * 3


def test_a_line_that_was_removed_is_played_again(
    kept: Path, whole: list[PairResult], pieces: list[Piece]
) -> None:
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines[:2] + lines[3:]), "utf-8")
    assert_same(play_into(kept, schedule()).results(), whole)
    assert len(pieces) == 1


def test_a_line_that_is_there_twice_counts_once(kept: Path, whole: list[PairResult]) -> None:
    """Two runs that keep the same file at once write the same pieces."""
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    kept.write_text("".join(lines + lines[2:4]), "utf-8")
    assert_same(play_into(kept, schedule()).results(), whole)


# --- Files that cannot be used ---


def refusal(path: Path, some: Schedule) -> str:
    """The sentence that refuses a file, which is left as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(ResultsFileError) as refused:
        play_into(path, some)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert str(path) in str(refused.value)
    return str(refused.value)


def change(line: str, **parts: Any) -> str:
    return json.dumps(json.loads(line) | parts)


REST = [0, 0, 1, *[0] * (COLUMNS - 6)]
"""A row from its margin on: no rupees and no luck in one round."""

DAMAGED: dict[str, Callable[[str], str]] = {
    "words": lambda _: "camels",
    "nothing": lambda _: "",
    "cut": lambda line: line[: len(line) // 2],
    "object": lambda _: "{}",
    "list": lambda _: "[1]",
    "short row": lambda line: change(line, games=[[1, 0, 2]]),
    "words for games": lambda line: change(line, games="many"),
    "fraction": lambda line: line.replace(":[[0,", ":[[0.5,", 1),
    "least number": lambda line: change(line, games=[[-(2**63)] * COLUMNS, [0] * COLUMNS]),
    "other deals": lambda line: change(line, first=json.loads(line)["first"] + 1),
    "deep": lambda _: "[" * 100_000,
    "no games": lambda line: change(line, games=[]),
    "fraction of a pair": lambda line: change(line, pair=0.5),
    "huge first": lambda line: change(line, first=10**30),
    "no time": lambda line: change(line, seconds=[float("nan"), 0]),
    "endless time": lambda line: change(line, seconds=[10**400, 0]),
    "words for failures": lambda line: change(line, failures=["it failed"]),
    "huge number": lambda line: change(line, games=[[10**30] * COLUMNS, [0] * COLUMNS]),
    "half a deal": lambda line: change(line, games=json.loads(line)["games"][:-1]),
    "no such pair": lambda line: change(line, pair=3),
    "negative pair": lambda line: change(line, pair=-1),
    "no such points": lambda line: change(line, games=[[0, 0, 7, *REST], [0, 1, 2, *REST]]),
    "words for times": lambda line: change(line, seconds=["long", "short"]),
    "one time": lambda line: change(line, seconds=[1.0]),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_line_is_named(damage: Callable[[str], str], kept: Path) -> None:
    lines = kept.read_text("utf-8").splitlines()
    lines[2] = damage(lines[2])
    kept.write_text("\n".join(lines) + "\n", "utf-8")
    assert refusal(kept, schedule()).startswith(f"Line 3 of {kept} is damaged")


@pytest.mark.parametrize(
    ("some", "name", "given", "wanted"),
    [
        (schedule(seed=6), "seed", "5", "6"),
        (schedule("greedy", "random"), "bots", "novice", "['greedy', 'random']"),
        (
            schedule("novice", "greedy", "random"),
            "bots",
            "['greedy', 'novice'",
            "['novice', 'greedy'",
        ),
        (schedule("greedy", "novice", "trader:5"), "bots", "random", "trader:5"),
        (schedule(unit="match"), "unit", "round", "match"),
    ],
    ids=["seed", "fewer", "order", "other", "unit"],
)
def test_the_results_of_another_run_are_refused(
    some: Schedule, name: str, given: str, wanted: str, kept: Path
) -> None:
    why = refusal(kept, some)
    assert f"another run: its {name} is " in why
    theirs, ours = why.split("here it is")
    assert given in theirs
    assert wanted in ours


@pytest.mark.parametrize(
    ("name", "value"),
    [("nodes", [1, 1, 2]), ("version", 3), ("seed", None)],
)
def test_results_of_other_players_are_refused(name: str, value: object, kept: Path) -> None:
    first, *others = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join([change(first, **{name: value}), *others]) + "\n", "utf-8")
    assert f"its {name} is {value}" in refusal(kept, schedule())


def test_results_of_another_version_of_the_bots_are_refused(kept: Path) -> None:
    first, *others = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join([change(first, source="0123456789abcdef"), *others]) + "\n", "utf-8")
    assert "were played by another version of the bots" in refusal(kept, schedule())


def test_results_of_the_first_version_lack_the_luck(kept: Path) -> None:
    lines = lines_of(kept)
    first = {name: value for name, value in lines[0].items() if name != "luck"} | {"version": 1}
    for line in lines[1:]:
        line["games"] = [row[:LUCK_A] + row[LUCK_A + 1 :] for row in line["games"]]
    kept.write_text("\n".join(map(json.dumps, [first, *lines[1:]])) + "\n", "utf-8")
    assert refusal(kept, schedule()) == (
        f"The results in {kept} were saved by an older version, without the luck of each game. "
        "Name a new file; the games are played again."
    )


def test_luck_by_another_network_is_refused(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    another = kept.with_name("another.npz")
    another.write_bytes(POSITION_NETWORK_FILE.read_bytes() + b" ")
    monkeypatch.setattr(run, "POSITION_NETWORK_FILE", another)
    assert refusal(kept, schedule()) == (
        f"The luck in {kept} was measured by another version of Jaipur. "
        "Name a new file; the games are played again."
    )


def test_another_run_with_a_torn_line_is_left_alone(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-40])
    assert "another run" in refusal(kept, schedule(seed=6))


@pytest.mark.parametrize(
    "content",
    [
        b"dear diary\n",
        b"dear diary\ntoday I played",
        b"no end of line",
        b"{}\n",
        b"[]\n",
        b'{"format":"jaipur-arena"}\n',
        b"\n",
        b"\x00\xff\n\xfe",
    ],
    ids=["text", "text without end", "one line", "object", "list", "report", "blank", "binary"],
)
def test_a_file_of_something_else_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    assert refusal(path, schedule()) == f"{path} is not a file of arena results."


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "(No such file or directory)" in refusal(tmp_path / "nowhere" / "results", schedule())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "(Not a directory)" in refusal(tmp_path / "file" / "results", schedule())
    assert "(Is a directory)" in refusal(tmp_path, schedule())


def test_a_full_disk_is_said_before_anything_is_played(pieces: list[Piece]) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no /dev/full")
    assert "(No space left on device)" in refusal(full, schedule())
    assert pieces == []


def test_a_disk_that_fills_up_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file can be begun, and later no longer be written to."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    path = tmp_path / "results.jsonl"
    play_into(path, schedule(deals=1))
    really = Path.open

    def open_full(self: Path, mode: str = "r", **others: Any) -> Any:
        return really(Path("/dev/full") if mode == "ab" else self, mode, **others)

    monkeypatch.setattr(Path, "open", open_full)
    assert "(No space left on device)" in refusal(path, schedule())


def test_another_network_is_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """But only for players that play with it."""
    learned, others = schedule("greedy", "vizier"), schedule("greedy", "trader")
    before = learned.describe(), others.describe()
    monkeypatch.setattr(run, "network_card", lambda: NetworkCard("another", 4, "0" * 12))
    assert learned.describe() != before[0]
    assert others.describe() == before[1]


def test_another_rollout_network_is_another_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching, other = schedule("greedy", "maharaja").describe(), tmp_path / "another.npz"
    other.write_bytes(b"another")
    monkeypatch.setattr(run, "ROLLOUT_NETWORK_FILE", other)
    assert schedule("greedy", "maharaja").describe() != searching
