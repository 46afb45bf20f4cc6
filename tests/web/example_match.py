"""The examples of the description, from matches played in process: the same in every run.

`python -m tests.web.example_match` writes them to src/jaipur/web/examples.json.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from jaipur.seats import BySeat
from jaipur.web import openapi
from jaipur.web.app import ServerSettings
from jaipur.web.limits import UNLIMITED

from ..nonces import COMMITTED, INVITATION, NONCE
from ..submitting import submission
from .playing import NOON, AtTable, Client, Data, Harness, PinnedSecrets, Reply, open_table, quiet

FILE = Path(openapi.__file__).with_name("examples.json")
PUBLIC = ServerSettings(public_url="https://jaipur.example", limits=UNLIMITED)
TABLE = "/api/tables/{table}"
JSON = "application/json"


class Teller:
    """Asks the server, and keeps what was said as examples."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}

    def keep(
        self, operation: str, part: str, name: str, summary: str, value: Any, media: str = JSON
    ) -> None:
        """Keep an example of a `body` or an `answer`."""
        kept = self.told.setdefault(operation, {}).setdefault(part, {}).setdefault(media, {})
        kept[name] = {"summary": summary, "value": value}

    def body(self, operation: str, name: str, summary: str, value: Data) -> Data:
        """Keep a body, and give it back."""
        self.keep(operation, "body", name, summary, value)
        return value

    def answer(
        self,
        operation: str,
        name: str,
        summary: str,
        reply: Reply,
        shorten: Callable[[Any], Any] | None = None,
    ) -> Any:
        """Keep an answer, made shorter."""
        assert reply.status < 300, reply.body
        value = reply.json()
        self.keep(operation, "answer", name, summary, shorten(value) if shorten else value)
        return value


def short(update: Data) -> Data:
    """An update with its last two events and the first actions of each kind."""
    shown = json.loads(json.dumps(update), object_hook=_still)
    shown["events"] = shown["events"][-2:]
    if shown["state"]["round"]:
        shown["state"]["round"] = fewer(shown["state"]["round"])
    found: Data = shown
    return found


def _still(data: Data) -> Data:
    """Clocks in steps of five seconds, so that no run differs from another."""
    for name, value in data.items():
        if name in ("bank_ms", "clocks_ms") and value is not None:
            is_list = isinstance(value, list)
            data[name] = [_step(one) for one in value] if is_list else _step(value)
    return data


def _step(milliseconds: int) -> int:
    return (milliseconds - 1) // 5000 * 5000


def fewer(told: Data) -> Data:
    """The first legal action of each kind."""
    kinds = {said["kind"]: said for said in reversed(told["legal"])}
    return told | {"legal": [said for said in told["legal"] if kinds[said["kind"]] is said]}


async def examples() -> Data:
    """The examples by operation: bodies, and answers by media type."""
    injected = {"now": lambda: NOON, "new_secret": PinnedSecrets("example")}
    teller = Teller()
    async with Harness(settings=PUBLIC, injected=injected) as harness:
        await _harness(teller, harness)
        at = await _opening(teller, harness)
        await _playing(teller, at)
        await _ending(teller, at)
        await _others(teller, harness)
        await _moving(teller, at)
    return teller.told


async def _harness(teller: Teller, harness: Harness) -> None:
    nobody = harness.device()
    reply = await nobody.get("/api/health")
    teller.answer("GET /api/health", "well", "All is well.", reply, _version_aside)
    reply = await nobody.post("/api/device")
    teller.answer("POST /api/device", "known", "The cookie comes with it.", reply)
    reply = await nobody.get("/api/bots")
    teller.answer(
        "GET /api/bots", "ladder", "The ladder, cut.", reply, lambda d: d | {"bots": d["bots"][:2]}
    )


def _version_aside(health: Data) -> Data:
    """A new version of the package needs no new examples."""
    return health | {"version": "0.1.0"}


async def _opening(teller: Teller, harness: Harness) -> AtTable:
    ana, ben, eve = harness.device(), harness.device(), harness.device()
    create = "POST /api/tables"
    body = {
        "id": "create-0001",
        "name": "Ana",
        "opponent": INVITATION,
        "options": {"memory_aid": "full", "clock": {"bank": 600, "increment": 5}},
    }
    teller.body(create, "invitation", "With a friend, who gets the link.", body)
    made = teller.answer(
        create, "invitation", "With both links.", await ana.post("/api/tables", body)
    )
    at = AtTable(harness, made["table"], "invitation", BySeat(ana, ben), made)
    reply = await ana.get(f"{at.path}/links")
    teller.answer(f"GET {TABLE}/links", "links", "A seat is still open.", reply)
    seen = {"invitation": at.secret("invitation")}
    teller.body(f"POST {TABLE}/invitation", "look", "The secret after the # of the link.", seen)
    reply = await ben.post(f"{at.path}/invitation", seen)
    teller.answer(f"POST {TABLE}/invitation", "open", "The seat is still open.", reply)
    join = {"id": "join-0001", **seen, "name": "Ben", "nonce": "00c0ffee"}
    teller.body(f"POST {TABLE}/join", "join", "Take the seat; the nonce is for the deals.", join)
    reply = await ben.post(f"{at.path}/join", join)
    teller.answer(f"POST {TABLE}/join", "joined", "The seat is taken.", reply)
    watch = {"key": at.secret("watch")}
    teller.body(f"POST {TABLE}/watch", "watch", "The secret after the # of the link.", watch)
    reply = await eve.post(f"{at.path}/watch", watch)
    teller.answer(f"POST {TABLE}/watch", "watching", "This device may watch now.", reply)
    return at


async def _command(
    teller: Teller, client: Client, at: AtTable, name: str, summary: str, **body: Any
) -> Reply:
    """Give a command, and keep it as the example of its kind."""
    whole = submission(id=f"{name}-0001", **body)
    teller.body(f"POST {TABLE}/commands", name, summary, whole)
    reply = await client.post(f"{at.path}/commands", whole)
    assert reply.status == 200, reply.body
    return reply


async def _playing(teller: Teller, at: AtTable) -> None:
    ana = at.chair(0)
    shown = await at.look()
    ready = {"version": shown["version"], "kind": "ready", "nonce": NONCE}
    await _command(teller, ana, at, "ready", "Before the match: the cards may be dealt.", **ready)
    shown = await at.play(Random(5), _is_a_good_moment)
    seat = shown["state"]["waits_for"][0]
    mover, other = at.chair(seat), at.chair(1 if seat == 0 else 0)
    stream = await mover.follow(f"{at.path}/events?after={shown['version']}").begun()
    reply = await mover.get(at.path)
    teller.answer(f"GET {TABLE}", "seat", "For the seat whose turn it is, cut.", reply, short)
    for client, name, summary in (
        (mover, "turn", "On one's turn, cut."),
        (other, "other", "While the other player thinks, cut."),
    ):
        reply = await client.get(f"{at.path}/legal")
        teller.answer(f"GET {TABLE}/legal", name, summary, reply, fewer)
    for name, summary, action in (
        ("legal", "It may be done.", "+KKK"[: 1 + shown["state"]["round"]["market"].count("K")]),
        ("illegal", "Why not, by which rule.", "-KK"),
    ):
        reply = await mover.get(f"{at.path}/check?action={action}".replace("+", "%2B"))
        found = teller.answer(f"GET {TABLE}/check", name, summary, reply)
        assert found["legal"] == (name == "legal")
    await _act(teller, at, mover, shown)
    reply = await other.get(f"{at.path}/updates?after={shown['version']}&wait=25")
    teller.answer(f"GET {TABLE}/updates", "news", "One version more, cut.", reply, short)
    follower = await other.follow(f"{at.path}/events").begun()
    await quiet()
    _keep_stream(teller, (await stream.hang_up()).body.decode())
    await follower.hang_up()
    reply = await mover.get(f"{at.path}/proof")
    teller.answer(f"GET {TABLE}/proof", "playing", "During the match, without the key.", reply)
    reply = await mover.get("/api/tables")
    teller.answer("GET /api/tables", "one", "One table, being played.", reply)


def _is_a_good_moment(shown: Data) -> bool:
    """An example should have something of everything: sales, and camels to take."""
    played = shown["state"]["round"]
    if shown["version"] < 10 or played is None:
        return False
    return "K" in played["market"] and any(side["token_count"] for side in played["sides"])


async def _act(teller: Teller, at: AtTable, mover: Client, shown: Data) -> None:
    market = shown["state"]["round"]["market"]
    camels = [place for place, card in enumerate(market) if card == "K"]
    body = {"version": shown["version"], "kind": "act", "action": "+" + "K" * len(camels)}
    summary = "On one's turn: an action in notation, and where the cards lie."
    reply = await _command(teller, mover, at, "act", summary, **body, places=camels)
    teller.answer(f"POST {TABLE}/commands", "kept", "The version that it made.", reply)


def _keep_stream(teller: Teller, text: str) -> None:
    blocks = []
    for block in text.strip().split("\n\n"):
        head, has_data, data = block.partition("\ndata: ")
        if has_data:
            told = json.loads(data, object_hook=_still)
            told = short(told) if "state" in told else told
            data = json.dumps(told, separators=(",", ":"))
        blocks.append(head + has_data + data + "\n\n")
    whole, summary = "".join(blocks), "A command was given, and the other player came."
    operation = f"GET {TABLE}/events"
    teller.keep(operation, "answer", "news", summary, whole, "text/event-stream")


async def _ending(teller: Teller, at: AtTable) -> None:
    ana = at.chair(0)
    version = (await at.look())["version"]
    what = "During the match: give it up."
    await _command(teller, ana, at, "resign", what, version=version, kind="resign")
    what = "After the match: offer to play again, or accept."
    offer = {"kind": "rematch", "nonce_commitment": COMMITTED}
    await _command(teller, ana, at, "rematch", what, version=version + 1, **offer)
    reply = await ana.get(f"{at.path}/proof")
    teller.answer(f"GET {TABLE}/proof", "over", "After the match, with the key.", reply)
    operation = f"GET {TABLE}/record"
    reply = await ana.get(f"{at.path}/record?form=json")
    teller.answer(operation, "json", "A match that was resigned, form=json.", reply)
    text = (await ana.get(f"{at.path}/record")).body.decode()
    summary = "A match that was resigned, form=text."
    teller.keep(operation, "answer", "text", summary, text, "text/plain")
    reply = await ana.get(f"{at.path}/replay")
    summary = "A match that was resigned, its first and last step."
    teller.answer(f"GET {TABLE}/replay", "cut", summary, reply, _first_and_last)


def _first_and_last(replay: Data) -> Data:
    shown: Data = json.loads(json.dumps(replay), object_hook=_still)
    return shown | {"steps": [shown["steps"][0], shown["steps"][-1]]}


async def _others(teller: Teller, harness: Harness) -> None:
    """A program against a bot, and two people on one device."""
    reply = await harness.device().post("/api/programs")
    token = teller.answer("POST /api/programs", "token", "It is shown once.", reply)["token"]
    program = Client(harness, token, is_program=True)
    create = "POST /api/tables"
    bot = {"id": "create-0002", "name": "Robot", "opponent": {"kind": "bot", "bot": "merchant"}}
    teller.body(create, "bot", "Against a bot of the ladder.", bot)
    made = (await program.post("/api/tables", bot)).json()
    at = AtTable(harness, made["table"], "bot", BySeat(program, program), made)
    ready = submission(id="ready-0002", version=1, kind="ready", nonce=NONCE)
    await program.post(f"{at.path}/commands", ready)
    await quiet()
    reply = await program.get(at.path)
    teller.answer(f"GET {TABLE}", "program", "For a program, with its view; cut.", reply, short)
    device = harness.device()
    both = {
        "id": "create-0003",
        "name": "Ana",
        "opponent": {"kind": "same_device", "name": "Ben"},
        "options": {"memory_aid": "off", "house_rule": False, "private": True},
    }
    teller.body(create, "same_device", "Two people on one device, with no watchers.", both)
    made = (await device.post("/api/tables", both)).json()
    at = AtTable(harness, made["table"], "same_device", BySeat(device, device), made)
    shown = await at.play(Random(1), lambda shown: shown["state"]["phase"] == "between")
    what = "Between rounds: deal the next one. Who holds both seats names one."
    await _command(teller, device, at, "next", what, version=shown["version"], kind="next", seat=0)
    unwanted = await open_table(harness, "bot", first=device)
    what = "Before the match: give up the table."
    await _command(teller, device, unwanted, "close", what, version=1, kind="close")


async def _moving(teller: Teller, at: AtTable) -> None:
    operation, body = "POST /api/device/link", {"keep": True}
    teller.body(operation, "keep", "Both devices have the seats then.", body)
    made = teller.answer(
        operation, "link", "It works once.", await at.chair(0).post("/api/device/link", body)
    )
    operation, body = "POST /api/device/claim", {"link": made["link"].partition("=")[2]}
    teller.body(operation, "claim", "The secret after the # of the link.", body)
    reply = await at.harness.device().post("/api/device/claim", body)
    teller.answer(operation, "claimed", "The seats are those of this device too.", reply)


def written(told: Data) -> str:
    """The file of the examples."""
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(asyncio.run(examples())), encoding="utf-8")
