"""Nobody chooses the deal: one nonce is committed before the other, and revealed after it."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec import structs

from jaipur import BySeat, Card, KeyedDeals, Seat
from jaipur.deals import nonce_commitment
from jaipur.errors import Code, SessionError
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.commands import Close, Ready, Rematch
from jaipur.session.contract.events import VoidedEvent
from jaipur.session.contract.state import MatchEnding, NonceCommitted
from jaipur.session.facts import Rematched
from jaipur.session.nonce_reveal import AT_LEAST, LATER, SOON
from jaipur.session.options import ClockOption, Options
from jaipur.session.owner import Owner
from jaipur.session.projection import Viewer, state_for
from jaipur.session.table import Table
from jaipur.session.table_request import TableRequest
from jaipur.store.protocol import DAY

from .hand_loop import pass_time, run_by_hand
from .harness import COMMITTED, NONCE, Harness
from .walks import after, begun, fact_of, join, new_table, old_table

CLOCK = Options(clock=ClockOption(600, 5))
AT_LEISURE = Options()


def code_of(table: Table, nonce: str) -> Code:
    with pytest.raises(SessionError) as refused:
        fact_of(table, 0, Ready(nonce))
    return refused.value.code


def liked(table: Table) -> str:
    """A nonce that deals seat 0 two diamonds: what a host who reads the key would look for."""
    key, theirs = bytes.fromhex(table.created.key), bytes.fromhex(table.nonces[1] or "")
    for tried in count():
        mine = tried.to_bytes(4, "big")
        hand = KeyedDeals(key, BySeat(mine, theirs)).deal(1).hands[0]
        if hand.count(Card.DIAMOND) >= 2:
            return mine.hex()
    raise AssertionError


def test_a_host_who_reads_the_key_cannot_choose_after_the_other_nonce() -> None:
    joined = after(new_table(), 1, join(new_table()))
    assert code_of(joined, liked(joined)) is Code.WRONG_NONCE
    dealt = after(joined, 0, Ready(NONCE))
    assert dealt.phase is Phase.PLAYING


def test_formerly_a_host_could_and_such_tables_are_still_played() -> None:
    joined = after(old_table(), 1, join(old_table()))
    dealt = after(joined, 0, Ready(liked(joined)))
    assert dealt.match is not None
    assert dealt.match.round.deal.hands[0].count(Card.DIAMOND) >= 2


def test_the_nonce_that_is_committed_to_is_not_taken_before_the_other() -> None:
    table = new_table()
    assert table.waits_for == (1,)
    assert code_of(table, NONCE) is Code.NONCE_TOO_EARLY
    joined = after(table, 1, join(table))
    assert (joined.waits_for, joined.reveals) == ((0,), 0)


def test_everybody_sees_what_is_committed_to_and_nobody_the_nonce_itself() -> None:
    for table in (new_table(), after(new_table(), 1, join(new_table()))):
        for viewer in (Viewer(), Viewer(0), Viewer(1)):
            shown = state_for(table, viewer)
            wanted = NonceCommitted(0, COMMITTED, LATER, table.nonces[1])
            assert shown.nonce_commitment == wanted


@pytest.mark.parametrize("wrong", [None, "", "00", "z" * 64, COMMITTED + "0", COMMITTED[:-1]])
def test_who_invites_somebody_or_offers_a_rematch_commits_to_a_nonce(wrong: str | None) -> None:
    over = structs.replace(begun(), ending=MatchEnding(Cause.RESIGNED, 1))

    async def play() -> None:
        harness = Harness()
        person = await harness.person()
        plan = TableRequest("Ana", nonce_commitment=wrong)
        for request in (harness.tables.create(person, "create-1", plan), refused_rematch()):
            with pytest.raises(SessionError) as refused:
                await request
            assert refused.value.code is Code.BAD_NONCE_COMMITMENT
        assert not harness.store.tables("waiting")

    async def refused_rematch() -> None:
        fact_of(over, 0, Rematch(wrong))

    run_by_hand(play())


@pytest.mark.parametrize("kind", ["bot", "hot_seat"])
def test_against_a_bot_and_on_one_device_none_is_needed(kind: str) -> None:
    table = begun(kind)
    assert (table.created.nonce_commitment, table.reveals) == (None, None)
    over = structs.replace(table, ending=MatchEnding(Cause.RESIGNED, 1))
    assert isinstance(fact_of(over, 0, Rematch()), Rematched)


def test_what_commits_to_a_nonce_is_as_documented() -> None:
    assert nonce_commitment(bytes.fromhex("9b1deb4d3b7d4bad9b1deb4d3b7d4bad")) == (
        "1e6c5391a0c5c13fe1e2b3a1fa2754fc2a8debaccfdbc07958828a3f617082be"
    )


async def joined_table(harness: Harness, options: Options) -> Owner:
    owner = await harness.create(await harness.person(), options=options)
    await harness.join(owner, await harness.person())
    return owner


@pytest.mark.parametrize(("options", "seconds"), [(CLOCK, SOON), (AT_LEISURE, LATER)])
def test_a_table_whose_nonce_is_not_revealed_in_time_is_void(
    options: Options, seconds: int
) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await joined_table(harness, options)
        await pass_time(seconds - 1)
        assert owner.table.phase is Phase.WAITING
        await pass_time(1.1)
        assert owner.table.ending == MatchEnding(Cause.VOID, None, by=0)
        assert owner.table.match is None
        told = owner.events[-1]
        assert isinstance(told, VoidedEvent)
        assert told.seat == 0
        with pytest.raises(SessionError) as refused:
            await harness.submit(owner, 0, Ready(NONCE))
        assert refused.value.code is Code.MATCH_OVER
        with pytest.raises(SessionError) as refused:
            await harness.submit(owner, 1, Rematch(COMMITTED))
        assert refused.value.code is Code.NO_REMATCH

    run_by_hand(play())


def test_a_store_that_fails_only_delays_it() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await joined_table(harness, CLOCK)
        harness.disk.full = 3
        for _ in range(6):
            await pass_time(SOON)
        assert owner.table.ending == MatchEnding(Cause.VOID, None, by=0)

    run_by_hand(play())


def test_a_store_that_fails_for_long_is_asked_ever_more_seldom() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await joined_table(harness, CLOCK)
        harness.disk.full = 1_000_000
        await pass_time(SOON)
        before = harness.disk.appends
        await pass_time(60, steps=1200)
        assert 10 <= harness.disk.appends - before <= 20
        harness.disk.full = 0
        await pass_time(6, steps=120)
        assert owner.table.ending == MatchEnding(Cause.VOID, None, by=0)

    run_by_hand(play())


@pytest.mark.parametrize(
    ("looks", "seconds", "is_void"),
    [
        ([0, 3, 6], DAY - 1, False),
        ([0, 3, 6], DAY + 1, True),
        ([0, 3.5, 7.1], AT_LEAST - 1, False),
        ([0, 3.5, 7.1], AT_LEAST + 1, True),
        ([0, 5, 10, 14.1], 1, True),
        ([0, 7.1], 7 * DAY - 1, False),
        ([0, 400], 7 * DAY - 1, False),
        ([0, 7.1], 7 * DAY + 1, True),
    ],
)
def test_time_goes_on_while_a_table_rests_unless_the_clock_may_be_wrong(
    looks: list[float], seconds: float, is_void: bool
) -> None:
    """`looks`: the days after which the clock is looked at; `seconds`: what then passes."""

    async def play() -> None:
        harness = Harness()
        owner = await joined_table(harness, AT_LEISURE)
        assert owner.can_rest
        await harness.tables.stop()
        later = harness.again()
        for days in looks:
            later.time = harness.time + days * DAY
            await later.tables.prune()
        owner = await later.tables.owner(owner.table.id)
        await pass_time(seconds)
        assert (owner.table.phase is Phase.OVER) == is_void
        if not is_void:
            await later.submit(owner, 0, Ready(NONCE))
            assert owner.table.phase is Phase.PLAYING

    run_by_hand(play())


@pytest.mark.parametrize("days", [-800, -8, 6.9, 800])
def test_a_clock_that_was_wrong_when_somebody_joined_takes_nothing_away(days: float) -> None:
    async def play() -> None:
        harness = Harness()
        await harness.tables.prune()
        wrong = harness.again()
        wrong.time += days * DAY
        await wrong.tables.prune()
        owner = await joined_table(wrong, AT_LEISURE)
        await wrong.tables.stop()
        right = harness.again()
        right.time += DAY / 2
        await right.tables.prune()
        owner = await right.tables.owner(owner.table.id)
        await pass_time(6 * DAY)
        assert owner.table.phase is Phase.WAITING

    run_by_hand(play())


def test_with_clocks_a_restart_begins_the_time_anew() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await joined_table(harness, CLOCK)
        assert not owner.can_rest
        later = harness.again()
        later.time += DAY
        await later.tables.prune()
        owner = await later.tables.owner(owner.table.id)
        await pass_time(SOON - 1)
        assert owner.table.phase is Phase.WAITING

    run_by_hand(play())


def test_nothing_rings_after_the_deal_or_at_a_table_that_left() -> None:
    async def play() -> None:
        harness = Harness()
        dealt = await harness.pair()
        left = await joined_table(harness, AT_LEISURE)
        left.stop()
        await pass_time(2 * LATER)
        assert (dealt.table.phase, left.table.phase) == (Phase.PLAYING, Phase.WAITING)

    run_by_hand(play())


def test_a_broken_store_at_the_end_of_the_time_is_read_again() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await joined_table(harness, CLOCK)
        harness.disk.broken_after = 1
        await pass_time(SOON + 1)
        again = await harness.tables.owner(owner.table.id)
        assert again.table.ending == MatchEnding(Cause.VOID, None, by=0)

    run_by_hand(play())


@pytest.mark.parametrize(("seat", "cause"), [(0, Cause.VOID), (1, Cause.CLOSED)])
def test_who_leaves_instead_of_revealing_walks_away_and_who_only_waits_does_not(
    seat: Seat, cause: Cause
) -> None:
    joined = after(new_table(), 1, join(new_table()))
    assert after(joined, seat, Close()).ending == MatchEnding(cause, None, by=seat)
    assert after(new_table(), 0, Close()).ending == MatchEnding(Cause.CLOSED, None, by=0)
