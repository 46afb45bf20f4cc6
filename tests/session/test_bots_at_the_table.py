"""Bots at tables: asked when it is their turn, whatever happened, with a view and a seed only."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from msgspec import structs

from jaipur import Card, Match, Sell, TakeCamels, View
from jaipur.errors import Code, SessionError
from jaipur.session.bot_turns import bot_seed
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.commands import Act, Next, Ready, Resign
from jaipur.session.contract.events import ActedEvent
from jaipur.session.contract.state import BotPreparation
from jaipur.session.facts import Acted, read_fact
from jaipur.session.owner import Owner
from jaipur.session.projection import Viewer

from .hand_loop import pass_time, run_by_hand
from .harness import NONCE, Answer, Harness, any_act, phase_of, run, settle


async def bots_turn(harness: Harness, seed: int = 1) -> Owner:
    """A match in which the bot has just been asked and does not answer."""
    harness.bots.gate = asyncio.Event()
    owner = await harness.against_bot()
    chance = random.Random(seed)
    while owner.table.bot_to_act is None:
        await harness.act(owner, chance)
    await settle()
    assert harness.bots.asked
    return owner


def test_a_whole_match_against_a_bot() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        chance = random.Random(4)
        while phase_of(owner) is not Phase.OVER:
            if phase_of(owner) is Phase.PLAYING and owner.table.waits_for == (1,):
                await settle(5)
            else:
                await harness.go_on(owner, chance)
        bodies = [event.body for event in harness.store.events(owner.table.id)]
        acted = [fact for fact in map(read_fact, bodies) if isinstance(fact, Acted)]
        assert sum(fact.seat == 1 for fact in acted) == len(harness.bots.asked)
        assert {fact.fallback for fact in acted} == {None}

    run(play())


def test_a_bot_gets_the_view_of_its_seat_and_a_seed() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        table = owner.table
        assert isinstance(table.match, Match)
        ((bot, view, seed),) = harness.bots.asked
        assert bot == "greedy"
        assert type(view) is View
        assert (view.seat, view.turn) == (1, 1)
        assert view == table.match.view(1)
        assert seed == bot_seed(table)
        await harness.tables.stop()

    run(play())


def test_the_seed_depends_on_the_secret_and_the_version_alone() -> None:
    async def play() -> None:
        harness = Harness()
        first, second = await bots_turn(harness, 1), await bots_turn(harness, 2)
        assert bot_seed(first.table) != bot_seed(second.table)
        table = first.table
        other_deal = structs.replace(second.table, created=table.created, version=table.version)
        assert bot_seed(other_deal) == bot_seed(table)
        key = structs.replace(table.created, bot_key="another")
        assert bot_seed(structs.replace(table, created=key)) != bot_seed(table)
        assert bot_seed(structs.replace(table, version=table.version + 1)) != bot_seed(table)
        await harness.tables.stop()

    run(play())


def test_after_a_restart_the_bot_is_asked_the_same_again() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        await harness.tables.stop()
        assert owner.table.version == len(harness.store.events(owner.table.id))
        again = harness.again()
        owner = await again.tables.owner(owner.table.id)
        await settle()
        assert again.bots.asked == harness.bots.asked
        assert owner.table.waits_for == (0,)

    run(play())


def test_who_resigns_while_the_bot_thinks_has_resigned() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        version = await harness.submit(owner, 0, Resign())
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await settle()
        assert owner.table.version == version
        assert owner.table.ending is not None
        assert owner.table.ending.cause is Cause.RESIGNED
        assert len(harness.bots.asked) == 1

    run(play())


def test_nobody_moves_for_a_bot_that_thinks() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        with pytest.raises(SessionError) as refused:
            await harness.submit(owner, 0, any_act(owner.table))
        assert refused.value.code is Code.NOT_YOUR_TURN
        await harness.tables.stop()

    run(play())


def test_why_another_chose_for_a_bot_is_kept_and_public() -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.fallback = "too slow"
        owner = await bots_turn(harness)
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await settle()
        told = owner.events[-1]
        assert isinstance(told, ActedEvent)
        assert told.fallback == "too slow"
        fact = read_fact(harness.store.events(owner.table.id)[-1].body)
        assert isinstance(fact, Acted)
        assert fact.fallback == "too slow"
        again = await harness.again().tables.owner(owner.table.id)
        assert again.events == owner.events

    run(play())


@pytest.mark.parametrize("times", [1, 3])
def test_a_store_without_room_is_tried_again(times: int) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        version = owner.table.version
        harness.disk.full = times
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await settle()
        assert owner.table.version == version
        await pass_time(10, steps=10)
        assert owner.table.version == version + 1

    run_by_hand(play())


@pytest.mark.parametrize("failure", [ValueError("no idea"), TimeoutError(), KeyError("x")])
def test_a_bot_that_fails_is_asked_again(failure: Exception) -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.failures = [failure, failure]
        owner = await bots_turn(harness)
        version = owner.table.version
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await pass_time(10, steps=10)
        assert owner.table.version == version + 1

    run_by_hand(play())


def test_a_bot_that_answers_against_the_rules_changes_nothing() -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.answers = [Answer(Sell(Card.LEATHER, 7)), Answer(TakeCamels(1))]
        owner = await bots_turn(harness)
        version = owner.table.version
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await settle()
        assert owner.table.version == version
        await pass_time(10, steps=10)
        assert owner.table.version == version + 1

    run_by_hand(play())


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("comes_back_at_once", [True, False])
def test_a_table_that_was_read_again_does_not_lose_its_bot(
    is_kept: bool, comes_back_at_once: bool
) -> None:
    """The old owner's bot still waits when the new owner is there: it must not be in the way."""

    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        version = owner.table.version
        setattr(harness.disk, "broken_after" if is_kept else "broken_before", 1)
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await settle()
        assert owner.is_gone
        if not comes_back_at_once:
            await pass_time(100, steps=5)
        new = await harness.tables.owner(owner.table.id)
        await settle()
        await pass_time(100, steps=5)
        assert new.table.version == version + 1
        assert new.table.waits_for == (0,)

    run_by_hand(play())


def test_a_resignation_that_failed_does_not_lose_the_bot() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        version = owner.table.version
        harness.disk.broken_before = 1
        with pytest.raises(Exception, match="fire"):
            await harness.submit(owner, 0, Resign())
        new = await harness.tables.owner(owner.table.id)
        await settle()
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await pass_time(100, steps=5)
        assert (new.table.version, new.table.waits_for) == (version + 1, (0,))

    run_by_hand(play())


def test_a_command_right_behind_the_bots_is_followed_by_the_bot() -> None:
    """It was in the queue already, for the version that the bot was about to make."""

    async def play() -> None:
        for seed in range(1, 12):
            harness = Harness(seed=str(seed))
            owner = await bots_turn(harness, seed)
            version, chance = owner.table.version, random.Random(seed)
            assert harness.bots.gate is not None
            harness.bots.gate.set()
            harness.disk.is_slow = True
            while not harness.disk.held:
                await settle(1)
            behind = asyncio.ensure_future(
                owner.submit(0, "behind-01", version + 1, likely_act(owner, chance))
            )
            await settle()
            harness.disk.is_slow = False
            harness.disk.release()
            (outcome,) = await asyncio.gather(behind, return_exceptions=True)
            await settle()
            if outcome == version + 2:
                assert phase_of(owner) is not Phase.PLAYING or owner.table.waits_for == (0,)
                return
        raise AssertionError("no command could be made in advance")

    run(play())


def likely_act(owner: Owner, chance: random.Random) -> Act:
    """Something that is probably legal for seat 0 after the bot has played."""
    assert owner.table.match is not None
    view = owner.table.match.view(0).as_if_to_act()
    sales = [action for action in view.legal_actions() if str(action).startswith("-")]
    return Act(str(chance.choice(sales or list(view.legal_actions()))))


def test_the_bot_begins_the_next_round_if_it_is_its_turn() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        chance = random.Random(11)
        starters = set()
        for _ in range(6):
            while phase_of(owner) is Phase.PLAYING:
                if owner.table.waits_for == (1,):
                    await settle(5)
                else:
                    await harness.act(owner, chance)
            if phase_of(owner) is Phase.OVER:
                owner = await harness.against_bot()
                continue
            await harness.submit(owner, 0, Next())
            assert owner.table.match is not None
            starters.add(owner.table.match.round.starter)
            await settle()
            assert phase_of(owner) is not Phase.PLAYING or owner.table.waits_for == (0,)
        assert starters == {0, 1}

    run(play())


def test_a_table_says_when_its_bot_is_getting_ready() -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.ready = False
        await harness.tables.start()
        bot, people = await harness.against_bot(), await harness.pair()
        assert not bot.listeners.now().bot_ready
        assert people.listeners.now().bot_ready
        assert bot.listeners.now().bot_preparing == BotPreparation(0, None)
        presence = bot.listeners.presence
        harness.bots.share = 0.257
        assert harness.bots.on_change is not None
        harness.bots.on_change()
        assert bot.listeners.now().bot_preparing == BotPreparation(25, 8)
        assert bot.listeners.presence == presence + 1
        harness.bots.share = 0.2571  # nothing that anybody could see
        harness.bots.on_change()
        assert bot.listeners.presence == presence + 1
        harness.bots.ready = True
        harness.bots.on_change()
        assert bot.listeners.now().bot_ready
        assert bot.listeners.now().bot_preparing is None
        assert bot.listeners.presence == presence + 2
        await settle()
        await harness.tables.stop()

    run(play())


def test_stopping_asks_no_bot_anything_new() -> None:
    """What is finished while stopping may make it a bot's turn: that is for the next start."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        while owner.table.waits_for != (0,):
            await settle(1)
        asked = len(harness.bots.asked)
        harness.disk.is_slow = True
        work = asyncio.ensure_future(harness.act(owner))
        await settle()
        stop = asyncio.ensure_future(harness.tables.stop())
        await settle()
        harness.disk.release()
        await asyncio.gather(work, stop)
        harness.disk.is_slow = False
        await settle()
        assert len(harness.bots.asked) == asked
        assert owner.table.waits_for == (1,)
        again = harness.again()
        owner = await again.tables.owner(owner.table.id)
        await settle()
        assert owner.table.waits_for == (0,)

    run(play())


def test_a_bot_action_that_is_being_kept_is_kept_through_a_stop() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await bots_turn(harness)
        version = owner.table.version
        harness.disk.is_slow = True
        assert harness.bots.gate is not None
        harness.bots.gate.set()
        await settle()
        assert harness.disk.held == 1
        stop = asyncio.ensure_future(harness.tables.stop())
        await settle()
        harness.disk.release()
        await stop
        assert owner.table.version == version + 1
        assert len(harness.store.events(owner.table.id)) == version + 1

    run(play())


def test_a_bot_thinks_on_the_share_of_the_person_it_plays_against() -> None:
    async def play() -> None:
        harness = Harness()
        person = await harness.person()
        for bot in ("greedy", "vizier"):
            owner = await harness.create(person, bot=bot)
            await harness.submit(owner, 0, Ready(NONCE))
            while not harness.bots.asked_for:
                await harness.act(owner)
                await settle()
            assert set(harness.bots.asked_for) == {person.player}
            harness.bots.asked_for.clear()

    run(play())


def test_a_table_is_told_how_many_bots_think_before_its_own() -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.gate = asyncio.Event()
        owner = await harness.against_bot()
        listener = owner.listeners.add(Viewer(0), None, (0,))
        while owner.table.waits_for == (0,):
            await harness.act(owner)
        await settle()
        listener.take()
        assert harness.bots.tell is not None
        for before in (3, 0, None):
            harness.bots.tell(before)
            assert await listener.wait(0)
            update = listener.take()
            assert (update.kind, json.loads(update.data)["bot_queue"]) == ("now", before)
        harness.bots.tell(None)
        assert not await listener.wait(0)

    run(play())
