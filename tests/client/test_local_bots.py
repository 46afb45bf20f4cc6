"""Bots at home: who does not search plays at once, who searches in a process of its own."""

import asyncio

import pytest

from jaipur.bots.network_file import NetworkFileError
from jaipur.client.local import LocalServer
from jaipur.client.local_bots import LocalBots
from jaipur.deals import SeededDeals
from jaipur.match import Match
from jaipur.session.contract.commands import Act, Resign
from jaipur.session.contract.events import ActedEvent
from jaipur.session.contract.responses import Update
from jaipur.session.table_request import TableRequest
from jaipur.store.memory import MemoryStore
from jaipur.view import View
from tests.contract_values import round_of
from tests.no_network import NOWHERE, take_network_away
from tests.patience import PATIENCE


def first_view() -> View:
    match = Match.start(SeededDeals(7).deal(0))
    return match.view(match.position.turn)


@pytest.mark.parametrize("bot", ["random", "novice", "greedy"])
def test_who_does_not_search_answers_the_same_for_the_same_seed(bot: str) -> None:
    async def answers() -> list[str]:
        bots = LocalBots()
        assert bots.is_ready()
        answers = [await bots.act(bot, first_view(), 5, for_whom="ana") for _ in range(2)]
        return [str(answer.action) for answer in answers]

    first, second = asyncio.run(answers())
    assert first == second
    assert first_view().check(first_view().legal_actions()[0]) is None


def test_who_searches_plays_itself_and_the_table_says_when_it_is_ready() -> None:
    async def play() -> tuple[bool, str | None, bool]:
        async with LocalServer(MemoryStore()) as server:
            server._bots._deadline = PATIENCE  # its first answer may take long
            link = await server.create(TableRequest("Ana", bot="maharaja:5", seed=7))
            update = await link.fetch_update()
            was_ready = update.now.bot_ready
            while round_of(update.state).turn == 1:
                update = await link.wait_for_update(update.version)
            version = await link.command(Act(first_legal(update)), update.version)
            while (update := await link.wait_for_update(version)).version == version:
                pass
            acted = update.events[-1]
            assert isinstance(acted, ActedEvent)
            return was_ready, acted.fallback, update.now.bot_ready

    assert asyncio.run(play()) == (False, None, True)


def test_without_its_network_a_match_is_kept_and_not_gone_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        async with LocalServer(MemoryStore()) as server:
            going_on = (await server.create(TableRequest("Ana", bot="vizier", seed=7))).table
            over = await server.create(TableRequest("Ana", bot="vizier", seed=8))
            await over.command(Resign(), (await over.fetch_update()).version)
            take_network_away(monkeypatch)
            with pytest.raises(NetworkFileError, match=NOWHERE):
                await server.link(going_on)
            with pytest.raises(NetworkFileError, match=NOWHERE):
                await server.create(TableRequest("Ana", bot="maharaja"))
            assert (await (await server.link(over.table)).replay()).steps
            assert len(await server.matches()) == 2

    asyncio.run(play())


def first_legal(update: Update) -> str:
    """The first legal action of an update."""
    return round_of(update.state).legal[0].action
