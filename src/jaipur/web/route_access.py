"""Who may use a route, and the codes that routes refuse with: words for where they are declared."""

from __future__ import annotations

from typing import NamedTuple

Security = list[dict[str, list[str]]]

_KNOWN: Security = [{"device": []}, {"program": []}]
_ANYBODY: Security = [{}, *_KNOWN]


class Who(NamedTuple):
    """Who may use a route: by what they are known, and in a sentence."""

    security: Security
    sentence: str


ALL = Who([], "Anybody; no token is needed.")
NEW = Who(_ANYBODY, "Anybody; a device that is new gets its cookie with the answer.")
LISTED = Who(_ANYBODY, "Anybody; without a token there are none.")
KNOWN = Who(_KNOWN, "Who has a token.")
VIEWERS = Who(_KNOWN, "Who has a seat, or may watch.")
SEATS = Who(_KNOWN, "Who has a seat.")
INVITED = Who(_ANYBODY, "Who has the invitation.")
JOINING = Who(
    _ANYBODY, "Who has the invitation; a device that is new gets its cookie with the answer."
)
WATCHING = Who(
    _ANYBODY, "Who has the watching link; a device that is new gets its cookie with the answer."
)

Codes = tuple[str, ...]

STORED: Codes = ("not_stored",)
FOUND: Codes = ("unknown_table", "damaged_table", "stopping", "not_stored", "too_much_at_once")
NAMED_BY_TOKEN: Codes = ("unknown_token", "stopping")
SEEN: Codes = ("unknown_token", "no_seat", *FOUND)
SEATED: Codes = (*SEEN, "which_seat")
ENDED: Codes = ("unknown_token", "match_not_over", "not_begun", *FOUND)
FOLLOWED: Codes = (*SEEN, "too_many_streams", "full")
COMMANDED: Codes = (
    *SEATED,
    *("stale_version", "command_reused", "not_begun", "already_ready", "bad_nonce"),
    *("bad_nonce_commitment", "nonce_too_early", "wrong_nonce"),
    *("not_your_turn", "illegal_action", "unreadable_action", "wrong_place", "too_long"),
    *("round_not_over", "round_over", "match_begun", "match_over"),
    *("match_not_over", "no_rematch", "no_network"),
)
JOINED: Codes = (
    *("wrong_invitation", "seat_taken", "own_invitation", "match_over", "command_reused"),
    *("bad_name", "bad_nonce", "unknown_token"),
    *FOUND,
)
CREATED: Codes = (
    *("unknown_token", "bad_name", "bad_option", "unknown_bot", "bad_limit", "no_network"),
    *("command_reused", *FOUND[1:]),
)

DOOR: Codes = (
    *("wrong_host", "cross_site", "banned", "too_many", "head_too_large", "unreadable_request"),
    "malformed",
)
"""What the door refuses whatever the route."""
READ: Codes = ("unwanted_body",)
SENT: Codes = ("not_json", "too_large", "too_slow")
NAMED: Codes = ("unknown_route", "wrong_method")
"""A table's name with a / in it makes another address of it."""
