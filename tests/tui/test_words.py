"""What the terminal says of the table, the scoring and the list of matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from jaipur.bots.ladder import LADDER
from jaipur.cli.relative_time import ago_words
from jaipur.client.model import Model, ModelInputs, make_model
from jaipur.client.vocabulary import TypedCommand
from jaipur.client.words import ending, scoring, sides
from jaipur.client.words.dock import dock_words, why_not_pile
from jaipur.plain.answers import ABOUT, answer
from jaipur.plain.narrator import Narrator
from jaipur.seats import Seat
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.events import AnyEvent
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, state_for
from jaipur.session.public_events import event_of
from jaipur.session.table import Table
from jaipur.session.words.names import bot_name, names_of
from jaipur.session.words.results import ending_words
from jaipur.session.words.wording import event_with_words, result_with_words
from jaipur.texts import LANGUAGES, Texts, texts
from jaipur.tui.screens.over import score_table
from tests.contract_values import changed, listed, round_of, update_with
from tests.session.walks import begun, new_table, walk

EN = texts("en")
AIDS = [Options(memory_aid=aid) for aid in MemoryAid]
SEATS: tuple[Seat | None, ...] = (0, 1, None)


def model_of(table: Table, seat: Any, _: Texts = EN, **more: Any) -> Model:
    shown = state_for(table, Viewer(seat, language=_.language))
    model = make_model(ModelInputs(update_with(shown), **more), _)
    assert model is not None
    return model


def models(options: Options, _: Texts) -> Iterator[Model]:
    """A whole match as both players and a watcher saw it."""
    log: list[AnyEvent] = []
    for table, fact in walk(3, "bot", options):
        log.append(event_of(table, fact, 1.5))
        if table.match is not None:
            for seat in SEATS:
                names = names_of(table.seats, _)
                told = tuple(event_with_words(event, names, seat, _) for event in log)
                yield model_of(table, seat, _, log=told)


def said_of(model: Model, _: Texts) -> list[str]:
    """Everything that is said of the table."""
    asked = [line for say in ABOUT.values() for line in say(model, _) if line]
    told = [sides.last_words(model, _), sides.discard_words(model.round, _)]
    return [*asked, *told, dock_words(model, _).sentence]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", AIDS, ids=str)
def test_everything_is_said_at_every_moment(options: Options, language: str) -> None:
    _ = texts(language)
    for model in models(options, _):
        for sentence in said_of(model, _):
            assert sentence
            assert "None" not in sentence
            assert "{" not in sentence
            assert "  " not in sentence


def test_a_table_in_words() -> None:
    table = begun("bot", Options(memory_aid=MemoryAid.COUNTS), seed=3)
    state = state_for(table, Viewer(0))
    both = [
        {"hand_size": 3, "hand": "DLL", "known": None, "herd": 2, "herd_stack": 1, "tokens": None,
         "token_count": 3, "goods_rupees": 12, "bonus_counts": {"3": 1}, "bonus_values": [2]},
        {"hand_size": 6, "hand": None, "known": "GG", "herd": None, "herd_stack": 2, "tokens": None,
         "token_count": 1, "goods_rupees": 5, "bonus_counts": {}, "bonus_values": None},
    ]  # fmt: skip
    market = ["G", "K", None, "L", "L"]
    piles = round_of(state).piles | {"L": (), "G": (5, 5)}
    shown = changed(round_of(state), market=market, discard_top="D", piles=piles, sides=both)
    model = make_model(ModelInputs(update_with(replace(state, round=shown))), EN)
    assert model is not None
    assert ABOUT[TypedCommand.MARKET](model, EN) == [
        "Market, from the left: Gold, next price 5; Camel; empty place; "
        "Leather, no tokens left; Leather, no tokens left."
    ]
    assert ABOUT[TypedCommand.HAND](model, EN) == [
        "Your hand: a diamond and 2 leather (3 of 7).",
        "You have 3 goods tokens, worth 12 rupees, 1 bonus token for 3 cards, bonus values: 2; "
        "herd: 2 camels.",
    ]
    assert ABOUT[TypedCommand.OPPONENT](model, EN) == [
        "Greedy: 6 cards in the hand, known: 2 gold, herd: many camels, 1 goods token, "
        "worth 5 rupees."
    ]
    assert ABOUT[TypedCommand.DECK](model, EN)[0] == "Deck: 40 cards. Discard, on top: Diamond."
    assert sides.discard_words(model.round, EN) == "Discard, on top: Diamond"
    assert sides.last_words(model, EN) == "Greedy has done nothing yet in this round."


def test_without_a_memory_aid_no_numbers_are_said_that_a_table_does_not_show() -> None:
    for model in models(Options(memory_aid=MemoryAid.OFF), EN):
        if model.state.phase == Phase.OVER:
            continue
        (opponent,), (_hand, own) = (
            ABOUT[one](model, EN) for one in (TypedCommand.OPPONENT, TypedCommand.HAND)
        )
        assert "rupee" not in opponent + own
        assert "known" not in opponent
        assert not any(f"herd: {n} " in opponent for n in range(12))
        assert not any(sign.isdigit() for sign in ABOUT[TypedCommand.DECK](model, EN)[0])
        assert sides.unseen_words(model.round, EN) == ""


def test_with_the_full_memory_aid_the_unseen_cards_are_said() -> None:
    model = next(models(Options(memory_aid=MemoryAid.FULL), EN))
    said = sides.unseen_words(model.round, EN)
    assert said.startswith("Not seen yet, in the deck or in the other hand: ")
    assert model.round.unseen is not None
    assert f"{model.round.unseen.count('K')} camel" in said


def test_a_watcher_is_told_of_neither_hand() -> None:
    for model in models(Options(), EN):
        if model.seat is None and model.state.phase != Phase.OVER:
            assert ABOUT[TypedCommand.HAND](model, EN)[0].startswith("Hand of Ana: ")
            assert model.choices.hand == ()


def test_a_pile_that_cannot_be_sold_says_why() -> None:
    for model in models(Options(), EN):
        for good in "DGSCPL":
            sales = [one for one in model.choices.legal if one.good == good]
            why = why_not_pile(model, good, EN)
            assert (why is None) == bool(sales)
            assert why is None or why


def between() -> Model:
    """A table whose first round was just scored."""
    table = next(table for table, _ in walk(3, "bot") if table.phase is Phase.BETWEEN)
    return model_of(table, 0)


def test_a_round_is_scored_in_the_order_of_the_rulebook() -> None:
    model = between()
    result = changed(
        model.state.results[-1], camel_token=1, goods_rupees=[37, 60], goods_tokens=[11, 1],
        bonus_rupees=[0, 8], bonus_tokens=[0, 1], rupees=[37, 73], winner=1, decided_by="rupees",
    )  # fmt: skip
    result = result_with_words(result, model.names, 0, "en")
    mine, theirs = model.round.sides
    shown = replace(model.round, sides=(replace(mine, herd=1), replace(theirs, herd=4)))
    assert scoring.scoring_lines(result, shown, model.names, 0, EN) == [
        "Greedy has the larger herd and gets the camel token. You: 1 camel. Greedy: 4 camels.",
        "The goods tokens are turned over. You: 11 tokens, 37 rupees. Greedy: 1 token, 60 rupees.",
        "The bonus tokens come last. You: 0 tokens, 0 rupees. Greedy: 1 token, 8 rupees.",
        "Piles of ten rupees, and the rest. "
        "You: 3 × 10 + 7 = 37 rupees. Greedy: 7 × 10 + 3 = 73 rupees.",
        "Greedy wins the round by 73 rupees to 37 and takes the seal.",
    ]
    rows = scoring.side_rows(result, shown, 1, EN)
    assert [(row.label, row.rupees) for row in rows] == [
        ("4 camels", 5), ("Goods tokens: 1", 60), ("Bonus tokens: 1", 8), ("Sum", 73),
    ]  # fmt: skip
    assert scoring.score_of(result, 0) == (0, 37, 0, 37)
    assert scoring.score_of(result, 1) == (5, 60, 8, 73)
    state = replace(model.state, results=(result,))
    assert [line.split() for line in score_table(state, 0, EN).splitlines()[1:]] == [
        ["Round", "1"], ["You", "0", "37", "0", "37"], ["Greedy", "5", "60", "8", "73", "★"],
    ]  # fmt: skip


def test_the_rows_of_a_scoring_add_up() -> None:
    for table, _fact in walk(3, "bot"):
        if table.phase is not Phase.BETWEEN:
            continue
        model = model_of(table, 0)
        result = model.state.results[-1]
        for seat in (0, 1):
            *parts, total = scoring.side_rows(result, model.round, 1 if seat else 0, EN)
            assert sum(row.rupees for row in parts) == total.rupees == result.rupees[seat]
            assert all(not row.values or sum(row.values) == row.rupees for row in parts)


def test_while_a_round_is_counted_its_seal_is_not_shown_yet() -> None:
    counted = between()
    table = next(table for table, _ in walk(3, "bot") if table.phase is Phase.BETWEEN)
    counting = model_of(table, 0, is_counting=True)
    assert sum(counted.state.seals) == 1
    assert sum(counting.state.seals) == 0
    assert counted.round.sides[1].bonus_values is not None
    assert counting.round.sides[1].bonus_values is None
    assert counting.round.sides[0] == counted.round.sides[0]


def test_without_a_round_there_is_no_model() -> None:
    state = state_for(new_table("people"), Viewer(0))
    assert make_model(ModelInputs(update_with(state)), EN) is None


def test_a_match_in_a_list() -> None:
    ana, greedy = listed().seats
    row = listed(my_seats=(1,), seats=(greedy, ana))
    assert ending.match_words(row, EN) == "Greedy. Round 2. Seals 0 to 1. Your turn."
    over = replace(row, phase=Phase.OVER, cause=Cause.SEALS, winner=0, waits_for_me=False)
    assert ending.match_words(over, EN) == "Greedy. You lost. Seals 0 to 1."
    closed = replace(over, cause=Cause.CLOSED, winner=None)
    assert ending.match_words(closed, EN) == "Greedy. Closed before it began."
    pair = replace(row, my_seats=(0, 1), seats=(ana, replace(ana, name="Ben")))
    assert ending.match_words(pair, EN) == "Ana and Ben. Round 2. Seals 1 to 0."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name(language: str) -> None:
    _ = texts(language)
    for player in LADDER:
        name = bot_name(player.name, _)
        assert name[0].isupper()
        is_the_same = name.lower() == player.name
        assert is_the_same == (language == "en" or player.name in {"novice", "maharaja"})
    assert bot_name("merchant:500", _) == "Merchant:500"


def test_players_are_named_as_people_write_names() -> None:
    state = state_for(begun("bot"), Viewer(0))
    ana, greedy = state.seats
    assert greedy.name == "greedy"
    assert names_of((replace(ana, name="ana"), greedy), EN) == ("ana", "Greedy")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-5, "now"),
        (59, "now"),
        (60, "1 minute ago"),
        (7199, "1 hour ago"),
        (2 * 86400, "2 days ago"),
        (30 * 86400, "4 weeks ago"),
    ],
)
def test_how_long_ago(seconds: int, said: str) -> None:
    assert ago_words(1000.0, 1000.0 + seconds, EN) == said


def test_the_end_of_a_match_says_who_won_and_what_was_not_scored() -> None:
    model = model_of(walk(3, "bot")[-1][0], 0)
    assert model.state.ending is not None
    winner = model.state.ending.winner
    said = ending_words(model.state.ending, model.names, 0, EN)
    assert said == ("You won the match!" if winner == 0 else "Greedy won the match!")
    assert ending.unfinished_words(model.state, EN) == ""
    broken = replace(model.state, results=())
    number = model.round.number
    assert ending.unfinished_words(broken, EN) == (
        f"Round {number} was not finished, so it is not scored."
    )
    first, second = model.state.seals
    theirs = Narrator(update_with(replace(model.state, seat=1)), EN)
    assert answer(TypedCommand.SCORE, theirs, EN)[-1] == f"Seals: You {second}, Ana {first}."
