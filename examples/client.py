"""A program that plays a match on a server, using only the standard library.

python3 examples/client.py http://127.0.0.1:8731 merchant      at a new table, against a bot
python3 examples/client.py 'http://…/t/…#invitation=…'         at the table of the link

docs/server.md describes the interface.
"""

import json
import sys
import time
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

HEADERS = {"Content-Type": "application/json"}


def post(url: str, **body: Any) -> Any:
    """Send a command and retry until there is a response; the same id is applied only once."""
    while True:
        try:
            return json.load(urlopen(Request(url, json.dumps(body).encode(), HEADERS)))  # noqa: S310
        except HTTPError as refused:
            error = json.load(refused)["error"]
            if error["code"] == "stale_version":  # the stream will bring the newer one
                return None
            if refused.code not in (429, 503):  # not "too much at once" or "try later"
                sys.exit(error["sentence"])
        except (OSError, HTTPException):  # the server is down, perhaps restarting
            pass
        time.sleep(1)


def choose(state: Any) -> Any:
    """The next command: sell as many cards as possible, or else take the first legal action."""
    if state["phase"] == "waiting":  # our own nonce, so that nobody else can choose the deal
        return {"kind": "ready", "nonce": uuid4().hex}
    if state["phase"] == "between":
        return {"kind": "next"}
    legal = state["round"]["view"]["legal_actions"]
    sales = [action for action in legal if action.startswith("-")]
    return {"kind": "act", "action": max(sales, key=len, default=legal[0])}


def play(table: str) -> None:
    """Follow the event stream and act on our turn, until the match is over."""
    for line in urlopen(Request(f"{table}/events", headers=HEADERS)):  # noqa: S310
        if line.startswith(b'data: {"version"'):  # an update; the first one comes at once
            update = json.loads(line.removeprefix(b"data: "))
            state = update["state"]
            if state["phase"] == "over":
                won = state["ending"]["winner"] == state["seat"]
                print("won" if won else "lost", "with the seals", *state["seals"])
                sys.exit()
            if state["seat"] in state["waits_for"]:
                sent = {"id": uuid4().hex, "version": update["version"]}
                post(f"{table}/commands", **sent, command=choose(state))


def main(where: str, bot: str = "merchant") -> None:
    """Take a seat, then play."""
    page, _, secret = where.partition("#invitation=")
    server, _, table = page.partition("/t/")
    HEADERS["Authorization"] = "Bearer " + post(f"{server}/api/programs")["token"]
    me: Any = {"id": uuid4().hex, "name": "A program"}
    if secret:
        post(f"{server}/api/tables/{table}/join", invitation=secret, nonce=uuid4().hex, **me)
    else:
        table = post(f"{server}/api/tables", opponent={"kind": "bot", "bot": bot}, **me)["table"]
    while True:  # reconnect when the stream ends
        with suppress(OSError, HTTPException):
            play(f"{server}/api/tables/{table}")
        time.sleep(1)


main(*sys.argv[1:]) if sys.argv[1:] else sys.exit(__doc__)
