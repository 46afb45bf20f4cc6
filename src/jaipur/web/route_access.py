"""Who may use a route, and the error codes it may return: constants for route declarations."""

from __future__ import annotations

from typing import NamedTuple

Security = list[dict[str, list[str]]]

_KNOWN: Security = [{"device": []}, {"program": []}]
_ANYBODY: Security = [{}, *_KNOWN]


class Access(NamedTuple):
    """Who may use a route: the OpenAPI security schemes, and a sentence."""

    security: Security
    sentence: str


PUBLIC = Access([], "Everybody; no token is needed.")
PUBLIC_WITH_COOKIE = Access(_ANYBODY, "Everybody; a new device gets its cookie with the answer.")
LIST_READERS = Access(_ANYBODY, "Everybody; without a token the list is empty.")
TOKEN_HOLDERS = Access(_KNOWN, "Everybody with a token.")
VIEWERS = Access(_KNOWN, "Players and watchers of the table.")
SEAT_HOLDERS = Access(_KNOWN, "Players of the table.")
INVITATION_HOLDERS = Access(_ANYBODY, "Everybody with the invitation.")
JOINERS = Access(
    _ANYBODY, "Everybody with the invitation; a new device gets its cookie with the answer."
)
WATCHERS = Access(
    _ANYBODY, "Everybody with the watch link; a new device gets its cookie with the answer."
)

Codes = tuple[str, ...]

STORE_ERRORS: Codes = ("not_stored",)
TABLE_ERRORS: Codes = (
    "unknown_table",
    "damaged_table",
    "stopping",
    "not_stored",
    "too_much_at_once",
)
TOKEN_ERRORS: Codes = ("unknown_token", "stopping")
VIEW_ERRORS: Codes = ("unknown_token", "no_seat", *TABLE_ERRORS)
SEAT_ERRORS: Codes = (*VIEW_ERRORS, "which_seat")
RECORD_ERRORS: Codes = ("unknown_token", "match_not_over", "not_begun", *TABLE_ERRORS)
STREAM_ERRORS: Codes = (*VIEW_ERRORS, "too_many_streams", "full")
COMMAND_ERRORS: Codes = (
    *SEAT_ERRORS,
    *("stale_version", "command_reused", "not_begun", "already_ready", "bad_nonce"),
    *("bad_nonce_commitment", "nonce_too_early", "wrong_nonce"),
    *("not_your_turn", "illegal_action", "unreadable_action", "wrong_place", "too_long"),
    *("round_not_over", "round_over", "match_begun", "match_over"),
    *("match_not_over", "no_rematch", "no_network"),
)
JOIN_ERRORS: Codes = (
    *("wrong_invitation", "seat_taken", "own_invitation", "match_over", "command_reused"),
    *("bad_name", "bad_nonce", "unknown_token"),
    *TABLE_ERRORS,
)
CREATE_ERRORS: Codes = (
    *("unknown_token", "bad_name", "bad_option", "unknown_bot", "bad_limit", "no_network"),
    *("command_reused", *TABLE_ERRORS[1:]),
)

EDGE_ERRORS: Codes = (
    *("wrong_host", "cross_site", "banned", "too_many", "head_too_large", "unreadable_request"),
    "malformed",
)
"""What the middleware may return for any route."""
GET_ERRORS: Codes = ("unwanted_body",)
BODY_ERRORS: Codes = ("not_json", "too_large", "too_slow")
PATH_ERRORS: Codes = ("unknown_route", "wrong_method")
"""A table id with a / in it makes another path."""
