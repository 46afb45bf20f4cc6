"""A table that the host of the server closes: both players are told, and nobody wins."""

from __future__ import annotations

import json

import pytest

from jaipur.errors import Code, SessionError
from jaipur.records import read_record, replay, verify, write_record
from jaipur.seats import BySeat
from jaipur.session.commands import Rematch
from jaipur.session.export import record_of_table
from jaipur.session.facts import Closed, read_fact, write_fact
from jaipur.session.owner import Owner
from jaipur.session.replay import replay_json
from jaipur.session.replay_record import replay_record_json
from jaipur.session.table import Cause, Ending, Phase
from jaipur.texts import texts
from jaipur.tui.words.ending import ending_words, match_words
from jaipur.tui.words.events import event_words

from .house import COMMITTED, House, phase_of, run

NAMES = ("Ana", "Ben")


def last_event(owner: Owner) -> dict[str, object]:
    event: dict[str, object] = json.loads(owner.told[-1])
    return event


async def begun(house: House, kind: str) -> Owner:
    if kind == "waiting":
        return await house.create(await house.person())
    owner = await house.pair()
    if kind == "between":
        await house.play_round(owner)
    return owner


@pytest.mark.parametrize("kind", ["waiting", "playing", "between"])
def test_the_house_closes_a_table_in_any_phase(kind: str) -> None:
    async def play() -> None:
        house = House()
        owner = await begun(house, kind)
        version = owner.table.version
        assert owner.table.phase == kind
        assert await owner.close_by_house() == version + 1
        assert owner.table.ending == Ending(Cause.HOUSE, None)
        assert phase_of(owner) is Phase.OVER
        assert last_event(owner)["kind"] == "closed"
        assert "seat" not in last_event(owner)
        row = house.store.row(owner.table.id)
        assert row is not None
        assert row.phase == "over"
        with pytest.raises(SessionError) as refused:
            await owner.close_by_house()
        assert refused.value.code is Code.MATCH_OVER
        again = await house.again().tables.owner(owner.table.id)
        assert again.table.ending == owner.table.ending
        assert again.told == owner.told

    run(play())


def test_a_match_the_house_closed_is_a_record_that_verifies() -> None:
    async def play() -> None:
        house = House()
        owner = await house.pair()
        for _ in range(5):
            await house.act(owner)
        await owner.close_by_house()
        record = record_of_table(owner.table)
        headers = dict(record.headers)
        assert (headers["End"], "Winner" in headers) == ("house", False)
        again = read_record(write_record(record))
        assert write_record(again) == write_record(record)
        verify(again)
        shown = replay_record_json(again, replay(again), BySeat(*NAMES))
        table = replay_json(owner.table, owner.told)
        for seen in (shown, table):
            assert seen["ending"] == {"cause": "house", "winner": None, "by": None}
            assert (seen["steps"][-1]["event"]["kind"], seen["steps"][-1]["phase"]) == (
                "closed",
                "over",
            )

    run(play())


def test_a_rematch_is_for_matches_that_began() -> None:
    async def play() -> None:
        house = House()
        waiting, playing = await begun(house, "waiting"), await begun(house, "playing")
        for owner in (waiting, playing):
            await owner.close_by_house()
        with pytest.raises(SessionError) as refused:
            await house.submit(waiting, 0, Rematch(COMMITTED))
        assert refused.value.code is Code.NO_REMATCH
        await house.submit(playing, 0, Rematch(COMMITTED))
        assert playing.table.rematch_offer == 0

    run(play())


def test_what_was_stored_before_is_read_as_it_was() -> None:
    old = read_fact('{"kind":"closed","seat":1}')
    assert old == Closed(1)
    assert read_fact(write_fact(Closed(None))) == Closed(None)


@pytest.mark.parametrize(("language", "host"), [("en", "host"), ("fr", "hôte")])
def test_players_read_who_closed_it(language: str, host: str) -> None:
    _ = texts(language)
    told = event_words({"kind": "closed"}, NAMES, 0, _)
    ended = ending_words({"ending": {"cause": "house", "winner": None, "by": None}}, NAMES, 0, _)
    person = {"kind": "person", "name": "Ben", "bot": None}
    row = {
        "phase": "over", "cause": "house", "winner": None, "round": 1, "seals": [0, 0],
        "my_seats": [0], "waits_for_me": False, "seats": [person | {"name": "Ana"}, person],
    }  # fmt: skip
    for words in (told, ended, match_words(row, _)):
        assert host in words
    assert "Ana" not in told
