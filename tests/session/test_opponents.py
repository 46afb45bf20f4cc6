"""Which bots may play at a table, and what happens when one cannot play."""

from __future__ import annotations

import random

import pytest

from jaipur.bots.ladder import LADDER, NAMES, player_named
from jaipur.bots.network_file import NetworkFileError
from jaipur.errors import Code, SessionError
from jaipur.session.contract.commands import Ready, Rematch, Resign
from jaipur.session.opponents import check_bot
from jaipur.session.owner import Owner
from jaipur.session.table_request import TableRequest
from tests.no_network import NOWHERE, bring_network_back, take_network_away

from .hand_loop import pass_time, run_by_hand
from .harness import NONCE, Harness, run, settle

MOST_NODES = {name: player_named(name).engine.most_nodes for name in ("merchant", "maharaja")}
LEARNED = [player.name for player in LADDER if player.engine.uses_network]


async def against(harness: Harness, bot: str) -> Owner:
    """A match against a bot that has begun."""
    owner = await harness.create(await harness.person(), bot=bot)
    await harness.submit(owner, 0, Ready(NONCE))
    return owner


@pytest.mark.parametrize("bot", [*NAMES, *(f"{name}:{most}" for name, most in MOST_NODES.items())])
def test_every_bot_may_play(bot: str) -> None:
    check_bot(bot)


@pytest.mark.parametrize(("bot", "most"), MOST_NODES.items())
def test_who_would_think_too_long_is_refused(bot: str, most: int) -> None:
    with pytest.raises(SessionError, match=f"{bot}:1 – {most}") as refused:
        check_bot(f"{bot}:{most + 1}")
    assert refused.value.code is Code.BAD_OPTION


def test_without_its_network_a_bot_gets_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    take_network_away(monkeypatch)

    async def play() -> None:
        harness = Harness()
        person = await harness.person()
        for bot in LEARNED:
            with pytest.raises(NetworkFileError, match=NOWHERE):
                harness.tables.check_request(TableRequest("Ana", bot=bot))
            with pytest.raises(NetworkFileError, match=NOWHERE):
                await harness.create(person, bot=bot)
        assert (await harness.tables.tables_of(person)).tables == ()
        for bot in set(NAMES) - set(LEARNED):
            await harness.create(person, bot=bot)

    run(play())


def test_without_its_network_a_bot_gets_no_rematch(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await against(harness, "vizier")
        await harness.submit(owner, 0, Resign())
        take_network_away(monkeypatch)
        with pytest.raises(NetworkFileError, match=NOWHERE):
            await harness.submit(owner, 0, Rematch())
        assert owner.table.rematch is None
        bring_network_back(monkeypatch)
        await harness.submit(owner, 0, Rematch())
        assert owner.table.rematch is not None

    run(play())


def test_a_bot_that_lost_its_network_waits_for_it_and_says_so() -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.failures = [NetworkFileError("gone") for _ in range(3)]
        owner, chance = await against(harness, "vizier"), random.Random(1)
        while owner.table.bot_to_act is None:
            await harness.act(owner, chance)
        version = owner.table.version
        await settle()
        assert owner.table.version == version
        told = owner.listeners.now()
        assert (told.bot_ready, told.bot_preparing) == (False, None)
        await pass_time(10, steps=10)
        assert owner.table.version == version + 1
        assert owner.listeners.now().bot_ready

    run_by_hand(play())
