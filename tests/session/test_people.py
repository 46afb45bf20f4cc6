"""Identity: a token that only its holder has, and seats that a link moves once."""

from __future__ import annotations

import asyncio
import threading
import weakref
from pathlib import Path

import pytest

from jaipur.session.people import LINK_SECONDS, NOBODY, Person, hash_token
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import Store, UnknownLink
from jaipur.store.sqlite import SqliteStore

from .harness import Harness, run


def stores(tmp_path: Path) -> list[Store]:
    quick = {"synchronous": "OFF"}
    return [MemoryStore(), SqliteStore(tmp_path / "people.db", settings=quick)]


async def new(harness: Harness) -> tuple[str, Person]:
    return await harness.tables.people.newcomer()


def test_a_token_is_kept_as_a_hash_only() -> None:
    async def play() -> None:
        harness = Harness(MemoryStore())
        token, person = await new(harness)
        assert person.token_hash == hash_token(token)
        assert token not in repr(vars(harness.store))
        assert len(token) >= 64  # 256 bits
        assert token != person.player
        assert await harness.tables.people.identify(token) == person
        assert await harness.again().tables.people.identify(token) == person

    run(play())


@pytest.mark.parametrize("wrong", [None, "", "x", "\ud800", "é" * 1000, "0" * 64, "\x00"])
def test_who_has_no_known_token_is_nobody(wrong: str | None) -> None:
    async def play() -> None:
        harness = Harness()
        _, person = await new(harness)
        for token in (wrong, person.token_hash, person.player):
            assert await harness.tables.people.identify(token) is NOBODY

    run(play())


def test_no_two_people_are_the_same() -> None:
    async def play() -> None:
        harness = Harness()
        people = [await new(harness) for _ in range(50)]
        assert len({token for token, _ in people}) == 50
        assert len({person.player for _, person in people}) == 50

    run(play())


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("knows_new_device", [False, True])
def test_a_link_moves_the_seats(keep: bool, knows_new_device: bool, tmp_path: Path) -> None:
    async def play(harness: Harness) -> None:
        people = harness.tables.people
        token, laptop = await new(harness)
        owner = await harness.create(laptop)
        phone_token, phone = await new(harness) if knows_new_device else (None, NOBODY)
        link = await people.offer_move(laptop, keep=keep)
        given, players = await people.claim_move(phone, link)
        assert players == (frozenset() if keep else laptop.players)
        assert (given is None) == knows_new_device
        moved = await people.identify(given or phone_token)
        assert laptop.players <= moved.players
        assert phone.players <= moved.players
        assert owner.table.seats_of(moved.players) == (0,)
        old = await people.identify(token)
        assert (old.players == laptop.players) is keep
        assert (old is NOBODY) is not keep
        restarted = harness.again().tables.people
        assert await restarted.identify(token) == old
        assert await restarted.identify(given or phone_token) == moved

    for store in stores(tmp_path):
        run(play(Harness(store)))
        store.close()


def test_a_link_is_used_once_even_by_two_at_once(tmp_path: Path) -> None:
    async def play(harness: Harness) -> None:
        people = harness.tables.people
        _, laptop = await new(harness)
        devices = [(await new(harness))[1] for _ in range(5)]
        link = await people.offer_move(laptop, keep=False)
        claims = [people.claim_move(device, link) for device in devices]
        outcomes = await asyncio.gather(*claims, return_exceptions=True)
        assert outcomes.count((None, laptop.players)) == 1
        assert sum(isinstance(outcome, UnknownLink) for outcome in outcomes) == 4
        with pytest.raises(UnknownLink):
            await people.claim_move(laptop, link)

    for store in stores(tmp_path):
        run(play(Harness(store)))
        store.close()


def test_a_link_is_good_for_a_quarter_of_an_hour() -> None:
    async def play() -> None:
        for seconds, good in ((LINK_SECONDS - 1, True), (LINK_SECONDS, False), (1e6, False)):
            harness = Harness()
            token, laptop = await new(harness)
            link = await harness.tables.people.offer_move(laptop, keep=False)
            harness.time += seconds
            claim = harness.tables.people.claim_move(NOBODY, link)
            if good:
                assert await claim
            else:
                with pytest.raises(UnknownLink):
                    await claim
                assert await harness.tables.people.identify(token) == laptop

    run(play())


@pytest.mark.parametrize("wrong", ["", "x", "é", "\ud800"])
def test_a_wrong_link_moves_nothing(wrong: str) -> None:
    async def play() -> None:
        harness = Harness()
        token, laptop = await new(harness)
        await harness.tables.people.offer_move(laptop, keep=False)
        for secret in (wrong, token, laptop.token_hash):
            with pytest.raises(UnknownLink):
                await harness.tables.people.claim_move(NOBODY, secret)
        assert await harness.tables.people.identify(token) == laptop

    run(play())


def test_who_claims_their_own_link_keeps_everything(tmp_path: Path) -> None:
    async def play(harness: Harness) -> None:
        people = harness.tables.people
        token, laptop = await new(harness)
        link = await people.offer_move(laptop, keep=False)
        assert await people.claim_move(laptop, link) == (None, frozenset())
        assert await people.identify(token) == laptop

    for store in stores(tmp_path):
        run(play(Harness(store)))
        store.close()


class SlowReader(MemoryStore):
    """A store whose answer about a device is on its way for long."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.read = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()

    def players_of(self, token_hash: str) -> frozenset[str]:
        self.asked += 1
        players = super().players_of(token_hash)
        self.read.set()
        self.go_on.wait(10)
        return players


def test_a_device_that_gave_its_seats_away_does_not_keep_them_by_asking_at_that_moment() -> None:
    """What was read before the move is not remembered after it."""

    async def play() -> None:
        store = SlowReader()
        harness = Harness(store)
        token, laptop = await new(harness)
        link = await harness.tables.people.offer_move(laptop, keep=False)
        people = harness.again().tables.people  # knows nobody yet
        store.go_on.clear()
        store.read.clear()
        asking = asyncio.ensure_future(people.identify(token))
        await asyncio.to_thread(store.read.wait, 10)
        phone, _ = await people.claim_move(NOBODY, link)
        assert phone
        store.go_on.set()
        await asking
        assert await people.identify(token) is NOBODY

    run(play())


class CountingReader(MemoryStore):
    """A store that counts how often it is asked about a device."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def players_of(self, token_hash: str) -> frozenset[str]:
        self.asked.append(token_hash)
        return super().players_of(token_hash)


def test_a_link_that_is_used_leaves_everybody_else_known() -> None:
    async def play() -> None:
        store = CountingReader()
        harness = Harness(store)
        people = harness.tables.people
        others = [await new(harness) for _ in range(5)]
        (token, laptop), (phone_token, phone) = await new(harness), await new(harness)
        link = await people.offer_move(laptop, keep=False)
        await people.claim_move(phone, link)
        for other_token, person in others:
            assert await people.identify(other_token) == person
        assert store.asked == []
        assert await people.identify(token) is NOBODY
        assert laptop.players <= (await people.identify(phone_token)).players

    run(play())


def test_who_is_looked_up_while_others_move_is_remembered() -> None:
    async def play() -> None:
        store = SlowReader()
        harness = Harness(store)
        token, _ = await new(harness)
        _, laptop = await new(harness)
        link = await harness.tables.people.offer_move(laptop, keep=False)
        people = harness.again().tables.people  # knows nobody yet
        store.go_on.clear()
        store.read.clear()
        asking = asyncio.ensure_future(people.identify(token))
        await asyncio.to_thread(store.read.wait, 10)
        await people.claim_move(NOBODY, link)
        store.go_on.set()
        assert await asking == await people.identify(token)
        assert store.asked == 1

    run(play())


class Word(str):
    """A token of which one can see whether somebody still has it."""

    __slots__ = ("__weakref__",)


def test_made_up_tokens_leave_nothing_behind_but_a_few_hashes() -> None:
    async def play() -> None:
        store = CountingReader()
        people = Harness(store).tables.people
        for number in range(30):
            assert await people.identify(f"made-up {number}") is NOBODY
        assert len(people._seen) == 0
        for size in (10, 101, 15_000):
            token = Word("x" * size)
            trace = weakref.ref(token)
            assert await people.identify(token) is NOBODY
            del token
            assert trace() is None
        assert len(store.asked) == 31  # what is too long for a token is not even looked up

    run(play())


def test_only_so_many_are_noted_as_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr("jaipur.session.people.MOST_SEEN", 3)
        harness = Harness()
        for token in [(await new(harness))[0] for _ in range(5)]:
            assert await harness.tables.people.identify(token) is not NOBODY
        assert len(harness.tables.people._seen) == 3

    run(play())
