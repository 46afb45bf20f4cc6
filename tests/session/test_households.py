"""Many new devices at one address share one share of bot time."""

from __future__ import annotations

import pytest

from jaipur.session import households
from jaipur.session.households import NEW_SECONDS, Households
from jaipur.session.people import NOBODY, Person, hash_token, own_player

from .harness import Harness, run, settle
from .test_memory import bots_turns_of


def test_new_players_share_with_their_household_for_a_day() -> None:
    now = 5.0
    new = Households(lambda: now)
    for player in ("ana", "ben"):
        new.add(player, "at home")
    new.add("cleo", "")
    assert [new.share_of(one) for one in ("ana", "ben", "cleo")] == ["at home", "at home", "cleo"]
    now += NEW_SECONDS - 1
    assert new.share_of("ana") == "at home"
    now += 1
    assert new.share_of("ana") == "ana"
    new.add("dev", "at home")
    assert len(new) == 1


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(households, "REMEMBERED", 2)
    new = Households()
    for player in ("ana", "ben", "cleo"):
        new.add(player, "at home")
    assert [new.share_of(one) for one in ("ana", "cleo")] == ["ana", "at home"]


def test_bots_are_asked_for_the_household() -> None:
    async def play() -> None:
        harness = Harness()
        people = harness.tables.people
        ana = (await people.newcomer(household="at home"))[1]
        ben = (await people.newcomer(household="at home", is_program=True))[1]
        for person in (ana, ben, await harness.person()):
            await bots_turns_of(harness, person, 1)
        assert harness.bots.asked_for[:2] == ["at home", "at home"]
        assert harness.bots.asked_for[2] not in ("at home", "")
        await harness.tables.stop()

    run(play())


@pytest.mark.parametrize("is_new", [True, False])
def test_a_device_that_a_link_made_shares_with_the_one_that_made_the_link(is_new: bool) -> None:
    async def play() -> None:
        harness = Harness()
        people = harness.tables.people
        giver = (await people.newcomer(household="at home" if is_new else ""))[1]
        secret = await people.offer_move(giver, keep=True)
        token, _ = await people.claim_move(NOBODY, secret)
        assert token is not None
        made = own_player(hash_token(token))
        taker = Person(hash_token(token), frozenset([made]))
        await bots_turns_of(harness, taker, 1)
        await settle()
        assert harness.bots.asked_for == ["at home" if is_new else giver.player]
        await harness.tables.stop()

    run(play())
