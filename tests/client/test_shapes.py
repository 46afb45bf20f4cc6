"""Answers of a server that are not as they should be: told from ours before anything draws them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from jaipur.client.link import NotAServer, ServerRefused
from jaipur.client.local import LocalServer
from jaipur.client.model import ModelInputs, make_model
from jaipur.client.remote import RemoteLink
from jaipur.client.words.dock import dock_words
from jaipur.plain.answers import QUESTIONS, answer, legal_lines, turn_lines
from jaipur.plain.narrator import Narrator
from jaipur.session.contract.basics import MOST_NUMBER, Phase
from jaipur.session.contract.commands import Act, Next, Resign
from jaipur.session.contract.responses import CheckedAction, LegalActions, Replay, Update
from jaipur.session.options import ClockOption, MemoryAid, Options
from jaipur.session.table_request import TableRequest
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts

from ..contract_values import round_of
from ..depth import tried
from ..plain.talks import best
from .lines import Line, server_at

Json = dict[str, Any]
Way = tuple[str | int, ...]

WRONG: tuple[Any, ...] = (None, "x", [], {}, 2, 10**400)
EN = texts("en")
PLAYING, BETWEEN, OVER = range(3)


@cache
def answers() -> tuple[list[Update], LegalActions, CheckedAction, Replay]:
    """Updates of a match, its legal actions, a check and its replay."""

    async def play() -> tuple[list[Update], LegalActions, CheckedAction, Replay]:
        async with LocalServer(MemoryStore()) as server:
            options = Options(MemoryAid.FULL, clock=ClockOption(600, 5))
            link = await server.create(TableRequest("Ana", bot="greedy", seed=7, options=options))
            update = await link.fetch_update()
            updates, legal_actions, check = (
                [update],
                await link.legal_actions(),
                await link.check("+KK"),
            )
            while update.state.phase is Phase.PLAYING:
                if update.state.waits_for == (0,):
                    action = best(round_of(update.state).legal)
                    await link.command(Act(action), update.version)
                update = await link.wait_for_update(update.version)
            whole = await link.fetch_update()
            await link.command(Resign(), update.version)
            return (
                [*updates, whole, await link.fetch_update()],
                legal_actions,
                check,
                await link.replay(),
            )

    return asyncio.run(play())


def written(number: int) -> Json:
    """An update as a server writes it, to be changed."""
    data: Json = to_builtins(answers()[0][number])
    return data


class Stranger:
    """A link to somebody who answers whatever they like."""

    def __init__(self, folder: Path) -> None:
        self._line = Line()
        self.link = RemoteLink(server_at(self._line, folder), "0" * 16)

    def says(self, data: Any, status: int = 200) -> RemoteLink:
        """The link, which is answered this next."""
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        headers = {"content-type": "application/json"}
        self._line.faults.clear()
        self._line.faults.append(httpx.Response(status, content=content, headers=headers))
        return self.link

    def shows(self, data: Any) -> Update:
        """The table as it is shown."""
        return asyncio.run(self.says(data).fetch_update())


@pytest.fixture
def stranger(tmp_path: Path) -> Stranger:
    return Stranger(tmp_path)


def test_what_a_table_says_fits(stranger: Stranger) -> None:
    updates, legal_actions, check, replay = answers()
    assert [update.state.phase for update in updates] == [Phase.PLAYING, Phase.BETWEEN, Phase.OVER]

    async def ask() -> None:
        for update in updates:
            assert await stranger.says(to_builtins(update)).fetch_update() == update
        assert await stranger.says(to_builtins(legal_actions)).legal_actions() == legal_actions
        assert await stranger.says(to_builtins(check)).check("+KK") == check
        assert await stranger.says(to_builtins(replay)).replay() == replay
        for wrong in (replace(replay, steps=()), replace(replay, ending=None)):
            with pytest.raises(NotAServer):
                await stranger.says(to_builtins(wrong)).replay()

    asyncio.run(ask())


def places(data: Any, way: Way = ()) -> Iterator[Way]:
    """Every place in some data; of a list the first and the last."""
    if way:
        yield way
    if isinstance(data, dict):
        for name in data:
            yield from places(data[name], (*way, name))
    elif isinstance(data, list | tuple):
        for at in sorted({0, len(data) - 1} & set(range(len(data)))):
            yield from places(data[at], (*way, at))


@contextmanager
def changed(data: Json, way: Way, value: Any) -> Iterator[Json]:
    inside: Any = data
    for step in way[:-1]:
        inside = inside[step]
    before, inside[way[-1]] = inside[way[-1]], value
    yield data
    inside[way[-1]] = before


def draw(update: Update) -> None:
    """Everything that is said about an update."""
    seen = Narrator(update, EN)
    seen.beginning()
    seen.receive(replace(update, version=update.version + 1))
    for command in QUESTIONS:
        answer(command, seen, EN)
    model = make_model(ModelInputs(update, tuple(seen.log)), EN)
    make_model(ModelInputs(update, tuple(seen.log), is_counting=True), EN)
    if model is not None:
        dock_words(model, EN)
        turn_lines(model, EN)
        legal_lines(list(model.choices.legal), EN, has_all=True)


@pytest.mark.parametrize("number", [OVER, PLAYING, BETWEEN][: tried(1, 3)])
def test_whatever_is_let_in_can_be_drawn(stranger: Stranger, number: int) -> None:
    update = json.loads(json.dumps(written(number)))

    async def ask() -> int:
        refused = 0
        for way in list(places(update))[:: tried(3, 1)]:
            for value in WRONG:
                with changed(update, way, value) as wrong:
                    try:
                        shown = await stranger.says(wrong).fetch_update()
                    except NotAServer:
                        refused += 1
                    else:
                        draw(shown)
        return refused

    assert asyncio.run(ask()) > 100


def first_acted(data: Json) -> int:
    return next(at for at, event in enumerate(data["events"]) if event["kind"] == "acted")


ACTED = "the first action"
REFUSED: list[tuple[int, Way, Any]] = [
    (PLAYING, ("state", "phase"), "paused"),
    (PLAYING, ("state", "round"), None),
    (PLAYING, ("state", "round", "turn"), None),
    (PLAYING, ("state", "round", "turn"), 2),
    (PLAYING, ("state", "round", "turn"), True),
    (PLAYING, ("state", "round", "deck"), MOST_NUMBER + 1),
    (PLAYING, ("state", "round", "deck"), 10**400),
    (PLAYING, ("state", "round", "deck"), 1.0),
    (PLAYING, ("state", "round", "deck"), "1"),
    (PLAYING, ("state", "round", "market", 0), "X"),
    (PLAYING, ("state", "round", "market", 0), "D\n"),
    (PLAYING, ("state", "round", "sides", 0, "hand"), "D" * 61),
    (PLAYING, ("state", "round", "sides"), []),
    (PLAYING, ("state", "round", "piles", "D"), 7),
    (PLAYING, ("state", "round", "bonuses_left", "3"), "7"),
    (PLAYING, ("state", "round", "legal", 0, "action"), "+"),
    (PLAYING, ("state", "round", "legal", 0, "kind"), "steal"),
    (PLAYING, ("state", "seals"), [0]),
    (PLAYING, ("state", "seals"), [0, 0, 0]),
    (PLAYING, ("state", "seats", 0, "name"), None),
    (PLAYING, ("state", "options", "memory_aid"), "all"),
    (PLAYING, ("state", "options", "clock", "bank"), 10**400),
    (PLAYING, ("state", "options", "clock", "bank"), 0),
    (PLAYING, ("state", "previous"), "../../api/device"),
    (PLAYING, ("state", "nonce_commitment"), {"seat": 0, "sha256": "0", "reveal_seconds": 60}),
    (PLAYING, ("now", "present"), [True]),
    (PLAYING, ("now", "bot_preparing"), {"percent": "half", "seconds": None}),
    (PLAYING, ("version",), None),
    (PLAYING, ("version",), -1),
    (BETWEEN, ("state", "round"), None),
    (BETWEEN, ("state", "results"), []),
    (BETWEEN, ("state", "results", 0, "winner"), 2),
    (BETWEEN, ("events", ACTED, "seat"), None),
    (BETWEEN, ("events", ACTED, "action"), None),
    (BETWEEN, ("events", ACTED, "action"), ""),
    (BETWEEN, ("events", ACTED, "kind"), None),
    (BETWEEN, ("events", ACTED, "kind"), "danced"),
    (OVER, ("state", "ending"), None),
    (OVER, ("state", "ending", "cause"), "bored"),
    (OVER, ("state", "rematch", "table"), "a?b"),
]


@pytest.mark.parametrize(("number", "way", "value"), REFUSED)
def test_what_cannot_be_is_refused(
    stranger: Stranger, number: int, way: Way, value: object
) -> None:
    data = json.loads(json.dumps(written(number)))
    way = tuple(first_acted(data) if step is ACTED else step for step in way)
    with changed(data, way, value) as wrong, pytest.raises(NotAServer):
        stranger.shows(wrong)
    stranger.shows(data)


@pytest.mark.parametrize("name", ["seat", "action"])
def test_an_action_without_a_part_is_refused(stranger: Stranger, name: str) -> None:
    data = json.loads(json.dumps(written(BETWEEN)))
    del data["events"][first_acted(data)][name]
    with pytest.raises(NotAServer):
        stranger.shows(data)


def test_more_than_is_asked_for_may_be_there(stranger: Stranger) -> None:
    def more(data: Any) -> Any:
        if isinstance(data, list | tuple):
            return [more(one) for one in data]
        if not isinstance(data, dict):
            return data
        # What has letters or numbers for names has one shape throughout.
        is_named = any(len(name) > 1 for name in data)
        return {name: more(one) for name, one in data.items()} | ({"x_new": []} if is_named else {})

    for number in (PLAYING, BETWEEN, OVER):
        shown = stranger.shows(more(written(number)))
        assert to_builtins(shown) == written(number)


def test_what_need_not_be_there_may_be_null_or_missing(stranger: Stranger) -> None:
    data = written(PLAYING)
    for inside, names in (
        (data["state"], ("nonce_commitment", "previous")),
        (data["now"], ("bot_preparing", "bot_queue")),
        (data["state"]["round"]["legal"][0], ("herd_after", "reveals", "earns", "ends")),
    ):
        for name in names:
            with_null, without = dict(inside) | {name: None}, dict(inside)
            without.pop(name, None)
            before = dict(inside)
            for given in (with_null, without):
                inside.clear()
                inside.update(given)
                draw(stranger.shows(data))
            inside.clear()
            inside.update(before)


def test_piles_that_are_not_told_of_are_empty(stranger: Stranger) -> None:
    data = written(PLAYING)
    data["state"]["round"] |= {"bonuses_left": {}, "piles": {}}
    draw(stranger.shows(data))


def test_a_name_cannot_move_the_cursor(stranger: Stranger) -> None:
    data = written(PLAYING)
    data["state"]["seats"][0]["name"] = "\x1b[2JAna\u202e"
    assert stranger.shows(data).state.seats[0].name == "\ufffd[2JAna\ufffd"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"null",
        b"[]",
        b"1" * 5000,
        b'"\xff"',
        b'{"version": "\xff"}',
        b'"\\ud800"',
        b"[" * 10**5,
    ],
    ids=lambda content: repr(content[:20]),
)
def test_what_is_no_answer_at_all_is_refused(stranger: Stranger, content: bytes) -> None:
    for status in (200, 404):

        async def ask(status: int = status) -> None:
            with pytest.raises(NotAServer):
                await stranger.says(content, status).fetch_update()
            with pytest.raises(NotAServer):
                await stranger.says(content, status).server.greet()

        asyncio.run(ask())


@pytest.mark.parametrize(
    "error",
    [None, "no", {}, {"code": "too_many"}, {"sentence": "No."}, {"code": 1, "sentence": []}],
)
def test_a_refusal_without_its_sentence_is_not_ours(stranger: Stranger, error: object) -> None:
    with pytest.raises(NotAServer):
        asyncio.run(stranger.says({"error": error}, 409).fetch_update())


@pytest.mark.parametrize("version", [None, "7", [7], 7.5, True, 10**400])
def test_a_refusal_whose_version_is_no_number_has_none(stranger: Stranger, version: object) -> None:
    error = {"code": "stale_version", "sentence": "It moved on.", "version": version}
    with pytest.raises(ServerRefused, match="moved on") as refused:
        asyncio.run(stranger.says({"error": error}, 409).command(Next(), 3))
    assert refused.value.version is None
