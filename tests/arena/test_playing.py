"""Pieces of work: what is dealt, what is played, what is counted, and programs that fail."""

import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from jaipur import BySeat, EndCause, Exchange, Match, Position, SeededDeals, Sell, View, other
from jaipur.arena import sides
from jaipur.arena.entrants import parse_entrants
from jaipur.arena.playing import (
    DEALS_OF_A_ROUND,
    NOBODY,
    Piece,
    PlayedPiece,
    play_piece,
    start_round,
)
from jaipur.arena.results import (
    ACTIONS,
    DEAL,
    FAILURES,
    MARGIN_A,
    NODES,
    POINTS_A,
    ROUNDS,
    SEAT_A,
    failed_by,
)
from jaipur.arena.sides import (
    ArenaSide,
    BotSide,
    EngineSide,
    side_of,
    side_of_player,
    warm_up,
)
from jaipur.bots.ladder import Player, parse_player
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.players.maharaja import MOST_OPTIONS
from jaipur.bots.protocol import Bot, BotFailed, Choice, Failure, Limit
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.goods import EXCHANGE_LIMIT, SEALS_TO_WIN
from jaipur.kernel.layout import Array, new_position
from jaipur.seats import as_seat

from ..bots.test_program_bot import all_gone, give_up_soon, program
from ..depth import tried
from ..patience import PATIENCE

SEED = 11
pytestmark = pytest.mark.usefixtures("tiny_network")
TOLD = (POINTS_A, MARGIN_A, ROUNDS, ACTIONS, ACTIONS + 1)


@pytest.fixture
def marker() -> Iterator[str]:
    """A word for the command lines of a test, after which no process may be left."""
    word = uuid.uuid4().hex
    yield word
    assert all_gone(word)


def play(
    *both: ArenaSide, deals: int = 4, first: int = 0, seed: int = SEED, matches: bool = False
) -> PlayedPiece:
    try:
        return play_piece(Piece(0, first, deals), both, seed, matches)
    finally:
        for side in both:
            side.close()


def play_named(
    *texts: str,
    deals: int = 4,
    first: int = 0,
    seed: int = SEED,
    matches: bool = False,
    seconds: float = PATIENCE,
) -> PlayedPiece:
    both = [side_of(entrant, seed) for entrant in parse_entrants(texts, seconds)]
    return play(*both, deals=deals, first=first, seed=seed, matches=matches)


def asked(bot: Bot) -> BotSide:
    return BotSide(BySeat(bot, bot), Limit())


# --- Bots that are not on the ladder ---


class Last:
    """Does the last legal thing, as the program `bad_first_time.py` does."""

    name = "last"

    def choose(self, view: View, limit: Limit) -> Choice:
        return Choice(view.legal_actions()[-1], None, limit.nodes)


class Exchanger:
    """Exchanges for ever; otherwise takes, and sells only if it must."""

    name = "exchanger"

    def choose(self, view: View, limit: Limit) -> Choice:
        actions = view.legal_actions()
        liked = [action for action in actions if isinstance(action, Exchange)]
        takes = [action for action in actions if not isinstance(action, Sell)]
        return Choice((liked or takes or list(actions))[0], None, limit.nodes)


class Recorder:
    """Plays as another bot, and remembers every view it was shown."""

    name = "recorder"

    def __init__(self, bot: Bot) -> None:
        self.bot, self.seen = bot, list[View]()

    def choose(self, view: View, limit: Limit) -> Choice:
        self.seen.append(view)
        return self.bot.choose(view, limit)


class Broken:
    """Never answers."""

    name = "broken"

    def choose(self, view: View, limit: Limit) -> Choice:
        raise BotFailed(Failure.DIED, "{view} and {limit} broke it.", view=view, limit=limit)


# --- The same games told again, in plain Python ---


def finish(match: Match, bots: BySeat[tuple[Bot, Limit]]) -> tuple[Match, BySeat[int]]:
    """A round played to its end, and how often each seat acted."""
    actions = [0, 0]
    while match.position.end is None:
        seat = match.position.turn
        bot, limit = bots[seat]
        match = match.play(bot.choose(match.view(seat), limit).action)
        actions[seat] += 1
    return match, BySeat(actions[0], actions[1])


def replayed(
    a: tuple[Bot, Limit], b: tuple[Bot, Limit], number: int, seat_a: int, *, matches: bool
) -> tuple[int, ...]:
    """The cells TOLD of one game, from `Match` alone."""
    deals = SeededDeals(SEED)
    seat = as_seat(seat_a)
    bots = BySeat(a, b) if seat == 0 else BySeat(b, a)
    match, acted = finish(Match.start(deals.deal(number)), bots)
    while matches and match.result is None:
        match = match.next_round(deals.deal(number + len(match.rounds) * DEALS_OF_A_ROUND))
        match, more = finish(match, bots)
        acted = BySeat(acted[0] + more[0], acted[1] + more[1])
    won = match.seals[seat] - match.seals[other(seat)]
    margin = sum(result.rupees[seat] - result.rupees[other(seat)] for result in match.results)
    points = 1 + int(won > 0) - int(won < 0)
    return points, margin, len(match.rounds), acted[seat], acted[other(seat)]


def ladder(text: str) -> tuple[Bot, Limit]:
    player, limit = parse_player(text)
    return LadderBot(player, SEED), limit


def assert_as_replayed(
    played: PlayedPiece, a: tuple[Bot, Limit], b: tuple[Bot, Limit], *, matches: bool
) -> None:
    for row in played.games.tolist():
        told = tuple(row[cell] for cell in TOLD)
        assert told == replayed(a, b, row[DEAL], row[SEAT_A], matches=matches)


# --- What is dealt ---


@pytest.mark.parametrize("number", [0, 1, 77, 3 + 2 * DEALS_OF_A_ROUND])
@pytest.mark.parametrize("starter", [NOBODY, 0, 1])
@pytest.mark.parametrize("form", [start_round, compiled(start_round)])
def test_a_round_begins_with_the_numbered_deal_of_the_seed(
    number: int, starter: int, form: object
) -> None:
    assert callable(form)
    cells = new_position()
    form(cells, SEED, number, starter, *sorted_box())
    deal = SeededDeals(SEED).deal(number)
    whole = Position.deal(deal) if starter == NOBODY else Position.deal(deal, as_seat(starter))
    assert np.array_equal(cells, whole.array)


def test_every_deal_is_played_twice_with_the_seats_exchanged() -> None:
    games = play_named("greedy", "trader:5", deals=5, first=9).games
    assert games[:, DEAL].tolist() == [9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
    assert games[:, SEAT_A].tolist() == [0, 1] * 5


def test_both_games_of_a_deal_have_the_same_cards() -> None:
    """Each bot is shown, over the two games, what the other is shown."""
    greedy, _ = ladder("greedy")
    a, b = Recorder(greedy), Recorder(greedy)
    play(asked(a), asked(b), deals=2)
    assert sorted(map(str, a.seen)) == sorted(map(str, b.seen))
    first, second = (SeededDeals(SEED).deal(number) for number in range(2))
    for deal in (first, second):
        position = Position.deal(deal)
        assert position.view(deal.starter) in a.seen
        assert position.view(deal.starter) in b.seen


# --- What is played ---


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("greedy", "random"),
        ("novice", "greedy"),
        ("trader:5", "greedy"),
        ("vizier", "greedy"),
        ("maharaja:24", "vizier"),
    ],
)
def test_rounds_of_compiled_players_are_those_of_plain_python(a: str, b: str) -> None:
    played = play_named(a, b, deals=tried(1, 2), first=20)
    assert_as_replayed(played, ladder(a), ladder(b), matches=False)
    assert set(played.games[:, ROUNDS]) == {1}
    for side, text in enumerate((a, b)):
        nodes = played.games[:, ACTIONS + side] * parse_player(text)[1].nodes
        assert np.array_equal(played.games[:, NODES + side], nodes)


def test_matches_of_compiled_players_are_those_of_plain_python() -> None:
    played = play_named("trader:5", "greedy", deals=tried(1, 3), matches=True)
    assert_as_replayed(played, ladder("trader:5"), ladder("greedy"), matches=True)
    assert set(played.games[:, ROUNDS].tolist()) <= {2, 3, 4, 5}


def test_asked_bots_play_as_compiled_ones_do() -> None:
    compiled_ones = play_named("greedy", "random", deals=2).games
    greedy, chance = ladder("greedy")[0], ladder("random")[0]
    assert np.array_equal(play(asked(greedy), asked(chance), deals=2).games, compiled_ones)


def test_the_size_of_a_piece_makes_no_difference() -> None:
    whole = play_named("trader:5", "novice", deals=5).games
    parts = [play_named("trader:5", "novice", deals=n, first=f).games for f, n in [(0, 2), (2, 3)]]
    assert np.array_equal(np.concatenate(parts), whole)


def test_another_seed_gives_other_games() -> None:
    assert not np.array_equal(
        play_named("greedy", "novice").games, play_named("greedy", "novice", seed=12).games
    )


@pytest.mark.parametrize("matches", [False, True])
@pytest.mark.parametrize("text", ["greedy", "random"])
def test_a_bot_draws_level_with_itself(text: str, matches: bool) -> None:
    games = play_named(text, text, deals=8, matches=matches).games
    there, back = games[0::2], games[1::2]
    assert np.array_equal(there[:, POINTS_A], 2 - back[:, POINTS_A])
    assert np.array_equal(there[:, MARGIN_A], -back[:, MARGIN_A])
    assert np.array_equal(there[:, ACTIONS], back[:, ACTIONS + 1])
    assert games[:, POINTS_A].mean() == 1


def test_tied_rounds_give_no_seal_and_the_other_seat_begins_the_next() -> None:
    played = play(asked(Exchanger()), asked(Exchanger()), deals=8, matches=True)
    bot = (Exchanger(), Limit())
    assert_as_replayed(played, bot, bot, matches=True)
    # Nobody sells, so many rounds are complete ties: more than three rounds, yet a winner.
    assert played.games[:, ROUNDS].max() > 2 * SEALS_TO_WIN - 1
    assert set(played.games[:, POINTS_A].tolist()) == {0, 2}


def test_the_house_rule_ends_a_round_of_exchanges() -> None:
    bot = (Exchanger(), Limit())
    played = play(asked(Exchanger()), asked(Exchanger()), deals=3)
    assert_as_replayed(played, bot, bot, matches=False)
    match, _ = finish(Match.start(SeededDeals(SEED).deal(0)), BySeat(bot, bot))
    assert match.position.end is EndCause.EXCHANGES
    assert played.games[0, ACTIONS : ACTIONS + 2].sum() >= EXCHANGE_LIMIT


def test_a_tied_round_is_a_draw() -> None:
    games = play(asked(Exchanger()), asked(Exchanger()), deals=25).games
    tied = games[games[:, POINTS_A] == 1]
    assert len(tied)
    assert set(tied[:, MARGIN_A].tolist()) == {0}


@pytest.mark.parametrize(
    ("text", "nodes_per_slice"),
    [("trader:7", 3), ("maharaja:40", MOST_OPTIONS)],
    ids=["trader", "maharaja"],
)
def test_a_long_search_is_played_in_slices(text: str, nodes_per_slice: int) -> None:
    whole = play_named(text, "greedy", deals=2, first=20).games
    player, limit = parse_player(text)
    engine = replace(player.engine, nodes_per_slice=nodes_per_slice)
    greedy = side_of_player(parse_player("greedy")[0], Limit(), SEED)
    sliced = play(EngineSide(engine, limit, SEED), greedy, deals=2, first=20).games
    assert np.array_equal(sliced, whole)
    position = new_position()
    start_round(position, SEED, 0, NOBODY, *sorted_box())
    assert len(list(EngineSide(engine, limit, SEED).act(position[None], np.array([0])))) >= 3


def test_before_the_clock_runs_every_player_acts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """So nothing is left to compile."""
    acted: list[str] = []

    class Noted:
        def __init__(self, player: Player, limit: Limit, seed: int) -> None:
            self.says = f"{player.name} {limit.nodes} {seed}"

        def act(self, *_: Array) -> Iterator[None]:
            acted.append(self.says)
            yield None

    monkeypatch.setattr(sides, "side_of_player", Noted)
    warm_up(parse_entrants(["maharaja:30", "greedy", "vizier", "maharaja"]))
    assert sorted(acted) == ["greedy 1 0", "maharaja 1 0", "vizier 1 0"]


@pytest.mark.parametrize("text", ["random", "trader:5", "maharaja:20"])
def test_a_piece_can_be_stopped_in_the_middle(text: str) -> None:
    looks: list[str] = []

    def check_stop() -> None:
        looks.append(text)
        if len(looks) == 10:
            raise InterruptedError

    both = [side_of(entrant, SEED) for entrant in parse_entrants(["greedy", text])]
    with pytest.raises(InterruptedError):
        play_piece(Piece(0, 0, 4), both, SEED, whole_matches=False, check_stop=check_stop)
    assert len(looks) == 10


# --- Programs that fail ---

FAILING = [
    (("never_answers.py",), Failure.LATE, "gave no answer within 0.3 seconds"),
    (("exits_at_once.py",), Failure.DIED, "ended with exit code 3"),
    (("exits_after_two.py",), Failure.DIED, "ended with exit code 0"),
    (("killed.py",), Failure.DIED, "was ended by the signal SIGKILL"),
    (("closes_output.py",), Failure.DIED, "closed its standard input or output"),
    (("answers.py", "hello"), Failure.UNREADABLE, "answered 'hello', which is not an action"),
    (("answers.py", "+G-C"), Failure.ILLEGAL, "illegal action. +G-C: an exchange is at least two"),
    (("answers_twice.py",), Failure.UNREADABLE, "answered more than once"),
]


def failures(played: PlayedPiece, side: int) -> dict[str, int]:
    counts = failed_by(played.games, side).sum(axis=0).tolist()
    return {how: count for how, count in zip(FAILURES, counts, strict=True) if count}


@pytest.mark.parametrize(
    ("words", "failure", "why"), FAILING, ids=[" ".join(words) for words, _, _ in FAILING]
)
@pytest.mark.parametrize("side", [0, 1])
def test_a_program_that_fails_loses_the_round(
    words: tuple[str, ...],
    failure: Failure,
    why: str,
    side: int,
    marker: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "closes_output.py" in words:
        give_up_soon(monkeypatch)
    command = program(*words, marker)
    texts = (command, "greedy") if side == 0 else ("greedy", command)
    seconds = 0.3 if failure is Failure.LATE else PATIENCE
    played = play_named(*texts, deals=1, seconds=seconds)
    assert played.games[:, POINTS_A].tolist() == [2 * side] * 2
    assert failures(played, side) == {failure.value: 2}
    assert failures(played, 1 - side) == {}
    assert played.games[:, ROUNDS].tolist() == [1, 1]
    assert played.games[:, MARGIN_A].tolist() == [0, 0]
    assert [(failed.deal, failed.side) for failed in played.failures] == [(0, side)] * 2
    for failed in played.failures:
        assert str(failed.error).startswith(command)
        assert why in str(failed.error)


def test_a_failure_in_one_game_leaves_the_others_alone(marker: str, tmp_path: Path) -> None:
    command = program("bad_first_time.py", str(tmp_path / "flag"), marker)
    played = play_named(command, "greedy", deals=3)
    well = play(asked(Last()), side_of(parse_entrants(["greedy", "random"])[0], SEED), deals=3)
    failed = failed_by(played.games, 0).any(axis=1)
    assert failed.sum() == 1
    assert failures(played, 0) == {"died": 1}
    assert played.games[failed, POINTS_A].tolist() == [0]
    assert np.array_equal(played.games[~failed], well.games[~failed])
    assert len(played.failures) == 1


def test_a_failure_loses_one_round_of_a_match(marker: str, tmp_path: Path) -> None:
    command = program("bad_first_time.py", str(tmp_path / "flag"), marker)
    played = play_named(command, "random", deals=2, matches=True)
    failed = failed_by(played.games, 0).any(axis=1)
    assert failed.sum() == 1
    assert played.games[failed, ROUNDS].item() >= 2
    assert played.games[failed, ACTIONS].item() > 0


def test_who_fails_in_a_match_begins_the_next_round_and_loses_after_two() -> None:
    broken = Recorder(Broken())
    played = play(
        side_of(parse_entrants(["greedy", "random"])[0], SEED), asked(broken), matches=True
    )
    assert set(played.games[:, POINTS_A].tolist()) == {2}
    assert set(played.games[:, ROUNDS].tolist()) == {SEALS_TO_WIN}
    assert failures(played, 1) == {"died": SEALS_TO_WIN * len(played.games)}
    second_rounds = broken.seen[len(played.games) :]
    assert [view.starter == view.seat for view in second_rounds] == [True] * len(played.games)
    assert len({str(view) for view in broken.seen}) == len(broken.seen)


def test_only_answers_are_counted_as_actions(marker: str) -> None:
    """Two answers in all, wherever they were asked for, and then a fresh program and two more."""
    dying = play_named(program("exits_after_two.py", marker), "greedy", deals=1)
    silent = play_named(program("exits_at_once.py", marker), "greedy", deals=1)
    assert dying.games[:, ACTIONS].sum() in {3, 4}
    assert silent.games[:, ACTIONS].sum() == 0
    assert silent.games[:, NODES].sum() == 0


LOGGING = """
import json, os, sys
for line in sys.stdin:
    view = json.loads(line)
    with open(os.path.join(sys.argv[1], str(os.getpid())), "a") as log:
        log.write(str(view["seat"]))
    print(view["legal_actions"][0], flush=True)
"""


def test_no_program_sits_at_both_seats_of_a_deal(tmp_path: Path) -> None:
    """It would see both hands, and with a memory know the deck."""
    logs = tmp_path / "logs"
    logs.mkdir()
    bot = tmp_path / "bot.py"
    bot.write_text(LOGGING, "utf-8")
    command = f"{sys.executable} {bot} {logs}"
    pair = [side_of(entrant, 1) for entrant in parse_entrants([command, "greedy"], PATIENCE)]
    try:
        play_piece(Piece(0, 0, 3), pair, 1, whole_matches=False)
    finally:
        for side in pair:
            side.close()
    seats = [set(log.read_text("utf-8")) for log in logs.iterdir()]
    assert sorted(map(sorted, seats)) == [["0"], ["1"]]
