"""Permissions: devices with many seats, moving seats, shared devices, watchers, programs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any, TypeVar

import pytest

from jaipur.seats import SEATS, Seat
from jaipur.session.people import LINK_SECONDS

from ..nonces import INVITATION, NONCE
from ..patience import PATIENCE
from ..submitting import submission
from .playing import NOON, AtTable, Client, Data, Harness, join, open_table, quiet

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(PATIENCE):  # a test that hangs fails
            return await work

    return asyncio.run(limited())


async def listed(client: Client) -> dict[str, list[int]]:
    """The tables of a client, with its seats."""
    reply = await client.get("/api/tables")
    return {one["table"]: one["my_seats"] for one in reply.json()["tables"]}


async def code_of(client: Client, path: str) -> str:
    return (await client.get(path)).code


def creation(kind: str = "invitation", name: str = "Ana", **more: Any) -> Data:
    opponent = INVITATION if kind == "invitation" else {"kind": kind} | more
    return {"id": "creation-1", "name": name, "opponent": opponent}


async def move_link(client: Client, *, keep: bool) -> str:
    reply = await client.post("/api/device/link", {"keep": keep})
    assert reply.status == 200, reply.body
    assert reply.json()["seconds"] == LINK_SECONDS
    return str(reply.json()["link"]).partition("#link=")[2]


# Creating and joining


def test_a_creation_that_is_repeated_gives_the_same_table() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            device = harness.device()
            first = await device.post("/api/tables", creation())
            again = await device.post("/api/tables", creation())
            assert (first.status, again.status) == (201, 201)
            assert first.body == again.body
            other = await device.post("/api/tables", creation() | {"id": "creation-2"})
            assert other.json()["table"] != first.json()["table"]
            # An id belongs to who made it up.
            theirs = await harness.device().post("/api/tables", creation())
            assert theirs.json()["table"] not in (await listed(device))
            assert len(await listed(device)) == 2

    run(whole())


def test_creations_at_the_same_time_give_one_table() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            device = harness.device()
            await device.post("/api/tables", creation() | {"id": "creation-0"})
            posts = (device.post("/api/tables", creation()) for _ in range(10))
            replies = await asyncio.gather(*posts)
            assert len({reply.body for reply in replies}) == 1
            assert len(await listed(device)) == 2

    run(whole())


def test_a_join_that_is_repeated_is_answered_as_the_first_time() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            friend = at.chair(1)
            friend.sent = 0  # the same id again
            again = await join(at, friend)
            assert again.json() == {"version": 2}
            friend.sent = 0
            body = {"id": "command-000001", "invitation": at.secret("invitation")}
            other = await friend.post(f"{at.path}/join", body | {"name": "Other"})
            assert other.code == "command_reused"
            other = await friend.post(f"{at.path}/join", body | {"name": "B", "id": "another-01"})
            assert other.code == "own_invitation"

    run(whole())


def test_of_many_who_join_one_gets_the_seat() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            first = harness.device()
            made = (await first.post("/api/tables", creation())).json()
            path = f"/api/tables/{made['table']}"
            secret = made["links"]["invitation"].partition("=")[2]
            friends = [harness.device() for _ in range(8)]
            body = {"id": "joining-1", "invitation": secret, "name": "Ben", "nonce": "aabb"}
            replies = await asyncio.gather(*(f.post(f"{path}/join", body) for f in friends))
            assert sorted(reply.status for reply in replies) == [200] + [409] * 7
            assert {reply.code for reply in replies} == {"", "seat_taken"}
            seated = [f for f in friends if f.token and (await f.get(path)).status == 200]
            assert len(seated) == 1
            assert (await listed(seated[0])) == {made["table"]: [1]}
            look = await harness.device().post(f"{path}/invitation", {"invitation": secret})
            assert look.json()["open"] is False
            assert (await first.get(f"{path}/links")).json()["invitation"] is None

    run(whole())


def test_the_host_cannot_take_the_other_seat() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            first = harness.device()
            made = (await first.post("/api/tables", creation())).json()
            secret = made["links"]["invitation"].partition("=")[2]
            body = {"id": "joining-1", "invitation": secret, "name": "Ana"}
            reply = await first.post(f"/api/tables/{made['table']}/join", body)
            assert reply.code == "own_invitation"

    run(whole())


def test_a_table_that_is_given_up_before_the_match() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            first = harness.device()
            made = (await first.post("/api/tables", creation())).json()
            path = f"/api/tables/{made['table']}"
            closing = submission(id="closing-1", version=1, kind="close")
            assert (await first.post(f"{path}/commands", closing)).json() == {"version": 2}
            secret = made["links"]["invitation"].partition("=")[2]
            body = {"id": "joining-1", "invitation": secret, "name": "Ben"}
            reply = await harness.device().post(f"{path}/join", body)
            assert reply.status == 409
            state = (await first.get(path)).json()["state"]
            said = "The table was closed before the match began."
            assert state["ending"] == {"cause": "closed", "winner": None, "by": 0, "words": said}
            rematch = submission(id="rematch-1", kind="rematch", version=2)
            assert (await first.post(f"{path}/commands", rematch)).code == "no_rematch"

    run(whole())


# Many seats on one device, and moving them


def test_one_device_holds_many_seats() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            device = harness.device()
            mine = await open_table(harness, first=device)
            theirs = await open_table(harness, second=device)
            both = await open_table(harness, "same_device", first=device)
            bot = await open_table(harness, "bot", first=device)
            assert await listed(device) == {
                mine.id: [0], theirs.id: [1], both.id: [0, 1], bot.id: [0],
            }  # fmt: skip
            assert (await device.get(mine.path)).json()["state"]["seat"] == 0
            assert (await device.get(theirs.path)).json()["state"]["seat"] == 1
            waiting = (await device.get("/api/tables")).json()["tables"]
            # The other host has to say `ready` at their table; all others wait for this device.
            assert [one["waits_for_me"] for one in waiting] == [True, True, True, False]
            assert waiting[-1]["table"] == theirs.id

    run(whole())


@pytest.mark.parametrize("keep", [False, True])
def test_a_stream_ends_with_the_move_unless_its_device_keeps_the_seats(keep: bool) -> None:
    async def play() -> None:
        async with Harness() as harness:
            old, new = harness.device(), harness.device()
            table = await open_table(harness, "invitation", first=old)
            stream = await old.follow(f"{table.path}/events").begun()
            link = await move_link(old, keep=keep)
            assert (await new.post("/api/device/claim", {"link": link})).status == 200
            await quiet()
            seen = len(stream.events)
            shown = (await new.get(table.path)).json()
            body = submission(id="closing-1", version=shown["version"], kind="close")
            assert (await new.post(f"{table.path}/commands", body)).status == 200
            await quiet()
            assert (len(stream.events) > seen) is keep
            if keep:
                await stream.hang_up()
            assert (await old.get(table.path)).status == (200 if keep else 404)

    run(play())


def test_a_creation_is_repeated_even_after_the_device_became_more_players() -> None:
    async def play() -> None:
        async with Harness() as harness:
            for _ in range(6):  # which player is first is chance
                mine, other = harness.device(), harness.device()
                first = await mine.post("/api/tables", creation())
                await other.post("/api/tables", creation() | {"id": "creation-2"})
                link = await move_link(other, keep=True)
                assert (await mine.post("/api/device/claim", {"link": link})).status == 200
                again = await mine.post("/api/tables", creation())
                assert first.json() == again.json()
                assert len(await listed(mine)) == 2

    run(play())


def test_whoever_gave_me_a_link_sees_nothing_that_i_begin_afterwards() -> None:
    """A link gives me seats; it must not give its maker mine."""

    async def play() -> None:
        async with Harness() as harness:
            for _ in range(6):
                giver, me = harness.device(), harness.device()
                given = (await giver.post("/api/tables", creation())).json()["table"]
                await me.post("/api/tables", creation())
                link = await move_link(giver, keep=True)
                assert (await me.post("/api/device/claim", {"link": link})).status == 200
                assert given in await listed(me)
                new = await me.post("/api/tables", creation() | {"id": "creation-9"})
                path = f"/api/tables/{new.json()['table']}"
                assert (await giver.get(path)).status == 404
                invited = await open_table(harness, "invitation", second=me)
                assert (await giver.get(invited.path)).status == 404
                assert (await me.get(invited.path)).status == 200

    run(play())


def test_a_device_that_was_made_known_first_can_repeat_its_first_commands() -> None:
    async def play() -> None:
        async with Harness() as harness:
            host, friend = harness.device(), harness.device()
            for device in (host, friend):
                assert (await device.post("/api/device")).json() == {"done": True}
                assert device.token
            made = (await host.post("/api/tables", creation())).json()
            secret = made["links"]["invitation"].partition("=")[2]
            body = {"id": "joining-1", "invitation": secret, "name": "Ben"}
            path = f"/api/tables/{made['table']}/join"
            answers = [await friend.post(path, body) for _ in range(2)]
            assert answers[0].status == 200
            assert answers[0].body == answers[1].body
            before = friend.token
            await friend.post("/api/device")
            assert friend.token == before

    run(play())


@pytest.mark.parametrize("keep", [False, True])
def test_seats_move_to_another_device(keep: bool) -> None:
    async def whole() -> None:
        async with Harness() as harness:
            old, new = harness.device(), harness.device()
            one, two = await open_table(harness, first=old), await open_table(harness, second=old)
            link = await move_link(old, keep=keep)
            claimed = await new.post("/api/device/claim", {"link": link})
            assert claimed.json() == {"done": True}
            assert new.token is not None
            assert new.token != old.token
            assert await listed(new) == {one.id: [0], two.id: [1]}
            assert (await listed(old) == await listed(new)) == keep
            assert (await old.get(one.path)).status == (200 if keep else 404)
            # A link works once, also for the one who used it.
            for client in (harness.device(), new, old):
                reply = await client.post("/api/device/claim", {"link": link})
                assert (reply.status, reply.code) == (404, "unknown_link")
            # The match goes on from the new device.
            ready = submission(id="ready-0001", version=2, kind="ready", nonce=NONCE)
            assert (await new.post(f"{one.path}/commands", ready)).json() == {"version": 3}

    run(whole())


def test_a_device_that_has_seats_gets_more() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            old, new = harness.device(), harness.device()
            one, two = (
                await open_table(harness, first=old),
                await open_table(harness, "bot", first=new),
            )
            before = new.token
            link = await move_link(old, keep=False)
            reply = await new.post("/api/device/claim", {"link": link})
            assert reply.header("set-cookie") is None
            assert new.token == before
            assert await listed(new) == {one.id: [0], two.id: [0]}
            assert (await new.get(one.path)).json()["state"]["seat"] == 0
            # What was made before is still known as its own, and so is what it makes now.
            three = await open_table(harness, first=new)
            assert set(await listed(new)) == {one.id, two.id, three.id}

    run(whole())


def test_a_device_that_gets_the_seat_across_sees_no_hand_until_it_names_a_seat() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            shown = await at.play(Random(1), lambda shown: shown["version"] > 5)
            first, second = at.chair(0), at.chair(1)
            link = await move_link(first, keep=True)
            await second.post("/api/device/claim", {"link": link})
            assert await listed(second) == {at.id: [0, 1]}
            sides = (await second.get(at.path)).json()["state"]["round"]["sides"]
            assert [side["hand"] for side in sides] == [None, None]
            body = submission(id="command-x1", version=shown["version"], kind="resign")
            assert (await second.post(f"{at.path}/commands", body)).code == "which_seat"
            assert (await first.get(f"{at.path}?seat=1")).code == "no_seat"

    run(whole())


def test_a_device_without_seats_has_nothing_to_move() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            reply = await harness.device().post("/api/device/link", {"keep": True})
            assert (reply.status, reply.code) == (409, "nothing_to_move")
            for secret in ("", "made-up", "0" * 64):
                stranger = harness.device()
                reply = await stranger.post("/api/device/claim", {"link": secret})
                assert reply.code == "unknown_link"
                assert stranger.token is None

    run(whole())


def test_a_link_to_move_grows_old() -> None:
    async def whole() -> None:
        time = [NOON]
        async with Harness(injected={"now": lambda: time[0]}) as harness:
            old = harness.device()
            at = await open_table(harness, "bot", first=old)
            links = [await move_link(old, keep=True) for _ in range(2)]
            time[0] += LINK_SECONDS - 1
            fresh = harness.device()
            reply = await fresh.post("/api/device/claim", {"link": links[0]})
            assert reply.status == 200
            time[0] += 1
            late = await harness.device().post("/api/device/claim", {"link": links[1]})
            assert late.code == "unknown_link"
            assert await listed(fresh) == {at.id: [0]}

    run(whole())


# One device for two


def test_on_one_device_each_seat_is_named() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "same_device")
            device = at.chair(0)
            shown = await at.play(Random(3), lambda shown: shown["version"] > 6)
            turn: Seat = shown["state"]["waits_for"][0]
            for path in (f"{at.path}/legal", f"{at.path}/check?action=-LL"):
                assert await code_of(device, path) == "which_seat"
            act = submission(id="command-x1", version=shown["version"], kind="act", action="+K")
            assert (await device.post(f"{at.path}/commands", act)).code == "which_seat"
            wrong = act | {"seat": 1 - turn}
            assert (await device.post(f"{at.path}/commands", wrong)).code == "not_your_turn"
            public = (await device.get(at.path)).json()["state"]
            assert public["seat"] is None
            assert public["round"]["legal"] == []
            assert [side["hand"] for side in public["round"]["sides"]] == [None, None]
            for seat in SEATS:
                state = (await device.get(f"{at.path}?seat={seat}")).json()["state"]
                hands = [side["hand"] for side in state["round"]["sides"]]
                assert hands[seat] is not None
                assert hands[1 - seat] is None
                assert bool(state["round"]["legal"]) == (seat == turn)

    run(whole())


def test_on_one_device_one_word_is_enough_for_both() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "same_device")
            assert (await at.command(1, 1, "ready", nonce="00")).json() == {"version": 2}
            shown = await at.play(Random(3), lambda shown: shown["state"]["phase"] == "between")
            version = shown["version"]
            assert (await at.command(0, version, "next")).json() == {"version": version + 1}
            assert (await at.look())["state"]["round"]["number"] == 2
            shown = await at.play(Random(4))
            rematch = await at.command(1, shown["version"], "rematch")
            assert rematch.status == 200
            new = (await at.look())["state"]["rematch"]["table"]
            assert (await listed(at.chair(0)))[new] == [0, 1]

    run(whole())


# Watchers


async def refused(at: AtTable, client: Client, version: int) -> set[str]:
    """The codes of everything that only seats may do."""
    found = set()
    for end in ("/links", "/legal", "/check?action=-LL", "?seat=0", "/updates?seat=1"):
        found.add(await code_of(client, at.path + end))
    for kind in ("ready", "act", "next", "resign", "close", "rematch"):
        more = {"action": "+K"} if kind == "act" else {}
        body = submission(id="watching-1", version=version, kind=kind, **more)
        found.add((await client.post(f"{at.path}/commands", body)).code)
    return found


def hands(update: Data) -> list[str | None]:
    return [side["hand"] for side in update["state"]["round"]["sides"]]


def test_watchers_see_hands_only_when_the_match_is_over() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, memory_aid="full")
            watcher = await at.watcher()
            program = await at.watcher(await harness.program())
            stream = await watcher.follow(f"{at.path}/events").begun()
            shown = await at.play(Random(3), lambda shown: shown["state"]["phase"] == "between")
            assert await refused(at, watcher, shown["version"]) == {"unknown_table"}
            end = await at.play(Random(3))
            await quiet()
            for event in stream.events:
                state: Data = event.data.get("state") or {"round": None}
                if state["round"]:
                    over = state["phase"] == "over"
                    assert [hand is not None for hand in hands(event.data)] == [over, over]
                    assert state["round"]["view"] is None
                    assert state["round"]["unseen"] is None
            assert stream.version == end["version"]
            for client in (watcher, program):
                assert hands((await client.get(at.path)).json()) == hands(end)
                assert (await client.get(f"{at.path}/record")).status == 200
            assert await refused(at, watcher, end["version"]) == {"unknown_table"}
            assert await listed(watcher) == {}
            await stream.hang_up()

    run(whole())


def test_a_watcher_who_takes_a_seat_sees_with_its_eyes() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            first, friend = harness.device(), harness.device()
            made = (await first.post("/api/tables", creation())).json()
            path = f"/api/tables/{made['table']}"
            watch = made["links"]["watch"].partition("=")[2]
            assert (await friend.post(f"{path}/watch", {"key": watch})).status == 200
            assert (await friend.get(path)).json()["state"]["seat"] is None
            secret = made["links"]["invitation"].partition("=")[2]
            body = {"id": "joining-1", "invitation": secret, "name": "Ben"}
            assert (await friend.post(f"{path}/join", body)).status == 200
            assert (await friend.get(path)).json()["state"]["seat"] == 1
            # Who holds a seat and watches too still sees one hand.
            assert (await friend.post(f"{path}/watch", {"key": watch})).status == 200
            assert (await friend.get(path)).json()["state"]["seat"] == 1

    run(whole())


def test_everybody_is_told_who_is_there() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            watcher = await at.watcher()
            first = await at.chair(0).follow(f"{at.path}/events").begun()
            assert first.events[-1].data["now"]["present"] == [True, False]
            second = await at.chair(1).follow(f"{at.path}/events").begun()
            assert first.events[-1].kind == "now"
            assert first.events[-1].id is None
            assert first.events[-1].data["present"] == [True, True]
            watching = await watcher.follow(f"{at.path}/events").begun()
            now = (await watcher.get(at.path)).json()["now"]
            assert (now["present"], now["watchers"]) == ([True, True], 1)
            await second.hang_up()
            await quiet()
            assert first.events[-1].data["present"] == [True, False]
            for stream in (first, watching):
                await stream.hang_up()

    run(whole())


# Rematch


def test_a_rematch_keeps_seats_options_and_the_link_to_watch() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, memory_aid="off", house_rule=False)
            watcher = await at.watcher()
            shown = await at.play(Random(3), lambda shown: shown["version"] > 5)
            version = shown["version"]
            early = await at.command(1, version, "rematch")
            assert early.code == "match_not_over"
            await at.command(0, version, "resign")
            assert (await at.command(1, version + 1, "rematch")).status == 200
            assert (await at.command(1, version + 2, "rematch")).code == "already_ready"
            offered = (await at.look())["state"]["rematch"]
            assert offered == {"offered_by": 1, "table": None}
            accepted = await at.command(0, version + 2, "rematch")
            assert accepted.json() == {"version": version + 3}
            assert (await at.command(0, version + 3, "rematch")).code == "no_rematch"
            update = (await watcher.get(at.path)).json()
            new = update["state"]["rematch"]["table"]
            assert update["events"][-1]["table"] == new

            path = f"/api/tables/{new}"
            for seat in SEATS:
                state = (await at.chair(seat).get(path)).json()["state"]
                assert (state["seat"], state["previous"]) == (seat, at.id)
                assert state["options"] == shown["state"]["options"]
                assert [one["name"] for one in state["seats"]] == ["Ana", "Ben"]
                assert state["commitment"] != shown["state"]["commitment"]
            # Who watched has to ask again, with the key that they have.
            assert await code_of(watcher, path) == "unknown_table"
            key = {"key": at.secret("watch")}
            assert (await watcher.post(f"{path}/watch", key)).status == 200
            assert (await watcher.get(path)).json()["state"]["phase"] == "waiting"

    run(whole())


@pytest.mark.parametrize("kind", ["bot", "same_device"])
def test_a_rematch_with_a_bot_or_on_one_device_begins_at_once(kind: str) -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, kind)
            shown = await at.play(Random(3), lambda shown: shown["version"] > 5)
            await at.command(0, shown["version"], "resign")
            body = submission(id="rematch-01", version=shown["version"] + 1, kind="rematch")
            if kind == "same_device":
                body["seat"] = 0
            replies = [await at.chair(0).post(f"{at.path}/commands", body) for _ in range(2)]
            assert replies[0].status == 200
            assert replies[0].body == replies[1].body
            assert len(await listed(at.chair(0))) == 2  # the repeat made no second one

    run(whole())


# Programs


def test_a_program_plays_a_person() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            program = await harness.program()
            at = await open_table(harness, second=program, memory_aid="off")
            stream = await program.follow(f"{at.path}/events").begun()
            await at.play(Random(3), lambda shown: shown["version"] > 20)
            mine, theirs = [(await at.look(seat))["state"] for seat in SEATS]
            # A program is told all that a perfect memory knows; the person is not.
            assert theirs["round"]["view"]["seat"] == 1
            assert theirs["round"]["unseen"] is not None
            assert theirs["round"]["sides"][0]["known"] is not None
            assert mine["round"]["view"] is None
            assert mine["round"]["unseen"] is None
            assert mine["round"]["sides"][1]["known"] is None
            end = await at.play(Random(4))
            await quiet()
            assert stream.version == end["version"]
            for event in stream.events:
                state = event.data.get("state") or {}
                if state.get("phase") == "playing" and state["round"]["turn"] == 1:
                    assert state["round"]["legal"]
            await stream.hang_up()

    run(whole())


def test_two_programs_and_a_program_with_many_tables() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            one, two = await harness.program(), await harness.program()
            first = await open_table(harness, first=one, second=two)
            second = await open_table(harness, "bot", first=two)
            assert await listed(two) == {first.id: [1], second.id: [0]}
            assert await listed(one) == {first.id: [0]}
            for at in (first, second):
                end = await at.play(Random(6))
                assert end["state"]["ending"]["cause"] == "seals"
            assert await code_of(one, second.path) == "unknown_table"

    run(whole())
