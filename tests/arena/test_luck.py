"""The luck of games, told again from what could have come: every other order of deck and tokens."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from jaipur import Action, BySeat, Match, Position, SeededDeals, View
from jaipur.arena.luck import RoundLuck, warm_up_luck
from jaipur.arena.playing import DEALS_OF_A_ROUND
from jaipur.arena.results import ACTIONS, DEAL, LUCK_A, MILLION, ROUNDS, SEAT_A
from jaipur.arena.statistics import adjusted_scores
from jaipur.bots.luck import START_VALUE, add_luck
from jaipur.bots.luck import luck_of_deal as judged_luck_of_deal
from jaipur.bots.position_network import new_position_values, value_of
from jaipur.bots.protocol import Bot, BotFailed, Choice, Failure, Limit
from jaipur.compiled import compiled
from jaipur.judge.match_chances import match_chance
from jaipur.kernel.layout import BONUS_LEFT, BONUS_PILE, DECK, DECK_LEFT, Array
from jaipur.kernel.lookup import BONUS_FROM
from jaipur.kernel.rules import apply
from jaipur.notation import code_of
from jaipur.seats import SEATS

from ..depth import tried
from .test_playing import SEED, Broken, Last, asked, ladder, play, play_named

pytestmark = pytest.mark.usefixtures("tiny_network")
Player = tuple[Bot, Limit]


@pytest.fixture(autouse=True)
def exact_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count all draws; tests/judge/test_luck.py compares sampled ones with them."""
    monkeypatch.setattr("jaipur.arena.luck.SAMPLES", 0)


# --- The same luck in plain Python ---


def value(cells: Array) -> float:
    return float(compiled(value_of)(cells, new_position_values()))


def after(before: Array, action: Action) -> Array:
    cells = before.copy()
    apply(cells, code_of(action))
    return cells


def what_could_come(before: Array, came: Array) -> Iterator[tuple[Array, int]]:
    """The position before, with every choice of cards or token on top, and how often each is."""
    cells = before.copy()
    deck = cells[DECK : DECK + int(before[DECK_LEFT])]
    drawn = int(before[DECK_LEFT] - came[DECK_LEFT])
    if drawn:
        cards = Counter(deck.tolist())
        for top, count in Counter(combinations(sorted(deck.tolist()), drawn)).items():
            deck[:] = [*(cards - Counter(top)).elements(), *top]
            yield cells.copy(), count
    for tier in range(3):
        if came[BONUS_LEFT + tier] < before[BONUS_LEFT + tier]:
            bottom = BONUS_PILE + int(BONUS_FROM[tier])
            pile = cells[bottom : bottom + int(before[BONUS_LEFT + tier])]
            for _ in range(len(pile)):
                pile[:] = np.roll(pile, 1)
                yield cells.copy(), 1


def luck_of_action(before: Array, action: Action) -> float:
    """The value of what came less the mean of what could have come, for seat 0."""
    came = after(before, action)
    others = list(what_could_come(before, came))
    if not others:
        return 0.0
    values = [value(after(cells, action)) for cells, _ in others]
    return value(came) - float(np.average(values, weights=[count for _, count in others]))


def luck_of_deal(position: Position) -> float:
    expected = START_VALUE if position.starter == 0 else 1 - START_VALUE
    return value(position.array.copy()) - expected


def luck_of_round(match: Match, bots: BySeat[Player]) -> tuple[Match, float]:
    """The luck of seat 0 in a round, which is played to its end or a failure."""
    total = luck_of_deal(match.position)
    while match.position.end is None:
        bot, limit = bots[match.position.turn]
        try:
            action = bot.choose(match.view(match.position.turn), limit).action
        except BotFailed:
            break
        total += luck_of_action(match.position.array.copy(), action)
        match = match.play(action)
    return match, total


def stake(seals: BySeat[int]) -> float:
    """What a round is worth to seat 0 in the match; who loses it starts the next."""
    won, lost = (seals.replace(seat, seals[seat] + 1) for seat in SEATS)
    return match_chance(won, 1) - match_chance(lost, 0)


def luck_of_game(bots: BySeat[Player], number: int, *, matches: bool) -> float:
    """The luck of seat 0 in a game."""
    deals = SeededDeals(SEED)
    match = Match.start(deals.deal(number))
    match, total = luck_of_round(match, bots)
    if not matches:
        return total
    total *= stake(BySeat(0, 0))
    while match.result is None:
        weight = stake(match.seals)
        match = match.next_round(deals.deal(number + len(match.rounds) * DEALS_OF_A_ROUND))
        match, more = luck_of_round(match, bots)
        total += weight * more
    return total


def assert_luck(games: Array, a: Player, b: Player, *, matches: bool) -> None:
    for row in games.tolist():
        bots, sign = (BySeat(a, b), 1) if row[SEAT_A] == 0 else (BySeat(b, a), -1)
        expected = sign * luck_of_game(bots, row[DEAL], matches=matches)
        assert row[LUCK_A] / MILLION == pytest.approx(expected, abs=row[ROUNDS] / MILLION)


# --- The luck of games ---


@pytest.mark.parametrize(("a", "b"), [("greedy", "novice"), ("vizier", "random")][: tried(1, 2)])
def test_the_luck_of_a_round_is_what_came_less_what_could_have_come(a: str, b: str) -> None:
    games = play_named(a, b, deals=tried(2, 6)).games
    assert_luck(games, ladder(a), ladder(b), matches=False)
    assert np.abs(games[:, LUCK_A]).min() > 0


def test_the_luck_of_a_match_is_weighed_by_what_is_at_stake() -> None:
    games = play_named("greedy", "random", deals=tried(1, 3), matches=True).games
    assert_luck(games, ladder("greedy"), ladder("random"), matches=True)
    assert games[:, ROUNDS].min() >= 2


def test_asked_bots_have_the_luck_of_compiled_ones() -> None:
    compiled_ones = play_named("greedy", "novice", deals=3).games
    greedy, novice = ladder("greedy")[0], ladder("novice")[0]
    games = play(asked(greedy), asked(novice), deals=3).games
    assert games[:, LUCK_A].tolist() == compiled_ones[:, LUCK_A].tolist()


@pytest.mark.parametrize("matches", [False, True])
def test_the_luck_of_both_games_of_a_bot_against_itself_cancels_out(matches: bool) -> None:
    games = play_named("greedy", "greedy", deals=8, matches=matches).games
    assert np.array_equal(games[0::2, LUCK_A], -games[1::2, LUCK_A])
    assert set(adjusted_scores(games).tolist()) == {0.5}


def test_who_fails_at_once_has_had_the_luck_of_the_deal_only() -> None:
    """So it cancels out over the two games of a deal; the failed action adds none."""
    games = play(asked(Broken()), asked(Broken()), deals=6).games
    for row in games.tolist():
        start = luck_of_deal(Position.deal(SeededDeals(SEED).deal(row[DEAL])))
        sign = 1 if row[SEAT_A] == 0 else -1
        assert row[LUCK_A] / MILLION == pytest.approx(sign * start, abs=1e-6)
    assert games[0::2, LUCK_A].any()
    assert np.array_equal(games[0::2, LUCK_A], -games[1::2, LUCK_A])


class Dying(Last):
    """Dies when the deck has less than 34 cards."""

    def choose(self, view: View, limit: Limit) -> Choice:
        if view.deck_size < 34:
            raise BotFailed(Failure.DIED, "It died.")
        return super().choose(view, limit)


def test_luck_up_to_a_failure_counts() -> None:
    games = play(asked(ladder("greedy")[0]), asked(Dying()), deals=2).games
    assert games[:, ACTIONS].min() > 0
    assert_luck(games, ladder("greedy"), (Dying(), Limit()), matches=False)


def test_mean_luck_is_about_zero_whoever_plays() -> None:
    games = play_named("greedy", "random", deals=tried(150, 1500)).games
    deals = games[:, LUCK_A].reshape(-1, 2).mean(axis=1) / MILLION
    assert abs(deals.mean()) < 4 * deals.std() / np.sqrt(len(deals))


def test_the_time_to_measure_luck_is_not_that_of_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    really = RoundLuck.after_actions

    def after_actions(self: RoundLuck) -> None:
        now[0] += 1000
        really(self)

    monkeypatch.setattr(RoundLuck, "after_actions", after_actions)
    sides = [asked(ladder(name)[0]) for name in ("greedy", "novice")]
    for side in sides:
        monkeypatch.setattr(side, "clock", lambda: now[0])
    assert play(*sides, deals=1).seconds == (0, 0)
    assert now[0] > 0


def test_one_warm_up_compiles_all_that_playing_needs() -> None:
    warm_up_luck()
    play_named("greedy", "random", deals=1, matches=True)
    play(asked(Last()), asked(Last()), deals=1)
    for function in (add_luck, judged_luck_of_deal):
        assert len(getattr(compiled(function), "signatures", ())) == 1
