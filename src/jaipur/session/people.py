"""Identity: devices and programs with tokens, and the players they may act as.

A token is 256 random bits; only its hash is stored. Every token has a player of its own, which
gets all new seats. A device may also act as other players, because a link can give it the seats of
another device; those players get no new seats here, since the other device may still act as them.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..store.protocol import Store
from .households import Households
from .threads import Threads

TOKEN_BYTES = 32
PROGRAM_MARK = "program-"
"""The prefix of program tokens: the token of a device does not make its holder a program."""
LINK_SECONDS = 15 * 60
LONGEST_TOKEN = 100
"""In characters; no issued token is longer."""
REMEMBERED = 20_000
MOST_SEEN = 200_000
"""Devices recorded as seen per hour; the rest are recorded in a later hour."""
READERS = 2
"""Threads that look up tokens."""


@dataclass(frozen=True, slots=True)
class Person:
    """A caller; without players if the token is unknown."""

    token_hash: str = ""
    players: frozenset[str] = frozenset()
    is_program: bool = False
    origin: str = ""
    """The address of an unknown caller: all unknown callers of one address share one turn."""

    @property
    def queue_name(self) -> str:
        """The name under which long work for them is queued."""
        return self.token_hash or self.origin

    @property
    def player(self) -> str:
        """The player that new seats are given to."""
        return own_player(self.token_hash)


NOBODY = Person()


def hash_token(token: str) -> str:
    """The hash of a token, which is all that is stored of it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def own_player(token_hash: str) -> str:
    """The token's own player, which no link gave it."""
    return hashlib.sha256(f"jaipur player 1 {token_hash}".encode()).hexdigest()[:32]


class People:
    """Tokens and the players behind them."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        new_secret: Callable[[int], str] = secrets.token_urlsafe,
    ) -> None:
        self._store = store
        self._now = now
        self._new_secret = new_secret
        self.households = Households()
        self._seen: set[str] = set()
        """The known devices seen since the last `prune`."""
        self._known: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._unknown: OrderedDict[str, frozenset[str]] = OrderedDict()
        """Tokens that the store does not know, cached so that each is looked up once."""
        self._lookups: dict[str, asyncio.Future[frozenset[str]]] = {}
        # A separate pool, so that callers never wait for long tables to be loaded.
        self._readers = Threads(READERS, "identify")

    async def identify(self, token: str | None, *, is_program: bool = False) -> Person:
        """The person with this token; NOBODY without a token or for an unknown one."""
        if not token or len(token) > LONGEST_TOKEN:
            return NOBODY
        token_hash = hash_token(token)
        players = self._known.get(token_hash)
        if players is None:
            players = self._unknown.get(token_hash)
        if players is None:
            players = await self._look_up(token_hash)
        if not players:
            return NOBODY
        if len(self._seen) < MOST_SEEN:
            self._seen.add(token_hash)
        return Person(token_hash, players, is_program)

    async def _look_up(self, token_hash: str) -> frozenset[str]:
        """Query the store, once for all concurrent callers."""
        lookup = self._lookups.get(token_hash)
        if lookup is None:
            lookup = self._readers.submit(self._store.players_of, token_hash)
            self._lookups[token_hash] = lookup
            lookup.add_done_callback(partial(self._answered, token_hash))
        return await asyncio.shield(lookup)

    def _answered(self, token_hash: str, lookup: asyncio.Future[frozenset[str]]) -> None:
        # If it was replaced, this result may be older than a move of seats.
        if self._lookups.get(token_hash) is lookup:
            del self._lookups[token_hash]
            if not lookup.cancelled() and lookup.exception() is None:
                self._remember(token_hash, lookup.result())

    async def newcomer(
        self, *, is_program: bool = False, household: str = ""
    ) -> tuple[str, Person]:
        """Issue a token; `household` is the group they share bot time with while they are new."""
        token = self._new_secret(TOKEN_BYTES)
        token = PROGRAM_MARK + token if is_program else token
        token_hash = hash_token(token)
        players = frozenset([own_player(token_hash)])
        await self._hold_own(token_hash)
        self._remember(token_hash, players)
        self.households.add(own_player(token_hash), household)
        return token, Person(token_hash, players, is_program)

    async def offer_move(self, person: Person, *, keep: bool) -> str:
        """Create a link that gives another device the seats of this one; returns its secret."""
        secret = self._new_secret(TOKEN_BYTES)
        expires = self._now() + LINK_SECONDS
        offer = self._store.offer_move(
            hash_token(secret), person.token_hash, keep=keep, expires=expires
        )
        await asyncio.wrap_future(offer)
        return secret

    async def claim_move(self, person: Person, secret: str) -> tuple[str | None, frozenset[str]]:
        """Use such a link; UnknownLink if it was used already or has expired.

        Returns the token, if the device is new, and the players that the other device has lost.
        """
        token = None if person.token_hash else self._new_secret(TOKEN_BYTES)
        token_hash = hash_token(token) if token else person.token_hash
        claim = self._store.claim_move(hash_token(secret), token_hash, self._now())
        moved = await asyncio.wrap_future(claim)
        self._forget(moved.giver)  # only this one: the others would be unknown for a moment
        await self._hold_own(token_hash)
        self._forget(token_hash)
        if token:  # otherwise links could be used to multiply shares
            share = self.households.share_of(own_player(moved.giver))
            self.households.add(own_player(token_hash), share)
        return token, frozenset() if moved.is_kept else moved.players

    async def prune(self, *, forgets: bool) -> None:
        """Record the devices seen; `forgets`: the store may forget devices without a seat."""
        seen, self._seen = self._seen, set()
        await asyncio.wrap_future(self._store.note_devices(seen))
        if forgets:
            gone = await asyncio.wrap_future(self._store.prune_devices())
            # A device that came back a moment ago may have taken a seat.
            back = gone & (self._seen | self._lookups.keys())
            for token_hash in gone:
                self._known.pop(token_hash, None)
            for token_hash in back:
                await self._hold_own(token_hash)
                self._forget(token_hash)  # until now a lookup would not have found it

    def stop(self) -> None:
        """Start no more lookups; running ones are finished."""
        self._readers.stop()

    async def _hold_own(self, token_hash: str) -> None:
        await asyncio.wrap_future(self._store.hold(token_hash, own_player(token_hash)))

    def _remember(self, token_hash: str, players: frozenset[str]) -> None:
        """Cache the players of a token. Unknown tokens have a separate cache."""
        cache = self._known if players else self._unknown
        cache[token_hash] = players
        if len(cache) > REMEMBERED:
            cache.popitem(last=False)
        if players:
            self._unknown.pop(token_hash, None)

    def _forget(self, token_hash: str) -> None:
        for cache in (self._known, self._unknown, self._lookups):
            cache.pop(token_hash, None)
