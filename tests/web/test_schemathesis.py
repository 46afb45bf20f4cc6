"""The description of the interface is true: schemathesis asks every route by it, and compares.

JAIPUR_EXAMPLES=20 asks 20 times as much. The endless stream has tests of its own.
"""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from urllib3 import HTTPResponse

from .playing import HOST, AtTable, Client, Harness, open_table

MORE = int(os.environ.get("JAIPUR_EXAMPLES", "1"))
CHECKS: Any = [
    not_a_server_error,
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(Harness().app.openapi())
asked: Any = SCHEMA.exclude(path_regex="/events$")


class Town:
    """Tables and callers that requests can meet."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner = runner
        self.harness = Harness()
        self._turn = 0
        self.tables, self.callers = runner.run(self._people())

    async def _people(self) -> tuple[list[AtTable], list[Client]]:
        program = await self.harness.program()
        playing = await open_table(self.harness, first=program, memory_aid="full")
        await playing.play(Random(3), lambda shown: shown["version"] > 30)
        waiting = await open_table(self.harness, "bot", first=program, clock={"bank": 60})
        over = await open_table(self.harness, "same_device")
        await over.play(Random(4))
        callers = [program, playing.chair(1), over.chair(0), await playing.watcher()]
        return [playing, waiting, over], [*callers, self.harness.device()]

    def check(self, case: Any) -> None:
        """Ask, and compare the answer with what the description says."""
        self._turn = (self._turn + 1) % len(self.callers)
        wanted = requests.Request(**case.as_transport_kwargs(base_url=f"http://{HOST}")).prepare()
        case.validate_response(self.ask(self.callers[self._turn], wanted), checks=CHECKS)

    def ask(self, caller: Client, wanted: requests.PreparedRequest) -> requests.Response:
        """The answer of the app to a request."""
        own = ("host", "content-length", "cookie", "authorization")
        headers = [(name.lower(), str(value)) for name, value in wanted.headers.items()]
        headers = [(name, value) for name, value in headers if name not in own]
        body = wanted.body.encode() if isinstance(wanted.body, str) else wanted.body
        work = caller.request(str(wanted.method), wanted.path_url, body, headers)
        reply = self.runner.run(work)
        made = requests.Response()
        made.status_code, made.request, made.url = reply.status, wanted, str(wanted.url)
        made.headers.update({name.decode(): value.decode() for name, value in reply.headers})
        is_packed = made.headers.get("content-encoding") == "gzip"
        made._content = gzip.decompress(reply.body) if is_packed else reply.body
        made.raw = HTTPResponse(reply.body, made.headers, reply.status)
        return made


@pytest.fixture(name="town", scope="module")
def _town() -> Iterator[Town]:
    with asyncio.Runner() as runner:
        town = Town(runner)
        yield town
        runner.run(town.harness.tables.stop())


@asked.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=6 * MORE)
def test_every_answer_is_as_described(case: Any, town: Town) -> None:
    """As it is made, and again for every table that there is, by everybody in turn."""
    town.check(case)
    path = case.meta.components.get(ParameterLocation.PATH)
    if path is None or not path.mode.is_positive:
        return
    for table in town.tables:
        case.path_parameters["table"] = table.id
        town.check(case)
