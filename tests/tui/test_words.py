"""What the terminal says of the table, the scoring and the list of matches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from jaipur.bots.players import LADDER
from jaipur.session.listening import NOTHING_GOES_ON
from jaipur.session.options import MemoryAid, Options
from jaipur.session.sight import Viewer, seen
from jaipur.session.table import Phase, Table
from jaipur.texts import LANGUAGES, Texts, texts
from jaipur.tui.model import Given, Model, make_model, names_of
from jaipur.tui.words import ending, scoring, sides
from jaipur.tui.words.dock import dock_words, why_not_pile
from jaipur.tui.words.names import bot_name
from tests.session.walks import begun, new_table, told, walk

EN = texts("en")
AIDS = [Options(memory_aid=aid) for aid in MemoryAid]
SEATS = (0, 1, None)


def model_of(table: Table, seat: Any, _: Texts = EN, **more: Any) -> Model:
    state = orjson.loads(orjson.dumps(seen(table, Viewer(seat))))
    update = {"version": table.version, "events": [], "state": state, "now": NOTHING_GOES_ON}
    model = make_model(Given(update, **more), _)
    assert model is not None
    return model


def models(options: Options, _: Texts) -> Iterator[Model]:
    """A whole match as both players and a watcher saw it."""
    log: list[dict[str, Any]] = []
    for (table, _fact), event in zip(walk(3, "bot", options), told(3, "bot", options), strict=True):
        log.append(json.loads(event))
        if table.match is not None:
            for seat in SEATS:
                yield model_of(table, seat, _, log=tuple(log))


def said_of(model: Model, _: Texts) -> list[str]:
    """Everything that is said of the table."""
    shown = model.round
    of_model = (
        sides.status_words, sides.hand_words, sides.own_words, sides.opponent_words,
        sides.last_words,
    )  # fmt: skip
    of_round = (sides.market_words, sides.deck_words, sides.discard_words)
    dock = dock_words(model, _)
    return [*(say(model, _) for say in of_model), *(say(shown, _) for say in of_round),
            dock.sentence]  # fmt: skip


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
    shown = orjson.loads(orjson.dumps(seen(table, Viewer(0))))
    shown["round"] |= {"market": ["G", "K", None, "L", "L"], "discard_top": "D"}
    shown["round"]["piles"] |= {"L": [], "G": [5, 5]}
    shown["round"]["sides"] = [
        {"hand_size": 3, "hand": "DLL", "known": None, "herd": 2, "herd_stack": 1, "tokens": None,
         "token_count": 3, "goods_rupees": 12, "bonus_counts": {"3": 1}, "bonus_values": [2]},
        {"hand_size": 6, "hand": None, "known": "GG", "herd": None, "herd_stack": 2, "tokens": None,
         "token_count": 1, "goods_rupees": 5, "bonus_counts": {}, "bonus_values": None},
    ]  # fmt: skip
    model = make_model(Given({"state": shown, "now": NOTHING_GOES_ON}), EN)
    assert model is not None
    rows = model.round
    assert sides.market_words(rows, EN) == (
        "Market, from the left: Gold, next price 5; Camel; empty place; "
        "Leather, no tokens left; Leather, no tokens left."
    )
    assert sides.hand_words(model, EN) == "Your hand: a diamond and 2 leather (3 of 7)."
    assert sides.own_words(model, EN) == (
        "You have 3 goods tokens, worth 12 rupees, 1 bonus token for 3 cards, bonus values: 2; "
        "herd: 2 camels."
    )
    assert sides.opponent_words(model, EN) == (
        "Greedy: 6 cards in the hand, known: 2 gold, herd: many camels, 1 goods token, "
        "worth 5 rupees."
    )
    assert sides.deck_words(rows, EN) == "Deck: 40 cards"
    assert sides.discard_words(rows, EN) == "Discard, on top: Diamond"
    assert sides.last_words(model, EN) == "Greedy has done nothing yet in this round."


def test_without_a_memory_aid_no_numbers_are_said_that_a_table_does_not_show() -> None:
    for model in models(Options(memory_aid=MemoryAid.OFF), EN):
        if model.state["phase"] == Phase.OVER:
            continue
        opponent = sides.opponent_words(model, EN)
        assert "rupee" not in opponent + sides.own_words(model, EN)
        assert "known" not in opponent
        assert not any(f"herd: {n} " in opponent for n in range(12))
        assert not any(sign.isdigit() for sign in sides.deck_words(model.round, EN))
        assert sides.unseen_words(model.round, EN) == ""


def test_with_the_full_memory_aid_the_unseen_cards_are_said() -> None:
    model = next(models(Options(memory_aid=MemoryAid.FULL), EN))
    said = sides.unseen_words(model.round, EN)
    assert said.startswith("Not seen yet, in the deck or in the other hand: ")
    assert f"{model.round['unseen'].count('K')} camel" in said


def test_a_watcher_is_told_of_neither_hand() -> None:
    for model in models(Options(), EN):
        if model.seat is None and model.state["phase"] != Phase.OVER:
            assert sides.hand_words(model, EN).startswith("Hand of Ana: ")
            assert model.choices.hand == ()


def test_a_pile_that_cannot_be_sold_says_why() -> None:
    for model in models(Options(), EN):
        for good in "DGSCPL":
            sales = [one for one in model.choices.legal if one.get("good") == good]
            why = why_not_pile(model, good, EN)
            assert (why is None) == bool(sales)
            assert why is None or why


def between() -> Model:
    """A table whose first round was just scored."""
    table = next(table for table, _ in walk(3, "bot") if table.phase is Phase.BETWEEN)
    return model_of(table, 0)


def test_a_round_is_scored_in_the_order_of_the_rulebook() -> None:
    model = between()
    result = model.state["results"][-1] | {
        "camel_token": 1, "goods_rupees": [37, 60], "goods_tokens": [11, 1],
        "bonus_rupees": [0, 8], "bonus_tokens": [0, 1], "rupees": [37, 73], "winner": 1,
        "decided_by": "rupees",
    }  # fmt: skip
    for seat, herd in ((0, 1), (1, 4)):
        model.round["sides"][seat]["herd"] = herd
    assert scoring.scoring_lines(result, model.state, model.names, 0, EN) == [
        "Greedy has the larger herd and gets the camel token. You: 1 camel. Greedy: 4 camels.",
        "The goods tokens are turned over. You: 11 tokens, 37 rupees. Greedy: 1 token, 60 rupees.",
        "The bonus tokens come last. You: 0 tokens, 0 rupees. Greedy: 1 token, 8 rupees.",
        "Piles of ten rupees, and the rest. "
        "You: 3 × 10 + 7 = 37 rupees. Greedy: 7 × 10 + 3 = 73 rupees.",
        "Greedy wins the round by 73 rupees to 37 and takes the seal.",
    ]
    rows = scoring.side_rows(result, model.state, 1, EN)
    assert [(row.label, row.rupees) for row in rows] == [
        ("4 camels", 5), ("Goods tokens: 1", 60), ("Bonus tokens: 1", 8), ("Sum", 73),
    ]  # fmt: skip
    mine, theirs = scoring.score_totals(result, model.names, 0, EN)
    assert (mine.name, mine.camel, mine.total, mine.is_winner) == ("You", 0, 37, False)
    assert (theirs.name, theirs.camel, theirs.total, theirs.is_winner) == ("Greedy", 5, 73, True)


def test_the_rows_of_a_scoring_add_up() -> None:
    for table, _fact in walk(3, "bot"):
        if table.phase is not Phase.BETWEEN:
            continue
        model = model_of(table, 0)
        result = model.state["results"][-1]
        for seat in (0, 1):
            *parts, total = scoring.side_rows(result, model.state, 1 if seat else 0, EN)
            assert sum(row.rupees for row in parts) == total.rupees == result["rupees"][seat]
            assert all(not row.values or sum(row.values) == row.rupees for row in parts)


def test_while_a_round_is_counted_its_seal_is_not_shown_yet() -> None:
    counted = between()
    table = next(table for table, _ in walk(3, "bot") if table.phase is Phase.BETWEEN)
    counting = model_of(table, 0, is_counting=True)
    assert sum(counted.state["seals"]) == 1
    assert sum(counting.state["seals"]) == 0
    assert counted.round["sides"][1]["bonus_values"] is not None
    assert counting.round["sides"][1]["bonus_values"] is None
    assert counting.round["sides"][0] == counted.round["sides"][0]


def test_without_a_round_there_is_no_model() -> None:
    state = orjson.loads(orjson.dumps(seen(new_table("people"), Viewer(0))))
    assert make_model(Given({"state": state, "now": NOTHING_GOES_ON}), EN) is None


def test_a_match_in_a_list() -> None:
    row: dict[str, Any] = {
        "phase": "playing", "cause": None, "winner": None, "my_seats": [1], "round": 2,
        "waits_for_me": True, "seals": [1, 0],
        "seats": [{"kind": "bot", "name": "greedy"}, {"kind": "person", "name": "Ana"}],
    }  # fmt: skip
    assert ending.match_words(row, EN) == "Greedy. Round 2. Seals 0 to 1. Your turn."
    over = row | {"phase": "over", "cause": "seals", "winner": 0, "waits_for_me": False}
    assert ending.match_words(over, EN) == "Greedy. You lost. Seals 0 to 1."
    closed = over | {"cause": "closed", "winner": None}
    assert ending.match_words(closed, EN) == "Greedy. Closed before it began."
    pair = row | {"my_seats": [0, 1], "seats": [{"name": "Ana"}, {"name": "Ben"}]}
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
    state = {"seats": [{"kind": "person", "name": "ana"}, {"kind": "bot", "name": "greedy"}]}
    assert names_of(state, EN) == ("ana", "Greedy")


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
    assert ending.ago_words(1000.0, 1000.0 + seconds, EN) == said


def test_the_end_of_a_match_says_who_won_and_what_was_not_scored() -> None:
    model = model_of(walk(3, "bot")[-1][0], 0)
    winner = model.state["ending"]["winner"]
    said = ending.ending_words(model.state, model.names, 0, EN)
    assert said == ("You won the match!" if winner == 0 else "Greedy won the match!")
    assert ending.unfinished_words(model.state, EN) == ""
    broken = model.state | {"results": []}
    number = model.round["number"]
    assert ending.unfinished_words(broken, EN) == (
        f"Round {number} was not finished, so it is not scored."
    )
    first, second = model.state["seals"]
    assert ending.seals_words(model.state, model.names, 1, EN) == (
        f"Seals: You {second}, Ana {first}"
    )
