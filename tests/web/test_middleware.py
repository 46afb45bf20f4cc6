"""The middleware: invalid requests never reach a route, and get an error in the usual shape."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaipur.texts import Texts
from jaipur.web.app import ROUTES
from jaipur.web.error_responses import EDGE
from jaipur.web.limits import Limits, Rate, TokenBuckets, address_of
from jaipur.web.logs import App, Message, Receive, Scope, Send
from jaipur.web.middleware import EdgeMiddleware
from jaipur.web.request_body import DISCARD_BYTES
from jaipur.web.security_headers import SECURITY_HEADERS
from jaipur.web.trusted_hosts import ANY_ADDRESS, EVERYWHERE, allowed_hosts, origin_of

from ..patience import PATIENCE
from .asgi import Answer, Header, call, parts_of, post

T = TypeVar("T")
PUBLIC = "https://play.example"
GZIP: tuple[Header, ...] = (("accept-encoding", "br, gzip"),)


def run(work: Awaitable[T]) -> T:
    async def whole() -> T:
        async with asyncio.timeout(PATIENCE):  # a test that hangs fails
            return await work

    return asyncio.run(whole())


class Echo:
    """An app that answers with what it was sent, and counts."""

    def __init__(self) -> None:
        self.requests = 0
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.requests += 1
        body = b""
        if scope["method"] not in ("GET", "HEAD"):
            message = await receive()
            assert not message.get("more_body")
            body = message["body"]
        self.bodies.append(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def guarded(app: Any = None, **more: Any) -> EdgeMiddleware:
    more = {"hosts": allowed_hosts("127.0.0.1", PUBLIC), "origins": (origin_of(PUBLIC),)} | more
    return EdgeMiddleware(app or Echo(), ROUTES, **more)


# Names


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8731", "LocalHost:8731", "127.0.0.1:8731", "[::1]:8731", "[::1]",
     "play.example", "PLAY.example:443", "localhost.", "localhost:9000"],
)  # fmt: skip
def test_the_names_of_the_server_are_answered(host: str) -> None:
    assert run(call(guarded(), host=host)).status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "xlocalhost", "play.example.evil.example", "",
     "192.168.1.20", "localhost:8731:1", "localhost:port", "[::1", "localhost/x", "a@localhost",
     "localhost evil.example", "é.example", "x" * 5000],
)  # fmt: skip
def test_any_other_name_is_refused(host: str) -> None:
    app = Echo()
    answer = run(call(guarded(app), host=host))
    assert (answer.status, answer.code) == (421, "wrong_host")
    assert app.requests == 0
    assert len(host) < 3 or host not in answer.body.decode()


def test_no_name_and_two_names_are_refused() -> None:
    assert run(call(guarded(), host=None)).code == "wrong_host"
    twice = call(guarded(), headers=[("host", "evil.example")])
    assert run(twice).code == "wrong_host"


def test_bound_to_every_address_numbers_and_the_own_name_are_answered_but_no_other_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Den.home.example")
    hosts = allowed_hosts(EVERYWHERE[0], None)
    assert ANY_ADDRESS in hosts
    middleware = guarded(hosts=hosts, origins=())
    for host in ("192.168.1.20:8731", "[fe80::1]:8731", "den.home.example", "den.local:8731"):
        assert run(call(middleware, host=host)).status == 200, host
    for host in ("evil.example", "home.example", "1.2.3.4.evil.example", "*", "300.1.1.1"):
        assert run(call(middleware, host=host)).code == "wrong_host", host


def test_with_a_public_url_only_its_name_is_answered_however_the_server_is_bound() -> None:
    middleware = guarded(hosts=allowed_hosts(EVERYWHERE[0], PUBLIC))
    assert run(call(middleware, host="play.example")).status == 200
    assert run(call(middleware, host="192.168.1.20")).code == "wrong_host"
    assert "192.168.1.20" in allowed_hosts("192.168.1.20", None)
    assert ANY_ADDRESS not in allowed_hosts("192.168.1.20", None)


def test_an_origin_is_written_as_browsers_do() -> None:
    assert origin_of("https://Play.example:443/jaipur") == "https://play.example"
    assert origin_of("http://play.example:8731") == "http://play.example:8731"
    assert origin_of("http://[::1]:8731/") == "http://[::1]:8731"


# Sites


@pytest.mark.parametrize(
    ("host", "origin"),
    [("play.example", PUBLIC), ("localhost:8731", "http://localhost:8731"),
     ("127.0.0.1:9000", "http://127.0.0.1:9000"), ("[::1]:8731", "http://[::1]:8731"),
     ("127.0.0.1:8731", PUBLIC)],
)  # fmt: skip
def test_our_own_pages_may_change_things(host: str, origin: str) -> None:
    headers = [("origin", origin), ("sec-fetch-site", "same-origin")]
    assert run(post(guarded(), host=host, headers=headers)).status == 200


@pytest.mark.parametrize(
    ("host", "origin"),
    [("play.example", "https://evil.example"), ("play.example", "null"), ("play.example", ""),
     ("play.example", "http://play.example"), ("play.example", "https://play.example:8443"),
     ("localhost:8731", "http://localhost:3000"), ("localhost:8731", "https://localhost:8731"),
     ("127.0.0.1:8731", "http://localhost:8731"),
     ("play.example", "https://play.example.evil.example")],
)  # fmt: skip
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "NONSENSE"])
def test_pages_of_others_may_not(host: str, origin: str, method: str) -> None:
    app = Echo()
    answer = run(call(guarded(app), method, headers=[("origin", origin)], host=host))
    assert (answer.status, answer.code) == (403, "cross_site")
    assert app.requests == 0


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense", "same-origin, cross-site"])
def test_what_a_browser_calls_foreign_is_refused_even_without_an_origin(site: str) -> None:
    assert run(post(guarded(), headers=[("sec-fetch-site", site)])).code == "cross_site"


def test_two_origins_are_refused() -> None:
    both = [("origin", PUBLIC), ("origin", PUBLIC)]
    assert run(post(guarded(), host="play.example", headers=both)).code == "cross_site"


def test_a_program_sends_neither_and_is_let_through() -> None:
    assert run(post(guarded())).status == 200


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/t/events", "/api/tables/t/updates"])
def test_foreign_pages_cannot_read_the_interface(path: str) -> None:
    foreign = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]
    assert run(call(guarded(), path=path, headers=foreign)).code == "cross_site"
    own = [("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "cors")]
    assert run(call(guarded(), path=path, headers=own)).status == 200


def test_a_link_from_elsewhere_leads_to_pages_and_documents_but_to_no_stream() -> None:
    followed = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]
    for path in ("/", "/t/abc", "/api/tables/t/proof"):
        assert run(call(guarded(), path=path, headers=followed)).status == 200
    assert run(call(guarded(), path="/api/tables/t/events", headers=followed)).code == "cross_site"


# Bodies


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
             "application/jsonx", "text/plain; application/json"],
)  # fmt: skip
def test_a_body_is_json(kind: str) -> None:
    headers = [("content-length", "2"), *([("content-type", kind)] if kind else [])]
    answer = run(call(guarded(), "POST", headers=headers, parts=parts_of(b"{}")))
    assert (answer.status, answer.code) == (415, "not_json")


def test_json_may_name_its_letters_and_come_in_pieces() -> None:
    app = Echo()
    headers = [
        ("content-type", "Application/JSON; charset=utf-8"),
        ("transfer-encoding", "chunked"),
    ]
    assert run(call(guarded(app), "POST", headers=headers, parts=parts_of(b"{", b"", b"}"))).status
    assert app.bodies == [b"{}"]


def test_a_command_without_a_body_needs_no_kind() -> None:
    assert run(call(guarded(), "POST", headers=[("content-length", "0")])).status == 200


def test_the_largest_body_passes_and_one_byte_more_does_not() -> None:
    middleware = guarded(app := Echo(), limits=Limits(body_bytes=100))
    assert run(post(middleware, b"x" * 100)).status == 200
    answer = run(post(middleware, b"x" * 101))
    assert (answer.status, answer.code) == (413, "too_large")
    assert "100" in answer.error["sentence"]
    assert app.requests == 1
    assert "connection" not in answer.headers  # all of it was read, so the connection goes on
    chunked = [("content-type", "application/json"), ("transfer-encoding", "chunked")]
    answer = run(call(middleware, "POST", headers=chunked, parts=parts_of(b"x" * 101)))
    assert answer.code == "too_large"
    assert "connection" not in answer.headers


class Endless:
    """A body without an end."""

    def __init__(self) -> None:
        self.read = 0

    def __iter__(self) -> Iterator[Message]:
        while True:
            self.read += 1000
            yield {"type": "http.request", "body": b"x" * 1000, "more_body": True}


def test_an_endless_body_is_cut_off_and_the_connection_with_it() -> None:
    headers = [("content-type", "application/json"), ("transfer-encoding", "chunked")]
    body = Endless()
    answer = run(call(guarded(app := Echo()), "POST", headers=headers, parts=body))
    assert (answer.status, answer.code) == (413, "too_large")
    assert answer.headers["connection"] == "close"
    assert app.requests == 0
    assert body.read < 2 * DISCARD_BYTES


def test_a_body_that_lies_about_its_length_is_still_counted() -> None:
    headers = [("content-type", "application/json"), ("content-length", "5")]
    answer = run(call(guarded(), "POST", headers=headers, parts=Endless()))
    assert answer.code == "too_large"


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    headers = [("content-type", "application/json"), ("content-length", "10")]
    some: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}]
    middleware = guarded(app := Echo(), limits=Limits(body_seconds=0.05))
    answer = run(call(middleware, "POST", headers=headers, parts=some))
    assert (answer.status, answer.code) == (408, "too_slow")
    assert answer.headers["connection"] == "close"
    assert app.requests == 0


def test_who_hangs_up_in_the_middle_changes_nothing() -> None:
    headers = [("content-type", "application/json"), ("content-length", "10")]
    some: list[Message] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]
    answer = run(call(guarded(app := Echo()), "POST", headers=headers, parts=some))
    assert answer.status == 0
    assert app.requests == 0


def test_who_asks_whether_to_send_is_told_no_before_sending() -> None:
    headers = [("content-type", "application/json"), ("content-length", "9999999")]
    headers.append(("expect", "100-continue"))
    body = Endless()
    answer = run(call(guarded(), "POST", headers=headers, parts=body))
    assert answer.code == "too_large"
    assert answer.headers["connection"] == "close"
    assert body.read == 0


@pytest.mark.parametrize("length", ["-1", "x", "5, 5", "²", "1" * 30])
def test_a_length_that_is_none_is_refused(length: str) -> None:
    headers = [("content-type", "application/json"), ("content-length", length)]
    answer = run(call(guarded(app := Echo()), "POST", headers=headers, parts=parts_of(b"{}")))
    assert (answer.status, answer.code) == (400, "unreadable_request")
    assert app.requests == 0


def test_a_question_has_no_body() -> None:
    for headers in ([("content-length", "2")], [("transfer-encoding", "chunked")]):
        answer = run(call(guarded(), headers=headers, parts=parts_of(b"{}")))
        assert (answer.status, answer.code) == (400, "unwanted_body")


def test_too_many_headers_are_refused() -> None:
    many = [(f"x-{n}", "y" * 100) for n in range(200)]
    answer = run(call(guarded(), headers=many))
    assert (answer.status, answer.code) == (431, "head_too_large")
    assert run(call(guarded(), query="x" * 20_000)).status == 431


# Limits


async def many(
    middleware: EdgeMiddleware, times: int, ask: Callable[[EdgeMiddleware], Awaitable[Answer]]
) -> list[int]:
    return [(await ask(middleware)).status for _ in range(times)]


def test_a_flood_of_commands_is_slowed_down_and_others_are_not() -> None:
    clock = Clock()
    middleware = guarded(clock=clock, limits=Limits(strangers_at_once=1))
    statuses = run(many(middleware, 50, post))
    assert statuses == [200] * 40 + [429] * 10
    answer = run(post(middleware))
    assert answer.code == "too_many"
    assert answer.headers["retry-after"] == "1"
    assert run(post(middleware, client="203.0.113.9")).status == 200
    clock.now += 1.0
    assert run(many(middleware, 15, post)) == [200] * 10 + [429] * 5


def test_made_up_tokens_do_not_escape_the_limit() -> None:
    middleware = guarded(clock=Clock(), limits=Limits(strangers_at_once=1))

    async def flood() -> list[int]:
        return [
            (
                await post(
                    middleware, headers=[("authorization", f"Bearer {n}"), ("cookie", f"d={n}")]
                )
            ).status
            for n in range(50)
        ]

    assert run(flood()).count(429) == 10


def test_known_callers_behind_one_address_have_a_limit_each_and_one_together() -> None:
    limits = Limits(commands=Rate(1, 10), callers_per_address=2, assured=0.2)
    middleware = guarded(clock=Clock(), limits=limits)

    def ask(caller: str, times: int) -> list[int]:
        return run(many(middleware, times, lambda middleware: post(middleware, caller=caller)))

    assert ask("a", 11) == [200] * 10 + [429]
    assert ask("b", 11) == [200] * 10 + [429]
    # The address has nothing left; whoever asks little does not notice.
    assert ask("c", 3) == [200, 200, 429]
    assert ask("d", 3) == [200, 200, 429]


def test_strangers_at_an_address_use_up_nothing_of_those_who_are_known_there() -> None:
    middleware = guarded(clock=Clock(), limits=Limits(commands=Rate(1, 4), strangers_at_once=2))
    assert run(many(middleware, 9, post)) == [200] * 8 + [429]
    assert run(many(middleware, 4, lambda middleware: post(middleware, caller="a"))) == [200] * 4


def test_what_costs_more_is_allowed_less_often() -> None:
    clock = Clock()
    middleware = guarded(clock=clock, limits=Limits(reads=Rate(30, 60)))

    def ask(path: str, times: int) -> list[int]:
        return run(
            many(
                middleware,
                times,
                lambda middleware: call(middleware, "GET", path, GZIP, caller="a"),
            )
        )

    assert ask("/api/tables/t/replay", 3) == [200, 200, 429]
    assert ask("/api/tables/t", 1) == [429]
    clock.now += 1
    assert ask("/api/tables/t/replay", 2) == [200, 429]


def test_a_price_above_all_there_can_be_takes_all_there_is() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(1, 5), clock=clock)
    assert buckets.take("a", 9) == 0
    assert buckets.take("a") == 1
    clock.now += 4
    assert buckets.take("a", 9) == 1


def test_a_wrong_secret_costs_more_than_a_right_one() -> None:
    """What is owed for wrong ones is never more than a whole bucket."""

    def claims(status: int) -> int:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "http.response.start", "status": status, "headers": []})
            await send({"type": "http.response.body", "body": b"{}"})

        clock = Clock()
        middleware = guarded(app, clock=clock, limits=Limits(commands=Rate(1, 40)))

        def ask(middleware: EdgeMiddleware) -> Awaitable[Answer]:
            return post(middleware, path="/api/device/claim", caller="a")

        answered = run(many(middleware, 50, ask)).count(status)
        clock.now += 41
        assert run(post(middleware, caller="a")).status == status
        return answered

    assert claims(200) == 10
    assert claims(404) == 4


def test_only_so_many_strangers_of_an_address_become_known() -> None:
    middleware = guarded(clock=Clock(), limits=Limits(newcomers=Rate(1, 3)))

    def ask(path: str, caller: str = "") -> int:
        return run(post(middleware, path=path, caller=caller)).status

    paths = ("/api/device", "/api/tables/t/join", "/api/tables/t/watch", "/api/tables")
    assert [ask(path) for path in paths] == [200, 200, 200, 429]
    assert [ask(path, "a") for path in paths] == [200] * 4
    assert ask("/api/tables/t/commands") == 200


def test_a_caller_has_only_a_few_long_answers_made_at_once() -> None:
    async def whole() -> None:
        end = asyncio.Event()
        middleware = guarded(stream(end))

        def ask(caller: str) -> asyncio.Task[Answer]:
            path = "/api/tables/t/replay"
            return asyncio.create_task(call(middleware, "GET", path, GZIP, caller=caller))

        tasks = [ask("a"), ask("a"), ask("b")]
        await asyncio.sleep(0)
        refused = await ask("a")
        assert (refused.code, refused.headers["retry-after"]) == ("too_many", "1")
        assert (await call(guarded(), path="/api/tables/t", caller="a")).status == 200
        end.set()
        assert [task.status for task in await asyncio.gather(*tasks)] == [200] * 3
        assert (await ask("a")).status == 200

    run(whole())


def test_a_long_answer_counts_more_if_it_may_not_be_compressed() -> None:
    middleware = guarded(clock=Clock(), limits=Limits(reads=Rate(1, 120)))

    def asked(caller: str, headers: tuple[Header, ...] = ()) -> list[int]:
        path = "/api/tables/t/replay"
        return [run(call(middleware, "GET", path, headers, caller=caller)).status for _ in range(5)]

    assert asked("a") == [200] * 2 + [429] * 3
    assert asked("b", GZIP) == [200] * 4 + [429]


def test_the_hook_says_who_calls() -> None:
    async def one(_: Scope) -> str:
        return "one"

    middleware = guarded(clock=Clock(), limits=Limits(commands=Rate(1, 1)), caller_of=one)
    assert run(post(middleware, client="203.0.113.1")).status == 200
    assert run(post(middleware, client="203.0.113.2")).status == 429


def test_new_tables_are_counted_by_address_whoever_asks() -> None:
    limits = Limits(
        creations=Rate(0.5, 2),
        creations_of_address=Rate(0.5, 3),
        creations_assured=Rate(1 / 600, 1),
    )
    middleware = guarded(clock=Clock(), limits=limits)

    async def create(caller: str) -> Answer:
        return await post(middleware, path="/api/tables", caller=caller)

    other = guarded(clock=Clock(), limits=limits)
    one = [run(post(other, path="/api/tables", caller="one")).status for _ in range(3)]
    assert one == [200, 200, 429]
    # The address has three, and whoever is known one more whatever others do.
    assert [run(create(f"caller{n}")).status for n in range(5)] == [200] * 5
    assert run(create("caller4")).headers["retry-after"] == "600"
    assert run(create("")).status == 200
    assert run(post(middleware, caller="caller1")).status == 200  # other commands go on


def test_strangers_who_create_a_lot_keep_nobody_from_it_who_is_known() -> None:
    middleware = guarded(clock=Clock())
    strange = [run(post(middleware, path="/api/programs")).status for _ in range(60)]
    assert strange == [200] * 50 + [429] * 10
    created = [run(post(middleware, path="/api/tables", caller="ana")).status for _ in range(10)]
    assert created == [200] * 10


def test_what_is_refused_because_of_others_costs_nothing() -> None:
    limits = Limits(commands=Rate(1, 4), reads=Rate(1, 4), callers_per_address=1, assured=0.25)
    middleware = guarded(clock=Clock(), limits=limits)
    assert [run(post(middleware, caller=name)).status for name in "abcd"] == [200] * 4
    waits = [run(post(middleware, caller="e")).headers.get("retry-after") for _ in range(6)]
    assert waits == [None, *["4"] * 5]  # always for its assured part, since it used one of four


def test_questions_and_pages_have_limits_of_their_own() -> None:
    limits = Limits(reads=Rate(1, 2), pages=Rate(1, 3), strangers_at_once=1)
    middleware = guarded(clock=Clock(), limits=limits)
    asking = run(many(middleware, 3, lambda middleware: call(middleware, path="/api/health")))
    assert asking == [200, 200, 429]
    assert run(many(middleware, 4, lambda middleware: call(middleware, path="/"))) == [200] * 3 + [
        429
    ]
    assert run(post(middleware)).status == 200


def test_foreign_pages_cannot_use_up_what_a_person_may_do() -> None:
    middleware = guarded(clock=Clock())
    foreign = [("sec-fetch-site", "cross-site")]
    assert set(run(many(middleware, 60, lambda middleware: post(middleware, headers=foreign)))) == {
        403
    }
    assert run(post(middleware)).status == 200


def test_buckets_forget_the_fullest_first_and_stay_small() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(1, 2), most=10, clock=clock)
    for _ in range(3):
        buckets.take("flood")
    for n in range(1000):
        buckets.take(f"caller{n}")
        assert len(buckets) <= 10
    assert buckets.take("flood") == 1.0  # who asks too much is remembered
    clock.now = 100.0
    for n in range(20):
        buckets.take(f"later{n}")
    assert buckets.take("flood") == 0.0


@given(st.lists(st.floats(0, 3), max_size=60))
def test_no_window_has_more_than_the_burst_and_the_rate(pauses: list[float]) -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(2, 5), clock=clock)
    allowed = []
    for pause in pauses:
        clock.now += pause
        if not buckets.take("one"):
            allowed.append(clock.now)
    for first in range(len(allowed)):
        for last in range(first, len(allowed)):
            assert last - first + 1 <= 5 + 2 * (allowed[last] - allowed[first]) + 1e-6


def test_after_the_wait_it_is_allowed() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(0.5, 1), clock=clock)
    assert buckets.take("one") == 0
    clock.now += buckets.take("one")
    assert buckets.take("one") == 0


def test_a_home_has_one_address() -> None:
    def address(client: str) -> str:
        return address_of({"client": (client, 1)})

    assert address("2001:db8:1:2:3::4") == address("2001:db8:1:2::9") != address("2001:db8:1:3::4")
    assert address("::ffff:192.0.2.1") == address("192.0.2.1") != address("192.0.2.2")
    assert address("nonsense") == address("more nonsense") == address_of({"client": None})


# Streams


def stream(end: asyncio.Event) -> App:
    """An app whose answers go on until they are let go."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await end.wait()
        await send({"type": "http.response.body", "body": b""})

    return app


def test_streams_are_counted_by_caller_by_address_and_altogether() -> None:
    async def whole() -> None:
        end = asyncio.Event()
        limits = Limits(streams_per_caller=2, streams_per_address=3, streams_assured=0, streams=5)
        middleware = guarded(stream(end), limits=limits)

        def follow(caller: str, client: str) -> asyncio.Task[Answer]:
            path = "/api/tables/t/events"
            return asyncio.create_task(call(middleware, path=path, caller=caller, client=client))

        async def refusal(caller: str, client: str) -> str:
            return (await follow(caller, client)).code

        tasks = [follow("a", "192.0.2.1"), follow("a", "192.0.2.1"), follow("b", "192.0.2.1")]
        await asyncio.sleep(0)
        assert await refusal("a", "192.0.2.9") == "too_many_streams"
        assert await refusal("c", "192.0.2.1") == "too_many_streams"
        tasks += [follow("d", "192.0.2.2"), follow("e", "192.0.2.3")]
        await asyncio.sleep(0)
        full = await follow("f", "192.0.2.4")
        assert (full.status, full.code) == (503, "full")
        assert full.headers["retry-after"]
        assert middleware.streams.open == 5
        end.set()
        assert [task.status for task in await asyncio.gather(*tasks)] == [200] * 5
        assert middleware.streams.open == 0
        assert (await follow("a", "192.0.2.1")).status == 200

    run(whole())


def test_a_known_device_has_its_stream_even_if_others_have_all_of_its_address() -> None:
    async def whole() -> None:
        end = asyncio.Event()
        middleware = guarded(stream(end), limits=Limits(streams_per_address=3, streams_assured=1))

        def follow(caller: str) -> asyncio.Task[Answer]:
            return asyncio.create_task(call(middleware, path="/api/tables/t/events", caller=caller))

        tasks = [*(follow("a") for _ in range(3)), follow("b")]
        await asyncio.sleep(0)
        for caller in ("a", "b", ""):
            assert (await follow(caller)).code == "too_many_streams"
        end.set()
        assert [task.status for task in await asyncio.gather(*tasks)] == [200] * 4

    run(whole())


def test_a_stream_that_is_cancelled_is_no_longer_counted() -> None:
    async def whole() -> None:
        middleware = guarded(stream(asyncio.Event()))
        task = asyncio.create_task(call(middleware, path="/api/tables/t/events"))
        await asyncio.sleep(0)
        assert middleware.streams.open == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert middleware.streams.open == 0

    run(whole())


# Answers


async def breaks(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["path"] == "/api/late":
        await send({"type": "http.response.start", "status": 200, "headers": []})
    raise ValueError("a secret")


def test_every_answer_has_the_security_headers() -> None:
    answers = [
        run(call(guarded())),
        run(call(guarded(), host="evil.example")),
        run(call(guarded(breaks))),
        run(call(guarded(), headers=[("sec-fetch-site", "cross-site")])),
    ]
    assert [answer.status for answer in answers] == [200, 421, 500, 403]
    for answer in answers:
        for name, value in SECURITY_HEADERS:
            assert answer.headers[name.decode()] == value.decode()
        assert answer.headers["cache-control"] == "no-store"
    policy = answers[0].headers["content-security-policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    assert "cache-control" not in run(call(guarded(), path="/")).headers


def test_a_page_keeps_what_it_says_about_keeping() -> None:
    async def kept(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"cache-control", b"no-cache")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    assert run(call(guarded(kept))).headers["cache-control"] == "no-cache"


def test_what_nobody_expected_is_an_error_of_the_one_shape(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = run(call(guarded(breaks)))
    assert (answer.status, answer.code) == (500, "internal")
    assert b"secret" not in answer.body
    assert [record.getMessage() for record in caplog.records] == ["unexpected"]
    assert run(call(guarded(breaks), path="/api/late")).status == 200  # begun, and cut off


def test_a_refusal_is_in_the_language_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Texts, "translate", lambda self, said: f"{self.language}: {said}")
    wanted = [("accept-language", "en;q=0.4, fr;q=0.5, de")]
    assert run(call(guarded(), host="x", headers=wanted)).error["sentence"].startswith("fr: ")
    assert run(call(guarded(), host="x")).error["sentence"].startswith("en: ")


def test_every_code_of_the_edge_fills_its_sentence() -> None:
    for code, (status, sentence) in EDGE.items():
        assert 400 <= status < 600, code
        assert "{" not in sentence.format(most=1, seconds=1, place="x", until="x")


def test_sockets_of_the_web_are_closed() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    run(guarded()({"type": "websocket", "path": "/", "headers": []}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
