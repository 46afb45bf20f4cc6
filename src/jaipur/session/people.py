"""Who somebody is: a device or a program with a token, and the players it may act as.

A token is 256 random bits; only its hash is stored. Every token has a player of its own, which
gets all new seats. A device may act as other players too, because a link can give it the seats of
another device; those get no new seats here, since whoever made the link may still be them.
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
"""Begins the tokens of programs: the token of a device does not make its holder one."""
LINK_SECONDS = 15 * 60
LONGEST_TOKEN = 100
"""In letters. What is longer was never given to anybody."""
REMEMBERED = 20_000
MOST_SEEN = 200_000
"""Devices that are noted as seen at a time; who is left out is noted another hour."""
READERS = 2
"""Threads that look up who somebody is."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the door; without players if nobody knows the token."""

    token_hash: str = ""
    players: frozenset[str] = frozenset()
    is_program: bool = False
    origin: str = ""
    """Where a stranger comes from: those of one address have one turn together."""

    @property
    def turn(self) -> str:
        """In whose turn something long is done for them."""
        return self.token_hash or self.origin

    @property
    def player(self) -> str:
        """The player that new seats are given to."""
        return own_player(self.token_hash)


NOBODY = Person()


def hash_token(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def own_player(token_hash: str) -> str:
    """The player that belongs to a token and to nobody who ever made a link for it."""
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
        """Which known devices came since the last `prune`."""
        self._known: OrderedDict[str, frozenset[str]] = OrderedDict()
        self._unknown: OrderedDict[str, frozenset[str]] = OrderedDict()
        """Tokens that the store was asked for in vain: made-up ones are looked up once."""
        self._asking: dict[str, asyncio.Future[frozenset[str]]] = {}
        # Threads of their own: whoever comes in never waits until long tables are read.
        self._readers = Threads(READERS, "identify")

    async def identify(self, token: str | None, *, is_program: bool = False) -> Person:
        """Who has this token; NOBODY for none, or one that nobody knows."""
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
        """Ask the store, once for all who want to know it now."""
        asking = self._asking.get(token_hash)
        if asking is None:
            asking = self._readers.asked(self._store.players_of, token_hash)
            self._asking[token_hash] = asking
            asking.add_done_callback(partial(self._answered, token_hash))
        return await asyncio.shield(asking)

    def _answered(self, token_hash: str, asking: asyncio.Future[frozenset[str]]) -> None:
        # Otherwise it may have been read before a move.
        if self._asking.get(token_hash) is asking:
            del self._asking[token_hash]
            if not asking.cancelled() and asking.exception() is None:
                self._remember(token_hash, asking.result())

    async def newcomer(
        self, *, is_program: bool = False, household: str = ""
    ) -> tuple[str, Person]:
        """A new token, and who has it; `household`: with whom they share the bots while new."""
        token = self._new_secret(TOKEN_BYTES)
        token = PROGRAM_MARK + token if is_program else token
        token_hash = hash_token(token)
        players = frozenset([own_player(token_hash)])
        await self._hold_own(token_hash)
        self._remember(token_hash, players)
        self.households.add(own_player(token_hash), household)
        return token, Person(token_hash, players, is_program)

    async def offer_move(self, person: Person, *, keep: bool) -> str:
        """The secret of a link that gives another device the seats of this one."""
        secret = self._new_secret(TOKEN_BYTES)
        expires = self._now() + LINK_SECONDS
        offer = self._store.offer_move(
            hash_token(secret), person.token_hash, keep=keep, expires=expires
        )
        await asyncio.wrap_future(offer)
        return secret

    async def claim_move(self, person: Person, secret: str) -> tuple[str | None, frozenset[str]]:
        """Use such a link; UnknownLink if it is used or too old.

        Returns the token of a new device, and the players that the other one has lost.
        """
        token = None if person.token_hash else self._new_secret(TOKEN_BYTES)
        token_hash = hash_token(token) if token else person.token_hash
        claim = self._store.claim_move(hash_token(secret), token_hash, self._now())
        moved = await asyncio.wrap_future(claim)
        self._forget(moved.giver)  # nobody else: all of them would be strangers for a moment
        await self._hold_own(token_hash)
        self._forget(token_hash)
        if token:  # links would be another way to make shares
            share = self.households.share_of(own_player(moved.giver))
            self.households.add(own_player(token_hash), share)
        return token, frozenset() if moved.is_kept else moved.players

    async def prune(self, *, forgets: bool) -> None:
        """Tell the store who was seen; `forgets`: it may forget devices without a seat."""
        seen, self._seen = self._seen, set()
        await asyncio.wrap_future(self._store.note_devices(seen))
        if forgets:
            gone = await asyncio.wrap_future(self._store.prune_devices())
            # Who came back this moment may have sat down.
            back = gone & (self._seen | self._asking.keys())
            for token_hash in gone:
                self._known.pop(token_hash, None)
            for token_hash in back:
                await self._hold_own(token_hash)
                self._forget(token_hash)  # until now it was a stranger to who looked

    def stop(self) -> None:
        """Look up nobody any more; who is being looked up is found."""
        self._readers.stop()

    async def _hold_own(self, token_hash: str) -> None:
        await asyncio.wrap_future(self._store.hold(token_hash, own_player(token_hash)))

    def _remember(self, token_hash: str, players: frozenset[str]) -> None:
        """Keep who somebody is. Tokens that nobody knows have room of their own."""
        kept = self._known if players else self._unknown
        kept[token_hash] = players
        if len(kept) > REMEMBERED:
            kept.popitem(last=False)
        if players:
            self._unknown.pop(token_hash, None)

    def _forget(self, token_hash: str) -> None:
        for kept in (self._known, self._unknown, self._asking):
            kept.pop(token_hash, None)
