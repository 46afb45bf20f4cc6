"""A bot that gets ready says how far it is, in the dock and in line mode."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from jaipur.client.local import LocalServer
from jaipur.client.model import ModelInputs, Notice, make_model
from jaipur.client.words.dock import dock_words
from jaipur.plain.narrator import Narrator
from jaipur.session.contract.responses import Update
from jaipur.session.contract.state import BotPreparation
from jaipur.session.table_request import TableRequest
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from tests.contract_values import round_of
from tests.plain.test_waiting import Typist

EN, FR = texts("en"), texts("fr")
HALF = BotPreparation(50, 7)


def update_of_bot_to_act() -> Update:
    """The table of a bot that has just been dealt in and starts."""

    async def look() -> Update:
        async with LocalServer(MemoryStore()) as server:
            for seed in range(50):
                link = await server.create(TableRequest("Ana", bot="greedy", seed=seed))
                update = await link.fetch_update()
                if round_of(update.state).turn == 1:
                    return update
        raise AssertionError("the bot never starts")

    return asyncio.run(look())


UPDATE = update_of_bot_to_act()


Far = BotPreparation | Literal["unable"] | None


def with_far(far: Far) -> Update:
    preparing = None if far == "unable" else far
    return replace(UPDATE, now=replace(UPDATE.now, bot_ready=far is None, bot_preparing=preparing))


@pytest.mark.parametrize(
    ("far", "said"),
    [
        (None, "Greedy is choosing an action."),
        (BotPreparation(0, None), "Greedy is getting ready."),
        (
            "unable",
            "Greedy cannot play: its network is missing or damaged; jaipur bots says what is "
            "wrong. The match goes on once that is fixed.",
        ),
        (HALF, "Greedy is getting ready, only this first time (50 %, about 7 s left)."),
    ],
)
def test_the_dock_says_how_far_a_bot_is(far: Far, said: str) -> None:
    model = make_model(ModelInputs(with_far(far)), EN)
    assert model is not None
    assert dock_words(model, EN).sentence == said


def test_it_is_said_before_old_news_and_after_errors() -> None:
    for tone, is_old in (("news", True), ("error", False)):
        notice = Notice("You took gold.", tone)  # type: ignore[arg-type]
        model = make_model(ModelInputs(with_far(HALF), notice=notice), FR)
        assert model is not None
        sentence = dock_words(model, FR).sentence
        assert sentence.startswith("Cupide se prépare") is is_old


def test_line_mode_says_it_at_each_quarter_once() -> None:
    seen = Narrator(with_far(None), EN)
    shares = [0, 3, 12, 26, 30, 55, 70, 74, 80, 99, 100]
    said = [
        seen.receive_status(with_far(BotPreparation(share, 9 if share else None)).now)
        for share in shares
    ]
    assert [share for share, words in zip(shares, said, strict=True) if words] == [3, 26, 55, 80]
    assert seen.waiting_words().startswith("Greedy is getting ready")
    assert seen.receive_status(with_far(None).now) == ""
    assert seen.waiting_words() == "Greedy is choosing an action."


def test_after_a_word_in_between_the_prompt_is_there_again() -> None:
    typist = Typist()
    typist.talk.print_between("Maharaja is getting ready.")
    typist.talk.prompt()
    typist.talk.print_between("The connection is back.")
    said = "Maharaja is getting ready.\n> \nThe connection is back.\n> "
    assert typist.out.text == said
    typist.leave()


def test_a_server_that_says_only_not_ready_is_believed_to_get_ready() -> None:
    told = to_builtins(with_far(HALF))
    del told["now"]["bot_preparing"]
    model = make_model(ModelInputs(convert(told, Update)), EN)
    assert model is not None
    assert dock_words(model, EN).sentence == "Greedy is getting ready."


def test_line_mode_says_that_a_bot_cannot_play() -> None:
    seen = Narrator(with_far(None), EN)
    assert "cannot play" in seen.receive_status(with_far("unable").now)
    assert seen.receive_status(with_far("unable").now) == ""
    assert "cannot play" in seen.waiting_words()
    seen.receive_status(with_far(None).now)
    assert "cannot play" in seen.receive_status(with_far("unable").now)


def with_queue(before: int | None) -> Update:
    return replace(UPDATE, now=replace(UPDATE.now, bot_queue=before))


@pytest.mark.parametrize(
    ("before", "english", "french"),
    [
        (None, "Greedy is choosing an action.", "Cupide choisit une action."),
        (0, "Greedy is the next bot to think.", "Cupide est le prochain bot à réfléchir."),
        (
            1,
            "1 bot at another table thinks before Greedy.",
            "1 bot d’une autre table réfléchit avant Cupide.",
        ),
        (
            3,
            "3 bots at other tables think before Greedy.",
            "3 bots d’autres tables réfléchissent avant Cupide.",
        ),
    ],
)
def test_the_dock_says_how_many_think_before_a_bot(
    before: int | None, english: str, french: str
) -> None:
    for language, said in ((EN, english), (FR, french)):
        model = make_model(ModelInputs(with_queue(before)), language)
        assert model is not None
        assert dock_words(model, language).sentence == said


def test_line_mode_says_once_that_others_think_first() -> None:
    seen = Narrator(with_queue(None), EN)
    said = [seen.receive_status(with_queue(before).now) for before in (3, 2, 1, None, 2)]
    assert [bool(words) for words in said] == [True, False, False, False, True]
    assert seen.waiting_words() == "2 bots at other tables think before Greedy."
