"""An example of every error for the OpenAPI document, produced by the server's own code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from ..bots.ladder import parse_player, player_named
from ..bots.network_file import NetworkFileError
from ..errors import Code, IllegalAction, JaipurError, Reason, SessionError
from ..notation import parse_action
from ..session.commands import MOST_VERSIONS
from ..store.protocol import TooManyPlayers, UnknownLink
from ..texts import LANGUAGES
from .ban_check import moment_text
from .error_responses import EDGE, edge_failure, error_failure
from .limits import Limits

Data = dict[str, Any]
VERSION = 8

WITHOUT_VERSION = frozenset(
    (
        *(Code.UNKNOWN_TABLE, Code.WRONG_INVITATION, Code.WRONG_WATCH_LINK, Code.UNKNOWN_TOKEN),
        *(Code.BAD_NAME, Code.BAD_OPTION, Code.NOTHING_TO_MOVE, Code.STOPPING, Code.DAMAGED_TABLE),
        *(Code.TOO_MUCH_AT_ONCE, Code.WORK_FAILED),
    )
)
"""Errors without a table version: there is no table, or the caller may not see it."""
PLACEHOLDERS = {
    "expected": VERSION - 1,
    "places": "1, 3",
    "cards": "DG",
    "most": MOST_VERSIONS,
    "option": "bot",
    "value": "merchant:900000",
    "right": f"merchant:1 – {player_named('merchant').engine.most_nodes}",
}
EDGE_PLACEHOLDERS = {
    "most": Limits().body_bytes,
    "seconds": 3,
    "place": "body.command.action",
    "until": moment_text(1_790_000_000),
}
EXTRA: dict[str, Data] = {
    "malformed": {
        "place": "body.command.action",
        "problem": "Object missing required field `action`",
    }
}


def error_examples() -> dict[str, tuple[str, Data]]:
    """Each error code with its status and an example."""
    language = LANGUAGES[0]
    answers = [
        *(error_failure(error, language) for error in _errors()),
        *(edge_failure(code, language, EDGE_PLACEHOLDERS, **EXTRA.get(code, {})) for code in EDGE),
    ]
    found: dict[str, tuple[str, Data]] = {}
    for answer in answers:
        value = json.loads(bytes(answer.body))
        code = value["error"]["code"]
        found[code] = str(answer.status_code), {"summary": code, "value": value}
    return found


def _errors() -> Iterable[JaipurError]:
    for code in Code:
        yield SessionError(code, None if code in WITHOUT_VERSION else VERSION, **PLACEHOLDERS)
    illegal = IllegalAction(Reason.CAMELS_NOT_SOLD, "-KK", "DGKKC")
    for error in (illegal, *_raised(parse_action, "camels")):
        error.version = VERSION  # every refused command has it
        yield error
    yield UnknownLink()
    yield TooManyPlayers()
    yield NetworkFileError("")
    yield from _raised(parse_player, "nobody", "merchant:0")


def _raised(read: Callable[[str], object], *texts: str) -> Iterable[JaipurError]:
    """The errors raised by reading these texts."""
    for text in texts:
        try:
            read(text)
        except JaipurError as error:
            yield error
